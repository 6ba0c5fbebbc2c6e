//! What a player says about a shot: who fires, and at whom.

use kit::Refusal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{Class, CrewEffect, Fire, ManeuverLine, Unit, charts},
    condition::{Condition, Victim},
    geometry::{Aspect, Face, Point, aspect},
    nerve::{Commander, check_rank, check_skill, lent_rank},
    spotting::Status,
    words::{Shelter, Speed},
};

/// What a unit does in its action; fire goes by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Maneuver {
    /// Stands and fires its Stationary shots.
    #[default]
    Fire,
    /// Half its movement and its Moving shots.
    MoveAndFire,
    /// Moving shots, then a quarter of its movement; infantry and artillery up to 60 mm.
    FireAndConceal,
    /// Stationary shots of a carrier that lets its gun go.
    UnhookAndFire,
    /// Stationary shots of a carrier that takes its gun up.
    HookAndFire,
    /// Stationary shots of a carrier that takes a team aboard.
    LoadAndFire,
    /// Moving shots of a carrier that sets a team down.
    UnloadAndMove,
    /// Moving shots before contact.
    Assault,
    /// The one shot a lurking unit has ready: Stationary shots.
    Reaction,
    /// Moves only.
    Move,
    /// Moves a quarter, unseen.
    Conceal,
    /// Waits.
    Lurk,
    /// Rallies, then moves.
    Recovery,
    /// Runs.
    Retreat,
}

impl Maneuver {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Fire,
        Self::MoveAndFire,
        Self::FireAndConceal,
        Self::UnhookAndFire,
        Self::HookAndFire,
        Self::LoadAndFire,
        Self::UnloadAndMove,
        Self::Assault,
        Self::Reaction,
        Self::Move,
        Self::Conceal,
        Self::Lurk,
        Self::Recovery,
        Self::Retreat,
    ];

    /// Its name in the chart of maneuvers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fire => "Fire",
            Self::MoveAndFire => "Move and fire",
            Self::FireAndConceal => "Fire and conceal",
            Self::UnhookAndFire => "Unhook and fire",
            Self::HookAndFire => "Hook and fire",
            Self::LoadAndFire => "Load and fire",
            Self::UnloadAndMove => "Unload and move",
            Self::Assault => "Assault",
            Self::Reaction => "Reaction",
            Self::Move => "Move",
            Self::Conceal => "Conceal",
            Self::Lurk => "Lurk",
            Self::Recovery => "Recovery",
            Self::Retreat => "Retreat",
        }
    }

    fn line(self) -> &'static ManeuverLine {
        charts().maneuver(self)
    }

    /// Whether it is a complex one.
    pub fn is_complex(self) -> bool {
        self.line().complex
    }

    /// SKIR-MAN-4, SKIR-MAN-12: whether the Moving number of shots holds; refused where nothing is fired.
    pub fn fires_moving(self) -> Result<bool, Refusal> {
        match self.line().fire {
            Fire::Stationary => Ok(false),
            Fire::Moving => Ok(true),
            Fire::None => {
                Err(Refusal::new("SKIR-MAN-4", format!("{} is a maneuver without fire", self.name())))
            }
        }
    }

    /// SKIR-SPT-9: what the unit is seen doing until it acts again, if it used its fire.
    pub fn leaves_it(self) -> Status {
        self.line().leaves
    }

    /// SKIR-MOV-3: its divisor; none where the unit does not move.
    pub fn divisor(self) -> Option<u32> {
        Some(self.line().divisor).filter(|&divisor| divisor > 0)
    }
}

/// SKIR-HWF-14: what a unit has left of its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// Its action has not begun.
    #[default]
    ToCome,
    /// It was halted in its action with its fire still to come.
    HaltedBeforeFire,
    /// It lurks with its reaction unused.
    Lurking,
    /// It has acted, or fired: nothing to lose any more.
    Over,
}

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

/// The unit of the charts with this id.
pub fn unit(id: &str) -> Result<&'static Unit, Refusal> {
    charts().unit(id).ok_or_else(|| {
        Refusal::new(
            "SKIR-GEN-5",
            format!(
                "the unit charts know no `{id}`; `G-PZ4G` or `S-RIF` are such ids{}",
                kit::inquiry::did_you_mean(id, charts().units.iter().map(|unit| unit.id.as_str()))
            ),
        )
    })
}

/// How many of `all` are alive.
fn alive(given: Option<u8>, all: u8, who: &str) -> Result<u8, Refusal> {
    match given {
        None => Ok(all),
        Some(0) => Err(Refusal::new("SKIR-CRW-5", format!("nobody of {who} is alive")).because_of(who)),
        Some(men) if men > all => {
            Err(Refusal::new("SKIR-LWF-10", format!("{who} has {all} men, not {men}")).because_of(who))
        }
        Some(men) => Ok(men),
    }
}

impl Firer {
    /// Judges whether it may fire at all, and gives its chart, its CS and whether it has the Moving shots.
    pub fn ready(&self) -> Result<(&'static Unit, u8, bool), Refusal> {
        let unit = unit(&self.unit)?;
        let cs = check_skill(self.cs.unwrap_or(unit.cs))?;
        let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(&unit.id));
        if self.fleeing {
            return refuse("SKIR-MOR-6", format!("{} flees and cannot fire", unit.name));
        }
        if self.no_fire {
            return refuse("SKIR-TST-6", format!("{} failed its CF and has no fire this turn", unit.name));
        }
        let men = self.men(unit)?;
        let simple_only = charts().crew.hold(CrewEffect::SimpleOnly, unit.men, men);
        if unit.has_crew() && simple_only && self.maneuver.is_complex() {
            let lost = unit.men - men;
            let name = self.maneuver.name();
            return refuse(
                "SKIR-CRW-2",
                format!("with {lost} of {} dead {name} is not open to it", unit.men),
            );
        }
        if self.maneuver == Maneuver::FireAndConceal && !may_conceal(unit) {
            return refuse(
                "SKIR-MAN-13",
                format!("{} is neither infantry nor artillery up to 60 mm", unit.name),
            );
        }
        Ok((unit, cs, self.maneuver.fires_moving()?))
    }

    /// Men alive.
    pub fn men(&self, unit: &'static Unit) -> Result<u8, Refusal> {
        alive(self.alive, unit.men, &unit.id)
    }

    /// SKIR-CRW-3: one survivor of a crew serves no heavy weapon.
    pub fn is_last_man(&self, unit: &'static Unit) -> Result<bool, Refusal> {
        let alone = charts().crew.hold(CrewEffect::LightWeaponsOnly, unit.men, self.men(unit)?);
        Ok(unit.has_crew() && alone)
    }
}

/// SKIR-MAN-13: infantry, and guns and mortars up to 60 mm.
pub(crate) fn may_conceal(unit: &Unit) -> bool {
    let calibre = unit.heavy.as_deref().and_then(|id| charts().heavy_weapon(id)).map_or(0, |gun| gun.calibre);
    match unit.class {
        Class::Infantry => true,
        Class::Mortar | Class::Gun => calibre <= 60,
        Class::Vehicle(_) => false,
    }
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
    pub fn aspects(&self) -> Result<(Aspect, Aspect), Refusal> {
        if let Some(Measured { firer, target, heading, turret_heading }) = self.measured {
            let turret = turret_heading.unwrap_or(heading);
            if heading.max(turret) > 359 {
                return Err(Refusal::new(
                    "SKIR-GEO-11",
                    format!("a heading is 0 to 359, not {}", heading.max(turret)),
                ));
            }
            let far = [firer.0, firer.1, target.0, target.1].iter().any(|mm| mm.abs() > 1_000_000);
            if far {
                return Err(Refusal::new("SKIR-GEO-11", "a position lies more than 1 km off the table"));
            }
            return Ok((aspect(firer, target, heading), aspect(firer, target, turret)));
        }
        let hull = Aspect { face: self.face, square: self.square };
        let turret = Aspect {
            face: self.turret_face.unwrap_or(self.face),
            square: self.turret_square.unwrap_or(self.square),
        };
        Ok((hull, turret))
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
    /// The unit before anything happens to it.
    pub fn victim(&self) -> Result<(&'static Unit, Victim), Refusal> {
        let unit = unit(&self.unit)?;
        let crew = alive(self.alive, unit.men, &unit.id)?;
        if self.riders > unit.capacity {
            let reason = format!("{} takes {} passengers, not {}", unit.name, unit.capacity, self.riders);
            return Err(Refusal::new("SKIR-MAN-8", reason).because_of(&unit.id));
        }
        let mut start = Condition { crew, riders: self.riders, speed: self.speed, ..Condition::default() };
        start.set_fleeing(self.fleeing);
        let mut victim = Victim::of(unit);
        victim.own.cs = check_skill(self.cs.unwrap_or(unit.cs))?;
        victim.own.cr = check_rank(self.cr.unwrap_or(unit.cr))?;
        victim.lent = lent_rank(&self.commanders)?;
        victim.can_fire = self.turn != Turn::Over;
        victim.enemy_near = self.enemy_mm.is_some_and(|mm| mm <= charts().limits.surrender);
        victim.start = start;
        Ok((unit, victim))
    }

    /// SKIR-TER-3: the best of its shelters.
    pub fn best_shelter(&self) -> Result<Shelter, Refusal> {
        best_shelter(&self.shelter)
    }
}

/// SKIR-TER-1, SKIR-TER-3: the best of these terrains and buildings.
pub fn best_shelter(names: &[String]) -> Result<Shelter, Refusal> {
    if names.len() > 16 {
        return Err(Refusal::new("SKIR-TER-3", "more than 16 shelters are named"));
    }
    let mut best = Shelter::None;
    for name in names {
        let known = charts().shelter_of(name);
        let known = known.ok_or_else(|| unknown_terrain(name))?;
        best = best.max(known);
    }
    Ok(best)
}

/// No such row.
pub(crate) fn unknown_terrain(name: &str) -> Refusal {
    let hint = kit::inquiry::did_you_mean(name, charts().going.iter().map(|(known, ..)| known.as_str()));
    let reason =
        format!("the terrain chart knows no `{name}`; `Flat - trees` or `Brick house` are such names{hint}");
    Refusal::new("SKIR-TER-1", reason)
}
