//! What is shown: counters, overlays, hints.

use kit::{Game, HexNote, HintKind, Look, Setup, Viewer, random_play::watched_game};
use sandtable_eastfront::{EastFront, Side, board::Board, flow::PlayerTurn, game::House};

use super::board::{Describe, empty, game, go, unit};

/// Every decision of a random game has words, a way or a kind; every overlay says how it is read.
#[test]
fn every_decision_and_overlay_is_told() {
    let (session, fault) = watched_game::<EastFront>(&Setup::of("barbarossa"), 8, 20_000).unwrap();
    assert_eq!(fault, None);
    let steps = session.entries().len();
    for place in 0..12 {
        let state = session.at(steps * place / 12);
        // Some of what is listed: a march has a hundred ends.
        let choices = state.choices();
        for &action in choices.iter().step_by(1 + choices.len() / 20) {
            let (hint, text) = (state.hint(&action), state.write(&action));
            let is_shown = !hint.label.is_empty() || !hint.path.is_empty() || hint.kind != HintKind::Plain;
            assert!(is_shown, "no words for `{text}` in {:?}", state.step());
        }
    }
    let state = session.at(steps / 2);
    let somebody = state.board().units_of(Side::Axis).first().map(Into::into);
    for &(name, title) in EastFront::OVERLAYS {
        for unit in [None, somebody] {
            let overlay = state.overlay(name, Viewer::Spectator, unit).unwrap_or_else(|| panic!("no {name}"));
            assert_eq!(overlay.title, title);
            assert!(!overlay.legend.is_empty() && !overlay.clauses.is_empty(), "{name}");
            let known = |clause: &&str| (EastFront::rulebook().ledger)().find(clause).is_some();
            assert!(overlay.clauses.iter().all(known), "{name}: {:?}", overlay.clauses);
        }
    }
    assert!(state.overlay("nothing", Viewer::Spectator, None).is_none());
}

/// The line of supply of any unit can be shown: over land, then by rail; whoever has none is told so.
#[test]
fn the_line_of_supply_is_shown() {
    let board = empty().put("G-5K", "0926").put("G-6K", "3024").put("S-8A", "Gorki");
    let game = EastFront::in_phase(&board, House::default(), 2, Side::Axis, PlayerTurn::Movement);
    let line = |name: &str| {
        let overlay = game.overlay("supply", Viewer::Spectator, Some(unit(name).into())).unwrap();
        overlay.traces.into_iter().next().unwrap()
    };
    let whole = line("G-5K");
    assert!(whole.whole && whole.hexes.first().is_some_and(|hex| hex == "0926"), "{whole:?}");
    let last = board.hex(whole.hexes.last().unwrap());
    assert!(board.theatre().sources[0].land.contains(last), "{whole:?}");
    assert!(!line("G-6K").whole);
}

/// The front is one line between main bodies: ground in the rear that nobody holds makes no islands (EAST-CTL-1).
#[test]
fn the_front_has_no_islands_that_nobody_holds() {
    let front = |board: &Board| {
        let game = EastFront::in_phase(board, House::default(), 2, Side::Axis, PlayerTurn::Movement);
        game.overlay("front", Viewer::Spectator, None).unwrap().hexes
    };
    let board = empty().put("G-5K", "Warsaw").put("S-8A", "Gorki");
    let plain = front(&board);
    assert!(plain.iter().all(|note| note.look == Look::Border));
    let has = |notes: &[HexNote], hex: &str| notes.iter().any(|note| note.hex == hex);
    assert!(has(&plain, "0725") && has(&plain, "0825") && !has(&plain, "2716"), "the border of 1941");
    // An enclave: somebody drove through once and is gone.
    let crossed = board.given(Side::Axis, "2015 2016 2116");
    assert_eq!(front(&crossed), plain);
    // A pocket holds somebody, and so has a line of its own.
    let held = front(&crossed.put("G-6K", "2016"));
    assert!(has(&held, "2016") && has(&held, "2017"), "{held:?}");
    assert_eq!(held.len(), plain.len() + 12, "three hexes and the nine around them");
}

/// A way is shown with what it costs; the end of a phase says how much is left undone.
#[test]
fn hints_show_way_and_price() {
    let board = empty().put("G-47PzK", "Warsaw").put("S-8A", "Gorki");
    let mut game = EastFront::in_phase(&board, House::default(), 2, Side::Axis, PlayerTurn::Movement);
    let hint = |game: &EastFront, text: &str| game.hint(&game.read(text).unwrap());
    assert_eq!(hint(&game, "done").note, "1 unit not moved");
    go(&mut game, "pick G-47PzK");
    let march = hint(&game, "to Brest-Litovsk");
    assert_eq!(march.path.first().map(String::as_str), Some("0524"));
    assert_eq!(march.path.last().map(String::as_str), Some("0825"));
    assert_eq!(march.spent.last().map(String::as_str), Some("2"), "{march:?}");
    assert_eq!(march.spent[0], "½");
    assert!(march.note.contains("2 of 8"), "{}", march.note);
}

/// Counters carry figures, boxes beside the map say when somebody comes.
#[test]
fn counters_and_boxes() {
    let game = game("barbarossa");
    let view = game.view(Viewer::Spectator);
    let counter = |name: &str| view.counters.iter().find(|counter| counter.name == name).unwrap();
    assert_eq!((counter("G-47PzK").factors.as_str(), counter("G-47PzK").place.as_str()), ("8-6-8", "0725"));
    assert_eq!(counter("S-24A").place, "turn 2 (Jul 1941)");
    assert!(counter("G-2A").badges.iter().any(|badge| badge.sign == "D"));
    assert_eq!(view.goals.iter().map(|goal| goal.need).collect::<Vec<_>>(), [Some(7), Some(8)]);
    assert_eq!(view.moment, "turn 1 of 10 (Jun 1941, Good), orders");
}
