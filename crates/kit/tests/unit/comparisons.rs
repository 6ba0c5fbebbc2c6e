//! Compiled with `src/dice.rs`, whose inside it looks at.

use super::*;

#[test]
fn comparisons_count_every_pair() {
    for (mine, theirs) in [(Die::D6, Die::D10), (Die::D6, Die::D8), (Die::D6, Die::D6), (Die::D12, Die::D6)] {
        for bonus in -20..20 {
            let (mine, theirs) = (Throw::new(mine, bonus), Throw::new(theirs, 2));
            let mut literal = [0; 3];
            for a in 1..=mine.die.sides() {
                for b in 1..=theirs.die.sides() {
                    literal[(mine.with(a).cmp(&theirs.with(b)) as i8 + 1) as usize] += 1;
                }
            }
            assert_eq!(comparisons(mine, theirs), literal);
        }
    }
}
