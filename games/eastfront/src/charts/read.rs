//! From the text of the charts to what they mean.

use kit::{Cell, ContentError, Factor, Table};

use super::{
    ADVANCE_ROWS, Addition, Benefit, Charts, Crossing, Dates, DefenderEffect, Effect, Month, Passage, Place,
    Shifts, TABLES, WeatherEffect, ignoring_case,
};
use crate::{
    results::{Cause, CombatResult},
    sheet::Reader,
    situation::Class,
    unit::{Arm, Counter, Nation, Side, Size},
    weather::Weather,
};

impl Charts {
    /// Reads all of them; a mistake is reported with its place.
    pub fn load() -> Result<Self, ContentError> {
        let crt: Table<CombatResult> = typed("crt")?;
        let dated = open("dates")?;
        let stacking = open("stacking")?;
        let limit = |row: &str| stacking.whole(row, "units").map(usize::from);
        Ok(Self {
            ladder: crt.sheet().ladder(),
            crt,
            conversions: conversions(&open("conversions")?)?,
            effects: effects(&open("results")?)?,
            rates: rates(&open("voluntary-exchange")?)?,
            advances: advances(&open("advance")?)?,
            additions: additions(&open("terrain-factors")?)?,
            crossings: crossings(&open("crossings")?)?,
            shifts: shifts(&open("shifts")?)?,
            surprise: dates(&dated, "surprise")?,
            neutrality: dates(&dated, "Soviets keep out of Finland, Romania and Hungary")?,
            lines: dates(&dated, "fortified lines")?,
            naval_bases_needed: open("black-sea")?.whole("needed", "counts")?,
            weather: weather_effects(&open("weather-combat")?)?,
            october: typed("october")?,
            calendar: calendar(&open("calendar")?)?,
            victory_cities: victory_cities(&open("victory-cities")?)?,
            places: places(&open("places")?)?,
            units: units(&open("units")?)?,
            units_in_a_hex: limit("units in a hex")?,
            armies_in_a_hex: limit("armies in a hex")?,
            armour_against_rough: limit("ARM from one hex against an unfrozen swamp or a mountain hex")?,
        })
    }
}

fn find(id: &str) -> (&'static str, &'static str) {
    let &(_, file, text) = TABLES.iter().find(|(known, ..)| *known == id).expect("a chart of the list");
    (file, text)
}

fn open(id: &str) -> Result<Reader, ContentError> {
    let (file, text) = find(id);
    Reader::open(file, text)
}

fn typed<R: Cell>(id: &str) -> Result<Table<R>, ContentError> {
    let (file, text) = find(id);
    Table::load(file, text)
}

fn conversions(chart: &Reader) -> Result<[[CombatResult; 3]; 10], ContentError> {
    let mut conversions = [[CombatResult::Nothing; 3]; 10];
    for result in CombatResult::ALL {
        for cause in Cause::ALL {
            conversions[result as usize][cause as usize] =
                chart.read(result.printed(), cause.name(), CombatResult::EXPECTED, CombatResult::read)?;
        }
    }
    Ok(conversions)
}

fn effects(chart: &Reader) -> Result<[Effect; 10], ContentError> {
    let mut effects = Vec::new();
    for result in CombatResult::ALL {
        let row = result.printed();
        let defenders =
            chart.read(row, "defenders", "eliminated, retreat, stay or exchange", |word| match word {
                "eliminated" => Some(DefenderEffect::Eliminated),
                "retreat" => Some(DefenderEffect::Retreat),
                "stay" => Some(DefenderEffect::Stay),
                "exchange" => Some(DefenderEffect::Exchange),
                _ => None,
            })?;
        effects.push(Effect {
            defenders,
            hexes: chart.whole(row, "hexes")?,
            dispersed: chart.yes(row, "dispersed")?,
            advance: chart.yes(row, "advance")?,
        });
    }
    Ok(effects.try_into().expect("ten results"))
}

fn rates(chart: &Reader) -> Result<[Option<Factor>; 10], ContentError> {
    let mut rates = [None; 10];
    for result in CombatResult::ALL {
        if chart.has_row(result.printed()) {
            rates[result as usize] = Some(chart.factor(result.printed(), "rate")?);
        }
    }
    Ok(rates)
}

fn advances(chart: &Reader) -> Result<Vec<[u8; 10]>, ContentError> {
    let mut rows = Vec::new();
    for result in ADVANCE_ROWS {
        for arms in ["ARM MOT", "INF MTN CAV"] {
            let mut row = [0; 10];
            for weather in Weather::ALL {
                for side in [Side::Axis, Side::Soviet] {
                    row[weather as usize * 2 + side as usize] =
                        chart.whole(&format!("{result} {arms}"), &format!("{weather}, {side}"))?;
                }
            }
            rows.push(row);
        }
    }
    Ok(rows)
}

fn arms(words: &str) -> Option<Vec<Arm>> {
    match words {
        "any" => Some(Arm::ALL.to_vec()),
        "none" => Some(Vec::new()),
        _ => words.split(' ').map(|word| Arm::ALL.into_iter().find(|arm| arm.name() == word)).collect(),
    }
}

fn sizes(words: &str) -> Option<Vec<Size>> {
    let size = |word| Size::ALL.into_iter().find(|size| size.name() == word);
    if words == "any" { Some(Size::ALL.to_vec()) } else { words.split(' ').map(size).collect() }
}

fn nation(word: &str) -> Option<Nation> {
    Nation::ALL.into_iter().find(|nation| nation.name() == word)
}

fn additions(chart: &Reader) -> Result<[Addition; 7], ContentError> {
    let mut additions = Vec::new();
    for (_, row) in Benefit::ALL {
        additions.push(Addition {
            added: chart.factor(row, "added")?,
            nation: chart.read(row, "nation", "a nation or any", |word| match word {
                "any" => Some(None),
                _ => nation(word).map(Some),
            })?,
            arms: chart.read(row, "types", "types such as INF MTN", arms)?,
            sizes: chart.read(row, "sizes", "sizes such as army corps, or any", sizes)?,
        });
    }
    Ok(additions.try_into().expect("seven benefits"))
}

fn dates(chart: &Reader, row: &str) -> Result<Dates, ContentError> {
    Ok(Dates { first: chart.whole(row, "first turn")?, last: chart.whole(row, "last turn")? })
}

fn crossings(chart: &Reader) -> Result<[Passage; 6], ContentError> {
    let mut passages = Vec::new();
    for (_, row) in Crossing::ALL {
        passages.push(Passage {
            arms: chart.read(row, "types", "types such as INF MTN, any or none", arms)?,
            halved: chart.read(row, "strength", "0, 0.5 or 1", |word| match word {
                "0" | "1" => Some(false),
                "0.5" => Some(true),
                _ => None,
            })?,
        });
    }
    Ok(passages.try_into().expect("six crossings"))
}

fn shifts(chart: &Reader) -> Result<Shifts, ContentError> {
    let shift = |row| chart.read(row, "columns", "a number of columns", |word| word.parse().ok());
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

fn weather_effects(chart: &Reader) -> Result<[WeatherEffect; 5], ContentError> {
    let mut effects = Vec::new();
    for weather in Weather::ALL {
        let yes = |head| chart.yes(weather.name(), head);
        effects.push(WeatherEffect {
            breakthrough: [yes("breakthrough Axis")?, yes("breakthrough Soviet")?],
            overrun: [yes("overrun Axis")?, yes("overrun Soviet")?],
            voluntary_exchange: yes("voluntary exchange")?,
            freezes: yes("freezes")?,
        });
    }
    Ok(effects.try_into().expect("five kinds of weather"))
}

fn calendar(chart: &Reader) -> Result<Vec<Month>, ContentError> {
    let mut months = Vec::new();
    for row in chart.rows() {
        months.push(Month {
            name: chart.read(row, "month", "a month", |word| Some(word.to_owned()))?,
            weather: chart.read(row, "weather", Weather::EXPECTED, Weather::named)?,
        });
    }
    Ok(months)
}

fn victory_cities(chart: &Reader) -> Result<Vec<(String, Factor)>, ContentError> {
    chart.rows().map(|row| Ok((row.to_owned(), chart.factor(row, "intrinsic")?))).collect()
}

fn places(chart: &Reader) -> Result<Vec<Place>, ContentError> {
    let class = |word: &str| Class::ALL.into_iter().find(|class| class.name() == word);
    let mut places = Vec::new();
    for row in chart.rows() {
        places.push(Place {
            name: row.to_owned(),
            class: chart.read(row, "class", "victory city, major city, dot city or town", class)?,
            fortress: chart.yes(row, "fortress")?,
        });
    }
    places.sort_by(|a, b| ignoring_case(&a.name, &b.name));
    Ok(places)
}

fn units(chart: &Reader) -> Result<Vec<(String, Counter)>, ContentError> {
    let arm = |word: &str| Arm::ALL.into_iter().find(|arm| arm.name() == word);
    let size = |word: &str| Size::ALL.into_iter().find(|size| size.name() == word);
    let mut units = Vec::new();
    for row in chart.rows() {
        let counter = Counter {
            nation: chart.read(row, "nation", "a nation", nation)?,
            arm: chart.read(row, "type", "INF, MTN, MOT, ARM or CAV", arm)?,
            size: chart.read(row, "size", "army, corps or division", size)?,
            attack: chart.factor(row, "AF")?,
            defence: chart.factor(row, "DF")?,
        };
        units.push((row.to_owned(), counter));
    }
    units.sort_by(|(a, _), (b, _)| ignoring_case(a, b));
    Ok(units)
}
