//! What stands in the rows and cells of the charts.

use kit::{Cell, Factor};

use crate::{
    terrain::Class,
    unit::{Arm, Nation, Side, Size},
    weather::Weather,
};

kit::cells! {
    /// A row of the results chart.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Effect {
        /// What happens to the defenders.
        pub defenders: DefenderEffect = "defenders",
        /// The length of a retreat.
        pub hexes: u8 = "hexes",
        /// Whether they are Dispersed by it.
        pub dispersed: bool = "dispersed",
        attackers: AttackerEffect = "attackers",
        pub(super) allows_advance: bool = "advance",
    }

    /// Who gets a benefit, and how much.
    #[derive(Clone, Debug)]
    pub(super) struct Addition {
        pub(super) added: Factor = "added",
        pub(super) nations: Listed<Nation> = "nation",
        pub(super) arms: Listed<Arm> = "types",
        pub(super) sizes: Listed<Size> = "sizes",
    }

    /// The game turns on which a rule holds.
    #[derive(Clone, Copy, Debug)]
    pub struct Dates {
        first: u8 = "first turn",
        last: u8 = "last turn",
    }

    /// Who may attack across something, and how well.
    #[derive(Clone, Debug)]
    pub struct Passage {
        arms: Listed<Arm> = "types",
        strength: CrossingStrength = "strength",
    }

    /// The column shifts by their reasons; to the right is plus.
    #[derive(Clone, Copy, Debug)]
    pub struct Shifts {
        /// Across a river.
        pub river: i16 = "river",
        /// Across a river against a stack with a German.
        pub river_german: i16 = "river, German in the stack",
        /// The most that a river costs under `EAST-H1`.
        pub river_most: i16 = "river, most under EAST-H1",
        /// Across the Kerch Strait with the Black Sea.
        pub kerch: i16 = "Kerch with the Black Sea",
        /// Dispersed defenders.
        pub dispersed: i16 = "Dispersed",
        /// Surprise.
        pub surprise: i16 = "surprise",
        /// Subarctic weather.
        pub subarctic: i16 = "Subarctic",
    }

    /// What the weather allows.
    #[derive(Clone, Copy, Debug)]
    pub struct WeatherEffect {
        axis_breakthrough: bool = "breakthrough Axis",
        soviet_breakthrough: bool = "breakthrough Soviet",
        axis_overrun: bool = "overrun Axis",
        soviet_overrun: bool = "overrun Soviet",
        /// Whether Germans may exchange at will.
        pub voluntary_exchange: bool = "voluntary exchange",
        /// Whether water freezes north-east of the weather line.
        pub freezes: bool = "freezes",
    }

    /// A month of the calendar.
    #[derive(Clone, Debug)]
    pub struct Month {
        /// Its name and year.
        pub name: String = "month",
        /// Its weather.
        pub weather: Weather = "weather",
    }

    /// A row of the places of the map.
    pub(super) struct PlaceRow {
        pub(super) name: String = "place",
        pub(super) class: Class = "class",
        pub(super) fortress: bool = "fortress",
    }

    /// A row of the victory cities.
    pub(super) struct VictoryCity {
        pub(super) name: String = "city",
        pub(super) intrinsic: Factor = "intrinsic",
    }
}

impl Effect {
    /// Whether the attackers must pay the AE price (`EAST-RES-11`, `EAST-RES-12`).
    pub const fn costs_attackers(self) -> bool {
        matches!(self.attackers, AttackerEffect::Losses)
    }
}

impl Dates {
    /// Whether it holds on this turn.
    pub const fn include(self, turn: u8) -> bool {
        self.first <= turn && turn <= self.last
    }
}

impl Passage {
    /// Whether units of this type may attack across it.
    pub fn is_open_to(&self, arm: Arm) -> bool {
        self.arms.contains(&arm)
    }

    /// Whether they do so with half their strength.
    pub const fn is_halved(&self) -> bool {
        matches!(self.strength, CrossingStrength::Half)
    }
}

impl WeatherEffect {
    /// Whether this side may make breakthrough attacks (`EAST-WEA-6`).
    pub const fn allows_breakthrough(self, side: Side) -> bool {
        match side {
            Side::Axis => self.axis_breakthrough,
            Side::Soviet => self.soviet_breakthrough,
        }
    }

    /// Whether this side's armour may overrun (`EAST-WEA-7`).
    pub const fn allows_overrun(self, side: Side) -> bool {
        match side {
            Side::Axis => self.axis_overrun,
            Side::Soviet => self.soviet_overrun,
        }
    }
}

/// Words of one kind in a cell, `any` for all of them or `none`.
#[derive(Clone, Debug)]
pub(super) struct Listed<T>(Option<Vec<T>>);

impl<T: PartialEq> Listed<T> {
    pub(super) fn contains(&self, one: &T) -> bool {
        self.0.as_ref().is_none_or(|listed| listed.contains(one))
    }
}

impl<T: Cell> Cell for Listed<T> {
    const EXPECTED: &'static str = "any, none or names such as INF MTN, army corps or Soviet";
    fn read(text: &str) -> Option<Self> {
        match text {
            "any" => Some(Self(None)),
            "none" => Some(Self(Some(Vec::new()))),
            _ => text.split(' ').map(T::read).collect::<Option<_>>().map(|listed| Self(Some(listed))),
        }
    }
}

/// What a result does to attackers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AttackerEffect {
    Nothing,
    Exchange,
    Losses,
}

kit::spelled!(AttackerEffect {
    "-" => Self::Nothing,
    "exchange" => Self::Exchange,
    "AE" => Self::Losses,
});

/// How strong an attack across something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CrossingStrength {
    Nothing,
    Half,
    Whole,
}

kit::spelled!(CrossingStrength { "0" => Self::Nothing, "0.5" => Self::Half, "1" => Self::Whole });

/// What a result does to defenders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefenderEffect {
    /// They are eliminated.
    Eliminated,
    /// They go back.
    Retreat,
    /// They stay.
    Stay,
    /// They may be exchanged.
    Exchange,
}

kit::spelled!(DefenderEffect {
    "eliminated" => Self::Eliminated,
    "retreat" => Self::Retreat,
    "stay" => Self::Stay,
    "exchange" => Self::Exchange,
});

/// What can add to a defence factor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Benefit {
    /// An unfrozen swamp.
    Swamp,
    /// Hills.
    Hills,
    /// Mountains.
    Mountain,
    /// A fortified line that is not flanked.
    Line,
    /// A fortress.
    Fortress,
    /// A major city.
    MajorCity,
    /// A dot city.
    DotCity,
}

impl Benefit {
    /// All of them with their rows in the chart.
    pub(super) const ALL: [(Self, &'static str); 7] = [
        (Self::Swamp, "swamp"),
        (Self::Hills, "hills"),
        (Self::Mountain, "mountain"),
        (Self::Line, "line"),
        (Self::Fortress, "fortress"),
        (Self::MajorCity, "major city"),
        (Self::DotCity, "dot city"),
    ];
}

/// What a unit attacks across, with frost and the Black Sea taken into account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crossing {
    /// No water, or frozen.
    Plain,
    /// A river.
    River,
    /// A lake.
    Lake,
    /// The Kerch Strait, by a side that has the Black Sea.
    KerchWithSea,
    /// The Kerch Strait, by a side that has not.
    KerchWithoutSea,
    /// The sea.
    Sea,
}

impl Crossing {
    pub(super) const ALL: [(Self, &'static str); 6] = [
        (Self::Plain, "plain"),
        (Self::River, "river"),
        (Self::Lake, "lake"),
        (Self::KerchWithSea, "Kerch with the Black Sea"),
        (Self::KerchWithoutSea, "Kerch without the Black Sea"),
        (Self::Sea, "sea"),
    ];

    /// Whether an attack over it is an attack across water (`EAST-TER-1`, `EAST-TER-4`).
    pub const fn is_water(self) -> bool {
        matches!(self, Self::River | Self::Lake | Self::KerchWithSea | Self::KerchWithoutSea)
    }
}

/// A place of the map.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: Class,
    /// Whether it is a fortress.
    pub fortress: bool,
    /// Its own factors while it is untaken (`EAST-TER-20`).
    pub intrinsic: Factor,
    /// Whether Finns may not attack it (`EAST-STK-8`).
    pub bars_finns: bool,
}
