//! The words that every chapter speaks: units, hexes, facings, conditions, and how a rule says no.

pub(crate) use kit::{
    Dice, Die, Factor, Journal, Objection, Refusal, Seat, Silent, Sums, Tally,
    map::{Direction, Directions, HexId},
    objection::{no, no_if, no_since},
};

/// Objects with the first of these reasons that holds: for rules that are a list of what is forbidden.
#[inline]
pub(crate) fn no_first<E: Objection, const N: usize>(
    who: &str,
    reasons: [(bool, &'static str, &str); N],
) -> Result<(), E> {
    let first = reasons.into_iter().find(|(holds, ..)| *holds);
    first.map_or(Ok(()), |(_, clause, reason)| no(clause, who, reason))
}

/// What the trumpets of Zama do to elephants (LINE-X-ZAM-3).
pub(crate) const HELD: &str = "the trumpets hold it: it neither moves nor attacks in this turn";

pub(crate) use crate::{
    action::Action,
    army::{LeaderId, Side, UnitId, Units},
    battle::situation::HouseRules,
    charts::{Charts, Code, Test},
    facing::{Place, Row},
    field::{Field, Mark, Post},
    game::Battleline,
    ground::{Hexside, Terrain},
    map::Hexes,
    retreat::Flight,
    troop::{Scenario, Troop},
    troops::{Class, Status, Trait},
};
