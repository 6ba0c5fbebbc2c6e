//! Tests, scatter formulas and sines.

use kit::{Cell, ContentError, Die, Sheet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::figures;
use crate::words::printed;

printed! {
    /// The eight tests (SKIR-TST-1 to SKIR-TST-11).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize, JsonSchema)]
    pub enum Test {
        /// Readiness: who acts first.
        #[serde(rename = "RT")]
        Readiness = "RT",
        /// Fire request to a battery on the table.
        #[serde(rename = "DFR")]
        DirectRequest = "DFR",
        /// Fire request to a battery off the table.
        #[serde(rename = "IFR")]
        IndirectRequest = "IFR",
        /// Can't fire: a unit hit by shells keeps its fire.
        #[serde(rename = "CF")]
        CantFire = "CF",
        /// Courage.
        #[serde(rename = "CT")]
        Courage = "CT",
        /// Precision: a thrown device hits.
        #[serde(rename = "PT")]
        Precision = "PT",
        /// Dodge: not rammed, past mines, wire and cliffs.
        #[serde(rename = "DT")]
        Dodge = "DT",
        /// Melee.
        #[serde(rename = "MC")]
        Melee = "MC",
    }
}

/// What the chart of tests says of one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TestDice {
    /// Whether CR is added to CS.
    pub(crate) adds_rank: bool,
    /// The die to reach; that of the opponent where one rolls.
    pub(crate) against: Die,
    /// The die for the harder use of a precision test; the same where there is none.
    pub(crate) hard: Die,
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
    figures::all(Test::ALL, |test| sheet.value(test.name(), "SUCCESS CONDITION"))
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
pub(crate) struct Formula {
    pub(crate) dice: Vec<Die>,
    /// Whether CR is taken off besides CS.
    pub(crate) less_rank: bool,
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

kit::cells! {
    /// A row of the scatter chart.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub(crate) struct ScatterCase {
        pub(crate) formula: Formula = "DISTANCE cm",
        pub(crate) origin: Origin = "FROM",
        pub(crate) below_one: BelowOne = "BELOW 1",
        /// Whether it can fly over.
        pub(crate) overflight: bool = "OVERFLIGHT",
    }
}

/// Where a shell falls whose distance comes to less than 1 cm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BelowOne {
    Exact,
    AtTheEdge,
}

kit::spelled!(BelowOne { "exact point" => Self::Exact, "0" => Self::AtTheEdge });

/// SKIR-GEO-1: sines in whole millionths.
pub(super) fn sines(sheet: &Sheet) -> Result<Vec<i64>, ContentError> {
    (0..sheet.len()).map(|row| sheet.read::<i32>(row, "sine").map(i64::from)).collect()
}
