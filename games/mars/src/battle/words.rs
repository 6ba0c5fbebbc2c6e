//! A battle in words.

use kit::{Chart, Reckoning, chance, inquiry::Share, losses};

use super::{
    Battle,
    assault::{Assault, Target},
    reckon::TargetReading,
    results::{Fate, fate},
};
use crate::prelude::*;

/// How many loss sets are named before the rest is only counted.
const SETS_NAMED: usize = 8;

/// The odds of a battle on the map, with reasons; nothing for one that may not be made.
pub(crate) fn report(assault: &Assault<'_>) -> Option<Report> {
    let mut reckoning = Reckoning::default();
    let reckoned = Reckoned::new(assault, &mut reckoning).ok()?;
    let odds = chance::every(|dice| reckoned.throw(assault.charts, dice));
    let tell = |end: &End| tell(&reckoned, assault, end);
    let mut report = Report::of(Battle::KIND, Battle::TITLE, &reckoning, &odds, tell);
    report.facts = facts(&reckoned, assault);
    report.chart = Some(chart(assault.charts, &reckoned));
    Some(report)
}

/// The columns of the chart that are read, each once.
pub(crate) fn chart(charts: &Charts, reckoned: &Reckoned) -> Chart {
    let mut columns: Vec<Column> = reckoned.readings.iter().map(|reading| reading.column).collect();
    columns.sort_unstable();
    columns.dedup();
    Chart {
        table: "crt",
        columns: columns.into_iter().map(|column| charts.head(column).to_owned()).collect(),
    }
}

/// Who reads a result: a unit, or the line of an empty hex.
fn reader<'s>(targets: &[Target<'s>], reading: &TargetReading) -> &'s str {
    let target = &targets[reading.hex()];
    reading.unit().map_or(target.name, |unit| &target.defenders[unit].unit.name)
}

pub(super) fn facts(reckoned: &Reckoned, assault: &Assault<'_>) -> Vec<Fact> {
    let charts = assault.charts;
    let (attack, defence) = (reckoned.attack, reckoned.defence);
    let ladder = &charts.ladder;
    let mut facts = vec![Fact::new(
        "odds",
        format!("{attack} against {defence}: {}", basic(charts, reckoned)),
        "MARS-ODD-2",
    )];
    for reading in reckoned.readings.iter() {
        let who = reader(&assault.targets, reading);
        let column = charts.head(reading.column);
        let words = if reading.disrupted {
            format!(
                "{who} reads {column}: final odds {}, one column more because it is Disrupted",
                shown(charts, reading.final_odds)
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
        let words =
            format!("{printed} more would make it {}{}", charts.head(next), lowest_read(charts, reckoned, 1));
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
            format!("lowered to {}: no attacker is lost", charts.head(charts.probe)),
            "MARS-ODD-7",
        ));
    }
    facts
}

/// What the lowest column would read if the odds were so many columns better, where shifts make it another.
fn lowest_read(charts: &Charts, reckoned: &Reckoned, better: i16) -> String {
    let worst =
        reckoned.readings.iter().filter(|reading| reading.counts).min_by_key(|reading| reading.column);
    let Some(reading) = worst else { return String::new() };
    let shift = reading.column.0 - reckoned.basic.0;
    if shift == 0 {
        return String::new();
    }
    format!(", read as {}", shown(charts, reckoned.basic.shifted(better + shift)))
}

fn factors(amount: Factor, what: &str) -> String {
    format!("{amount} {what}{}", if amount == Factor::ONE { "" } else { "s" })
}

/// A column that may lie below the printed ones.
fn shown(charts: &Charts, column: Column) -> &str {
    charts.head(charts.ladder.clamp(column))
}

fn basic(charts: &Charts, reckoned: &Reckoned) -> String {
    if reckoned.basic < Column(0) {
        let under = -reckoned.basic.0;
        format!("{under} column{} under {}", if under == 1 { "" } else { "s" }, charts.head(Column(0)))
    } else {
        charts.head(reckoned.basic).to_owned()
    }
}

pub(super) fn tell(reckoned: &Reckoned, assault: &Assault<'_>, end: &End) -> Told {
    let charts = assault.charts;
    let mut codes: Vec<&str> = end.results.iter().map(CrtResult::name).collect();
    codes.dedup();
    let mut sentences = Vec::new();
    let mut shares = Vec::new();
    let mut lost = Factor::ZERO;
    for (reading, result) in reckoned.readings.iter().zip(end.results.iter()) {
        let target = &assault.targets[reading.hex()];
        let Some(unit) = reading.unit() else {
            // MARS-RES-18: whoever has retreated into it keeps it closed, and opens it by going.
            let words = match (charts.effect(result).opens_empty_hex(), target.defenders.is_empty()) {
                (true, true) => "is opened",
                (false, true) => "stays closed",
                (true, false) => "is opened if no enemy unit remains in it",
                (false, false) => "stays closed unless the units in it retreat",
            };
            sentences.push(format!("{} {words}", target.name));
            shares.push(share(target.name, result, words));
            continue;
        };
        let fate = fate(charts, result, &target.defenders[unit]);
        if fate == Fate::Eliminated {
            lost += target.defenders[unit].unit.defence;
        }
        let (name, words) = (&target.defenders[unit].unit.name, fate.words(target.defenders[unit].disrupted));
        sentences.push(format!("{name} {words}"));
        shares.push(share(name, result, words));
    }
    let (paid, payments) = attacker_losses(assault, end, &mut sentences);
    let mut clauses: Vec<&str> =
        reckoned.readings.iter().zip(end.results.iter()).map(deciding_clause).collect();
    clauses.dedup();
    let told = Told { shares, payments, ..Told::new(codes.join(", "), sentences.join("; ")) };
    clauses
        .into_iter()
        .fold(told, Told::by)
        .measuring("attack factors lost by the attacker, at least", paid)
        .measuring("defence factors eliminated for certain", lost)
}

fn share(who: &str, result: CrtResult, words: &str) -> Share {
    Share { who: who.to_owned(), result: result.name().to_owned(), words: words.to_owned() }
}

/// The clause that decides a reading: X/2 on a unit that was Disrupted already is a plain elimination.
fn deciding_clause((reading, result): (&TargetReading, CrtResult)) -> &'static str {
    if result == CrtResult::Exchange && reading.disrupted { "MARS-RES-5" } else { result.clause() }
}

/// Names what the attacker must pay; the least of it in printed factors, and the sets of units that pay it.
fn attacker_losses(
    assault: &Assault<'_>,
    end: &End,
    sentences: &mut Vec<String>,
) -> (Factor, Vec<Vec<String>>) {
    let exchanged = end.results.contains(CrtResult::Exchange);
    if !end.toll.is_positive() {
        if exchanged && assault.side == Side::German {
            sentences.push("the exchange costs the attacker nothing".into());
        }
        return (Factor::ZERO, Vec::new());
    }
    let times = assault.attack_times();
    let values: Vec<Factor> = assault.attackers.iter().map(|attacker| attacker.unit.attack * times).collect();
    let (sets, complete) = losses::minimal_sets(&values, end.toll, SETS_NAMED);
    let names = |set: losses::UnitSet| {
        let units = assault.attackers.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
        units.map(|(_, attacker)| attacker.unit.name.clone()).collect::<Vec<_>>()
    };
    let doubled = if times > 1 { ", counted doubled" } else { "" };
    let payments: Vec<Vec<String>> = sets.into_iter().map(names).collect();
    let listed: Vec<String> = payments.iter().map(|set| set.join(" + ")).collect();
    let more = if complete { "" } else { " or another set" };
    sentences.push(format!(
        "the attacker loses {} or more{doubled}: {}{more}",
        end.toll,
        listed.join(" or ")
    ));
    (Factor::whole(losses::cheapest(&values, end.toll).floor() / times), payments)
}
