//! Ground combat: what is allowed, what cannot be read, and what holds for every attack.

use crate::common::{SUMMIT, head, open_attack, prepare, read, refusal, refused_by, whole};
use kit::{Fraction, Inquiry, Part, Scripted, Sums, Tally, chance, testing::assert_rolls_agree};
use proptest::prelude::*;
use sandtable_stalingrad::{RULEBOOK, Rules, battle::Battle, results::GroundResult};

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
        kind.ask(None, "b.toml", &SUMMIT.replace(from, to), kit::Throwing::Nothing).unwrap_err().to_string()
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
fn a_situation_may_be_written_in_json() {
    let kind = RULEBOOK.kind("battle").unwrap();
    let json = r#"{ "side": "german", "close-support": 1,
        "attackers": [{ "unit": "295.ID/516.R", "at": "1112" }, { "unit": { "name": "Kampfgruppe", "kind": "infantry", "factor": 2.5 }, "at": "1113" }],
        "defenders": [{ "unit": "112.RD", "at": "1212" }],
        "hexes": { "1112": "slope", "1113": "slope", "1212": "summit" } }"#;
    let report = kind.ask(None, "-", json, kit::Throwing::Nothing).unwrap();
    assert_eq!(report.chart.unwrap().columns, ["3:2"], "4½ against 4, one up");
    let wrong =
        kind.ask(None, "-", &json.replace("summit", "top"), kit::Throwing::Nothing).unwrap_err().to_string();
    assert!(wrong.starts_with("-:4:"), "{wrong}");
}

#[test]
fn every_ready_example_is_answered_with_all_dice_rolled_and_scripted() {
    for kind in RULEBOOK.kinds {
        let report = kind
            .ask(None, kind.name, kind.example, kit::Throwing::Seed(1942))
            .unwrap_or_else(|problem| panic!("{}: {problem}", kind.name));
        assert!(!report.outcomes.is_empty() && report.rolled.is_some(), "{}", kind.name);
        let dice: Vec<u16> = report.rolled.as_ref().unwrap().dice.iter().map(|roll| roll.face).collect();
        let again =
            kind.ask(None, kind.name, kind.example, kit::Throwing::Script(Scripted::faces(&dice))).unwrap();
        assert_eq!(again.rolled.unwrap().words, report.rolled.unwrap().words, "{}", kind.name);
        assert!(kind.schema().to_string().contains("description"), "{}", kind.name);
    }
}

#[test]
fn the_ledger_is_complete() {
    let ledger = (RULEBOOK.ledger)();
    assert_eq!(ledger.prefix, "STAL");
    assert!(ledger.find("CRT-2").is_some() && ledger.find("STAL-R55").is_some());
    for sheet in RULEBOOK.published_sheets() {
        for clause in &sheet.clauses {
            assert!(ledger.find(clause).is_some(), "table {} names {clause}", sheet.id);
        }
    }
    assert_eq!(Rules::published().tables.crt.sheet().heads().len(), 13);
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
        Battle::prepare(Rules::published(), &situation, &mut sums).unwrap();
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
