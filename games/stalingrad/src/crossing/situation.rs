//! What a player says about a crossing.

use kit::Refusal;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{MOST, Try};
use crate::{
    charts::charts,
    hexes::Hex,
    index::DieIndex,
    turns::check_turn,
    units::{Unit, UnitKind},
};

/// A unit on the east bank that is to cross.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Passenger {
    /// The unit.
    pub unit: Unit,
    /// Where it is to land.
    pub landing: Hex,
    /// Whether it tries at night.
    #[serde(default = "yes")]
    pub night: bool,
    /// Whether it tries by day, if it is then still on the east bank.
    #[serde(default)]
    pub day: bool,
}

const fn yes() -> bool {
    true
}

/// The crossings of one Russian turn, in the order in which they are tried.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The units that try, in order.
    #[serde(default)]
    pub units: Vec<Passenger>,
    /// The landing hexes of snipers who come back.
    #[serde(default)]
    pub snipers: Vec<Hex>,
    /// Which of the hexes named here are west-bank shore hexes.
    pub shore: Vec<Hex>,
    /// Hexes with German ground units near the landings.
    #[serde(default)]
    pub germans: Vec<Hex>,
    /// Landing hexes held by Russian ground units.
    #[serde(default)]
    pub russians: Vec<Hex>,
    /// Where the headquarters stands on the west bank.
    #[serde(default)]
    pub headquarters: Option<Hex>,
    /// Landing hexes without stacking room for what is to land.
    #[serde(default)]
    pub full: Vec<Hex>,
    /// Whether the Germans control the Mamaev summit.
    #[serde(default)]
    pub summit_german: bool,
    /// Whether the Volga is freezing this turn.
    #[serde(default)]
    pub freezing: bool,
    /// How many Fliegerkorps can fly by day.
    #[serde(default)]
    pub flyable: u8,
    /// Whether the Russian air unit meets a Fliegerkorps over the river before the day's crossings.
    #[serde(default)]
    pub river_interception: bool,
    /// Boat units that can still cross at night, if not the full number.
    #[serde(default)]
    pub night_capacity: Option<u8>,
    /// Boat units that can still cross by day, if not the full number.
    #[serde(default)]
    pub day_capacity: Option<u8>,
    /// The game turn, to say when a lost unit is back.
    #[serde(default)]
    pub turn: Option<u8>,
    /// The index column of the game.
    #[serde(default)]
    pub die_index: DieIndex,
}

impl Situation {
    pub(super) fn night_boats(&self) -> u8 {
        self.night_capacity.unwrap_or(charts().boats.night)
    }

    pub(super) fn day_boats(&self) -> u8 {
        self.day_capacity.unwrap_or(charts().boats.day)
    }

    /// Judges everything and lists the tries, units first, then snipers.
    pub(super) fn tries(&self) -> Result<Vec<Try>, Refusal> {
        self.check_numbers()?;
        let mut tries = Vec::new();
        for passenger in &self.units {
            let boats = check_passenger(passenger)?;
            self.check_landing(passenger.landing, &passenger.unit.name)?;
            tries.push(Try {
                boats,
                is_headquarters: passenger.unit.kind == UnitKind::Headquarters,
                is_sniper: false,
                night: passenger.night,
                day: passenger.day,
                ..self.look_at(passenger.landing)
            });
        }
        for &landing in &self.snipers {
            self.check_landing(landing, "sniper")?;
            tries.push(Try { is_sniper: true, ..self.look_at(landing) });
        }
        self.check_boats(&tries)?;
        Ok(tries)
    }

    fn check_numbers(&self) -> Result<(), Refusal> {
        let count = self.units.len() + self.snipers.len();
        if count == 0 || count > MOST {
            let words = format!("{count} units and snipers cross: one question takes 1 to {MOST}");
            return Err(Refusal::new("STAL-VOL-1", words));
        }
        let (boats, korps) = (charts().boats, charts().air_numbers.fliegerkorps);
        if self.night_boats() > boats.night || self.day_boats() > boats.day {
            let words =
                format!("boats carry at most {} boat units at night and {} by day", boats.night, boats.day);
            return Err(Refusal::new("STAL-VOL-1", words));
        }
        if self.flyable > korps {
            let words = format!("{} Fliegerkorps can fly: the Luftwaffe has {korps}", self.flyable);
            return Err(Refusal::new("STAL-AIR-1", words));
        }
        if self.river_interception && self.flyable == 0 {
            return Err(Refusal::new("STAL-AIR-9", "no Fliegerkorps is over the river to be intercepted"));
        }
        self.turn.map_or(Ok(()), check_turn)
    }

    /// STAL-VOL-12: no landing on Germans, none beyond the stacking limit; STAL-VOL-1: only on the shore.
    fn check_landing(&self, landing: Hex, who: &str) -> Result<(), Refusal> {
        let refuse =
            |clause, words| Err(Refusal::new(clause, words).because_of(who).because_of(landing.to_string()));
        if !self.shore.contains(&landing) {
            return refuse("STAL-VOL-1", format!("{landing} is not listed as a west-bank shore hex"));
        }
        if self.germans.contains(&landing) {
            return refuse("STAL-VOL-12", format!("a German unit is in {landing}"));
        }
        if self.full.contains(&landing) {
            return refuse("STAL-VOL-12", format!("{landing} has no stacking room"));
        }
        Ok(())
    }

    /// STAL-R25: what is to go at night must fit into the boats; by day it depends on what happened at night.
    fn check_boats(&self, tries: &[Try]) -> Result<(), Refusal> {
        let needed: u8 = tries.iter().filter(|one| one.night).map(|one| one.boats).sum();
        if needed > self.night_boats() {
            let words = format!("{needed} boat units try at night, and {} can cross", self.night_boats());
            return Err(Refusal::new("STAL-VOL-1", words));
        }
        if let Some(one) = tries.iter().find(|one| one.day && !one.night && one.boats > self.day_boats()) {
            let words = format!(
                "a unit of {} boat units tries by day, and {} can cross",
                one.boats,
                self.day_boats()
            );
            return Err(Refusal::new("STAL-VOL-1", words));
        }
        Ok(())
    }

    /// What the landing hex and its surroundings are like.
    fn look_at(&self, landing: Hex) -> Try {
        let hazards = charts().hazards;
        let near = |hex: Hex, within: u8| landing.distance(hex) <= within;
        Try {
            landing,
            boats: 0,
            is_headquarters: false,
            is_sniper: false,
            night: false,
            day: false,
            under_the_summit: self.summit_german && near(charts().summit, hazards.summit.within),
            under_the_shore: self
                .germans
                .iter()
                .any(|hex| self.shore.contains(hex) && near(*hex, hazards.shore.within)),
            next_to_german: self.germans.iter().any(|hex| near(*hex, hazards.adjacent.within)),
            freezing: self.freezing,
            held: self.russians.contains(&landing) || self.headquarters == Some(landing),
            headquarters: self.headquarters == Some(landing),
        }
    }
}

/// Who may cross, and the boats it takes (STAL-VOL-2).
fn check_passenger(passenger: &Passenger) -> Result<u8, Refusal> {
    let name = &passenger.unit.name;
    let Some(boats) = passenger.unit.boats() else {
        let words = format!("{name} is German: Germans never cross the Volga");
        return Err(Refusal::new("STAL-TER-5", words).because_of(name));
    };
    if !passenger.night && !passenger.day {
        let words = format!("{name} tries neither at night nor by day");
        return Err(Refusal::new("STAL-VOL-3", words).because_of(name));
    }
    Ok(boats)
}
