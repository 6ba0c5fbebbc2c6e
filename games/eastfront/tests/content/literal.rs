//! The ledger's rules for the map, read slowly and straight: nothing here is shared with the compiler but the file of
//! coordinates.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::LazyLock,
};

use serde_json::Value;

/// Column and row.
pub type Hex = (i32, i32);
type Point = (f64, f64);

pub static LITERAL: LazyLock<Literal> = LazyLock::new(Literal::read);

pub fn number((column, row): Hex) -> String {
    format!("{column:02}{row:02}")
}

struct Shape {
    kind: String,
    name: String,
    inner: String,
    points: Vec<Point>,
}

pub struct Literal {
    shapes: Vec<Shape>,
    /// Hex, name and class.
    places: BTreeMap<Hex, (String, String)>,
    anchors: BTreeMap<Hex, Point>,
    /// What [`Literal::judged_terrain`] found, kept because it is asked so often.
    terrains: BTreeMap<Hex, String>,
}

/// What a hexside carries, seen from the first hex.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Side {
    pub kerch: bool,
    pub sea: bool,
    pub lake: bool,
    pub river: bool,
    /// The first hex is the defended side of a fortified line.
    pub defends: bool,
}

pub fn hexes() -> Vec<Hex> {
    (0..45).flat_map(|column| (0..49).map(move |row| (column, row))).collect()
}

fn nearest(point: Point) -> Hex {
    let far = |hex: &Hex| (centre(*hex).0 - point.0).hypot(centre(*hex).1 - point.1);
    hexes().into_iter().min_by(|one, other| far(one).total_cmp(&far(other))).unwrap()
}

/// Kilometres east and north.
fn project(latitude: f64, longitude: f64) -> Point {
    let (p1, p2) = (47_f64.to_radians(), 59_f64.to_radians());
    let n = f64::midpoint(p1.sin(), p2.sin());
    let c = p1.cos().powi(2) + 2.0 * n * p1.sin();
    let rho = |lat: f64| 6371.0 * (c - 2.0 * n * lat.to_radians().sin()).sqrt() / n;
    let t = n * (longitude - 33.0).to_radians();
    (rho(latitude) * t.sin(), rho(52.5) - rho(latitude) * t.cos())
}

fn centre((column, row): Hex) -> Point {
    let (column, row) = (f64::from(column), row);
    let shove = if row % 2 == 1 { 0.5 } else { 0.0 };
    (-1050.0 + 50.0 * (column + shove), 1065.0 - 43.301 * f64::from(row))
}

/// Even and odd: a ray to the east crosses the ring an odd number of times.
fn inside((x, y): Point, ring: &[Point]) -> bool {
    let edges = ring.iter().zip(ring.iter().cycle().skip(1));
    let crossed = edges
        .filter(|((x1, y1), (x2, y2))| (*y1 > y) != (*y2 > y) && x < x1 + (x2 - x1) * (y - y1) / (y2 - y1));
    crossed.count() % 2 == 1
}

/// How often a stretch crosses the stretches of a line.
fn crossed(one: Point, other: Point, line: &[Point]) -> usize {
    // Where the lines meet, as shares of both stretches.
    let meets = |a: Point, b: Point| {
        let (dx, dy) = (other.0 - one.0, other.1 - one.1);
        let (ex, ey) = (b.0 - a.0, b.1 - a.1);
        let cross = dx * ey - dy * ex;
        if cross == 0.0 {
            return false;
        }
        let (fx, fy) = (a.0 - one.0, a.1 - one.1);
        let (along, across) = ((fx * ey - fy * ex) / cross, (fx * dy - fy * dx) / cross);
        (0.0..=1.0).contains(&along) && (0.0..1.0).contains(&across)
    };
    line.windows(2).filter(|part| meets(part[0], part[1])).count()
}

impl Literal {
    fn read() -> Self {
        let text: Value = serde_json::from_str(include_str!("../../data/map/geography.geojson")).unwrap();
        let mut shapes = Vec::new();
        let mut points_of_places = Vec::new();
        for feature in text["features"].as_array().unwrap() {
            let word = |key: &str| feature["properties"][key].as_str().unwrap_or_default().to_owned();
            let place = |at: &Value| project(at[1].as_f64().unwrap(), at[0].as_f64().unwrap());
            let coordinates = &feature["geometry"]["coordinates"];
            let points: Vec<Point> = match feature["geometry"]["type"].as_str().unwrap() {
                "Point" => vec![place(coordinates)],
                "LineString" => coordinates.as_array().unwrap().iter().map(place).collect(),
                "Polygon" => coordinates[0].as_array().unwrap().iter().map(place).collect(),
                other => panic!("{other}"),
            };
            if points.len() == 1 {
                points_of_places.push((word("name"), word("kind"), points[0]));
            } else {
                shapes.push(Shape { kind: word("kind"), name: word("name"), inner: word("inner"), points });
            }
        }
        let mut literal =
            Self { shapes, places: BTreeMap::new(), anchors: BTreeMap::new(), terrains: BTreeMap::new() };
        for hex in hexes() {
            literal.anchors.insert(hex, centre(hex));
        }
        assert_eq!(points_of_places.len(), 145);
        for (name, kind, point) in points_of_places {
            let hex = nearest(point);
            literal.anchors.insert(hex, point);
            assert!(literal.places.insert(hex, (name, kind)).is_none(), "at most one place in {hex:?}");
        }
        literal.terrains = hexes().into_iter().map(|hex| (hex, literal.judged_terrain(hex))).collect();
        literal
    }

    /// East, west, north-east, north-west, south-east, south-west.
    pub fn neighbours(&self, (c, r): Hex) -> Vec<Hex> {
        let o = r % 2;
        let around =
            [(c + 1, r), (c - 1, r), (c + o, r - 1), (c - 1 + o, r - 1), (c + o, r + 1), (c - 1 + o, r + 1)];
        around.into_iter().filter(|hex| self.anchors.contains_key(hex)).collect()
    }

    pub fn place(&self, hex: Hex) -> Option<(&str, &str)> {
        self.places.get(&hex).map(|(name, kind)| (name.as_str(), kind.as_str()))
    }

    fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Shape> {
        self.shapes.iter().filter(move |shape| shape.kind == kind)
    }

    fn lies_in(&self, hex: Hex, kind: &str) -> bool {
        self.of_kind(kind).any(|shape| inside(self.anchors[&hex], &shape.points))
    }

    pub fn terrain(&self, hex: Hex) -> String {
        self.terrains[&hex].clone()
    }

    /// `sea`, `lake`, or the base terrain of land.
    fn judged_terrain(&self, hex: Hex) -> String {
        let has_place = self.places.contains_key(&hex);
        for kind in ["sea", "lake"] {
            if !has_place && self.lies_in(hex, kind) {
                return kind.into();
            }
        }
        let bases = ["swamp", "hills", "mountain"];
        let area = self
            .shapes
            .iter()
            .find(|shape| bases.contains(&shape.kind.as_str()) && inside(self.anchors[&hex], &shape.points));
        area.map_or("clear".into(), |area| area.kind.clone())
    }

    fn is_land(&self, hex: Hex) -> bool {
        !["sea", "lake"].contains(&self.terrain(hex).as_str())
    }

    pub fn country(&self, hex: Hex) -> String {
        if !self.is_land(hex) {
            return "water".into();
        }
        let order = ["neutral", "USSR", "Finland", "Romania", "Hungary"];
        order.into_iter().find(|kind| self.lies_in(hex, kind)).unwrap_or("Germany").into()
    }

    pub fn weather(&self, hex: Hex) -> &'static str {
        let (start, end) = (project(57.0, 21.0), project(46.5, 45.0));
        let turn = |(x, y): Point| (end.0 - start.0) * (y - start.1) - (end.1 - start.1) * (x - start.0);
        let moscow = turn(project(55.75, 37.62));
        if turn(self.anchors[&hex]) * moscow > 0.0 { "north-east" } else { "south-west" }
    }

    fn named(&self, name: &str) -> Hex {
        *self.places.iter().find(|(_, (known, _))| known == name).unwrap().0
    }

    pub fn side(&self, one: Hex, other: Hex) -> Side {
        let mut side = Side::default();
        if !self.is_land(one) || !self.is_land(other) {
            return side;
        }
        let strait = [self.named("Kerch"), self.named("Temryuk")];
        if strait.contains(&one) && strait.contains(&other) {
            side.kerch = true;
            return side;
        }
        let (a, b) = (self.anchors[&one], self.anchors[&other]);
        let middle = (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
        let odd = |shape: &Shape| crossed(a, b, &shape.points) % 2 == 1;
        side.sea =
            self.of_kind("sea").any(|sea| inside(middle, &sea.points)) || self.of_kind("barrier").any(odd);
        side.lake = self.of_kind("lake").any(|lake| crossed(a, b, &lake.points) >= 2);
        side.river = self.of_kind("river").any(odd);
        for line in self.of_kind("fortified line").filter(|line| odd(line)) {
            side.defends |= match line.inner.as_str() {
                "east" => centre(one).0 > centre(other).0,
                "south" => one.1 > other.1,
                inner => panic!("{inner}"),
            };
        }
        side
    }

    /// How many hexsides a river has.
    pub fn river_sides(&self, name: &str) -> usize {
        let river = self.of_kind("river").find(|river| river.name == name).unwrap();
        let mut count = 0;
        for one in hexes() {
            for other in self.neighbours(one) {
                let dry =
                    one < other && self.is_land(one) && self.is_land(other) && !self.side(one, other).kerch;
                if dry && crossed(self.anchors[&one], self.anchors[&other], &river.points) % 2 == 1 {
                    count += 1;
                }
            }
        }
        count
    }

    /// Chains of places.
    pub fn lines(&self, kind: &str) -> Vec<Vec<Hex>> {
        self.of_kind(kind).map(|line| line.points.iter().map(|&point| nearest(point)).collect()).collect()
    }

    /// The links from one hex to another: the straight hex line, or the shortest land path.
    pub fn way(&self, one: Hex, other: Hex) -> Vec<(Hex, Hex)> {
        let open = |from: Hex, to: Hex| {
            let side = self.side(from, to);
            self.is_land(to) && self.country(to) != "neutral" && !side.sea && !side.lake && !side.kerch
        };
        let straight = straight(one, other);
        let links = |hexes: &[Hex]| hexes.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>();
        let direct = links(&straight);
        if direct.iter().all(|&(from, to)| open(from, to)) {
            return direct;
        }
        let mut forerunner: BTreeMap<Hex, Hex> = BTreeMap::new();
        let mut queue = VecDeque::from([one]);
        while let Some(hex) = queue.pop_front() {
            for next in self.neighbours(hex) {
                if next != one && !forerunner.contains_key(&next) && open(hex, next) {
                    forerunner.insert(next, hex);
                    queue.push_back(next);
                }
            }
        }
        let mut path = vec![other];
        while *path.last().unwrap() != one {
            path.push(forerunner[path.last().unwrap()]);
        }
        links(&path)
    }
}

#[expect(clippy::many_single_char_names, reason = "the letters of the ledger")]
fn straight(one: Hex, other: Hex) -> Vec<Hex> {
    let cube = |(col, row): Hex| {
        let q = col - (row - row % 2) / 2;
        (q, row, -q - row)
    };
    let (a, b) = (cube(one), cube(other));
    let steps = (a.0 - b.0).abs().max((a.1 - b.1).abs()).max((a.2 - b.2).abs());
    let nudged = |(q, r, s): (i32, i32, i32)| (f64::from(q) + 1e-6, f64::from(r) + 2e-6, f64::from(s) - 3e-6);
    let (from, to) = (nudged(a), nudged(b));
    let mut hexes = Vec::new();
    for i in 0..=steps {
        let share = f64::from(i) / f64::from(steps);
        let at = |one: f64, other: f64| one + (other - one) * share;
        let (q, r, s) = (at(from.0, to.0), at(from.1, to.1), at(from.2, to.2));
        let (mut rq, mut rr) = (q.round(), r.round());
        let rs = s.round();
        let (dq, dr, ds) = ((rq - q).abs(), (rr - r).abs(), (rs - s).abs());
        if dq > dr && dq > ds {
            rq = -rr - rs;
        } else if dr > ds {
            rr = -rq - rs;
        }
        let (q, r) = (rq as i32, rr as i32);
        hexes.push((q + (r - r % 2) / 2, r));
    }
    hexes
}
