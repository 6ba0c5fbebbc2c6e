//! Whether an attack may be made at all (chapters ATT and STK).

use kit::{Objection, Refusal, objection::no_if};

use super::{
    attack::{Muster, TargetHex},
    terms::{AttackPhase, Readiness},
};
use crate::{
    charts::{Charts, Crossing},
    terrain::Country,
    unit::{Arm, Counter, Nation, Side, Size},
};

impl Muster<'_, '_> {
    /// Refuses what the rules do not allow, before any strength is reckoned.
    pub(super) fn judge(&self) -> Result<(), Refusal> {
        self.somebody_defends()?;
        self.stacks_are_possible()?;
        self.nobody_appears_twice()?;
        self.attackers_are_ready()?;
        self.nobody_is_barred()?;
        self.armour_fits_the_ground()?;
        self.orders_can_be_given()?;
        self.breakthrough_is_possible()
    }

    /// `EAST-ATT-2`: enemies in the hex, or an untaken victory city attacked by the Axis.
    fn somebody_defends(&self) -> Result<(), Refusal> {
        if self.attack.defenders.is_empty() && !self.field.intrinsic.is_positive() {
            let words =
                "the hex holds no enemy unit and no standing factors of a victory city: nothing to attack";
            return Err(Refusal::new("EAST-ATT-2", words));
        }
        match self.attack.defenders.iter().find(|unit| unit.counter.nation.side() == self.attack.side) {
            Some(unit) => {
                let words = format!(
                    "{} is {} and cannot defend against its own side",
                    unit.name, unit.counter.nation
                );
                Err(Refusal::new("EAST-GEN-1", words).because_of(unit.name))
            }
            None => Ok(()),
        }
    }

    /// `EAST-ATT-2`: a unit fights in one attack only, and on one side of it.
    fn nobody_appears_twice(&self) -> Result<(), Refusal> {
        let names = || {
            self.attack
                .attackers
                .iter()
                .map(|unit| unit.name)
                .chain(self.attack.defenders.iter().map(|unit| unit.name))
        };
        let twin = names()
            .enumerate()
            .find(|&(place, name)| names().take(place).any(|known| known.eq_ignore_ascii_case(name)));
        match twin {
            Some((_, name)) => {
                Err(Refusal::new("EAST-ATT-2", format!("{name} is named twice in this battle"))
                    .because_of(name))
            }
            None => Ok(()),
        }
    }

    /// `EAST-STK-1`, `EAST-STK-2`, `EAST-STK-7`: no hex of the battle holds more than it may.
    fn stacks_are_possible(&self) -> Result<(), Refusal> {
        let defenders = self.attack.defenders.iter().map(|unit| (unit.name, &unit.counter));
        self.stack_is_possible("the attacked hex", &defenders)?;
        for (place, approach) in self.attack.approaches.iter().enumerate() {
            let units = self.attack.attackers_from(place).map(|unit| (unit.name, &unit.counter));
            self.stack_is_possible(approach.hex, &units)?;
        }
        Ok(())
    }

    fn stack_is_possible<'u>(
        &self,
        hex: &str,
        units: &(impl Iterator<Item = (&'u str, &'u Counter)> + Clone),
    ) -> Result<(), Refusal> {
        let refuse = |clause, words: String| {
            units.clone().fold(Refusal::new(clause, words), |refusal, (name, _)| refusal.because_of(name))
        };
        let count = units.clone().count();
        if count > self.attack.rules.units_in_a_hex {
            let limit = self.attack.rules.units_in_a_hex;
            let words = format!("{hex} cannot hold {count} units: the limit is {limit}");
            return Err(refuse("EAST-STK-1", words));
        }
        let armies = units.clone().filter(|(_, counter)| counter.size == Size::Army).count();
        if armies > self.attack.rules.armies_in_a_hex {
            let words = format!(
                "{hex} cannot hold {armies} armies: the limit is {}",
                self.attack.rules.armies_in_a_hex
            );
            return Err(refuse("EAST-STK-2", words));
        }
        let has = |nation| units.clone().any(|(_, counter)| counter.nation == nation);
        if has(Nation::Hungarian) && has(Nation::Romanian) {
            return Err(refuse(
                "EAST-STK-7",
                format!("Hungarians and Romanians do not stand together in {hex}"),
            ));
        }
        Ok(())
    }

    /// `EAST-ATT-1`. Whoever makes a breakthrough attack is Spent already and may (`EAST-RES-2`). Supply is not
    /// asked for (`EAST-ATT-9`).
    fn attackers_are_ready(&self) -> Result<(), Refusal> {
        for unit in &self.attack.attackers {
            let state = match unit.readiness {
                Readiness::Dispersed => "is Dispersed",
                Readiness::Railed => "has gone by rail this turn",
                Readiness::Spent if !self.attack.breakthrough => "is Spent",
                Readiness::Spent | Readiness::Ready => continue,
            };
            return Err(Refusal::new("EAST-ATT-1", format!("{} {state} and may not attack", unit.name))
                .because_of(unit.name));
        }
        Ok(())
    }

    /// Nobody is barred from the hex by its politics or by what lies before it.
    fn nobody_is_barred(&self) -> Result<(), Refusal> {
        let attack = self.attack;
        attack.attackers.iter().try_for_each(|unit| {
            let access = Access {
                rules: &attack.rules,
                turn: attack.turn,
                target: &attack.target,
                over: self.crossing(unit),
                from: attack.approach_of(unit).hex,
            };
            access.check(unit.name, &unit.counter)
        })
    }

    /// `EAST-STK-4`, in mountains by `EAST-TER-10`.
    fn armour_fits_the_ground(&self) -> Result<(), Refusal> {
        if !self.field.is_rough() {
            return Ok(());
        }
        let limit = self.attack.rules.armour_against_rough;
        for (place, approach) in self.attack.approaches.iter().enumerate() {
            let units = self.attack.attackers_from(place);
            let count = units.filter(|unit| unit.counter.arm == Arm::Armour).count();
            if count > limit {
                let words = format!(
                    "{count} ARM units attack {} from {}, but each hex may send {limit}",
                    self.field.ground_name(),
                    approach.hex
                );
                return Err(Refusal::new("EAST-STK-4", words).because_of(approach.hex));
            }
        }
        Ok(())
    }

    /// `EAST-NRO-1`, `EAST-NRO-3`, `EAST-NRO-4`: single orders are for Germans only.
    fn orders_can_be_given(&self) -> Result<(), Refusal> {
        for unit in self.attack.defenders.iter().filter(|unit| unit.no_retreat) {
            let name = unit.name;
            let (clause, words) = match unit.counter.nation {
                Nation::German => continue,
                Nation::Soviet => (
                    "EAST-NRO-1",
                    format!("{name} is Soviet: No Retreat is ordered for all Soviet units or none"),
                ),
                nation => (
                    "EAST-NRO-4",
                    format!("{name} is {nation}: allies of the Axis are never ordered to stand"),
                ),
            };
            return Err(Refusal::new(clause, words).because_of(name));
        }
        Ok(())
    }

    /// `EAST-RES-3`, `EAST-WEA-6`: when there are breakthrough attacks at all.
    fn breakthrough_is_possible(&self) -> Result<(), Refusal> {
        if !self.attack.breakthrough {
            return Ok(());
        }
        if self.attack.phase == AttackPhase::Operational {
            return Err(Refusal::new("EAST-RES-3", "phase E has no breakthrough attacks"));
        }
        if !self.attack.rules.weather(self.attack.weather).allows_breakthrough(self.attack.side) {
            let words = format!(
                "in {} the {} side makes no breakthrough attacks",
                self.attack.weather, self.attack.side
            );
            return Err(Refusal::new("EAST-WEA-6", words));
        }
        Ok(())
    }
}

/// The way of one unit to the hex that it wants to attack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access<'a> {
    pub(crate) rules: &'a Charts,
    pub(crate) turn: u8,
    pub(crate) target: &'a TargetHex<'a>,
    /// What it attacks across.
    pub(crate) over: Crossing,
    /// What refusals call the hex in which it stands.
    pub(crate) from: &'a str,
}

impl Access<'_> {
    /// Whether a unit may attack the hex, whatever the odds: `EAST-STK-8` for the Finns before Leningrad, `EAST-MOV-10`
    /// for the Soviets in June 1941, and what lies between (`EAST-ATT-10`, `EAST-TER-5`, `EAST-TER-13`).
    pub(crate) fn check<E: Objection>(&self, name: &str, counter: &Counter) -> Result<(), E> {
        let is_finn = counter.nation == Nation::Finnish;
        no_if(self.target.bars_finns && is_finn, "EAST-STK-8", name, || {
            format!("{name} is Finnish and may not attack Leningrad")
        })?;
        let closed = matches!(self.target.country, Country::Finland | Country::Romania | Country::Hungary)
            && self.rules.neutrality.include(self.turn)
            && counter.nation.side() == Side::Soviet;
        no_if(closed, "EAST-MOV-10", "", || {
            "on turn 1 Soviet units may not attack into Finland, Romania or Hungary".into()
        })?;
        if self.rules.passage(self.over).is_open_to(counter.arm) {
            return Ok(());
        }
        let (clause, words) = match self.over {
            Crossing::Sea => ("EAST-ATT-10", "nobody attacks across a sea hexside"),
            Crossing::KerchWithoutSea => {
                ("EAST-TER-13", "without the Black Sea only infantry crosses the Kerch Strait")
            }
            _ => ("EAST-TER-5", "only infantry attacks across an unfrozen lake"),
        };
        let reason = || match self.over {
            Crossing::Sea => words.to_owned(),
            _ => format!("{words}, and {name} is {}", counter.arm),
        };
        Err(E::raise(clause, name, reason).blame([self.from]))
    }
}
