//! The calculator's files: what a player writes about a case. Each kind of question has its schema here, the conversion
//! into the case that its chapter judges, and the words of its report.

use kit::{Fact, Refusal, inquiry::did_you_mean};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub mod building;
pub mod communication;
pub mod crew;
pub mod device;
pub mod fragments;
pub mod incendiary;
pub mod light_fire;
pub mod melee;
pub mod mines;
pub mod movement;
pub mod overrun;
pub mod scatter;
pub mod shell;
pub mod spotting;
pub mod trial;

/// What all kinds of questions use.
mod prelude {
    pub(super) use kit::{Chart, Fact, Factor, Inquiry, Refusal, Tally, Told};
    pub(super) use schemars::JsonSchema;
    pub(super) use serde::{Deserialize, Serialize};

    pub(super) use super::{
        Bearing, Firer, Target, among_fact, best_shelter, heavy_weapon, leader_among, leader_fact, one,
        surrender_fact, unit, unknown_terrain, yes,
    };
    pub(super) use crate::{
        charts::{Charts, Rules},
        nerve::{Commander, Nerve, check_rank, check_skill, lent_rank},
        report::{self, count},
    };
}

use crate::{
    charts::{Charts, HeavyWeapon, Rules, Unit},
    condition::{Condition, Markers, Victim},
    geometry::{Aspect, Face, Point},
    maneuver::{Maneuver, Shooter, Turn, some_are_alive},
    nerve::{Commander, Nerve, check_rank, check_skill, lent_rank},
    words::{Shelter, Speed},
};

/// The unit that fires.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Firer {
    /// Its id in the unit charts, such as `G-PZ4G`.
    pub unit: String,
    /// What it does.
    #[serde(default)]
    pub maneuver: Maneuver,
    /// Its Combat Skill, if it is not that of the chart.
    #[serde(default)]
    pub cs: Option<u8>,
    /// Crew or men alive, if not all.
    #[serde(default)]
    pub alive: Option<u8>,
    /// Whether it failed a CF this turn.
    #[serde(default)]
    pub no_fire: bool,
    /// Whether it flees.
    #[serde(default)]
    pub fleeing: bool,
}

impl Firer {
    /// The unit, judged fit to fire.
    fn shooter(&self, rules: Rules) -> Result<Shooter, Refusal> {
        let unit = unit(&self.unit, rules)?;
        let shooter = Shooter {
            unit,
            maneuver: self.maneuver,
            cs: check_skill(self.cs.unwrap_or(unit.cs))?,
            men: self.alive.unwrap_or(unit.men),
            no_fire: self.no_fire,
            fleeing: self.fleeing,
        };
        shooter.may_fire::<Refusal>(&rules)?;
        Ok(shooter)
    }
}

/// The unit of the charts with this id.
fn unit(id: &str, rules: Rules) -> Result<&'static Unit, Refusal> {
    rules.get().unit(id).ok_or_else(|| {
        let hint = did_you_mean(id, rules.units.iter().map(|unit| unit.id.as_str()));
        let reason = format!("the unit charts know no `{id}`; `G-PZ4G` or `S-RIF` are such ids{hint}");
        Refusal::new("SKIR-GEN-5", reason)
    })
}

/// The heavy weapon that is named, or that of the shooter's chart, judged fit to be served.
fn heavy_weapon(
    named: Option<&str>,
    shooter: &Shooter,
    rules: Rules,
) -> Result<&'static HeavyWeapon, Refusal> {
    let charts = rules.get();
    let refuse = |reason: String| Refusal::new("SKIR-HWF-1", reason).because_of(&shooter.unit.id);
    let weapon = match named {
        Some(id) => charts.heavy_weapon(id).ok_or_else(|| {
            let hint = did_you_mean(id, charts.heavy.iter().map(|weapon| weapon.id.as_str()));
            refuse(format!("the chart of heavy weapons knows no `{id}`{hint}"))
        })?,
        None => charts
            .heavy_weapon_of(shooter.unit)
            .ok_or_else(|| refuse(format!("{} has no heavy weapon", shooter.unit.name)))?,
    };
    shooter.may_serve::<Refusal>(weapon, charts)?;
    Ok(weapon)
}

const fn one() -> u8 {
    1
}

const fn yes() -> bool {
    true
}

/// Where the shot comes from, seen from the target.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bearing {
    /// The face of hull, gun and casemate that is turned to the firer.
    #[serde(default)]
    pub face: Face,
    /// Whether the shot meets it at 75 degrees or more, as if left out.
    #[serde(default = "yes")]
    pub square: bool,
    /// The face of the turret, if it is turned otherwise than the hull.
    #[serde(default)]
    pub turret_face: Option<Face>,
    /// Whether the shot meets the turret at 75 degrees or more; as the hull if left out.
    #[serde(default)]
    pub turret_square: Option<bool>,
    /// Positions and headings to find all that from, in place of the words above.
    #[serde(default)]
    pub measured: Option<Measured>,
}

/// Positions in mm and headings in whole degrees clockwise from north.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Measured {
    /// Where the firer, or the burst, is.
    pub firer: Point,
    /// Where the target's centre is.
    pub target: Point,
    /// Where its hull points.
    pub heading: u16,
    /// Where its turret points; as the hull if left out.
    #[serde(default)]
    pub turret_heading: Option<u16>,
}

impl Default for Bearing {
    fn default() -> Self {
        Self { face: Face::Front, square: true, turret_face: None, turret_square: None, measured: None }
    }
}

impl Bearing {
    /// SKIR-GEO-11: how the shot meets the hull and the turret.
    fn aspects(&self, charts: &Charts) -> Result<[Aspect; 2], Refusal> {
        let refuse = |reason: String| Err(Refusal::new("SKIR-GEO-11", reason));
        if let Some(Measured { firer, target, heading, turret_heading }) = self.measured {
            let headings = [heading, turret_heading.unwrap_or(heading)];
            let greatest = headings[0].max(headings[1]);
            if greatest > 359 {
                return refuse(format!("a heading is 0 to 359, not {greatest}"));
            }
            if [firer.0, firer.1, target.0, target.1].iter().any(|mm| mm.abs() > 1_000_000) {
                return refuse("a position lies more than 1 km off the table".to_owned());
            }
            return Ok(headings.map(|heading| charts.aspect(firer, target, heading)));
        }
        let turret = Aspect {
            face: self.turret_face.unwrap_or(self.face),
            square: self.turret_square.unwrap_or(self.square),
        };
        Ok([Aspect { face: self.face, square: self.square }, turret])
    }
}

/// The unit that is fired at.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Target {
    /// Its id in the unit charts, such as `S-T34`.
    pub unit: String,
    /// Crew or men alive, if not all.
    #[serde(default)]
    pub alive: Option<u8>,
    /// Passengers aboard.
    #[serde(default)]
    pub riders: u8,
    /// Whether it moved in its last action.
    #[serde(default)]
    pub moving: bool,
    /// What shelters it: rows of the terrain chart or buildings, such as `Flat - trees`; the best counts.
    #[serde(default)]
    pub shelter: Vec<String>,
    /// Its Combat Skill, if it is not that of the chart.
    #[serde(default)]
    pub cs: Option<u8>,
    /// The CR of its own leader, if it is not that of the chart; 0 if he is dead.
    #[serde(default)]
    pub cr: Option<u8>,
    /// Commanders who may lend it their CR.
    #[serde(default)]
    pub commanders: Vec<Commander>,
    /// What it has left of its turn.
    #[serde(default)]
    pub turn: Turn,
    /// Damage to its movement that it has already.
    #[serde(default)]
    pub speed: Speed,
    /// Whether it flees already.
    #[serde(default)]
    pub fleeing: bool,
    /// The distance in mm to the nearest enemy, who may take its surrender if it flees.
    #[serde(default)]
    pub enemy_mm: Option<u32>,
}

impl Target {
    /// The unit before anything happens to it; `attacker_mm` is how near an enemy is whom the question names.
    fn victim(&self, rules: Rules, attacker_mm: Option<u32>) -> Result<Victim, Refusal> {
        let unit = unit(&self.unit, rules)?;
        let crew = self.alive.unwrap_or(unit.men);
        some_are_alive::<Refusal>(unit, crew)?;
        if self.riders > unit.capacity {
            let reason = format!("{} takes {} passengers, not {}", unit.name, unit.capacity, self.riders);
            return Err(Refusal::new("SKIR-MAN-8", reason).because_of(&unit.id));
        }
        let mut start = Condition { crew, riders: self.riders, speed: self.speed, ..Condition::default() };
        start.set(Markers::FLEEING, self.fleeing);
        let cs = check_skill(self.cs.unwrap_or(unit.cs))?;
        let cr = check_rank(self.cr.unwrap_or(unit.cr))?;
        Ok(Victim {
            own: Nerve { cs, cr },
            lent: lent_rank(&self.commanders, &rules)?,
            can_fire: self.turn != Turn::Over,
            enemy_near: self
                .enemy_mm
                .into_iter()
                .chain(attacker_mm)
                .any(|mm| mm <= rules.limits.surrender.into()),
            start,
            ..Victim::of(unit, rules)
        })
    }

    /// SKIR-TER-3: the best of its shelters.
    fn best_shelter(&self, charts: &Charts) -> Result<Shelter, Refusal> {
        best_shelter(&self.shelter, charts)
    }
}

/// SKIR-MOR-8: what becomes of whoever flees and fails once more, where that can happen.
fn surrender_fact(said: &Target, victim: &Victim, events: u8) -> Option<Fact> {
    let words = match (victim.enemy_near, said.enemy_mm) {
        _ if events < 2 && !said.fleeing => return None,
        (true, _) => "an enemy is within 160 mm: who flees and fails another CT surrenders",
        (false, Some(_)) => "no enemy is within 160 mm: who flees and fails another CT flees on",
        (false, None) => "no enemy is taken to be within 160 mm (enemy-mm): nobody surrenders",
    };
    Some(Fact::new("surrender", words, "SKIR-MOR-8"))
}

/// Whether the leader of a team is among so many of its men who are in danger.
fn leader_among(said: Option<bool>, men: u8, victim: &Victim) -> Result<bool, Refusal> {
    let all = men >= victim.start.crew;
    match said {
        Some(false) if all && victim.unit.is_team() => {
            let reason = format!("all {men} men are in it, so the leader is");
            Err(Refusal::new("SKIR-COM-2", reason).because_of(&victim.unit.id))
        }
        Some(among) => Ok(among),
        None => Ok(all),
    }
}

/// The fact that a leader is in danger or not.
fn among_fact(among: bool, taken: bool) -> Fact {
    leader_fact(if among { "among them" } else { "not among them" }, taken)
}

/// Where the leader is; his fall costs the team its CR.
fn leader_fact(is: &str, taken: bool) -> Fact {
    let words = if taken { format!("taken to be {is}") } else { is.to_owned() };
    Fact::new("leader", words, "SKIR-GEN-3")
}

/// SKIR-TER-1, SKIR-TER-3: the best of these terrains and buildings.
fn best_shelter(names: &[String], charts: &Charts) -> Result<Shelter, Refusal> {
    if names.len() > 16 {
        return Err(Refusal::new("SKIR-TER-3", "more than 16 shelters are named"));
    }
    names.iter().try_fold(Shelter::None, |best, name| {
        let known = charts.shelter_of(name).ok_or_else(|| unknown_terrain(name, charts))?;
        Ok(best.max(known))
    })
}

/// The refusal of a name that the terrain chart does not hold.
fn unknown_terrain(name: &str, charts: &Charts) -> Refusal {
    let hint = did_you_mean(name, charts.terrains.iter().map(|known| known.name.as_str()));
    let reason =
        format!("the terrain chart knows no `{name}`; `Flat - trees` or `Brick house` are such names{hint}");
    Refusal::new("SKIR-TER-1", reason)
}
