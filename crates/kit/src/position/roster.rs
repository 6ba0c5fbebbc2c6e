//! Units by number, for games with up to 64 of them.

use crate::{CounterId, Pointed, Taken, notation::Arg};

/// A unit by its row in the game's table of units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(u8);

crate::id_set! {
    /// A set of units.
    pub struct Units(u64) of UnitId;
}

impl UnitId {
    /// The unit with this number.
    pub const fn new(index: usize) -> Self {
        Self(index as u8)
    }

    /// For arrays with one entry a unit.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<UnitId> for CounterId {
    fn from(unit: UnitId) -> Self {
        Self(unit.0.into())
    }
}

/// A game whose units have names: then its notation can name them.
pub trait Roster {
    /// The name of a unit; nothing beyond the last.
    fn unit_name(&self, unit: UnitId) -> Option<&str>;
}

impl<N: Roster + ?Sized> Arg<N> for UnitId {
    fn write(self, names: &N, out: &mut String) {
        out.push_str(names.unit_name(self).unwrap_or_default());
    }

    fn read(text: &str, names: &N) -> Result<Self, String> {
        let all = (0..64).map(Self).map_while(|unit| Some((unit, names.unit_name(unit)?)));
        let known = all.into_iter().find(|(_, name)| name.eq_ignore_ascii_case(text));
        known.map(|(unit, _)| unit).ok_or_else(|| format!("there is no unit `{text}`"))
    }

    fn point(self, at: &mut Pointed) {
        at.unit(self);
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        from.unit().filter(|unit| unit.0 < 64).map(|unit| Self(unit.0 as u8))
    }
}
