//! Shells at buildings, trenches, walls and points of ground.

use kit::{Chain, Chart, Dice, Die, Fact, Inquiry, Purpose, Refusal, Tally, Told};

mod situation;

pub use situation::{Aim, Situation};

use crate::{
    attack::IMPENETRABLE,
    charts::{Test, charts},
    nerve::{Nerve, passes, places_it_inside},
    report::count,
    words::{Collapse, Mark},
};

/// What brings a shell or device to the wall or opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// It is there already: an indirect shell on the roof.
    Sure,
    /// So many faces of a die hit.
    Faces(Die, u16),
    /// A device by hand: a precision test, against D12 where it must go through an opening (SKIR-ASL-7).
    ByHand(Nerve, bool),
}

/// What gets into the building, and what it does there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inside {
    /// Bursts: the column of EFFECTS AGAINST BUILDINGS to read, or only fragments under 30 mm (SKIR-BLD-1).
    Bursts(Option<usize>),
    /// A hand bomb: a blast radius without a roll (SKIR-ASL-7).
    Blast,
    /// Kills along its line (SKIR-HWF-13).
    Pierces,
}

/// Shells at one building, ready for their dice.
#[derive(Clone, Copy, Debug)]
pub struct Bombard {
    entry: Entry,
    /// The die through the wall and the least face; 0 for an opening.
    pierce: (Die, u16),
    inside: Inside,
    type_column: usize,
    /// SKIR-BLD-4, SKIR-BLD-9: no floors and nothing to burn.
    open: bool,
    /// A trench stays, sand bags and walls do not.
    stays: bool,
    by_depth: bool,
    gun: bool,
    nerve: Nerve,
    start: Moment,
    reach: [u8; 6],
}

/// How many are alive where, and what stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment {
    /// Shells still to be fired.
    pub left: u8,
    /// Where the present one stands.
    pub stage: Stage,
    /// Men on the floor struck.
    pub floor: u8,
    /// Men elsewhere in the building.
    pub elsewhere: u8,
    /// Men in the line of an AP shell.
    pub in_line: u8,
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

/// Where a shell stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// About to be fired.
    Aim,
    /// It hit the wall.
    Wall,
    /// It went in by an opening and bursts so many cm inside.
    Depth,
    /// It bursts with so many men in its radius.
    Bursts(u8),
    /// Those elsewhere take a CT.
    Courage,
    /// Nothing more.
    Done,
}

const HIT: Purpose = Purpose::new("hit", "SKIR-HWF-2");
const WALL: Purpose = Purpose::new("wall", "SKIR-PEN-6");
const DEPTH: Purpose = Purpose::new("depth inside", "SKIR-HWF-12");
const EFFECT: Purpose = Purpose::new("building effect", "SKIR-BLD-1");

impl Bombard {
    fn next(&self, mut at: Moment) -> Moment {
        at.left -= 1;
        let gone = at.ruined && !self.open;
        at.stage = if at.left == 0 || gone { Stage::Done } else { Stage::Aim };
        if at.stage == Stage::Done {
            at.left = 0;
        }
        at
    }

    fn fire<D: Dice>(&self, mut at: Moment, dice: &mut D) -> Moment {
        let hit = match self.entry {
            Entry::Sure => true,
            Entry::Faces(of, faces) => !dice.at_most(of, of.sides() - faces, HIT),
            Entry::ByHand(nerve, true) => places_it_inside(nerve, dice),
            Entry::ByHand(nerve, false) => passes(Test::Precision, nerve, dice),
        };
        if !hit {
            return self.next(at);
        }
        at.hits += 1;
        at.stage = Stage::Wall;
        if self.pierce.1 == 0 { self.goes_in(at) } else { at }
    }

    fn goes_in(&self, mut at: Moment) -> Moment {
        match self.inside {
            Inside::Pierces => {
                // SKIR-HWF-13: everyone along its line, sheltered or not.
                at.floor -= at.in_line.min(at.floor);
                at.in_line = 0;
                self.next(at)
            }
            Inside::Blast => {
                at.floor -= self.reach[0].min(at.floor);
                self.next(at)
            }
            Inside::Bursts(_) if self.by_depth => Moment { stage: Stage::Depth, ..at },
            Inside::Bursts(_) => Moment { stage: Stage::Bursts(self.reach[0]), ..at },
        }
    }

    /// SKIR-BLD-3 to SKIR-BLD-6.
    fn burst<D: Dice>(&self, mut at: Moment, near: u8, dice: &mut D) -> Moment {
        let Inside::Bursts(Some(index)) = self.inside else { return self.next(at) };
        let chart = &charts().tables.collapse;
        let face = dice.roll(Die::D10, EFFECT);
        let row = chart.row_at(index, face.into());
        let worst = *chart.at(row, self.type_column);
        match worst {
            Collapse::BlastRadius => at.floor -= near.min(at.floor),
            _ if self.open => {
                at.floor = 0;
                at.gun_lost = self.gun;
                at.ruined |= worst == Collapse::Destroyed && !self.stays;
            }
            Collapse::Floor => (at.floor, at.gun_lost) = (0, self.gun),
            Collapse::OnFire => (at.floor, at.gun_lost, at.burning) = (0, self.gun, true),
            Collapse::Destroyed => {
                (at.floor, at.elsewhere, at.gun_lost, at.ruined) = (0, 0, self.gun, true);
                at.burning = false;
            }
        }
        // SKIR-BLD-5: each unit inside that survives a fire tests its courage; here those elsewhere are one.
        let frightened = worst == Collapse::OnFire && !self.open && at.elsewhere > 0 && !at.fled;
        if frightened { Moment { stage: Stage::Courage, ..at } } else { self.next(at) }
    }
}

impl Chain for Bombard {
    type State = Moment;

    fn start(&self) -> Moment {
        self.start
    }

    fn is_done(&self, at: &Moment) -> bool {
        at.stage == Stage::Done
    }

    fn step<D: Dice>(&self, at: &Moment, dice: &mut D) -> Moment {
        let at = *at;
        match at.stage {
            Stage::Aim => self.fire(at, dice),
            Stage::Wall => {
                let (of, needs) = self.pierce;
                let through = needs <= of.sides() && !dice.at_most(of, needs - 1, WALL);
                if through { self.goes_in(at) } else { self.next(at) }
            }
            Stage::Depth => {
                let depth = usize::from(dice.roll(Die::D6, DEPTH));
                Moment { stage: Stage::Bursts(self.reach[depth - 1]), ..at }
            }
            Stage::Bursts(near) => self.burst(at, near, dice),
            Stage::Courage => {
                let fled = !passes(Test::Courage, self.nerve, dice);
                self.next(Moment { fled, ..at })
            }
            Stage::Done => at,
        }
    }
}

impl Inquiry for Bombard {
    type Situation = Situation;
    const KIND: &'static str = "building";
    const TITLE: &'static str = "Shells at a building, opening, trench, wall or point of ground";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/building.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        situation::prepare(said, tally)
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let mut facts = Vec::new();
        match self.entry {
            Entry::Sure => {}
            Entry::Faces(die, hitting) => {
                let words = format!("{hitting} of {} faces", die.sides());
                facts.push(Fact::new("to hit", words, "SKIR-HWF-4"));
            }
            Entry::ByHand(nerve, inside) => {
                let die = if inside { "D12" } else { "D10" };
                facts.push(Fact::new("precision", format!("D6 + {} against {die}", nerve.cs), "SKIR-ASL-7"));
            }
        }
        facts.push(match self.pierce {
            (_, 0) => Fact::new("wall", "none in the way", "SKIR-HWF-12"),
            (_, IMPENETRABLE) => Fact::new("wall", "cannot be pierced", "SKIR-PEN-2"),
            (_, 1) => Fact::new("wall", "always pierced", "SKIR-PEN-6"),
            (die, needs) => Fact::new("wall", format!("pierced with {needs} or more on {die}"), "SKIR-PEN-6"),
        });
        if said.aim == Aim::FrontWall {
            // SKIR-HWF-15: the middle of the wall is on this floor.
            let floor = (said.floors - 1) / 2;
            facts.push(Fact::new(
                "floor",
                format!("floor {floor} of {}, counted from 0", said.floors),
                "SKIR-HWF-15",
            ));
        }
        if self.inside == Inside::Bursts(None) {
            facts.push(Fact::new("effect", "under 30 mm only fragments", "SKIR-BLD-1"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        let heads = charts().tables.collapse.sheet().heads();
        Some(Chart { table: "building-effects", columns: vec![heads[self.type_column].clone()] })
    }

    fn tell(&self, _: &Situation, end: &Moment) -> Told {
        let start = self.start;
        let dead = (start.floor - end.floor) + (start.elsewhere - end.elsewhere);
        let (result, clause) = match () {
            () if end.ruined && self.open => ("gap", "SKIR-BLD-4"),
            () if end.ruined => ("destroyed", "SKIR-BLD-6"),
            () if end.burning => ("on fire", "SKIR-BLD-5"),
            () if dead > 0 => ("losses inside", "SKIR-BLD-3"),
            () if end.hits > 0 => ("hit", "SKIR-BLD-1"),
            () => ("miss", "SKIR-HWF-1"),
        };
        let mut words = Vec::new();
        if dead > 0 {
            words.push(format!("{dead} dead"));
        }
        // SKIR-BLD-8: a gun inside goes with the floor.
        if end.gun_lost {
            words.push("gun lost".to_owned());
        }
        if end.fled {
            words.push("the others flee".to_owned());
        }
        Told::new(result, words.join(", "))
            .by(clause)
            .measuring("dead", count(dead))
            .measuring("destroyed", count(u8::from(end.ruined)))
    }
}

/// How many faces of a die hit in a column of HEAVY WEAPONS FIRE.
fn hitting_faces(column: usize, aim: &crate::attack::Aim, die: Die) -> u16 {
    (1..=die.sides()).filter(|&face| crate::attack::mark(column, aim, face) == Mark::Hit).count() as u16
}
