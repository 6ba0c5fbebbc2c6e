//! Questions about odds: from a situation in a file to a report that a person or a program reads.

use std::fmt;

use schemars::{JsonSchema, schema_for};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Chain, Column, ContentError, Dice, Distribution, Factor, Logged, Misfit, OddsLadder, Reckoning, Refusal,
    Roll, Rolled, Scripted, Sheet, Tally, TooFine, chance,
    content::{Content, Rules, read_situation},
    patch::Patch,
};

mod alike;
mod assumed;
mod named;
mod report;
mod schema;

pub use alike::{alike, did_you_mean};
pub use assumed::Assumed;
pub use named::{named_or_own, schema_of_named_or_own};
pub use report::{Expected, PossibleResult, Report, RollText, RolledOutcome, Share, Total};

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

    /// The fields that [`survey`](Self::survey) reads off the map where a scenario is named.
    const OFF_MAP: &'static [&'static str] = &[];

    /// Reads what the question's hexes and places are like off the map that it names, and says in words what was read;
    /// where no map is named, what therefore counts as said. Nothing for questions that have no place.
    fn survey(_rules: Rules<Self::Content>, _situation: &mut Self::Situation) -> Result<Vec<Fact>, Refusal> {
        Ok(Vec::new())
    }

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
    ladder: &OddsLadder,
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
    /// What it does to each unit.
    pub shares: Vec<Share>,
    /// Sets of units any of which pays what is owed.
    pub payments: Vec<Vec<String>>,
}

impl Told {
    /// A result and what it means, with nothing to measure.
    pub fn new(result: impl Into<String>, words: impl Into<String>) -> Self {
        Self {
            result: result.into(),
            words: words.into(),
            clauses: Vec::new(),
            measures: Vec::new(),
            shares: Vec::new(),
            payments: Vec::new(),
        }
    }

    /// Names a rule that decides it.
    #[must_use]
    pub fn by(mut self, clause: &'static str) -> Self {
        self.clauses.push(clause);
        self
    }

    /// Says what it does to one of several units.
    #[must_use]
    pub fn does(
        mut self,
        who: impl Into<String>,
        result: impl Into<String>,
        words: impl Into<String>,
    ) -> Self {
        self.shares.push(Share { who: who.into(), result: result.into(), words: words.into() });
        self
    }

    /// Says that all of it happens to one unit.
    #[must_use]
    pub fn to(self, who: impl Into<String>) -> Self {
        let (result, words) = (self.result.clone(), self.words.clone());
        self.does(who, result, words)
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
    let (situation, surveyed) = question::<Q>(rules, file, text)?;
    let mut report = report::<Q>(rules, &situation, throwing)?;
    report.facts.extend(surveyed);
    let said = read_situation(file, text).map_err(Problem::Content)?;
    report.assumed = assumed::left_out(&schema::<Q>(), &said, Q::OFF_MAP);
    Ok(report)
}

/// A situation from a text, completed from the map that it names, and what was read there.
pub fn question<Q: Inquiry>(
    rules: Rules<Q::Content>,
    file: &str,
    text: &str,
) -> Result<(Q::Situation, Vec<Fact>), Problem> {
    let mut situation = read_situation(file, text).map_err(Problem::Content)?;
    let facts = Q::survey(rules, &mut situation).map_err(Problem::Refused)?;
    Ok((situation, facts))
}

/// What a map has at a place takes the place of what a question leaves out; the two may not contradict each other.
pub fn as_on_map<T: Default + PartialEq>(
    said: &mut T,
    on_map: T,
    contradiction: impl FnOnce(&T) -> Refusal,
) -> Result<(), Refusal> {
    if *said != T::default() && *said != on_map {
        return Err(contradiction(&on_map));
    }
    *said = on_map;
    Ok(())
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
    let report = Report { outcomes: with_faces(&question, situation, report.outcomes), ..report };
    let rolled = throw(&question, situation, throwing).map_err(Problem::Dice)?;
    Ok(Report { facts: question.facts(situation), chart: question.chart(), rolled, ..report })
}

/// Where a single die decides, the faces that lead to each outcome.
fn with_faces<Q: Inquiry>(
    question: &Q,
    situation: &Q::Situation,
    mut outcomes: Vec<PossibleResult>,
) -> Vec<PossibleResult> {
    /// No die that a player rolls has more faces.
    const MOST_FACES: u16 = 100;
    let mut first = Logged::new(Scripted::faces(&[1]));
    chance::roll(question, &mut first);
    let (_, rolls) = first.finish();
    let &[Roll { die, .. }] = rolls.as_slice() else { return outcomes };
    if die.sides() > MOST_FACES {
        return outcomes;
    }
    let mut read: Vec<(u16, Told)> = Vec::new();
    for face in 1..=die.sides() {
        let mut dice = Scripted::faces(&[face]);
        let end = chance::roll(question, &mut dice);
        // Other faces ask for more dice: then no face can be named.
        if dice.finish().is_err() {
            return outcomes;
        }
        read.push((face, question.tell(situation, &end)));
    }
    for outcome in &mut outcomes {
        let is_it = |told: &Told| (&told.result, &told.words) == (&outcome.result, &outcome.words);
        outcome.faces = read.iter().filter(|(_, told)| is_it(told)).map(|&(face, _)| face).collect();
    }
    outcomes
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
