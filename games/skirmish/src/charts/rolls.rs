//! Tests, scatter formulas and sines.

use kit::{Cell, ContentError, Die, Sheet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{figures, label};

/// The eight tests (SKIR-TST-1 to SKIR-TST-11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize, JsonSchema)]
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
    /// The die to reach; that of the opponent where one rolls.
    pub against: Die,
    /// The die for the harder use of a precision test; the same where there is none.
    pub hard: Die,
}

/// `D10`.
fn die(words: &str) -> Option<Die> {
    figures::die_of(words.trim().strip_prefix('D')?)
}

impl Cell for TestDice {
    const EXPECTED: &'static str = "a condition such as D6 + CS + CR >= D10";
    fn read(condition: &str) -> Option<Self> {
        // SKIR-R4: readiness leaves the tester's CR out by a slip; where one side adds it, both do.
        let adds_rank = condition.contains("CR");
        let (_, needed) = condition.split_once(">=").or_else(|| condition.split_once('>'))?;
        let (easy, hard) = needed.split_once('/').unwrap_or((needed, needed));
        // An opponent's die has words behind it: `D6 + CS of opponent`.
        let first = |words: &str| die(words.split('+').next()?);
        let (against, hard) = (first(easy)?, first(hard)?);
        Some(Self { adds_rank, against, hard })
    }
}

/// The success conditions, by [`Test`].
pub(super) fn tests(sheet: &Sheet) -> Result<[TestDice; 8], ContentError> {
    figures::all(Test::ALL, |test| sheet.value(test.letters(), "SUCCESS CONDITION"))
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

impl Cell for Formula {
    const EXPECTED: &'static str = "dice such as D12 + D10 - CS - CR";
    fn read(words: &str) -> Option<Self> {
        let mut parts = words.split(" - ");
        let mut dice = Vec::new();
        for term in parts.next()?.split('+') {
            let (count, sides) = term.trim().split_once('D')?;
            let count = if count.is_empty() { 1 } else { count.parse().ok()? };
            dice.extend(std::iter::repeat_n(figures::die_of(sides)?, count));
        }
        let less_rank = match parts.collect::<Vec<_>>()[..] {
            ["CS"] => false,
            ["CS", "CR"] => true,
            _ => return None,
        };
        Some(Self { dice, less_rank })
    }
}

kit::spelled!(Origin {
    "edge of model" => Self::Edge,
    "center of model" => Self::Centre,
    "marked point" => Self::Marker,
});

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

pub(super) fn scatter(sheet: &Sheet) -> Result<Vec<ScatterCase>, ContentError> {
    let exact = |below: &str| match below {
        "exact point" => Some(true),
        "0" => Some(false),
        _ => None,
    };
    let case = |row| {
        Ok(ScatterCase {
            name: label(sheet, row).to_owned(),
            formula: sheet.read(row, "DISTANCE cm")?,
            origin: sheet.read(row, "FROM")?,
            exact_below_one: sheet.read_with(row, "BELOW 1", "exact point or 0", exact)?,
            overflight: sheet.read(row, "OVERFLIGHT")?,
        })
    };
    (0..sheet.len()).map(case).collect()
}

/// SKIR-GEO-1: sines in whole millionths.
pub(super) fn sines(sheet: &Sheet) -> Result<Vec<i64>, ContentError> {
    (0..sheet.len()).map(|row| sheet.read::<i32>(row, "sine").map(i64::from)).collect()
}
