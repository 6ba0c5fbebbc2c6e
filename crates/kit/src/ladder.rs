//! From strengths to an odds column.

use crate::Factor;

/// A column of an odds table, counted from the lowest printed one, which is 0. Below it a ladder may go on
/// with columns that are not printed.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub i16);

impl Column {
    /// So many columns to the right (left if negative); may leave the printed ones.
    #[must_use]
    pub const fn shifted(self, by: i16) -> Self {
        Self(self.0 + by)
    }
}

/// One printed column: reached when attack : defence is at least (or, if `beyond`, more than) its ratio.
#[derive(Clone, Copy, Debug)]
struct Rung {
    attack: i64,
    defence: i64,
    beyond: bool,
}

/// The odds columns of a table, lowest first, compared with exact ratios.
///
/// ```
/// use sandtable_kit::{Column, Factor, OddsLadder};
/// let ladder = OddsLadder::parse(&["1:2", "1:1", "3:2", "2:1"]).unwrap();
/// let (attack, defence) = (Factor::whole(11).halved(), Factor::whole(4));
/// assert_eq!(ladder.reach(attack, defence), Some(Column(1)));
/// // Half a factor more makes 6 to 4, the next column.
/// assert_eq!(ladder.missing(attack, defence, Factor::halves(1)), Some(Factor::halves(1)));
/// ```
#[derive(Clone, Debug)]
pub struct OddsLadder {
    rungs: Vec<Rung>,
}

/// A number of an odds head as tenths, so that `1.5` is whole.
fn tenths(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    if part.len() != 1 || whole.is_empty() || whole.len() > 4 {
        return None;
    }
    Some(whole.parse::<u16>().ok().map(i64::from)? * 10 + part.parse::<u8>().ok().map(i64::from)?)
}

impl Rung {
    /// Reads `3:2`, `1.5-1`, `>5-1`.
    fn parse(head: &str) -> Option<Self> {
        let (beyond, ratio) = head.strip_prefix('>').map_or((false, head), |rest| (true, rest));
        let (attack, defence) = ratio.split_once([':', '-'])?;
        let (attack, defence) = (tenths(attack.trim())?, tenths(defence.trim())?);
        (attack > 0 && defence > 0).then_some(Self { attack, defence, beyond })
    }

    const fn is_above(self, other: Self) -> bool {
        let (mine, theirs) = (self.attack * other.defence, other.attack * self.defence);
        mine > theirs || (mine == theirs && self.beyond && !other.beyond)
    }

    const fn reached(self, attack: Factor, defence: Factor) -> bool {
        let (have, need) = (attack.eighths() as i64 * self.defence, defence.eighths() as i64 * self.attack);
        if self.beyond { have > need } else { have >= need }
    }
}

impl OddsLadder {
    /// Reads the heads of an odds table, lowest first; the error is the place of the first bad one.
    pub fn parse<S: AsRef<str>>(heads: &[S]) -> Result<Self, usize> {
        let mut rungs: Vec<Rung> = Vec::with_capacity(heads.len());
        for (place, head) in heads.iter().enumerate() {
            match Rung::parse(head.as_ref()) {
                Some(rung) if rungs.last().is_none_or(|&below| rung.is_above(below)) => rungs.push(rung),
                _ => return Err(place),
            }
        }
        if rungs.is_empty() { Err(0) } else { Ok(Self { rungs }) }
    }

    /// The highest printed column.
    pub const fn top(&self) -> Column {
        Column(self.rungs.len() as i16 - 1)
    }

    /// The highest column whose ratio the attack reaches, or nothing if it is under the lowest.
    pub fn reach(&self, attack: Factor, defence: Factor) -> Option<Column> {
        if !attack.is_positive() {
            return None;
        }
        let reached = self.rungs.iter().take_while(|rung| rung.reached(attack, defence)).count();
        (reached > 0).then(|| Column(reached as i16 - 1))
    }

    /// As [`OddsLadder::reach`], on a ladder that goes on below its lowest column 1:n by whole numbers: 1:n+1 is
    /// one column under it, and so on, the ratio rounded in the defender's favour.
    ///
    /// # Panics
    /// If the lowest column is not 1 to a whole number, or the attack is nothing.
    pub fn reach_continued(&self, attack: Factor, defence: Factor) -> Column {
        self.reach(attack, defence).unwrap_or_else(|| {
            let lowest = self.rungs[0];
            assert!(lowest.attack == 10 && lowest.defence % 10 == 0 && attack.is_positive());
            let times = -(-i64::from(defence.eighths())).div_euclid(i64::from(attack.eighths()));
            Column((lowest.defence / 10 - times).max(i64::from(i16::MIN)) as i16)
        })
    }

    /// Held within the printed columns.
    pub fn clamp(&self, column: Column) -> Column {
        column.clamp(Column(0), self.top())
    }

    /// The place of a column among the printed heads.
    ///
    /// # Panics
    /// If it is not printed.
    pub fn printed(&self, column: Column) -> usize {
        usize::try_from(column.0).ok().filter(|&place| place < self.rungs.len()).expect("a printed column")
    }

    /// How much more attack, in steps of `grain`, lifts the odds to the next printed column; nothing if they
    /// stand in the highest.
    pub fn missing(&self, attack: Factor, defence: Factor, grain: Factor) -> Option<Factor> {
        let next = self.reach(attack, defence).map_or(0, |column| column.0 as usize + 1);
        let rung = self.rungs.get(next)?;
        let gap = i64::from(defence.eighths()) * rung.attack - i64::from(attack.eighths()) * rung.defence;
        // "More than" wants a hair above the ratio; the smallest hair is one part of the comparison.
        Some(Factor::at_least(gap + i64::from(rung.beyond), rung.defence, grain))
    }

    /// How much attack, in steps of `grain`, can be left out without losing the column; nothing if the odds
    /// are under the lowest.
    pub fn spare(&self, attack: Factor, defence: Factor, grain: Factor) -> Option<Factor> {
        let rung = self.rungs[self.printed(self.reach(attack, defence)?)];
        let floor = i64::from(defence.eighths()) * rung.attack + i64::from(rung.beyond);
        let surplus = i64::from(attack.eighths()) * rung.defence - floor;
        let spare = -Factor::at_least(-surplus, rung.defence, grain).eighths();
        // An attack of nothing is no attack, whatever the ratio.
        let most = (attack.eighths() - 1) / grain.eighths() * grain.eighths();
        Some(grain * (spare.min(most) / grain.eighths()))
    }
}
