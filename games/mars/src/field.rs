//! The state of the units on the map: where everybody is and in what condition, and whose the towns are.

use std::ops::Deref;

use kit::{
    position::{Flag, Place, Position},
    tactics::Judge,
};

use crate::{prelude::*, tactics::weights::Weights, theatre::Town};

pub type Location = Place<Aside>;

/// Where a unit is that is not on the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aside {
    /// Waiting to be placed, brought in or sent away.
    OffBoard,
    Eliminated,
    /// Sent away, or exited from the map, on this turn; not eliminated (MARS-VIC-13).
    Withdrawn(u8),
    /// No part of the scenario.
    Absent,
}

kit::spelled! {
    /// A condition that a unit is in or not, with the words that a player sees of it.
    pub enum Status {
        /// MARS-DIS-1
        Disrupted = "Disrupted",
        /// MARS-FOR-3
        Fortified = "fortified",
        /// Has fortified in this player-turn (MARS-FOR-2).
        DugIn = "has dug in",
        /// Has made its operational move (MARS-SEQ-13).
        Moved = "moved",
        /// Has moved farther than an attacker may (MARS-MOV-3).
        Strained = "may not attack",
        /// Was rationed when its side began to move (MARS-R17).
        Rationed = "rationed",
        /// Was isolated when its side began to move (MARS-R17).
        Isolated = "isolated",
        /// A panzer division that was brought in, on whatever turn (MARS-VIC-8).
        BroughtIn = "brought in",
        /// A panzer division that was brought in on this turn (MARS-REI-2).
        JustArrived = "has just arrived",
    }
}

impl Status {
    /// What holds for one player-turn only.
    const OF_A_TURN: [Self; 6] =
        [Self::DugIn, Self::Moved, Self::Strained, Self::JustArrived, Self::Rationed, Self::Isolated];
}

impl Flag for Status {
    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Self {
        Self(side as u8)
    }
}

/// The units on the map and the control of towns. Copied like a number; its [`Theatre`] never changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Field {
    theatre: Rules<Theatre>,
    position: Position<Units, Aside, Status, UNITS, 6, 9>,
    /// A bit for each town of the theatre that the German controls (MARS-VIC-14).
    german_towns: u32,
    pub(crate) judge: Judge,
}

impl Deref for Field {
    type Target = Position<Units, Aside, Status, UNITS, 6, 9>;
    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.position
    }
}

impl Field {
    /// The empty map; every unit that takes part waits beside it.
    pub fn empty(theatre: &'static Theatre) -> Self {
        let mut position = Position::new(theatre.roster().of_side, Aside::Absent);
        theatre.units.iter().for_each(|unit| position.remove(unit, Aside::OffBoard));
        let german = |bits: u32, town: &Town| {
            bits | if town.initially == Side::German { theatre.town_bit(town.hex) } else { 0 }
        };
        let german_towns = theatre.towns.iter().fold(0, german);
        Self { theatre: Rules::to(theatre), position, german_towns, judge: Judge::default() }
    }

    /// The default deployment, German infantry fortified (MARS-SET-2, MARS-R37).
    pub fn deployed(theatre: &'static Theatre) -> Self {
        let mut field = Self::empty(theatre);
        for unit in theatre.units {
            if let Location::Hex(hex) = theatre.deployment[unit.index()] {
                field.place(unit, hex);
                field.set(unit, Status::Fortified, theatre.roster().garrisons.contains(unit));
            }
        }
        field
    }

    #[inline]
    pub const fn theatre(&self) -> &'static Theatre {
        self.theatre.get()
    }

    /// What programs weigh things by.
    #[inline]
    pub(crate) fn weights(&self) -> &'static Weights {
        let theatre = self.theatre();
        theatre.charts.weights[theatre.scenario as usize].of(self.judge)
    }

    /// What the chart says of a unit.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &'static Unit {
        &self.theatre().roster()[unit]
    }

    /// What the chart says of its type.
    #[inline]
    pub fn arm(&self, unit: UnitId) -> &'static Arm {
        self.theatre().roster().arm(unit)
    }

    #[inline]
    pub fn attack(&self, unit: UnitId) -> u8 {
        self.unit(unit).attack.floor() as u8
    }

    pub fn name(&self, unit: UnitId) -> &'static str {
        &self.unit(unit).name
    }

    pub fn names_in(&self, hex: HexId) -> impl Iterator<Item = &'static str> {
        self.units_in(hex).map(|unit| self.name(unit))
    }

    pub fn names(&self, units: Units) -> impl Iterator<Item = &'static str> {
        units.iter().map(|unit| self.name(unit))
    }

    /// Puts a unit into a condition or takes it out.
    #[inline]
    pub fn set(&mut self, unit: UnitId, status: Status, is: bool) {
        self.position.set(unit, status, is);
    }

    /// Takes these units out of a condition.
    pub fn clear(&mut self, units: Units, status: Status) {
        self.position.clear(units, status);
    }

    /// Forgets what holds for one player-turn only.
    pub fn begin_player_turn(&mut self, side: Side) {
        let own = self.all_of(side);
        for status in Status::OF_A_TURN {
            self.clear(own, status);
        }
    }

    /// The supply with which a unit moves (MARS-R17).
    #[inline]
    pub fn supply_for_movement(&self, unit: UnitId) -> Supply {
        Supply::of(self.is(unit, Status::Isolated), self.is(unit, Status::Rationed))
    }

    /// Puts a unit that is not on the map into a hex.
    pub fn place(&mut self, unit: UnitId, hex: HexId) {
        self.position.place(unit, hex);
        self.pass(self.unit(unit).side, hex);
    }

    /// Takes a unit off the map, or moves it between the boxes beside it. What it was in falls away with it, but not that
    /// it was brought in.
    pub fn remove(&mut self, unit: UnitId, to: Aside) {
        let was_brought_in = self.is(unit, Status::BroughtIn);
        self.position.remove(unit, to);
        self.set(unit, Status::BroughtIn, was_brought_in);
    }

    /// Moves a unit from hex to hex. Whether it may is the business of the chapters.
    pub fn move_to(&mut self, unit: UnitId, hex: HexId) {
        self.position.move_to(unit, hex);
        self.pass(self.unit(unit).side, hex);
    }

    /// A unit goes from hex to hex: towns on the way change hands (MARS-VIC-14), fortifications are left (MARS-FOR-4,
    /// MARS-FOR-6, MARS-RET-7).
    pub fn go(&mut self, unit: UnitId, way: &[HexId]) {
        let side = self.unit(unit).side;
        for &hex in way {
            self.pass(side, hex);
        }
        if let Some(&end) = way.last() {
            self.position.move_to(unit, end);
            self.set(unit, Status::Fortified, false);
        }
    }

    /// MARS-VIC-14: a unit of a side occupies or passes through a hex; a town there is its side's from now on.
    #[inline]
    pub fn pass(&mut self, side: Side, hex: HexId) {
        let town = self.theatre().town_bit(hex);
        match side {
            Side::German => self.german_towns |= town,
            Side::Russian => self.german_towns &= !town,
        }
    }

    /// Whose a town is, by its place in the theatre's list (MARS-VIC-14).
    pub const fn controller(&self, town: usize) -> Side {
        if self.german_towns >> town & 1 == 1 { Side::German } else { Side::Russian }
    }

    /// What must hold in every position: stacks and sets agree with places, stacking is legal, nobody shares a hex
    /// with an enemy.
    pub fn invariants(&self) -> Result<(), String> {
        let map = &self.theatre().map;
        self.position.invariants(map)?;
        if let Some(hex) = (self.held_by(Side::Russian) & self.held_by(Side::German)).first() {
            return Err(format!("both sides stand in {}", map.number(hex)));
        }
        for hex in map.hexes() {
            stacking::check_hex(self, hex).map_err(|refusal| refusal.to_string())?;
        }
        let anybody = Status::ALL.into_iter().fold(Units::NONE, |all, status| all | self.all(status));
        if !(anybody - self.on_map() - self.all(Status::BroughtIn)).is_empty() {
            return Err("a unit beside the map has a status".to_owned());
        }
        Ok(())
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stack = |hex| (self.theatre().name(hex), self.names_in(hex).collect::<Vec<_>>());
        let held = self.held_by(Side::Russian) | self.held_by(Side::German);
        f.debug_map().entries(held.iter().map(stack)).finish()
    }
}
