//! What can be laid over the map about the next movement: where a unit can go, and what the enemy can bring together.

use super::seat;
use crate::{facing::FROM_THE_REAR, movement, prelude::*};

/// The field as it will be when a side moves next, and on which Game-Turn that is.
fn when_it_moves(game: &Battleline, side: Side) -> (Field, u8) {
    let moves = matches!(game.step(), Step::Movement(_) | Step::Moving(_) | Step::Turning(_));
    if side == game.active && moves {
        return (game.field, game.turn);
    }
    let mut field = game.field;
    field.begin_movement(side);
    // The second player still moves on this turn while the first has his.
    let is_to_come = side != game.active && game.active == game.field.first;
    (field, if is_to_come { game.turn } else { game.turn + 1 })
}

/// LINE-X-MOV-1, LINE-X-OPS-1: where a unit can go when it moves next.
pub(super) fn range(game: &Battleline, unit: Option<CounterId>) -> Overlay {
    let unasked = "Select a unit to see where it can go.";
    let mut overlay = Overlay::new(("range", "Range"), unasked, &["LINE-X-MOV-1", "LINE-X-OPS-1"]);
    let found = unit.and_then(|counter| game.unit_on(counter).ok());
    let Some(unit) = found.filter(|&unit| game.field.hex(unit).is_some()) else {
        return overlay;
    };
    let (side, name) = (game.field.side(unit), game.field.name(unit));
    let (field, turn) = when_it_moves(game, side);
    overlay.legend = format!("Where {name} can go when it moves next; m: only by operational movement.");
    let near = movement::range(&field, unit, turn).destinations();
    let mut add = |hexes: Hexes, level: u8, label: &str, words: &str| {
        overlay.hexes.extend(hexes.iter().map(|hex| HexNote {
            level,
            label: label.to_owned(),
            ..HexNote::new(field.number(hex), seat(side), Look::Tint, format!("{name} {words}"))
        }));
    };
    add(near, 60, "", "can go here");
    add(march::range(&field, unit, turn) - near, 10, "m", "can march here");
    overlay
}

/// For every unit of the viewer the strongest attack that the enemy can bring together when he moves next.
pub(super) fn threats(game: &Battleline, viewer: Viewer) -> Overlay {
    let legend = "The strongest attack on each unit that the other side can bring together by its next tactical \
                  movement, from behind first, nobody else moved; the column as it would be read.";
    let clauses = ["LINE-X-CMB-2", "LINE-X-CMB-3", "LINE-CRT-1"];
    let mut overlay = Overlay::new(("threats", "Threats"), legend, &clauses);
    for side in Side::ALL {
        if viewer != Viewer::Spectator && viewer != Viewer::Seat(seat(side)) {
            continue;
        }
        let (field, turn) = when_it_moves(game, side.other());
        let comers: Vec<(UnitId, Range)> = by_strength(&field, side.other())
            .into_iter()
            .map(|unit| (unit, movement::range(&field, unit, turn)))
            .collect();
        let defenders = field.units_of(side);
        overlay.hexes.extend(defenders.iter().filter_map(|unit| threat(game, field, &comers, unit)));
    }
    overlay
}

fn by_strength(field: &Field, side: Side) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = field.units_of(side).iter().collect();
    units.sort_by_key(|&unit| {
        (std::cmp::Reverse(field.piece(unit).figures.face(field.status(unit)).attack), unit)
    });
    units
}

/// The attack on one unit: into each free hex round it comes the strongest who can attack from there.
fn threat(
    game: &Battleline,
    mut field: Field,
    comers: &[(UnitId, Range)],
    defender: UnitId,
) -> Option<HexNote> {
    let mut used = Units::NONE;
    // Who stands next to it stays there, and turns where he must.
    for sides in FROM_THE_REAR {
        let hex = field.neighbour(field.hex(defender), field.facing(defender).turned(sides));
        let Some(unit) = hex.and_then(|hex| field.unit_in(hex)) else { continue };
        if let Some((_, range)) = comers.iter().find(|(comer, _)| *comer == unit) {
            used.insert(unit);
            face(game, &mut field, (unit, range), defender);
        }
    }
    for sides in FROM_THE_REAR {
        let hex = field.neighbour(field.hex(defender), field.facing(defender).turned(sides));
        let Some(hex) = hex.filter(|&hex| field.unit_in(hex).is_none()) else { continue };
        for (unit, range) in comers {
            if used.contains(*unit) || !range.destinations().contains(hex) {
                continue;
            }
            let stood = field;
            field.move_to(*unit, hex);
            if face(game, &mut field, (*unit, range), defender) {
                used.insert(*unit);
                break;
            }
            field = stood;
        }
    }
    let attackers: Vec<UnitId> = clash::joiners(&field, game.house_rules, defender).iter().collect();
    let announced = clash::announced(&field, game.house_rules, defender, &attackers)?;
    let heads = field.charts().tables.crt.sheet().heads();
    let column = usize::from(announced.column);
    let (attack, defence, label) = (announced.attack, announced.defence, heads[column].clone());
    let words = format!(
        "{} could be attacked by {}: {attack} to {defence}, column {label}",
        field.name(defender),
        field.names(attackers.into_iter())
    );
    let number = field.number(field.hex(defender));
    let level = (column * 100 / heads.len()) as u8;
    Some(HexNote { level, label, ..HexNote::new(number, seat(field.side(defender)), Look::Tint, words) })
}

/// Turns a unit, where it stands, so that it can attack; false if it cannot with the facings it can have there.
fn face(game: &Battleline, field: &mut Field, (unit, range): (UnitId, &Range), defender: UnitId) -> bool {
    let (here, now) = (field.hex(unit), field.facing(unit));
    let has_come = game.field.hex(unit) != here;
    let at = game.field.direction(here, field.hex(defender));
    let others = Direction::ALL.into_iter().filter(|&way| Some(way) != at);
    for way in at.into_iter().chain(others) {
        let may = range.facings(here).contains(way) || (!has_come && way == now);
        if !may {
            continue;
        }
        field.turn(unit, way);
        if clash::may_join::<Silent>(field, game.house_rules, defender, unit).is_ok() {
            return true;
        }
    }
    field.turn(unit, now);
    false
}
