//! Every maneuver of table 5.4: who may choose it, what it does, and the status it leaves.

use kit::{
    Chronicle, Game as _, Scripted, flow,
    testing::{act, assert_refused},
};

use super::{listed, offers, on_turn, on_turn_with, status, witnesses};
use crate::{
    game::Skirmish,
    state::Flags,
    testing::{field, named, proving},
    words::{Hull, Speed},
};

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
