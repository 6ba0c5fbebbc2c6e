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
    /// By hexes.
    reach: Reach<7, LEVELS>,
    /// By movement points, as STAL-MOV-2 counts them.
    points: Reach<7, 8>,
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
            Side::German => !same.meets(&firm()),
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
        Self::new(field, unit, supply.supplies(field, unit), |start| supply.next_hexes(field, start))
    }

    /// The same for a unit alone, whose supply is looked for here (STAL-R82).
    pub(crate) fn alone(field: &'f Field, unit: UnitId) -> Self {
        let side = field.side(unit);
        let next_hexes = |start| Supply::of(field, side).next_hexes(field, start);
        Self::new(field, unit, Supply::is_supplied(field, unit), next_hexes)
    }

    fn new(
        field: &'f Field,
        unit: UnitId,
        is_supplied: bool,
        next_hexes: impl FnOnce(HexId) -> Hexes,
    ) -> Self {
        let (theatre, moves) = (field.theatre(), &field.charts().moves);
        let start = field.hex_of(unit).expect("a unit on the map");
        let side = field.side(unit);
        let (enemies, own) = (field.held_by(side.enemy()), field.held_by(side));
        let (sources, firm) = (field.zone_sources(side.enemy()), field.firm_sources(side.enemy()));
        let contact = field.contact_with(side.enemy());
        let is_mobile = side == Side::German && field.piece(unit).gait == Gait::Mobile;
        let limit = if is_mobile { moves.mobile_in_contact } else { moves.others_in_contact };
        let (most, most_by) = if !is_supplied {
            (moves.unsupplied, "STAL-MOV-8")
        } else if field.is_kind(unit, UnitKind::Headquarters) {
            (moves.headquarters, "STAL-MOV-7")
        } else {
            (LEVELS as u8 - 1, "")
        };
        let mut range = Self {
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
            way_back: None,
            joins: Hexes::EMPTY,
            reach: Reach::NOTHING,
            points: Reach::NOTHING,
        };
        if enemies.contains(start) {
            // STAL-HUG-3: an empty or friendly-only Stalingrad hex on a supply path.
            range.way_back = Some((next_hexes(start) & theatre.stalingrad) - enemies);
        }
        if theatre.stalingrad.contains(start) {
            range.joins = theatre.near(start) & enemies & own;
        }
        let goes_on = |hex: HexId| !range.zones.contains(hex);
        // Only the first step looks at zones that are left; after it whole waves of hexes go on together.
        let first: Hexes = theatre.near(start).iter().filter(|&to| range.may_step(start, to)).collect();
        let mut first = Some(first);
        let reach = Reach::spread(Hexes::of(start), range.most, |wave| {
            first.take().unwrap_or_else(|| theatre.beside(wave - range.zones) - enemies)
        });
        if let Some(limit) = range.limit {
            let budget = limit.min(7);
            range.points = Reach::find(&theatre.map, start, budget, goes_on, range.cost());
        }
        range.reach = reach;
        range
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
        // STAL-R52: a move of one hex is always within the limit.
        self.limit.is_none() || !self.contact.contains(to) || self.reach.level(1).contains(to) || {
            self.points.cost(to).is_some_and(|cost| cost > 0)
        }
    }

    /// Every hex in which the move can end.
    pub fn ends(&self) -> Hexes {
        // STAL-R52: a move of one hex is always within the limit.
        let bound = if self.limit.is_some() { self.contact - self.reach.level(1) } else { Hexes::EMPTY };
        let ends = (self.reach.destinations() - bound)
            | (self.points.destinations() & self.reach.destinations())
            | self.joins;
        let held = ends & (self.own | self.enemies);
        let full = held.iter().filter(|&hex| !stacking::has_room(self.field, self.unit, hex));
        ends - full.collect()
    }

    /// The way to an end: the fewest hexes, or the cheapest where STAL-MOV-2 binds (STAL-R73).
    pub fn way(&self, to: HexId) -> Option<Way> {
        if self.joins.contains(to) {
            return Some(Way::NOWHERE.then(to));
        }
        let is_bound = self.limit.is_some() && self.contact.contains(to);
        if is_bound && !self.reach.level(1).contains(to) {
            let on_the_way = self.on_cheapest_ways(to)?;
            return self.first_way(&self.points, to, on_the_way, self.cost());
        }
        // Every step counts 1: whole waves of hexes go back together.
        let theatre = self.field.theatre();
        let mut on_the_way = Hexes::of(to);
        for spent in (1..self.reach.cost(to)?).rev() {
            let before = theatre.beside(on_the_way & self.reach.level(spent + 1)) & self.reach.level(spent);
            on_the_way |= before - self.zones;
        }
        self.first_way(&self.reach, to, on_the_way, |_, _, _| Some(1))
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
    fn first_way<const MOST: usize>(
        &self,
        reach: &Reach<7, MOST>,
        to: HexId,
        on_the_way: Hexes,
        cost: impl Fn(HexId, Direction, HexId) -> Option<u8>,
    ) -> Option<Way> {
        let map = &self.field.theatre().map;
        let total = reach.cost(to)?;
        let (mut here, mut spent, mut way) = (self.start, 0, Way::NOWHERE);
        while here != to {
            let leads_on = |(direction, next): (Direction, HexId)| {
                let spent = spent + cost(here, direction, next)?;
                let is_next =
                    spent <= total && on_the_way.contains(next) && reach.level(spent).contains(next);
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
        if self.reach.cost(to).is_none() {
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
