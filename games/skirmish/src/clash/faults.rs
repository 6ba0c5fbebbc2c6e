//! Faults that a second reading of the ledger found, each as a test.

use kit::{
    Game as _, Scripted, flow,
    position::UnitId,
    testing::{act, assert_refused},
};

use super::devices_of;
use crate::{
    board::PieceId,
    clash::{Melee, Tool},
    fire::{Aim, FireOrders, Inside, Shell, Stray, Way, kept},
    game::Skirmish,
    state::Flags,
    testing::{field, proving, put_man, ready},
};

fn piece(game: &Skirmish, name: &str) -> PieceId {
    game.board.terrain().named(name).unwrap()
}

/// A bomb of a team in the air.
fn bomb(game: &mut Skirmish, thrower: UnitId, tool: Tool, aim: Aim, inside: bool) {
    let (place, _) = devices_of(game, tool).unwrap();
    game.fire.shell = Shell {
        firer: Some(thrower),
        side: game.board.side(thrower),
        weapon: 0,
        cs: game.board.chart(thrower).cs,
        cr: 0,
        he: true,
        device: Some(place),
        inside,
        from: kept(game.at(thrower)),
        height: 0,
        aim,
    };
}

/// Dice to the end of what has begun, not one more and not one less.
fn settle(game: &mut Skirmish, faces: &[u16]) {
    let mut dice = Scripted::faces(faces);
    flow::proceed(game, &mut dice, &mut ());
    dice.finish().unwrap();
}

/// SKIR-HWF-20, SKIR-R132: an HE shell at a man in a trench attacks only men of the same trench.
#[test]
fn a_shell_at_a_man_in_a_trench_stays_in_it_hwf_20() {
    let mut game = proving();
    let tank = field(&mut game, "1st tank", (1200, 400), 0);
    let squad = field(&mut game, "Red 1", (1200, 1015), 180);
    // Three men: two in the trench, one 30 mm south of it.
    for (place, man) in game.board.men_mut(squad).iter_mut().enumerate() {
        man.alive = place < 3;
    }
    game.board.unit_mut(squad).alive = 3;
    for (man, at) in [(0, (1200, 1015)), (1, (1225, 1015)), (2, (1200, 985))] {
        put_man(&mut game, squad, man, at);
    }
    game.board.unit_mut(squad).set(Flags::FIRED_LAST.and(Flags::ACTED), true);
    ready(&mut game, FireOrders { unit: tank, moving: false, only: None });
    // 10 + 2 kills the man named; fragments of 1 + 2 miss the one beside him, and nobody rolls for the third; then the CT.
    act(&mut game, "shoot HE at Red 1 0", &[10, 1, 6, 1]);
    assert_eq!(game.board.unit(squad).alive, 2);
}

/// SKIR-BLD-9, SKIR-R134: a garden wall can be aimed at, since its top does not hide its own side.
#[test]
fn a_garden_wall_does_not_hide_itself_bld_9() {
    let mut game = proving();
    let tank = field(&mut game, "1st tank", (1700, 700), 0);
    ready(&mut game, FireOrders { unit: tank, moving: false, only: None });
    for aim in ["blast HE wall", "blast HE bags"] {
        let order = game.read(aim).unwrap();
        assert!(game.check(&order).is_ok(), "{aim}: {:?}", game.check(&order));
    }
    assert_refused(&game, "blast AP wall", "SKIR-BLD-9");
}

/// SKIR-IND-6, SKIR-ASL-7, SKIR-R133: a device that falls into a trench bursts in it; a hand bomb has a blast radius without a roll.
#[test]
fn a_bomb_that_falls_into_a_trench_bursts_in_it_ind_6() {
    for (tool, faces, dead) in [(Tool::HandBomb, &[6, 1][..], 2), (Tool::Explosives, &[9, 6, 1][..], 3)] {
        let mut game = proving();
        let thrower = field(&mut game, "Pioneers", (1200, 960), 0);
        let squad = field(&mut game, "Red 1", (1200, 1015), 180);
        for (place, man) in game.board.men_mut(squad).iter_mut().enumerate() {
            man.alive = place < 4;
        }
        game.board.unit_mut(squad).alive = 4;
        // Two within 20 mm of the burst, one within 100 mm, one farther off.
        for (man, at) in [(0, (1320, 1015)), (1, (1205, 1015)), (2, (1215, 1020)), (3, (1290, 1015))] {
            put_man(&mut game, squad, man, at);
        }
        game.board.unit_mut(squad).set(Flags::ACTED, true);
        bomb(&mut game, thrower, tool, Aim::Nothing, false);
        let trench = piece(&game, "trench");
        game.fire.burst.at = (1200, 1015);
        ready(&mut game, Inside::trench(trench));
        settle(&mut game, faces);
        assert_eq!(game.board.unit(squad).alive, 4 - dead, "{tool:?}");
    }
}

/// SKIR-FRG-6: fragments of an explosive bag that burst outside strike the wall as those of a shell of 75 mm do; those of a
/// hand bomb do nothing to it (SKIR-ASL-7).
#[test]
fn fragments_of_a_bag_strike_a_wall_frg_6() {
    for (tool, faces, burns) in
        [(Tool::Explosives, &[10, 10, 10][..], true), (Tool::HandBomb, &[][..], false)]
    {
        let mut game = proving();
        let thrower = field(&mut game, "Pioneers", (270, 900), 0);
        bomb(&mut game, thrower, tool, Aim::Nothing, false);
        let house = piece(&game, "house");
        game.fire.burst.at = (270, 995);
        (game.fire.burst.radius, game.fire.burst.walls_from) = (3, u8::MAX);
        game.fire.burst.cs = 2;
        ready(&mut game, Inside { piece: house, floor: 0, way: Way::Fragments });
        settle(&mut game, faces);
        assert_eq!(game.board.ground.burning.contains(house), burns, "{tool:?}");
    }
}

/// SKIR-INC-2: a Molotov bomb that goes astray has passed no opening, and burns nobody inside.
#[test]
fn a_stray_molotov_burns_outside_inc_2() {
    let mut game = proving();
    let thrower = field(&mut game, "Storm group", (240, 930), 0);
    let squad = field(&mut game, "1st squad", (240, 1015), 180);
    for (place, man) in game.board.men_mut(squad).iter_mut().enumerate() {
        man.alive = place == 0;
    }
    game.board.unit_mut(squad).alive = 1;
    game.board.unit_mut(squad).leader = 0;
    put_man(&mut game, squad, 0, (240, 1015));
    bomb(&mut game, thrower, Tool::Molotov, Aim::Man(squad, 0), true);
    ready(&mut game, Stray);
    // D8 - CS is 0: at the window, back toward the thrower.
    settle(&mut game, &[1, 180]);
    assert_eq!(game.board.unit(squad).alive, 1);
}

/// SKIR-ASL-5: the crew of a mortar fights with every man alive, as soon as one of them is in contact.
#[test]
fn all_of_a_mortar_crew_fight_asl_5() {
    let mut game = proving();
    let squad = field(&mut game, "1st squad", (600, 375), 0);
    let mortar = field(&mut game, "Small mortar", (600, 400), 180);
    for (place, man) in game.board.men_mut(squad).iter_mut().enumerate() {
        man.alive = place == 0;
    }
    (game.board.unit_mut(squad).alive, game.board.unit_mut(squad).leader) = (1, 0);
    put_man(&mut game, squad, 0, (600, 375));
    for (man, at) in [(0, (600, 400)), (1, (600, 480))] {
        put_man(&mut game, mortar, man, at);
    }
    ready(&mut game, Melee { attacker: squad, defender: mortar });
    // One fight after the other: 6 + 2 against 1 + 1.
    settle(&mut game, &[6, 1, 6, 1]);
    assert_eq!((game.board.unit(squad).alive, game.board.unit(mortar).alive), (1, 0));
}

/// Note to the charts: the .50 fires as a machine gun or as a heavy AA weapon, with two shells and no fragments.
#[test]
fn the_fifty_fires_as_an_aa_weapon_instead() {
    let orders =
        |game: &Skirmish| -> Vec<String> { game.choices().iter().map(|action| game.write(action)).collect() };
    let mut game = proving();
    let track = field(&mut game, "Gun track", (600, 300), 0);
    let lorry = field(&mut game, "Lorry", (600, 600), 180);
    game.board.unit_mut(lorry).set(Flags::ACTED, true);
    ready(&mut game, FireOrders { unit: track, moving: false, only: None });
    assert!(orders(&game).contains(&"volley at Lorry".to_owned()), "{:?}", orders(&game));
    // 300 mm are short range: D12 + 1 of 1 misses, and what misses is gone but for its scatter.
    act(&mut game, "shoot HE at Lorry", &[1, 8, 180]);
    assert!(!orders(&game).contains(&"volley at Lorry".to_owned()), "{:?}", orders(&game));
    act(&mut game, "shoot HE at Lorry", &[1, 8, 180]);
    assert_ne!(game.flow.top(), FireOrders { unit: track, moving: false, only: None }.into(), "two shells");
    // Whoever has fired the machine gun has no shell left.
    let mut game = proving();
    let track = field(&mut game, "Gun track", (600, 300), 0);
    let lorry = field(&mut game, "Lorry", (600, 600), 180);
    game.board.unit_mut(lorry).set(Flags::ACTED, true);
    ready(&mut game, FireOrders { unit: track, moving: false, only: None });
    act(&mut game, "volley at Lorry", &[1]);
    assert_ne!(
        game.flow.top(),
        FireOrders { unit: track, moving: false, only: None }.into(),
        "nothing is left"
    );
}
