//! What each result does here: conversions, losses, prices, and who recovers.

use kit::Factor;
use smallvec::SmallVec;

use super::{
    Battle, Purchase,
    attack::WayOut,
    losses::{Units, largest_loss, smallest_loss},
};
use crate::{
    charts::Share,
    results::{AttackersLeft, Conduct, Fate, GroundResult},
    units::Side,
};

/// A defending unit as the results find it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holder {
    /// STAL-NOR-1: under No Retreat orders.
    pub(super) held: bool,
    pub(super) way_out: WayOut,
    /// STAL-RET-9: for a Russian in the city one hex into the city is enough.
    pub(super) short_way: bool,
    pub(super) disrupted: bool,
    pub(super) unsupplied: bool,
    pub(super) hit_before: bool,
    /// STAL-EXC-4: the place of the first defender of the same parent.
    pub(super) formation: u8,
}

impl Holder {
    /// STAL-NOR-2, STAL-R9: whether it can go as far as is demanded.
    const fn can_go(self, hexes: u8) -> bool {
        // STAL-CRT-7, STAL-RET-9.
        let enough = if self.short_way && hexes > 1 { 1 } else { hexes };
        self.way_out.hexes() >= enough
    }

    /// STAL-DIS-4, STAL-DIS-5, STAL-R14: whether a Disrupted unit recovers, attacked with this result or not at all.
    pub(super) fn recovers(self, result: Option<&Conduct>) -> bool {
        // STAL-DIS-6: not without supply.
        self.disrupted && !self.unsupplied && !self.hit_before && result.is_none_or(|conduct| !conduct.d_type)
    }
}

/// How a unit was lost, which decides when a Russian one is back (STAL-REP-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// DE, or a result that became DE.
    Eliminated,
    /// AE.
    AttackFailed,
    /// X, X/2 or a voluntary exchange (STAL-EXC-11).
    Exchanged,
}

/// What happens to one defender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefenderEnd {
    /// Whether it is eliminated or Disrupted by the result.
    pub fate: Fate,
    /// How it was lost, if it was.
    pub cause: Cause,
    /// The most hexes of retreat that the attacker may demand of it.
    pub demanded: u8,
    /// The most hexes it may then go by itself.
    pub withdrawal: u8,
    /// Whether it recovers from an earlier Disruption.
    pub recovers: bool,
}

/// Everything that a result does and no later choice changes, and for the choices what the rules ask.
#[derive(Clone, Debug)]
pub struct Consequences {
    /// The result as printed.
    pub printed: GroundResult,
    /// What happens to each defender, in the order of the situation.
    pub defenders: SmallVec<[DefenderEnd; 6]>,
    /// The modified strength that the attacker must give up at least; more than he has means all.
    pub required: Factor,
    /// Those from whom it must come.
    pub pool: Units,
    /// The smallest loss that is enough: a larger one is legal too (STAL-RES-10).
    pub lost: Units,
    /// How attackers are lost.
    pub cause: Cause,
    /// Attackers who are Disrupted if they survive.
    pub disrupted: Units,
    /// STAL-EXC-3: what the attacker may buy in an exchange attack, dearest first; the first is what is reckoned with.
    pub purchases: Vec<Purchase>,
}

impl Consequences {
    /// Whether every defender is eliminated.
    pub fn clears(&self) -> bool {
        self.defenders.iter().all(|end| end.fate == Fate::Eliminated)
    }

    /// Whether this set of attackers may be chosen as the loss (STAL-RES-8, STAL-RES-10).
    pub fn allows_loss(&self, loss: Units, battle: &Battle) -> bool {
        let strengths = &battle.attack_strengths;
        let all_of_pool = loss == self.pool;
        loss.without(self.pool).is_empty() && (loss.worth(strengths) >= self.required || all_of_pool)
    }
}

impl Battle {
    /// What the printed result does in this attack.
    pub fn consequences(&self, printed: GroundResult) -> Consequences {
        if self.exchange { self.exchange_attack(printed) } else { self.plain(printed, printed) }
    }

    /// STAL-OVR-1 and STAL-NOR-1: what the result is for one defender.
    pub fn effective(&self, result: GroundResult, place: usize) -> GroundResult {
        let holder = &self.holders[place];
        if result == GroundResult::Routed && self.overrun {
            return GroundResult::DefenderEliminated;
        }
        let demanded = self.rules.conduct(result).demand.min(self.demand);
        // STAL-NOR-7: unit by unit.
        if holder.held || !holder.can_go(demanded) { self.rules.under_orders(result) } else { result }
    }

    /// The rules that change the result for one defender; none where it stays as printed.
    pub(super) fn converted_by(&self, result: GroundResult, place: usize) -> &'static [&'static str] {
        if self.effective(result, place) == result {
            &[]
        } else if result == GroundResult::Routed && self.overrun {
            &["STAL-OVR-1"]
        } else if self.holders[place].held {
            &["STAL-NOR-1"]
        } else {
            // It cannot go as far as is demanded.
            &["STAL-NOR-1", "STAL-NOR-2"]
        }
    }

    /// The first of the rules that change the result for one defender.
    pub(crate) fn conversion(&self, result: GroundResult, place: usize) -> &'static str {
        self.converted_by(result, place).first().copied().unwrap_or_else(|| result.clause())
    }

    pub(super) fn all_attackers(&self) -> Units {
        self.fighting
    }

    pub(super) fn nobody_lost(&self, printed: GroundResult) -> Consequences {
        Consequences {
            printed,
            defenders: SmallVec::new(),
            required: Factor::ZERO,
            pool: self.all_attackers(),
            lost: Units::default(),
            cause: Cause::AttackFailed,
            disrupted: Units::default(),
            purchases: Vec::new(),
        }
    }

    /// A result applied as the definitions say (STAL-RES-1 to STAL-RES-9, STAL-R4, STAL-RES-11).
    pub(super) fn plain(&self, printed: GroundResult, result: GroundResult) -> Consequences {
        let conduct = self.rules.conduct(result);
        let mut end = self.nobody_lost(printed);
        // STAL-R3, STAL-R49: measured exactly by the modified strength of the whole defence.
        end.required = conduct.attackers_lose.of(self.defence);
        end.lost = smallest_loss(end.pool, &self.attack_strengths, end.required);
        if conduct.attackers_left == AttackersLeft::Disrupted {
            end.disrupted = end.pool;
        }
        let is_exchange = conduct.defenders == Fate::Eliminated && end.required.is_positive();
        if is_exchange {
            end.cause = Cause::Exchanged;
            let removed = self.exchanged(conduct.attackers_lose);
            end.defenders =
                (0..self.holders.len()).map(|place| self.after_exchange(place, removed)).collect();
        } else {
            end.defenders = (0..self.holders.len())
                .map(|place| self.after(place, self.effective(result, place)))
                .collect();
        }
        end
    }

    /// STAL-RES-5, STAL-RES-6, STAL-R5: all defenders, or the best set that a weaker attacker takes with him.
    fn exchanged(&self, share: Share) -> Units {
        let everybody = Units((1 << self.holders.len()) - 1);
        let has = self.all_attackers().worth(&self.attack_strengths);
        largest_loss(everybody, &self.defence_strengths, |sum| share.of(sum) <= has)
    }

    /// A defender after a result that is no exchange.
    fn after(&self, place: usize, effective: GroundResult) -> DefenderEnd {
        let holder = &self.holders[place];
        let conduct = self.rules.conduct(effective);
        // STAL-NOR-6, STAL-R10: orders forbid withdrawing as well.
        let withdrawal = if holder.held { 0 } else { conduct.withdrawal.min(holder.way_out.hexes()) };
        DefenderEnd {
            fate: conduct.defenders,
            cause: Cause::Eliminated,
            demanded: conduct.demand.min(self.demand),
            withdrawal,
            recovers: holder.recovers(Some(conduct)),
        }
    }

    /// STAL-EXC-7: who is not removed suffers D.
    pub(super) fn after_exchange(&self, place: usize, removed: Units) -> DefenderEnd {
        if removed.has(place) {
            let end = self.after(place, GroundResult::DefenderEliminated);
            return DefenderEnd { cause: Cause::Exchanged, ..end };
        }
        self.after(place, GroundResult::Disrupted)
    }

    /// STAL-REP-3, STAL-EXC-11: after how many turns a lost Russian is back.
    pub(super) fn delay(&self, cause: Cause) -> u8 {
        let delays = &self.rules.delays;
        match cause {
            Cause::Eliminated => delays.eliminated,
            Cause::AttackFailed => delays.attackers_eliminated,
            Cause::Exchanged => delays.exchanged,
        }
    }

    /// Whose attack it is.
    pub const fn side(&self) -> Side {
        self.side
    }
}
