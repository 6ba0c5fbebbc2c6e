//! The eight tests, asked one at a time.

use std::cmp::Ordering;

use kit::{
    Chain, Dice, Factor, Objection, Part, Tally,
    objection::{no, no_since},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{
    charts::{Rules, Test},
    nerve::{Nerve, Readiness},
};

const BONUS: Part = Part::own(3, "to the D6");
const THEIRS: Part = Part::own(4, "to the opponent's D6");

/// Where the battery stands that is asked for fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Battery {
    /// On the table: DFR.
    OnTable,
    /// Off the table: IFR.
    OffTable,
}

/// Judges whether a test is made against an opponent, or asks a battery, as it should.
pub(crate) fn check<E: Objection>(test: Test, opposed: bool, battery: Option<Battery>) -> Result<(), E> {
    let letters = test.name();
    match test {
        Test::Readiness | Test::Melee if !opposed => {
            let clause = if test == Test::Melee { "SKIR-TST-10" } else { "SKIR-TST-1" };
            no_since(clause, "", || format!("{letters} is rolled against an opponent: name one"))
        }
        Test::Readiness | Test::Melee => Ok(()),
        _ if opposed => {
            no_since("SKIR-TST-11", "", || format!("in {letters} the tester rolls both dice himself"))
        }
        // SKIR-IFP-3: which request goes where.
        Test::DirectRequest if battery == Some(Battery::OffTable) => {
            no("SKIR-IFP-3", "", "a battery off the table is asked by IFR, not DFR")
        }
        Test::IndirectRequest if battery == Some(Battery::OnTable) => {
            no("SKIR-IFP-3", "", "a battery on the table is asked by DFR, not IFR")
        }
        _ => Ok(()),
    }
}

/// Who takes a test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tester {
    /// CS and effective CR (SKIR-GEN-3; SKIR-IFP-4: of the unit that asks for fire).
    pub(crate) nerve: Nerve,
    pub(crate) crew_hurt: bool,
}

/// One test; see [`check`].
#[derive(Clone, Debug)]
pub(crate) struct Tried {
    pub(crate) test: Test,
    pub(crate) tester: Tester,
    pub(crate) opponent: Option<Tester>,
    /// Whether the tester is a unit of the second player, who wins ties of RT.
    pub(crate) second_player: bool,
    /// PT into an open top, window, door or slit.
    pub(crate) into_opening: bool,
    /// House rule of SKIR-R4: units of the first player leave CR out of RT.
    pub(crate) rt_literal: bool,
    /// SKIR-MAN-1: ranks of further leaders who try to rally the unit, one CT each.
    pub(crate) others: Helpers,
}

/// The ranks of leaders near a unit that flees.
pub(crate) type Helpers = SmallVec<[u8; 8]>;

impl Tried {
    /// Reckons what is added to the dice.
    pub fn ready<'s, T: Tally<'s>>(self, rules: Rules, tally: &mut T) -> Trial {
        let Self { test, tester, .. } = self;
        let ranked = rules.test(test).adds_rank;
        let mut score = |part, who, side: &Tester, is_first: bool| {
            let Nerve { cs, cr } = side.nerve;
            tally.add(part, Factor::whole(cs.into()), who, "Combat Skill", "SKIR-GEN-1");
            if ranked && !(self.rt_literal && is_first) {
                let cr = Factor::whole(cr.into());
                tally.add(part, cr, who, "effective Commander Rank", "SKIR-GEN-3");
            }
            Readiness { bonus: tally.total(part).floor() as i16, crew_hurt: side.crew_hurt }
        };
        let is_first = test == Test::Readiness && !self.second_player;
        let mine = score(BONUS, "tester", &tester, is_first);
        let theirs = self.opponent.map(|other| score(THEIRS, "opponent", &other, self.second_player));
        Trial { rules, tried: self, mine, theirs: theirs.unwrap_or_default() }
    }
}

/// A test ready for its dice.
#[derive(Clone, Debug)]
pub struct Trial {
    pub(crate) rules: Rules,
    pub(crate) tried: Tried,
    mine: Readiness,
    pub(crate) theirs: Readiness,
}

/// How a test ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Not rolled yet.
    Open,
    /// So many leaders have tried in vain; the next one does.
    Again(u8),
    /// Failed.
    Failed,
    /// Passed.
    Passed,
    /// The opponent has more.
    Lower,
    /// Both have the same.
    Equal,
    /// The tester has more.
    Higher,
}

impl Chain for Trial {
    type State = Verdict;

    fn start(&self) -> Verdict {
        Verdict::Open
    }

    fn is_done(&self, state: &Verdict) -> bool {
        !matches!(state, Verdict::Open | Verdict::Again(_))
    }

    fn step<D: Dice>(&self, at: &Verdict, dice: &mut D) -> Verdict {
        let judged = |passed| if passed { Verdict::Passed } else { Verdict::Failed };
        let compared = |order| match order {
            Ordering::Less => Verdict::Lower,
            Ordering::Equal => Verdict::Equal,
            Ordering::Greater => Verdict::Higher,
        };
        let Tried { test, tester: Tester { nerve, .. }, opponent, into_opening, .. } = self.tried;
        let others = &self.tried.others;
        if !others.is_empty() {
            // SKIR-MAN-1: one test for each leader with his own rank; one success is enough.
            let tried = if let Verdict::Again(tried) = *at { tried } else { 0 };
            let cr = if tried == 0 { nerve.cr } else { others[usize::from(tried) - 1] };
            return match self.rules.passes(test, Nerve { cr, ..nerve }, dice) {
                true => Verdict::Passed,
                false if usize::from(tried) == others.len() => Verdict::Failed,
                false => Verdict::Again(tried + 1),
            };
        }
        match (test, opponent) {
            (Test::Readiness, _) => compared(self.mine.against(self.theirs, dice)),
            (Test::Melee, Some(other)) => compared(self.rules.melee(nerve, other.nerve, dice)),
            (Test::Precision, _) => judged(self.rules.places(into_opening, nerve, dice)),
            _ => judged(self.rules.passes(test, nerve, dice)),
        }
    }
}
