//! The numbers that the board chapters read from the tables, once.

use kit::{ContentError, Factor, Sheet};

use crate::{
    charts,
    units::{Class, Supply},
};

/// How far a unit may move, in half-hexes; none where the chart has a dash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// And still attack (MARS-MOV-2).
    pub to_attack: Option<u8>,
    /// With the operational movement bonus (MARS-MOV-3).
    pub at_most: Option<u8>,
}

impl Allowance {
    /// What is left of it when so many half-hexes have been spent.
    #[must_use]
    pub fn less(self, spent: u8) -> Self {
        let left = |most: Option<u8>| most.map(|most| most.saturating_sub(spent));
        Self { to_attack: left(self.to_attack), at_most: left(self.at_most) }
    }
}

/// What a hex takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stacking {
    /// German division places (MARS-STK-1).
    pub divisions: u8,
    /// How many of them may be panzer divisions (MARS-STK-1).
    pub panzer_divisions: u8,
    /// Places for further Kampfgruppen (MARS-STK-1).
    pub extra_kampfgruppen: u8,
    /// Russian units without a tank brigade among them (MARS-STK-5).
    pub units: u8,
    /// Russian units with a tank brigade (MARS-STK-5).
    pub units_with_brigade: u8,
    /// Russian korps (MARS-STK-6).
    pub korps: u8,
}

/// What scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Points {
    /// MARS-VIC-2
    pub zone_held: i32,
    /// MARS-VIC-3
    pub zone_lost: i32,
    /// MARS-VIC-4
    pub stronghold_isolated: i32,
    /// MARS-VIC-5
    pub stronghold_taken: i32,
    /// MARS-VIC-6
    pub town_taken: i32,
    /// MARS-VIC-7, an infantry division
    pub infantry_division_eliminated: i32,
    /// MARS-VIC-7, a cavalry division
    pub cavalry_division_eliminated: i32,
    /// MARS-VIC-7
    pub kampfgruppe_eliminated: i32,
    /// MARS-VIC-7
    pub panzer_division_eliminated: i32,
    /// MARS-VIC-8
    pub panzer_division_brought_in: i32,
}

/// All of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// By [`Class`], then by [`Supply`].
    pub allowances: [[Allowance; 3]; 2],
    /// Half-hexes for a step, by [`Class`] (MARS-MOV-4).
    pub step: [u8; 2],
    /// Half-hexes for a step along a road link, by [`Class`] (MARS-MOV-4).
    pub road_step: [u8; 2],
    /// What a hex takes.
    pub stacking: Stacking,
    /// The longest line that gives full supply (MARS-SUP-6).
    pub full_line: u8,
    /// The longest line that gives any supply (MARS-SUP-6, MARS-SUP-8).
    pub longest_line: u8,
    /// What scores.
    pub points: Points,
}

fn half_hexes(hexes: Factor) -> u8 {
    (hexes.doubled().floor()) as u8
}

impl Limits {
    /// Reads the tables.
    pub(crate) fn read() -> Result<Self, ContentError> {
        let tables = &charts().tables;
        let (movement, cost) = (tables.movement.sheet(), tables.movement_cost.sheet());
        let allowance = |class: Class, supply: Supply| {
            let hexes = |head: &str| -> Result<Option<u8>, ContentError> {
                let head = format!("{} {head}", class_name(class));
                Ok(movement.value::<Option<u16>>(supply.name(), &head)?.map(|hexes| hexes as u8 * 2))
            };
            Ok(Allowance { to_attack: hexes("to attack")?, at_most: hexes("at most")? })
        };
        let allowances = |class| -> Result<[Allowance; 3], ContentError> {
            Ok([
                allowance(class, Supply::Full)?,
                allowance(class, Supply::Rationed)?,
                allowance(class, Supply::Isolated)?,
            ])
        };
        let costs = |step: &str| -> Result<[u8; 2], ContentError> {
            let of = |class| cost.value(step, class_name(class)).map(half_hexes);
            Ok([of(Class::Infantry)?, of(Class::Mobile)?])
        };
        Ok(Self {
            allowances: [allowances(Class::Infantry)?, allowances(Class::Mobile)?],
            step: costs("any other hex")?,
            road_step: costs("along road link")?,
            stacking: stacking(tables.stacking.sheet())?,
            full_line: longest(tables.supply.sheet(), "status", "full")?,
            longest_line: longest(tables.supply.sheet(), "in supply", "yes")?,
            points: points(tables.victory_points.sheet())?,
        })
    }
}

const fn class_name(class: Class) -> &'static str {
    match class {
        Class::Infantry => "infantry",
        Class::Mobile => "mobile",
    }
}

fn stacking(sheet: &Sheet) -> Result<Stacking, ContentError> {
    let most = |limit| sheet.value(limit, "most");
    Ok(Stacking {
        divisions: most("divisions")?,
        panzer_divisions: most("panzer divisions")?,
        extra_kampfgruppen: most("additional Kampfgruppen")?,
        units: most("units without a tank brigade")?,
        units_with_brigade: most("units with a tank brigade")?,
        korps: most("korps")?,
    })
}

/// The longest supply line with this word in its row.
fn longest(sheet: &Sheet, head: &str, word: &str) -> Result<u8, ContentError> {
    let mut length = 0;
    while sheet.row_for(0, length + 1).map(|row| sheet.read::<String>(row, head)).transpose()?.as_deref()
        == Some(word)
    {
        length += 1;
    }
    Ok(length as u8)
}

fn points(sheet: &Sheet) -> Result<Points, ContentError> {
    let points = |what| sheet.value(what, "points");
    Ok(Points {
        zone_held: points("zone with a German unit in supply")?,
        zone_lost: points("zone without a German unit")?,
        stronghold_isolated: points("Rzhev or Gzhatsk isolated")?,
        stronghold_taken: points("Rzhev or Gzhatsk taken and in supply, more")?,
        town_taken: points("other city or town taken and in supply")?,
        infantry_division_eliminated: points("infantry division eliminated")?,
        cavalry_division_eliminated: points("cavalry division eliminated")?,
        kampfgruppe_eliminated: points("Kampfgruppe eliminated")?,
        panzer_division_eliminated: points("panzer division eliminated")?,
        panzer_division_brought_in: points("panzer division brought in")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MARS-MOV-2, MARS-MOV-3, MARS-MOV-4, MARS-MOV-6, MARS-MOV-7, MARS-SUP-6
    #[test]
    fn the_tables_are_read_in_half_hexes() {
        let limits = Limits::read().unwrap();
        let pairs = limits.allowances.map(|class| class.map(|it| (it.to_attack, it.at_most)));
        let rationed = (Some(2), Some(6));
        assert_eq!(pairs[0], [(Some(4), Some(8)), rationed, (None, Some(4))]);
        assert_eq!(pairs[1], [(Some(6), Some(10)), rationed, (None, None)]);
        assert_eq!((limits.step, limits.road_step), ([2, 2], [2, 1]));
        assert_eq!((limits.full_line, limits.longest_line), (4, 8));
    }
}
