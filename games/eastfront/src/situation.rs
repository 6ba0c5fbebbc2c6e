//! What a player tells about a battle: the file that the calculator reads.

use std::fmt;

use kit::{Factor, Refusal, inquiry::did_you_mean};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{
    battle::{
        Approach, Attack, AttackPhase, Attacker, Defender, HouseRule, NEIGHBOURS, NavalBase, Readiness,
        TargetHex, WayOut,
    },
    charts::{Charts, Rules},
    terrain::{Class, Country, Ground, Hexside},
    theatre::Scenario,
    unit::{Arm, Counter, Nation, Picks, Side, Size},
    weather::Weather,
};

/// One attack on one hex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The scenario on whose map it is fought: then the attacked hex and the hexsides to the hexes it is attacked from
    /// are read off the map by their numbers or places, and need not be said.
    #[serde(default)]
    pub scenario: Option<Scenario>,
    /// The game turn, 1 (June 1941) to 48 (May 1945): it dates the fortified lines and the surprise.
    pub turn: u8,
    /// The weather, if it is not the calendar's for this turn.
    #[serde(default)]
    pub weather: Option<Weather>,
    /// The attack phase.
    #[serde(default)]
    pub phase: AttackPhase,
    /// Whether this is itself a breakthrough attack.
    #[serde(default)]
    pub breakthrough: bool,
    /// Whether the Soviet player has ordered No Retreat for this game turn.
    #[serde(default)]
    pub soviet_no_retreat: bool,
    /// Whether the defending player refuses an exchange in mountains where he may.
    #[serde(default)]
    pub refuse_exchange: bool,
    /// Which of Odessa, Sevastopol and Novorossiysk the Axis holds.
    #[serde(default)]
    pub axis_naval_bases: Vec<NavalBase>,
    /// House rules in use.
    #[serde(default)]
    pub house_rules: Vec<HouseRule>,
    /// The attacked hex.
    #[serde(default)]
    pub target: TargetEntry,
    /// The hexes from which the attack comes, each with its units.
    pub from: Vec<ApproachEntry>,
    /// The units in the attacked hex; none in an empty victory city.
    #[serde(default)]
    pub defenders: Vec<DefenderEntry>,
}

/// The attacked hex.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Target")]
pub struct TargetEntry {
    /// A place of the map by its name: it brings its class, its fortress and its own factors, its ground, its country and
    /// its side of the weather line.
    #[serde(default)]
    pub place: Option<String>,
    /// Its number, where a scenario's map is read.
    #[serde(default)]
    pub hex: Option<String>,
    /// The class of a place that has no name on the map.
    #[serde(default)]
    pub class: Option<Class>,
    /// Whether the hex is a fortress, if it has no place of that name.
    #[serde(default)]
    pub fortress: bool,
    /// The ground, if it has no place of the map; clear if nothing is said.
    #[serde(default)]
    pub ground: Option<Ground>,
    /// Victory city: whether its own factors are gone (an Axis unit has been there, or they were paid for).
    #[serde(default)]
    pub taken: bool,
    /// Whether the hex lies north-east of the weather line, if it has no place of the map.
    #[serde(default)]
    pub north_east: Option<bool>,
    /// The country the hex belonged to in June 1941, if it has no place of the map; the USSR if nothing is said.
    #[serde(default)]
    pub country: Option<Country>,
}

/// A hex from which units attack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Approach")]
pub struct ApproachEntry {
    /// Its number or any name; no two alike.
    pub hex: String,
    /// What lies between it and the attacked hex.
    #[serde(default)]
    pub across: Hexside,
    /// Whether that hexside is fortified with the attacked hex on its defended side.
    #[serde(default)]
    pub fortified: bool,
    /// Whether a road crosses it.
    #[serde(default)]
    pub road: bool,
    /// Whether the hex lies north-east of the weather line, if that differs from the attacked hex.
    #[serde(default)]
    pub north_east: Option<bool>,
    /// The units that attack from it.
    pub units: Vec<AttackerEntry>,
}

/// An attacking unit: one of the game by its name, or one of your own with its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Attacker")]
pub struct AttackerEntry {
    /// Its name, such as `G-47PzK`. The values of a unit of the game need not be given.
    pub unit: String,
    /// Its nation.
    #[serde(default)]
    pub nation: Option<Nation>,
    /// Its type.
    #[serde(default, rename = "type")]
    pub arm: Option<Arm>,
    /// Its size.
    #[serde(default)]
    pub size: Option<Size>,
    /// Its attack factor.
    #[serde(default)]
    pub af: Option<Factor>,
    /// Its state.
    #[serde(default)]
    pub state: Readiness,
    /// Whether it is out of supply.
    #[serde(default)]
    pub unsupplied: bool,
}

/// A defending unit: one of the game by its name, or one of your own with its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Defender")]
pub struct DefenderEntry {
    /// Its name, such as `S-4A`. The values of a unit of the game need not be given.
    pub unit: String,
    /// Its nation.
    #[serde(default)]
    pub nation: Option<Nation>,
    /// Its type.
    #[serde(default, rename = "type")]
    pub arm: Option<Arm>,
    /// Its size.
    #[serde(default)]
    pub size: Option<Size>,
    /// Its defence factor.
    #[serde(default)]
    pub df: Option<Factor>,
    /// Whether it is Dispersed.
    #[serde(default)]
    pub dispersed: bool,
    /// How many hexes it could retreat by a legal route of its own: 0 (it is surrounded), 1 or 2.
    #[serde(default = "two_hexes")]
    pub retreat: u8,
    /// German units: whether its player orders No Retreat once the die is known.
    #[serde(default)]
    pub no_retreat: bool,
}

const fn two_hexes() -> u8 {
    2
}

impl Situation {
    /// Looks up everything that is called by its name; refuses what is not to be found or cannot be meant.
    pub(crate) fn attack(&self, rules: Rules) -> Result<Attack<'_>, Refusal> {
        let Some(month) = rules.month(self.turn) else {
            let words = format!("there is no game turn {}: the calendar has turns 1 to 48", self.turn);
            return Err(Refusal::new("EAST-WEA-1", words));
        };
        self.check_hexes()?;
        let bases = [NavalBase::Odessa, NavalBase::Sevastopol, NavalBase::Novorossiysk];
        let mut attack = Attack {
            rules,
            turn: self.turn,
            weather: self.weather.unwrap_or(month.weather),
            side: Side::Axis,
            phase: self.phase,
            breakthrough: self.breakthrough,
            soviet_no_retreat: self.soviet_no_retreat,
            refuse_exchange: self.refuse_exchange,
            axis_naval_bases: bases.iter().filter(|base| self.axis_naval_bases.contains(base)).count(),
            house_rules: self.house_rules.iter().copied().collect(),
            target: TargetHex::default(),
            approaches: SmallVec::new(),
            attackers: SmallVec::new(),
            defenders: SmallVec::new(),
        };
        // Filled where they stay: moving lists that were just written costs more than writing them.
        self.name_attackers(&mut attack)?;
        attack.side = attacking_side(&attack.attackers)?;
        attack.target = self.target.hex(rules, self.scenario.unwrap_or(Scenario::Campaign))?;
        let north_east = attack.target.north_east;
        attack.approaches.extend(self.from.iter().map(|entry| Approach {
            hex: &entry.hex,
            across: entry.across,
            fortified: entry.fortified,
            north_east: entry.north_east.unwrap_or(north_east),
        }));
        for entry in &self.defenders {
            attack.defenders.push(entry.defender(&rules)?);
        }
        Ok(attack)
    }

    /// `EAST-ATT-2`: from up to six hexes, each listed once with its units.
    fn check_hexes(&self) -> Result<(), Refusal> {
        let count = self.from.len();
        if count > NEIGHBOURS {
            let words = format!("an attack comes from {count} hexes, but a hex has {NEIGHBOURS} neighbours");
            return Err(Refusal::new("EAST-ATT-2", words));
        }
        for (place, approach) in self.from.iter().enumerate() {
            let words = if approach.units.is_empty() {
                "no unit attacks from it: name at least one or leave the hex out"
            } else if self.from[..place].iter().any(|known| known.hex == approach.hex) {
                "the hex is listed twice: list it once with all its units"
            } else {
                continue;
            };
            return Err(Refusal::new("EAST-ATT-2", words).because_of(&approach.hex));
        }
        Ok(())
    }

    fn name_attackers<'s>(&'s self, attack: &mut Attack<'s>) -> Result<(), Refusal> {
        for (approach, entry) in (0..).zip(&self.from) {
            for AttackerEntry { unit: name, nation, arm, size, af, state, unsupplied } in &entry.units {
                if attack.attackers.len() == Picks::MOST {
                    let words = format!(
                        "more than {} units attack, but the neighbouring hexes hold fewer",
                        Picks::MOST
                    );
                    return Err(Refusal::new("EAST-STK-1", words));
                }
                attack.attackers.push(Attacker {
                    name,
                    counter: counter(name, [*af, None], (*nation, *arm, *size), &attack.rules)?,
                    approach,
                    readiness: *state,
                    unsupplied: *unsupplied,
                });
            }
        }
        Ok(())
    }
}

/// The side of the first attacker; all the others must be on it (`EAST-ATT-2`, `EAST-GEN-1`).
fn attacking_side(attackers: &[Attacker<'_>]) -> Result<Side, Refusal> {
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

impl TargetEntry {
    fn hex(&self, rules: Rules, scenario: Scenario) -> Result<TargetHex<'_>, Refusal> {
        let place = match &self.place {
            Some(name) => Some(rules.get().place(name).ok_or_else(|| {
                let words =
                    format!("the map has no place called {name}: give its class and fortress instead");
                Refusal::new("EAST-TER-26", words).because_of(name)
            })?),
            None => None,
        };
        if let (Some(place), Some(class)) = (place, self.class)
            && place.class != class
        {
            let words = format!("{} is a {}, not a {}", place.name, place.class.name(), class.name());
            return Err(Refusal::new("EAST-TER-26", words).because_of(&place.name));
        }
        let class = place.map(|place| place.class).or(self.class);
        let on_map = place.and_then(|place| map_of(rules, scenario, &place.name));
        // EAST-TER-21: until taken.
        let stands = class == Some(Class::VictoryCity) && !self.taken;
        let intrinsic = || place.map_or_else(|| rules.intrinsic_elsewhere(), |place| place.intrinsic);
        Ok(TargetHex {
            name: self.place.as_deref().unwrap_or_default(),
            class,
            fortress: self.fortress || place.is_some_and(|place| place.fortress),
            ground: agreed("EAST-TER-26", on_map.map(|map| map.0), self.ground)?,
            intrinsic: if stands { intrinsic() } else { Factor::ZERO },
            bars_finns: place.is_some_and(|place| place.bars_finns),
            north_east: agreed("EAST-WEA-5", on_map.map(|map| map.1), self.north_east)?,
            country: agreed("EAST-MOV-10", on_map.map(|map| map.2), self.country)?,
        })
    }
}

/// What the map has at a place: its ground, whether it lies north-east of the weather line, its country.
fn map_of(rules: Rules, scenario: Scenario, place: &str) -> Option<(Ground, bool, Country)> {
    let theatre = rules.get().theatre(scenario);
    let hex = theatre.hex_named(place)?;
    Some((theatre.ground(hex), theatre.north_east.contains(hex), theatre.country_at(hex)))
}

/// What the map says, or the file where there is no place of the map; the two do not contradict each other.
fn agreed<T: Copy + Default + PartialEq + fmt::Debug>(
    clause: &'static str,
    on_map: Option<T>,
    told: Option<T>,
) -> Result<T, Refusal> {
    match (on_map, told) {
        (Some(known), Some(told)) if known != told => {
            let words =
                format!("the map has {known:?} there, not {told:?}: leave it out, the place brings it");
            Err(Refusal::new(clause, words))
        }
        (known, told) => Ok(known.or(told).unwrap_or_default()),
    }
}

impl DefenderEntry {
    fn defender(&self, charts: &Charts) -> Result<Defender<'_>, Refusal> {
        let Self { unit: name, nation, arm, size, df, dispersed, retreat, no_retreat } = self;
        if *retreat > 2 {
            let words = format!("{name} has a retreat of {retreat} hexes, but none is longer than 2");
            return Err(Refusal::new("EAST-CNV-4", words).because_of(name));
        }
        Ok(Defender {
            name,
            counter: counter(name, [None, *df], (*nation, *arm, *size), charts)?,
            dispersed: *dispersed,
            way_out: WayOut { one: *retreat > 0, two: *retreat > 1 },
            no_retreat: *no_retreat,
        })
    }
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
