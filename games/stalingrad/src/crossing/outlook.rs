//! What awaits whoever lands in a hex, for a look at the river before boats are sent.

use kit::{Factor, Reckoning, map::HexId};
use smallvec::SmallVec;

use super::{Crossing, Flotilla, HAZARDS, Landing};
use crate::{field::Field, hexes::Hex, index::DieIndex, map::Hexes, units::Side};

/// The hazard of a landing hex at night and by day, with its account.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// The column of the night, counted from Minimal.
    pub level: usize,
    /// How many columns there are.
    pub levels: usize,
    /// Its name.
    pub night: &'static str,
    /// The name of the column by day.
    pub day: &'static str,
    /// What makes the night worse or better.
    pub reasons: Vec<String>,
    /// Faces of the die that bring a unit across at night.
    pub across: usize,
    /// Faces that destroy it.
    pub destroyed: usize,
}

/// The outlook for a shore hex without Germans; nothing for others.
pub fn outlook(field: &Field, hex: HexId, freezing: bool, flyable: u8) -> Option<Outlook> {
    let (theatre, rules) = (field.theatre(), field.rules());
    let hexes = |set: Hexes| set.iter().map(|hex| theatre.hex(hex)).collect::<SmallVec<[Hex; 40]>>();
    let [shore, germans, russians] =
        [theatre.shore, field.held_by(Side::German), field.held_by(Side::Russian)].map(hexes);
    let landing = [theatre.hex(hex)];
    let flotilla = Flotilla {
        units: SmallVec::new(),
        // A sniper's try needs no boats and is judged like everybody's (STAL-VOL-13).
        snipers: &landing,
        shore: &shore,
        germans: &germans,
        russians: &russians,
        headquarters: field.headquarters().map(|hex| theatre.hex(hex)),
        full: &[],
        summit_german: field.german.contains(theatre.summit),
        freezing,
        flyable,
        river_interception: false,
        night_boats: 0,
        day_boats: 0,
        turn: None,
        index: DieIndex::A,
    };
    let mut account = Reckoning::default();
    let crossing = Crossing::reckon(rules, &flotilla, &mut account).ok()?;
    let attempt = crossing.tries[0];
    let charts = rules.get();
    let (night, day) = (attempt.column(charts, false, flyable), attempt.column(charts, true, flyable));
    let mut reasons: Vec<String> = account
        .lines()
        .iter()
        .filter(|line| line.part == HAZARDS[0])
        .map(|line| format!("{} {}", signed(line.amount), line.why))
        .collect();
    if attempt.is_very_bad(false, flyable) {
        reasons = vec!["the hex is empty and next to a German".to_owned()];
    }
    let chart = &charts.tables.crossing;
    let faces = |wanted: fn(Landing) -> bool| {
        (0..chart.sheet().len()).filter(|&row| wanted(*chart.at(row, night.0))).count()
    };
    Some(Outlook {
        level: night.0,
        levels: chart.sheet().heads().len(),
        night: night.name(charts),
        day: day.name(charts),
        reasons,
        across: faces(Landing::is_across),
        destroyed: faces(|landing| landing == Landing::Destroyed),
    })
}

fn signed(amount: Factor) -> String {
    if amount > Factor::ZERO { format!("+{amount}") } else { amount.to_string() }
}
