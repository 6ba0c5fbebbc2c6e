//! Where everybody is and in what condition, who controls what, where zones of control lie.

use std::{
    fmt,
    hash::{Hash, Hasher},
    ops::Deref,
};

use kit::{map::HexId, position::Position, tactics::Judge};

mod derived;
mod status;

pub use status::{Aside, Location, Status};

use crate::{
    charts::{Charts, Rules},
    map::{Hexes, WORDS},
    roster::{Force, Piece, UNITS, UnitId},
    terrain::Country,
    theatre::{Scenario, Start, Theatre},
    unit::{Nation, Side},
};

/// What follows from the rest: it counts neither when states are compared nor in their hash.
#[derive(Clone, Copy)]
struct Derived<T>(T);

impl<T> PartialEq for Derived<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Derived<T> {}

impl<T> Hash for Derived<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

type Counters = Position<Force, Aside, Status, UNITS, WORDS, { Status::COUNT }>;

/// The units and the control of hexes. Copied like a number; its [`Theatre`] never changes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    rules: Rules,
    theatre: kit::Rules<Theatre>,
    position: Counters,
    /// The land that the Axis controls; all other land is Soviet (`EAST-CTL-1`).
    axis: Hexes,
    /// Rail hexes that the Axis has converted (`EAST-CTL-2`).
    converted: Hexes,
    /// Victory cities whose intrinsic factors stand (`EAST-TER-20`, `EAST-TER-21`).
    standing: Hexes,
    /// Whether water north-east of the weather line is frozen (`EAST-WEA-5`).
    frozen: bool,
    /// Whether Finland has left the war and is closed (`EAST-R59`).
    finland_closed: bool,
    /// Defence factors that each side has lost so far, those that were rebuilt among them.
    lost: [u16; 2],
    /// Where units can be at all: land, and frozen lakes (`EAST-MOV-7`).
    ground: Derived<Hexes>,
    /// Hexes with an Undispersed unit, by side.
    ready: Derived<[Hexes; 2]>,
    /// Zones of control by side (`EAST-ZOC-1`).
    zones: Derived<[Hexes; 2]>,
    pub(crate) judge: Judge,
}

/// Four places make a word: a record's states are hashed one after the other when it is opened.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self {
            rules, theatre, position, axis, converted, standing, frozen, finland_closed, lost, ..
        } = self;
        (rules, theatre, axis, converted, standing, frozen, finland_closed, lost).hash(state);
        let mut word = 0;
        for index in 0..UNITS {
            word = word << 16 | u64::from(status::code(position.place_of(UnitId::new(index))));
            if index % 4 == 3 || index + 1 == UNITS {
                state.write_u64(word);
                word = 0;
            }
        }
        for status in Status::ALL {
            position.all(status).hash(state);
        }
    }
}

impl Deref for Board {
    type Target = Counters;
    #[inline]
    fn deref(&self) -> &Counters {
        &self.position
    }
}

impl Board {
    /// The map without units.
    pub fn empty(rules: Rules, scenario: Scenario) -> Self {
        Self::over(rules, rules.get().theatre(scenario))
    }

    /// A theatre without units.
    pub fn over(rules: Rules, theatre: &'static Theatre) -> Self {
        Self {
            rules,
            theatre: kit::Rules::to(theatre),
            position: Position::new(theatre.sides_of, Aside::Gone),
            axis: theatre.axis_at_start,
            converted: Hexes::EMPTY,
            standing: theatre.fortified_cities,
            frozen: false,
            finland_closed: false,
            lost: [0; 2],
            ground: Derived(theatre.land),
            ready: Derived([Hexes::EMPTY; 2]),
            zones: Derived([Hexes::EMPTY; 2]),
            judge: Judge::default(),
        }
    }

    /// The set-up of a scenario (`EAST-SET-1`).
    pub fn deployed(rules: Rules, scenario: Scenario) -> Self {
        let mut board = Self::empty(rules, scenario);
        for unit in board.theatre().units {
            match board.theatre().starts[unit.index()] {
                Start::Hex(hex, dispersed) => {
                    board.place(unit, hex);
                    // EAST-REP-10
                    board.set(unit, Status::Dispersed, dispersed);
                }
                Start::Turn(turn, _) => board.remove(unit, Aside::Due(turn)),
                Start::Absent => {}
            }
        }
        board
    }

    /// What is fixed.
    #[inline]
    pub const fn theatre(&self) -> &'static Theatre {
        self.theatre.get()
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
    #[inline]
    pub fn piece(&self, unit: UnitId) -> &'static Piece {
        self.theatre().piece(unit)
    }

    /// Its name.
    pub fn name(&self, unit: UnitId) -> &'static str {
        self.charts().unit_name(unit)
    }

    /// Whose a unit is.
    #[inline]
    pub fn side(&self, unit: UnitId) -> Side {
        self.piece(unit).side
    }

    /// Its nation.
    #[inline]
    pub fn nation(&self, unit: UnitId) -> Nation {
        self.piece(unit).nation()
    }

    /// Whether it is Dispersed.
    #[inline]
    pub fn is_dispersed(&self, unit: UnitId) -> bool {
        self.is(unit, Status::Dispersed)
    }

    /// Puts a unit that is not on the map into a hex, which its side controls from now on (`EAST-R66`).
    pub fn place(&mut self, unit: UnitId, hex: HexId) {
        self.position.place(unit, hex);
        self.enter(self.side(unit), hex);
        self.refresh(hex);
    }

    /// Moves a unit to a hex, which its side controls from now on (`EAST-CTL-1`, `EAST-MOV-11`). Hexes on the way are
    /// entered with [`Board::enter`].
    pub fn move_to(&mut self, unit: UnitId, hex: HexId) {
        let from = self.hex_of(unit);
        self.position.move_to(unit, hex);
        self.enter(self.side(unit), hex);
        if let Some(from) = from {
            self.refresh(from);
        }
        self.refresh(hex);
    }

    /// A unit of a side has entered or passed a hex: its side controls it (`EAST-CTL-1`, `EAST-R66`); lakes have no
    /// controller. An Axis unit ends the intrinsic factors for good (`EAST-TER-21`).
    pub fn enter(&mut self, side: Side, hex: HexId) {
        match side {
            Side::Axis => {
                self.standing.remove(hex);
                if !self.theatre().lakes.contains(hex) {
                    self.axis.insert(hex);
                }
            }
            Side::Soviet => {
                self.axis.remove(hex);
            }
        }
    }

    /// The intrinsic factors of a city are destroyed (`EAST-TER-22`, `EAST-EXC-4`).
    pub fn raze(&mut self, hex: HexId) {
        self.standing.remove(hex);
    }

    /// Takes a unit off the map; its conditions fall away.
    pub fn remove(&mut self, unit: UnitId, to: Aside) {
        let from = self.hex_of(unit);
        self.position.remove(unit, to);
        if let Some(from) = from {
            self.refresh(from);
        }
    }

    /// A unit is eliminated in this turn and goes to the pool (`EAST-REP-3`).
    pub fn eliminate(&mut self, unit: UnitId, turn: u8) {
        let piece = self.piece(unit);
        self.lost[piece.side as usize] += u16::from(piece.defence);
        self.remove(unit, Aside::Pool(turn));
    }

    /// Defence factors that a side has lost so far, those that were rebuilt among them.
    pub const fn lost(&self, side: Side) -> u16 {
        self.lost[side as usize]
    }

    /// Puts a unit into a condition or takes it out.
    pub fn set(&mut self, unit: UnitId, status: Status, is: bool) {
        self.position.set(unit, status, is);
        if status == Status::Dispersed
            && let Some(hex) = self.hex_of(unit)
        {
            self.refresh(hex);
        }
    }

    /// A unit is Dispersed.
    pub fn disperse(&mut self, unit: UnitId) {
        self.set(unit, Status::Dispersed, true);
    }

    /// Takes these units out of a condition that does not touch zones of control.
    pub fn clear(&mut self, units: Force, status: Status) {
        debug_assert!(status != Status::Dispersed, "zones of control follow a unit at a time");
        self.position.clear(units, status);
    }

    /// How often in a row a unit has been out of supply (`EAST-SUP-6`).
    pub fn isolated(&self, unit: UnitId) -> u8 {
        u8::from(self.is(unit, Status::IsolatedOnce)) + 2 * u8::from(self.is(unit, Status::IsolatedTwice))
    }

    /// Marks how often (`EAST-SUP-6`).
    pub fn set_isolated(&mut self, unit: UnitId, times: u8) {
        self.position.set(unit, Status::IsolatedOnce, times & 1 == 1);
        self.position.set(unit, Status::IsolatedTwice, times & 2 == 2);
    }

    /// Where units can be at all: land in play and frozen lakes (`EAST-MOV-7`).
    #[inline]
    pub const fn ground(&self) -> &Hexes {
        &self.ground.0
    }

    /// Whether water north-east of the weather line is frozen (`EAST-WEA-5`).
    #[inline]
    pub const fn is_frozen(&self) -> bool {
        self.frozen
    }

    /// Frost comes or goes; zones of control change with it (`EAST-ZOC-2`).
    pub fn freeze(&mut self, frozen: bool) {
        self.frozen = frozen;
        self.rebuild();
    }

    /// Whether Finland is closed.
    pub const fn is_finland_closed(&self) -> bool {
        self.finland_closed
    }

    /// Finland is closed to both sides (`EAST-R59`).
    pub fn close_finland(&mut self) {
        self.finland_closed = true;
        self.rebuild();
    }

    /// The land that a side controls (`EAST-CTL-1`).
    #[inline]
    pub fn controlled_by(&self, side: Side) -> Hexes {
        let land = self.theatre().land;
        let land = if self.finland_closed { land - *self.theatre().country(Country::Finland) } else { land };
        match side {
            Side::Axis => self.axis & land,
            Side::Soviet => land - self.axis,
        }
    }

    /// Whether a side controls a hex.
    #[inline]
    pub fn controls(&self, side: Side, hex: HexId) -> bool {
        match side {
            Side::Axis => self.axis.contains(hex),
            Side::Soviet => !self.axis.contains(hex) && self.theatre().land.contains(hex),
        }
    }

    /// Gives hexes to a side without anybody entering them: a country changes sides (`EAST-R59`).
    pub fn hand_over(&mut self, side: Side, hexes: Hexes) {
        match side {
            Side::Axis => self.axis |= hexes & self.theatre().land,
            Side::Soviet => self.axis -= hexes,
        }
    }

    /// Rail hexes that the Axis has converted (`EAST-CTL-2`).
    #[inline]
    pub const fn converted(&self) -> &Hexes {
        &self.converted
    }

    /// A rail hex is converted.
    pub fn convert(&mut self, hex: HexId) {
        self.converted.insert(hex);
    }

    /// `EAST-CTL-2`: what is Soviet-controlled at the end of phase H is converted no more.
    pub fn lose_conversions(&mut self) {
        self.converted &= self.axis;
    }

    /// Rail hexes that a side can use (`EAST-RAIL-2`, `EAST-SUP-4`, `EAST-SUP-5`).
    pub fn usable_rail(&self, side: Side) -> Hexes {
        let theatre = self.theatre();
        let rail = match side {
            Side::Axis => theatre.home_rail | self.converted,
            Side::Soviet => theatre.rail_hexes,
        };
        rail & self.controlled_by(side)
    }

    /// Victory cities whose intrinsic factors stand.
    #[inline]
    pub const fn standing(&self) -> &Hexes {
        &self.standing
    }

    /// The zones of control of a side (`EAST-ZOC-1`, `EAST-ZOC-2`).
    #[inline]
    pub const fn zones_of(&self, side: Side) -> &Hexes {
        &self.zones.0[side as usize]
    }

    /// The hexes in the zone of control of the enemies of a side: EZOC.
    #[inline]
    pub const fn enemy_zones(&self, side: Side) -> &Hexes {
        self.zones_of(side.other())
    }

    /// Hexes with an Undispersed unit of a side.
    #[inline]
    pub const fn ready_hexes(&self, side: Side) -> &Hexes {
        &self.ready.0[side as usize]
    }

    /// The hexes in EZOC that no friend stands in: closed to retreats and supply (`EAST-ZOC-5`).
    #[inline]
    pub fn closed_zones(&self, side: Side) -> Hexes {
        *self.enemy_zones(side) - self.held_by(side)
    }

    /// Where a unit may be: ground without enemies, and for the Axis without standing intrinsic factors (`EAST-MOV-8`),
    /// within the limits of its nation (`EAST-STK-7`, `EAST-STK-8`).
    #[inline]
    pub fn open_to(&self, unit: UnitId) -> Hexes {
        let piece = self.piece(unit);
        let open = self.ground.0 - self.enemies_of(piece.side) - self.theatre().barred_to(piece.nation());
        if piece.side == Side::Axis { open - self.standing } else { open }
    }

    /// Who has the Black Sea (`EAST-TER-12`).
    pub fn black_sea(&self) -> Side {
        self.charts().black_sea(self.axis_naval_bases())
    }

    /// How many of the bases that decide about the Black Sea the Axis controls.
    pub fn axis_naval_bases(&self) -> usize {
        (self.theatre().naval_bases & self.axis).len()
    }

    /// Ground that limits armour: an unfrozen swamp, mountains (`EAST-STK-3`, `EAST-TER-10`).
    #[inline]
    pub fn is_rough(&self, hex: HexId) -> bool {
        let theatre = self.theatre();
        let is_frozen = self.frozen && theatre.north_east.contains(hex);
        theatre.mountain.contains(hex) || (theatre.swamp.contains(hex) && !is_frozen)
    }

    /// The units of a side in a hex.
    pub fn units_of_in(&self, side: Side, hex: HexId) -> impl Iterator<Item = UnitId> {
        self.units_in(hex).filter(move |&unit| self.side(unit) == side)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}
