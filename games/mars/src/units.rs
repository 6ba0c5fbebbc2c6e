//! Units: what the charts say of them, and how a player names them.

use std::borrow::Cow;

use kit::inquiry::{did_you_mean, named_or_own, schema_of_named_or_own};
use schemars::{Schema, SchemaGenerator};
use serde::Deserializer;

use crate::prelude::*;

kit::spelled! {
    /// Who plays.
    #[derive(PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Side {
        /// Zhukov.
        Russian = "Russian",
        /// Von Kluge.
        German = "German",
    }
}

impl Side {
    #[must_use]
    pub const fn enemy(self) -> Self {
        match self {
            Self::Russian => Self::German,
            Self::German => Self::Russian,
        }
    }
}

kit::spelled! {
    /// The arm of a unit.
    #[derive(Deserialize, Serialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum UnitType {
        /// German infantry and paratroops.
        Infantry = "infantry",
        /// Luftwaffe field division.
        Luftwaffe = "luftwaffe",
        /// German panzer.
        Panzer = "panzer",
        /// German panzergrenadier.
        Panzergrenadier = "panzergrenadier",
        /// Russian rifle.
        Rifle = "rifle",
        /// Russian tanks.
        Tank = "tank",
        /// Russian mechanised.
        Mech = "mech",
        /// Russian motorised rifle.
        MotorRifle = "motor_rifle",
        /// Cavalry of either side.
        Cavalry = "cavalry",
    }
}

kit::spelled! {
    /// Infantry marches, fortifies and holds towns; mobile units drive or ride.
    pub enum Class {
        /// Infantry and rifle units.
        Infantry = "infantry",
        /// All others.
        Mobile = "mobile",
    }
}

kit::spelled! {
    /// How large a unit is.
    #[derive(Default)]
    pub enum Size {
        /// A Russian tank brigade.
        Brigade = "brigade",
        /// Half a German division.
        Kampfgruppe = "kampfgruppe",
        #[default]
        Division = "division",
        /// A Russian corps of any arm.
        Korps = "korps",
    }
}

kit::spelled! {
    /// Which half of a German division a Kampfgruppe is.
    #[derive(Default)]
    pub enum Half {
        A = "a",
        B = "b",
        #[default]
        Neither = "-",
    }
}

kit::spelled! {
    /// How well a unit is supplied.
    #[derive(Default, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Supply {
        /// A supply line of at most 4 hexes.
        #[default]
        Full = "full",
        /// A line of 5 to 8 hexes.
        Rationed = "rationed",
        /// No line, or a longer one.
        Isolated = "isolated",
    }
}

impl Supply {
    /// Of somebody who is cut off, has a long line, or neither.
    #[inline]
    pub const fn of(is_isolated: bool, is_rationed: bool) -> Self {
        match (is_isolated, is_rationed) {
            (true, _) => Self::Isolated,
            (false, true) => Self::Rationed,
            (false, false) => Self::Full,
        }
    }
}

kit::cells! {
    /// A unit: one of the chart (MARS-GEN-3), or one of a player's own with its factors.
    #[derive(Clone, PartialEq, Eq, Deserialize, JsonSchema, Debug)]
    #[serde(deny_unknown_fields)]
    #[schemars(rename = "OwnUnit", description = "A unit that is not in the chart.")]
    pub struct Unit {
        /// Its name.
        pub name: String = "unit",
        /// Whose it is.
        pub side: Side = "side",
        /// Its arm.
        #[serde(rename = "type")]
        pub kind: UnitType = "type",
        /// Its size, as far as the map asks.
        #[serde(skip)]
        pub size: Size = "size",
        /// Attack factor.
        pub attack: Factor = "attack",
        /// Defence factor.
        pub defence: Factor = "defence",
        /// What fortification adds to its defence.
        #[serde(default)]
        pub fort: Factor = "fort",
        /// Whether it is a Russian Guards unit.
        #[serde(default)]
        pub guards: bool = "guards",
        /// The division of which it is a half.
        #[serde(skip)]
        pub division: String = "tag",
        #[serde(skip)]
        pub half: Half = "letter",
    }

    /// What units of a type are and may do.
    #[derive(Debug)]
    pub struct Arm {
        pub class: Class = "class",
        /// Whether they may fortify (MARS-FOR-1).
        pub fortifies: bool = "fortifies",
        /// Whether they garrison a defence zone (MARS-TER-5, MARS-R15).
        pub garrisons: bool = "garrison",
        /// How many hexes they may advance after combat (MARS-ADV-4).
        pub advance: u8 = "advance",
        pub panzer: bool = "panzer",
        /// How a Disrupted one is shown: turned to face the enemy, or by its smoking side (MARS-DIS-2).
        pub disrupted_shows: String = "Disrupted shows",
    }
}

impl Unit {
    /// Whether it is this half of 14.PGD; together the two hold a town as infantry does (MARS-TER-14).
    pub fn is_of_14_pgd(&self, half: Half) -> bool {
        self.half == half && self.division == "14.PGD"
    }
}

/// A unit named in a situation: one of the chart, or one of the player's own with its factors.
#[derive(Clone, Debug)]
pub enum UnitRef {
    /// A unit of the chart. No variant of the game changes names.
    OfTheChart(UnitId),
    /// A unit of the player's own.
    Own(Unit),
}

impl UnitRef {
    /// The unit meant.
    pub fn unit<'s>(&'s self, charts: &'s Charts) -> &'s Unit {
        match self {
            Self::OfTheChart(unit) => &charts.roster[*unit],
            Self::Own(unit) => unit,
        }
    }

    /// Its place in the chart; equal claims go to the lower one.
    pub fn order(&self) -> usize {
        if let Self::OfTheChart(unit) = self { unit.index() } else { usize::MAX }
    }
}

impl<'de> Deserialize<'de> for UnitRef {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let expected =
            "the name of a unit such as \"8 GRK\", or a unit with name, side, type, attack, defence";
        let named = |name: &str| {
            let roster = &MarsContent::published().charts.roster;
            roster.named(name).map(Self::OfTheChart).ok_or_else(|| {
                let hint = did_you_mean(name, roster.units.iter().map(|unit| unit.name.as_str()));
                format!("no unit `{name}` in the chart (see `sandtable table mars units`){hint}")
            })
        };
        named_or_own(source, expected, named, |own| Ok(Self::Own(own)))
    }
}

impl JsonSchema for UnitRef {
    fn schema_name() -> Cow<'static, str> {
        "Unit".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let about = "A unit of the chart by its name, or one of your own with its factors.";
        schema_of_named_or_own::<Unit>(generator, about, None)
    }
}
