//! A battle in words.

use kit::{Column, Fact, Factor, Told, losses};

use super::{
    End, Situation,
    assault::{Assault, Target},
    reckon::{Reading, Reckoned},
    results::{CrtResult, Fate, fate},
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
        let words = format!("{printed} more would make it {}{}", head(next), lowest_read(reckoned, 1));
        facts.push(Fact::new("next column", words, "MARS-ODD-2"));
    }
    if let Some(spare) = ladder.spare(attack, defence, grain) {
        let printed = factors(Factor::whole(spare.floor() / grain.floor()), "attack factor");
        facts.push(Fact::new(
            "to spare",
            format!("{printed} can be left out for the same odds"),
            "MARS-ODD-2",
        ));
    }
    if assault.probe {
        facts.push(Fact::new(
            "probe",
            format!("lowered to {}: no attacker is lost", head(charts().probe)),
            "MARS-ODD-7",
        ));
    }
    facts
}

/// What the lowest column would read if the odds were so many columns better, where shifts make it another.
fn lowest_read(reckoned: &Reckoned, better: i16) -> String {
    let worst =
        reckoned.readings.iter().filter(|reading| reading.counts).min_by_key(|reading| reading.column);
    let Some(reading) = worst else { return String::new() };
    let shift = reading.column.0 - reckoned.basic.0;
    if shift == 0 {
        return String::new();
    }
    format!(", read as {}", shown(reckoned.basic.shifted(better + shift)))
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
        let under = -reckoned.basic.0;
        format!("{under} column{} under {}", if under == 1 { "" } else { "s" }, head(Column(0)))
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
            let words = if result.effect().opens_empty_hex { "is opened" } else { "stays closed" };
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
    let mut clauses: Vec<&str> =
        reckoned.readings.iter().zip(end.results.iter()).map(deciding_clause).collect();
    clauses.dedup();
    clauses
        .into_iter()
        .fold(Told::new(codes.join(", "), sentences.join("; ")), Told::by)
        .measuring("attack factors lost by the attacker, at least", paid)
        .measuring("defence factors eliminated for certain", lost)
}

/// The clause that decides a reading: X/2 on a unit that was Disrupted already is a plain elimination.
fn deciding_clause((reading, result): (&Reading, CrtResult)) -> &'static str {
    if result == CrtResult::Exchange && reading.disrupted { "MARS-RES-5" } else { result.clause() }
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
