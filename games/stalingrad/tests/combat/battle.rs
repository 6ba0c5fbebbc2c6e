//! Ground combat: the worked examples and the chart.

use crate::common::{SUMMIT, head, open_attack, prepare, read, refused_by, whole};
use kit::{Factor, Fraction, Inquiry, Part, Reckoning, Scripted, Tally, chance, testing::assert_rolls_agree};
use sandtable_stalingrad::{
    RULEBOOK, Rules,
    battle::{Battle, Consequences},
    results::{Fate, GroundResult},
};

fn part(num: u128, den: u128) -> Fraction {
    Fraction::new(num, den)
}

/// The chance of ends whose consequences satisfy `wanted`.
fn chance_of(battle: &Battle, wanted: impl Fn(&Consequences) -> bool) -> Fraction {
    let odds = chance::odds(battle).unwrap();
    odds.chance(|end| battle.result(end).is_some_and(|result| wanted(&battle.consequences(result))))
}

fn result_chance(battle: &Battle, result: GroundResult) -> Fraction {
    chance::odds(battle).unwrap().chance(|end| battle.result(end) == Some(result))
}

/// STAL-PAN-2, STAL-PAN-3, STAL-CRT-2, STAL-TER-7, STAL-AIR-5, STAL-NOR-5
#[test]
fn w1_storm_of_the_summit() {
    let battle = prepare::<Battle>(SUMMIT);
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
    let situation = read::<Battle>(SUMMIT);
    let mut reckoning = Reckoning::default();
    Battle::prepare(Rules::published(), &situation, &mut reckoning).unwrap();
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
    assert!(
        tell(1).contains("112.RD, 42.RB eliminated (D2 becomes DE), back in turn 7"),
        "D2 under orders: {}",
        tell(1)
    );
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

/// STAL-TER-1, STAL-TER-10: the map of the scenario brings ground and balkas, and cannot be denied.
#[test]
fn a_question_reads_its_map() {
    let ask = |text: &str| kit::Kind::of::<Battle>().ask(None, "test", text, kit::Throwing::Nothing);
    let units = "side = 'german'\nattackers = [{ unit = '295.ID/516.R', at = '1112' }]\ndefenders = [{ unit = '112.RD', at = '1212' }]\n";
    let mapped = ask(&format!("scenario = 'historical'\n{units}")).unwrap();
    let map = mapped.facts.iter().find(|fact| fact.label == "map").unwrap();
    assert!(map.words.contains("1112 slope, 1212 summit"), "{}", map.words);
    let said = ask(&format!("{units}[hexes]\n1112 = 'slope'\n1212 = 'summit'\n")).unwrap();
    assert_eq!(mapped.sums, said.sums);
    assert_eq!(mapped.chart, said.chart);
    let denied = ask(&format!("scenario = 'historical'\n{units}[hexes]\n1212 = 'open'\n")).unwrap_err();
    assert!(denied.to_string().contains("1212 is summit, not open"), "{denied}");
    let dry = ask(&format!("scenario = 'historical'\n{units}balka = ['1112|1212']\n"));
    assert_eq!(dry.is_err(), map.words.contains("no balka"));
}
