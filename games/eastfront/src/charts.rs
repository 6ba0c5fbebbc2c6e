//! The charts of the game, read from `data/tables`.

use kit::{Cell, Content, ContentError, Factor, Ladder, Sheet, content::Sources, profile::Profile};

use crate::{
    map::MAPS,
    results::{Cause, CombatResult},
    roster::{Roster, UnitId},
    terrain::Class,
    theatre::{Parts, Scenario, Theatre},
    unit::{Arm, Counter, Nation, Side, Size},
    weather::Weather,
};

mod named;
mod play;
mod read;

use std::sync::Arc;

use named::Named;
pub(crate) use play::LAST_AXIS_TURN;
pub(crate) use play::Play;

kit::charts! {
    /// The tables as printed.
    pub(crate) struct Tables {
        /// Combat results.
        crt: CombatResult = "crt",
        /// What terrain does, as printed.
        terrain: String = "terrain",
        /// What each result does.
        results: String = "results",
        /// What a result becomes for each cause of conversion.
        conversions: CombatResult = "conversions",
        /// The rates of a voluntary exchange.
        voluntary_exchange: Factor = "voluntary-exchange",
        /// The greatest advances in hexes.
        advance: u8 = "advance",
        /// What the ground adds to defence factors.
        terrain_factors: String = "terrain-factors",
        /// Who may attack across what.
        crossings: String = "crossings",
        /// Column shifts.
        shifts: i16 = "shifts",
        /// The turns on which dated rules hold.
        dates: u8 = "dates",
        /// Who has the Black Sea.
        black_sea: u8 = "black-sea",
        /// What the weather allows in combat.
        weather_combat: bool = "weather-combat",
        /// What the weather does, as printed.
        weather: String = "weather",
        /// The October die.
        october: Weather = "october",
        /// The turns.
        calendar: String = "calendar",
        /// The victory cities.
        victory_cities: Factor = "victory-cities",
        /// The places of the map.
        places: String = "places",
        /// All units.
        units: String = "units",
        /// How many units fit into a hex.
        stacking: u8 = "stacking",
        /// Movement costs.
        movement: String = "movement",
        /// What a unit counts for on the railway.
        rail_points: String = "rail-points",
        /// How much goes by rail.
        rail_capacity: String = "rail-capacity",
        /// How fast the track is changed.
        rail_conversion: String = "rail-conversion",
        /// What becomes of units without supply.
        isolation: String = "isolation",
        /// Replacements.
        replacements: String = "replacements",
        /// Who has won.
        victory: String = "victory",
        /// The capitals that decide the whole war.
        capitals: String = "capitals",
        /// How far supply goes overland.
        supply: u8 = "supply",
        /// Who stands where in June 1941.
        set_up: String = "set-up",
        /// Who stands where before Smolensk.
        set_up_smolensk_gate: String = "set-up-smolensk-gate",
        /// Who comes when and where.
        reinforcements: String = "reinforcements",
        /// Who comes before Smolensk.
        reinforcements_smolensk_gate: String = "reinforcements-smolensk-gate",
        /// Who leaves, and who of them comes back.
        withdrawals: String = "withdrawals",
        /// Which cities the Axis held when.
        history: u8 = "history",
        /// What the war cost.
        history_losses: u16 = "history-losses",
    }
}

/// All that the rules read: the tables as printed and what is looked up in them.
#[derive(Debug)]
pub struct Charts {
    profile: Profile,
    pub(crate) tables: Tables,
    /// The odds columns of the combat results table.
    pub(crate) ladder: Ladder,
    conversions: [[CombatResult; 3]; 10],
    effects: [Effect; 10],
    rates: [Option<Factor>; 10],
    advances: [Option<Advances>; 10],
    additions: [Addition; 7],
    crossings: [Passage; 6],
    /// Column shifts.
    pub(crate) shifts: Shifts,
    /// When the Axis has surprise (`EAST-SEQ-8`).
    pub(crate) surprise: Dates,
    /// When the Soviets keep out of three countries (`EAST-MOV-10`).
    pub(crate) neutrality: Dates,
    /// When fortified lines count (`EAST-TER-15`).
    pub(crate) lines: Dates,
    naval_bases_needed: u8,
    weather: [WeatherEffect; 5],
    calendar: Vec<Month>,
    intrinsic_elsewhere: Factor,
    places: Named<Place>,
    units: Named<Counter>,
    /// How many units a hex holds (`EAST-STK-1`).
    pub(crate) units_in_a_hex: usize,
    /// How many of them may be armies (`EAST-STK-2`).
    pub(crate) armies_in_a_hex: usize,
    /// How many ARM units one hex sends against an unfrozen swamp or a mountain.
    pub(crate) armour_against_rough: usize,
    /// How many ARM units such a hex holds (`EAST-STK-3`).
    pub(crate) armour_in_rough: usize,
    pub(crate) play: Play,
    roster: Roster,
    theatres: Vec<Theatre>,
}

/// The published game or a variant of it.
pub type Rules = kit::Rules<Charts>;

impl Content for Charts {
    const GAME: &'static str = "eastfront";
    const LEDGER: &'static str = include_str!("../data/ledger.toml");

    fn load(sources: &Sources<'_>) -> Result<Self, ContentError> {
        let profile = Profile::read("data/game.toml", include_str!("../data/game.toml"))?;
        let mut charts = Self::read(profile, Tables::load(sources)?)?;
        let [front, gate] = [("map", 0), ("learning-map", 1)].map(|(name, place)| {
            let source = &MAPS[place];
            Ok((name, Arc::new(sources.map(name, source.file, source.text)?)))
        });
        let maps = [front?, gate?];
        let parts = Parts { tables: &charts.tables, roster: &charts.roster, maps: &maps };
        let theatres = Scenario::ALL.map(|scenario| Theatre::load(sources, scenario, &parts));
        charts.theatres = theatres.into_iter().collect::<Result<_, _>>()?;
        for (scenario, theatre) in charts.profile.scenarios.iter_mut().zip(&charts.theatres) {
            scenario.turns = theatre.last_turn.into();
        }
        Ok(charts)
    }

    fn sheets(&self) -> Vec<&Sheet> {
        self.tables.sheets()
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }
}

/// Hexes by weather and side: ARM and MOT first, the others second.
type Advances = [[[u8; 2]; 2]; 5];

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
        allows_advance: bool = "advance",
    }

    /// Who gets a benefit, and how much.
    #[derive(Clone, Debug)]
    struct Addition {
        added: Factor = "added",
        nations: Listed<Nation> = "nation",
        arms: Listed<Arm> = "types",
        sizes: Listed<Size> = "sizes",
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
    struct PlaceRow {
        name: String = "place",
        class: Class = "class",
        fortress: bool = "fortress",
    }

    /// A row of the victory cities.
    struct VictoryCity {
        name: String = "city",
        intrinsic: Factor = "intrinsic",
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
struct Listed<T>(Option<Vec<T>>);

impl<T: PartialEq> Listed<T> {
    fn contains(&self, one: &T) -> bool {
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
    const ALL: [(Self, &'static str); 7] = [
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
    const ALL: [(Self, &'static str); 6] = [
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

impl Charts {
    /// What a result does.
    pub(crate) const fn effect(&self, result: CombatResult) -> Effect {
        self.effects[result as usize]
    }

    /// What a result becomes for one of the causes of conversion.
    pub(crate) const fn converted(&self, result: CombatResult, cause: Cause) -> CombatResult {
        self.conversions[result as usize][cause as usize]
    }

    /// The rate of a voluntary exchange; results without one allow none (`EAST-EXC-9`, `EAST-EXC-11`).
    pub(crate) const fn rate(&self, result: CombatResult) -> Option<Factor> {
        self.rates[result as usize]
    }

    /// The greatest advance in hexes: ARM and MOT first, the others second (`EAST-ADV-3`).
    pub fn advance(&self, result: CombatResult, weather: Weather, side: Side) -> Option<[u8; 2]> {
        self.advances[result as usize].map(|hexes| hexes[weather as usize][side as usize])
    }

    /// What a benefit adds to the defence factor of a unit; nothing if the chart does not name its kind.
    pub(crate) fn addition(&self, benefit: Benefit, counter: &Counter) -> Option<Factor> {
        let addition = &self.additions[benefit as usize];
        let named = addition.nations.contains(&counter.nation)
            && addition.arms.contains(&counter.arm)
            && addition.sizes.contains(&counter.size);
        named.then_some(addition.added)
    }

    /// Who has the Black Sea if the Axis holds so many of its bases (`EAST-TER-12`).
    pub(crate) const fn black_sea(&self, axis_bases: usize) -> Side {
        if axis_bases >= self.naval_bases_needed as usize { Side::Axis } else { Side::Soviet }
    }

    /// Who may attack over this, and how well.
    pub(crate) const fn passage(&self, crossing: Crossing) -> &Passage {
        &self.crossings[crossing as usize]
    }

    /// What this weather allows.
    pub(crate) const fn weather(&self, weather: Weather) -> &WeatherEffect {
        &self.weather[weather as usize]
    }

    /// The month of a game turn, counted from 1.
    pub fn month(&self, turn: u8) -> Option<&Month> {
        self.calendar.get(usize::from(turn).checked_sub(1)?)
    }

    /// The weather that the October die brings, for October and for November (`EAST-H2`).
    pub(crate) fn october(&self, die: u16) -> [Weather; 2] {
        [0, 1].map(|month| *self.tables.october.look_up(die.into(), month))
    }

    /// The intrinsic factors of a victory city that the map does not name: as any but the two greatest.
    pub(crate) const fn intrinsic_elsewhere(&self) -> Factor {
        self.intrinsic_elsewhere
    }

    /// A place of the map, its name in whatever case.
    pub(crate) fn place(&self, name: &str) -> Option<&Place> {
        self.places.find(name)
    }

    /// The counter of a unit of the game, its name in whatever case.
    pub(crate) fn counter(&self, unit: &str) -> Option<&Counter> {
        self.units.find(unit)
    }

    /// A scenario.
    pub fn theatre(&self, scenario: Scenario) -> &Theatre {
        &self.theatres[scenario as usize]
    }

    /// The name of a unit.
    pub fn unit_name(&self, unit: UnitId) -> &str {
        &self.roster.names[unit.index()]
    }

    /// The unit with this name, in whatever case.
    pub fn unit_named(&self, name: &str) -> Option<UnitId> {
        self.roster.find(name)
    }

    /// The names of all units of the game.
    pub(crate) fn unit_names(&self) -> impl Iterator<Item = &str> {
        self.units.names()
    }
}

#[cfg(test)]
mod tests;
