//! Whether an attack may be made at all (chapters ATT and STK).

use kit::Refusal;

use super::{
    attack::Muster,
    terms::{AttackPhase, Readiness},
};
use crate::{
    charts::Crossing,
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
        self.politics_allow_it()?;
        self.crossings_are_open()?;
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

    /// `EAST-STK-8` for the Finns before Leningrad, `EAST-MOV-10` for the Soviets in June 1941.
    fn politics_allow_it(&self) -> Result<(), Refusal> {
        if self.attack.target.place.is_some_and(|place| place.bars_finns)
            && let Some(finn) =
                self.attack.attackers.iter().find(|unit| unit.counter.nation == Nation::Finnish)
        {
            let words = format!("{} is Finnish and may not attack Leningrad", finn.name);
            return Err(Refusal::new("EAST-STK-8", words).because_of(finn.name));
        }
        let closed =
            matches!(self.attack.target.country, Country::Finland | Country::Romania | Country::Hungary);
        if closed
            && self.attack.rules.neutrality.include(self.attack.turn)
            && self.attack.side == Side::Soviet
        {
            let words = "on turn 1 Soviet units may not attack into Finland, Romania or Hungary";
            return Err(Refusal::new("EAST-MOV-10", words));
        }
        Ok(())
    }

    /// `EAST-ATT-10`, `EAST-TER-5`, `EAST-TER-13`: who may attack across what.
    fn crossings_are_open(&self) -> Result<(), Refusal> {
        for unit in &self.attack.attackers {
            let crossing = self.crossing(unit);
            if self.attack.rules.passage(crossing).is_open_to(unit.counter.arm) {
                continue;
            }
            let (clause, words) = match crossing {
                Crossing::Sea => ("EAST-ATT-10", "nobody attacks across a sea hexside".to_owned()),
                Crossing::KerchWithoutSea => {
                    let words = "without the Black Sea only infantry crosses the Kerch Strait";
                    ("EAST-TER-13", format!("{words}, and {} is {}", unit.name, unit.counter.arm))
                }
                _ => {
                    let words = "only infantry attacks across an unfrozen lake";
                    ("EAST-TER-5", format!("{words}, and {} is {}", unit.name, unit.counter.arm))
                }
            };
            return Err(Refusal::new(clause, words)
                .because_of(unit.name)
                .because_of(self.attack.approach_of(unit).hex));
        }
        Ok(())
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
