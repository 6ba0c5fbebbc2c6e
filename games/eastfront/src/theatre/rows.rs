//! From the rows of the tables to what stands where.

use kit::{ContentError, Factor, Sheet, map::HexId};

use super::{Start, VictoryCity, Withdrawal, load::Reading};
use crate::{
    charts::{Place, Tables},
    map::Hexes,
    roster::{Piece, Roster, UNITS, UnitId},
    terrain::Class,
};

/// The places of the map with their classes; a victory city stands with its own factors (`EAST-TER-20`).
pub(super) fn read_places(
    reading: &Reading<'_>,
    tables: &Tables,
    fortresses: &Hexes,
) -> Result<Vec<(Place, HexId)>, ContentError> {
    let cities = tables.victory_cities.sheet();
    let place = |place: &kit::map::NamedPlace| {
        let class = Class::ALL.into_iter().find(|class| class.name() == place.kind);
        let class = class.ok_or_else(|| reading.mistake("map", "a place of the map has no known class"))?;
        let intrinsic = match class {
            Class::VictoryCity => cities.value(&place.name, "intrinsic")?,
            _ => Factor::ZERO,
        };
        let name = place.name.clone();
        let (fortress, bars_finns) = (fortresses.contains(place.hex), name == "Leningrad");
        Ok((Place { name, class, fortress, intrinsic, bars_finns }, place.hex))
    };
    reading.map.places().iter().map(place).collect()
}

/// `EAST-VIC-1`, `EAST-REP-6`: those of the cities that are on this map.
pub(super) fn read_victory_cities(
    reading: &Reading<'_>,
    tables: &Tables,
) -> Result<Vec<VictoryCity>, ContentError> {
    let (cities, replacements) = (tables.victory_cities.sheet(), tables.replacements.sheet());
    let mut all = Vec::new();
    for row in 0..cities.len() {
        let name = cities.key(row);
        let Some(place) = reading.map.place(&name) else { continue };
        let source =
            if replacements.row_named(0, &name).is_some() { &name } else { "any other victory city" };
        all.push(VictoryCity {
            hex: place.hex,
            points: cities.read(row, "points")?,
            infantry: replacements.value(source, "IP")?,
            armour: replacements.value(source, "AP")?,
        });
    }
    Ok(all)
}

/// `EAST-VIC-5`: none where the map does not have them.
pub(super) fn read_capitals(
    reading: &Reading<'_>,
    tables: &Tables,
) -> Result<Vec<(HexId, bool)>, ContentError> {
    let sheet = tables.capitals.sheet();
    let rows = (0..sheet.len()).filter_map(|row| Some((row, reading.map.place(&sheet.key(row))?.hex)));
    rows.map(|(row, hex)| Ok((hex, sheet.read(row, "Axis needs")?))).collect()
}

/// `EAST-TER-12`
pub(super) fn read_naval_bases(reading: &Reading<'_>, tables: &Tables) -> Hexes {
    let sheet = tables.black_sea.sheet();
    (0..sheet.len()).filter_map(|row| reading.map.place(&sheet.key(row))).map(|place| place.hex).collect()
}

fn unit(sheet: &Sheet, roster: &Roster, name: &str) -> Result<UnitId, ContentError> {
    roster.find(name).ok_or_else(|| sheet.complain(format!("there is no unit `{name}`")))
}

/// Who stands where (`EAST-SET-1`); a table that prints factors of its own has them instead of those of the counters.
pub(super) fn read_set_up(
    reading: &Reading<'_>,
    sheet: &Sheet,
    roster: &Roster,
    pieces: &mut [Piece],
) -> Result<[Start; UNITS], ContentError> {
    let mut starts = [Start::Absent; UNITS];
    for row in 0..sheet.len() {
        let unit = unit(sheet, roster, &sheet.key(row))?;
        let hex: String = sheet.read(row, "hex")?;
        let hex = reading.map.find(&hex).map_err(|error| sheet.complain(error.to_string()))?;
        let dispersed = match sheet.column_named("state") {
            Some(_) => sheet.read::<String>(row, "state")? == "Dispersed",
            None => false,
        };
        starts[unit.index()] = Start::Hex(hex, dispersed);
        if sheet.column_named("MF").is_some() {
            let piece = &mut pieces[unit.index()];
            let mut counter = piece.counter;
            (counter.attack, counter.defence) = (sheet.read(row, "AF")?, sheet.read(row, "DF")?);
            *piece = Piece::new(counter, sheet.read(row, "MF")?);
        }
    }
    Ok(starts)
}

/// `EAST-REP-1`, `EAST-REP-9`: who comes when and where, as far as the scenario goes.
pub(super) fn read_arrivals(
    reading: &Reading<'_>,
    sheet: &Sheet,
    roster: &Roster,
    turns: u8,
    starts: &mut [Start; UNITS],
) -> Result<(), ContentError> {
    let place = if sheet.column_named("place").is_some() { "place" } else { "hex" };
    for row in 0..sheet.len() {
        let unit = unit(sheet, roster, &sheet.key(row))?;
        let turn: u8 = sheet.read(row, "turn")?;
        let hex = reading.hex(&sheet.read::<String>(row, place)?)?;
        if turn <= turns {
            starts[unit.index()] = Start::Turn(turn, hex);
        }
    }
    Ok(())
}

/// `EAST-REP-11`, `EAST-REP-12`
pub(super) fn read_withdrawals(
    reading: &Reading<'_>,
    sheet: &Sheet,
    roster: &Roster,
) -> Result<Vec<Withdrawal>, ContentError> {
    let read = |row| {
        let back = match sheet.read::<String>(row, "returns")?.as_str() {
            "never" => None,
            turn => {
                let turn = turn.parse().map_err(|_| sheet.complain(format!("`{turn}` is no turn")))?;
                Some((turn, reading.hex(&sheet.read::<String>(row, "place")?)?))
            }
        };
        let mut labels = sheet.labels(row);
        let turn = labels.next().and_then(|turn| turn.parse().ok());
        let turn = turn.ok_or_else(|| sheet.complain("a withdrawal without a turn".into()))?;
        let unit = unit(sheet, roster, labels.next().unwrap_or_default())?;
        Ok(Withdrawal { unit, turn, back })
    };
    (0..sheet.len()).map(read).collect()
}
