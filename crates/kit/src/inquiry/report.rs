//! The answer to a question, as a person or a program reads it.

use serde::Serialize;

use super::{Assumed, Chart, Fact, Told};
use crate::{Distribution, Factor, Fraction, Reckoning, Roll, Tally, fraction::Weight, reckoning::LineText};

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
    /// What the question leaves out, with what counts in its place.
    pub assumed: Vec<Assumed>,
    /// The table that is read.
    pub chart: Option<Chart>,
    /// The chance of each result, whatever else differs; where several outcomes share one.
    pub totals: Vec<Total>,
    /// What can happen.
    pub outcomes: Vec<PossibleResult>,
    /// Means over all outcomes.
    pub expected: Vec<Expected>,
    /// How many paths of dice were walked.
    pub paths: u64,
    /// What the dice gave, if any were rolled.
    pub rolled: Option<RolledOutcome>,
}

/// A possible result with its chance.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Outcome))]
pub struct PossibleResult {
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
    /// The faces of the die that lead to it, where a single die decides.
    pub faces: Vec<u16>,
    /// What it does to each unit, where it can be told apart.
    pub shares: Vec<Share>,
    /// Sets of units any of which pays what is owed.
    pub payments: Vec<Vec<String>>,
}

/// What an outcome does to one of several units.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Share {
    /// The unit, or the hex without one.
    pub who: String,
    /// The result as the table prints it.
    pub result: String,
    /// What it means for this unit.
    pub words: String,
}

/// The chance of a result that several outcomes share.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Total {
    /// The result as the table prints it.
    pub result: String,
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
        let outcomes = outcomes(odds, &told);
        Self {
            kind,
            title,
            reckoning: reckoning.lines().iter().map(LineText::from).collect(),
            sums: sums(reckoning),
            facts: Vec::new(),
            assumed: Vec::new(),
            chart: None,
            totals: totals(odds, &told, outcomes.len()),
            outcomes,
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
fn outcomes<S: Ord, W: Weight>(odds: &Distribution<S, W>, told: &[Told]) -> Vec<PossibleResult> {
    let mut rows: Vec<Told> = Vec::new();
    let mut ends = told.iter();
    let places = odds.map(|_| {
        let end = ends.next().expect("every end is told");
        let known = rows.iter().position(|row| (&row.result, &row.words) == (&end.result, &end.words));
        let place = known.unwrap_or_else(|| {
            rows.push(Told { clauses: Vec::new(), ..end.clone() });
            rows.len() - 1
        });
        // Where ends that read alike differ in who is hit, nobody's own share can be told.
        if rows[place].shares != end.shares {
            rows[place].shares.clear();
        }
        if rows[place].payments != end.payments {
            rows[place].payments.clear();
        }
        for clause in &end.clauses {
            if !rows[place].clauses.contains(clause) {
                rows[place].clauses.push(clause);
            }
        }
        place
    });
    let chances: Vec<Fraction> = places.iter().map(|(_, chance)| chance).collect();
    let row = |(told, chance): (Told, Fraction)| PossibleResult {
        result: told.result,
        words: told.words,
        clauses: told.clauses,
        percent: chance.percent(),
        chance,
        faces: Vec::new(),
        shares: told.shares,
        payments: told.payments,
    };
    rows.into_iter().zip(chances).map(row).collect()
}

/// The chance of each result by itself; nothing where every outcome has a result of its own.
fn totals<S: Ord, W: Weight>(odds: &Distribution<S, W>, told: &[Told], outcomes: usize) -> Vec<Total> {
    let mut results: Vec<&str> = Vec::new();
    let mut ends = told.iter();
    let places = odds.map(|_| {
        let result = ends.next().expect("every end is told").result.as_str();
        results.iter().position(|known| *known == result).unwrap_or_else(|| {
            results.push(result);
            results.len() - 1
        })
    });
    let chances: Vec<Fraction> = places.iter().map(|(_, chance)| chance).collect();
    if results.len() == outcomes {
        return Vec::new();
    }
    let total = |(result, chance): (&str, Fraction)| Total {
        result: result.to_owned(),
        percent: chance.percent(),
        chance,
    };
    results.into_iter().zip(chances).map(total).collect()
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
