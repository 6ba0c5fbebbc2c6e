//! The pieces of a table (SKIR-GEO-5).

use std::{
    ops::Range,
    sync::atomic::{AtomicU32, Ordering},
};

use kit::{
    Id, IdSet,
    tabletop::{Bounds, CoarseGrid, Outline, Point},
};

use crate::{
    charts::{Ground, Layer, Opacity},
    words::Shelter,
};

mod openings;
mod raster;
mod read;

pub use openings::{Opening, OpeningKind};
use raster::Raster;
pub(crate) use read::{Kinds, read_all};

/// A piece by its place in the list of its table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceId(pub u8);

impl PieceId {
    /// For arrays with one entry a piece.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of pieces.
pub type Pieces = IdSet<PieceId, 1>;

impl Id for PieceId {
    #[inline]
    fn numbered(number: usize) -> Self {
        Self(number as u8)
    }

    #[inline]
    fn number(self) -> usize {
        self.index()
    }
}

/// No table has more pieces.
pub const PIECES: usize = 64;

/// What a piece is on the charts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    /// Its row of TERRAIN EFFECTS.
    pub(crate) row: usize,
    pub(crate) ground: Ground,
    pub(crate) shelter: Shelter,
    /// Its row of the chart of buildings, which trenches and garden walls have too.
    pub(crate) building: Option<usize>,
}

/// A piece of terrain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its short name, different from all others of the table.
    pub id: String,
    /// What players call it.
    pub name: String,
    /// Its terrain as the file says it: a row of TERRAIN EFFECTS, or a building.
    pub terrain: String,
    pub(crate) kind: Kind,
    /// The elevation of the ground it stands on, or of its own level if it is a hill, in mm.
    pub base: i32,
    /// How many floors it has; 0 if it is no building.
    pub floors: u8,
    /// How many men find room on a floor (SKIR-GEO-5).
    pub capacity: u16,
    /// Whose secret it is, by seat (SKIR-MIN-6).
    pub hidden_by: Option<u8>,
    /// The rectangle that holds it.
    pub bounds: Bounds,
    parts: Range<u16>,
    openings: Range<u16>,
}

impl Piece {
    /// SKIR-MOV-6: whether it is an obstacle that is crossed or lined, and not ground.
    pub fn is_line(&self) -> bool {
        self.kind.ground.piece == crate::charts::Piece::Line
    }

    /// SKIR-MIN-1: whether it is mined ground.
    pub fn is_mined(&self) -> bool {
        self.kind.ground.layer == Layer::Overlay && !self.is_line()
    }

    /// Whether it is a house or bunker with an inside.
    pub const fn is_building(&self) -> bool {
        self.floors > 0
    }

    /// How high its top is if it stands, in mm above the table (SKIR-GEO-7).
    pub fn top(&self) -> i32 {
        self.base + i32::from(self.kind.ground.height) * i32::from(self.floors.max(1))
    }

    /// How high it is if it is a level of a hill, in mm.
    pub(crate) fn level(&self) -> Option<i32> {
        self.is_hill().then_some(self.base)
    }

    /// Whether it is a level of a hill, which is solid up to its elevation.
    pub(crate) fn is_hill(&self) -> bool {
        self.kind.ground.layer == Layer::Hill
    }
}

/// A polygon of a piece: all of it, or a leg of a linear one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) piece: PieceId,
    corners: Range<u16>,
    pub(crate) bounds: Bounds,
}

/// What a piece does to lines of sight as long as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Screening {
    pub(crate) piece: PieceId,
    pub(crate) bounds: Bounds,
    /// As a hill, and as what stands on it: how, and up to which height in mm.
    pub(crate) levels: [(Opacity, i32); 2],
}

impl Screening {
    fn of(id: PieceId, piece: &Piece) -> Self {
        let level = if piece.is_hill() { (Opacity::Solid, piece.base) } else { (Opacity::Clear, 0) };
        // SKIR-R85: sand bags and crops have a height, but hide nothing.
        Self { piece: id, bounds: piece.bounds, levels: [level, (piece.kind.ground.sight, piece.top())] }
    }
}

/// Tells tables apart, for what is remembered about them; two with the same pieces are equal all the same.
#[derive(Clone, Debug)]
struct Serial(u32);

impl Serial {
    fn next() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl PartialEq for Serial {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Serial {}

/// A table with its pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terrain {
    /// From west to east, in mm.
    pub width: i32,
    /// From south to north, in mm.
    pub depth: i32,
    pieces: Vec<Piece>,
    corners: Vec<Point>,
    parts: Vec<Part>,
    openings: Vec<Opening>,
    cells: CoarseGrid<Pieces>,
    raster: Raster,
    serial: Serial,
    /// Pieces that hide something.
    screens: Vec<Screening>,
    /// What a house is when it has collapsed (SKIR-TER-4).
    pub(crate) ruins: Kind,
    /// What everything is that no piece covers.
    pub(crate) open: Kind,
    /// The kind of the wreck of an unarmored and of an armored vehicle (SKIR-TER-7).
    pub(crate) wrecks: [Kind; 2],
}

impl Terrain {
    /// All pieces in the order of the list.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = (PieceId, &Piece)> {
        self.pieces.iter().enumerate().map(|(place, piece)| (PieceId(place as u8), piece))
    }

    /// A piece.
    #[inline]
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// The piece with this short name.
    pub fn named(&self, id: &str) -> Option<PieceId> {
        self.pieces().find(|(_, piece)| piece.id == id).map(|(id, _)| id)
    }

    /// Whether a point is on the table (SKIR-R78).
    #[inline]
    pub const fn holds(&self, at: Point) -> bool {
        0 <= at.x && at.x <= self.width && 0 <= at.y && at.y <= self.depth
    }

    /// The polygons of a piece as the file has them.
    #[inline]
    pub fn outlines(&self, piece: PieceId) -> impl ExactSizeIterator<Item = Outline<'_>> {
        self.parts_of(piece).iter().map(|part| self.outline(part))
    }

    /// The openings of a building.
    pub fn openings(&self, piece: PieceId) -> &[Opening] {
        let Range { start, end } = self.piece(piece).openings;
        &self.openings[start.into()..end.into()]
    }

    #[inline]
    pub(crate) fn parts_of(&self, piece: PieceId) -> &[Part] {
        let Range { start, end } = self.piece(piece).parts;
        &self.parts[start.into()..end.into()]
    }

    #[inline]
    pub(crate) fn outline(&self, part: &Part) -> Outline<'_> {
        Outline::new(&self.corners[part.corners.start.into()..part.corners.end.into()])
    }

    /// Pieces that hide something, or may once they have collapsed.
    #[inline]
    pub(crate) fn screens(&self) -> &[Screening] {
        &self.screens
    }

    /// A number that no other table has.
    pub(crate) const fn serial(&self) -> u32 {
        self.serial.0
    }

    /// Areas that hold a point as the file has them, and areas that must be asked; none where nothing is known.
    #[inline]
    pub(crate) fn areas_at(&self, at: Point) -> Option<(Pieces, Pieces)> {
        self.raster.at(at)
    }

    /// What may be at a point, as the file has it.
    #[inline]
    pub(crate) fn maybe_at(&self, at: Point) -> Pieces {
        self.cells.at(at)
    }

    /// What may reach into a rectangle, as the file has it.
    #[inline]
    pub(crate) fn maybe_within(&self, bounds: &Bounds) -> Pieces {
        self.cells.within(bounds)
    }

    /// SKIR-GEO-5: the elevation of the ground at a point, in mm. Hills do not change.
    pub fn elevation(&self, at: Point) -> i32 {
        let (sure, maybe) = self.areas_at(at).unwrap_or_else(|| (Pieces::NONE, self.maybe_at(at)));
        let hills = |pieces: Pieces| {
            pieces.iter().map(|id| (id, self.piece(id))).filter(|(_, piece)| piece.is_hill())
        };
        let held = hills(maybe).filter(|(id, piece)| {
            piece.bounds.holds(at) && self.outlines(*id).any(|outline| outline.holds(at))
        });
        hills(sure).chain(held).map(|(_, piece)| piece.base).max().unwrap_or(0)
    }
}
