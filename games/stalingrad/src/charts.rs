//! The charts of the game, read once from `data/tables` into what the rules look up.

mod numbers;

use std::sync::LazyLock;

use kit::{Factor, Ladder, Sheet, Table};

pub(crate) use numbers::{
    AirNumbers, BarrageNumbers, Boats, Changes, Delays, Factory, Hazards, Moves, Overrun, Shifts, Values,
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

    /// Reads `2`, `3/2`, `x1/2`.
    pub(crate) fn read(text: &str) -> Option<Self> {
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

/// The size of the map.
#[derive(Clone, Copy, Debug)]
pub struct MapSize {
    pub(crate) columns: i8,
    pub(crate) rows: i8,
}

/// All charts.
#[derive(Debug)]
pub struct Charts {
    sheets: Vec<Sheet>,
    /// The ground combat chart.
    pub crt: Table<GroundResult>,
    pub(crate) ladder: Ladder,
    pub(crate) crossing: Table<Landing>,
    pub(crate) air: Table<AirResult>,
    pub(crate) older_air: Table<AirResult>,
    pub(crate) aircraft_check: Table<AirResult>,
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
    static CHARTS: LazyLock<Charts> = LazyLock::new(Charts::read);
    &CHARTS
}

/// The charts as printed, in the order in which they are shown.
pub fn sheets() -> Vec<&'static Sheet> {
    charts().sheets.iter().collect()
}

/// Every table file: its name and its text.
macro_rules! files {
    ($($id:literal),* $(,)?) => {
        [$((
            concat!("games/stalingrad/data/tables/", $id, ".toml"),
            include_str!(concat!("../data/tables/", $id, ".toml")),
        )),*]
    };
}

const FILES: [(&str, &str); 36] = files![
    "crt",
    "results",
    "orders",
    "exchange",
    "overrun",
    "strength",
    "shifts",
    "terrain",
    "terrains",
    "air",
    "bombing",
    "bombing-by-turn",
    "air-combat",
    "air-units",
    "air-attack",
    "aircraft-check",
    "crossing",
    "hazard",
    "boats",
    "snipers",
    "barrage",
    "directions",
    "factory",
    "delays",
    "stacking",
    "movement",
    "advance",
    "supply",
    "unit-kinds",
    "german-units",
    "russian-units",
    "calendar",
    "set-up",
    "places",
    "map",
    "options",
];

fn file(id: &str) -> (&'static str, &'static str) {
    let named = |path: &str| path.rsplit('/').next().and_then(|name| name.strip_suffix(".toml")) == Some(id);
    *FILES.iter().find(|(path, _)| named(path)).expect("a table that is listed")
}

fn table<R: kit::Cell>(id: &str) -> Table<R> {
    let (path, text) = file(id);
    Table::load(path, text).unwrap_or_else(|error| panic!("{error}"))
}

impl Charts {
    fn read() -> Self {
        let sheets: Vec<Sheet> = FILES
            .iter()
            .map(|(path, text)| Sheet::load(path, text).unwrap_or_else(|error| panic!("{error}")))
            .collect();
        let crt: Table<GroundResult> = table("crt");
        let results = Values::of("results");
        let orders = Values::of("orders");
        let exchange = Values::of("exchange");
        let natures = Values::of("terrains");
        let kinds = Values::of("unit-kinds");
        let steps = Values::of("directions");
        let map = Values::of("map");
        Self {
            ladder: crt.sheet().ladder(),
            crossing: table("crossing"),
            air: table("air"),
            older_air: table("air-attack"),
            aircraft_check: table("aircraft-check"),
            sorties: Sortie::read(&table("air-combat")),
            conduct: GroundResult::ALL
                .map(|result| Conduct::read(|column| results.cell(result.name(), column))),
            under_orders: GroundResult::ALL.map(|result| {
                match orders.0.sheet().row_named(0, result.name()) {
                    Some(row) => kit::Cell::read(orders.0.at(row, 0)).expect("a result under orders"),
                    None => result,
                }
            }),
            exchange: GroundResult::ALL.map(|result| {
                Price::read(exchange.cell(result.name(), 0), exchange.cell(result.name(), 1))
                    .expect("a price")
            }),
            natures: Terrain::ALL.map(|terrain| Nature::read(|column| natures.cell(terrain.name(), column))),
            kinds: UnitKind::ALL.map(|kind| KindTraits::read(|column| kinds.cell(kind.name(), column))),
            roster: Roster::read(&table("german-units"), &table("russian-units"), &Values::of("boats").0),
            directions: std::array::from_fn(|side| {
                let row = (side + 1).to_string();
                let number = |column| steps.read(&row, column, |cell| cell.parse().ok());
                Step {
                    name: steps.cell(&row, 0).to_owned(),
                    column: number(1),
                    row_from_odd: number(2),
                    row_from_even: number(3),
                }
            }),
            map: MapSize { columns: map.number("columns") as i8, rows: map.number("rows") as i8 },
            summit: Values::of("places").read("Mamaev Kurgan summit", 0, Hex::read),
            changes: Changes::read(),
            shifts: Shifts::read(),
            overrun: Overrun::read(),
            delays: Delays::read(),
            air_numbers: AirNumbers::read(),
            barrage: BarrageNumbers::read(),
            hazards: Hazards::read(),
            boats: Boats::read(),
            moves: Moves::read(),
            factory: Factory::read(),
            last_turn: Values::of("calendar").0.sheet().len() as u8,
            crt,
            sheets,
        }
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
