//! The clauses of the combat chapter, case by case.

use crate::common::{
    DUEL, EVADING, THREE_ON_ONE, column, lines, odds_of, plain, question, refused_by, situation,
};
use kit::{Column, Factor, Fraction, Inquiry, Rules, Sums, chance, testing::assert_rolls_agree};
use sandtable_battleline::battle::{Battle, Fate};

/// LINE-R1 and LINE-R2 with their house rules.
#[test]
fn line_r1_line_r2_house_rules_move_the_ends_of_the_ladder() {
    assert_eq!(column(&plain(1, 4, "house-rules.low_odds_allowed = true")), "1-3");
    assert_eq!(column(&plain(10, 2, "house-rules.five_inclusive = true")), ">5-1");
    assert_eq!(column(&plain(9, 2, "house-rules.five_inclusive = true")), "4-1");
}

/// LINE-CRT-6 for attackers; LINE-RES-23: so an attacker can be lost though no cell says so.
#[test]
fn line_crt_6_line_res_23_a_disrupted_attacker_is_lost_by_any_a_result() {
    let spent = DUEL.replace("unit = 'HAS'", "unit = 'HAS'\nstatus = 'disrupted'");
    // A' 2 against 5 reads 1-3: ARt, ARt, AR, AR, AD, D.
    assert_eq!(odds_of(&spent), "attacker eliminated 5/6, D 1/6");
    let literal = format!("house-rules.disrupt_literal = true\n{spent}");
    assert_eq!(odds_of(&literal), "attacker eliminated 1/6, ARt 1/3, AR 1/3, D 1/6");
}

/// LINE-X-EVA-1 with LINE-X-MOR-3: who fails to evade takes the Stand Test that is due.
#[test]
fn line_x_eva_1_a_failed_evasion_goes_on_to_the_stand_test() {
    let rear = format!("{EVADING}from = 'rear'");
    // Morale 4 - 3 = 1: evades 1/6, then stands 1/6; on >5-1 D 1/6, R 1/3, Rt 1/3, E 1/6.
    assert_eq!(odds_of(&rear), "D 5/216, R 5/108, Rt 20/27, E 5/216, evaded 1/6");
}

/// LINE-X-CMB-7, LINE-R9, LINE-R36, LINE-R37.
#[test]
fn line_r9_all_attackers_suffer_if_the_house_says_so() {
    let all = format!("house-rules.all_attackers_suffer = true\n{THREE_ON_ONE}");
    let odds = chance::odds(&question::<Battle>(&all)).unwrap();
    for place in 1..=3 {
        assert_eq!(odds.chance(|end| end.fates[place] == Fate::Disrupted), Fraction::new(1, 3));
    }
    let named = THREE_ON_ONE.replace("hex = '0706'", "hex = '0706'\nlead = true");
    assert_eq!(refused_by::<Battle>(&named), "LINE-X-CMB-7", "3 is not the most");
    let twins = "[defender]\nunit = 'LIB'\n[[attackers]]\nunit = 'HAS'\n[[attackers]]\nunit = 'HAS'\nfrom = 'right-front'\n";
    let lead = |text: &str| {
        let odds = chance::odds(&question::<Battle>(text)).unwrap();
        [1, 2].map(|place| odds.chance(|end| end.fates[place] != Fate::Steady) > Fraction::ZERO)
    };
    assert_eq!(lead(twins), [true, false], "LINE-R37: the first of equals");
    assert_eq!(lead(&format!("{twins}lead = true")), [false, true]);
    let both = twins.replace("unit = 'HAS'", "unit = 'HAS'\nlead = true");
    assert_eq!(refused_by::<Battle>(&both), "LINE-X-CMB-7");
}

/// LINE-R6 with `pinned_factor`: the worse of facing and pin counts, and a rear attack pins altogether.
#[test]
fn line_r6_pinned_factor() {
    let pinned = |row: u8, towards: &str| {
        format!(
            "house-rules.pinned_factor = true\n[defender]\nunit = 'MER'\n[[attackers]]\nunit = 'SPA'\npinned-by = {row}\ntowards = '{towards}'\n"
        )
    };
    assert_eq!(
        lines::<Battle>(&pinned(3, "right-front"), "attack")[1..],
        ["-2 pinned by the attack on it [LINE-R6]"]
    );
    assert_eq!(
        lines::<Battle>(&pinned(2, "right-rear"), "attack")[1..],
        ["-2 attacks through its row 3 [LINE-DIR-4]"]
    );
    assert_eq!(refused_by::<Battle>(&pinned(4, "front")), "LINE-R6");
    assert_eq!(refused_by::<Battle>(&pinned(5, "front")), "LINE-R6");
    let off = pinned(4, "front").replace("true", "false");
    assert_eq!(column(&off), "1-1", "without the house rule a pin means nothing");
}

/// LINE-RES-1 to LINE-RES-4, LINE-RES-7, LINE-RES-8, LINE-RES-11, LINE-RES-13, LINE-RES-14, LINE-RES-19: what each
/// result leaves on the table.
#[test]
fn line_res_1_to_line_res_20_each_result_in_words() {
    let told = |text: &str, faces: &[u16]| {
        let kind = sandtable_battleline::RULEBOOK.kind("battle").unwrap();
        let script = kit::Throwing::Script(kit::Scripted::faces(faces));
        let rolled = kind.ask(None, "test", text, script).unwrap().rolled.unwrap();
        format!("{}: {}", rolled.result, rolled.words)
    };
    let rear = "[defender]\nunit = 'SOC'\n[[attackers]]\nunit = 'HCC'\nfrom = 'rear'\n";
    assert_eq!(told(rear, &[1, 1]), "D: SOC is Disrupted", "LINE-RES-1, LINE-RES-2");
    assert_eq!(
        told(rear, &[1, 3]),
        "R: SOC retreats 3 movement factors, Disrupted",
        "LINE-RES-3, LINE-RES-4"
    );
    assert_eq!(told(rear, &[2, 5]), "Rt: SOC routs 6 movement factors, Disrupted", "LINE-RES-7, LINE-RES-8");
    assert_eq!(told(rear, &[6]), "Rt: SOC routs 6 movement factors, Disrupted", "a failed Stand Test");
    assert_eq!(told(rear, &[1, 6]), "E: SOC is eliminated", "LINE-RES-11");
    assert_eq!(told(DUEL, &[2]), "AD: HAS is Disrupted", "LINE-RES-13, LINE-RES-14");
    assert_eq!(
        told(DUEL, &[1]),
        "AR: HAS retreats 3 movement factors, Disrupted",
        "LINE-RES-15, LINE-RES-16"
    );
    let hopeless = plain(1, 3, "");
    assert_eq!(
        told(&hopeless, &[2]),
        "ARt: MI routs 8 movement factors, Disrupted",
        "LINE-RES-19, LINE-RES-20"
    );
}

/// LINE-X-CMD-4, LINE-X-CMD-5, LINE-X-CMD-6: a leader helps to strike and to stand, and may fall with his unit.
#[test]
fn line_x_cmd_4_line_x_cmd_5_line_x_cmd_6_leaders() {
    let led = "
        [defender]
        unit = 'SOC'
        leaders = ['Servilius', 'Paullus']
        [[attackers]]
        unit = 'HCC'
        leaders = ['Hannibal', 'Mago']
        from = 'rear'
    ";
    let attack = ["+5 printed attack [LINE-X-UNI-1]", "+1 leader in the hex [LINE-X-CMD-5]"];
    assert_eq!(lines::<Battle>(led, "attack"), attack, "once, however many leaders");
    assert_eq!(
        lines::<Battle>(led, "stand test")[2..],
        ["+1 leader in the hex [LINE-X-CMD-4]"],
        "the larger bonus only"
    );
    // Stands 3/6, then E 1/6: eliminated 1/12; each leader falls 1/3.
    let odds = chance::odds(&question::<Battle>(led)).unwrap();
    assert_eq!(odds.chance(|end| end.fates[0] == Fate::Eliminated), Fraction::new(1, 12));
    assert_eq!(odds.chance(|end| end.fallen.count_ones() == 2), Fraction::new(1, 108));
    assert_eq!(odds.chance(|end| end.fallen.is_power_of_two()), Fraction::new(4, 108));
    let last = led.replace("unit = 'SOC'", "unit = 'SOC'\nlast-of-army = true");
    let odds = chance::odds(&question::<Battle>(&last)).unwrap();
    assert_eq!(odds.chance(|end| end.fallen == 0b11), Fraction::new(1, 12), "nobody to go to, LINE-R35");
}

/// LINE-X-MOR-5: a rout shakes friends in Good Order that are not light foot, unless light foot routs.
#[test]
fn line_x_mor_5_carry_away_on_the_way_of_a_rout() {
    let passes = "rout-passes = [{ unit = 'GAL' }, { unit = 'LSK' }, { unit = 'LIB', status = 'disrupted' }, { unit = 'LIB' }]";
    let rout = |unit: &str| {
        format!("[defender]\nunit = '{unit}'\n{passes}\n[[attackers]]\nunit = 'HCC'\nfrom = 'rear'\n")
    };
    let odds = chance::odds(&question::<Battle>(&rout("SOC"))).unwrap();
    let routs = Fraction::new(7, 9);
    assert_eq!(odds.chance(|end| end.fates[0] == Fate::Routs), routs);
    // GAL (morale 4) fails 1/3, LIB (morale 5) 1/6: both stand 2/3 x 5/6 = 5/9.
    assert_eq!(odds.chance(|end| end.fates[0] == Fate::Routs && end.shaken == 0), Fraction::new(35, 81));
    assert_eq!(odds.chance(|end| end.shaken.count_ones() == 2), Fraction::new(7, 9 * 18));
    assert_eq!(odds.chance(|end| end.shaken != 0 && end.fates[0] != Fate::Routs), Fraction::ZERO);
    let odds = chance::odds(&question::<Battle>(&rout("VEL"))).unwrap();
    assert_eq!(odds.chance(|end| end.shaken != 0), Fraction::ZERO);
}

/// LINE-X-CAN-2 and LINE-X-ZAM-1.
#[test]
fn line_x_can_2_line_x_zam_1_special_rules_of_the_battles() {
    let levies =
        "scenario = 'cannae'\n[defender]\nunit = 'SOC'\n[[attackers]]\nunit = 'HCC'\nfrom = 'left-rear'\n";
    assert_eq!(lines::<Battle>(levies, "stand test")[1], "-1 raw levies at Cannae [LINE-X-CAN-2]");
    assert_eq!(
        lines::<Battle>(&levies.replace("SOC", "PRI"), "stand test").len(),
        2,
        "principes are no levies"
    );
    let lanes = "scenario = 'zama'\n[defender]\nunit = 'HAS'\nlight-foot-adjacent = true\n[[attackers]]\nunit = 'ELE'\n";
    assert_eq!(column(lanes), "1-1");
    assert_eq!(column(&lanes.replace("light-foot-adjacent = true", "")), "1.5-1");
    assert_eq!(column(&lanes.replace("HAS", "NUM")), "3-1", "only HAS, PRI, TRI and SOC keep lanes");
}

/// LINE-X-CMB-3: what bars a unit from an attack.
#[test]
fn line_x_cmb_3_who_may_not_join() {
    let attack = |defender: &str, attacker: &str| {
        format!("[defender]\nunit = 'SPA'\n{defender}\n[[attackers]]\nunit = 'ELE'\n{attacker}\n")
    };
    let cases = [
        (attack("", "level = 2"), "LINE-X-CMB-3"),
        (attack("", "hexside = 'river'"), "LINE-X-CMB-3"),
        (attack("terrain = 'wood'", ""), "LINE-X-CMB-3"),
        (attack("terrain = 'camp'", ""), "LINE-X-CMB-3"),
        (attack("terrain = 'water'", ""), "LINE-X-MOV-3"),
        (attack("", "marching = true"), "LINE-X-STA-2"),
        (attack("", "marching = true\nstatus = 'disrupted'"), "LINE-X-STA-2"),
        (attack("", "attacked = true"), "LINE-X-CMB-2"),
        (attack("attacked = true", ""), "LINE-X-CMB-2"),
        (attack("hex = '0505'\nfacing = 3", "hex = '0507'\nfacing = 0"), "LINE-X-CMB-2"),
        (attack("hex = '0505'\nfacing = 3", "hex = '0506'"), "LINE-DIR-1"),
        (attack("hex = '0505'\nfacing = 3", "hex = '0506'\nfacing = 0\nfrom = 'front'"), "LINE-DIR-1"),
        (attack("", "[[attackers]]\nunit = 'SPA'"), "LINE-X-STK-1"),
        (attack("leaders = ['Mago']", "leaders = ['Mago']"), "LINE-X-CMD-1"),
        (attack("", "leaders = ['Hannibal', 'Mago', 'Hanno', 'Hasdrubal', 'Tychaeus']"), "LINE-X-CMD-1"),
    ];
    for (text, clause) in cases {
        assert_eq!(refused_by::<Battle>(&text), clause, "{text}");
    }
    assert_eq!(refused_by::<Battle>("attackers = []\n[defender]\nunit = 'SPA'"), "LINE-X-CMB-2");
    assert_eq!(
        column(&attack("", "hexside = 'ford'\nlevel = -1")),
        "1-1",
        "a ford and a slope can be attacked across"
    );
}

/// LINE-X-CMB-6, LINE-R7, LINE-R34: in a camp the row is 1, marching or not, and there is no Stand Test.
#[test]
fn line_x_cmb_6_line_r34_a_camp_has_no_rear() {
    let camp = "[defender]\nunit = 'PRI'\nterrain = 'camp'\n[[attackers]]\nunit = 'HCC'\nfrom = 'rear'\n";
    assert!(lines::<Battle>(camp, "stand test").is_empty());
    assert_eq!(
        lines::<Battle>(camp, "defence")[1..],
        ["+2 T3-12: behind the works of a camp [LINE-X-CMB-5]"]
    );
    assert_eq!(
        lines::<Battle>(camp, "attack")[1..],
        ["-2 T3-7: horse against the front of formed foot [LINE-X-CMB-4]"]
    );
    let marching = camp.replace("terrain", "marching = true\nterrain");
    assert_eq!(odds_of(&marching), odds_of(camp));
}

/// LINE-X-CMB-4, LINE-X-CMB-5: every case of Table 3, and the floor of 1 before Table 5.
#[test]
fn line_x_cmb_4_line_x_cmb_5_table_3() {
    let sums = |defender: &str, attacker: &str| {
        let text = format!(
            "house-rules.low_odds_allowed = true\n[defender]\n{defender}\n[[attackers]]\n{attacker}\n"
        );
        let mut sums = Sums::default();
        Battle::prepare(Rules::published(), &situation::<Battle>(&text), &mut sums).unwrap();
        let total = |part| kit::Tally::total(&sums, part).floor();
        (total(kit::Part::ATTACK), total(kit::Part::DEFENCE))
    };
    let lib = "unit = 'LIB'";
    let cases = [
        ("T3-1", sums("unit = 'LIB'\nlevel = 1", "unit = 'SPA'"), (4, 5)),
        ("T3-2", sums(lib, "unit = 'SPA'\nlevel = 1"), (6, 5)),
        ("T3-3", sums(lib, "unit = 'SPA'\nhexside = 'stream'"), (4, 5)),
        ("T3-4 own", sums(lib, "unit = 'PHA'\nterrain = 'rough'"), (5, 5)),
        ("T3-4 once", sums("unit = 'LIB'\nterrain = 'wood'", "unit = 'PHA'\nterrain = 'rough'"), (5, 5)),
        ("T3-5", sums(lib, "unit = 'HAS'\nterrain = 'marsh'"), (4, 5)),
        ("T3-5 rough", sums(lib, "unit = 'HAS'\nterrain = 'rough'"), (5, 5)),
        ("T3-6", sums("unit = 'GAL'\nterrain = 'rough'", "unit = 'NUM'"), (2, 3)),
        ("T3-7", sums(lib, "unit = 'NUM'"), (1, 5)),
        ("T3-7 disrupted", sums("unit = 'LIB'\nstatus = 'disrupted'", "unit = 'NUM'"), (3, 3)),
        ("T3-7 row 3", sums(lib, "unit = 'NUM'\nfrom = 'right-rear'"), (3, 4)),
        ("T3-8", sums("unit = 'VEL'", "unit = 'ELE'"), (4, 2)),
        ("T3-9", sums("unit = 'ELE'", "unit = 'VEL'"), (3, 4)),
        ("T3-10", sums("unit = 'PHA'\nterrain = 'rough'", "unit = 'SPA'"), (5, 4)),
        (
            "T3-10 floor",
            sums("unit = 'PHA'\nterrain = 'rough'\nstatus = 'disrupted'", "unit = 'SPA'"),
            (5, 1),
        ),
        ("T3-11", sums("unit = 'GAL'\nterrain = 'wood'", "unit = 'SPA'"), (5, 4)),
        ("T3-12", sums("unit = 'GAL'\nterrain = 'camp'", "unit = 'SPA'"), (5, 5)),
    ];
    for (case, found, expected) in cases {
        assert_eq!(found, expected, "{case}");
    }
    let own = "unit = { class = 'PH', attack = 7, defence = 2, morale = 5, movement = 3 }\nterrain = 'wood'";
    assert_eq!(sums(own, "unit = 'SPA'"), (5, 1), "Table 3 leaves 1");
    assert_eq!(sums(own, "unit = 'SPA'\nfrom = 'left-rear'"), (5, 0), "and row 3 takes it, LINE-R3");
}

/// LINE-R31, LINE-X-CMB-8: the ladder says how far the next column is.
#[test]
fn line_x_cmb_8_the_report_says_what_is_missing() {
    let kind = sandtable_battleline::RULEBOOK.kind("battle").unwrap();
    let report = kind.ask(None, "test", THREE_ON_ONE, kit::Throwing::Nothing).unwrap();
    let fact = |label: &str| report.facts.iter().find(|fact| fact.label == label).unwrap().words.clone();
    assert_eq!(fact("column"), "12 against 5 reads 2-1");
    assert_eq!(fact("next column"), "1 more attack would make it 2.5-1");
    assert_eq!(fact("to spare"), "2 attack can be left out for the same odds");
    assert_eq!(report.chart.unwrap().columns, ["2-1"]);
    let ladder = &crate::common::charts().ladder;
    assert_eq!(ladder.reach(Factor::whole(12), Factor::whole(5)), Some(Column(4)));
    assert_eq!(report.expected[0].mean, Fraction::ZERO);
}

/// LINE-X-ADV-1, LINE-X-ADV-2, LINE-X-ADV-4: who follows up.
#[test]
fn line_x_adv_4_the_impetuous_must_advance() {
    let advance = |text: &str| {
        let said = situation::<Battle>(text);
        let facts = question::<Battle>(text).facts(&said);
        facts.into_iter().find(|fact| fact.label == "advance").unwrap().clause
    };
    assert_eq!(advance(DUEL), "LINE-X-ADV-1");
    assert_eq!(advance(&DUEL.replace("'HAS'", "'GAL'")), "LINE-X-ADV-4");
    assert_eq!(
        advance("[defender]\nunit = 'GAL'\nterrain = 'camp'\n[[attackers]]\nunit = 'HCC'\n"),
        "LINE-X-ADV-2"
    );
}

#[test]
fn a_million_rolls_agree() {
    let example = sandtable_battleline::RULEBOOK.kind("battle").unwrap().example;
    assert_rolls_agree(&question::<Battle>(example), 1_000_000, 1);
}

/// LINE-X-MAP-1, LINE-X-MAP-5: where a battle is named and units have hexes, its map brings ground, levels and hexsides.
#[test]
fn a_question_reads_its_map() {
    use sandtable_battleline::{Scenario, content::LineContent};
    let field = LineContent::published().battle(Scenario::Cynoscephalae);
    let ask = |text: &str| kit::Kind::of::<Battle>().ask(None, "test", text, kit::Throwing::Nothing);
    // Any two neighbours of which one stands higher.
    let slope = field.map.hexes().find_map(|low| {
        let above = |high: &kit::HexId| field.level[high.index()] == field.level[low.index()] + 1;
        let found = field.map.neighbours(low).find(above);
        found.map(|high| (low, high))
    });
    let (low, high) = slope.expect("a battle fought on hills");
    let way = |from: kit::HexId, to: kit::HexId| field.map.direction(from, to).unwrap().index();
    let question = |more: &str| {
        format!(
            "scenario = 'cynoscephalae'\n[defender]\nunit = 'PHA'\nhex = '{}'\nfacing = {}\n{more}[[attackers]]\nunit = 'HAS'\nhex = '{}'\nfacing = {}\n",
            field.number(high),
            way(high, low),
            field.number(low),
            way(low, high),
        )
    };
    let report = ask(&question("")).unwrap();
    let map = &report.facts.iter().find(|fact| fact.label == "map").unwrap().words;
    let level = field.level[high.index()];
    assert!(
        map.starts_with(&format!("{} ", field.number(high))) && map.contains(&format!("level {level}")),
        "{map}"
    );
    let denied = ask(&question(&format!("level = {}\n", level + 5))).unwrap_err().to_string();
    assert!(denied.contains("the map says otherwise"), "{denied}");
}
