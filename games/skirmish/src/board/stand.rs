//! Where one man or one model stands, as far as sight and shelter ask.

use kit::{
    position::{UnitId, Units},
    tabletop::{Point, Shape},
};

use super::{Pieces, Scene, terrain::PieceId};
use crate::charts::{Charts, EyeLine, Layer, Opacity};

/// The radius of a miniature's base in mm (SKIR-GEO-4).
pub const BASE: u16 = 10;
/// How near a line must be to be lined or looked over, in mm (SKIR-GEO-7, SKIR-TER-2).
pub const LINED: u32 = 20;

/// What is looked at or looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// A miniature.
    Man,
    /// A vehicle or gun.
    Model,
    /// A vehicle that hides like a man.
    Bike,
}

/// One man or model where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    /// Whose it is.
    pub unit: UnitId,
    /// Its centre.
    pub at: Point,
    /// Its base or footprint.
    pub shape: Shape,
    /// What it is.
    pub build: Build,
    /// How high its eye is above the table, in mm (SKIR-GEO-9).
    pub eye: i32,
    /// How high the points are that are looked at.
    pub sample: i32,
    /// SKIR-GEO-13: the elevation of its ground and floor.
    pub elevation: i32,
    /// The piece that counts under its centre; none on open ground.
    pub ground: Option<PieceId>,
    /// The building it is in and its floor.
    pub house: Option<(PieceId, u8)>,
    /// Every area that holds its centre.
    pub areas: Pieces,
    /// Linear pieces near enough to be lined.
    pub lines: Pieces,
    /// Wrecks near enough.
    pub wrecks: Units,
    /// Soft pieces that hold its centre.
    pub(crate) soft: Pieces,
}

impl Scene<'_> {
    /// A miniature, on a floor if it is in a building.
    pub fn man(&self, charts: &Charts, unit: UnitId, at: Point, floor: u8) -> Stand {
        let areas = self.areas(at);
        let ground = self.counts_of(areas);
        let house = ground.filter(|piece| self.is_building(*piece)).map(|piece| (piece, floor));
        let above = house.map_or(0, |(_, floor)| i32::from(floor) * i32::from(charts.limits.floor));
        let is_entrenched = ground.is_some_and(|piece| self.kind(piece).ground.layer == Layer::Trench);
        let EyeLine { eye, sample } = if is_entrenched { charts.eyes.entrenched } else { charts.eyes.man };
        let shape = Shape::disc(at, BASE);
        self.stand(unit, (at, shape), Build::Man, areas, (eye, sample, above), house)
    }

    /// A vehicle or gun that covers a shape and is so high.
    pub fn model(
        &self,
        charts: &Charts,
        unit: UnitId,
        at: Point,
        (shape, height): (Shape, u16),
        build: Build,
    ) -> Stand {
        let height = i32::from(charts.eyes.of_model(height));
        self.stand(unit, (at, shape), build, self.areas(at), (height, height, 0), None)
    }

    fn stand(
        &self,
        unit: UnitId,
        (at, shape): (Point, Shape),
        build: Build,
        areas: Pieces,
        (eye, sample, above): (i32, i32, i32),
        house: Option<(PieceId, u8)>,
    ) -> Stand {
        let hills = areas.iter().map(|id| self.terrain.piece(id)).filter(|piece| piece.is_hill());
        let elevation = hills.map(|piece| piece.base).max().unwrap_or(0) + above;
        let soft = areas.iter().filter(|id| self.kind(*id).ground.sight == Opacity::Soft).collect();
        Stand {
            unit,
            at,
            build,
            eye: elevation + eye,
            sample: elevation + sample,
            elevation,
            ground: self.counts_of(areas),
            house,
            areas,
            lines: self.lines_near(&shape, LINED),
            wrecks: self.wrecks_near(&shape, LINED),
            soft,
            shape,
        }
    }
}
