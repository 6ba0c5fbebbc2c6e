//! Where the sequence of play stands.

use kit::{Digest, map::HexId};

use crate::{
    army::{LeaderId, UnitId, Units},
    battle::MOST_ATTACKERS,
    charts::Code,
    facing::Row,
    movement::Facings,
    retreat::Flight,
    victory::Verdict,
};

/// What follows when a unit has set its facing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// The next move.
    Move,
    /// The combat from which it slipped away.
    Evasion,
    /// The next combat.
    Advance,
    /// The next try.
    Reorganization,
}

/// What is being decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A Deputy is placed (LINE-X-CMD-7).
    Deputy,
    /// The trumpets of Zama are heard (LINE-X-ZAM-3).
    Trumpets,
    /// The next move (LINE-X-SEQ-2).
    Movement,
    /// Where the unit in hand goes.
    Moving(UnitId),
    /// Where the reinforcement in hand enters (LINE-X-OPS-5).
    Entering(UnitId),
    /// Where the reinforcement goes that enters at this hex.
    Arriving(UnitId, HexId),
    /// Which way a unit faces.
    Turning {
        /// Who.
        unit: UnitId,
        /// The facings from which its owner chooses.
        facings: Facings,
        /// What comes then.
        then: After,
    },
    /// Whom the leader in hand joins (LINE-X-CMD-2).
    Transferring(LeaderId),
    /// Who else belongs to the detachment (LINE-X-CYN-3).
    Detaching,
    /// The next shot.
    Missile,
    /// The next combat (LINE-X-CMB-1).
    Combat,
    /// Who joins the attack.
    Announcing,
    /// Who leads it (LINE-X-CMB-7).
    Leading,
    /// Whether the defender tries to slip away (LINE-X-EVA-1).
    Evading,
    /// Which beaten attacker retreats next (LINE-R9).
    Order,
    /// Where a beaten unit goes (LINE-X-RET-2).
    Fleeing {
        /// Who.
        unit: UnitId,
        /// How.
        flight: Flight,
    },
    /// Whom a leader joins whose unit is gone (LINE-X-CMD-6).
    Refuge(LeaderId),
    /// Whether the lead advances (LINE-X-ADV-1).
    Advancing,
    /// The next try to reorganize.
    Reorganizing,
    /// The battle is over.
    Over(Verdict),
}

impl Step {
    /// Adds what makes this step what it is.
    pub(crate) fn digest(self, digest: &mut Digest) {
        let unit = |unit: UnitId| unit.index() as u16;
        let code: [u16; 4] = match self {
            Self::Deputy => [0, 0, 0, 0],
            Self::Trumpets => [1, 0, 0, 0],
            Self::Movement => [2, 0, 0, 0],
            Self::Moving(mover) => [3, unit(mover), 0, 0],
            Self::Entering(mover) => [4, unit(mover), 0, 0],
            Self::Arriving(mover, hex) => [5, unit(mover), hex.raw(), 0],
            Self::Turning { unit: mover, facings, then } => [6, unit(mover), facings.into(), then as u16],
            Self::Transferring(leader) => [7, leader.index() as u16, 0, 0],
            Self::Detaching => [8, 0, 0, 0],
            Self::Missile => [9, 0, 0, 0],
            Self::Combat => [10, 0, 0, 0],
            Self::Announcing => [11, 0, 0, 0],
            Self::Leading => [12, 0, 0, 0],
            Self::Evading => [13, 0, 0, 0],
            Self::Order => [14, 0, 0, 0],
            Self::Fleeing { unit: runner, flight } => [15, unit(runner), flight as u16, 0],
            Self::Refuge(leader) => [16, leader.index() as u16, 0, 0],
            Self::Advancing => [17, 0, 0, 0],
            Self::Reorganizing => [18, 0, 0, 0],
            Self::Over(verdict) => {
                [19, verdict.winner.map_or(2, |side| side as u16), verdict.by_breaking.into(), 0]
            }
        };
        for number in code {
            digest.bytes(&number.to_le_bytes());
        }
    }
}

/// The combat in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combat {
    /// Who is attacked.
    pub defender: UnitId,
    attackers: [UnitId; MOST_ATTACKERS],
    count: u8,
    /// Who leads the attack (LINE-X-CMB-7).
    pub lead: UnitId,
    /// The row of Table 5 used against the defender.
    pub row: Row,
    /// The column of Table 4.
    pub column: u8,
    /// Sixths with which the defender stands; 0 if it need not test.
    pub stand: u8,
    /// Sixths with which it slips away; 0 if it may not try.
    pub evade: u8,
    /// Where the defender stood.
    pub hex: HexId,
    /// The result.
    pub code: Code,
    /// Those who still have to leave their hexes.
    pub fleeing: Units,
}

impl Combat {
    /// No combat.
    pub const NONE: Self = Self {
        defender: UnitId::new(0),
        attackers: [UnitId::new(0); MOST_ATTACKERS],
        count: 0,
        lead: UnitId::new(0),
        row: Row::FRONT,
        column: 0,
        stand: 0,
        evade: 0,
        hex: HexId::NONE,
        code: Code::D,
        fleeing: Units::NONE,
    };

    /// A combat against this unit, nobody attacking yet.
    pub(crate) const fn against(defender: UnitId, hex: HexId) -> Self {
        Self { defender, hex, ..Self::NONE }
    }

    /// The attackers in the order in which they were named.
    pub fn attackers(&self) -> &[UnitId] {
        &self.attackers[..usize::from(self.count)]
    }

    /// One more attacker.
    pub(crate) const fn join(&mut self, unit: UnitId) {
        self.attackers[self.count as usize] = unit;
        self.count += 1;
    }

    /// Adds what makes this combat what it is.
    pub(crate) fn digest(&self, digest: &mut Digest) {
        digest.bytes(&[self.defender.index() as u8, self.count, self.lead.index() as u8]);
        for unit in self.attackers() {
            digest.bytes(&[unit.index() as u8]);
        }
        digest.bytes(&[self.row.number(), self.column, self.stand, self.evade, self.code as u8]);
        digest.bytes(&self.hex.raw().to_le_bytes());
        digest.number(self.fleeing.bits());
    }
}
