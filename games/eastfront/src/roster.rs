//! The counters of the game by number: what is printed on them, and sets of them.

pub use kit::position::UnitId;
use kit::{ContentError, IdSet, Sheet};

use crate::unit::{Arm, Counter, Nation, Side, Size};

/// How many counters the game has.
pub const UNITS: usize = 244;

/// A set of counters.
pub type Force = IdSet<UnitId, 4>;

/// A counter as the board chapters see it (`EAST-GEN-2`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What combat reads.
    pub counter: Counter,
    /// Whose it is.
    pub side: Side,
    /// Its attack factor.
    pub attack: u8,
    /// Its defence factor.
    pub defence: u8,
    /// Its movement factor as printed.
    pub movement: u8,
}

impl Piece {
    /// Its nation.
    #[inline]
    pub const fn nation(&self) -> Nation {
        self.counter.nation
    }

    /// Its type.
    #[inline]
    pub const fn arm(&self) -> Arm {
        self.counter.arm
    }

    /// Its size.
    #[inline]
    pub const fn size(&self) -> Size {
        self.counter.size
    }

    /// Whether it is an army.
    #[inline]
    pub const fn is_army(&self) -> bool {
        matches!(self.counter.size, Size::Army)
    }

    /// Whether it is ARM.
    #[inline]
    pub const fn is_armour(&self) -> bool {
        matches!(self.counter.arm, Arm::Armour)
    }

    /// ARM and MOT: who gets twice as far on roads (`EAST-MOV-4`) and advances farther (`EAST-ADV-3`).
    #[inline]
    pub const fn is_mobile(&self) -> bool {
        matches!(self.counter.arm, Arm::Armour | Arm::Motorised)
    }

    pub(crate) const fn new(counter: Counter, movement: u8) -> Self {
        Self {
            counter,
            side: counter.nation.side(),
            attack: counter.attack.floor() as u8,
            defence: counter.defence.floor() as u8,
            movement,
        }
    }
}

/// All counters in the order of the table.
#[derive(Clone, Debug)]
pub(crate) struct Roster {
    pub(crate) names: Vec<String>,
    pub(crate) pieces: Vec<Piece>,
}

impl Roster {
    pub(crate) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let counters: Vec<Counter> = sheet.rows_as()?;
        if counters.len() != UNITS {
            return Err(sheet.complain(format!("{} units, expected {UNITS}", counters.len())));
        }
        let piece = |(row, counter)| Ok(Piece::new(counter, sheet.read(row, "MF")?));
        Ok(Self {
            names: (0..UNITS).map(|row| sheet.key(row)).collect(),
            pieces: counters.into_iter().enumerate().map(piece).collect::<Result<_, _>>()?,
        })
    }

    pub(crate) fn find(&self, name: &str) -> Option<UnitId> {
        self.names.iter().position(|known| known.eq_ignore_ascii_case(name)).map(UnitId::new)
    }
}
