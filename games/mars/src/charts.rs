//! The charts of the game, read once.

use std::sync::LazyLock;

use kit::{Column, Factor, Ladder, Sheet};

use crate::{
    battle::CrtResult,
    units::{Class, Supply, Unit, UnitType},
};

kit::charts! {
    /// The tables as printed.
    pub struct Tables {
        /// Combat results.
        crt: CrtResult = "crt",
        /// What each result does.
        results: String = "results",
        /// How halves are rounded.
        rounding: String = "rounding",
        /// Limits of the odds.
        odds_limits: String = "odds-limits",
        /// Shifts by terrain and Disruption.
        column_shifts: i16 = "column-shifts",
        /// Shifts by supply.
        supply_shifts: i16 = "supply-shifts",
        /// Factors that terrain adds to a defence.
        defence_additions: String = "defence-additions",
        /// How far and by whom units retreat.
        retreats: String = "retreats",
        /// All seventy units.
        units: String = "units",
        /// What each type of unit is and may do.
        unit_types: String = "unit-types",
        /// How many units fit into a hex.
        stacking: String = "stacking",
        /// Whose zone of control does what.
        zones: String = "zones-of-control",
        /// Movement allowances.
        movement: String = "movement",
        /// Movement costs.
        movement_cost: String = "movement-cost",
        /// Supply by the length of the line.
        supply: String = "supply",
        /// The turns.
        calendar: String = "calendar",
        /// How many Russian units may start on the Kalinin Front.
        kalinin_limits: String = "kalinin-limits",
        /// The order of the panzer divisions that wait off the map.
        panzer_queue: String = "panzer-queue",
        /// Points for withdrawn panzers.
        withdrawal: String = "withdrawal",
        /// When a withdrawal counts.
        withdrawal_delay: String = "withdrawal-delay",
        /// What scores.
        victory_points: String = "victory-points",
    }
}

/// The tables and what the combat chapter reads from them.
#[derive(Debug)]
pub struct Charts {
    /// The tables as printed.
    pub tables: Tables,
    /// The odds columns.
    pub ladder: Ladder,
    /// All units in the order of the chart.
    pub units: Vec<Unit>,
    /// Columns for more than half of the attack over a river (MARS-TER-2).
    pub river_shift: i16,
    /// Columns for a defender that is Disrupted already (MARS-ODD-8).
    pub disrupted_reading: i16,
    /// Columns for a defender in a forest, by house option only (MARS-TER-1).
    pub forest_shift: i16,
    /// Columns for the attackers' supply, by [`Supply`].
    pub attacker_supply: [i16; 3],
    /// Columns for a defender's supply, by [`Supply`].
    pub defender_supply: [i16; 3],
    /// What a garrison gains when attacked over the line only (MARS-TER-7).
    pub garrison_bonus: Factor,
    /// The strength of a Russian hex attacked over the line only (MARS-TER-12).
    pub russian_line: Factor,
    /// What a city gives to each eligible unit (MARS-TER-14).
    pub city_bonus: Factor,
    /// What a town gives to one eligible unit (MARS-TER-15).
    pub town_bonus: Factor,
    /// The column that a probe is lowered to (MARS-ODD-7).
    pub probe: Column,
    /// How many times Russian attack factors count, turn by turn (MARS-SET-8).
    pub russian_times: Vec<i32>,
}

/// The charts as published.
pub fn charts() -> &'static Charts {
    static CHARTS: LazyLock<Charts> =
        LazyLock::new(|| Charts::read(Tables::load().expect("the charts of the game")));
    &CHARTS
}

/// The cell of a table of words, which the table's file is known to hold.
fn cell<'t>(sheet: &'t Sheet, row: &str, column: &str) -> &'t str {
    let place = sheet.row_named(0, row).zip(sheet.column_named(column));
    let (row, column) = place.unwrap_or_else(|| panic!("no `{row}`, `{column}` in the table `{}`", sheet.id));
    &sheet.cells(row)[column]
}

fn number<T: std::str::FromStr>(sheet: &Sheet, row: &str, column: &str) -> T {
    let text = cell(sheet, row, column);
    text.parse().unwrap_or_else(|_| panic!("`{text}` is no number in the table `{}`", sheet.id))
}

impl Charts {
    fn read(tables: Tables) -> Self {
        let ladder = tables.crt.sheet().ladder();
        let shifts = tables.column_shifts.sheet();
        let supply = tables.supply_shifts.sheet();
        let additions = tables.defence_additions.sheet();
        let by_supply = |who: &str| Supply::ALL.map(|status| number(supply, status.name(), who));
        let probe = cell(tables.odds_limits.sheet(), "German probe", "odds");
        let probe = tables.crt.sheet().column_named(probe).expect("the probe's column is printed");
        let calendar = tables.calendar.sheet();
        let types: Vec<(String, Class)> = (0..tables.unit_types.sheet().len())
            .map(|row| {
                let sheet = tables.unit_types.sheet();
                let name = sheet.key(row);
                let class = Class::read(cell(sheet, &name, "class")).expect("a class");
                (name, class)
            })
            .collect();
        Self {
            river_shift: number(shifts, "river", "columns"),
            disrupted_reading: number(shifts, "defender already Disrupted", "columns"),
            forest_shift: number(shifts, "forest, only by house option", "columns"),
            attacker_supply: by_supply("attacker"),
            defender_supply: by_supply("defender"),
            garrison_bonus: number(additions, "garrison attacked over the line only", "factors"),
            russian_line: number(additions, "Russian hex over the line only", "factors"),
            city_bonus: number(additions, "city", "factors"),
            town_bonus: number(additions, "town", "factors"),
            probe: Column(probe as i16),
            russian_times: (0..calendar.len())
                .map(|row| number(calendar, &calendar.key(row), "Russian attack times"))
                .collect(),
            units: (0..tables.units.sheet().len())
                .map(|row| Unit::from_chart(tables.units.sheet(), row, &types))
                .collect(),
            ladder,
            tables,
        }
    }

    /// The unit with this name, in whatever case.
    pub fn unit(&self, name: &str) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.name.eq_ignore_ascii_case(name))
    }

    /// The class of a type of unit.
    pub fn class_of(&self, kind: UnitType) -> Class {
        let sheet = self.tables.unit_types.sheet();
        Class::read(cell(sheet, kind.name(), "class")).expect("a class")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_file_is_listed() {
        let mut files: Vec<String> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/data/tables"))
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap().replace(".toml", ""))
            .collect();
        let mut listed: Vec<String> = charts().tables.sheets().iter().map(|sheet| sheet.id.clone()).collect();
        files.sort();
        listed.sort();
        assert_eq!(files, listed);
    }

    #[test]
    fn the_order_of_battle_is_whole() {
        let german = charts().units.iter().filter(|unit| unit.side == crate::units::Side::German).count();
        let russian_attack: i32 = charts()
            .units
            .iter()
            .filter(|unit| unit.side == crate::units::Side::Russian)
            .map(|unit| unit.attack.floor())
            .sum();
        assert_eq!((charts().units.len(), german, russian_attack), (70, 35, 107));
    }
}
