//! The charts of the game, and what the combat chapter reads from them.

use kit::{Column, ContentError, Factor, Ladder, content::Sources};

mod retreats;

pub use retreats::{Nation, Retreats};

use crate::{
    CrtResult, Roster, Side, Supply,
    battle::results::{Effect, Rounding},
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
        /// The same for the learning scenario.
        withdrawal_vazuza: String = "withdrawal-vazuza",
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
    /// The units.
    pub roster: Roster,
    /// The odds columns.
    pub ladder: Ladder,
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
    /// What each result does, in the order of [`CrtResult`].
    pub effects: [Effect; 9],
    /// How halves of X/2 and of DA/2 are rounded: Russian attacks, German ones into Russian territory, other German ones.
    pub rounding: [(Rounding, Rounding); 3],
    /// Who retreats how (MARS-RES-6 to MARS-RES-10).
    pub retreats: Retreats,
    /// How many times Russian attack factors count, turn by turn (MARS-SET-8).
    pub russian_times: Vec<i32>,
}

impl Charts {
    /// Reads all charts.
    pub fn load(sources: &Sources<'_>) -> Result<Self, ContentError> {
        let tables = Tables::load(sources)?;
        let shifts = tables.column_shifts.sheet();
        let additions = tables.defence_additions.sheet();
        let calendar = tables.calendar.sheet();
        let by_supply = |who: &str| -> Result<[i16; 3], ContentError> {
            let shift = |status: Supply| tables.supply_shifts.sheet().value(status.name(), who);
            Ok([shift(Supply::Full)?, shift(Supply::Rationed)?, shift(Supply::Isolated)?])
        };
        let limits = tables.odds_limits.sheet();
        let column = |odds: &str| tables.crt.sheet().column_named(odds);
        let probe =
            limits.read_with(limits.row("German probe")?, "odds", "odds of the results table", column)?;
        let russian_times = (0..calendar.len()).map(|turn| calendar.read(turn, "Russian attack times"));
        let halves = tables.rounding.sheet();
        let rounding = |attack: &str| Ok((halves.value(attack, "X/2")?, halves.value(attack, "DA/2")?));
        Ok(Self {
            roster: Roster::read(&tables)?,
            ladder: tables.crt.sheet().ladder(),
            river_shift: shifts.value("river", "columns")?,
            disrupted_reading: shifts.value("defender already Disrupted", "columns")?,
            forest_shift: shifts.value("forest, only by house option", "columns")?,
            attacker_supply: by_supply("attacker")?,
            defender_supply: by_supply("defender")?,
            garrison_bonus: additions.value("garrison attacked over the line only", "factors")?,
            russian_line: additions.value("Russian hex over the line only", "factors")?,
            city_bonus: additions.value("city", "factors")?,
            town_bonus: additions.value("town", "factors")?,
            probe: Column(probe as i16),
            effects: Effect::read_all(tables.results.sheet())?,
            rounding: [
                rounding("Russian")?,
                rounding("German into Russian territory")?,
                rounding("German elsewhere")?,
            ],
            retreats: Retreats::read(tables.retreats.sheet())?,
            russian_times: russian_times.collect::<Result<_, _>>()?,
            tables,
        })
    }

    /// What a result does.
    #[inline]
    pub const fn effect(&self, result: CrtResult) -> &Effect {
        &self.effects[result as usize]
    }

    /// A column of the combat results as it is printed.
    pub fn head(&self, column: Column) -> &str {
        &self.tables.crt.sheet().heads()[column.0 as usize]
    }

    /// How many times an attack factor counts in the odds and in losses (MARS-SET-8).
    pub fn attack_times(&self, side: Side, turn: u8) -> i32 {
        match side {
            Side::Russian => self.russian_times[usize::from(turn) - 1],
            Side::German => 1,
        }
    }
}
