//! What a question about a battle need not say because the map of its scenario knows it.

use kit::inquiry::as_on_map;

use super::{
    board,
    situation::{Hex, Situation},
};
use crate::prelude::*;

/// Completes a question from the map that it names.
pub(super) fn survey(content: &MarsContent, situation: &mut Situation) -> Result<Vec<Fact>, Refusal> {
    let Some(scenario) = situation.scenario else {
        let words = "no scenario is named, so no map was read: rivers, frontline, towns and forest count only as said";
        return Ok(vec![Fact::new("map", words, "")]);
    };
    let theatre = content.theatre(scenario, GermanZones::Inward);
    let mut origins: Vec<(&str, HexId)> = Vec::new();
    for attacker in &situation.attackers {
        if !origins.iter().any(|(known, _)| *known == attacker.from) {
            origins.push((&attacker.from, find(theatre, &attacker.from)?));
        }
    }
    let mut facts = Vec::new();
    let mut is_near = vec![false; origins.len()];
    for hex in &mut situation.hexes {
        let here = find(theatre, &hex.name)?;
        let mut lists = [Vec::new(), Vec::new()];
        for (near, &(name, origin)) in is_near.iter_mut().zip(&origins) {
            let Some(way) = theatre.map.direction(here, origin) else { continue };
            *near = true;
            for (list, feature) in lists.iter_mut().zip([&theatre.line, &theatre.rivers]) {
                if feature.at(here).contains(way) {
                    list.push(name.to_owned());
                }
            }
        }
        complete(theatre, hex, here, lists)?;
        facts.push(Fact::new("map", described(hex), "MARS-TER-4"));
    }
    match is_near.iter().position(|near| !near) {
        Some(far) => {
            Err(Refusal::new("MARS-ATT-1", "is next to none of the attacked hexes")
                .because_of(origins[far].0))
        }
        None => Ok(facts),
    }
}

/// A hex by its number or the town in it.
fn find(theatre: &Theatre, name: &str) -> Result<HexId, Refusal> {
    let town = theatre.towns.iter().find(|town| town.name.eq_ignore_ascii_case(name)).map(|town| town.hex);
    town.or_else(|| theatre.map.find(name).ok()).ok_or_else(|| {
        Refusal::new("MARS-TER-4", "is neither a hex nor a town of this scenario's map").because_of(name)
    })
}

fn complete(
    theatre: &Theatre,
    hex: &mut Hex,
    here: HexId,
    [line, river]: [Vec<String>; 2],
) -> Result<(), Refusal> {
    let name = hex.name.clone();
    let no = |words: String| {
        let reason = format!("the map says otherwise: {words}; leave it out, the scenario brings it");
        Refusal::new("MARS-TER-4", reason).because_of(&name)
    };
    let side =
        if theatre.initially[Side::German as usize].contains(here) { Side::German } else { Side::Russian };
    let listed = |names: &Vec<String>, what: &str| {
        if names.is_empty() { format!("it is attacked over no {what}") } else { over(names, what) }
    };
    as_on_map(&mut hex.initially, Some(side), |_| no(format!("it was {side} at the start")))?;
    let in_order = |said: &mut Vec<String>, on_map: &Vec<String>| {
        // The order in which hexes are said means nothing.
        said.sort_by_key(|name| on_map.iter().position(|known| known == name));
    };
    in_order(&mut hex.over_line, &line);
    in_order(&mut hex.over_river, &river);
    as_on_map(&mut hex.over_line, line, |map| no(listed(map, "frontline")))?;
    as_on_map(&mut hex.over_river, river, |map| no(listed(map, "river")))?;
    as_on_map(&mut hex.place, board::place(theatre, here), |place| no(format!("it is {place:?} ground")))?;
    as_on_map(&mut hex.forest, theatre.forest.contains(here), |_| no("it is no forest".into()))
}

/// What was read, in words.
fn described(hex: &Hex) -> String {
    let mut words = vec![format!("{}: {} at the start", hex.name, hex.initially.unwrap_or(Side::German))];
    match hex.place {
        super::assault::Place::Open => {}
        place => words.push(format!("{place:?}").to_lowercase()),
    }
    if hex.forest {
        words.push("forest".into());
    }
    for (names, what) in [(&hex.over_line, "frontline"), (&hex.over_river, "river")] {
        words.push(if names.is_empty() { format!("no {what}") } else { over(names, what) });
    }
    words.join(", ")
}

fn over(names: &[String], what: &str) -> String {
    format!("over a {what} from {}", names.join(" and "))
}
