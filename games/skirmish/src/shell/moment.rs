//! Where shells stand between their dice, small and quick to compare.

use std::{
    cmp::Ordering,
    hash::{Hash, Hasher},
};

use crate::condition::{Condition, Due};

/// Where a shell stands between its dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Stage {
    /// About to be fired.
    Aim,
    /// An HE shell missed.
    Astray,
    /// It burst near enough for fragments.
    Near,
    /// It is through; [`Moment::of`] is the part of the target.
    Through,
    /// Its fragments are through.
    Pierced,
    /// [`Moment::of`] comrades are still to be attacked by fragments.
    Comrades,
    /// Its tests are due.
    Tests,
    /// It is over, and the next is not yet aimed.
    Over,
    /// No shell is left, or nothing to fire at.
    Done,
}

/// A moment of the chain.
///
/// Laid out so that its bytes are two numbers by which moments are compared: how the target stands decides first.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Moment {
    /// Tests still to be taken.
    pub due: Due,
    /// Whether this shell hit somebody.
    pub hit: bool,
    /// Men this shell has cost so far (SKIR-MOR-7: one test for all of them).
    pub fallen: u8,
    /// The beat of the shell: every path of it rolls its dice in the same one, or waits.
    pub beat: u8,
    /// Which part, or how many comrades, where the stage asks for it; else 0.
    pub of: u8,
    /// Where the present shell stands.
    pub stage: Stage,
    /// Shells still to be fired, the present one included.
    pub left: u8,
    /// Fills the number; always 0.
    pub(super) spare: u8,
    /// How the target stands.
    pub now: Condition,
}

/// The beats of a shell. Paths of one shell stay in step, so that dice of unlike kinds do not meet in one round of
/// the odds and their common total stays small.
pub(crate) mod beat {
    pub const AIM: u8 = 0;
    pub const ASTRAY: u8 = 1;
    pub const NEAR: u8 = 2;
    pub const THROUGH: u8 = 3;
    pub const MEN: u8 = 4;
    pub const TESTS: u8 = 5;
    pub const LAST: u8 = 6;
}

impl Moment {
    /// All of it as two numbers, what decides first in front.
    #[inline]
    const fn packed(&self) -> (u64, u64) {
        let [courage, cant_fire, deaths] = self.due.bytes();
        let course =
            [courage, cant_fire, deaths, self.hit as u8, self.fallen, self.beat, self.of, self.stage as u8];
        let [marks, mgs, riders, crew, speed, hull] = self.now.bytes();
        let standing = [self.left, self.spare, marks, mgs, riders, crew, speed, hull];
        (u64::from_le_bytes(standing), u64::from_le_bytes(course))
    }
}

impl PartialEq for Moment {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.packed() == other.packed()
    }
}

impl Eq for Moment {}

impl PartialOrd for Moment {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Moment {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.packed().cmp(&other.packed())
    }
}

impl Hash for Moment {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (standing, course) = self.packed();
        state.write_u64(standing);
        state.write_u64(course);
    }
}

impl Moment {
    /// Before the first die of so many shells.
    pub(crate) const fn before(stage: Stage, of: u8, shells: u8, now: Condition) -> Self {
        Self {
            due: Due::NOTHING,
            hit: false,
            fallen: 0,
            beat: beat::AIM,
            of,
            stage,
            left: shells,
            spare: 0,
            now,
        }
    }

    pub(super) const fn go(&mut self, stage: Stage, of: u8) {
        (self.stage, self.of) = (stage, of);
    }

    /// The beat in which its next dice fall.
    pub(crate) const fn due_beat(&self) -> u8 {
        match self.stage {
            Stage::Aim => beat::AIM,
            Stage::Astray => beat::ASTRAY,
            Stage::Near => beat::NEAR,
            Stage::Through | Stage::Pierced => beat::THROUGH,
            Stage::Comrades => beat::MEN,
            Stage::Tests if self.due.deaths > 0 => beat::MEN,
            Stage::Tests => beat::TESTS,
            Stage::Over | Stage::Done => beat::LAST,
        }
    }
}
