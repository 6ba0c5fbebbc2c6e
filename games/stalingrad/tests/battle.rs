//! Ground combat: the worked examples, strengths, shifts, columns and refusals.

mod common;

use common::{prepare, read, refusal, refused_by};
use kit::{
    Column, Factor, Fraction, Inquiry, Part, Reckoning, Scripted, Sums, Tally, chance,
    testing::assert_rolls_agree,
};
use proptest::prelude::*;
use sandtable_stalingrad::{
    RULEBOOK,
    battle::{Battle, Consequences},
    charts,
    results::{Fate, GroundResult},
};

fn part(num: u128, den: u128) -> Fraction {
    Fraction::new(num, den)
}

fn whole(n: i32) -> Factor {
    Factor::whole(n)
}

fn head(battle: &Battle) -> &'static str {
    let Column(place) = battle.column().expect("the attack takes place");
    &RULEBOOK.sheet("crt").unwrap().heads()[place as usize]
}

/// The chance of ends whose consequences satisfy `wanted`.
fn chance_of(battle: &Battle, wanted: impl Fn(&Consequences) -> bool) -> Fraction {
    let odds = chance::odds(battle).unwrap();
    odds.chance(|end| battle.result(end).is_some_and(|result| wanted(&battle.consequences(result))))
}

fn result_chance(battle: &Battle, result: GroundResult) -> Fraction {
    chance::odds(battle).unwrap().chance(|end| battle.result(end) == Some(result))
}

const W1: &str = r#"
side = "german"
close-support = 1
attackers = [
  { unit = "295.ID/516.R", at = "1112" },
  { unit = "295.ID/517.R", at = "1112" },
  { unit = "295.ID/518.R", at = "1112" },
  { unit = "Pz.R.24", at = "1113" },
  { unit = "21.PzGR", at = "1113" },
]
defenders = [{ unit = "112.RD", at = "1212" }]
[hexes]
1112 = "slope"
1113 = "slope"
1212 = "summit"
"#;

/// STAL-PAN-2, STAL-PAN-3, STAL-CRT-2, STAL-TER-7, STAL-AIR-5, STAL-NOR-5
#[test]
fn w1_storm_of_the_summit() {
    let battle = prepare::<Battle>(W1);
    assert_eq!((battle.attack, battle.defence, head(&battle)), (whole(9), whole(4), "3:1"));
    let odds = assert_rolls_agree(&battle, 1_000_000, 1);
    assert_eq!(odds.len(), 6);
    let free = |end: &Consequences| end.clears() && end.required == Factor::ZERO;
    assert_eq!(chance_of(&battle, free), part(3, 6), "DE, and D2 made DE");
    assert_eq!(
        chance_of(&battle, |end| end.defenders[0].fate == Fate::Disrupted),
        part(2, 6),
        "D, and D1 made D"
    );
    assert_eq!(chance_of(&battle, |end| end.clears() && end.required == whole(4)), part(1, 6), "X");
}

/// STAL-CRT-3
#[test]
fn w1_the_reckoning_is_the_computation() {
    let situation = read::<Battle>(W1);
    let mut reckoning = Reckoning::default();
    Battle::prepare(&situation, &mut reckoning).unwrap();
    let lines: Vec<(&str, String, &str)> =
        reckoning.lines().iter().map(|line| (line.who, line.amount.signed(), line.clause.0)).collect();
    assert_eq!(lines[3], ("Pz.R.24", "+1".into(), "STAL-UNI-2"));
    assert_eq!(
        lines[5..],
        [
            ("112.RD", "+2".into(), "STAL-UNI-2"),
            ("112.RD", "+2".into(), "STAL-TER-7"),
            ("", "+1".into(), "STAL-AIR-5"),
        ]
    );
    assert_eq!(reckoning.total(Part::ATTACK), whole(9));
}

/// A German attack from 0809 on a Russian unit in 0910, all open, with these factors.
fn open_attack(attack: &str, defence: &str, more: &str) -> String {
    format!(
        "side = 'german'\nattackers = [{{ unit = {{ name = 'A', kind = 'infantry', factor = {attack} }}, at = '0809' ATTACKER }}]\n\
         defenders = [{{ unit = {{ name = 'D', kind = 'rifle-brigade', factor = {defence} }}, at = '0910' DEFENDER }}]\n\
         {more}\n[hexes]\n0809 = 'open'\n0910 = 'open'\n"
    )
    .replace(" ATTACKER", "")
    .replace(" DEFENDER", "")
}

fn column_of(attack: &str, defence: &str) -> &'static str {
    head(&prepare::<Battle>(&open_attack(attack, defence, "")))
}

/// STAL-CRT-2, STAL-CRT-5
#[test]
fn w2_rounding_of_odds() {
    assert_eq!(column_of("5.5", "4"), "1:1");
    assert_eq!(column_of("7", "2"), "3:1");
    assert_eq!(column_of("19", "2"), "7:1");
    assert_eq!(column_of("8", "1"), "7:1");
    assert_eq!(column_of("10", "1"), "10:1");
    assert_eq!(column_of("3", "2"), "3:2");
    assert_eq!(column_of("2", "3"), "1:2");
    assert_eq!(column_of("1", "5"), "1:5");
    assert_eq!(refused_by::<Battle>(&open_attack("1", "5.5", "")), "STAL-CRT-5");
    assert_eq!(column_of("50", "1"), "10:1");
}

/// STAL-CRT-1
#[test]
fn every_column_of_the_chart_is_read_as_printed() {
    let crt = RULEBOOK.sheet("crt").unwrap();
    for (place, head) in crt.heads().iter().enumerate() {
        let (attack, defence) = head.split_once(':').unwrap();
        let battle = prepare::<Battle>(&open_attack(attack, defence, "exchange = false"));
        for face in 1..=6u16 {
            let end = chance::roll(&battle, &mut Scripted::faces(&[face]));
            let row = usize::from(face) - 1;
            assert_eq!(battle.result(&end).unwrap().name(), crt.cells(row)[place], "{head}, {face}");
        }
    }
}

/// STAL-DIE-1
#[test]
fn index_b_reads_the_chart_from_the_bottom() {
    let battle = prepare::<Battle>(&open_attack("3", "1", "die-index = 'B'"));
    let rolled = |face| battle.result(&chance::roll(&battle, &mut Scripted::faces(&[face]))).unwrap().name();
    assert_eq!([6, 1].map(rolled), ["DE", "X"]);
}

/// STAL-SUP-6, STAL-CRT-5, STAL-R2
#[test]
fn w3_unsupplied_attack_at_the_bottom() {
    let unsupplied = |attack: &str, defence: &str| {
        open_attack(attack, defence, "").replace("at = '0809'", "at = '0809', unsupplied = true")
    };
    let battle = prepare::<Battle>(&unsupplied("1", "4"));
    assert_eq!(head(&battle), "1:5");
    let chances =
        [GroundResult::BothSuffer, GroundResult::AttackerDisrupted, GroundResult::AttackerEliminated];
    assert_eq!(chances.map(|result| result_chance(&battle, result)), [part(1, 6), part(1, 6), part(4, 6)]);
    assert_eq!(refused_by::<Battle>(&unsupplied("1", "5")), "STAL-CRT-5");
}

const STRONG: &str = r#"
side = "german"
attackers = [{ unit = { name = "A", kind = "infantry", factor = 2 }, at = "1310" },
             { unit = { name = "B", kind = "infantry", factor = 1 }, at = "1310" }]
defenders = [{ unit = "112.RD", at = "1410" }, { unit = "42.RB", at = "1410" }]
hexes = { 1310 = "urban", 1410 = "strongpoint" }
"#;

/// STAL-RES-5, STAL-R5, STAL-EXC-11
#[test]
fn w5_x_against_a_stronger_defender() {
    let battle = prepare::<Battle>(STRONG);
    assert_eq!((battle.attack, battle.defence, head(&battle)), (whole(3), whole(6), "1:2"));
    let end = battle.consequences(GroundResult::Exchange);
    assert_eq!(result_chance(&battle, GroundResult::Exchange), part(1, 6));
    assert_eq!(end.lost.count(), 2, "all attackers");
    assert_eq!(end.defenders[0].fate, Fate::Disrupted, "112.RD is left with D");
    assert_eq!(end.defenders[1].fate, Fate::Eliminated, "42.RB, 2 of the 3 lost");
    // STAL-REP-3: back two turns after an exchange, three after DE.
    let text = format!("turn = 4{STRONG}");
    let situation = read::<Battle>(&text);
    let tell = |face| battle.tell(&situation, &chance::roll(&battle, &mut Scripted::faces(&[face]))).words;
    assert_eq!(tell(3), "all attackers are lost; 112.RD Disrupted; 42.RB eliminated, back in turn 6");
    assert!(tell(1).contains("112.RD, 42.RB eliminated, back in turn 7"), "D2 under orders: {}", tell(1));
}

const W6: &str = r#"
side = "german"
attackers = [{ unit = "Pz.R.24", at = "0809" }, { unit = "Pz.R.36", at = "0810" }]
defenders = [{ unit = "42.RB", at = "0910" }]
hexes = { 0809 = "open", 0810 = "open", 0910 = "open" }
"#;

/// STAL-OVR-1, STAL-OVR-2
#[test]
fn w6_armor_overrun() {
    let battle = prepare::<Battle>(W6);
    assert_eq!(head(&battle), "2:1");
    assert_eq!(chance_of(&battle, |end| end.clears() && end.lost.is_empty()), part(2, 6));
    assert_eq!(result_chance(&battle, GroundResult::PushedBack), part(2, 6));
    assert_eq!(result_chance(&battle, GroundResult::Disrupted), part(1, 6));
    assert_eq!(result_chance(&battle, GroundResult::Exchange), part(1, 6));
    // 21. and 26.PzGR with the panzer: 1 + 3 + 3 (STAL-PAN-3).
    let stack = W6.replace(
        "at = \"0809\" },",
        "at = \"0809\" }, { unit = \"21.PzGR\", at = \"0809\" }, { unit = \"26.PzGR\", at = \"0809\" },",
    );
    assert_eq!(prepare::<Battle>(&stack).attack, whole(8));
}

/// STAL-OVR-1, STAL-TER-6
#[test]
fn what_an_overrun_needs() {
    let overruns = |text: &str| {
        let battle = prepare::<Battle>(text);
        battle.effective(GroundResult::Routed, 0) == GroundResult::DefenderEliminated
    };
    assert!(overruns(W6));
    // One panzer against one point: 1 < 2, unless the infantry is Disrupted.
    let one = W6.replace(", { unit = \"Pz.R.36\", at = \"0810\" }", "");
    assert!(!overruns(&one));
    assert!(overruns(&one.replace("at = \"0910\" }", "at = \"0910\", disrupted = true }")));
    // Defending armour counts against it, and alone it cannot be overrun.
    assert!(!overruns(
        &W6.replace("at = \"0910\" }", "at = \"0910\" }, { unit = \"133.TB\", at = \"0910\" }")
    ));
    assert!(!overruns(&W6.replace("42.RB", "133.TB")));
    // Panzer grenadiers are no armour.
    assert!(!overruns(&W6.replace("Pz.R.36", "103.PzGR")));
    // STAL-TER-6: never in the city, nor if one of the hexes is not open.
    assert!(!overruns(&W6.replace("0910 = \"open\"", "0910 = \"urban\"")));
    // The headquarters counts as infantry with its 2.
    assert!(!overruns(&W6.replace("42.RB", "62.A HQ")));
    // Russians overrun too: two brigades over a pioneer in the open.
    let russian = r#"
        side = "russian"
        attackers = [{ unit = "6.TB", at = "0809" }, { unit = "27.TB", at = "0809" }]
        defenders = [{ unit = "Pi.45", at = "0910" }]
        hexes = { 0809 = "open", 0910 = "open" }"#;
    assert!(overruns(russian));
}

const W17: &str = r#"
side = "german"
attackers = [
  { unit = "191.R", at = "1216" }, { unit = "194.R", at = "1216" },
  { unit = "267.R", at = "1117" }, { unit = "274.R", at = "1117" }, { unit = "276.R", at = "1117" },
]
defenders = [{ unit = "35.GRD", at = "1217" }]
balka = ["1216|1217"]
hexes = { 1216 = "urban", 1117 = "urban", 1217 = "strongpoint" }
"#;

/// STAL-TER-3, STAL-EXC-12
#[test]
fn w17_balka() {
    let battle = prepare::<Battle>(W17);
    assert_eq!((battle.attack, battle.defence, head(&battle)), (whole(8), whole(4), "2:1"));
    let facts = battle.facts(&read::<Battle>(W17));
    assert!(facts.iter().any(|fact| fact.label == "order" && fact.clause == "STAL-TER-3"));
    // STAL-EXC-12: halved units pay with their half; X costs 4, so two halved regiments (2) and one whole (2).
    assert_eq!(battle.consequences(GroundResult::Exchange).lost.count(), 2, "two whole ones are fewer");
    let three = W17
        .replace("1117", "1216")
        .replace("1216 = \"urban\", 1216", "1216")
        .replace("{ unit = \"267.R\", at = \"1216\" }, { unit = \"274.R\", at = \"1216\" },", "");
    let alone = prepare::<Battle>(&three);
    assert_eq!((alone.attack, head(&alone)), (whole(3), "1:2"));
}

/// STAL-R56
#[test]
fn a_balka_to_any_attacked_hex_halves() {
    let text = r#"
        side = "german"
        attackers = [{ unit = "191.R", at = "1112" }]
        defenders = [{ unit = "42.RB", at = "1111" }, { unit = "38.RB", at = "1211" }]
        hexes = { 1112 = "slope", 1111 = "open", 1211 = "slope" }
        "#;
    assert_eq!(prepare::<Battle>(text).attack, whole(2));
    assert_eq!(prepare::<Battle>(&format!("balka = ['1111|1112']{text}")).attack, whole(1));
}

/// STAL-PAN-2
#[test]
fn a_lone_panzer_or_pioneer_in_the_city_has_a_half() {
    let text = r#"
        side = "german"
        attackers = [{ unit = "UNIT", at = "1310" }]
        defenders = [{ unit = { name = "D", kind = "rifle-brigade", factor = 0.5 }, at = "1409" }]
        hexes = { 1310 = "urban", 1409 = "urban" }
        "#;
    let strength =
        |unit: &str, more: &str| prepare::<Battle>(&format!("{more}{}", text.replace("UNIT", unit))).attack;
    assert_eq!(strength("Pz.R.24", ""), Factor::halves(1));
    assert_eq!(strength("Pi.45", ""), Factor::halves(1));
    assert_eq!(strength("21.PzGR", ""), whole(2));
    // STAL-R58: company need not attack.
    assert_eq!(strength("Pz.R.24", "bystanders = [{ unit = 'Pi.45', at = '1310' }]"), whole(1));
    // Outside the city always 1.
    assert_eq!(
        prepare::<Battle>(&text.replace("UNIT", "Pz.R.24").replace("1310 = \"urban\"", "1310 = \"open\""))
            .attack,
        whole(1)
    );
    // Across a balka a quarter (STAL-TER-2: effects add up).
    assert_eq!(strength("Pz.R.24", "balka = ['1310|1409']").to_string(), "¼");
    // Defending alone too; two pioneers are company for each other.
    let defend = |units: &str| {
        let text = format!(
            "side = 'russian'\nattackers = [{{ unit = '112.RD', at = '1310' }}]\ndefenders = [{units}]\nhexes = {{ 1310 = 'urban', 1409 = 'urban' }}"
        );
        prepare::<Battle>(&text).defence
    };
    assert_eq!(defend("{ unit = 'Pi.45', at = '1409' }"), Factor::halves(1));
    assert_eq!(defend("{ unit = 'Pi.45', at = '1409' }, { unit = 'Pi.50', at = '1409' }"), whole(2));
}

/// STAL-PAN-1
#[test]
fn panzers_and_pioneers_have_a_factor_of_one() {
    for name in ["Pz.R.24", "Pi.45"] {
        assert_eq!(sandtable_stalingrad::units::Unit::named(name).unwrap().factor, Factor::ONE);
    }
    let text = open_attack("2", "1", "").replace("'infantry', factor = 2", "'panzer', factor = 2");
    let error =
        kit::content::read_situation::<sandtable_stalingrad::battle::Situation>("t", &text).unwrap_err();
    assert!(error.message.contains("STAL-PAN-1"), "{error}");
}

/// STAL-PAN-3, STAL-PAN-4
#[test]
fn panzers_lift_their_neighbours_once() {
    let attack = |units: &[&str], target: &str| {
        let units: Vec<String> =
            units.iter().map(|unit| format!("{{ unit = '{unit}', at = '0809' }}")).collect();
        let text = format!(
            "side = 'german'\nattackers = [{}]\ndefenders = [{{ unit = '42.RB', at = '0910' }}]\nhexes = {{ 0809 = 'open', 0910 = '{target}' }}",
            units.join(",")
        );
        prepare::<Battle>(&text).attack
    };
    assert_eq!(attack(&["Pz.R.24", "21.PzGR"], "open"), whole(4));
    assert_eq!(attack(&["Pz.R.24", "21.PzGR"], "urban"), whole(3), "not against the city");
    assert_eq!(attack(&["Pz.R.24", "Pz.R.36"], "open"), whole(4), "panzers help each other");
    assert_eq!(attack(&["Pz.R.24", "Pz.R.36", "21.PzGR"], "open"), whole(7), "once a unit");
    // STAL-R7: a panzer that takes no part helps nobody.
    let absent = "side = 'german'\nattackers = [{ unit = '21.PzGR', at = '0809' }]\nbystanders = [{ unit = 'Pz.R.24', at = '0809' }]\ndefenders = [{ unit = '42.RB', at = '0910' }]\nhexes = { 0809 = 'open', 0910 = 'open' }";
    assert_eq!(prepare::<Battle>(absent).attack, whole(2));
}

/// STAL-PAN-3, STAL-TER-9
#[test]
fn panzers_defend_in_the_open_or_across_open_sides() {
    let defence = |terrain: &str, more: &str| {
        let text = format!(
            "side = 'russian'\nattackers = [{{ unit = '112.RD', at = '0809' }}]\n\
             defenders = [{{ unit = 'Pz.R.24', at = '0910', disrupted = true }}, {{ unit = '21.PzGR', at = '0910' }}]\n{more}\nhexes = {{ 0809 = 'open', 0910 = '{terrain}' }}"
        );
        prepare::<Battle>(&text).defence
    };
    assert_eq!(defence("open", ""), whole(4), "a Disrupted panzer helps too");
    assert_eq!(defence("urban", ""), whole(3));
    assert_eq!(defence("urban", "open-sides = ['0809|0910']"), whole(4));
}

/// STAL-TER-7, STAL-DIS-3, STAL-UNI-3
#[test]
fn who_is_doubled_where() {
    let defence = |unit: &str, terrain: &str, more: &str| {
        let text = format!(
            "side = 'german'\nattackers = [{{ unit = '516.R', at = '1310' }}]\ndefenders = [{{ unit = '{unit}', at = '1410' {more} }}]\nhexes = {{ 1310 = 'urban', 1410 = '{terrain}' }}"
        );
        prepare::<Battle>(&text).defence
    };
    assert_eq!(defence("42.RB", "strongpoint", ""), whole(2));
    assert_eq!(defence("42.RB", "summit", ""), whole(2));
    assert_eq!(defence("42.RB", "slope", ""), whole(1));
    assert_eq!(defence("133.TB", "strongpoint", ""), whole(1), "tanks are no infantry");
    assert_eq!(defence("42.RB", "strongpoint", ", disrupted = true"), whole(2), "STAL-DIS-3");
    assert_eq!(defence("62.A HQ", "strongpoint", ""), whole(2), "STAL-HQ-2: never doubled");
}

/// STAL-HQ-1, STAL-HQ-2
#[test]
fn the_headquarters_makes_a_strongpoint() {
    let battle = |headquarters: &str, shore: &str| {
        prepare::<Battle>(&format!(
            "side = 'german'\nattackers = [{{ unit = {{ name = 'A', kind = 'infantry', factor = 9 }}, at = '1311' }}]\nshore = [{shore}]\n\
             defenders = [{{ unit = '62.A HQ', at = '1411' {headquarters} }}, {{ unit = '133.TB', at = '1411' }}, {{ unit = '42.RB', at = '1411' }}]\nhexes = {{ 1311 = 'urban', 1411 = 'urban' }}"
        ))
    };
    assert_eq!(battle("", "'1411'").defence, whole(6), "2, and tanks and brigade doubled");
    assert_eq!(battle(", disrupted = true", "'1411'").defence, whole(4), "2 even when Disrupted");
    assert_eq!(battle("", "").defence, whole(4), "not on the shore");
    // STAL-R11: and nobody retreats from it.
    assert_eq!(battle("", "'1411'").effective(GroundResult::Routed, 2), GroundResult::DefenderEliminated);
    assert_eq!(battle("", "").effective(GroundResult::Routed, 2), GroundResult::Routed);
}

/// STAL-HQ-3
#[test]
fn russians_attack_better_around_the_headquarters() {
    let column = |more: &str| {
        let text = format!(
            "side = 'russian'\nattackers = [{{ unit = '112.RD', at = '1310' }}, {{ unit = '42.RB', at = '1311' }}]\ndefenders = [{{ unit = '54.R', at = '1210' }}]\n{more}\nhexes = {{ 1310 = 'urban', 1311 = 'urban', 1210 = 'urban', 1411 = 'urban' }}"
        );
        head(&prepare::<Battle>(&text))
    };
    assert_eq!(column(""), "3:2");
    assert_eq!(column("headquarters = '1311'"), "2:1");
    assert_eq!(column("headquarters = '1411'"), "3:2", "1310 is two hexes from 1411");
    // STAL-ATK-14: it may attack itself, with its 2.
    let own = "side = 'russian'\nattackers = [{ unit = '62.A HQ', at = '1311' }]\ndefenders = [{ unit = '54.R', at = '1210' }]\nhexes = { 1311 = 'urban', 1210 = 'urban' }";
    assert_eq!((prepare::<Battle>(own).attack, head(&prepare::<Battle>(own))), (whole(2), "3:2"));
}

/// STAL-AIR-5, STAL-AIR-1
#[test]
fn close_support_in_the_open_and_in_the_city() {
    let column = |terrain: &str, korps: u8| {
        let text = open_attack("2", "2", &format!("close-support = {korps}"))
            .replace("0910 = 'open'", &format!("0910 = '{terrain}'"));
        head(&prepare::<Battle>(&text))
    };
    assert_eq!([1, 2].map(|korps| column("open", korps)), ["2:1", "4:1"]);
    assert_eq!([1, 2].map(|korps| column("urban", korps)), ["3:2", "2:1"]);
    assert_eq!(column("slope", 1), "3:2");
}

/// STAL-DIS-2, STAL-DIS-7
#[test]
fn half_of_the_defence_disrupted() {
    let column = |first: &str, second: &str| {
        let text = format!(
            "side = 'german'\nattackers = [{{ unit = {{ name = 'A', kind = 'infantry', factor = 3 }}, at = '0809' }}]\n\
             defenders = [{{ unit = '112.RD', at = '0910' {first} }}, {{ unit = '42.RB', at = '0910' {second} }}]\nhexes = {{ 0809 = 'open', 0910 = 'open' }}"
        );
        head(&prepare::<Battle>(&text))
    };
    assert_eq!(column("", ""), "1:1");
    assert_eq!(column("", ", disrupted = true"), "1:1", "1 of 3");
    assert_eq!(column(", disrupted = true", ""), "3:2", "2 of 3, and still worth 2");
    assert_eq!(column(", disrupted = true, unsupplied = true", ""), "2:1", "STAL-SUP-6 adds one");
}

/// STAL-CRT-4
#[test]
fn shifts_are_netted_and_made_once() {
    // +2 for support, -1 for supply: one up from 10:1 and down again stays 10:1, not 7:1.
    let text =
        open_attack("10", "1", "close-support = 1").replace("at = '0809'", "at = '0809', unsupplied = true");
    assert_eq!(head(&prepare::<Battle>(&text)), "10:1");
    let seven = open_attack("7", "1", "").replace("at = '0910'", "at = '0910', unsupplied = true");
    assert_eq!(head(&prepare::<Battle>(&seven)), "10:1", "one shift");
    let down = open_attack("10", "1", "").replace("at = '0809'", "at = '0809', unsupplied = true");
    assert_eq!(head(&prepare::<Battle>(&down)), "7:1");
}

/// STAL-OPA-3, STAL-OPA-5
#[test]
fn support_in_the_older_system() {
    let older = "air-system = 'air-attack-table'\nolder-support = 2";
    assert_eq!(head(&prepare::<Battle>(&open_attack("2", "2", older))), "2:1");
    let city = open_attack("2", "2", older).replace("0910 = 'open'", "0910 = 'urban'");
    assert_eq!(refused_by::<Battle>(&city), "STAL-OPA-5");
    assert_eq!(
        refused_by::<Battle>(&open_attack("2", "2", "air-system = 'air-attack-table'\nclose-support = 1")),
        "STAL-OPA-5"
    );
    assert_eq!(refused_by::<Battle>(&open_attack("2", "2", "older-support = 1")), "STAL-OPA-3");
}

/// STAL-CRT-6
#[test]
fn an_attack_is_reckoned_anew_or_cancelled() {
    let text = |factor: &str, more: &str| {
        format!(
            "side = 'german'\nmoment = 'resolution'\nattackers = [{{ unit = '516.R', at = '0809', dropped-out = true }}, {{ unit = '54.R', at = '0809' {more} }}]\n\
             defenders = [{{ unit = {{ name = 'D', kind = 'rifle-brigade', factor = {factor} }}, at = '0910', disrupted = true }}]\nhexes = {{ 0809 = 'open', 0910 = 'open' }}"
        )
    };
    assert_eq!(prepare::<Battle>(&text("2", "")).attack, whole(2), "without 516.R");
    for cancelled in [text("11", ""), text("2", ", dropped-out = true"), text("10.5", "")] {
        let battle = prepare::<Battle>(&cancelled);
        assert_eq!(battle.column(), None);
        let odds = chance::odds(&battle).unwrap();
        let situation = read::<Battle>(&cancelled);
        let told = odds.iter().next().map(|(end, chance)| (battle.tell(&situation, end), chance)).unwrap();
        assert_eq!((told.0.result.as_str(), told.1), ("cancelled", Fraction::ONE));
        assert!(told.0.words.ends_with("D recover"), "{}", told.0.words);
    }
    let early = text("2", "").replace("moment = 'resolution'", "");
    assert_eq!(refused_by::<Battle>(&early), "STAL-CRT-6");
}

/// STAL-ATK-12, STAL-R59
#[test]
fn at_resolution_the_column_is_held_within_the_chart() {
    let text = |more: &str| open_attack("1", "9", &format!("moment = 'resolution'\n{more}"));
    assert_eq!(head(&prepare::<Battle>(&text(""))), "1:5");
    assert_eq!(head(&prepare::<Battle>(&text("close-support = 1"))), "1:3");
    assert_eq!(
        head(&prepare::<Battle>(&text("").replace("at = '0809'", "at = '0809', unsupplied = true"))),
        "1:5"
    );
}

/// STAL-ATK-3, STAL-ATK-9
#[test]
fn who_can_attack_what() {
    let shared = |attackers: &str, defenders: &str| {
        format!(
            "side = 'russian'\nattackers = [{attackers}]\ndefenders = [{defenders}]\nhexes = {{ 1310 = 'urban', 1309 = 'urban', 1410 = 'strongpoint', 1308 = 'urban', 0909 = 'open' }}"
        )
    };
    // STAL-ATK-14: hex-mates and neighbours together.
    prepare::<Battle>(&shared(
        "{ unit = '42.RB', at = '1310' }, { unit = '112.RD', at = '1410' }",
        "{ unit = '516.R', at = '1310' }",
    ));
    let two_hexes = shared(
        "{ unit = '42.RB', at = '1310' }",
        "{ unit = '516.R', at = '1310' }, { unit = '517.R', at = '1309' }",
    );
    assert_eq!(refused_by::<Battle>(&two_hexes), "STAL-ATK-9");
    let far = shared("{ unit = '42.RB', at = '1310' }", "{ unit = '516.R', at = '1308' }");
    let refusal = refusal::<Battle>(&far);
    assert_eq!(
        (refusal.clause.0, refusal.responsible),
        ("STAL-ATK-3", vec!["42.RB".to_owned(), "1308".to_owned()])
    );
    let in_the_open = shared("{ unit = '42.RB', at = '0909' }", "{ unit = '516.R', at = '0909' }");
    assert_eq!(refused_by::<Battle>(&in_the_open), "STAL-STK-2");
}

#[test]
fn attacks_that_are_refused() {
    let refused = |from: &str, to: &str| {
        let text = open_attack("4", "2", "MORE");
        assert!(text.contains(from), "{from}");
        refused_by::<Battle>(&text.replace(from, to).replace("MORE", ""))
    };
    assert_eq!(refused("at = '0809'", "at = '0809', disrupted = true"), "STAL-ATK-11");
    assert_eq!(refused("at = '0809'", "at = '0809', has-attacked = true"), "STAL-ATK-1");
    // STAL-TER-5: neither side fights over the Volga.
    assert_eq!(refused("0910 = 'open'", "0910 = 'east-bank'"), "STAL-ATK-10");
    assert_eq!(refused("0809 = 'open'", "0809 = 'water'"), "STAL-ATK-10");
    assert_eq!(refused("0809 = 'open'", ""), "STAL-TER-2");
    assert_eq!(refused("'rifle-brigade'", "'infantry'"), "STAL-ATK-3");
    assert_eq!(refused("MORE", "demand = 3"), "STAL-RES-2");
    assert_eq!(refused("MORE", "turn = 20"), "STAL-SEQ-1");
    assert_eq!(refused("MORE", "close-support = 3"), "STAL-AIR-1");
    assert_eq!(refused("MORE", "consent = true"), "STAL-EXC-1");
    assert_eq!(refused("MORE", "friendly-bombing = '0809'"), "STAL-AIR-6");
    let russian = "side = 'russian'\nclose-support = 1\nattackers = [{ unit = '42.RB', at = '0809' }]\ndefenders = [{ unit = '516.R', at = '0910' }]\nhexes = { 0809 = 'open', 0910 = 'open' }";
    assert_eq!(refused_by::<Battle>(russian), "STAL-AIR-5");
    assert_eq!(
        refused_by::<Battle>("side = 'german'\nattackers = []\ndefenders = []\nhexes = {}"),
        "STAL-ATK-3"
    );
}

#[test]
fn files_that_cannot_be_read_say_where() {
    let kind = RULEBOOK.kind("battle").unwrap();
    let wrong = |from: &str, to: &str| {
        kind.ask("b.toml", &W1.replace(from, to), kit::Throwing::Nothing).unwrap_err().to_string()
    };
    assert!(
        wrong("295.ID/516.R", "516. Regiment").contains("b.toml:5:"),
        "{}",
        wrong("295.ID/516.R", "516. Regiment")
    );
    assert!(wrong("\"1113\"", "\"9913\"").contains("is no hex"));
    assert!(wrong("\"summit\"", "\"top\"").contains("unknown variant `top`"));
    assert!(wrong("close-support", "close-suport").contains("close-suport"));
    assert!(
        wrong("{ unit = \"112.RD\"", "{ unit = { name = \"x\", kind = \"rifle-division\", factor = 0 }")
            .contains("more than 0")
    );
    assert!(
        wrong("{ unit = \"112.RD\"", "{ unit = { name = \"x\", kind = \"rifle-division\", factor = -2 }")
            .contains("strength")
    );
}

#[test]
fn every_ready_example_is_answered_with_all_dice_rolled_and_scripted() {
    for kind in RULEBOOK.kinds {
        let report = kind
            .ask(kind.name, kind.example, kit::Throwing::Seed(1942))
            .unwrap_or_else(|problem| panic!("{}: {problem}", kind.name));
        assert!(!report.outcomes.is_empty() && report.rolled.is_some(), "{}", kind.name);
        let dice: Vec<u16> = report.rolled.as_ref().unwrap().dice.iter().map(|roll| roll.face).collect();
        let again = kind.ask(kind.name, kind.example, kit::Throwing::Script(Scripted::faces(&dice))).unwrap();
        assert_eq!(again.rolled.unwrap().words, report.rolled.unwrap().words, "{}", kind.name);
        assert!(kind.schema().to_string().contains("description"), "{}", kind.name);
    }
}

#[test]
fn the_ledger_is_complete() {
    let ledger = sandtable_stalingrad::ledger();
    assert_eq!(ledger.prefix, "STAL");
    assert!(ledger.find("CRT-2").is_some() && ledger.find("STAL-R55").is_some());
    for sheet in sandtable_stalingrad::sheets() {
        for clause in &sheet.clauses {
            assert!(ledger.find(clause).is_some(), "table {} names {clause}", sheet.id);
        }
    }
    assert_eq!(charts().crt.sheet().heads().len(), 13);
}

/// A random attack in the open or the city by its text.
fn any_battle() -> impl Strategy<Value = String> {
    let attacker = (
        prop::sample::select(vec!["516.R", "54.R", "227.R", "Pz.R.24", "Pi.45", "21.PzGR"]),
        prop::sample::select(vec!["1309", "1210"]),
        any::<bool>(),
    );
    let defender = (
        prop::sample::select(vec!["42.RB", "112.RD", "133.TB", "62.A HQ", "34.R", "39.R"]),
        any::<bool>(),
        any::<bool>(),
    );
    let terrain = prop::sample::select(vec!["open", "urban", "strongpoint", "slope", "summit"]);
    (prop::collection::vec(attacker, 1..6), prop::collection::vec(defender, 1..4), terrain, 0u8..3, any::<bool>(), any::<bool>()).prop_map(
        |(attackers, defenders, terrain, support, exchange, orders)| {
            let attackers: Vec<String> = attackers.iter().map(|(unit, at, unsupplied)| format!("{{ unit = '{unit}', at = '{at}', unsupplied = {unsupplied} }}")).collect();
            let defenders: Vec<String> = defenders.iter().map(|(unit, disrupted, unsupplied)| format!("{{ unit = '{unit}', at = '1310', disrupted = {disrupted}, unsupplied = {unsupplied} }}")).collect();
            let consent = if exchange { "exchange = true\nconsent = true\n" } else { "" };
            format!(
                "side = 'german'\nmoment = 'resolution'\nclose-support = {support}\nno-retreat = {orders}\n{consent}attackers = [{}]\ndefenders = [{}]\nhexes = {{ 1309 = 'urban', 1210 = 'urban', 1310 = '{terrain}' }}",
                attackers.join(","), defenders.join(",")
            )
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn any_attack_sums_to_one_and_agrees_with_rolled_dice(text in any_battle(), seed in any::<u64>()) {
        let battle = prepare::<Battle>(&text);
        assert_rolls_agree(&battle, 20_000, seed);
    }

    /// STAL-RES-10, STAL-RES-11
    #[test]
    fn every_result_of_any_attack_is_lawful(text in any_battle()) {
        let situation = read::<Battle>(&text);
        let battle = prepare::<Battle>(&text);
        let mut sums = Sums::default();
        Battle::prepare(&situation, &mut sums).unwrap();
        prop_assert_eq!((Tally::total(&sums, Part::ATTACK), Tally::total(&sums, Part::DEFENCE)), (battle.attack, battle.defence));
        for result in GroundResult::ALL {
            let end = battle.consequences(result);
            prop_assert!(end.allows_loss(end.lost, &battle), "{result:?}: the smallest loss is a legal one");
            prop_assert_eq!(end.defenders.len(), situation.defenders.len());
            prop_assert!(end.lost.without(end.pool).is_empty());
            let told = battle.consequences(result);
            prop_assert_eq!(told.lost, end.lost);
        }
    }
}
