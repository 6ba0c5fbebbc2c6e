//! The results of the crossing chart.

use kit::Cell;

/// A result of the crossing chart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Landing {
    /// STAL-VOL-5: landed and undisrupted.
    Ready,
    /// STAL-VOL-6: landed and Disrupted.
    Crossed,
    /// STAL-VOL-7: still on the east bank.
    Stays,
    /// STAL-VOL-8: lost in the river.
    Destroyed,
}

impl Landing {
    const ALL: [Self; 4] = [Self::Ready, Self::Crossed, Self::Stays, Self::Destroyed];

    /// As printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ready => "Ready",
            Self::Crossed => "Crossed",
            Self::Stays => "-",
            Self::Destroyed => "Destroyed",
        }
    }

    /// The rule of the result.
    pub const fn clause(self) -> &'static str {
        match self {
            Self::Ready => "STAL-VOL-5",
            Self::Crossed => "STAL-VOL-6",
            Self::Stays => "STAL-VOL-7",
            Self::Destroyed => "STAL-VOL-8",
        }
    }

    /// Whether it is across.
    pub const fn is_across(self) -> bool {
        matches!(self, Self::Ready | Self::Crossed)
    }
}

impl Cell for Landing {
    const EXPECTED: &'static str = "Ready, Crossed, - or Destroyed";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|landing| landing.name() == text)
    }
}
