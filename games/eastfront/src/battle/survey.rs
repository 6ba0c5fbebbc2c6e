//! What a question about an attack need not say because the map of its scenario knows it.

use std::fmt;

use kit::{Fact, HexId, Refusal, inquiry::as_on_map};

use crate::{
    charts::Charts,
    situation::{ApproachEntry, Situation, TargetEntry},
    terrain::Hexside,
    theatre::Theatre,
};

/// Completes a question from the map that it names.
pub(super) fn survey(charts: &Charts, situation: &mut Situation) -> Result<Vec<Fact>, Refusal> {
    let Some(scenario) = situation.scenario else {
        let words =
            "no scenario is named, so no map was read: hexsides and hexes without a place count only as said";
        return Ok(vec![Fact::new("map", words, "")]);
    };
    let theatre = charts.theatre(scenario);
    let here = attacked(theatre, &mut situation.target)?;
    let mut facts = vec![Fact::new(
        "map",
        format!(
            "{}: {}, {}, {} of the weather line",
            theatre.called(here),
            word(&theatre.ground(here)),
            theatre.country_at(here).name(),
            if theatre.north_east.contains(here) { "north-east" } else { "south-west" },
        ),
        "EAST-TER-26",
    )];
    for approach in &mut situation.from {
        facts.push(Fact::new("map", come_from(theatre, here, approach)?, "EAST-ATT-2"));
    }
    Ok(facts)
}

fn find(theatre: &Theatre, name: &str) -> Result<HexId, Refusal> {
    theatre.hex_named(name).or_else(|| theatre.map.find(name).ok()).ok_or_else(|| {
        Refusal::new("EAST-TER-26", "is neither a hex nor a place of this scenario's map").because_of(name)
    })
}

fn contradicted(name: &str, words: &str) -> Refusal {
    let reason = format!("the map says otherwise: {words}; leave it out, the scenario brings it");
    Refusal::new("EAST-TER-26", reason).because_of(name)
}

/// The attacked hex, with the ground, the country and the weather that it has.
fn attacked(theatre: &Theatre, target: &mut TargetEntry) -> Result<HexId, Refusal> {
    let Some(name) = target.hex.clone().or_else(|| target.place.clone()) else {
        let reason = "which hex of the map is attacked? Name its place or its hex";
        return Err(Refusal::new("EAST-ATT-2", reason));
    };
    let here = find(theatre, &name)?;
    let no = |words: &str| contradicted(&name, words);
    let place = theatre.place(here);
    if let Some(said) = &target.place
        && !place.is_some_and(|place| place.name.eq_ignore_ascii_case(said))
    {
        return Err(no(&format!("{said} is not there")));
    }
    target.place = place.map(|place| place.name.clone());
    as_on_map(&mut target.class, theatre.class(here), |_| no("it is a place of another class"))?;
    let (ground, country) = (theatre.ground(here), theatre.country_at(here));
    as_on_map(&mut target.ground, Some(ground), |_| no(&word(&ground)))?;
    as_on_map(&mut target.country, Some(country), |_| no(country.name()))?;
    let north_east = theatre.north_east.contains(here);
    as_on_map(&mut target.north_east, Some(north_east), |_| {
        no("it lies on the other side of the weather line")
    })?;
    Ok(here)
}

/// A hex that the attack comes from, with what lies between; in words.
fn come_from(theatre: &Theatre, here: HexId, approach: &mut ApproachEntry) -> Result<String, Refusal> {
    let there = find(theatre, &approach.hex)?;
    let name = approach.hex.clone();
    let Some(way) = theatre.map.direction(here, there) else {
        let reason = format!("is not next to {}", theatre.called(here));
        return Err(Refusal::new("EAST-ATT-2", reason).because_of(&name));
    };
    let no = |words: &str| contradicted(&name, words);
    let across = theatre.side(here, way);
    let (fortified, road) = (theatre.forts(here).contains(way), theatre.roads(here).contains(way));
    as_on_map(&mut approach.across, across, |_| no("another hexside lies between"))?;
    as_on_map(&mut approach.fortified, fortified, |_| no("the hexside has no fortified line"))?;
    as_on_map(&mut approach.road, road, |_| no("no road crosses the hexside"))?;
    let north_east = theatre.north_east.contains(there);
    as_on_map(&mut approach.north_east, Some(north_east), |_| {
        no("it lies on the other side of the weather line")
    })?;
    let line = if fortified { ", a fortified line" } else { "" };
    Ok(match across {
        Hexside::Plain => format!("from {}: no water between{line}", theatre.called(there)),
        Hexside::River => format!("from {}: over a river{line}", theatre.called(there)),
        Hexside::Lake => format!("from {}: over a lake{line}", theatre.called(there)),
        Hexside::Kerch => format!("from {}: over the Kerch Strait{line}", theatre.called(there)),
        Hexside::Sea => format!("from {}: over the sea{line}", theatre.called(there)),
    })
}

/// A kind of ground in words.
fn word(value: &impl fmt::Debug) -> String {
    format!("{value:?}").to_lowercase()
}
