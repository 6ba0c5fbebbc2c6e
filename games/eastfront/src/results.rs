//! The ten results of the table and what they do to defenders (chapters RES, CNV and NRO).

use std::fmt;

use kit::Cell;

/// A result of the combat table, best for the attacker first (`EAST-RES-1`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CombatResult {
    /// `BR`: breakthrough (`EAST-RES-2`).
    Breakthrough,
    /// `DE`: defenders eliminated (`EAST-RES-4`).
    DefendersEliminated,
    /// `DR`: defenders retreat 2 hexes, Dispersed (`EAST-RES-5`).
    Retreat,
    /// `DW`: defenders withdraw 1 hex, Dispersed (`EAST-RES-6`).
    DispersedWithdrawal,
    /// `dw`: defenders withdraw 1 hex in good order (`EAST-RES-7`).
    Withdrawal,
    /// `D`: defenders Dispersed in place (`EAST-RES-8`).
    Dispersal,
    /// `-`: nothing (`EAST-RES-9`).
    Nothing,
    /// `X`: exchange (`EAST-RES-10`).
    Exchange,
    /// `D/AE`: both `D` and `AE` (`EAST-RES-12`).
    DispersalAndLosses,
    /// `AE`: attackers eliminated to the value of the defence (`EAST-RES-11`).
    AttackersEliminated,
}

impl CombatResult {
    /// All of them, in their order.
    pub const ALL: [Self; 10] = [
        Self::Breakthrough,
        Self::DefendersEliminated,
        Self::Retreat,
        Self::DispersedWithdrawal,
        Self::Withdrawal,
        Self::Dispersal,
        Self::Nothing,
        Self::Exchange,
        Self::DispersalAndLosses,
        Self::AttackersEliminated,
    ];

    /// As the table prints it; `DW` and `dw` differ (`EAST-RES-1`).
    pub const fn printed(self) -> &'static str {
        match self {
            Self::Breakthrough => "BR",
            Self::DefendersEliminated => "DE",
            Self::Retreat => "DR",
            Self::DispersedWithdrawal => "DW",
            Self::Withdrawal => "dw",
            Self::Dispersal => "D",
            Self::Nothing => "-",
            Self::Exchange => "X",
            Self::DispersalAndLosses => "D/AE",
            Self::AttackersEliminated => "AE",
        }
    }
}

impl CombatResult {
    /// What it means, in a few words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Breakthrough => "breakthrough, all defenders are eliminated",
            Self::DefendersEliminated => "all defenders are eliminated",
            Self::Retreat => "the defenders retreat 2 hexes and are Dispersed",
            Self::DispersedWithdrawal => "the defenders withdraw 1 hex and are Dispersed",
            Self::Withdrawal => "the defenders withdraw 1 hex in good order",
            Self::Dispersal => "the defenders are Dispersed where they stand",
            Self::Nothing => "nothing happens",
            Self::Exchange => "an exchange",
            Self::DispersalAndLosses => {
                "the defenders are Dispersed, and the attackers lose as much as the defence is worth"
            }
            Self::AttackersEliminated => "the attackers lose as much as the defence is worth",
        }
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.printed())
    }
}

impl Cell for CombatResult {
    const EXPECTED: &'static str = "one of BR, DE, DR, DW, dw, D, -, X, AE, D/AE";
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.printed() == text)
    }
}

/// Why a result turns into a worse one for a defender (`EAST-CNV-3`: one step, whatever their number).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// He has no way back (`EAST-CNV-1`).
    Surrounded,
    /// Armour rolls over him (`EAST-CNV-2`).
    Overrun,
    /// He is ordered to stand (`EAST-NRO-2`).
    NoRetreat,
}

impl Cause {
    /// All of them, in the order of the conversion table.
    pub const ALL: [Self; 3] = [Self::Surrounded, Self::Overrun, Self::NoRetreat];

    /// As the conversion table heads it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Surrounded => "surrounded",
            Self::Overrun => "overrun",
            Self::NoRetreat => "no retreat",
        }
    }
}

/// What becomes of a defender.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// Off the map.
    Eliminated,
    /// Goes back so many hexes, by a route the attacker picks.
    Retreats {
        /// The length of the retreat.
        hexes: u8,
        /// Whether it is Dispersed afterwards.
        dispersed: bool,
    },
    /// Stays where it is.
    Stays {
        /// Whether it is Dispersed afterwards.
        dispersed: bool,
    },
    /// May be exchanged: two choices are still to come (`EAST-EXC-2`).
    AtStake,
}

impl Fate {
    /// Whether the unit is out of the hex, whatever is still chosen.
    pub const fn leaves_the_hex(self) -> bool {
        matches!(self, Self::Eliminated | Self::Retreats { .. })
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Eliminated => f.write_str("eliminated"),
            Self::Retreats { hexes, dispersed } => {
                let plural = if *hexes == 1 { "" } else { "es" };
                let state = if *dispersed { "Dispersed" } else { "in good order" };
                write!(f, "back {hexes} hex{plural}, {state}")
            }
            Self::Stays { dispersed: true } => f.write_str("Dispersed in place"),
            Self::Stays { dispersed: false } => f.write_str("unharmed"),
            Self::AtStake => f.write_str("may be exchanged"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn res_1_ten_results_and_case_matters() {
        for result in CombatResult::ALL {
            assert_eq!(CombatResult::read(result.printed()), Some(result));
        }
        assert_ne!(CombatResult::read("DW"), CombatResult::read("dw"));
        assert_eq!(CombatResult::read("de"), None);
    }
}
