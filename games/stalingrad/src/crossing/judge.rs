//! Whether crossings are allowed, and what awaits them on the west bank.

use kit::Refusal;

use super::{Flotilla, MOST, Passenger, Try};
use crate::{
    charts::{Charts, Hazard},
    hexes::Hex,
    turns::check_turn,
    units::UnitKind,
};

impl Flotilla<'_> {
    /// Judges everything and lists the tries, units first, then snipers.
    pub(super) fn tries(&self, charts: &Charts) -> Result<Vec<Try>, Refusal> {
        self.check_numbers(charts)?;
        let mut tries = Vec::new();
        for passenger in &self.units {
            let boats = passenger.check(charts)?;
            self.check_landing(passenger.landing, &passenger.unit.name)?;
            tries.push(Try {
                boats,
                is_headquarters: passenger.unit.kind == UnitKind::Headquarters,
                is_sniper: false,
                night: passenger.night,
                day: passenger.day,
                ..self.look_at(charts, passenger.landing)
            });
        }
        for &landing in self.snipers {
            self.check_landing(landing, "sniper")?;
            tries.push(Try { is_sniper: true, ..self.look_at(charts, landing) });
        }
        self.check_boats(&tries)?;
        Ok(tries)
    }

    fn check_numbers(&self, charts: &Charts) -> Result<(), Refusal> {
        let count = self.units.len() + self.snipers.len();
        if count == 0 || count > MOST {
            let words = format!("{count} units and snipers cross: one question takes 1 to {MOST}");
            return Err(Refusal::new("STAL-VOL-1", words));
        }
        let (boats, korps) = (charts.boats, charts.air_units.fliegerkorps);
        if self.night_boats > boats.night || self.day_boats > boats.day {
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
        self.turn.map_or(Ok(()), |turn| check_turn(charts, turn))
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
        if needed > self.night_boats {
            let words = format!("{needed} boat units try at night, and {} can cross", self.night_boats);
            return Err(Refusal::new("STAL-VOL-1", words));
        }
        if let Some(one) = tries.iter().find(|one| one.day && !one.night && one.boats > self.day_boats) {
            let words =
                format!("a unit of {} boat units tries by day, and {} can cross", one.boats, self.day_boats);
            return Err(Refusal::new("STAL-VOL-1", words));
        }
        Ok(())
    }

    /// What the landing hex and its surroundings are like.
    fn look_at(&self, charts: &Charts, landing: Hex) -> Try {
        let hazards = charts.hazards;
        let near = |hex: Hex, hazard: Hazard| {
            hazard.within.is_some_and(|hexes| u16::from(landing.distance(hex)) <= hexes)
        };
        Try {
            landing,
            boats: 0,
            is_headquarters: false,
            is_sniper: false,
            night: false,
            day: false,
            under_the_summit: self.summit_german && near(charts.summit, hazards.summit),
            under_the_shore: self
                .germans
                .iter()
                .any(|hex| self.shore.contains(hex) && near(*hex, hazards.shore)),
            next_to_german: self.germans.iter().any(|hex| near(*hex, hazards.adjacent)),
            freezing: self.freezing,
            held: self.russians.contains(&landing) || self.headquarters == Some(landing),
            headquarters: self.headquarters == Some(landing),
        }
    }
}

impl Passenger<'_> {
    /// Who may cross, and the boats it takes (STAL-VOL-2).
    fn check(&self, charts: &Charts) -> Result<u8, Refusal> {
        let name = &self.unit.name;
        let Some(boats) = charts.roster.boats(self.unit.kind) else {
            let words = format!("{name} is German: Germans never cross the Volga");
            return Err(Refusal::new("STAL-TER-5", words).because_of(name));
        };
        if !self.night && !self.day {
            let words = format!("{name} tries neither at night nor by day");
            return Err(Refusal::new("STAL-VOL-3", words).because_of(name));
        }
        Ok(boats)
    }
}
