//! Battles in a few words, for the tests.

use kit::{Factor, Fraction, Inquiry, Reckoning, Refusal, Sums, chance, content::read_situation};
use sandtable_eastfront::{Aftermath, Battle, CombatResult, Picks, Rules, Situation};

/// An attacker in words: name, nation, type, size, attack factor, and any keys of the file after that.
pub fn a(words: &str) -> String {
    unit(words, "af")
}

/// A defender in words, likewise with its defence factor.
pub fn d(words: &str) -> String {
    unit(words, "df")
}

fn unit(words: &str, factor: &str) -> String {
    let mut parts = words.split_whitespace();
    let mut next = || parts.next().expect("name, nation, type, size, factor");
    let (name, nation, arm, size, value) = (next(), next().to_lowercase(), next(), next(), next());
    let rest: Vec<String> = parts.map(|key| format!(", {}", key.replace('=', " = "))).collect();
    let rest = rest.concat();
    format!(
        r#"{{ unit = "{name}", nation = "{nation}", type = "{arm}", size = "{size}", {factor} = {value}{rest} }}"#
    )
}

/// A hex with its attackers; `keys` are further keys of the file, such as `across = "river"`.
pub fn from(hex: &str, keys: &str, units: &[String]) -> String {
    let comma = if keys.is_empty() { "" } else { ", " };
    format!(r#"{{ hex = "{hex}", units = [{}]{comma}{keys} }}"#, units.join(", "))
}

/// A situation: the head of the file, the hexes from which the attack comes, the defenders.
pub fn situation(head: &str, from: &[String], defenders: &[String]) -> Situation {
    let text = format!("{head}\nfrom = [{}]\ndefenders = [{}]\n", from.join(", "), defenders.join(", "));
    read_situation("test.toml", &text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Strengths in whole factors.
pub fn whole(attack: i32, defence: i32) -> (Factor, Factor) {
    (Factor::whole(attack), Factor::whole(defence))
}

/// Soviet infantry in open ground, attacked by German infantry from one hex.
pub fn plain(head: &str, attack: i32, defence: i32) -> Situation {
    let attackers = [from("west", "", &[a(&format!("corps German INF corps {attack}"))])];
    situation(head, &attackers, &[d(&format!("rifles Soviet INF army {defence}"))])
}

/// Infantry against a Soviet army of 4 in the open: 16 to 4, without armour.
pub fn infantry(head: &str, army: &str) -> Situation {
    situation(
        head,
        &[from("0", "", &[a("a German INF army 16")])],
        &[d(&format!("army Soviet INF army 4 {army}"))],
    )
}

/// The battle of a situation that the rules allow.
pub fn fight(situation: &Situation) -> Battle {
    Battle::prepare(Rules::published(), situation, &mut Sums::default())
        .unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Why the rules refuse a situation.
pub fn refusal(situation: &Situation) -> Refusal {
    Battle::prepare(Rules::published(), situation, &mut Sums::default()).expect_err("a refusal")
}

/// The rules that the reckoning of a situation cites.
pub fn clauses(situation: &Situation) -> Vec<&'static str> {
    let mut reckoning = Reckoning::default();
    Battle::prepare(Rules::published(), situation, &mut reckoning)
        .unwrap_or_else(|refusal| panic!("{refusal}"));
    reckoning.lines().iter().map(|line| line.clause.0).collect()
}

/// The chance of each result, best for the attacker first: `BR 1/6, DR 1/3`.
pub fn odds(battle: &Battle) -> String {
    let ends = chance::odds(battle).expect("one die");
    assert!(ends.is_whole());
    let result = |wanted: CombatResult| {
        let chance = ends.chance(|end| end.as_ref().is_some_and(|end| end.result == wanted));
        (chance != Fraction::ZERO).then(|| format!("{wanted} {chance}"))
    };
    CombatResult::ALL.into_iter().filter_map(result).collect::<Vec<_>>().join(", ")
}

/// What a face of the die brings.
pub fn roll(battle: &Battle, face: u16) -> Aftermath {
    let mut dice = kit::Scripted::faces(&[face]);
    let end = chance::roll(battle, &mut dice).expect("one die settles it");
    dice.finish().expect("one die");
    end
}

/// The report's words for the outcome of a face.
pub fn told(situation: &Situation, face: u16) -> String {
    let battle = fight(situation);
    battle.tell(situation, &Some(roll(&battle, face))).words
}

/// The facts of a situation before the die, with their rules.
pub fn facts(situation: &Situation) -> String {
    let facts = fight(situation).facts(situation);
    let lines = facts.iter().map(|fact| format!("{}: {} [{}]", fact.label, fact.words, fact.clause));
    lines.collect::<Vec<_>>().join("\n")
}

/// A group of units by their places.
pub fn group(places: &[usize]) -> Picks {
    places.iter().copied().collect()
}
