//! The words that every chapter speaks: units, hexes, facings, conditions, and how a rule says no.

pub(crate) use kit::{
    Chain, CounterId, Decision, Dice, Die, Fact, Factor, Flow, Inquiry, Journal, Manner, Objection, Part,
    Procedure, Prompt, Refusal, Rules, Seat, Silent, Sums, Tally, Told,
    flow::{Stack, Steps},
    map::{Direction, Directions, HexId},
    objection::{no, no_if, no_since},
};
pub(crate) use smallvec::SmallVec;

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
    army::{LeaderId, MOST_UNITS, Piece, Side, Start, UnitId, Units},
    battle::situation::HouseRules,
    charts::{Charts, Code, CostLine, Test},
    clash, command,
    content::LineContent,
    facing::{Place, Row, compass},
    field::{Field, Mark, Post},
    flow::Step,
    game::{Battleline, seat},
    ground::{Hexside, Terrain},
    leader,
    map::{Hexes, MOST_HEXES},
    march, movement,
    retreat::{self, Flight},
    shooting,
    tactics::weights::Weights,
    troop::{Scenario, Troop},
    troops::{Class, Figures, Status, Trait},
    zones,
};
