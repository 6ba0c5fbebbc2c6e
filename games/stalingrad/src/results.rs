//! The results of the ground combat chart and what each does.

use kit::{Cell, ContentError, Sheet};

use crate::charts::Share;

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

/// What a result makes of the attackers who are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttackersLeft {
    /// Nothing.
    Ready,
    /// They are Disrupted.
    Disrupted,
}

kit::spelled!(AttackersLeft { "ready" => Self::Ready, "Disrupted" => Self::Disrupted });

kit::cells! {
    /// What a result does, a row of the results table.
    #[derive(Clone, Copy, Debug)]
    pub struct Conduct {
        /// The share of the defenders' modified strength that the attacker loses.
        pub attackers_lose: Share = "attackers lose",
        /// What becomes of attackers who are left.
        pub attackers_left: AttackersLeft = "attackers left",
        /// What the defenders suffer.
        pub defenders: Fate = "defenders",
        /// The most hexes of retreat that the attacker may demand.
        pub demand: u8 = "retreat by attacker",
        /// The most hexes that the owner may go of his own will.
        pub withdrawal: u8 = "retreat by owner",
        /// Whether defenders it falls on stay Disrupted (STAL-DIS-4).
        pub d_type: bool = "D-type",
    }

    /// A result that orders change (STAL-NOR-1).
    pub(crate) struct OrdersRow {
        pub(crate) result: GroundResult = "Result",
        pub(crate) becomes: GroundResult = "becomes",
    }
}

/// What a result means in an exchange attack.
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
