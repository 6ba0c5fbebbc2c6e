//! Everything that stands on the table, and how it stands: small, and copied like a number.

use std::fmt;

use kit::{
    Seat,
    position::{UnitId, Units},
    tabletop::{Heading, Point, Shape},
    tactics::Judge,
};

use crate::{
    board::Condition,
    charts::{self, Class, Rules},
    scenario::{Member, Scenario},
    words::{Hull, Speed},
};

/// No scenario has more units.
pub const UNITS: usize = 48;
/// No scenario has more men, crews included.
pub const MEN: usize = 256;

/// One of the two armies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The first seat.
    A,
    /// The second.
    B,
}

impl Side {
    /// Both, in the order of their seats.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The enemy.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// Its seat.
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The side of a seat.
    pub const fn of(seat: Seat) -> Self {
        if seat.0 == 0 { Self::A } else { Self::B }
    }
}

/// A man on his base: a miniature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Man {
    /// From the west edge, in mm.
    pub x: i16,
    /// From the south edge, in mm.
    pub y: i16,
    /// The floor of the building he is in, from 0 (SKIR-R97).
    pub floor: u8,
    /// Whether he lives.
    pub alive: bool,
}

impl Man {
    /// Where he stands.
    #[inline]
    pub const fn at(&self) -> Point {
        Point::new(self.x as i32, self.y as i32)
    }
}

/// What a unit has done and what has happened to it: one bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Flags(u32);

macro_rules! flags {
    ($($(#[$about:meta])* $flag:ident = $bit:literal;)*) => {
        impl Flags {
            $($(#[$about])* pub const $flag: Self = Self(1 << $bit);)*

            const NAMES: &'static [(Self, &'static str)] = &[$((Self::$flag, stringify!($flag)),)*];
        }
    };
}

flags! {
    /// It has acted this turn.
    ACTED = 0;
    /// It moved in its last action (SKIR-SPT-9).
    MOVED_LAST = 1;
    /// It fired in its last action (SKIR-SPT-9).
    FIRED_LAST = 2;
    /// It lurks with its reaction in hand (SKIR-MAN-2).
    LURKING = 3;
    /// It failed a CF this turn (SKIR-TST-6).
    NO_FIRE = 4;
    /// It failed a CT after damage (SKIR-MOR-2).
    FLEEING = 5;
    /// A team aboard its carrier.
    EMBARKED = 6;
    /// A gun behind its carrier.
    HOOKED = 7;
    /// Somebody got in this turn (SKIR-MAN-11).
    BOARDED = 8;
    /// It moved this turn, other than by unloading (SKIR-MAN-11).
    MOVED_THIS_TURN = 9;
    /// The main gun fires no more (SKIR-EFF-5).
    GUN_OUT = 10;
    /// The turret turns no more.
    TURRET_BLOCKED = 11;
    /// The carriage neither moves nor turns.
    CARRIAGE_BLOCKED = 12;
    /// Its men stand on the table as miniatures although its chart is a vehicle or gun.
    ON_FOOT = 13;
    /// The enemy has its whole worth (SKIR-VIC-1).
    LOST = 14;
    /// It is not on the table any more.
    GONE = 15;
    /// It has not come on yet.
    TO_COME = 16;
    /// Its action this turn was to lurk and it fired neither in reaction nor in step 4 (SKIR-IND-3).
    LURKED = 17;
    /// It stands in a minefield that it has tested on (SKIR-MIN-1).
    IN_MINES = 18;
    /// The gun was taken by the enemy (SKIR-ASL-5).
    CAPTURED = 19;
    /// It is not placed yet.
    UNPLACED = 20;
    /// It has been driven over or fired its devices; free for rules of one action.
    FIRED_DEVICES = 21;
}

impl Flags {
    /// Whether all of `flag` is set.
    #[inline]
    pub const fn has(self, flag: Self) -> bool {
        self.0 & flag.0 == flag.0
    }

    /// Whether any of `flags` is set.
    #[inline]
    pub const fn any(self, flags: Self) -> bool {
        self.0 & flags.0 != 0
    }

    /// Sets or clears.
    #[inline]
    pub const fn set(&mut self, flag: Self, on: bool) {
        self.0 = if on { self.0 | flag.0 } else { self.0 & !flag.0 };
    }

    /// Both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = Self::NAMES.iter().filter(|(flag, _)| self.has(*flag)).map(|(_, name)| name);
        f.debug_set().entries(set).finish()
    }
}

/// The devices that are used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Store {
    /// Explosive bags.
    Explosives,
    /// Magnetic mines.
    MagneticMines,
    /// Molotov bombs.
    Molotovs,
    /// Bursts of a flame-thrower.
    Flames,
}

/// A unit in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnitState {
    /// The model's centre, from the west edge, in mm.
    pub x: i16,
    /// The model's centre, from the south edge, in mm.
    pub y: i16,
    /// Where the model, or the team, faces: whole degrees clockwise from north.
    pub heading: u16,
    /// Where the turret points, clockwise from the hull (SKIR-R95).
    pub turret: u16,
    /// What it did and suffered.
    pub flags: Flags,
    /// What is left of the model.
    pub hull: Hull,
    /// How fast it still is.
    pub speed: Speed,
    /// Men or crew alive.
    pub alive: u8,
    /// How many there were (SKIR-LWF-13); those who got out for a crew on foot (SKIR-EFF-8).
    pub strength: u8,
    /// The CR of its own leader now (SKIR-GEN-3, SKIR-COM-2).
    pub cr: u8,
    /// Its leader among its men.
    pub leader: u8,
    /// Machine guns lost, one bit for each.
    pub mgs: u8,
    /// What is left of its devices, by [`Store`].
    pub devices: [u8; 4],
    /// The carrier it rides in or is hooked to.
    carrier: u8,
    /// With whom it is engaged (SKIR-ASL-4).
    pub engaged: Units,
}

const NOBODY: u8 = u8::MAX;

/// Bursts of an infantry flame-thrower (note to the charts).
const FLAME_CHARGES: u8 = 6;

impl UnitState {
    /// Nobody.
    pub(crate) const NONE: Self = Self {
        x: 0,
        y: 0,
        heading: 0,
        turret: 0,
        flags: Flags(0),
        hull: Hull::Whole,
        speed: Speed::Full,
        alive: 0,
        strength: 0,
        cr: 0,
        leader: 0,
        mgs: 0,
        devices: [0; 4],
        carrier: NOBODY,
        engaged: Units::NONE,
    };

    /// Whether a flag is set.
    #[inline]
    pub const fn is(&self, flag: Flags) -> bool {
        self.flags.has(flag)
    }

    /// Sets or clears a flag.
    #[inline]
    pub const fn set(&mut self, flag: Flags, on: bool) {
        self.flags.set(flag, on);
    }

    /// The carrier it rides in or is hooked to.
    #[inline]
    pub const fn carrier(&self) -> Option<UnitId> {
        if self.carrier == NOBODY { None } else { Some(UnitId(self.carrier)) }
    }

    /// It rides in a carrier, or no longer.
    pub const fn ride(&mut self, carrier: Option<UnitId>) {
        self.carrier = match carrier {
            Some(UnitId(carrier)) => carrier,
            None => NOBODY,
        };
    }

    /// How many of a device are left.
    pub const fn store(&self, store: Store) -> u8 {
        self.devices[store as usize]
    }
}

/// All that stands on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(crate) rules: Rules,
    /// The scenario by its place.
    pub(crate) scenario: u8,
    /// Units by their ids.
    pub(crate) units: [UnitState; UNITS],
    /// Their men, those of a unit side by side.
    pub(crate) men: [Man; MEN],
    /// What has become of the terrain.
    pub(crate) ground: Condition,
    /// For each side the enemies whom it has in sight.
    pub(crate) seen: [Units; 2],
    /// Units that were in sight of the enemy once, and where the enemy saw them last.
    pub(crate) known: Units,
    pub(crate) known_at: [(i16, i16); UNITS],
    pub(crate) judge: Judge,
}

impl Board {
    /// Everybody of a scenario at full strength, not placed yet.
    pub(crate) fn new(rules: Rules, scenario: u8) -> Self {
        let mut board = Self {
            rules,
            scenario,
            units: [UnitState::NONE; UNITS],
            men: [Man::default(); MEN],
            ground: Condition::default(),
            seen: [Units::NONE; 2],
            known: Units::NONE,
            known_at: [(0, 0); UNITS],
            judge: Judge::default(),
        };
        for (unit, member) in (0..).map(UnitId).zip(&board.scenario().muster) {
            let chart = board.chart(unit);
            let devices = ["Ex", "Mm", "Molotov"].map(|id| chart.devices_of(id));
            let flames = chart.arms.iter().filter(|arm| arm.flame).count() as u8 * FLAME_CHARGES;
            let comes_later = board.scenario().platoon(member.platoon).enters.is_some();
            let state = board.unit_mut(unit);
            (state.alive, state.strength, state.cr) = (chart.men, chart.men, member.cr);
            state.leader = chart.first_leader();
            state.devices = [devices[0], devices[1], devices[2], flames];
            state.set(if comes_later { Flags::TO_COME } else { Flags::UNPLACED }, true);
            let is_team = chart.is_team();
            board.men_mut(unit).iter_mut().for_each(|man| man.alive = is_team);
        }
        board
    }

    /// What is fixed.
    #[inline]
    pub fn scenario(&self) -> &'static Scenario {
        &self.rules.get().scenarios[usize::from(self.scenario)]
    }

    /// What is fixed about a unit.
    #[inline]
    pub fn member(&self, unit: UnitId) -> &'static Member {
        &self.scenario().muster[unit.index()]
    }

    /// Its row of the unit charts.
    #[inline]
    pub fn chart(&self, unit: UnitId) -> &'static charts::Unit {
        &self.rules.get().units[self.member(unit).chart]
    }

    /// How it stands.
    #[inline]
    pub const fn unit(&self, unit: UnitId) -> &UnitState {
        &self.units[unit.index()]
    }

    /// The same, to be changed.
    #[inline]
    pub const fn unit_mut(&mut self, unit: UnitId) -> &mut UnitState {
        &mut self.units[unit.index()]
    }

    /// Whether a flag of a unit is set.
    #[inline]
    pub const fn is(&self, unit: UnitId, flag: Flags) -> bool {
        self.units[unit.index()].flags.has(flag)
    }

    /// Whose it is.
    #[inline]
    pub fn side(&self, unit: UnitId) -> Side {
        self.member(unit).side
    }

    /// Its name.
    pub fn name(&self, unit: UnitId) -> &'static str {
        &self.member(unit).name
    }

    /// Everybody of the scenario.
    pub fn everybody(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.scenario().muster.len()).map(UnitId::new)
    }

    /// The units of a side, wherever they are.
    pub fn army(&self, side: Side) -> Units {
        self.scenario().armies[side as usize]
    }

    /// All men of a unit, the dead included.
    #[inline]
    pub fn men(&self, unit: UnitId) -> &[Man] {
        let Member { first_man, men, .. } = *self.member(unit);
        &self.men[usize::from(first_man)..usize::from(first_man) + usize::from(men)]
    }

    /// The same, to be changed.
    #[inline]
    pub fn men_mut(&mut self, unit: UnitId) -> &mut [Man] {
        let Member { first_man, men, .. } = *self.member(unit);
        &mut self.men[usize::from(first_man)..usize::from(first_man) + usize::from(men)]
    }

    /// The living men of a unit with their places among its men.
    #[inline]
    pub fn living(&self, unit: UnitId) -> impl Iterator<Item = (u8, Man)> {
        (0..).zip(self.men(unit).iter().copied()).filter(|(_, man)| man.alive)
    }

    /// Whether a unit is on the table: placed, arrived, and not lost; those who ride are.
    #[inline]
    pub const fn is_on_table(&self, unit: UnitId) -> bool {
        let out = Flags::GONE.and(Flags::TO_COME).and(Flags::UNPLACED);
        !self.units[unit.index()].flags.any(out)
    }

    /// Whether it rides: aboard, or behind a carrier.
    #[inline]
    pub const fn rides(&self, unit: UnitId) -> bool {
        self.units[unit.index()].flags.any(Flags::EMBARKED.and(Flags::HOOKED))
    }

    /// Whether its men are what stands on the table: a team, or a crew that got out.
    #[inline]
    pub fn is_afoot(&self, unit: UnitId) -> bool {
        self.is(unit, Flags::ON_FOOT) || self.chart(unit).is_team()
    }

    /// Whether it is a vehicle or gun that is served and stands on the table.
    #[inline]
    pub fn is_model(&self, unit: UnitId) -> bool {
        !self.is_afoot(unit)
    }

    /// Whether a thing of its chart stands there although nobody serves it: a wreck, or a gun without crew.
    pub fn leaves_thing(&self, unit: UnitId) -> bool {
        let state = self.unit(unit);
        state.hull != Hull::Whole
            && !state.flags.any(Flags::TO_COME.and(Flags::UNPLACED))
            && (self.chart(unit).is_vehicle() || state.hull == Hull::Abandoned)
            && !self.chart(unit).is_team()
    }

    /// Whether it is a gun with its crew at it.
    pub fn is_served_gun(&self, unit: UnitId) -> bool {
        self.chart(unit).class == Class::Gun && !self.is(unit, Flags::ON_FOOT)
    }

    /// The place of its model, or of its leader: what communication and victory measure from. Who rides is where his
    /// carrier is.
    #[inline]
    pub fn centre(&self, unit: UnitId) -> Point {
        let state = self.unit(unit);
        if let Some(carrier) = state.carrier() {
            self.model_at(carrier)
        } else if self.is_afoot(unit) {
            self.men(unit)[usize::from(state.leader)].at()
        } else {
            self.model_at(unit)
        }
    }

    /// The centre of its model, a wreck's included.
    #[inline]
    pub const fn model_at(&self, unit: UnitId) -> Point {
        let state = self.unit(unit);
        Point::new(state.x as i32, state.y as i32)
    }

    /// What its model covers, a wreck's included (SKIR-GEO-4).
    pub fn model_shape(&self, unit: UnitId) -> Shape {
        let heading = Heading::new(self.unit(unit).heading);
        self.shape_at(unit, self.model_at(unit), heading)
    }

    /// What its model would cover elsewhere.
    pub fn shape_at(&self, unit: UnitId, at: Point, heading: Heading) -> Shape {
        let size = self.chart(unit).size;
        Shape::model(at, heading, size.length, size.width)
    }

    /// Whether a side may know where an enemy is: it has him in sight. Its own it always knows.
    #[inline]
    pub fn knows(&self, side: Side, unit: UnitId) -> bool {
        self.side(unit) == side || self.seen[side as usize].contains(unit)
    }

    /// Who rides in or behind a carrier.
    pub fn riders(&self, carrier: UnitId) -> impl Iterator<Item = UnitId> {
        self.everybody()
            .filter(move |unit| self.unit(*unit).carrier() == Some(carrier) && self.is_on_table(*unit))
    }
}
