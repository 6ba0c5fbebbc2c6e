//! The numbers that Sandtable promises, measured: `make bench`.
//!
//! Each line is the time of one call on one core: the best and the median of many batches, and the limit that was
//! promised. Run it on a quiet machine; the best batch is what the code costs, the median shows how quiet it was.

use std::{hint::black_box, time::Instant};

use kit::{Inquiry, Reckoning, Rules, Sums, content::read_situation};
use skirmish::shell::Shells;

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
    let situation: Q::Situation = read_situation(name, example).expect("a ready situation");
    measure(name, limit, || {
        let mut reckoning = Reckoning::default();
        let question =
            Q::prepare(Rules::published(), black_box(&situation), &mut reckoning).expect("it is legal");
        (question.odds().expect("exact"), reckoning.lines().len())
    })
}

/// The same with the sums only.
fn sums_only<Q: Inquiry>(name: &'static str, example: &str, limit: Option<u128>) -> Measured {
    let situation: Q::Situation = read_situation(name, example).expect("a ready situation");
    measure(name, limit, || {
        let question =
            Q::prepare(Rules::published(), black_box(&situation), &mut Sums::default()).expect("it is legal");
        question.odds().expect("exact")
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
