//! Operational movement (STAL-MOV-1 to STAL-MOV-9), zones of control on the way (STAL-ZOC-2 to STAL-ZOC-6), and moves
//! out of and into shared hexes (STAL-HUG-3, STAL-HUG-4).

use kit::{
    Objection, Refusal,
    map::{
        Direction, HexId,
        search::{self, Reach},
    },
    objection::{no, no_if},
};

use smallvec::SmallVec;

use crate::{
    field::Field,
    map::Hexes,
    stacking,
    supply::Supply,
    units::{Gait, Side, UnitId, UnitKind},
};

mod laying;

/// More hexes than any way has.
const LEVELS: usize = 64;
/// As many as most ways could have.
const USUAL: usize = 40;

/// The way of a move.
pub type Way = search::Path<LEVELS>;

/// Where a unit can move to. Made anew for every unit that is taken in hand.
pub struct MoveRange<'f> {
    field: &'f Field,
    unit: UnitId,
    start: HexId,
    side: Side,
    /// The most hexes of the move.
    most: u8,
    /// Why no more, where that is not the map's size.
    most_by: &'static str,
    /// STAL-MOV-2: the limit from contact to contact; none for a unit that begins out of contact.
    limit: Option<u8>,
    enemies: Hexes,
    own: Hexes,
    sources: Hexes,
    firm: Hexes,
    zones: Hexes,
    contact: Hexes,
    /// STAL-HUG-3: the first hexes open to a unit that leaves a shared hex; none for one that does not stand in one.
    way_back: Option<Hexes>,
    /// Hexes entered by a move of one hex that is the whole move (STAL-HUG-4).
    joins: Hexes,
    /// The hexes that can be entered by the first step.
    first: Hexes,
    /// Every hex that can be reached, by hexes.
    all: Hexes,
    /// By movement points, as STAL-MOV-2 counts them.
    points: Reach<7, 8>,
}

/// The hexes that lie 0, 1, 2, ... steps from a start, as far as one that is looked for.
struct Waves(SmallVec<[Hexes; USUAL]>);

impl Waves {
    /// Spreads from a start over these first hexes and on by whole waves, up to `most` steps or until `end` is reached.
    fn spread(start: HexId, first: Hexes, most: u8, end: HexId, farther: impl Fn(Hexes) -> Hexes) -> Self {
        let (mut waves, mut done, mut wave) = (SmallVec::new(), Hexes::of(start), first);
        waves.push(done);
        while waves.len() <= usize::from(most) && !wave.is_empty() {
            waves.push(wave);
            if wave.contains(end) {
                break;
            }
            done |= wave;
            wave = farther(wave) - done;
        }
        Self(waves)
    }

    /// The hexes that lie so many steps away.
    fn level(&self, steps: u8) -> Hexes {
        self.0.get(usize::from(steps)).copied().unwrap_or(Hexes::EMPTY)
    }

    /// How many steps a hex lies away.
    fn cost(&self, hex: HexId) -> Option<u8> {
        self.0.iter().position(|wave| wave.contains(hex)).map(|steps| steps as u8)
    }
}

/// Whether a step leads from an enemy's zone into another hex of the same enemy's zone without any right to it: friends in
/// the hex that is entered apart, only STAL-ZOC-5 gives one.
fn slides(
    field: &Field,
    side: Side,
    sources: Hexes,
    firm: impl FnOnce() -> Hexes,
    from: HexId,
    to: HexId,
) -> bool {
    let same = field.same_zone(sources, from, to);
    if same.is_empty() {
        return false;
    }
    let city = field.theatre().city;
    let in_the_city = city.contains(from) && city.contains(to);
    let may_infiltrate = in_the_city
        && match side {
            Side::Russian => true,
            Side::German => !same.meets(firm()),
        };
    !may_infiltrate
}

/// From where the units of a side can leave, found once for all of them.
pub(crate) struct Elbowroom {
    side: Side,
    enemies: Hexes,
    /// Hexes in which nobody stands.
    empty: Hexes,
    /// Hexes that can be left for sure: beside them is an empty hex out of contact, or they are out of contact themselves and
    /// beside an empty one.
    easy: Hexes,
}

impl Elbowroom {
    pub(crate) fn of(field: &Field, side: Side) -> Self {
        let (theatre, enemies) = (field.theatre(), field.held_by(side.enemy()));
        let empty = theatre.land - field.held_by(side) - enemies;
        // Zones reach no farther than contact.
        let contact = theatre.beside(enemies);
        let easy = theatre.beside(empty - contact) | (theatre.beside(empty) - contact);
        Self { side, enemies, empty, easy: easy - enemies }
    }

    /// Whether a unit can move at all. Mostly an empty hex beside it says so (STAL-R52: one hex is always within the limits);
    /// where none does, all its ways are looked for.
    pub(crate) fn can_leave(&self, field: &Field, unit: UnitId) -> bool {
        let Some(start) = field.hex_of(unit) else { return false };
        self.easy.contains(start)
            || (!self.enemies.contains(start) && self.can_step(field, start))
            || !MoveRange::alone(field, unit).ends().is_empty()
    }

    /// Whether an empty hex beside a hex can be entered from it.
    fn can_step(&self, field: &Field, start: HexId) -> bool {
        let enemy = self.side.enemy();
        let sources = field.zone_sources(enemy);
        let goes = |to: HexId| !slides(field, self.side, sources, || field.firm_sources(enemy), start, to);
        (field.theatre().near(start) & self.empty).iter().any(goes)
    }
}

impl<'f> MoveRange<'f> {
    /// Where a unit on the map can get to; `supply` is its side's.
    ///
    /// # Panics
    /// If it is not on the map.
    pub fn of(field: &'f Field, unit: UnitId, supply: &Supply) -> Self {
        let next_hexes = |start| supply.next_hexes(field, start);
        Self::begin(field, unit, next_hexes).found(|| supply.supplies(field, unit))
    }

    /// The same for a unit alone, whose supply is looked for here (STAL-R82).
    pub(crate) fn alone(field: &'f Field, unit: UnitId) -> Self {
        let next_hexes = |start| Supply::of(field, field.side(unit)).next_hexes(field, start);
        Self::begin(field, unit, next_hexes).found(|| Supply::is_supplied(field, unit))
    }

    /// The way of a unit to a hex in which its move may end. Supply need not be asked: whoever is without it may end beside
    /// its start only, and there every way is the one step.
    pub(crate) fn way_to(field: &'f Field, unit: UnitId, end: HexId) -> Option<Way> {
        let next_hexes = |start| Supply::of(field, field.side(unit)).next_hexes(field, start);
        let mut range = Self::begin(field, unit, next_hexes);
        if range.is_bound(end) {
            range.points = range.by_points();
        }
        range.shortest(end)
    }

    /// A unit before its first step.
    fn begin(field: &'f Field, unit: UnitId, next_hexes: impl FnOnce(HexId) -> Hexes) -> Self {
        let (theatre, moves) = (field.theatre(), &field.charts().moves);
        let start = field.hex_of(unit).expect("a unit on the map");
        let side = field.side(unit);
        let (enemies, own) = (field.held_by(side.enemy()), field.held_by(side));
        let (sources, firm) = (field.zone_sources(side.enemy()), field.firm_sources(side.enemy()));
        let contact = field.contact_with(side.enemy());
        let is_mobile = side == Side::German && field.piece(unit).gait == Gait::Mobile;
        let limit = if is_mobile { moves.mobile_in_contact } else { moves.others_in_contact };
        let (most, most_by) = if field.is_kind(unit, UnitKind::Headquarters) {
            (moves.headquarters, "STAL-MOV-7")
        } else {
            (LEVELS as u8 - 1, "")
        };
        // STAL-HUG-3: an empty or friendly-only Stalingrad hex on a supply path.
        let way_back = enemies.contains(start).then(|| (next_hexes(start) & theatre.stalingrad) - enemies);
        let near = theatre.near(start) - enemies;
        let first = way_back.map_or_else(
            || {
                let goes = |to: HexId| own.contains(to) || !slides(field, side, sources, || firm, start, to);
                near.iter().filter(|&to| goes(to)).collect()
            },
            |back| near & back,
        );
        let in_the_city = theatre.stalingrad.contains(start);
        Self {
            field,
            unit,
            start,
            side,
            most,
            most_by,
            limit: contact.contains(start).then_some(limit),
            enemies,
            own,
            sources,
            firm,
            zones: theatre.beside(sources),
            contact,
            way_back,
            joins: if in_the_city { theatre.near(start) & enemies & own } else { Hexes::EMPTY },
            first,
            all: Hexes::EMPTY,
            points: Reach::NOTHING,
        }
    }

    /// The same with all that it can reach.
    fn found(mut self, is_supplied: impl FnOnce() -> bool) -> Self {
        self.all = self.flood();
        // A German who gets to the western edge past all zones has a line of supply there: nothing bars one out of them.
        let edge = self.all & self.field.theatre().western_edge;
        let leads_home =
            self.side == Side::German && self.way_back.is_none() && !(edge - self.zones).is_empty();
        if !leads_home && !is_supplied() {
            let most = self.field.charts().moves.unsupplied;
            (self.most, self.most_by) = (most, "STAL-MOV-8");
            self.all = self.flood();
        }
        if self.limit.is_some() {
            self.points = self.by_points();
        }
        self
    }

    /// Every hex in reach. Only the first step looks at zones that are left; after it whole waves of hexes go on together.
    fn flood(&self) -> Hexes {
        let theatre = self.field.theatre();
        // Who comes into the quiet country behind the front can go everywhere in it.
        let is_far = self.most == LEVELS as u8 - 1;
        let mut quiet = if is_far { Supply::quiet_rear(self.field, self.side) } else { Hexes::EMPTY };
        let (mut all, mut wave) = (self.first, self.first);
        for _ in 1..self.most {
            if wave.meets(quiet) {
                (wave, all) = (wave | (quiet - all), all | quiet);
                quiet = Hexes::EMPTY;
            }
            wave = theatre.beside(wave - self.zones) - self.enemies - all;
            if wave.is_empty() {
                break;
            }
            all |= wave;
        }
        all.remove(self.start);
        all
    }

    /// What can be reached by movement points.
    fn by_points(&self) -> Reach<7, 8> {
        let budget = self.limit.unwrap_or_default().min(7);
        let goes_on = |hex: HexId| !self.zones.contains(hex);
        Reach::find(&self.field.theatre().map, self.start, budget, goes_on, self.cost())
    }

    /// Whether a move to a hex is counted in movement points (STAL-MOV-2); one of one hex never is (STAL-R52).
    fn is_bound(&self, to: HexId) -> bool {
        self.limit.is_some() && self.contact.contains(to) && !self.first.contains(to)
    }

    /// Whether a step is allowed, apart from what it costs.
    fn may_step(&self, from: HexId, to: HexId) -> bool {
        let theatre = self.field.theatre();
        if !theatre.land.contains(to) || self.enemies.contains(to) {
            return false;
        }
        if from != self.start {
            return true;
        }
        match self.way_back {
            Some(back) => back.contains(to),
            None => !self.slides(from, to),
        }
    }

    /// STAL-ZOC-4: a step from an enemy's zone into another hex of the same enemy's zone, which only STAL-ZOC-3 and
    /// STAL-ZOC-5 allow.
    fn slides(&self, from: HexId, to: HexId) -> bool {
        !self.own.contains(to) && slides(self.field, self.side, self.sources, || self.firm, from, to)
    }

    /// What a step costs from contact to contact (STAL-MOV-2), more across a balka (STAL-MOV-4, STAL-TER-4).
    fn cost(&self) -> impl Fn(HexId, Direction, HexId) -> Option<u8> + '_ {
        let moves = &self.field.charts().moves;
        let balka = match self.field.piece(self.unit).gait {
            Gait::Mobile => moves.balka_mobile,
            Gait::Foot => moves.balka_foot,
        };
        move |from, way, to| {
            let extra = if self.field.theatre().balkas(from).contains(way) { balka } else { 0 };
            self.may_step(from, to).then_some(1 + extra)
        }
    }

    /// Whether STAL-MOV-2 lets the move end there.
    fn is_within_limit(&self, to: HexId) -> bool {
        !self.is_bound(to) || self.points.cost(to).is_some_and(|cost| cost > 0)
    }

    /// Every hex in which the move can end.
    pub fn ends(&self) -> Hexes {
        // STAL-R52: a move of one hex is always within the limit.
        let bound = if self.limit.is_some() { self.contact - self.first } else { Hexes::EMPTY };
        let within = if self.limit.is_some() { self.points.destinations() & self.all } else { Hexes::EMPTY };
        let ends = (self.all - bound) | within | self.joins;
        let held = ends & (self.own | self.enemies);
        let full = held.iter().filter(|&hex| !stacking::has_room(self.field, self.unit, hex));
        ends - full.collect()
    }

    /// The way to an end: the fewest hexes, or the cheapest where STAL-MOV-2 binds (STAL-R73).
    pub fn way(&self, to: HexId) -> Option<Way> {
        if self.all.contains(to) || self.joins.contains(to) { self.shortest(to) } else { None }
    }

    fn shortest(&self, to: HexId) -> Option<Way> {
        if self.joins.contains(to) {
            return Some(Way::NOWHERE.then(to));
        }
        if self.is_bound(to) {
            let on_the_way = self.on_cheapest_ways(to)?;
            let total = self.points.cost(to)?;
            return self.first_way(total, |spent| self.points.level(spent), to, on_the_way, self.cost());
        }
        // Every step counts 1: whole waves of hexes go back together.
        let theatre = self.field.theatre();
        let farther = |wave| theatre.beside(wave - self.zones) - self.enemies;
        let waves = Waves::spread(self.start, self.first, self.most, to, farther);
        let total = waves.cost(to)?;
        let mut on_the_way = Hexes::of(to);
        for spent in (1..total).rev() {
            let before = theatre.beside(on_the_way & waves.level(spent + 1)) & waves.level(spent);
            on_the_way |= before - self.zones;
        }
        self.first_way(total, |spent| waves.level(spent), to, on_the_way, |_, _, _| Some(1))
    }

    /// Every hex of every way that is cheapest by movement points, found backwards.
    fn on_cheapest_ways(&self, to: HexId) -> Option<Hexes> {
        let (map, reach, cost) = (&self.field.theatre().map, &self.points, self.cost());
        let total = reach.cost(to)?;
        let mut on_the_way = Hexes::of(to);
        for spent in (1..=total).rev() {
            for here in on_the_way & reach.level(spent) {
                for (back, from) in map.steps(here) {
                    let left = cost(from, back.opposite(), here).and_then(|price| spent.checked_sub(price));
                    let leads_here = |left| reach.level(left).contains(from);
                    if left.is_some_and(leads_here) && (left == Some(0) || !self.zones.contains(from)) {
                        on_the_way.insert(from);
                    }
                }
            }
        }
        Some(on_the_way)
    }

    /// STAL-R73: of the cheapest ways the first in the order of directions, seen from the start.
    fn first_way(
        &self,
        total: u8,
        level: impl Fn(u8) -> Hexes,
        to: HexId,
        on_the_way: Hexes,
        cost: impl Fn(HexId, Direction, HexId) -> Option<u8>,
    ) -> Option<Way> {
        let map = &self.field.theatre().map;
        let (mut here, mut spent, mut way) = (self.start, 0, Way::NOWHERE);
        while here != to {
            let leads_on = |(direction, next): (Direction, HexId)| {
                let spent = spent + cost(here, direction, next)?;
                let is_next = spent <= total && on_the_way.contains(next) && level(spent).contains(next);
                is_next.then_some((next, spent))
            };
            (here, spent) = map.steps(here).find_map(leads_on)?;
            way = way.then(here);
        }
        Some(way)
    }

    /// Whether the unit has to stop in a hex (STAL-ZOC-2).
    pub fn must_stop_in(&self, hex: HexId) -> bool {
        self.zones.contains(hex) || self.enemies.contains(hex)
    }

    /// The most movement points of a move that ends in a hex, where STAL-MOV-2 counts them.
    pub fn limit_to(&self, end: HexId) -> Option<u8> {
        self.limit.filter(|_| self.contact.contains(end))
    }

    /// Whether a move may end in a hex, or why not.
    pub fn check<E: Objection>(&self, to: HexId) -> Result<(), E> {
        let (field, theatre, name) = (self.field, self.field.theatre(), self.field.name(self.unit));
        if to == self.start {
            return no("STAL-MOV-1", name, "it is there already");
        }
        if !theatre.land.contains(to) {
            return no("STAL-MOV-6", name, "the Volga is crossed by boat only, and never by Germans");
        }
        if self.joins.contains(to) {
            return stacking::check_room(field, self.unit, to);
        }
        let hostile = self.enemies.contains(to);
        no_if(hostile, "STAL-MOV-9", name, || format!("enemies stand in {}", theatre.name(to)))?;
        if !self.all.contains(to) {
            return Err(E::explain(|| self.why_out_of_reach(to)));
        }
        no_if(!self.is_within_limit(to), "STAL-MOV-2", name, || {
            let limit = self.limit.unwrap_or_default();
            format!(
                "it starts and would end next to the enemy: such a move has at most {limit} hexes, and balkas count extra"
            )
        })?;
        stacking::check_room(field, self.unit, to)
    }

    fn why_out_of_reach(&self, to: HexId) -> Refusal {
        let (theatre, name) = (self.field.theatre(), self.field.name(self.unit));
        let number = theatre.name(to);
        let refuse = |clause, words: String| Refusal::new(clause, words).because_of(name);
        if self.way_back.is_some() {
            let words = format!(
                "{name} shares its hex with the enemy: it can only step back along its supply line, or into another shared hex"
            );
            return refuse("STAL-HUG-3", words);
        }
        if self.most_by == "STAL-MOV-8" && !theatre.near(self.start).contains(to) {
            return refuse("STAL-MOV-8", format!("{name} is out of supply and moves 1 hex"));
        }
        if self.most_by == "STAL-MOV-7" && theatre.map.distance(self.start, to) > u32::from(self.most) {
            return refuse("STAL-MOV-7", format!("the headquarters moves at most {} hexes", self.most));
        }
        if theatre.near(self.start).contains(to) && self.slides(self.start, to) {
            let same = self.field.same_zone(self.sources, self.start, to);
            let guards = same.iter().flat_map(|hex| self.field.units_of_in(self.side.enemy(), hex));
            let words = format!("{name} would go from one hex to another in the same zone of control");
            return guards.fold(refuse("STAL-ZOC-4", words), |refusal, unit| {
                refusal.because_of(self.field.name(unit))
            });
        }
        refuse("STAL-ZOC-2", format!("enemies or their zones of control bar every way to {number}"))
    }
}
