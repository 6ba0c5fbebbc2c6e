//! A ground attack as a board or a player's file describes it.

use kit::map::Directions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{
    air::AirSystem,
    charts::Rules,
    hexes::Hex,
    index::DieIndex,
    terrain::{Nature, Terrain},
    units::{Placed, Side, Unit, UnitKind},
};

/// One ground attack.
#[derive(Clone, Debug)]
pub(crate) struct Attack<'u> {
    pub(crate) rules: Rules,
    pub(crate) side: Side,
    pub(crate) stage: AttackStage,
    pub(crate) turn: Option<u8>,
    pub(crate) attackers: SmallVec<[Attacker<'u>; 8]>,
    pub(crate) defenders: SmallVec<[Defender<'u>; 4]>,
    /// Other units of the attacker in the hexes attacked from, and Germans near enough to be bombed by friends.
    pub(crate) bystanders: SmallVec<[Placed<'u>; 2]>,
    /// Every hex in which a unit stands.
    pub(crate) sites: SmallVec<[Site; 6]>,
    /// Where the headquarters stands and is undisrupted, for Russian attacks around it.
    pub(crate) headquarters: Option<Hex>,
    pub(crate) close_support: u8,
    /// In the older air system: how many Fliegerkorps attacked the open target hex and were not knocked out.
    pub(crate) older_support: u8,
    /// Whether the defenders are ordered not to retreat, besides those who always are.
    pub(crate) no_retreat: bool,
    /// How many hexes of retreat the attacker will demand on D2.
    pub(crate) demand: u8,
    pub(crate) exchange: bool,
    pub(crate) consent: bool,
    /// Attacked hexes with a sniper of the defender.
    pub(crate) snipers: SmallVec<[Hex; 2]>,
    /// The hex that the Russian player names for friendly bombing; the first possible one if none.
    pub(crate) friendly_bombing: Option<Hex>,
    pub(crate) air_system: AirSystem,
    pub(crate) index: DieIndex,
    /// Whether attackers have been lost altogether since the attack was announced.
    pub(crate) has_gaps: bool,
    /// STAL-R67: whether it was found without the defenders who came later that the attack is not cancelled.
    pub(crate) stands: bool,
}

/// When the attack is looked at.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Moment")]
pub enum AttackStage {
    /// Attacks are being announced: one that is not allowed is refused.
    #[default]
    Allocation,
    /// The die is about to be rolled: the attack stands, or is cancelled if attackers have dropped out.
    Resolution,
}

/// A hex of the attack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) hex: Hex,
    pub(crate) terrain: Terrain,
    /// Whether it is a west-bank shore hex, where the headquarters makes a strongpoint.
    pub(crate) shore: bool,
    pub(crate) balkas: Directions,
    /// Sides that are all-open although a hex beside them is not, on maps that draw hex-sides.
    pub(crate) open_sides: Directions,
}

/// An attacking unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attacker<'u> {
    pub(crate) unit: &'u Unit,
    pub(crate) at: Hex,
    pub(crate) disrupted: bool,
    pub(crate) unsupplied: bool,
    pub(crate) has_attacked: bool,
    /// Whether it has dropped out since the attack was announced (a sniper, bombs).
    pub(crate) dropped_out: bool,
    /// Whether it is risked in an exchange attack; all are if none is marked.
    pub(crate) risked: bool,
}

/// A defending unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Defender<'u> {
    pub(crate) unit: &'u Unit,
    pub(crate) at: Hex,
    pub(crate) disrupted: bool,
    pub(crate) unsupplied: bool,
    pub(crate) way_out: WayOut,
    /// Whether an earlier attack of this phase gave it a D-type result.
    pub(crate) hit_before: bool,
}

/// How far a unit can retreat.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum WayOut {
    /// Two hexes.
    #[default]
    Free,
    /// One hex and no more.
    OneHex,
    /// One hex and no more, and that a city hex.
    OneCityHex,
    /// Nowhere: it is surrounded.
    None,
}

impl WayOut {
    /// The hexes it can go.
    pub const fn hexes(self) -> u8 {
        match self {
            Self::Free => 2,
            Self::OneHex | Self::OneCityHex => 1,
            Self::None => 0,
        }
    }
}

/// The attacked hexes.
pub(super) type Targets = SmallVec<[Hex; 4]>;

impl<'u> Attack<'u> {
    /// The attacked hexes in the order of the defenders.
    pub(super) fn targets(&self) -> Targets {
        let mut targets = Targets::new();
        for defender in &self.defenders {
            if !targets.contains(&defender.at) {
                targets.push(defender.at);
            }
        }
        targets
    }

    /// What the attack knows of a hex.
    pub(super) fn site(&self, hex: Hex) -> Option<&Site> {
        self.sites.iter().find(|site| site.hex == hex)
    }

    /// The terrain of a hex that has been judged.
    pub(super) fn terrain(&self, hex: Hex) -> Terrain {
        self.site(hex).map_or(Terrain::Open, |site| site.terrain)
    }

    /// What that terrain means.
    pub(super) fn nature(&self, hex: Hex) -> &'static Nature {
        self.rules.get().nature(self.terrain(hex))
    }

    /// The attackers who have not dropped out.
    pub(super) fn fighting(&self) -> impl Iterator<Item = &Attacker<'u>> {
        self.attackers.iter().filter(|attacker| !attacker.dropped_out)
    }

    /// STAL-HQ-1: a shore hex with the undisrupted headquarters is a strongpoint.
    pub(super) fn has_headquarters(&self, hex: Hex) -> bool {
        let is_headquarters = |defender: &Defender<'_>| {
            defender.at == hex && defender.unit.kind == UnitKind::Headquarters && !defender.disrupted
        };
        self.defenders.iter().any(is_headquarters) && self.site(hex).is_some_and(|site| site.shore)
    }

    /// STAL-NOR-3 for Germans, STAL-NOR-4 for Russians, STAL-NOR-5 and STAL-R11 for those who always hold.
    pub(super) fn is_ordered_to_hold(&self, hex: Hex) -> bool {
        let always_holds = || {
            let nature = self.nature(hex);
            nature.is_strong || (nature.is_stalingrad && self.has_headquarters(hex))
        };
        self.no_retreat || (self.side == Side::German && always_holds())
    }

    pub(super) fn is_balka(&self, one: Hex, other: Hex) -> bool {
        self.has_side(one, other, |site| site.balkas)
    }

    /// STAL-TER-9: both hexes open and no balka between them, or drawn as all-open.
    pub(super) fn is_open_side(&self, one: Hex, other: Hex) -> bool {
        self.has_side(one, other, |site| site.open_sides)
            || (self.nature(one).is_open && self.nature(other).is_open && !self.is_balka(one, other))
    }

    fn has_side(&self, one: Hex, other: Hex, sides: impl Fn(&Site) -> Directions) -> bool {
        let sides = self.site(one).map_or(Directions::NONE, sides);
        !sides.is_empty() && one.direction_to(other).is_some_and(|direction| sides.contains(direction))
    }
}
