//! Who can pay for a loss.

use proptest::prelude::*;
use sandtable_kit::{Factor, losses::*};

fn literal(values: &[Factor], due: Factor) -> Vec<UnitSet> {
    let all = 1u64 << values.len();
    if worth(values, all - 1) < due {
        return vec![all - 1];
    }
    let enough = |set: UnitSet| worth(values, set) >= due;
    let minimal = |set: UnitSet| (0..values.len()).all(|p| set >> p & 1 == 0 || !enough(set & !(1 << p)));
    (0..all).filter(|&set| enough(set) && minimal(set)).collect()
}

proptest! {
    #[test]
    fn minimal_sets_are_the_literal_ones(halves in prop::collection::vec(0i32..9, 0..9), due in 0i32..40) {
        let values: Vec<Factor> = halves.into_iter().map(Factor::halves).collect();
        let due = Factor::halves(due);
        let (mut sets, complete) = minimal_sets(&values, due, 1000);
        prop_assert!(complete);
        sets.sort_unstable();
        prop_assert_eq!(&sets, &literal(&values, due));
        let least = sets.iter().map(|&set| worth(&values, set)).min().unwrap_or_default();
        prop_assert_eq!(cheapest(&values, due), least);
    }
}

#[test]
fn a_long_list_can_be_cut() {
    let values = [Factor::ONE; 40];
    let (sets, complete) = minimal_sets(&values, Factor::whole(20), 5);
    assert!(sets.len() == 5 && !complete);
    assert_eq!(cheapest(&values, Factor::whole(20)), Factor::whole(20));
}
