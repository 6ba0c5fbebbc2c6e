//! Requests for indirect fire, markers, and the batteries that answer.

use kit::{
    Game as _, Scripted, Seat, Status,
    flow::{self, Stack},
    testing::{act, assert_refused},
};

use super::listed;
use crate::{
    flow::{Dropping, Over, Planning, Shelling},
    game::Skirmish,
    scenario::PlatoonId,
    state::{Flags, Side},
    testing::{f, field, load, named, proving, throws_of},
};

fn platoon(game: &Skirmish, name: &str) -> PlatoonId {
    let scenario = game.board.scenario();
    scenario.platoon_ids().find(|id| scenario.platoon(*id).name == name).unwrap()
}

/// Planning begins.
fn plan(game: &mut Skirmish) {
    game.refresh_all_sight();
    game.flow = Stack::new(Over);
    game.flow.call(Planning { next: 0 });
    flow::proceed(game, &mut Scripted::faces(&[]), &mut ());
}

/// Step 4 begins.
fn shell(game: &mut Skirmish, faces: &[u16]) {
    game.flow = Stack::new(Over);
    game.flow.call(Shelling::BEGIN);
    flow::proceed(game, &mut Scripted::faces(faces), &mut ());
}

fn asked(game: &Skirmish) -> String {
    game.prompt().words
}

/// SKIR-IFP-1, SKIR-IFP-2, SKIR-IFP-7, SKIR-COM-6: who may ask a battery on the table.
#[test]
fn who_may_ask_ifp_1_ifp_2_com_6() {
    let mut game = proving();
    field(&mut game, "1st tube", (300, 100), 0);
    // 200 mm from the leader of the tube, in sight: linked; 500 mm on: only by a relay.
    field(&mut game, "1st squad", (500, 100), 0);
    field(&mut game, "2nd squad", (800, 100), 0);
    field(&mut game, "Pioneers", (300, 700), 0);
    field(&mut game, "Blue HQ", (300, 300), 0);
    field(&mut game, "1st track", (420, 300), 0);
    load(&mut game, "Grenadiers", "1st track");
    plan(&mut game);
    assert!(asked(&game).contains("Mortars"), "{}", asked(&game));
    let all = listed(&game);
    for name in ["1st tube", "1st squad", "2nd squad"] {
        assert!(all.contains(&format!("request by {name}")), "{name}: {all:?}");
    }
    // 400 mm from the HQ and without a radio: nobody relays for the pioneers.
    assert_refused(&game, "request by Pioneers", "SKIR-IFP-2");
    assert_refused(&game, "request by Grenadiers", "SKIR-IFP-1");
    assert_refused(&game, "request by Red 1", "SKIR-IFP-1");
    assert_refused(&game, "request by Tiger", "SKIR-IFP-1");
    let mut flees = game;
    let squad = named(&game, "1st squad");
    flees.board.unit_mut(squad).set(Flags::FLEEING, true);
    assert_refused(&flees, "request by 1st squad", "SKIR-MOR-6");
    let mut engaged = game;
    engaged.board.unit_mut(squad).engaged = kit::position::Units::of(named(&game, "Red 1"));
    assert_refused(&engaged, "request by 1st squad", "SKIR-IFP-1");
    // One request for a battery and turn: D6 2 + 2 + 1 against D10 6 fails, and the next battery is asked.
    let mut failed = game;
    act(&mut failed, "request by 1st squad", &[2, 6]);
    assert_eq!(failed.platoons[platoon(&game, "Mortars").index()].marked, 0);
    assert!(!asked(&failed).contains("Mortars"), "{}", asked(&failed));
}

/// SKIR-IFP-2, SKIR-R6: a battery off the table answers a radio, an entrenched unit, or whoever reaches a radio.
#[test]
fn off_board_batteries_ifp_2() {
    let mut game = proving();
    field(&mut game, "1st squad", (300, 300), 0);
    plan(&mut game);
    assert!(matches!(game.status(), Status::Over(_)), "no radio, no trench: nobody is asked");
    field(&mut game, "Blue HQ", (500, 300), 0);
    plan(&mut game);
    assert!(asked(&game).contains("Far guns"));
    assert_eq!(listed(&game), ["request by Blue HQ", "request by 1st squad", "no-request"]);
    let mut trench = proving();
    field(&mut trench, "1st squad", (1250, 1015), 0);
    plan(&mut trench);
    assert_eq!(listed(&trench), ["request by 1st squad", "no-request"]);
    // SKIR-IFP-3, SKIR-IFP-4, SKIR-TST-4: IFR with the requester's CS 2 and CR 1: 13/24.
    let odds = throws_of(&trench, "request by 1st squad", |end| {
        end.platoons[platoon(end, "Far guns").index()].asked && asked(end).contains("markers")
    });
    assert_eq!(odds.chance(|&passed| passed), f(13, 24));
}

/// SKIR-IFP-8: the first player of the turn asks all his batteries before the other asks his.
#[test]
fn the_order_of_requests_ifp_8() {
    for first in Side::BOTH {
        let mut game = proving();
        game.first_of_turn = first;
        field(&mut game, "1st tube", (300, 100), 0);
        field(&mut game, "Howitzer", (500, 100), 0);
        field(&mut game, "Red tube", (300, 1700), 180);
        plan(&mut game);
        let mut order = Vec::new();
        while let Status::Deciding(Seat(seat)) = game.status() {
            order.push((seat, asked(&game)));
            act(&mut game, "no-request", &[]);
        }
        let seats: Vec<u8> = order.iter().map(|(seat, _)| *seat).collect();
        let mut sorted = seats.clone();
        sorted.sort_by_key(|seat| *seat != first.seat().0);
        assert_eq!(seats, sorted, "{order:?}");
        assert_eq!(order.len(), 5, "two batteries and far guns here, one and far guns there: {order:?}");
    }
}

/// SKIR-IFP-5, SKIR-IFP-6, SKIR-R56: the first marker on a spotted enemy or a point in sight, the others within 240 mm.
#[test]
fn markers_ifp_6() {
    let mut game = proving();
    field(&mut game, "1st tube", (1500, 900), 0);
    field(&mut game, "Red 1", (1500, 1250), 180);
    plan(&mut game);
    act(&mut game, "request by 1st tube", &[6, 1]);
    assert!(asked(&game).contains('5'), "{}", asked(&game));
    // Behind the bunker nothing is seen; the squad in the open is spotted at 350 mm.
    assert_refused(&game, "mark 780,1060", "SKIR-IFP-6");
    act(&mut game, "mark 1500,1250", &[]);
    assert_refused(&game, "mark 1500,1491", "SKIR-IFP-6");
    assert_refused(&game, "mark-all 1500,1250", "SKIR-IFP-5");
    act(&mut game, "mark 1500,1490", &[]);
    // The others need not be in sight.
    act(&mut game, "mark 1340,1400", &[]);
    act(&mut game, "mark 1500,1250", &[]);
    act(&mut game, "mark 1500,1250", &[]);
    assert_refused(&game, "mark 1500,1250", "SKIR-IFP-5");
    let battery = platoon(&game, "Mortars");
    assert_eq!(game.platoons[battery.index()].marked, 5);
    // SKIR-R56: they lie open.
    let seen = |seat| game.view(kit::Viewer::Seat(Seat(seat)));
    assert_eq!(seen(0).ground.is_some(), seen(1).ground.is_some());
}

/// A battery with markers on a point, its tubes lurking.
fn marked(game: &mut Skirmish, name: &str, at: (i16, i16)) -> PlatoonId {
    let battery = platoon(game, name);
    let state = &mut game.platoons[battery.index()];
    (state.markers[0], state.marked) = (at, 1);
    battery
}

/// SKIR-IND-1, SKIR-TST-2: on the table first, by readiness, of equals the second player's; then off the table.
#[test]
fn the_order_of_batteries_ind_1() {
    let ready = |game: &mut Skirmish| {
        for (name, at) in [("1st tube", (300, 100)), ("Red tube", (300, 1700))] {
            let unit = field(game, name, at, 0);
            game.board.unit_mut(unit).set(Flags::LURKED.and(Flags::LURKING).and(Flags::ACTED), true);
        }
        marked(game, "Mortars", (1000, 900));
        marked(game, "Red tubes", (1000, 900));
        marked(game, "Far guns", (1000, 900));
        marked(game, "Red howitzers", (1000, 900));
    };
    let firing = |game: &Skirmish| game.prompt().words.split(',').next().unwrap().to_owned();
    let mut game = proving();
    ready(&mut game);
    // Blue 3 + 2 + 2, Red 3 + 1 + 2.
    shell(&mut game, &[3, 3]);
    assert_eq!(firing(&game), "Mortars");
    let mut red_first = proving();
    ready(&mut red_first);
    shell(&mut red_first, &[3, 5]);
    assert_eq!(firing(&red_first), "Red tubes");
    // Equal scores: the second player's.
    let mut equal = proving();
    ready(&mut equal);
    shell(&mut equal, &[3, 4]);
    assert_eq!(firing(&equal), "Red tubes");
    equal = proving();
    ready(&mut equal);
    equal.first_of_turn = Side::B;
    shell(&mut equal, &[3, 4]);
    assert_eq!(firing(&equal), "Mortars");
    // Off the table comes last: both tubes hold their two shells.
    for _ in 0..2 {
        act(&mut equal, "hold", &[]);
    }
    assert_eq!(firing(&equal), "Red tubes");
    for _ in 0..2 {
        act(&mut equal, "hold", &[1, 6]);
    }
    assert_eq!(firing(&equal), "Red howitzers", "6 + 1 + 2 against 1 + 2 + 2");
    // Crew losses leave 1 for the die: only Red rolls.
    let mut hurt = proving();
    ready(&mut hurt);
    let tube = named(&hurt, "1st tube");
    hurt.lose_men(tube, 0b10, true, &mut ());
    shell(&mut hurt, &[1]);
    assert_eq!(firing(&hurt), "Mortars", "1 + 2 + 2 against 1 + 1 + 2");
}

/// SKIR-IND-2, SKIR-IND-3: each gun fires its Stationary shells at markers of its own battery, if it lurked and reaches them.
#[test]
fn which_guns_fire_ind_2_ind_3() {
    let mut game = proving();
    let tube = field(&mut game, "1st tube", (300, 100), 0);
    let other = field(&mut game, "2nd tube", (500, 100), 0);
    game.board.unit_mut(tube).set(Flags::LURKED.and(Flags::LURKING).and(Flags::ACTED), true);
    game.board.unit_mut(other).set(Flags::ACTED, true);
    let battery = marked(&mut game, "Mortars", (300, 1000));
    marked(&mut game, "Red tubes", (300, 1000));
    shell(&mut game, &[3]);
    assert_eq!(listed(&game), ["shell to 1", "hold"]);
    assert_refused(&game, "shell to 2", "SKIR-IND-2");
    // D10 12 - 2 - 2 at 0 degrees: far from everybody.
    act(&mut game, "shell to 1", &[6, 6, 360]);
    assert!(game.prompt().words.contains("gun 1, shell 2"), "{}", game.prompt().words);
    let state = game.board.unit(tube);
    assert!(!state.is(Flags::LURKING) && !state.is(Flags::LURKED) && state.is(Flags::FIRED_LAST));
    act(&mut game, "shell to 1", &[6, 6, 360]);
    assert!(matches!(game.status(), Status::Over(_)), "the other tube did not lurk");
    // Minimum 160 mm, long range 2400 mm; silenced or fleeing guns do not fire.
    let may = |at: (i16, i16), flag: Option<Flags>| {
        let mut game = proving();
        let tube = field(&mut game, "1st tube", (300, 100), 0);
        game.board.unit_mut(tube).set(Flags::LURKED.and(Flags::LURKING), true);
        if let Some(flag) = flag {
            game.board.unit_mut(tube).set(flag, true);
        }
        marked(&mut game, "Mortars", at);
        game.flow = Stack::new(Over);
        game.flow.call(Dropping::first_of(battery));
        flow::proceed(&mut game, &mut Scripted::faces(&[]), &mut ());
        matches!(game.status(), Status::Deciding(_))
    };
    assert!(may((300, 260), None) && !may((300, 259), None));
    assert!(may((2380, 1297), None), "2400 mm by the square: 2080, 1197");
    assert!(!may((2399, 1300), None));
    assert!(!may((300, 1000), Some(Flags::NO_FIRE)) && !may((300, 1000), Some(Flags::FLEEING)));
}

/// SKIR-IND-8, SKIR-SCT-5: a far battery has the CS and CR of the scenario, and its shells strike friends too.
#[test]
fn shells_fall_on_friends_ind_8() {
    let mut game = proving();
    let squad = field(&mut game, "1st squad", (1000, 400), 0);
    marked(&mut game, "Far guns", (1000, 400));
    let battery = platoon(&game, "Far guns");
    assert_eq!(game.battery_nerve(battery).0, crate::nerve::Nerve { cs: 2, cr: 2 });
    shell(&mut game, &[3]);
    // 1 + 1 + 2 - 4 is less than 1: exactly on the marker, on the leader. The others: D10 + 2, "-" up to 3.
    act(&mut game, "shell to 1", &[1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 1]);
    assert_eq!(game.board.unit(squad).alive, 9);
    assert_eq!(game.board.unit(squad).cr, 0, "it was the leader");
}
