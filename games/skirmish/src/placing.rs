//! Where men and models may stand, and where they are put (SKIR-GEO-6, SKIR-MOV-12, SKIR-R89).

use std::{borrow::Cow, sync::OnceLock};

use kit::{
    position::UnitId,
    tabletop::{Bounds, Heading, Point, Shape, Vector, rounded},
};
use smallvec::SmallVec;

use crate::{
    board::{PieceId, Scene, stand::BASE},
    charts::Layer,
    game::Skirmish,
    scenario::Formation,
    state::{Board, Flags, Side},
};

/// No unit has more men.
pub const MOST_MEN: usize = 12;

/// A place for each man of a unit, by his place among its men; the dead keep theirs.
pub type Slots = [Point; MOST_MEN];

/// SKIR-GEO-6: the nearest legal point is looked for on this grid, in mm.
const GRID: i32 = 10;
/// SKIR-GEO-6: and no farther from the slot than this.
pub(crate) const NEAR_SLOT: i32 = 80;
/// SKIR-R68: in forced moves as far as this.
pub(crate) const FORCED: i32 = 160;
/// SKIR-MOV-12: no closer to enemy miniatures.
const KEEP_OFF: i64 = 20;

/// SKIR-GEO-6, SKIR-R89: where the men of a formation stand: to the right and ahead of the anchor, the leader first.
fn offsets(formation: Formation, men: usize) -> SmallVec<[(i32, i32); MOST_MEN]> {
    // 0, +1, -1, +2, -2 ...
    let fanned = |place: usize| {
        let steps = place.div_ceil(2) as i32;
        if place % 2 == 1 { steps } else { -steps }
    };
    (0..men)
        .map(|place| match formation {
            Formation::Line => (fanned(place) * 30, 0),
            Formation::Column => (0, -30 * place as i32),
            Formation::Cluster => match place {
                0 => (0, 0),
                1 => (-25, 0),
                2 => (25, 0),
                _ => ((place as i32 % 3 - 1) * 25, -25 * (place as i32 / 3)),
            },
            Formation::Spread => {
                let front = men.div_ceil(2);
                if place < front { (fanned(place) * 60, 0) } else { (30 + fanned(place - front) * 60, -60) }
            }
        })
        .collect()
}

/// SKIR-R89: a slot: the offset rotated, each coordinate rounded once.
fn slot(anchor: Point, facing: Heading, (right, ahead): (i32, i32)) -> Point {
    let (sine, cosine) = (facing.sine(), facing.cosine());
    let (right, ahead) = (i64::from(right), i64::from(ahead));
    let x = rounded(right * cosine + ahead * sine, Heading::UNIT);
    let y = rounded(ahead * cosine - right * sine, Heading::UNIT);
    Point::new(anchor.x + x as i32, anchor.y + y as i32)
}

/// A man who stands somewhere, for others to keep off.
#[derive(Clone, Copy)]
struct Body {
    at: Point,
    inside: Option<(PieceId, u8)>,
    /// The piece of a trench he is in.
    trench: Option<PieceId>,
    is_enemy: bool,
}

/// Everybody near a place where somebody is to be put.
pub struct Crowd<'s> {
    board: &'s Board,
    scene: &'s Scene<'s>,
    unit: UnitId,
    bodies: SmallVec<[Body; 32]>,
    models: SmallVec<[Shape; 16]>,
    /// Whom one may touch (SKIR-MOV-12).
    assault: Option<UnitId>,
}

impl<'s> Crowd<'s> {
    /// Everybody within `around` but the unit itself. `knows` leaves out enemies whom that side has not in sight
    /// (SKIR-MOV-17).
    pub(crate) fn near(
        board: &'s Board,
        scene: &'s Scene<'s>,
        unit: UnitId,
        knows: Option<Side>,
        around: &Bounds,
    ) -> Self {
        let side = board.side(unit);
        let mut crowd =
            Self { board, scene, unit, bodies: SmallVec::new(), models: SmallVec::new(), assault: None };
        let reach = around.grown(100);
        for other in board.everybody() {
            let is_enemy = board.side(other) != side;
            let is_hidden = is_enemy && knows.is_some_and(|side| !board.knows(side, other));
            if board.leaves_thing(other)
                || other != unit && board.is_on_table(other) && board.is_model(other) && !board.rides(other)
            {
                let shape = board.model_shape(other);
                if !is_hidden && shape.bounds().meets(&reach) {
                    crowd.models.push(shape);
                }
            }
            if other == unit
                || is_hidden
                || !board.is_on_table(other)
                || board.rides(other)
                || !board.is_afoot(other)
            {
                continue;
            }
            for (_, man) in board.living(other) {
                let at = man.at();
                if reach.holds(at) {
                    let (inside, trench) = crowd.indoors(at, man.floor);
                    crowd.bodies.push(Body { at, inside, trench, is_enemy });
                }
            }
        }
        crowd
    }

    /// Touching this enemy is what is wanted.
    #[must_use]
    pub const fn against(mut self, target: Option<UnitId>) -> Self {
        self.assault = target;
        self
    }

    /// The same without models that will have been pushed out of the way (SKIR-MOV-8).
    #[must_use]
    pub(crate) fn without(mut self, gone: &[Shape]) -> Self {
        self.models.retain(|model| !gone.iter().any(|shape| shape.corners() == model.corners()));
        self
    }

    /// The building and floor, or the trench, that a man at a point is in.
    fn indoors(&self, at: Point, floor: u8) -> (Option<(PieceId, u8)>, Option<PieceId>) {
        self.indoors_on(self.scene.ground(at), floor)
    }

    fn indoors_on(&self, ground: Option<PieceId>, floor: u8) -> (Option<(PieceId, u8)>, Option<PieceId>) {
        let Some(piece) = ground else { return (None, None) };
        if self.scene.is_building(piece) {
            return (Some((piece, floor)), None);
        }
        let is_trench = self.scene.kind(piece).ground.layer == Layer::Trench;
        (None, is_trench.then_some(piece))
    }

    /// Whether a man may stand there, with comrades who were placed already.
    pub(crate) fn has_room_for_man(&self, at: Point, floor: u8, placed: &[(Point, u8)]) -> bool {
        self.has_room_on(self.scene.ground(at), at, floor, placed)
    }

    /// The same where it is known which piece counts there.
    fn has_room_on(&self, ground: Option<PieceId>, at: Point, floor: u8, placed: &[(Point, u8)]) -> bool {
        if !self.scene.terrain.holds(at) {
            return false;
        }
        let (inside, trench) = self.indoors_on(ground, floor);
        if let Some((piece, floor)) = inside {
            let is_burning = self.scene.condition.burning.contains(piece);
            if is_burning || floor >= self.scene.terrain.piece(piece).floors {
                return false;
            }
        } else if floor > 0 {
            return false;
        }
        if let Some(piece) = ground {
            let row = self.scene.kind(piece).row;
            let going = self.board.chart(self.unit).going_afoot(self.board.rules.get(), row);
            if going.divisor.is_none() {
                return false;
            }
        }
        // SKIR-R74: nobody ends with his centre on a wall.
        let man = Shape::point(at);
        if !self.scene.lines_near(&man, 0).is_empty() {
            return false;
        }
        let is_crowded = |other: Point| at.square_to(other) < i64::from(2 * BASE).pow(2);
        let shape = Shape::disc(at, BASE);
        if inside.is_none() && self.models.iter().any(|model| model.overlaps(&shape)) {
            return false;
        }
        // SKIR-MOV-12: in buildings and trenches it is capacity that counts.
        if let Some(piece) = inside.map(|(piece, _)| piece).or(trench) {
            let here =
                self.bodies.iter().filter(|body| body.inside == inside && body.trench == trench).count();
            let own =
                placed.iter().filter(|(at, floor)| self.indoors(*at, *floor) == (inside, trench)).count();
            if here + own >= usize::from(self.scene.terrain.piece(piece).capacity) {
                return false;
            }
        } else if placed.iter().any(|(other, _)| is_crowded(*other))
            || self.bodies.iter().any(|body| body.inside.is_none() && is_crowded(body.at))
        {
            return false;
        }
        let keep_off = (2 * i64::from(BASE) + KEEP_OFF).pow(2);
        let is_too_near =
            |body: &Body| body.is_enemy && body.inside == inside && at.square_to(body.at) < keep_off;
        self.assault.is_some() || !self.bodies.iter().any(is_too_near)
    }

    /// Whether a model may stand there: no impassable ground, no other footprint under any part of it.
    pub(crate) fn has_room_for_model(&self, at: Point, shape: &Shape) -> bool {
        let scene = self.scene;
        if !scene.terrain.holds(at) || self.models.iter().any(|model| model.overlaps(shape)) {
            return false;
        }
        if self.bodies.iter().any(|body| {
            body.inside.is_none() && body.trench.is_none() && shape.overlaps(&Shape::disc(body.at, BASE))
        }) {
            return false;
        }
        let chart = self.board.chart(self.unit);
        let charts = self.board.rules.get();
        // SKIR-R75: a road under the centre counts for the whole footprint.
        let on_road = scene.ground(at).is_some_and(|piece| scene.kind(piece).ground.layer == Layer::Road);
        scene.terrain.pieces().all(|(id, piece)| {
            let kind = scene.kind(id);
            let passes = charts.terrains[kind.row].going[chart.going].divisor.is_some();
            passes
                || on_road && !piece.is_line() && kind.ground.layer < Layer::Road
                || !scene.outlines(id).any(|outline| shape.enters(outline))
        })
    }

    /// SKIR-GEO-6: the slot, or the nearest point of the grid where a man may stand; `reaches` says whether he gets there,
    /// and `could` at once that he does not.
    pub(crate) fn place_man(
        &self,
        slot: Point,
        floor: u8,
        placed: &[(Point, u8)],
        within: i32,
        could: impl Fn(Point) -> bool,
        reaches: impl Fn(Point, u8) -> bool,
    ) -> Option<(Point, u8)> {
        let fits = |at: Point| {
            let ground = self.scene.ground(at);
            let is_inside = ground.is_some_and(|piece| self.scene.is_building(piece));
            let floor = if is_inside { floor } else { 0 };
            (self.has_room_on(ground, at, floor, placed) && reaches(at, floor)).then_some((at, floor))
        };
        if could(slot)
            && let Some(found) = fits(slot)
        {
            return Some(found);
        }
        let square = Point::new(slot.x.div_euclid(GRID) * GRID, slot.y.div_euclid(GRID) * GRID);
        let near = points_around(slot - square, within);
        near.iter().map(|by| square + *by).filter(|at| could(*at)).find_map(fits)
    }
}

/// SKIR-GEO-6: the points of the grid within so many mm of a slot, the nearest first, of equals the southern, then the
/// western one; all from the corner of the slot's square of the grid.
fn points_around(slot: Vector, within: i32) -> Cow<'static, [Vector]> {
    static KNOWN: [[OnceLock<Vec<Vector>>; (GRID * GRID) as usize]; 2] =
        [const { [const { OnceLock::new() }; (GRID * GRID) as usize] }; 2];
    let find = || {
        let reach = |mm: i32| ((mm - within).div_euclid(GRID) * GRID..=mm + within).step_by(GRID as usize);
        let mut points: Vec<Vector> =
            reach(slot.y).flat_map(|y| reach(slot.x).map(move |x| Vector::new(x, y))).collect();
        let off = |point: &Vector| Vector::new(point.x - slot.x, point.y - slot.y).square();
        points.retain(|point| off(point) <= i64::from(within).pow(2));
        points.sort_unstable_by_key(|point| (off(point), point.y, point.x));
        points
    };
    let place = (slot.y * GRID + slot.x) as usize;
    match within {
        NEAR_SLOT => KNOWN[0][place].get_or_init(find).into(),
        FORCED => KNOWN[1][place].get_or_init(find).into(),
        _ => find().into(),
    }
}

/// How a team is to stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) anchor: Point,
    pub(crate) floor: u8,
    pub(crate) facing: Heading,
    pub(crate) formation: Formation,
    /// How far from his slot a man may be put.
    pub(crate) within: i32,
}

/// The men of a team as they will stand: a place and a floor for each, by his place among the men.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub(crate) at: Slots,
    pub(crate) floors: [u8; MOST_MEN],
}

impl Board {
    /// The living men of a unit in the order in which they are placed: the leader first.
    pub(crate) fn rank_and_file(&self, unit: UnitId) -> SmallVec<[u8; MOST_MEN]> {
        let leader = self.unit(unit).leader;
        let others = self.living(unit).map(|(man, _)| man).filter(|man| *man != leader);
        let leader = self.living(unit).map(|(man, _)| man).filter(|man| *man == leader);
        leader.chain(others).collect()
    }

    /// SKIR-GEO-6: places a team around an anchor; none if somebody finds no place. `reaches` says whether a man gets to a
    /// point within his allowance, `could` at once that he does not.
    pub(crate) fn place_team(
        &self,
        crowd: &Crowd<'_>,
        unit: UnitId,
        standing: &Standing,
        could: impl Fn(u8, Point) -> bool,
        reaches: impl Fn(u8, Point, u8) -> bool,
    ) -> Option<Placed> {
        self.place_team_around(crowd, unit, standing, |_| None, could, reaches)
    }

    /// The same where `by_hand` gives some men a point of their own: there and nowhere else.
    pub(crate) fn place_team_around(
        &self,
        crowd: &Crowd<'_>,
        unit: UnitId,
        standing: &Standing,
        by_hand: impl Fn(u8) -> Option<Point>,
        could: impl Fn(u8, Point) -> bool,
        reaches: impl Fn(u8, Point, u8) -> bool,
    ) -> Option<Placed> {
        let men = self.rank_and_file(unit);
        let mut placed: SmallVec<[(Point, u8); MOST_MEN]> = SmallVec::new();
        let mut all = Placed { at: [Point::new(0, 0); MOST_MEN], floors: [0; MOST_MEN] };
        for (&man, offset) in men.iter().zip(offsets(standing.formation, men.len())) {
            let slot = slot(standing.anchor, standing.facing, offset);
            let reach = |at: Point, floor| reaches(man, at, floor);
            let near = |at: Point| could(man, at);
            let (slot, within) = by_hand(man).map_or((slot, standing.within), |at| (at, 0));
            let (at, floor) = crowd.place_man(slot, standing.floor, &placed, within, near, reach)?;
            placed.push((at, floor));
            (all.at[usize::from(man)], all.floors[usize::from(man)]) = (at, floor);
        }
        Some(all)
    }

    /// The living men of a unit go where they were placed.
    pub(crate) fn put_team(&mut self, unit: UnitId, placed: &Placed) {
        for (man, (at, floor)) in self.men_mut(unit).iter_mut().zip(placed.at.iter().zip(placed.floors)) {
            if man.alive {
                (man.x, man.y, man.floor) = (at.x as i16, at.y as i16, floor);
            }
        }
    }
}

impl Skirmish {
    /// SKIR-EFF-8, SKIR-R94: the crew of a wreck, or of a gun that is left, stands on the table as a team of its own:
    /// behind it if it can. Whoever finds no place is lost.
    pub fn get_out(&mut self, unit: UnitId) {
        let alive = self.board.unit(unit).alive;
        for (man, place) in self.board.men_mut(unit).iter_mut().zip(0..) {
            man.alive = place < alive;
        }
        let state = self.board.unit_mut(unit);
        state.set(Flags::ON_FOOT, true);
        (state.strength, state.leader) = (alive, 0);
        self.stand_behind(unit, unit);
        let state = self.board.unit_mut(unit);
        state.strength = state.alive;
    }

    /// SKIR-CRW-5, SKIR-R94: passengers get down from a wreck as the team that they are.
    pub(crate) fn get_down_from(&mut self, rider: UnitId, wreck: UnitId) {
        self.stand_behind(rider, wreck);
    }

    /// SKIR-R94: the living men of a unit stand behind a wreck or gun, or anywhere near it.
    fn stand_behind(&mut self, unit: UnitId, wreck: UnitId) {
        let heading = Heading::new(self.board.unit(wreck).heading);
        let centre = self.board.model_at(wreck);
        let half = i32::from(self.board.chart(wreck).size.length) / 2;
        let placed = {
            let scene = self.board.scene(None);
            let around = Bounds::of(centre, centre).grown(half + FORCED + 120);
            let crowd = Crowd::near(&self.board, &scene, unit, None, &around);
            let try_at = |behind: i32| {
                let standing = Standing {
                    anchor: centre.offset(heading.opposite(), half + behind),
                    floor: 0,
                    facing: heading,
                    formation: Formation::Cluster,
                    within: NEAR_SLOT,
                };
                self.board.place_team(&crowd, unit, &standing, |_, _| true, |_, _, _| true)
            };
            (30..=FORCED).step_by(GRID as usize).find_map(try_at)
        };
        match placed {
            Some(placed) => self.board.put_team(unit, &placed),
            None => self.scatter_from(unit, centre, half),
        }
    }

    /// Each man at the nearest legal point; whoever finds none is lost (SKIR-R94, SKIR-R68).
    fn scatter_from(&mut self, unit: UnitId, centre: Point, half: i32) {
        let men = self.board.rank_and_file(unit);
        let mut placed: SmallVec<[(Point, u8); MOST_MEN]> = SmallVec::new();
        let mut found: SmallVec<[Option<(Point, u8)>; MOST_MEN]> = SmallVec::new();
        {
            let scene = self.board.scene(None);
            let around = Bounds::of(centre, centre).grown(half + 2 * FORCED);
            let crowd = Crowd::near(&self.board, &scene, unit, None, &around);
            for _ in &men {
                let place = crowd.place_man(centre, 0, &placed, half + FORCED, |_| true, |_, _| true);
                placed.extend(place);
                found.push(place);
            }
        }
        for (&man, place) in men.iter().zip(found) {
            let man = &mut self.board.men_mut(unit)[usize::from(man)];
            match place {
                Some((at, floor)) => (man.x, man.y, man.floor) = (at.x as i16, at.y as i16, floor),
                None => man.alive = false,
            }
        }
        let alive = self.board.living(unit).count() as u8;
        let first = self.board.living(unit).next().map_or(0, |(man, _)| man);
        let leader_lives = self.board.men(unit)[usize::from(self.board.unit(unit).leader)].alive;
        let state = self.board.unit_mut(unit);
        state.alive = alive;
        if !leader_lives {
            (state.leader, state.cr) = (first, 0);
        }
        if alive == 0 {
            state.set(Flags::LOST.and(Flags::GONE), true);
        }
    }
}
