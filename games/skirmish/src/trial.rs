//! The eight tests, asked one at a time.

use std::cmp::Ordering;

use kit::{Chain, Chart, Dice, Fact, Factor, Inquiry, Part, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{Test, charts},
    nerve::{
        Commander, Nerve, Readiness, check_rank, check_skill, lent_rank, melee, passes, places_it_inside,
        purpose,
    },
    report::count,
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

/// Why courage is tested (SKIR-MOR-1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// `+CT`, losses at half strength, or a mine.
    #[default]
    Damage,
    /// Before an assault on infantry, artillery or an open top.
    Assault,
    /// To recover from flight.
    Recovery,
}

/// Who rolls against the tester.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Opponent {
    /// His Combat Skill, 0 to 3.
    pub cs: u8,
    /// His effective Commander Rank, 0 to 3.
    #[serde(default)]
    pub cr: u8,
    /// Whether his crew has dead.
    #[serde(default)]
    pub crew_hurt: bool,
}

/// One test.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Which test.
    pub test: Test,
    /// Combat Skill of the tester, 0 to 3; or give `skill`.
    #[serde(default)]
    pub cs: Option<u8>,
    /// Combat Skill by its name: recruit, skilled, veteran or elite.
    #[serde(default)]
    pub skill: Option<String>,
    /// Commander Rank of the tester's own leader, 0 to 3; or give `rank`.
    #[serde(default)]
    pub cr: Option<u8>,
    /// Commander Rank by its name: corporal, sergeant, political commissar, lieutenant or captain.
    #[serde(default)]
    pub rank: Option<String>,
    /// Commanders near the tester.
    #[serde(default)]
    pub commanders: Vec<Commander>,
    /// Whether the tester's crew has dead (RT).
    #[serde(default)]
    pub crew_hurt: bool,
    /// The opponent in RT and MC.
    #[serde(default)]
    pub opponent: Option<Opponent>,
    /// Whether the tester is a unit of the second player, who wins ties of RT.
    #[serde(default)]
    pub second_player: bool,
    /// PT into an open top, window, door or slit.
    #[serde(default)]
    pub into_opening: bool,
    /// The battery of a fire request; it must fit the test.
    #[serde(default)]
    pub battery: Option<Battery>,
    /// Why courage is tested.
    #[serde(default)]
    pub reason: Reason,
    /// House rule: units of the first player leave CR out of RT.
    #[serde(default)]
    pub rt_literal: bool,
}

/// A test ready for its dice.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    test: Test,
    nerve: Nerve,
    mine: Readiness,
    theirs: Readiness,
    opponent: Nerve,
    into_opening: bool,
}

/// How a test ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Not rolled yet.
    Open,
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
        *state != Verdict::Open
    }

    fn step<D: Dice>(&self, _: &Verdict, dice: &mut D) -> Verdict {
        let judged = |passed| if passed { Verdict::Passed } else { Verdict::Failed };
        let compared = |order| match order {
            Ordering::Less => Verdict::Lower,
            Ordering::Equal => Verdict::Equal,
            Ordering::Greater => Verdict::Higher,
        };
        match self.test {
            Test::Readiness => compared(self.mine.against(self.theirs, dice)),
            Test::Melee => compared(melee(self.nerve, self.opponent, dice)),
            Test::Precision if self.into_opening => judged(places_it_inside(self.nerve, dice)),
            test => judged(passes(test, self.nerve, dice)),
        }
    }
}

/// A figure given as a number or by its name.
fn figure(
    number: Option<u8>,
    name: Option<&String>,
    by_name: impl Fn(&str) -> Option<u8>,
    clause: &'static str,
) -> Result<u8, Refusal> {
    match (number, name) {
        (Some(_), Some(name)) => {
            Err(Refusal::new(clause, format!("give the figure or the name `{name}`, not both")))
        }
        (Some(number), None) => Ok(number),
        (None, None) => Ok(0),
        (None, Some(name)) => {
            by_name(name).ok_or_else(|| Refusal::new(clause, format!("the chart knows no `{name}`")))
        }
    }
}

impl Trial {
    fn check(said: &Situation) -> Result<(), Refusal> {
        let opposed = matches!(said.test, Test::Readiness | Test::Melee);
        let letters = said.test.letters();
        if opposed && said.opponent.is_none() {
            let clause = if said.test == Test::Melee { "SKIR-TST-10" } else { "SKIR-TST-1" };
            return Err(Refusal::new(clause, format!("{letters} is rolled against an opponent: name one")));
        }
        if !opposed && said.opponent.is_some() {
            return Err(Refusal::new(
                "SKIR-TST-11",
                format!("in {letters} the tester rolls both dice himself"),
            ));
        }
        // SKIR-IFP-3: which request goes where.
        match (said.test, said.battery) {
            (Test::DirectRequest, Some(Battery::OffTable)) => {
                Err(Refusal::new("SKIR-IFP-3", "a battery off the table is asked by IFR, not DFR"))
            }
            (Test::IndirectRequest, Some(Battery::OnTable)) => {
                Err(Refusal::new("SKIR-IFP-3", "a battery on the table is asked by DFR, not IFR"))
            }
            _ => Ok(()),
        }
    }
}

impl Inquiry for Trial {
    type Situation = Situation;
    const KIND: &'static str = "test";
    const TITLE: &'static str = "One of the eight tests: RT, CT, DFR, IFR, CF, PT, DT, MC";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/test.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        Self::check(said)?;
        let charts = charts();
        let cs = figure(said.cs, said.skill.as_ref(), |name| charts.combat_skill(name), "SKIR-GEN-1")?;
        let own = figure(said.cr, said.rank.as_ref(), |name| charts.commander_rank(name), "SKIR-GEN-2")?;
        let (cs, own) = (check_skill(cs)?, check_rank(own)?);
        // SKIR-GEN-3: the better of the own leader and a commander near; SKIR-IFP-4: of the unit that asks.
        let cr = own.max(lent_rank(&said.commanders)?);
        let nerve = Nerve { cs, cr };
        tally.add(BONUS, Factor::whole(cs.into()), "tester", "Combat Skill", "SKIR-GEN-1");
        let literal = said.rt_literal && said.test == Test::Readiness && !said.second_player;
        if charts.tests[said.test as usize].adds_rank && !literal {
            tally.add(BONUS, Factor::whole(cr.into()), "tester", "effective Commander Rank", "SKIR-GEN-3");
        }
        let mine = Readiness { bonus: tally.total(BONUS).floor() as i16, crew_hurt: said.crew_hurt };
        let mut opponent = Nerve::default();
        let mut theirs = Readiness { bonus: 0, crew_hurt: false };
        if let Some(other) = said.opponent {
            opponent = Nerve { cs: check_skill(other.cs)?, cr: check_rank(other.cr)? };
            tally.add(THEIRS, Factor::whole(other.cs.into()), "opponent", "Combat Skill", "SKIR-GEN-1");
            let left_out = said.rt_literal && said.second_player;
            if charts.tests[said.test as usize].adds_rank && !left_out {
                let amount = Factor::whole(other.cr.into());
                tally.add(THEIRS, amount, "opponent", "effective Commander Rank", "SKIR-GEN-3");
            }
            theirs = Readiness { bonus: tally.total(THEIRS).floor() as i16, crew_hurt: other.crew_hurt };
        }
        Ok(Self { test: said.test, nerve, mine, theirs, opponent, into_opening: said.into_opening })
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let test = charts().tests[self.test as usize];
        let mut facts = Vec::new();
        let die = if self.into_opening && self.test == Test::Precision { test.hard } else { test.against };
        // Against an opponent it is his score that must be reached.
        if !matches!(self.test, Test::Readiness | Test::Melee) {
            let words = format!("D6 + {} must be at least a {die}", self.nerve.bonus(self.test));
            facts.push(Fact::new("condition", words, "SKIR-TST-11"));
        }
        if self.test == Test::Readiness && (said.crew_hurt || self.theirs.crew_hurt) {
            facts.push(Fact::new("crew losses", "a unit with dead crew counts 1 for its die", "SKIR-CRW-1"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "tests", columns: vec!["SUCCESS CONDITION".to_owned()] })
    }

    fn tell(&self, said: &Situation, end: &Verdict) -> Told {
        let (result, words) = match (self.test, end) {
            (_, Verdict::Open) => ("open", ""),
            // SKIR-TST-2: a tie between the sides is the second player's.
            (Test::Readiness, Verdict::Higher) => ("higher", "the tester acts first"),
            (Test::Readiness, Verdict::Lower) => ("lower", "the opponent acts first"),
            (Test::Readiness, _) if said.second_player => {
                ("equal", "the tester acts first: ties are the second player's")
            }
            (Test::Readiness, _) => ("equal", "the opponent acts first: ties are the second player's"),
            (Test::Melee, Verdict::Higher) => ("higher", "the opposing man is dead"),
            (Test::Melee, Verdict::Lower) => ("lower", "the tester is dead"),
            (Test::Melee, _) => ("equal", "both live"),
            // SKIR-IFP-5: markers, or nothing from that battery.
            (Test::DirectRequest | Test::IndirectRequest, Verdict::Passed) => {
                ("passed", "up to five target markers")
            }
            (Test::DirectRequest | Test::IndirectRequest, _) => {
                ("failed", "no indirect fire of this battery this turn")
            }
            (Test::CantFire, Verdict::Passed) => ("passed", "nothing happens"),
            (Test::CantFire, _) => ("failed", "no fire for the rest of the turn"),
            (Test::Courage, Verdict::Passed) => match said.reason {
                Reason::Damage => ("passed", "it stands"),
                Reason::Assault => ("passed", "the assault goes in"),
                Reason::Recovery => ("passed", "it recovers and may move"),
            },
            (Test::Courage, _) => match said.reason {
                Reason::Damage => ("failed", "it flees; an immobilized vehicle or a gun is abandoned"),
                Reason::Assault => ("failed", "the assault is not made; it does not flee"),
                Reason::Recovery => ("failed", "it retreats"),
            },
            (Test::Precision, Verdict::Passed) => ("passed", "the device is where it should be"),
            (Test::Precision, _) => ("failed", "the device scatters"),
            (Test::Dodge, Verdict::Passed) => ("passed", "not rammed; no mine; wire or cliff passed"),
            (Test::Dodge, _) => ("failed", "rammed; a mine goes off; wire or cliff not passed"),
        };
        // SKIR-TST-2: a tie of readiness is won by the second player.
        let tie_won = self.test == Test::Readiness && said.second_player && *end == Verdict::Equal;
        let good = tie_won || matches!(end, Verdict::Passed | Verdict::Higher);
        Told::new(result, words).by(purpose(self.test).clause.0).measuring("success", count(u8::from(good)))
    }
}
