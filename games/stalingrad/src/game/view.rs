//! What a viewer sees. Only the numbers of snipers are hidden (STAL-R35); ground units are open to everybody.

use kit::{Arrow, Goal, Mark, MarkKind, Objective, ScoreLine, View, Viewer, map::HexId};

use super::{Stalingrad, counters, pieces, seat};
use crate::{
    flow::{Move, PlayerTurn, Step, allocate},
    skies::Errand,
    units::{Side, UnitId},
    victory,
};

/// The game as a viewer may see it.
pub fn view(game: &Stalingrad, viewer: Viewer) -> View {
    View {
        moment: moment(game),
        turn: if matches!(game.step(), Step::SetUp(_)) { 0 } else { game.turn.into() },
        counters: counters::ground_units(game).into_iter().chain(pieces::counters(game, viewer)).collect(),
        marks: marks(game),
        arrows: arrows(game),
        score: score(game),
        objectives: objectives(game),
        goals: goals(game),
        ..View::of(game)
    }
}

/// Turn and phase in words.
pub fn moment(game: &Stalingrad) -> String {
    let (turn, last, side) = (game.turn, game.theatre().last_turn(), game.phasing.name());
    match game.step() {
        Step::SetUp(_) => return format!("{side} set-up"),
        Step::Over(_) => return format!("end of turn {turn}"),
        _ => {}
    }
    let dates = &game.theatre().turn(turn).dates;
    format!("turn {turn} of {last} ({dates}), {side} {}", phase(game))
}

/// The phase by the frame of the player turn, which names the step after the one that is played.
fn phase(game: &Stalingrad) -> &'static str {
    let is_german = game.phasing == Side::German;
    let turn = game.flow.live().iter().rev().find_map(|step| match step {
        Step::PlayerTurn(turn) => Some(*turn),
        _ => None,
    });
    match turn {
        None | Some(PlayerTurn::Beginning | PlayerTurn::Arrivals) => "player turn",
        Some(PlayerTurn::Bombardment) if is_german => "reinforcements",
        Some(PlayerTurn::Bombardment) => "replacements and crossings",
        Some(PlayerTurn::Movement) if is_german => "air missions",
        Some(PlayerTurn::Movement) => "offensive barrage",
        Some(PlayerTurn::Snipers) => "movement",
        Some(PlayerTurn::Allocation) => "sniper placement",
        Some(PlayerTurn::Recovery) => "attack allocation",
        Some(PlayerTurn::SniperFire) => "recovery",
        Some(PlayerTurn::Combat) => "sniper fire",
        Some(PlayerTurn::End) => "combat",
        Some(PlayerTurn::Next) if is_german => "victory and supply",
        Some(PlayerTurn::Next) => "defensive barrage",
    }
}

/// The unit that is being placed or moved.
pub(super) fn in_hand(game: &Stalingrad) -> Option<UnitId> {
    match game.step() {
        Step::SetUp(crate::deployment::SetUp { picked }) | Step::Move(Move { picked }) => picked,
        _ => None,
    }
}

/// The name of a place with its number: `Lazur Chemical Works (1312)`.
pub(super) fn place_name(game: &Stalingrad, hex: HexId) -> String {
    let number = game.number(hex);
    game.theatre().map.place_at(hex).map_or_else(|| number.to_owned(), |it| format!("{} ({number})", it.name))
}

/// From every hex of an attack to the hexes that it is on, with its odds.
fn arrows(game: &Stalingrad) -> Vec<Arrow> {
    let attacks = allocate::columns(game);
    // Reports are told attack by attack; should one have none, nobody is led to a wrong one.
    let is_whole = attacks.iter().all(|(_, column)| column.is_some());
    let mut arrows = Vec::new();
    for (place, (attack, column)) in attacks.iter().enumerate() {
        for from in game.field.hexes_of(attack.attackers & game.field.on_map()) {
            let here = game.field.units_in(from).filter(|&unit| attack.attackers.contains(unit));
            let here = here.map(|unit| game.name(unit)).collect::<Vec<_>>().join(", ");
            // Who fights in his own hex needs no arrow.
            for &to in attack.targets().iter().filter(|&&to| to != from) {
                arrows.push(Arrow {
                    from: game.number(from).to_owned(),
                    to: game.number(to).to_owned(),
                    seat: seat(game.phasing),
                    words: format!("{here} against {}", game.number(to)),
                    label: column.clone().unwrap_or_default(),
                    report: is_whole.then_some(place as u16),
                });
            }
        }
    }
    arrows
}

/// Attacked hexes, hexes that must still be attacked (STAL-ATK-4), and lines of bombs (STAL-AIR-11).
fn strikes(game: &Stalingrad, marks: &mut Vec<Mark>) {
    let side = game.phasing;
    let attacked = game.plan.attacked();
    marks.extend(attacked.iter().map(|hex| {
        let words = format!("{} is attacked", place_name(game, hex));
        Mark::new(game.number(hex), words, MarkKind::Target).of(seat(side))
    }));
    if matches!(game.step(), Step::Allocate(_)) {
        marks.extend(game.plan.uncovered(&game.field, side).iter().map(|hex| {
            let words = format!("{} must be attacked too", place_name(game, hex));
            Mark::new(game.number(hex), words, MarkKind::Duty).of(seat(side))
        }));
    }
    for korps in game.korps().filter(|&korps| game.errand(korps) == Errand::Bombing) {
        for line in game.skies.laid(korps) {
            let words = format!("{} bombs {} hexes from here northward", game.korps_name(korps), line.hexes);
            let mark = Mark::new(game.number(line.from), words, MarkKind::Target);
            marks.push(mark.of(seat(Side::German)));
        }
    }
}

/// The strongpoints that the German must take, with their holders (STAL-VIC-1).
fn objectives(game: &Stalingrad) -> Vec<Objective> {
    let (theatre, missing) = (game.theatre(), victory::missing(game));
    let objective = |hex: HexId| {
        let holder = if missing.contains(hex) { Side::Russian } else { Side::German };
        Objective {
            spot: None,
            name: theatre.map.place_at(hex).map_or_else(|| game.number(hex).to_owned(), |it| it.name.clone()),
            hexes: vec![game.number(hex).to_owned()],
            worth: String::new(),
            holder: Some(seat(holder)),
            words: "the German must have it to himself at the end of his turn".into(),
            clause: "STAL-VIC-1",
        }
    };
    theatre.objectives.iter().map(objective).collect()
}

/// What each side has and lacks (STAL-VIC-1, STAL-VIC-2).
fn goals(game: &Stalingrad) -> Vec<Goal> {
    let theatre = game.theatre();
    let (need, missing) = (theatre.objectives.len() as i32, victory::missing(game).len() as i32);
    let headquarters = match (missing, victory::headquarters_holds(game)) {
        (_, false) => "",
        (0, true) => "the headquarters must leave the city",
        (_, true) => ", and the headquarters must leave the city",
    };
    let german = match missing {
        0 if headquarters.is_empty() => "has all that he needs".to_owned(),
        0 => headquarters.to_owned(),
        more => format!("{more} more to take{headquarters}"),
    };
    let left = theatre.last_turn() + 1 - game.turn.min(theatre.last_turn());
    let russian = format!("hold on for {left} {}", if left == 1 { "turn" } else { "turns" });
    vec![
        Goal { seat: seat(Side::German), have: need - missing, need: Some(need), words: german },
        Goal { seat: seat(Side::Russian), have: missing, need: None, words: russian },
    ]
}

/// Hexes that matter to the rules and belong to somebody: what must be taken, the summit, the factory.
fn marks(game: &Stalingrad) -> Vec<Mark> {
    let (theatre, field) = (game.theatre(), &game.field);
    let mut marks = Vec::new();
    let missing = victory::missing(game);
    let mut mattering = theatre.objectives | theatre.factory;
    mattering.insert(theatre.summit);
    for hex in mattering {
        let owner = if field.german.contains(hex) { Side::German } else { Side::Russian };
        let place = place_name(game, hex);
        let words = match (theatre.objectives.contains(hex), missing.contains(hex)) {
            (true, true) if owner == Side::German && field.held_by(Side::Russian).contains(hex) => {
                format!("{place} does not count as taken: Russians share it")
            }
            (true, true) => format!("{place}: the German still has to take it"),
            (true, false) => format!("{place} is taken"),
            (false, _) => format!("{place} is {}", owner.name()),
        };
        // Flags show what has changed hands; what is as it was is only told.
        let kind = if owner == Side::German { MarkKind::Control } else { MarkKind::Note };
        marks.push(Mark::new(game.number(hex), words, kind).of(seat(owner)));
    }
    for hex in field.mixed() {
        let words = format!("{} is shared: both sides fight in it", place_name(game, hex));
        marks.push(Mark::new(game.number(hex), words, MarkKind::Note));
    }
    strikes(game, &mut marks);
    if let Some((unit, hex)) = in_hand(game).and_then(|unit| Some((unit, field.hex_of(unit)?))) {
        let words = format!("{} in hand", game.name(unit));
        marks.push(Mark::new(game.number(hex), words, MarkKind::InHand).of(seat(field.side(unit))));
    }
    marks
}

/// What the German has, and what he still needs: he wins at the end of his turn when the Russian is left with nothing
/// (STAL-VIC-1).
fn score(game: &Stalingrad) -> Vec<ScoreLine> {
    let (theatre, missing) = (game.theatre(), victory::missing(game));
    let line = |side, words: String, clause| ScoreLine { seat: seat(side), points: 1, words, clause };
    let mut lines = Vec::new();
    for hex in theatre.objectives {
        let place = place_name(game, hex);
        let is_missing = missing.contains(hex);
        let shared = is_missing && game.field.german.contains(hex);
        lines.push(match (is_missing, shared) {
            (false, _) => line(Side::German, format!("{place} taken"), "STAL-VIC-1"),
            (true, false) => line(Side::Russian, format!("{place} held"), "STAL-VIC-1"),
            (true, true) => line(Side::Russian, format!("{place}: not yet cleared"), "STAL-R37"),
        });
    }
    if theatre.headquarters_matters {
        let place = game.field.headquarters().map(|hex| place_name(game, hex));
        lines.push(match (victory::headquarters_holds(game), place) {
            (true, Some(place)) => {
                line(Side::Russian, format!("62nd Army's headquarters in the city, {place}"), "STAL-VIC-1")
            }
            _ => line(Side::German, "62nd Army's headquarters out of the city".into(), "STAL-VIC-1"),
        });
    }
    lines
}
