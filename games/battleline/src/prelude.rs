//! The words that every chapter speaks: units, hexes, facings, conditions, and how a rule says no.

pub(crate) use kit::{
    Dice, Die, Factor, Journal, Objection, Refusal, Seat, Silent, Sums, Tally,
    map::{Direction, Directions, HexId},
    objection::{no, no_if, no_since},
};

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
