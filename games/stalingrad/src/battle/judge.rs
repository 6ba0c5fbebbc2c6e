//! Whether an attack is allowed.

use kit::Refusal;

use super::{
    MOST,
    attack::{Attack, AttackStage, Targets},
};
use crate::{
    air::AirSystem,
    hexes::Hex,
    results::GroundResult,
    turns::check_turn,
    units::{Side, Unit},
};

impl Attack<'_> {
    /// Judges everything but the odds.
    pub(super) fn judge(&self, targets: &Targets) -> Result<(), Refusal> {
        self.check_numbers()?;
        self.check_places()?;
        self.check_attackers(targets)?;
        self.check_air(targets)?;
        self.check_exchange()
    }

    fn check_numbers(&self) -> Result<(), Refusal> {
        for (count, what) in [(self.attackers.len(), "attackers"), (self.defenders.len(), "defenders")] {
            if count == 0 || count > MOST {
                let words = format!("{count} {what}: an attack takes 1 to {MOST}");
                return Err(Refusal::new("STAL-ATK-3", words));
            }
        }
        if self.bystanders.len() > MOST {
            let words = format!("{} bystanders: one question takes at most {MOST}", self.bystanders.len());
            return Err(Refusal::new("STAL-ATK-3", words));
        }
        let most = self.rules.conduct(GroundResult::Routed).demand;
        if self.demand > most {
            let words = format!("the attacker demands {} hexes: D2 allows 0 to {most}", self.demand);
            return Err(Refusal::new("STAL-RES-2", words));
        }
        self.turn.map_or(Ok(()), |turn| check_turn(&self.rules, turn))
    }

    /// Who stands where, on which side; STAL-ATK-10 and STAL-TER-5: not in the water nor beyond it.
    fn check_places(&self) -> Result<(), Refusal> {
        let attackers = self.attackers.iter().map(|attacker| (attacker.unit, attacker.at, self.side));
        let defenders = self.defenders.iter().map(|defender| (defender.unit, defender.at, self.side.enemy()));
        let bystanders = self.bystanders.iter().map(|other| (other.unit, other.at, self.side));
        for (unit, at, expected) in attackers.chain(defenders).chain(bystanders) {
            let own_side = unit.side(&self.rules);
            if own_side != expected {
                let words = format!(
                    "{} is {}, but stands here as {} in a {} attack",
                    unit.name,
                    own_side.name(),
                    expected.name(),
                    self.side.name()
                );
                return Err(Refusal::new("STAL-ATK-3", words).because_of(&unit.name));
            }
            match self.site(at) {
                None => {
                    let words = format!(
                        "{} stands in {at}, whose terrain is not given: add it under hexes",
                        unit.name
                    );
                    return Err(Refusal::new("STAL-TER-2", words).because_of(at.to_string()));
                }
                Some(site) if !self.rules.nature(site.terrain).is_land() => {
                    let words = format!(
                        "{} is in {at}, which is {}: no attack crosses the Volga",
                        unit.name,
                        site.terrain.name()
                    );
                    return Err(Refusal::new("STAL-ATK-10", words)
                        .because_of(&unit.name)
                        .because_of(at.to_string()));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// STAL-R48: the attack must be possible for each of its units.
    fn check_attackers(&self, targets: &Targets) -> Result<(), Refusal> {
        for attacker in &self.attackers {
            let unit = attacker.unit;
            let refuse = |clause, words| Err(Refusal::new(clause, words).because_of(&unit.name));
            if attacker.dropped_out {
                if self.stage == AttackStage::Allocation {
                    return refuse(
                        "STAL-CRT-6",
                        format!("{} cannot drop out of an attack that is only being announced", unit.name),
                    );
                }
                continue;
            }
            if attacker.disrupted {
                return refuse("STAL-ATK-11", format!("{} is Disrupted and does not attack", unit.name));
            }
            if attacker.has_attacked {
                return refuse("STAL-ATK-1", format!("{} has attacked already in this game turn", unit.name));
            }
            self.check_reach(unit, attacker.at, targets)?;
        }
        Ok(())
    }

    /// STAL-ATK-3, STAL-R36: next to every attacked hex, or in it; STAL-ATK-9: in a shared hex only that hex.
    /// STAL-ATK-14: hex-mates and neighbours may attack together, the headquarters too.
    fn check_reach(&self, unit: &Unit, at: Hex, targets: &Targets) -> Result<(), Refusal> {
        let refuse = |clause, words, hex: Hex| {
            Err(Refusal::new(clause, words).because_of(&unit.name).because_of(hex.to_string()))
        };
        if targets.contains(&at) {
            if !self.nature(at).is_stalingrad {
                let words = format!(
                    "{} and its enemies share {at}, which is {}: only Stalingrad hexes are shared",
                    unit.name,
                    self.terrain(at).name()
                );
                return refuse("STAL-STK-2", words, at);
            }
            if let Some(other) = targets.iter().find(|target| **target != at) {
                let words = format!("{} shares {at} with the enemy and attacks nobody in {other}", unit.name);
                return refuse("STAL-ATK-9", words, *other);
            }
            return Ok(());
        }
        match targets.iter().find(|target| !target.is_next_to(at)) {
            Some(far) => refuse("STAL-ATK-3", format!("{} in {at} is not next to {far}", unit.name), *far),
            None => Ok(()),
        }
    }

    /// STAL-AIR-5 in the default system, STAL-OPA-3 and STAL-OPA-5 in the older one.
    fn check_air(&self, targets: &Targets) -> Result<(), Refusal> {
        let korps = self.rules.air_units.fliegerkorps;
        let support = self.close_support.max(self.older_support);
        if support == 0 {
            return Ok(());
        }
        if self.side == Side::Russian {
            return Err(Refusal::new("STAL-AIR-5", "the Luftwaffe supports German attacks"));
        }
        if support > korps {
            return Err(Refusal::new(
                "STAL-AIR-1",
                format!("{support} Fliegerkorps support the attack: the Luftwaffe has {korps}"),
            ));
        }
        match self.air_system {
            AirSystem::AirAttackTable if self.close_support > 0 => Err(Refusal::new(
                "STAL-OPA-5",
                "the older air system has no close support: see older-support",
            )),
            AirSystem::Default if self.older_support > 0 => Err(Refusal::new(
                "STAL-OPA-3",
                "this support belongs to the older air system: see close-support",
            )),
            AirSystem::AirAttackTable => match targets.iter().find(|target| !self.nature(**target).is_open) {
                Some(city) => {
                    let words = format!(
                        "{city} is {}: the older system supports attacks on open hexes only",
                        self.terrain(*city).name()
                    );
                    Err(Refusal::new("STAL-OPA-5", words).because_of(city.to_string()))
                }
                None => Ok(()),
            },
            AirSystem::Default => Ok(()),
        }
    }

    /// STAL-EXC-1: whether some defender is not under orders to hold.
    pub(crate) fn needs_consent(&self) -> bool {
        self.defenders.iter().any(|defender| !self.is_ordered_to_hold(defender.at))
    }

    fn check_exchange(&self) -> Result<(), Refusal> {
        let risked = self.attackers.iter().filter(|attacker| attacker.risked).count();
        if !self.exchange {
            return if risked > 0 || self.consent {
                Err(Refusal::new(
                    "STAL-EXC-1",
                    "units are risked or consent is given, but it is no exchange attack: set exchange",
                ))
            } else {
                Ok(())
            };
        }
        // STAL-EXC-1: everybody under orders, or the defender agrees.
        let free = self.defenders.iter().find(|defender| !self.is_ordered_to_hold(defender.at));
        if let Some(free) = free.filter(|_| !self.consent) {
            let words = format!(
                "{} in {} is under no orders to hold, and its owner does not consent",
                free.unit.name, free.at
            );
            return Err(Refusal::new("STAL-EXC-1", words).because_of(&free.unit.name));
        }
        if self.side == Side::Russian && risked > 0 && risked < self.attackers.len() {
            return Err(Refusal::new("STAL-EXC-5", "the Russian player risks all of his attackers"));
        }
        Ok(())
    }
}
