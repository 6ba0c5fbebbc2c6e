//! What a player says about shells at buildings, judged.

use kit::{Factor, Refusal, Tally};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Bombard, Entry, Inside, Moment, Stage, hitting_faces};
use crate::{
    attack::{Aim as Shot, Choice},
    charts::{Band, Class, HeavyWeapon, Unit, Wall, charts},
    geometry::{Aspect, Face},
    nerve::{Nerve, check_rank, check_skill},
    shell::{Ammunition, DIE, weapon_of},
    situation::Firer,
};

/// What is aimed at (SKIR-HWF-4, SKIR-HWF-20).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// The middle of the facing wall, easy and without choice of floor.
    FrontWall,
    /// The wall of one floor; also a garden wall or sand bags.
    FloorWall,
    /// A door, a window, or a trench.
    Opening,
    /// The slit of a bunker.
    Slit,
    /// A mere point of ground.
    Point,
    /// The roof, from above: an indirect shell that has landed there.
    Roof,
    /// The wall, by fragments of a shell that burst outside near it.
    Fragments,
}

/// Shells at one building.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Who fires.
    pub firer: Firer,
    /// The heavy weapon by its id; that of the firer's chart if left out.
    #[serde(default)]
    pub weapon: Option<String>,
    /// A device instead of a shell, used by men of the firer in contact: `Hb` through an opening, `Ex` or `Mm` at
    /// the wall or through an opening.
    #[serde(default)]
    pub device: Option<String>,
    /// How many shells, or men with a device.
    #[serde(default = "one")]
    pub shells: u8,
    /// AP or HE.
    #[serde(default = "he")]
    pub ammunition: Ammunition,
    /// From the firer to the point aimed at, in mm.
    #[serde(default)]
    pub distance_mm: u32,
    /// The building: `Wooden house`, `Brick house`, `Palace`, `Fort`, `Bunker`, `Casemate`, `Pill-box`, `Trench`,
    /// `Sand bags`, `Garden wall`.
    pub building: String,
    /// How many floors it has.
    #[serde(default = "one")]
    pub floors: u8,
    /// What is aimed at.
    pub aim: Aim,
    /// Whether the shot meets the wall at 75 degrees or more.
    #[serde(default)]
    pub square: bool,
    /// Men on the floor that is struck; in a trench or behind sand bags those within 100 mm.
    #[serde(default)]
    pub men_on_floor: u8,
    /// Men of that floor within the fragments radius of the burst; six numbers, one for each depth of a D6, for
    /// a shell through an opening.
    #[serde(default)]
    pub men_in_radius: Vec<u8>,
    /// Men on other floors.
    #[serde(default)]
    pub men_elsewhere: u8,
    /// Men whose bases the line of an AP shell touches inside.
    #[serde(default)]
    pub men_in_line: u8,
    /// Whether a gun stands on that floor.
    #[serde(default)]
    pub gun_on_floor: bool,
    /// Combat Skill of those on other floors, for their courage.
    #[serde(default)]
    pub cs_inside: u8,
    /// Effective Commander Rank of those on other floors.
    #[serde(default)]
    pub cr_inside: u8,
}

const fn one() -> u8 {
    1
}

const fn he() -> Ammunition {
    Ammunition::He
}

const MOST_SHELLS: u8 = 6;

fn refuse<T>(clause: &'static str, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(clause, reason))
}

/// What is fired or placed.
struct Charge {
    entry: Entry,
    shot: Shot,
    inside: Inside,
}

pub(super) fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Bombard, Refusal> {
    let (shooter, cs, moving) = said.firer.ready()?;
    check(said)?;
    let Some(building) = charts().building(&said.building) else {
        return refuse("SKIR-BLD-2", format!("the chart of buildings knows no `{}`", said.building));
    };
    let trench = building.wall == Wall::None;
    let bunker = building.wall == Wall::Bunker;
    let open = trench || building.is_lined();
    check_aim(said, trench, bunker, open)?;
    tally.add(DIE, Factor::whole(cs.into()), &said.firer.unit, "Combat Skill of the firer", "SKIR-HWF-2");
    let Charge { entry, shot, inside } = match &said.device {
        Some(id) => by_hand(said, shooter, id, cs, trench)?,
        None => by_gun(said, shooter, cs, moving, bunker)?,
    };
    // SKIR-TER-8: W 1, B 3, C 5, A 8 cm.
    let through_a_wall = !trench && !matches!(said.aim, Aim::Opening | Aim::Slit | Aim::Point);
    let needs = if through_a_wall { shot.needs(building.cm, shot.hull.square) } else { 0 };
    let die = charts().die_of(shot.band);
    let (reach, by_depth) = reach(said)?;
    let nerve = Nerve { cs: check_skill(said.cs_inside)?, cr: check_rank(said.cr_inside)? };
    Ok(Bombard {
        entry,
        pierce: (die, needs),
        inside,
        type_column: building.column,
        open,
        stays: trench,
        by_depth,
        gun: said.gun_on_floor,
        nerve,
        reach,
        start: Moment {
            left: said.shells,
            stage: Stage::Aim,
            floor: said.men_on_floor,
            elsewhere: said.men_elsewhere,
            in_line: said.men_in_line,
            burning: false,
            ruined: false,
            gun_lost: false,
            fled: false,
            hits: 0,
        },
    })
}

/// A shell of the firer's weapon.
fn by_gun(
    said: &Situation,
    shooter: &'static Unit,
    cs: u8,
    moving: bool,
    bunker: bool,
) -> Result<Charge, Refusal> {
    let weapon = weapon_of(&said.firer, shooter, said.weapon.as_deref(), moving)?;
    let shots = weapon.shots.of(moving);
    if said.shells == 0 || u16::from(said.shells) > shots.min(MOST_SHELLS.into()) {
        return refuse("SKIR-HWF-19", format!("{} fires at most {shots}, not {}", weapon.name, said.shells));
    }
    if weapon.is_mortar() && said.aim != Aim::Roof && said.aim != Aim::Fragments {
        return refuse("SKIR-HWF-17", format!("{} never rolls to hit: ask `scatter`", weapon.name));
    }
    let shot = shot(said, weapon, cs)?;
    let die = charts().die_of(shot.band);
    let entry = match said.aim {
        Aim::Roof => Entry::Sure,
        _ => Entry::Faces(die, hitting_faces(fire_column(said, bunker), &shot, die)),
    };
    let inside = match said.ammunition {
        Ammunition::He => Inside::Bursts(index_of(weapon.calibre)),
        Ammunition::Ap => Inside::Pierces,
    };
    Ok(Charge { entry, shot, inside })
}

/// SKIR-ASL-7: devices in contact with a building.
fn by_hand(said: &Situation, team: &Unit, id: &str, cs: u8, trench: bool) -> Result<Charge, Refusal> {
    let charts = charts();
    let device = charts.devices.iter().find(|device| device.id == id && device.row.is_some());
    let Some(device) = device.filter(|_| team.class == Class::Infantry && said.ammunition == Ammunition::He)
    else {
        return refuse("SKIR-ASL-7", format!("`{id}` is no device that infantry uses on a building"));
    };
    let most = charts.limits.assailants;
    let listed = team.devices.iter().find(|(_, known)| known == id).map_or(0, |(count, _)| *count);
    let most = if id == "Hb" { most } else { most.min(listed.into()) };
    if said.shells == 0 || u32::from(said.shells) > most {
        return refuse(
            "SKIR-ASL-8",
            format!("1 to {most} men of {} use a {}, not {}", team.name, device.name, said.shells),
        );
    }
    let opening = matches!(said.aim, Aim::Opening | Aim::Slit);
    let wall = matches!(said.aim, Aim::FrontWall | Aim::FloorWall) && device.breaks_walls;
    if trench || !(opening || wall) {
        return refuse(
            "SKIR-ASL-7",
            format!("a {} goes in by an opening, or if it can to the wall", device.name),
        );
    }
    let square = Aspect { face: Face::Front, square: true };
    let shot = Shot {
        band: Band::Device,
        cs,
        moving: false,
        row: device.row,
        calibre: device.calibre,
        hull: square,
        turret: square,
        choice: Choice::Best,
        from_above: false,
    };
    let inside = if device.breaks_walls { Inside::Bursts(index_of(device.calibre)) } else { Inside::Blast };
    Ok(Charge { entry: Entry::ByHand(Nerve { cs, cr: 0 }, opening), shot, inside })
}

fn check(said: &Situation) -> Result<(), Refusal> {
    if said.floors == 0 || said.floors > 20 {
        return refuse("SKIR-HWF-15", format!("a building has 1 to 20 floors, not {}", said.floors));
    }
    let most = [said.men_on_floor, said.men_elsewhere].into_iter().max().unwrap_or(0);
    if most > 100 || said.men_in_line > said.men_on_floor {
        return refuse("SKIR-HWF-13", "up to 100 men on a floor, and those in line are among them");
    }
    Ok(())
}

fn check_aim(said: &Situation, trench: bool, bunker: bool, open: bool) -> Result<(), Refusal> {
    let ap = said.ammunition == Ammunition::Ap;
    match said.aim {
        Aim::Point if ap => refuse("SKIR-HWF-16", "only HE is fired at a point of ground"),
        Aim::Roof | Aim::Fragments if ap => refuse("SKIR-IND-6", "only HE comes by roof or by fragments"),
        Aim::Slit if !bunker => refuse("SKIR-HWF-4", format!("{} has no slit", said.building)),
        Aim::Opening if open && !trench => refuse("SKIR-BLD-9", format!("{} has no opening", said.building)),
        Aim::FrontWall | Aim::FloorWall if trench => {
            refuse("SKIR-HWF-12", "a trench is aimed at as an opening")
        }
        Aim::FrontWall if open => {
            refuse("SKIR-BLD-9", format!("{} is aimed at as the wall of one floor", said.building))
        }
        Aim::FloorWall if bunker => {
            refuse("SKIR-HWF-4", "a bunker has its own column: aim at its front wall")
        }
        Aim::FloorWall if open && ap => {
            refuse("SKIR-BLD-9", format!("{} is aimed at with HE", said.building))
        }
        _ => Ok(()),
    }
}

/// SKIR-HWF-4: the column of HEAVY WEAPONS FIRE.
fn fire_column(said: &Situation, bunker: bool) -> usize {
    let columns = &charts().columns;
    match said.aim {
        Aim::FrontWall if bunker => columns.bunker,
        Aim::FrontWall => columns.front_wall,
        // SKIR-FRG-6: fragments strike the wall of the ground floor.
        Aim::FloorWall | Aim::Fragments | Aim::Roof => columns.floor_wall,
        Aim::Opening | Aim::Point => columns.opening,
        Aim::Slit => columns.slit,
    }
}

fn shot(said: &Situation, weapon: &HeavyWeapon, cs: u8) -> Result<Shot, Refusal> {
    let row = match (said.aim, said.ammunition) {
        (Aim::Fragments, _) => Some(charts().fragment_row),
        (_, Ammunition::Ap) => weapon.ap_row,
        (_, Ammunition::He) => weapon.he_row,
    };
    if row.is_none() {
        return refuse("SKIR-HWF-18", format!("{} has no such ammunition", weapon.name));
    }
    let band = match said.aim {
        Aim::Roof => Band::Indirect,
        Aim::Fragments => Band::Fragments,
        _ => weapon.ranges.band(said.distance_mm).ok_or_else(|| {
            let reach = weapon.ranges.long;
            Refusal::new(
                "SKIR-HWF-2",
                format!("{} reaches {reach} mm, not {}", weapon.name, said.distance_mm),
            )
        })?,
    };
    // SKIR-PEN-4: roofs and fragments always read the left half.
    let square = said.square && matches!(band, Band::Short | Band::Effective | Band::Long);
    let aspect = Aspect { face: Face::Front, square };
    Ok(Shot {
        band,
        cs,
        moving: false,
        row,
        calibre: weapon.calibre,
        hull: aspect,
        turret: aspect,
        choice: Choice::Best,
        from_above: false,
    })
}

/// SKIR-BLD-1, SKIR-R31: 120 mm and more, 70 to 119, 30 to 69; below that no roll.
fn index_of(calibre: u16) -> Option<usize> {
    let sheet = charts().tables.collapse.sheet();
    let least =
        |name: &str| name.trim_start_matches('+').trim_end_matches(" mm").parse::<u16>().unwrap_or(u16::MAX);
    sheet.index_names().position(|name| calibre >= least(name))
}

/// Men in the radius of the burst, by the depth of a D6 where it goes in by an opening (SKIR-BLD-7).
fn reach(said: &Situation) -> Result<([u8; 6], bool), Refusal> {
    let opening = matches!(said.aim, Aim::Opening | Aim::Slit) && said.building != "Trench";
    match said.men_in_radius.as_slice() {
        [] => Ok(([0; 6], false)),
        [men] => Ok(([*men; 6], false)),
        six if six.len() == 6 && opening => Ok((std::array::from_fn(|depth| six[depth]), true)),
        other => refuse(
            "SKIR-BLD-7",
            format!("give one number of men in the radius, or six for an opening, not {}", other.len()),
        ),
    }
}
