//! Units as the calculator's files name them.

use std::borrow::Cow;

use kit::{
    Factor,
    inquiry::{did_you_mean, named_or_own, schema_of_named_or_own},
};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

use crate::{
    charts::{Charts, Rules},
    hexes::Hex,
    units::{Placed, Side, Unit, UnitId, UnitKind},
};

/// A unit in a file: the name of a counter, or `{ name, kind, factor, parent }` for any other.
#[derive(Clone, Debug)]
pub enum UnitEntry {
    /// A counter of the order of battle.
    Counter(UnitId),
    /// A unit that is not in the order of battle.
    Own(Unit),
}

impl UnitEntry {
    /// The unit that is meant.
    pub(crate) fn unit<'s>(&'s self, charts: &'s Charts) -> &'s Unit {
        match self {
            Self::Counter(unit) => charts.roster.unit(*unit),
            Self::Own(unit) => unit,
        }
    }
}

/// A unit on the map.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Placed")]
pub struct PlacedEntry {
    /// The unit.
    pub unit: UnitEntry,
    /// Where it stands.
    pub at: Hex,
}

impl PlacedEntry {
    /// The unit that is meant, and where it stands.
    pub(crate) fn placed<'s>(&'s self, charts: &'s Charts) -> Placed<'s> {
        Placed { unit: self.unit.unit(charts), at: self.at }
    }
}

/// The greatest factor a counter may have: far above any printed one.
const MOST_FACTOR: Factor = Factor::whole(50);

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
        let usual = Rules::published().side(kind) == Side::Russian && kind != UnitKind::GuardsRegiment;
        Ok(Unit { name, kind, factor, parent, replaced: replaced.unwrap_or(usual) })
    }
}

impl<'de> Deserialize<'de> for UnitEntry {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let named = |name: &str| {
            let roster = &Rules::published().get().roster;
            roster.find(name).map(Self::Counter).ok_or_else(|| {
                let hint = did_you_mean(name, roster.names());
                format!(
                    "no counter is called `{name}`{hint}: see the tables german-units and russian-units, or write \
                     {{ name = \"{name}\", kind = \"infantry\", factor = 2 }}"
                )
            })
        };
        let own = |own: OwnUnit| own.unit().map(Self::Own);
        named_or_own(source, "a counter's name, or a table with name, kind and factor", named, own)
    }
}

impl JsonSchema for UnitEntry {
    fn schema_name() -> Cow<'static, str> {
        "Unit".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let about = "A counter's name such as \"516.R\", or a unit of your own.";
        schema_of_named_or_own::<OwnUnit>(generator, about, None)
    }
}
