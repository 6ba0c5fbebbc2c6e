//! What a question about an attack need not say because the map of its scenario knows it.

use kit::{Fact, Refusal, inquiry::as_on_map, map::Direction};

use super::situation::Situation;
use crate::{
    charts::Charts,
    hexes::{Hex, HexSide},
    terrain::Terrain,
    theatre::Theatre,
};

/// Completes a question from the map that it names.
pub(super) fn survey(charts: &Charts, situation: &mut Situation) -> Result<Vec<Fact>, Refusal> {
    let Some(scenario) = situation.scenario else {
        let words = "no scenario is named, so no map was read: ground, shores and balkas count only as said";
        return Ok(vec![Fact::new("map", words, "")]);
    };
    let theatre = charts.theatre(scenario);
    let mut hexes: Vec<Hex> = situation.attackers.iter().map(|unit| unit.at).collect();
    hexes.extend(situation.defenders.iter().map(|unit| unit.at));
    hexes.extend(situation.bystanders.iter().map(|unit| unit.at));
    hexes.extend(situation.hexes.iter().map(|&(hex, _)| hex));
    hexes.sort_unstable();
    hexes.dedup();
    let mut ground = Vec::new();
    for &hex in &hexes {
        ground.push((hex, terrain(theatre, hex)?));
    }
    if let Some(&(hex, said)) = situation.hexes.iter().find(|entry| !ground.contains(entry)) {
        let on_map = terrain(theatre, hex)?.name();
        return Err(contradicted(&format!("{hex} is {on_map}, not {}", said.name())));
    }
    situation.hexes = ground;
    let at = |hex: Hex| theatre.id(hex).is_some_and(|id| theatre.shore.contains(id));
    let shore = hexes.iter().copied().filter(|&hex| at(hex)).collect();
    situation.shore.sort_unstable();
    as_on_map(&mut situation.shore, shore, |_| contradicted("other hexes are on the west bank's shore"))?;
    let balkas = balkas(theatre, &hexes);
    if let Some(side) = situation.balka.iter().find(|side| !balkas.contains(side)) {
        return Err(contradicted(&format!("no balka runs between the hexes of {side}")));
    }
    situation.balka = balkas;
    Ok(vec![Fact::new("map", described(situation), "STAL-TER-1")])
}

fn contradicted(words: &str) -> Refusal {
    let reason = format!("the map says otherwise: {words}; leave it out, the scenario brings it");
    Refusal::new("STAL-TER-1", reason)
}

fn terrain(theatre: &Theatre, hex: Hex) -> Result<Terrain, Refusal> {
    theatre.id(hex).map(|id| theatre.terrain(id)).ok_or_else(|| {
        Refusal::new("STAL-TER-1", "is no hex of this scenario's map").because_of(hex.to_string())
    })
}

/// The balkas between hexes of the question, each once.
fn balkas(theatre: &Theatre, hexes: &[Hex]) -> Vec<HexSide> {
    let mut sides = Vec::new();
    for &hex in hexes {
        let Some(id) = theatre.id(hex) else { continue };
        for way in Direction::ALL.into_iter().filter(|way| theatre.balkas(id).contains(*way)) {
            let Some(other) = hex.towards(way).filter(|other| *other > hex && hexes.contains(other)) else {
                continue;
            };
            sides.extend(HexSide::between(hex, other));
        }
    }
    sides
}

/// What was read, in words.
fn described(situation: &Situation) -> String {
    let mut words: Vec<String> =
        situation.hexes.iter().map(|(hex, terrain)| format!("{hex} {}", terrain.name())).collect();
    words.extend(situation.shore.iter().map(|hex| format!("{hex} on the shore")));
    if situation.balka.is_empty() {
        words.push("no balka between them".into());
    }
    words.extend(situation.balka.iter().map(|side| format!("a balka at {side}")));
    words.join(", ")
}
