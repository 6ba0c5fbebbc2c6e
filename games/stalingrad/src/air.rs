//! What all air attacks share: the air charts, bombs on a unit, and who can fly.

use kit::{Cell, Dice, Purpose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::Charts,
    index::{DieIndex, IndexValue},
    results::Fate,
};

/// STAL-R28: which of the two printed air systems is played.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum AirSystem {
    /// Mass bombing and close support.
    #[default]
    Default,
    /// The older chart of air attacks instead of close support.
    AirAttackTable,
}

/// A result of the air charts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AirResult {
    /// DE.
    Eliminated,
    /// D.
    Disrupted,
    /// A dash.
    Nothing,
    /// AA?, STAL-OPA-4.
    AircraftCheck,
    /// `RedAF Xd`.
    RussianOut,
    /// `RedAF Intercepted`.
    RussianBack,
    /// Intercepted.
    GermanBack,
    /// LW Xd.
    GermanOut,
}

impl AirResult {
    const ALL: [Self; 8] = [
        Self::Eliminated,
        Self::Disrupted,
        Self::Nothing,
        Self::AircraftCheck,
        Self::RussianOut,
        Self::RussianBack,
        Self::GermanBack,
        Self::GermanOut,
    ];

    /// As printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eliminated => "DE",
            Self::Disrupted => "D",
            Self::Nothing => "-",
            Self::AircraftCheck => "AA?",
            Self::RussianOut => "RedAF Xd",
            Self::RussianBack => "RedAF Intercepted",
            Self::GermanBack => "Intercepted",
            Self::GermanOut => "LW Xd",
        }
    }

    /// STAL-AIR-7: from the air D Disrupts and DE eliminates, and nobody retreats (STAL-RET-11).
    pub const fn fate(self) -> Fate {
        match self {
            Self::Eliminated => Fate::Eliminated,
            Self::Disrupted => Fate::Disrupted,
            _ => Fate::Unharmed,
        }
    }
}

impl Cell for AirResult {
    const EXPECTED: &'static str = "DE, D, -, AA?, RedAF Xd, RedAF Intercepted, Intercepted or LW Xd";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.name() == text)
    }
}

/// What air combat does to an air unit (STAL-AIR-4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wings {
    /// Nothing.
    Ready,
    /// Home for this mission only.
    TurnedBack,
    /// Out for the rest of this game turn and the whole next one.
    KnockedOut,
}

kit::spelled!(Wings {
    "ready" => Self::Ready,
    "turned back" => Self::TurnedBack,
    "knocked out" => Self::KnockedOut,
});

/// Whether a mission is flown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MissionEnd {
    /// It is.
    Flies,
    /// It is not.
    Lost,
}

kit::spelled!(MissionEnd { "flies" => Self::Flies, "lost" => Self::Lost });

kit::cells! {
    /// What a result of air combat does, a row of its table (STAL-AIR-3).
    #[derive(Clone, Copy, Debug)]
    pub struct Sortie {
        pub(crate) result: AirResult = "Result",
        mission: MissionEnd = "mission",
        /// The Fliegerkorps.
        pub german: Wings = "Fliegerkorps",
        /// The Russian air unit.
        pub russian: Wings = "Russian air unit",
    }
}

impl Sortie {
    /// Whether the mission is flown.
    pub fn flies(&self) -> bool {
        self.mission == MissionEnd::Flies
    }
}

/// The columns of the air chart.
pub(crate) const MASS_BOMBING: usize = 0;
pub(crate) const AIR_COMBAT: usize = 1;

/// STAL-AIR-3, STAL-R32: the German player rolls, index 1 best for him.
pub fn air_combat<D: Dice>(charts: &Charts, index: DieIndex, dice: &mut D) -> AirResult {
    let value = index.roll(dice, Purpose::new("air combat", "STAL-AIR-3"));
    *charts.tables.air.at(value.row(), AIR_COMBAT)
}

/// The mass bombing column in a row made worse by STAL-AIR-14.
pub fn bombs(charts: &Charts, value: IndexValue, worse: u8) -> AirResult {
    *charts.tables.air.at(value.worse_by(worse).row(), MASS_BOMBING)
}

/// STAL-AIR-13: one unit's own roll on the mass bombing column.
pub fn bomb_unit<D: Dice>(
    charts: &Charts,
    index: DieIndex,
    worse: u8,
    dice: &mut D,
    purpose: Purpose,
) -> Fate {
    bombs(charts, index.roll(dice, purpose), worse).fate()
}

/// The first turn in which an air unit knocked out in `turn` flies again (STAL-AIR-4).
pub fn flies_again(charts: &Charts, turn: u8) -> u8 {
    turn.saturating_add(charts.air_units.turns_out + 1)
}

/// STAL-AIR-15: an air unit can fly unless it is knocked out.
pub fn is_flyable(charts: &Charts, knocked_out_in: Option<u8>, turn: u8) -> bool {
    knocked_out_in.is_none_or(|out| turn >= flies_again(charts, out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RULEBOOK, charts::Rules};

    #[test]
    fn the_columns_are_where_they_are_looked_for() {
        let rules = Rules::published();
        assert_eq!(rules.tables.air.sheet().heads(), ["Mass Bombing", "Air Combat"]);
        assert_eq!(rules.tables.older_air.sheet().heads()[..3], crate::terrain::AIR_ATTACK_HEADS);
    }

    /// STAL-AIR-14
    #[test]
    fn bombs_wear_off_as_the_chart_of_turns_says() {
        let (rules, by_turn) = (Rules::published(), RULEBOOK.sheet("bombing-by-turn").unwrap());
        for row in 0..6 {
            for turn in 0..4 {
                let printed = by_turn.cells(row)[turn].as_str();
                assert_eq!(
                    bombs(&rules, IndexValue(row as u8 + 1), turn as u8).name(),
                    printed,
                    "row {row}, turn {turn}"
                );
            }
        }
    }

    #[test]
    fn both_index_columns_of_every_chart_agree() {
        // STAL-DIE-1: A and B add up to 7 in each row, so one reading serves all charts.
        for sheet in RULEBOOK.published_sheets() {
            if sheet.index_names().collect::<Vec<_>>() == ["A", "B"] {
                for face in 1..=6 {
                    let row = |value: IndexValue| Some(value.row());
                    assert_eq!(sheet.row_for(0, face), row(DieIndex::A.read(face as u16)));
                    assert_eq!(sheet.row_for(1, face), row(DieIndex::B.read(face as u16)));
                }
            }
        }
    }
}
