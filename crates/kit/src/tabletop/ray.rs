//! Lines of sight with heights.

use super::{Bounds, Outline, Point, Vector, ratio::Ratio};

/// A straight line from an eye to what it looks at, with the heights of both in mm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ray {
    /// Where the eye is.
    pub from: Point,
    /// How high it is.
    pub from_z: i32,
    /// The point that is looked at.
    pub to: Point,
    /// How high that is.
    pub to_z: i32,
}

impl Ray {
    /// The rectangle that holds its track.
    #[inline]
    pub const fn bounds(&self) -> Bounds {
        Bounds::of(self.from, self.to)
    }

    /// Its lower end.
    #[inline]
    pub const fn lowest(&self) -> i32 {
        if self.from_z < self.to_z { self.from_z } else { self.to_z }
    }

    /// Whether a piece that is this high all over stops it: its track touches the piece somewhere where the line is
    /// lower than the top. A line as high as the top passes.
    pub fn is_stopped_by(&self, outline: Outline<'_>, top: i32) -> bool {
        if self.lowest() >= top {
            return false;
        }
        let way = self.to - self.from;
        let climb = i64::from(self.to_z - self.from_z);
        let room = i64::from(top - self.from_z);
        let corners = outline.corners();
        let mut before = corners[corners.len() - 1];
        let mut before_side = way.cross(before - self.from);
        let (mut left, mut right) = (false, false);
        for &corner in corners {
            let side = way.cross(corner - self.from);
            left |= side >= 0;
            right |= side <= 0;
            // The track meets the line of this side if its ends are not both to the left or both to the right.
            if (before_side ^ side) < 0 || before_side == 0 || side == 0 {
                let across = side - before_side;
                if across != 0 {
                    let at = Ratio::new((before - self.from).cross(corner - before), across);
                    // Lower than the top: from_z + climb * at < top.
                    if at.is_on_leg() && climb * at.num() < room * at.den() {
                        return true;
                    }
                }
            }
            (before, before_side) = (corner, side);
        }
        // Where the track begins or ends inside, no side is met there.
        left && right
            && (self.from_z < top && outline.holds(self.from) || self.to_z < top && outline.holds(self.to))
    }

    /// Whether the part of its track inside a piece is no longer than that, exactly; of a piece of several polygons give
    /// them all.
    pub fn is_within<'p>(&self, outlines: impl IntoIterator<Item = Outline<'p>>, mm: u32) -> bool {
        let mut sum = Share::NONE;
        for outline in outlines {
            for (from, to) in outline.spans(self.from, self.to) {
                sum = sum.plus(from, to);
            }
        }
        sum.is_at_most(self.to - self.from, mm)
    }
}

/// A sum of parts of a track.
#[derive(Clone, Copy)]
enum Share {
    /// The exact quotient.
    Exact { num: i128, den: i128 },
    /// In parts of [`Share::FINE`], where the numbers of the quotient grow too large: rounded down by less than a
    /// millionth of a micrometre.
    Fine(i128),
}

impl Share {
    const NONE: Self = Self::Exact { num: 0, den: 1 };
    const FINE: i128 = 1 << 56;
    /// Beyond this the comparison would overflow.
    const MOST: i128 = 1 << 50;

    fn plus(self, from: Ratio, to: Ratio) -> Self {
        let (a, b) = (i128::from(from.den()), i128::from(to.den()));
        let more = (i128::from(to.num()) * a - i128::from(from.num()) * b, a * b);
        match self {
            Self::Exact { num, den } => {
                let (num, den) = reduced(num * more.1 + more.0 * den, den * more.1);
                let is_small = den <= Self::MOST;
                if is_small { Self::Exact { num, den } } else { Self::Fine(fine(num, den)) }
            }
            Self::Fine(parts) => Self::Fine(parts + fine(more.0, more.1)),
        }
    }

    fn is_at_most(self, track: Vector, mm: u32) -> bool {
        let (num, den) = match self {
            Self::Exact { num, den } => (num, den),
            Self::Fine(parts) => (parts >> 6, Self::FINE >> 6),
        };
        let mm = i128::from(mm);
        num * num * i128::from(track.square()) <= mm * mm * den * den
    }
}

/// A quotient in parts of [`Share::FINE`], rounded down.
fn fine(num: i128, den: i128) -> i128 {
    let (mut parts, mut rest) = (num / den, num % den);
    // Some bits at a time, so that nothing overflows.
    for _ in 0..4 {
        rest <<= 14;
        parts = (parts << 14) + rest / den;
        rest %= den;
    }
    parts
}

/// In lowest terms.
fn reduced(num: i128, den: i128) -> (i128, i128) {
    let (mut a, mut b) = (num.abs(), den);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if a == 0 { (0, 1) } else { (num / a, den / a) }
}
