//! Shells at buildings, trenches, walls and points of ground.

use kit::{
    Chain, Dice, Die, Objection, Purpose,
    objection::{no, no_if, no_since},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    attack::{Attack, Choice, Shot, Strike, mark},
    charts::{ArmorRow, Band, Building, Charts, Device, HeavyWeapon, Rules, Test, Wall},
    geometry::{Aspect, Face},
    maneuver::Shooter,
    nerve::Nerve,
    shell::Ammunition,
    words::{Collapse, Mark},
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

/// Who is in a building.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occupants {
    pub(crate) on_floor: u8,
    /// Who of that floor a burst reaches.
    pub(crate) near: Reached,
    /// Men in the line of an AP shell.
    pub(crate) in_line: u8,
    /// Men on other floors.
    pub(crate) elsewhere: u8,
    /// What these bring to their courage.
    pub(crate) nerve: Nerve,
    pub(crate) gun: bool,
}

/// Men of a floor within the fragments radius of a burst. Two bursts at one place find the same men.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reached {
    /// All shells burst at one point: so many men.
    AtOnePoint(u8),
    /// SKIR-BLD-7: a D6 says how deep inside. For each pair of depths, the men reached from the one to the other: a
    /// straight line enters the reach of a man once and leaves it once.
    ByDepth([[u8; 6]; 6]),
}

impl Reached {
    /// SKIR-BLD-3: how many a blast at this depth kills, after blasts at the depths of which a bit is set.
    fn alive_at(self, depth: u8, blasted: u8) -> u8 {
        match self {
            Self::AtOnePoint(_) if blasted != 0 => 0,
            Self::AtOnePoint(men) => men,
            Self::ByDepth(men) => {
                let mut alive = 0;
                for (first, row) in men.iter().enumerate() {
                    for (last, men) in row.iter().enumerate().skip(first) {
                        let within = (1u8 << (last + 1)) - (1 << first);
                        let hit = within & (1 << depth) != 0;
                        alive += if hit && within & blasted == 0 { *men } else { 0 };
                    }
                }
                alive
            }
        }
    }
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
            start: BuildingState {
                left: shells,
                stage: ShellStage::Aim,
                floor: occupants.on_floor,
                elsewhere: occupants.elsewhere,
                in_line: occupants.in_line,
                blasted: 0,
                burning: false,
                ruined: false,
                gun_lost: false,
                fled: false,
                hits: 0,
            },
        }
    }
}

/// Shells at one building, ready for their dice.
#[derive(Clone, Copy, Debug)]
pub struct Bombard {
    pub(crate) rules: Rules,
    pub(crate) building: &'static Building,
    pub(crate) entry: Entry,
    /// The die through the wall and the least face; 0 for an opening.
    pub(crate) pierce: (Die, u16),
    pub(crate) inside: Inside,
    /// SKIR-BLD-1: under 30 mm only fragments, on one man after another.
    pub(crate) splinters: Option<Attack>,
    occupants: Occupants,
    pub(crate) start: BuildingState,
}

/// Shells still to come, the men who are alive, and what stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BuildingState {
    pub(crate) left: u8,
    pub(crate) stage: ShellStage,
    /// Men on the floor struck.
    pub floor: u8,
    /// Men elsewhere in the building.
    pub elsewhere: u8,
    pub(crate) in_line: u8,
    /// The depths at which a blast has killed whom it reached, one bit for each.
    pub(crate) blasted: u8,
    /// It burns.
    pub burning: bool,
    /// It has collapsed, or has a gap.
    pub ruined: bool,
    /// A gun in it is lost.
    pub gun_lost: bool,
    /// Those elsewhere failed their CT.
    pub fled: bool,
    /// Shells that hit.
    pub hits: u8,
}

/// How far the present shell is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum ShellStage {
    /// About to be fired.
    Aim,
    /// It hit the wall.
    Wall,
    /// It went in by an opening and bursts so many cm inside.
    Depth,
    /// It bursts at this depth, counted from 0.
    Bursts(u8),
    /// So many men are still to be attacked by fragments.
    Splinters(u8),
    /// Those elsewhere take a CT.
    Courage,
    Done,
}

const HIT: Purpose = Purpose::new("hit", "SKIR-HWF-2");
const WALL: Purpose = Purpose::new("wall", "SKIR-PEN-6");
const DEPTH: Purpose = Purpose::new("depth inside", "SKIR-HWF-12");
const EFFECT: Purpose = Purpose::new("building effect", "SKIR-BLD-1");

impl Bombard {
    fn next(&self, mut at: BuildingState) -> BuildingState {
        at.left -= 1;
        // Once nobody is left it does not matter where they fell.
        at.blasted = if at.floor == 0 { 0 } else { at.blasted };
        let gone = at.ruined && !self.building.is_open();
        at.stage = if at.left == 0 || gone { ShellStage::Done } else { ShellStage::Aim };
        if at.stage == ShellStage::Done {
            at.left = 0;
        }
        at
    }

    fn fire<D: Dice>(&self, mut at: BuildingState, dice: &mut D) -> BuildingState {
        let hit = match self.entry {
            Entry::Sure => true,
            Entry::Faces(of, faces) => !dice.at_most(of, of.sides() - faces, HIT),
            Entry::ByHand(nerve, inside) => self.rules.places(inside, nerve, dice),
        };
        if !hit {
            return self.next(at);
        }
        at.hits += 1;
        at.stage = ShellStage::Wall;
        if self.pierce.1 == 0 { self.goes_in(at) } else { at }
    }

    fn goes_in(&self, mut at: BuildingState) -> BuildingState {
        match self.inside {
            Inside::Pierces => {
                // SKIR-HWF-13: everyone along its line, sheltered or not.
                at.floor -= at.in_line.min(at.floor);
                at.in_line = 0;
                self.next(at)
            }
            // SKIR-BLD-7: whatever goes in by an opening bursts a D6 inside, a hand bomb too.
            Inside::Bursts(_) | Inside::Blast if matches!(self.occupants.near, Reached::ByDepth(_)) => {
                BuildingState { stage: ShellStage::Depth, ..at }
            }
            Inside::Bursts(_) | Inside::Blast => BuildingState { stage: ShellStage::Bursts(0), ..at },
        }
    }

    /// SKIR-BLD-3: those in reach die; whom an earlier blast has killed is not killed again.
    fn blast(&self, mut at: BuildingState, depth: u8) -> BuildingState {
        at.floor -= self.occupants.near.alive_at(depth, at.blasted).min(at.floor);
        at.blasted |= 1 << depth;
        at
    }

    /// SKIR-BLD-1, SKIR-HWF-20: fragments on those of the floor who are in reach and alive.
    fn fragments(&self, at: BuildingState, depth: u8) -> BuildingState {
        let fallen = self.occupants.on_floor - at.floor;
        let men = self.occupants.near.alive_at(depth, 0).saturating_sub(fallen).min(at.floor);
        if men == 0 || self.splinters.is_none() {
            return self.next(at);
        }
        BuildingState { stage: ShellStage::Splinters(men), ..at }
    }

    /// SKIR-FRG-3: one man.
    fn splinter<D: Dice>(&self, mut at: BuildingState, left: u8, dice: &mut D) -> BuildingState {
        let dead = self.splinters.is_some_and(|attack| attack.hit(dice) == Strike::Dead);
        at.floor -= u8::from(dead);
        if left == 1 { self.next(at) } else { BuildingState { stage: ShellStage::Splinters(left - 1), ..at } }
    }

    /// SKIR-BLD-3 to SKIR-BLD-6.
    fn burst<D: Dice>(&self, mut at: BuildingState, depth: u8, dice: &mut D) -> BuildingState {
        let index = match self.inside {
            Inside::Bursts(Some(index)) => index,
            Inside::Blast => return self.next(self.blast(at, depth)),
            _ => return self.fragments(at, depth),
        };
        let chart = &self.rules.get().tables.collapse;
        let face = dice.roll(Die::D10, EFFECT);
        let row = chart.row_at(index, face.into());
        let worst = *chart.at(row, self.building.column);
        match worst {
            Collapse::BlastRadius => at = self.blast(at, depth),
            _ if self.building.is_open() => {
                at.floor = 0;
                at.gun_lost = self.occupants.gun;
                at.ruined |= worst == Collapse::Destroyed && self.building.wall != Wall::None;
            }
            Collapse::Floor => (at.floor, at.gun_lost) = (0, self.occupants.gun),
            Collapse::OnFire => (at.floor, at.gun_lost, at.burning) = (0, self.occupants.gun, true),
            Collapse::Destroyed => {
                (at.floor, at.elsewhere, at.gun_lost, at.ruined) = (0, 0, self.occupants.gun, true);
                // Whoever fled is among the dead.
                (at.burning, at.fled) = (false, false);
            }
        }
        // SKIR-BLD-5: each unit inside that survives a fire tests its courage; here those elsewhere are one.
        let frightened =
            worst == Collapse::OnFire && !self.building.is_open() && at.elsewhere > 0 && !at.fled;
        if frightened { BuildingState { stage: ShellStage::Courage, ..at } } else { self.next(at) }
    }
}

impl Chain for Bombard {
    type State = BuildingState;

    fn start(&self) -> BuildingState {
        self.start
    }

    fn is_done(&self, at: &BuildingState) -> bool {
        at.stage == ShellStage::Done
    }

    fn step<D: Dice>(&self, at: &BuildingState, dice: &mut D) -> BuildingState {
        let at = *at;
        match at.stage {
            ShellStage::Aim => self.fire(at, dice),
            ShellStage::Wall => {
                let (of, needs) = self.pierce;
                let through = needs <= of.sides() && !dice.at_most(of, needs - 1, WALL);
                if through { self.goes_in(at) } else { self.next(at) }
            }
            ShellStage::Depth => {
                let depth = dice.roll(Die::D6, DEPTH) as u8;
                BuildingState { stage: ShellStage::Bursts(depth - 1), ..at }
            }
            ShellStage::Bursts(depth) => self.burst(at, depth, dice),
            ShellStage::Splinters(left) => self.splinter(at, left, dice),
            ShellStage::Courage => {
                let fled = !self.rules.passes(Test::Courage, self.occupants.nerve, dice);
                self.next(BuildingState { fled, ..at })
            }
            ShellStage::Done => at,
        }
    }
}
