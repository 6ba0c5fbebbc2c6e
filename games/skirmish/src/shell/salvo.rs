//! Several shells at a model: the odds of the chain, combined shell after shell.

use kit::{Chain, Dice, Die, Distribution, TooFine, chance};
use smallvec::SmallVec;

use super::{Moment, Shells, Stage, Watch, fate_of};
use crate::{
    charts::{Test, charts},
    condition::{Condition, Due},
    nerve::passes,
    words::{Effect, Speed},
};

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
    pub fn combined(&self) -> Result<Distribution<Condition>, TooFine> {
        let start = self.victim.start;
        if self.watch != Watch::Fate || self.is_team() || start.riders > 0 || start.crew > MOST_CREW {
            return Ok(chance::odds(self)?.map(|end| end.now));
        }
        let blows = chance::every(|dice| self.blow(dice).map(Effect::fate));
        let whole = blows.total();
        let mut paths = blows.paths();
        let die = charts().tests[Test::Courage as usize].against.map_or(1, Die::sides);
        let pairs = u64::from(Die::D6.sides()) * u64::from(die);
        // The CR of a crew goes with its last but one man; nothing else about it changes.
        let last_man = Condition { crew: 1, ..start };
        let (with_rank, alone) = (self.ways_to_stand(start, pairs), self.ways_to_stand(last_man, pairs));
        let mut total = 1u128;
        let mut now: SmallVec<[(Condition, u128); 48]> = SmallVec::from_slice(&[(fate_of(start), 1)]);
        for _ in 0..self.shells {
            let each = whole * u128::from(pairs);
            total = total.checked_mul(each).ok_or(TooFine)?;
            let mut pool = Pool::new();
            for (at, weight) in now {
                if at.is_gone() {
                    pool.put(at, weight * each);
                    continue;
                }
                for (blow, ways) in blows.weights() {
                    let weight = weight * ways;
                    paths += 1;
                    let (then, due) =
                        blow.as_ref().map_or((at, Due::NOTHING), |blow| self.victim.suffer(at, blow, false));
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
        Ok(Distribution::from_weights(now.into_vec(), total, paths))
    }

    /// How many of the pairs of dice pass a CT.
    fn ways_to_stand(&self, now: Condition, pairs: u64) -> u64 {
        let nerve = self.victim.nerve(now);
        let odds = chance::every(|dice| passes(Test::Courage, nerve, dice)).chance(|&passed| passed);
        (odds.numerator() * u128::from(pairs) / odds.denominator()) as u64
    }

    /// The dice of one shell up to its effect; none where it does no damage.
    fn blow<D: Dice>(&self, dice: &mut D) -> Option<Effect> {
        let mut at = Moment { left: 1, ..self.start() };
        loop {
            match at.stage {
                Stage::Through | Stage::Pierced => {
                    return Some(*self.attack_of(at.stage == Stage::Pierced).effect(at.of, dice));
                }
                Stage::Aim => at = self.fire(at, dice),
                Stage::Astray => at = self.stray(at, dice),
                Stage::Near => at = self.splinter(at, dice),
                Stage::Comrades | Stage::Tests | Stage::Over | Stage::Done => return None,
            }
        }
    }
}
