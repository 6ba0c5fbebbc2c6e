//! Skill, rank and the eight tests.

use std::cmp::Ordering;

use kit::{Dice, Die, Purpose, Refusal, Throw};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Charts, Test, TestDice};

/// The highest Combat Skill and the highest Commander Rank of the charts.
const HIGHEST: u8 = 3;

/// What a unit brings to its tests.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Nerve {
    /// Combat Skill (SKIR-GEN-1).
    pub cs: u8,
    /// Effective Commander Rank (SKIR-GEN-3).
    pub cr: u8,
}

impl Nerve {
    /// What a test adds to its D6.
    pub(crate) fn bonus(self, test: TestDice) -> i16 {
        i16::from(self.cs) + if test.adds_rank { i16::from(self.cr) } else { 0 }
    }
}

/// SKIR-GEN-3: what a unit with so many men left brings to its tests: the CR of its own leader, unless a crew of so many
/// is down to one man, or the rank that is lent.
pub(crate) fn effective(crew_of: Option<u8>, men: u8, own: Nerve, lent: u8) -> Nerve {
    let alone = men <= 1 && crew_of.is_some_and(|crew| crew > 1);
    Nerve { cs: own.cs, cr: if alone { lent } else { own.cr.max(lent) } }
}

/// What the dice of a test are called, and the clause that has them rolled.
pub(crate) const fn purpose(test: Test) -> Purpose {
    match test {
        Test::Readiness => Purpose::new("readiness", "SKIR-TST-1"),
        Test::DirectRequest => Purpose::new("fire request", "SKIR-TST-3"),
        Test::IndirectRequest => Purpose::new("fire request", "SKIR-TST-4"),
        Test::CantFire => Purpose::new("can't fire", "SKIR-TST-5"),
        Test::Courage => Purpose::new("courage", "SKIR-TST-7"),
        Test::Precision => Purpose::new("precision", "SKIR-TST-8"),
        Test::Dodge => Purpose::new("dodge", "SKIR-TST-9"),
        Test::Melee => Purpose::new("melee", "SKIR-TST-10"),
    }
}

impl Charts {
    /// What the chart says of a test.
    #[inline]
    pub(crate) const fn test(&self, test: Test) -> TestDice {
        self.tests[test as usize]
    }

    /// SKIR-TST-3 to SKIR-TST-9: D6 + bonus against a die; the tester rolls both and equal is enough (SKIR-TST-11).
    #[inline]
    pub fn passes<D: Dice>(&self, test: Test, nerve: Nerve, dice: &mut D) -> bool {
        let rolled = self.test(test);
        dice.at_least(Throw::new(Die::D6, nerve.bonus(rolled)), Throw::new(rolled.against, 0), purpose(test))
    }

    /// SKIR-TST-8: a precision test; into an open top, window, door or slit it has the harder die.
    pub fn places<D: Dice>(&self, inside: bool, nerve: Nerve, dice: &mut D) -> bool {
        let test = self.test(Test::Precision);
        let against = if inside { test.hard } else { test.against };
        let mine = Throw::new(Die::D6, nerve.bonus(test));
        dice.at_least(mine, Throw::new(against, 0), purpose(Test::Precision))
    }

    /// SKIR-TST-10: both roll D6 + CS.
    pub fn melee<D: Dice>(&self, mine: Nerve, theirs: Nerve, dice: &mut D) -> Ordering {
        let throw = |nerve: Nerve| Throw::new(Die::D6, nerve.bonus(self.test(Test::Melee)));
        dice.compare(throw(mine), throw(theirs), purpose(Test::Melee))
    }
}

/// A readiness score to be rolled: the bonus, and whether crew losses fix the die at 1 (SKIR-CRW-1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Readiness {
    /// CS and CR.
    pub bonus: i16,
    /// One or more of the crew are dead.
    pub crew_hurt: bool,
}

impl Readiness {
    /// SKIR-TST-1: how this score compares with the other. SKIR-CRW-1: crew losses leave 1 for the die.
    pub fn against<D: Dice>(self, other: Self, dice: &mut D) -> Ordering {
        let purpose = purpose(Test::Readiness);
        match (self.crew_hurt, other.crew_hurt) {
            (false, false) => {
                let throw = |score: Self| Throw::new(Die::D6, score.bonus);
                dice.compare(throw(self), throw(other), purpose)
            }
            (true, true) => self.bonus.cmp(&other.bonus),
            (true, false) => (1 + self.bonus).cmp(&(dice.roll(Die::D6, purpose) as i16 + other.bonus)),
            (false, true) => (dice.roll(Die::D6, purpose) as i16 + self.bonus).cmp(&(1 + other.bonus)),
        }
    }
}

/// A leader from outside the unit who may lend his rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Commander {
    /// His Commander Rank, 0 to 3.
    pub cr: u8,
    /// How far he is from the nearest man or model of the unit, edge to edge, in mm.
    pub distance_mm: u32,
    /// Whether he flees himself.
    #[serde(default)]
    pub fleeing: bool,
}

impl Commander {
    /// SKIR-GEN-3: whether he is near enough, and steady enough, to lend his rank.
    pub fn lends(&self, charts: &Charts) -> bool {
        !self.fleeing && self.distance_mm <= charts.limits.rank_lent.into()
    }
}

/// SKIR-GEN-3: the best rank that any of these commanders lends.
pub(crate) fn lent_rank(commanders: &[Commander], charts: &Charts) -> Result<u8, Refusal> {
    if commanders.len() > 8 {
        return Err(Refusal::new("SKIR-GEN-3", "more than 8 commanders are named"));
    }
    let mut best = 0;
    for commander in commanders {
        check_rank(commander.cr)?;
        if commander.lends(charts) {
            best = best.max(commander.cr);
        }
    }
    Ok(best)
}

/// SKIR-GEN-1: skills go from 0 to 3.
pub(crate) fn check_skill(cs: u8) -> Result<u8, Refusal> {
    if cs <= HIGHEST {
        return Ok(cs);
    }
    Err(Refusal::new("SKIR-GEN-1", format!("a Combat Skill is 0 to {HIGHEST}, not {cs}")))
}

/// SKIR-GEN-2: ranks go from 0 to 3.
pub(crate) fn check_rank(cr: u8) -> Result<u8, Refusal> {
    if cr <= HIGHEST {
        return Ok(cr);
    }
    Err(Refusal::new("SKIR-GEN-2", format!("a Commander Rank is 0 to {HIGHEST}, not {cr}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::Rules;
    use kit::{Fraction, chance};

    /// SKIR-GEN-3: near enough, alive in spirit, and the highest of them.
    #[test]
    fn only_a_steady_commander_within_80_mm_lends_his_rank() {
        let at = |cr, distance_mm, fleeing| Commander { cr, distance_mm, fleeing };
        let lent = |commanders: &[Commander]| lent_rank(commanders, &Rules::published());
        assert_eq!(lent(&[at(2, 80, false), at(3, 81, false)]).unwrap(), 2);
        assert_eq!(lent(&[at(2, 10, true)]).unwrap(), 0);
        assert_eq!(lent(&[at(4, 10, false)]).unwrap_err().clause.0, "SKIR-GEN-2");
    }

    /// SKIR-TST-11: equal dice pass.
    #[test]
    fn equality_is_success() {
        let (rules, nerve) = (Rules::published(), Nerve { cs: 0, cr: 0 });
        let mut dice = kit::Scripted::faces(&[4, 4]);
        assert!(rules.passes(Test::Courage, nerve, &mut dice));
        let odds = chance::every(|dice| rules.passes(Test::Courage, nerve, dice));
        assert_eq!(odds.chance(|&passed| passed), Fraction::new(7, 16));
    }
}
