//! Counters: kinds, factors and the order of battle.

use std::{borrow::Cow, fmt};

use kit::{Cell, ContentError, Factor, Sheet, inquiry::did_you_mean};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, value::MapAccessDeserializer},
};

use crate::charts::charts;

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The Germans.
    German,
    /// The Russians.
    Russian,
}

impl Side {
    /// As printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::German => "German",
            Self::Russian => "Russian",
        }
    }

    /// The other one.
    #[must_use]
    pub const fn enemy(self) -> Self {
        match self {
            Self::German => Self::Russian,
            Self::Russian => Self::German,
        }
    }
}

/// What kind of counter it is (STAL-UNI-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum UnitKind {
    /// A German panzer regiment or battalion.
    Panzer,
    /// A regiment on halftracks.
    PanzerGrenadier,
    /// A German regiment on trucks.
    MotorizedInfantry,
    /// A German regiment on foot.
    Infantry,
    /// A German engineer battalion.
    Pioneer,
    /// A Russian division.
    RifleDivision,
    /// A Russian brigade.
    RifleBrigade,
    /// A regiment of a Guards division, never replaced.
    GuardsRegiment,
    /// Russian tanks.
    TankBrigade,
    /// 62. Army.
    Headquarters,
}

/// What STAL-UNI-3 sorts units into for overruns and doubling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arm {
    /// Pure tank units.
    Armour,
    /// Every other ground unit but the headquarters.
    Infantry,
    /// 62. Army.
    Headquarters,
}

impl UnitKind {
    /// All kinds in the order of the chart.
    pub const ALL: [Self; 10] = [
        Self::Panzer,
        Self::PanzerGrenadier,
        Self::MotorizedInfantry,
        Self::Infantry,
        Self::Pioneer,
        Self::RifleDivision,
        Self::RifleBrigade,
        Self::GuardsRegiment,
        Self::TankBrigade,
        Self::Headquarters,
    ];

    /// Its name in the charts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Panzer => "panzer",
            Self::PanzerGrenadier => "panzer grenadier",
            Self::MotorizedInfantry => "motorized infantry",
            Self::Infantry => "infantry",
            Self::Pioneer => "pioneer",
            Self::RifleDivision => "rifle division",
            Self::RifleBrigade => "rifle brigade",
            Self::GuardsRegiment => "guards regiment",
            Self::TankBrigade => "tank brigade",
            Self::Headquarters => "headquarters",
        }
    }

    /// Whose it is.
    pub fn side(self) -> Side {
        charts().kinds[self as usize].side
    }

    /// What it counts as in combat.
    pub fn arm(self) -> Arm {
        charts().kinds[self as usize].arm
    }

    /// STAL-PAN-1: panzers and pioneers have their factor in parentheses and need company in the city.
    pub const fn needs_company(self) -> bool {
        matches!(self, Self::Panzer | Self::Pioneer)
    }
}

impl Cell for UnitKind {
    const EXPECTED: &'static str = "a kind of unit";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == text)
    }
}

/// What the chart says about a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindTraits {
    side: Side,
    arm: Arm,
}

impl KindTraits {
    pub(crate) fn read(sheet: &Sheet, kind: UnitKind) -> Result<Self, ContentError> {
        let row = sheet.row(kind.name())?;
        let side = |text: &str| [Side::German, Side::Russian].into_iter().find(|side| side.name() == text);
        let arm = |text: &str| match text {
            "armour" => Some(Arm::Armour),
            "infantry" => Some(Arm::Infantry),
            "headquarters" => Some(Arm::Headquarters),
            _ => None,
        };
        Ok(Self {
            side: sheet.read_with(row, "side", "German or Russian", side)?,
            arm: sheet.read_with(row, "arm", "armour, infantry or headquarters", arm)?,
        })
    }
}

/// A ground unit. In a file it is the name of a counter, or `{ name, kind, factor, parent }` for any other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// What it is called.
    pub name: String,
    /// Its kind.
    pub kind: UnitKind,
    /// Its one factor, for attack and defence (STAL-UNI-2).
    pub factor: Factor,
    /// The division or corps it is part of.
    pub parent: Option<String>,
    /// Whether it comes back when it is lost (STAL-REP-2).
    pub replaced: bool,
}

/// The greatest factor a counter may have: far above any printed one.
const MOST_FACTOR: Factor = Factor::whole(50);

impl Unit {
    /// Whose it is.
    pub fn side(&self) -> Side {
        self.kind.side()
    }

    /// A counter of the order of battle: `516.R`, or with its parent `295.ID/516.R`.
    pub fn named(name: &str) -> Option<Self> {
        let matches = |unit: &&Self| {
            unit.name == name
                || name
                    .split_once('/')
                    .is_some_and(|(parent, rest)| unit.name == rest && unit.parent.as_deref() == Some(parent))
        };
        charts().roster.units.iter().find(matches).cloned()
    }

    /// STAL-VOL-2: how many boat units it takes.
    pub fn boats(&self) -> Option<u8> {
        charts().roster.boats[self.kind as usize]
    }
}

/// All counters, and the boats each kind takes.
#[derive(Debug)]
pub(crate) struct Roster {
    units: Vec<Unit>,
    boats: [Option<u8>; UnitKind::ALL.len()],
}

impl Roster {
    pub(crate) fn read(german: &Sheet, russian: &Sheet, boats: &Sheet) -> Result<Self, ContentError> {
        let germans = (0..german.len()).map(|row| read_unit(german, row, false));
        let russians = (0..russian.len()).map(|row| read_unit(russian, row, russian.read(row, "replaced")?));
        let units = germans.chain(russians).collect::<Result<_, _>>()?;
        let mut room = [None; UnitKind::ALL.len()];
        for kind in UnitKind::ALL {
            // Germans have no row: they do not cross.
            if let Some(row) = boats.row_named(0, kind.name()) {
                room[kind as usize] = Some(boats.read(row, "boat units")?);
            }
        }
        Ok(Self { units, boats: room })
    }
}

fn read_unit(sheet: &Sheet, row: usize, replaced: bool) -> Result<Unit, ContentError> {
    let in_brackets = |cell: &str| cell.trim_matches(['(', ')']).parse().ok();
    Ok(Unit {
        name: sheet.labels(row).next().unwrap_or_default().to_owned(),
        kind: sheet.read(row, "kind")?,
        factor: sheet.read_with(row, "factor", "a factor such as 2 or (1)", in_brackets)?,
        parent: Some(sheet.read(row, "parent")?).filter(|parent: &String| parent != "-"),
        replaced,
    })
}

/// A unit that is not in the order of battle.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OwnUnit {
    /// What it is called.
    name: String,
    /// Its kind.
    kind: UnitKind,
    /// Its factor.
    factor: Factor,
    /// The formation it is part of.
    #[serde(default)]
    parent: Option<String>,
    /// Whether it comes back when it is lost; by its kind if left out.
    #[serde(default)]
    replaced: Option<bool>,
}

impl OwnUnit {
    fn unit(self) -> Result<Unit, String> {
        let Self { name, kind, factor, parent, replaced } = self;
        if !factor.is_positive() || factor > MOST_FACTOR {
            return Err(format!(
                "`{name}` has a factor of {factor}: expected more than 0 and at most {MOST_FACTOR}"
            ));
        }
        if kind.needs_company() && factor != Factor::ONE {
            return Err(format!("`{name}` has a factor of {factor}: a {} has 1 (STAL-PAN-1)", kind.name()));
        }
        // STAL-REP-2, STAL-R46: Germans and Guards regiments do not come back.
        let usual = kind.side() == Side::Russian && kind != UnitKind::GuardsRegiment;
        Ok(Unit { name, kind, factor, parent, replaced: replaced.unwrap_or(usual) })
    }
}

impl<'de> Deserialize<'de> for Unit {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> de::Visitor<'de> for Reader {
            type Value = Unit;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a counter's name, or a table with name, kind and factor")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Unit, E> {
                Unit::named(name).ok_or_else(|| {
                    let hint = did_you_mean(name, charts().roster.units.iter().map(|unit| unit.name.as_str()));
                    E::custom(format!(
                        "no counter is called `{name}`{hint}: see the tables german-units and russian-units, or write \
                         {{ name = \"{name}\", kind = \"infantry\", factor = 2 }}"
                    ))
                })
            }
            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Unit, A::Error> {
                OwnUnit::deserialize(MapAccessDeserializer::new(map))?.unit().map_err(de::Error::custom)
            }
        }
        source.deserialize_any(Reader)
    }
}

impl JsonSchema for Unit {
    fn schema_name() -> Cow<'static, str> {
        "Unit".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let own = generator.subschema_for::<OwnUnit>();
        json_schema!({
            "description": "A counter's name such as \"516.R\", or a unit of your own.",
            "anyOf": [{ "type": "string" }, own]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_found_by_name() {
        let regiment = Unit::named("295.ID/516.R").unwrap();
        assert_eq!(
            (regiment.factor, regiment.kind, regiment.replaced),
            (Factor::whole(2), UnitKind::Infantry, false)
        );
        assert_eq!(Unit::named("516.R"), Some(regiment));
        assert_eq!(Unit::named("71.ID/516.R"), None);
        assert_eq!(Unit::named("Pz.R.24").unwrap().factor, Factor::ONE);
    }

    /// STAL-REP-2
    #[test]
    fn who_is_never_replaced() {
        let gone: Vec<_> = charts()
            .roster
            .units
            .iter()
            .filter(|unit| unit.side() == Side::Russian && !unit.replaced)
            .collect();
        assert_eq!(
            gone.iter().map(|unit| unit.name.as_str()).collect::<Vec<_>>(),
            ["34.R", "39.R", "42.R", "92.RB"]
        );
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = charts().roster.units.iter().map(|unit| &unit.name).collect();
        names.sort();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        assert_eq!(names.len(), 72);
    }

    /// STAL-VOL-2
    #[test]
    fn boats_for_each_kind() {
        let boats = |name: &str| Unit::named(name).unwrap().boats();
        assert_eq!(
            ["10.RB", "34.R", "62.A HQ", "112.RD", "133.TB"].map(boats),
            [Some(1), Some(1), Some(1), Some(2), Some(2)]
        );
        assert_eq!(boats("516.R"), None);
    }
}
