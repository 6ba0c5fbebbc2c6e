//! Dice: rolled, scripted or every one of them.
//!
//! A rule asks for a die and never knows where it comes from, so the same code plays a game, replays a script
//! and, with [`Every`](crate::chance::Every) die in turn, gives exact odds.

use std::{cmp::Ordering, fmt};

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::{Clause, chance::Drawn};

/// A fair die with so many sides, numbered from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Die(u16);

impl Die {
    /// Six sides.
    pub const D6: Self = Self(6);
    /// Eight sides.
    pub const D8: Self = Self(8);
    /// Ten sides.
    pub const D10: Self = Self(10);
    /// Twelve sides.
    pub const D12: Self = Self(12);
    /// A heading in whole degrees.
    pub const DEGREES: Self = Self(360);

    /// A die with this many sides.
    ///
    /// # Panics
    /// If it has none.
    pub const fn with_sides(sides: u16) -> Self {
        assert!(sides > 0, "a die without sides");
        Self(sides)
    }

    /// How many sides it has.
    pub const fn sides(self) -> u16 {
        self.0
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "D{}", self.0)
    }
}

/// What a die is rolled for, so that a log and a script can be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purpose {
    /// One or two words: `battle`, `scatter distance`.
    pub what: &'static str,
    /// The rule that asks for the die.
    pub clause: Clause,
}

impl Purpose {
    /// A die for `what`, asked for by the rule `clause`.
    pub const fn new(what: &'static str, clause: &'static str) -> Self {
        Self { what, clause: Clause(clause) }
    }
}

/// A die with a number added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Throw {
    /// The die.
    pub die: Die,
    /// What is added to its face.
    pub bonus: i16,
}

impl Throw {
    /// `die + bonus`.
    pub const fn new(die: Die, bonus: i16) -> Self {
        Self { die, bonus }
    }

    fn with(self, face: u16) -> i32 {
        i32::from(face) + i32::from(self.bonus)
    }
}

/// A source of dice.
pub trait Dice {
    /// One die; the answer is from 1 to its number of sides.
    fn roll(&mut self, die: Die, purpose: Purpose) -> u16;

    /// Two dice against each other: how `mine` compares with `theirs`. Both are rolled, `mine` first.
    ///
    /// An enumeration walks three branches here instead of every pair of faces.
    fn compare(&mut self, mine: Throw, theirs: Throw, purpose: Purpose) -> Ordering {
        let my_face = self.roll(mine.die, purpose);
        let their_face = self.roll(theirs.die, purpose);
        mine.with(my_face).cmp(&theirs.with(their_face))
    }

    /// Whether `mine` is not less than `theirs`: a test. Both dice are rolled, `mine` first; an enumeration walks two
    /// branches.
    fn at_least(&mut self, mine: Throw, theirs: Throw, purpose: Purpose) -> bool {
        self.compare(mine, theirs, purpose) != Ordering::Less
    }

    /// One die that succeeds with any face up to `most`; an enumeration walks two branches.
    fn at_most(&mut self, die: Die, most: u16, purpose: Purpose) -> bool {
        self.roll(die, purpose) <= most
    }

    /// One die read on a row with a cell for each face; an enumeration walks neighbours that are alike as one branch.
    fn read<T: Copy + PartialEq>(&mut self, die: Die, row: &[T], purpose: Purpose) -> T
    where
        Self: Sized,
    {
        row[usize::from(self.roll(die, purpose)) - 1]
    }

    /// A part of a rule that always has the same odds within a question, wherever the chain stands; an enumeration
    /// walks it once, keeps what it can come to in `drawn`, and goes on from these for every state.
    fn draw<T: Copy + Ord>(&mut self, drawn: &Drawn<T>, code: impl Fn(&mut Self) -> T) -> T
    where
        Self: Sized,
    {
        let _ = drawn;
        code(self)
    }

    /// Dice that are rolled but change nothing that the question keeps; an enumeration passes over them.
    fn aside(&mut self, code: impl FnOnce(&mut Self))
    where
        Self: Sized,
    {
        code(self);
    }
}

/// How many pairs of faces make `mine` no less than `theirs`.
pub(crate) fn pairs_at_least(mine: Throw, theirs: Throw) -> u32 {
    pairs_ahead(mine, theirs, i32::from(mine.bonus) - i32::from(theirs.bonus))
}

/// How many pairs of faces are no less for `mine` with so much added, whatever the bonuses are.
fn pairs_ahead(mine: Throw, theirs: Throw, ahead: i32) -> u32 {
    let sides = i32::from(theirs.die.sides());
    // How many of their faces are not above 1, 2, ... up to `highest`, summed: a triangle, then a rectangle.
    let below = |highest: i32| {
        let rising = highest.clamp(0, sides);
        i64::from(rising * (rising + 1) / 2) + i64::from((highest - sides).max(0)) * i64::from(sides)
    };
    (below(i32::from(mine.die.sides()) + ahead) - below(ahead)) as u32
}

/// How often `mine` is less than, equal to and greater than `theirs`, over all pairs of faces.
pub(crate) fn comparisons(mine: Throw, theirs: Throw) -> [u32; 3] {
    let pairs = u32::from(mine.die.sides()) * u32::from(theirs.die.sides());
    let ahead = i32::from(mine.bonus) - i32::from(theirs.bonus);
    let (at_least, greater) = (pairs_ahead(mine, theirs, ahead), pairs_ahead(mine, theirs, ahead - 1));
    [pairs - at_least, at_least - greater, greater]
}

/// Dice rolled by a seeded generator: the same seed gives the same faces on every machine and in every
/// version.
///
/// ```
/// use sandtable_kit::{Dice, Die, Purpose, Rolled};
/// let (mut one, mut two) = (Rolled::seeded(7), Rolled::seeded(7));
/// let purpose = Purpose::new("battle", "MARS-CRT-1");
/// assert_eq!(one.roll(Die::D6, purpose), two.roll(Die::D6, purpose));
/// ```
#[derive(Clone, Debug)]
pub struct Rolled(Pcg64Mcg);

impl Rolled {
    /// Dice that depend on this number only.
    pub fn seeded(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }
}

impl Dice for Rolled {
    fn roll(&mut self, die: Die, _: Purpose) -> u16 {
        // Multiply and shift, and roll again where a face would be favoured (Lemire's method). Written here and
        // not taken from a library, so that a library's change of method cannot change old games.
        let sides = u32::from(die.sides());
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(sides);
            let low = product as u32;
            if low >= sides || low >= sides.wrapping_neg() % sides {
                return (product >> 32) as u16 + 1;
            }
        }
    }
}

/// One die of a [`Logged`] or [`Scripted`] run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roll {
    /// What it was for.
    pub purpose: Purpose,
    /// Which die.
    pub die: Die,
    /// What it showed.
    pub face: u16,
}

/// Dice of another source, written down.
#[derive(Debug)]
pub struct Logged<D> {
    dice: D,
    rolls: Vec<Roll>,
}

impl<D: Dice> Logged<D> {
    /// Writes down what `dice` give.
    pub const fn new(dice: D) -> Self {
        Self { dice, rolls: Vec::new() }
    }

    /// The source and what it gave, in order.
    pub fn finish(self) -> (D, Vec<Roll>) {
        (self.dice, self.rolls)
    }
}

impl<D: Dice> Dice for Logged<D> {
    fn roll(&mut self, die: Die, purpose: Purpose) -> u16 {
        let face = self.dice.roll(die, purpose);
        self.rolls.push(Roll { purpose, die, face });
        face
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn roll(&mut self, die: Die, purpose: Purpose) -> u16 {
        (**self).roll(die, purpose)
    }
    fn compare(&mut self, mine: Throw, theirs: Throw, purpose: Purpose) -> Ordering {
        (**self).compare(mine, theirs, purpose)
    }
    fn at_least(&mut self, mine: Throw, theirs: Throw, purpose: Purpose) -> bool {
        (**self).at_least(mine, theirs, purpose)
    }
    fn at_most(&mut self, die: Die, most: u16, purpose: Purpose) -> bool {
        (**self).at_most(die, most, purpose)
    }
}

/// Dice that people rolled at a real table, or that a test wants.
///
/// A rule cannot be interrupted in the middle of its dice, so a script that does not fit answers 1 from the
/// first misfit on and says so in [`Scripted::finish`]; nothing of such a run may be used.
///
/// ```
/// use sandtable_kit::{Dice, Die, Purpose, Scripted};
/// let mut dice = Scripted::parse("3, battle:5").unwrap();
/// let battle = Purpose::new("battle", "MARS-CRT-1");
/// assert_eq!(dice.roll(Die::D6, battle), 3);
/// assert_eq!(dice.roll(Die::D6, battle), 5);
/// assert!(dice.finish().is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Scripted {
    faces: Vec<(Option<String>, u16)>,
    next: usize,
    misfit: Option<Misfit>,
}

/// Why a script of dice does not fit the rule that read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// A part of the script is no face.
    Unreadable(String),
    /// The rule asks for more dice than the script holds: how many it holds and what was asked for.
    TooShort(usize, Purpose, Die),
    /// The rule asked for fewer dice: how many it used, how many there are.
    TooLong(usize, usize),
    /// The die has no such face: which one in the script, the face, the die.
    OutOfRange(usize, u16, Purpose, Die),
    /// The script names another purpose: which one in the script, its name, the purpose.
    OtherPurpose(usize, String, Purpose),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(part) => {
                write!(f, "`{part}` is no die: write faces such as `3,5`, or with their purpose `battle:3`")
            }
            Self::TooShort(held, purpose, die) => write!(
                f,
                "the script holds {held} dice, but a {die} for {} ({}) is needed next: add its face",
                purpose.what, purpose.clause
            ),
            Self::TooLong(used, held) => {
                write!(
                    f,
                    "the script holds {held} dice, but {used} are rolled: leave out the last {}",
                    held - used
                )
            }
            Self::OutOfRange(place, face, purpose, die) => write!(
                f,
                "die {place} of the script shows {face}, but a {die} for {} ({}) is rolled there: 1 to {}",
                purpose.what,
                purpose.clause,
                die.sides()
            ),
            Self::OtherPurpose(place, name, purpose) => write!(
                f,
                "die {place} of the script is for `{name}`, but the die rolled there is for `{}` ({})",
                purpose.what, purpose.clause
            ),
        }
    }
}

impl std::error::Error for Misfit {}

impl Scripted {
    /// These faces in this order.
    pub fn faces(faces: &[u16]) -> Self {
        Self { faces: faces.iter().map(|&face| (None, face)).collect(), next: 0, misfit: None }
    }

    /// Reads `3,5` or `battle:3, scatter distance:5`; empty text is a script without dice.
    pub fn parse(script: &str) -> Result<Self, Misfit> {
        let read = |part: &str| {
            let (name, face) = match part.rsplit_once(':') {
                Some((name, face)) => (Some(name.trim().to_owned()), face),
                None => (None, part),
            };
            let face = face.trim().parse().map_err(|_| Misfit::Unreadable(part.trim().to_owned()))?;
            Ok((name, face))
        };
        let faces = if script.trim().is_empty() {
            Vec::new()
        } else {
            script.split(',').map(read).collect::<Result<_, _>>()?
        };
        Ok(Self { faces, next: 0, misfit: None })
    }

    /// Whether every die of the script was used as it says.
    pub fn finish(self) -> Result<(), Misfit> {
        match self.misfit {
            Some(misfit) => Err(misfit),
            None if self.next < self.faces.len() => Err(Misfit::TooLong(self.next, self.faces.len())),
            None => Ok(()),
        }
    }
}

impl Dice for Scripted {
    fn roll(&mut self, die: Die, purpose: Purpose) -> u16 {
        if self.misfit.is_some() {
            return 1;
        }
        let place = self.next + 1;
        self.misfit = match self.faces.get(self.next) {
            None => Some(Misfit::TooShort(self.next, purpose, die)),
            Some((Some(name), _)) if name != purpose.what => {
                Some(Misfit::OtherPurpose(place, name.clone(), purpose))
            }
            Some(&(_, face)) if face < 1 || face > die.sides() => {
                Some(Misfit::OutOfRange(place, face, purpose, die))
            }
            Some(&(_, face)) => {
                self.next += 1;
                return face;
            }
        };
        1
    }
}

#[cfg(test)]
#[path = "../tests/unit/comparisons.rs"]
mod tests;
