//! Single figures of the rules and small charts, read into plain fields.

use kit::{Cell, ContentError, Die, Sheet};

use super::{Band, label};
use crate::{
    situation::Maneuver,
    spotting::Status,
    words::{Collapse, Shelter},
};

/// Figures of the rules; distances in mm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Within it a commander lends his CR (SKIR-GEN-3).
    pub rank_lent: u32,
    /// Within it soldiers always understand each other (SKIR-COM-4).
    pub understood: u32,
    /// How far those in one trench understand each other (SKIR-COM-4).
    pub entrenched: u32,
    /// Within it a vehicle spots with the infantry beside it (SKIR-SPT-10).
    pub spots_with_infantry: u32,
    /// From so much higher the top can be struck (SKIR-HWF-9).
    pub above: i32,
    /// The height of a floor (SKIR-GEO-13).
    pub floor: i32,
    /// What a floor takes off a move.
    pub floor_climb: u32,
    /// Men who may assault one vehicle or building (SKIR-ASL-6).
    pub assailants: u32,
    /// Devices used in one action outside an assault (SKIR-ASL-8).
    pub devices: u32,
    /// Within it an enemy takes the surrender of those who flee (SKIR-MOR-8).
    pub surrender: u32,
    /// Degrees on either side of the line of fire that fly over (SKIR-SCT-8).
    pub overflight: u16,
    /// The tangent of the angle up to which a shot is square, in millionths (SKIR-GEO-11).
    pub square_tangent: i64,
    /// Tactical movement of infantry (SKIR-MOV-1).
    pub on_foot: u32,
    /// Points of a move for each mm (SKIR-MOV-5).
    pub points: u64,
}

impl Limits {
    pub(super) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let figure = |limit| sheet.value::<u16>(limit, "figure");
        let mm = |limit| figure(limit).map(u32::from);
        Ok(Self {
            rank_lent: mm("commander lends his CR")?,
            understood: mm("soldiers always understand")?,
            entrenched: mm("entrenched reach")?,
            spots_with_infantry: mm("vehicle beside infantry spots with it")?,
            above: figure("high enough above")?.into(),
            floor: figure("height of a floor")?.into(),
            floor_climb: mm("allowance for a floor")?,
            assailants: mm("men against one vehicle or building")?,
            devices: mm("devices outside an assault")?,
            surrender: mm("surrender to an enemy within")?,
            overflight: figure("overflight on either side")?,
            square_tangent: sheet.value::<i32>("tangent of it in millionths", "figure")?.into(),
            on_foot: mm("infantry tactical")?,
            points: figure("budget for each mm")?.into(),
        })
    }
}

/// What the chart of maneuvers says of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ManeuverLine {
    /// Whether it is a complex one.
    pub(crate) complex: bool,
    /// Its shots.
    pub(crate) fire: Fire,
    /// What movement is divided by; 0 where there is none.
    pub(crate) divisor: u32,
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
            divisor: sheet.read::<u16>(row, "divisor")?.into(),
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
    name: String,
    /// Its walls.
    pub(crate) wall: Wall,
    /// How thick they are, in cm (SKIR-TER-8).
    pub(crate) cm: u8,
    /// What it is worth to a man inside.
    pub(crate) shelter: Shelter,
    /// Its row of TERRAIN EFFECTS.
    pub(crate) terrain: String,
    /// Its column of EFFECTS AGAINST BUILDINGS.
    pub(crate) column: usize,
}

impl Building {
    /// Sand bags and garden walls are lined, not entered.
    pub(crate) fn is_lined(&self) -> bool {
        matches!(self.terrain.as_str(), "Sand bags" | "Wall")
    }
}

/// The class of a wall, as far as rules ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wall {
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

/// The buildings by their names.
#[derive(Clone, Debug)]
pub(super) struct Buildings(Vec<Building>);

impl Buildings {
    pub(super) fn read(sheet: &Sheet, collapse: &kit::Table<Collapse>) -> Result<Self, ContentError> {
        let column = |head: &str| collapse.sheet().column_named(head);
        let building = |row| {
            Ok(Building {
                name: label(sheet, row).to_owned(),
                wall: sheet.read(row, "wall class")?,
                cm: sheet.read(row, "wall cm")?,
                shelter: sheet.read(row, "shelter")?,
                terrain: sheet.read(row, "terrain row")?,
                column: sheet.read_with(
                    row,
                    "effects column",
                    "a column of the effects on buildings",
                    column,
                )?,
            })
        };
        Ok(Self((0..sheet.len()).map(building).collect::<Result<_, _>>()?))
    }

    pub(super) fn named(&self, name: &str) -> Option<&Building> {
        self.0.iter().find(|building| building.name == name)
    }
}

/// How many rays of sight must reach a target (SKIR-SPT-2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rays {
    pub(crate) model: u8,
    pub(crate) bike: u8,
    pub(crate) man: u8,
}

impl Rays {
    pub(super) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let rays = |target| sheet.value(target, "must pass");
        Ok(Self { model: rays("vehicle or gun")?, bike: rays("bike")?, man: rays("miniature")? })
    }
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
