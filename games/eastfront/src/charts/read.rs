//! From the text of the charts to what they mean.

use kit::{ContentError, Factor, Sheet, profile::Profile};

use super::{
    Advances, Benefit, Charts, Crossing, Effect, Named, Place, Play, Roster, Tables,
    entries::{PlaceRow, VictoryCity},
};
use crate::{
    results::{Cause, CombatResult},
    terrain::Class,
    unit::{Counter, Side},
    weather::Weather,
};

impl Charts {
    /// Reads what combat needs; a mistake is reported with its place.
    pub(super) fn read(profile: Profile, tables: Tables) -> Result<Self, ContentError> {
        let limit = |row| tables.stacking.sheet().value::<u8>(row, "units").map(usize::from);
        let effects = tables.results.sheet().rows_named(CombatResult::ALL.map(CombatResult::printed))?;
        let [surprise, neutrality, lines] = tables.dates.sheet().rows_named([
            "surprise",
            "Soviets keep out of Finland, Romania and Hungary",
            "fortified lines",
        ])?;
        let cities: Vec<VictoryCity> = tables.victory_cities.sheet().rows_as()?;
        let nowhere = || tables.victory_cities.sheet().complain("found no victory city".into());
        let elsewhere = cities.iter().map(|city| city.intrinsic).min().ok_or_else(nowhere)?;
        Ok(Self {
            profile,
            ladder: tables.crt.sheet().ladder(),
            conversions: conversions(tables.conversions.sheet())?,
            rates: rates(tables.voluntary_exchange.sheet())?,
            advances: advances(tables.advance.sheet(), &effects)?,
            effects,
            additions: tables.terrain_factors.sheet().rows_named(Benefit::ALL.map(|(_, label)| label))?,
            crossings: tables.crossings.sheet().rows_named(Crossing::ALL.map(|(_, label)| label))?,
            shifts: tables.shifts.sheet().column_as("columns")?,
            surprise,
            neutrality,
            lines,
            naval_bases_needed: tables.black_sea.sheet().value("needed", "counts")?,
            weather: tables.weather_combat.sheet().rows_named(Weather::ALL.map(Weather::name))?,
            calendar: tables.calendar.sheet().rows_as()?,
            places: places(tables.places.sheet(), &cities, elsewhere)?,
            intrinsic_elsewhere: elsewhere,
            units: units(tables.units.sheet())?,
            units_in_a_hex: limit("units in a hex")?,
            armies_in_a_hex: limit("armies in a hex")?,
            armour_against_rough: limit("ARM from one hex against an unfrozen swamp or a mountain hex")?,
            armour_in_rough: limit("ARM in an unfrozen swamp or a mountain hex")?,
            play: Play::read(&tables)?,
            roster: Roster::read(tables.units.sheet())?,
            theatres: Vec::new(),
            weights: Vec::new(),
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

fn rates(chart: &Sheet) -> Result<[Option<Factor>; 10], ContentError> {
    each(CombatResult::ALL, |result| {
        chart.row_named(0, result.printed()).map(|row| chart.read(row, "rate")).transpose()
    })
}

fn advances(chart: &Sheet, effects: &[Effect; 10]) -> Result<[Option<Advances>; 10], ContentError> {
    let of_result = |result: CombatResult| {
        each(Weather::ALL, |weather| {
            each([Side::Axis, Side::Soviet], |side| {
                let head = format!("{weather}, {side}");
                each(["ARM MOT", "INF MTN CAV"], |arms| chart.value(&format!("{result} {arms}"), &head))
            })
        })
    };
    each(CombatResult::ALL, |result| {
        effects[result as usize].allows_advance.then(|| of_result(result)).transpose()
    })
}

/// The places of the map; a victory city stands with its own factors (`EAST-TER-20`).
fn places(chart: &Sheet, cities: &[VictoryCity], elsewhere: Factor) -> Result<Named<Place>, ContentError> {
    let place = |PlaceRow { name, class, fortress }| {
        let listed = cities.iter().find(|city| city.name == name).map(|city| city.intrinsic);
        let intrinsic = if class == Class::VictoryCity { listed.unwrap_or(elsewhere) } else { Factor::ZERO };
        let bars_finns = name == "Leningrad";
        (name.clone(), Place { name, class, fortress, intrinsic, bars_finns })
    };
    Ok(chart.rows_as()?.into_iter().map(place).collect())
}

fn units(chart: &Sheet) -> Result<Named<Counter>, ContentError> {
    Ok((0..).map(|row| chart.key(row)).zip(chart.rows_as::<Counter>()?).collect())
}
