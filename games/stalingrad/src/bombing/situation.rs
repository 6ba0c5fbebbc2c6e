//! What a player says about a bombing.

use kit::Refusal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::charts,
    hexes::{Direction, Hex},
    index::DieIndex,
    interception::{Over, may_intercept},
    turns::check_turn,
    units::Unit,
};

/// What a Fliegerkorps is sent to do.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Mission {
    /// Lines of bombs.
    #[default]
    MassBombing,
    /// The guns on the east bank.
    SilenceArtillery,
}

/// A line of bombs.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Line {
    /// Its southernmost hex, with which it begins.
    pub from: Hex,
    /// How many hexes it has, counted northwards.
    pub hexes: u8,
}

/// A Fliegerkorps with its mission.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Korps {
    /// What it is called.
    pub name: String,
    /// Its mission.
    #[serde(default)]
    pub mission: Mission,
    /// The lines it bombs.
    #[serde(default)]
    pub lines: Vec<Line>,
}

/// A unit on the map.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Placed {
    /// The unit.
    pub unit: Unit,
    /// Where it stands.
    pub at: Hex,
}

/// The bombing of one German player turn.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The game turn.
    pub turn: u8,
    /// On how many earlier turns of the game there was mass bombing.
    #[serde(default)]
    pub earlier_bombings: u8,
    /// The last turn with mass bombing.
    #[serde(default)]
    pub last_bombing: Option<u8>,
    /// The Fliegerkorps that fly.
    pub fliegerkorps: Vec<Korps>,
    /// The Fliegerkorps that the Russian air unit goes for, by name.
    #[serde(default)]
    pub interception: Option<String>,
    /// All units, of both sides, that could be hit, stacks from the top down; also those hit only if a line is shifted.
    #[serde(default)]
    pub units: Vec<Placed>,
    /// The index column of the game.
    #[serde(default)]
    pub die_index: DieIndex,
}

/// With more units than this under several lines the exact odds would take too long.
const MOST_BOMBED_TWICE: usize = 6;
/// And as many units as this in all.
const MOST: usize = 20;

impl Situation {
    /// The place of the Fliegerkorps that is intercepted.
    pub(super) fn intercepted_place(&self) -> Option<usize> {
        let name = self.interception.as_ref()?;
        self.fliegerkorps.iter().position(|korps| korps.name == *name)
    }

    /// Judges the missions, the lines and the interception.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        check_turn(self.turn)?;
        let most = charts().air_numbers.fliegerkorps;
        if self.fliegerkorps.is_empty() || self.fliegerkorps.len() > most.into() {
            let words = format!(
                "{} Fliegerkorps fly: the Luftwaffe has {most}, and one at least is needed",
                self.fliegerkorps.len()
            );
            return Err(Refusal::new("STAL-AIR-1", words));
        }
        for korps in &self.fliegerkorps {
            korps.check_lines()?;
        }
        if self.fliegerkorps.iter().any(|korps| korps.mission == Mission::MassBombing) {
            self.check_bombing_turn()?;
        }
        if let Some(name) = &self.interception {
            may_intercept(self.turn, Over::Mission, None, false)?;
            if self.intercepted_place().is_none() {
                return Err(Refusal::new("STAL-AIR-2", format!("no Fliegerkorps called {name} flies here")));
            }
        }
        self.check_units()
    }

    /// STAL-AIR-10: on four turns of the game at most, and never on two running.
    fn check_bombing_turn(&self) -> Result<(), Refusal> {
        let numbers = charts().air_numbers;
        if self.earlier_bombings >= numbers.bombing_turns {
            let words = format!(
                "mass bombing was flown on {} turns already, and {} are allowed",
                self.earlier_bombings, numbers.bombing_turns
            );
            return Err(Refusal::new("STAL-AIR-10", words));
        }
        match self.last_bombing {
            Some(last) if last >= self.turn => {
                let words =
                    format!("the last bombing is said to be in turn {last}, but this is turn {}", self.turn);
                Err(Refusal::new("STAL-AIR-10", words))
            }
            Some(last) if self.turn - last <= numbers.turns_between => Err(Refusal::new(
                "STAL-AIR-10",
                format!("there was mass bombing in turn {last}, the turn before"),
            )),
            _ => Ok(()),
        }
    }

    fn check_units(&self) -> Result<(), Refusal> {
        if self.units.len() > MOST {
            let words = format!("{} units: one question takes at most {MOST}", self.units.len());
            return Err(Refusal::new("STAL-AIR-13", words));
        }
        let lines: Vec<&Line> = self.fliegerkorps.iter().flat_map(|korps| &korps.lines).collect();
        let reached_twice =
            |placed: &&Placed| lines.iter().filter(|line| line.may_reach(placed.at)).count() > 1;
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

impl Korps {
    /// STAL-AIR-11, STAL-R33: lines of three hexes and more, eight in all, on the map as laid.
    fn check_lines(&self) -> Result<(), Refusal> {
        let numbers = charts().air_numbers;
        let refuse = |clause, words| Err(Refusal::new(clause, words).because_of(&self.name));
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
        for line in &self.lines {
            if line.hexes < numbers.shortest_line || line.hexes > numbers.hexes {
                let words = format!(
                    "the line from {} has {} hexes: expected {} to {}",
                    line.from, line.hexes, numbers.shortest_line, numbers.hexes
                );
                return refuse("STAL-AIR-11", words);
            }
            let last = (1..line.hexes).fold(line.from, |hex, _| hex.towards(Direction::NORTH));
            if !last.is_on_map() {
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
