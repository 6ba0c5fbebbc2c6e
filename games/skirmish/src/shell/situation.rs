//! What a player says about shells, judged and reckoned.

use kit::{Factor, Refusal, Tally, inquiry::did_you_mean};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Burst, DIE, Draws, SHELLS, Shells};
use crate::{
    attack::{Aim, Attack, Choice},
    charts::{Band, Class, HeavyWeapon, Unit, charts},
    geometry::Face,
    situation::{Bearing, Firer, Target},
    words::Shelter,
};

/// Armor-piercing or high explosive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ammunition {
    /// Pierces; no fragments, and misses vanish.
    #[default]
    Ap,
    /// Bursts where it falls.
    He,
}

/// Which man of a team the firer names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Named {
    /// Any but the leader.
    #[default]
    Man,
    /// The leader.
    Leader,
}

/// What the report keeps apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Watch {
    /// All damage.
    Everything,
    /// Only wreck, immobility, men and courage: shorter for many shells.
    Fate,
}

/// Where an indirect shell lands on a vehicle (SKIR-IND-5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LandsOn {
    /// Within a third of the width from the centre: turret or casemate.
    Upper,
    /// Farther out: the body.
    Body,
}

/// Shells of one weapon, or of several like it, at one target.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Who fires.
    pub firer: Firer,
    /// The heavy weapon by its id, such as `G75`; that of the firer's chart if left out.
    #[serde(default)]
    pub weapon: Option<String>,
    /// How many like weapons fire one after another.
    #[serde(default = "one")]
    pub weapons: u8,
    /// How many shells are fired in all.
    #[serde(default = "one")]
    pub shells: u8,
    /// AP or HE.
    #[serde(default)]
    pub ammunition: Ammunition,
    /// From the firer's centre to the target's, in mm.
    #[serde(default)]
    pub distance_mm: u32,
    /// How much higher the firer stands than the target, in mm.
    #[serde(default)]
    pub higher_mm: i32,
    /// Who is fired at.
    pub target: Target,
    /// How the shots meet the target.
    #[serde(default)]
    pub bearing: Bearing,
    /// What the firer takes where the chart says `choice`.
    #[serde(default)]
    pub choice: Choice,
    /// The man named, if the target is a team.
    #[serde(default)]
    pub named: Named,
    /// How many of his comrades are within the fragments radius of him.
    #[serde(default)]
    pub comrades_in_radius: u8,
    /// An indirect shell that has landed on the target: no roll to hit, no distance.
    #[serde(default)]
    pub lands_on: Option<LandsOn>,
    /// What the report keeps apart; if left out, everything for one shell and the fate for several.
    #[serde(default)]
    pub watch: Option<Watch>,
    /// House rule: fragments do not add CS.
    #[serde(default)]
    pub fragments_no_cs: bool,
    /// House rule: scatter goes by eighths of the circle.
    #[serde(default)]
    pub eight_way: bool,
}

const fn one() -> u8 {
    1
}

/// The most shells that are reckoned exactly in one question.
const MOST_SHELLS: u8 = 6;

/// The weapon, judged: its chart and the number of shells allowed.
pub(crate) fn weapon_of(
    firer: &Firer,
    unit: &'static Unit,
    named: Option<&str>,
    moving: bool,
) -> Result<&'static HeavyWeapon, Refusal> {
    let charts = charts();
    let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(&unit.id));
    let Some(id) = named.or(unit.heavy.as_deref()) else {
        return refuse("SKIR-HWF-1", format!("{} has no heavy weapon", unit.name));
    };
    let Some(weapon) = charts.heavy_weapon(id) else {
        let hint = did_you_mean(id, charts.heavy.iter().map(|weapon| weapon.id.as_str()));
        return refuse("SKIR-HWF-1", format!("the chart of heavy weapons knows no `{id}`{hint}"));
    };
    if firer.is_last_man(unit)? {
        return refuse("SKIR-CRW-3", format!("the last man of {} serves no heavy weapon", unit.name));
    }
    if weapon.shots.of(moving) == 0 {
        let name = firer.maneuver.name();
        return refuse("SKIR-HWF-19", format!("{} has no shells in {name} (SKIR-R53)", weapon.name));
    }
    Ok(weapon)
}

pub(super) fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Shells, Refusal> {
    let (shooter, cs, moving) = said.firer.ready()?;
    let weapon = weapon_of(&said.firer, shooter, said.weapon.as_deref(), moving)?;
    count_shells(said, weapon, moving)?;
    let band = band_of(said, weapon)?;
    let (unit, victim) = said.target.victim()?;
    tally.add(DIE, Factor::whole(cs.into()), &said.firer.unit, "Combat Skill of the firer", "SKIR-HWF-2");
    tally.add(SHELLS, Factor::whole(said.shells.into()), &said.firer.unit, "shells fired", "SKIR-HWF-19");
    let shelter = shelter_of(said, unit)?;
    let aim = aim_of(said, weapon, band, cs, unit)?;
    let attack = match said.lands_on {
        Some(_) => Attack::from_the_sky(unit, shelter, &aim),
        None => Attack::on(unit, shelter, &aim),
    };
    let splinter_cs = if said.fragments_no_cs { 0 } else { cs };
    let splinters = Aim::fragments(splinter_cs, weapon.calibre, aim.hull, aim.turret, said.choice);
    let he = said.ammunition == Ammunition::He;
    if said.comrades_in_radius >= victim.start.crew.max(1) && unit.is_team() {
        let reason = format!("{} men have at most {} comrades", victim.start.crew, victim.start.crew - 1);
        return Err(Refusal::new("SKIR-FRG-3", reason).because_of(&unit.id));
    }
    Ok(Shells {
        attack,
        fragments: Attack::on(unit, shelter, &splinters),
        victim,
        shells: said.shells,
        burst: Burst {
            scatters: he && said.lands_on.is_none(),
            splinters: he || weapon.is_launcher(),
            radius: weapon.radius,
            cs,
            eight_way: said.eight_way,
        },
        comrades: said.comrades_in_radius,
        at_leader: said.named == Named::Leader,
        watch: said.watch.unwrap_or(if said.shells == 1 { Watch::Everything } else { Watch::Fate }),
        draws: Draws::with_comrades(said.comrades_in_radius),
    })
}

/// SKIR-HWF-19: no more shells than the chart gives.
fn count_shells(said: &Situation, weapon: &HeavyWeapon, moving: bool) -> Result<(), Refusal> {
    let allowed = u16::from(said.weapons).saturating_mul(weapon.shots.of(moving));
    let refuse = |reason: String| Err(Refusal::new("SKIR-HWF-19", reason).because_of(&weapon.id));
    if said.shells == 0 {
        return refuse("no shell is fired".to_owned());
    }
    if u16::from(said.shells) > allowed {
        return refuse(format!(
            "{} x {} fire {allowed} shells, not {}",
            said.weapons, weapon.name, said.shells
        ));
    }
    if said.shells > MOST_SHELLS {
        return refuse(format!("at most {MOST_SHELLS} shells are reckoned in one question"));
    }
    Ok(())
}

fn band_of(said: &Situation, weapon: &HeavyWeapon) -> Result<Band, Refusal> {
    let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(&weapon.id));
    if said.lands_on.is_some() {
        if said.ammunition == Ammunition::Ap {
            return refuse("SKIR-IND-5", "an indirect shell is HE".to_owned());
        }
        return Ok(Band::Indirect);
    }
    if weapon.is_mortar() {
        return refuse("SKIR-HWF-17", format!("{} never rolls to hit: ask `scatter`", weapon.name));
    }
    match weapon.ranges.band(said.distance_mm) {
        Some(band) => Ok(band),
        None => refuse(
            "SKIR-HWF-2",
            format!(
                "{} reaches {} mm, the target is at {}",
                weapon.name, weapon.ranges.long, said.distance_mm
            ),
        ),
    }
}

fn shelter_of(said: &Situation, unit: &Unit) -> Result<Shelter, Refusal> {
    let shelter = said.target.best_shelter()?;
    if unit.is_team() || said.target.shelter.is_empty() {
        return Ok(shelter);
    }
    let reason = format!("{} is struck in its parts; shelter saves men only", unit.name);
    Err(Refusal::new("SKIR-HWF-7", reason).because_of(&unit.id))
}

fn aim_of(said: &Situation, weapon: &HeavyWeapon, band: Band, cs: u8, unit: &Unit) -> Result<Aim, Refusal> {
    let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(&weapon.id));
    let row = match said.ammunition {
        Ammunition::Ap => weapon.ap_row,
        Ammunition::He => weapon.he_row,
    };
    if row.is_none() {
        let kind = if said.ammunition == Ammunition::Ap { "AP" } else { "HE" };
        return refuse("SKIR-HWF-18", format!("{} has no {kind} ammunition", weapon.name));
    }
    let (hull, turret) = said.bearing.aspects()?;
    let from_above = said.higher_mm >= charts().limits.above;
    let choice = match said.lands_on {
        None => said.choice,
        // SKIR-IND-5, SKIR-PEN-8: an open top lets it in; else it meets the roof in the left half.
        Some(_) if unit.open_top => Choice::OpenTop,
        Some(LandsOn::Upper) => Choice::TopOfUpper,
        Some(LandsOn::Body) => Choice::TopOfBody,
    };
    check_choice(said, unit, from_above)?;
    let aim = Aim {
        band,
        cs,
        moving: said.target.moving,
        row,
        calibre: weapon.calibre,
        hull,
        turret,
        choice,
        from_above,
    };
    Ok(aim)
}

/// SKIR-HWF-9: the top only from above, an open top only where there is one.
fn check_choice(said: &Situation, unit: &Unit, from_above: bool) -> Result<(), Refusal> {
    let refuse = |reason: String| Err(Refusal::new("SKIR-HWF-9", reason).because_of(&unit.id));
    let vehicle = matches!(unit.class, Class::Vehicle(_));
    match said.choice {
        Choice::Best => Ok(()),
        _ if !vehicle => refuse(format!("{} has no parts to choose from", unit.name)),
        Choice::Upper if unit.upper.is_none() => {
            refuse(format!("{} has neither turret nor casemate", unit.name))
        }
        Choice::Body | Choice::Upper | Choice::RunningGear => Ok(()),
        Choice::OpenTop if !unit.open_top => refuse(format!("{} is not open above", unit.name)),
        Choice::TopOfBody | Choice::TopOfUpper if unit.open_top => {
            refuse(format!("{} has no roof: choose the open top", unit.name))
        }
        _ if !from_above => refuse(format!("the firer stands {} mm higher, 50 are needed", said.higher_mm)),
        _ => Ok(()),
    }
}

/// SKIR-TER-6: the shelter that a shield gives the crew against this fire.
pub(crate) fn shield_shelter(unit: &Unit, face: Face) -> Shelter {
    if unit.shield > 0 && face == Face::Front { Shelter::Medium } else { Shelter::None }
}
