//! Positions against a slow literal model: a map from unit to place.

use std::collections::{BTreeMap, BTreeSet};

use kit::{
    Id, IdSet, Seat, hash_of,
    map::{Grid, HexId, HexSet, Layout},
    position::{Flag, Place, Position},
};
use proptest::prelude::*;
use sandtable_kit as kit;

const UNITS: u8 = 200;
const HEXES: u16 = 40 * 50;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct UnitId(u8);

impl Id for UnitId {
    fn numbered(number: usize) -> Self {
        Self(number as u8)
    }

    fn number(self) -> usize {
        self.0.into()
    }
}

type Units = IdSet<UnitId, 4>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Aside {
    Waiting,
    Withdrawn(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Status {
    Moved,
    Shaken,
}

impl Flag for Status {
    fn index(self) -> usize {
        self as usize
    }
}

type Board = Position<Units, Aside, Status, 200, 32, 2>;

#[derive(Clone, Copy, Debug)]
enum Change {
    MoveTo(u8, u16),
    Remove(u8, u8),
    Set(u8, Status, bool),
    Clear(u8, u8, Status),
}

fn change() -> impl Strategy<Value = Change> {
    let unit = 0..UNITS;
    // Few hexes, so that stacks grow; now and then a far one.
    let hex = prop_oneof![4 => 60..70u16, 1 => 0..HEXES];
    let status = prop_oneof![Just(Status::Moved), Just(Status::Shaken)];
    prop_oneof![
        6 => (unit.clone(), hex).prop_map(|(unit, hex)| Change::MoveTo(unit, hex)),
        2 => (unit.clone(), 0..3u8).prop_map(|(unit, turn)| Change::Remove(unit, turn)),
        2 => (unit.clone(), status.clone(), any::<bool>()).prop_map(|(unit, flag, is)| Change::Set(unit, flag, is)),
        1 => (unit.clone(), unit, status).prop_map(|(one, other, flag)| Change::Clear(one, other, flag)),
    ]
}

fn side(unit: u8) -> Seat {
    Seat(unit % 2)
}

fn of_side(seat: u8) -> Units {
    (0..UNITS).filter(|&unit| side(unit) == Seat(seat)).map(UnitId).collect()
}

/// What is known of everybody, and nothing else.
#[derive(Clone, Default)]
struct Model {
    at: BTreeMap<u8, Result<u16, u8>>,
    flags: BTreeSet<(Status, u8)>,
}

fn follow(changes: &[Change]) -> (Board, Model) {
    let (mut board, mut model) = (Board::new([of_side(0), of_side(1)], Aside::Waiting), Model::default());
    for &change in changes {
        match change {
            Change::MoveTo(unit, hex) => {
                board.move_to(UnitId(unit), HexId::new(hex));
                model.at.insert(unit, Ok(hex));
            }
            Change::Remove(unit, turn) => {
                board.remove(UnitId(unit), Aside::Withdrawn(turn));
                model.at.insert(unit, Err(turn));
                model.flags.retain(|&(_, other)| other != unit);
            }
            Change::Set(unit, flag, is) => {
                board.set(UnitId(unit), flag, is);
                if is {
                    model.flags.insert((flag, unit))
                } else {
                    model.flags.remove(&(flag, unit))
                };
            }
            Change::Clear(one, other, flag) => {
                board.clear([one, other].map(UnitId).into_iter().collect(), flag);
                model.flags.retain(|&(known, unit)| known != flag || ![one, other].contains(&unit));
            }
        }
    }
    (board, model)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_position_is_what_a_list_of_places_says(changes in prop::collection::vec(change(), 0..200)) {
        let map = Grid::new(Layout::FlatEvenDown, 1..=40, 1..=50, |_| true);
        let (board, model) = follow(&changes);
        prop_assert_eq!(board.invariants(&map), Ok(()));
        for unit in 0..UNITS {
            let place = match model.at.get(&unit) {
                None => Place::Aside(Aside::Waiting),
                Some(&Ok(hex)) => Place::Hex(HexId::new(hex)),
                Some(&Err(turn)) => Place::Aside(Aside::Withdrawn(turn)),
            };
            prop_assert_eq!(board.place_of(UnitId(unit)), place);
            prop_assert_eq!(board.hex_of(UnitId(unit)).is_some(), board.on_map().contains(UnitId(unit)));
            prop_assert_eq!(board.side_of(UnitId(unit)), side(unit));
            for flag in [Status::Moved, Status::Shaken] {
                prop_assert_eq!(board.is(UnitId(unit), flag), model.flags.contains(&(flag, unit)));
                prop_assert_eq!(board.all(flag).contains(UnitId(unit)), model.flags.contains(&(flag, unit)));
            }
        }
        for hex in 0..HEXES {
            let here = |wanted: u16| move |(unit, at): (&u8, &Result<u16, u8>)| (*at == Ok(wanted)).then_some(*unit);
            let units: Vec<u8> = model.at.iter().filter_map(here(hex)).collect();
            let stack: Vec<u8> = board.units_in(HexId::new(hex)).map(|unit| unit.0).collect();
            prop_assert_eq!(&stack, &units);
            prop_assert_eq!(board.unit_in(HexId::new(hex)).map(|unit| unit.0), units.first().copied());
            for seat in [Seat(0), Seat(1)] {
                let held = units.iter().any(|&unit| side(unit) == seat);
                prop_assert_eq!(board.held_by(seat).contains(HexId::new(hex)), held);
                prop_assert_eq!(board.enemies_of(Seat(1 - seat.0)).contains(HexId::new(hex)), held);
            }
        }
        let everybody: HexSet<32> = board.hexes_of(board.units_of(Seat(0)) | board.units_of(Seat(1)));
        prop_assert_eq!(everybody, board.held_by(Seat(0)) | board.held_by(Seat(1)));
    }

    /// However a position has come about, equal places and conditions make it equal, and nothing else does.
    #[test]
    fn equal_positions_have_equal_hashes(changes in prop::collection::vec(change(), 0..60), unit in 0..UNITS) {
        let (board, model) = follow(&changes);
        let mut again = Board::new([of_side(0), of_side(1)], Aside::Waiting);
        for (&unit, at) in model.at.iter().rev() {
            match *at {
                Ok(hex) => again.place(UnitId(unit), HexId::new(hex)),
                Err(turn) => again.remove(UnitId(unit), Aside::Withdrawn(turn)),
            }
        }
        model.flags.iter().for_each(|&(flag, unit)| again.set(UnitId(unit), flag, true));
        prop_assert_eq!(&again, &board);
        prop_assert_eq!(hash_of(&again), hash_of(&board));
        again.set(UnitId(unit), Status::Moved, !again.is(UnitId(unit), Status::Moved));
        prop_assert_ne!(again, board);
        prop_assert_ne!(hash_of(&again), hash_of(&board));
    }

    #[test]
    fn a_set_of_ids_is_a_set(one in prop::collection::btree_set(0..UNITS, 0..40), other in prop::collection::btree_set(0..UNITS, 0..40)) {
        let set = |ids: &BTreeSet<u8>| ids.iter().copied().map(UnitId).collect::<Units>();
        let (mine, theirs) = (set(&one), set(&other));
        prop_assert_eq!((mine | theirs, mine & theirs, mine - theirs), (set(&(&one | &other)), set(&(&one & &other)), set(&(&one - &other))));
        prop_assert_eq!(mine.iter().map(|unit| unit.0).collect::<Vec<_>>(), one.iter().copied().collect::<Vec<_>>());
        prop_assert_eq!((mine.len(), mine.is_empty(), mine.meets(theirs)), (one.len(), one.is_empty(), !one.is_disjoint(&other)));
        prop_assert_eq!(mine.cmp(&theirs), one.iter().rev().cmp(other.iter().rev()));
    }
}

/// Records hold the hashes of sets: those of units are hashed word by word, those of hexes as a list of words.
#[test]
fn sets_hash_as_records_hold_it() {
    type Few = IdSet<UnitId, 1>;
    let few: Few = [3, 15].map(UnitId).into_iter().collect();
    assert_eq!(hash_of(&few), hash_of(&0x8008u64));
    let hexes: HexSet<1> = [3, 15].map(HexId::new).into_iter().collect();
    assert_eq!(hash_of(&hexes), hash_of(&(1u64, 0x8008u64)));
    assert_eq!((few.first(), few.len(), Few::NONE.is_empty()), (Some(UnitId(3)), 2, true));
}

#[test]
#[should_panic(expected = "UnitId(7) is on the map already")]
fn nobody_is_placed_twice() {
    let mut board = Board::new([of_side(0), of_side(1)], Aside::Waiting);
    board.place(UnitId(7), HexId::new(1));
    board.place(UnitId(7), HexId::new(2));
}
