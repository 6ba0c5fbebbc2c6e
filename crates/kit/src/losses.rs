//! Which units pay for a loss.

use std::ops::ControlFlow;

use crate::Factor;

/// A set of units by their places in a list: bit 0 is the first.
pub type UnitSet = u64;

/// The most units a loss can be chosen from.
pub const MOST_UNITS: usize = 64;

/// What a set of units is worth.
pub fn worth(values: &[Factor], set: UnitSet) -> Factor {
    values.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1).map(|(_, &value)| value).sum()
}

/// Calls `each` with every set of units that is worth at least `due` and from which no unit can be left out;
/// if all units together are worth less, with the set of all. Cheaper sets do not come first.
///
/// # Panics
/// With more than [`MOST_UNITS`] units.
pub fn each_minimal_set(
    values: &[Factor],
    due: Factor,
    mut each: impl FnMut(UnitSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    assert!(values.len() <= MOST_UNITS);
    let all = worth(values, UnitSet::MAX);
    if all < due {
        let everybody = values.iter().enumerate().fold(0, |set, (place, _)| set | 1 << place);
        return each(everybody);
    }
    if !due.is_positive() {
        return each(0);
    }
    // Taken from the most valuable down, a set is minimal exactly if it falls short before its last unit.
    let mut order: Vec<usize> = (0..values.len()).filter(|&place| values[place].is_positive()).collect();
    order.sort_by_key(|&place| (std::cmp::Reverse(values[place]), place));
    let mut left: Vec<Factor> = order.iter().map(|&place| values[place]).collect();
    for at in (0..left.len().saturating_sub(1)).rev() {
        left[at] = left[at] + left[at + 1];
    }
    walk(values, &order, &left, due, 0, &mut each)
}

fn walk(
    values: &[Factor],
    order: &[usize],
    left: &[Factor],
    due: Factor,
    set: UnitSet,
    each: &mut impl FnMut(UnitSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (at, &place) in order.iter().enumerate() {
        if left[at] < due {
            break;
        }
        let (with, rest) = (set | 1 << place, due - values[place]);
        if rest.is_positive() {
            walk(values, &order[at + 1..], &left[at + 1..], rest, with, each)?;
        } else {
            each(with)?;
        }
    }
    ControlFlow::Continue(())
}

/// The minimal sets of [`each_minimal_set`], at most `limit` of them, and whether these are all.
pub fn minimal_sets(values: &[Factor], due: Factor, limit: usize) -> (Vec<UnitSet>, bool) {
    let mut sets = Vec::new();
    let complete = each_minimal_set(values, due, |set| {
        if sets.len() == limit {
            return ControlFlow::Break(());
        }
        sets.push(set);
        ControlFlow::Continue(())
    });
    (sets, complete.is_continue())
}

/// The least that can be paid when `due` is owed: the smallest worth of a set worth at least `due`, or all.
pub fn cheapest(values: &[Factor], due: Factor) -> Factor {
    let mut reachable = vec![Factor::ZERO];
    for &value in values {
        // Sums that already suffice need no further unit.
        let more: Vec<Factor> = reachable.iter().filter(|&&sum| sum < due).map(|&sum| sum + value).collect();
        reachable.extend(more);
        reachable.sort_unstable();
        reachable.dedup();
    }
    reachable.into_iter().find(|&sum| sum >= due).unwrap_or_else(|| worth(values, UnitSet::MAX))
}
