//! A battle in words.

use kit::{Column, Fact, Factor, Told, losses};

use super::{
    End, Situation,
    assault::{Assault, Target},
    reckon::{Reading, Reckoned},
    results::{CrtResult, Fate, fate, opens_empty_hex},
};
use crate::{charts, units::Side};

/// How many loss sets are named before the rest is only counted.
const SETS_NAMED: usize = 8;

fn head(column: Column) -> &'static str {
    &charts().tables.crt.sheet().heads()[column.0 as usize]
}

/// The heads of the columns that are read, each once.
pub(super) fn columns(reckoned: &Reckoned) -> Vec<String> {
    let mut columns: Vec<Column> = reckoned.readings.iter().map(|reading| reading.column).collect();
    columns.sort_unstable();
    columns.dedup();
    columns.into_iter().map(|column| head(column).to_owned()).collect()
}

/// Who reads a result: a unit, or the line of an empty hex.
fn reader<'s>(targets: &[Target<'s>], reading: &Reading) -> &'s str {
    let target = &targets[reading.hex];
    reading.unit.map_or(target.name, |unit| &target.defenders[unit].unit.name)
}

pub(super) fn facts(reckoned: &Reckoned, situation: &Situation) -> Vec<Fact> {
    let Ok(assault) = Assault::read(situation) else { return Vec::new() };
    let (attack, defence) = (reckoned.attack, reckoned.defence);
    let ladder = &charts().ladder;
    let mut facts =
        vec![Fact::new("odds", format!("{attack} against {defence}: {}", basic(reckoned)), "MARS-ODD-2")];
    for reading in &reckoned.readings {
        let who = reader(&assault.targets, reading);
        let column = head(reading.column);
        let words = if reading.disrupted {
            format!(
                "{who} reads {column}: final odds {}, one column more because it is Disrupted",
                shown(reading.final_odds)
            )
        } else {
            format!("{who} reads {column}")
        };
        facts.push(Fact::new("column", words, if reading.disrupted { "MARS-ODD-8" } else { "MARS-ODD-5" }));
    }
    let grain = Factor::whole(assault.attack_times());
    if let Some(missing) = ladder.missing(attack, defence, Factor::ONE) {
        let next = ladder.reach(attack, defence).map_or(Column(0), |column| column.shifted(1));
        let printed =
            factors(Factor::whole((missing.ceil() + grain.floor() - 1) / grain.floor()), "attack factor");
        facts.push(Fact::new(
            "next column",
            format!("{printed} more would reach {}", head(next)),
            "MARS-ODD-2",
        ));
    }
    if let Some(spare) = ladder.spare(attack, defence, grain) {
        let printed = factors(Factor::whole(spare.floor() / grain.floor()), "attack factor");
        facts.push(Fact::new(
            "to spare",
            format!("{printed} can be left out without losing the column"),
            "MARS-ODD-2",
        ));
    }
    if assault.probe {
        facts.push(Fact::new("probe", "lowered to 2:1: no attacker is lost", "MARS-ODD-7"));
    }
    facts
}

fn factors(amount: Factor, what: &str) -> String {
    format!("{amount} {what}{}", if amount == Factor::ONE { "" } else { "s" })
}

/// A column that may lie below the printed ones.
fn shown(column: Column) -> &'static str {
    head(charts().ladder.clamp(column))
}

fn basic(reckoned: &Reckoned) -> String {
    if reckoned.basic < Column(0) {
        format!("{} columns under {}", -reckoned.basic.0, head(Column(0)))
    } else {
        head(reckoned.basic).to_owned()
    }
}

pub(super) fn tell(reckoned: &Reckoned, situation: &Situation, end: &End) -> Told {
    let Ok(assault) = Assault::read(situation) else { return Told::new("", "") };
    let mut codes: Vec<&str> = end.results.iter().map(CrtResult::code).collect();
    codes.dedup();
    let mut sentences = Vec::new();
    let mut lost = Factor::ZERO;
    for (reading, result) in reckoned.readings.iter().zip(end.results.iter()) {
        let target = &assault.targets[reading.hex];
        let Some(unit) = reading.unit else {
            let words = if opens_empty_hex(result) { "is opened" } else { "stays closed" };
            sentences.push(format!("{} {words}", target.name));
            continue;
        };
        let fate = fate(result, &target.defenders[unit]);
        if fate == Fate::Eliminated {
            lost += target.defenders[unit].unit.defence;
        }
        sentences.push(format!("{} {}", target.defenders[unit].unit.name, fate.words()));
    }
    let paid = attacker_losses(&assault, end, &mut sentences);
    let mut read: Vec<CrtResult> = end.results.iter().collect();
    read.dedup();
    read.into_iter()
        .fold(Told::new(codes.join(", "), sentences.join("; ")), |told, result| told.by(result.clause()))
        .measuring("attack factors lost by the attacker, at least", paid)
        .measuring("defence factors eliminated for certain", lost)
}

/// Names what the attacker must pay and returns the least of it in printed factors.
fn attacker_losses(assault: &Assault<'_>, end: &End, sentences: &mut Vec<String>) -> Factor {
    let exchanged = end.results.contains(CrtResult::Exchange);
    if !end.toll.is_positive() {
        if exchanged && assault.side == Side::German {
            sentences.push("the exchange costs the attacker nothing".into());
        }
        return Factor::ZERO;
    }
    let times = assault.attack_times();
    let values: Vec<Factor> = assault.attackers.iter().map(|attacker| attacker.unit.attack * times).collect();
    let (sets, complete) = losses::minimal_sets(&values, end.toll, SETS_NAMED);
    let names = |set: losses::UnitSet| {
        let units = assault.attackers.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        units.map(|(_, attacker)| attacker.unit.name.as_str()).collect::<Vec<_>>().join(" + ")
    };
    let doubled = if times > 1 { ", counted doubled" } else { "" };
    let listed: Vec<String> = sets.into_iter().map(names).collect();
    let more = if complete { "" } else { " or another set" };
    sentences.push(format!(
        "the attacker loses {} or more{doubled}: {}{more}",
        end.toll,
        listed.join(" or ")
    ));
    Factor::whole(losses::cheapest(&values, end.toll).floor() / times)
}
