//! Results, conversions and orders (chapters RES, CNV, NRO).

use kit::{Chain, Factor, Fraction, Inquiry, chance};
use sandtable_eastfront::{Aftermath, Battle, CombatResult, Fate, Reach, Situation};

use crate::common::{a, d, facts, fight, from, infantry, odds, refusal, roll, situation, told};

const DISPERSED: Fate = Fate::Stays { dispersed: true };
const UNHARMED: Fate = Fate::Stays { dispersed: false };
const BACK_2_DISPERSED: Fate = Fate::Retreats { hexes: 2, dispersed: true };
const BACK_1_DISPERSED: Fate = Fate::Retreats { hexes: 1, dispersed: true };
const BACK_1: Fate = Fate::Retreats { hexes: 1, dispersed: false };

fn fates(outcome: &Aftermath) -> &[Fate] {
    &outcome.fates
}

/// Panzers and infantry against a Soviet army of 4 in the open: 19 to 4.
fn panzers(head: &str, army: &str) -> Situation {
    let attack = [
        from("0", "", &[a("a German ARM army 8"), a("b German ARM corps 6")]),
        from("1", "", &[a("c German INF corps 5")]),
    ];
    situation(head, &attack, &[d(&format!("army Soviet INF army 4 {army}"))])
}

#[test]
fn x10_overrun() {
    // EAST-CNV-2, EAST-CNV-5, EAST-CNV-6
    let battle = fight(&panzers("turn = 2", ""));
    assert_eq!(battle.column(), "4:1");
    assert!(battle.is_overrun());
    assert_eq!(odds(&battle), "BR 1/3, DE 1/3, DW 1/6, dw 1/6");
    assert!(facts(&panzers("turn = 2", "")).contains("[EAST-CNV-2]"));
    // Eight is not more than twice four.
    let weak = [from("0", "", &[a("a German ARM army 8"), a("c German INF corps 5")])];
    assert!(!fight(&situation("turn = 2", &weak, &[d("army Soviet INF army 4")])).is_overrun());
    // EAST-CNV-6, EAST-WEA-7: not in Hard Frost, not in Mud, in Snow only by Soviets.
    for weather in ["hard-frost", "mud", "snow", "subarctic"] {
        assert!(
            !fight(&panzers(&format!("turn = 2\nweather = \"{weather}\""), "")).is_overrun(),
            "{weather}"
        );
    }
    let tanks = [from("0", "", &[a("a Soviet ARM army 14")])];
    for (weather, overrun) in
        [("good", true), ("snow", true), ("subarctic", true), ("hard-frost", false), ("mud", false)]
    {
        let head = format!("turn = 20\nweather = \"{weather}\"");
        assert_eq!(
            fight(&situation(&head, &tanks, &[d("b German INF corps 4")])).is_overrun(),
            overrun,
            "{weather}"
        );
    }
}

#[test]
fn cnv_5_what_saves_defenders_from_an_overrun() {
    // EAST-CNV-5, EAST-R52
    let tanks = |keys: &str| [from("0", keys, &[a("a German ARM army 20")])];
    let overrun = |target: &str, keys: &str, defenders: &[String]| {
        fight(&situation(&format!("turn = 2\ntarget = {{ {target} }}"), &tanks(keys), defenders)).is_overrun()
    };
    let army = [d("army Soviet INF army 4")];
    assert!(overrun("", "", &army));
    assert!(overrun("", "", &[d("horse Soviet CAV corps 4")]), "cavalry is no armour");
    assert!(!overrun("", "", &[d("army Soviet INF army 4"), d("tanks Soviet ARM corps 1")]));
    assert!(!overrun("ground = \"hills\"", "", &army));
    assert!(
        overrun("ground = \"hills\"", "", &[d("horse Soviet CAV corps 4")]),
        "hills add nothing to cavalry"
    );
    assert!(
        !overrun("place = \"Smolensk\"", "", &[d("horse Soviet CAV corps 4")]),
        "doubled, with factors of its own"
    );
    assert!(!overrun("", "across = \"river\"", &army));
    assert!(overrun("class = \"town\"", "", &army));
    // A lake that halves somebody counts, a river flanked from the same bank does not.
    let lake = [
        from("0", "", &[a("a German ARM army 20")]),
        from("1", "across = \"lake\"", &[a("b German INF corps 2")]),
    ];
    assert!(!fight(&situation("turn = 2", &lake, &army)).is_overrun());
    let bank = [
        from("0", "", &[a("a German ARM army 20")]),
        from("1", "across = \"river\"", &[a("b German INF corps 2")]),
    ];
    assert!(fight(&situation("turn = 2", &bank, &army)).is_overrun());
}

#[test]
fn x11_two_causes_one_step() {
    // EAST-CNV-3, EAST-NRO-6: surrounded, overrun and under No Retreat.
    let battle = fight(&panzers("turn = 2\nsoviet-no-retreat = true", "retreat=0"));
    let results: Vec<&str> = (1..=6).map(|face| roll(&battle, face).result.printed()).collect();
    assert_eq!(results, ["-", "D", "DE", "DE", "BR", "BR"]);
    assert_eq!(fates(&roll(&battle, 2)), [DISPERSED]);
    assert_eq!(fates(&roll(&battle, 1)), [UNHARMED]);
    // Overrun alone leaves DW and dw as they are, but does not undo what surrounding makes of them.
    let battle = fight(&panzers("turn = 2", "retreat=0"));
    assert!(battle.is_overrun());
    let results: Vec<&str> = (1..=6).map(|face| roll(&battle, face).result.printed()).collect();
    assert_eq!(results, ["-", "D", "DE", "DE", "BR", "BR"]);
}

#[test]
fn cnv_1_surrounded_and_nro_1_2_ordered_to_stand() {
    // EAST-CNV-1, EAST-CNV-4, EAST-NRO-1, EAST-NRO-2: dw, DW, DR, DR, DE, BR at 4:1 become the same either way.
    for (head, army) in [("turn = 2", "retreat=0"), ("turn = 2\nsoviet-no-retreat = true", "")] {
        let battle = fight(&infantry(head, army));
        let results: Vec<&str> = (1..=6).map(|face| roll(&battle, face).result.printed()).collect();
        assert_eq!(results, ["-", "D", "DE", "DE", "BR", "BR"], "{head} {army}");
    }
    assert!(facts(&infantry("turn = 2", "retreat=0")).contains("surrounded: army"));
    assert!(facts(&infantry("turn = 2\nsoviet-no-retreat = true", "")).contains("[EAST-NRO-2]"));
    // EAST-NRO-1: the Soviet order does nothing for Axis defenders.
    let soviets = [from("0", "", &[a("a Soviet INF army 16")])];
    let axis = situation("turn = 2\nsoviet-no-retreat = true", &soviets, &[d("b German INF army 4")]);
    assert_eq!(fates(&roll(&fight(&axis), 3)), [BACK_2_DISPERSED]);
}

#[test]
fn cnv_4_each_unit_of_a_stack_is_judged_alone() {
    // EAST-CNV-4: one surrounded, one not; DE becomes BR only if all are.
    let attack = [from("0", "", &[a("a German INF army 32")])];
    let stack = [d("trapped Soviet INF army 4 retreat=0"), d("free Soviet INF corps 4")];
    let battle = fight(&situation("turn = 2", &attack, &stack));
    assert_eq!(fates(&roll(&battle, 1)), [UNHARMED, BACK_1]);
    assert_eq!(fates(&roll(&battle, 2)), [DISPERSED, BACK_1_DISPERSED]);
    assert_eq!(fates(&roll(&battle, 3)), [Fate::Eliminated, BACK_2_DISPERSED]);
    // EAST-R56: one eliminated and one in retreat is still a DR to those who follow.
    assert_eq!(roll(&battle, 3).result, CombatResult::Retreat);
    assert_eq!(battle.advance(&roll(&battle, 3)), Some(Reach { mobile: 2, foot: 1 }));
    assert_eq!(roll(&battle, 5).result, CombatResult::DefendersEliminated);
    let both = [d("trapped Soviet INF army 4 retreat=0"), d("too Soviet INF corps 4 retreat=0")];
    assert_eq!(roll(&fight(&situation("turn = 2", &attack, &both)), 5).result, CombatResult::Breakthrough);
}

#[test]
fn x12_german_no_retreat() {
    // EAST-NRO-3, EAST-NRO-4, EAST-NRO-5, EAST-RES-14
    let attack = [from("0", "", &[a("a Soviet INF army 32")])];
    let stack = |order: &str| {
        situation(
            "turn = 2",
            &attack,
            &[d(&format!("corps German INF corps 4 {order}")), d("allies Romanian INF corps 4")],
        )
    };
    let battle = fight(&stack("no-retreat=true"));
    let dw = roll(&battle, 2);
    assert_eq!(
        (dw.result, fates(&dw)),
        (CombatResult::DispersedWithdrawal, &[DISPERSED, BACK_1_DISPERSED][..])
    );
    assert_eq!(battle.empties_the_hex(&dw), Some(false));
    assert_eq!(battle.advance(&dw), None);
    // EAST-NRO-5: one ordered German turns the whole DE into BR.
    assert_eq!(roll(&battle, 5).result, CombatResult::Breakthrough);
    // Without the order all withdraw, and the report says what the order would do.
    let free = stack("");
    assert_eq!(fates(&roll(&fight(&free), 2)), [BACK_1_DISPERSED, BACK_1_DISPERSED]);
    let words = told(&free, 2);
    assert!(words.contains("No Retreat for corps would leave it Dispersed in place"), "{words}");
    assert!(!words.contains("No Retreat for allies"), "{words}");
    let allies = situation("turn = 2", &attack, &[d("allies Romanian INF corps 4 no-retreat=true")]);
    assert_eq!(refusal(&allies).clause.0, "EAST-NRO-4");
    let single = situation(
        "turn = 2",
        &[from("0", "", &[a("a German INF army 9")])],
        &[d("b Soviet INF army 4 no-retreat=true")],
    );
    assert_eq!(refusal(&single).clause.0, "EAST-NRO-1");
}

#[test]
fn res_4_to_9_what_defenders_suffer() {
    // EAST-RES-4, EAST-RES-5, EAST-RES-6, EAST-RES-7: dw, DW, DR, DR, DE at 4:1.
    let battle = fight(&infantry("turn = 5", ""));
    let all: Vec<Fate> = (1..=5).map(|face| fates(&roll(&battle, face))[0]).collect();
    assert_eq!(all, [BACK_1, BACK_1_DISPERSED, BACK_2_DISPERSED, BACK_2_DISPERSED, Fate::Eliminated]);
    // EAST-RES-8, EAST-RES-9, EAST-RES-12: D, -, D/AE and AE at 1:3, from 6 down to 3.
    let low = fight(&situation(
        "turn = 5",
        &[from("0", "", &[a("a German INF army 4")])],
        &[d("b Soviet INF army 12")],
    ));
    let all: Vec<Fate> = [6, 5, 4, 3].iter().map(|&face| fates(&roll(&low, face))[0]).collect();
    assert_eq!(all, [DISPERSED, UNHARMED, DISPERSED, UNHARMED]);
    assert_eq!(low.advance(&roll(&low, 6)), None, "EAST-RES-8: nobody advances");
    // Whoever is Dispersed already stays so, even after a dw.
    let battle = fight(&situation(
        "turn = 5",
        &[from("0", "", &[a("a German INF army 12")])],
        &[d("b Soviet INF army 4 dispersed=true")],
    ));
    assert_eq!(fates(&roll(&battle, 1)), [BACK_1_DISPERSED]);
}

#[test]
fn ret_7_a_short_way_back_is_used() {
    // EAST-RET-7, EAST-ADV-4: one hex only; the attackers follow no farther.
    let battle = fight(&infantry("turn = 2", "retreat=1"));
    let dr = roll(&battle, 3);
    assert_eq!((dr.result, fates(&dr)), (CombatResult::Retreat, &[BACK_1_DISPERSED][..]));
    assert_eq!(battle.advance(&dr), Some(Reach { mobile: 1, foot: 1 }));
}

#[test]
fn res_2_and_3_breakthrough() {
    // EAST-RES-2: phase C in Good weather gives a second attack and the longest advance.
    let battle = fight(&infantry("turn = 2", ""));
    let br = roll(&battle, 6);
    assert_eq!(br.result, CombatResult::Breakthrough);
    assert!(battle.allows_second_attack(&br));
    assert_eq!(battle.advance(&br), Some(Reach { mobile: 3, foot: 2 }));
    // EAST-RES-3, EAST-WEA-6: phase E, Mud, and Snow for the Axis make it a DE throughout.
    for head in ["turn = 2\nphase = \"operational\"", "turn = 5", "turn = 10", "turn = 8"] {
        let battle = fight(&infantry(head, ""));
        let outcome = roll(&battle, 6);
        assert_eq!(outcome.result, CombatResult::DefendersEliminated, "{head}");
        assert!(!battle.allows_second_attack(&outcome));
        assert!(facts(&infantry(head, "")).contains("[EAST-RES-3]"));
    }
    // A DE converted by a surrounded stack is a DE there as well.
    let trapped = fight(&infantry("turn = 2\nphase = \"operational\"", "retreat=0"));
    assert_eq!(roll(&trapped, 5).result, CombatResult::DefendersEliminated);
    // EAST-WEA-6: Soviets break through in Snow, nobody in Mud.
    let soviets = |turn: u8| {
        let attack = [from("0", "", &[a("a Soviet INF army 16")])];
        fight(&situation(&format!("turn = {turn}"), &attack, &[d("b German INF army 4")]))
    };
    assert_eq!(roll(&soviets(10), 6).result, CombatResult::Breakthrough);
    assert_eq!(roll(&soviets(11), 6).result, CombatResult::DefendersEliminated);
    // EAST-RES-3: a breakthrough attack earns no third one, but advances as BR.
    let second = fight(&infantry("turn = 2\nbreakthrough = true", ""));
    let br = roll(&second, 6);
    assert!(!second.allows_second_attack(&br));
    assert_eq!(second.advance(&br), Some(Reach { mobile: 3, foot: 2 }));
}

#[test]
fn x16_ae() {
    // EAST-RES-11, EAST-RES-13
    let attack = |keys: &str| {
        [
            from("0", keys, &[a("five Soviet INF army 5"), a("four Soviet INF corps 4")]),
            from("1", keys, &[a("three Soviet CAV corps 3")]),
        ]
    };
    let at = |keys: &str, defender: &str| situation("turn = 5", &attack(keys), &[d(defender)]);
    let open = fight(&at("", "b Romanian INF army 8"));
    assert_eq!(open.column(), "3:2");
    assert_eq!(roll(&open, 1).result, CombatResult::Exchange);
    assert_eq!(roll(&open, 2).result, CombatResult::Nothing);
    let even = fight(&at("", "b Romanian INF army 12"));
    let ae = roll(&even, 1);
    assert_eq!(ae.result, CombatResult::AttackersEliminated);
    assert_eq!(even.bill(&ae).unwrap().ways, [crate::common::group(&[0, 1, 2])]);
    let shifted = fight(&at("across = \"river\"", "b Romanian INF army 8"));
    assert_eq!(shifted.column(), "1:1");
    let bill = shifted.bill(&roll(&shifted, 1)).unwrap();
    assert_eq!(bill.price, Factor::whole(8));
    assert_eq!(bill.ways, [crate::common::group(&[0, 2]), crate::common::group(&[0, 1])]);
    assert_eq!(shifted.attackers_lost(&roll(&shifted, 1)), (Factor::whole(8), Factor::whole(9)));
    let words = told(&at("across = \"river\"", "b Romanian INF army 8"), 1);
    assert!(
        words.contains("attackers lose 8 or more: five + three or five + four (9); the others Dispersed"),
        "{words}"
    );
}

#[test]
fn res_12_d_ae_strikes_both() {
    // EAST-RES-12, EAST-RES-11: at 1:3 a 4 disperses the army of 12 and costs everything that attacked.
    let battle = fight(&situation(
        "turn = 5",
        &[from("0", "", &[a("a German INF army 4")])],
        &[d("b Soviet INF army 12")],
    ));
    let outcome = roll(&battle, 4);
    assert_eq!(outcome.result, CombatResult::DispersalAndLosses);
    assert_eq!(fates(&outcome), [DISPERSED]);
    assert_eq!(battle.bill(&outcome).unwrap().ways, [crate::common::group(&[0])]);
}

#[test]
fn h3_ae_eliminates_every_attacker() {
    // EAST-H3, EAST-H4
    let attack = [from("0", "across = \"lake\"", &[a("a German INF army 8"), a("b German INF corps 8")])];
    let defenders = [d("c Soviet INF army 8")];
    let usual = fight(&situation("turn = 5", &attack, &defenders));
    assert_eq!(usual.bill(&roll(&usual, 1)).unwrap().ways.len(), 2, "EAST-R48: printed factors pay");
    let house = situation("turn = 5\nhouse-rules = [\"H3\", \"h4\"]", &attack, &defenders);
    let battle = fight(&house);
    assert_eq!(battle.bill(&roll(&battle, 1)).unwrap().ways, [crate::common::group(&[0, 1])]);
    assert!(facts(&house).contains("[EAST-H3]") && facts(&house).contains("[EAST-H4]"));
}

#[test]
fn x22_ter_22_a_city_without_units() {
    // EAST-TER-22, EAST-TER-27, EAST-ATT-2: Odessa's own factor alone, D = 1.
    let city = |head: &str, attack: &[String]| {
        situation(&format!("turn = 3\ntarget = {{ place = \"Odessa\" }}{head}"), attack, &[])
    };
    let attack = [from("0", "", &[a("a German INF corps 2")])];
    let battle = fight(&city("", &attack));
    assert_eq!(battle.strengths(), (Factor::whole(2), Factor::ONE));
    assert_eq!(battle.column(), "2:1");
    // X at 1, D at 2, dw at 3, DW at 4, DR at 5 and 6.
    let falls: Vec<bool> = (1..=6).map(|face| roll(&battle, face).city_falls).collect();
    assert_eq!(falls, [true, false, false, false, true, true]);
    let x = roll(&battle, 1);
    assert_eq!(battle.attackers_lost(&x), (Factor::whole(2), Factor::whole(2)));
    assert_eq!(battle.empties_the_hex(&x), Some(true));
    assert_eq!(battle.advance(&roll(&battle, 5)), Some(Reach { mobile: 2, foot: 1 }));
    assert!((1..=6).all(|face| roll(&battle, face).voluntary.is_none()), "no voluntary exchange");
    // The river shift applies; under EAST-H1 the city counts as one unit (EAST-R55).
    let river = [from("0", "across = \"river\"", &[a("a German INF corps 3")])];
    assert_eq!(fight(&city("", &river)).column(), "2:1");
    assert_eq!(
        fight(&situation("turn = 3\nhouse-rules = [\"h1\"]\ntarget = { place = \"Odessa\" }", &river, &[]))
            .column(),
        "2:1"
    );
    // Romanians cannot pay for the exchange: AE, and the one factor costs the smallest group that covers it.
    let allies = [from("0", "", &[a("a Romanian INF corps 2")])];
    let battle = fight(&city("", &allies));
    assert_eq!(roll(&battle, 1).result, CombatResult::AttackersEliminated);
    assert!(!roll(&battle, 1).city_falls);
    // An empty hex, or one whose factors are gone, cannot be attacked, nor can Soviets attack their own city.
    let gone = situation("turn = 3\ntarget = { place = \"Odessa\", taken = true }", &attack, &[]);
    assert_eq!(refusal(&gone).clause.0, "EAST-ATT-2");
    let own = city("", &[from("0", "", &[a("a Soviet INF corps 2")])]);
    assert_eq!(refusal(&own).clause.0, "EAST-ATT-2");
    assert!(facts(&city("", &attack)).contains("[EAST-TER-22]"));
}

#[test]
fn ter_27_a_garrisoned_city_keeps_its_factors_until_entered() {
    // EAST-TER-27, EAST-TER-20: D counts them; a DR empties the hex of units and lets the attackers in.
    let attack = [from("0", "", &[a("a German INF army 20")])];
    let odessa =
        situation("turn = 3\ntarget = { place = \"Odessa\" }", &attack, &[d("b Soviet ARM corps 2")]);
    let battle = fight(&odessa);
    assert_eq!(battle.strengths(), (Factor::whole(20), Factor::whole(5)));
    let dr = roll(&battle, 3);
    assert_eq!(
        (dr.result, dr.city_falls, battle.empties_the_hex(&dr)),
        (CombatResult::Retreat, false, Some(true))
    );
    assert!(facts(&odessa).contains("[EAST-TER-27]"));
}

#[test]
fn res_14_one_die_settles_the_battle() {
    // EAST-RES-14, EAST-CRT-5
    let battle = fight(&infantry("turn = 2", ""));
    let ends = chance::odds(&battle).unwrap();
    assert_eq!(ends.paths(), 6);
    assert!(ends.iter().all(|(end, chance)| battle.is_done(end) && chance >= Fraction::new(1, 6)));
    assert_eq!(Battle::KIND, "battle");
}
