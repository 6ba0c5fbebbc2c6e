//! What a question about a combat need not say because the map of its scenario knows it.

use kit::{Fact, inquiry::as_on_map};

use super::situation::Situation;
use crate::prelude::*;

/// Completes a question from the map of its battle, where units have hexes.
pub(super) fn survey(content: &LineContent, situation: &mut Situation) -> Result<Vec<Fact>, Refusal> {
    let Some((scenario, here)) = situation.scenario.zip(situation.defender.hex) else {
        let words = "no scenario with hexes is named, so no map was read: ground, levels and hexsides count only as said";
        return Ok(vec![Fact::new("map", words, "")]);
    };
    let field = content.battle(scenario);
    let target = find(field, here)?;
    let mut words =
        vec![stand(field, target, here, &mut situation.defender.terrain, &mut situation.defender.level)?];
    for attacker in &mut situation.attackers {
        let Some(hex) = attacker.hex else { continue };
        let from = find(field, hex)?;
        let mut line = stand(field, from, hex, &mut attacker.terrain, &mut attacker.level)?;
        if let Some(way) = field.map.direction(target, from) {
            let hexside = field.hexside(target, way);
            as_on_map(&mut attacker.hexside, hexside, |_| {
                contradicted(hex, &format!("the hexside is {hexside}"))
            })?;
            if hexside != Hexside::default() {
                line = format!("{line} over a {hexside}");
            }
        }
        words.push(line);
    }
    Ok(vec![Fact::new("map", words.join(", "), "LINE-X-MAP-5")])
}

fn find(field: &Battlefield, hex: Hex) -> Result<HexId, Refusal> {
    let number = hex.to_string();
    field
        .map
        .find(&number)
        .map_err(|error| Refusal::new("LINE-X-MAP-1", error.to_string()).because_of(&number))
}

/// Ground and level of a hex, and the two in words.
fn stand(
    field: &Battlefield,
    id: HexId,
    hex: Hex,
    terrain: &mut Terrain,
    level: &mut i8,
) -> Result<String, Refusal> {
    let (ground, height) = (field.terrain[id.index()], field.level[id.index()]);
    as_on_map(terrain, ground, |_| contradicted(hex, &format!("it is {ground}")))?;
    as_on_map(level, height, |_| contradicted(hex, &format!("it has level {height}")))?;
    Ok(format!("{hex} {ground}, level {height}"))
}

fn contradicted(hex: Hex, words: &str) -> Refusal {
    let reason = format!("the map says otherwise: {words}; leave it out, the scenario brings it");
    Refusal::new("LINE-X-MAP-5", reason).because_of(hex.to_string())
}
