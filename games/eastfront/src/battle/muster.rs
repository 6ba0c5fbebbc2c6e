//! From a situation to the forces and the ground it speaks of, and whether the attack may be made at all.

use kit::{Factor, Refusal};
use smallvec::SmallVec;

use super::field::Field;
use crate::{
    charts::{Charts, Crossing, charts},
    situation::{Attacker, Country, Defender, HouseRule, Phase, Situation, State},
    unit::{Arm, Counter, Nation, Side, Size, Units},
    weather::Weather,
};

/// An attacking unit with where it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack<'s> {
    pub(super) name: &'s str,
    pub(super) hex: &'s str,
    pub(super) counter: Counter,
    pub(super) crossing: Crossing,
}

/// A defending unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defence<'s> {
    pub(super) name: &'s str,
    pub(super) counter: Counter,
    pub(super) dispersed: bool,
    /// The longest legal retreat it has, 0 to 2 hexes.
    pub(super) retreat: u8,
    /// Whether it stands under No Retreat.
    pub(super) ordered: bool,
}

/// Everyone in the battle and the ground they fight for.
#[derive(Clone, Debug)]
pub(super) struct Muster<'s> {
    pub(super) charts: &'static Charts,
    pub(super) situation: &'s Situation,
    pub(super) weather: Weather,
    pub(super) side: Side,
    pub(super) field: Field,
    pub(super) attackers: SmallVec<[Attack<'s>; 6]>,
    pub(super) defenders: SmallVec<[Defence<'s>; 2]>,
}

/// A hex has six neighbours.
const NEIGHBOURS: usize = 6;

impl<'s> Muster<'s> {
    /// Calls everyone up and refuses what the rules do not allow, before any strength is reckoned.
    pub(super) fn call(situation: &'s Situation) -> Result<Self, Refusal> {
        let charts = charts();
        let Some(month) = charts.month(situation.turn) else {
            let words = format!("there is no game turn {}: the calendar has turns 1 to 48", situation.turn);
            return Err(Refusal::new("EAST-WEA-1", words));
        };
        let weather = situation.weather.unwrap_or(month.weather);
        let side = attacking_side(situation, charts)?;
        let field = Field::survey(situation, charts, weather, side)?;
        let attackers = attackers(situation, charts, &field)?;
        let defenders = defenders(situation, charts, side)?;
        let muster = Self { charts, situation, weather, side, field, attackers, defenders };
        muster.judge()?;
        Ok(muster)
    }

    pub(super) fn plays(&self, rule: HouseRule) -> bool {
        self.situation.house_rules.contains(&rule)
    }

    fn judge(&self) -> Result<(), Refusal> {
        self.somebody_defends()?;
        self.nobody_appears_twice()?;
        self.stacks_are_possible()?;
        self.attackers_are_ready()?;
        self.politics_allow_it()?;
        self.crossings_are_open()?;
        self.armour_fits_the_ground()?;
        self.orders_can_be_given()?;
        self.breakthrough_is_possible()
    }

    /// `EAST-ATT-2`: enemies in the hex, or an untaken victory city attacked by the Axis.
    fn somebody_defends(&self) -> Result<(), Refusal> {
        if self.defenders.is_empty() && !self.field.intrinsic.is_positive() {
            let words =
                "the hex holds no enemy unit and no standing factors of a victory city: nothing to attack";
            return Err(Refusal::new("EAST-ATT-2", words));
        }
        match self.defenders.iter().find(|unit| unit.counter.nation.side() == self.side) {
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
        let names =
            || self.attackers.iter().map(|unit| unit.name).chain(self.defenders.iter().map(|unit| unit.name));
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
        let defenders: SmallVec<[(&str, Counter); 2]> =
            self.defenders.iter().map(|unit| (unit.name, unit.counter)).collect();
        self.stack_is_possible("the attacked hex", &defenders)?;
        for approach in &self.situation.from {
            let units: SmallVec<[(&str, Counter); 2]> = self
                .attackers
                .iter()
                .filter(|unit| unit.hex == approach.hex)
                .map(|unit| (unit.name, unit.counter))
                .collect();
            self.stack_is_possible(&approach.hex, &units)?;
        }
        Ok(())
    }

    fn stack_is_possible(&self, hex: &str, units: &[(&str, Counter)]) -> Result<(), Refusal> {
        let refuse = |clause, words: String| {
            units.iter().fold(Refusal::new(clause, words), |refusal, (name, _)| refusal.because_of(*name))
        };
        if units.len() > self.charts.units_in_a_hex {
            let words = format!(
                "{hex} cannot hold {} units: the limit is {}",
                units.len(),
                self.charts.units_in_a_hex
            );
            return Err(refuse("EAST-STK-1", words));
        }
        let armies = units.iter().filter(|(_, counter)| counter.size == Size::Army).count();
        if armies > self.charts.armies_in_a_hex {
            let words =
                format!("{hex} cannot hold {armies} armies: the limit is {}", self.charts.armies_in_a_hex);
            return Err(refuse("EAST-STK-2", words));
        }
        let has = |nation| units.iter().any(|(_, counter)| counter.nation == nation);
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
        let units = self.situation.from.iter().flat_map(|approach| &approach.units);
        for unit in units {
            let state = match unit.state {
                State::Dispersed => "is Dispersed",
                State::Railed => "has gone by rail this turn",
                State::Spent if !self.situation.breakthrough => "is Spent",
                State::Spent | State::Ready => continue,
            };
            return Err(Refusal::new("EAST-ATT-1", format!("{} {state} and may not attack", unit.unit))
                .because_of(&unit.unit));
        }
        Ok(())
    }

    /// `EAST-STK-8` for the Finns before Leningrad, `EAST-MOV-10` for the Soviets in June 1941.
    fn politics_allow_it(&self) -> Result<(), Refusal> {
        if self.field.place == Some("Leningrad")
            && let Some(finn) = self.attackers.iter().find(|unit| unit.counter.nation == Nation::Finnish)
        {
            let words = format!("{} is Finnish and may not attack Leningrad", finn.name);
            return Err(Refusal::new("EAST-STK-8", words).because_of(finn.name));
        }
        let closed =
            matches!(self.situation.target.country, Country::Finland | Country::Romania | Country::Hungary);
        if closed && self.charts.neutrality.include(self.situation.turn) && self.side == Side::Soviet {
            let words = "on turn 1 Soviet units may not attack into Finland, Romania or Hungary";
            return Err(Refusal::new("EAST-MOV-10", words));
        }
        Ok(())
    }

    /// `EAST-ATT-10`, `EAST-TER-5`, `EAST-TER-13`: who may attack across what.
    fn crossings_are_open(&self) -> Result<(), Refusal> {
        for unit in &self.attackers {
            if self.charts.passage(unit.crossing).arms.contains(&unit.counter.arm) {
                continue;
            }
            let (clause, words) = match unit.crossing {
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
            return Err(Refusal::new(clause, words).because_of(unit.name).because_of(unit.hex));
        }
        Ok(())
    }

    /// `EAST-STK-4`, in mountains by `EAST-TER-10`.
    fn armour_fits_the_ground(&self) -> Result<(), Refusal> {
        if !self.field.is_rough() {
            return Ok(());
        }
        let limit = self.charts.armour_against_rough;
        for approach in &self.situation.from {
            let armour = |unit: &&Attack| unit.hex == approach.hex && unit.counter.arm == Arm::Armour;
            let count = self.attackers.iter().filter(armour).count();
            if count > limit {
                let words = format!(
                    "{count} ARM units attack {} from {}, but each hex may send {limit}",
                    self.field.ground_name(),
                    approach.hex
                );
                return Err(Refusal::new("EAST-STK-4", words).because_of(&approach.hex));
            }
        }
        Ok(())
    }

    /// `EAST-NRO-1`, `EAST-NRO-3`, `EAST-NRO-4`: single orders are for Germans only.
    fn orders_can_be_given(&self) -> Result<(), Refusal> {
        let single =
            self.defenders.iter().zip(&self.situation.defenders).filter(|(_, entry)| entry.no_retreat);
        for (unit, _) in single {
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
        if !self.situation.breakthrough {
            return Ok(());
        }
        if self.situation.phase == Phase::Operational {
            return Err(Refusal::new("EAST-RES-3", "phase E has no breakthrough attacks"));
        }
        if !self.charts.weather(self.weather).allows_breakthrough(self.side) {
            let words = format!("in {} the {} side makes no breakthrough attacks", self.weather, self.side);
            return Err(Refusal::new("EAST-WEA-6", words));
        }
        Ok(())
    }
}

/// The side of the first attacker; all the others must be on it (`EAST-ATT-2`, `EAST-GEN-1`).
fn attacking_side(situation: &Situation, charts: &Charts) -> Result<Side, Refusal> {
    if situation.from.len() > NEIGHBOURS {
        let words = format!(
            "an attack comes from {} hexes, but a hex has {NEIGHBOURS} neighbours",
            situation.from.len()
        );
        return Err(Refusal::new("EAST-ATT-2", words));
    }
    for (place, approach) in situation.from.iter().enumerate() {
        if approach.units.is_empty() {
            let words =
                format!("no unit attacks from {}: name at least one or leave the hex out", approach.hex);
            return Err(Refusal::new("EAST-ATT-2", words).because_of(&approach.hex));
        }
        if situation.from[..place].iter().any(|known| known.hex == approach.hex) {
            let words = format!("{} is listed twice: list a hex once with all its units", approach.hex);
            return Err(Refusal::new("EAST-ATT-2", words).because_of(&approach.hex));
        }
    }
    let mut side = None;
    for unit in situation.from.iter().flat_map(|approach| &approach.units) {
        let mine = attacking_counter(unit, charts)?.nation.side();
        if *side.get_or_insert(mine) != mine {
            let words = format!("{} is on the other side than the attackers before it", unit.unit);
            return Err(Refusal::new("EAST-GEN-1", words).because_of(&unit.unit));
        }
    }
    side.ok_or_else(|| Refusal::new("EAST-ATT-2", "no unit attacks: name at least one"))
}

fn attackers<'s>(
    situation: &'s Situation,
    charts: &Charts,
    field: &Field,
) -> Result<SmallVec<[Attack<'s>; 6]>, Refusal> {
    let mut attackers = SmallVec::new();
    for approach in &situation.from {
        let crossing = field.crossing(approach);
        for unit in &approach.units {
            let counter = attacking_counter(unit, charts)?;
            attackers.push(Attack { name: &unit.unit, hex: &approach.hex, counter, crossing });
        }
    }
    if attackers.len() > Units::MOST {
        let words = format!("{} units attack, but the neighbouring hexes hold fewer", attackers.len());
        return Err(Refusal::new("EAST-STK-1", words));
    }
    Ok(attackers)
}

fn defenders<'s>(
    situation: &'s Situation,
    charts: &Charts,
    attackers: Side,
) -> Result<SmallVec<[Defence<'s>; 2]>, Refusal> {
    let mut defenders = SmallVec::new();
    for entry in &situation.defenders {
        if entry.retreat > 2 {
            let words =
                format!("{} has a retreat of {} hexes, but none is longer than 2", entry.unit, entry.retreat);
            return Err(Refusal::new("EAST-CNV-4", words).because_of(&entry.unit));
        }
        let counter = defending_counter(entry, charts)?;
        // EAST-NRO-1: the Soviet order covers every Soviet unit; EAST-NRO-3: a German stands alone.
        let ordered = entry.no_retreat || (attackers == Side::Axis && situation.soviet_no_retreat);
        defenders.push(Defence {
            name: &entry.unit,
            counter,
            dispersed: entry.dispersed,
            retreat: entry.retreat,
            ordered,
        });
    }
    Ok(defenders)
}

fn attacking_counter(unit: &Attacker, charts: &Charts) -> Result<Counter, Refusal> {
    counter(&unit.unit, [unit.af, None], (unit.nation, unit.arm, unit.size), charts)
}

fn defending_counter(unit: &Defender, charts: &Charts) -> Result<Counter, Refusal> {
    counter(&unit.unit, [None, unit.df], (unit.nation, unit.arm, unit.size), charts)
}

/// `EAST-GEN-2`: the values given in the situation, and where none are given those of the unit chart.
fn counter(
    name: &str,
    [af, df]: [Option<Factor>; 2],
    (nation, arm, size): (Option<Nation>, Option<Arm>, Option<Size>),
    charts: &Charts,
) -> Result<Counter, Refusal> {
    let known = charts.counter(name);
    let missing = |what: &str| {
        let words = format!("{name} is no unit of the game, and its {what} is not given");
        Refusal::new("EAST-GEN-2", words).because_of(name)
    };
    if af.or(df).is_none() && known.is_none() {
        return Err(missing("factor"));
    }
    let printed = known.map_or([Factor::ZERO; 2], |counter| [counter.attack, counter.defence]);
    let counter = Counter {
        nation: nation.or_else(|| known.map(|counter| counter.nation)).ok_or_else(|| missing("nation"))?,
        arm: arm.or_else(|| known.map(|counter| counter.arm)).ok_or_else(|| missing("type"))?,
        size: size.or_else(|| known.map(|counter| counter.size)).ok_or_else(|| missing("size"))?,
        attack: af.unwrap_or(printed[0]),
        defence: df.unwrap_or(printed[1]),
    };
    if [af, df].into_iter().flatten().any(|factor| !factor.is_positive()) {
        let words = format!("{name} has a factor of 0: a unit without strength takes no part in a battle");
        return Err(Refusal::new("EAST-GEN-2", words).because_of(name));
    }
    Ok(counter)
}
