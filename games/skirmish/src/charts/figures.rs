//! Single figures of the rules and small charts, read into plain fields.

use kit::{Cell, ContentError, Die, Sheet};

use super::{Band, label};
use crate::{
    maneuver::Maneuver,
    spotting::Status,
    words::{Collapse, Shelter},
};

kit::cells! {
    /// Figures of the rules; distances in mm.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) struct Limits {
        /// Within it a commander lends his CR (SKIR-GEN-3).
        pub(crate) rank_lent: u16 = "commander lends his CR",
        /// SKIR-COM-4.
        pub(crate) understood: u16 = "soldiers always understand",
        /// SKIR-COM-4.
        pub(crate) entrenched: u16 = "entrenched reach",
        /// SKIR-SPT-10.
        pub(crate) spots_with_infantry: u16 = "vehicle beside infantry spots with it",
        /// From so much higher the top can be struck (SKIR-HWF-9).
        pub(crate) above: u16 = "high enough above",
        /// SKIR-GEO-13.
        pub(crate) floor: u16 = "height of a floor",
        /// What a floor takes off a move (SKIR-MOV-16).
        pub(crate) floor_climb: u16 = "allowance for a floor",
        /// Men who may assault one vehicle or building (SKIR-ASL-6).
        pub(crate) assailants: u16 = "men against one vehicle or building",
        /// SKIR-ASL-8.
        pub(crate) devices: u16 = "devices outside an assault",
        /// Within it an enemy takes the surrender of those who flee (SKIR-MOR-8).
        pub(crate) surrender: u16 = "surrender to an enemy within",
        /// Degrees on either side of the line of fire that fly over (SKIR-SCT-8).
        pub(crate) overflight: u16 = "overflight on either side",
        /// The tangent of the angle up to which a shot is square, in millionths (SKIR-GEO-11).
        pub(crate) square_tangent: i32 = "tangent of it in millionths",
        /// The same for a line through an opening (SKIR-GEO-12).
        pub(crate) opening_tangent: i32 = "tangent of that in millionths",
        /// How far behind the border a mine goes off (SKIR-MIN-2).
        pub(crate) mine_inside: u16 = "mine behind the border",
        /// What counts as a move (SKIR-MAN-5, SKIR-MIN-1).
        pub(crate) moves: u16 = "least move",
        /// SKIR-BLD-4.
        pub(crate) open_reach: u16 = "reach in trench and sand bags",
        /// SKIR-BLD-9.
        pub(crate) gap: u16 = "gap torn in a wall",
        /// SKIR-MOV-1.
        pub(crate) on_foot: u16 = "infantry tactical",
        /// Points of a move for each mm (SKIR-MOV-5).
        pub(crate) points: u16 = "budget for each mm",
    }

    /// How many rays of sight must reach a target (SKIR-SPT-2).
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) struct Rays {
        pub(crate) model: u8 = "vehicle or gun",
        pub(crate) bike: u8 = "bike",
        pub(crate) man: u8 = "miniature",
    }
}

/// What the chart of maneuvers says of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ManeuverLine {
    /// Whether it is a complex one.
    pub(crate) complex: bool,
    /// Its shots.
    pub(crate) fire: Fire,
    /// What movement is divided by; none where the unit does not move (SKIR-MOV-3).
    pub(crate) divisor: Option<u32>,
    /// What the unit is seen doing afterwards.
    pub(crate) leaves: Status,
}

/// Which number of shots holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fire {
    None,
    Stationary,
    Moving,
}

kit::spelled!(Fire {
    "none" => Self::None,
    "stationary" => Self::Stationary,
    "moving" => Self::Moving,
});

/// By [`Maneuver`].
pub(super) type Maneuvers = [ManeuverLine; Maneuver::ALL.len()];

pub(super) fn maneuvers(sheet: &Sheet) -> Result<Maneuvers, ContentError> {
    let complex = |kind: &str| match kind {
        "complex" => Some(true),
        "simple" | "reaction" => Some(false),
        _ => None,
    };
    all(Maneuver::ALL, |maneuver| {
        let row = sheet.row(maneuver.name())?;
        Ok(ManeuverLine {
            complex: sheet.read_with(row, "kind", "simple, complex or reaction", complex)?,
            fire: sheet.read(row, "shots")?,
            divisor: Some(sheet.read::<u16>(row, "divisor")?.into()).filter(|&divisor| divisor > 0),
            leaves: sheet.read(row, "leaves it")?,
        })
    })
}

/// The same for each of a list, or the first complaint.
pub(super) fn all<K: Copy, V, const N: usize>(
    keys: [K; N],
    read: impl Fn(K) -> Result<V, ContentError>,
) -> Result<[V; N], ContentError> {
    let read: Vec<V> = keys.into_iter().map(read).collect::<Result<_, _>>()?;
    Ok(read.try_into().unwrap_or_else(|_| unreachable!("one for each")))
}

/// A die by its sides.
pub(super) fn die_of(sides: &str) -> Option<Die> {
    sides.parse().ok().filter(|&sides: &u16| sides > 0).map(Die::with_sides)
}

/// The die of each band.
pub(super) fn range_dice(sheet: &Sheet) -> Result<[Die; 6], ContentError> {
    all(Band::ALL, |band| sheet.read_with(sheet.row(band.name())?, "die", "the sides of a die", die_of))
}

/// SKIR-HWF-8: the calibre above which each shelter is denied, by [`Shelter`].
pub(super) fn denials(sheet: &Sheet) -> Result<[Option<u16>; 4], ContentError> {
    let denied = |shelter| sheet.value(shelter, "denied above mm");
    Ok([None, denied("S soft")?, denied("M medium")?, denied("H hard")?])
}

/// A row of the buildings chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Building {
    pub(crate) name: String,
    pub(crate) wall: Wall,
    /// How thick they are, in cm (SKIR-TER-8).
    pub(crate) cm: u8,
    pub(crate) shelter: Shelter,
    pub(crate) terrain: String,
    pub(crate) column: usize,
    pub(crate) lined: bool,
}

/// The class of a wall, as far as rules ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wall {
    /// A trench has none.
    None,
    /// Wood, brick or stone.
    House,
    /// Armored concrete.
    Bunker,
}

kit::spelled!(Wall {
    "-" => Self::None,
    "W" | "B" | "C" => Self::House,
    "A" => Self::Bunker,
});

pub(super) fn buildings(
    sheet: &Sheet,
    collapse: &kit::Table<Collapse>,
) -> Result<Vec<Building>, ContentError> {
    let column = |head: &str| collapse.sheet().column_named(head);
    let building = |row| {
        let terrain: String = sheet.read(row, "terrain row")?;
        Ok(Building {
            name: label(sheet, row).to_owned(),
            wall: sheet.read(row, "wall class")?,
            cm: sheet.read(row, "wall cm")?,
            shelter: sheet.read(row, "shelter")?,
            lined: matches!(terrain.as_str(), "Sand bags" | "Wall"),
            terrain,
            column: sheet.read_with(row, "effects column", "a column of the effects on buildings", column)?,
        })
    };
    (0..sheet.len()).map(building).collect()
}

/// A distance of COMMUNICATIONS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// In mm.
    pub mm: u32,
}

impl Cell for Reach {
    const EXPECTED: &'static str = "a distance such as 16 cm";
    fn read(text: &str) -> Option<Self> {
        let cm: u16 = text.strip_suffix(" cm")?.parse().ok()?;
        Some(Self { mm: u32::from(cm) * 10 })
    }
}

/// A cell of SPOTTING: a distance, or one for woods and another for houses (SKIR-SPT-5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// Both in mm.
    pub mm: [u32; 2],
}

impl Cell for Sight {
    const EXPECTED: &'static str = "a distance in cm, or two such as 40/20";
    fn read(text: &str) -> Option<Self> {
        let (first, second) = text.split_once('/').unwrap_or((text, text));
        let mm = |cm: &str| cm.parse().ok().map(|cm: u16| u32::from(cm) * 10);
        Some(Self { mm: [mm(first)?, mm(second)?] })
    }
}

/// Names in their order, each with its place in a chart.
#[derive(Clone, Debug)]
pub(super) struct Names(Vec<(String, usize)>);

impl Names {
    pub(super) fn of<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut all: Vec<_> = names.enumerate().map(|(place, name)| (name.to_owned(), place)).collect();
        all.sort_unstable();
        Self(all)
    }

    pub(super) fn place(&self, name: &str) -> Option<usize> {
        let found = self.0.binary_search_by(|(known, _)| known.as_str().cmp(name)).ok()?;
        Some(self.0[found].1)
    }
}
