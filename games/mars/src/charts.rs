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
        withdrawal: u8 = "withdrawal",
        /// The same for the learning scenario.
        withdrawal_vazuza: u8 = "withdrawal-vazuza",
        /// When a withdrawal counts.
        withdrawal_delay: String = "withdrawal-delay",
        /// What scores.
        victory_points: String = "victory-points",
    }
}

kit::cells! {
    /// Columns for terrain and Disruption.
    #[derive(Debug)]
    pub struct Shifts {
        /// For more than half of the attack over a river (MARS-TER-2).
        pub river: i16 = "river",
        /// For a defender that is Disrupted already (MARS-ODD-8).
        pub disrupted: i16 = "defender already Disrupted",
        /// For a defender in a forest, by house option only (MARS-TER-1).
        pub forest: i16 = "forest, only by house option",
    }

    /// Columns for supply.
    #[derive(Debug)]
    pub struct SupplyShifts {
        /// For the worst supplied attacker (MARS-ODD-4).
        pub attacker: i16 = "attacker",
        /// For a defender (MARS-SUP-12).
        pub defender: i16 = "defender",
    }

    /// Factors that terrain adds to a defence.
    #[derive(Debug)]
    pub struct Additions {
        /// What a garrison gains when attacked over the line only (MARS-TER-7).
        pub garrison: Factor = "garrison attacked over the line only",
        /// The strength of a Russian hex attacked over the line only (MARS-TER-12).
        pub russian_line: Factor = "Russian hex over the line only",
        /// What a city gives to each eligible unit (MARS-TER-14).
        pub city: Factor = "city",
        /// What a town gives to one eligible unit (MARS-TER-15).
        pub town: Factor = "town",
    }

    /// How halves are rounded.
    #[derive(Clone, Copy, Debug)]
    pub struct Halves {
        /// Of an exchange, X/2.
        pub exchange: Rounding = "X/2",
        /// Of the attack, DA/2.
        pub attack: Rounding = "DA/2",
    }

    /// A turn of the calendar.
    #[derive(Debug)]
    pub struct Turn {
        /// Its dates.
        pub days: String = "days",
        /// How many times Russian attack factors count (MARS-SET-8).
        pub russian_times: i32 = "Russian attack times",
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
    /// Columns for terrain and Disruption.
    pub shifts: Shifts,
    /// Columns for supply, by [`Supply`].
    pub supply_shifts: [SupplyShifts; 3],
    /// Factors that terrain adds to a defence.
    pub additions: Additions,
    /// The column that a probe is lowered to (MARS-ODD-7).
    pub probe: Column,
    /// What each result does, in the order of [`CrtResult`].
    pub effects: [Effect; 9],
    /// How halves are rounded: Russian attacks, German ones into Russian territory, other German ones.
    pub rounding: [Halves; 3],
    /// Who retreats how (MARS-RES-6 to MARS-RES-10).
    pub retreats: Retreats,
    /// The turns.
    pub calendar: Vec<Turn>,
}

impl Charts {
    /// Reads all charts.
    pub fn load(sources: &Sources<'_>) -> Result<Self, ContentError> {
        let tables = Tables::load(sources)?;
        let limits = tables.odds_limits.sheet();
        let column = |odds: &str| tables.crt.sheet().column_named(odds);
        let probe =
            limits.read_with(limits.row("German probe")?, "odds", "odds of the results table", column)?;
        let attacks = ["Russian", "German into Russian territory", "German elsewhere"];
        Ok(Self {
            roster: Roster::read(&tables)?,
            ladder: tables.crt.sheet().ladder(),
            shifts: tables.column_shifts.sheet().column_as("columns")?,
            supply_shifts: tables.supply_shifts.sheet().rows_named(Supply::ALL.map(Supply::name))?,
            additions: tables.defence_additions.sheet().column_as("factors")?,
            probe: Column(probe as i16),
            effects: tables.results.sheet().rows_named(CrtResult::ALL.map(CrtResult::name))?,
            rounding: tables.rounding.sheet().rows_named(attacks)?,
            retreats: Retreats::read(tables.retreats.sheet())?,
            calendar: tables.calendar.sheet().rows_as()?,
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
            Side::Russian => self.calendar[usize::from(turn) - 1].russian_times,
            Side::German => 1,
        }
    }
}
