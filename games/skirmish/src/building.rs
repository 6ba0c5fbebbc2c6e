//! Shells at buildings, trenches, walls and points of ground.

mod bombard;

pub use bombard::{Bombard, BuildingState};
pub(crate) use bombard::{Occupants, Reached};
use kit::{
    Die, Objection,
    objection::{no, no_if, no_since},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    attack::{Attack, Choice, Shot, mark},
    charts::{ArmorRow, Band, Building, Charts, Device, HeavyWeapon, Rules, Wall},
    geometry::{Aspect, Face},
    maneuver::Shooter,
    nerve::Nerve,
    shell::Ammunition,
    words::Mark,
};

/// What is aimed at (SKIR-HWF-4, SKIR-HWF-20).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Aim")]
pub enum AimPoint {
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

impl AimPoint {
    /// Whether a shell gets in there without piercing a wall.
    pub const fn is_opening(self) -> bool {
        matches!(self, Self::Opening | Self::Slit)
    }
}

impl Building {
    /// SKIR-BLD-4, SKIR-BLD-9: a trench, sand bags or a garden wall have no floors and nothing to burn.
    pub const fn is_open(&self) -> bool {
        matches!(self.wall, Wall::None) || self.lined
    }
}

/// Shells or devices of one unit at one building.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bombardment {
    pub(crate) shooter: Shooter,
    pub(crate) building: &'static Building,
    pub(crate) aim: AimPoint,
    pub(crate) ammunition: Ammunition,
    /// How many shells, or men with a device.
    pub(crate) shells: u8,
    pub(crate) mm: u32,
    /// Whether the shot meets the wall at 75 degrees or more.
    pub(crate) square: bool,
}

/// What brings a shell or device to the wall or opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// It is there already: an indirect shell on the roof.
    Sure,
    /// So many faces of a die hit.
    Faces(Die, u16),
    /// A device by hand: a precision test, against D12 where it must go through an opening (SKIR-ASL-7).
    ByHand(Nerve, bool),
}

/// What gets into the building, and what it does there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Inside {
    /// Bursts: the column of EFFECTS AGAINST BUILDINGS to read, or only fragments under 30 mm (SKIR-BLD-1).
    Bursts(Option<usize>),
    /// A hand bomb: a blast radius without a roll (SKIR-ASL-7).
    Blast,
    /// Kills along its line (SKIR-HWF-13).
    Pierces,
}

/// What is fired or placed, judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Charge {
    pub(crate) entry: Entry,
    pub(crate) shot: Shot,
    pub(crate) inside: Inside,
    /// How far its fragments reach, in cm.
    pub(crate) radius: u8,
}

/// The most shells that are reckoned exactly at once.
const MOST_SHELLS: u8 = 6;

impl Bombardment {
    /// Judges whether the building has what is aimed at, and the shells do something there.
    pub fn check_aim<E: Objection>(&self) -> Result<(), E> {
        let Self { building, aim, .. } = *self;
        let name = &building.name;
        let ap = self.ammunition == Ammunition::Ap;
        let trench = building.wall == Wall::None;
        let bunker = building.wall == Wall::Bunker;
        let open = building.is_open();
        match aim {
            AimPoint::Point if ap => no("SKIR-HWF-16", "", "only HE is fired at a point of ground"),
            AimPoint::Roof | AimPoint::Fragments if ap => {
                no("SKIR-IND-6", "", "only HE comes by roof or by fragments")
            }
            AimPoint::Slit if !bunker => no_since("SKIR-HWF-4", "", || format!("{name} has no slit")),
            AimPoint::Opening if open && !trench => {
                no_since("SKIR-BLD-9", "", || format!("{name} has no opening"))
            }
            AimPoint::FrontWall | AimPoint::FloorWall if trench => {
                no("SKIR-HWF-12", "", "a trench is aimed at as an opening")
            }
            AimPoint::FrontWall if open => {
                no_since("SKIR-BLD-9", "", || format!("{name} is aimed at as the wall of one floor"))
            }
            AimPoint::FloorWall if bunker => {
                no("SKIR-HWF-4", "", "a bunker has its own column: aim at its front wall")
            }
            AimPoint::FloorWall if open && ap => {
                no_since("SKIR-BLD-9", "", || format!("{name} is aimed at with HE"))
            }
            _ => Ok(()),
        }
    }

    /// A shell of a heavy weapon; see [`Shooter::may_serve`].
    pub fn by_gun<E: Objection>(&self, weapon: &HeavyWeapon, charts: &Charts) -> Result<Charge, E> {
        let Self { aim, shells, .. } = *self;
        let shots = weapon.shots.of(self.shooter.is_moving(charts));
        no_if(shells == 0 || u16::from(shells) > shots.min(MOST_SHELLS.into()), "SKIR-HWF-19", "", || {
            format!("{} fires at most {shots}, not {shells}", weapon.name)
        })?;
        no_if(
            weapon.is_mortar() && aim != AimPoint::Roof && aim != AimPoint::Fragments,
            "SKIR-HWF-17",
            "",
            || format!("{} never rolls to hit: ask `scatter`", weapon.name),
        )?;
        let shot = self.shot(weapon, charts)?;
        let die = charts.die_of(shot.band);
        let entry = match aim {
            AimPoint::Roof => Entry::Sure,
            _ => Entry::Faces(die, self.hitting_faces(&shot, die, charts)),
        };
        let inside = match self.ammunition {
            Ammunition::He => Inside::Bursts(effects_index(weapon.calibre, charts)),
            Ammunition::Ap => Inside::Pierces,
        };
        // What bursts outside does not attack those inside (SKIR-FRG-1).
        let radius = if aim == AimPoint::Fragments { 0 } else { weapon.radius };
        Ok(Charge { entry, shot, inside, radius })
    }

    /// SKIR-ASL-7: devices in contact with a building.
    pub fn by_hand<E: Objection>(&self, device: &Device, charts: &Charts) -> Result<Charge, E> {
        let (team, men) = (self.shooter.unit, self.shells);
        let most = u32::from(charts.limits.assailants);
        let most = if device.id == "Hb" { most } else { most.min(team.devices_of(&device.id).into()) };
        no_if(men == 0 || u32::from(men) > most, "SKIR-ASL-8", "", || {
            format!("1 to {most} men of {} use a {}, not {men}", team.name, device.name)
        })?;
        let wall = matches!(self.aim, AimPoint::FrontWall | AimPoint::FloorWall) && device.breaks_walls;
        no_if(
            self.building.wall == Wall::None || !(self.aim.is_opening() || wall),
            "SKIR-ASL-7",
            "",
            || format!("a {} goes in by an opening, or if it can to the wall", device.name),
        )?;
        let cs = self.shooter.cs;
        let inside = if device.breaks_walls {
            Inside::Bursts(effects_index(device.calibre, charts))
        } else {
            Inside::Blast
        };
        Ok(Charge {
            entry: Entry::ByHand(Nerve { cs, cr: 0 }, self.aim.is_opening()),
            shot: at_wall(Band::Device, cs, true, device.row, device.calibre),
            inside,
            radius: device.radius,
        })
    }

    /// SKIR-R133: a device that burst astray: in a trench without a roll for a wall (SKIR-IND-6), or outside a building, whose wall its
    /// fragments strike (SKIR-FRG-6). SKIR-ASL-7: a hand bomb does nothing to walls.
    pub fn by_stray(&self, device: &Device, charts: &Charts) -> Charge {
        let cs = self.shooter.cs;
        let breaks = device.breaks_walls.then(|| effects_index(device.calibre, charts)).flatten();
        if self.building.wall == Wall::None {
            let inside = if device.breaks_walls { Inside::Bursts(breaks) } else { Inside::Blast };
            let shot = at_wall(Band::Device, cs, true, device.row, device.calibre);
            return Charge { entry: Entry::Sure, shot, inside, radius: device.radius };
        }
        let shot = at_wall(Band::Fragments, cs, false, Some(charts.fragment_row), device.calibre);
        let die = charts.die_of(shot.band);
        let entry = Entry::Faces(die, self.hitting_faces(&shot, die, charts));
        Charge { entry, shot, inside: Inside::Bursts(breaks), radius: 0 }
    }

    /// How many faces of a die hit in the column of HEAVY WEAPONS FIRE for what is aimed at (SKIR-HWF-4).
    fn hitting_faces(&self, shot: &Shot, die: Die, charts: &Charts) -> u16 {
        let columns = &charts.columns;
        let column = match self.aim {
            AimPoint::FrontWall if self.building.wall == Wall::Bunker => columns.bunker,
            AimPoint::FrontWall => columns.front_wall,
            // SKIR-FRG-6: fragments strike the wall of the ground floor.
            AimPoint::FloorWall | AimPoint::Fragments | AimPoint::Roof => columns.floor_wall,
            AimPoint::Opening | AimPoint::Point => columns.opening,
            AimPoint::Slit => columns.slit,
        };
        (1..=die.sides()).filter(|&face| mark(column, shot, face, charts) == Mark::Hit).count() as u16
    }

    fn shot<E: Objection>(&self, weapon: &HeavyWeapon, charts: &Charts) -> Result<Shot, E> {
        let row = match (self.aim, self.ammunition) {
            (AimPoint::Fragments, _) => Some(charts.fragment_row),
            (_, Ammunition::Ap) => weapon.ap_row,
            (_, Ammunition::He) => weapon.he_row,
        };
        no_if(row.is_none(), "SKIR-HWF-18", "", || format!("{} has no such ammunition", weapon.name))?;
        let band = match self.aim {
            AimPoint::Roof => Some(Band::Indirect),
            AimPoint::Fragments => Some(Band::Fragments),
            _ => weapon.ranges.band(self.mm),
        };
        let Some(band) = band else {
            let reason = || format!("{} reaches {} mm, not {}", weapon.name, weapon.ranges.long, self.mm);
            return no_since("SKIR-HWF-2", "", reason);
        };
        // SKIR-PEN-4: roofs and fragments always read the left half.
        let square = self.square && matches!(band, Band::Short | Band::Effective | Band::Long);
        Ok(at_wall(band, self.shooter.cs, square, row, weapon.calibre))
    }
}

/// A shot at a wall, which has one face and no parts.
fn at_wall(band: Band, cs: u8, square: bool, row: Option<ArmorRow>, calibre: u16) -> Shot {
    let wall = Aspect { face: Face::Front, square };
    let choice = Choice::Best;
    Shot { band, cs, moving: false, row, calibre, hull: wall, turret: wall, choice, from_above: false }
}

/// SKIR-BLD-1, SKIR-R31: 120 mm and more, 70 to 119, 30 to 69; below that no roll.
fn effects_index(calibre: u16, charts: &Charts) -> Option<usize> {
    let sheet = charts.tables.collapse.sheet();
    let least =
        |name: &str| name.trim_start_matches('+').trim_end_matches(" mm").parse::<u16>().unwrap_or(u16::MAX);
    sheet.index_names().position(|name| calibre >= least(name))
}

impl Charge {
    /// Whether men of the floor may die by being near.
    pub const fn bursts(&self) -> bool {
        matches!(self.inside, Inside::Bursts(Some(_)) | Inside::Blast) || self.throws_fragments_only()
    }

    /// SKIR-BLD-1: whether it is too small for the chart of buildings and has fragments all the same.
    pub const fn throws_fragments_only(&self) -> bool {
        matches!(self.inside, Inside::Bursts(None)) && self.radius > 0
    }

    /// So many shells of it at a building with these men, ready for their dice.
    pub fn at(self, target: &Bombardment, occupants: Occupants, rules: Rules) -> Bombard {
        let Bombardment { building, aim, shells, .. } = *target;
        let Self { entry, shot, inside, .. } = self;
        let splinters = self.throws_fragments_only().then(|| {
            let Shot { cs, calibre, hull, turret, choice, .. } = shot;
            let fragments = Shot::fragments(cs, calibre, [hull, turret], choice, &rules);
            Attack::on_man(building.shelter, &fragments, &rules)
        });
        // SKIR-TER-8: W 1, B 3, C 5, A 8 cm.
        let through_a_wall = building.wall != Wall::None && !aim.is_opening() && aim != AimPoint::Point;
        let needs = if through_a_wall { shot.needs(building.cm, shot.hull.square, &rules) } else { 0 };
        Bombard {
            rules,
            building,
            entry,
            pierce: (rules.die_of(shot.band), needs),
            inside,
            splinters,
            occupants,
            start: BuildingState::before(shells, &occupants),
        }
    }
}
