//! The words that nearly every chapter speaks.

pub(crate) use std::{fmt, sync::Arc};

pub(crate) use kit::{
    Column, ContentError, CounterId, Decision, Dice, Direction, Directions, Fact, Factor, HexId, HexMap,
    Inquiry, Journal, List, Objection, Overlay, Procedure, Prompt, Refusal, Report, Rules, Seat, Sheet,
    Silent, Tally, Told, Viewer,
    content::{DataFile, Sources},
    no, no_if, no_since, refuse,
};
pub(crate) use schemars::JsonSchema;
pub(crate) use serde::{Deserialize, Serialize};
pub(crate) use smallvec::SmallVec;

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
pub(crate) use crate::{
    advance::Advance,
    battle::board::garrison_strength,
    charts::Retreats,
    deployment::SetUp,
    game::seat,
    limits::Limits,
    losses::Losses,
    movement::{self, Range},
    stacking, supply,
    tactics::weights::Weights,
    victory,
    zones::{self, ActiveZones},
};
