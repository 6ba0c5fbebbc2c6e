//! Exact strengths.

use std::{
    borrow::Cow,
    fmt,
    iter::Sum,
    ops::{Add, AddAssign, Mul, Neg, Sub},
    str::FromStr,
};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A strength, shift or price, exact to an eighth.
///
/// Rules halve strengths (a stream, a lone tank in a city, half an exchange), some of them twice; an eighth
/// leaves room for one halving more than any rule asks for, and sums of whole numbers of eighths are exact.
///
/// ```
/// use sandtable_kit::Factor;
/// let lone_tank = Factor::whole(1).halved();
/// assert_eq!((lone_tank + Factor::whole(2)).to_string(), "2½");
/// assert_eq!("2.5".parse(), Ok(lone_tank + Factor::whole(2)));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Factor(i32);

const PARTS: i32 = 8;
/// What a strength in a file may be at most; far above any counter, far below an overflow.
const LIMIT: i32 = 10_000;

impl Factor {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// One whole factor.
    pub const ONE: Self = Self(PARTS);

    /// `n` whole factors.
    pub const fn whole(n: i32) -> Self {
        Self(n * PARTS)
    }

    /// `n` halves.
    pub const fn halves(n: i32) -> Self {
        Self(n * (PARTS / 2))
    }

    /// This many eighths: the smallest parts a factor is counted in.
    pub const fn eighths(self) -> i32 {
        self.0
    }

    /// Half of it.
    ///
    /// # Panics
    /// If the half is finer than an eighth, which no rule reaches from whole or half printed factors.
    #[must_use]
    pub const fn halved(self) -> Self {
        assert!(self.0 % 2 == 0, "a factor is exact to an eighth");
        Self(self.0 / 2)
    }

    /// Twice it.
    #[must_use]
    pub const fn doubled(self) -> Self {
        Self(self.0 * 2)
    }

    /// The whole number not greater than it.
    pub const fn floor(self) -> i32 {
        self.0.div_euclid(PARTS)
    }

    /// The whole number not smaller than it.
    pub const fn ceil(self) -> i32 {
        -(-self.0).div_euclid(PARTS)
    }

    /// Whether it is more than nothing.
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// The smallest multiple of `grain` that is not smaller than `eighths / per` (both in eighths).
    pub(crate) const fn at_least(eighths: i64, per: i64, grain: Self) -> Self {
        let step = grain.0 as i64 * per;
        Self((-((-eighths).div_euclid(step))) as i32 * grain.0)
    }

    /// Printed with its sign: `+2`, `-1`, `0`.
    pub fn signed(self) -> String {
        if self.0 > 0 { format!("+{self}") } else { self.to_string() }
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, size) = if self.0 < 0 { ("-", -self.0) } else { ("", self.0) };
        let part = ["", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞"][(size % PARTS) as usize];
        // Nearly all of them, and views print hundreds.
        if part.is_empty() && f.width().is_none() && f.precision().is_none() {
            return write!(f, "{}", self.0 / PARTS);
        }
        let text = if size >= PARTS || part.is_empty() {
            format!("{sign}{}{part}", size / PARTS)
        } else {
            format!("{sign}{part}")
        };
        f.pad(&text)
    }
}

/// What is not a strength, and what would be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotAFactor(String);

impl fmt::Display for NotAFactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no strength: expected a number from 0 to {LIMIT} in whole or half steps", self.0)
    }
}

impl std::error::Error for NotAFactor {}

impl FromStr for Factor {
    type Err = NotAFactor;

    fn from_str(text: &str) -> Result<Self, NotAFactor> {
        let wrong = || NotAFactor(text.to_owned());
        let trimmed = text.trim();
        let (digits, half) = match trimmed.strip_suffix(".5").or_else(|| trimmed.strip_suffix('½')) {
            Some(rest) => (rest, 1),
            None if trimmed == "1/2" => ("", 1),
            None => (trimmed.strip_suffix(".0").unwrap_or(trimmed), 0),
        };
        let whole =
            if digits.is_empty() && half == 1 { 0 } else { digits.parse::<i32>().map_err(|_| wrong())? };
        if !(0..=LIMIT).contains(&whole) || digits.starts_with('+') {
            return Err(wrong());
        }
        Ok(Self::halves(whole * 2 + half))
    }
}

impl<'de> Deserialize<'de> for Factor {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Reader;
        impl de::Visitor<'_> for Reader {
            type Value = Factor;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a strength from 0 to {LIMIT} in whole or half steps")
            }
            fn visit_i64<E: de::Error>(self, n: i64) -> Result<Factor, E> {
                self.visit_str(&n.to_string())
            }
            fn visit_u64<E: de::Error>(self, n: u64) -> Result<Factor, E> {
                self.visit_str(&n.to_string())
            }
            fn visit_f64<E: de::Error>(self, n: f64) -> Result<Factor, E> {
                self.visit_str(&n.to_string())
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Factor, E> {
                text.parse().map_err(E::custom)
            }
        }
        source.deserialize_any(Reader)
    }
}

impl Serialize for Factor {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        target.collect_str(self)
    }
}

impl JsonSchema for Factor {
    fn schema_name() -> Cow<'static, str> {
        "Factor".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A strength in whole or half steps, such as 3 or 2.5.",
            "type": "number", "minimum": 0, "maximum": LIMIT, "multipleOf": 0.5
        })
    }
}

impl Add for Factor {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Factor {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Factor {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Factor {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Factor {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        Self(self.0 * times)
    }
}

impl Sum for Factor {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}
