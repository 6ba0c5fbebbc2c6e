//! Which bombing runs are allowed.

use kit::Refusal;

use super::{BombingRun, Flight, Mission};
use crate::{
    charts::Charts,
    hexes::NORTH,
    interception::{Over, may_intercept},
    turns::check_turn,
    units::Placed,
};

/// With more units than this under several lines the exact odds would take too long.
const MOST_BOMBED_TWICE: usize = 6;
/// And as many units as this in all.
const MOST: usize = 20;

impl BombingRun<'_> {
    /// The place of the Fliegerkorps that is intercepted.
    pub(super) fn intercepted_place(&self) -> Option<usize> {
        self.flights.iter().position(|flight| Some(flight.name) == self.intercepted)
    }

    /// Judges the missions, the lines and the interception.
    pub(super) fn check(&self, charts: &Charts) -> Result<(), Refusal> {
        check_turn(charts, self.turn)?;
        let most = charts.air_units.fliegerkorps;
        if self.flights.is_empty() || self.flights.len() > most.into() {
            let words = format!(
                "{} Fliegerkorps fly: the Luftwaffe has {most}, and one at least is needed",
                self.flights.len()
            );
            return Err(Refusal::new("STAL-AIR-1", words));
        }
        for flight in &self.flights {
            flight.check_lines(charts)?;
        }
        if self.flights.iter().any(|flight| flight.mission == Mission::MassBombing) {
            self.check_bombing_turn(charts)?;
        }
        if let Some(name) = self.intercepted {
            may_intercept(charts, self.turn, Over::Mission, None, false)?;
            if self.intercepted_place().is_none() {
                return Err(Refusal::new("STAL-AIR-2", format!("no Fliegerkorps called {name} flies here")));
            }
        }
        self.check_units()
    }

    fn check_bombing_turn(&self, charts: &Charts) -> Result<(), Refusal> {
        may_bomb(charts, charts.bombing.bombing_turns, self.earlier_bombings, self.last_bombing, self.turn)
    }

    fn check_units(&self) -> Result<(), Refusal> {
        if self.units.len() > MOST {
            let words = format!("{} units: one question takes at most {MOST}", self.units.len());
            return Err(Refusal::new("STAL-AIR-13", words));
        }
        let lines = || self.flights.iter().flat_map(|flight| flight.lines);
        let reached_twice =
            |placed: &&Placed<'_>| lines().filter(|line| line.may_reach(placed.at)).count() > 1;
        let twice = self.units.iter().filter(reached_twice).count();
        if twice > MOST_BOMBED_TWICE {
            let words = format!(
                "{twice} units can be hit by more than one line: one question takes {MOST_BOMBED_TWICE} of them"
            );
            return Err(Refusal::new("STAL-AIR-13", words));
        }
        Ok(())
    }
}

impl Flight<'_> {
    /// STAL-AIR-11, STAL-R33: lines of three hexes and more, eight in all, on the map as laid.
    fn check_lines(&self, charts: &Charts) -> Result<(), Refusal> {
        let numbers = charts.bombing;
        let refuse = |clause, words| Err(Refusal::new(clause, words).because_of(self.name));
        if self.mission == Mission::SilenceArtillery {
            return match self.lines.len() {
                0 => Ok(()),
                _ => refuse(
                    "STAL-AIR-1",
                    format!("{} has one mission: the guns, or lines of bombs", self.name),
                ),
            };
        }
        if self.lines.is_empty() {
            return refuse("STAL-AIR-11", format!("{} has no line to bomb", self.name));
        }
        for line in self.lines {
            if line.hexes < numbers.shortest_line || line.hexes > numbers.hexes {
                let words = format!(
                    "the line from {} has {} hexes: expected {} to {}",
                    line.from, line.hexes, numbers.shortest_line, numbers.hexes
                );
                return refuse("STAL-AIR-11", words);
            }
            let leaves_the_map = (1..line.hexes)
                .try_fold(line.from, |hex, _| hex.towards(NORTH))
                .is_none_or(|last| !last.is_on_map(charts));
            if leaves_the_map {
                return refuse(
                    "STAL-R33",
                    format!("the line of {} hexes from {} leaves the map", line.hexes, line.from),
                );
            }
        }
        let total: u32 = self.lines.iter().map(|line| u32::from(line.hexes)).sum();
        if total > numbers.hexes.into() {
            return refuse(
                "STAL-AIR-11",
                format!("{} bombs {total} hexes: a Fliegerkorps bombs {}", self.name, numbers.hexes),
            );
        }
        Ok(())
    }
}

/// STAL-AIR-10: on `most` turns of the game at most, and never on two running.
pub(crate) fn may_bomb(
    charts: &Charts,
    most: u8,
    earlier: u8,
    last: Option<u8>,
    turn: u8,
) -> Result<(), Refusal> {
    if earlier >= most {
        let words = format!("mass bombing was flown on {earlier} turns already, and {most} are allowed");
        return Err(Refusal::new("STAL-AIR-10", words));
    }
    match last {
        Some(last) if last >= turn => {
            let words = format!("the last bombing is said to be in turn {last}, but this is turn {turn}");
            Err(Refusal::new("STAL-AIR-10", words))
        }
        Some(last) if turn - last <= charts.bombing.turns_between => Err(Refusal::new(
            "STAL-AIR-10",
            format!("there was mass bombing in turn {last}, the turn before"),
        )),
        _ => Ok(()),
    }
}
