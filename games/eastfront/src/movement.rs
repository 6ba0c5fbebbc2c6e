//! How far a unit moves, and by which way (chapters MOV and ZOC).

use kit::{
    Objection,
    map::{
        Direction, HexId,
        search::{Path, Reach},
    },
    objection::{no, no_if, no_since},
};

use crate::{
    board::{Board, Status},
    map::{Hexes, WORDS},
    roster::{Piece, UnitId},
    stacking,
    terrain::Hexside,
    unit::{Nation, Side},
    weather::Weather,
};

/// Costs are counted in halves of a movement factor: at most 8 factors.
const LEVELS: usize = 17;

/// A way by its hexes, the first one not among them.
pub type Way = Path<LEVELS>;

type Costs = Reach<WORDS, LEVELS>;

/// Half movement factors for a step by road, for ARM and MOT, and for every other step.
const ROAD_STEP: u8 = 1;
const STEP: u8 = 2;

/// What the calendar lets a unit do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Season {
    /// The weather of the turn.
    pub weather: Weather,
    /// Whether the Soviets keep out of Finland, Romania and Hungary (`EAST-MOV-10`).
    pub june_1941: bool,
}

/// Where a unit can move to.
#[derive(Clone, Copy, Debug)]
pub struct MoveRange<'b> {
    board: &'b Board,
    unit: UnitId,
    season: Season,
    start: HexId,
    /// Its movement factor in this weather.
    factor: u8,
    /// Where it may be at all.
    open: Hexes,
    slips: bool,
}

impl<'b> MoveRange<'b> {
    /// The range of a unit on the map.
    pub fn new(board: &'b Board, unit: UnitId, season: Season) -> Self {
        let piece = board.piece(unit);
        let mut open = board.open_to(unit);
        // EAST-MOV-10
        if season.june_1941 && piece.side == Side::Soviet {
            open -= board.theatre().neutral_in_june();
        }
        Self {
            board,
            unit,
            season,
            start: board.hex_of(unit).unwrap_or(HexId::NONE),
            factor: board.charts().movement_factor(piece, season.weather),
            open,
            // EAST-ZOC-4
            slips: piece.nation() == Nation::German && piece.is_mobile(),
        }
    }

    /// Its movement factor in this weather (`EAST-WEA-2`).
    pub const fn factor(&self) -> u8 {
        self.factor
    }

    fn piece(&self) -> &'static Piece {
        self.board.piece(self.unit)
    }

    #[inline]
    fn zones(&self) -> &'b Hexes {
        self.board.enemy_zones(self.piece().side)
    }

    /// The sides of a hex with a road that counts in this weather (`EAST-WEA-3`).
    #[inline]
    fn has_road(&self, hex: HexId, way: Direction) -> bool {
        let theatre = self.board.theatre();
        let roads =
            if self.season.weather == Weather::Mud { theatre.highways(hex) } else { theatre.roads(hex) };
        roads.contains(way)
    }

    /// Whether zones of control allow a step: none from zone to zone, but for German ARM and MOT units, and for them only
    /// as the first step (`EAST-ZOC-4`).
    #[inline]
    fn zones_allow(&self, from: HexId, to: HexId) -> bool {
        let zones = self.zones();
        !(zones.contains(from) && zones.contains(to)) || (self.slips && from == self.start)
    }

    /// What an ordinary step costs in half factors (`EAST-MOV-1`, `EAST-MOV-4`), or nothing if it is forbidden.
    #[inline]
    fn cost(&self, from: HexId, way: Direction, to: HexId, is_mobile: bool) -> Option<u8> {
        let ways = self.board.theatre().ways(from, self.board.is_frozen());
        if !ways.contains(way) || !self.open.contains(to) || !self.zones_allow(from, to) {
            return None;
        }
        Some(if is_mobile && self.has_road(from, way) { ROAD_STEP } else { STEP })
    }

    /// `EAST-MOV-3`: only by road, for units on foot.
    #[inline]
    fn road_cost(&self, from: HexId, way: Direction, to: HexId) -> Option<u8> {
        if self.has_road(from, way) { self.cost(from, way, to, false) } else { None }
    }

    /// Whether a unit that has come to a hex may go on (`EAST-ZOC-3`).
    #[inline]
    fn goes_on(&self, hex: HexId) -> bool {
        !self.zones().contains(hex)
    }

    /// Hexes by what they cost, an all-road march and ferries left aside. Whole sets of hexes take their steps at once:
    /// two half factors for every step, one for a step by road of ARM and MOT units.
    fn costs(&self) -> Costs {
        self.costs_until(&Hexes::EMPTY)
    }

    /// The same, no farther than is needed to know what the cheapest of some hexes costs.
    fn costs_until(&self, wanted: &Hexes) -> Costs {
        let (theatre, zones) = (self.board.theatre(), *self.zones());
        let is_mobile = self.piece().is_mobile();
        let budget = usize::from(self.factor * STEP);
        // EAST-ZOC-4: from zone to zone nobody steps, but for German ARM and MOT units as their first step.
        let starts_in_zone = zones.contains(self.start);
        let first = if starts_in_zone && !self.slips { self.open - zones } else { self.open };
        let mut costs = Costs::NOTHING;
        costs.level_mut(0).insert(self.start);
        let mut done = Hexes::EMPTY;
        for spent in 0..=budget {
            let new = costs.level(spent as u8) - done;
            *costs.level_mut(spent as u8) = new;
            done |= new;
            // EAST-ZOC-3: who has come into a zone stops.
            let going = if spent == 0 { new } else { new - zones };
            if new.meets(*wanted) {
                break;
            }
            if spent == budget || going.is_empty() {
                continue;
            }
            let open = if spent == 0 { first } else { self.open };
            if is_mobile {
                let by_road = self.by_road(going) & open;
                *costs.level_mut(spent as u8 + ROAD_STEP) |= by_road;
            }
            if spent + usize::from(STEP) <= budget {
                let beside = theatre.beside(going, self.board.is_frozen()) & open;
                *costs.level_mut(spent as u8 + STEP) |= beside - done;
            }
        }
        costs
    }

    /// Every hex one step by road from one of these.
    fn by_road(&self, hexes: Hexes) -> Hexes {
        let theatre = self.board.theatre();
        let mut all = Hexes::EMPTY;
        for hex in hexes & theatre.road_hexes {
            let ways = theatre.ways(hex, self.board.is_frozen());
            for (way, &other) in Direction::ALL.into_iter().zip(theatre.map.around(hex)) {
                if ways.contains(way) && self.has_road(hex, way) {
                    all.insert(other);
                }
            }
        }
        all
    }

    /// How many hexes more a unit goes if its whole move is by road (`EAST-MOV-3`).
    fn road_bonus(&self) -> u8 {
        self.board.charts().road_bonus(self.piece().arm())
    }

    fn road_costs(&self) -> Option<Costs> {
        let bonus = self.road_bonus();
        if bonus == 0 || Direction::ALL.iter().all(|&way| !self.has_road(self.start, way)) {
            return None;
        }
        let budget = (self.factor + bonus) * STEP;
        Some(Reach::find(
            &self.board.theatre().map,
            self.start,
            budget,
            |hex| self.goes_on(hex),
            |from, way, to| self.road_cost(from, way, to),
        ))
    }

    /// Hexes that are reached by the only step over an unfrozen lake or the Kerch Strait (`EAST-MOV-5`, `EAST-MOV-6`,
    /// `EAST-TER-14`).
    fn ferries(&self) -> Hexes {
        let theatre = self.board.theatre();
        let ferries = theatre.ferries(self.start, self.board.is_frozen());
        let can = |(way, to): &(Direction, HexId)| {
            ferries.contains(*way) && self.open.contains(*to) && self.zones_allow(self.start, *to)
        };
        theatre.map.steps(self.start).filter(can).map(|(_, to)| to).collect()
    }

    /// Every hex that can be reached, room or not: a full friendly hex is passed (`EAST-STK-5`), and whoever has a legal
    /// step can take it, since no factor falls below 1 (`EAST-MOV-9`).
    pub fn reached(&self) -> Hexes {
        let mut all = self.costs().destinations() | self.ferries();
        if let Some(road) = self.road_costs() {
            all |= road.destinations();
        }
        all
    }

    /// Whether one of some hexes can be reached, room or not.
    pub(crate) fn reaches_any(&self, wanted: &Hexes) -> bool {
        let mut elsewhere = *wanted;
        elsewhere.remove(self.start);
        self.costs_until(&elsewhere).destinations().meets(elsewhere)
            || self.ferries().meets(elsewhere)
            || self.road_costs().is_some_and(|road| road.destinations().meets(elsewhere))
    }

    /// Whether a hex can be reached, room or not.
    fn reaches(&self, to: HexId) -> bool {
        self.costs_until(&Hexes::of(to)).cost(to).is_some()
            || self.ferries().contains(to)
            || self.road_costs().is_some_and(|road| road.cost(to).is_some())
    }

    /// Every hex where the move can end (`EAST-STK-6`).
    pub fn ends(&self) -> Hexes {
        stacking::with_room(self.board, self.unit, self.reached())
    }

    /// Whether the unit can move at all: some neighbour is open to it. Whether there is room is asked when it moves.
    pub fn can_step(&self) -> bool {
        let theatre = self.board.theatre();
        let frozen = self.board.is_frozen();
        let ways = theatre.ways(self.start, frozen).union(theatre.ferries(self.start, frozen));
        let mut steps = theatre.map.steps(self.start);
        steps
            .any(|(way, to)| ways.contains(way) && self.open.contains(to) && self.zones_allow(self.start, to))
    }

    /// The usual way to a hex: the cheapest.
    pub fn way(&self, to: HexId) -> Option<Way> {
        let map = &self.board.theatre().map;
        let is_mobile = self.piece().is_mobile();
        let goes_on = |hex| self.goes_on(hex);
        let plain = self
            .costs_until(&Hexes::of(to))
            .path(map, to, goes_on, |from, way, to| self.cost(from, way, to, is_mobile));
        plain
            .or_else(|| {
                self.road_costs()?.path(map, to, goes_on, |from, way, to| self.road_cost(from, way, to))
            })
            .or_else(|| self.ferries().contains(to).then(|| Way::NOWHERE.then(to)))
    }

    /// What a step of a way costs in half factors, whether it is allowed or not.
    fn step_price(&self, from: HexId, to: HexId) -> u8 {
        let way = self.board.theatre().map.direction(from, to);
        let by_road = self.piece().is_mobile() && way.is_some_and(|way| self.has_road(from, way));
        if by_road { ROAD_STEP } else { STEP }
    }

    /// What has been spent at each hex of a way, in half factors.
    pub fn spent(&self, way: &Way) -> Vec<u8> {
        let (mut from, mut spent) = (self.start, 0);
        let step = |&to: &HexId| {
            spent += self.step_price(from, to);
            from = to;
            spent
        };
        way.hexes().iter().map(step).collect()
    }

    /// What a whole way costs in half factors.
    pub fn price(&self, way: &Way) -> u8 {
        let mut from = self.start;
        let step = |&to: &HexId| self.step_price(std::mem::replace(&mut from, to), to);
        way.hexes().iter().map(step).sum()
    }

    /// Where a way that is laid hex by hex can go on to. Whether it can end there is another question.
    pub fn next_steps(&self, so_far: &Way) -> Hexes {
        let from = so_far.end().unwrap_or(self.start);
        let map = &self.board.theatre().map;
        let can = |to: &HexId| self.check_step::<kit::objection::Silent>(so_far, *to).is_ok();
        map.neighbours(from).filter(can).collect()
    }

    /// Whether a way can go on to a hex.
    pub fn check_step<E: Objection>(&self, so_far: &Way, to: HexId) -> Result<(), E> {
        let name = self.board.name(self.unit);
        let theatre = self.board.theatre();
        let from = so_far.end().unwrap_or(self.start);
        let Some(way) = theatre.map.direction(from, to) else {
            return no("EAST-MOV-1", name, "a unit moves from hex to hex beside it");
        };
        if so_far.hexes().len() + 1 >= LEVELS {
            return no("EAST-MOV-1", name, "it has no movement factors left");
        }
        self.check_entry(to)?;
        let frozen = self.board.is_frozen();
        if let Some(&first) = so_far.hexes().first() {
            let ferried = theatre.map.direction(self.start, first);
            if ferried.is_some_and(|way| theatre.ferries(self.start, frozen).contains(way)) {
                return no("EAST-MOV-5", name, "a step over a lake or the strait is its only step");
            }
            no_if(self.zones().contains(from), "EAST-ZOC-3", name, || {
                format!("it must stop in {}, which is in an enemy zone of control", theatre.number(from))
            })?;
        }
        self.check_zones(from, to)?;
        if theatre.ferries(from, frozen).contains(way) {
            if so_far.hexes().is_empty() {
                return Ok(());
            }
            let clause = if theatre.side(from, way) == Hexside::Kerch { "EAST-MOV-6" } else { "EAST-MOV-5" };
            return no(clause, name, "a step over a lake or the strait must be its only step");
        }
        if !theatre.ways(from, frozen).contains(way) {
            return no("EAST-MOV-7", name, "nobody crosses a sea hexside");
        }
        self.check_budget(&so_far.then(to))
    }

    /// Whether the movement factor suffices for a way (`EAST-MOV-1`, `EAST-MOV-3`, `EAST-MOV-4`).
    fn check_budget<E: Objection>(&self, way: &Way) -> Result<(), E> {
        let spent = self.price(way);
        let mut budget = self.factor * STEP;
        if self.is_all_by_road(way) {
            budget += self.road_bonus() * STEP;
        }
        no_if(spent > budget, "EAST-MOV-1", self.board.name(self.unit), || {
            format!("the way costs {} movement factors, and it has {}", halves(spent), self.factor)
        })
    }

    fn is_all_by_road(&self, way: &Way) -> bool {
        let map = &self.board.theatre().map;
        let mut from = self.start;
        way.hexes().iter().all(|&to| {
            let is_road = map.direction(from, to).is_some_and(|way| self.has_road(from, way));
            from = to;
            is_road
        })
    }

    fn check_zones<E: Objection>(&self, from: HexId, to: HexId) -> Result<(), E> {
        no_if(!self.zones_allow(from, to), "EAST-ZOC-4", self.board.name(self.unit), || {
            let theatre = self.board.theatre();
            format!(
                "{} and {} are both in enemy zones of control: only German ARM and MOT units take that step, and \
                 only as the first",
                theatre.number(from),
                theatre.number(to)
            )
        })
    }

    /// Whether a unit may be in a hex, whatever the way: `EAST-MOV-7`, `EAST-MOV-8`, `EAST-MOV-10`, `EAST-STK-7`,
    /// `EAST-STK-8`.
    fn check_entry<E: Objection>(&self, hex: HexId) -> Result<(), E> {
        if self.open.contains(hex) {
            return Ok(());
        }
        check_entry(self.board, self.unit, hex)?;
        // Only the calendar is left.
        no(
            "EAST-MOV-10",
            self.board.name(self.unit),
            "on turn 1 Soviet units keep out of Finland, Hungary and Romania",
        )
    }

    /// Whether a move can end in a hex by the usual way, or why not.
    pub fn check<E: Objection>(&self, to: HexId) -> Result<(), E> {
        let name = self.board.name(self.unit);
        let theatre = self.board.theatre();
        if to == self.start {
            return no("EAST-MOV-1", name, "it is there already");
        }
        self.check_entry(to)?;
        if self.reaches(to) {
            return stacking::check_room(self.board, self.unit, to);
        }
        if let Some(way) = theatre.map.direction(self.start, to) {
            self.check_zones(self.start, to)?;
            let closed = theatre.ways(self.start, self.board.is_frozen()).contains(way);
            no_if(!closed, "EAST-MOV-7", name, || "nobody crosses a sea hexside".into())?;
        }
        no_since("EAST-MOV-1", name, || {
            format!(
                "{} is out of its reach: it has {} movement factors, and it stops in enemy zones of control",
                theatre.number(to),
                self.factor
            )
        })
    }

    /// Whether the move can end with a way that was laid hex by hex.
    pub fn check_way<E: Objection>(&self, way: &Way) -> Result<(), E> {
        match way.end() {
            Some(end) if end == self.start => {
                no("EAST-MOV-1", self.board.name(self.unit), "a move ends in another hex")
            }
            Some(end) => stacking::check_room(self.board, self.unit, end),
            None => no("EAST-MOV-1", self.board.name(self.unit), "no hex of the way has been named"),
        }
    }
}

/// Whether a unit may be in a hex, but for the politics of June 1941.
pub fn check_entry<E: Objection>(board: &Board, unit: UnitId, hex: HexId) -> Result<(), E> {
    let (name, theatre, piece) = (board.name(unit), board.theatre(), board.piece(unit));
    let number = || theatre.number(hex);
    no_if(!board.ground().contains(hex), "EAST-MOV-7", name, || {
        format!("{} is sea, unfrozen lake or neutral ground", number())
    })?;
    no_if(board.enemies_of(piece.side).contains(hex), "EAST-MOV-8", name, || {
        format!("{} is held by the enemy", number())
    })?;
    no_if(piece.side == Side::Axis && board.standing().contains(hex), "EAST-MOV-8", name, || {
        format!("{} still has its own factors: it must be attacked", theatre.called(hex))
    })?;
    let is_barred = theatre.barred_to(piece.nation()).contains(hex);
    no_if(is_barred && piece.nation() == Nation::Hungarian, "EAST-STK-7", name, || {
        format!("{} is in Romania, where Hungarians never are", number())
    })?;
    no_if(is_barred, "EAST-STK-8", name, || format!("{} is south of row 05, where Finns never are", number()))
}

/// Half factors in words: `2½`.
pub fn halves(half: u8) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

impl Board {
    /// The units of a side that may still move in phase D (`EAST-MOV-1`, `EAST-MOV-2`, `EAST-SEQ-5`, `EAST-SEQ-7`).
    pub fn movable(&self, side: Side) -> crate::roster::Force {
        self.units_of(side)
            - self.all(Status::Dispersed)
            - self.all(Status::Spent)
            - self.all(Status::Railed)
            - self.all(Status::Moved)
    }
}
