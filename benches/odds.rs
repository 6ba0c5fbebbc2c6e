//! Exact odds: time from a situation to the whole distribution.

use divan::{Bencher, black_box};
use kit::{Inquiry, Reckoning, Sums, chance, content::read_situation};

fn main() {
    divan::main();
}

/// One battle with the words of its reckoning: at most 2 µs.
#[divan::bench]
fn mars_battle_with_reckoning(bencher: Bencher) {
    with_reckoning::<mars::battle::Battle>(bencher);
}

/// One battle, sums only: at most 500 ns.
#[divan::bench]
fn mars_battle(bencher: Bencher) {
    sums_only::<mars::battle::Battle>(bencher);
}

fn with_reckoning<Q: Inquiry>(bencher: Bencher) {
    let situation: Q::Situation = read_situation("example", Q::EXAMPLE).expect("the ready example");
    bencher.bench_local(|| {
        let mut reckoning = Reckoning::default();
        let question = Q::prepare(black_box(&situation), &mut reckoning).expect("it is legal");
        (chance::odds(&question).expect("exact"), reckoning.lines().len())
    });
}

fn sums_only<Q: Inquiry>(bencher: Bencher) {
    let situation: Q::Situation = read_situation("example", Q::EXAMPLE).expect("the ready example");
    bencher.bench_local(|| {
        let question = Q::prepare(black_box(&situation), &mut Sums::default()).expect("it is legal");
        chance::odds(&question).expect("exact")
    });
}
