//! The numbers that Sandtable promises, measured: `make bench`.
//!
//! Each line is the time of one call on one core: the best and the median of many batches, and the limit that was
//! promised. Run it on a quiet machine; the best batch is what the code costs, the median shows how quiet it was.

use std::{hint::black_box, time::Instant};

use kit::{
    Inquiry, Reckoning, Rules, Sums,
    inquiry::question,
    position::UnitId,
    tabletop::{Heading, Point, Shape},
};
use skirmish::{
    board::{Build, Condition, Eyes, Model, ModelKind, Scene, Stand},
    shell::Shells,
    spotting::Visibility,
};

struct Measured {
    name: &'static str,
    best: u128,
    median: u128,
    limit: Option<u128>,
}

const BATCHES: usize = 101;
const BATCH_NANOSECONDS: u128 = 2_000_000;

fn measure<T>(name: &'static str, limit: Option<u128>, mut call: impl FnMut() -> T) -> Measured {
    let started = Instant::now();
    let mut calls = 0u128;
    while started.elapsed().as_nanos() < BATCH_NANOSECONDS * 20 {
        black_box(call());
        calls += 1;
    }
    let batch = (calls / 20).max(1);
    let mut times: Vec<u128> = (0..BATCHES)
        .map(|_| {
            let started = Instant::now();
            for _ in 0..batch {
                black_box(call());
            }
            started.elapsed().as_nanos() / batch
        })
        .collect();
    times.sort_unstable();
    Measured { name, best: times[0], median: times[BATCHES / 2], limit }
}

/// From a situation to its exact distribution, with every line of its reckoning.
fn with_reckoning<Q: Inquiry>(name: &'static str, example: &str, limit: Option<u128>) -> Measured {
    let (situation, _) = question::<Q>(Rules::published(), name, example).expect("a ready situation");
    measure(name, limit, || {
        let mut reckoning = Reckoning::default();
        let question =
            Q::prepare(Rules::published(), black_box(&situation), &mut reckoning).expect("it is legal");
        (question.odds().expect("exact"), reckoning.lines().len())
    })
}

/// The same with the sums only.
fn sums_only<Q: Inquiry>(name: &'static str, example: &str, limit: Option<u128>) -> Measured {
    let (situation, _) = question::<Q>(Rules::published(), name, example).expect("a ready situation");
    measure(name, limit, || {
        let question =
            Q::prepare(Rules::published(), black_box(&situation), &mut Sums::default()).expect("it is legal");
        question.odds().expect("exact")
    })
}

/// A wanderer over the table: always the same numbers.
struct Wander(u64);

impl Wander {
    fn below(&mut self, limit: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as i32
    }
}

/// Whether one man or tank sees another, anywhere on the largest table with twenty vehicles on it.
fn lines_of_sight() -> Measured {
    let charts = Rules::<skirmish::charts::Charts>::published().get();
    let terrain = charts.landscape("skir-height").expect("the largest table");
    let condition = Condition::default();
    let mut scene = Scene::new(terrain, &condition);
    let mut wander = Wander(7);
    let mut place = || {
        let (x, y) = (wander.below(terrain.width), wander.below(terrain.depth));
        (Point::new(x, y), Heading::new(wander.below(360) as u16))
    };
    for unit in 2..22 {
        let (at, heading) = place();
        let shape = Shape::model(at, heading, 82, 42);
        let top = terrain.elevation(at) + 36;
        scene.put(Model { unit: UnitId(unit), shape, top, hull: ModelKind::Vehicle });
    }
    let pairs: Vec<(Stand, Stand)> = (0..1000)
        .map(|n| {
            let ((a, _), (b, heading)) = (place(), place());
            let observer = scene.man(charts, UnitId(0), a, 0);
            let tank = (Shape::model(b, heading, 82, 42), 36);
            let target = if n % 2 == 0 {
                scene.man(charts, UnitId(1), b, 0)
            } else {
                scene.model(charts, UnitId(1), b, tank, Build::Model)
            };
            (observer, target)
        })
        .collect();
    let eyes = Eyes { scene: &scene, charts, visibility: Visibility::Normal };
    let mut next = 0;
    measure("skirmish line of sight", Some(5_000), || {
        next = (next + 1) % pairs.len();
        let (observer, target) = &pairs[next];
        eyes.shows(black_box(observer), black_box(target), 240)
    })
}

fn main() {
    let five_shells = include_str!("five-shells.toml");
    let measured = [
        with_reckoning::<mars::battle::Battle>(
            "mars battle, with reckoning",
            mars::battle::Battle::EXAMPLE,
            Some(2_000),
        ),
        sums_only::<mars::battle::Battle>("mars battle", mars::battle::Battle::EXAMPLE, Some(500)),
        with_reckoning::<stalingrad::battle::Battle>(
            "stalingrad battle, with reckoning",
            stalingrad::battle::Battle::EXAMPLE,
            Some(2_000),
        ),
        sums_only::<stalingrad::battle::Battle>(
            "stalingrad battle",
            stalingrad::battle::Battle::EXAMPLE,
            Some(500),
        ),
        sums_only::<eastfront::Battle>("eastfront battle", eastfront::Battle::EXAMPLE, None),
        sums_only::<battleline::battle::Battle>(
            "battleline battle",
            battleline::battle::Battle::EXAMPLE,
            None,
        ),
        sums_only::<Shells>("skirmish shell", Shells::EXAMPLE, Some(5_000)),
        sums_only::<Shells>(
            "skirmish shell, fate of the target",
            &format!("watch = \"fate\"\n{}", Shells::EXAMPLE),
            Some(5_000),
        ),
        sums_only::<Shells>("skirmish five shells", five_shells, Some(20_000)),
        sums_only::<Shells>(
            "skirmish five shells, everything",
            &format!("watch = \"everything\"\n{five_shells}"),
            None,
        ),
        lines_of_sight(),
    ];
    if std::env::args().any(|argument| argument == "--json") {
        let lines: Vec<String> =
            measured.iter().map(|line| format!("\"{}\": {}", line.name, line.best)).collect();
        println!("{{{}}}", lines.join(", "));
        return;
    }
    println!("{:36} {:>10} {:>10} {:>10}", "one call, nanoseconds", "best", "median", "promised");
    for Measured { name, best, median, limit } in measured {
        let promised = limit.map_or_else(String::new, |limit| limit.to_string());
        let verdict = if limit.is_some_and(|limit| best > limit) { "  over" } else { "" };
        println!("{name:36} {best:>10} {median:>10} {promised:>10}{verdict}");
    }
}
