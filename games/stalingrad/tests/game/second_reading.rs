//! The chapters of the board against the literal reading, over random positions.

use std::collections::{BTreeMap, BTreeSet};

use kit::{Rules, map::HexId, random_play::RandomPlayer};
use sandtable_stalingrad::{
    Charts,
    field::{Field, Status},
    map::Hexes,
    movement::{MoveRange, Way},
    stacking,
    supply::Supply,
    theatre::Scenario,
    units::{Side, UnitId},
};

use crate::reading::{Hex, Table};

const SIDES: [Side; 2] = [Side::German, Side::Russian];

fn hex(field: &Field, hex: HexId) -> Hex {
    let number = field.theatre().map.number(hex);
    (i32::from(number.column), i32::from(number.row))
}

fn set(field: &Field, hexes: Hexes) -> BTreeSet<Hex> {
    hexes.iter().map(|id| hex(field, id)).collect()
}

/// A crowd in a part of the map: stacks, shared hexes, Disrupted units, as the rules allow them to come about.
pub fn position(chance: &mut RandomPlayer) -> Field {
    let scenario = if chance.pick(4) == 0 { Scenario::RedOctober } else { Scenario::Historical };
    let mut field = Field::empty(Rules::<Charts>::published(), scenario);
    let theatre = field.theatre();
    let land: Vec<HexId> = theatre.land.iter().collect();
    // The city and its edge see most of the fighting.
    let city: Vec<HexId> = theatre.beside(theatre.city).iter().collect();
    let middles = if chance.pick(3) == 0 { &land } else { &city };
    let middle = middles[chance.pick(middles.len())];
    let near: Vec<HexId> = (theatre.within(middle, 2 + chance.pick(4) as u8) & theatre.land).iter().collect();
    let disrupted = 1 + chance.pick(5);
    for unit in theatre.units {
        if chance.pick(2) == 0 {
            continue;
        }
        let to = near[chance.pick(near.len())];
        let meets_enemies = field.held_by(field.side(unit).enemy()).contains(to);
        if !stacking::has_room(&field, unit, to) || meets_enemies && !theatre.stalingrad.contains(to) {
            continue;
        }
        field.place(unit, to);
        field.set(unit, Status::Disrupted, chance.pick(6) < disrupted);
    }
    field.settle_control();
    field
}

/// Calls `check` with random positions and their literal reading.
fn over_positions(seed: u64, count: usize, mut check: impl FnMut(&Field, &Table, &mut RandomPlayer)) {
    let mut chance = RandomPlayer::seeded(seed);
    for _ in 0..count {
        let field = position(&mut chance);
        check(&field, &Table::of(&field), &mut chance);
    }
}

fn shown(table: &Table) -> Vec<String> {
    let name = |piece: &crate::reading::Piece| {
        let (side, mark) = (piece.side.name(), if piece.disrupted { " D" } else { "" });
        format!("{:02}{:02} {side} {}{mark}", piece.hex.0, piece.hex.1, piece.kind.name())
    };
    table.pieces.iter().map(name).collect()
}

/// STAL-ZOC-1, STAL-ZOC-2, STAL-R20
#[test]
fn zones_and_contact_are_as_the_rules_have_them() {
    let (mut shared, mut covered) = (0, 0);
    over_positions(11, 300, |field, table, _| {
        shared += field.mixed().len();
        for side in SIDES {
            let zones: BTreeSet<Hex> =
                table.ground.keys().copied().filter(|&hex| !table.zone_of(side, hex).is_empty()).collect();
            covered += zones.len();
            assert_eq!(set(field, field.zones(side)), zones, "{:#?}", shown(table));
            let land = table.ground.keys().copied().filter(|&hex| table.land(hex));
            let contact: BTreeSet<Hex> = land.filter(|&hex| table.contact(side.enemy(), hex)).collect();
            assert_eq!(set(field, field.contact_with(side)), contact, "{:#?}", shown(table));
        }
    });
    assert!(shared > 100 && covered > 5_000, "{shared} shared hexes, {covered} hexes in zones");
}

/// STAL-STK-1 to STAL-STK-7
#[test]
fn stacks_are_as_high_as_the_rules_have_them() {
    let (mut full, mut free) = (0, 0);
    over_positions(12, 300, |field, table, _| {
        for piece in &table.pieces {
            for id in field.theatre().land {
                let room = table.room(piece, hex(field, id));
                assert_eq!(stacking::has_room(field, piece.id, id), room, "{:#?}", shown(table));
                if room { free += 1 } else { full += 1 }
            }
        }
        for id in field.theatre().land {
            let here = table.pieces.iter().filter(|piece| piece.hex == hex(field, id));
            assert_eq!(u32::from(stacking::size_in(field, id)), Table::stacked(here));
        }
    });
    assert!(full > 1_000 && free > 1_000, "{full} full, {free} free");
}

/// STAL-SUP-1 to STAL-SUP-5, STAL-R22, STAL-R62, STAL-R83
#[test]
fn supply_reaches_as_far_as_the_rules_say() {
    let (mut cut, mut reached) = (0, 0);
    over_positions(13, 400, |field, table, _| {
        for side in SIDES {
            let supply = Supply::of(field, side);
            for piece in table.pieces.iter().filter(|piece| piece.side == side) {
                let is_supplied = table.supplied(side, piece.hex);
                assert_eq!(
                    supply.supplies(field, piece.id),
                    is_supplied,
                    "{:?} {:#?}",
                    piece.hex,
                    shown(table)
                );
                assert_eq!(Supply::is_supplied(field, piece.id), is_supplied, "alone: {:?}", piece.hex);
                if is_supplied { reached += 1 } else { cut += 1 }
            }
        }
    });
    assert!(cut > 200 && reached > 3_000, "{cut} cut off, {reached} in supply");
}

fn move_range(field: &Field, unit: UnitId) -> MoveRange<'_> {
    MoveRange::of(field, unit, &Supply::of(field, field.side(unit)))
}

/// STAL-MOV-2 to STAL-MOV-9, STAL-ZOC-2 to STAL-ZOC-6, STAL-HUG-3, STAL-HUG-4, STAL-R51, STAL-R52, STAL-R72, STAL-R73
#[test]
fn moves_end_where_the_rules_let_them_and_go_by_their_routes() {
    let (mut ends, mut from_shared, mut into_shared) = (0, 0, 0);
    over_positions(14, 300, |field, table, chance| {
        for _ in 0..6.min(table.pieces.len()) {
            let piece = &table.pieces[chance.pick(table.pieces.len())];
            let range = move_range(field, piece.id);
            let found: BTreeMap<Hex, Vec<Hex>> = range
                .ends()
                .iter()
                .map(|end| {
                    let way = range.way(end).expect("an end has a way");
                    (hex(field, end), way.hexes().iter().map(|&step| hex(field, step)).collect())
                })
                .collect();
            let meant = table.moves(piece.id);
            for end in found.keys().chain(meant.keys()) {
                assert_eq!(
                    found.get(end),
                    meant.get(end),
                    "{} from {:?} to {end:?}: {:#?}",
                    field.name(piece.id),
                    piece.hex,
                    shown(table)
                );
            }
            ends += found.len();
            from_shared += usize::from(field.is_mixed(field.hex_of(piece.id).unwrap()) && !found.is_empty());
            into_shared += range.ends().iter().filter(|&end| field.is_mixed(end)).count();
        }
    });
    assert!(
        ends > 20_000 && from_shared > 50 && into_shared > 20,
        "{ends} ends, {from_shared} out of and {into_shared} into shared hexes"
    );
}

/// STAL-R73: what can be named hex by hex ends where a move can end, and every end can be named so.
#[test]
fn routes_hex_by_hex_lead_to_the_same_ends() {
    over_positions(15, 150, |field, table, chance| {
        let piece = &table.pieces[chance.pick(table.pieces.len().max(1))];
        let range = move_range(field, piece.id);
        for end in range.ends() {
            let way = range.way(end).unwrap();
            let mut so_far = Way::NOWHERE;
            for &step in way.hexes() {
                assert!(range.next_steps(&so_far).contains(step), "{}", field.theatre().name(step));
                so_far = so_far.then(step);
            }
            assert!(range.check_way::<kit::Silent>(&so_far).is_ok());
        }
        // A walk at random that may stop here stops in an end, and it can go on as long as it may not.
        let mut way = Way::NOWHERE;
        while way.hexes().len() < 12 {
            let next: Vec<HexId> = range.next_steps(&way).iter().collect();
            if next.is_empty() {
                let is_over = way.hexes().is_empty() || range.check_way::<kit::Silent>(&way).is_ok();
                assert!(is_over, "{} is led nowhere: {way:?}, {:#?}", field.name(piece.id), shown(table));
                break;
            }
            way = way.then(next[chance.pick(next.len())]);
            if range.check_way::<kit::Silent>(&way).is_ok() {
                assert!(range.ends().contains(way.end().unwrap()), "{:?}", way.end());
            }
        }
    });
}
