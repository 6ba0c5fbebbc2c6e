//! The seventy units of the chart by small numbers, with all that the board chapters ask about them.

use std::ops::Index;

use kit::IdSet;

use crate::prelude::*;

pub use kit::position::UnitId;

/// How many units the chart has.
pub const UNITS: usize = 70;

pub type Units = IdSet<UnitId, 2>;

kit::spelled! {
    /// What a unit's zone of control does, as long as the unit is Undisrupted.
    pub enum Control {
        /// It stops movement and blocks supply (MARS-ZOC-4).
        Active = "active",
        /// It only blocks supply (MARS-ZOC-5).
        Inactive = "inactive",
        /// The unit cannot be in that state.
        Never = "-",
    }
}

kit::cells! {
    #[derive(Clone, Copy)]
    struct Zone {
        unfortified: Control = "unfortified",
        fortified: Control = "fortified",
    }

    struct Waiting {
        division: String = "division",
        arrives: u8 = "arrives",
        sent_away: u8 = "sent away",
    }
}

/// All units, and those of a kind as sets.
#[derive(Debug)]
pub struct Roster {
    /// The units in the order of the chart.
    pub units: Vec<Unit>,
    /// What they are and may do, by [`UnitType`].
    pub arms: [Arm; 9],
    /// The other half of the division of each unit.
    pub other_half: [Option<UnitId>; UNITS],
    /// The units of each [`Side`].
    pub of_side: [Units; 2],
    /// German infantry class: what garrisons a defence zone (MARS-TER-5, MARS-R15).
    pub garrisons: Units,
    /// Units that may fortify (MARS-FOR-1).
    pub fortifiers: Units,
    pub panzers: Units,
    /// Units whose zone of control is active even unfortified.
    pub always_active: Units,
    /// Units whose zone of control is active when they are fortified.
    pub active_fortified: Units,
    /// The panzer divisions off the map in the order in which they arrive (MARS-REI-3).
    pub arrivals: Vec<UnitId>,
    /// The same in the order in which they are sent away (MARS-VIC-9).
    pub departures: Vec<UnitId>,
}

impl Index<UnitId> for Roster {
    type Output = Unit;
    #[inline]
    fn index(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }
}

impl Roster {
    /// The unit with this name, in whatever case.
    pub fn named(&self, name: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.name.eq_ignore_ascii_case(name)).map(UnitId::new)
    }

    /// What the type of a unit is and may do.
    #[inline]
    pub fn arm(&self, unit: UnitId) -> &Arm {
        &self.arms[self[unit].kind as usize]
    }

    /// Reads the chart of units and what depends on it.
    pub(crate) fn read(tables: &Tables) -> Result<Self, ContentError> {
        let sheet = tables.units.sheet();
        let units: Vec<Unit> = sheet.rows_as()?;
        if units.len() != UNITS {
            return Err(sheet.complain(format!("found {} units, expected {UNITS}", units.len())));
        }
        let arms = tables.unit_types.sheet().rows_named(UnitType::ALL.map(UnitType::name))?;
        let [german, korps, division, brigade]: [Zone; 4] = tables.zones.sheet().rows_named([
            "German unit",
            "Russian korps",
            "Russian division",
            "Russian brigade",
        ])?;
        let zone = |unit: &Unit| match (unit.side, unit.size) {
            (Side::German, _) => german,
            (Side::Russian, Size::Korps) => korps,
            (Side::Russian, Size::Brigade) => brigade,
            (Side::Russian, _) => division,
        };
        let those = |is: &dyn Fn(&Unit, &Arm) -> bool| {
            let rows = units.iter().enumerate().filter(|(_, unit)| is(unit, &arms[unit.kind as usize]));
            rows.map(|(row, _)| UnitId::new(row)).collect()
        };
        let other_half = |row: usize| {
            let same = |other: &Unit| other.division == units[row].division && other.half != units[row].half;
            units.iter().position(same).map(UnitId::new)
        };
        Ok(Self {
            other_half: std::array::from_fn(other_half),
            of_side: Side::ALL.map(|side| those(&|unit, _| unit.side == side)),
            garrisons: those(&|_, arm| arm.garrisons),
            fortifiers: those(&|_, arm| arm.fortifies),
            panzers: those(&|_, arm| arm.panzer),
            always_active: those(&|unit, _| zone(unit).unfortified == Control::Active),
            active_fortified: those(&|unit, _| zone(unit).fortified == Control::Active),
            arrivals: queue(tables, &units, |waiting| waiting.arrives)?,
            departures: queue(tables, &units, |waiting| waiting.sent_away)?,
            units,
            arms,
        })
    }
}

/// The panzer divisions off the map in one of their orders.
fn queue(tables: &Tables, units: &[Unit], place: fn(&Waiting) -> u8) -> Result<Vec<UnitId>, ContentError> {
    let sheet = tables.panzer_queue.sheet();
    let mut queue: Vec<Waiting> = sheet.rows_as()?;
    queue.sort_by_key(place);
    let unit = |Waiting { division, .. }: &Waiting| {
        let row = units.iter().position(|unit| unit.name == *division);
        row.map(UnitId::new)
            .ok_or_else(|| sheet.complain(format!("there is no unit `{division}` in the chart")))
    };
    queue.iter().map(unit).collect()
}
