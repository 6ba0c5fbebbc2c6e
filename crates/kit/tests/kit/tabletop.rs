//! Geometry of the table against slow literal versions.

use proptest::prelude::*;
use sandtable_kit::tabletop::{
    Across, Heading, Lattice, Outline, Point, Ray, Shape, Vector, between, rounded, silhouette, straightened,
};

use self::literal::Exact;

mod literal;

const CASES: u32 = 400;

/// A point of a small table: small, so that things touch and line up often.
fn point(side: i32) -> impl Strategy<Value = Point> {
    (0..=side, 0..=side).prop_map(|(x, y)| Point::new(x, y))
}

/// A point, more often than not on a coarse grid.
fn lattice(side: i32) -> impl Strategy<Value = Point> {
    prop_oneof![point(side), point(side / 10).prop_map(|at| Point::new(at.x * 10, at.y * 10))]
}

/// A simple polygon, convex or not: corners around a centre, ordered by bearing.
fn polygon() -> impl Strategy<Value = Vec<Point>> {
    (point(60), prop::collection::vec((0..360u16, prop_oneof![Just(25i32), 3..30i32]), 3..8)).prop_filter_map(
        "a polygon",
        |(centre, rays)| {
            let mut rays = rays;
            rays.sort_by_key(|&(degrees, _)| std::cmp::Reverse(degrees));
            rays.dedup_by_key(|&mut (degrees, _)| degrees);
            let corners: Vec<Point> =
                rays.iter().map(|&(degrees, mm)| centre.offset(Heading::new(degrees), mm)).collect();
            let n = corners.len();
            let around = |at: usize| (corners[at] - centre).cross(corners[(at + 1) % n] - centre) > 0;
            (n > 2 && (0..n).all(around)).then_some(corners)
        },
    )
}

fn model() -> impl Strategy<Value = Shape> {
    (point(120), 0..360u16, 12..90u16, 12..50u16)
        .prop_map(|(at, degrees, length, width)| Shape::model(at, Heading::new(degrees), length, width))
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        model(),
        (point(120), 0..20u16).prop_map(|(at, radius)| Shape::disc(at, radius)),
        (point(120), point(120), 0..20u16).prop_map(|(from, to, radius)| Shape::lane(from, to, radius)),
    ]
}

fn ray(side: i32) -> impl Strategy<Value = Ray> {
    (lattice(side), 0..100i32, lattice(side), 0..100i32).prop_map(|(from, from_z, to, to_z)| Ray {
        from,
        from_z,
        to,
        to_z,
    })
}

fn from_the_other_end(ray: &Ray) -> Ray {
    Ray { from: ray.to, from_z: ray.to_z, to: ray.from, to_z: ray.from_z }
}

/// All the degrees one after the other.
fn bearing_by_hand(way: Vector) -> u16 {
    (0..360)
        .max_by_key(|&degrees| (Heading::new(degrees).parts(way).0, std::cmp::Reverse(degrees)))
        .expect("there are degrees")
}

/// Both ends of every part of the track inside the piece, by cross-multiplication.
fn is_stopped_by_hand(ray: &Ray, outline: &[Point], top: i32) -> bool {
    let height = |share: Exact| Exact::whole(ray.from_z) + Exact::whole(ray.to_z - ray.from_z) * share;
    let spans = literal::spans(ray.from, ray.to, outline);
    spans.into_iter().any(|(from, to)| Exact::whole(top) > height(from) || Exact::whole(top) > height(to))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn the_bearing_is_the_best_of_360(x in -3000..3000i32, y in -3000..3000i32, small in -12..12i32, other in -12..12i32) {
        for way in [Vector::new(x, y), Vector::new(small, other), Vector::new(small, y)] {
            prop_assert_eq!(Heading::of(way).degrees(), bearing_by_hand(way));
        }
    }

    #[test]
    fn pieces_hold_what_lies_inside(polygon in polygon(), at in prop_oneof![point(90), point(30).prop_map(|at| at + Vector::new(20, 20))]) {
        let inside = literal::where_is(literal::place(at), &literal::places(&polygon));
        prop_assert_eq!(Outline::new(&polygon).holds(at), inside >= 0);
        prop_assert_eq!(Outline::new(&polygon).holds_inside(at), inside > 0);
        // Its own corners and the turned polygon.
        prop_assert!(Outline::new(&polygon).holds(polygon[0]) && !Outline::new(&polygon).holds_inside(polygon[0]));
        let turned: Vec<Point> = polygon.iter().rev().copied().collect();
        prop_assert_eq!(Outline::new(&turned).holds(at), inside >= 0);
        prop_assert_eq!(Outline::new(&turned).double_area(), -Outline::new(&polygon).double_area());
    }

    #[test]
    fn legs_run_through_pieces_where_they_should(polygon in polygon(), from in lattice(90), to in lattice(90), a in 0..8usize, b in 0..8usize) {
        let corner = |at: usize| polygon[at % polygon.len()];
        // Any leg, one from corner to corner, one along a side.
        for (from, to) in [(from, to), (corner(a), corner(b)), (corner(a), to), (corner(a), corner(a + 1))] {
            let spans = Outline::new(&polygon).spans(from, to);
            let told: Vec<(Exact, Exact)> = spans
                .iter()
                .map(|(from, to)| (Exact::new(from.num().into(), from.den().into()), Exact::new(to.num().into(), to.den().into())))
                .collect();
            let by_hand = if from == to { told.clone() } else { literal::spans(from, to, &polygon) };
            prop_assert_eq!(told, by_hand.clone());
            // It runs inside from the first place on whose other side there is an inside point.
            let entry = Outline::new(&polygon).entry(from, to).map(|at| Exact::new(at.num().into(), at.den().into()));
            if from != to {
                prop_assert_eq!(entry, literal::entry(from, to, &polygon));
            }
        }
    }

    #[test]
    fn sight_is_stopped_where_the_piece_is_higher(polygon in polygon(), ray in ray(90), top in 0..100i32, a in 0..8usize, b in 0..8usize) {
        let corner = |at: usize| polygon[at % polygon.len()];
        for ray in [ray, Ray { from: corner(a), ..ray }, Ray { from: corner(a), to: corner(b), ..ray }] {
            for top in [top, ray.from_z, ray.to_z, ray.from_z.midpoint(ray.to_z)] {
                prop_assert_eq!(Ray::is_stopped_by(&ray, Outline::new(&polygon), top), is_stopped_by_hand(&ray, &polygon, top));
                prop_assert_eq!(Ray::is_stopped_by(&from_the_other_end(&ray), Outline::new(&polygon), top), is_stopped_by_hand(&ray, &polygon, top));
            }
        }
    }

    #[test]
    fn stretches_inside_are_compared_exactly(polygon in polygon(), ray in ray(90), limit in 0..60u32) {
        let inside = literal::spans(ray.from, ray.to, &polygon)
            .into_iter()
            .fold(Exact::ZERO, |sum, (from, to)| sum + to - from);
        let square = inside * inside * Exact::whole(ray.from.square_to(ray.to));
        prop_assert_eq!(ray.is_within([Outline::new(&polygon)], limit), square <= Exact::whole(limit * limit));
    }

    #[test]
    fn edges_are_as_far_apart_as_they_are(a in shape(), b in shape(), mm in 0..60u32) {
        let square = literal::square_distance(a.corners(), b.corners());
        let radii = u32::from(a.radius()) + u32::from(b.radius());
        let within = |mm: u32| square <= Exact::whole((mm + radii) * (mm + radii));
        prop_assert_eq!(a.is_within(&b, mm), within(mm));
        prop_assert_eq!(b.is_within(&a, mm), within(mm));
        let reach = mm + radii;
        prop_assert_eq!(a.is_closer_than(&b, mm), reach > 0 && square < Exact::whole(reach * reach));
        let distance = a.distance(&b);
        prop_assert_eq!(distance, b.distance(&a));
        prop_assert!(within(distance) && (distance == 0 || !within(distance - 1)));
        let common = if radii > 0 {
            square < Exact::whole(radii * radii)
        } else {
            a.corners().len() > 2
                && b.corners().len() > 2
                && literal::common_area(a.corners(), b.corners()).sign() > 0
        };
        prop_assert_eq!(a.overlaps(&b), common);
        let at = b.corners()[0];
        let near = literal::square_distance(a.corners(), &[at]);
        prop_assert_eq!(a.holds(at), near <= Exact::whole(u32::from(a.radius()).pow(2)));
    }

    #[test]
    fn models_enter_pieces_by_their_insides(polygon in polygon(), model in model(), disc in (point(90), 1..20u16), mm in 0..40u32) {
        let outline = Outline::new(&polygon);
        let common = literal::common_area(&polygon, model.corners());
        prop_assert_eq!(model.enters(outline), common.sign() > 0);
        let square = literal::square_distance(model.corners(), &polygon);
        prop_assert_eq!(model.is_near(outline, mm), square <= Exact::whole(mm * mm));
        let (at, radius) = disc;
        let square = literal::square_distance(&[at], &polygon);
        prop_assert_eq!(Shape::disc(at, radius).enters(outline), square < Exact::whole(u32::from(radius).pow(2)));
        prop_assert_eq!(Shape::point(at).enters(outline), outline.holds_inside(at));
    }

    #[test]
    fn a_swept_shape_is_the_hull_of_both_ends(model in model(), x in -60..60i32, y in -60..60i32, at in point(180)) {
        let by = Vector::new(x, y);
        let swept = model.swept(by);
        // A point is swept over if and only if the model, moved back along the way, holds it somewhere.
        let back: Vec<Point> = vec![at, at + -by];
        let over = literal::square_distance(&back, model.corners()).sign() == 0;
        prop_assert_eq!(swept.holds(at), over);
        prop_assert!(model.corners().iter().all(|&corner| swept.holds(corner) && swept.holds(corner + by)));
    }

    #[test]
    fn a_model_is_seen_between_its_outermost_corners(model in model(), from in point(160)) {
        if let Some((left, right)) = silhouette(from, &model) {
            for &corner in model.corners() {
                prop_assert!((left - from).cross(corner - from) <= 0);
                prop_assert!((right - from).cross(corner - from) >= 0);
                if (left - from).cross(corner - from) == 0 {
                    prop_assert!(from.square_to(left) <= from.square_to(corner));
                }
            }
        } else {
            prop_assert!(model.holds(from));
        }
    }
}

#[test]
fn sines_are_those_of_the_calculator() {
    for degrees in 0..360u16 {
        let heading = Heading::new(degrees);
        let exact = f64::from(degrees).to_radians();
        let (sine, cosine) = ((exact.sin() * 1e6).round(), (exact.cos() * 1e6).round());
        assert_eq!((heading.sine(), heading.cosine()), (sine as i64, cosine as i64), "{degrees}");
        assert_eq!(Heading::of(Vector::new(sine as i32 / 300, cosine as i32 / 300)).degrees(), degrees);
    }
    assert_eq!(Heading::new(350).off(Heading::new(15)), 25);
    assert_eq!(Heading::new(10).turned(-20).degrees(), 350);
    assert_eq!(Heading::new(90).opposite().degrees(), 270);
}

#[test]
fn displacements_are_rounded_once_halves_away_from_zero() {
    let home = Point::new(100, 100);
    assert_eq!(home.offset(Heading::new(30), 1), Point::new(101, 101));
    assert_eq!(home.offset(Heading::new(210), 1), Point::new(99, 99));
    assert_eq!(home.offset(Heading::new(45), 60), Point::new(142, 142));
    assert_eq!([rounded(3, 2), rounded(-3, 2), rounded(1, 3)], [2, -2, 0]);
    // Corners of a tank at 30 degrees: offsets rounded, then added.
    let tank = Shape::model(Point::new(1000, 1000), Heading::new(30), 82, 42);
    let corners = [(1039, 1025), (1002, 1046), (961, 975), (998, 954)].map(|(x, y)| Point::new(x, y));
    assert_eq!(tank.corners(), corners);
}

#[test]
fn points_that_are_looked_at() {
    let line = (Point::new(0, 10), Point::new(24, 10));
    assert_eq!(between(line, 0, 12), Point::new(1, 10));
    assert_eq!(between(line, 11, 12), Point::new(23, 10));
    let across = |tenths| Across::new(Point::new(100, 0), Point::new(100, 50)).map(|disc| disc.at(tenths));
    // Seen from the south, left is west; halves away from zero.
    assert_eq!(across(75), Some(Point::new(93, 50)));
    assert_eq!(across(-75), Some(Point::new(108, 50)));
    assert!(Across::new(Point::new(5, 5), Point::new(5, 5)).is_none());
    assert_eq!(Vector::new(3, 4).micrometres(), 5000);
    assert_eq!(Vector::new(1, 1).micrometres(), 1414);
}

/// A table of 5 by 4 squares, some of which are dear and some closed.
fn squares() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(prop_oneof![Just(0u64), Just(1), Just(1), Just(1), Just(3)], 30)
}

/// What a step costs: its length times the dearer of its ends; nothing closed is entered.
fn step(squares: &[u64], from: Point, to: Point) -> Option<u64> {
    let price = |at: Point| squares[(at.y / 20 * 6 + at.x / 20) as usize];
    let dearer = price(from).max(price(to));
    (price(from).min(price(to)) > 0).then(|| dearer * (to - from).micrometres())
}

/// Every way by rounds: what is left to a goal from each point, until nothing gets cheaper.
fn costs_by_hand(squares: &[u64], goal: Point) -> Vec<Option<u64>> {
    let points: Vec<Point> = Lattice::new(100, 80, 20).points().collect();
    let mut costs: Vec<Option<u64>> = points.iter().map(|at| (*at == goal).then_some(0)).collect();
    loop {
        let mut next = costs.clone();
        for (a, &from) in points.iter().enumerate() {
            for (b, &to) in points.iter().enumerate() {
                let are_neighbours = a != b && (to.x - from.x).abs() <= 20 && (to.y - from.y).abs() <= 20;
                let Some((rest, price)) = costs[b].zip(step(squares, from, to)).filter(|_| are_neighbours)
                else {
                    continue;
                };
                if next[a].is_none_or(|known| rest + price < known) {
                    next[a] = Some(rest + price);
                }
            }
        }
        if next == costs {
            return costs;
        }
        costs = next;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn routes_are_the_cheapest_and_the_first_of_equals(squares in squares(), from in 0..30usize, to in 0..30usize) {
        let lattice = Lattice::new(100, 80, 20);
        let points: Vec<Point> = lattice.points().collect();
        let (start, goal) = (points[from], points[to]);
        let costs = costs_by_hand(&squares, goal);
        let route = lattice.route(start, [goal], (1, u64::MAX), |a, b| step(&squares, a, b));
        prop_assert_eq!(route.is_some(), costs[from].is_some());
        let Some(route) = route else { return Ok(()) };
        prop_assert_eq!((route[0], route[route.len() - 1]), (start, goal));
        let at = |point: Point| points.iter().position(|known| *known == point).expect("a point of the grid");
        for pair in route.windows(2) {
            let left = costs[at(pair[0])].expect("it is on a way");
            let good = |next: Point| step(&squares, pair[0], next).zip(costs[at(next)]).is_some_and(|(price, rest)| price + rest == left);
            prop_assert!(good(pair[1]));
            let mut near: Vec<Point> = points.iter().copied().filter(|next| *next != pair[0] && (next.x - pair[0].x).abs() <= 20 && (next.y - pair[0].y).abs() <= 20).collect();
            near.sort();
            prop_assert_eq!(near.into_iter().find(|next| good(*next)), Some(pair[1]));
        }
        // A limit below the price finds nothing, the price itself does.
        let price = costs[from].expect("there is a way");
        prop_assert!(lattice.route(start, [goal], (1, price), |a, b| step(&squares, a, b)).is_some());
        prop_assert!(price == 0 || lattice.route(start, [goal], (1, price - 1), |a, b| step(&squares, a, b)).is_none());
        // Straightened it is no dearer and no longer.
        let direct = |a: Point, b: Point| step(&squares, a, b);
        let straight = straightened(&route, direct);
        let sum = |way: &[Point]| way.windows(2).map(|pair| direct(pair[0], pair[1]).expect("legal")).sum::<u64>();
        prop_assert!(straight.len() <= route.len() && sum(&straight) <= sum(&route));
        prop_assert_eq!((straight[0], straight[straight.len() - 1]), (start, goal));
    }
}

/// Four steps aslant are 113,136 micrometres, the straight line is 113,137: a way that costs just what it may is found.
#[test]
fn a_limit_holds_for_the_steps_of_a_way_and_not_for_the_straight_line() {
    let lattice = Lattice::new(100, 80, 20);
    let (start, goal) = (Point::new(20, 80), Point::new(100, 0));
    let aslant = |a: Point, b: Point| (a.x + a.y == 100 && b.x + b.y == 100).then(|| (b - a).micrometres());
    assert_eq!(lattice.route(start, [goal], (1, 113_136), aslant).map(|way| way.len()), Some(5));
    assert!(lattice.route(start, [goal], (1, 113_135), aslant).is_none());
}

#[test]
fn the_nearest_point_of_the_grid() {
    let lattice = Lattice::new(100, 80, 20);
    for (x, near) in [(0, 0), (9, 0), (10, 0), (11, 20), (99, 100), (130, 100), (-5, 0)] {
        assert_eq!(lattice.nearest(Point::new(x, 31)), Point::new(near, 40), "{x}");
    }
    assert_eq!(lattice.points().count(), 30);
}
