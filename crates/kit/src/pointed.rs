//! What a decision points at, as ids: for a page that lights things up, and for whoever asks about a decision without
//! writing it out.

use serde::{Deserialize, Serialize};

use crate::map::HexId;

/// A counter by number. A game gives each of its counters one and keeps it from view to view; choices, events, refusals
/// and overlays name counters by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CounterId(pub u16);

/// The verb of a decision and everything it names, in the order in which its notation names it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pointed {
    /// The words of its notation that name nothing: `attack`.
    pub verb: &'static str,
    /// Counters.
    pub units: Vec<CounterId>,
    /// Hexes.
    pub hexes: Vec<HexId>,
    /// Points of a table without hexes, in millimetres from its north-west corner.
    pub points: Vec<(i32, i32)>,
    /// Whatever else is counted or numbered: so many hexes, a direction.
    pub numbers: Vec<u16>,
}

impl Pointed {
    /// Names a counter.
    pub fn unit(&mut self, unit: impl Into<CounterId>) {
        self.units.push(unit.into());
    }

    /// Names a hex.
    pub fn hex(&mut self, hex: HexId) {
        self.hexes.push(hex);
    }

    /// Names a point of a table without hexes.
    pub fn point(&mut self, x: i32, y: i32) {
        self.points.push((x, y));
    }

    /// Says how many, or which of several.
    pub fn number(&mut self, number: u16) {
        self.numbers.push(number);
    }
}

/// Hands out what a decision points at, one after the other, to whoever makes the decision of it again.
#[derive(Debug)]
pub struct Taken<'p> {
    units: std::slice::Iter<'p, CounterId>,
    hexes: std::slice::Iter<'p, HexId>,
    points: std::slice::Iter<'p, (i32, i32)>,
    numbers: std::slice::Iter<'p, u16>,
}

impl<'p> Taken<'p> {
    /// From the first of each kind.
    pub fn from(pointed: &'p Pointed) -> Self {
        Self {
            units: pointed.units.iter(),
            hexes: pointed.hexes.iter(),
            points: pointed.points.iter(),
            numbers: pointed.numbers.iter(),
        }
    }

    /// The next counter.
    pub fn unit(&mut self) -> Option<CounterId> {
        self.units.next().copied()
    }

    /// The next hex.
    pub fn hex(&mut self) -> Option<HexId> {
        self.hexes.next().copied()
    }

    /// The next point.
    pub fn point(&mut self) -> Option<(i32, i32)> {
        self.points.next().copied()
    }

    /// The next number.
    pub fn number(&mut self) -> Option<u16> {
        self.numbers.next().copied()
    }

    /// Whether nothing is left over.
    pub fn is_empty(&self) -> bool {
        self.units.len() + self.hexes.len() + self.points.len() + self.numbers.len() == 0
    }
}
