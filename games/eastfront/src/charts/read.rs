//! From the text of the charts to what they mean.

use kit::{Cell, ContentError, Factor, Sheet};

use super::{
    Addition, Advances, Benefit, Charts, Crossing, Dates, Effect, Month, Named, Passage, Place, Shifts,
    Tables, WeatherEffect,
};
use crate::{
    results::{Cause, CombatResult},
    unit::{Arm, Counter, Nation, Side, Size},
    weather::Weather,
};

impl Charts {
    /// Reads what combat needs; a mistake is reported with its place.
    pub(super) fn read(tables: Tables) -> Result<Self, ContentError> {
        let dates = |rule| dates(tables.dates.sheet(), rule);
        let limit = |row| tables.stacking.sheet().value::<u8>(row, "units").map(usize::from);
        Ok(Self {
            ladder: tables.crt.sheet().ladder(),
            conversions: conversions(tables.conversions.sheet())?,
            rates: rates(tables.voluntary_exchange.sheet())?,
            effects: effects(tables.results.sheet())?,
            advances: advances(tables.advance.sheet(), tables.results.sheet())?,
            additions: additions(tables.terrain_factors.sheet())?,
            crossings: crossings(tables.crossings.sheet())?,
            shifts: shifts(tables.shifts.sheet())?,
            surprise: dates("surprise")?,
            neutrality: dates("Soviets keep out of Finland, Romania and Hungary")?,
            lines: dates("fortified lines")?,
            naval_bases_needed: tables.black_sea.sheet().value("needed", "counts")?,
            weather: weather_effects(tables.weather_combat.sheet())?,
            calendar: calendar(tables.calendar.sheet())?,
            victory_cities: victory_cities(tables.victory_cities.sheet())?,
            places: places(tables.places.sheet())?,
            units: units(tables.units.sheet())?,
            units_in_a_hex: limit("units in a hex")?,
            armies_in_a_hex: limit("armies in a hex")?,
            armour_against_rough: limit("ARM from one hex against an unfrozen swamp or a mountain hex")?,
            tables,
        })
    }
}

/// What `read` finds for each of `all`, in their order.
fn each<K, T, const N: usize>(
    all: [K; N],
    read: impl FnMut(K) -> Result<T, ContentError>,
) -> Result<[T; N], ContentError> {
    let found: Vec<T> = all.into_iter().map(read).collect::<Result<_, _>>()?;
    Ok(found.try_into().unwrap_or_else(|_| unreachable!("as many as were asked for")))
}

fn conversions(chart: &Sheet) -> Result<[[CombatResult; 3]; 10], ContentError> {
    each(CombatResult::ALL, |result| each(Cause::ALL, |cause| chart.value(result.printed(), cause.name())))
}

fn effects(chart: &Sheet) -> Result<[Effect; 10], ContentError> {
    each(CombatResult::ALL, |result| {
        let row = chart.row(result.printed())?;
        Ok(Effect {
            defenders: chart.read(row, "defenders")?,
            hexes: chart.read(row, "hexes")?,
            dispersed: chart.read(row, "dispersed")?,
            costs_attackers: chart.read_with(row, "attackers", "-, exchange or AE", |word| match word {
                "AE" => Some(true),
                "-" | "exchange" => Some(false),
                _ => None,
            })?,
        })
    })
}

fn rates(chart: &Sheet) -> Result<[Option<Factor>; 10], ContentError> {
    each(CombatResult::ALL, |result| {
        chart.row_named(0, result.printed()).map(|row| chart.read(row, "rate")).transpose()
    })
}

fn advances(chart: &Sheet, results: &Sheet) -> Result<[Option<Advances>; 10], ContentError> {
    let of_result = |result: CombatResult| {
        each(Weather::ALL, |weather| {
            each([Side::Axis, Side::Soviet], |side| {
                let head = format!("{weather}, {side}");
                each(["ARM MOT", "INF MTN CAV"], |arms| chart.value(&format!("{result} {arms}"), &head))
            })
        })
    };
    each(CombatResult::ALL, |result| {
        let allowed: bool = results.value(result.printed(), "advance")?;
        allowed.then(|| of_result(result)).transpose()
    })
}

/// Reads words of one kind, `any` for all of them or `none`.
fn kinds<T: Cell + Copy>(all: &[T]) -> impl Fn(&str) -> Option<Vec<T>> {
    move |words| match words {
        "any" => Some(all.to_vec()),
        "none" => Some(Vec::new()),
        _ => words.split(' ').map(T::read).collect(),
    }
}

fn additions(chart: &Sheet) -> Result<[Addition; 7], ContentError> {
    each(Benefit::ALL, |(_, label)| {
        let row = chart.row(label)?;
        Ok(Addition {
            added: chart.read(row, "added")?,
            nation: chart.read_with(row, "nation", "a nation or any", |word| match word {
                "any" => Some(None),
                _ => Nation::read(word).map(Some),
            })?,
            arms: chart.read_with(row, "types", "any or types such as INF MTN", kinds(&Arm::ALL))?,
            sizes: chart.read_with(row, "sizes", "any or sizes such as army corps", kinds(&Size::ALL))?,
        })
    })
}

fn dates(chart: &Sheet, rule: &str) -> Result<Dates, ContentError> {
    Ok(Dates { first: chart.value(rule, "first turn")?, last: chart.value(rule, "last turn")? })
}

fn crossings(chart: &Sheet) -> Result<[Passage; 6], ContentError> {
    each(Crossing::ALL, |(_, label)| {
        let row = chart.row(label)?;
        Ok(Passage {
            arms: chart.read_with(row, "types", "any, none or types such as INF MTN", kinds(&Arm::ALL))?,
            halved: chart.read_with(row, "strength", "0, 0.5 or 1", |word| match word {
                "0" | "1" => Some(false),
                "0.5" => Some(true),
                _ => None,
            })?,
        })
    })
}

fn shifts(chart: &Sheet) -> Result<Shifts, ContentError> {
    let shift = |reason| chart.value(reason, "columns");
    Ok(Shifts {
        river: shift("river")?,
        river_german: shift("river, German in the stack")?,
        river_most: shift("river, most under EAST-H1")?,
        kerch: shift("Kerch with the Black Sea")?,
        dispersed: shift("Dispersed")?,
        surprise: shift("surprise")?,
        subarctic: shift("Subarctic")?,
    })
}

fn weather_effects(chart: &Sheet) -> Result<[WeatherEffect; 5], ContentError> {
    each(Weather::ALL, |weather| {
        let yes = |head| chart.value(weather.name(), head);
        Ok(WeatherEffect {
            breakthrough: [yes("breakthrough Axis")?, yes("breakthrough Soviet")?],
            overrun: [yes("overrun Axis")?, yes("overrun Soviet")?],
            voluntary_exchange: yes("voluntary exchange")?,
            freezes: yes("freezes")?,
        })
    })
}

fn calendar(chart: &Sheet) -> Result<Vec<Month>, ContentError> {
    let month = |row| Ok(Month { name: chart.read(row, "month")?, weather: chart.read(row, "weather")? });
    (0..chart.len()).map(month).collect()
}

fn victory_cities(chart: &Sheet) -> Result<Vec<(String, Factor)>, ContentError> {
    (0..chart.len()).map(|row| Ok((chart.key(row), chart.read(row, "intrinsic")?))).collect()
}

fn places(chart: &Sheet) -> Result<Named<Place>, ContentError> {
    let place = |row| {
        let name = chart.key(row);
        let place = Place {
            name: name.clone(),
            class: chart.read(row, "class")?,
            fortress: chart.read(row, "fortress")?,
        };
        Ok((name, place))
    };
    (0..chart.len()).map(place).collect()
}

fn units(chart: &Sheet) -> Result<Named<Counter>, ContentError> {
    let unit = |row| {
        let counter = Counter {
            nation: chart.read(row, "nation")?,
            arm: chart.read(row, "type")?,
            size: chart.read(row, "size")?,
            attack: chart.read(row, "AF")?,
            defence: chart.read(row, "DF")?,
        };
        Ok((chart.key(row), counter))
    };
    (0..chart.len()).map(unit).collect()
}
