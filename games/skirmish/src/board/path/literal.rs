//! The price of a way by the letter of the ledger: every side of every polygon, whole fractions, nothing left out early.

use proptest::prelude::*;

use super::*;
use crate::{board::Condition, charts::Rules};

/// A place of a leg: `num` of `den`, exactly.
#[derive(Clone, Copy, Debug)]
struct Part {
    num: i128,
    den: i128,
}

impl Part {
    fn middle(self, other: Self) -> Self {
        Self { num: self.num * other.den + other.num * self.den, den: 2 * self.den * other.den }
    }

    fn before(&self, other: &Self) -> std::cmp::Ordering {
        (self.num * other.den).cmp(&(other.num * self.den))
    }
}

fn wide(at: Point) -> (i128, i128) {
    (at.x.into(), at.y.into())
}

/// Where a leg meets the line of a side, if that is on both.
fn meets(from: Point, to: Point, a: Point, b: Point) -> Vec<Part> {
    let ((fx, fy), (tx, ty), (ax, ay), (bx, by)) = (wide(from), wide(to), wide(a), wide(b));
    let (dx, dy, sx, sy) = (tx - fx, ty - fy, bx - ax, by - ay);
    let den = dx * sy - dy * sx;
    if den == 0 {
        // Along the side, or beside it: the side's ends.
        let ends = [(ax, ay), (bx, by)].into_iter().filter(|(x, y)| (x - fx) * dy == (y - fy) * dx);
        let part = |(x, y): (i128, i128)| Part { num: (x - fx) * dx + (y - fy) * dy, den: dx * dx + dy * dy };
        return ends.map(part).filter(|at| 0 <= at.num && at.num <= at.den).collect();
    }
    let (num, side) = ((ax - fx) * sy - (ay - fy) * sx, (ax - fx) * dy - (ay - fy) * dx);
    let (num, side, den) = if den < 0 { (-num, -side, -den) } else { (num, side, den) };
    let is_on_both = (0..=den).contains(&num) && (0..=den).contains(&side);
    if is_on_both { vec![Part { num, den }] } else { Vec::new() }
}

/// Whether a polygon holds a point of a leg, its border included.
fn holds(corners: &[Point], from: Point, to: Point, at: Part) -> bool {
    let ((fx, fy), (tx, ty)) = (wide(from), wide(to));
    // Everything is `den` times as large.
    let (x, y) = (fx * at.den + (tx - fx) * at.num, fy * at.den + (ty - fy) * at.num);
    let mut is_inside = false;
    for place in 0..corners.len() {
        let ((ax, ay), (bx, by)) = (wide(corners[place]), wide(corners[(place + 1) % corners.len()]));
        let (ax, ay, bx, by) = (ax * at.den, ay * at.den, bx * at.den, by * at.den);
        let turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        if turn == 0 && x >= ax.min(bx) && x <= ax.max(bx) && y >= ay.min(by) && y <= ay.max(by) {
            return true;
        }
        if (ay > y) != (by > y) && (turn > 0) == (by > ay) {
            is_inside = !is_inside;
        }
    }
    is_inside
}

/// SKIR-GEO-5: building, bunker and ruins before trench, road, area, hill level and open ground; of hills the highest, of
/// others the later in the list.
fn priority(name: &str) -> u8 {
    match name {
        "Brick house" | "Wooden house" | "Palace" | "Fort" | "Bunker" | "Casemate" | "Pill-box" | "Ruins" => {
            5
        }
        "Trench" | "Trenches" => 4,
        "Roads" => 3,
        "Slope - clear" | "Slope - trees" | "Slope - rocks" | "Hill top - clear" | "Hill top - trees" => 1,
        _ => 2,
    }
}

/// SKIR-MOV-3 to SKIR-MOV-5: the points that a way costs; none if some of it is impassable.
fn literal(scene: &Scene<'_>, mover: &Mover, way: &[Point], whole: u64) -> Option<u64> {
    let terrain = scene.terrain;
    let (mut sum, mut micrometres, mut is_open) = (0, 0u128, true);
    for leg in way.windows(2) {
        let (from, to) = (leg[0], leg[1]);
        let ((fx, fy), (tx, ty)) = (wide(from), wide(to));
        let length = (1_000_000 * ((tx - fx).pow(2) + (ty - fy).pow(2)) as u128).isqrt();
        let areas: Vec<_> = terrain.pieces().filter(|(_, piece)| !piece.is_line()).collect();
        let mut cuts = vec![Part { num: 0, den: 1 }, Part { num: 1, den: 1 }];
        for (id, _) in &areas {
            for outline in scene.outlines(*id) {
                let corners = outline.corners();
                for place in 0..corners.len() {
                    cuts.extend(meets(from, to, corners[place], corners[(place + 1) % corners.len()]));
                }
            }
        }
        cuts.sort_by(Part::before);
        for pair in cuts.windows(2) {
            // SKIR-MOV-5: a cut lies at the length times p over q, rounded down; so is the running sum in mm.
            let at = |cut: Part| micrometres + length * cut.num as u128 / cut.den as u128;
            let (begin, end) = (at(pair[0]), at(pair[1]));
            if begin == end {
                continue;
            }
            let mm = (end / 1000 - begin / 1000) as u64;
            let middle = pair[0].middle(pair[1]);
            let held =
                |id: PieceId| scene.outlines(id).any(|outline| holds(outline.corners(), from, to, middle));
            let (mut ground, mut mined) = (("Flat - clear", 0), false);
            let mut best = (0, 0);
            for (id, piece) in areas.iter().filter(|(id, _)| !mover.unknown.contains(*id) && held(*id)) {
                let name =
                    if scene.condition.ruined.contains(*id) { "Ruins" } else { piece.terrain.as_str() };
                if name == "Minefield" {
                    mined = true;
                    continue;
                }
                let rank = (priority(name), if priority(name) == 1 { piece.base } else { 0 });
                if rank >= best {
                    (best, ground) = (rank, (name, rank.0));
                }
            }
            let charts = mover.rules().get();
            let row = |name: &str| {
                let printed = match name {
                    "Palace" | "Fort" => "Brick house",
                    "Casemate" | "Pill-box" => "Bunker",
                    "Trench" => "Trenches",
                    name => name,
                };
                let (class, _) = mover.class_and_size();
                charts.terrains.iter().find(|known| known.name == printed).unwrap().going[class]
            };
            let going = row(ground.0);
            let Some(divisor) = going.divisor else {
                is_open = false;
                continue;
            };
            let mut divisor = u64::from(divisor).max(mover.divisor).max(whole);
            // SKIR-MIN-1, SKIR-R76: mined ground is slow for everybody, also on a road.
            divisor = if mined { divisor.max(4) } else { divisor };
            let road = if mined { 1 } else { u64::from(going.road) };
            sum += mm * divisor * 12 / road;
        }
        micrometres += length;
    }
    is_open.then_some(sum)
}

const TABLES: [&str; 3] = ["skir-learn", "skir-workshop", "skir-height"];
const CHARTS: [[&str; 3]; 3] =
    [["G-RIF", "G-222", "S-45"], ["S-RIF", "G-STG", "S-45"], ["S-RIF", "G-PZ4G", "G-251"]];

/// A corner of the way: anywhere, or near a corner or along a side of some piece.
fn corner(scene: &Scene<'_>, (a, b, how, x, y): (u16, u16, u8, i32, i32)) -> Point {
    let terrain = scene.terrain;
    let (wide, deep) = (terrain.width, terrain.depth);
    let anywhere = Point::new(i32::from(a) % (wide + 1), i32::from(b) % (deep + 1));
    if how == 0 {
        return anywhere;
    }
    let id = PieceId((a % terrain.pieces().len() as u16) as u8);
    let corners: Vec<Point> = scene.outlines(id).flat_map(|outline| outline.corners().to_vec()).collect();
    let Some(&at) = corners.get(usize::from(b) % corners.len().max(1)) else { return anywhere };
    let next = corners[(usize::from(b) + 1) % corners.len()];
    // On the border itself, or a few mm beside it.
    let (x, y) = if how == 1 { (0, 0) } else { (x, y) };
    let along = i32::from(a) % 5;
    let at = Point::new(at.x + (next.x - at.x) * along / 5 + x, at.y + (next.y - at.y) * along / 5 + y);
    Point::new(at.x.clamp(0, wide), at.y.clamp(0, deep))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// SKIR-MOV-3 to SKIR-MOV-5, SKIR-GEO-5: the fast price is the literal one, over borders and corners, in ruins and on
    /// mines, for ways of several legs.
    #[test]
    fn the_price_of_a_way_is_the_literal_one_mov_5(
        table in 0..3usize,
        chart in 0..3usize,
        corners in prop::collection::vec((any::<u16>(), any::<u16>(), 0..4u8, -30..30i32, -30..30i32), 2..6),
        ruined in prop::collection::vec(0..22u8, 0..4),
        knows_mines in any::<bool>(),
        divisor in prop_oneof![Just(1u8), Just(2), Just(4)],
        whole in prop_oneof![Just(1u64), Just(2), Just(4)],
    ) {
        let rules = Rules::published();
        let mut board = Board::new(rules, table as u8);
        let terrain = rules.get().landscape(TABLES[table]).unwrap();
        let mut condition = Condition::default();
        for piece in ruined.into_iter().map(PieceId).filter(|id| id.index() < terrain.pieces().len()) {
            if terrain.piece(piece).is_building() {
                condition.ruined.insert(piece);
            }
        }
        if knows_mines {
            condition.known_mines = terrain.pieces().map(|(id, _)| id).collect();
        }
        let unit = board.everybody().find(|unit| board.chart(*unit).id == CHARTS[table][chart]).unwrap();
        board.unit_mut(unit).set(Flags::UNPLACED, false);
        let scene = Scene::new(terrain, &condition);
        let mover = Mover::new(&scene, &board, unit, divisor, false);
        let mut way: Vec<Point> = corners.into_iter().map(|at| corner(&scene, at)).collect();
        way.dedup();
        prop_assume!(way.len() > 1);
        prop_assert_eq!(price(&scene, &mover, &way, whole).ok(), literal(&scene, &mover, &way, whole), "{:?}", way);
    }
}
