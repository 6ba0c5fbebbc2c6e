//! Dice that show every face in turn.

use std::cmp::Ordering;

use super::Drawn;
use crate::{
    Dice, Die, Purpose, Throw, TooFine,
    dice::{comparisons, pairs_at_least},
};

/// Dice that show every face in turn: the code that rolls them is run again and again, each time along the
/// next path.
#[derive(Debug)]
pub struct Every {
    path: Vec<Fork>,
    depth: usize,
    /// The way that the fork after the known path takes; 0 unless it has been turned.
    next: u32,
    /// How many of `total` the path stands for.
    weight: u64,
    /// Zero when it has grown beyond what fits.
    total: u64,
    /// Pairs of throws that were compared lately: tests are few and come again and again.
    tested: [Tested; 8],
}

/// A point of the path where the dice can go several ways, and the way taken.
#[derive(Clone, Copy, Debug)]
struct Fork {
    taken: u32,
    /// The way after it; 0 where there is none.
    next: u32,
    /// What the path stood for before it.
    weight: u64,
    total: u64,
}

/// Two throws and how many of how many pairs of faces pass, in lowest terms.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Tested {
    throws: (Throw, Throw),
    yes: u32,
    of: u32,
}

/// One way of a fork: how many of how many chances it stands for, and the way after it (0 for none).
struct Way {
    taken: u32,
    next: u32,
    weight: u64,
    of: u64,
}

impl Every {
    pub(crate) fn new() -> Self {
        // A die of one side against another passes for sure: an entry as true as any.
        let certain = Throw::new(Die::with_sides(1), 0);
        let tested = Tested { throws: (certain, certain), yes: 1, of: 1 };
        let path = Vec::with_capacity(16);
        Self { path, depth: 0, next: 0, weight: 1, total: 1, tested: [tested; 8] }
    }

    /// How many chances the path just walked stands for, and of how many.
    #[inline]
    pub(crate) const fn share(&self) -> Result<(u64, u64), TooFine> {
        if self.total == 0 { Err(TooFine) } else { Ok((self.weight, self.total)) }
    }

    /// Sets the dice to the next path; false after the last, and then they are as new.
    #[inline]
    pub(crate) fn turn(&mut self) -> bool {
        self.depth = 0;
        while let Some(last) = self.path.pop() {
            (self.weight, self.total) = (last.weight, last.total);
            if last.next != 0 {
                self.next = last.next;
                return true;
            }
        }
        false
    }

    /// Gives up the rest of the paths: the dice are as new.
    pub(crate) fn reset(&mut self) {
        self.path.clear();
        (self.depth, self.next, self.weight, self.total) = (0, 0, 1, 1);
    }

    /// Goes the way of this path; behind its end `way` says which way comes first, or next.
    #[inline]
    fn go(&mut self, way: impl FnOnce(u32) -> Way) -> u32 {
        let depth = self.depth;
        self.depth += 1;
        if let Some(fork) = self.path.get(depth) {
            return fork.taken;
        }
        let way = way(std::mem::take(&mut self.next));
        self.path.push(Fork { taken: way.taken, next: way.next, weight: self.weight, total: self.total });
        // What is certain is no fork and makes no chance finer. Where the total fits, the weight does.
        if way.weight != way.of {
            self.total = self.total.checked_mul(way.of).unwrap_or(0);
            self.weight = self.weight.wrapping_mul(way.weight);
        }
        way.taken
    }

    /// A fork of two ways: yes for so many of so many chances, in lowest terms.
    #[inline]
    fn yes(&mut self, yes: u32, of: u32) -> bool {
        let taken = self.go(|from| {
            let (yes, of) = (u64::from(yes), u64::from(of));
            if from == 0 && yes > 0 {
                Way { taken: 0, next: u32::from(yes < of), weight: yes, of }
            } else {
                Way { taken: 1, next: 0, weight: of - yes, of }
            }
        });
        taken == 0
    }

    /// How many of how many pairs of faces make `mine` no less than `theirs`, in lowest terms.
    #[inline]
    fn passing(&mut self, mine: Throw, theirs: Throw) -> (u32, u32) {
        let place = (mine.bonus as usize ^ usize::from(theirs.die.sides()) >> 1) % self.tested.len();
        let known = &mut self.tested[place];
        if known.throws != (mine, theirs) {
            let pairs = u32::from(mine.die.sides()) * u32::from(theirs.die.sides());
            let yes = pairs_at_least(mine, theirs);
            let shared = small_gcd(yes, pairs);
            *known = Tested { throws: (mine, theirs), yes: yes / shared, of: pairs / shared };
        }
        (known.yes, known.of)
    }
}

/// The greatest common divisor of small numbers, not both 0, without division.
const fn small_gcd(a: u32, b: u32) -> u32 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    let (mut a, mut b) = (a >> a.trailing_zeros(), b >> b.trailing_zeros());
    while a != b {
        (a, b) = if a > b { (a - b, b) } else { (b - a, a) };
        a >>= a.trailing_zeros();
    }
    a << twos
}

impl Dice for Every {
    #[inline]
    fn roll(&mut self, die: Die, _: Purpose) -> u16 {
        let sides = u32::from(die.sides());
        let taken = self.go(|from| Way {
            taken: from,
            next: if from + 1 < sides { from + 1 } else { 0 },
            weight: 1,
            of: sides.into(),
        });
        taken as u16 + 1
    }

    fn compare(&mut self, mine: Throw, theirs: Throw, _: Purpose) -> Ordering {
        let taken = self.go(|from| {
            // Whoever can be below and above can be equal too, so only the first and the last can be impossible.
            let weights = comparisons(mine, theirs);
            let possible = |&way: &u32| weights[way as usize] > 0;
            let taken = (from..3).find(possible).unwrap_or(2);
            let next = (taken + 1..3).find(possible).unwrap_or(0);
            let shared = weights.iter().fold(0, |shared, &weight| small_gcd(shared, weight));
            let of = weights.iter().sum::<u32>() / shared;
            Way { taken, next, weight: (weights[taken as usize] / shared).into(), of: of.into() }
        });
        [Ordering::Less, Ordering::Equal, Ordering::Greater][taken as usize]
    }

    #[inline]
    fn at_least(&mut self, mine: Throw, theirs: Throw, _: Purpose) -> bool {
        let (yes, of) = self.passing(mine, theirs);
        self.yes(yes, of)
    }

    #[inline]
    fn at_most(&mut self, die: Die, most: u16, _: Purpose) -> bool {
        let (yes, of) = (u32::from(most.min(die.sides())), u32::from(die.sides()));
        let shared = small_gcd(yes, of);
        self.yes(yes / shared, of / shared)
    }

    #[inline]
    fn read<T: Copy + PartialEq>(&mut self, die: Die, row: &[T], _: Purpose) -> T {
        let row = &row[..usize::from(die.sides())];
        let taken = self.go(|from| {
            let first = from as usize;
            let alike = row[first..].iter().take_while(|&cell| *cell == row[first]).count();
            let next = if first + alike < row.len() { (first + alike) as u32 } else { 0 };
            Way { taken: from, next, weight: alike as u64, of: row.len() as u64 }
        });
        row[taken as usize]
    }

    #[inline]
    fn draw<T: Copy + Ord>(&mut self, drawn: &Drawn<T>, code: impl Fn(&mut Self) -> T) -> T {
        // What is too fine to be drawn is walked, which finds out the same and says so.
        let Some(ways) = drawn.ways(&code) else { return code(self) };
        let taken = self.go(|from| Way {
            taken: from,
            next: if (from as usize) + 1 < ways.len() { from + 1 } else { 0 },
            weight: ways.weight(from),
            of: ways.total,
        });
        ways.outcome(taken)
    }

    fn aside(&mut self, _: impl FnOnce(&mut Self)) {}
}
