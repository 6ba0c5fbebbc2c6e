//! What the board chapters read from the charts: movement by weather, rails, supply, replacements, victory.

use kit::{Cell, ContentError};

use super::{Dates, Month, Tables};
use crate::{
    roster::Piece,
    unit::{Arm, Nation, Side, Size},
    weather::Weather,
};

/// What the weather leaves of a movement factor (`EAST-WEA-2`): a unit never gains by it.
#[derive(Clone, Copy, Debug)]
enum Allowance {
    /// As printed.
    Printed,
    /// At most so much.
    AtMost(u8),
}

impl Cell for Allowance {
    const EXPECTED: &'static str = "MF, a number or `max` and a number";
    fn read(text: &str) -> Option<Self> {
        match text {
            "MF" => Some(Self::Printed),
            _ => text.trim_start_matches("max ").parse().ok().map(Self::AtMost),
        }
    }
}

impl Allowance {
    fn of(self, printed: u8) -> u8 {
        match self {
            Self::Printed => printed,
            Self::AtMost(most) => printed.min(most),
        }
    }
}

kit::cells! {
    /// A row of the calendar: what it brings to both sides (`EAST-REP-6`).
    #[derive(Clone, Copy, Debug)]
    pub struct Factors {
        /// German infantry factors.
        pub german_infantry: u8 = "German IP",
        /// German armour factors.
        pub german_armour: u8 = "German AP",
        /// Siberian infantry factors.
        pub siberian_infantry: u8 = "Siberian IP",
        /// Siberian armour factors.
        pub siberian_armour: u8 = "Siberian AP",
    }
}

/// Numbers of the victory conditions.
#[derive(Clone, Copy, Debug)]
pub struct VictoryNumbers {
    /// `EAST-VIC-2`
    pub axis_1941: u8,
    /// `EAST-VIC-3`
    pub soviet_1941: u8,
    /// `EAST-VIC-5`: the Axis, up to the last turn on which that counts.
    pub axis_campaign: u8,
    /// `EAST-VIC-5`: the Soviets at once: points and capitals.
    pub soviet_campaign: (u8, u8),
    /// `EAST-VIC-5`: the Soviets at the end: capitals at least.
    pub soviet_capitals_at_end: u8,
    /// `EAST-VIC-5`: the Axis at the end.
    pub axis_at_end: u8,
}

/// The last turn on which the Axis wins the campaign at once (`EAST-VIC-5`).
pub const LAST_AXIS_TURN: u8 = 24;

/// What play reads.
#[derive(Debug)]
pub(crate) struct Play {
    /// By the rows of the weather chart: Axis INF armies, other Axis foot, other Axis units, Soviets and Finns.
    allowances: [[Allowance; 5]; 4],
    road_bonus: [u8; 5],
    rail_points: [u8; 3],
    rail_capacity: [[u8; 2]; 2],
    conversion: [u8; 5],
    /// Whether a unit is eliminated, by phase without supply from the first: elsewhere, in strongholds.
    isolation: [[bool; 2]; 4],
    pub(crate) supply_range: u8,
    pub(crate) factors: Vec<Factors>,
    pub(crate) victory: VictoryNumbers,
    pub(crate) romania: Dates,
    pub(crate) finland: Dates,
}

/// The rows of the weather chart that give movement.
const MOVERS: usize = 4;

impl Play {
    pub(super) fn read(tables: &Tables) -> Result<Self, ContentError> {
        let weather = tables.weather.sheet();
        let mut allowances = [[Allowance::Printed; 5]; MOVERS];
        for (row, allowances) in allowances.iter_mut().enumerate() {
            for (kind, allowance) in Weather::ALL.into_iter().zip(allowances) {
                *allowance = weather.read(row, kind.name())?;
            }
        }
        let movement = tables.movement.sheet();
        let mut road_bonus = [0; 5];
        for (arm, bonus) in Arm::ALL.into_iter().zip(&mut road_bonus) {
            let head = match arm {
                Arm::Infantry | Arm::Mountain => "INF MTN",
                Arm::Cavalry => "CAV",
                Arm::Motorised | Arm::Armour => "ARM MOT",
            };
            *bonus = movement.value("hexes more when all by road", head)?;
        }
        let points = tables.rail_points.sheet();
        let capacity = tables.rail_capacity.sheet();
        let isolation = tables.isolation.sheet();
        let mut fates = [[false; 2]; 4];
        for (row, fates) in fates.iter_mut().enumerate() {
            for (head, fate) in ["elsewhere", "victory city, major city or fortress"].into_iter().zip(fates) {
                *fate = isolation.read::<String>(row, head)? == "eliminated";
            }
        }
        let sides = |side| Ok([capacity.value(side, "1941")?, capacity.value(side, "from January 1942")?]);
        let [romania, finland] = tables.dates.sheet().rows_named(["Romania may defect", "Finland leaves"])?;
        let mut conversion = [0; 5];
        for (kind, hexes) in Weather::ALL.into_iter().zip(&mut conversion) {
            *hexes = tables.rail_conversion.sheet().value(kind.name(), "hexes")?;
        }
        let mut rail_points = [0; 3];
        for (size, points_of) in Size::ALL.into_iter().zip(&mut rail_points) {
            *points_of = points.value(size.name(), "points")?;
        }
        Ok(Self {
            allowances,
            road_bonus,
            rail_points,
            rail_capacity: [sides("Axis")?, sides("Soviet")?],
            conversion,
            isolation: fates,
            supply_range: tables.supply.sheet().value("overland", "hexes")?,
            factors: tables.calendar.sheet().rows_as()?,
            victory: read_victory(tables)?,
            romania,
            finland,
        })
    }
}

fn read_victory(tables: &Tables) -> Result<VictoryNumbers, ContentError> {
    let sheet = tables.victory.sheet();
    let points = |row: &str| sheet.value::<u8>(row, "points");
    let at_once = "Soviet, campaign, phase J";
    let least = |text: &str| text.split('-').next().and_then(|least| least.parse().ok());
    let row = sheet.row("Soviet, campaign, end of turn 48")?;
    Ok(VictoryNumbers {
        axis_1941: points("Axis, Barbarossa 1941, phase J")?,
        soviet_1941: points("Soviet, Barbarossa 1941, phase J of turn 10")?,
        axis_campaign: points("Axis, campaign, phase J up to turn 24")?,
        soviet_campaign: (points(at_once)?, sheet.value(at_once, "capitals")?),
        soviet_capitals_at_end: sheet.read_with(row, "capitals", "a number such as 2-3", least)?,
        axis_at_end: points("Axis, campaign, end of turn 48")?,
    })
}

impl super::Charts {
    /// What the weather leaves of a unit's movement factor (`EAST-WEA-2`, `EAST-R76`).
    pub fn movement_factor(&self, piece: &Piece, weather: Weather) -> u8 {
        let foot = matches!(piece.arm(), Arm::Infantry | Arm::Mountain);
        let row = match piece.nation() {
            Nation::Soviet | Nation::Finnish => 3,
            _ if piece.arm() == Arm::Infantry && piece.is_army() => 0,
            _ if foot => 1,
            _ => 2,
        };
        self.play.allowances[row][weather as usize].of(piece.movement)
    }

    /// `EAST-MOV-3`: how many hexes more a unit goes wholly by road.
    pub const fn road_bonus(&self, arm: Arm) -> u8 {
        self.play.road_bonus[arm as usize]
    }

    /// `EAST-RAIL-3`: what a unit counts for on the railway.
    pub const fn rail_points(&self, size: Size) -> u8 {
        self.play.rail_points[size as usize]
    }

    /// `EAST-RAIL-3`: how many points a side has in a month.
    pub fn rail_capacity(&self, side: Side, month: u8) -> u8 {
        let is_1941 = self.month(month).is_some_and(|month| month.name.ends_with("1941"));
        self.play.rail_capacity[side as usize][usize::from(!is_1941)]
    }

    /// `EAST-CTL-2`: how many rail hexes are converted.
    pub const fn rail_conversion(&self, weather: Weather) -> u8 {
        self.play.conversion[weather as usize]
    }

    /// `EAST-SUP-6`: whether a unit is eliminated that is out of supply for so many phases in a row, from 1.
    pub fn is_starved(&self, phases: u8, in_stronghold: bool) -> bool {
        let row = usize::from(phases.max(1) - 1).min(self.play.isolation.len() - 1);
        self.play.isolation[row][usize::from(in_stronghold)]
    }

    /// What a month brings.
    pub fn factors(&self, month: u8) -> Factors {
        self.play.factors[usize::from(month) - 1]
    }

    /// Whether a month is an April, when the allies come back (`EAST-REP-8`).
    pub fn is_april(&self, month: u8) -> bool {
        self.month(month).is_some_and(|month: &Month| month.name.starts_with("Apr"))
    }

    /// Whether a month is an October, when `EAST-H2` rolls (`EAST-R54`).
    pub fn is_october(&self, month: u8) -> bool {
        self.month(month).is_some_and(|month: &Month| month.name.starts_with("Oct"))
    }
}
