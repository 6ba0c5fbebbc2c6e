//! Who of many units is hit.

use std::fmt::Write as _;

use kit::{Factor, Told};
use smallvec::SmallVec;

use crate::{
    charts::Charts,
    results::Fate,
    units::{Side, Unit},
};

/// The fates of units on their way through a chain of bombs or shells.
///
/// Each unit that can still be hit has a place of its own. One that cannot be hit again may be *settled*: then only
/// its side's count remains, so that states which differ in nothing but names become equal.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Toll {
    fates: u64,
    /// German, then Russian: Disrupted and eliminated units that are settled.
    settled: [[u8; 2]; 2],
}

/// Two bits a unit.
pub(crate) const MOST_UNITS: usize = 32;

/// Up to so many units the ends are told by name; beyond it the list would be too long to read.
pub(crate) const NAMED: usize = 4;

impl Toll {
    /// The fates of a few units as bits, two for each, the first lowest.
    pub(crate) const fn of_bits(fates: u64) -> Self {
        Self { fates, settled: [[0; 2]; 2] }
    }

    pub(crate) const fn bits(self) -> u64 {
        self.fates
    }

    /// What has happened to the unit at `place`.
    pub const fn fate(self, place: usize) -> Fate {
        match self.fates >> (place * 2) & 3 {
            0 => Fate::Unharmed,
            1 => Fate::Disrupted,
            _ => Fate::Eliminated,
        }
    }

    /// Adds what happens now; a lesser fate changes nothing (STAL-DIS-7).
    pub fn suffer(&mut self, place: usize, fate: Fate) {
        let worse = self.fate(place).max(fate) as u64;
        self.fates = self.fates & !(3 << (place * 2)) | worse << (place * 2);
    }

    /// Orders the fates of units that nothing tells apart any more, so that it is the same which of them was hit.
    pub fn sort(&mut self, places: &[usize]) {
        let mut fates: SmallVec<[Fate; 8]> = places.iter().map(|&place| self.fate(place)).collect();
        fates.sort_unstable();
        for (&place, &fate) in places.iter().zip(&fates) {
            self.fates = self.fates & !(3 << (place * 2)) | (fate as u64) << (place * 2);
        }
    }

    /// Forgets the name of a unit that cannot be hit any more.
    pub fn settle(&mut self, place: usize, side: Side) {
        let fate = self.fate(place);
        let counts = &mut self.settled[side as usize];
        match fate {
            Fate::Unharmed => {}
            Fate::Disrupted => counts[0] += 1,
            Fate::Eliminated => counts[1] += 1,
        }
        self.fates &= !(3 << (place * 2));
    }

    /// How many units of a side have this fate, Disrupted or eliminated.
    pub fn count(self, charts: &Charts, units: &[&Unit], side: Side, fate: Fate) -> u8 {
        let open = units
            .iter()
            .enumerate()
            .filter(|(place, unit)| unit.side(charts) == side && self.fate(*place) == fate);
        self.settled[side as usize][usize::from(fate == Fate::Eliminated)] + open.count() as u8
    }

    /// The toll in words: by name where few units are concerned.
    pub fn tell(self, charts: &Charts, units: &[&Unit]) -> Told {
        let counts = [Side::German, Side::Russian].map(|side| {
            [Fate::Eliminated, Fate::Disrupted].map(|fate| self.count(charts, units, side, fate))
        });
        let result = if counts == [[0; 2]; 2] { "-".into() } else { summary(counts) };
        let words = if units.len() <= NAMED { self.names(units) } else { String::new() };
        let mut told = Told::new(result, words);
        if units.len() <= NAMED {
            for (place, unit) in units.iter().enumerate() {
                let (result, words) = match self.fate(place) {
                    Fate::Unharmed => ("-", "unharmed"),
                    Fate::Disrupted => ("D", "Disrupted"),
                    Fate::Eliminated => ("DE", "eliminated"),
                };
                told = told.does(&unit.name, result, words);
            }
        }
        for (side, names) in [(Side::Russian, RUSSIAN), (Side::German, GERMAN)] {
            if units.iter().any(|unit| unit.side(charts) == side) {
                let [eliminated, disrupted] = counts[side as usize].map(|count| Factor::whole(count.into()));
                told = told.measuring(names[0], eliminated).measuring(names[1], disrupted);
            }
        }
        told
    }

    fn names(self, units: &[&Unit]) -> String {
        let mut words = String::new();
        for (fate, verb) in [(Fate::Eliminated, "eliminated"), (Fate::Disrupted, "Disrupted")] {
            let hit: Vec<&str> = units
                .iter()
                .enumerate()
                .filter(|(place, _)| self.fate(*place) == fate)
                .map(|(_, unit)| unit.name.as_str())
                .collect();
            if !hit.is_empty() {
                let separator = if words.is_empty() { "" } else { "; " };
                let _ = write!(words, "{separator}{} {verb}", hit.join(", "));
            }
        }
        if words.is_empty() { "nobody is hit".into() } else { words }
    }
}

const RUSSIAN: [&str; 2] = ["Russian units eliminated", "Russian units Disrupted"];
const GERMAN: [&str; 2] = ["German units eliminated", "German units Disrupted"];

/// `Russian 1 DE 2 D, German 1 D`.
fn summary(counts: [[u8; 2]; 2]) -> String {
    let mut words = Vec::new();
    for (side, [eliminated, disrupted]) in [(Side::Russian, counts[1]), (Side::German, counts[0])] {
        let mut part = String::new();
        if eliminated > 0 {
            let _ = write!(part, " {eliminated} DE");
        }
        if disrupted > 0 {
            let _ = write!(part, " {disrupted} D");
        }
        if !part.is_empty() {
            words.push(format!("{}{part}", side.name()));
        }
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// STAL-DIS-7
    #[test]
    fn disruption_has_one_level() {
        let mut toll = Toll::default();
        toll.suffer(3, Fate::Disrupted);
        toll.suffer(3, Fate::Disrupted);
        assert_eq!(toll.fate(3), Fate::Disrupted);
        toll.suffer(3, Fate::Eliminated);
        toll.suffer(3, Fate::Disrupted);
        assert_eq!(
            (toll.fate(3), toll.fate(2), toll.fate(4)),
            (Fate::Eliminated, Fate::Unharmed, Fate::Unharmed)
        );
        toll.suffer(31, Fate::Eliminated);
        assert_eq!(toll.fate(31), Fate::Eliminated);
    }

    #[test]
    fn settled_units_are_counted_without_names() {
        let rules = crate::Rules::published();
        let units = ["516.R", "42.RB"].map(|name| rules.counter(name).unwrap());
        let mut toll = Toll::default();
        toll.suffer(0, Fate::Disrupted);
        toll.suffer(1, Fate::Eliminated);
        let named = toll.tell(&rules, &units);
        assert_eq!(
            (named.result.as_str(), named.words.as_str()),
            ("Russian 1 DE, German 1 D", "42.RB eliminated; 516.R Disrupted")
        );
        toll.settle(0, Side::German);
        toll.settle(1, Side::Russian);
        assert_eq!((toll.fate(0), toll.tell(&rules, &units).result), (Fate::Unharmed, named.result));
    }
}
