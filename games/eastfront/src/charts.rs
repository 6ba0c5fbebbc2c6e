//! The charts of the game, read from `data/tables`.

use kit::{
    Content, ContentError, Factor, OddsLadder, Sheet, content::Sources, profile::Profile, tactics::WeightSets,
};

use crate::{
    map::MAPS,
    results::{Cause, CombatResult},
    roster::{Roster, UnitId},
    tactics::weights::{self, Weights},
    theatre::{Parts, Scenario, Theatre},
    unit::{Counter, Side},
    weather::Weather,
};

mod entries;
mod named;
mod play;
mod read;

use std::sync::Arc;

use entries::Addition;
pub use entries::{
    Benefit, Crossing, Dates, DefenderEffect, Effect, Month, Passage, Place, Shifts, WeatherEffect,
};
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
    pub(crate) ladder: OddsLadder,
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
    /// What programs weigh things by, by [`Scenario`].
    pub(crate) weights: Vec<WeightSets<Weights>>,
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
        let weights = Scenario::ALL.map(|scenario| WeightSets::read(weights::files(scenario), sources));
        charts.weights = weights.into_iter().collect::<Result<_, _>>()?;
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
