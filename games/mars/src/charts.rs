//! The charts of the game, and what the combat chapter reads from them.

use kit::{ContentError, OddsLadder, content::Sources, tactics::WeightSets};

use crate::{
    battle::results::{Effect, Rounding},
    prelude::*,
    tactics::weights::{self, Weights},
};

mod retreats;

pub use retreats::{Nation, Retreats};

kit::charts! {
    /// The tables as printed.
    pub struct Tables {
        crt: CrtResult = "crt",
        results: String = "results",
        rounding: String = "rounding",
        odds_limits: String = "odds-limits",
        column_shifts: i16 = "column-shifts",
        supply_shifts: i16 = "supply-shifts",
        defence_additions: String = "defence-additions",
        retreats: String = "retreats",
        units: String = "units",
        unit_types: String = "unit-types",
        stacking: String = "stacking",
        zones: String = "zones-of-control",
        movement: String = "movement",
        movement_cost: String = "movement-cost",
        supply: String = "supply",
        calendar: String = "calendar",
        kalinin_limits: String = "kalinin-limits",
        panzer_queue: String = "panzer-queue",
        withdrawal: u8 = "withdrawal",
        withdrawal_vazuza: u8 = "withdrawal-vazuza",
        withdrawal_delay: String = "withdrawal-delay",
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
        pub days: String = "days",
        /// How many times Russian attack factors count (MARS-SET-8).
        pub russian_times: i32 = "Russian attack times",
    }
}

/// The tables and what the combat chapter reads from them.
#[derive(Debug)]
pub struct Charts {
    pub tables: Tables,
    pub roster: Roster,
    pub ladder: OddsLadder,
    pub shifts: Shifts,
    /// Columns for supply, by [`Supply`].
    pub supply_shifts: [SupplyShifts; 3],
    pub additions: Additions,
    /// The column that a probe is lowered to (MARS-ODD-7).
    pub probe: Column,
    /// What each result does, in the order of [`CrtResult`].
    pub effects: [Effect; 9],
    /// How halves are rounded: Russian attacks, German ones into Russian territory, other German ones.
    pub rounding: [Halves; 3],
    /// Who retreats how (MARS-RES-6 to MARS-RES-10).
    pub retreats: Retreats,
    pub calendar: Vec<Turn>,
    /// What programs weigh things by, by [`Scenario`].
    pub(crate) weights: [WeightSets<Weights>; 2],
}

impl Charts {
    pub fn load(sources: &Sources<'_>) -> Result<Self, ContentError> {
        let tables = Tables::load(sources)?;
        let limits = tables.odds_limits.sheet();
        let column = |odds: &str| tables.crt.sheet().column_named(odds);
        let probe =
            limits.read_with(limits.row("German probe")?, "odds", "odds of the results table", column)?;
        let weights = |place: usize| WeightSets::read(weights::files(Scenario::ALL[place]), sources);
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
            weights: [weights(0)?, weights(1)?],
            tables,
        })
    }

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
