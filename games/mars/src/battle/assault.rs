//! A battle as the rules see it: units, hexes and crossings, without files or map. A player's description and the board
//! both fill it.

use super::results::Results;
use crate::prelude::*;

/// The most attackers or attacked units of one battle; the map cannot bring more together.
pub const MOST_UNITS: usize = Results::MOST;

/// A hex has six neighbours, and all attackers are next to every attacked hex (MARS-ATT-4).
pub const MOST_TARGETS: usize = 6;

/// The hexes that attackers come from, a bit each.
pub type Origins = u32;

/// When the battle is looked at.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// While attacks are allocated: an attack that is not allowed is refused.
    #[default]
    Allocation,
    /// When the die is rolled: what has worsened since the allocation only costs columns.
    Resolution,
}

/// House options that touch combat, all off as published.
#[derive(Clone, Copy, Default, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// Which printed die index is read; both give the same chances.
    #[serde(default)]
    pub die_index: DieIndex,
    /// Rationed attackers cost a column only if they give more than half of the attack.
    #[serde(default)]
    pub ration_majority: bool,
    /// A defender in a forest hex gains a column.
    #[serde(default)]
    pub forest_shift: bool,
}

/// Which of the two printed indexes of the die is read.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum DieIndex {
    /// A for Russian attacks, B for German ones.
    #[default]
    BySide,
    /// The attacker has chosen A (a 6 is best).
    A,
    /// The attacker has chosen B (a 1 is best).
    B,
}

/// What is built in a hex.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Neither city nor town.
    #[default]
    Open,
    /// A town.
    Town,
    /// A city.
    City,
}

#[derive(Clone, Copy, Debug)]
pub struct Attacker<'s> {
    pub unit: &'s Unit,
    /// The bit of the hex it attacks from.
    pub origin: Origins,
    pub supply: Supply,
}

#[derive(Clone, Copy, Debug)]
pub struct Defender<'s> {
    pub unit: &'s Unit,
    /// Its place in the chart; equal claims go to the lower one.
    pub order: usize,
    /// Of the infantry class.
    pub infantry: bool,
    pub supply: Supply,
    /// Disrupted before this battle.
    pub disrupted: bool,
    pub fortified: bool,
    /// Under a No Retreat order (MARS-NRT-1).
    pub no_retreat: bool,
    /// Only just retreated into the hex: counts nothing in the defence (MARS-RET-6).
    pub retreated_in: bool,
}

impl Defender<'_> {
    /// Printed defence and fortification (MARS-FOR-3); Disruption takes neither away (MARS-FOR-5, MARS-DIS-1).
    pub fn current_defence(&self) -> Factor {
        self.unit.defence + if self.fortified { self.unit.fort } else { Factor::ZERO }
    }
}

/// An attacked hex.
#[derive(Clone, Debug)]
pub struct Target<'s> {
    pub name: &'s str,
    /// On whose side of the front it lay at the start.
    pub initially: Side,
    /// From where it is attacked over the frontline.
    pub line: Origins,
    /// From where it is attacked over a river.
    pub river: Origins,
    /// What is built there.
    pub place: Place,
    pub forest: bool,
    /// What the garrison of its zone gives to the hex itself where no garrison counts in its defence: the defence of the
    /// strongest one elsewhere in the zone, or what MARS-RES-18 leaves to a hex that was attacked without units.
    pub line_strength: Option<Factor>,
    pub defenders: SmallVec<[Defender<'s>; 5]>,
}

/// A battle before it is reckoned.
#[derive(Clone, Debug)]
pub struct Assault<'s> {
    pub charts: &'s Charts,
    /// Whose attack it is.
    pub side: Side,
    pub turn: u8,
    /// Planned, or about to be rolled.
    pub moment: Moment,
    /// Lowered to 2:1 by a German attacker.
    pub probe: bool,
    pub options: Options,
    pub attackers: SmallVec<[Attacker<'s>; 16]>,
    pub targets: SmallVec<[Target<'s>; 4]>,
}

impl Assault<'_> {
    /// Whether the die is read by index A, where a 6 is best (MARS-CRT-1, MARS-R1).
    pub fn reads_index_a(&self) -> bool {
        match self.options.die_index {
            DieIndex::BySide => self.side == Side::Russian,
            DieIndex::A => true,
            DieIndex::B => false,
        }
    }

    /// How many times an attack factor counts in the odds and in losses (MARS-SET-8).
    pub fn attack_times(&self) -> i32 {
        self.charts.attack_times(self.side, self.turn)
    }

    /// Whether every attacker attacks this hex over the frontline.
    pub fn comes_over_the_line_only(&self, target: &Target<'_>) -> bool {
        self.attackers.iter().all(|attacker| attacker.origin & target.line != 0)
    }
}

/// The state in which a unit would attack.
#[derive(Clone, Copy, Debug)]
pub struct Readiness {
    pub disrupted: bool,
    pub supply: Supply,
    /// It has fortified in this player-turn.
    pub fortified_this_turn: bool,
    /// It has moved farther than an attacker may.
    pub moved_too_far: bool,
}

/// Who may be allocated to an attack: fresh, supplied, rested units (MARS-ATT-2, MARS-DIS-1, MARS-SUP-11).
pub fn check_readiness<E: Objection>(name: &str, readiness: Readiness) -> Result<(), E> {
    let (clause, what) = match readiness {
        Readiness { disrupted: true, .. } => ("MARS-DIS-1", "is Disrupted"),
        Readiness { supply: Supply::Isolated, .. } => ("MARS-SUP-11", "is isolated"),
        Readiness { fortified_this_turn: true, .. } => ("MARS-ATT-2", "has fortified in this player-turn"),
        Readiness { moved_too_far: true, .. } => ("MARS-ATT-2", "has moved too far"),
        _ => return Ok(()),
    };
    refuse(clause, name, what)
}
