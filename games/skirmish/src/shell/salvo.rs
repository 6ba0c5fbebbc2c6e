//! Several shells at a model: the odds of the chain, combined shell after shell.

use std::cmp::Ordering;

use kit::{Chain, Dice, Die, Fraction, Purpose, Throw, TooFine, chance};
use smallvec::SmallVec;

use super::{Moment, Shells, Stage, Watch, fate_of};
use crate::{
    charts::{Test, charts},
    condition::{Condition, Due},
    nerve::passes,
    words::{Effect, Speed},
};

/// What several shells can end in, with exact chances.
#[derive(Clone, Debug)]
pub struct Fates {
    ends: Vec<(Condition, u128)>,
    total: u128,
}

impl Fates {
    /// The chance of the ends for which `wanted` holds.
    pub fn chance(&self, mut wanted: impl FnMut(&Condition) -> bool) -> Fraction {
        let hits = self.ends.iter().filter(|(end, _)| wanted(end)).map(|(_, weight)| weight).sum();
        Fraction::new(hits, self.total)
    }

    fn of_the_chain(shells: &Shells) -> Result<Self, TooFine> {
        let odds = chance::odds(shells)?.map(|end| end.now);
        let mut total = 1u128;
        for (_, chance) in odds.iter() {
            // Chances in lowest terms have the greatest part of their denominators in common.
            let grown = Fraction::new(chance.denominator(), total).numerator();
            total = total.checked_mul(grown).ok_or(TooFine)?;
        }
        let ends =
            odds.iter().map(|(&end, chance)| (end, chance.numerator() * (total / chance.denominator())));
        Ok(Self { ends: ends.collect(), total })
    }

    /// The ends and their chances.
    pub fn iter(&self) -> impl Iterator<Item = (Condition, Fraction)> {
        self.ends.iter().map(|&(end, weight)| (end, Fraction::new(weight, self.total)))
    }
}

/// Dice that show every face in turn and weigh each path in parts of one whole that all dice divide, so that
/// paths of unlike length need no common denominator.
struct Walk {
    path: SmallVec<[(u16, u16); 8]>,
    depth: usize,
    whole: u64,
    weight: u64,
}

impl Walk {
    fn new(whole: u64) -> Self {
        Self { path: SmallVec::new(), depth: 0, whole, weight: whole }
    }

    /// Sets the dice to the next path; false after the last.
    fn turn(&mut self) -> bool {
        (self.depth, self.weight) = (0, self.whole);
        while let Some((taken, ways)) = self.path.last_mut() {
            *taken += 1;
            if taken < ways {
                return true;
            }
            self.path.pop();
        }
        false
    }

    fn fork(&mut self, ways: u16) -> u16 {
        if self.depth == self.path.len() {
            self.path.push((0, ways));
        }
        self.depth += 1;
        self.path[self.depth - 1].0
    }
}

impl Dice for Walk {
    fn roll(&mut self, die: Die, _: Purpose) -> u16 {
        self.weight /= u64::from(die.sides());
        self.fork(die.sides()) + 1
    }

    fn at_most(&mut self, die: Die, most: u16, _: Purpose) -> bool {
        let most = most.min(die.sides());
        let yes = match most {
            0 => false,
            all if all == die.sides() => true,
            _ => self.fork(2) == 0,
        };
        let ways = if yes { most } else { die.sides() - most };
        self.weight = self.weight / u64::from(die.sides()) * u64::from(ways);
        yes
    }

    fn compare(&mut self, mine: Throw, theirs: Throw, purpose: Purpose) -> Ordering {
        let my_face = i32::from(self.roll(mine.die, purpose)) + i32::from(mine.bonus);
        my_face.cmp(&(i32::from(self.roll(theirs.die, purpose)) + i32::from(theirs.bonus)))
    }
}

/// Blows that differ in what they do to a model's fate, with their weights.
type Blows = SmallVec<[(Option<Effect>, u64); 24]>;

/// Weighted conditions on their way, found by their key.
struct Pool {
    slot: [u8; 256],
    held: SmallVec<[(Condition, u128); 48]>,
}

const EMPTY: u8 = u8::MAX;

impl Pool {
    fn new() -> Self {
        Self { slot: [EMPTY; 256], held: SmallVec::new() }
    }

    fn put(&mut self, end: Condition, weight: u128) {
        let slot = &mut self.slot[usize::from(key(end))];
        if *slot == EMPTY {
            *slot = self.held.len() as u8;
            self.held.push((end, weight));
        } else {
            self.held[usize::from(*slot)].1 += weight;
        }
    }
}

/// The most men whose number fits into a key.
const MOST_CREW: u8 = 7;

/// What tells one fate from another, in eight bits.
fn key(now: Condition) -> u8 {
    (now.hull as u8) << 6
        | u8::from(now.speed == Speed::Stopped) << 5
        | u8::from(now.fleeing()) << 4
        | u8::from(now.surrendered()) << 3
        | now.crew
}

impl Shells {
    /// Under [`Watch::Fate`] the ends of a model under all its shells, equal to the odds of the chain.
    ///
    /// The blow of a shell does not depend on how its target stands, so it is walked once; then blows and tests
    /// are applied shell after shell by the rules that the chain uses.
    pub fn combined(&self) -> Result<Fates, TooFine> {
        let start = self.victim.start;
        if self.watch != Watch::Fate || self.is_team() || start.riders > 0 || start.crew > MOST_CREW {
            return Fates::of_the_chain(self);
        }
        let (blows, whole) = self.blows();
        let die = charts().tests[Test::Courage as usize].against.map_or(1, Die::sides);
        let pairs = u64::from(Die::D6.sides()) * u64::from(die);
        // The CR of a crew goes with its last but one man; nothing else about it changes.
        let last_man = Condition { crew: 1, ..start };
        let (with_rank, alone) = (self.ways_to_stand(start, pairs), self.ways_to_stand(last_man, pairs));
        let mut total = 1u128;
        let mut now: SmallVec<[(Condition, u128); 48]> = SmallVec::from_slice(&[(fate_of(start), 1)]);
        for _ in 0..self.shells {
            let each = u128::from(whole) * u128::from(pairs);
            total = total.checked_mul(each).ok_or(TooFine)?;
            let mut pool = Pool::new();
            for (at, weight) in now {
                if at.is_gone() {
                    pool.put(at, weight * each);
                    continue;
                }
                for &(blow, ways) in &blows {
                    let weight = weight * u128::from(ways);
                    let (then, due) =
                        blow.map_or((at, Due::NOTHING), |blow| self.victim.suffer(at, &blow, false));
                    if !due.courage {
                        pool.put(fate_of(then), weight * u128::from(pairs));
                        continue;
                    }
                    let stand = if then.crew > 1 { with_rank } else { alone };
                    for (passed, ways) in [(true, stand), (false, pairs - stand)] {
                        let (end, _) = self.victim.after(then, due, Test::Courage, passed);
                        pool.put(fate_of(end), weight * u128::from(ways));
                    }
                }
            }
            now = pool.held;
        }
        Ok(Fates { ends: now.into_vec(), total })
    }

    /// How many of the pairs of dice pass a CT.
    fn ways_to_stand(&self, now: Condition, pairs: u64) -> u64 {
        let nerve = self.victim.nerve(now);
        let odds = chance::every(|dice| passes(Test::Courage, nerve, dice)).chance(|&passed| passed);
        (odds.numerator() * u128::from(pairs) / odds.denominator()) as u64
    }

    /// Every blow of one shell as far as it matters to a model's fate, and the sum of their weights.
    fn blows(&self) -> (Blows, u64) {
        let hit = u64::from(self.attack.die.sides()) * u64::from(self.attack.pierce.sides()) * 10;
        let stray =
            u64::from(self.fragments.die.sides()) * u64::from(self.fragments.pierce.sides()) * 8 * 360;
        let mut walk = Walk::new(if self.burst.scatters { hit * stray } else { hit });
        let mut blows = Blows::new();
        loop {
            let blow = self.blow(&mut walk).map(Effect::fate);
            match blows.iter_mut().find(|(known, _)| *known == blow) {
                Some((_, weight)) => *weight += walk.weight,
                None => blows.push((blow, walk.weight)),
            }
            if !walk.turn() {
                break;
            }
        }
        let shared = blows.iter().fold(walk.whole, |shared, &(_, weight)| gcd(shared, weight));
        for (_, weight) in &mut blows {
            *weight /= shared;
        }
        (blows, walk.whole / shared)
    }

    /// The dice of one shell up to its effect; none where it does no damage.
    fn blow<D: Dice>(&self, dice: &mut D) -> Option<Effect> {
        let mut at = Moment { left: 1, ..self.start() };
        loop {
            match at.stage {
                Stage::Through(place, by_fragments) => {
                    return Some(*self.attack_of(by_fragments).effect(place, dice));
                }
                Stage::Aim => at = self.fire(at, dice),
                Stage::Astray => at = self.stray(at, dice),
                Stage::Near => at = self.splinter(at, dice),
                Stage::Comrades(_) | Stage::Tests | Stage::Over | Stage::Done => return None,
            }
        }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
