//! What a player sees. Nothing is hidden (MARS-GEN-1); north is up (MARS-GEN-4).

use kit::{Counter, Game, Mark, Status as Deciding, View};

use super::{Mars, seat};
use crate::{
    field::{Location, Status},
    flow::Step,
    roster::UnitId,
    victory,
};

pub(super) fn view(game: &Mars) -> View {
    let (deciding, outcome) = match game.status() {
        Deciding::Deciding(seat) => (Some(seat), None),
        Deciding::Over(outcome) => (None, Some(outcome)),
    };
    View {
        moment: moment(game),
        deciding,
        outcome,
        prompt: deciding.map(|_| game.prompt()),
        counters: game.theatre().units.iter().map(|unit| counter(game, unit)).collect(),
        marks: marks(game),
        score: victory::account(&game.field, game.house.handicap),
    }
}

fn moment(game: &Mars) -> String {
    let (turn, last, side) = (game.turn, game.theatre().turns, game.phasing);
    let dates = game.theatre().dates(turn);
    let phase = match game.step {
        Step::SetUp { .. } => return format!("{side} set-up"),
        Step::Over => return format!("end of turn {turn}"),
        Step::Fortify => "fortification",
        Step::Reinforce => "reinforcements",
        Step::Move { .. } => "movement",
        Step::Allocate => "allocation of attacks",
        Step::Battles | Step::Terms | Step::Orders => "battles",
        Step::Losses => "attacker losses",
        Step::Rout | Step::Retreats => "retreats",
        Step::Advance => "advance",
        Step::Relief => "supply",
    };
    format!("turn {turn} of {last} ({dates}), {side} {phase}")
}

fn counter(game: &Mars, unit: UnitId) -> Counter {
    let (piece, face) = (game.field.piece(unit), &game.theatre().roster.faces[unit.index()]);
    Counter {
        name: unit.name().to_owned(),
        seat: seat(piece.side),
        place: place(game, unit),
        factors: format!("{}-{}", piece.attack, piece.defence),
        kind: face.kind.clone(),
        size: face.size.clone(),
        statuses: statuses(game, unit),
    }
}

fn place(game: &Mars, unit: UnitId) -> String {
    match game.field.location(unit) {
        Location::Hex(hex) => game.theatre().name(hex).to_owned(),
        Location::OffBoard => "off the map".to_owned(),
        Location::Eliminated => "eliminated".to_owned(),
        Location::Withdrawn(turn) => format!("withdrawn on turn {turn}"),
        Location::Absent => "not in this scenario".to_owned(),
    }
}

fn statuses(game: &Mars, unit: UnitId) -> Vec<String> {
    let field = &game.field;
    let mut words = Vec::new();
    if field.piece(unit).guards {
        words.push("Guards".to_owned());
    }
    if field.is(unit, Status::Disrupted) {
        // MARS-DIS-2: turned to face the enemy, or its smoking side up.
        words.push(format!("Disrupted ({})", game.theatre().roster.faces[unit.index()].disrupted_shows));
    }
    let shown = [
        (Status::Fortified, "fortified"),
        (Status::Moved, "moved"),
        (Status::Strained, "may not attack"),
        (Status::Rationed, "rationed"),
        (Status::Isolated, "isolated"),
    ];
    words.extend(
        shown.iter().filter(|(status, _)| field.is(unit, *status)).map(|(_, word)| (*word).to_owned()),
    );
    words
}

fn marks(game: &Mars) -> Vec<Mark> {
    let theatre = game.theatre();
    let mut marks = Vec::new();
    for (index, town) in theatre.towns.iter().enumerate() {
        let side = game.field.controller(index);
        if side != town.initially {
            let words = format!("{} is {side}", town.name);
            marks.push(Mark { hex: theatre.name(town.hex).to_owned(), words });
        }
    }
    for hex in game.plan.attacked() {
        marks.push(Mark { hex: theatre.name(hex).to_owned(), words: "attacked".to_owned() });
    }
    for hex in game.plan.unmet() {
        marks.push(Mark { hex: theatre.name(hex).to_owned(), words: "must be attacked too".to_owned() });
    }
    if let Step::SetUp { picked: Some(unit) } | Step::Move { picked: Some(unit), .. } = game.step
        && let Some(hex) = game.field.hex_of(unit)
    {
        marks.push(Mark { hex: theatre.name(hex).to_owned(), words: format!("{unit} in hand") });
    }
    marks
}
