//! Units by number.

use std::ops::{Index, IndexMut};

use crate::{
    CounterId, Pointed, Refusal, Taken,
    id_set::{Id, IdSet},
    notation::Arg,
};

/// A unit by its row in the game's table of units.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct UnitId(pub u8);

/// A set of units, for games with up to 64 of them; one with more names its own.
pub type Units = IdSet<UnitId, 1>;

impl Id for UnitId {
    #[inline]
    fn numbered(number: usize) -> Self {
        Self::new(number)
    }

    #[inline]
    fn number(self) -> usize {
        self.index()
    }
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

/// One entry for each of up to `UNITS` units, kept inline.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PerUnit<T, const UNITS: usize>([T; UNITS]);

impl<T: Copy + Default, const UNITS: usize> Default for PerUnit<T, UNITS> {
    fn default() -> Self {
        Self([T::default(); UNITS])
    }
}

impl<T, const UNITS: usize> Index<UnitId> for PerUnit<T, UNITS> {
    type Output = T;
    #[inline]
    fn index(&self, unit: UnitId) -> &T {
        &self.0[unit.index()]
    }
}

impl<T, const UNITS: usize> IndexMut<UnitId> for PerUnit<T, UNITS> {
    #[inline]
    fn index_mut(&mut self, unit: UnitId) -> &mut T {
        &mut self.0[unit.index()]
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

    /// Whether a unit is part of the scenario that is played.
    fn takes_part(&self, _unit: UnitId) -> bool {
        true
    }

    /// The unit whose counter it is, or that no unit of the scenario has this counter.
    fn unit_on(&self, counter: CounterId) -> Result<UnitId, Refusal> {
        let unit = counter.0.try_into().ok().map(UnitId);
        unit.filter(|&unit| self.unit_name(unit).is_some() && self.takes_part(unit))
            .ok_or_else(|| Refusal::new("", "there is no such unit in this scenario"))
    }
}

impl<N: Roster + ?Sized> Arg<N> for UnitId {
    fn write(self, names: &N, out: &mut String) {
        out.push_str(names.unit_name(self).unwrap_or_default());
    }

    fn read(text: &str, names: &N) -> Result<Self, String> {
        let all = (0..=u8::MAX).map(Self).map_while(|unit| Some((unit, names.unit_name(unit)?)));
        let known =
            all.into_iter().find(|&(unit, name)| name.eq_ignore_ascii_case(text) && names.takes_part(unit));
        known.map(|(unit, _)| unit).ok_or_else(|| format!("there is no unit `{text}`"))
    }

    fn point(self, at: &mut Pointed) {
        at.unit(self);
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        from.unit()?.0.try_into().ok().map(Self)
    }
}
