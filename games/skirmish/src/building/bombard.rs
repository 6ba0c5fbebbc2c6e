//! The dice of shells at a building.

use kit::{Chain, Dice, Die, Purpose};

use super::{Entry, Inside};
use crate::{
    attack::{Attack, Strike},
    charts::{Building, Rules, Test, Wall},
    nerve::Nerve,
    words::Collapse,
};

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
    pub(super) occupants: Occupants,
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

impl BuildingState {
    /// Before the first of so many shells.
    pub(super) const fn before(shells: u8, occupants: &Occupants) -> Self {
        Self {
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
        }
    }
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
