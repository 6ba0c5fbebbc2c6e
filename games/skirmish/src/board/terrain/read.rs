//! Tables as their files say them.

use std::ops::Range;

use kit::{
    ContentError, Sheet,
    content::{Sources, read_toml},
    tabletop::{Bounds, CoarseGrid, LARGEST, Outline, Point, Vector},
};
use serde::Deserialize;

use super::{
    Kind, PIECES, Part, Piece, PieceId, Pieces, Screening, Serial, Terrain, openings::Walls, raster::Raster,
};
use crate::charts::{self, Building, Ground, Layer, Opacity, Wall};

/// The tables of the scenarios by name.
const FILES: [(&str, &str); 3] = [
    ("skir-learn", include_str!("../../../data/terrain/skir-learn.toml")),
    ("skir-workshop", include_str!("../../../data/terrain/skir-workshop.toml")),
    ("skir-height", include_str!("../../../data/terrain/skir-height.toml")),
];

/// Reads the tables of all scenarios; a patch calls them `terrain/NAME`.
pub(crate) fn read_all(
    sources: &Sources<'_>,
    kinds: &Kinds<'_>,
) -> Result<Vec<(&'static str, Terrain)>, ContentError> {
    let read = |(name, text): (&'static str, &'static str)| {
        let text = sources.text(&format!("terrain/{name}"), text)?;
        Ok((name, Terrain::read(&format!("data/terrain/{name}.toml"), &text, kinds)?))
    };
    FILES.into_iter().chain(FOR_TESTS).map(read).collect()
}

/// Millimetres in the centimetre of the files.
const CM: i32 = 10;
/// Half the thickness of a linear piece in mm (SKIR-GEO-5).
const HALF: i32 = 5;
/// The side of the squares in which pieces are looked up, in mm.
const CELL: i32 = 100;
/// Square mm for each man on a floor (SKIR-GEO-5): 6 square cm.
const ROOM: i64 = 600;

/// A file of a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableText {
    width: i32,
    depth: i32,
    #[serde(default)]
    piece: Vec<PieceText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PieceText {
    id: String,
    #[serde(default)]
    name: Option<String>,
    terrain: String,
    #[serde(default)]
    polygon: Option<Vec<(i32, i32)>>,
    #[serde(default)]
    line: Option<Vec<(i32, i32)>>,
    #[serde(default)]
    elevation: Option<i32>,
    #[serde(default)]
    floors: Option<u8>,
    #[serde(default)]
    doors: Option<Vec<(i32, i32)>>,
    /// The corner at which the rear side of a bunker begins.
    #[serde(default)]
    rear: Option<u8>,
    #[serde(default)]
    no_windows: bool,
    /// The seat that knows of it: 0 or 1.
    #[serde(default)]
    hidden_by: Option<u8>,
}

/// What terrains are on the charts.
pub(crate) struct Kinds<'c> {
    pub(crate) terrains: &'c [charts::Terrain],
    pub(crate) grounds: &'c [(String, Ground)],
    pub(crate) buildings: &'c [Building],
    /// TERRAIN EFFECTS, for complaints.
    pub(crate) sheet: &'c Sheet,
}

impl Kinds<'_> {
    /// A terrain by its row of TERRAIN EFFECTS, or a building.
    fn named(&self, name: &str) -> Option<Kind> {
        // SKIR-BLD-9: a wall of the terrain chart is a garden wall of the chart of buildings.
        let lined = || self.buildings.iter().position(|known| known.lined && known.terrain == name);
        let building = self.buildings.iter().position(|known| known.name == name).or_else(lined);
        let row = building.map_or(name, |place| &self.buildings[place].terrain);
        let place = self.terrains.iter().position(|known| known.name == row)?;
        let (_, ground) = self.grounds.iter().find(|(known, _)| known == row)?;
        let shelter = building.map_or(self.terrains[place].shelter, |place| self.buildings[place].shelter);
        Some(Kind { row: place, ground: *ground, shelter, building })
    }

    /// One that the rules themselves name.
    fn known(&self, name: &str) -> Result<Kind, ContentError> {
        self.named(name).ok_or_else(|| self.sheet.complain(format!("expected a row `{name}`")))
    }
}

fn point((x, y): (i32, i32)) -> Point {
    Point::new(x * CM, y * CM)
}

/// SKIR-R84: the rectangle of a leg, lengthened where another leg joins it.
fn leg(from: Point, to: Point, joins: [bool; 2]) -> [Point; 4] {
    let way = to - from;
    // Half the thickness along a part of the way: the nearest whole number to 5 * part / length.
    let share = |part: i32| {
        let (square, length) = (i64::from(part) * i64::from(part), way.square());
        let reaches = |n: &i32| i64::from(2 * n - 1).pow(2) * length <= i64::from(2 * HALF).pow(2) * square;
        (1..=HALF).take_while(reaches).last().unwrap_or(0) * part.signum()
    };
    let ahead = Vector::new(share(way.x), share(way.y));
    let left = Vector::new(-ahead.y, ahead.x);
    let from = if joins[0] { from + -ahead } else { from };
    let to = if joins[1] { to + ahead } else { to };
    [from + -left, to + -left, to + left, from + left]
}

impl PieceText {
    /// Its polygons, counter-clockwise.
    fn polygons(&self, kind: Kind) -> Result<Vec<Vec<Point>>, String> {
        let is_line = kind.ground.piece == charts::Piece::Line;
        match (&self.polygon, &self.line) {
            (Some(corners), None) => {
                let mut corners: Vec<Point> = corners.iter().copied().map(point).collect();
                if corners.len() < 3 || Outline::new(&corners).double_area() == 0 {
                    return Err("a polygon has three corners at least and an inside".to_owned());
                }
                if Outline::new(&corners).double_area() < 0 {
                    corners.reverse();
                }
                if is_line && (corners.len() > 8 || !Outline::new(&corners).is_convex()) {
                    return Err("an obstacle is convex and has at most 8 corners".to_owned());
                }
                Ok(vec![corners])
            }
            (None, Some(points)) if is_line => {
                let points: Vec<Point> = points.iter().copied().map(point).collect();
                if points.len() < 2 || points.windows(2).any(|pair| pair[0] == pair[1]) {
                    return Err("a line has two different points at least".to_owned());
                }
                let last = points.len() - 2;
                let legs = points.windows(2).enumerate();
                Ok(legs.map(|(at, pair)| leg(pair[0], pair[1], [at > 0, at < last]).to_vec()).collect())
            }
            (None, Some(_)) => Err("only obstacles are lines".to_owned()),
            _ => Err("a piece has a polygon or a line".to_owned()),
        }
    }
}

impl Terrain {
    /// Reads a table.
    pub(crate) fn read(file: &str, text: &str, kinds: &Kinds<'_>) -> Result<Self, ContentError> {
        let table: TableText = read_toml(file, text)?;
        let (width, depth) = (table.width * CM, table.depth * CM);
        if !(0 < width && width <= LARGEST && 0 < depth && depth <= LARGEST) {
            return Err(ContentError::at(
                file,
                text,
                0,
                format!("a table measures 1 to {} cm", LARGEST / CM),
            ));
        }
        if table.piece.len() > PIECES {
            return Err(ContentError::at(file, text, 0, format!("a table has at most {PIECES} pieces")));
        }
        let mut terrain = Self {
            width,
            depth,
            pieces: Vec::new(),
            corners: Vec::new(),
            parts: Vec::new(),
            openings: Vec::new(),
            cells: CoarseGrid::new(width, depth, CELL),
            raster: Raster::new(width, depth),
            serial: Serial::next(),
            screens: Vec::new(),
            ruins: kinds.known("Ruins")?,
            open: kinds.known("Flat - clear")?,
            wrecks: [kinds.known("Vehicle wrecks")?, kinds.known("Armored wrecks")?],
        };
        // Hills first: the others stand on them, wherever they are in the list.
        let mut hills: Vec<(Vec<Point>, i32)> = Vec::new();
        let mut read = Vec::new();
        for piece in &table.piece {
            let complain = |message: String| {
                let offset = text.find(&format!("id = \"{}\"", piece.id)).unwrap_or(0);
                ContentError::at(file, text, offset, format!("piece `{}`: {message}", piece.id))
            };
            let kind = kinds.named(&piece.terrain);
            let kind = kind.ok_or_else(|| complain(format!("there is no terrain `{}`", piece.terrain)))?;
            let polygons = piece.polygons(kind).map_err(complain)?;
            if table.piece.iter().filter(|other| other.id == piece.id).count() > 1 {
                return Err(complain("there are two of this name".to_owned()));
            }
            match (kind.ground.layer == Layer::Hill, piece.elevation) {
                (true, Some(cm)) => hills.extend(polygons.iter().map(|corners| (corners.clone(), cm * CM))),
                (true, None) => return Err(complain("a hill has an elevation".to_owned())),
                (false, Some(_)) => return Err(complain("only hills have an elevation".to_owned())),
                (false, None) => {}
            }
            read.push((piece, kind, polygons, complain));
        }
        for (piece, kind, polygons, complain) in read {
            let under = |at: Point| {
                let held = hills.iter().filter(|(corners, _)| Outline::new(corners).holds(at));
                held.map(|(_, elevation)| *elevation).max().unwrap_or(0)
            };
            let base = piece.elevation.map_or_else(|| under(polygons[0][0]), |cm| cm * CM);
            terrain.add(piece, kind, &polygons, base, kinds).map_err(complain)?;
        }
        Ok(terrain)
    }

    fn add(
        &mut self,
        text: &PieceText,
        kind: Kind,
        polygons: &[Vec<Point>],
        base: i32,
        kinds: &Kinds<'_>,
    ) -> Result<(), String> {
        let wall = kind.building.map_or(Wall::None, |place| kinds.buildings[place].wall);
        let is_house = kind.ground.layer == Layer::House && wall != Wall::None;
        let floors = match (is_house, text.floors) {
            (true, Some(floors @ 1..=8)) => floors,
            (true, _) => return Err("a building has 1 to 8 floors".to_owned()),
            (false, None) => 0,
            (false, Some(_)) => return Err("only buildings have floors".to_owned()),
        };
        if text.hidden_by.is_some_and(|seat| seat > 1) {
            return Err("the sides are 0 and 1".to_owned());
        }
        let id = PieceId(self.pieces.len() as u8);
        let parts = self.add_parts(id, polygons);
        let first = self.openings.len() as u16;
        if is_house {
            let outline = Outline::new(&polygons[0]);
            let rear = text.rear.filter(|&rear| usize::from(rear) < polygons[0].len());
            if (wall == Wall::Bunker) != rear.is_some() {
                return Err("a bunker says which side is its rear, and no other building does".to_owned());
            }
            let doors: Option<Vec<Point>> =
                text.doors.as_ref().map(|doors| doors.iter().copied().map(point).collect());
            let walls =
                Walls { outline, floors, doors: doors.as_deref(), has_windows: !text.no_windows, rear };
            self.openings.extend(walls.openings()?);
        }
        if kind.ground.piece != charts::Piece::Line {
            for corners in polygons {
                self.raster.add(id, Outline::new(corners));
            }
        }
        let area: i64 = polygons.iter().map(|corners| Outline::new(corners).double_area() / 2).sum();
        let bounds = Bounds::around(&polygons.concat());
        self.cells.add(Pieces::of(id), &bounds);
        self.pieces.push(Piece {
            id: text.id.clone(),
            name: text.name.clone().unwrap_or_else(|| format!("the {}", text.id.replace('-', " "))),
            terrain: text.terrain.clone(),
            kind,
            base,
            floors,
            capacity: (area / ROOM) as u16,
            hidden_by: text.hidden_by,
            bounds,
            parts,
            openings: first..self.openings.len() as u16,
        });
        if kind.ground.sight != Opacity::Clear || kind.ground.layer == Layer::Hill {
            self.screens.push(Screening::of(id, self.piece(id)));
        }
        Ok(())
    }

    fn add_parts(&mut self, piece: PieceId, polygons: &[Vec<Point>]) -> Range<u16> {
        let first = self.parts.len() as u16;
        for corners in polygons {
            let start = self.corners.len() as u16;
            self.corners.extend(corners);
            let corners_at = start..self.corners.len() as u16;
            self.parts.push(Part { piece, corners: corners_at, bounds: Bounds::around(corners) });
        }
        first..self.parts.len() as u16
    }
}

/// The proving ground of the tests, after the tables of the game.
#[cfg(not(test))]
const FOR_TESTS: [(&str, &str); 0] = [];

#[cfg(test)]
const FOR_TESTS: [(&str, &str); 1] = [("skir-proving", include_str!("../../testing/terrain.toml"))];
