//! What a player says about a volley, judged and reckoned.

use kit::{Factor, Refusal, Tally};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Aim, BANDS, DIE, LightFire, column_for, line};
use crate::{
    charts::{Class, Hold, LightWeapon, Unit, charts},
    condition::Victim,
    situation::{Bearing, Firer, Target, best_shelter, unit},
    words::Shelter,
};

/// Weapons that fire from a distance of their own.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Volley {
    /// The id of the light weapon, such as `RIF`.
    pub weapon: String,
    /// How many of them fire.
    pub count: u8,
    /// To the nearest man who can be hit, or the centre of the vehicle, in mm.
    pub distance_mm: u32,
}

/// Some of the target's men in a shelter of their own.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Mixed {
    /// How many can be hit there.
    pub men: u8,
    /// What shelters them; nothing if empty.
    #[serde(default)]
    pub shelter: Vec<String>,
}

/// All light fire of one unit in one action at one enemy unit.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Who fires.
    pub firer: Firer,
    /// The distance for all weapons of the firer's chart, in mm; those out of range hold their fire.
    #[serde(default)]
    pub distance_mm: Option<u32>,
    /// Weapons one by one, in place of the whole unit.
    #[serde(default)]
    pub volleys: Vec<Volley>,
    /// Who is fired at.
    pub target: Target,
    /// How many of its men can be hit, if not all.
    #[serde(default)]
    pub hittable: Option<u8>,
    /// The men who can be hit by their shelters, if they have more than one.
    #[serde(default)]
    pub mixed: Vec<Mixed>,
    /// How much higher the firer stands than the target, in mm.
    #[serde(default)]
    pub higher_mm: i32,
    /// From where the fire comes, for a gun's shield.
    #[serde(default)]
    pub bearing: Bearing,
}

pub(super) fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<LightFire, Refusal> {
    let (shooter, cs, on_the_move) = said.firer.ready()?;
    let (unit, victim) = said.target.victim()?;
    let (aim, hittable) = aim_at(said, unit, &victim)?;
    tally.add(DIE, Factor::whole(cs.into()), &said.firer.unit, "Combat Skill of the firer", "SKIR-LWF-5");
    let shots = count_shots(said, shooter, on_the_move, tally)?;
    if shots == [0; 3] {
        let reason = format!("no light weapon of {} bears on the target", shooter.name);
        return Err(Refusal::new("SKIR-LWF-6", reason).because_of(&shooter.id));
    }
    let columns = shots.map(|shots| column_for(aim, shots));
    Ok(LightFire { shots, columns, aim, cs, moving: said.target.moving, victim, hittable })
}

/// SKIR-LWF-10, SKIR-LWF-12: which chart, and how many men can be hit.
fn aim_at(said: &Situation, unit: &Unit, victim: &Victim) -> Result<(Aim, u8), Refusal> {
    let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(&unit.id));
    let men = victim.start.men();
    let hittable = said.hittable.unwrap_or(men);
    if hittable == 0 || hittable > men {
        return refuse("SKIR-LWF-7", format!("{hittable} men can be hit of {men}"));
    }
    if let Class::Vehicle(_) = unit.class {
        if !unit.is_armored() {
            return Ok((Aim::Vehicle, men));
        }
        let above = said.higher_mm >= charts().limits.above;
        if !unit.open_top {
            return refuse(
                "SKIR-LWF-12",
                format!("light weapons do nothing to {}: it is armored", unit.name),
            );
        }
        if !above {
            let reason =
                format!("the men in {} are hit only from 50 mm above, not {}", unit.name, said.higher_mm);
            return refuse("SKIR-LWF-12", reason);
        }
        return Ok((Aim::Men(Shelter::Medium), hittable));
    }
    let mut shelter = shelter_of(said, hittable)?;
    if unit.class == Class::Gun {
        // SKIR-TER-6, SKIR-FRG-8: behind its shield, or in the shelter of its place, whichever is better.
        let (hull, _) = said.bearing.aspects()?;
        shelter = shelter.max(crate::shell::shield_shelter(unit, hull.face));
    }
    Ok((Aim::Men(shelter), hittable))
}

/// SKIR-LWF-8: the shelter of most of the men, ties to the better.
fn shelter_of(said: &Situation, hittable: u8) -> Result<Shelter, Refusal> {
    if said.mixed.is_empty() {
        return said.target.best_shelter();
    }
    if said.mixed.len() > 8 || !said.target.shelter.is_empty() {
        return Err(Refusal::new("SKIR-LWF-8", "give one shelter for all, or up to 8 groups of men"));
    }
    let mut men = [0u16; 4];
    for group in &said.mixed {
        men[best_shelter(&group.shelter)? as usize] += u16::from(group.men);
    }
    if men.iter().sum::<u16>() != u16::from(hittable) {
        return Err(Refusal::new(
            "SKIR-LWF-8",
            format!("the groups must hold the {hittable} men who can be hit"),
        ));
    }
    let all = [Shelter::None, Shelter::Soft, Shelter::Medium, Shelter::Hard];
    Ok(all.into_iter().max_by_key(|&shelter| (men[shelter as usize], shelter)).unwrap_or_default())
}

/// SKIR-LWF-1, SKIR-LWF-3, SKIR-LWF-4: the shots of all weapons that bear, band by band.
fn count_shots<'s, T: Tally<'s>>(
    said: &'s Situation,
    shooter: &'static Unit,
    moving: bool,
    tally: &mut T,
) -> Result<[u16; 3], Refusal> {
    let charts = charts();
    let mut shots = [0u16; 3];
    let mut fire = |weapon: &LightWeapon, count: u8, mm: u32, tally: &mut T| {
        let each = weapon.shots.of(moving);
        let Some(band) = weapon.ranges.band(mm).filter(|_| each > 0 && count > 0) else { return false };
        shots[BANDS.iter().position(|&known| known == band).unwrap_or(2)] += u16::from(count) * each;
        line(tally, &said.firer.unit, count, &weapon.id, each, band);
        true
    };
    if said.volleys.is_empty() {
        let Some(mm) = said.distance_mm else {
            return Err(Refusal::new("SKIR-LWF-3", "give the distance in mm, or the volleys one by one"));
        };
        for (hold, count) in bearers(said, shooter)? {
            fire(&charts.light[hold.place], count, mm, tally);
        }
        return Ok(shots);
    }
    check_volleys(said, shooter)?;
    for volley in &said.volleys {
        let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(&volley.weapon));
        let Some(weapon) = charts.light_weapon(&volley.weapon) else {
            return refuse("SKIR-LWF-1", format!("the chart of light weapons knows no `{}`", volley.weapon));
        };
        if !fire(weapon, volley.count, volley.distance_mm, tally) {
            let reach = weapon.ranges.long;
            let each = weapon.shots.of(moving);
            let reason = format!(
                "{} has {each} shots and reaches {reach} mm, not {}",
                weapon.name, volley.distance_mm
            );
            return refuse("SKIR-LWF-3", reason);
        }
    }
    Ok(shots)
}

fn check_volleys(said: &Situation, shooter: &'static Unit) -> Result<(), Refusal> {
    let held = bearers(said, shooter)?;
    for volley in &said.volleys {
        let fired: u16 =
            said.volleys.iter().filter(|v| v.weapon == volley.weapon).map(|v| u16::from(v.count)).sum();
        let has: u16 =
            held.iter().filter(|(hold, _)| hold.weapon == volley.weapon).map(|(_, n)| u16::from(*n)).sum();
        if fired > has {
            let reason = format!("{} has {has} x {}, not {fired}", shooter.name, volley.weapon);
            return Err(Refusal::new("SKIR-LWF-1", reason).because_of(&shooter.id));
        }
    }
    Ok(())
}

/// The weapons a unit still has: SKIR-LWF-9 says who has fallen, SKIR-CRW-3 what a last man serves.
fn bearers(said: &Situation, shooter: &'static Unit) -> Result<Vec<(&'static Hold, u8)>, Refusal> {
    let alive = said.firer.men(shooter)?;
    let mut held: Vec<(&Hold, u8)> = shooter.light.iter().map(|hold| (hold, hold.count)).collect();
    if matches!(shooter.class, Class::Infantry | Class::Gun | Class::Mortar) {
        for place in fallen(shooter, shooter.men - alive) {
            held[place].1 = held[place].1.saturating_sub(1);
        }
    }
    if said.firer.is_last_man(shooter)? {
        let best = held
            .iter()
            .filter(|(_, count)| *count > 0)
            .max_by_key(|(hold, _)| charts().light[hold.place].shots.stationary);
        return Ok(best.map(|(hold, _)| (*hold, 1)).into_iter().collect());
    }
    Ok(held)
}

/// SKIR-LWF-9: the places of the first `dead` men to fall, by rank, the leader (listed first) last.
fn fallen(team: &Unit, dead: u8) -> Vec<usize> {
    let mut order: Vec<(u8, usize)> = Vec::new();
    for (place, hold) in team.light.iter().enumerate() {
        let leader = u8::from(place == 0);
        order.extend(std::iter::repeat_n((hold.rank, place), usize::from(hold.count - leader)));
    }
    order.sort_unstable();
    order.push((u8::MAX, 0));
    order.into_iter().map(|(_, place)| place).take(dead.into()).collect()
}

/// Who of a team falls first, in words.
pub(super) fn falling_order(id: &str) -> Option<String> {
    let team = unit(id).ok()?;
    if team.light.is_empty() {
        return None;
    }
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    for place in fallen(team, team.men.saturating_sub(1)) {
        if last != Some(place) {
            words.push(team.light[place].weapon.clone());
            last = Some(place);
        }
    }
    words.push("the leader".to_owned());
    Some(words.join(", then "))
}
