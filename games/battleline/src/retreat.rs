//! Ways out: retreat, rout and evasion (LINE-RES-4 to LINE-RES-10, LINE-RES-16 to LINE-RES-22, LINE-X-RET-1,
//! LINE-X-RET-2, LINE-R10 to LINE-R13, LINE-R20, LINE-R21).

use kit::{Objection, Refusal, map::HexId};
use smallvec::SmallVec;

use crate::{
    army::{UnitId, Units},
    charts::Code,
    facing::Direction,
    field::{Field, Mark},
    map::MOST_HEXES,
    troops::Class,
    zones,
};

/// Why a unit leaves its hex in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flight {
    /// R or AR: its tactical movement, front to the enemy.
    Retreat,
    /// Rt or `ARt`: twice that, and it shows its back.
    Rout,
    /// It slips away in Good Order (LINE-X-EVA-1).
    Evasion,
}

impl Flight {
    /// Movement factors to spend: tactical ones, for Marching units too (LINE-R21).
    pub fn budget(self, field: &Field, unit: UnitId) -> u8 {
        let code = if self == Self::Rout { Code::Rt } else { Code::R };
        (field.piece(unit).figures.tactical * field.charts().result(code).moves) as u8
    }
}

impl Flight {
    /// The facing after a last step: front to the enemy after a retreat, back to him after a rout (LINE-X-RET-1).
    const fn facing(self, last_step: Direction) -> Direction {
        match self {
            Self::Retreat => last_step.opposite(),
            Self::Rout | Self::Evasion => last_step,
        }
    }
}

/// The most steps of a flight.
const MOST_STEPS: u32 = 15;

/// One way to an end hex: the one with the fewest Carry-away Tests, then the one whose first differing step has the
/// lower direction (LINE-X-RET-2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Where it ends: a safe hex.
    pub end: HexId,
    key: u64,
    steps: u8,
    /// The directions in which a last step may lead there, a bit for each.
    last_steps: u8,
}

impl Way {
    /// The directions of its steps.
    pub fn directions(&self) -> impl Iterator<Item = Direction> {
        let key = self.key;
        (0..u32::from(self.steps))
            .map(move |step| Direction::ALL[usize::from((key >> shift(step)) as u8 & 7)])
    }

    /// The direction of its last step.
    pub fn last_step(&self) -> Direction {
        self.directions().last().expect("no way is without a step (LINE-R11)")
    }

    /// The facings with which the flight may end there, that of this way first: each other one belongs to another way
    /// (LINE-X-RET-1). An evasion sets its facing afterwards.
    pub fn facings(&self, flight: Flight) -> impl Iterator<Item = Direction> {
        let usual = self.last_step();
        let others = Direction::ALL.into_iter().filter(move |&step| step != usual);
        let others =
            others.filter(move |step| flight != Flight::Evasion && self.last_steps >> step.index() & 1 == 1);
        std::iter::once(usual).chain(others).map(move |step| flight.facing(step))
    }

    /// How many friends test on the way.
    pub const fn tests(&self) -> u32 {
        (self.key >> TESTS) as u32
    }
}

/// Above the steps of a key stands the number of tests, so that keys compare as the rule says.
const TESTS: u32 = 3 * MOST_STEPS;

/// Where a step stands in a key, the first one highest.
const fn shift(step: u32) -> u32 {
    TESTS - 3 * (step + 1)
}

/// A hex on the way, with what is left to spend there.
#[derive(Clone, Copy)]
struct Spot {
    hex: HexId,
    left: u8,
    key: u64,
    /// The directions in which it was entered.
    entered: u8,
    /// Another spot in the same hex with something else left.
    other: u16,
}

const NO_SPOT: u16 = u16::MAX;

/// All safe ends of a flight, in the order of hexes.
pub type Ways = SmallVec<[Way; 32]>;

/// What bears on one flight.
struct Search<'f> {
    field: &'f Field,
    unit: UnitId,
    class: Class,
    /// From where it must get away (LINE-R11).
    from: HexId,
    /// The only direction in which a hex may be entered, if one is wanted.
    only: Option<(HexId, Direction)>,
    /// Friends who would test (LINE-X-MOR-5).
    testers: Units,
    spots: SmallVec<[Spot; 128]>,
    first: [u16; MOST_HEXES],
}

/// The safe ends that a unit reaches when it flees from the hex `from`.
pub fn ways(field: &Field, unit: UnitId, from: HexId, flight: Flight) -> Ways {
    ways_by(field, unit, from, flight, None)
}

fn ways_by(
    field: &Field,
    unit: UnitId,
    from: HexId,
    flight: Flight,
    only: Option<(HexId, Direction)>,
) -> Ways {
    let piece = field.piece(unit);
    let shaken_by = flight == Flight::Rout && piece.figures.class != Class::Li;
    let friends = field.units_of(piece.side) - field.all(Mark::Disrupted) - field.battlefield().light_foot;
    let search = Search {
        field,
        unit,
        class: piece.figures.class,
        from,
        only,
        testers: if shaken_by { friends } else { Units::NONE },
        spots: SmallVec::new(),
        first: [NO_SPOT; MOST_HEXES],
    };
    search.run(flight.budget(field, unit))
}

impl Search<'_> {
    fn run(mut self, budget: u8) -> Ways {
        let mut ways = Ways::new();
        self.spots.push(Spot {
            hex: self.field.hex(self.unit),
            left: budget,
            key: 0,
            entered: 0,
            other: NO_SPOT,
        });
        let (mut start, mut steps) = (0, 0);
        // Every step leads one hex farther from P, so hexes come ring by ring and no hex comes twice.
        while start < self.spots.len() {
            let end = self.spots.len();
            for place in start..end {
                let spot = self.spots[place];
                if self.go_on(spot, steps) && steps > 0 && self.is_safe(spot.hex) {
                    let Spot { hex: end, key, entered: last_steps, .. } = spot;
                    add(&mut ways, Way { end, key, steps: steps as u8, last_steps });
                }
            }
            (start, steps) = (end, steps + 1);
        }
        ways.sort_unstable_by_key(|way| way.end);
        ways
    }

    /// Takes every step that can be paid; whether the flight is full here instead (LINE-R11): nothing is left, or there
    /// are steps but none can be paid.
    fn go_on(&mut self, spot: Spot, steps: u32) -> bool {
        if spot.left == 0 {
            return true;
        }
        let (field, battlefield) = (self.field, self.field.battlefield());
        let enemies = field.held_by(field.side(self.unit).other());
        let away = battlefield.map.distance(spot.hex, self.from);
        let (mut is_blocked, mut is_full) = (true, true);
        for way in Direction::ALL {
            let to = battlefield.neighbour(spot.hex, way);
            // LINE-X-VIC-5: nothing leads over the edge.
            let Some(price) = battlefield.price(self.class, spot.hex, way) else { continue };
            if battlefield.map.distance(to, self.from) <= away || enemies.contains(to) {
                continue;
            }
            is_blocked = false;
            if self.only.is_some_and(|(end, last)| end == to && last != way) {
                is_full = false;
            } else if price <= spot.left {
                is_full = false;
                let test = field.unit_in(to).is_some_and(|friend| self.testers.contains(friend));
                let key = spot.key + ((way.index() as u64) << shift(steps)) + (u64::from(test) << TESTS);
                let (left, entered) = (spot.left - price, 1 << way.index());
                self.reach(Spot { hex: to, left, key, entered, other: NO_SPOT });
            }
        }
        is_full && !is_blocked
    }

    fn reach(&mut self, new: Spot) {
        let mut place = self.first[new.hex.index()];
        while place != NO_SPOT {
            let known = &mut self.spots[usize::from(place)];
            if known.left == new.left {
                known.key = known.key.min(new.key);
                known.entered |= new.entered;
                return;
            }
            place = known.other;
        }
        let other = std::mem::replace(&mut self.first[new.hex.index()], self.spots.len() as u16);
        self.spots.push(Spot { other, ..new });
    }

    /// LINE-R10, LINE-R13: nobody of either side there, and no enemy zone of control.
    fn is_safe(&self, hex: HexId) -> bool {
        is_safe(self.field, self.unit, hex)
    }
}

/// Whether a unit may end a flight in a hex: no other unit there (LINE-RES-5, LINE-RES-9, LINE-RES-17, LINE-RES-21) and
/// no enemy zone of control (LINE-R10, LINE-X-ZOC-5).
pub(crate) fn is_safe(field: &Field, unit: UnitId, hex: HexId) -> bool {
    field.unit_in(hex).is_none() && !zones::is_controlled(field, field.side(unit).other(), hex)
}

fn add(ways: &mut Ways, way: Way) {
    match ways.iter_mut().find(|known| known.end == way.end) {
        Some(known) => {
            known.key = known.key.min(way.key);
            known.last_steps |= way.last_steps;
        }
        None => ways.push(way),
    }
}

/// The ends with the usual one first: farthest from the nearest enemy, then the lowest number.
pub(crate) fn by_choice(field: &Field, unit: UnitId, ways: &mut Ways) {
    let map = &field.battlefield().map;
    let enemies = field.units_of(field.side(unit).other());
    let nearest = |end: HexId| enemies.iter().map(|enemy| map.distance(field.hex(enemy), end)).min();
    ways.sort_by_key(|way| (std::cmp::Reverse(nearest(way.end)), way.end));
}

/// The way to an end hex, by which the flight ends in the usual facing or in another one; or why there is none.
pub fn way<E: Objection>(
    field: &Field,
    unit: UnitId,
    from: HexId,
    flight: Flight,
    (end, facing): (HexId, Option<Direction>),
) -> Result<Way, E> {
    // What leads from the last step to the facing leads back from it too.
    let only = facing.filter(|_| flight != Flight::Evasion).map(|facing| (end, flight.facing(facing)));
    let known = ways_by(field, unit, from, flight, only).into_iter().find(|way| way.end == end);
    known.ok_or_else(|| {
        E::explain(|| match facing {
            Some(facing) if ways(field, unit, from, flight).iter().any(|way| way.end == end) => {
                let number = field.battlefield().number(end);
                let reason = format!("no way leads to {number} so that the unit faces {facing} there");
                Refusal::new("LINE-X-RET-1", reason).because_of(field.name(unit)).because_of(number)
            }
            _ => why_not(field, unit, from, flight, end),
        })
    })
}

fn why_not(field: &Field, unit: UnitId, from: HexId, flight: Flight, end: HexId) -> Refusal {
    let battlefield = field.battlefield();
    let number = battlefield.number(end);
    let refuse =
        |clause, reason| Refusal::new(clause, reason).because_of(field.name(unit)).because_of(number.clone());
    if let Some(other) = field.unit_in(end) {
        let reason =
            format!("{} stands in {number}, and nobody ends a retreat on another unit", field.name(other));
        return refuse("LINE-RES-5", reason).because_of(field.name(other));
    }
    let enemies = zones::sources(field, field.side(unit).other(), end);
    if let Some(enemy) = enemies.first() {
        let reason = format!("{} controls {number}, which is no safe hex", field.name(enemy));
        return refuse("LINE-R10", reason).because_of(field.name(enemy));
    }
    let budget = flight.budget(field, unit);
    let away = battlefield.number(from);
    let reason =
        format!("{number} is not where {budget} MF are spent with every step leading farther from {away}");
    refuse("LINE-R11", reason)
}

/// The friends through whose hexes a way leads and who test, in that order (LINE-X-MOR-5).
pub(crate) fn passed(field: &Field, unit: UnitId, way: &Way) -> SmallVec<[UnitId; 12]> {
    let battlefield = field.battlefield();
    let mut hex = field.hex(unit);
    let mut friends = SmallVec::new();
    for step in way.directions() {
        hex = battlefield.neighbour(hex, step);
        friends.extend(field.unit_in(hex));
    }
    friends
}

/// The hexes that routed elephants enter if the die sends them so many hexsides from straight ahead; nothing comes last
/// where they are stopped with movement left (LINE-X-RAM-1).
pub(crate) fn lane(field: &Field, elephants: UnitId, sides: u8) -> impl Iterator<Item = Option<HexId>> {
    let battlefield = field.battlefield();
    let way = field.facing(elephants).turned(sides);
    let class = field.piece(elephants).figures.class;
    let (mut hex, mut left) = (field.hex(elephants), Flight::Rout.budget(field, elephants));
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let Some(price) = battlefield.price(class, hex, way) else {
            left = 0;
            return Some(None);
        };
        left = left.checked_sub(price)?;
        hex = battlefield.neighbour(hex, way);
        Some(Some(hex))
    })
}
