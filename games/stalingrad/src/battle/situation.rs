//! A ground attack as a player describes it.

use std::collections::BTreeMap;

use kit::map::Directions;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use smallvec::SmallVec;

use super::attack::{Attack, AttackStage, Attacker, Defender, Site, WayOut};
use crate::{
    air::AirSystem,
    charts::Rules,
    hexes::{Hex, HexSide},
    index::DieIndex,
    situation::{PlacedEntry, UnitEntry},
    terrain::Terrain,
    theatre::Scenario,
    units::Side,
};

/// One ground attack.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The scenario on whose map it is fought: then the ground of every hex, shores and balkas are read off the map and
    /// need not be said.
    #[serde(default)]
    pub scenario: Option<Scenario>,
    /// Whose attack it is.
    pub side: Side,
    /// Whether the attack is being announced or its die is about to be rolled.
    #[serde(default)]
    pub moment: AttackStage,
    /// The game turn, to say when lost Russians are back.
    #[serde(default)]
    pub turn: Option<u8>,
    /// The attacking units.
    pub attackers: Vec<AttackerEntry>,
    /// Every enemy unit in the attacked hexes.
    pub defenders: Vec<DefenderEntry>,
    /// Other units of the attacker in the hexes attacked from, and Germans near enough to be bombed by friends.
    #[serde(default)]
    pub bystanders: Vec<PlacedEntry>,
    /// The terrain of every hex in which a unit stands, unless a scenario's map knows it.
    #[serde(default, deserialize_with = "each_hex")]
    #[schemars(with = "BTreeMap<Hex, Terrain>")]
    pub hexes: Vec<(Hex, Terrain)>,
    /// Which of these are west-bank shore hexes, where the headquarters makes a strongpoint.
    #[serde(default)]
    pub shore: Vec<Hex>,
    /// Stream and balka hex-sides.
    #[serde(default)]
    pub balka: Vec<HexSide>,
    /// Hex-sides that are all-open although a hex beside them is not, on maps that draw hex-sides.
    #[serde(default)]
    pub open_sides: Vec<HexSide>,
    /// Where the headquarters stands and is undisrupted, for Russian attacks around it.
    #[serde(default)]
    pub headquarters: Option<Hex>,
    /// How many Fliegerkorps give close support.
    #[serde(default)]
    pub close_support: u8,
    /// In the older air system: how many Fliegerkorps attacked the open target hex and were not knocked out.
    #[serde(default)]
    pub older_support: u8,
    /// Whether the defenders are ordered not to retreat, besides those who always are.
    #[serde(default)]
    pub no_retreat: bool,
    /// How many hexes of retreat the attacker will demand on D2.
    #[serde(default = "two")]
    pub demand: u8,
    /// Whether it is announced as an exchange attack.
    #[serde(default)]
    pub exchange: bool,
    /// Whether the defender consents to the exchange.
    #[serde(default)]
    pub consent: bool,
    /// Attacked hexes with a sniper of the defender.
    #[serde(default)]
    pub snipers: Vec<Hex>,
    /// The hex that the Russian player names for friendly bombing; the first possible one if left out.
    #[serde(default)]
    pub friendly_bombing: Option<Hex>,
    /// Which air system is played.
    #[serde(default)]
    pub air_system: AirSystem,
    /// The index column of the game.
    #[serde(default)]
    pub die_index: DieIndex,
}

fn each_hex<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<(Hex, Terrain)>, D::Error> {
    BTreeMap::deserialize(source).map(|hexes| hexes.into_iter().collect())
}

const fn two() -> u8 {
    2
}

/// An attacking unit.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Attacker")]
pub struct AttackerEntry {
    /// The unit.
    pub unit: UnitEntry,
    /// Where it stands.
    pub at: Hex,
    /// Whether it is Disrupted.
    #[serde(default)]
    pub disrupted: bool,
    /// Whether it is out of supply.
    #[serde(default)]
    pub unsupplied: bool,
    /// Whether it has attacked already in this game turn.
    #[serde(default)]
    pub has_attacked: bool,
    /// Whether it has dropped out since the attack was announced (a sniper, bombs).
    #[serde(default)]
    pub dropped_out: bool,
    /// Whether it is risked in an exchange attack; all are if none is marked.
    #[serde(default)]
    pub risked: bool,
}

/// A defending unit.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Defender")]
pub struct DefenderEntry {
    /// The unit.
    pub unit: UnitEntry,
    /// Where it stands.
    pub at: Hex,
    /// Whether it is Disrupted.
    #[serde(default)]
    pub disrupted: bool,
    /// Whether it is out of supply.
    #[serde(default)]
    pub unsupplied: bool,
    /// How far it can retreat.
    #[serde(default)]
    pub way_out: WayOut,
    /// Whether an earlier attack of this phase gave it a D-type result.
    #[serde(default)]
    pub hit_before: bool,
}

impl AttackerEntry {
    fn attacker(&self, rules: Rules) -> Attacker<'_> {
        Attacker {
            unit: self.unit.unit(rules.get()),
            at: self.at,
            disrupted: self.disrupted,
            unsupplied: self.unsupplied,
            has_attacked: self.has_attacked,
            dropped_out: self.dropped_out,
            risked: self.risked,
        }
    }
}

impl DefenderEntry {
    fn defender(&self, rules: Rules) -> Defender<'_> {
        Defender {
            unit: self.unit.unit(rules.get()),
            at: self.at,
            disrupted: self.disrupted,
            unsupplied: self.unsupplied,
            way_out: self.way_out,
            hit_before: self.hit_before,
        }
    }
}

impl Situation {
    pub(super) fn attack(&self, rules: Rules) -> Attack<'_> {
        let site = |&(hex, terrain): &(Hex, Terrain)| Site {
            hex,
            terrain,
            shore: self.shore.contains(&hex),
            balkas: sides_of(hex, &self.balka),
            open_sides: sides_of(hex, &self.open_sides),
        };
        let mut attack = Attack {
            rules,
            side: self.side,
            stage: self.moment,
            turn: self.turn,
            attackers: SmallVec::new(),
            defenders: SmallVec::new(),
            bystanders: SmallVec::new(),
            sites: SmallVec::new(),
            headquarters: self.headquarters,
            close_support: self.close_support,
            older_support: self.older_support,
            no_retreat: self.no_retreat,
            demand: self.demand,
            exchange: self.exchange,
            consent: self.consent,
            snipers: self.snipers.iter().copied().collect(),
            friendly_bombing: self.friendly_bombing,
            air_system: self.air_system,
            index: self.die_index,
            has_gaps: false,
            stands: false,
        };
        // Filled where they stay: moving lists that were just written costs more than writing them.
        attack.attackers.extend(self.attackers.iter().map(|entry| entry.attacker(rules)));
        attack.defenders.extend(self.defenders.iter().map(|entry| entry.defender(rules)));
        attack.bystanders.extend(self.bystanders.iter().map(|entry| entry.placed(rules.get())));
        attack.sites.extend(self.hexes.iter().map(site));
        attack
    }
}

/// Those of the sides that are sides of this hex, by their directions.
fn sides_of(hex: Hex, sides: &[HexSide]) -> Directions {
    let mut of_hex = Directions::NONE;
    for direction in sides.iter().filter_map(|side| side.direction_from(hex)) {
        of_hex.insert(direction);
    }
    of_hex
}
