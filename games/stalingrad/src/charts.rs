//! The charts of the game, read once from `data/tables` into what the rules look up.

mod numbers;

use std::sync::LazyLock;

use kit::{Cell, ContentError, Factor, Ladder, Sheet};

pub(crate) use numbers::{
    AirNumbers, BarrageNumbers, Boats, Changes, Delays, Factory, Hazards, Moves, Overrun, Shifts,
};

use crate::{
    air::{AirResult, Sortie},
    crossing::Landing,
    hexes::Hex,
    results::{Conduct, GroundResult, Price},
    terrain::{Nature, Terrain},
    units::{KindTraits, Roster, UnitKind},
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

/// One row of the direction die.
#[derive(Clone, Debug)]
pub struct Step {
    pub(crate) name: String,
    pub(crate) column: i8,
    pub(crate) row_from_odd: i8,
    pub(crate) row_from_even: i8,
}

impl Step {
    fn read(sheet: &Sheet, die: &str) -> Result<Self, ContentError> {
        let row = sheet.row(die)?;
        let hexes = |head| sheet.read_with(row, head, "-1, 0 or 1", |cell| cell.parse().ok());
        Ok(Self {
            name: sheet.read(row, "direction")?,
            column: hexes("column")?,
            row_from_odd: hexes("row from odd column")?,
            row_from_even: hexes("row from even column")?,
        })
    }
}

/// The size of the map.
#[derive(Clone, Copy, Debug)]
pub struct MapSize {
    pub(crate) columns: i8,
    pub(crate) rows: i8,
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
        /// Places named in the rules.
        places: String = "places",
        /// The map.
        map: String = "map",
        /// Options of the game.
        options: String = "options",
    }
}

/// The tables and what the rules look up.
#[derive(Debug)]
pub struct Charts {
    /// The tables as printed.
    pub tables: Tables,
    pub(crate) ladder: Ladder,
    pub(crate) sorties: Vec<Sortie>,
    pub(crate) conduct: [Conduct; GroundResult::ALL.len()],
    pub(crate) under_orders: [GroundResult; GroundResult::ALL.len()],
    pub(crate) exchange: [Price; GroundResult::ALL.len()],
    pub(crate) natures: [Nature; Terrain::ALL.len()],
    pub(crate) kinds: [KindTraits; UnitKind::ALL.len()],
    pub(crate) roster: Roster,
    pub(crate) directions: [Step; 6],
    pub(crate) map: MapSize,
    pub(crate) summit: Hex,
    pub(crate) changes: Changes,
    pub(crate) shifts: Shifts,
    pub(crate) overrun: Overrun,
    pub(crate) delays: Delays,
    pub(crate) air_numbers: AirNumbers,
    pub(crate) barrage: BarrageNumbers,
    pub(crate) hazards: Hazards,
    pub(crate) boats: Boats,
    pub(crate) moves: Moves,
    pub(crate) factory: Factory,
    pub(crate) last_turn: u8,
}

/// The charts, read and checked on first use.
pub fn charts() -> &'static Charts {
    static CHARTS: LazyLock<Charts> =
        LazyLock::new(|| Tables::load().and_then(Charts::read).expect("the charts of the game"));
    &CHARTS
}

/// The charts as printed, in the order in which they are shown.
pub fn sheets() -> Vec<&'static Sheet> {
    charts().tables.sheets()
}

/// The same for each of a list, or the first complaint.
fn all<K, V, const N: usize>(
    keys: [K; N],
    read: impl Fn(K) -> Result<V, ContentError>,
) -> Result<[V; N], ContentError> {
    let read: Vec<V> = keys.into_iter().map(read).collect::<Result<_, _>>()?;
    Ok(read.try_into().unwrap_or_else(|_| unreachable!("one for each")))
}

impl Charts {
    fn read(tables: Tables) -> Result<Self, ContentError> {
        let (results, orders) = (tables.results.sheet(), tables.orders.sheet());
        let (exchange, terrains) = (tables.exchange.sheet(), tables.terrains.sheet());
        let (kinds, boats) = (tables.unit_kinds.sheet(), tables.boats.sheet());
        let (map, places) = (tables.map.sheet(), tables.places.sheet());
        // What orders do not change has no row (STAL-NOR-1).
        let under_orders = |result: GroundResult| match orders.row_named(0, result.name()) {
            Some(row) => orders.read(row, "becomes"),
            None => Ok(result),
        };
        let summit = places.row("Mamaev Kurgan summit")?;
        Ok(Self {
            ladder: tables.crt.sheet().ladder(),
            sorties: Sortie::read(tables.air_combat.sheet())?,
            conduct: all(GroundResult::ALL, |result| Conduct::read(results, result))?,
            under_orders: all(GroundResult::ALL, under_orders)?,
            exchange: all(GroundResult::ALL, |result| Price::read(exchange, result))?,
            natures: all(Terrain::ALL, |terrain| Nature::read(terrains, terrain))?,
            kinds: all(UnitKind::ALL, |kind| KindTraits::read(kinds, kind))?,
            roster: Roster::read(tables.german_units.sheet(), tables.russian_units.sheet(), boats)?,
            directions: all(["1", "2", "3", "4", "5", "6"], |die| {
                Step::read(tables.directions.sheet(), die)
            })?,
            map: MapSize {
                columns: map.value::<u8>("columns", "number")? as i8,
                rows: map.value::<u8>("rows", "number")? as i8,
            },
            summit: places.read_with(summit, "hex", "a hex of four digits", Hex::read)?,
            changes: Changes::read(tables.strength.sheet())?,
            shifts: Shifts::read(tables.shifts.sheet())?,
            overrun: Overrun::read(tables.overrun.sheet())?,
            delays: Delays::read(tables.delays.sheet())?,
            air_numbers: AirNumbers::read(tables.bombing.sheet(), tables.air_units.sheet())?,
            barrage: BarrageNumbers::read(tables.barrage.sheet())?,
            hazards: Hazards::read(tables.hazard.sheet())?,
            boats: Boats::read(boats)?,
            moves: Moves::read(tables.movement.sheet())?,
            factory: Factory::read(tables.factory.sheet())?,
            last_turn: tables.calendar.sheet().len() as u8,
            tables,
        })
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
        let mut listed: Vec<String> = sheets().iter().map(|sheet| sheet.id.clone()).collect();
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
