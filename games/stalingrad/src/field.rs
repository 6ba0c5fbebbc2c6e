//! Where everybody is and in what condition, who controls what, and what stands beside the map.

use std::{fmt, ops::Deref};

use kit::{
    Seat,
    map::HexId,
    position::{Flag, Place, Position},
    tactics::Judge,
};

use crate::{
    charts::{Charts, Rules},
    map::Hexes,
    stacking,
    tactics::weights::Weights,
    theatre::{SNIPERS, Scenario, Start, Theatre},
    units::{Piece, Side, UNITS, Unit, UnitId, UnitKind, Units},
};

/// Where a unit is.
pub type Location = Place<Aside>;

/// Where a unit is that is not on the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aside {
    /// It takes no part.
    Absent,
    /// It waits to be set up.
    SettingUp,
    /// It comes in this turn, or has been waiting since (STAL-REP-4, STAL-REP-7).
    Calendar(u8),
    /// On the east bank, waiting for boats (STAL-R23).
    EastBank,
    /// On the replacement track: back on the east bank in this turn (STAL-REP-3).
    Track(u8),
    /// Out of the game; a German panzer can still be replaced (STAL-REP-8).
    Gone,
}

/// A condition that a unit is in or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// STAL-DIS-1.
    Disrupted,
    /// Has made its operational move of this game turn (STAL-MOV-1).
    Moved,
    /// Has attacked in this game turn (STAL-ATK-1).
    Attacked,
    /// Has tried to cross this night (STAL-VOL-3).
    TriedNight,
    /// Has tried to cross by daylight (STAL-VOL-3).
    TriedDay,
    /// Has had a D-type result or come out of an exchange in this combat phase (STAL-DIS-4).
    Struck,
    /// Was eliminated of its owner's free will in this turn (STAL-R64).
    Volunteered,
    /// Is attacked in this combat phase, so that it does not recover before its combat (STAL-DIS-4).
    Attackee,
}

impl Status {
    const COUNT: usize = 8;
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

/// A sniper by his row in the table of snipers, the Russians first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SniperId(pub u8);

impl SniperId {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SNIPERS as u8).map(Self)
    }

    /// Whose he is.
    pub const fn side(self) -> Side {
        if self.0 < 4 { Side::Russian } else { Side::German }
    }
}

/// Where a sniper is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SniperPlace {
    /// He takes no part.
    Absent,
    /// Off the map and free to be placed (STAL-SNP-1).
    Ready,
    /// On the map.
    Posted(HexId),
    /// He comes back in this turn: a German to be placed, a Russian to cross the river (STAL-SNP-7).
    Returning(u8),
    /// Out for good (STAL-SNP-5).
    Gone,
}

/// A sniper. His number is fixed; where he is everybody sees, who he is only his owner until he fires (STAL-R35).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sniper {
    /// Where he is.
    pub place: SniperPlace,
    /// Whether his number has been seen since he was placed.
    pub revealed: bool,
    /// Whether he has fired, or answered, in this turn.
    pub fired: bool,
}

/// The units, snipers and guns, and the control of hexes. Copied like a number; its [`Theatre`] never changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Field {
    rules: Rules,
    theatre: kit::Rules<Theatre>,
    position: Position<Units, Aside, Status, UNITS, 7, { Status::COUNT }>,
    /// The hexes that the German controls; all other land is Russian.
    pub german: Hexes,
    /// The snipers by their ids.
    pub snipers: [Sniper; SNIPERS],
    /// The guns on the east bank (STAL-ART-1).
    pub guns: HexId,
    /// STAL-ART-7: silenced for the coming Russian player turn.
    pub guns_disrupted: bool,
    pub(crate) judge: Judge,
}

impl Deref for Field {
    type Target = Position<Units, Aside, Status, UNITS, 7, { Status::COUNT }>;
    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.position
    }
}

impl Field {
    /// The map without units: whoever begins on it waits to be set up.
    pub fn empty(rules: Rules, scenario: Scenario) -> Self {
        let theatre = rules.get().theatre(scenario);
        let roster = &rules.get().roster;
        let sides = [Side::German, Side::Russian].map(|side| roster.of_side(side));
        let mut position = Position::new(sides, Aside::Absent);
        for unit in theatre.units {
            let aside = match theatre.starts[unit.index()] {
                Start::Hex(_) => Aside::SettingUp,
                Start::Turn(turn) => Aside::Calendar(turn),
                Start::Absent => Aside::Absent,
            };
            position.remove(unit, aside);
        }
        // STAL-SNP-10: no sniper has to cross first.
        let sniper = |number: Option<u8>| {
            let place = if number.is_some() { SniperPlace::Ready } else { SniperPlace::Absent };
            Sniper { place, revealed: false, fired: false }
        };
        Self {
            rules,
            theatre: kit::Rules::to(theatre),
            position,
            german: theatre.western_edge,
            snipers: theatre.snipers.map(sniper),
            guns: theatre.guns,
            guns_disrupted: false,
            judge: Judge::default(),
        }
    }

    /// The historical set-up (STAL-SET-3).
    pub fn deployed(rules: Rules, scenario: Scenario) -> Self {
        let mut field = Self::empty(rules, scenario);
        field.deploy(Side::German);
        field.deploy(Side::Russian);
        field
    }

    /// Puts everybody of a side who waits to be set up where history had him, or as near to it as there is room; these are
    /// who found their hex full.
    pub fn deploy(&mut self, side: Side) -> Units {
        let theatre = self.theatre();
        let area = match side {
            Side::Russian => theatre.land - theatre.western_edge,
            Side::German => theatre.western_edge,
        };
        let mut displaced = Units::NONE;
        for unit in self.all_of(side) {
            if let (Location::Aside(Aside::SettingUp), Start::Hex(start)) =
                (self.place_of(unit), theatre.starts[unit.index()])
            {
                let rooms =
                    std::iter::once(start).chain(area).filter(|&hex| stacking::has_room(self, unit, hex));
                if let Some(hex) = rooms.min_by_key(|&hex| theatre.map.distance(start, hex)) {
                    self.place(unit, hex);
                    if hex != start {
                        displaced.insert(unit);
                    }
                }
            }
        }
        displaced
    }

    /// What is fixed.
    #[inline]
    pub const fn theatre(&self) -> &'static Theatre {
        self.theatre.get()
    }

    /// What programs weigh things by.
    pub(crate) fn weights(&self) -> &'static Weights {
        self.theatre().weights.of(self.judge)
    }

    /// The charts.
    #[inline]
    pub const fn charts(&self) -> &'static Charts {
        self.rules.get()
    }

    /// The published game or a variant.
    #[inline]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// What is printed on a counter.
    pub fn unit(&self, unit: UnitId) -> &'static Unit {
        self.charts().roster.unit(unit)
    }

    /// Its name.
    pub fn name(&self, unit: UnitId) -> &'static str {
        &self.unit(unit).name
    }

    /// A unit as the board chapters see it.
    #[inline]
    pub fn piece(&self, unit: UnitId) -> &'static Piece {
        &self.charts().roster.pieces[unit.index()]
    }

    /// Whose a unit is.
    #[inline]
    pub fn side(&self, unit: UnitId) -> Side {
        self.piece(unit).side
    }

    /// What a sniper is called.
    pub fn sniper_name(&self, sniper: SniperId) -> &'static str {
        let sheet = self.charts().tables.snipers.sheet();
        sheet.labels(sniper.0.into()).next().unwrap_or_default()
    }

    /// Puts a unit that is not on the map into a hex.
    pub fn place(&mut self, unit: UnitId, hex: HexId) {
        self.position.place(unit, hex);
    }

    /// Moves a unit to a hex.
    pub fn move_to(&mut self, unit: UnitId, hex: HexId) {
        self.position.move_to(unit, hex);
    }

    /// Takes a unit off the map; its conditions fall away.
    pub fn remove(&mut self, unit: UnitId, to: Aside) {
        self.position.remove(unit, to);
    }

    /// Puts a unit into a condition or takes it out.
    pub fn set(&mut self, unit: UnitId, status: Status, is: bool) {
        self.position.set(unit, status, is);
    }

    /// Takes these units out of a condition.
    pub fn clear(&mut self, units: Units, status: Status) {
        self.position.clear(units, status);
    }

    /// Whether a unit is Disrupted.
    #[inline]
    pub fn is_disrupted(&self, unit: UnitId) -> bool {
        self.is(unit, Status::Disrupted)
    }

    /// The units of a side in a hex.
    pub fn units_of_in(&self, side: Side, hex: HexId) -> impl Iterator<Item = UnitId> {
        self.units_in(hex).filter(move |&unit| self.side(unit) == side)
    }

    /// Hexes in which units of both sides stand.
    pub fn mixed(&self) -> Hexes {
        self.held_by(Side::German) & self.held_by(Side::Russian)
    }

    /// Whether a unit shares its hex with the enemy.
    pub fn is_mixed(&self, hex: HexId) -> bool {
        self.held_by(Side::German).contains(hex) && self.held_by(Side::Russian).contains(hex)
    }

    /// Where the headquarters of 62nd Army stands on the west bank.
    pub fn headquarters(&self) -> Option<HexId> {
        self.hex_of(self.theatre().headquarters)
    }

    /// STAL-HQ-1: where it is undisrupted on a shore hex, and so makes a strongpoint; not after a move, which Disrupts it
    /// (STAL-HQ-4).
    pub fn active_headquarters(&self) -> Option<HexId> {
        let is_active = !self.is_disrupted(self.theatre().headquarters);
        self.headquarters().filter(|&hex| is_active && self.theatre().shore.contains(hex))
    }

    /// Where Russians have No Retreat orders whatever is ordered (STAL-NOR-5, STAL-R11).
    pub fn always_held(&self) -> Hexes {
        let theatre = self.theatre();
        let headquarters = self.active_headquarters().filter(|&hex| theatre.stalingrad.contains(hex));
        theatre.strong | headquarters.map_or(Hexes::EMPTY, Hexes::of)
    }

    /// STAL-SNP-11: a sniper without friends in his hex is taken off the map unharmed.
    pub fn lift_lone_snipers(&mut self) {
        for id in SniperId::all() {
            let sniper = &self.snipers[usize::from(id.0)];
            if let SniperPlace::Posted(hex) = sniper.place
                && !self.held_by(id.side()).contains(hex)
            {
                // What was seen of him is remembered until he is placed anew.
                self.snipers[usize::from(id.0)].place = SniperPlace::Ready;
            }
        }
    }

    /// STAL-R63: a hex that holds units of one side only belongs to that side; empty and shared hexes do not change.
    pub fn settle_control(&mut self) {
        let (german, russian) = (self.held_by(Side::German), self.held_by(Side::Russian));
        self.german = (self.german | (german - russian)) - (russian - german);
    }

    /// A unit is lost: a Russian comes back after so many turns if he can (STAL-REP-2, STAL-REP-3).
    pub fn eliminate(&mut self, unit: UnitId, turn: u8, delay: u8) {
        let comes_back = self.side(unit) == Side::Russian && self.piece(unit).replaced;
        self.remove(unit, if comes_back { Aside::Track(turn + delay) } else { Aside::Gone });
    }

    /// Units of a kind.
    pub fn is_kind(&self, unit: UnitId, kind: UnitKind) -> bool {
        self.piece(unit).kind == kind
    }

    /// What must hold in every position.
    pub fn invariants(&self) -> Result<(), String> {
        let theatre = self.theatre();
        self.position.invariants(&theatre.map)?;
        let stray = (self.held_by(Side::German) | self.held_by(Side::Russian)) - theatre.land;
        if let Some(hex) = stray.first() {
            return Err(format!("units stand in {}, which is no land", theatre.name(hex)));
        }
        if let Some(hex) = (self.mixed() - theatre.stalingrad).first() {
            return Err(format!("both sides stand in {}, which is no Stalingrad hex", theatre.name(hex)));
        }
        if !theatre.east_bank.contains(self.guns) {
            return Err("the guns are not on the east bank".to_owned());
        }
        for id in SniperId::all() {
            if let SniperPlace::Posted(hex) = self.snipers[usize::from(id.0)].place
                && self.units_of_in(id.side(), hex).next().is_none()
            {
                return Err(format!("a sniper is alone in {}", theatre.name(hex)));
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}
