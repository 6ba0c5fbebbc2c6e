//! Who stands where, for programs that watch games by the thousand.

use std::borrow::Cow;

use super::{Beside, View};
use crate::{
    Seat,
    map::{HexId, HexMap},
};

/// What the view of a spectator tells whoever counts: the turn, the points, who stands where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RollCall {
    /// The turn by number; 0 before the first.
    pub turn: u16,
    /// The points of each side.
    pub points: Vec<i32>,
    /// The counters, in the order of the view.
    pub counters: Vec<Called>,
    /// How it went beside history, where the scenario knows that.
    pub history: Vec<Beside>,
}

/// A counter and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Called {
    /// Its name.
    pub name: Cow<'static, str>,
    /// Whose it is.
    pub seat: Seat,
    /// The hex it is in, if it is in one.
    pub hex: Option<HexId>,
    /// The same by name, or the box beside the map.
    pub place: Cow<'static, str>,
    /// Whether it stands on a table without hexes.
    pub is_on_table: bool,
}

impl RollCall {
    /// What a view tells of it.
    pub fn of(view: View, map: Option<&HexMap>, seats: usize) -> Self {
        let mut points = vec![0; seats];
        for line in &view.score {
            points[usize::from(line.seat.0)] += line.points;
        }
        let called = |counter: super::Counter| Called {
            name: counter.name.into(),
            seat: counter.seat,
            hex: map.and_then(|map| map.find(&counter.place).ok()),
            place: counter.place.into(),
            is_on_table: counter.spot.is_some(),
        };
        let counters = view.counters.into_iter().map(called).collect();
        Self { turn: view.turn, points, counters, history: view.history }
    }
}
