//! Tests, scatter formulas and sines.

use kit::{ContentError, Die};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Source, armoury::Rows};

/// The eight tests (SKIR-TST-1 to SKIR-TST-11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, JsonSchema)]
pub enum Test {
    /// Readiness: who acts first.
    #[serde(rename = "RT")]
    Readiness,
    /// Fire request to a battery on the table.
    #[serde(rename = "DFR")]
    DirectRequest,
    /// Fire request to a battery off the table.
    #[serde(rename = "IFR")]
    IndirectRequest,
    /// Can't fire: a unit hit by shells keeps its fire.
    #[serde(rename = "CF")]
    CantFire,
    /// Courage.
    #[serde(rename = "CT")]
    Courage,
    /// Precision: a thrown device hits.
    #[serde(rename = "PT")]
    Precision,
    /// Dodge: not rammed, past mines, wire and cliffs.
    #[serde(rename = "DT")]
    Dodge,
    /// Melee.
    #[serde(rename = "MC")]
    Melee,
}

impl Test {
    /// All of them in the order of the chart.
    pub const ALL: [Self; 8] = [
        Self::Readiness,
        Self::DirectRequest,
        Self::IndirectRequest,
        Self::CantFire,
        Self::Courage,
        Self::Precision,
        Self::Dodge,
        Self::Melee,
    ];

    /// Its letters on the chart.
    pub const fn letters(self) -> &'static str {
        match self {
            Self::Readiness => "RT",
            Self::DirectRequest => "DFR",
            Self::IndirectRequest => "IFR",
            Self::CantFire => "CF",
            Self::Courage => "CT",
            Self::Precision => "PT",
            Self::Dodge => "DT",
            Self::Melee => "MC",
        }
    }
}

/// What the chart of tests says of one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TestDice {
    /// Whether CR is added to CS.
    pub adds_rank: bool,
    /// The die to reach; none where an opponent rolls.
    pub against: Option<Die>,
    /// The die for the harder use of a precision test.
    pub hard: Option<Die>,
}

/// Reads success conditions such as `D6 + CS + CR >= D10`.
pub(super) fn tests(source: Source) -> Result<[TestDice; 8], ContentError> {
    let rows = Rows::load(source)?;
    let mut found = [TestDice { adds_rank: false, against: None, hard: None }; 8];
    for (test, place) in Test::ALL.iter().zip(&mut found) {
        let row = rows
            .sheet
            .row_named(0, test.letters())
            .ok_or_else(|| rows.wrong(0, format!("found no test {}", test.letters())))?;
        let condition = rows.words(row, "SUCCESS CONDITION")?;
        let die = |words: &str| {
            let sides = words.trim().strip_prefix('D')?.parse().ok().filter(|&sides: &u16| sides > 0)?;
            Some(Die::with_sides(sides))
        };
        let bad = || rows.wrong(row, format!("found `{condition}`, expected such as D6 + CS + CR >= D10"));
        let opposed = condition.contains("opponent");
        // SKIR-R4: readiness leaves the tester's CR out by a slip; where one side adds it, both do.
        let adds_rank = condition.contains("CR");
        let (against, hard) = match condition.split_once(">=") {
            None if opposed => (None, None),
            None => return Err(bad()),
            Some((_, needed)) => match needed.split_once('/') {
                None => (Some(die(needed).ok_or_else(bad)?), None),
                Some((easy, hard)) => (Some(die(easy).ok_or_else(bad)?), Some(die(hard).ok_or_else(bad)?)),
            },
        };
        *place = TestDice { adds_rank, against, hard };
    }
    Ok(found)
}

/// Where a scattered shell starts to stray.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The edge of the model, in the direction of the arrow.
    Edge,
    /// The centre of the model.
    Centre,
    /// The marker.
    Marker,
}

/// The dice of a scatter distance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula {
    /// Dice that are added.
    pub dice: Vec<Die>,
    /// Whether CR is taken off besides CS.
    pub less_rank: bool,
}

/// A row of the scatter chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScatterCase {
    /// As printed.
    pub name: String,
    /// How far.
    pub formula: Formula,
    /// From where.
    pub origin: Origin,
    /// Whether a result below 1 lands on the very point; else it stays at the edge.
    pub exact_below_one: bool,
    /// Whether it can fly over.
    pub overflight: bool,
}

pub(super) fn scatter(source: Source) -> Result<Vec<ScatterCase>, ContentError> {
    let rows = Rows::load(source)?;
    let case = |row| {
        let bad =
            |what: &str| rows.wrong(row, format!("found `{what}`, expected such as D12 + D10 - CS - CR"));
        let words = rows.words(row, "DISTANCE cm")?;
        let mut parts = words.split(" - ");
        let mut dice = Vec::new();
        for term in parts.next().unwrap_or("").split('+') {
            let (count, sides) = term.trim().split_once('D').ok_or_else(|| bad(words))?;
            let count = if count.is_empty() { 1 } else { count.parse().map_err(|_| bad(words))? };
            let sides: u16 = sides.parse().ok().filter(|&n| n > 0).ok_or_else(|| bad(words))?;
            dice.extend(std::iter::repeat_n(Die::with_sides(sides), count));
        }
        let less: Vec<&str> = parts.collect();
        let origin = match rows.words(row, "FROM")? {
            "edge of model" => Origin::Edge,
            "center of model" => Origin::Centre,
            "marked point" => Origin::Marker,
            other => return Err(bad(other)),
        };
        Ok(ScatterCase {
            name: rows.label(row).to_owned(),
            formula: Formula { dice, less_rank: less.contains(&"CR") },
            origin,
            exact_below_one: rows.words(row, "BELOW 1")? == "exact point",
            overflight: rows.words(row, "OVERFLIGHT")? == "yes",
        })
    };
    (0..rows.sheet.len()).map(case).collect()
}

/// SKIR-GEO-1: sines in whole millionths.
pub(super) fn sines(source: Source) -> Result<Vec<i64>, ContentError> {
    let rows = Rows::load(source)?;
    (0..rows.sheet.len()).map(|row| rows.number(row, "sine")).collect()
}
