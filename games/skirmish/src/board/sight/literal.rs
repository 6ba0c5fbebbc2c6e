//! Sight by the letter of the ledger: every ray, every piece, nothing left out early.

use kit::{
    position::{UnitId, Units},
    tabletop::{Heading, Outline, Point, Ray, Shape, Vector, rounded},
};
use proptest::prelude::*;

use super::*;
use crate::{
    board::{Condition, Model, ModelKind, Terrain, condition::Gap},
    charts::{Layer, Rules},
};

/// SKIR-GEO-7: whether a polygon that is so high stops a line: at either end of any part of the line inside it.
fn stops(ray: &Ray, outline: Outline<'_>, top: i32) -> bool {
    outline.spans(ray.from, ray.to).into_iter().any(|(first, last)| {
        [first, last].into_iter().any(|t| {
            let (z, climb) = (i128::from(ray.from_z), i128::from(ray.to_z - ray.from_z));
            i128::from(top) * i128::from(t.den()) > z * i128::from(t.den()) + climb * i128::from(t.num())
        })
    })
}

/// How high something stands by its name (SKIR-GEO-7), and whether it is opaque (true) or soft (false).
fn screen_of(scene: &Scene<'_>, id: PieceId) -> Option<(i32, bool)> {
    let piece = scene.terrain.piece(id);
    if scene.condition.ruined.contains(id) {
        return Some((piece.base + 20, false));
    }
    let (height, is_opaque) = match piece.terrain.as_str() {
        "Brick house" | "Wooden house" | "Palace" | "Fort" => (40 * i32::from(piece.floors), true),
        "Bunker" | "Casemate" | "Pill-box" | "Vehicle wrecks" => (30, true),
        "Wall" => (14, true),
        "Hedges" | "Barricades" => (22, true),
        "Armored wrecks" => (32, true),
        "High rocks - cliffs" => (60, true),
        "Slope - clear" | "Hill top - clear" => (0, true),
        "Slope - rocks" => (25, false),
        "Ruins" => (20, false),
        "Flat - trees" | "Slope - trees" | "Hill top - trees" => (90, false),
        _ => return None,
    };
    Some((piece.base + height, is_opaque))
}

struct Pair<'s> {
    eyes: Eyes<'s>,
    observer: &'s Stand,
    target: &'s Stand,
    stretch: u32,
}

impl Pair<'_> {
    fn passes(&self, from: Point, to: Point) -> bool {
        let Self { eyes, observer, target, stretch } = self;
        let scene = eyes.scene;
        let ray = Ray { from, from_z: observer.eye, to, to_z: target.sample };
        let is_inside =
            |id: PieceId, stand: &Stand| scene.outlines(id).any(|outline| outline.holds(stand.at));
        for (id, piece) in scene.terrain.pieces() {
            let Some((top, is_opaque)) = screen_of(scene, id) else { continue };
            let is_house_of_one = [observer, target]
                .iter()
                .any(|end| scene.is_building(id) && end.build == Build::Man && is_inside(id, end));
            let is_lined = piece.is_line()
                && [observer, target]
                    .iter()
                    .any(|end| scene.outlines(id).any(|outline| end.shape.is_near(outline, 20)));
            if is_house_of_one || is_lined {
                continue;
            }
            if is_opaque {
                if scene.outlines(id).any(|outline| stops(&ray, outline, top)) {
                    return false;
                }
            } else if is_inside(id, target) {
                if !ray.is_within(scene.outlines(id), *stretch) {
                    return false;
                }
            } else if is_inside(id, observer) {
                let own = if eyes.visibility == Visibility::Normal { 120 } else { 60 };
                if !ray.is_within(scene.outlines(id), own) {
                    return false;
                }
            } else if scene.outlines(id).any(|outline| stops(&ray, outline, top)) {
                return false;
            }
        }
        for model in scene.models() {
            let is_end = [observer.unit, target.unit].contains(&model.unit);
            let is_lined = model.hull.is_wreck()
                && (model.shape.is_within(&observer.shape, 20) || model.shape.is_within(&target.shape, 20));
            if model.hull != ModelKind::Gun
                && !is_end
                && !is_lined
                && stops(&ray, Outline::new(model.shape.corners()), model.top)
            {
                return false;
            }
        }
        true
    }

    /// SKIR-GEO-12: the openings a man in a building stands for, or his own place.
    fn openings(&self, stand: &Stand) -> Vec<(Point, Option<Vector>)> {
        let scene = self.eyes.scene;
        let house = (stand.build == Build::Man)
            .then(|| stand.areas.iter().find(|id| scene.is_building(*id)))
            .flatten();
        let Some(house) = house else { return vec![(stand.at, None)] };
        let floor = stand.house.expect("he is in a building").1;
        let all = scene.terrain.openings(house).iter();
        all.filter(|opening| opening.floor == floor && opening.at.square_to(stand.at) <= 3600)
            .map(|opening| (opening.at, Some(opening.normal)))
            .collect()
    }

    fn is_visible(&self) -> bool {
        let Self { observer, target, .. } = self;
        if let (Some(here), Some(there)) = (observer.house, target.house)
            && here.0 == there.0
        {
            return here.1 == there.1;
        }
        let is_steep = |normal: Option<Vector>, from: Point, to: Point| {
            normal.is_none_or(|normal| {
                let (d, c) = (normal.dot(to - from), normal.cross(to - from).abs());
                d > 0 && i128::from(c) * 1_000_000 <= 2_747_480 * i128::from(d)
            })
        };
        for (from, normal) in self.openings(observer) {
            let passes = |to| is_steep(normal, from, to) && self.passes(from, to);
            for (to, other) in self.openings(target) {
                let seen = if other.is_some() {
                    is_steep(other, to, from) && passes(to)
                } else {
                    let count = self.rays(from).into_iter().filter(|to| to.is_none_or(&passes)).count();
                    count >= [2, 4, 6][target.build as usize]
                };
                if seen {
                    return true;
                }
            }
        }
        false
    }

    /// SKIR-GEO-10: the points looked at; none for a point that needs no ray.
    fn rays(&self, from: Point) -> Vec<Option<Point>> {
        let target = self.target;
        if target.build == Build::Man {
            let way = target.at - from;
            let distance = i64::from(way.millimetres());
            let ray = |k: i64| {
                (distance > 0).then(|| {
                    let at = |centre: i32, by: i32| {
                        rounded(i64::from(centre) * 10 * distance + k * i64::from(by), 10 * distance) as i32
                    };
                    Point::new(at(target.at.x, -way.y), at(target.at.y, way.x))
                })
            };
            return [-75, -25, 25, 75].map(ray).to_vec();
        }
        if target.shape.holds(from) {
            return vec![None; 12];
        }
        // Corners by bearing: the first and the last of a fan that is less than half a turn wide.
        let mut corners = target.shape.corners().to_vec();
        let before = |a: &Point, b: &Point| {
            let turn = (*b - from).cross(*a - from);
            turn.cmp(&0).then(from.square_to(*a).cmp(&from.square_to(*b)))
        };
        corners.sort_by(before);
        let left = corners[corners.len() - 1];
        let nearest = |of: Point| {
            let same = corners.iter().filter(|corner| (of - from).cross(**corner - from) == 0);
            *same.min_by_key(|corner| from.square_to(**corner)).expect("itself")
        };
        let (a, b) = (nearest(corners[0]), nearest(left));
        let part = |i: i64, a: i32, b: i32| {
            rounded(i64::from(a) * (24 - 2 * i - 1) + i64::from(b) * (2 * i + 1), 24) as i32
        };
        (0..12).map(|i| Some(Point::new(part(i, a.x, b.x), part(i, a.y, b.y)))).collect()
    }
}

fn tables() -> [&'static Terrain; 3] {
    let rules = Rules::published();
    ["skir-learn", "skir-workshop", "skir-height"]
        .map(|name| rules.get().landscape(name).expect("it is there"))
}

/// Where somebody stands: anywhere, near a corner of a piece, or near another place.
fn spot() -> impl Strategy<Value = (u16, u16, u8, i32, i32, u8)> {
    (any::<u16>(), any::<u16>(), 0..4u8, -40..40i32, -40..40i32, 0..3u8)
}

fn place(terrain: &Terrain, (a, b, how, x, y, _): (u16, u16, u8, i32, i32, u8)) -> Point {
    let (a, b) = (i32::from(a), i32::from(b));
    let at = if how == 0 {
        Point::new(a % terrain.width, b % terrain.depth)
    } else {
        let pieces = terrain.pieces().len() as i32;
        let id = PieceId((a % pieces) as u8);
        let corners: Vec<Point> =
            terrain.outlines(id).flat_map(|outline| outline.corners().to_vec()).collect();
        let corner = corners[b as usize % corners.len()];
        let next = corners[(b as usize + 1) % corners.len()];
        // At a corner, somewhere along a side, or in between.
        let share = (a / 7 % 11, 10);
        let side =
            Vector::new((next.x - corner.x) * share.0 / share.1, (next.y - corner.y) * share.0 / share.1);
        corner + side + Vector::new(x, y)
    };
    Point::new(at.x.clamp(0, terrain.width), at.y.clamp(0, terrain.depth))
}

type Seen = ((u16, u16, u8, i32, i32, u8), u16, u8);

fn stand_of(scene: &Scene<'_>, charts: &Charts, unit: u8, (spot, degrees, what): Seen) -> Stand {
    let at = place(scene.terrain, spot);
    let unit = UnitId(unit);
    if what == 0 {
        let shape = Shape::model(at, Heading::new(degrees), 82, 42);
        return scene.model(charts, unit, at, (shape, 36), Build::Model);
    }
    if what == 1 {
        let shape = Shape::model(at, Heading::new(degrees), 30, 12);
        return scene.model(charts, unit, at, (shape, 20), Build::Bike);
    }
    let house = scene.areas(at).iter().find(|id| scene.is_building(*id));
    let floors = house.map_or(1, |id| scene.terrain.piece(id).floors);
    scene.man(charts, unit, at, spot.5 % floors)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// SKIR-GEO-7 to SKIR-GEO-12: the fast answer is the literal one, on every table.
    #[test]
    fn fast_sight_is_literal_sight(
        table in 0..3usize,
        observer in (spot(), 0..360u16, 0..6u8),
        target in (spot(), 0..360u16, 0..6u8),
        others in prop::collection::vec((spot(), 0..360u16, 0..4u8), 0..5),
        ruined in prop::collection::vec(0..22u8, 0..3),
        gap in prop::option::of((0..30i16, 20..80i16)),
        stretch in prop_oneof![Just(0u32), 60..240u32],
        is_reduced in any::<bool>(),
    ) {
        let (terrain, rules) = (tables()[table], Rules::published());
        let mut condition = Condition::default();
        for piece in ruined.into_iter().map(PieceId).filter(|id| id.index() < terrain.pieces().len()) {
            if terrain.piece(piece).is_building() {
                condition.ruined.insert(piece);
            }
        }
        if let Some((from, wide)) = gap {
            for (id, piece) in terrain.pieces() {
                if piece.is_line() && terrain.outlines(id).len() == 1 && piece.terrain != "Vehicle wrecks" {
                    condition.open_gap(Gap { piece: id.0, leg: 0, from, to: from + wide });
                }
            }
            let pushed = terrain.pieces().find(|(_, piece)| piece.terrain == "Barricades");
            prop_assert!(pushed.is_none_or(|(id, _)| condition.push(id, Vector::new(40, 10))));
        }
        let mut scene = Scene::new(terrain, &condition);
        for (place_in, (spot, degrees, what)) in others.into_iter().enumerate() {
            let at = place(terrain, spot);
            let hull = [ModelKind::Vehicle, ModelKind::Gun, ModelKind::Wreck, ModelKind::ArmoredWreck][usize::from(what)];
            let shape = Shape::model(at, Heading::new(degrees), 82, 42);
            scene.put(Model { unit: UnitId(2 + place_in as u8), shape, top: terrain.elevation(at) + 36, hull });
        }
        let observer = stand_of(&scene, rules.get(), 0, observer);
        let target = stand_of(&scene, rules.get(), 1, target);
        let visibility = if is_reduced { Visibility::Reduced } else { Visibility::Normal };
        let eyes = Eyes { scene: &scene, charts: rules.get(), visibility };
        let pair = Pair { eyes, observer: &observer, target: &target, stretch };
        prop_assert_eq!(eyes.shows(&observer, &target, stretch), pair.is_visible());
    }

    /// SKIR-GEO-5: the ground that counts is the one of the highest layer that holds the point.
    #[test]
    fn the_ground_that_counts(table in 0..3usize, spot in spot()) {
        let terrain = tables()[table];
        let condition = Condition::default();
        let scene = Scene::new(terrain, &condition);
        let at = place(terrain, spot);
        let mut best: Option<(PieceId, (Layer, i32))> = None;
        for (id, piece) in terrain.pieces() {
            let layer = piece.kind.ground.layer;
            if piece.is_line() || layer == Layer::Overlay || !terrain.outlines(id).any(|outline| outline.holds(at)) {
                continue;
            }
            let rank = (layer, if layer == Layer::Hill { piece.base } else { 0 });
            if best.is_none_or(|(_, known)| rank >= known) {
                best = Some((id, rank));
            }
        }
        prop_assert_eq!(scene.ground(at), best.map(|(id, _)| id));
        let level = match best {
            _ if table < 2 => 0,
            _ => terrain.pieces().filter(|(id, piece)| piece.base > 0 && piece.terrain.contains('-') && terrain.outlines(*id).any(|outline| outline.holds(at))).map(|(_, piece)| piece.base).max().unwrap_or(0),
        };
        prop_assert_eq!(terrain.elevation(at), level);
        let _: Units = scene.wrecks_near(&Shape::point(at), 20);
    }
}
