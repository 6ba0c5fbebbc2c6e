//! The action in hand.

use kit::{
    position::{UnitId, Units},
    tabletop::Point,
};
use smallvec::SmallVec;

use crate::{
    action::Order,
    board::PieceId,
    flow::Pending,
    harm::Men,
    placing::{MOST_MEN, Placed},
};

/// The corners of a way, its start among them.
pub const CORNERS: usize = 14;

/// A place in mm, as the state keeps it.
pub(crate) type Kept = (i16, i16);

/// A point as the state keeps it.
pub(crate) const fn kept(at: Point) -> Kept {
    (at.x as i16, at.y as i16)
}

/// And back.
pub(crate) const fn unkept(at: Kept) -> Point {
    Point::new(at.0 as i32, at.1 as i32)
}

/// The way of the unit in hand: of its model, or of its leader (SKIR-MOV-14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Way {
    corners: [Kept; CORNERS],
    many: u8,
    /// It drives backwards (SKIR-MOV-11).
    pub backwards: bool,
    /// The floor on which it ends.
    pub floor: u8,
    /// How many floors are climbed on it (SKIR-MOV-16).
    pub climbs: u8,
    /// How far it has been gone, in micrometres.
    pub gone: u32,
    /// How far it will be gone at the most: up to enemies who are not in sight, or as far as the movement leads.
    pub limit: u32,
    /// The next point at which lurkers are asked, in steps of 20 mm.
    pub watched: u16,
    /// How many encounters are behind the unit.
    pub met: u8,
    /// How many legs an assaulting vehicle has driven over (SKIR-ASL-9).
    pub driven: u8,
    /// Whether the movement has begun.
    pub has_set_off: bool,
    /// What the dice of the last encounter decide.
    pub pending: Pending,
}

impl Way {
    /// Nowhere.
    pub const NONE: Self = Self {
        corners: [(0, 0); CORNERS],
        many: 0,
        backwards: false,
        floor: 0,
        climbs: 0,
        gone: 0,
        limit: 0,
        watched: 0,
        met: 0,
        driven: 0,
        has_set_off: false,
        pending: Pending::Nothing,
    };

    /// Begins at a point.
    pub(crate) fn from(start: Point) -> Self {
        let mut way = Self::NONE;
        way.add(start);
        way
    }

    /// Goes on to a point; false if there are too many.
    pub(crate) fn add(&mut self, at: Point) -> bool {
        let many = usize::from(self.many);
        if many == CORNERS {
            return false;
        }
        self.corners[many] = kept(at);
        self.many += 1;
        true
    }

    /// Its corners.
    pub(crate) fn points(&self) -> SmallVec<[Point; CORNERS]> {
        self.corners[..usize::from(self.many)].iter().map(|at| unkept(*at)).collect()
    }

    /// Whether it has a start.
    pub const fn has_begun(&self) -> bool {
        self.many > 0
    }
}

/// Where the men of a team come from and where they will stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ranks {
    pub(crate) starts: [Kept; MOST_MEN],
    pub(crate) ends: [Kept; MOST_MEN],
    pub(crate) floors: [u8; MOST_MEN],
    /// Men who follow the leader's way; the others go straight (SKIR-MOV-14).
    pub(crate) followers: u16,
}

impl Ranks {
    /// Nobody.
    pub const NONE: Self =
        Self { starts: [(0, 0); MOST_MEN], ends: [(0, 0); MOST_MEN], floors: [0; MOST_MEN], followers: 0 };

    /// Men go from where they stand to their places.
    pub(crate) fn to(starts: [Kept; MOST_MEN], placed: &Placed, followers: u16) -> Self {
        Self { starts, ends: placed.at.map(kept), floors: placed.floors, followers }
    }
}

/// What the unit in hand does, and how far it is with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Act {
    /// Who acts; nobody between actions.
    pub unit: Option<UnitId>,
    /// Its maneuver.
    pub order: Order,
    /// Whom the maneuver is about: a target, a carrier, a gun, a team aboard.
    pub about: Option<UnitId>,
    /// The building that is assaulted, in place of a unit (SKIR-ASL-7).
    pub storms: Option<PieceId>,
    /// The part of the maneuver that comes next.
    pub part: u8,
    /// Nothing more of it is carried out.
    pub ended: bool,
    /// Its way.
    pub way: Way,
    /// Where it will face at the end of its way.
    pub facing: u16,
    /// Where its turret pointed when it set off, clockwise from north.
    pub(crate) turret: u16,
    /// The men of a team on their ways.
    pub ranks: Ranks,
    /// Men who are placed by hand, and where (SKIR-GEO-6).
    pub(crate) by_hand: Men,
    pub(crate) hands: [Kept; MOST_MEN],
    /// Its men who have fired or used a device in it: they do nothing more (SKIR-ASL-8).
    pub(crate) spent: Men,
    /// Where a team that gets down is put, if that was said, in mm.
    pub anchor: Option<Kept>,
    /// Lurkers that were asked on the way and held (SKIR-MAN-20).
    pub held: Units,
    /// Lurkers that have used their trigger in this action (SKIR-MAN-22).
    pub used: Units,
    /// Lurkers that lost their readiness test and fire at the end (SKIR-MAN-21).
    pub late: Units,
}

impl Act {
    /// Nobody acts.
    pub const NONE: Self = Self {
        unit: None,
        order: Order::Lurk,
        about: None,
        storms: None,
        part: 0,
        ended: false,
        way: Way::NONE,
        facing: 0,
        turret: 0,
        ranks: Ranks::NONE,
        by_hand: 0,
        hands: [(0, 0); MOST_MEN],
        spent: 0,
        anchor: None,
        held: Units::NONE,
        used: Units::NONE,
        late: Units::NONE,
    };
}
