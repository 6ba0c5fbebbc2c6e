//! The odds of attacks before their die, and the account of it afterwards: the dice are those of the played sequence.

use kit::{Fought, Journal, Reading, Report, walk};

use super::{CombatRoll, Step, event};
use crate::{
    game::{EastFront, seat},
    results::CombatResult,
};

/// What is asked about: the attacks that are planned, or the one in hand before its die.
fn asked(game: &EastFront) -> std::ops::Range<usize> {
    match game.step() {
        Step::Declare(_) | Step::Battles(_) => 0..game.plan.attacks().len(),
        _ => 0..0,
    }
}

/// The odds of the attacks that are planned: the dice are those of the played sequence.
pub(crate) fn odds(game: &EastFront) -> Vec<Report> {
    let terms = game.terms();
    let report = |place: usize| {
        let throws = |column: u8| {
            let mut then = *game;
            then.fight.column = column;
            walk::throws(CombatRoll, &then)
        };
        game.plan.meeting(&game.board, terms, place).report(&game.board, &game.plan, throws)
    };
    asked(game).filter_map(report).collect()
}

/// The attacks whose odds are told, each with its column if it may be made: for arrows on the map.
pub(crate) fn columns(game: &EastFront) -> Vec<(usize, Option<String>)> {
    let terms = game.terms();
    let column = |place: usize| {
        let battle = game.plan.meeting(&game.board, terms, place).reckon(&game.board, None);
        (place, battle.map(|battle| battle.column().to_owned()))
    };
    asked(game).map(column).collect()
}

/// What the die gave, with its reckoning, its cell of the chart, and the battle for studies.
pub(super) fn tell_roll<J: Journal>(game: &EastFront, rolled: CombatResult, journal: &mut J) {
    if !J::LISTENS {
        return;
    }
    let column = usize::from(game.fight.column);
    let sheet = game.charts().tables.crt.sheet();
    journal.tell(|| {
        let battle = game.meeting_in_hand().reckon(&game.board, None);
        let odds = battle.map_or_else(String::new, |battle| {
            let (attack, defence) = battle.strengths();
            format!("{attack} against {defence}, ")
        });
        let (code, meaning) = (rolled.printed(), rolled.meaning());
        let words =
            format!("{}: {odds}column {}: {code}, {meaning}", game.battlefield(), sheet.heads()[column]);
        event(game, rolled.clause(), words, &[game.fight.target])
    });
    if let Some(row) = journal.face(0).and_then(|face| sheet.row_for(0, face.into())) {
        journal.cell(|| sheet.cell(row, column, game.battlefield()));
    }
    journal.battle(|| fought(game, rolled));
}

/// The combat for studies: what was read, and what the die could have given.
fn fought(game: &EastFront, rolled: CombatResult) -> Fought {
    let column = usize::from(game.fight.column);
    let crt = &game.charts().tables.crt;
    let chances = Reading::weigh((1..=6).map(|face| (crt.look_up(face, column).printed(), 1)));
    let reading = |who: &'static str| Reading {
        who: who.into(),
        hex: game.number(game.fight.target).into(),
        column: crt.sheet().heads()[column].as_str().into(),
        result: rolled.printed().into(),
        chances: chances.clone(),
    };
    let mut readings: Vec<Reading> = game.fight.defenders().map(|unit| reading(game.name(unit))).collect();
    if readings.is_empty() {
        // EAST-TER-22: the city fights without units.
        readings
            .push(reading(game.theatre().place(game.fight.target).map_or("", |place| place.name.as_str())));
    }
    Fought {
        seat: seat(game.phasing),
        attackers: game.fight.attackers.iter().map(|unit| game.name(unit).into()).collect(),
        readings,
    }
}
