//! Weapons and devices.

use kit::{ContentError, Sheet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::label;
use crate::words::printed;

printed! {
    /// How far a shot goes, and with which die.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize, Serialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Band {
        /// Up to short range.
        Short = "short",
        /// Up to effective range.
        Effective = "effective",
        /// Up to long range.
        Long = "long",
        /// By the fragments of a burst.
        Fragments = "fragments",
        /// From above, out of indirect fire.
        Indirect = "indirect",
        /// Placed by hand.
        Device = "device",
    }
}

/// The three range limits of a weapon in millimetres.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ranges {
    pub(crate) short: u32,
    pub(crate) effective: u32,
    pub(crate) long: u32,
}

impl Ranges {
    fn read(sheet: &Sheet, row: usize) -> Result<Self, ContentError> {
        let mm = |head| sheet.read::<u16>(row, head).map(|cm| u32::from(cm) * 10);
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
pub(crate) struct Shots {
    pub(crate) stationary: u16,
    pub(crate) moving: u16,
}

/// A small arm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LightWeapon {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) shots: Shots,
    pub(crate) ranges: Ranges,
}

pub(super) fn light(sheet: &Sheet) -> Result<Vec<LightWeapon>, ContentError> {
    let weapon = |row| {
        Ok(LightWeapon {
            id: label(sheet, row).to_owned(),
            name: sheet.read(row, "weapon")?,
            shots: Shots {
                stationary: sheet.read(row, "shots Stationary")?,
                moving: sheet.read(row, "shots Moving")?,
            },
            ranges: Ranges::read(sheet, row)?,
        })
    };
    (0..sheet.len()).map(weapon).collect()
}

/// A row of ARMOR PENETRATION.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArmorRow(pub u8);

/// SKIR-PEN-2, SKIR-PEN-3: a row by its calibre or by the name of a gun or device, in the label column of AP or
/// of HE and AA.
pub(super) fn armor_row(armor: &Sheet, he: bool, name: &str) -> Option<ArmorRow> {
    armor.row_named(usize::from(he), name).map(|row| ArmorRow(row as u8))
}

/// SKIR-FRG-4: the row of fragments.
pub(super) fn fragment_row(armor: &Sheet) -> Result<ArmorRow, ContentError> {
    armor_row(armor, true, "☼")
        .ok_or_else(|| armor.complain("found no row `☼` for fragments, which the rules read".to_owned()))
}

/// SKIR-INC-6: how far a Molotov bomb is thrown.
pub(super) fn molotov_throw(sheet: &Sheet, devices: &[Device]) -> Result<u32, ContentError> {
    let molotov = devices.iter().find(|device| device.id == "Molotov");
    let missing = || sheet.complain("found no device `Molotov`, which the rules read".to_owned());
    molotov.map(|molotov| molotov.throw).ok_or_else(missing)
}

/// The same from a cell of the weapon charts, where a dash stands for none.
fn read_armor_row(
    (sheet, row, head): (&Sheet, usize, &str),
    armor: &Sheet,
    he: bool,
) -> Result<Option<ArmorRow>, ContentError> {
    sheet.read_with(row, head, "a row of the armor chart or -", |name| {
        if name == "-" { Some(None) } else { armor_row(armor, he, name).map(Some) }
    })
}

/// A gun, mortar or launcher.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeavyWeapon {
    /// Its id.
    pub id: String,
    pub(crate) name: String,
    /// Its row of ARMOR PENETRATION with AP, if it has any.
    pub(crate) ap_row: Option<ArmorRow>,
    /// Its row of ARMOR PENETRATION with HE, if it has any.
    pub(crate) he_row: Option<ArmorRow>,
    /// For shelter and buildings, in mm.
    pub(crate) calibre: u16,
    pub(crate) shots: Shots,
    /// The least distance in mm.
    pub(crate) least: u32,
    pub(crate) ranges: Ranges,
    /// How far its bursts throw fragments, in cm.
    pub(crate) radius: u8,
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

pub(super) fn heavy(sheet: &Sheet, armor: &Sheet) -> Result<Vec<HeavyWeapon>, ContentError> {
    let weapon = |row| {
        Ok(HeavyWeapon {
            id: label(sheet, row).to_owned(),
            name: sheet.read(row, "weapon")?,
            ap_row: read_armor_row((sheet, row, "AP row"), armor, false)?,
            he_row: read_armor_row((sheet, row, "HE row"), armor, true)?,
            calibre: sheet.read(row, "HE calibre mm")?,
            shots: Shots { stationary: sheet.read(row, "shots S")?, moving: sheet.read(row, "shots M")? },
            least: u32::from(sheet.read::<u16>(row, "min cm")?) * 10,
            ranges: Ranges::read(sheet, row)?,
            radius: sheet.read(row, "fragments radius cm")?,
        })
    };
    (0..sheet.len()).map(weapon).collect()
}

/// Something thrown or placed by hand (SKIR-ASL-8).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Device {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Its row of ARMOR PENETRATION; a Molotov has none.
    pub(crate) row: Option<ArmorRow>,
    /// How far it is thrown in mm; 0 only in contact.
    pub(crate) throw: u32,
    /// How far it throws fragments or flames, in cm.
    pub(crate) radius: u8,
    /// The calibre it counts as, in mm.
    pub(crate) calibre: u16,
    /// Whether it breaks walls like a shell of 70 mm (SKIR-ASL-7).
    pub(crate) breaks_walls: bool,
    /// Whether it may be used against men and guns.
    pub(crate) against_men: bool,
}

impl Device {
    /// Its name in a sentence: a hand bomb, an explosive bag.
    pub(crate) fn with_article(&self) -> String {
        let article = if self.name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {}", self.name)
    }
}

pub(super) fn devices(sheet: &Sheet, armor: &Sheet) -> Result<Vec<Device>, ContentError> {
    let device = |row| {
        Ok(Device {
            id: label(sheet, row).to_owned(),
            name: sheet.read(row, "device")?,
            row: read_armor_row((sheet, row, "row"), armor, true)?,
            throw: sheet.read::<u16>(row, "throw mm")?.into(),
            radius: sheet.read(row, "radius cm")?,
            calibre: sheet.read(row, "counts as mm")?,
            breaks_walls: sheet.read::<String>(row, "building class")? != "none",
            against_men: sheet.read(row, "on men and guns")?,
        })
    };
    (0..sheet.len()).map(device).collect()
}

/// The length of the rectangle a flame-thrower burns, in mm.
pub(super) fn flame_length(sheet: &Sheet) -> Result<u32, ContentError> {
    Ok(u32::from(sheet.value::<u16>("Flame-thrower", "length cm")?) * 10)
}
