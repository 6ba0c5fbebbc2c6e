//! The seventy units of the chart by small numbers, with all that the board chapters ask about them.

use std::ops::Index;

use kit::ContentError;

use crate::{Class, Half, Side, Tables, Unit};

/// How many units the chart has.
pub const UNITS: usize = 70;

/// A unit by its place in the chart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(u8);

impl UnitId {
    /// The unit in this row of the chart.
    pub const fn new(row: usize) -> Self {
        assert!(row < UNITS, "a unit of the chart");
        Self(row as u8)
    }

    /// For arrays with one entry a unit.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
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

kit::spelled!(Size {
    "brigade" => Self::Brigade,
    "kampfgruppe" => Self::Kampfgruppe,
    "division" => Self::Division,
    "korps" => Self::Korps,
});

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

kit::spelled!(Control {
    "active" => Self::Active,
    "inactive" => Self::Inactive,
    "-" => Self::Never,
});

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
    /// The units as battles know them, in the order of the chart.
    pub units: Vec<Unit>,
    /// The same as the board chapters see them.
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

impl Index<UnitId> for Roster {
    type Output = Piece;
    #[inline]
    fn index(&self, unit: UnitId) -> &Piece {
        &self.pieces[unit.index()]
    }
}

impl Roster {
    /// The unit with this name, in whatever case.
    pub fn named(&self, name: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.name.eq_ignore_ascii_case(name)).map(UnitId::new)
    }

    /// The name of a unit on its counter.
    pub fn name(&self, unit: UnitId) -> &str {
        &self.units[unit.index()].name
    }

    /// Reads the chart of units and what depends on it.
    pub(crate) fn read(tables: &Tables) -> Result<Self, ContentError> {
        let (sheet, types, zones) = (tables.units.sheet(), tables.unit_types.sheet(), tables.zones.sheet());
        let (mut units, mut pieces, mut faces) = (Vec::new(), Vec::new(), Vec::new());
        let [mut garrisons, mut always_active, mut active_fortified] = [Units::NONE; 3];
        for row in 0..sheet.len().min(UNITS) {
            let id = UnitId::new(row);
            let text = |head| sheet.read::<String>(row, head);
            let (kind, tag) = (text("type")?, text("tag")?);
            let (side, how_large) = (sheet.read(row, "side")?, sheet.read(row, "size")?);
            let half = match text("letter")?.as_str() {
                "a" => Some(Half::A),
                "b" => Some(Half::B),
                _ => None,
            };
            let unit = Unit {
                name: sheet.key(row),
                side,
                attack: sheet.read(row, "attack")?,
                defence: sheet.read(row, "defence")?,
                fort: sheet.read(row, "fort")?,
                guards: sheet.read(row, "guards")?,
                half_of_14_pgd: half.filter(|_| tag == "14.PGD"),
                order: row as u16,
            };
            let of_zone = match (side, how_large) {
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
            let of_division = |other: &usize| {
                *other != row && tag != "-" && sheet.read::<String>(*other, "tag").is_ok_and(|its| its == tag)
            };
            pieces.push(Piece {
                side,
                class: types.value(&kind, "class")?,
                size: how_large,
                attack: unit.attack.floor() as u8,
                defence: unit.defence.floor() as u8,
                fort: unit.fort.floor() as u8,
                guards: unit.guards,
                other_half: (0..sheet.len()).find(of_division).map(UnitId::new),
                panzer: types.value(&kind, "panzer")?,
                fortifies: types.value(&kind, "fortifies")?,
                advance: types.value(&kind, "advance")?,
            });
            faces.push(Face {
                size: text("size")?,
                disrupted_shows: types.value(&kind, "Disrupted shows")?,
                kind,
            });
            units.push(unit);
        }
        let pieces: [Piece; UNITS] = pieces
            .try_into()
            .map_err(|_| sheet.complain(format!("found {} units, expected {UNITS}", sheet.len())))?;
        let those = |is: &dyn Fn(&Piece) -> bool| {
            (0..UNITS).filter(|&row| is(&pieces[row])).map(UnitId::new).collect()
        };
        Ok(Self {
            arrivals: queue(tables, &units, "arrives")?,
            departures: queue(tables, &units, "sent away")?,
            of_side: [Side::Russian, Side::German].map(|side| those(&|piece| piece.side == side)),
            fortifiers: those(&|piece| piece.fortifies),
            units,
            pieces,
            faces,
            garrisons,
            always_active,
            active_fortified,
        })
    }
}

/// The panzer divisions off the map in the order of a column.
fn queue(tables: &Tables, units: &[Unit], column: &str) -> Result<Vec<UnitId>, ContentError> {
    let sheet = tables.panzer_queue.sheet();
    let mut queue = Vec::new();
    for row in 0..sheet.len() {
        let place: u8 = sheet.read(row, column)?;
        let name = sheet.key(row);
        let unit = units.iter().position(|unit| unit.name == name);
        let unit = unit.ok_or_else(|| sheet.complain(format!("there is no unit `{name}` in the chart")))?;
        queue.push((place, UnitId::new(unit)));
    }
    queue.sort_unstable();
    Ok(queue.into_iter().map(|(_, unit)| unit).collect())
}
