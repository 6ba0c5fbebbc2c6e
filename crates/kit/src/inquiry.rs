//! Questions about odds: from a situation in a file to a report that a person or a program reads.

use std::fmt;

use schemars::{JsonSchema, schema_for};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Chain, Column, ContentError, Dice, Distribution, Factor, Fraction, Ladder, Logged, Misfit, Reckoning,
    Refusal, Roll, Rolled, Scripted, Sheet, Tally, TooFine, chance,
    content::{Content, Rules, read_situation},
    fraction::Weight,
    patch::Patch,
    reckoning::LineText,
};

mod alike;
mod schema;

pub use alike::{alike, did_you_mean};

/// A kind of question a game answers: a situation, judged by the rules, reckoned, and a chain of dice.
pub trait Inquiry: Chain + Sized {
    /// What the game reads from its files; a question keeps the rules that it was asked by.
    type Content: Content;

    /// What the player says about the case; its field names and comments are the documented schema.
    type Situation: DeserializeOwned + JsonSchema;

    /// Its name on the command line.
    const KIND: &'static str;
    /// What is asked, in a few words.
    const TITLE: &'static str;
    /// A ready situation in TOML.
    const EXAMPLE: &'static str;

    /// Judges the situation and reckons it; what it needs for its dice is kept.
    fn prepare<'s, T: Tally<'s>>(
        rules: Rules<Self::Content>,
        situation: &'s Self::Situation,
        tally: &mut T,
    ) -> Result<Self, Refusal>;

    /// What is settled before the dice: the column, what the next one needs, duties, warnings.
    fn facts(&self, situation: &Self::Situation) -> Vec<Fact>;

    /// The table that is read, and the heads of the columns in question.
    fn chart(&self) -> Option<Chart> {
        None
    }

    /// Every end with its exact chance. A question whose steps are those of a game walks them.
    fn odds(&self) -> Result<Distribution<Self::State>, TooFine> {
        chance::odds(self)
    }

    /// What an end of the chain means.
    fn tell(&self, situation: &Self::Situation, end: &Self::State) -> Told;
}

/// Something that is settled before the dice.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fact {
    /// What it is about: `column`, `next column`.
    pub label: &'static str,
    /// The fact in words.
    pub words: String,
    /// By which rule; may be empty.
    pub clause: &'static str,
}

impl Fact {
    /// A fact by a rule.
    pub fn new(label: &'static str, words: impl Into<String>, clause: &'static str) -> Self {
        Self { label, words: words.into(), clause }
    }
}

/// How far an attack is from the next column and how much of it can be spared. `shift` is what the shifts add to the
/// column that the strengths reach; where there is one, the column that would then be read is named too.
pub fn distance(
    sheet: &Sheet,
    ladder: &Ladder,
    [attack, defence]: [Factor; 2],
    grain: Factor,
    shift: i16,
    clause: &'static str,
) -> Vec<Fact> {
    let head = |column: Column| &sheet.heads()[ladder.printed(ladder.clamp(column))];
    let mut facts = Vec::new();
    if let Some(missing) = ladder.missing(attack, defence, grain) {
        let next = ladder.reach(attack, defence).map_or(Column(0), |column| column.shifted(1));
        let read =
            if shift == 0 { String::new() } else { format!(", read as {}", head(next.shifted(shift))) };
        let words = format!("{missing} more attack would make it {}{read}", head(next));
        facts.push(Fact::new("next column", words, clause));
    }
    if let Some(spare) = ladder.spare(attack, defence, grain) {
        facts.push(Fact::new(
            "to spare",
            format!("{spare} attack can be left out for the same odds"),
            clause,
        ));
    }
    facts
}

/// The table that a question reads.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Chart {
    /// Its id among the game's tables.
    pub table: &'static str,
    /// The heads of the columns that are read.
    pub columns: Vec<String>,
}

/// An end of a chain in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The result as the table prints it, or one or two words.
    pub result: String,
    /// What it means here, one sentence; may be empty.
    pub words: String,
    /// The rules that decide it.
    pub clauses: Vec<&'static str>,
    /// What it costs or brings: the report shows the means.
    pub measures: Vec<(&'static str, Factor)>,
}

impl Told {
    /// A result and what it means, with nothing to measure.
    pub fn new(result: impl Into<String>, words: impl Into<String>) -> Self {
        Self { result: result.into(), words: words.into(), clauses: Vec::new(), measures: Vec::new() }
    }

    /// Names a rule that decides it.
    #[must_use]
    pub fn by(mut self, clause: &'static str) -> Self {
        self.clauses.push(clause);
        self
    }

    /// Adds something to measure.
    #[must_use]
    pub fn measuring(mut self, what: &'static str, amount: Factor) -> Self {
        self.measures.push((what, amount));
        self
    }
}

/// Which dice to roll besides the exact odds.
#[derive(Clone, Debug)]
pub enum Throwing {
    /// None.
    Nothing,
    /// Rolled from a seed.
    Seed(u64),
    /// Given by the player.
    Script(Scripted),
}

/// The answer to a question.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    /// The kind of question.
    pub kind: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The lines of the sums.
    pub reckoning: Vec<LineText>,
    /// The sums by their names.
    pub sums: Vec<(&'static str, String)>,
    /// What is settled before the dice.
    pub facts: Vec<Fact>,
    /// The table that is read.
    pub chart: Option<Chart>,
    /// What can happen.
    pub outcomes: Vec<Outcome>,
    /// Means over all outcomes.
    pub expected: Vec<Expected>,
    /// How many paths of dice were walked.
    pub paths: u64,
    /// What the dice gave, if any were rolled.
    pub rolled: Option<RolledOutcome>,
}

/// A possible result with its chance.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// The result as the table prints it.
    pub result: String,
    /// What it means here.
    pub words: String,
    /// The rules that decide it.
    pub clauses: Vec<&'static str>,
    /// The exact chance.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub chance: Fraction,
    /// The chance in hundredths, rounded for reading.
    pub percent: String,
}

/// A mean.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Expected {
    /// What is measured.
    pub what: &'static str,
    /// The exact mean.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub mean: Fraction,
    /// Rounded for reading.
    pub decimal: String,
}

/// A run with rolled or given dice.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RolledOutcome {
    /// The seed, if the dice were not given.
    pub seed: Option<u64>,
    /// The dice in order.
    pub dice: Vec<RollText>,
    /// The result as the table prints it.
    pub result: String,
    /// What it means here.
    pub words: String,
}

/// A die as programs read it.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RollText {
    /// What it was for.
    pub purpose: &'static str,
    /// The rule that asked for it.
    pub clause: &'static str,
    /// Which die: `D6`.
    pub die: String,
    /// What it showed.
    pub face: u16,
}

impl From<&Roll> for RollText {
    fn from(roll: &Roll) -> Self {
        let Roll { purpose, die, face } = *roll;
        Self { purpose: purpose.what, clause: purpose.clause.0, die: die.to_string(), face }
    }
}

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The file cannot be read as a situation.
    Content(ContentError),
    /// The rules do not allow it.
    Refused(Refusal),
    /// The given dice do not fit.
    Dice(Misfit),
    /// Too many dice for exact fractions.
    TooFine(TooFine),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Content(error) => error.fmt(f),
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Dice(misfit) => misfit.fmt(f),
            Self::TooFine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Problem {}

/// An [`Inquiry`] without its types, as the list of games holds it.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name on the command line.
    pub name: &'static str,
    /// What is asked, in a few words.
    pub title: &'static str,
    /// A ready situation in TOML.
    pub example: &'static str,
    ask: fn(Option<&Patch>, &str, &str, Throwing) -> Result<Report, Problem>,
    schema: fn() -> serde_json::Value,
}

impl Kind {
    /// The kind of the inquiry `Q`.
    pub const fn of<Q: Inquiry>() -> Self {
        Self { name: Q::KIND, title: Q::TITLE, example: Q::EXAMPLE, ask: ask::<Q>, schema: schema::<Q> }
    }

    /// Answers the situation in `text` by the published rules or a variant; `file` is its name in messages.
    pub fn ask(
        &self,
        patch: Option<&Patch>,
        file: &str,
        text: &str,
        throwing: Throwing,
    ) -> Result<Report, Problem> {
        (self.ask)(patch, file, text, throwing)
    }

    /// The JSON schema of its situations.
    pub fn schema(&self) -> serde_json::Value {
        (self.schema)()
    }
}

fn schema<Q: Inquiry>() -> serde_json::Value {
    let mut schema = schema_for!(Q::Situation).to_value();
    schema::complete(&mut schema);
    schema
}

fn ask<Q: Inquiry>(
    patch: Option<&Patch>,
    file: &str,
    text: &str,
    throwing: Throwing,
) -> Result<Report, Problem> {
    let rules = Rules::with(patch).map_err(Problem::Content)?;
    report::<Q>(rules, &read_situation(file, text).map_err(Problem::Content)?, throwing)
}

/// Answers a situation.
pub fn report<Q: Inquiry>(
    rules: Rules<Q::Content>,
    situation: &Q::Situation,
    throwing: Throwing,
) -> Result<Report, Problem> {
    let mut reckoning = Reckoning::default();
    let question = Q::prepare(rules, situation, &mut reckoning).map_err(Problem::Refused)?;
    let tell = |end: &Q::State| question.tell(situation, end);
    // Few questions need more than 128 bits, and these are asked again with wider numbers.
    let report = if let Ok(odds) = question.odds() {
        Report::of(Q::KIND, Q::TITLE, &reckoning, &odds, tell)
    } else {
        let odds = chance::fine_odds(&question).map_err(Problem::TooFine)?;
        Report::of(Q::KIND, Q::TITLE, &reckoning, &odds, tell)
    };
    let rolled = throw(&question, situation, throwing).map_err(Problem::Dice)?;
    Ok(Report { facts: question.facts(situation), chart: question.chart(), rolled, ..report })
}

impl Report {
    /// The report of what was reckoned and walked on a board. Facts and chart are the caller's to add.
    pub fn of<S: Ord, W: Weight>(
        kind: &'static str,
        title: &'static str,
        reckoning: &Reckoning<'_>,
        odds: &Distribution<S, W>,
        tell: impl Fn(&S) -> Told,
    ) -> Self {
        let told: Vec<Told> = odds.iter().map(|(end, _)| tell(end)).collect();
        Self {
            kind,
            title,
            reckoning: reckoning.lines().iter().map(LineText::from).collect(),
            sums: sums(reckoning),
            facts: Vec::new(),
            chart: None,
            outcomes: outcomes(odds, &told),
            expected: expected(odds, &told),
            paths: odds.paths(),
            rolled: None,
        }
    }
}

/// What each part of a reckoning comes to, in the order in which they were begun.
fn sums(reckoning: &Reckoning<'_>) -> Vec<(&'static str, String)> {
    let mut sums: Vec<(&'static str, String)> = Vec::new();
    for line in reckoning.lines() {
        if !sums.iter().any(|(name, _)| *name == line.part.name) {
            sums.push((line.part.name, reckoning.total(line.part).to_string()));
        }
    }
    sums
}

/// The ends in words; those that read alike count as one, with the rules of all of them.
fn outcomes<S: Ord, W: Weight>(odds: &Distribution<S, W>, told: &[Told]) -> Vec<Outcome> {
    let mut rows: Vec<Told> = Vec::new();
    let mut ends = told.iter();
    let places = odds.map(|_| {
        let end = ends.next().expect("every end is told");
        let known = rows.iter().position(|row| (&row.result, &row.words) == (&end.result, &end.words));
        let place = known.unwrap_or_else(|| {
            rows.push(Told { clauses: Vec::new(), ..end.clone() });
            rows.len() - 1
        });
        for clause in &end.clauses {
            if !rows[place].clauses.contains(clause) {
                rows[place].clauses.push(clause);
            }
        }
        place
    });
    let chances: Vec<Fraction> = places.iter().map(|(_, chance)| chance).collect();
    let row = |(told, chance): (Told, Fraction)| Outcome {
        result: told.result,
        words: told.words,
        clauses: told.clauses,
        percent: chance.percent(),
        chance,
    };
    rows.into_iter().zip(chances).map(row).collect()
}

/// The mean of everything that is measured anywhere.
fn expected<S: Ord, W: Weight>(odds: &Distribution<S, W>, told: &[Told]) -> Vec<Expected> {
    let mut names: Vec<&'static str> = Vec::new();
    for (name, _) in told.iter().flat_map(|end| &end.measures) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let mean_of = |what: &'static str| {
        let mut ends = told.iter();
        let mean = odds.mean(|_| {
            let measures = &ends.next().expect("every end is told").measures;
            measures.iter().find(|(known, _)| *known == what).map_or(Factor::ZERO, |&(_, amount)| amount)
        });
        Expected { what, mean, decimal: mean.decimal() }
    };
    names.into_iter().map(mean_of).collect()
}

fn throw<Q: Inquiry>(
    question: &Q,
    situation: &Q::Situation,
    throwing: Throwing,
) -> Result<Option<RolledOutcome>, Misfit> {
    fn roll<Q: Inquiry, D: Dice>(question: &Q, dice: D) -> (Q::State, D, Vec<Roll>) {
        let mut dice = Logged::new(dice);
        let end = chance::roll(question, &mut dice);
        let (dice, rolls) = dice.finish();
        (end, dice, rolls)
    }
    let (end, rolls, seed) = match throwing {
        Throwing::Nothing => return Ok(None),
        Throwing::Seed(seed) => {
            let (end, _, rolls) = roll(question, Rolled::seeded(seed));
            (end, rolls, Some(seed))
        }
        Throwing::Script(script) => {
            let (end, script, rolls) = roll(question, script);
            script.finish()?;
            (end, rolls, None)
        }
    };
    let Told { result, words, .. } = question.tell(situation, &end);
    Ok(Some(RolledOutcome { seed, dice: rolls.iter().map(RollText::from).collect(), result, words }))
}
