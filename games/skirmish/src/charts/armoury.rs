//! Weapons and devices.

use std::str::FromStr;

use kit::{ContentError, Sheet};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Source, sheet};

/// A chart whose rows are read field by field; a bad field is reported at its row.
pub(super) struct Rows {
    source: Source,
    pub(super) sheet: Sheet,
}

impl Rows {
    pub(super) fn load(source: Source) -> Result<Self, ContentError> {
        Ok(Self { source, sheet: sheet(source)? })
    }

    pub(super) fn label(&self, row: usize) -> &str {
        self.sheet.labels(row).next().unwrap_or("")
    }

    pub(super) fn wrong(&self, row: usize, message: String) -> ContentError {
        let (file, text) = self.source;
        let at = text.find(&format!("\n{}", self.label(row))).map_or(0, |newline| newline + 1);
        ContentError::at(file, text, at, message)
    }

    pub(super) fn words(&self, row: usize, head: &str) -> Result<&str, ContentError> {
        match self.sheet.column_named(head) {
            Some(column) => Ok(&self.sheet.cells(row)[column]),
            None => Err(self.wrong(row, format!("found no column `{head}`"))),
        }
    }

    pub(super) fn number<T: FromStr>(&self, row: usize, head: &str) -> Result<T, ContentError> {
        let words = self.words(row, head)?;
        words.parse().map_err(|_| self.wrong(row, format!("found {head} `{words}`, expected a whole number")))
    }
}

/// How far a shot goes, and with which die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Band {
    /// Up to short range.
    Short,
    /// Up to effective range.
    Effective,
    /// Up to long range.
    Long,
    /// By the fragments of a burst.
    Fragments,
    /// From above, out of indirect fire.
    Indirect,
    /// Placed by hand.
    Device,
}

impl Band {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Short, Self::Effective, Self::Long, Self::Fragments, Self::Indirect, Self::Device];

    /// Its name in the chart of range dice.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Effective => "effective",
            Self::Long => "long",
            Self::Fragments => "fragments",
            Self::Indirect => "indirect",
            Self::Device => "device",
        }
    }
}

/// The three range limits of a weapon in millimetres.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranges {
    short: u32,
    effective: u32,
    /// Beyond this it cannot fire.
    pub long: u32,
}

impl Ranges {
    fn read(rows: &Rows, row: usize) -> Result<Self, ContentError> {
        let mm = |head| Ok::<u32, ContentError>(rows.number::<u32>(row, head)? * 10);
        Ok(Self { short: mm("short cm")?, effective: mm("effective cm")?, long: mm("long cm")? })
    }

    /// SKIR-LWF-3, SKIR-HWF-2: the band of a distance; every limit is inclusive (SKIR-R52).
    pub const fn band(&self, mm: u32) -> Option<Band> {
        if mm <= self.short {
            Some(Band::Short)
        } else if mm <= self.effective {
            Some(Band::Effective)
        } else if mm <= self.long {
            Some(Band::Long)
        } else {
            None
        }
    }
}

/// Shots of an action: standing still and on the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shots {
    /// The Stationary number.
    pub stationary: u16,
    /// The Moving number.
    pub moving: u16,
}

/// A small arm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LightWeapon {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its shots.
    pub shots: Shots,
    /// Its ranges.
    pub ranges: Ranges,
}

pub(super) fn light(source: Source) -> Result<Vec<LightWeapon>, ContentError> {
    let rows = Rows::load(source)?;
    let weapon = |row| {
        Ok(LightWeapon {
            id: rows.label(row).to_owned(),
            name: rows.words(row, "weapon")?.to_owned(),
            shots: Shots {
                stationary: rows.number(row, "shots Stationary")?,
                moving: rows.number(row, "shots Moving")?,
            },
            ranges: Ranges::read(&rows, row)?,
        })
    };
    (0..rows.sheet.len()).map(weapon).collect()
}

/// A row of ARMOR PENETRATION.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArmorRow(pub u8);

/// SKIR-PEN-2, SKIR-PEN-3: a row by its calibre or by the name of a gun or device, in the label column of AP or
/// of HE and AA.
pub(super) fn armor_row(armor: &Sheet, he: bool, name: &str) -> Option<ArmorRow> {
    armor.row_named(usize::from(he), name).map(|row| ArmorRow(row as u8))
}

/// A gun, mortar or launcher.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeavyWeapon {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its row of ARMOR PENETRATION with AP, if it has any.
    pub ap_row: Option<ArmorRow>,
    /// Its row of ARMOR PENETRATION with HE, if it has any.
    pub he_row: Option<ArmorRow>,
    /// For shelter and buildings, in mm.
    pub calibre: u16,
    /// Its shells in an action.
    pub shots: Shots,
    /// The least distance in mm.
    pub least: u32,
    /// Its ranges.
    pub ranges: Ranges,
    /// How far its bursts throw fragments, in cm.
    pub radius: u8,
}

impl HeavyWeapon {
    /// SKIR-HWF-17: a mortar has one range figure for all bands and no AP.
    pub fn is_mortar(&self) -> bool {
        self.ap_row.is_none() && self.least > 0 && self.ranges.short == self.ranges.long
    }

    /// SKIR-HWF-18: Bazooka, PIAT and Panzerfaust have no HE but burst where they hit.
    pub fn is_launcher(&self) -> bool {
        self.he_row.is_none() && self.radius > 0
    }
}

pub(super) fn heavy(source: Source, armor: &Sheet) -> Result<Vec<HeavyWeapon>, ContentError> {
    let rows = Rows::load(source)?;
    let row_of = |row, head, he| {
        let name = rows.words(row, head)?;
        match armor_row(armor, he, name) {
            _ if name == "-" => Ok(None),
            None => Err(rows.wrong(row, format!("found {head} `{name}`, which the armor chart lacks"))),
            found => Ok(found),
        }
    };
    let weapon = |row| {
        Ok(HeavyWeapon {
            id: rows.label(row).to_owned(),
            name: rows.words(row, "weapon")?.to_owned(),
            ap_row: row_of(row, "AP row", false)?,
            he_row: row_of(row, "HE row", true)?,
            calibre: rows.number(row, "HE calibre mm")?,
            shots: Shots { stationary: rows.number(row, "shots S")?, moving: rows.number(row, "shots M")? },
            least: rows.number::<u32>(row, "min cm")? * 10,
            ranges: Ranges::read(&rows, row)?,
            radius: rows.number(row, "fragments radius cm")?,
        })
    };
    (0..rows.sheet.len()).map(weapon).collect()
}

/// Something thrown or placed by hand (SKIR-ASL-8).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its row of ARMOR PENETRATION; a Molotov has none.
    pub row: Option<ArmorRow>,
    /// How far it is thrown in mm; 0 only in contact.
    pub throw: u32,
    /// How far it throws fragments or flames, in cm.
    pub radius: u8,
    /// The calibre it counts as, in mm.
    pub calibre: u16,
    /// Whether it breaks walls like a shell of 70 mm (SKIR-ASL-7).
    pub breaks_walls: bool,
    /// Whether it may be used against men and guns.
    pub against_men: bool,
}

pub(super) fn devices(source: Source, armor: &Sheet) -> Result<Vec<Device>, ContentError> {
    let rows = Rows::load(source)?;
    let device = |row| {
        let printed = rows.words(row, "row")?;
        Ok(Device {
            id: rows.label(row).to_owned(),
            name: rows.words(row, "device")?.to_owned(),
            row: armor_row(armor, true, printed).filter(|_| printed != "-"),
            throw: rows.number(row, "throw mm")?,
            radius: rows.number(row, "radius cm")?,
            calibre: rows.number(row, "counts as mm")?,
            breaks_walls: rows.words(row, "building class")? != "none",
            against_men: rows.words(row, "on men and guns")? == "yes",
        })
    };
    (0..rows.sheet.len()).map(device).collect()
}

/// The length of the rectangle a flame-thrower burns, in mm.
pub(super) fn flame_length(source: Source) -> Result<u32, ContentError> {
    let rows = Rows::load(source)?;
    let row = rows.sheet.row_named(0, "Flame-thrower");
    let row = row.ok_or_else(|| rows.wrong(0, "found no `Flame-thrower`".into()))?;
    Ok(rows.number::<u32>(row, "length cm")? * 10)
}
