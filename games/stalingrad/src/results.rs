//! The results of the ground combat chart and what each does.

use kit::{Cell, ContentError, Sheet};

use crate::charts::{Share, charts};

/// A result of ground combat as the chart prints it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GroundResult {
    /// DE, STAL-RES-1.
    DefenderEliminated,
    /// D2, STAL-RES-2.
    Routed,
    /// D1, STAL-RES-3.
    PushedBack,
    /// D, STAL-RES-4.
    Disrupted,
    /// X, STAL-RES-5.
    Exchange,
    /// X/2, STAL-RES-6.
    HalfExchange,
    /// AD, STAL-RES-7.
    AttackerDisrupted,
    /// AE, STAL-RES-8.
    AttackerEliminated,
    /// D/AE, STAL-RES-9.
    BothSuffer,
}

impl GroundResult {
    /// All results.
    pub const ALL: [Self; 9] = [
        Self::DefenderEliminated,
        Self::Routed,
        Self::PushedBack,
        Self::Disrupted,
        Self::Exchange,
        Self::HalfExchange,
        Self::AttackerDisrupted,
        Self::AttackerEliminated,
        Self::BothSuffer,
    ];

    /// As printed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DefenderEliminated => "DE",
            Self::Routed => "D2",
            Self::PushedBack => "D1",
            Self::Disrupted => "D",
            Self::Exchange => "X",
            Self::HalfExchange => "X/2",
            Self::AttackerDisrupted => "AD",
            Self::AttackerEliminated => "AE",
            Self::BothSuffer => "D/AE",
        }
    }

    /// What it does.
    pub fn conduct(self) -> Conduct {
        charts().conduct[self as usize]
    }

    /// STAL-NOR-1: what becomes of it for a unit with orders to hold or nowhere to go.
    #[must_use]
    pub fn under_orders(self) -> Self {
        charts().under_orders[self as usize]
    }

    /// STAL-EXC-2: what it costs in an exchange attack.
    pub fn price(self) -> Price {
        charts().exchange[self as usize]
    }
}

impl GroundResult {
    /// The rule of the result.
    pub const fn clause(self) -> &'static str {
        match self {
            Self::DefenderEliminated => "STAL-RES-1",
            Self::Routed => "STAL-RES-2",
            Self::PushedBack => "STAL-RES-3",
            Self::Disrupted => "STAL-RES-4",
            Self::Exchange => "STAL-RES-5",
            Self::HalfExchange => "STAL-RES-6",
            Self::AttackerDisrupted => "STAL-RES-7",
            Self::AttackerEliminated => "STAL-RES-8",
            Self::BothSuffer => "STAL-RES-9",
        }
    }
}

impl Cell for GroundResult {
    const EXPECTED: &'static str = "DE, D2, D1, D, X, X/2, AD, AE or D/AE";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.name() == text)
    }
}

/// What happens to a unit.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// Nothing.
    #[default]
    Unharmed,
    /// It is Disrupted; a second time adds nothing (STAL-DIS-7).
    Disrupted,
    /// It is taken off the map.
    Eliminated,
}

kit::spelled!(Fate {
    "unharmed" => Self::Unharmed,
    "Disrupted" => Self::Disrupted,
    "eliminated" => Self::Eliminated,
});

/// What a result does, a row of the results table.
#[derive(Clone, Copy, Debug)]
pub struct Conduct {
    /// The share of the defenders' modified strength that the attacker loses.
    pub attackers_lose: Share,
    /// Whether attackers who are left are Disrupted.
    pub attackers_disrupted: bool,
    /// What the defenders suffer.
    pub defenders: Fate,
    /// The most hexes of retreat that the attacker may demand.
    pub demand: u8,
    /// The most hexes that the owner may go of his own will.
    pub withdrawal: u8,
    /// Whether defenders it falls on stay Disrupted (STAL-DIS-4).
    pub d_type: bool,
}

impl Conduct {
    pub(crate) fn read(sheet: &Sheet, result: GroundResult) -> Result<Self, ContentError> {
        let row = sheet.row(result.name())?;
        let disrupted = |left: &str| match left {
            "ready" => Some(false),
            "Disrupted" => Some(true),
            _ => None,
        };
        Ok(Self {
            attackers_lose: sheet.read(row, "attackers lose")?,
            attackers_disrupted: sheet.read_with(row, "attackers left", "ready or Disrupted", disrupted)?,
            defenders: sheet.read(row, "defenders")?,
            demand: sheet.read(row, "retreat by attacker")?,
            withdrawal: sheet.read(row, "retreat by owner")?,
            d_type: sheet.read(row, "D-type")?,
        })
    }
}

/// What a result means in an exchange attack, a row of the exchange table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Price {
    /// Defenders can be bought for this share of their strength.
    Of(Share),
    /// The result is this one instead, at no price (STAL-EXC-10; AD becomes AE).
    Plain(GroundResult),
}

impl Price {
    pub(crate) fn read(sheet: &Sheet, result: GroundResult) -> Result<Self, ContentError> {
        let row = sheet.row(result.name())?;
        if sheet.read::<String>(row, "becomes")? == "exchange" {
            Ok(Self::Of(sheet.read(row, "price")?))
        } else {
            Ok(Self::Plain(sheet.read(row, "becomes")?))
        }
    }
}
