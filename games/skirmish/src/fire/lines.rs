//! Lines on the table, as fire asks for them: who is in sight of whom, behind what, and whom a burst reaches.

use std::cell::Cell;

use kit::{
    position::{UnitId, Units},
    tabletop::{Heading, Outline, Point, Shape},
};

use crate::{
    board::{Eyes, PieceId, Pieces, Scene, Stand},
    charts::{Layer, UpperPart},
    game::Skirmish,
    geometry::Aspect,
    harm::{BASE, Men},
    state::{Flags, UNITS},
    words::{Hull, Shelter},
};

/// The table at a moment, for as many questions as fire has.
pub(crate) struct Lines<'g> {
    game: &'g Skirmish,
    scene: Scene<'g>,
    /// Whose lines they are, and who of each enemy he can hit, as far as it was asked.
    spotter: Option<UnitId>,
    asked: Cell<Units>,
    hittable: [Cell<Men>; UNITS],
}

impl<'g> Lines<'g> {
    /// The game whose table it is.
    pub(crate) const fn game(&self) -> &'g Skirmish {
        self.game
    }

    /// As it is: for bursts and shelter.
    pub(crate) fn of(game: &'g Skirmish) -> Self {
        Self::new(game, game.board.scene(None), None)
    }

    /// SKIR-R101: as a side knows it, for its lines of sight.
    pub(crate) fn known_to(game: &'g Skirmish, unit: UnitId) -> Self {
        Self::new(game, game.board.scene(Some(game.board.side(unit))), Some(unit))
    }

    fn new(game: &'g Skirmish, scene: Scene<'g>, spotter: Option<UnitId>) -> Self {
        let hittable = std::array::from_fn(|_| Cell::new(0));
        Self { game, scene, spotter, asked: Cell::new(Units::NONE), hittable }
    }

    fn eyes(&self) -> Eyes<'_> {
        self.game.board.eyes(&self.scene)
    }

    /// A man, or the model of a unit, where it stands.
    fn stand(&self, unit: UnitId, man: u8) -> Stand {
        self.game.board.stand(&self.scene, unit, man)
    }

    /// SKIR-SPT-2, SKIR-SPT-8: who of a unit can be hit by direct fire of another; a model is bit 0.
    pub(crate) fn hittable(&self, spotter: UnitId, target: UnitId) -> Men {
        let ask = || self.game.board.hittable_in(&self.scene, spotter, target);
        if self.spotter != Some(spotter) {
            return ask();
        }
        let known = &self.hittable[target.index()];
        if !self.asked.get().contains(target) {
            self.asked.set(self.asked.get() | Units::of(target));
            known.set(ask());
        }
        known.get()
    }

    /// SKIR-SPT-1, SKIR-R92: whether one weapon has its own line to a man or model.
    pub(crate) fn sees(&self, from: UnitId, bearer: Option<u8>, target: UnitId, man: u8) -> bool {
        self.game.board.sees_in(&self.scene, from, bearer, target, man)
    }

    /// SKIR-SPT-11: whether a unit has a line to a point of ground.
    pub(crate) fn sees_point(&self, from: UnitId, bearer: Option<u8>, at: Point) -> bool {
        self.eyes().sees_point(&self.stand(from, bearer.unwrap_or(0)), at, 0)
    }

    /// SKIR-SPT-11, SKIR-R71: whether a unit has a line to the wall of a floor.
    pub(crate) fn sees_wall(&self, from: UnitId, bearer: Option<u8>, wall: (PieceId, u8), at: Point) -> bool {
        self.eyes().sees_wall(&self.stand(from, bearer.unwrap_or(0)), wall.0, wall.1, at)
    }

    /// SKIR-SPT-11: whether a unit has a line to an opening.
    pub(crate) fn sees_opening(&self, from: UnitId, bearer: Option<u8>, piece: PieceId, place: u8) -> bool {
        let observer = self.stand(from, bearer.unwrap_or(0));
        let opening = &self.scene.terrain.openings(piece)[usize::from(place)];
        self.eyes().sees_opening(&observer, piece, opening)
    }

    /// SKIR-FRG-1: whether fragments of the burst reach a man or model past walls and floors.
    pub(crate) fn burst_reaches(
        &self,
        burst: Point,
        inside: Option<(PieceId, u8)>,
        target: UnitId,
        man: u8,
    ) -> bool {
        let stand = self.stand(target, man);
        match (stand.house, inside) {
            // SKIR-HWF-20: in houses and bunkers only on the same floor.
            (Some(house), burst) => burst == Some(house),
            // And in the trench in which a man was struck himself.
            (None, Some((trench, _))) => {
                self.game.board.is_afoot(target) && self.trench_at(stand.at) == Some(trench)
            }
            (None, None) => self.eyes().burst_reaches(burst, &stand),
        }
    }

    /// SKIR-HWF-20, SKIR-R132: what keeps a shell that strikes a man to itself: his floor of a house or bunker, or his trench.
    pub(crate) fn kept_in(&self, unit: UnitId, man: u8) -> Option<(PieceId, u8)> {
        self.indoors(unit, man).or_else(|| Some((self.trench_at(self.game.place(unit, man))?, 0)))
    }

    /// SKIR-TER-2, SKIR-TER-3: what shelters a man from a point.
    pub(crate) fn shelter_of_man(&self, unit: UnitId, man: u8, from: Point) -> Shelter {
        self.scene.shelter(&self.stand(unit, man), from)
    }

    /// SKIR-FRG-8: what shelters the crew of a gun where it stands.
    pub(crate) fn shelter_of_model(&self, unit: UnitId, from: Point) -> Shelter {
        self.scene.shelter(&self.stand(unit, 0), from)
    }

    /// SKIR-GEO-13, SKIR-R136: how high a model or a man stands, in mm.
    pub(crate) fn elevation(&self, unit: UnitId, man: Option<u8>) -> i32 {
        self.stand(unit, man.unwrap_or(0)).elevation
    }

    /// SKIR-R136: whether a model, or a man of a team, stands high enough above another model to fire into it.
    pub(crate) fn is_above(&self, unit: UnitId, man: Option<u8>, target: UnitId) -> bool {
        let least = i32::from(self.game.board.rules.limits.above);
        self.elevation(unit, man) - self.elevation(target, None) >= least
    }

    /// SKIR-R136: how high the highest man of a team stands, or its model.
    pub(crate) fn highest(&self, unit: UnitId) -> i32 {
        let men = self.game.board.living(unit).map(|(man, _)| self.elevation(unit, Some(man)));
        men.max().unwrap_or_else(|| self.elevation(unit, None))
    }

    /// The building a man is in, and his floor.
    pub(crate) fn indoors(&self, unit: UnitId, man: u8) -> Option<(PieceId, u8)> {
        if self.game.board.is_model(unit) { None } else { self.stand(unit, man).house }
    }

    /// The building that stands over a point.
    pub(crate) fn building_at(&self, at: Point) -> Option<PieceId> {
        self.scene.ground(at).filter(|piece| self.scene.is_building(*piece))
    }

    /// The trench that holds a point.
    pub(crate) fn trench_at(&self, at: Point) -> Option<PieceId> {
        self.scene.ground(at).filter(|piece| self.scene.kind(*piece).ground.layer == Layer::Trench)
    }

    /// Whether a piece is a building that stands.
    pub(crate) fn is_standing_building(&self, piece: PieceId) -> bool {
        self.scene.is_building(piece)
    }

    /// Whether a piece is within so many mm of a point.
    pub(crate) fn is_near(&self, piece: PieceId, at: Point, mm: u32) -> bool {
        self.scene.outlines(piece).any(|outline| Shape::point(at).is_near(outline, mm))
    }

    /// Linear pieces that a man lines and that lie between him and a point.
    pub(crate) fn lines_between(&self, unit: UnitId, man: u8, from: Point) -> Pieces {
        let stand = self.stand(unit, man);
        let between = |piece: &PieceId| {
            self.scene.outlines(*piece).any(|outline| !outline.spans(from, stand.at).is_empty())
        };
        stand.lines.iter().filter(between).collect()
    }

    /// SKIR-HWF-15: the side of a building that a line from a point meets first, from corner to corner.
    fn facing_side(&self, piece: PieceId, from: Point) -> (Point, Point) {
        let Some(outline) = self.scene.outlines(piece).next() else { return (from, from) };
        let corners = outline.corners();
        let middle = centre_of(outline);
        let sides = (0..corners.len()).map(|at| (corners[at], corners[(at + 1) % corners.len()]));
        // Of the sides that the line to the middle of the building crosses, the one on the firer's side.
        let crosses = |(a, b): &(Point, Point)| {
            let (way, side) = (middle - from, *b - *a);
            let of = |p: Point| way.cross(p - from);
            let with = |p: Point| side.cross(p - *a);
            (of(*a) <= 0) != (of(*b) <= 0) && (with(from) <= 0) != (with(middle) <= 0)
        };
        let nearest = |(a, b): &(Point, Point)| {
            let middle = Point::new(i32::midpoint(a.x, b.x), i32::midpoint(a.y, b.y));
            middle.square_to(from)
        };
        let met = sides.clone().filter(crosses).min_by_key(nearest);
        met.or_else(|| sides.clone().min_by_key(nearest)).unwrap_or((from, from))
    }

    /// SKIR-HWF-15: the middle of the facing wall.
    pub(crate) fn wall_point(&self, piece: PieceId, _floor: Option<u8>, from: Point) -> Point {
        let (a, b) = self.facing_side(piece, from);
        Point::new(i32::midpoint(a.x, b.x), i32::midpoint(a.y, b.y))
    }

    /// The middle of an opening.
    pub(crate) fn opening_point(&self, piece: PieceId, place: u8) -> Point {
        self.scene
            .terrain
            .openings(piece)
            .get(usize::from(place))
            .map_or(Point::default(), |opening| opening.at)
    }

    /// SKIR-GEO-11: whether a shot meets the facing wall at 75 degrees or more.
    pub(crate) fn wall_is_square(&self, piece: PieceId, from: Point, to: Point) -> bool {
        let (a, b) = self.facing_side(piece, from);
        let (side, way) = (b - a, to - from);
        // Along the wall's normal and along the wall.
        let (toward, aside) = (side.cross(way).abs(), side.dot(way).abs());
        self.game.board.rules.get().is_square(toward, aside)
    }

    /// SKIR-SCT-9: where the line from a point enters a piece.
    pub(crate) fn where_it_meets(&self, piece: PieceId, from: Point, to: Point) -> Point {
        let steps = distance(from, to).max(1) as i32;
        let way = to - from;
        let at = |step: i32| {
            let part =
                |whole: i32| kit::tabletop::rounded(i64::from(whole) * i64::from(step), steps.into()) as i32;
            Point::new(from.x + part(way.x), from.y + part(way.y))
        };
        // The last whole mm outside.
        let enters = (0..=steps).find(|step| self.scene.holds(piece, at(*step)));
        at(enters.unwrap_or(steps).saturating_sub(1))
    }
}

/// The middle of the rectangle around a polygon.
fn centre_of(outline: Outline<'_>) -> Point {
    let corners = outline.corners();
    let (x, y) = corners.iter().fold((0, 0), |(x, y), corner| (x + corner.x, y + corner.y));
    Point::new(x / corners.len() as i32, y / corners.len() as i32)
}

impl Skirmish {
    /// Where the hull of a model points.
    pub(crate) fn hull_heading(&self, unit: UnitId) -> Heading {
        Heading::new(self.board.unit(unit).heading)
    }

    /// Where its turret points.
    pub(crate) fn turret_heading(&self, unit: UnitId) -> Heading {
        self.hull_heading(unit).turned(self.board.unit(unit).turret.into())
    }

    /// SKIR-GEO-11: how a shot or a burst from a point meets the hull and the turret of a model.
    pub(crate) fn aspects(&self, unit: UnitId, from: Point) -> [Aspect; 2] {
        let state = self.board.unit(unit);
        let charts = self.board.rules.get();
        let at = crate::geometry::Point(state.x.into(), state.y.into());
        let from = crate::geometry::Point(from.x, from.y);
        let facing = |heading: Heading| charts.aspect(from, at, heading.degrees());
        [facing(self.hull_heading(unit)), facing(self.turret_heading(unit))]
    }

    /// The base of a man, or the footprint of a model.
    pub(crate) fn shape(&self, unit: UnitId, man: u8) -> Shape {
        if self.board.is_model(unit) {
            self.board.model_shape(unit)
        } else {
            Shape::disc(self.board.men(unit)[usize::from(man)].at(), BASE)
        }
    }

    /// Where a man or a model is measured from.
    pub(crate) fn place(&self, unit: UnitId, man: u8) -> Point {
        if self.board.is_model(unit) {
            self.board.model_at(unit)
        } else {
            self.board.men(unit)[usize::from(man)].at()
        }
    }

    /// SKIR-SPT-9: whether it moved in its last action, for the hit tables.
    pub(crate) fn has_moved(&self, unit: UnitId) -> bool {
        self.board.is(unit, Flags::MOVED_LAST)
    }

    /// Whether a vehicle has a turret.
    pub(crate) fn has_turret(&self, unit: UnitId) -> bool {
        matches!(self.board.chart(unit).upper, Some((UpperPart::Turret, _)))
            && self.board.unit(unit).hull == Hull::Whole
    }
}

/// SKIR-R80: the smallest whole number of mm within which two points are.
pub(crate) fn distance(from: Point, to: Point) -> u32 {
    let square = from.square_to(to) as u64;
    let floor = square.isqrt();
    (floor + u64::from(floor * floor < square)) as u32
}
