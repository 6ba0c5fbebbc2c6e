//! Every maneuver of table 5.4: who may choose it, what it does, and the status it leaves.

use kit::{
    Chronicle, Game as _, Scripted, flow,
    testing::{act, assert_refused},
};

use super::{listed, on_turn, on_turn_with, witnesses};
use crate::{
    game::Skirmish,
    state::Flags,
    testing::{field, load, named, proving},
    words::{Hull, Speed},
};

fn offers(game: &Skirmish, order: &str) -> bool {
    listed(game).iter().any(|text| text == order || text.starts_with(&format!("{order} ")))
}

fn status(game: &Skirmish, name: &str) -> (bool, bool) {
    let unit = named(game, name);
    (game.board.is(unit, Flags::MOVED_LAST), game.board.is(unit, Flags::FIRED_LAST))
}

/// One unit near an enemy squad, with its platoon's commander at hand, about to be given its maneuver.
fn choosing(name: &str) -> Skirmish {
    let mut game = proving();
    witnesses(&mut game);
    field(&mut game, "Red 1", (600, 560), 180);
    for (commander, at) in [
        ("Blue HQ", (500, 300)),
        ("1st tank", (700, 300)),
        ("Tractor", (850, 300)),
        ("1st track", (560, 220)),
        ("1st tube", (400, 200)),
    ] {
        if commander != name {
            field(&mut game, commander, at, 0);
        }
    }
    let unit = field(&mut game, name, (600, 400), 0);
    on_turn(&mut game, unit);
    game
}

/// Table 5.4, SKIR-MAN-3, SKIR-MAN-13, SKIR-MAN-18: which unit may choose what.
#[test]
fn who_may_choose_what_man_3_man_18() {
    let all = ["lurk", "conceal", "fire", "move", "move-and-fire", "fire-and-conceal", "assault"];
    let table = [
        ("1st squad", [true, true, true, true, true, true, true]),
        ("Light mortar", [true, true, true, true, true, true, false]),
        ("2nd tube", [true, false, true, true, true, false, false]),
        ("Light gun", [true, true, true, true, true, true, false]),
        ("Medium gun", [true, false, true, true, true, false, false]),
        ("Truck", [true, false, false, true, false, false, false]),
        ("Bike", [true, false, true, true, true, false, false]),
        ("Assault gun", [true, false, true, true, true, false, true]),
    ];
    for (name, may) in table {
        let game = choosing(name);
        for (order, may) in all.into_iter().zip(may) {
            assert_eq!(offers(&game, &format!("do {order}")), may, "{name}: {order}: {:?}", listed(&game));
        }
    }
    // Why they are refused.
    assert_refused(&choosing("Medium gun"), "do conceal", "SKIR-MAN-3");
    assert_refused(&choosing("2nd tube"), "do fire-and-conceal", "SKIR-MAN-13");
    assert_refused(&choosing("Truck"), "do assault Red 1", "SKIR-MAN-18");
    assert_refused(&choosing("Light gun"), "do assault Red 1", "SKIR-MAN-18");
    assert_refused(&choosing("2nd tube"), "do assault Red 1", "SKIR-MAN-18");
    assert_refused(&choosing("Truck"), "do move-and-fire", "SKIR-MAN-12");
    assert_refused(&choosing("Truck"), "do fire", "SKIR-MAN-25");
    assert_refused(&choosing("1st squad"), "do hook-on Light gun", "SKIR-MAN-6");
    assert_refused(&choosing("1st squad"), "do load-and-fire Pioneers", "SKIR-MAN-16");
    assert_refused(&choosing("1st squad"), "do unload-and-move Pioneers", "SKIR-MAN-17");
}

/// SKIR-SPT-11, SKIR-HWF-16, SKIR-MAN-25: a gun that sees nobody may be told to shell the ground; a squad has nothing to fire at.
#[test]
fn a_gun_that_sees_nobody_may_shell_the_ground_hwf_16() {
    let alone = |name: &str| {
        let mut game = proving();
        witnesses(&mut game);
        let unit = field(&mut game, name, (600, 400), 0);
        on_turn(&mut game, unit);
        game
    };
    let mut gun = alone("Medium gun");
    assert!(!offers(&gun, "do fire"));
    act(&mut gun, "do fire", &[]);
    let blast = gun.read("blast-at 600,700").expect("it can be typed");
    assert_eq!(gun.check(&blast).err().map(|no| no.to_string()), None, "{:?}", listed(&gun));
    assert_refused(&alone("1st squad"), "do fire", "SKIR-MAN-25");
}

/// SKIR-MAN-2: to lurk is to stay and do nothing, with a reaction in hand until the next own action.
#[test]
fn lurk_man_2() {
    let mut game = choosing("1st squad");
    let squad = named(&game, "1st squad");
    let before = game.board;
    act(&mut game, "do lurk", &[]);
    assert_eq!(game.board.centre(squad), before.centre(squad));
    let state = *game.board.unit(squad);
    assert!(state.is(Flags::LURKING) && state.is(Flags::LURKED) && state.is(Flags::ACTED));
    assert_eq!(status(&game, "1st squad"), (false, false));
    on_turn(&mut game, squad);
    assert!(!game.board.is(squad, Flags::LURKING), "its next action ends it");
}

/// SKIR-MAN-3, SKIR-R8, SKIR-MAN-13: concealing goes a quarter of T and leaves a stationary unit.
#[test]
fn conceal_man_3_man_13() {
    let mut game = choosing("1st squad");
    act(&mut game, "do conceal", &[]);
    assert_refused(&game, "to 600,359", "SKIR-MOV-5");
    act(&mut game, "to 600,360", &[]);
    act(&mut game, "form cluster facing 0", &[]);
    assert_eq!(status(&game, "1st squad"), (false, false));
    let mut game = choosing("1st squad");
    act(&mut game, "do fire-and-conceal", &[]);
    act(&mut game, "volley at Red 1", &[1]);
    assert!(game.prompt().words.contains("a quarter"), "{}", game.prompt().words);
    assert_eq!(status(&game, "1st squad"), (false, true), "right after its fire it is seen firing");
    act(&mut game, "to 600,365", &[]);
    act(&mut game, "form cluster facing 0", &[]);
    assert_eq!(status(&game, "1st squad"), (false, false));
}

/// SKIR-MAN-4, SKIR-MAN-5, SKIR-MAN-12: fire stands still, a move leaves a moving unit, both leave both; Move and fire has T/2.
#[test]
fn fire_and_move_man_4_man_5_man_12() {
    let mut game = choosing("1st squad");
    act(&mut game, "do fire", &[]);
    act(&mut game, "volley at Red 1", &[1]);
    assert_eq!(status(&game, "1st squad"), (false, true));
    let mut game = choosing("1st squad");
    act(&mut game, "do move", &[]);
    act(&mut game, "to 600,300", &[]);
    act(&mut game, "form cluster facing 0", &[]);
    assert_eq!(status(&game, "1st squad"), (true, false));
    let mut game = choosing("1st squad");
    act(&mut game, "do move-and-fire", &[]);
    assert_refused(&game, "to 600,319", "SKIR-MOV-5");
    act(&mut game, "to 600,320", &[]);
    act(&mut game, "form cluster facing 0", &[]);
    act(&mut game, "volley at Red 1", &[1]);
    assert_eq!(status(&game, "1st squad"), (true, true));
    let mut game = choosing("1st squad");
    act(&mut game, "do fire-and-move", &[]);
    act(&mut game, "hold", &[]);
    act(&mut game, "to 600,320", &[]);
    act(&mut game, "form cluster facing 0", &[]);
    assert_eq!(status(&game, "1st squad"), (true, false), "true only if it fired");
}

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

/// SKIR-MAN-18, SKIR-ASL-1: an assault fires its Moving shots if it likes, then goes up to T into contact with whom it named.
#[test]
fn assault_man_18_asl_1() {
    let mut game = proving();
    witnesses(&mut game);
    let squad = field(&mut game, "1st squad", (600, 400), 0);
    let near = field(&mut game, "Red 1", (600, 540), 180);
    field(&mut game, "Red 2", (600, 900), 180);
    on_turn(&mut game, squad);
    // Too far to be reached; and nobody of this name is in sight.
    assert_refused(&game, "do assault Red 2", "SKIR-ASL-1");
    assert_refused(&game, "do assault Storm group", "SKIR-ASL-1");
    assert_refused(&game, "do assault 2nd squad", "SKIR-ASL-1");
    act(&mut game, "do assault Red 1", &[]);
    assert!(game.prompt().words.contains("fire"), "{}", game.prompt().words);
    let mut coward = game;
    // SKIR-MOR-3: the CT is failed: no movement, no flight.
    act(&mut coward, "hold", &[1, 8]);
    assert!(coward.board.is(squad, Flags::ACTED) && !coward.board.is(squad, Flags::FLEEING));
    assert_eq!(coward.board.centre(squad), game.board.centre(squad));
    act(&mut game, "hold", &[6, 1]);
    assert_refused(&game, "to 600,480", "SKIR-ASL-1");
    let to = listed(&game).into_iter().find(|text| text.starts_with("to ")).unwrap();
    // A round in which nobody falls: as many equal dice as it takes; then equal numbers, no CT.
    act(&mut game, &to, &[]);
    assert!(game.is_in_contact(squad, near) || game.board.unit(near).engaged.contains(squad));
    assert!(game.board.is(squad, Flags::MOVED_LAST) && game.board.is(squad, Flags::ACTED));
}

/// SKIR-R130: an assault whose fire leaves nobody to assault ends there: no CT, no movement.
#[test]
fn an_assault_whose_fire_removes_its_target_ends_r130() {
    let mut game = proving();
    witnesses(&mut game);
    let squad = field(&mut game, "1st squad", (600, 400), 0);
    let last = field(&mut game, "Red 1", (600, 500), 180);
    let leader = game.board.unit(last).leader;
    for (place, man) in (0..).zip(game.board.men_mut(last)) {
        man.alive = place == leader;
    }
    game.board.unit_mut(last).alive = 1;
    on_turn(&mut game, squad);
    act(&mut game, "do assault Red 1", &[]);
    let from = game.board.centre(squad);
    let mut chronicle = Chronicle::default();
    let volley = game.read("volley at Red 1").unwrap();
    flow::perform(&mut game, volley, &mut Scripted::faces(&[12, 10, 8]), &mut chronicle);
    assert!(chronicle.events.iter().all(|event| !event.words.contains("dare")), "no CT");
    assert!(!game.board.is_on_table(last) && game.board.is(squad, Flags::ACTED));
    assert_eq!(game.board.centre(squad), from);
}

/// SKIR-SPT-11, SKIR-R71: a wall is aimed at floor by floor, whoever is behind it.
#[test]
fn a_wall_is_aimed_at_floor_by_floor_spt_11_r71() {
    let mut game = proving();
    witnesses(&mut game);
    let gun = field(&mut game, "Assault gun", (270, 600), 0);
    on_turn(&mut game, gun);
    act(&mut game, "do fire", &[]);
    for text in ["blast HE house", "blast HE house 0", "blast HE house 1"] {
        let blast = game.read(text).expect("it can be typed");
        assert_eq!(game.check(&blast).err().map(|no| no.to_string()), None, "{text}");
    }
    assert_refused(&game, "blast HE house 2", "SKIR-HWF-4");
}

/// SKIR-ASL-1, SKIR-ASL-9, SKIR-MOV-4: a vehicle must sweep over or touch its target, and may come along a road from far away.
#[test]
fn a_tank_assaults_asl_1_asl_9() {
    let mut game = proving();
    witnesses(&mut game);
    // 36 cm along the road: out of reach off it, within reach on it.
    let tank = field(&mut game, "1st tank", (600, 820), 90);
    let squad = field(&mut game, "Red 1", (1000, 820), 270);
    on_turn(&mut game, tank);
    act(&mut game, "do assault Red 1", &[]);
    act(&mut game, "hold", &[]);
    assert_refused(&game, "to 700,820", "SKIR-ASL-1");
    act(&mut game, "to 1050,820", &[]);
    assert!(game.board.unit(squad).alive < 10, "every DT of the men on the road failed");
    assert!(game.board.is(tank, Flags::MOVED_LAST));
    assert_refused(&choosing("Tiger"), "do assault 1st squad", "SKIR-ASL-1");
    let mut armored = proving();
    witnesses(&mut armored);
    let tank = field(&mut armored, "1st tank", (600, 400), 0);
    field(&mut armored, "T-70", (600, 600), 180);
    on_turn(&mut armored, tank);
    assert_refused(&armored, "do assault T-70", "SKIR-ASL-11");
}

/// SKIR-MAN-19, SKIR-CRW-2, SKIR-COM-5: half the crew dead or out of communication: simple maneuvers; without fire none that needs it.
#[test]
fn simple_maneuvers_only_man_19() {
    let complex = ["do move-and-fire", "do fire-and-conceal", "do assault"];
    let mut game = proving();
    witnesses(&mut game);
    field(&mut game, "Red 1", (600, 540), 180);
    field(&mut game, "Blue HQ", (500, 300), 0);
    let squad = field(&mut game, "1st squad", (600, 400), 0);
    on_turn(&mut game, squad);
    assert!(complex.iter().all(|order| offers(&game, order)), "{:?}", listed(&game));
    // 400 mm from its HQ, without radio.
    let mut alone = game;
    field(&mut alone, "Blue HQ", (600, 20), 0);
    on_turn(&mut alone, squad);
    assert!(!complex.iter().any(|order| offers(&alone, order)) && offers(&alone, "do move"));
    assert_refused(&alone, "do move-and-fire", "SKIR-COM-5");
    let mut hurt = proving();
    witnesses(&mut hurt);
    field(&mut hurt, "Red 1", (600, 700), 180);
    let tank = field(&mut hurt, "1st tank", (600, 400), 0);
    hurt.lose_crew(tank, 3);
    on_turn(&mut hurt, tank);
    assert_refused(&hurt, "do move-and-fire", "SKIR-CRW-2");
    assert!(offers(&hurt, "do fire"));
    // Silenced: no fire, but an assault without it.
    let mut silent = game;
    silent.board.unit_mut(squad).set(Flags::NO_FIRE, true);
    on_turn(&mut silent, squad);
    assert_refused(&silent, "do fire", "SKIR-MAN-19");
    assert_refused(&silent, "do move-and-fire", "SKIR-MAN-19");
    assert!(offers(&silent, "do assault") && offers(&silent, "do lurk"));
    act(&mut silent, "do assault Red 1", &[6, 1]);
    assert!(
        listed(&silent).iter().any(|text| text.starts_with("to ")),
        "it goes at once: {:?}",
        listed(&silent)
    );
}

/// SKIR-MAN-25: what cannot be carried through is refused when it is declared.
#[test]
fn refused_when_declared_man_25() {
    let mut game = proving();
    witnesses(&mut game);
    let track = field(&mut game, "1st track", (600, 400), 0);
    on_turn(&mut game, track);
    assert_refused(&game, "do fire", "SKIR-MAN-25");
    assert_refused(&game, "do unhook", "SKIR-MAN-7");
    assert_refused(&game, "do hook-on Light gun", "SKIR-MAN-6");
    assert_refused(&game, "do assault", "SKIR-MAN-25");
    assert_refused(&game, "do move 1st tank", "SKIR-MAN-25");
    // SKIR-MIN-7, SKIR-EFF-5: who cannot move chooses nothing that moves.
    game.board.unit_mut(track).speed = Speed::Stopped;
    assert_refused(&game, "do move", "SKIR-MIN-7");
    // Fire that is only a part may be left out.
    game.board.unit_mut(track).speed = Speed::Full;
    act(&mut game, "do move-and-fire", &[]);
    act(&mut game, "to 600,500", &[]);
    act(&mut game, "face 0", &[]);
    assert!(game.board.is(track, Flags::ACTED));
}

/// SKIR-MAN-1, SKIR-MOR-5: recovery, a move of up to T without fire; or retreat over the home edge.
#[test]
fn recovery_man_1_mor_5() {
    let mut game = proving();
    witnesses(&mut game);
    let squad = field(&mut game, "1st squad", (600, 400), 0);
    game.board.unit_mut(squad).set(Flags::FLEEING, true);
    let mut fails = game;
    on_turn_with(&mut game, squad, &[6, 1]);
    assert!(!game.board.is(squad, Flags::FLEEING));
    assert!(listed(&game).contains(&"hold".to_owned()), "it need not move");
    assert_refused(&game, "to 600,561", "SKIR-MOV-5");
    act(&mut game, "to 600,560", &[]);
    act(&mut game, "form cluster facing 0", &[]);
    assert_eq!(status(&game, "1st squad"), (true, false));
    on_turn_with(&mut fails, squad, &[1, 8]);
    assert_eq!(
        fails.board.centre(squad),
        kit::tabletop::Point::new(600, 240),
        "T along the straight way south"
    );
    assert!(fails.board.is(squad, Flags::FLEEING));
    for _ in 0..2 {
        fails.board.unit_mut(squad).set(Flags::ACTED, false);
        on_turn_with(&mut fails, squad, &[1, 8]);
    }
    assert!(!fails.board.is_on_table(squad) && fails.board.is(squad, Flags::LOST), "over the edge");
}

/// SKIR-ASL-4, SKIR-ASL-5, SKIR-R64: the crew of a gun that is engaged fights on with its own action, or breaks off.
#[test]
fn a_gun_crew_fights_on_asl_5() {
    let mut game = proving();
    witnesses(&mut game);
    let gun = field(&mut game, "Light gun", (600, 400), 0);
    let squad = field(&mut game, "Red 1", (600, 440), 180);
    game.board.unit_mut(gun).engaged.insert(squad);
    game.board.unit_mut(squad).engaged.insert(gun);
    on_turn(&mut game, gun);
    assert_eq!(listed(&game), ["do melee Red 1", "do break-off"]);
    // Every bout is won by the crew (6 + 2 against 1 + 1): as many Soviets fall as face the five men.
    act(&mut game, "do melee Red 1", &[6, 1, 6, 1, 6, 1, 6, 1, 6, 1, 6, 1, 6, 1, 6, 1, 6, 1, 6, 1]);
    assert!(game.board.unit(squad).alive < 10, "{:?}", game.board.unit(squad));
    assert_eq!(game.board.unit(gun).alive, 5);
    assert_eq!(game.board.unit(gun).hull, Hull::Whole);
}

/// SKIR-R95, SKIR-GEO-14: a turret points at its last target, also after a move that follows the fire; ahead after a move alone.
#[test]
fn turrets_r95_geo_14() {
    let mut game = proving();
    witnesses(&mut game);
    let tank = field(&mut game, "1st tank", (600, 400), 0);
    field(&mut game, "T-34 a", (1000, 400), 180);
    let turret = |game: &Skirmish| game.turret_heading(tank).degrees();
    on_turn(&mut game, tank);
    let mut moves = game;
    act(&mut game, "do fire-and-move", &[]);
    act(&mut game, "shoot AP at T-34 a", &[1]);
    assert_eq!(turret(&game), 90, "all round: it need not turn the hull");
    act(&mut game, "to 600,500", &[]);
    act(&mut game, "face 30", &[]);
    assert_eq!((turret(&game), game.board.unit(tank).heading), (90, 30));
    act(&mut moves, "do move", &[]);
    act(&mut moves, "to 600,500", &[]);
    act(&mut moves, "face 30", &[]);
    assert_eq!(turret(&moves), 30);
    // A casemate bears 12 degrees to either side, a towed gun 30: elsewhere they have to turn, which is Move and fire.
    for (name, off, on) in [("Assault gun", 13, 12), ("Light gun", 31, 30)] {
        for (heading, bears) in [(90 - off, false), (90 - on, true)] {
            let mut game = proving();
            witnesses(&mut game);
            field(&mut game, "T-34 a", (1000, 400), 180);
            let gun = field(&mut game, name, (600, 400), heading);
            on_turn(&mut game, gun);
            assert_eq!(offers(&game, "do fire"), bears, "{name} at {heading}");
            if !bears {
                act(&mut game, "do move-and-fire", &[]);
                act(&mut game, "turn to 90", &[]);
                act(&mut game, "shoot AP at T-34 a", &[1]);
                assert_eq!(status(&game, name), (true, true));
            }
        }
    }
}
