//! Teams, guns, vehicles, and what the ground does to them.

mod read;

use kit::{ContentError, Sheet};
pub(super) use read::Reader;

use super::{Charts, EffectColumn, Tables, armoury::Shots, label};
use crate::words::{Going, Shelter};

/// What kind of unit it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Infantry on foot.
    Infantry,
    /// A mortar with its men.
    Mortar,
    /// A gun with its crew.
    Gun,
    /// A vehicle of the size class at this place.
    Vehicle(usize),
}

/// What a size class is on the charts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SizeClass {
    pub(crate) name: String,
    pub(crate) fire: usize,
    pub(crate) body: EffectColumn,
    pub(crate) mine: usize,
    pub(crate) flame: usize,
    pub(crate) spotting: u8,
    /// Whether it runs on tracks.
    pub(crate) tracked: bool,
    /// Thickness of its running gear in cm (SKIR-HWF-11).
    pub(crate) running_gear: u8,
    /// SKIR-GEO-4.
    pub(crate) size: Size,
}

/// SKIR-GEO-4: length, width and height of a row.
fn size_in(sheet: &Sheet, row: usize) -> Result<Size, ContentError> {
    Ok(Size {
        length: sheet.read(row, "length mm")?,
        width: sheet.read(row, "width mm")?,
        height: sheet.read(row, "height mm")?,
    })
}

pub(super) fn sizes(tables: &Tables) -> Result<Vec<SizeClass>, ContentError> {
    let sheet = tables.size_classes.sheet();
    let column = |row, head: &str, chart: &Sheet| {
        sheet.read_with(row, head, "a column of the chart it leads to", |name| chart.column_named(name))
    };
    let tracked = |part: &str| match part {
        "track" => Some(true),
        "wheel" => Some(false),
        _ => None,
    };
    let size = |row| {
        Ok(SizeClass {
            name: label(sheet, row).to_owned(),
            fire: column(row, "fire column", tables.fire.sheet())?,
            body: EffectColumn(column(row, "body column", tables.effects.sheet())? as u8),
            mine: column(row, "mine column", tables.mines.sheet())?,
            flame: column(row, "flame column", tables.flames.sheet())?,
            spotting: sheet.read(row, "spotting group")?,
            tracked: sheet.read_with(row, "running part", "track or wheel", tracked)?,
            running_gear: sheet.read(row, "running gear cm")?,
            size: size_in(sheet, row)?,
        })
    };
    (0..sheet.len()).map(size).collect()
}

/// Turret or casemate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UpperPart {
    /// It turns.
    Turret,
    /// It does not.
    Casemate,
}

/// One weapon of a unit and how many men or mounts have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hold {
    /// The id of the light weapon.
    pub(crate) weapon: String,
    /// Its place in the chart of light weapons.
    pub(crate) place: usize,
    /// How many have it.
    pub count: u8,
    /// In which rank its bearers fall (SKIR-LWF-9).
    pub(crate) rank: u8,
    /// How many of them carry a flame-thrower too.
    pub flames: u8,
}

/// A row of the unit charts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its id, such as `G-PZ4G`.
    pub id: String,
    pub(crate) name: String,
    pub(crate) class: Class,
    /// Men of a team, or crew.
    pub men: u8,
    /// Passengers it can take.
    pub capacity: u8,
    pub(crate) cs: u8,
    /// Commander Rank of its leader.
    pub(crate) cr: u8,
    /// Tactical movement in mm.
    pub tactical: u32,
    /// Its movement class as TERRAIN EFFECTS names it.
    pub(crate) movement: String,
    /// The place of that class among the going of a terrain (SKIR-MOV-2).
    pub(crate) going: usize,
    /// Its light weapons, the leader's first.
    pub light: Vec<Hold>,
    /// The place of its heavy weapon in their chart.
    pub(crate) heavy: Option<usize>,
    /// The mount whose machine gun that is, where it may fire as a heavy weapon instead (note to the charts: the .50 as an AA
    /// weapon).
    pub(crate) aa_mount: Option<u8>,
    /// Body armor front, side, rear in cm.
    pub(crate) body: [u8; 3],
    /// Turret or casemate and its armor.
    pub(crate) upper: Option<(UpperPart, [u8; 3])>,
    /// Top armor in cm.
    pub(crate) top: u8,
    /// Whether it is open above.
    pub(crate) open_top: bool,
    /// Thickness of a gun's shield in cm.
    pub(crate) shield: u8,
    /// Whether it has a radio.
    pub radio: bool,
    /// Whether only the platoon commander's has one.
    pub(crate) radio_of_commander: bool,
    pub(crate) devices: Vec<(u8, String)>,
    /// What it is worth (SKIR-VIC-1).
    pub points: u16,
    /// The footprint and height of the model, or of one man (SKIR-GEO-4).
    pub size: Size,
    /// What each man of a team bears, in the order of the chart (SKIR-R83).
    pub(crate) arms: Vec<Arm>,
}

/// Length, width and height in mm (SKIR-GEO-4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Along its heading.
    pub length: u16,
    /// Across it.
    pub width: u16,
    /// Up.
    pub height: u16,
}

/// What a man of a team bears (SKIR-R83).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm {
    /// The place of his light weapon in its chart.
    pub light: Option<u8>,
    /// Whether he bears the heavy weapon of the team, other than a mortar.
    pub heavy: bool,
    /// Whether he bears a flame-thrower.
    pub flame: bool,
    /// In which rank he falls (SKIR-LWF-9).
    pub rank: u8,
}

impl Unit {
    /// SKIR-GEN-7: armored from 1 cm on the front of the body.
    pub fn is_armored(&self) -> bool {
        self.is_vehicle() && self.body[0] >= 1
    }

    /// Whether it is a vehicle of any size.
    pub const fn is_vehicle(&self) -> bool {
        matches!(self.class, Class::Vehicle(_))
    }

    /// Whether it is a team on foot, a mortar's included.
    pub const fn is_team(&self) -> bool {
        matches!(self.class, Class::Infantry | Class::Mortar)
    }

    /// SKIR-R83: the first man who does not bear the machine gun or special weapon leads.
    pub fn first_leader(&self) -> u8 {
        let plain = self.arms.iter().position(|arm| arm.rank <= PLAIN_RANK);
        plain.unwrap_or(0) as u8
    }

    /// What a terrain row lets its men do on foot (SKIR-MOV-2).
    pub(crate) fn going_afoot(&self, charts: &Charts, row: usize) -> Going {
        let going = if self.is_team() { self.going } else { charts.on_foot };
        charts.terrains[row].going[going]
    }

    /// How many machine guns it has to lose.
    pub fn machine_guns(&self) -> u8 {
        if self.is_team() { 0 } else { self.light.iter().map(|hold| hold.count).sum() }
    }

    /// How many of a device it has.
    pub fn devices_of(&self, id: &str) -> u8 {
        self.devices.iter().find(|(_, known)| known == id).map_or(0, |(count, _)| *count)
    }

    /// SKIR-CRW-1 to SKIR-CRW-5 are for those who serve something: vehicles, guns and mortars.
    pub const fn has_crew(&self) -> bool {
        !matches!(self.class, Class::Infantry)
    }
}

/// SKIR-LWF-9: riflemen, men with submachine guns and assistants bear nothing special.
const PLAIN_RANK: u8 = 3;

/// A row of TERRAIN EFFECTS.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Terrain {
    pub(crate) name: String,
    /// What it is worth to a man in it (SKIR-TER-1).
    pub(crate) shelter: Shelter,
    /// What it lets each movement class do; a unit has its place in [`Unit::going`].
    pub(crate) going: Vec<Going>,
}

pub(super) fn terrains(sheet: &Sheet) -> Result<Vec<Terrain>, ContentError> {
    let terrain = |row: usize| {
        let going = sheet.heads()[1..].iter().map(|head| sheet.read(row, head));
        Ok(Terrain {
            name: label(sheet, row).to_owned(),
            shelter: sheet.read(row, "SHELTER")?,
            going: going.collect::<Result<_, ContentError>>()?,
        })
    };
    (0..sheet.len()).map(terrain).collect()
}

impl Shots {
    /// The number of a maneuver.
    pub const fn of(self, moving: bool) -> u16 {
        if moving { self.moving } else { self.stationary }
    }
}
