//! The words that every chapter speaks: units, hexes, facings, conditions, and how a rule says no.

pub(crate) use std::{fmt, sync::Arc};

pub(crate) use kit::{
    Cell, Chain, ContentError, CounterId, Decision, Dice, Die, Distribution, Event, Fact, Factor, Flow,
    HexNote, Inquiry, Journal, Look, Manner, Objection, Overlay, Part, Procedure, Prompt, Purpose, Refusal,
    Rules, Seat, Sheet, Silent, Sums, Tally, Told, TooFine, Viewer,
    content::{DataFile, Sources},
    flow::{Stack, Steps},
    map::{Direction, Directions, HexId, HexMap},
    objection::{no, no_if, no_since},
    position::Roster,
};
pub(crate) use schemars::JsonSchema;
pub(crate) use serde::{Deserialize, Serialize};
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
    battle::{
        CaseState, DEFENDER, MOST_ATTACKERS,
        case::{Bystander, Fighter, Scene, bystander},
        situation::HouseRules,
    },
    battlefield::Battlefield,
    charts::{Charts, Code, CostLine, LeaderFate, Struck, Test},
    clash, command,
    content::LineContent,
    exchange,
    facing::{Hex, Place, Row, compass},
    field::{Field, Mark, Post},
    fight::{Evasion, Fate, Fight, Standing},
    flow::{Arriving, Fleeing, Moving, Step, Turning},
    game::{Battleline, seat},
    ground::{Hexside, Terrain},
    leader,
    map::{Hexes, MOST_HEXES, WORDS},
    march,
    morale::carry_away,
    movement::{self, Range, may_move, row_towards},
    rampage, reinforcement, reorganize,
    retreat::{self, Flight},
    shooting,
    tactics::weights::Weights,
    troop::{MOST_LEADERS, MoraleTest, Scenario, Troop, sixths, test_morale},
    troops::{Class, Figures, Leader, LeaderName, Status, Trait, Unit},
    victory, zones,
};
