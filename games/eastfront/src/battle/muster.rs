//! From a situation to the forces and the ground it speaks of, and whether the attack may be made at all.

use kit::{Factor, Refusal, inquiry::did_you_mean};
use smallvec::SmallVec;

use super::field::Field;
use crate::{
    charts::{Charts, Crossing, charts},
    situation::{HouseRule, Situation},
    unit::{Arm, Counter, Nation, Side, Size, Units},
    weather::Weather,
};

/// An attacking unit with where it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack<'s> {
    pub(super) name: &'s str,
    /// The place of its hex in the situation.
    pub(super) approach: usize,
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
        let mut attackers = attackers(situation, charts)?;
        let side = attacking_side(&attackers)?;
        let field = Field::survey(situation, charts, weather, side)?;
        for unit in &mut attackers {
            unit.crossing = field.crossing(&situation.from[unit.approach]);
        }
        let defenders = defenders(situation, charts, side)?;
        let muster = Self { charts, situation, weather, side, field, attackers, defenders };
        muster.judge()?;
        Ok(muster)
    }

    pub(super) fn plays(&self, rule: HouseRule) -> bool {
        self.situation.house_rules.contains(&rule)
    }
}

/// `EAST-ATT-2`: from up to six hexes, each listed once with its units.
fn check_hexes(situation: &Situation) -> Result<(), Refusal> {
    let count = situation.from.len();
    if count > NEIGHBOURS {
        let words = format!("an attack comes from {count} hexes, but a hex has {NEIGHBOURS} neighbours");
        return Err(Refusal::new("EAST-ATT-2", words));
    }
    for (place, approach) in situation.from.iter().enumerate() {
        let words = if approach.units.is_empty() {
            "no unit attacks from it: name at least one or leave the hex out"
        } else if situation.from[..place].iter().any(|known| known.hex == approach.hex) {
            "the hex is listed twice: list it once with all its units"
        } else {
            continue;
        };
        return Err(Refusal::new("EAST-ATT-2", words).because_of(&approach.hex));
    }
    Ok(())
}

/// The attackers in the order of the situation; what they cross is found when the ground is known.
fn attackers<'s>(situation: &'s Situation, charts: &Charts) -> Result<SmallVec<[Attack<'s>; 6]>, Refusal> {
    check_hexes(situation)?;
    let mut attackers = SmallVec::new();
    for (place, approach) in situation.from.iter().enumerate() {
        for unit in &approach.units {
            if attackers.len() == Units::MOST {
                let words =
                    format!("more than {} units attack, but the neighbouring hexes hold fewer", Units::MOST);
                return Err(Refusal::new("EAST-STK-1", words));
            }
            let counter = counter(&unit.unit, [unit.af, None], (unit.nation, unit.arm, unit.size), charts)?;
            attackers.push(Attack { name: &unit.unit, approach: place, counter, crossing: Crossing::Plain });
        }
    }
    Ok(attackers)
}

/// The side of the first attacker; all the others must be on it (`EAST-ATT-2`, `EAST-GEN-1`).
fn attacking_side(attackers: &[Attack<'_>]) -> Result<Side, Refusal> {
    let Some(first) = attackers.first() else {
        return Err(Refusal::new("EAST-ATT-2", "no unit attacks: name at least one"));
    };
    let side = first.counter.nation.side();
    match attackers.iter().find(|unit| unit.counter.nation.side() != side) {
        Some(stranger) => {
            let words = format!("{} is on the other side than {}", stranger.name, first.name);
            Err(Refusal::new("EAST-GEN-1", words).because_of(stranger.name))
        }
        None => Ok(side),
    }
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
        let counter = counter(&entry.unit, [None, entry.df], (entry.nation, entry.arm, entry.size), charts)?;
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

/// `EAST-GEN-2`: the values given in the situation, and where none are given those of the unit chart.
fn counter(
    name: &str,
    [af, df]: [Option<Factor>; 2],
    (nation, arm, size): (Option<Nation>, Option<Arm>, Option<Size>),
    charts: &Charts,
) -> Result<Counter, Refusal> {
    let known = charts.counter(name);
    let missing = |what: &str| {
        let hint = did_you_mean(name, charts.unit_names());
        let words = format!("{name} is no unit of the game, and its {what} is not given{hint}");
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
