//! A move as a question.

use super::prelude::*;
use crate::{
    charts::{Piece, Unit},
    maneuver::Maneuver,
    movement::{MoveState, Movement, Mover, NamedTerrain, Way, length_of},
    words::Speed,
};

/// A part of the way in one terrain.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Stretch {
    /// A row of the terrain chart, such as `Flat - trees` or `Roads`.
    pub terrain: String,
    /// Its length in mm; or give `leg`.
    #[serde(default)]
    pub mm: Option<u32>,
    /// Its straight leg as mm to the east and north, measured by the rule.
    #[serde(default)]
    pub leg: Option<(i32, i32)>,
    /// Linear obstacles crossed where it begins, such as `Wall`.
    #[serde(default)]
    pub crosses: Vec<String>,
}

/// A move.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Its id in the unit charts.
    pub unit: String,
    /// What it does.
    #[serde(default = "a_move")]
    pub maneuver: Maneuver,
    /// Its Combat Skill for dodging, if it is not that of the chart.
    #[serde(default)]
    pub cs: Option<u8>,
    /// Crew alive, if not all; a gun needs half of them.
    #[serde(default)]
    pub alive: Option<u8>,
    /// Damage to its movement.
    #[serde(default)]
    pub speed: Speed,
    /// Whether a vehicle drives backwards.
    #[serde(default)]
    pub backwards: bool,
    /// How many floors infantry climbs or descends.
    #[serde(default)]
    pub floors: u8,
    /// Whether it stands on mined ground before it moves.
    #[serde(default)]
    pub starts_on_mines: bool,
    /// The way, stretch by stretch.
    #[serde(default)]
    pub stretches: Vec<Stretch>,
    /// The terrain after the last stretch: how far into it does it get?
    #[serde(default)]
    pub into: Option<String>,
}

const fn a_move() -> Maneuver {
    Maneuver::Move
}

fn terrain(name: &str, rules: Rules) -> Result<NamedTerrain<'_>, Refusal> {
    let row = rules.get().terrain(name).ok_or_else(|| unknown_terrain(name, &rules))?;
    Ok(NamedTerrain { name, row })
}

impl Stretch {
    fn micrometres(&self) -> Result<u64, Refusal> {
        let refuse = |reason: &str| Err(Refusal::new("SKIR-MOV-5", reason));
        let far = |n: i32| n.unsigned_abs() > 100_000;
        match (self.mm, self.leg) {
            (Some(mm), None) if mm <= 100_000 => Ok(u64::from(mm) * 1000),
            (None, Some(leg)) if !far(leg.0) && !far(leg.1) => Ok(length_of(leg)),
            (Some(_), None) | (None, Some(_)) => refuse("a stretch is at most 100000 mm long"),
            _ => refuse("give each stretch its mm or its leg, not both"),
        }
    }
}

impl Situation {
    /// SKIR-MOV-6: the largest divisor of the linear obstacles on the way.
    fn crossed(&self, unit: &Unit, rules: Rules) -> Result<u64, Refusal> {
        let mut largest = 1;
        for obstacle in self.stretches.iter().flat_map(|stretch| &stretch.crosses) {
            largest = largest.max(terrain(obstacle, rules)?.divisor::<Refusal>(unit)?);
            if rules.ground(obstacle).is_none_or(|ground| ground.piece != Piece::Line) {
                let reason = format!("{obstacle} is area terrain: give it as a stretch");
                return Err(Refusal::new("SKIR-MOV-6", reason));
            }
        }
        Ok(largest)
    }
}

impl Inquiry for Movement {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "movement";
    const TITLE: &'static str = "How far a unit moves over given terrain";
    const EXAMPLE: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/movement.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let unit = unit(&said.unit, rules)?;
        let mover = Mover {
            unit,
            maneuver: said.maneuver,
            men: said.alive.unwrap_or(unit.men),
            speed: said.speed,
            backwards: said.backwards,
            floors: said.floors,
            on_mines: said.starts_on_mines,
        };
        mover.may_move::<Refusal>(&rules)?;
        if said.stretches.len() > 64 {
            return Err(Refusal::new("SKIR-MOV-5", "more than 64 stretches").because_of(&unit.id));
        }
        let mut way = Way::begin::<Refusal, T>(&mover, said.crossed(unit, rules)?, rules, tally)?;
        for stretch in &said.stretches {
            for obstacle in &stretch.crosses {
                way.cross(&terrain(obstacle, rules)?);
            }
            let micrometres = stretch.micrometres()?;
            way.walk::<Refusal, T>(&terrain(&stretch.terrain, rules)?, micrometres, tally)?;
        }
        let rest_mm = match &said.into {
            None => 0,
            Some(name) => way.go_on_into::<Refusal>(&terrain(name, rules)?)?,
        };
        Ok(way.ready(rest_mm, check_skill(said.cs.unwrap_or(unit.cs))?))
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let mut facts = Vec::new();
        if let Some(terrain) = &said.into {
            facts.push(Fact::new("and then", format!("{} mm into {terrain}", self.rest_mm), "SKIR-MOV-5"));
        }
        facts.push(Fact::new("in all", format!("{} mm", self.total_mm), "SKIR-MOV-5"));
        for hurdle in &self.hurdles {
            let at = hurdle.at_mm;
            facts.push(if hurdle.mined {
                Fact::new(
                    "mines",
                    format!("a DT; failed, a mine stops it at {at} mm: ask `mines`"),
                    "SKIR-MIN-2",
                )
            } else {
                Fact::new("dodge", format!("a DT after {at} mm"), "SKIR-MOV-10")
            });
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "terrain-effects", columns: Vec::new() })
    }

    fn tell(&self, said: &Situation, end: &MoveState) -> Told {
        let mm = self.reached(*end);
        let (words, clause) = match *end {
            MoveState::Stopped(place) if self.hurdles[usize::from(place)].mined => {
                ("a mine goes off and ends the move", "SKIR-MIN-2")
            }
            MoveState::Stopped(_) => ("stopped at the obstacle", "SKIR-MOV-10"),
            _ => ("", "SKIR-MOV-5"),
        };
        Told::new(format!("{mm} mm"), words).to(&said.unit).by(clause).measuring("mm", count(mm as i32))
    }
}
