//! What can be laid over the map: zones of control, supply, the range of a unit, threats.

use kit::{HexNote, Look, Trace, position::Roster};

use super::hints::halves;
use crate::{battle, prelude::*};

/// Short names and titles.
pub(super) const OVERLAYS: &[(&str, &str)] =
    &[("zones", "Zones of control"), ("supply", "Supply"), ("range", "Range"), ("threats", "Threats")];

pub(super) fn overlay(game: &Mars, name: &str, viewer: Viewer, unit: Option<CounterId>) -> Option<Overlay> {
    let &(name, title) = OVERLAYS.iter().find(|(known, _)| *known == name)?;
    let blank = Overlay::new((name, title), "", &[]);
    Some(match name {
        "zones" => zones_of_control(game, blank),
        "supply" => supply_lines(game, blank),
        "range" => range(game, blank, unit),
        _ => threats(game, blank, viewer),
    })
}

fn note(game: &Mars, hex: HexId, side: Side, look: Look) -> HexNote {
    HexNote::new(game.number(hex), seat(side), look, "")
}

/// Active zones stop movement (MARS-ZOC-4, MARS-ZOC-6), the others only block supply (MARS-ZOC-5).
fn zones_of_control(game: &Mars, mut overlay: Overlay) -> Overlay {
    "Close hatching: active zones, which stop movement. Wide hatching: zones that only block supply."
        .clone_into(&mut overlay.legend);
    overlay.clauses = vec!["MARS-ZOC-4", "MARS-ZOC-5", "MARS-ZOC-6"];
    for side in Side::ALL {
        let active = ActiveZones::of(&game.field, side).hexes;
        for hex in zones::controlled_by(&game.field, side) {
            let (look, what) =
                if active.contains(hex) { (Look::Hatch, "active") } else { (Look::Thin, "inactive") };
            let words = format!("{what} {side} zone of control");
            overlay.hexes.push(HexNote { words, ..note(game, hex, side, look) });
        }
    }
    overlay
}

/// Where supply comes from (MARS-SUP-3), and the line of every hex with units (MARS-SUP-1, MARS-SUP-6).
fn supply_lines(game: &Mars, mut overlay: Overlay) -> Overlay {
    "Dots: sources. Lines: the shortest from every stack. R: rationed. Crossed out: isolated."
        .clone_into(&mut overlay.legend);
    overlay.clauses = vec!["MARS-SUP-1", "MARS-SUP-3", "MARS-SUP-6"];
    for side in Side::ALL {
        let lines = Lines::of(&game.field, side);
        let edge = game.theatre().edge[side as usize];
        overlay.hexes.extend((lines.sources & edge).iter().map(|hex| note(game, hex, side, Look::Source)));
        for hex in game.field.held_by(side) {
            match lines.status(hex) {
                Supply::Full => {}
                Supply::Rationed => {
                    let words = "rationed: a long line".to_owned();
                    let rationed = note(game, hex, side, Look::Thin);
                    overlay.hexes.push(HexNote { label: "R".to_owned(), words, ..rationed });
                }
                Supply::Isolated => {
                    let words = "isolated: no line to a source".to_owned();
                    overlay.hexes.push(HexNote { words, ..note(game, hex, side, Look::Cut) });
                }
            }
            if let Some(line) = supply::line(&game.field, side, hex).filter(|line| line.len() > 1) {
                overlay.traces.push(Trace {
                    words: format!("supply of {}, {} hexes", game.number(hex), line.len() - 1),
                    hexes: line.into_iter().map(|hex| game.number(hex).to_owned()).collect(),
                    seat: seat(side),
                    whole: true,
                });
            }
        }
    }
    overlay
}

/// Where a unit can go in its next movement (MARS-MOV-2), or as it stands now if it is its turn.
fn range(game: &Mars, mut overlay: Overlay, counter: Option<CounterId>) -> Overlay {
    overlay.clauses = vec!["MARS-MOV-2", "MARS-MOV-3"];
    let unit = counter.and_then(|counter| game.unit_on(counter).ok());
    let Some(unit) = unit.filter(|&unit| game.field.hex_of(unit).is_some()) else {
        "Select a unit to see where it can go.".clone_into(&mut overlay.legend);
        return overlay;
    };
    let (name, side) = (game.name(unit), game.field.unit(unit).side);
    let field = rested(game, side);
    let range = March::of(&field, side).range(&field, unit);
    overlay.legend =
        format!("Where {name} can go when it moves next, and how many hexes it takes; ! costs its attack.");
    for hex in range.destinations() {
        let spent = range.half_hexes(&field, hex).unwrap_or(0);
        let strains = if range.strains(hex) { "!" } else { "" };
        overlay.hexes.push(HexNote {
            level: 10 + spent * 6,
            label: format!("{}{strains}", halves(spent)),
            words: format!("{name}: {} hexes", halves(spent)),
            ..note(game, hex, side, Look::Tint)
        });
    }
    overlay
}

/// The field as it will be when `side` begins to move; if it moves already, as it is.
fn rested(game: &Mars, side: Side) -> Field {
    let mut field = game.field;
    if side != game.phasing {
        field.begin_player_turn(side);
        supply::take_snapshot(&mut field, side);
    }
    field
}

/// For every hex of the viewer the strongest attack that the enemy can bring together when he moves next.
fn threats(game: &Mars, mut overlay: Overlay, viewer: Viewer) -> Overlay {
    "The strongest attack on each hex that the other side can bring together by its next movement, the strongest units \
     first, nobody else moved; odds as they would be read."
        .clone_into(&mut overlay.legend);
    overlay.clauses = vec!["MARS-ATT-2", "MARS-ODD-1", "MARS-CRT-2"];
    for side in Side::ALL
        .into_iter()
        .filter(|&side| viewer == Viewer::Spectator || viewer == Viewer::Seat(seat(side)))
    {
        let mut field = game.field;
        field.begin_player_turn(side.enemy());
        supply::take_snapshot(&mut field, side.enemy());
        let march = March::of(&field, side.enemy());
        let ranges: Vec<Range> =
            by_strength(&field, side.enemy()).into_iter().map(|unit| march.range(&field, unit)).collect();
        let held = game.field.held_by(side);
        overlay.hexes.extend(held.iter().filter_map(|hex| threat(game, &field, &ranges, side, hex)));
    }
    overlay
}

fn by_strength(field: &Field, side: Side) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = field.units_of(side).iter().collect();
    units.sort_by_key(|&unit| (std::cmp::Reverse(field.attack(unit)), unit));
    units
}

/// The attack on one hex: everybody who can come next to it without giving up his attack comes.
fn threat(game: &Mars, field: &Field, ranges: &[Range], side: Side, hex: HexId) -> Option<HexNote> {
    let enemy = side.enemy();
    let mut field = *field;
    let around: Hexes = field.theatre().map.neighbours(hex).collect();
    let mut attackers = Units::NONE;
    for range in ranges {
        if come(&mut field, range, around) {
            attackers.insert(range.unit);
        }
    }
    let plan = Plan::begin(&field, enemy);
    let attackers: Units = attackers
        .iter()
        .filter(|&unit| plan.check_attack::<Silent>(&field, enemy, unit, hex).is_ok())
        .collect();
    if attackers.is_empty() {
        return None;
    }
    let later = u8::from(enemy == Side::Russian && game.phasing == Side::German);
    let battling = Battling {
        side: enemy,
        turn: (game.turn + later).min(game.theatre().turns),
        options: game.house.of_battle(DieIndex::BySide),
        supplies: Supplies::of(&field),
    };
    let report = battle::report(&battling.meeting(attackers, &[hex], None).assault(&field))?;
    // The columns come from the lowest to the highest.
    let label = report.chart?.columns.pop()?;
    let heads = field.theatre().charts.tables.crt.sheet().heads();
    let column = heads.iter().position(|head| *head == label)?;
    let means: Vec<String> =
        report.expected.iter().map(|mean| format!("{} {}", mean.what, mean.decimal)).collect();
    let names: Vec<&str> = field.names(attackers).collect();
    Some(HexNote {
        level: (column * 100 / heads.len()) as u8,
        words: format!(
            "{} could be attacked by {} at {label}; on average {}",
            field.theatre().name(hex),
            names.join(", "),
            means.join(", ")
        ),
        label,
        ..note(game, hex, side, Look::Tint)
    })
}

/// Moves a unit next to the target if it can get there and attack still, the fewest hexes first; false if it cannot.
fn come(field: &mut Field, range: &Range, around: Hexes) -> bool {
    let Some(start) = field.hex_of(range.unit) else { return false };
    if around.contains(start) {
        return true;
    }
    let reach = range.destinations() & around;
    let free = reach.iter().filter(|&hex| !range.strains(hex) && stacking::has_room(field, range.unit, hex));
    let Some(hex) = free.min_by_key(|&hex| range.half_hexes(field, hex)) else { return false };
    field.move_to(range.unit, hex);
    true
}
