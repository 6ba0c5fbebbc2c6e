//! The charts of the game, read from `data/tables` into what the rules look up.

mod numbers;

use std::sync::Arc;

use kit::{
    Cell, Content, ContentError, Factor, OddsLadder, Sheet,
    content::{DataFile, Sources},
    map::Direction,
    profile::Profile,
};

pub(crate) use numbers::{
    AdvanceRow, AirUnits, BarrageNumbers, Boats, BombingNumbers, Changes, Delays, Factory, Hazard, Hazards,
    MapSize, Moves, Overrun, Shifts,
};

use crate::{
    air::{AirResult, Sortie},
    crossing::Landing,
    hexes::{DirectionRow, Hex},
    map::MAPS,
    results::{Conduct, GroundResult, OrdersRow, Price},
    terrain::{Nature, Terrain},
    theatre::{Parts, Scenario, Theatre},
    units::{Arm, KindTraits, Roster, Side, Unit, UnitKind},
};

/// A share or a multiplier such as `1/2`, `x2`, `3/2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    times: i32,
    halved: bool,
}

impl Share {
    /// This share of a strength, exactly.
    pub fn of(self, strength: Factor) -> Factor {
        let part = strength * self.times;
        if self.halved { part.halved() } else { part }
    }
}

impl Cell for Share {
    const EXPECTED: &'static str = "a share such as 2, 3/2 or x1/2";
    fn read(text: &str) -> Option<Self> {
        let text = text.strip_prefix('x').unwrap_or(text);
        let (times, halved) = text.strip_suffix("/2").map_or((text, false), |times| (times, true));
        Some(Self { times: times.parse().ok()?, halved })
    }
}

kit::charts! {
    /// The tables as printed, in the order in which they are shown.
    pub struct Tables {
        /// Ground Combat Results Table.
        crt: GroundResult = "crt",
        /// Ground combat results.
        results: String = "results",
        /// Results under No Retreat orders or with nowhere to go.
        orders: String = "orders",
        /// Price of a voluntary exchange.
        exchange: String = "exchange",
        /// Armour overrun.
        overrun: String = "overrun",
        /// Changes to a unit in combat.
        strength: String = "strength",
        /// Column shifts.
        shifts: String = "shifts",
        /// Terrain Effects.
        terrain: String = "terrain",
        /// Kinds of hexes.
        terrains: String = "terrains",
        /// Luftwaffe Mass Bombing, Close Air Support, and Air Combat.
        air: AirResult = "air",
        /// Mass bombing.
        bombing: String = "bombing",
        /// Mass bombing as it wears off.
        bombing_by_turn: String = "bombing-by-turn",
        /// What air combat results do.
        air_combat: String = "air-combat",
        /// Air units.
        air_units: String = "air-units",
        /// Air Attack (older system).
        older_air: AirResult = "air-attack",
        /// Check of aircraft after AA?.
        aircraft_check: AirResult = "aircraft-check",
        /// Volga Boat Crossing Results.
        crossing: Landing = "crossing",
        /// What changes the hazard of a crossing.
        hazard: String = "hazard",
        /// Boats on the Volga.
        boats: String = "boats",
        /// Snipers.
        snipers: String = "snipers",
        /// East bank barrage.
        barrage: String = "barrage",
        /// Direction die.
        directions: String = "directions",
        /// Dzerzhinski Tractor Factory.
        factory: String = "factory",
        /// Return of lost Russian units.
        delays: String = "delays",
        /// Stacking.
        stacking: String = "stacking",
        /// Movement.
        movement: String = "movement",
        /// Advance after combat.
        advance: String = "advance",
        /// Supply in the city.
        supply: String = "supply",
        /// Kinds of units.
        unit_kinds: String = "unit-kinds",
        /// German units.
        german_units: String = "german-units",
        /// Russian units.
        russian_units: String = "russian-units",
        /// Calendar.
        calendar: String = "calendar",
        /// Historical set-up.
        set_up: String = "set-up",
        /// Set-up of the learning scenario.
        set_up_red_october: String = "set-up-red-october",
        /// Places named in the rules.
        places: String = "places",
        /// The map.
        map: String = "map",
        /// Options of the game.
        options: String = "options",
    }
}

/// All that the rules read: the tables as printed and what is looked up in them.
#[derive(Debug)]
pub struct Charts {
    profile: Profile,
    /// The tables as printed.
    pub tables: Tables,
    pub(crate) ladder: OddsLadder,
    sorties: Vec<Sortie>,
    conduct: [Conduct; GroundResult::ALL.len()],
    under_orders: [GroundResult; GroundResult::ALL.len()],
    prices: Vec<Price>,
    /// STAL-ADV-2, STAL-ADV-3: how far tanks and panzer grenadiers advance, and others; none where nobody does.
    advances: [Option<AdvanceRow>; GroundResult::ALL.len()],
    natures: [Nature; Terrain::ALL.len()],
    kinds: [KindTraits; UnitKind::ALL.len()],
    pub(crate) roster: Roster,
    directions: [Direction; 6],
    pub(crate) map: MapSize,
    pub(crate) summit: Hex,
    pub(crate) changes: Changes,
    pub(crate) shifts: Shifts,
    pub(crate) overrun: Overrun,
    pub(crate) delays: Delays,
    pub(crate) bombing: BombingNumbers,
    pub(crate) air_units: AirUnits,
    pub(crate) barrage: BarrageNumbers,
    pub(crate) hazards: Hazards,
    pub(crate) boats: Boats,
    pub(crate) moves: Moves,
    pub(crate) factory: Factory,
    pub(crate) last_turn: u8,
    /// The stacking limit of a hex in half units (STAL-STK-1).
    pub(crate) stacking_limit: u8,
    /// STAL-STK-3: what two and more parts of one parent count together, in half units.
    pub(crate) formation_size: u8,
    /// STAL-SUP-4: so many contested hexes in a row a supply path may have.
    pub(crate) contested_hexes: u8,
    theatres: Vec<Theatre>,
}

/// The published game or a variant of it.
pub type Rules = kit::Rules<Charts>;

impl Content for Charts {
    const GAME: &'static str = "stalingrad";
    const LEDGER: &'static str = include_str!("../data/ledger.toml");

    fn load(sources: &Sources<'_>) -> Result<Self, ContentError> {
        let profile = Profile::read("data/game.toml", include_str!("../data/game.toml"))?;
        let mut charts = Self::read(profile, Tables::load(sources)?)?;
        let map =
            |source: &DataFile<'_>, name| Ok((name, Arc::new(sources.map(name, source.file, source.text)?)));
        let maps = [map(&MAPS[0], "map")?, map(&MAPS[1], "learning-map")?];
        let (tables, roster, natures) = (&charts.tables, &charts.roster, &charts.natures);
        let parts = Parts { tables, roster, natures, maps: &maps, summit: charts.summit };
        let theatres = Scenario::ALL.map(|scenario| Theatre::load(sources, scenario, &parts));
        charts.theatres = theatres.into_iter().collect::<Result<_, _>>()?;
        for (scenario, theatre) in charts.profile.scenarios.iter_mut().zip(&charts.theatres) {
            scenario.turns = theatre.last_turn().into();
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

impl Charts {
    fn read(profile: Profile, tables: Tables) -> Result<Self, ContentError> {
        let (german, russian) = (tables.german_units.sheet(), tables.russian_units.sheet());
        let (boats, places) = (tables.boats.sheet(), tables.places.sheet());
        let results = GroundResult::ALL.map(GroundResult::name);
        let kinds = tables.unit_kinds.sheet().rows_named(UnitKind::ALL.map(UnitKind::name))?;
        let price = |result| Price::read(tables.exchange.sheet(), result);
        let mut under_orders = GroundResult::ALL;
        for OrdersRow { result, becomes } in tables.orders.sheet().rows_as()? {
            under_orders[result as usize] = becomes;
        }
        let [summit, shore, adjacent, freeze, headquarters] = tables.hazard.sheet().rows_named([
            "Germans control the summit",
            "German unit on a shore hex",
            "German next to a Russian-held landing hex",
            "Volga freezing",
            "headquarters in the landing hex",
        ])?;
        let half_units = |counter| {
            let size: Factor = tables.stacking.sheet().value(counter, "stacking units")?;
            Ok((size * 2).floor() as u8)
        };
        let mut advances = [None; GroundResult::ALL.len()];
        for (place, result) in results.into_iter().enumerate() {
            if let Some(row) = tables.advance.sheet().row_named(0, result) {
                advances[place] = Some(tables.advance.sheet().row_as(row)?);
            }
        }
        Ok(Self {
            profile,
            ladder: tables.crt.sheet().ladder(),
            sorties: tables.air_combat.sheet().rows_as()?,
            conduct: tables.results.sheet().rows_named(results)?,
            under_orders,
            prices: GroundResult::ALL.into_iter().map(price).collect::<Result<_, _>>()?,
            advances,
            natures: tables.terrains.sheet().rows_named(Terrain::ALL.map(Terrain::name))?,
            kinds,
            roster: Roster::read(german, russian, boats, &kinds)?,
            directions: tables
                .directions
                .sheet()
                .rows_named::<DirectionRow, 6>(["1", "2", "3", "4", "5", "6"])?
                .map(|row| row.direction.0),
            map: tables.map.sheet().column_as("number")?,
            summit: places.value("Mamaev Kurgan summit", "hex")?,
            changes: tables.strength.sheet().column_as("effect")?,
            shifts: tables.shifts.sheet().column_as("columns")?,
            overrun: tables.overrun.sheet().column_as("armour needed for each point")?,
            delays: tables.delays.sheet().column_as("turns")?,
            bombing: tables.bombing.sheet().column_as("number")?,
            air_units: tables.air_units.sheet().column_as("number")?,
            barrage: tables.barrage.sheet().column_as("number")?,
            hazards: Hazards { summit, shore, adjacent, freeze, headquarters },
            boats: boats.column_as("boat units")?,
            moves: tables.movement.sheet().column_as("hexes")?,
            factory: tables.factory.sheet().column_as("repairs on index")?,
            last_turn: tables.calendar.sheet().len() as u8,
            stacking_limit: half_units("limit of a hex")?,
            formation_size: half_units("two or more parts of one parent")?,
            contested_hexes: tables
                .supply
                .sheet()
                .value("contested hexes next to the unit, at most", "number")?,
            theatres: Vec::new(),
            tables,
        })
    }

    /// A scenario.
    pub fn theatre(&self, scenario: Scenario) -> &Theatre {
        &self.theatres[scenario as usize]
    }

    /// What a result of the ground combat chart does.
    pub fn conduct(&self, result: GroundResult) -> &Conduct {
        &self.conduct[result as usize]
    }

    /// STAL-NOR-1: what becomes of a result for a unit with orders to hold or nowhere to go.
    pub fn under_orders(&self, result: GroundResult) -> GroundResult {
        self.under_orders[result as usize]
    }

    /// STAL-EXC-2: what a result costs in an exchange attack.
    pub fn price(&self, result: GroundResult) -> Price {
        self.prices[result as usize]
    }

    /// STAL-ADV-2, STAL-ADV-3: how many hexes an attacker advances after a result.
    pub fn advance(&self, result: GroundResult, kind: UnitKind) -> u8 {
        let far = matches!(kind, UnitKind::Panzer | UnitKind::PanzerGrenadier | UnitKind::TankBrigade);
        self.advances[result as usize].map_or(1, |row| if far { row.mobile } else { row.others })
    }

    /// What a kind of terrain means.
    pub fn nature(&self, terrain: Terrain) -> &Nature {
        &self.natures[terrain as usize]
    }

    /// The counter with this name: `516.R`, or with its parent `295.ID/516.R`.
    pub fn counter(&self, name: &str) -> Option<&Unit> {
        self.roster.find(name).map(|unit| self.roster.unit(unit))
    }

    /// Whose units of a kind are.
    pub fn side(&self, kind: UnitKind) -> Side {
        self.kinds[kind as usize].side
    }

    /// What units of a kind count as in combat.
    pub fn arm(&self, kind: UnitKind) -> Arm {
        self.kinds[kind as usize].arm
    }

    /// STAL-DIE-3: the direction die is read as it falls, under either index.
    pub fn direction(&self, face: u16) -> Direction {
        self.directions[usize::from(face) - 1]
    }

    /// What a result of air combat does.
    ///
    /// # Panics
    /// If it is a result of bombs.
    pub fn sortie(&self, result: AirResult) -> Sortie {
        *self.sorties.iter().find(|sortie| sortie.result == result).expect("a result of air combat")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_table_file_is_listed_and_proved() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/tables");
        let mut on_disk: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        let mut listed: Vec<String> =
            Rules::published().get().sheets().iter().map(|sheet| sheet.id.clone()).collect();
        on_disk.sort();
        listed.sort();
        assert_eq!(on_disk, listed);
    }

    #[test]
    fn shares_are_exact() {
        assert_eq!(Share::read("3/2").unwrap().of(Factor::whole(3)), Factor::halves(9));
        assert_eq!(Share::read("x1/2").unwrap().of(Factor::halves(1)).to_string(), "¼");
        assert_eq!(Share::read("x2").unwrap().of(Factor::whole(2)), Factor::whole(4));
        assert_eq!(Share::read("half"), None);
    }
}
