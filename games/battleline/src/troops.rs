//! The counters: classes, statuses, types and the two faces of a unit.

use std::borrow::Cow;

use kit::inquiry::{named_or_own, schema_of_named_or_own};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde::Deserializer;

use crate::prelude::*;

kit::spelled! {
    /// What kind of troops a unit is (LINE-X-UNI-3), in the order of Table 2.
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "UPPERCASE")]
    pub enum Class {
        /// Phalanx.
        Ph = "PH",
        /// Heavy foot.
        Hi = "HI",
        /// Medium foot.
        Mi = "MI",
        /// Light foot.
        Li = "LI",
        /// Heavy cavalry.
        Hc = "HC",
        /// Light cavalry.
        Lc = "LC",
        /// Elephants.
        El = "EL",
    }
}

impl From<Class> for u8 {
    fn from(class: Class) -> Self {
        class as Self
    }
}

kit::spelled! {
    /// What sets a type apart within its class.
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    pub enum Trait {
        /// May exchange (LINE-X-EXC-1).
        Manipular = "Manipular",
        /// Must advance (LINE-X-ADV-4).
        Impetuous = "Impetuous",
        /// Frightens, and rampages (LINE-X-MOR-3, LINE-X-RAM-1).
        Terror = "Terror",
        /// Horses that know elephants (LINE-X-MOR-4).
        Accustomed = "Accustomed",
    }
}

kit::spelled! {
    /// Which face of the counter shows.
    #[derive(PartialOrd, Ord, Hash, Default, Deserialize, Serialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Status {
        /// The front.
        #[default]
        GoodOrder = "Good Order",
        /// The back.
        Disrupted = "Disrupted",
    }
}

/// What one face of a counter prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    pub attack: i32,
    pub defence: i32,
    pub morale: i32,
}

impl Face {
    /// What stands on the back of a counter with this front: attack halved down, defence halved up, one morale
    /// less (LINE-X-UNI-2).
    #[must_use]
    pub const fn disrupted(self) -> Self {
        Self { attack: self.attack / 2, defence: (self.defence + 1) / 2, morale: self.morale - 1 }
    }
}

/// What a unit can do: the figures of its counter (LINE-X-UNI-1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figures {
    /// What kind of troops it is.
    pub class: Class,
    pub front: Face,
    pub back: Face,
    /// Tactical movement factors, the same on both faces.
    pub tactical: i32,
    /// Operational movement factors, the same on both faces.
    pub operational: i32,
    /// What is lost with it.
    pub value: i32,
    /// How far it shoots; 0 if it does not.
    pub missile_range: u8,
    /// What sets it apart.
    pub special: Option<Trait>,
}

impl Figures {
    /// What it prints in this status.
    pub const fn face(&self, status: Status) -> Face {
        match status {
            Status::GoodOrder => self.front,
            Status::Disrupted => self.back,
        }
    }

    pub fn is(&self, special: Trait) -> bool {
        self.special == Some(special)
    }
}

/// A line of Table 1, or a counter described by its figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitType {
    /// Its code, such as HAS.
    pub code: String,
    pub name: String,
    pub figures: Figures,
}

/// The type of a unit in a situation: a code of Table 1 such as `"HAS"`, or the figures of a counter of one's
/// own such as `{ class = "HI", attack = 5, defence = 4, morale = 5, movement = 3 }`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A line of Table 1, by its place and its code: no variant of the game has other lines.
    Listed(u8, &'static str),
    /// A counter of one's own.
    Own(Box<UnitType>),
}

impl Unit {
    /// The type with this code on Table 1.
    pub fn of(code: &str) -> Result<Self, String> {
        let charts = &LineContent::published().charts;
        let place = charts.unit(code)?;
        Ok(Self::Listed(place as u8, &charts.units[place].code))
    }

    /// Its code on Table 1, or its class.
    pub fn code(&self) -> &str {
        match self {
            Self::Listed(_, code) => code,
            Self::Own(unit) => &unit.code,
        }
    }

    pub fn figures(&self, charts: &Charts) -> Figures {
        match self {
            Self::Listed(place, _) => charts.units[usize::from(*place)].figures,
            Self::Own(unit) => unit.figures,
        }
    }
}

/// A counter described by its Good Order figures; the back follows from them (LINE-X-UNI-2).
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct OwnUnit {
    /// PH, HI, MI, LI, HC, LC or EL.
    class: Class,
    /// Attack factor, 0 to 20.
    #[schemars(range(max = 20))]
    attack: u8,
    /// Defence factor, 1 to 20.
    #[schemars(range(min = 1, max = 20))]
    defence: u8,
    /// Morale, 1 to 10.
    #[schemars(range(min = 1, max = 10))]
    morale: u8,
    /// Tactical movement factors, 1 to 12.
    #[schemars(range(min = 1, max = 12))]
    movement: u8,
    /// Value, 0 to 20.
    #[serde(default)]
    #[schemars(range(max = 20))]
    value: u8,
    /// Missile range: 0 (none), 1 or 2.
    #[serde(default)]
    #[schemars(range(max = 2))]
    range: u8,
    /// Manipular, Impetuous, Terror or Accustomed.
    #[serde(rename = "trait")]
    special: Option<Trait>,
}

impl OwnUnit {
    fn unit(self) -> Result<Unit, String> {
        let limits = [
            ("attack", self.attack, 0, 20),
            ("defence", self.defence, 1, 20),
            ("morale", self.morale, 1, 10),
            ("movement", self.movement, 1, 12),
            ("value", self.value, 0, 20),
            ("range", self.range, 0, 2),
        ];
        for (what, found, least, most) in limits {
            if !(least..=most).contains(&found) {
                return Err(format!("found {what} {found}, expected {least} to {most}"));
            }
        }
        let front =
            Face { attack: self.attack.into(), defence: self.defence.into(), morale: self.morale.into() };
        let figures = Figures {
            class: self.class,
            front,
            back: front.disrupted(),
            tactical: self.movement.into(),
            // No question about a counter of one's own asks how far it marches.
            operational: self.movement.into(),
            value: self.value.into(),
            missile_range: self.range,
            special: self.special,
        };
        let name = self.class.to_string();
        Ok(Unit::Own(Box::new(UnitType { code: name.clone(), name, figures })))
    }
}

impl<'de> Deserialize<'de> for Unit {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let expected = "the code of a unit type such as \"HAS\", or the figures of a counter";
        named_or_own(source, expected, Self::of, OwnUnit::unit)
    }
}

impl JsonSchema for Unit {
    fn schema_name() -> Cow<'static, str> {
        "Unit".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let about = "A unit: the code of a type on Table 1, or the figures of a counter of one's own.";
        let known = LineContent::published().charts.units.iter().map(|unit| unit.code.as_str()).collect();
        schema_of_named_or_own::<OwnUnit>(generator, about, Some(known))
    }
}

kit::cells! {
    /// A leader (LINE-X-CMD-1).
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Leader {
        pub name: String = "Leader",
        /// How far his command reaches.
        pub range: u16 = "Range",
        /// What he adds to morale.
        pub bonus: i32 = "Bonus",
        /// What is lost with him.
        pub value: i32 = "V",
        /// Whether a Deputy follows him (LINE-X-CMD-7).
        pub commands_army: bool = "Army commander",
    }
}

/// A leader as a situation names him, by his place on the table: no variant of the game has other lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct LeaderName(u8);

impl LeaderName {
    /// His line on the table of leaders.
    pub fn line(self, charts: &Charts) -> &Leader {
        &charts.leaders[usize::from(self.0)]
    }

    pub fn name(self) -> &'static str {
        &self.line(&LineContent::published().charts).name
    }
}

impl TryFrom<String> for LeaderName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let leaders = &LineContent::published().charts.leaders;
        let place = leaders.iter().position(|leader| leader.name == name);
        place.map(|place| Self(place as u8)).ok_or_else(|| {
            let known: Vec<&str> = leaders.iter().map(|leader| leader.name.as_str()).collect();
            format!("found leader `{name}`, expected one of {}", known.join(", "))
        })
    }
}

impl JsonSchema for LeaderName {
    fn schema_name() -> Cow<'static, str> {
        "Leader".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let known: Vec<&str> =
            LineContent::published().charts.leaders.iter().map(|leader| leader.name.as_str()).collect();
        json_schema!({ "description": "Name of a leader.", "type": "string", "enum": known })
    }
}
