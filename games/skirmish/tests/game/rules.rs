//! The sequence of play and the maneuvers on the table of the learning scenario, clause by clause.

use kit::{
    Game as _, Setup, Status, Viewer,
    testing::{act, assert_refused},
};
use sandtable_skirmish::game::Skirmish;

/// The learning scenario with everybody at the suggested places, before the first declaration.
fn farm() -> Skirmish {
    let mut game = Skirmish::start(&Setup::of("skir-learn")).unwrap();
    act(&mut game, "suggested", &[]);
    act(&mut game, "suggested", &[]);
    game
}

/// Both platoons are declared; every unit has the same readiness die.
fn in_the_first_phase() -> Skirmish {
    let mut game = farm();
    act(&mut game, "declare German platoon", &[]);
    act(&mut game, "declare Soviet platoon", &[3; 15]);
    game
}

fn decides(game: &Skirmish) -> &'static str {
    match game.status() {
        Status::Deciding(seat) if seat.0 == 0 => "German",
        Status::Deciding(_) => "Soviet",
        Status::Over(_) => "nobody",
    }
}

/// SKIR-PHA-1, SKIR-PHA-3, SKIR-CHP-2: equal platoons give no chips; the German is first in turn 1.
#[test]
fn the_first_player_declares_and_nobody_has_a_chip() {
    let game = farm();
    assert_eq!(decides(&game), "German");
    assert_refused(&game, "chip", "SKIR-CHP-3");
    assert_refused(&game, "declare Soviet platoon", "SKIR-PHA-1");
    assert!(game.view(Viewer::Spectator).moment.starts_with("turn 1 of 7, "));
}

/// SKIR-PHA-4, SKIR-TST-1, SKIR-TST-2: units act in descending readiness; the owner chooses among equals.
#[test]
fn readiness_orders_the_units() {
    let game = in_the_first_phase();
    // HQ: D6 3 + CS 2 + CR 2; others near it borrow its rank.
    assert_eq!(decides(&game), "German");
    assert_refused(&game, "next 2nd squad", "SKIR-TST-2");
    assert_refused(&game, "next Soviet HQ", "SKIR-TST-2");
}

/// SKIR-MAN-5, SKIR-MOV-5, SKIR-MOV-12, SKIR-MOV-14: a squad moves at most its T, and stands in a formation.
#[test]
fn a_squad_moves_at_most_16_cm() {
    let mut game = in_the_first_phase();
    while let Some(next) =
        game.choices().into_iter().map(|action| game.write(&action)).find(|text| text.starts_with("next "))
    {
        if next.contains("squad") {
            act(&mut game, &next, &[]);
            break;
        }
        act(&mut game, &next, &[]);
        act(&mut game, "do lurk", &[]);
    }
    let prompt = game.prompt().words;
    assert!(prompt.contains("squad"), "{prompt}");
    let text = |game: &Skirmish| game.choices().iter().map(|action| game.write(action)).collect::<Vec<_>>();
    assert!(text(&game).contains(&"do move".to_owned()), "{:?}", text(&game));
    assert_refused(&game, "do recover", "SKIR-MAN-1");
    assert_refused(&game, "do stay", "SKIR-MAN-24");
    assert_refused(&game, "do break-off", "SKIR-ASL-4");
    assert_refused(&game, "do disembark", "SKIR-MAN-9");
    assert_refused(&game, "do unhook", "SKIR-MAN-6");
    act(&mut game, "do move", &[]);
    let unit = game.board().everybody().find(|unit| prompt.contains(game.board().name(*unit))).unwrap();
    let at = game.board().centre(unit);
    assert_refused(&game, &format!("to {},{}", at.x, at.y + 161), "SKIR-MOV-5");
    assert_refused(&game, &format!("to {},{}", at.x, at.y + 5), "SKIR-MAN-5");
    assert_refused(&game, "turn to 90", "SKIR-MOV-11");
    act(&mut game, &format!("to {},{}", at.x, at.y + 100), &[]);
    assert_refused(&game, "face 90", "");
    act(&mut game, "form line facing 0", &[]);
    let now = game.board().centre(unit);
    assert_eq!((now.x, now.y), (at.x, at.y + 100));
    assert_eq!(game.board().living(unit).count(), 10);
}

/// 5.3: a side sees its own units and the enemies in sight, and no more; what the other side is asked stays with it.
#[test]
fn views_show_only_what_is_in_sight() {
    let game = in_the_first_phase();
    for seat in [0, 1] {
        let viewer = Viewer::Seat(kit::Seat(seat));
        let view = game.view(viewer);
        let enemies = view.counters.iter().filter(|counter| counter.seat.0 != seat && counter.id.0 < 64);
        for counter in enemies {
            assert!(!counter.statuses.is_empty() || counter.spot.is_some(), "{counter:?}");
        }
        assert!(view.ground.is_some() && view.objectives.len() == 2);
    }
    let other = game.view(Viewer::Seat(kit::Seat(1)));
    assert_eq!(other.prompt.unwrap().words, "German decides");
}
