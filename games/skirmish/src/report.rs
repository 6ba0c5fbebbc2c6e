//! Conditions in words.

use kit::{Factor, Told};

use crate::{
    charts::Class,
    condition::{Condition, Victim},
    words::{Hull, Speed},
};

/// A whole number for a report.
pub(crate) fn count(n: impl Into<i32>) -> Factor {
    Factor::whole(n.into())
}

/// What has become of a unit; `harm` is the clause of the damage itself, `none` that of getting away.
pub(crate) fn tell(victim: &Victim, end: Condition, harm: &'static str, none: &'static str) -> Told {
    let start = victim.start;
    let dead = start.men() - end.men();
    let team = victim.unit.is_team();
    let gone = end.men() == 0 || end.surrendered();
    let wreck = if team { gone } else { end.hull != Hull::Whole || gone };
    let mut words = Vec::new();
    if dead > 0 {
        words.push(format!("{dead} of {} dead", start.men()));
    }
    words.extend(state_words(victim, end, team));
    let told = Told::new(result(victim, end, team), words.join(", "));
    deciding(victim, end, harm, none)
        .into_iter()
        .fold(told, Told::by)
        .measuring("dead", count(dead))
        .measuring(if team { "team lost" } else { "wrecked or abandoned" }, count(u8::from(wreck)))
        .measuring("fleeing", count(u8::from(end.fleeing() && !start.fleeing() && !end.surrendered())))
}

/// The clauses that decide an end, in the order in which they come into play.
fn deciding(victim: &Victim, end: Condition, harm: &'static str, none: &'static str) -> Vec<&'static str> {
    let start = victim.start;
    if end == start {
        return vec![none];
    }
    let team = victim.unit.is_team();
    let afoot = !team && end.hull != Hull::Whole && end.men() > 0;
    let deserted = end.hull == Hull::Abandoned && end.crew == 0;
    let damaged = (end.hull != start.hull && end.hull != Hull::Abandoned)
        || (end.speed, end.men(), end.mgs_lost) != (start.speed, start.men(), start.mgs_lost)
        || end.gun_out()
        || end.turret_blocked()
        || end.carriage_blocked();
    let scared = end.fleeing() && !start.fleeing();
    // Lots are drawn only while both crew and passengers could fall and not all of them did.
    let drawn = start.riders > 0 && end.men() > 0 && end.men() < start.men();
    [
        (damaged, harm),
        (drawn, "SKIR-CRW-6"),
        (deserted, "SKIR-CRW-5"),
        (end.no_fire(), "SKIR-TST-6"),
        (scared, "SKIR-MOR-2"),
        (end.surrendered(), "SKIR-MOR-8"),
        (afoot && victim.unit.class == Class::Gun, "SKIR-EFF-11"),
        (afoot && victim.unit.class != Class::Gun, "SKIR-EFF-8"),
    ]
    .into_iter()
    .filter_map(|(holds, clause)| holds.then_some(clause))
    .collect()
}

fn result(victim: &Victim, end: Condition, team: bool) -> &'static str {
    let start = victim.start;
    match (end.hull, end.speed) {
        _ if end.surrendered() => "surrendered",
        _ if team && end.men() == 0 => "wiped out",
        (Hull::Exploded, _) => "exploded",
        (Hull::Destroyed, _) => "destroyed",
        (Hull::Abandoned, _) => "abandoned",
        (_, Speed::Stopped) if start.speed != Speed::Stopped => "immobilized",
        _ if end.gun_out() => "main gun out",
        _ if end == start => "no effect",
        _ if end.men() < start.men() => "losses",
        _ if end.speed > start.speed || end.turret_blocked() || end.carriage_blocked() => "damaged",
        _ if end.mgs_lost > 0 => "MG destroyed",
        _ => "shaken",
    }
}

fn state_words(victim: &Victim, end: Condition, team: bool) -> Vec<String> {
    let start = victim.start;
    let mut words: Vec<String> = Vec::new();
    let mut say = |holds: bool, what: &str| {
        if holds {
            words.push(what.to_owned());
        }
    };
    let whole = end.hull == Hull::Whole && end.men() > 0;
    say(whole && end.speed == Speed::Brief && start.speed != end.speed, "brief movement only");
    say(whole && end.speed == Speed::Slow && start.speed != end.speed, "slow movement only");
    say(whole && end.gun_out() && end.speed == Speed::Stopped, "main gun out");
    say(whole && end.turret_blocked(), "turret blocked");
    say(whole && end.carriage_blocked(), "carriage blocked");
    say(whole && end.mgs_lost > 0 && !team, "MG lost");
    say(whole && end.leader_down(), "leader dead");
    say(end.no_fire() && whole, "no fire this turn");
    say(!end.surrendered() && end.fleeing() && !start.fleeing() && whole, "fleeing");
    // SKIR-EFF-8, SKIR-EFF-11: survivors go on as a crew team with pistols.
    let afoot = !team && end.hull != Hull::Whole && end.men() > 0;
    if afoot {
        let spirit = if end.surrendered() {
            "surrender"
        } else if end.fleeing() {
            "get out fleeing"
        } else {
            "get out"
        };
        words.push(format!("{} {spirit}", end.men()));
    }
    words
}
