//! What a result does to each side.

use super::assault::Defender;
use crate::prelude::*;

kit::spelled! {
    /// A cell of the combat results table, worst for the attacker first.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum CrtResult {
        AttackersEliminated = "AE",
        DisruptedAttackersEliminated = "DAE",
        /// Defenders Disrupted, half of the attackers eliminated.
        DisruptedHalfAttackers = "DA/2",
        NoEffect = "-",
        Disrupted = "D",
        Withdrawn = "DW",
        Routed = "DR",
        /// Half exchange.
        Exchange = "X/2",
        Eliminated = "DE",
    }
}

impl CrtResult {
    pub const fn clause(self) -> &'static str {
        match self {
            Self::AttackersEliminated => "MARS-RES-14",
            Self::DisruptedAttackersEliminated => "MARS-RES-15",
            Self::DisruptedHalfAttackers => "MARS-RES-13",
            Self::NoEffect => "MARS-RES-12",
            Self::Disrupted => "MARS-RES-10",
            Self::Withdrawn => "MARS-RES-8",
            Self::Routed => "MARS-RES-6",
            Self::Exchange => "MARS-RES-2",
            Self::Eliminated => "MARS-RES-1",
        }
    }
}

/// What every defender of a battle reads, in the order of the situation.
///
/// Four bits a result, the first defender highest, sixteen to a word: compared at a glance in exact odds.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Results {
    first: u64,
    rest: u64,
    len: u8,
}

impl Results {
    pub const MOST: usize = 32;

    const fn shift(place: usize) -> u32 {
        60 - 4 * (place as u32 % 16)
    }

    /// Whether nobody has read anything: the die has not been rolled.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds the result of the next defender; whoever puts a battle together lets no more than [`Results::MOST`] in.
    pub fn push(&mut self, result: CrtResult) {
        debug_assert!(usize::from(self.len) < Self::MOST);
        let word = if self.len < 16 { &mut self.first } else { &mut self.rest };
        *word |= (result as u64) << Self::shift(self.len.into());
        self.len += 1;
    }

    /// The result of the defender at `place`.
    pub fn get(&self, place: usize) -> Option<CrtResult> {
        (place < self.len.into()).then(|| {
            let word = if place < 16 { self.first } else { self.rest };
            CrtResult::ALL[(word >> Self::shift(place)) as usize & 0xf]
        })
    }

    pub fn iter(&self) -> impl Iterator<Item = CrtResult> {
        (0..self.len.into()).map_while(|place| self.get(place))
    }

    /// Whether any defender reads `result`.
    pub fn contains(&self, result: CrtResult) -> bool {
        self.iter().any(|read| read == result)
    }
}

kit::spelled! {
    /// What a result does to the defender, as the chart of results has it.
    #[derive(Hash)]
    pub enum Blow {
        Eliminated = "eliminated",
        Routed = "routed",
        Withdrawn = "withdrawn",
        Disrupted = "Disrupted",
        Unharmed = "unharmed",
    }
}

kit::spelled! {
    /// What a result costs the attacker, as the chart of results has it.
    pub enum Price {
        Nothing = "nothing",
        /// Half of the modified defence of the units exchanged.
        HalfDefence = "half defence",
        HalfAttack = "half attack",
        WholeDefence = "whole defence",
    }
}

kit::spelled! {
    /// What becomes of an empty hex of the line (MARS-RES-17, MARS-R8).
    pub enum EmptyHex {
        Opens = "opens",
        StaysClosed = "stays closed",
    }
}

kit::cells! {
    /// A line of the chart of results.
    #[derive(Debug)]
    pub struct Effect {
        pub blow: Blow = "defender",
        pub price: Price = "attacker loses",
        pub empty_hex: EmptyHex = "empty line hex",
    }
}

impl Effect {
    /// Whether it opens an empty hex of the line (MARS-RES-17, MARS-R8).
    pub fn opens_empty_hex(&self) -> bool {
        self.empty_hex == EmptyHex::Opens
    }
}

/// What a result means for one defending unit before anybody chooses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    Unharmed,
    /// Disrupted where it stands.
    Disrupted,
    /// Disrupted, or instead retreated by its German owner: 1 hex unharmed, 2 or 3 Disrupted. Whoever was Disrupted
    /// before stays so.
    DisruptedOrRetreats,
    /// Withdrawn 1 or 2 hexes by its owner: Disrupted by the second hex only.
    WithdrawnInOrder,
    /// Withdrawn 1 or 2 hexes by its owner, Disrupted in any case.
    WithdrawnDisrupted,
    /// Disrupted and retreated 0, 1 or 2 hexes, the attacker choosing how many.
    Routed,
    /// Under a No Retreat order: Disrupted if the attacker asks for no hex, eliminated if he asks for any.
    RoutedNoRetreat,
    Eliminated,
}

impl Fate {
    /// In words for a player; `disrupted` was the unit before.
    pub const fn words(self, disrupted: bool) -> &'static str {
        match self {
            Self::Disrupted if disrupted => "stays Disrupted in place",
            Self::DisruptedOrRetreats if disrupted => "stays Disrupted, in place or 1-3 hexes back",
            Self::Unharmed => "is unharmed",
            Self::Disrupted => "is Disrupted in place",
            Self::DisruptedOrRetreats => "is Disrupted, or retreats 1 hex unharmed or 2-3 Disrupted",
            Self::WithdrawnInOrder => "withdraws 1 hex in order or 2 Disrupted",
            Self::WithdrawnDisrupted => "withdraws 1-2 hexes Disrupted",
            Self::Routed => "is Disrupted and retreats 0-2 hexes as the attacker chooses",
            Self::RoutedNoRetreat => "is Disrupted, or eliminated if the attacker asks for a retreat",
            Self::Eliminated => "is eliminated",
        }
    }
}

/// The fate of one defending unit that reads `result`.
pub fn fate(charts: &Charts, result: CrtResult, unit: &Defender<'_>) -> Fate {
    let (retreats, nation) = (&charts.retreats, Nation::of(unit.unit));
    match charts.effect(result).blow {
        // MARS-RES-1, MARS-RES-2; X/2 on a unit Disrupted before is a plain elimination (MARS-RES-5).
        Blow::Eliminated => Fate::Eliminated,
        // MARS-RES-6, MARS-RES-7: a retreat that cannot be made eliminates, and an order makes it impossible.
        Blow::Routed if unit.no_retreat => Fate::RoutedNoRetreat, // MARS-NRT-2
        Blow::Routed => Fate::Routed,
        // MARS-RES-9: unable to withdraw is Disrupted in place, and an order makes it unable (MARS-NRT-2).
        Blow::Withdrawn if unit.no_retreat => Fate::Disrupted,
        // MARS-RES-8; a unit Disrupted before cannot withdraw in order (MARS-DIS-3: it simply stays so).
        Blow::Withdrawn if retreats.in_order(nation) && !unit.disrupted => Fate::WithdrawnInOrder,
        Blow::Withdrawn => Fate::WithdrawnDisrupted,
        // MARS-RES-10, also as the first half of MARS-RES-13 and MARS-RES-15; an order takes the German option.
        Blow::Disrupted if retreats.offered(nation) && !unit.no_retreat => Fate::DisruptedOrRetreats,
        Blow::Disrupted => Fate::Disrupted,
        // MARS-RES-12, MARS-RES-14: the defender is untouched.
        Blow::Unharmed => Fate::Unharmed,
    }
}

/// The attack factors the attacker must lose (as they count in the odds, MARS-CRT-3), given the results read by
/// every defender and the one read in the lowest column.
pub fn toll(charts: &Charts, reckoned: &Reckoned, results: Results, lowest: CrtResult) -> Factor {
    match charts.effect(lowest).price {
        // MARS-RES-14, MARS-RES-15, MARS-R5: as much as all the defenders, or everybody.
        Price::WholeDefence => reckoned.defence.min(reckoned.attack),
        // MARS-RES-13: half of the attack, rounded up for both nations, on either side of the line (MARS-TER-13).
        Price::HalfAttack => reckoned.half_attack_rounding.round(reckoned.attack.halved()),
        Price::HalfDefence | Price::Nothing if results.contains(CrtResult::Exchange) => {
            exchange_toll(reckoned, results).min(reckoned.attack)
        }
        Price::HalfDefence | Price::Nothing => Factor::ZERO,
    }
}

kit::spelled! {
    #[derive(Hash, Default)]
    pub enum Rounding {
        /// In the defender's favour.
        #[default]
        Up = "up",
        /// In the attacker's favour.
        Down = "down",
    }
}

impl Rounding {
    fn round(self, half: Factor) -> Factor {
        Factor::whole(if self == Self::Up { half.ceil() } else { half.floor() })
    }
}

/// MARS-RES-2, MARS-RES-3: half of the modified defence of the Undisrupted units that read X/2, and of their hex.
fn exchange_toll(reckoned: &Reckoned, results: Results) -> Factor {
    let mut sum = Factor::ZERO;
    for (hex, &strength) in reckoned.hex_strengths.iter().enumerate() {
        let mut any = false;
        for (reading, result) in reckoned.readings.iter().zip(results.iter()) {
            // MARS-RES-5: no loss for a unit that was Disrupted already.
            if reading.hex() == hex && result == CrtResult::Exchange && !reading.disrupted && reading.counts {
                sum += reading.defence;
                any = true;
            }
        }
        if any {
            sum += strength;
        }
    }
    reckoned.exchange_rounding.round(sum.halved())
}
