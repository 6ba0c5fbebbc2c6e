//! The combat in hand: what the die gave, and what is still to be decided of it (`EAST-RES-14`).

use kit::{Factor, map::HexId};

use crate::{
    battle::{Aftermath, Reach},
    results::{CombatResult, Fate},
    roster::{Force, UnitId},
};

/// How many units defend at most (`EAST-STK-1`).
pub(crate) const MOST_DEFENDERS: usize = 2;

/// The combat in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    /// The attacked hex.
    pub target: HexId,
    /// The attackers who are left.
    pub attackers: Force,
    /// The hexes from which it is attacked, as far as there are any.
    pub(crate) from: [HexId; 6],
    /// The defenders before the die.
    pub(crate) defenders: [Option<UnitId>; MOST_DEFENDERS],
    /// Whether it is a breakthrough attack itself.
    pub(crate) is_breakthrough: bool,
    /// The printed column that is read.
    pub(crate) column: u8,
    /// What the table gave.
    pub rolled: Option<CombatResult>,
    /// Whether an X was refused in the mountains (`EAST-EXC-14`).
    pub(crate) is_refused: bool,
    /// Whether the refusal has been decided on.
    pub(crate) is_answered: bool,
    /// Germans ordered to stand (`EAST-NRO-3`).
    pub(crate) ordered: Force,
    /// The result as it is carried out.
    pub(crate) result: CombatResult,
    /// The result whose rate a voluntary exchange has, if one is open (`EAST-EXC-10`).
    pub(crate) voluntary: Option<CombatResult>,
    /// Whether an exchange is under way, forced or chosen.
    pub(crate) is_exchange: bool,
    /// How many defenders the attacker exchanges; 0 as long as he has not said (`EAST-EXC-2`).
    pub(crate) demand: u8,
    /// What the attackers have to pay in attack factors.
    pub(crate) due: Factor,
    /// Who can pay.
    pub(crate) pool: Force,
    /// Who pays.
    pub(crate) named: Force,
    /// Whether surviving attackers are Dispersed (`EAST-RES-11`).
    pub(crate) shakes: bool,
    /// Defenders who are eliminated.
    pub(crate) lost: Force,
    /// Defenders who are Dispersed where they stand.
    pub(crate) scattered: Force,
    /// Defenders who have to retreat.
    pub(crate) going: Force,
    /// How far they have to.
    pub(crate) length: u8,
    /// Whether they are Dispersed by it.
    pub(crate) scatters: bool,
    /// Whether the factors of the city are destroyed (`EAST-TER-22`, `EAST-EXC-4`).
    pub(crate) razes: bool,
    /// The shortest retreat made so far (`EAST-ADV-4`).
    pub(crate) shortest: u8,
    /// The greatest advance, ARM and MOT first; 0 where there is none (`EAST-ADV-3`).
    pub(crate) reach: [u8; 2],
    /// The attackers who have advanced.
    pub(crate) advanced: Force,
    /// The unit that is advancing, and how far it can go on.
    pub(crate) advancing: Option<(UnitId, u8)>,
    /// Whether attackers may attack once more (`EAST-RES-2`).
    pub(crate) breaks_through: bool,
    /// Whether this is no combat but the advance of an attack that has lapsed (`EAST-ATT-11`).
    pub(crate) is_lapsed: bool,
}

impl Fight {
    /// No combat.
    pub const NONE: Self = Self {
        target: HexId::NONE,
        attackers: Force::NONE,
        from: [HexId::NONE; 6],
        defenders: [None; MOST_DEFENDERS],
        is_breakthrough: false,
        column: 0,
        rolled: None,
        is_refused: false,
        is_answered: false,
        ordered: Force::NONE,
        result: CombatResult::Nothing,
        voluntary: None,
        is_exchange: false,
        demand: 0,
        due: Factor::ZERO,
        pool: Force::NONE,
        named: Force::NONE,
        shakes: false,
        lost: Force::NONE,
        scattered: Force::NONE,
        going: Force::NONE,
        length: 0,
        scatters: false,
        razes: false,
        shortest: u8::MAX,
        reach: [0; 2],
        advanced: Force::NONE,
        advancing: None,
        breaks_through: false,
        is_lapsed: false,
    };

    /// Whether a combat is in hand.
    pub const fn is_on(&self) -> bool {
        self.target.is_some()
    }

    /// The defenders before the die, in their order.
    pub fn defenders(&self) -> impl Iterator<Item = UnitId> {
        self.defenders.into_iter().flatten()
    }

    /// Defenders who are eliminated by the result.
    pub const fn lost(&self) -> Force {
        self.lost
    }

    /// Defenders who have still to retreat.
    pub const fn going(&self) -> Force {
        self.going
    }

    /// How far they have to.
    pub const fn length(&self) -> u8 {
        self.length
    }

    /// Defenders who are Dispersed where they stand.
    pub const fn scattered(&self) -> Force {
        self.scattered
    }

    /// Attackers who have been named to pay so far.
    pub const fn named(&self) -> Force {
        self.named
    }

    /// Germans who have been ordered to stand.
    pub const fn ordered(&self) -> Force {
        self.ordered
    }

    /// Whether an exchange is under way.
    pub const fn is_exchange(&self) -> bool {
        self.is_exchange
    }

    /// The attackers who have advanced.
    pub const fn advanced(&self) -> Force {
        self.advanced
    }

    /// The unit that is advancing, and how far it can go on.
    pub const fn advancing(&self) -> Option<(UnitId, u8)> {
        self.advancing
    }

    /// Takes over what the rules make of the die (`EAST-CNV-3`): who is lost, who goes, who is Dispersed.
    pub(crate) fn take(&mut self, aftermath: &Aftermath) {
        self.result = aftermath.result;
        self.voluntary = aftermath.voluntary;
        self.razes = aftermath.city_falls;
        self.is_exchange = aftermath.result == CombatResult::Exchange;
        for (unit, fate) in self.defenders.into_iter().flatten().zip(&aftermath.fates) {
            match *fate {
                Fate::Eliminated => self.lost |= Force::of(unit),
                Fate::Retreats { .. } => self.going |= Force::of(unit),
                Fate::Stays { dispersed: true } => self.scattered |= Force::of(unit),
                Fate::Stays { dispersed: false } | Fate::AtStake => {}
            }
        }
    }

    /// The attackers choose to exchange instead: nothing else of the result happens (`EAST-EXC-13`).
    pub(crate) fn exchange_instead(&mut self) {
        self.is_exchange = true;
        (self.lost, self.scattered, self.going) = (Force::NONE, Force::NONE, Force::NONE);
        self.result = CombatResult::Exchange;
    }

    /// How far attackers may go if the hex is empty, as far as the table says.
    pub(crate) fn allow(&mut self, reach: Option<Reach>) {
        self.reach = reach.map_or([0; 2], |Reach { mobile, foot }| [mobile, foot]);
    }

    /// The hexes from which it was attacked.
    pub(crate) fn approaches(&self) -> impl Iterator<Item = HexId> {
        self.from.into_iter().filter(|hex| hex.is_some())
    }
}
