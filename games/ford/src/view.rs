//! What the players see. Nothing is hidden (FORD-GEN-1).

use kit::{
    Arrow, Counter, Factor, Figure, Goal, Hint, HintKind, Objective, ScoreLine, Seat, View, position::UnitId,
};

use crate::{
    battle::Battle,
    game::{Action, Ford, Status, enemy},
};

pub fn view(game: &Ford) -> View {
    let scenario = &game.rules.profile.scenarios[0];
    let side = &scenario.sides[usize::from(game.active.0)].name;
    let (words, clause) = ("Lynford and enemy losses", "FORD-VIC-3");
    let score = |(seat, points): (u8, i8)| ScoreLine {
        seat: Seat(seat),
        points: points.into(),
        words: words.into(),
        clause,
    };
    let everybody = game.board.all_of(Seat(0)) | game.board.all_of(Seat(1));
    View {
        moment: format!("turn {} of {}, {side}", game.turn, scenario.turns),
        turn: game.turn,
        counters: everybody.iter().map(|unit| counter(game, unit)).collect(),
        objectives: vec![lynford(game)],
        goals: [Seat(0), Seat(1)].map(|seat| goal(game, seat)).into(),
        arrows: arrows(game),
        score: (0..).zip(game.points).map(score).collect(),
        ..View::of(game)
    }
}

/// FORD-VIC-1: the village.
fn lynford(game: &Ford) -> Objective {
    let village = game.rules.village;
    let number = game.number(village);
    let place = game.rules.map.places().iter().find(|place| place.hex == village);
    Objective {
        spot: None,
        name: place.map_or_else(|| number.clone(), |place| place.name.clone()),
        hexes: vec![number],
        worth: "1".into(),
        holder: [Seat(0), Seat(1)].into_iter().find(|&seat| game.board.held_by(seat).contains(village)),
        words: "a point at the end of each turn for whoever stands in it".into(),
        clause: "FORD-VIC-1",
    }
}

/// FORD-VIC-3: more points win.
fn goal(game: &Ford, seat: Seat) -> Goal {
    let [have, other] = [seat, enemy(seat)].map(|side| i32::from(game.points[usize::from(side.0)]));
    let words = match have - other {
        0 => "level: one more point wins".to_owned(),
        ahead if ahead > 0 => format!("ahead by {ahead}"),
        behind => format!("{} more to win", 1 - behind),
    };
    Goal { seat, have, need: Some(other + 1), words }
}

fn counter(game: &Ford, unit: UnitId) -> Counter {
    let piece = game.piece(unit);
    let strength = Figure::strength("strength", Factor::whole(piece.strength.into()));
    Counter {
        id: unit.into(),
        name: piece.name.clone(),
        seat: game.board.side_of(unit),
        place: game.board.hex_of(unit).map_or_else(|| "eliminated".into(), |hex| game.number(hex)),
        factors: format!("{}-{}", piece.strength, piece.movement),
        figures: vec![strength, Figure::new("movement", &piece.movement)],
        branch: piece.arm,
        spent: game.board.is(unit, Status::Fought) || game.board.is(unit, Status::Moved),
        ..Counter::default()
    }
}

/// Every battle that can be fought, with its odds.
fn arrows(game: &Ford) -> Vec<Arrow> {
    let arrows = |(report, battle): (u16, Battle)| {
        let (to, label) = (game.number(battle.target), battle.head(game).to_owned());
        let arrow = move |from| Arrow {
            from: game.number(from),
            words: format!("{to} can be attacked"),
            to: to.clone(),
            seat: game.active,
            label: label.clone(),
            report: Some(report),
        };
        game.board.hexes_of(battle.attackers).into_iter().map(arrow)
    };
    (0..).zip(game.battles()).flat_map(arrows).collect()
}

/// How a decision looks before it is made.
pub fn hint(game: &Ford, action: Action) -> Hint {
    let of = |kind| Hint { kind, ..Hint::default() };
    match action {
        Action::Move(unit, to) => {
            let Some((path, cost)) = game.way(unit, to) else { return Hint::default() };
            let hexes = game.board.hex_of(unit).into_iter().chain(path.hexes().iter().copied());
            let note = format!("{cost} of {} movement points", game.piece(unit).movement);
            Hint { path: hexes.map(|hex| game.number(hex)).collect(), note, ..of(HintKind::Go) }
        }
        Action::Attack(_) => Hint { rolls: true, ..of(HintKind::Strike) },
        Action::Retreat(..) | Action::Advance(_) => of(HintKind::Go),
        Action::Hold => Hint::default(),
        Action::Done => Hint { label: "end the turn".into(), ..of(HintKind::End) },
    }
}
