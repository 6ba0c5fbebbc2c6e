//! Guns behind carriers and teams aboard them: who couples, boards and gets down, and the status it leaves.

use kit::testing::{act, assert_refused};

use super::{listed, offers, on_turn, status, witnesses};
use crate::{
    game::Skirmish,
    state::Flags,
    testing::{field, load, named, proving},
};

/// A tractor in front of a gun whose trail is `gap` mm behind the tractor's rear edge.
fn coupling(gap: i16) -> Skirmish {
    let mut game = proving();
    witnesses(&mut game);
    field(&mut game, "Tractor", (600, 400), 0);
    // Its rear edge is at y 365; the gun, 50 mm long, looks south: its trail end is its north end.
    field(&mut game, "Light gun", (600, 365 - gap - 25), 180);
    game
}

/// SKIR-MAN-6, SKIR-MAN-10, SKIR-R96: hooking needs the trail within 40 mm, costs the gun its action, and nobody moves.
#[test]
fn hook_on_man_6_man_10() {
    let mut far = coupling(41);
    let tractor = named(&far, "Tractor");
    on_turn(&mut far, tractor);
    assert_refused(&far, "do hook-on Light gun", "SKIR-MAN-6");
    let mut game = coupling(40);
    let (tractor, gun) = (named(&game, "Tractor"), named(&game, "Light gun"));
    let mut acted = game;
    acted.board.unit_mut(gun).set(Flags::ACTED, true);
    on_turn(&mut acted, tractor);
    assert_refused(&acted, "do hook-on Light gun", "SKIR-MAN-10");
    on_turn(&mut game, tractor);
    act(&mut game, "do hook-on Light gun", &[]);
    assert!(game.board.is(gun, Flags::HOOKED) && game.board.is(gun, Flags::ACTED));
    assert_eq!(status(&game, "Tractor"), (false, false));
    assert_eq!(game.board.unit(gun).carrier(), Some(tractor));
    // SKIR-MOV-2, SKIR-MAN-24: it goes where the tractor goes.
    game.board.unit_mut(tractor).set(Flags::ACTED, false);
    on_turn(&mut game, tractor);
    assert_refused(&game, "do unhook", "SKIR-MAN-10");
    act(&mut game, "do move", &[]);
    act(&mut game, "to 600,700", &[]);
    act(&mut game, "face 0", &[]);
    assert_eq!(game.board.centre(gun), game.board.model_at(tractor));
    // Two guns are too many, and a jeep tows light ones only.
    let mut jeep = coupling(10);
    field(&mut jeep, "Jeep", (900, 400), 0);
    field(&mut jeep, "Medium gun", (900, 377 - 35), 180);
    let driver = named(&jeep, "Jeep");
    on_turn(&mut jeep, driver);
    assert!(assert_refused(&jeep, "do hook-on Medium gun", "SKIR-MAN-6").reason.contains("jeep"));
}

/// SKIR-MAN-7, SKIR-MAN-10, SKIR-MAN-14, SKIR-R96: an unhooked gun stands with its trail at the carrier's rear, as its owner wishes.
#[test]
fn unhook_man_7_man_14() {
    let mut game = coupling(20);
    load(&mut game, "Light gun", "Tractor");
    let (tractor, gun) = (named(&game, "Tractor"), named(&game, "Light gun"));
    on_turn(&mut game, tractor);
    assert!(!offers(&game, "do fire-and-hook"));
    let mut fires = game;
    act(&mut game, "do unhook", &[]);
    assert_refused(&game, "face 0", "SKIR-MAN-7");
    act(&mut game, "face 180", &[]);
    assert_eq!(game.board.centre(gun), kit::tabletop::Point::new(600, 365 - 25));
    assert_eq!(game.board.rear(gun), game.board.rear(tractor));
    assert!(!game.board.rides(gun) && game.board.is(gun, Flags::ACTED), "it has acted with it");
    assert_eq!(game.board.model_at(tractor), kit::tabletop::Point::new(600, 400));
    // SKIR-MAN-14: the same with fire, before or after; a tractor has none.
    act(&mut fires, "do fire-and-unhook", &[]);
    act(&mut fires, "face 180", &[]);
    assert!(!fires.board.rides(gun) && status(&fires, "Tractor") == (false, false));
}

/// SKIR-MAN-14, SKIR-MAN-15: a half-track hooks or unhooks and fires its Stationary shots, in either order, without moving.
#[test]
fn hooking_and_firing_man_14_man_15() {
    for order in ["hook-and-fire", "fire-and-hook"] {
        let mut game = proving();
        witnesses(&mut game);
        field(&mut game, "Red 1", (600, 800), 180);
        let track = field(&mut game, "1st track", (600, 400), 0);
        let gun = field(&mut game, "Light gun", (600, 360 - 25), 180);
        on_turn(&mut game, track);
        act(&mut game, &format!("do {order} Light gun"), &[]);
        assert_eq!(game.board.is(gun, Flags::HOOKED), order == "hook-and-fire");
        // 10 shots, not 6: the Stationary number.
        act(&mut game, "volley at Red 1", &[1]);
        assert!(game.board.is(gun, Flags::HOOKED) && status(&game, "1st track") == (false, true), "{order}");
    }
    for order in ["unhook-and-fire", "fire-and-unhook"] {
        let mut game = proving();
        witnesses(&mut game);
        field(&mut game, "Red 1", (600, 800), 180);
        let track = field(&mut game, "1st track", (600, 400), 0);
        let gun = load(&mut game, "Light gun", "1st track");
        on_turn(&mut game, track);
        act(&mut game, &format!("do {order}"), &[]);
        for _ in 0..2 {
            let text = if listed(&game).contains(&"volley at Red 1".to_owned()) {
                "volley at Red 1"
            } else {
                "face 180"
            };
            act(&mut game, text, &[1]);
        }
        assert!(!game.board.rides(gun) && status(&game, "1st track") == (false, true), "{order}");
    }
}

/// A half-track with a squad beside it.
fn stop(name: &str, at: (i16, i16)) -> Skirmish {
    let mut game = proving();
    witnesses(&mut game);
    field(&mut game, "1st track", (600, 400), 0);
    field(&mut game, name, at, 0);
    game
}

/// SKIR-MAN-8, SKIR-MAN-10, SKIR-MAN-11, SKIR-R96: boarding from the sides or the rear, within 80 mm, as the team's action.
#[test]
fn embark_man_8_man_11() {
    let mut game = stop("Grenadiers", (540, 400));
    let (track, team) = (named(&game, "1st track"), named(&game, "Grenadiers"));
    on_turn(&mut game, team);
    let mut moved = game;
    moved.board.unit_mut(track).set(Flags::MOVED_THIS_TURN, true);
    assert_refused(&moved, "do embark 1st track", "SKIR-MAN-11");
    act(&mut game, "do embark 1st track", &[]);
    assert!(game.board.is(team, Flags::EMBARKED) && game.board.is(track, Flags::BOARDED));
    assert_eq!(status(&game, "Grenadiers"), (false, false));
    // The carrier stays for the rest of the turn.
    on_turn(&mut game, track);
    assert_refused(&game, "do move", "SKIR-MIN-7");
    assert!(!offers(&game, "do unload-and-move"));
    game.board.unit_mut(track).set(Flags::BOARDED, false);
    on_turn(&mut game, track);
    assert!(offers(&game, "do move"), "next turn it drives");
    // In front of it nobody gets in; ten men and no more.
    let mut front = stop("Grenadiers", (600, 470));
    on_turn(&mut front, team);
    assert_refused(&front, "do embark 1st track", "SKIR-MAN-8");
    let mut full = stop("Grenadiers", (540, 400));
    load(&mut full, "Pioneers", "1st track");
    on_turn(&mut full, team);
    assert_refused(&full, "do embark 1st track", "SKIR-MAN-8");
}

/// SKIR-MAN-9, SKIR-MAN-10, SKIR-MAN-24: a team gets down within 160 mm of the sides or rear, or stays; either is its action.
#[test]
fn disembark_man_9_man_24() {
    let mut game = stop("Pioneers", (600, 900));
    let team = load(&mut game, "Grenadiers", "1st track");
    on_turn(&mut game, team);
    assert_eq!(listed(&game), ["do disembark", "do stay"]);
    assert_refused(&game, "do fire", "SKIR-MAN-24");
    let mut stays = game;
    act(&mut stays, "do stay", &[]);
    assert!(stays.board.rides(team) && stays.board.is(team, Flags::ACTED));
    act(&mut game, "do disembark", &[]);
    assert_refused(&game, "to 600,700", "SKIR-MAN-9");
    act(&mut game, "to 600,300", &[]);
    act(&mut game, "form cluster facing 180", &[]);
    assert!(!game.board.rides(team) && game.board.is(team, Flags::ACTED));
    assert_eq!(status(&game, "Grenadiers"), (true, false));
    let track = named(&game, "1st track");
    assert!(game.board.living(team).all(|(_, man)| {
        game.board.model_shape(track).is_within(&kit::tabletop::Shape::disc(man.at(), 10), 160)
    }));
}

/// SKIR-MAN-9, SKIR-R78: at the edge of the table no place beyond it is offered, as none could be read back from a record.
#[test]
fn nobody_is_offered_to_get_down_beyond_the_table_man_9_r78() {
    let mut game = stop("Pioneers", (600, 900));
    let team = load(&mut game, "Grenadiers", "1st track");
    let track = named(&game, "1st track");
    let state = game.board.unit_mut(track);
    (state.x, state.y, state.heading) = (600, 50, 90);
    on_turn(&mut game, team);
    act(&mut game, "do disembark", &[]);
    let places: Vec<String> = listed(&game).into_iter().filter(|order| order.starts_with("to ")).collect();
    assert!(!places.is_empty() && places.iter().all(|order| !order.contains('-')), "{places:?}");
    act(&mut game, &places[0], &[]);
}

/// SKIR-MAN-16, SKIR-MAN-24: a carrier takes a team aboard and fires its Stationary shots, in either order.
#[test]
fn load_and_fire_man_16() {
    for order in ["load-and-fire", "fire-and-load"] {
        let mut game = stop("Grenadiers", (540, 400));
        field(&mut game, "Red 1", (600, 800), 180);
        let (track, team) = (named(&game, "1st track"), named(&game, "Grenadiers"));
        let mut acted = game;
        acted.board.unit_mut(team).set(Flags::ACTED, true);
        on_turn(&mut acted, track);
        assert_refused(&acted, &format!("do {order} Grenadiers"), "SKIR-MAN-24");
        on_turn(&mut game, track);
        act(&mut game, &format!("do {order} Grenadiers"), &[]);
        act(&mut game, "volley at Red 1", &[1]);
        assert!(game.board.is(team, Flags::EMBARKED) && game.board.is(team, Flags::ACTED), "{order}");
        assert_eq!(status(&game, "1st track"), (false, true));
        assert_eq!(game.board.model_at(track), kit::tabletop::Point::new(600, 400));
    }
}

/// SKIR-MAN-17, SKIR-MAN-11: a carrier puts its team down and drives T/2, in either order, and may fire its Moving shots.
#[test]
fn unload_and_move_man_17() {
    let mut game = stop("Pioneers", (100, 900));
    field(&mut game, "Red 1", (600, 1000), 180);
    let (track, team) = (named(&game, "1st track"), load(&mut game, "Grenadiers", "1st track"));
    on_turn(&mut game, track);
    let mut later = game;
    act(&mut game, "do unload-and-move Grenadiers", &[]);
    act(&mut game, "form cluster facing 0", &[]);
    assert!(!game.board.rides(team) && game.board.is(team, Flags::ACTED));
    assert_refused(&game, "to 600,561", "SKIR-MOV-5");
    act(&mut game, "to 600,560", &[]);
    act(&mut game, "face 0", &[]);
    act(&mut game, "volley at Red 1", &[1]);
    assert_eq!(status(&game, "1st track"), (true, true));
    assert!(!game.board.is(track, Flags::MOVED_THIS_TURN), "it may be boarded again");
    act(&mut later, "do move-and-unload Grenadiers", &[]);
    act(&mut later, "to 600,560", &[]);
    act(&mut later, "face 0", &[]);
    act(&mut later, "form cluster facing 0", &[]);
    act(&mut later, "hold", &[]);
    assert!(!later.board.rides(team) && later.board.centre(team).y > 400);
    assert_eq!(status(&later, "1st track"), (true, false));
    // SKIR-MAN-24: not if the team has acted.
    let mut acted = proving();
    witnesses(&mut acted);
    field(&mut acted, "1st track", (600, 400), 0);
    load(&mut acted, "Grenadiers", "1st track");
    acted.board.unit_mut(team).set(Flags::ACTED, true);
    on_turn(&mut acted, track);
    assert_refused(&acted, "do unload-and-move Grenadiers", "SKIR-MAN-24");
}

/// SKIR-MOR-5, SKIR-R138: a carrier that flees from the table takes along whoever rides in it.
#[test]
fn whoever_rides_leaves_with_the_carrier_r138() {
    let mut game = proving();
    witnesses(&mut game);
    let track = field(&mut game, "1st track", (600, 50), 180);
    let team = load(&mut game, "Grenadiers", "1st track");
    game.leave_by_the_edge(track, &mut ());
    assert!(game.board.is_on_table(track), "it does not flee");
    game.board.unit_mut(track).set(Flags::FLEEING, true);
    game.leave_by_the_edge(track, &mut ());
    for unit in [track, team] {
        assert!(!game.board.is_on_table(unit) && game.board.is(unit, Flags::LOST));
    }
    assert_eq!(game.board.unit(team).carrier(), None);
}
