//! The state of the units on the map: where everybody is, which way they look, in what condition.

mod checks;

use std::{fmt, ops::Deref};

use kit::tactics::Judge;

use crate::{army::MOST_LEADERS, battlefield::Battlefield, prelude::*};

kit::spelled! {
    /// A condition that a unit is in or not, with the words that a player sees of it. The first two last; the others fall
    /// away when any Movement Phase begins (LINE-X-SEQ-3).
    pub enum Mark {
        /// The back of the counter shows (LINE-X-STA-1).
        Disrupted = "Disrupted",
        /// Used operational movement (LINE-X-STA-2).
        Marching = "Marching",
        /// Has moved or turned in this player's turn (LINE-X-MOV-1).
        Moved = "moved",
        /// Has shot (LINE-X-MIS-1).
        Fired = "has shot",
        /// Has been shot at (LINE-X-MIS-2).
        ShotAt = "shot at",
        /// Has attacked (LINE-X-CMB-2).
        Attacked = "has attacked",
        /// Has been attacked (LINE-X-CMB-2, LINE-R26).
        Defended = "has been attacked",
        /// Has retreated, routed or evaded (LINE-X-REO-1).
        Retreated = "has retreated",
        /// Was exchanged in either way (LINE-X-EXC-1).
        Exchanged = "",
        /// Was exchanged backward (LINE-X-EXC-2).
        ExchangedBack = "taken back",
        /// A leader has transferred to it in this phase (LINE-X-CMD-2).
        Received = "joined by a leader",
        /// Has tried to reorganize (LINE-X-REO-2).
        Tried = "has tried to reorganize",
        /// Elephants that the trumpets hold (LINE-X-ZAM-3).
        Frozen = "held by the trumpets",
        /// Named for the detachment in this phase (LINE-X-CYN-3).
        Detached = "detached",
    }
}

/// Marks that stay on a unit from turn to turn.
const LASTING: usize = 2;

const NOBODY: u8 = u8::MAX;

/// Where a leader is (LINE-X-CMD-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Post {
    /// In the hex of this unit.
    With(UnitId),
    /// His unit was eliminated in this hex, and he has not yet another.
    Homeless(HexId),
    /// Out of the game, or a Deputy who is not needed yet.
    Gone,
}

/// The units on the map. Copied like a number; its [`Battlefield`] never changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Field {
    battlefield: Rules<Battlefield>,
    at: [HexId; MOST_UNITS],
    facing: [Direction; MOST_UNITS],
    volleys: [u8; MOST_UNITS],
    occupant: [u8; MOST_HEXES],
    on_map: Units,
    waiting: Units,
    marks: [Units; Mark::ALL.len()],
    posts: [Post; MOST_LEADERS],
    /// A bit for each leader who has transferred in this phase.
    transferred: u16,
    held: [Hexes; 2],
    losses: [i16; 2],
    /// With the option `pinned_factor`: the row of the last attack, less 1, in two bits (LINE-R6).
    pinned: [Units; 2],
    pub(crate) judge: Judge,
}

impl Field {
    /// The set-up of the scenario.
    pub fn new(battlefield: &'static Battlefield) -> Self {
        let mut field = Self::empty(battlefield);
        for (place, piece) in battlefield.pieces.iter().enumerate() {
            let unit = UnitId::new(place);
            match piece.start {
                Start::Placed(hex, facing) => field.place(unit, hex, facing),
                Start::Arrives { .. } => field.waiting |= Units::of(unit),
            }
        }
        for (place, leader) in battlefield.leaders.iter().enumerate() {
            field.posts[place] = leader.starts_with.map_or(Post::Gone, Post::With);
        }
        field
    }

    /// The same map with nobody on it; every unit is eliminated, which costs nothing, and no leader is there.
    pub fn empty(battlefield: &'static Battlefield) -> Self {
        let volleys = battlefield.charts().values.volleys as u8;
        let mut field = Self {
            battlefield: Rules::to(battlefield),
            at: [HexId::NONE; MOST_UNITS],
            facing: [Direction::ALL[0]; MOST_UNITS],
            volleys: [0; MOST_UNITS],
            occupant: [NOBODY; MOST_HEXES],
            on_map: Units::NONE,
            waiting: Units::NONE,
            marks: [Units::NONE; Mark::ALL.len()],
            posts: [Post::Gone; MOST_LEADERS],
            transferred: 0,
            held: [Hexes::EMPTY; 2],
            losses: [0; 2],
            pinned: [Units::NONE; 2],
            judge: Judge::default(),
        };
        battlefield.shooters.iter().for_each(|unit| field.volleys[unit.index()] = volleys);
        field
    }

    #[inline]
    pub const fn battlefield(&self) -> &'static Battlefield {
        self.battlefield.get()
    }

    #[inline]
    pub fn charts(&self) -> &'static Charts {
        self.battlefield.get().charts()
    }

    /// What programs weigh things by.
    #[inline]
    pub(crate) fn weights(&self) -> &'static Weights {
        self.battlefield().weights.of(self.judge)
    }

    #[inline]
    pub fn piece(&self, unit: UnitId) -> &'static Piece {
        self.battlefield.get().piece(unit)
    }

    #[inline]
    pub fn name(&self, unit: UnitId) -> &'static str {
        &self.piece(unit).name
    }

    /// The names of units, parted by commas.
    pub fn names(&self, units: impl Iterator<Item = UnitId>) -> String {
        units.map(|unit| self.name(unit)).collect::<Vec<_>>().join(", ")
    }

    #[inline]
    pub fn side(&self, unit: UnitId) -> Side {
        self.piece(unit).side
    }

    /// The hex of a unit; [`HexId::NONE`] if it is not on the map.
    #[inline]
    pub const fn hex(&self, unit: UnitId) -> HexId {
        self.at[unit.index()]
    }

    /// The direction in which its Hex 1 lies (LINE-DIR-1).
    #[inline]
    pub const fn facing(&self, unit: UnitId) -> Direction {
        self.facing[unit.index()]
    }

    /// Volleys left (LINE-X-MIS-1).
    #[inline]
    pub const fn volleys(&self, unit: UnitId) -> u8 {
        self.volleys[unit.index()]
    }

    /// The unit in a hex: at most one (LINE-X-STK-1).
    #[inline]
    pub const fn unit_in(&self, hex: HexId) -> Option<UnitId> {
        match self.occupant[hex.index()] {
            NOBODY => None,
            unit => Some(UnitId::new(unit as usize)),
        }
    }

    /// The units in the hexes round a hex, in the order of directions.
    #[inline]
    pub fn units_round(&self, hex: HexId) -> impl Iterator<Item = UnitId> {
        self.neighbours(hex).filter_map(|next| self.unit_in(next))
    }

    /// How far the nearest unit of a side is from a hex; nothing if it has none on the map.
    #[inline]
    pub fn nearest(&self, side: Side, hex: HexId) -> Option<u32> {
        self.units_of(side).iter().map(|unit| self.distance(self.hex(unit), hex)).min()
    }

    #[inline]
    pub const fn on_map(&self) -> Units {
        self.on_map
    }

    /// Reinforcements off the map (LINE-X-OPS-5).
    #[inline]
    pub const fn waiting(&self) -> Units {
        self.waiting
    }

    #[inline]
    pub fn units_of(&self, side: Side) -> Units {
        self.on_map & self.battlefield.units_of(side)
    }

    #[inline]
    pub const fn held_by(&self, side: Side) -> Hexes {
        self.held[side as usize]
    }

    /// The hexes that hold units of either side.
    #[inline]
    pub fn occupied(&self) -> Hexes {
        self.held[0] | self.held[1]
    }

    #[inline]
    pub fn is(&self, unit: UnitId, mark: Mark) -> bool {
        self.marks[mark as usize].contains(unit)
    }

    #[inline]
    pub const fn all(&self, mark: Mark) -> Units {
        self.marks[mark as usize]
    }

    /// Puts a unit into a condition or takes it out. A Disrupted unit loses its Marching marker (LINE-X-STA-2).
    #[inline]
    pub fn set(&mut self, unit: UnitId, mark: Mark, is: bool) {
        let marks = &mut self.marks[mark as usize];
        if is {
            marks.insert(unit);
        } else {
            marks.remove(unit);
        }
        if is && matches!(mark, Mark::Disrupted) {
            self.marks[Mark::Marching as usize].remove(unit);
        }
    }

    /// Takes every unit out of a condition.
    pub const fn clear(&mut self, mark: Mark) {
        self.marks[mark as usize] = Units::NONE;
    }

    #[inline]
    pub const fn turn(&mut self, unit: UnitId, facing: Direction) {
        self.facing[unit.index()] = facing;
    }

    pub const fn spend_volley(&mut self, unit: UnitId) {
        self.volleys[unit.index()] = self.volleys[unit.index()].saturating_sub(1);
    }

    /// Puts a unit that is not on the map into a hex.
    ///
    /// # Panics
    /// If the hex holds a unit, or the unit is on the map (LINE-X-STK-1).
    pub fn place(&mut self, unit: UnitId, hex: HexId, facing: Direction) {
        assert!(self.unit_in(hex).is_none() && !self.on_map.contains(unit), "one unit to a hex");
        self.occupant[hex.index()] = unit.index() as u8;
        self.at[unit.index()] = hex;
        self.facing[unit.index()] = facing;
        self.on_map.insert(unit);
        self.waiting.remove(unit);
        let side = self.side(unit);
        self.held[side as usize].insert(hex);
    }

    /// Takes a unit off the map; what it was in falls away with it.
    fn lift(&mut self, unit: UnitId) {
        let hex = std::mem::replace(&mut self.at[unit.index()], HexId::NONE);
        if hex.is_some() {
            self.occupant[hex.index()] = NOBODY;
            self.on_map.remove(unit);
            let side = self.side(unit);
            self.held[side as usize].remove(hex);
        }
    }

    /// Takes a unit off the map as if it took no part: it is nobody's loss. Only a reinforcement still comes in its turn.
    pub fn set_aside(&mut self, unit: UnitId) {
        self.lift(unit);
        self.marks.iter_mut().for_each(|marks| *marks -= Units::of(unit));
        self.pin(unit, None);
        self.waiting.insert(unit);
    }

    /// Moves a unit from hex to hex, its leaders with it. Whether it may is the business of the chapters.
    #[inline]
    pub fn move_to(&mut self, unit: UnitId, hex: HexId) {
        if self.at[unit.index()] != hex {
            let facing = self.facing[unit.index()];
            self.lift(unit);
            self.place(unit, hex, facing);
        }
    }

    /// Two units change places, each taking over the other's facing (LINE-X-EXC-1).
    pub fn swap(&mut self, one: UnitId, other: UnitId) {
        let (here, there) = (self.hex(one), self.hex(other));
        let (facing, its) = (self.facing(one), self.facing(other));
        self.lift(one);
        self.lift(other);
        self.place(one, there, its);
        self.place(other, here, facing);
    }

    /// Out of the game; its value is lost, and its leaders are homeless (LINE-RES-11, LINE-X-VIC-1).
    pub fn eliminate(&mut self, unit: UnitId) {
        let hex = self.hex(unit);
        self.lift(unit);
        self.waiting.remove(unit);
        for marks in &mut self.marks {
            marks.remove(unit);
        }
        self.pin(unit, None);
        let piece = self.piece(unit);
        self.losses[piece.side as usize] += piece.figures.value as i16;
        for post in &mut self.posts {
            if *post == Post::With(unit) {
                *post = Post::Homeless(hex);
            }
        }
    }

    #[inline]
    pub const fn post(&self, leader: LeaderId) -> Post {
        self.posts[leader.index()]
    }

    pub const fn attach(&mut self, leader: LeaderId, unit: UnitId) {
        self.posts[leader.index()] = Post::With(unit);
    }

    /// A leader falls; his value is lost (LINE-X-CMD-6, LINE-X-VIC-1).
    pub fn lose_leader(&mut self, leader: LeaderId) {
        self.posts[leader.index()] = Post::Gone;
        let line = self.battlefield.leader(leader);
        self.losses[line.side as usize] += line.value as i16;
    }

    #[inline]
    pub fn leaders_with(&self, unit: UnitId) -> impl Iterator<Item = LeaderId> {
        let with = Post::With(unit);
        (0..self.battlefield.leaders.len())
            .filter(move |&leader| self.posts[leader] == with)
            .map(LeaderId::new)
    }

    /// Whether a leader has transferred in this phase (LINE-X-CMD-2).
    pub const fn has_transferred(&self, leader: LeaderId) -> bool {
        self.transferred >> leader.index() & 1 == 1
    }

    /// A leader transfers to a unit (LINE-X-CMD-2).
    pub fn transfer(&mut self, leader: LeaderId, unit: UnitId) {
        self.attach(leader, unit);
        self.transferred |= 1 << leader.index();
        self.set(unit, Mark::Received, true);
    }

    /// Loss points of a side (LINE-X-VIC-1).
    pub fn losses(&self, side: Side) -> i32 {
        self.losses[side as usize].into()
    }

    /// The row of the last attack on a unit that still pins it (LINE-R6).
    pub fn pinned_by(&self, unit: UnitId) -> Option<Row> {
        let bits = u8::from(self.pinned[0].contains(unit)) | u8::from(self.pinned[1].contains(unit)) << 1;
        if bits == 0 { None } else { Row::new(bits + 1) }
    }

    /// Remembers or forgets the row of an attack; row 1 pins nobody.
    pub fn pin(&mut self, unit: UnitId, row: Option<Row>) {
        let bits = row.map_or(0, |row| row.number() - 1);
        for (place, pinned) in self.pinned.iter_mut().enumerate() {
            pinned.remove(unit);
            if bits >> place & 1 == 1 {
                pinned.insert(unit);
            }
        }
    }

    /// Forgets what pinned the units of a side.
    pub fn unpin(&mut self, side: Side) {
        let units = self.battlefield.units_of(side);
        self.pinned = self.pinned.map(|pinned| pinned - units);
    }

    /// What falls away when the Movement Phase of a side begins (LINE-X-SEQ-3, LINE-X-OPS-4).
    pub fn begin_movement(&mut self, side: Side) {
        self.marks[LASTING..].fill(Units::NONE);
        let marching = &mut self.marks[Mark::Marching as usize];
        *marching -= self.battlefield.units_of(side);
        self.transferred = 0;
    }

    /// Which face of its counter shows.
    #[inline]
    pub fn status(&self, unit: UnitId) -> Status {
        if self.is(unit, Mark::Disrupted) { Status::Disrupted } else { Status::GoodOrder }
    }

    /// A unit as the rules of combat and morale see it.
    #[inline]
    pub(crate) fn troop(&self, unit: UnitId) -> Troop {
        let piece = self.piece(unit);
        let hex = self.at[unit.index()].index();
        let leaders = self.leaders_with(unit).map(|leader| &self.leader(leader).line);
        Troop {
            marching: self.is(unit, Mark::Marching),
            scenario: Some(self.scenario),
            terrain: self.terrain[hex],
            level: self.level[hex].into(),
            ..Troop::of(self.charts(), piece.figures, self.status(unit), piece.levy, leaders)
        }
    }
}

/// What is fixed of the battle, whose methods it has.
impl Deref for Field {
    type Target = Battlefield;
    #[inline]
    fn deref(&self) -> &Battlefield {
        self.battlefield.get()
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |unit| {
            let facing = self.facing(unit).index();
            (self.name(unit), format!("{} facing {facing}", self.battlefield.number(self.hex(unit))))
        };
        f.debug_map().entries(self.on_map.iter().map(place)).finish()
    }
}
