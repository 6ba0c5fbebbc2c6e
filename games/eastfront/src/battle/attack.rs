//! An attack as a board or a player's file describes it.

use kit::Factor;
use smallvec::SmallVec;

use super::{
    field::Field,
    terms::{AttackPhase, HouseRule, HouseRules, Readiness},
};
use crate::{
    charts::{Crossing, Rules},
    results::CombatResult,
    terrain::{Class, Country, Ground, Hexside},
    unit::{Counter, Side},
    weather::Weather,
};

/// One attack on one hex.
#[derive(Clone, Debug)]
pub(crate) struct Attack<'n> {
    pub(crate) rules: Rules,
    pub(crate) turn: u8,
    pub(crate) weather: Weather,
    /// Whose attack it is.
    pub(crate) side: Side,
    pub(crate) phase: AttackPhase,
    /// Whether this is itself a breakthrough attack.
    pub(crate) breakthrough: bool,
    /// Whether the Soviet player has ordered No Retreat for this game turn.
    pub(crate) soviet_no_retreat: bool,
    /// Whether the defending player refuses an exchange in mountains where he may.
    pub(crate) refuse_exchange: bool,
    /// How many of the bases that decide about the Black Sea the Axis holds.
    pub(crate) axis_naval_bases: usize,
    pub(crate) house_rules: HouseRules,
    pub(crate) target: TargetHex<'n>,
    /// The hexes from which the attack comes; a hex has six neighbours.
    pub(crate) approaches: SmallVec<[Approach<'n>; NEIGHBOURS]>,
    pub(crate) attackers: SmallVec<[Attacker<'n>; 12]>,
    /// The units in the attacked hex; none in an empty victory city.
    pub(crate) defenders: SmallVec<[Defender<'n>; 2]>,
}

/// A hex has six neighbours.
pub(crate) const NEIGHBOURS: usize = 6;

/// The attacked hex.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct TargetHex<'n> {
    /// What the reckoning calls it; may be empty.
    pub(crate) name: &'n str,
    pub(crate) class: Option<Class>,
    pub(crate) fortress: bool,
    pub(crate) ground: Ground,
    /// The factors of the city itself, nothing where there are none or none any more (`EAST-TER-20`).
    pub(crate) intrinsic: Factor,
    /// Whether Finns may not attack it (`EAST-STK-8`).
    pub(crate) bars_finns: bool,
    /// Whether it lies north-east of the weather line.
    pub(crate) north_east: bool,
    pub(crate) country: Country,
}

/// A hex from which units attack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach<'n> {
    /// What refusals call it.
    pub(crate) hex: &'n str,
    pub(crate) across: Hexside,
    /// Whether that hexside is fortified with the attacked hex on its defended side.
    pub(crate) fortified: bool,
    pub(crate) north_east: bool,
}

/// An attacking unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attacker<'n> {
    pub(crate) name: &'n str,
    pub(crate) counter: Counter,
    /// The place of its hex among the approaches.
    pub(crate) approach: u8,
    pub(crate) readiness: Readiness,
    pub(crate) unsupplied: bool,
}

/// A defending unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Defender<'n> {
    pub(crate) name: &'n str,
    pub(crate) counter: Counter,
    pub(crate) dispersed: bool,
    pub(crate) way_out: WayOut,
    /// Whether No Retreat is ordered for it alone.
    pub(crate) no_retreat: bool,
}

/// Which retreats a defender has, for itself alone (`EAST-CNV-4`). A full hex may be passed but not ended in
/// (`EAST-RET-6`), so that there can be a way of 2 hexes and none of 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WayOut {
    /// A legal retreat of 1 hex.
    pub(crate) one: bool,
    /// A legal retreat of 2 hexes.
    pub(crate) two: bool,
}

impl WayOut {
    /// `EAST-CNV-4`: for DW, dw and DE no route of 1 hex; for DR neither of 2 nor of 1.
    pub(super) const fn is_surrounded(self, result: CombatResult) -> bool {
        !(self.one || self.two && matches!(result, CombatResult::Retreat))
    }
}

impl<'n> Attack<'n> {
    pub(super) fn plays(&self, rule: HouseRule) -> bool {
        self.house_rules.has(rule)
    }

    /// `EAST-NRO-1`: the Soviet order covers every Soviet unit; `EAST-NRO-3`: a German stands alone.
    pub(super) fn is_ordered_to_stand(&self, defender: &Defender<'_>) -> bool {
        defender.no_retreat || (self.side == Side::Axis && self.soviet_no_retreat)
    }

    /// The hex from which a unit attacks.
    pub(super) fn approach_of(&self, unit: &Attacker<'_>) -> &Approach<'n> {
        &self.approaches[usize::from(unit.approach)]
    }

    /// The attackers who come from the hex at this place among the approaches.
    pub(super) fn attackers_from(&self, approach: usize) -> impl Iterator<Item = &Attacker<'n>> + Clone {
        self.attackers.iter().filter(move |unit| usize::from(unit.approach) == approach)
    }
}

/// An attack with what follows from its ground.
#[derive(Clone, Debug)]
pub(super) struct Muster<'a, 'n> {
    pub(super) attack: &'a Attack<'n>,
    pub(super) field: Field,
}

impl Muster<'_, '_> {
    /// What an attacker attacks across.
    pub(super) const fn crossing(&self, unit: &Attacker<'_>) -> Crossing {
        self.field.crossings[unit.approach as usize]
    }

    /// What all attackers attack across.
    pub(super) fn crossings(&self) -> impl Iterator<Item = Crossing> {
        self.attack.attackers.iter().map(|unit| self.crossing(unit))
    }
}
