//! Units and their statuses.

use std::{borrow::Cow, fmt};

use kit::Factor;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::{Charts, Roster, UnitId, content::MarsContent};

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Zhukov.
    Russian,
    /// Von Kluge.
    German,
}

impl Side {
    /// Whom it fights.
    #[must_use]
    pub const fn enemy(self) -> Self {
        match self {
            Self::Russian => Self::German,
            Self::German => Self::Russian,
        }
    }
}

kit::spelled!(Side {
    "German" => Self::German,
    "Russian" => Self::Russian,
});

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Russian => "Russian",
            Self::German => "German",
        })
    }
}

/// The arm of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "snake_case")]
pub enum UnitType {
    /// German infantry and paratroops.
    Infantry,
    /// Luftwaffe field division.
    Luftwaffe,
    /// German panzer.
    Panzer,
    /// German panzergrenadier.
    Panzergrenadier,
    /// Russian rifle.
    Rifle,
    /// Russian tanks.
    Tank,
    /// Russian mechanised.
    Mech,
    /// Russian motorised rifle.
    MotorRifle,
    /// Cavalry of either side.
    Cavalry,
}

impl UnitType {
    /// As the charts spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Luftwaffe => "luftwaffe",
            Self::Panzer => "panzer",
            Self::Panzergrenadier => "panzergrenadier",
            Self::Rifle => "rifle",
            Self::Tank => "tank",
            Self::Mech => "mech",
            Self::MotorRifle => "motor_rifle",
            Self::Cavalry => "cavalry",
        }
    }
}

/// Infantry marches, fortifies and holds towns; mobile units drive or ride.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Infantry and rifle units.
    Infantry,
    /// All others.
    Mobile,
}

kit::spelled!(Class {
    "infantry" => Self::Infantry,
    "mobile" => Self::Mobile,
});

/// How well a unit is supplied.
#[derive(
    Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema, Debug,
)]
#[serde(rename_all = "kebab-case")]
pub enum Supply {
    /// A supply line of at most 4 hexes.
    #[default]
    Full,
    /// A line of 5 to 8 hexes.
    Rationed,
    /// No line, or a longer one.
    Isolated,
}

impl Supply {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Rationed => "rationed",
            Self::Isolated => "isolated",
        }
    }
}

/// A unit as battles know it (MARS-GEN-3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its name on the counter.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Attack factor.
    pub attack: Factor,
    /// Defence factor.
    pub defence: Factor,
    /// What fortification adds to its defence.
    pub fort: Factor,
    /// Whether it is a Russian Guards unit.
    pub guards: bool,
    /// Which half of 14.PGD it is; together the two halves hold a town as infantry does (MARS-TER-14).
    pub half_of_14_pgd: Option<Half>,
    /// Its place in the chart; equal claims go to the lower one.
    pub order: u16,
}

/// Half of a German division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// Kampfgruppe a.
    A,
    /// Kampfgruppe b.
    B,
}

/// A unit named in a situation: one of the chart, or one of the player's own with its factors.
#[derive(Clone, Debug)]
pub enum UnitRef {
    /// A unit of the chart. No variant of the game changes names.
    OfTheChart(UnitId),
    /// A unit of the player's own, and its arm.
    Own(Unit, UnitType),
}

impl UnitRef {
    /// The unit meant, and its class.
    pub fn unit<'s>(&'s self, charts: &'s Charts) -> (&'s Unit, Class) {
        match self {
            Self::OfTheChart(unit) => (&charts.roster.units[unit.index()], charts.roster[*unit].class),
            Self::Own(unit, kind) => (unit, charts.class_of(*kind)),
        }
    }
}

/// A unit that is not in the chart.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OwnUnit {
    /// Its name.
    name: String,
    /// Whose it is.
    side: Side,
    /// Its arm.
    #[serde(rename = "type")]
    kind: UnitType,
    /// Attack factor.
    attack: Factor,
    /// Defence factor.
    defence: Factor,
    /// What fortification adds to its defence.
    #[serde(default)]
    fort: Factor,
    /// Whether it is a Russian Guards unit.
    #[serde(default)]
    guards: bool,
}

impl From<OwnUnit> for UnitRef {
    fn from(own: OwnUnit) -> Self {
        let OwnUnit { name, side, kind, attack, defence, fort, guards } = own;
        let (half_of_14_pgd, order) = (None, u16::MAX);
        Self::Own(Unit { name, side, attack, defence, fort, guards, half_of_14_pgd, order }, kind)
    }
}

impl<'de> Deserialize<'de> for UnitRef {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> de::Visitor<'de> for Reader {
            type Value = UnitRef;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "the name of a unit such as \"8 GRK\", or a unit with name, side, type, attack, defence",
                )
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<UnitRef, E> {
                let roster = &MarsContent::published().charts.roster;
                let known = roster.named(name).map(UnitRef::OfTheChart);
                known.ok_or_else(|| E::custom(unknown_unit(roster, name)))
            }
            fn visit_map<M: de::MapAccess<'de>>(self, map: M) -> Result<UnitRef, M::Error> {
                OwnUnit::deserialize(de::value::MapAccessDeserializer::new(map)).map(UnitRef::from)
            }
        }
        source.deserialize_any(Reader)
    }
}

fn unknown_unit(roster: &Roster, name: &str) -> String {
    let hint = kit::inquiry::did_you_mean(name, roster.units.iter().map(|unit| unit.name.as_str()));
    format!("no unit `{name}` in the chart (see `sandtable table mars units`){hint}")
}

impl JsonSchema for UnitRef {
    fn schema_name() -> Cow<'static, str> {
        "Unit".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let own = generator.subschema_for::<OwnUnit>();
        schemars::json_schema!({
            "description": "A unit of the chart by its name, or one of your own with its factors.",
            "anyOf": [{ "type": "string" }, own]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_in_the_chart() {
        use UnitType::{
            Cavalry, Infantry, Luftwaffe, Mech, MotorRifle, Panzer, Panzergrenadier, Rifle, Tank,
        };
        let class = |kind| MarsContent::published().charts.class_of(kind);
        let mobile = [Panzer, Panzergrenadier, Tank, Mech, MotorRifle, Cavalry];
        assert!(mobile.into_iter().all(|kind| class(kind) == Class::Mobile));
        assert!([Infantry, Luftwaffe, Rifle].into_iter().all(|kind| class(kind) == Class::Infantry));
    }

    #[test]
    fn an_unknown_unit_is_met_with_a_hint() {
        let complaint = |name| unknown_unit(&MarsContent::published().charts.roster, name);
        assert!(complaint("8 GKR").contains("8 GRK"));
        assert!(complaint("pz").contains("1.Pz a"));
        assert!(!complaint("zzz").contains("did you mean"));
    }
}
