//! The state of the units on the map: where everybody is and in what condition, and whose the towns are.

use std::fmt;

use kit::{Digest, map::HexId};

use crate::{
    area::{Area, MOST_HEXES},
    roster::{Piece, UNITS, UnitId, Units},
    stacking,
    theatre::Theatre,
    units::{Side, Supply},
};

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// On the map.
    Hex(HexId),
    /// Waiting to be placed, brought in or sent away.
    OffBoard,
    /// Gone for good.
    Eliminated,
    /// Sent away, or exited from the map, on this turn; not eliminated (MARS-VIC-13).
    Withdrawn(u8),
    /// No part of the scenario.
    Absent,
}

/// A condition that a unit is in or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Disrupted (MARS-DIS-1).
    Disrupted,
    /// Fortified (MARS-FOR-3).
    Fortified,
    /// Has fortified in this player-turn (MARS-FOR-2).
    DugIn,
    /// Has made its operational move (MARS-SEQ-13).
    Moved,
    /// Has moved farther than an attacker may (MARS-MOV-3).
    Strained,
    /// Was rationed when its side began to move (MARS-R17).
    Rationed,
    /// Was isolated when its side began to move (MARS-R17).
    Isolated,
    /// A panzer division that was brought in, on whatever turn (MARS-VIC-8).
    BroughtIn,
    /// A panzer division that was brought in on this turn (MARS-REI-2).
    JustArrived,
}

const STATUSES: usize = 9;
const NOBODY: u8 = u8::MAX;

/// The units on the map and the control of towns. Copied like a number; its [`Theatre`] never changes.
#[derive(Clone, Copy)]
pub struct Field {
    theatre: &'static Theatre,
    at: [Location; UNITS],
    /// The first unit in each hex, and after each unit the next in the same hex, in the order of the chart.
    first: [u8; MOST_HEXES],
    next: [u8; UNITS],
    on_map: Units,
    held: [Area; 2],
    statuses: [Units; STATUSES],
    /// A bit for each town of the theatre that the German controls (MARS-VIC-14).
    german_towns: u32,
}

impl Field {
    /// The empty map; every unit that takes part waits beside it.
    pub fn empty(theatre: &'static Theatre) -> Self {
        let mut at = [Location::Absent; UNITS];
        theatre.units.iter().for_each(|unit| at[unit.index()] = Location::OffBoard);
        let german = |bits: u32, town: &crate::theatre::Town| {
            bits | if town.initially == Side::German { theatre.town_bit(town.hex) } else { 0 }
        };
        Self {
            theatre,
            at,
            first: [NOBODY; MOST_HEXES],
            next: [NOBODY; UNITS],
            on_map: Units::NONE,
            held: [Area::EMPTY; 2],
            statuses: [Units::NONE; STATUSES],
            german_towns: theatre.towns.iter().fold(0, german),
        }
    }

    /// The default deployment, German infantry fortified (MARS-SET-2, MARS-R37).
    pub fn deployed(theatre: &'static Theatre) -> Self {
        let mut field = Self::empty(theatre);
        for unit in theatre.units.iter() {
            if let Location::Hex(hex) = theatre.deployment[unit.index()] {
                field.place(unit, hex);
                field.set(unit, Status::Fortified, theatre.roster.garrisons.contains(unit));
            }
        }
        field
    }

    /// What is fixed.
    #[inline]
    pub const fn theatre(&self) -> &'static Theatre {
        self.theatre
    }

    /// What the chart says of a unit.
    #[inline]
    pub const fn piece(&self, unit: UnitId) -> &'static Piece {
        &self.theatre.roster.pieces[unit.index()]
    }

    /// Where a unit is.
    #[inline]
    pub const fn location(&self, unit: UnitId) -> Location {
        self.at[unit.index()]
    }

    /// The hex a unit is in.
    #[inline]
    pub const fn hex_of(&self, unit: UnitId) -> Option<HexId> {
        match self.at[unit.index()] {
            Location::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    /// The units in a hex, in the order of the chart.
    #[inline]
    pub fn units_in(&self, hex: HexId) -> impl Iterator<Item = UnitId> {
        let mut at = self.first[hex.index()];
        std::iter::from_fn(move || {
            let unit = (at != NOBODY).then(|| UnitId::new(at.into()))?;
            at = self.next[unit.index()];
            Some(unit)
        })
    }

    /// Everybody on the map.
    #[inline]
    pub const fn on_map(&self) -> Units {
        self.on_map
    }

    /// The units of a side on the map.
    #[inline]
    pub fn units_of(&self, side: Side) -> Units {
        self.on_map & self.theatre.roster.of_side[side as usize]
    }

    /// The hexes that hold units of a side.
    #[inline]
    pub const fn held_by(&self, side: Side) -> Area {
        self.held[side as usize]
    }

    /// The hexes that hold enemies of a side.
    #[inline]
    pub const fn enemies_of(&self, side: Side) -> Area {
        self.held[side.enemy() as usize]
    }

    /// The hexes in which these units are; those off the map are passed over.
    #[inline]
    pub fn hexes_of(&self, units: Units) -> Area {
        units.iter().filter_map(|unit| self.hex_of(unit)).collect()
    }

    /// Whether a unit is in a condition.
    #[inline]
    pub const fn is(&self, unit: UnitId, status: Status) -> bool {
        self.statuses[status as usize].contains(unit)
    }

    /// All units in a condition.
    #[inline]
    pub const fn all(&self, status: Status) -> Units {
        self.statuses[status as usize]
    }

    /// Puts a unit into a condition or takes it out.
    #[inline]
    pub const fn set(&mut self, unit: UnitId, status: Status, is: bool) {
        if is {
            self.statuses[status as usize].insert(unit);
        } else {
            self.statuses[status as usize].remove(unit);
        }
    }

    /// Takes these units out of a condition.
    pub fn clear(&mut self, units: Units, status: Status) {
        let set = &mut self.statuses[status as usize];
        *set -= units;
    }

    /// Forgets what holds for one player-turn only.
    pub fn begin_player_turn(&mut self, side: Side) {
        let own = self.theatre.roster.of_side[side as usize];
        for status in [
            Status::DugIn,
            Status::Moved,
            Status::Strained,
            Status::JustArrived,
            Status::Rationed,
            Status::Isolated,
        ] {
            self.clear(own, status);
        }
    }

    /// The supply with which a unit moves (MARS-R17).
    #[inline]
    pub const fn supply_for_movement(&self, unit: UnitId) -> Supply {
        if self.is(unit, Status::Isolated) {
            Supply::Isolated
        } else if self.is(unit, Status::Rationed) {
            Supply::Rationed
        } else {
            Supply::Full
        }
    }

    /// Puts a unit that is not on the map into a hex.
    ///
    /// # Panics
    /// If it is on the map already.
    pub fn place(&mut self, unit: UnitId, hex: HexId) {
        assert!(!self.on_map.contains(unit), "{unit} is on the map already");
        let mut link = &mut self.first[hex.index()];
        while (*link as usize) < unit.index() {
            link = &mut self.next[*link as usize];
        }
        let after = std::mem::replace(link, unit.index() as u8);
        self.next[unit.index()] = after;
        self.at[unit.index()] = Location::Hex(hex);
        self.on_map.insert(unit);
        let side = self.piece(unit).side;
        self.held[side as usize].insert(hex);
        self.pass(side, hex);
    }

    /// Takes a unit off the map, or moves it between the boxes beside it. What it was in falls away with it.
    pub fn remove(&mut self, unit: UnitId, to: Location) {
        self.lift(unit);
        self.at[unit.index()] = to;
        for status in [
            Status::Disrupted,
            Status::Fortified,
            Status::DugIn,
            Status::Moved,
            Status::Strained,
            Status::Rationed,
            Status::Isolated,
            Status::JustArrived,
        ] {
            self.set(unit, status, false);
        }
    }

    /// Moves a unit from hex to hex. Whether it may is the business of the chapters.
    pub fn move_to(&mut self, unit: UnitId, hex: HexId) {
        self.lift(unit);
        self.place(unit, hex);
    }

    fn lift(&mut self, unit: UnitId) {
        let Location::Hex(hex) = self.at[unit.index()] else { return };
        let after = std::mem::replace(&mut self.next[unit.index()], NOBODY);
        let mut link = &mut self.first[hex.index()];
        while *link as usize != unit.index() {
            link = &mut self.next[*link as usize];
        }
        *link = after;
        self.on_map.remove(unit);
        if self.first[hex.index()] == NOBODY {
            self.held[self.piece(unit).side as usize].remove(hex);
        }
    }

    /// MARS-VIC-14: a unit of a side occupies or passes through a hex; a town there is its side's from now on.
    #[inline]
    pub const fn pass(&mut self, side: Side, hex: HexId) {
        let town = self.theatre.town_bit(hex);
        match side {
            Side::German => self.german_towns |= town,
            Side::Russian => self.german_towns &= !town,
        }
    }

    /// Whose a town is, by its place in the theatre's list (MARS-VIC-14).
    pub const fn controller(&self, town: usize) -> Side {
        if self.german_towns >> town & 1 == 1 { Side::German } else { Side::Russian }
    }

    /// Adds all that makes this position what it is.
    pub fn digest(&self, digest: &mut Digest) {
        for location in self.at {
            let code = match location {
                Location::Hex(hex) => hex.raw(),
                Location::OffBoard => 0xff00,
                Location::Eliminated => 0xff01,
                Location::Absent => 0xff02,
                Location::Withdrawn(turn) => 0xfe00 | u16::from(turn),
            };
            digest.bytes(&code.to_le_bytes());
        }
        for units in self.statuses {
            digest.bytes(&units.bits().to_le_bytes());
        }
        digest.number(self.german_towns);
    }

    /// What must hold in every position: stacks and sets agree with places, stacking is legal, nobody shares a hex
    /// with an enemy.
    pub fn invariants(&self) -> Result<(), String> {
        let map = self.theatre.map;
        let mut stacked = Units::NONE;
        for hex in map.hexes() {
            let number = map.number(hex);
            let mut sides = [false; 2];
            let mut last = None;
            for unit in self.units_in(hex) {
                if self.at[unit.index()] != Location::Hex(hex) || last >= Some(unit) {
                    return Err(format!("{unit} does not belong into the stack of {number}"));
                }
                (last, sides[self.piece(unit).side as usize]) = (Some(unit), true);
                stacked.insert(unit);
            }
            if sides != [Side::Russian, Side::German].map(|side| self.held_by(side).contains(hex)) {
                return Err(format!("who holds {number} is not who stands there"));
            }
            if sides == [true, true] {
                return Err(format!("both sides stand in {number}"));
            }
            stacking::check_hex(self, hex).map_err(|refusal| refusal.to_string())?;
        }
        let on_map = |unit: &UnitId| matches!(self.at[unit.index()], Location::Hex(_));
        let placed: Units = (0..UNITS).map(UnitId::new).filter(on_map).collect();
        if stacked != placed || stacked != self.on_map {
            return Err("units on the map and units in stacks are not the same".to_owned());
        }
        let anybody = self.statuses.iter().fold(Units::NONE, |all, units| all | *units);
        if !(anybody - self.on_map - self.all(Status::BroughtIn)).is_empty() {
            return Err("a unit beside the map has a status".to_owned());
        }
        Ok(())
    }
}

impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        // Stacks and sets follow from the places.
        std::ptr::eq(self.theatre, other.theatre)
            && self.at == other.at
            && self.statuses == other.statuses
            && self.german_towns == other.german_towns
    }
}

impl Eq for Field {}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let map = self.theatre.map;
        let stack = |hex| (map.number(hex).to_string(), self.units_in(hex).collect::<Vec<_>>());
        f.debug_map().entries((self.held[0] | self.held[1]).iter().map(stack)).finish()
    }
}
