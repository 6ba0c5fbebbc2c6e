//! What a way costs (SKIR-MOV-2 to SKIR-MOV-6).

use kit::{
    position::UnitId,
    tabletop::{Bounds, Heading, Point, Shape, Vector, rounded},
};
use smallvec::SmallVec;

use super::{
    Pieces, Scene,
    stand::BASE,
    terrain::{Kind, PieceId},
};
use crate::{
    charts::{Layer, Rules, Size, Unit},
    state::{Board, Flags, Side},
    words::{Going, Speed},
};

#[cfg(test)]
mod literal;

/// A pure turn counts as moving so far, in mm (SKIR-MOV-11).
const TURN: u64 = 10;

/// How a unit moves: what its maneuver, its damage and its class allow.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Who moves.
    pub unit: UnitId,
    /// Whose it is.
    pub side: Side,
    /// Whether its men walk, each on his own way; otherwise its model drives or is pushed.
    pub is_afoot: bool,
    /// Its movement in points (SKIR-MOV-5).
    pub budget: u64,
    /// The largest divisor of maneuver, damage and reverse (SKIR-MOV-3, SKIR-MOV-11).
    pub divisor: u64,
    /// Whether its model drives backwards.
    pub backwards: bool,
    /// Whether it assaults, and so may touch enemies (SKIR-MOV-12).
    pub assaults: bool,
    chart: &'static Unit,
    rules: Rules,
    /// The place of its class in TERRAIN EFFECTS.
    class: usize,
    /// Minefields that its side does not know of (SKIR-MIN-6).
    pub(super) unknown: Pieces,
}

impl Mover {
    /// A unit with a maneuver that divides its movement so.
    pub fn new(scene: &Scene<'_>, board: &Board, unit: UnitId, divisor: u8, assaults: bool) -> Self {
        let (rules, chart, state) = (board.rules, board.chart(unit), board.unit(unit));
        let is_afoot = board.is_afoot(unit);
        let on_foot = rules.get().units.iter().find(|unit| unit.is_team());
        // A crew that got out walks like infantry (SKIR-EFF-8).
        let walks = is_afoot && !chart.is_team();
        let class = if walks { on_foot.map_or(chart.going, |team| team.going) } else { chart.going };
        let mm = if walks { u32::from(rules.limits.on_foot) } else { chart.tactical };
        let damage = match state.speed {
            _ if is_afoot => 1,
            Speed::Full | Speed::Stopped => 1,
            Speed::Brief => 2,
            Speed::Slow => 4,
        };
        let side = board.side(unit);
        Self {
            unit,
            side,
            is_afoot,
            budget: u64::from(mm) * u64::from(rules.limits.points),
            divisor: u64::from(divisor).max(damage),
            backwards: false,
            assaults,
            chart,
            rules,
            class,
            unknown: scene.condition.hidden_from(scene.terrain, side.seat().0),
        }
    }

    /// SKIR-MOV-11: the same in reverse, if it is a vehicle.
    #[must_use]
    pub fn in_reverse(mut self) -> Self {
        self.backwards = !self.is_afoot && self.chart.is_vehicle();
        self.divisor = self.divisor.max(2);
        self
    }

    /// One who knows of every minefield: what really happens (SKIR-MIN-8).
    #[must_use]
    pub fn in_truth(mut self) -> Self {
        self.unknown = Pieces::NONE;
        self
    }

    /// Whether it can move at all (SKIR-MIN-7, SKIR-EFF-5).
    pub fn is_mobile(board: &Board, unit: UnitId) -> bool {
        let state = board.unit(unit);
        board.is_afoot(unit) || state.speed != Speed::Stopped && !state.is(Flags::CARRIAGE_BLOCKED)
    }

    /// The place of its class in TERRAIN EFFECTS, and the length and width of its model.
    pub(super) fn class_and_size(&self) -> (usize, Option<(u16, u16)>) {
        let Size { length, width, .. } = self.chart.size;
        (self.class, (!self.is_afoot).then_some((length, width)))
    }

    pub(super) const fn chart(&self) -> &'static Unit {
        self.chart
    }

    pub(super) const fn rules(&self) -> Rules {
        self.rules
    }

    /// What a kind of terrain lets it do (SKIR-MOV-2).
    #[inline]
    pub(super) fn going(&self, kind: &Kind) -> Going {
        self.rules.get().terrains[kind.row].going[self.class]
    }

    /// What it covers at a point, facing the way it goes.
    pub fn shape(&self, at: Point, heading: Heading) -> Shape {
        if self.is_afoot {
            return Shape::disc(at, BASE);
        }
        let Size { length, width, .. } = self.chart.size;
        Shape::model(at, heading, length, width)
    }

    /// SKIR-MOV-11: where its model faces on a leg.
    pub fn facing(&self, from: Point, to: Point) -> Heading {
        let ahead = from.bearing(to);
        if self.backwards { ahead.opposite() } else { ahead }
    }

    /// A rectangle around all that it sweeps over on a leg.
    #[inline]
    pub(super) fn track(&self, from: Point, to: Point) -> Bounds {
        let Size { length, width, .. } = self.chart.size;
        // However it is turned, no corner of a model is farther from its centre; one mm for rounding.
        let girth = if self.is_afoot { i32::from(BASE) } else { i32::from(length + width) / 2 + 2 };
        Bounds::of(from, to).grown(girth)
    }

    /// What it sweeps over on a leg (SKIR-MOV-11).
    pub fn sweep(&self, from: Point, to: Point) -> Shape {
        if self.is_afoot {
            Shape::lane(from, to, BASE)
        } else {
            self.shape(from, self.facing(from, to)).swept(to - from)
        }
    }

    /// The price of a millimetre in points, on ground and mines as they are, if lines on the way divide by `whole`
    /// (SKIR-MOV-3, SKIR-MOV-4, SKIR-R76); none where it is impassable.
    pub(crate) fn price(&self, scene: &Scene<'_>, stretch: &Stretch, whole: u64) -> Option<u64> {
        let kind = stretch.ground.map_or(&scene.terrain.open, |piece| scene.kind(piece));
        let going = self.going(kind);
        let mined = match stretch.mines {
            Some(piece) => Some(u64::from(self.going(scene.kind(piece)).divisor?)),
            None => None,
        };
        let divisor = u64::from(going.divisor?).max(self.divisor).max(whole).max(mined.unwrap_or(1));
        let road = if mined.is_some() { 1 } else { u64::from(going.road) };
        Some(divisor * u64::from(self.rules.limits.points) / road)
    }
}

/// A part of a way on the same ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// Where it begins, in micrometres from the start of the way.
    pub from: u64,
    /// Where it ends.
    pub to: u64,
    /// The piece that counts; none on open ground.
    pub ground: Option<PieceId>,
    /// The minefield on it, as far as the mover knows.
    pub mines: Option<PieceId>,
}

impl Stretch {
    /// Whole millimetres of it (SKIR-MOV-5): the difference of two sums that are rounded down.
    pub const fn mm(&self) -> u64 {
        self.to / 1000 - self.from / 1000
    }
}

/// The length of a way in micrometres.
pub fn length(way: &[Point]) -> u64 {
    way.windows(2).map(|leg| (leg[1] - leg[0]).micrometres()).sum()
}

/// The point of a way so many micrometres from its start, each coordinate rounded, halves away from zero (SKIR-R73), and
/// the bearing of the leg it is on.
pub fn at(way: &[Point], micrometres: u64) -> (Point, Heading) {
    let (from, to) = leg_at(way, micrometres);
    (point_at(way, micrometres), from.bearing(to))
}

/// The same without the bearing.
pub fn point_at(way: &[Point], micrometres: u64) -> Point {
    let mut left = micrometres;
    for leg in way.windows(2) {
        let step = leg[1] - leg[0];
        let length = step.micrometres();
        if left <= length && length > 0 {
            let part = |whole: i32| rounded(i64::from(whole) * left as i64, length as i64) as i32;
            return leg[0] + Vector::new(part(step.x), part(step.y));
        }
        left -= length;
    }
    way[way.len() - 1]
}

/// The leg of a way at so many micrometres from its start.
pub fn leg_at(way: &[Point], micrometres: u64) -> (Point, Point) {
    let mut left = micrometres;
    for leg in way.windows(2) {
        let length = (leg[1] - leg[0]).micrometres();
        if left <= length && length > 0 {
            return (leg[0], leg[1]);
        }
        left -= length;
    }
    let last = way[way.len() - 1];
    (way[way.len().saturating_sub(2)], last)
}

/// A way up to a place on it.
pub fn cut(way: &[Point], micrometres: u64) -> SmallVec<[Point; 8]> {
    let mut cut: SmallVec<[Point; 8]> = SmallVec::new();
    let mut left = micrometres;
    for leg in way.windows(2) {
        cut.push(leg[0]);
        let length = (leg[1] - leg[0]).micrometres();
        if left <= length {
            cut.push(point_at(leg, left));
            return cut;
        }
        left -= length;
    }
    cut.extend(way.last().copied());
    cut
}

/// SKIR-MOV-5: cuts a way where it crosses the borders of areas, and tells every part of it in order. Mines among
/// `unknown` are no part of the ground.
pub fn stretches(scene: &Scene<'_>, way: &[Point], unknown: Pieces, mut tell: impl FnMut(&Stretch)) {
    let mut start = 0;
    for leg in way.windows(2) {
        let (from, to) = (leg[0], leg[1]);
        let length = (to - from).micrometres();
        let bounds = Bounds::of(from, to);
        let mut cuts: SmallVec<[u64; 16]> = SmallVec::new();
        let mut inside: SmallVec<[(PieceId, u64, u64); 12]> = SmallVec::new();
        for id in scene.terrain.maybe_within(&bounds) - unknown {
            let piece = scene.terrain.piece(id);
            if piece.is_line() || !piece.bounds.meets(&bounds) {
                continue;
            }
            for outline in scene.outlines(id) {
                for (first, last) in outline.spans(from, to) {
                    let (first, last) = (first.of(length), last.of(length));
                    if first < last {
                        inside.push((id, first, last));
                        cuts.extend([first, last]);
                    }
                }
            }
        }
        cuts.extend([0, length]);
        cuts.sort_unstable();
        cuts.dedup();
        for pair in cuts.windows(2) {
            let held = inside.iter().filter(|(_, first, last)| *first <= pair[0] && pair[1] <= *last);
            let held: Pieces = held.map(|(id, ..)| *id).collect();
            let mines = held.iter().find(|id| scene.kind(*id).ground.layer == Layer::Overlay);
            let ground = scene.counts_of(held);
            tell(&Stretch { from: start + pair[0], to: start + pair[1], ground, mines });
        }
        start += length;
    }
}

/// SKIR-MOV-5: what a way costs in points if lines on it divide by `whole`, and the first piece that cannot be crossed.
pub(super) fn price(scene: &Scene<'_>, mover: &Mover, way: &[Point], whole: u64) -> Result<u64, PieceId> {
    let mut sum = 0;
    let mut closed = None;
    stretches(scene, way, mover.unknown, |stretch| match mover.price(scene, stretch, whole) {
        Some(price) => sum += stretch.mm() * price,
        None => closed = closed.or(stretch.ground).or(stretch.mines),
    });
    if length(way) == 0 {
        sum = TURN * mover.divisor.max(whole) * u64::from(mover.rules().limits.points);
    }
    closed.map_or(Ok(sum), Err)
}

/// SKIR-MIN-8: how far the movement of a unit leads along a way, in micrometres, if lines on it divide by `whole`.
pub(super) fn affordable(scene: &Scene<'_>, mover: &Mover, way: &[Point], whole: u64) -> u64 {
    let mut left = mover.budget;
    let mut end = None;
    stretches(scene, way, mover.unknown, |stretch| {
        if end.is_some() {
            return;
        }
        match mover.price(scene, stretch, whole) {
            Some(price) if stretch.mm() * price <= left => left -= stretch.mm() * price,
            Some(price) => end = Some((stretch.from / 1000 + left / price) * 1000),
            None => end = Some(stretch.from),
        }
    });
    end.unwrap_or_else(|| length(way))
}
