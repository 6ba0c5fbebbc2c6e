//! Positions: where every unit is, who shares a hex with whom, and in what condition everybody is.
//!
//! ```
//! use sandtable_kit::{
//!     Seat,
//!     map::HexId,
//!     position::{Flag, Place, Position, UnitId, Units},
//! };
//!
//! /// Where a unit can be that is not on the map.
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! enum Aside { Arriving(u8), Lost }
//!
//! #[derive(Clone, Copy)]
//! enum Status { Moved, Shaken }
//! impl Flag for Status {
//!     fn index(self) -> usize { self as usize }
//! }
//!
//! /// Up to 40 units on up to 2 * 64 hexes, with two conditions.
//! type Board = Position<Units, Aside, Status, 40, 2, 2>;
//!
//! let [scouts, guns, horse] = [0, 1, 20].map(UnitId);
//! let [hill, mill] = [30, 100].map(HexId::new);
//! let blue = (0..20).map(UnitId).collect();
//! let red = (20..40).map(UnitId).collect();
//! let mut board = Board::new([blue, red], Aside::Arriving(1));
//!
//! board.place(guns, hill);
//! board.place(scouts, hill);
//! board.place(horse, mill);
//! board.set(scouts, Status::Moved, true);
//! assert_eq!(board.units_in(hill).collect::<Vec<_>>(), [scouts, guns], "in the order of their ids");
//! assert!(board.held_by(Seat(1)).contains(mill));
//!
//! board.remove(horse, Aside::Lost);
//! assert_eq!(board.place_of(horse), Place::Aside(Aside::Lost));
//! board.move_to(guns, mill);
//! assert_eq!(board.all(Status::Moved), Units::of(scouts));
//! assert_eq!((board.held_by(Seat(0)).len(), board.held_by(Seat(1)).len()), (2, 0));
//! ```

mod roster;

use std::{
    fmt,
    hash::{Hash, Hasher},
    marker::PhantomData,
};

use crate::{
    Seat,
    id_set::{Id, IdSet},
    map::{Grid, HexId, HexSet, PerHex},
};

pub use roster::{PerUnit, Roster, UnitId, Units};

/// A condition that a unit is in or not.
pub trait Flag: Copy {
    /// Its number among the conditions of the game.
    fn index(self) -> usize;
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place<A> {
    /// On the map.
    Hex(HexId),
    /// Somewhere beside it.
    Aside(A),
}

const NOBODY: u8 = u8::MAX;

/// Where the units of two sides are and in what condition. Copied like a number; nothing is allocated.
///
/// `U` is the [`IdSet`] of units, `A` the game's own places beside the map, `F` its conditions. There is room for `UNITS` units
/// (up to 255), `WORDS` times 64 hexes and `FLAGS` conditions. A game names its sizes once, in a type alias.
///
/// Two positions are equal if everybody is in the same place and condition: all else follows from that.
#[derive(Clone, Copy)]
pub struct Position<U, A, F, const UNITS: usize, const WORDS: usize, const FLAGS: usize> {
    at: [Place<A>; UNITS],
    /// The first unit in each hex, and after each unit the next in the same hex.
    first: PerHex<u8, WORDS>,
    next: [u8; UNITS],
    on_map: U,
    held: [HexSet<WORDS>; 2],
    flags: [U; FLAGS],
    sides: [U; 2],
    conditions: PhantomData<F>,
}

impl<I, A, F, const MANY: usize, const UNITS: usize, const WORDS: usize, const FLAGS: usize>
    Position<IdSet<I, MANY>, A, F, UNITS, WORDS, FLAGS>
where
    I: Id,
    A: Copy + PartialEq,
    F: Flag,
{
    const ROOM: () = assert!(UNITS <= NOBODY as usize, "at most 255 units");

    /// Nobody on the map, everybody beside it; `sides` are the units of each.
    pub fn new(sides: [IdSet<I, MANY>; 2], aside: A) -> Self {
        const { Self::ROOM };
        Self {
            at: [Place::Aside(aside); UNITS],
            first: PerHex::new(NOBODY),
            next: [NOBODY; UNITS],
            on_map: IdSet::NONE,
            held: [HexSet::EMPTY; 2],
            flags: [IdSet::NONE; FLAGS],
            sides,
            conditions: PhantomData,
        }
    }

    /// Where a unit is.
    #[inline]
    pub fn place_of(&self, unit: I) -> Place<A> {
        self.at[unit.number()]
    }

    /// The hex a unit is in.
    #[inline]
    pub fn hex_of(&self, unit: I) -> Option<HexId> {
        match self.at[unit.number()] {
            Place::Hex(hex) => Some(hex),
            Place::Aside(_) => None,
        }
    }

    /// The units in a hex, in the order of their ids.
    #[inline]
    pub fn units_in(&self, hex: HexId) -> impl Iterator<Item = I> {
        let mut at = self.first[hex];
        std::iter::from_fn(move || {
            let here = (at != NOBODY).then_some(usize::from(at))?;
            at = self.next[here];
            Some(I::numbered(here))
        })
    }

    /// The first unit in a hex: the only one, where units do not stack.
    #[inline]
    pub fn unit_in(&self, hex: HexId) -> Option<I> {
        let unit = self.first[hex];
        (unit != NOBODY).then(|| I::numbered(unit.into()))
    }

    /// Everybody on the map.
    #[inline]
    pub const fn on_map(&self) -> IdSet<I, MANY> {
        self.on_map
    }

    /// Everybody of a side, on the map or not.
    #[inline]
    pub fn all_of(&self, side: impl Into<Seat>) -> IdSet<I, MANY> {
        self.sides[usize::from(side.into().0)]
    }

    /// The units of a side on the map.
    #[inline]
    pub fn units_of(&self, side: impl Into<Seat>) -> IdSet<I, MANY> {
        self.on_map & self.all_of(side)
    }

    /// Whose a unit is.
    #[inline]
    pub fn side_of(&self, unit: I) -> Seat {
        Seat(u8::from(self.sides[1].contains(unit)))
    }

    /// The hexes that hold units of a side.
    #[inline]
    pub fn held_by(&self, side: impl Into<Seat>) -> HexSet<WORDS> {
        self.held[usize::from(side.into().0)]
    }

    /// The hexes that hold enemies of a side.
    #[inline]
    pub fn enemies_of(&self, side: impl Into<Seat>) -> HexSet<WORDS> {
        self.held[1 - usize::from(side.into().0)]
    }

    /// The hexes in which these units are; those off the map are passed over.
    #[inline]
    pub fn hexes_of(&self, units: IdSet<I, MANY>) -> HexSet<WORDS> {
        units.iter().filter_map(|unit| self.hex_of(unit)).collect()
    }

    /// Whether a unit is in a condition.
    #[inline]
    pub fn is(&self, unit: I, flag: F) -> bool {
        self.flags[flag.index()].contains(unit)
    }

    /// All units in a condition.
    #[inline]
    pub fn all(&self, flag: F) -> IdSet<I, MANY> {
        self.flags[flag.index()]
    }

    /// Puts a unit into a condition or takes it out.
    #[inline]
    pub fn set(&mut self, unit: I, flag: F, is: bool) {
        let units = &mut self.flags[flag.index()];
        if is {
            units.insert(unit)
        } else {
            units.remove(unit)
        };
    }

    /// Takes these units out of a condition.
    #[inline]
    pub fn clear(&mut self, units: IdSet<I, MANY>, flag: F) {
        let all = &mut self.flags[flag.index()];
        *all -= units;
    }

    /// Puts a unit that is not on the map into a hex. Whether it may is the business of the rules.
    ///
    /// # Panics
    /// If it is on the map already.
    pub fn place(&mut self, unit: I, hex: HexId) {
        assert!(!self.on_map.contains(unit), "{unit:?} is on the map already");
        let index = unit.number();
        let mut link = &mut self.first[hex];
        while usize::from(*link) < index {
            link = &mut self.next[usize::from(*link)];
        }
        self.next[index] = std::mem::replace(link, index as u8);
        self.at[index] = Place::Hex(hex);
        self.on_map.insert(unit);
        self.held[usize::from(self.side_of(unit).0)].insert(hex);
    }

    /// Takes a unit off the map, or moves it between the places beside it. Its conditions fall away.
    pub fn remove(&mut self, unit: I, to: A) {
        self.lift(unit);
        self.at[unit.number()] = Place::Aside(to);
        self.flags.iter_mut().for_each(|units| *units -= IdSet::of(unit));
    }

    /// Moves a unit to a hex, from another or from beside the map.
    pub fn move_to(&mut self, unit: I, hex: HexId) {
        self.lift(unit);
        self.place(unit, hex);
    }

    fn lift(&mut self, unit: I) {
        let index = unit.number();
        let Place::Hex(hex) = self.at[index] else { return };
        let after = std::mem::replace(&mut self.next[index], NOBODY);
        let mut link = &mut self.first[hex];
        while usize::from(*link) != index {
            link = &mut self.next[usize::from(*link)];
        }
        *link = after;
        self.on_map.remove(unit);
        let side = self.side_of(unit);
        if !self.units_in(hex).any(|other| self.side_of(other) == side) {
            self.held[usize::from(side.0)].remove(hex);
        }
    }

    /// What must hold in every position: stacks and sets agree with places, and everybody on the map has one side.
    /// Whether both sides may stand in one hex is the game's to say.
    pub fn invariants(&self, map: &Grid) -> Result<(), String> {
        let mut stacked = IdSet::NONE;
        for hex in map.hexes() {
            let number = map.number(hex);
            let (mut sides, mut last) = ([false; 2], None);
            for unit in self.units_in(hex) {
                let index = unit.number();
                if self.hex_of(unit) != Some(hex) || last >= Some(index) {
                    return Err(format!("{unit:?} does not belong into the stack of {number}"));
                }
                (last, sides[usize::from(self.side_of(unit).0)]) = (Some(index), true);
                stacked.insert(unit);
            }
            if sides != self.held.map(|held| held.contains(hex)) {
                return Err(format!("who holds {number} is not who stands there"));
            }
        }
        let placed = (0..UNITS).map(I::numbered).filter(|&unit| self.hex_of(unit).is_some());
        let placed = placed.collect();
        if stacked != placed || stacked != self.on_map {
            return Err("units on the map and units in stacks are not the same".to_owned());
        }
        if placed != placed & (self.sides[0] | self.sides[1]) || self.sides[0].meets(self.sides[1]) {
            return Err("a unit on the map has no side, or two".to_owned());
        }
        Ok(())
    }
}

impl<U: PartialEq, A: PartialEq, F, const UNITS: usize, const WORDS: usize, const FLAGS: usize> PartialEq
    for Position<U, A, F, UNITS, WORDS, FLAGS>
{
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && self.flags == other.flags
    }
}

impl<U: Eq, A: Eq, F, const UNITS: usize, const WORDS: usize, const FLAGS: usize> Eq
    for Position<U, A, F, UNITS, WORDS, FLAGS>
{
}

impl<U: Hash, A: Hash, F, const UNITS: usize, const WORDS: usize, const FLAGS: usize> Hash
    for Position<U, A, F, UNITS, WORDS, FLAGS>
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.at.hash(state);
        self.flags.hash(state);
    }
}

impl<I: Id, A: Copy, F, const MANY: usize, const UNITS: usize, const WORDS: usize, const FLAGS: usize>
    fmt::Debug for Position<IdSet<I, MANY>, A, F, UNITS, WORDS, FLAGS>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hex_of = |unit: I| match self.at[unit.number()] {
            Place::Hex(hex) => hex,
            Place::Aside(_) => HexId::NONE,
        };
        f.debug_map().entries(self.on_map.iter().map(|unit| (unit, hex_of(unit)))).finish()
    }
}
