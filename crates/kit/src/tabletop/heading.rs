//! Directions in whole degrees.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Vector;

/// Sines of 0 to 90 degrees in millionths, each rounded to the nearest.
const SINES: [i64; 91] = [
    0, 17_452, 34_899, 52_336, 69_756, 87_156, 104_528, 121_869, 139_173, 156_434, 173_648, 190_809, 207_912,
    224_951, 241_922, 258_819, 275_637, 292_372, 309_017, 325_568, 342_020, 358_368, 374_607, 390_731,
    406_737, 422_618, 438_371, 453_990, 469_472, 484_810, 500_000, 515_038, 529_919, 544_639, 559_193,
    573_576, 587_785, 601_815, 615_661, 629_320, 642_788, 656_059, 669_131, 681_998, 694_658, 707_107,
    719_340, 731_354, 743_145, 754_710, 766_044, 777_146, 788_011, 798_636, 809_017, 819_152, 829_038,
    838_671, 848_048, 857_167, 866_025, 874_620, 882_948, 891_007, 898_794, 906_308, 913_545, 920_505,
    927_184, 933_580, 939_693, 945_519, 951_057, 956_305, 961_262, 965_926, 970_296, 974_370, 978_148,
    981_627, 984_808, 987_688, 990_268, 992_546, 994_522, 996_195, 997_564, 998_630, 999_391, 999_848,
    1_000_000,
];

/// A direction in whole degrees: 0 is north, clockwise to 359.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Deserialize, Serialize, JsonSchema,
)]
#[serde(from = "u16", into = "u16")]
pub struct Heading(u16);

impl From<u16> for Heading {
    fn from(degrees: u16) -> Self {
        Self::new(degrees)
    }
}

impl From<Heading> for u16 {
    fn from(heading: Heading) -> Self {
        heading.0
    }
}

impl Heading {
    /// What sines and cosines are parts of.
    pub const UNIT: i64 = 1_000_000;
    /// North.
    pub const NORTH: Self = Self(0);

    /// So many degrees clockwise from north; 360 is north again.
    pub const fn new(degrees: u16) -> Self {
        Self(degrees % 360)
    }

    /// From 0 to 359.
    pub const fn degrees(self) -> u16 {
        self.0
    }

    /// How far a step at this heading goes east, in millionths.
    #[inline]
    pub const fn sine(self) -> i64 {
        match self.0 {
            d @ 0..=90 => SINES[d as usize],
            d @ 91..=180 => SINES[180 - d as usize],
            d @ 181..=270 => -SINES[d as usize - 180],
            d => -SINES[360 - d as usize],
        }
    }

    /// How far a step at this heading goes north, in millionths.
    #[inline]
    pub const fn cosine(self) -> i64 {
        Self::new(self.0 + 90).sine()
    }

    /// Turned clockwise by so many degrees, or the other way.
    #[must_use]
    pub const fn turned(self, degrees: i32) -> Self {
        Self((self.0 as i32 + degrees).rem_euclid(360) as u16)
    }

    /// The other way.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(180)
    }

    /// How many degrees another is off, either way: 0 to 180.
    pub const fn off(self, other: Self) -> u16 {
        let turn = self.0.abs_diff(other.0);
        if turn > 180 { 360 - turn } else { turn }
    }

    /// How far a vector goes along this heading and to the right of it, in millionths of a millimetre.
    #[inline]
    pub const fn parts(self, way: Vector) -> (i64, i64) {
        let (x, y, sine, cosine) = (way.x as i64, way.y as i64, self.sine(), self.cosine());
        (x * sine + y * cosine, x * cosine - y * sine)
    }

    /// The heading that fits a vector best: the one with the largest part along it, of equals the smallest; 0 for none.
    pub fn of(way: Vector) -> Self {
        if way == Vector::default() {
            return Self::NORTH;
        }
        // Halve the quadrant until one degree is left; the table's rounding can only decide between neighbours. Turned into
        // the first quadrant, `right` and `ahead` are what a heading of 0 there has to its right and along it.
        let (x, y) = (i64::from(way.x), i64::from(way.y));
        let (quarter, right, ahead) = match (way.x >= 0, way.y >= 0) {
            (true, true) => (0, x, y),
            (true, false) => (90, -y, x),
            (false, false) => (180, -x, -y),
            (false, true) => (270, y, -x),
        };
        let (mut low, mut high) = (0, 90);
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            let is_right = right * SINES[90 - middle] >= ahead * SINES[middle];
            if is_right { low = middle } else { high = middle }
        }
        let low = low as u16;
        let mut best: Option<(i64, Self)> = None;
        for degrees in [359, 0, 1, 2].map(|step| Self::new(quarter + low + step)) {
            let fit = degrees.parts(way).0;
            if best.is_none_or(|(most, known)| fit > most || fit == most && degrees < known) {
                best = Some((fit, degrees));
            }
        }
        best.map_or(Self::NORTH, |(_, heading)| heading)
    }
}
