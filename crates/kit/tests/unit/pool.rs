//! Compiled with `src/pool.rs`, whose inside it looks at.

use super::*;

#[test]
fn equal_states_are_one_however_many() {
    let mut pool = Pool::new();
    for round in 0..3 {
        for state in 0u32..500 {
            pool.put(state, u128::from(state + round)).unwrap();
        }
    }
    let mut held = Vec::new();
    pool.take(&mut held);
    assert_eq!(held.len(), 500);
    assert!(held.iter().all(|&(state, weight)| weight == u128::from(3 * state + 3)));
}

#[test]
fn weights_of_unlike_parts_meet() {
    let mut pool = Pool::new();
    for (state, of) in [('a', 6), ('b', 10), ('a', 4)] {
        let one = pool.align(of).unwrap();
        pool.put(state, u128::from(one)).unwrap();
    }
    assert_eq!(pool.parts, 60);
    let mut held = Vec::new();
    pool.take(&mut held);
    assert_eq!(held, [('a', 10 + 15), ('b', 6)]);
}
