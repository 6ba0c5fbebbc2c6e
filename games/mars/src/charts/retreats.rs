//! What a retreat result does, nation by nation and hex by hex.

use crate::{engagement::FARTHEST_ROUT, prelude::*, retreat::LONGEST};

kit::spelled! {
    /// Whose unit it is, as far as retreats ask.
    pub enum Nation {
        German = "German",
        Guards = "Guards",
        OtherRussian = "other Russian",
    }
}

impl Nation {
    pub fn of(unit: &Unit) -> Self {
        match unit.side {
            Side::German => Self::German,
            Side::Russian if unit.guards => Self::Guards,
            Side::Russian => Self::OtherRussian,
        }
    }
}

kit::spelled! {
    /// What becomes of a unit that goes so far.
    enum After {
        AsItWas = "as it was",
        Disrupted = "Disrupted",
        Eliminated = "eliminated",
        NotOffered = "-",
    }
}

/// The chart of retreats, as far as rules choose by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retreats {
    in_order: [bool; 3],
    offered: [bool; 3],
    /// MARS-RES-7: the most hexes that a routed unit goes.
    pub routed: u8,
    /// MARS-RES-8: the most hexes that a withdrawing unit goes.
    pub withdrawn: usize,
    /// The most hexes that any result asks for or allows.
    pub longest: usize,
}

impl Retreats {
    /// MARS-RES-8: whether a unit of this nation withdraws one hex without being Disrupted.
    pub const fn in_order(&self, nation: Nation) -> bool {
        self.in_order[nation as usize]
    }

    /// MARS-RES-10: whether the owner of a unit of this nation may retreat it instead of leaving it Disrupted in place.
    pub const fn offered(&self, nation: Nation) -> bool {
        self.offered[nation as usize]
    }

    /// Reads the chart; one that no rule can follow is refused.
    pub fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let mut retreats =
            Self { in_order: [false; 3], offered: [false; 3], routed: 0, withdrawn: 0, longest: 0 };
        for row in 0..sheet.len() {
            let case = sheet.key(row);
            let (result, way) = case.split_once(", ").unwrap_or((&case, ""));
            let hexes = way.split(' ').next().and_then(|hexes| hexes.parse::<usize>().ok());
            let barred = way.ends_with("impossible");
            if let Some(hexes) = hexes.filter(|_| !barred) {
                retreats.longest = retreats.longest.max(hexes);
                match result {
                    "DR" => retreats.routed = retreats.routed.max(hexes as u8),
                    "DW" => retreats.withdrawn = retreats.withdrawn.max(hexes),
                    _ => {}
                }
            }
            for nation in Nation::ALL {
                let after: After = sheet.read(row, nation.name())?;
                // What the rules can follow: they know who keeps his order after one hex and who may go at all.
                let known = match (result, hexes) {
                    ("DR", _) if barred => after == After::Eliminated,
                    ("DW" | "D", Some(1)) if !barred => after != After::Eliminated,
                    ("D", Some(2..)) => matches!(after, After::Disrupted | After::NotOffered),
                    ("DR" | "DW" | "D", _) => after == After::Disrupted,
                    _ => false,
                };
                if !known {
                    let expected = "a case and an outcome that the rules know";
                    return sheet.read_with(row, nation.name(), expected, |_| None);
                }
                match (result, hexes) {
                    ("DW", Some(1)) => retreats.in_order[nation as usize] = after == After::AsItWas,
                    ("D", Some(1..)) => retreats.offered[nation as usize] |= after != After::NotOffered,
                    _ => {}
                }
            }
        }
        let routed = usize::from(retreats.routed);
        for (what, hexes, most) in [("retreat", retreats.longest, LONGEST), ("rout", routed, FARTHEST_ROUT)] {
            if hexes > most {
                let message = format!("found a {what} of {hexes} hexes, expected at most {most}");
                return Err(sheet.complain(message));
            }
        }
        Ok(retreats)
    }
}
