//! The table at a moment: terrain, what has become of it, and the models that stand on it.

use kit::{
    position::{UnitId, Units},
    tabletop::{Bounds, Outline, Point, Ray, Shape, Vector},
};
use smallvec::SmallVec;

use super::{
    Condition, Pieces, Terrain,
    terrain::{Kind, PieceId},
};
use crate::charts::{Layer, Opacity};

/// A model on the table: a vehicle, a gun or the wreck of one.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// Whose model.
    pub unit: UnitId,
    /// What it covers.
    pub shape: Shape,
    /// How high its top is above the table, in mm.
    pub top: i32,
    /// What it is.
    pub hull: ModelKind,
}

/// What stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelKind {
    /// A vehicle that hides what is behind it (SKIR-GEO-7).
    Vehicle,
    /// A gun, which hides nothing.
    Gun,
    /// The wreck of an unarmored vehicle (SKIR-TER-7).
    Wreck,
    /// The wreck of an armored one.
    ArmoredWreck,
}

impl ModelKind {
    /// SKIR-TER-7: a wreck is an obstacle like a piece of terrain.
    pub const fn is_wreck(self) -> bool {
        matches!(self, Self::Wreck | Self::ArmoredWreck)
    }
}

/// What is left of a piece that was pushed aside or broken.
#[derive(Clone, Copy, Debug)]
struct Remain {
    piece: PieceId,
    shape: Shape,
}

/// The table at a moment, ready for questions.
#[derive(Clone, Debug)]
pub struct Scene<'t> {
    /// The table.
    pub terrain: &'t Terrain,
    /// What has become of it.
    pub condition: &'t Condition,
    changed: Pieces,
    remains: SmallVec<[Remain; 4]>,
    models: SmallVec<[Model; 24]>,
    /// By what number answers about it are remembered; 0 if they are not.
    pub(crate) number: u32,
}

impl<'t> Scene<'t> {
    /// The table without models.
    pub fn new(terrain: &'t Terrain, condition: &'t Condition) -> Self {
        let changed = condition.changed();
        let mut scene = Self {
            terrain,
            condition,
            changed,
            remains: SmallVec::new(),
            models: SmallVec::new(),
            number: 0,
        };
        for piece in changed {
            scene.add_remains(piece);
        }
        scene
    }

    /// Puts a model on it.
    pub fn put(&mut self, model: Model) {
        self.number = 0;
        self.models.push(model);
    }

    /// The models on it.
    pub fn models(&self) -> &[Model] {
        &self.models
    }

    /// SKIR-MOV-8: a leg falls into what lies between its gaps.
    fn add_remains(&mut self, piece: PieceId) {
        let by = self.condition.shift(piece);
        for (leg, outline) in self.terrain.outlines(piece).enumerate() {
            let corners: SmallVec<[Point; 8]> = outline.corners().iter().map(|&corner| corner + by).collect();
            let gaps =
                self.condition.gaps().iter().filter(|gap| (gap.piece, gap.leg) == (piece.0, leg as u8));
            let mut gaps = gaps.peekable();
            if gaps.peek().is_none() {
                self.remains.push(Remain { piece, shape: Shape::polygon(&corners) });
                continue;
            }
            // Along the first side of the leg; the far side runs beside it.
            let length = (corners[1] - corners[0]).millimetres() as i32;
            let mut start = 0;
            let ends = gaps.map(|gap| (i32::from(gap.from), i32::from(gap.to))).chain([(length, length)]);
            for (from, to) in ends {
                if from > start {
                    let shape = slice(&corners, start, from.min(length), length);
                    self.remains.push(Remain { piece, shape });
                }
                start = start.max(to);
            }
        }
    }

    /// The polygons of a piece as they are now.
    #[inline]
    pub fn outlines(&self, piece: PieceId) -> impl Iterator<Item = Outline<'_>> {
        let is_changed = self.changed.contains(piece);
        let parts = if is_changed { &[] } else { self.terrain.parts_of(piece) };
        let remains: &[Remain] = if is_changed { &self.remains } else { &[] };
        let remains = remains.iter().filter(move |remain| remain.piece == piece);
        parts
            .iter()
            .map(|part| self.terrain.outline(part))
            .chain(remains.map(|remain| Outline::new(remain.shape.corners())))
    }

    /// Whether a piece holds a point; its border belongs to it.
    #[inline]
    pub fn holds(&self, piece: PieceId, at: Point) -> bool {
        (self.changed.contains(piece) || self.terrain.piece(piece).bounds.holds(at))
            && self.outlines(piece).any(|outline| outline.holds(at))
    }

    /// What a piece is now: a house that has collapsed is ruins (SKIR-TER-4).
    #[inline]
    pub(crate) fn kind(&self, piece: PieceId) -> &Kind {
        if self.condition.ruined.contains(piece) {
            &self.terrain.ruins
        } else {
            &self.terrain.piece(piece).kind
        }
    }

    /// Whether it is a building with an inside now.
    #[inline]
    pub fn is_building(&self, piece: PieceId) -> bool {
        self.terrain.piece(piece).is_building() && !self.condition.ruined.contains(piece)
    }

    /// How high its top is above the table now, in mm.
    pub fn top(&self, piece: PieceId) -> i32 {
        let found = self.terrain.piece(piece);
        if self.condition.ruined.contains(piece) {
            found.base + i32::from(self.terrain.ruins.ground.height)
        } else {
            found.top()
        }
    }

    /// The ground at a point, not counting lines and what lies on the ground: every piece that holds it.
    pub fn areas(&self, at: Point) -> Pieces {
        let known = self.terrain.areas_at(at);
        let (mut held, maybe) = known.unwrap_or_else(|| (Pieces::NONE, self.terrain.maybe_at(at)));
        held -= self.changed;
        for id in maybe | self.changed {
            let piece = self.terrain.piece(id);
            if !piece.is_line()
                && piece.bounds.holds(at)
                && self.outlines(id).any(|outline| outline.holds(at))
            {
                held.insert(id);
            }
        }
        held
    }

    /// SKIR-GEO-5, SKIR-R84: the piece that counts at a point; none on open ground.
    pub fn ground(&self, at: Point) -> Option<PieceId> {
        self.counts_of(self.areas(at))
    }

    /// The piece that counts among those that hold a point.
    pub(crate) fn counts_of(&self, held: Pieces) -> Option<PieceId> {
        let ground = held.iter().filter(|id| self.kind(*id).ground.layer != Layer::Overlay);
        ground.max_by_key(|id| {
            let layer = self.kind(*id).ground.layer;
            (layer, if layer == Layer::Hill { self.terrain.piece(*id).base } else { 0 }, id.0)
        })
    }

    /// Linear pieces whose edge is no farther than that from a shape.
    pub fn lines_near(&self, shape: &Shape, mm: u32) -> Pieces {
        let reach = shape.bounds().grown(mm as i32);
        let is_near = |id: &PieceId| self.outlines(*id).any(|outline| shape.is_near(outline, mm));
        self.lines_within(&reach).iter().filter(is_near).collect()
    }

    /// Linear pieces that may reach into a rectangle.
    pub(crate) fn lines_within(&self, reach: &Bounds) -> Pieces {
        let lines = (self.terrain.maybe_within(reach) - self.changed).iter();
        let lines = lines.filter(|id| {
            let piece = self.terrain.piece(*id);
            piece.is_line() && piece.bounds.meets(reach)
        });
        // What was pushed aside may be anywhere.
        lines.collect::<Pieces>() | self.changed
    }

    /// Wrecks whose edge is no farther than that from a shape.
    pub fn wrecks_near(&self, shape: &Shape, mm: u32) -> Units {
        let wrecks = self.models.iter().filter(|model| model.hull.is_wreck());
        wrecks.filter(|model| model.shape.is_within(shape, mm)).map(|model| model.unit).collect()
    }

    /// Whether a piece is no longer where the file has it.
    #[inline]
    pub(crate) fn is_changed(&self, piece: PieceId) -> bool {
        self.changed.contains(piece)
    }

    /// What each piece does to lines of sight now, and up to which height: as a hill, and as what stands on it. Pieces that
    /// hide nothing are left out.
    pub(crate) fn screens(&self) -> impl Iterator<Item = (PieceId, &Bounds, [(Opacity, i32); 2])> {
        let ruined = self.condition.ruined;
        self.terrain.screens().iter().map(move |screening| {
            let (id, mut levels) = (screening.piece, screening.levels);
            if ruined.contains(id) {
                levels[1] = (self.kind(id).ground.sight, self.top(id));
            }
            (id, &screening.bounds, levels)
        })
    }

    /// The polygons of a piece as they are now that may reach into a rectangle.
    #[inline]
    pub(crate) fn outlines_within(
        &self,
        piece: PieceId,
        reach: &Bounds,
    ) -> impl Iterator<Item = Outline<'_>> {
        let is_changed = self.changed.contains(piece);
        let parts = if is_changed { &[] } else { self.terrain.parts_of(piece) };
        let remains: &[Remain] = if is_changed { &self.remains } else { &[] };
        let remains =
            remains.iter().filter(move |remain| remain.piece == piece && remain.shape.bounds().meets(reach));
        let parts = parts.iter().filter(|part| part.bounds.meets(reach));
        parts
            .map(|part| self.terrain.outline(part))
            .chain(remains.map(|remain| Outline::new(remain.shape.corners())))
    }

    /// SKIR-GEO-7: whether a piece that is so high stops a ray.
    #[inline]
    pub(crate) fn stops(&self, piece: PieceId, ray: &Ray, track: &Bounds, top: i32) -> bool {
        if self.is_changed(piece) {
            return self.outlines(piece).any(|outline| ray.is_stopped_by(outline, top));
        }
        let mut parts = self.terrain.parts_of(piece).iter();
        parts.any(|part| part.bounds.meets(track) && ray.is_stopped_by(self.terrain.outline(part), top))
    }
}

/// The part of a leg between two places along its first side.
fn slice(corners: &[Point], from: i32, to: i32, length: i32) -> Shape {
    let along = |at: i32, start: Point, end: Point| {
        let part = |whole: i32| {
            kit::tabletop::rounded(i64::from(whole) * i64::from(at), i64::from(length.max(1))) as i32
        };
        let way = end - start;
        start + Vector::new(part(way.x), part(way.y))
    };
    let near = |at| along(at, corners[0], corners[1]);
    let far = |at| along(at, corners[3], corners[2]);
    Shape::polygon(&[near(from), near(to), far(to), far(from)])
}
