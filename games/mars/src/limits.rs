//! The numbers that the board chapters read from the tables, once.

use crate::prelude::*;

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

    /// From what the chart has in hexes.
    fn of([to_attack, at_most]: [Option<u16>; 2]) -> Self {
        let halves = |hexes: Option<u16>| hexes.map(|hexes| hexes as u8 * 2);
        Self { to_attack: halves(to_attack), at_most: halves(at_most) }
    }
}

kit::cells! {
    #[derive(Clone, Copy)]
    struct Moves {
        infantry_to_attack: Option<u16> = "infantry to attack",
        infantry_at_most: Option<u16> = "infantry at most",
        mobile_to_attack: Option<u16> = "mobile to attack",
        mobile_at_most: Option<u16> = "mobile at most",
    }

    struct Cost {
        infantry: Factor = "infantry",
        mobile: Factor = "mobile",
    }

    /// What a hex takes.
    #[derive(Clone, Copy, Debug)]
    pub struct Stacking {
        /// German division places (MARS-STK-1).
        pub divisions: u8 = "divisions",
        /// How many of them may be panzer divisions (MARS-STK-1).
        pub panzer_divisions: u8 = "panzer divisions",
        /// Places for further Kampfgruppen (MARS-STK-1).
        pub extra_kampfgruppen: u8 = "additional Kampfgruppen",
        /// Russian units without a tank brigade among them (MARS-STK-5).
        pub units: u8 = "units without a tank brigade",
        /// Russian units with a tank brigade (MARS-STK-5).
        pub units_with_brigade: u8 = "units with a tank brigade",
        /// Russian korps (MARS-STK-6).
        pub korps: u8 = "korps",
    }

    /// What scores.
    #[derive(Clone, Copy, Debug)]
    pub struct Points {
        /// MARS-VIC-2
        pub zone_held: i32 = "zone with a German unit in supply",
        /// MARS-VIC-3
        pub zone_lost: i32 = "zone without a German unit",
        /// MARS-VIC-4
        pub stronghold_isolated: i32 = "Rzhev or Gzhatsk isolated",
        /// MARS-VIC-5
        pub stronghold_taken: i32 = "Rzhev or Gzhatsk taken and in supply, more",
        /// MARS-VIC-6
        pub town_taken: i32 = "other city or town taken and in supply",
        /// MARS-VIC-7, an infantry division
        pub infantry_division_eliminated: i32 = "infantry division eliminated",
        /// MARS-VIC-7, a cavalry division
        pub cavalry_division_eliminated: i32 = "cavalry division eliminated",
        /// MARS-VIC-7
        pub kampfgruppe_eliminated: i32 = "Kampfgruppe eliminated",
        /// MARS-VIC-7
        pub panzer_division_eliminated: i32 = "panzer division eliminated",
        /// MARS-VIC-8
        pub panzer_division_brought_in: i32 = "panzer division brought in",
    }

    /// How many Russian units may begin on the Kalinin Front (MARS-SET-7).
    #[derive(Clone, Copy, Debug)]
    pub struct KalininFront {
        pub korps: u8 = "korps",
        pub brigades: u8 = "tank brigades",
        /// Divisions, the motorised ones too.
        pub divisions: u8 = "rifle divisions",
    }
}

/// All of them.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// By [`Class`], then by [`Supply`].
    pub allowances: [[Allowance; 3]; 2],
    /// Half-hexes for a step, by [`Class`] (MARS-MOV-4).
    pub step: [u8; 2],
    /// Half-hexes for a step along a road link, by [`Class`] (MARS-MOV-4).
    pub road_step: [u8; 2],
    pub stacking: Stacking,
    /// How many Russian units may begin on the Kalinin Front (MARS-SET-7).
    pub kalinin_front: KalininFront,
    /// The longest line that gives full supply (MARS-SUP-6).
    pub full_line: u8,
    /// The longest line that gives any supply (MARS-SUP-6, MARS-SUP-8).
    pub longest_line: u8,
    pub points: Points,
}

impl Limits {
    pub(crate) fn read(tables: &Tables) -> Result<Self, ContentError> {
        let moves: [Moves; 3] = tables.movement.sheet().rows_named(Supply::ALL.map(Supply::name))?;
        let half_hexes = |hexes: Factor| hexes.doubled().floor() as u8;
        let costs: [Cost; 2] =
            tables.movement_cost.sheet().rows_named(["any other hex", "along road link"])?;
        let [step, road_step] = costs.map(|cost| [cost.infantry, cost.mobile].map(half_hexes));
        Ok(Self {
            allowances: [
                moves.map(|row| Allowance::of([row.infantry_to_attack, row.infantry_at_most])),
                moves.map(|row| Allowance::of([row.mobile_to_attack, row.mobile_at_most])),
            ],
            step,
            road_step,
            stacking: tables.stacking.sheet().column_as("most")?,
            kalinin_front: tables.kalinin_limits.sheet().column_as("most")?,
            full_line: longest(tables.supply.sheet(), "status", "full")?,
            longest_line: longest(tables.supply.sheet(), "in supply", "yes")?,
            points: tables.victory_points.sheet().column_as("points")?,
        })
    }
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
