//! The words that nearly every chapter speaks.

pub(crate) use kit::{
    Column, Decision, Dice, Factor, HexId, Journal, Objection, Prompt, Refusal, Seat, Silent, no, no_if,
    no_since, refuse,
};

pub(crate) use crate::game::seat;
pub use crate::{
    action::Action,
    allocation::{Plan, Planned},
    battle::assault::{DieIndex, MOST_TARGETS, Moment},
    battle::board::{Battling, Meeting, Supplies},
    battle::reckon::Reckoned,
    battle::results::Blow,
    battle::{CrtResult, End},
    charts::{Charts, Nation, Tables},
    content::MarsContent,
    engagement::Fight,
    field::{Aside, Field, Location, Status},
    flow::{PlayerTurn, Step},
    game::{House, Mars},
    map::{Hexes, MAPS, MOST_HEXES, Neighbours},
    movement::March,
    roster::{Roster, UNITS, UnitId, Units},
    supply::Lines,
    theatre::{GermanZones, Scenario, Theatre},
    units::{Arm, Class, Half, Side, Size, Supply, Unit, UnitType},
};
