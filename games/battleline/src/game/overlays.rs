//! What can be laid over the map: zones of control, command, and what the next movement can bring.

use super::{seat, threats};
use crate::prelude::*;

pub(super) const OVERLAYS: &[(&str, &str)] =
    &[("zones", "zones of control"), ("command", "command"), ("range", "range"), ("threats", "threats")];

pub(super) fn overlay(
    game: &Battleline,
    name: &str,
    viewer: Viewer,
    unit: Option<CounterId>,
) -> Option<Overlay> {
    match name {
        "zones" => Some(zones_of_control(game)),
        "command" => Some(reach_of_command(game)),
        "range" => Some(threats::range(game, unit)),
        "threats" => Some(threats::threats(game, viewer)),
        _ => None,
    }
}

/// LINE-X-ZOC-1.
fn zones_of_control(game: &Battleline) -> Overlay {
    let field = &game.field;
    let legend = "Hatched: hexes that Good Order units of a side hold before them.";
    let clauses = ["LINE-X-ZOC-1", "LINE-X-ZOC-2", "LINE-X-ZOC-3"];
    let mut overlay = Overlay::new(("zones", "Zones of control"), legend, &clauses);
    for side in Side::ALL {
        for hex in zones::controlled_by(field, side) {
            let sources: Units = zones::sources(field, side, hex).collect();
            let words = format!("controlled by {}", field.names(sources.iter()));
            overlay.hexes.push(HexNote::new(field.number(hex), seat(side), Look::Hatch, words));
        }
    }
    overlay
}

/// LINE-X-CMD-3.
fn reach_of_command(game: &Battleline) -> Overlay {
    let field = &game.field;
    let legend = "Where leaders are, and which units none of them has in his range.";
    let mut overlay = Overlay::new(("command", "Command"), legend, &["LINE-X-CMD-3"]);
    for side in Side::ALL {
        for leader in field.leaders_of(side) {
            if let Post::With(unit) = field.post(leader)
                && let Some(hex) = field.hex(unit).some()
            {
                let line = field.leader(leader);
                let words = format!("{}, range {}", line.name, line.range);
                overlay.hexes.push(HexNote::new(field.number(hex), seat(side), Look::Source, words));
            }
        }
        for unit in field.units_of(side).iter().filter(|&unit| !command::is_in_command(field, unit)) {
            let words = format!("{} is out of command", field.name(unit));
            let number = field.number(field.hex(unit));
            overlay.hexes.push(HexNote::new(number, seat(side), Look::Cut, words));
        }
    }
    overlay
}
