//! Picks: who they are and what they are worth (chapter GEN).

use std::fmt;

use kit::{Cell, Factor, losses};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The two sides of `EAST-GEN-1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Germany and its four allies.
    Axis,
    /// The Soviet Union.
    Soviet,
}

impl Side {
    /// The side's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Axis => "Axis",
            Self::Soviet => "Soviet",
        }
    }

    /// The side across the line.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Axis => Self::Soviet,
            Self::Soviet => Self::Axis,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Whose troops a unit's are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    /// Germany itself; what the rules call German is this nation alone (`EAST-GEN-1`).
    #[serde(alias = "German")]
    German,
    /// An ally of the Axis.
    #[serde(alias = "Romanian")]
    Romanian,
    /// An ally of the Axis.
    #[serde(alias = "Hungarian")]
    Hungarian,
    /// An ally of the Axis.
    #[serde(alias = "Italian")]
    Italian,
    /// An ally of the Axis.
    #[serde(alias = "Finnish")]
    Finnish,
    /// The other side.
    #[serde(alias = "Soviet")]
    Soviet,
}

impl Nation {
    /// All of them, in the order of the rulebook.
    pub const ALL: [Self; 6] =
        [Self::German, Self::Romanian, Self::Hungarian, Self::Italian, Self::Finnish, Self::Soviet];

    /// The side it fights on (`EAST-GEN-1`).
    pub const fn side(self) -> Side {
        match self {
            Self::Soviet => Side::Soviet,
            _ => Side::Axis,
        }
    }

    /// As the counters say.
    pub const fn name(self) -> &'static str {
        match self {
            Self::German => "German",
            Self::Romanian => "Romanian",
            Self::Hungarian => "Hungarian",
            Self::Italian => "Italian",
            Self::Finnish => "Finnish",
            Self::Soviet => "Soviet",
        }
    }
}

impl Cell for Nation {
    const EXPECTED: &'static str = "German, Romanian, Hungarian, Italian, Finnish or Soviet";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|nation| nation.name() == text)
    }
}

impl fmt::Display for Nation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The type of a unit (`EAST-GEN-2`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Arm {
    /// Infantry on foot: rifle, shock, guards, militia, airborne, garrison.
    #[serde(rename = "INF")]
    Infantry,
    /// Mountain infantry.
    #[serde(rename = "MTN")]
    Mountain,
    /// Motorised infantry.
    #[serde(rename = "MOT")]
    Motorised,
    /// Panzer, tank and mechanised troops.
    #[serde(rename = "ARM")]
    Armour,
    /// Cavalry.
    #[serde(rename = "CAV")]
    Cavalry,
}

impl Arm {
    /// All of them, in the order of the rulebook.
    pub const ALL: [Self; 5] = [Self::Infantry, Self::Mountain, Self::Motorised, Self::Armour, Self::Cavalry];

    /// As the counters and the tables print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Infantry => "INF",
            Self::Mountain => "MTN",
            Self::Motorised => "MOT",
            Self::Armour => "ARM",
            Self::Cavalry => "CAV",
        }
    }

    /// What the tables mean by infantry; cavalry is neither infantry nor armour (`EAST-GEN-3`).
    pub const fn is_infantry(self) -> bool {
        matches!(self, Self::Infantry | Self::Mountain | Self::Motorised)
    }
}

impl Cell for Arm {
    const EXPECTED: &'static str = "INF, MTN, MOT, ARM or CAV";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|arm| arm.name() == text)
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The size of a unit (`EAST-GEN-2`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// An army, panzer group or tank army.
    Army,
    /// A corps.
    Corps,
    /// A division.
    Division,
}

impl Size {
    /// All of them, largest first.
    pub const ALL: [Self; 3] = [Self::Army, Self::Corps, Self::Division];

    /// As the tables print it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Army => "army",
            Self::Corps => "corps",
            Self::Division => "division",
        }
    }
}

impl Cell for Size {
    const EXPECTED: &'static str = "army, corps or division";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.name() == text)
    }
}

kit::cells! {
    /// What is printed on a counter, as far as combat needs it (`EAST-GEN-2`).
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Counter {
        /// Whose it is.
        pub nation: Nation = "nation",
        /// Its type.
        pub arm: Arm = "type",
        /// Its size.
        pub size: Size = "size",
        /// Attack factor.
        pub attack: Factor = "AF",
        /// Defence factor.
        pub defence: Factor = "DF",
    }
}

/// A choice among the units of one list, by their places in it.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Picks(u16);

impl Picks {
    /// How many units a list may have: two in each of eight hexes, more than six neighbours can hold.
    pub const MOST: usize = 16;
    /// No unit.
    pub const NONE: Self = Self(0);

    /// The first `count` units: a whole list.
    pub const fn first(count: usize) -> Self {
        Self(((1u32 << count) - 1) as u16)
    }

    /// Whether the unit at `place` is chosen.
    pub const fn has(self, place: usize) -> bool {
        self.0 >> place & 1 == 1
    }

    /// With the unit at `place`.
    #[must_use]
    pub const fn with(self, place: usize) -> Self {
        Self(self.0 | 1 << place)
    }

    /// Picks chosen in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Picks chosen here and not there.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many.
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is chosen.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Their places.
    pub fn places(self) -> impl Iterator<Item = usize> {
        (0..Self::MOST).filter(move |&place| self.has(place))
    }

    /// What they are worth together; `factors` lists what each unit of the list is worth.
    pub fn total(self, factors: &[Factor]) -> Factor {
        losses::worth(factors, self.0.into())
    }

    /// Every choice among these units but the empty one, in a fixed order.
    pub fn choices(self) -> impl Iterator<Item = Self> {
        let all = self.0;
        let mut last = 0u16;
        std::iter::from_fn(move || {
            last = last.wrapping_sub(all) & all;
            (last != 0).then_some(Self(last))
        })
    }
}

impl FromIterator<usize> for Picks {
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> Self {
        places.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gen_1_and_gen_3_nations_and_types() {
        // EAST-GEN-1: five nations fight for the Axis; EAST-GEN-3: cavalry is neither infantry nor armour.
        assert_eq!(Nation::ALL.iter().filter(|nation| nation.side() == Side::Axis).count(), 5);
        let infantry: Vec<_> =
            Arm::ALL.iter().filter(|arm| arm.is_infantry()).map(|arm| arm.name()).collect();
        assert_eq!(infantry, ["INF", "MTN", "MOT"]);
    }

    #[test]
    fn choices_are_all_subsets_once() {
        let some: Picks = [0, 2, 5].into_iter().collect();
        let choices: Vec<_> = some.choices().collect();
        assert_eq!(choices.len(), 7);
        assert!(choices.iter().all(|choice| choice.without(some).is_empty() && !choice.is_empty()));
        assert_eq!(Picks::first(16).choices().count(), 65_535);
        assert_eq!(Picks::NONE.choices().count(), 0);
    }
}
