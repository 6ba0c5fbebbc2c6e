//! What results do: losses, orders, exchanges, recovery, snipers, friendly bombing.

use crate::common::{prepare, read, refused_by};
use kit::{Factor, Fraction, Inquiry, Scripted, chance, testing::assert_rolls_agree};
use sandtable_stalingrad::{
    battle::{Battle, Cause, Consequences, Units},
    results::{Fate, GroundResult},
};

fn part(num: u128, den: u128) -> Fraction {
    Fraction::new(num, den)
}

fn whole(n: i32) -> Factor {
    Factor::whole(n)
}

fn chance_of(battle: &Battle, wanted: impl Fn(&Consequences) -> bool) -> Fraction {
    let odds = chance::odds(battle).unwrap();
    odds.chance(|end| battle.result(end).is_some_and(|result| wanted(&battle.consequences(result))))
}

/// What the report says of a result.
fn words_of(text: &str, result: &str) -> String {
    row_of(text, result).words
}

/// The rules that the report names for a result.
fn clauses_of(text: &str, result: &str) -> Vec<&'static str> {
    row_of(text, result).clauses
}

fn row_of(text: &str, result: &str) -> kit::inquiry::PossibleResult {
    let kinds = sandtable_stalingrad::RULEBOOK.kinds;
    let kind = kinds.iter().find(|kind| kind.name == Battle::KIND).unwrap();
    let report = kind.ask(None, "test.toml", text, kit::Throwing::Nothing).unwrap();
    report.outcomes.into_iter().find(|row| row.result == result).unwrap()
}

/// A German attack from 1309 on these defenders in 1310.
fn city(attackers: &str, defenders: &str, terrain: &str, more: &str) -> String {
    format!(
        "side = 'german'\n{more}\nattackers = [{attackers}]\ndefenders = [{defenders}]\nhexes = {{ 1309 = 'urban', 1310 = '{terrain}' }}"
    )
}

fn infantry(factors: &[u8]) -> String {
    let units: Vec<String> = factors
        .iter()
        .map(|factor| {
            format!("{{ unit = {{ name = 'R', kind = 'infantry', factor = {factor} }}, at = '1309' }}")
        })
        .collect();
    units.join(",")
}

/// STAL-RES-8, STAL-RES-10
#[test]
fn w4_ae_losses() {
    let battle = prepare::<Battle>(&city(
        &infantry(&[2, 2, 1]),
        "{ unit = { name = 'D', kind = 'rifle-brigade', factor = 3 }, at = '1310' }",
        "urban",
        "",
    ));
    let end = battle.consequences(GroundResult::AttackerEliminated);
    let legal: Vec<u64> = (0..8).filter(|&set| end.allows_loss(Units(set), &battle)).collect();
    assert_eq!(legal, [0b011, 0b101, 0b110, 0b111]);
    assert_eq!(end.disrupted, Units(0b111), "survivors are Disrupted");
    assert_eq!(end.defenders[0].fate, Fate::Unharmed);
    // STAL-RES-9: on D/AE the defenders suffer D as well, and may withdraw.
    let both = battle.consequences(GroundResult::BothSuffer);
    assert_eq!(
        (both.required, both.defenders[0].fate, both.defenders[0].withdrawal),
        (whole(3), Fate::Disrupted, 2)
    );
}

/// STAL-RES-1, STAL-RES-2, STAL-RES-3, STAL-RES-4
#[test]
fn what_defenders_suffer() {
    let battle = prepare::<Battle>(&city(&infantry(&[4]), "{ unit = '42.RB', at = '1310' }", "urban", ""));
    let end = |result| battle.consequences(result).defenders[0];
    assert_eq!(end(GroundResult::DefenderEliminated).fate, Fate::Eliminated, "STAL-RES-1");
    let routed = end(GroundResult::Routed);
    assert_eq!((routed.fate, routed.demanded, routed.withdrawal), (Fate::Disrupted, 2, 0), "STAL-RES-2");
    let pushed = end(GroundResult::PushedBack);
    assert_eq!((pushed.fate, pushed.demanded, pushed.withdrawal), (Fate::Disrupted, 1, 1), "STAL-RES-3");
    let disrupted = end(GroundResult::Disrupted);
    assert_eq!(
        (disrupted.fate, disrupted.demanded, disrupted.withdrawal),
        (Fate::Disrupted, 0, 2),
        "STAL-RES-4"
    );
}

/// STAL-RES-7
#[test]
fn ad_disrupts_the_attackers_only() {
    let battle = prepare::<Battle>(&city(&infantry(&[2, 2]), "{ unit = '42.RB', at = '1310' }", "urban", ""));
    let end = battle.consequences(GroundResult::AttackerDisrupted);
    assert_eq!((end.lost, end.disrupted, end.defenders[0].fate), (Units(0), Units(0b11), Fate::Unharmed));
}

/// STAL-RES-5, STAL-RES-6
#[test]
fn exchanges_by_the_table() {
    let three = "{ unit = { name = 'D', kind = 'rifle-brigade', factor = 3 }, at = '1310' }";
    let battle = prepare::<Battle>(&city(&infantry(&[2, 2, 2, 1]), three, "urban", ""));
    let x = battle.consequences(GroundResult::Exchange);
    assert_eq!((x.required, x.lost, x.clears(), x.cause), (whole(3), Units(0b1001), true, Cause::Exchanged));
    assert!(x.disrupted.is_empty(), "survivors are ready to advance");
    // STAL-R3: half of 3 is 1½, exactly, so a 1 is not enough and a 2 is.
    let half = battle.consequences(GroundResult::HalfExchange);
    assert_eq!((half.required, half.lost), (Factor::halves(3), Units(0b0001)));
    assert!(!half.allows_loss(Units(0b1000), &battle));
    // Below the half: all are lost, and defenders worth up to twice that go with them.
    let defenders =
        "{ unit = '112.RD', at = '1310' }, { unit = '35.GRD', at = '1310' }, { unit = '42.RB', at = '1310' }";
    let weak = prepare::<Battle>(&city(&infantry(&[2]), defenders, "urban", ""));
    let end = weak.consequences(GroundResult::HalfExchange);
    let fates: Vec<Fate> = end.defenders.iter().map(|end| end.fate).collect();
    assert_eq!((end.lost, fates), (Units(1), vec![Fate::Eliminated, Fate::Eliminated, Fate::Disrupted]));
    // STAL-R5 on X: the best set up to 2 is one division.
    let fates: Vec<Fate> =
        weak.consequences(GroundResult::Exchange).defenders.iter().map(|end| end.fate).collect();
    assert_eq!(fates, [Fate::Eliminated, Fate::Disrupted, Fate::Disrupted]);
    // If no defender fits, none is removed.
    let tiny = prepare::<Battle>(&city(&infantry(&[1]), "{ unit = '112.RD', at = '1310' }", "urban", ""));
    assert_eq!(tiny.consequences(GroundResult::Exchange).defenders[0].fate, Fate::Disrupted);
}

/// STAL-NOR-1, STAL-NOR-2, STAL-NOR-5, STAL-NOR-6, STAL-NOR-7
#[test]
fn orders_and_nowhere_to_go() {
    let effective = |defender: &str, terrain: &str, more: &str| {
        let battle = prepare::<Battle>(&city(
            &infantry(&[4]),
            &format!("{{ unit = '42.RB', at = '1310' {defender} }}"),
            terrain,
            more,
        ));
        (
            battle.effective(GroundResult::Routed, 0).name(),
            battle.effective(GroundResult::PushedBack, 0).name(),
        )
    };
    assert_eq!(effective("", "urban", ""), ("D2", "D1"));
    assert_eq!(effective("", "urban", "no-retreat = true"), ("DE", "D"), "orders");
    assert_eq!(effective("", "strongpoint", ""), ("DE", "D"), "STAL-NOR-5");
    assert_eq!(effective("", "summit", ""), ("DE", "D"));
    assert_eq!(effective("", "slope", ""), ("D2", "D1"), "STAL-R11");
    assert_eq!(effective(", way-out = 'none'", "urban", ""), ("DE", "D"), "surrounded");
    // STAL-NOR-2, STAL-R9: one hex is too short for two, except from city to city (STAL-RET-9, STAL-CRT-7).
    assert_eq!(effective(", way-out = 'one-hex'", "urban", ""), ("DE", "D1"));
    assert_eq!(effective(", way-out = 'one-city-hex'", "urban", ""), ("D2", "D1"));
    assert_eq!(effective(", way-out = 'one-city-hex'", "open", ""), ("DE", "D1"));
    assert_eq!(effective(", way-out = 'one-hex'", "urban", "demand = 1"), ("D2", "D1"));
    assert_eq!(effective(", way-out = 'none'", "urban", "demand = 0"), ("D2", "D1"), "nothing is demanded");
    assert_eq!(
        effective("", "urban", "demand = 0\nno-retreat = true"),
        ("DE", "D"),
        "orders hold all the same"
    );
    // STAL-NOR-7: unit by unit.
    let mixed = prepare::<Battle>(&city(
        &infantry(&[4]),
        "{ unit = '42.RB', at = '1310' }, { unit = '38.RB', at = '1310', way-out = 'none' }",
        "urban",
        "",
    ));
    let end = mixed.consequences(GroundResult::Routed);
    assert_eq!([end.defenders[0].fate, end.defenders[1].fate], [Fate::Disrupted, Fate::Eliminated]);
    // STAL-NOR-6: no withdrawal on D or D1 either.
    let held =
        prepare::<Battle>(&city(&infantry(&[4]), "{ unit = '42.RB', at = '1310' }", "strongpoint", ""));
    assert_eq!(held.consequences(GroundResult::Disrupted).defenders[0].withdrawal, 0);
    assert_eq!(held.consequences(GroundResult::PushedBack).defenders[0].withdrawal, 0);
}

/// STAL-NOR-3
#[test]
fn germans_hold_by_decision_only() {
    let text = |more: &str| {
        format!(
            "side = 'russian'\n{more}\nattackers = [{{ unit = '112.RD', at = '1309' }}]\ndefenders = [{{ unit = '516.R', at = '1310', way-out = 'one-city-hex' }}]\nhexes = {{ 1309 = 'urban', 1310 = 'strongpoint' }}"
        )
    };
    let battle = prepare::<Battle>(&text("demand = 1"));
    assert_eq!(battle.defence, whole(2), "no strongpoint for Germans");
    assert_eq!(battle.effective(GroundResult::Routed, 0), GroundResult::Routed);
    assert_eq!(
        prepare::<Battle>(&text("no-retreat = true")).effective(GroundResult::PushedBack, 0),
        GroundResult::Disrupted
    );
    // The short way of STAL-RET-9 is for Russians.
    assert_eq!(
        prepare::<Battle>(&text("")).effective(GroundResult::Routed, 0),
        GroundResult::DefenderEliminated
    );
}

const W9: &str = r#"
side = "german"
exchange = true
attackers = [
  { unit = "516.R", at = "1310", risked = true }, { unit = "517.R", at = "1310", risked = true },
  { unit = "518.R", at = "1310", risked = true }, { unit = "191.R", at = "1409", risked = true },
  { unit = "194.R", at = "1409" }, { unit = "211.R", at = "1409" },
]
defenders = [{ unit = "112.RD", at = "1410" }, { unit = "42.RB", at = "1410" }]
hexes = { 1310 = "urban", 1409 = "strongpoint", 1410 = "strongpoint" }
"#;

/// STAL-EXC-1, STAL-EXC-2, STAL-EXC-3, STAL-EXC-5, STAL-EXC-7
#[test]
fn w9_exchange_attack() {
    let battle = prepare::<Battle>(W9);
    assert_eq!((battle.attack, battle.defence), (whole(12), whole(6)));
    let end = |result| {
        let end = battle.consequences(result);
        (end.required, end.lost.count(), end.defenders[0].fate, end.defenders[1].fate)
    };
    let (gone, hit) = (Fate::Eliminated, Fate::Disrupted);
    assert_eq!(end(GroundResult::Routed), (whole(3), 2, gone, gone), "STAL-EXC-8: D2 is paid for");
    assert_eq!(end(GroundResult::PushedBack), (whole(6), 3, gone, gone));
    assert_eq!(end(GroundResult::Disrupted), (whole(6), 3, gone, hit), "all would cost 9, 112.RD alone 6");
    assert_eq!(end(GroundResult::Exchange), (whole(8), 4, gone, hit), "all would cost 12, 112.RD alone 8");
    assert_eq!(chance_of(&battle, Consequences::clears), part(4, 6));
    // Only risked units are lost.
    assert_eq!(battle.consequences(GroundResult::Exchange).lost, Units(0b1111));
    // Where not all can be paid for, each of the two may be bought alone.
    let choices = |result| {
        let choices = battle.consequences(result).purchases;
        choices.iter().map(|choice| (choice.picked.0, choice.price, choice.lost.count())).collect::<Vec<_>>()
    };
    assert_eq!(choices(GroundResult::Routed), [(0b11, whole(3), 2)]);
    assert_eq!(choices(GroundResult::PushedBack), [(0b11, whole(6), 3)]);
    assert_eq!(choices(GroundResult::Disrupted), [(0b01, whole(6), 3), (0b10, whole(3), 2)]);
    assert_eq!(choices(GroundResult::Exchange), [(0b01, whole(8), 4), (0b10, whole(4), 2)]);
    assert_eq!(clauses_of(W9, "D"), ["STAL-RES-4", "STAL-EXC-2", "STAL-EXC-3", "STAL-EXC-7"]);
    let told = words_of(W9, "D");
    assert!(
        told.contains("or 42.RB eliminated for 3 (at the least 516.R + 517.R = 4), the rest D"),
        "{told}"
    );
    let facts = battle.facts(&read::<Battle>(W9));
    let prices: Vec<&str> =
        facts.iter().filter(|fact| fact.label == "price").map(|fact| fact.words.as_str()).collect();
    assert_eq!(
        prices,
        [
            "D2: 112.RD 2, 42.RB 1; all together 3",
            "D1: 112.RD 4, 42.RB 2; all together 6",
            "D: 112.RD 6, 42.RB 3; all together 9",
            "X: 112.RD 8, 42.RB 4; all together 12",
        ]
    );
    // As a plain attack: DE free 2/6, X at cost 6 1/6, D 3/6.
    let plain = prepare::<Battle>(&W9.replace("exchange = true", "").replace(", risked = true", ""));
    assert_eq!(chance_of(&plain, |end| end.clears() && end.lost.is_empty()), part(2, 6));
    assert_eq!(chance_of(&plain, |end| end.clears() && end.required == whole(6)), part(1, 6));
    assert_eq!(chance_of(&plain, |end| end.defenders.iter().all(|one| one.fate == hit)), part(3, 6));
    assert_rolls_agree(&battle, 200_000, 9);
}

/// STAL-EXC-3
#[test]
fn the_price_is_rounded_up_once_on_the_sum() {
    // Two brigades of 1 in an urban hex: D2 costs half of 2 together, not a half rounded up twice.
    let defenders =
        "{ unit = '42.RB', at = '1310' }, { unit = '38.RB', at = '1310' }, { unit = '10.RB', at = '1310' }";
    let battle = prepare::<Battle>(&city(
        &infantry(&[1, 1, 1, 1]),
        defenders,
        "urban",
        "exchange = true\nno-retreat = true",
    ));
    let end = battle.consequences(GroundResult::Routed);
    assert_eq!((end.required, end.lost.count()), (whole(2), 2), "half of 3 rounded up");
    assert_eq!(battle.consequences(GroundResult::Disrupted).required, whole(3), "9/2 would be 5: two for 3");
}

/// STAL-EXC-3: every purchase to which nothing can be added, and no other; the most valuable comes first.
#[test]
fn purchases_are_the_literal_ones() {
    let defenders = "{ unit = '112.RD', at = '1310' }, { unit = '42.RB', at = '1310' }, { unit = '38.RB', at = '1310' }, { unit = '10.RB', at = '1310' }";
    for risked in 1..=10 {
        let attackers = format!(
            "{}, {{ unit = {{ name = 'P', kind = 'infantry', factor = {risked} }}, at = '1309', risked = true }}",
            infantry(&[9])
        );
        let battle =
            prepare::<Battle>(&city(&attackers, defenders, "urban", "exchange = true\nno-retreat = true"));
        let purse = whole(risked);
        for (result, times) in
            [(GroundResult::PushedBack, 2), (GroundResult::Disrupted, 3), (GroundResult::Exchange, 4)]
        {
            let worth = |set: u64| if set & 1 == 1 { 2 } else { 0 } + (set >> 1).count_ones() as i32;
            let fits = |set: u64| Factor::whole((worth(set) * times + 1) / 2) <= purse;
            let full = |set: u64| (0..4).all(|place| set >> place & 1 == 1 || !fits(set | 1 << place));
            let mut literal: Vec<u64> = (1..16).filter(|&set| fits(set) && full(set)).collect();
            let found = battle.consequences(result).purchases;
            let dearest = found.first().map(|first| worth(first.picked.0));
            assert_eq!(dearest, literal.iter().map(|&set| worth(set)).max());
            let mut found: Vec<u64> = found.iter().map(|one| one.picked.0).collect();
            found.sort_unstable();
            literal.sort_unstable();
            assert_eq!(found, literal, "{result:?} with {purse}");
        }
    }
}

/// STAL-NOR-1, STAL-NOR-2, STAL-EXC-6: a report names the rule that changes a result, and no other.
#[test]
fn the_rule_that_changes_a_result_is_named() {
    let defender = |way_out: &str| {
        format!(
            "{{ unit = {{ name = 'D', kind = 'rifle-brigade', factor = 2 }}, at = '1310', way-out = '{way_out}' }}"
        )
    };
    let attack = |way_out: &str, more: &str| city(&infantry(&[2, 2]), &defender(way_out), "urban", more);
    let d2 = |text: &str| clauses_of(text, "D2")[1..].to_vec();
    assert_eq!(d2(&attack("free", "")), Vec::<&str>::new());
    assert_eq!(d2(&attack("free", "no-retreat = true")), ["STAL-NOR-1"]);
    assert_eq!(d2(&attack("none", "")), ["STAL-NOR-1", "STAL-NOR-2"]);
    let poor = city(
        "{ unit = '516.R', at = '1309' }, { unit = '227.R', at = '1309', risked = true }, { unit = '517.R', at = '1309' }",
        "{ unit = '112.RD', at = '1310' }",
        "strongpoint",
        "exchange = true",
    );
    assert!(clauses_of(&poor, "D1").contains(&"STAL-EXC-6"));
}

/// STAL-EXC-4
#[test]
fn regiments_of_one_division_are_bought_together() {
    let defenders =
        "{ unit = '34.R', at = '1310' }, { unit = '39.R', at = '1310' }, { unit = '42.RB', at = '1310' }";
    let text = city(&infantry(&[1, 1, 1]), defenders, "urban", "exchange = true\nconsent = true");
    let end = prepare::<Battle>(&text).consequences(GroundResult::PushedBack);
    let fates: Vec<Fate> = end.defenders.iter().map(|end| end.fate).collect();
    assert_eq!(
        fates,
        [Fate::Disrupted, Fate::Disrupted, Fate::Eliminated],
        "4 for the regiments is too much"
    );
    let end = prepare::<Battle>(&text).consequences(GroundResult::Routed);
    assert!(end.clears(), "half of 5 is 3");
}

/// STAL-EXC-6
#[test]
fn who_cannot_pay_loses_the_risked() {
    let text = city(
        "{ unit = '516.R', at = '1309' }, { unit = '227.R', at = '1309', risked = true }, { unit = '517.R', at = '1309' }",
        "{ unit = '112.RD', at = '1310' }",
        "strongpoint",
        "exchange = true",
    );
    let battle = prepare::<Battle>(&text);
    let end = battle.consequences(GroundResult::PushedBack);
    assert_eq!((end.lost, end.pool, end.cause), (Units(0b010), Units(0b010), Cause::AttackFailed));
    assert_eq!(
        (end.defenders[0].fate, end.disrupted.without(end.lost)),
        (Fate::Disrupted, Units(0)),
        "STAL-EXC-7"
    );
    // A converted AD strikes the risked as AE and Disrupts the others.
    let converted = battle.consequences(GroundResult::AttackerDisrupted);
    assert_eq!((converted.lost, converted.disrupted.without(converted.lost)), (Units(0b010), Units(0b101)));
    assert_eq!(converted.defenders[0].fate, Fate::Unharmed);
    // STAL-EXC-10: DE is free, AE falls on all.
    let free = battle.consequences(GroundResult::DefenderEliminated);
    assert_eq!((free.lost, free.clears(), free.defenders[0].cause), (Units(0), true, Cause::Eliminated));
    assert_eq!(battle.consequences(GroundResult::AttackerEliminated).pool, Units(0b111));
    assert_eq!(battle.consequences(GroundResult::BothSuffer).pool, Units(0b111));
}

/// STAL-EXC-1, STAL-EXC-5
#[test]
fn exchange_refusals() {
    let one = "{ unit = '42.RB', at = '1310' }";
    assert_eq!(refused_by::<Battle>(&city(&infantry(&[2]), one, "urban", "exchange = true")), "STAL-EXC-1");
    prepare::<Battle>(&city(&infantry(&[2]), one, "urban", "exchange = true\nno-retreat = true"));
    prepare::<Battle>(&city(&infantry(&[2]), one, "strongpoint", "exchange = true"));
    assert_eq!(refused_by::<Battle>(&W9.replace("exchange = true", "")), "STAL-EXC-1");
    let russian = "side = 'russian'\nexchange = true\nconsent = true\nattackers = [{ unit = '42.RB', at = '1309', risked = true }, { unit = '38.RB', at = '1309' }]\ndefenders = [{ unit = '516.R', at = '1310' }]\nhexes = { 1309 = 'urban', 1310 = 'urban' }";
    assert_eq!(refused_by::<Battle>(russian), "STAL-EXC-5");
    let all = prepare::<Battle>(&russian.replace(", risked = true", ""));
    assert_eq!(all.consequences(GroundResult::PushedBack).pool, Units(0b11));
}

/// STAL-EXC-11, STAL-REP-2, STAL-REP-3
#[test]
fn when_the_lost_are_back() {
    let words = |unit: &str, face: u16, more: &str| {
        let text = city(
            &infantry(&[2, 2]),
            &format!("{{ unit = '{unit}', at = '1310' }}"),
            "urban",
            &format!("turn = 4\n{more}"),
        );
        let (situation, battle) = (read::<Battle>(&text), prepare::<Battle>(&text));
        battle.tell(&situation, &chance::roll(&battle, &mut Scripted::faces(&[face]))).words
    };
    assert!(words("42.RB", 1, "").ends_with("42.RB eliminated, back in turn 7"));
    assert!(
        words("42.RB", 6, "").ends_with("42.RB eliminated, back in turn 6"),
        "X: {}",
        words("42.RB", 6, "")
    );
    assert!(words("92.RB", 6, "").ends_with("92.RB eliminated for good"), "{}", words("92.RB", 6, ""));
    assert!(words("133.TB", 1, "").ends_with("back in turn 7"));
    // Russian attackers: AE three turns, exchange two.
    let text = "turn = 4\nside = 'russian'\nattackers = [{ unit = '42.RB', at = '1309' }]\ndefenders = [{ unit = '516.R', at = '1310' }]\nhexes = { 1309 = 'urban', 1310 = 'urban' }";
    let (situation, battle) = (read::<Battle>(text), prepare::<Battle>(text));
    let tell = |face| battle.tell(&situation, &chance::roll(&battle, &mut Scripted::faces(&[face]))).words;
    assert_eq!(tell(6), "all attackers are lost, back in turn 7; 516.R unharmed");
    assert_eq!(tell(3), "all attackers are lost, back in turn 6; 516.R Disrupted, may withdraw up to 2");
    let guards = text.replace("42.RB", "34.R");
    let (situation, battle) = (read::<Battle>(&guards), prepare::<Battle>(&guards));
    let end = chance::roll(&battle, &mut Scripted::faces(&[6]));
    assert_eq!(
        battle.tell(&situation, &end).words,
        "all attackers are lost for good; 516.R Disrupted, may withdraw up to 2"
    );
}

/// STAL-HQ-6
#[test]
fn a_surrounded_headquarters_is_gone_for_good() {
    let words = |way_out: &str| {
        let text = city(
            &infantry(&[2, 2, 2]),
            &format!("{{ unit = '62.A HQ', at = '1310' {way_out} }}"),
            "urban",
            "turn = 4",
        );
        let (situation, battle) = (read::<Battle>(&text), prepare::<Battle>(&text));
        battle.tell(&situation, &chance::roll(&battle, &mut Scripted::faces(&[1]))).words
    };
    assert_eq!(words(", way-out = 'none'"), "62.A HQ eliminated for good");
    assert_eq!(words(""), "62.A HQ eliminated, back in turn 7");
}

/// STAL-DIS-4, STAL-DIS-5, STAL-DIS-6
#[test]
fn who_recovers() {
    let recovers = |defender: &str, result: GroundResult| {
        let text =
            city(&infantry(&[2]), &format!("{{ unit = '42.RB', at = '1310', {defender} }}"), "urban", "");
        prepare::<Battle>(&text).consequences(result).defenders[0].recovers
    };
    assert!(recovers("disrupted = true", GroundResult::AttackerDisrupted));
    assert!(recovers("disrupted = true", GroundResult::AttackerEliminated));
    for d_type in
        [GroundResult::Disrupted, GroundResult::PushedBack, GroundResult::Routed, GroundResult::BothSuffer]
    {
        assert!(!recovers("disrupted = true", d_type));
    }
    assert!(!recovers("disrupted = false", GroundResult::AttackerDisrupted), "nothing to recover from");
    assert!(!recovers("disrupted = true, unsupplied = true", GroundResult::AttackerDisrupted), "STAL-DIS-6");
    assert!(
        !recovers("disrupted = true, hit-before = true", GroundResult::AttackerDisrupted),
        "both must spare it"
    );
    // STAL-R14: whoever is left over by an exchange does not recover.
    let left = prepare::<Battle>(&city(
        &infantry(&[1]),
        "{ unit = '112.RD', at = '1310', disrupted = true }",
        "urban",
        "",
    ));
    assert!(!left.consequences(GroundResult::Exchange).defenders[0].recovers);
    // STAL-DIS-5: Germans alike.
    let german = "side = 'russian'\nattackers = [{ unit = '42.RB', at = '1309' }]\ndefenders = [{ unit = '516.R', at = '1310', disrupted = true }]\nhexes = { 1309 = 'urban', 1310 = 'urban' }";
    assert!(prepare::<Battle>(german).consequences(GroundResult::AttackerEliminated).defenders[0].recovers);
}

/// STAL-SNP-6, STAL-SNP-7
#[test]
fn a_sniper_shares_the_fate_of_his_stack() {
    let text = city(&infantry(&[2, 2]), "{ unit = '42.RB', at = '1310' }", "urban", "snipers = ['1310']");
    let (situation, battle) = (read::<Battle>(&text), prepare::<Battle>(&text));
    let tell = |face| battle.tell(&situation, &chance::roll(&battle, &mut Scripted::faces(&[face]))).words;
    assert!(tell(1).ends_with("the sniper in 1310 is lost for good"), "DE");
    assert!(tell(6).ends_with("the sniper in 1310 returns after 2 turns"), "X");
    assert!(!tell(4).contains("sniper"), "D2 with a way out");
}

const W19: &str = r#"
side = "german"
close-support = 1
attackers = [{ unit = "516.R", at = "1309" }, { unit = "517.R", at = "1309" }, { unit = "518.R", at = "1209" }]
defenders = [{ unit = "112.RD", at = "1310" }]
hexes = { 1309 = "urban", 1209 = "open", 1310 = "urban", 1210 = "urban" }
"#;

/// STAL-AIR-6, STAL-AIR-7, STAL-R30
#[test]
fn w19_friendly_bombing() {
    // 6:2 is 3:1, one up in the city: 4:1, where index 6 is X. The smallest loss is 516.R; 517.R is bombed.
    let battle = prepare::<Battle>(W19);
    let odds = assert_rolls_agree(&battle, 1_000_000, 19);
    let fact =
        battle.facts(&read::<Battle>(W19)).into_iter().find(|fact| fact.label == "friendly bombing").unwrap();
    assert!(
        fact.words.contains(
            "each of 517.R, left there by the smallest loss, is eliminated with 1/36, Disrupted with 1/9"
        ),
        "{}",
        fact.words
    );
    let situation = read::<Battle>(W19);
    let says = |words: &str| odds.chance(|end| battle.tell(&situation, end).words.contains(words));
    assert_eq!(says("friendly bombing"), part(1, 6));
    assert_eq!(says("friendly bombing: 517.R eliminated"), part(1, 36));
    assert_eq!(says("friendly bombing: 517.R Disrupted"), part(4, 36));
    // A regiment that takes no part, in the other hex the Russian may name: STAL-RET-11, it stays there.
    let named = format!("friendly-bombing = '1210'\nbystanders = [{{ unit = '54.R', at = '1210' }}]{W19}");
    let battle = prepare::<Battle>(&named);
    let situation = read::<Battle>(&named);
    let odds = chance::odds(&battle).unwrap();
    let dies = odds.chance(|end| battle.tell(&situation, end).words.contains("54.R eliminated"));
    assert_eq!(dies, part(1, 36));
}

/// STAL-R57
#[test]
fn w19_no_friendly_bombing_on_strongpoints_or_without_support() {
    let never = |text: &str| {
        let battle = prepare::<Battle>(text);
        assert_eq!(chance::odds(&battle).unwrap().len(), 6, "{text}");
    };
    never(&W19.replace("1310 = \"urban\"", "1310 = \"strongpoint\""));
    never(&W19.replace("close-support = 1", ""));
    never(&W19.replace("1309 = \"urban\"", "1309 = \"strongpoint\""));
    never(&format!("shore = ['1310']{}", W19.replace("112.RD", "62.A HQ")));
    assert_eq!(refused_by::<Battle>(&format!("friendly-bombing = '1209'{W19}")), "STAL-AIR-6");
    // STAL-OPA-5: nor in the older system, which has no close support at all.
    assert_eq!(refused_by::<Battle>(&format!("air-system = 'air-attack-table'{W19}")), "STAL-OPA-5");
}

#[test]
fn expected_losses_are_reported() {
    let kind = sandtable_stalingrad::RULEBOOK.kind("battle").unwrap();
    let report = kind.ask(None, "w1", kind.example, kit::Throwing::Nothing).unwrap();
    let mean = |what: &str| report.expected.iter().find(|mean| mean.what == what).unwrap().mean;
    // The summit: X once in six costs at least 4; 112.RD (4) falls in four cases of six.
    assert_eq!(mean("attack strength lost"), part(4, 6));
    assert_eq!(mean("defence strength lost"), part(16, 6));
    let facts: Vec<&str> = report.facts.iter().map(|fact| fact.label).collect();
    assert_eq!(facts, ["odds", "column", "next column", "to spare", "No Retreat", "map"]);
    assert_eq!(report.facts[2].words, "3 more attack would make it 3:1, read as 4:1");
    assert_eq!(report.facts[3].words, "1 attack can be left out for the same odds");
    assert_eq!(report.chart.unwrap().columns, ["3:1"]);
}
