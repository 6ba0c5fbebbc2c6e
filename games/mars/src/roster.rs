//! The seventy units of the chart by small numbers, with all that the board chapters ask about them.

use std::{fmt, sync::LazyLock};

use kit::{Cell, ContentError};

use crate::{
    charts,
    units::{Class, Side, Unit},
};

/// How many units the chart has.
pub const UNITS: usize = 70;

/// A unit by its place in the chart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(u8);

impl UnitId {
    /// The unit in this row of the chart.
    pub const fn new(row: usize) -> Self {
        assert!(row < UNITS, "a unit of the chart");
        Self(row as u8)
    }

    /// The unit with this name, in whatever case.
    pub fn named(name: &str) -> Option<Self> {
        charts().unit(name).map(|unit| Self(unit.order as u8))
    }

    /// For arrays with one entry a unit.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What the chart says of it.
    #[inline]
    pub fn piece(self) -> &'static Piece {
        &roster().pieces[self.index()]
    }

    /// Its name on the counter.
    pub fn name(self) -> &'static str {
        &self.unit().name
    }

    /// The unit as battles know it.
    pub fn unit(self) -> &'static Unit {
        &charts().units[self.index()]
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

kit::id_set! {
    /// A set of units.
    pub struct Units(u128) of UnitId;
}

/// How large a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// A Russian tank brigade.
    Brigade,
    /// Half a German division.
    Kampfgruppe,
    /// A division.
    Division,
    /// A Russian corps of any arm.
    Korps,
}

impl Cell for Size {
    const EXPECTED: &'static str = "brigade, kampfgruppe, division or korps";
    fn read(text: &str) -> Option<Self> {
        match text {
            "brigade" => Some(Self::Brigade),
            "kampfgruppe" => Some(Self::Kampfgruppe),
            "division" => Some(Self::Division),
            "korps" => Some(Self::Korps),
            _ => None,
        }
    }
}

/// What a unit's zone of control does, as long as the unit is Undisrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// It stops movement and blocks supply (MARS-ZOC-4).
    Active,
    /// It only blocks supply (MARS-ZOC-5).
    Inactive,
    /// The unit cannot be in that state.
    Never,
}

impl Cell for Control {
    const EXPECTED: &'static str = "active, inactive or -";
    fn read(text: &str) -> Option<Self> {
        match text {
            "active" => Some(Self::Active),
            "inactive" => Some(Self::Inactive),
            "-" => Some(Self::Never),
            _ => None,
        }
    }
}

/// A unit of the chart as the board chapters see it (MARS-GEN-3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Infantry class or mobile class.
    pub class: Class,
    /// Its size.
    pub size: Size,
    /// Attack factor.
    pub attack: u8,
    /// Defence factor.
    pub defence: u8,
    /// What fortification adds to its defence.
    pub fort: u8,
    /// Whether it is a Russian Guards unit.
    pub guards: bool,
    /// The other half of its division.
    pub other_half: Option<UnitId>,
    /// Whether it is of the panzer type.
    pub panzer: bool,
    /// Whether it may fortify (MARS-FOR-1).
    pub fortifies: bool,
    /// How many hexes it may advance after combat (MARS-ADV-4).
    pub advance: u8,
}

/// A unit as its counter shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    /// Its type, as the chart spells it.
    pub kind: String,
    /// Its size, as the chart spells it.
    pub size: String,
    /// How a Disrupted one is shown: turned to face the enemy, or by its smoking side (MARS-DIS-2).
    pub disrupted_shows: String,
}

/// All units, and those of a kind as sets.
#[derive(Debug)]
pub struct Roster {
    /// The units in the order of the chart.
    pub pieces: [Piece; UNITS],
    /// How they look.
    pub faces: Vec<Face>,
    /// The units of each [`Side`].
    pub of_side: [Units; 2],
    /// German infantry class: what garrisons a defence zone (MARS-TER-5, MARS-R15).
    pub garrisons: Units,
    /// Units that may fortify (MARS-FOR-1).
    pub fortifiers: Units,
    /// Units whose zone of control is active even unfortified.
    pub always_active: Units,
    /// Units whose zone of control is active when they are fortified.
    pub active_fortified: Units,
    /// The panzer divisions off the map in the order in which they arrive (MARS-REI-3).
    pub arrivals: Vec<UnitId>,
    /// The same in the order in which they are sent away (MARS-VIC-9).
    pub departures: Vec<UnitId>,
}

/// The units as published.
pub fn roster() -> &'static Roster {
    static ROSTER: LazyLock<Roster> = LazyLock::new(|| Roster::read().expect("the units of the game"));
    &ROSTER
}

impl Roster {
    fn read() -> Result<Self, ContentError> {
        let tables = &charts().tables;
        let (units, types, zones) = (tables.units.sheet(), tables.unit_types.sheet(), tables.zones.sheet());
        let mut pieces = Vec::with_capacity(UNITS);
        let mut faces = Vec::with_capacity(UNITS);
        let (mut garrisons, mut always_active, mut active_fortified) =
            (Units::NONE, Units::NONE, Units::NONE);
        for (row, unit) in charts().units.iter().enumerate() {
            let id = UnitId::new(row);
            let kind: String = units.read(row, "type")?;
            let size: Size = units.read(row, "size")?;
            let of_zone = match (unit.side, size) {
                (Side::German, _) => "German unit",
                (Side::Russian, Size::Korps) => "Russian korps",
                (Side::Russian, Size::Brigade) => "Russian brigade",
                (Side::Russian, _) => "Russian division",
            };
            for (state, active) in [("unfortified", &mut always_active), ("fortified", &mut active_fortified)]
            {
                if zones.value::<Control>(of_zone, state)? == Control::Active {
                    active.insert(id);
                }
            }
            if types.value(&kind, "garrison")? {
                garrisons.insert(id);
            }
            let tag: String = units.read(row, "tag")?;
            let of_division = |other: &usize| {
                *other != row && tag != "-" && units.read::<String>(*other, "tag").is_ok_and(|its| its == tag)
            };
            pieces.push(Piece {
                side: unit.side,
                class: unit.class,
                size,
                attack: unit.attack.floor() as u8,
                defence: unit.defence.floor() as u8,
                fort: unit.fort.floor() as u8,
                guards: unit.guards,
                other_half: (0..units.len()).find(of_division).map(UnitId::new),
                panzer: types.value(&kind, "panzer")?,
                fortifies: types.value(&kind, "fortifies")?,
                advance: types.value(&kind, "advance")?,
            });
            faces.push(Face {
                size: units.read(row, "size")?,
                disrupted_shows: types.value(&kind, "Disrupted shows")?,
                kind,
            });
        }
        let fortifiers = (0..UNITS).filter(|&row| pieces[row].fortifies).map(UnitId::new).collect();
        let side = |side| (0..UNITS).filter(|&row| pieces[row].side == side).map(UnitId::new).collect();
        Ok(Self {
            arrivals: queue("arrives")?,
            departures: queue("sent away")?,
            of_side: [side(Side::Russian), side(Side::German)],
            pieces: pieces.try_into().expect("seventy units"),
            faces,
            garrisons,
            fortifiers,
            always_active,
            active_fortified,
        })
    }
}

/// The panzer divisions off the map in the order of a column.
fn queue(column: &str) -> Result<Vec<UnitId>, ContentError> {
    let sheet = charts().tables.panzer_queue.sheet();
    let mut queue = Vec::new();
    for row in 0..sheet.len() {
        let place: u8 = sheet.read(row, column)?;
        let unit = UnitId::named(&sheet.key(row)).expect("a unit of the chart");
        queue.push((place, unit));
    }
    queue.sort_unstable();
    Ok(queue.into_iter().map(|(_, unit)| unit).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MARS-GEN-3, MARS-TER-5
    #[test]
    fn the_sets_of_the_roster() {
        let roster = roster();
        assert_eq!(roster.of_side.map(Units::len), [35, 35]);
        assert_eq!(roster.garrisons.len(), 21, "the German infantry divisions");
        let named = |name| UnitId::named(name).unwrap();
        assert_eq!(named("9.Pz a").piece().other_half, Some(named("9.Pz b")));
        assert_eq!(named("12.Pz").piece().other_half, None);
        assert_eq!((roster.always_active - roster.of_side[1]).len(), 7, "the Russian korps");
        assert_eq!((roster.active_fortified - roster.of_side[1]).len(), 24, "korps and divisions");
        assert!(named("8 GRK").piece().guards && named("8 GRK").piece().fortifies);
        assert_eq!(Units::of(named("240")).iter().next(), Some(named("240")), "beyond the 64th bit");
    }
}
