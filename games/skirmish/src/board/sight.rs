//! Who sees what (SKIR-GEO-7 to SKIR-GEO-12, SKIR-SPT-2).

use kit::{
    position::Units,
    tabletop::{Across, Bounds, Point, Ray, between, silhouette},
};
use smallvec::SmallVec;

use super::{
    Opening, Pieces, Scene,
    stand::{Build, Stand},
    terrain::PieceId,
};
use crate::{
    charts::{Charts, Opacity, Unit},
    spotting::{Status, Visibility, reach_of},
};

#[cfg(test)]
mod literal;

/// Rays at a vehicle or gun (SKIR-GEO-10).
const MODEL_RAYS: u8 = 12;
/// Rays at a man: so many tenths of a mm beside his centre (SKIR-GEO-10).
const MAN_RAYS: [i32; 4] = [-75, -25, 25, 75];
/// How far a man may stand from the opening he looks out of, in mm (SKIR-GEO-12).
const OPENING: u32 = 60;
/// What stands for the figure of SPOTTING where a line leads to no unit, in mm (SKIR-R70).
const NO_FIGURE: u32 = 80;
/// How high a shell bursts, in mm above the ground (SKIR-FRG-1).
const BURST: i32 = 10;

/// Something that may stop a ray.
#[derive(Clone, Copy)]
struct Screen {
    piece: PieceId,
    top: i32,
    is_soft: bool,
}

/// What may stop the rays between two ends.
struct Screens<'s> {
    scene: &'s Scene<'s>,
    pieces: SmallVec<[Screen; 16]>,
    /// Models, by their place in the scene.
    models: SmallVec<[u8; 8]>,
    /// Soft pieces that hold the target, and how far a ray may run in them.
    target: (Pieces, u32),
    /// Soft pieces that hold only the observer, and how far a ray may run in them.
    own: (Pieces, u32),
}

impl Screens<'_> {
    /// Whether nothing stands between at all.
    fn are_none(&self) -> bool {
        self.pieces.is_empty() && self.models.is_empty() && (self.target.0 | self.own.0).is_empty()
    }

    /// SKIR-GEO-7, SKIR-GEO-8: whether nothing stops a ray.
    fn let_pass(&self, ray: &Ray) -> bool {
        let track = ray.bounds();
        let lowest = ray.lowest();
        for screen in &self.pieces {
            if screen.top > lowest && self.scene.stops(screen.piece, ray, &track, screen.top) {
                return false;
            }
        }
        for &place in &self.models {
            let model = &self.scene.models()[usize::from(place)];
            let outline = kit::tabletop::Outline::new(model.shape.corners());
            if model.shape.bounds().meets(&track) && ray.is_stopped_by(outline, model.top) {
                return false;
            }
        }
        let runs_short = |(pieces, mm): (Pieces, u32)| {
            pieces.iter().all(|piece| ray.is_within(self.scene.outlines(piece), mm))
        };
        runs_short(self.target) && runs_short(self.own)
    }
}

/// Somebody's eyes: the table, the charts and how clear the air is.
#[derive(Clone, Copy, Debug)]
pub struct Eyes<'s> {
    /// The table.
    pub scene: &'s Scene<'s>,
    /// The charts.
    pub charts: &'s Charts,
    /// How clear the air is.
    pub visibility: Visibility,
}

impl<'s> Eyes<'s> {
    /// What may stop the rays from one end to the other, whose rays end in `goal`. The line leaves out the models of
    /// `both`, and the lines and houses of `open`.
    fn screens(
        &self,
        (from, goal): (Point, &Bounds),
        lowest: i32,
        both: Units,
        open: (Pieces, Units),
        soft: [(Pieces, u32); 2],
    ) -> Screens<'s> {
        let scene = self.scene;
        let reach = goal.with(from);
        let mut pieces = SmallVec::new();
        let held = soft[0].0 | soft[1].0;
        for (id, bounds, screens) in scene.screens() {
            if !bounds.meets(&reach) && !scene.is_changed(id) || open.0.contains(id) {
                continue;
            }
            for (opacity, top) in screens {
                let is_soft = opacity == Opacity::Soft;
                if opacity != Opacity::Clear && top > lowest && !(is_soft && held.contains(id)) {
                    pieces.push(Screen { piece: id, top, is_soft });
                }
            }
        }
        // Solid ones first: they are asked quickest and stop most.
        pieces.sort_unstable_by_key(|screen: &Screen| screen.is_soft);
        let stands_between = |model: &super::scene::Model| {
            let hides = model.hull != super::scene::ModelKind::Gun;
            let is_near = model.hull.is_wreck() && open.1.contains(model.unit);
            hides
                && !is_near
                && !both.contains(model.unit)
                && model.top > lowest
                && model.shape.bounds().meets(&reach)
        };
        let models = scene.models().iter().enumerate().filter(|(_, model)| stands_between(model));
        let models = models.map(|(place, _)| place as u8).collect();
        Screens { scene, pieces, models, target: soft[0], own: soft[1] }
    }

    /// SKIR-GEO-8, SKIR-R69: how far a line may run in the soft piece of the observer.
    const fn own_stretch(&self) -> u32 {
        match self.visibility {
            Visibility::Normal => 120,
            Visibility::Reduced => 60,
        }
    }

    /// SKIR-GEO-12: the points a stand looks from or is looked at by: its centre, or openings near it.
    fn points(&self, stand: &Stand) -> SmallVec<[(Point, Option<Opening>); 4]> {
        let Some((piece, floor)) = stand.house else {
            return SmallVec::from_elem((stand.at, None), 1);
        };
        let openings = self.scene.terrain.openings(piece).iter();
        let near = openings
            .filter(|opening| opening.floor == floor && opening.at.is_within(stand.at, OPENING))
            .map(|opening| (opening.at, Some(*opening)));
        near.collect()
    }

    /// SKIR-GEO-12: whether a line to a point is steep enough to pass an opening.
    fn passes_opening(&self, opening: Option<Opening>, to: Point) -> bool {
        opening.is_none_or(|opening| {
            let way = to - opening.at;
            self.charts.passes_opening(opening.normal.dot(way), opening.normal.cross(way))
        })
    }

    /// SKIR-GEO-10: whether enough of the target shows to the observer; a ray may run `stretch` mm in soft pieces that
    /// hold the target.
    pub fn shows(&self, observer: &Stand, target: &Stand, stretch: u32) -> bool {
        if let (Some((here, floor)), Some((there, other))) = (observer.house, target.house)
            && here == there
        {
            return floor == other;
        }
        let both: Units = [observer.unit, target.unit].into_iter().collect();
        let houses = [observer.house, target.house].into_iter().flatten().map(|(piece, _)| piece).collect();
        let open = (observer.lines | target.lines | houses, observer.wrecks | target.wrecks);
        // SKIR-R72: a man at an opening does not stand in anything soft, as far as the line goes.
        let soft = [(target.soft - houses, stretch), (observer.soft - target.soft, self.own_stretch())];
        let lowest = observer.eye.min(target.sample);
        let ends = self.points(target);
        self.points(observer).iter().any(|&(from, opening)| {
            let ray = |to| Ray { from, from_z: observer.eye, to, to_z: target.sample };
            ends.iter().any(|&(end, other)| {
                let bounds = if other.is_some() { Bounds::of(end, end) } else { *target.shape.bounds() };
                let screens = self.screens((from, &bounds), lowest, both, open, soft);
                let passes = |to: Point| self.passes_opening(opening, to) && screens.let_pass(&ray(to));
                if other.is_some() {
                    return self.passes_opening(other, from) && passes(end);
                }
                if opening.is_none() && screens.are_none() {
                    return true;
                }
                self.enough_show(from, target, passes)
            })
        })
    }

    /// SKIR-GEO-10: counts rays until it is clear whether enough pass.
    fn enough_show(&self, from: Point, target: &Stand, passes: impl Fn(Point) -> bool) -> bool {
        let rays = &self.charts.rays;
        let least = match target.build {
            Build::Man => rays.man,
            Build::Model => rays.model,
            Build::Bike => rays.bike,
        };
        let count = |all: u8, ray: &dyn Fn(u8) -> Point| {
            let (mut seen, mut left) = (0, all);
            while seen < least && seen + left >= least {
                left -= 1;
                seen += u8::from(passes(ray(left)));
            }
            seen >= least
        };
        if target.build == Build::Man {
            // SKIR-GEO-10: who stands on the same point is visible.
            let Some(disc) = Across::new(from, target.at) else { return true };
            return count(MAN_RAYS.len() as u8, &|place| disc.at(MAN_RAYS[usize::from(place)]));
        }
        // SKIR-R87: an observer inside the footprint sees it.
        let Some(ends) = silhouette(from, &target.shape) else { return true };
        count(MODEL_RAYS, &|place| between(ends, place, MODEL_RAYS))
    }

    /// SKIR-SPT-2: whether the observer spots the target, a man or the model of `unit`: near enough for what it does and
    /// where it is, and enough of it shows. SKIR-SPT-10 and SKIR-SPT-12 are for units.
    pub fn spots(&self, observer: &Stand, target: &Stand, unit: &Unit, status: Status) -> bool {
        let figure = |within| self.reach(observer, target, unit, status, within);
        // SKIR-SPT-6: from within the area, or from outside.
        let is_within = target.ground.is_some_and(|piece| self.scene.holds(piece, observer.at));
        if !observer.at.is_within(target.at, figure(is_within)) {
            return false;
        }
        self.shows(observer, target, self.figure_within(observer, target, unit, status))
    }

    /// SKIR-GEO-8: how far a line may run in soft pieces that hold the target: the figure from within the area.
    pub(crate) fn figure_within(&self, observer: &Stand, target: &Stand, unit: &Unit, status: Status) -> u32 {
        if target.soft.is_empty() { 0 } else { self.reach(observer, target, unit, status, true) }
    }

    /// SKIR-SPT-4 to SKIR-SPT-7: the figure of SPOTTING in mm.
    fn reach(&self, observer: &Stand, target: &Stand, unit: &Unit, status: Status, is_within: bool) -> u32 {
        let scene = self.scene;
        let kind = target.ground.map_or(&scene.terrain.open, |piece| scene.kind(piece));
        let mut lined = None;
        if target.build == Build::Man {
            // SKIR-R91: a line counts if the man lines it and the line of sight crosses it.
            let crosses = |piece: &PieceId| {
                let mut outlines = scene.outlines(*piece);
                outlines.any(|outline| !outline.spans(observer.at, target.at).is_empty())
            };
            let piece = target.lines.iter().find(crosses).map(|piece| scene.kind(piece).ground);
            let wreck = || {
                let mut near = scene.models().iter().filter(|model| target.wrecks.contains(model.unit));
                let crosses = |model: &super::scene::Model| {
                    let outline = kit::tabletop::Outline::new(model.shape.corners());
                    !outline.spans(observer.at, target.at).is_empty()
                };
                near.any(crosses).then_some(scene.terrain.wrecks[0].ground)
            };
            lined = piece.or_else(wreck);
        }
        reach_of(unit, kind.ground, lined, status, self.visibility, is_within, self.charts)
    }

    /// SKIR-SPT-11, SKIR-R70, SKIR-R71: whether a line leads to a point so high above its ground.
    pub fn sees_point(&self, observer: &Stand, point: Point, above: i32) -> bool {
        self.sees_spot(observer, point, self.scene.terrain.elevation(point) + above, None, None)
    }

    /// SKIR-SPT-11, SKIR-R71: whether a line leads to a point of the wall of a floor.
    pub fn sees_wall(&self, observer: &Stand, piece: PieceId, floor: u8, point: Point) -> bool {
        self.sees_spot(observer, point, self.height_of_floor(piece, floor), Some(piece), None)
    }

    /// SKIR-R71: where a wall or an opening of a floor is aimed at: at half its height.
    fn height_of_floor(&self, piece: PieceId, floor: u8) -> i32 {
        let high = i32::from(self.charts.limits.floor);
        self.scene.terrain.piece(piece).base + high * i32::from(floor) + high / 2
    }

    /// SKIR-HWF-12, SKIR-R71: whether a line leads to an opening of a building.
    pub fn sees_opening(&self, observer: &Stand, piece: PieceId, opening: &Opening) -> bool {
        let z = self.height_of_floor(piece, opening.floor);
        self.sees_spot(observer, opening.at, z, Some(piece), Some(*opening))
    }

    /// A single ray to a spot; the building whose wall or opening it is is left out, and at an opening the angle counts.
    fn sees_spot(
        &self,
        observer: &Stand,
        to: Point,
        to_z: i32,
        house: Option<PieceId>,
        opening: Option<Opening>,
    ) -> bool {
        let houses = [observer.house.map(|(piece, _)| piece), house];
        let open = (observer.lines | houses.into_iter().flatten().collect(), observer.wrecks);
        let areas =
            self.scene.areas(to).iter().filter(|id| self.scene.kind(*id).ground.sight == Opacity::Soft);
        let soft: Pieces = areas.collect();
        let soft = [(soft, NO_FIGURE), (observer.soft - soft, self.own_stretch())];
        let both = Units::of(observer.unit);
        self.points(observer).iter().any(|&(from, own)| {
            let bounds = Bounds::of(to, to);
            let screens = self.screens((from, &bounds), observer.eye.min(to_z), both, open, soft);
            let ray = Ray { from, from_z: observer.eye, to, to_z };
            self.passes_opening(own, to) && self.passes_opening(opening, from) && screens.let_pass(&ray)
        })
    }

    /// SKIR-FRG-1, SKIR-R70: whether the fragments of a burst reach a stand past everything solid.
    pub fn burst_reaches(&self, burst: Point, target: &Stand) -> bool {
        let from_z = self.scene.terrain.elevation(burst) + BURST;
        let ray = Ray { from: burst, from_z, to: target.at, to_z: target.sample };
        let houses = target.house.map(|(piece, _)| piece).into_iter().collect();
        let open = (target.lines | houses, target.wrecks);
        let bounds = Bounds::of(target.at, target.at);
        let none = (Pieces::NONE, 0);
        let mut screens =
            self.screens((burst, &bounds), ray.lowest(), Units::of(target.unit), open, [none, none]);
        // A burst against a wall does not stand behind it, but nothing flies through the house.
        let goes_in = |piece| {
            let mut outlines = self.scene.outlines(piece);
            outlines.any(|outline| !outline.holds(burst) || outline.entry(burst, target.at).is_some())
        };
        screens.pieces.retain(|screen| !screen.is_soft && goes_in(screen.piece));
        screens.let_pass(&ray)
    }
}
