//! A test as a question.

use super::prelude::*;
use crate::{
    charts::Test,
    nerve::purpose,
    trial::{Battery, Helpers, Tester, Trial, Tried, Verdict, check},
};

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
    /// His effective Commander Rank, 0 to 3; RT asks.
    #[serde(default)]
    pub cr: Option<u8>,
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

/// A figure given as a number or by its name.
fn figure(
    number: Option<u8>,
    name: Option<&String>,
    by_name: impl Fn(&str) -> Option<u8>,
    (asked, what, clause): (bool, &'static str, &'static str),
) -> Result<u8, Refusal> {
    match (number, name) {
        (Some(_), Some(name)) => {
            Err(Refusal::new(clause, format!("give the figure or the name `{name}`, not both")))
        }
        (Some(number), None) => Ok(number),
        (None, None) if !asked => Ok(0),
        (None, None) => Err(Refusal::new(clause, format!("the test needs {what}"))),
        (None, Some(name)) => {
            by_name(name).ok_or_else(|| Refusal::new(clause, format!("the chart knows no `{name}`")))
        }
    }
}

impl Situation {
    fn tester(&self, charts: &Charts) -> Result<Tester, Refusal> {
        let skill = (true, "the tester's cs or skill", "SKIR-GEN-1");
        // SKIR-TST-8 to SKIR-TST-10: some tests leave rank out.
        let rank = (charts.test(self.test).adds_rank, "the cr or rank of the tester's leader", "SKIR-GEN-2");
        let cs = figure(self.cs, self.skill.as_ref(), |name| charts.combat_skill(name), skill)?;
        let cs = check_skill(cs)?;
        let own = check_rank(figure(self.cr, self.rank.as_ref(), |name| charts.commander_rank(name), rank)?)?;
        let lent = lent_rank(&self.commanders, charts)?;
        // SKIR-MAN-1: to recover, each leader tries with his own rank.
        let cr = if self.recovers() { own } else { own.max(lent) };
        Ok(Tester { nerve: Nerve { cs, cr }, crew_hurt: self.crew_hurt })
    }

    fn recovers(&self) -> bool {
        self.test == Test::Courage && self.reason == Reason::Recovery
    }

    /// SKIR-MAN-1: the other leaders who try to rally it.
    fn others(&self, charts: &Charts) -> Helpers {
        let near = self.commanders.iter().filter(|commander| commander.lends(charts));
        if self.recovers() { near.map(|commander| commander.cr).collect() } else { Helpers::new() }
    }
}

impl Opponent {
    fn tester(self, test: Test) -> Result<Tester, Refusal> {
        let asked = (test == Test::Readiness, "the opponent's cr", "SKIR-GEN-2");
        let cr = figure(self.cr, None, |_| None, asked)?;
        let nerve = Nerve { cs: check_skill(self.cs)?, cr: check_rank(cr)? };
        Ok(Tester { nerve, crew_hurt: self.crew_hurt })
    }
}

impl Inquiry for Trial {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "test";
    const TITLE: &'static str = "One of the eight tests: RT, CT, DFR, IFR, CF, PT, DT, MC";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/test.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        check::<Refusal>(said.test, said.opponent.is_some(), said.battery)?;
        let tried = Tried {
            test: said.test,
            tester: said.tester(&rules)?,
            opponent: said.opponent.map(|opponent| opponent.tester(said.test)).transpose()?,
            second_player: said.second_player,
            into_opening: said.into_opening,
            rt_literal: said.rt_literal,
            others: said.others(&rules),
        };
        Ok(tried.ready(rules, tally))
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let test = self.rules.test(self.tried.test);
        let mut facts = Vec::new();
        let die = if self.tried.into_opening && self.tried.test == Test::Precision {
            test.hard
        } else {
            test.against
        };
        // Against an opponent it is his score that must be reached.
        if !matches!(self.tried.test, Test::Readiness | Test::Melee) {
            let words = format!("D6 + {} must be at least a {die}", self.tried.tester.nerve.bonus(test));
            facts.push(Fact::new("condition", words, "SKIR-TST-11"));
        }
        if !self.tried.others.is_empty() {
            let ranks: Vec<String> = self.tried.others.iter().map(|cr| format!("CR {cr}")).collect();
            let words = format!("then each commander near tries with his own rank: {}", ranks.join(", "));
            facts.push(Fact::new("recovery", words, "SKIR-MAN-1"));
        }
        if self.tried.test == Test::Readiness && (said.crew_hurt || self.theirs.crew_hurt) {
            facts.push(Fact::new("crew losses", "a unit with dead crew counts 1 for its die", "SKIR-CRW-1"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "tests", columns: vec!["SUCCESS CONDITION".to_owned()] })
    }

    fn tell(&self, said: &Situation, end: &Verdict) -> Told {
        let (result, words) = match (self.tried.test, end) {
            (_, Verdict::Open | Verdict::Again(_)) => ("open", ""),
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
        let tie_won = self.tried.test == Test::Readiness && said.second_player && *end == Verdict::Equal;
        let good = tie_won || matches!(end, Verdict::Passed | Verdict::Higher);
        Told::new(result, words)
            .by(purpose(self.tried.test).clause.0)
            .measuring("success", count(u8::from(good)))
    }
}
