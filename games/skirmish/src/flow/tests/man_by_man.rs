//! What is asked of each man of a team and not of his leader: fire and height.

use kit::{
    Scripted,
    flow::{self, Stack},
    position::UnitId,
    testing::assert_refused,
};

use super::{on_turn, witnesses};
use crate::{
    attack::Choice,
    charts::Band,
    fire::{FireOrders, Lines, men_of},
    flow::{Over, turns::GameTurn},
    game::Skirmish,
    harm::Men,
    shell::Ammunition,
    state::Flags,
    testing::{field, field_on, proving, put_man},
};

/// The 1st squad in a house that caught fire last turn, but for these men, who stand before its wall.
fn in_the_fire(outside: Men) -> (Skirmish, UnitId) {
    let mut game = proving();
    witnesses(&mut game);
    let squad = field_on(&mut game, "1st squad", (270, 1090), 0, 1);
    for man in men_of(outside) {
        put_man(&mut game, squad, man, (200 + i16::from(man) * 25, 950));
        game.board.men_mut(squad)[usize::from(man)].floor = 0;
    }
    game.board.ground.burning = game.board.terrain().named("house").into_iter().collect();
    (game, squad)
}

/// The end of a turn, with these dice.
fn end_of_turn(game: &mut Skirmish, faces: &[u16]) {
    game.flow = Stack::new(Over);
    game.flow.call(GameTurn::END);
    let mut dice = Scripted::faces(faces);
    flow::proceed(game, &mut dice, &mut ());
    dice.finish().unwrap();
}

/// SKIR-SEQ-3, SKIR-R135, SKIR-LWF-13: of a team only those die who are still in the fire; the others test their courage
/// before victory is looked at.
#[test]
fn a_fire_takes_those_who_are_inside_seq_3() {
    // One of ten: nobody is asked to test.
    let (mut game, squad) = in_the_fire(0b11_1111_1110);
    game.turn = game.board.scenario().turns;
    end_of_turn(&mut game, &[]);
    assert_eq!(game.board.unit(squad).alive, 9);
    assert!(game.board.is_on_table(squad));
    assert_ne!(game.board.unit(squad).leader, 0, "the leader was inside");
    // Six of ten: those who are left test, and flee with 1 + 2 against 8.
    for (faces, flees) in [([1, 8], true), ([6, 1], false)] {
        let (mut game, squad) = in_the_fire(0b1111);
        game.turn = game.board.scenario().turns;
        end_of_turn(&mut game, &faces);
        assert_eq!(game.board.unit(squad).alive, 4);
        assert_eq!(game.board.is(squad, Flags::FLEEING), flees);
    }
    // All of them.
    let (mut game, squad) = in_the_fire(0);
    game.turn = game.board.scenario().turns;
    end_of_turn(&mut game, &[]);
    assert!(!game.board.is_on_table(squad) && game.board.is(squad, Flags::LOST));
    // A fire that began this turn harms nobody yet.
    let (mut game, squad) = in_the_fire(0);
    game.board.ground.fresh_fires = game.board.ground.burning;
    game.turn = game.board.scenario().turns;
    end_of_turn(&mut game, &[]);
    assert_eq!(game.board.unit(squad).alive, 10);
}

/// SKIR-BLD-5, SKIR-R135: as long as one man is inside the team must go, and all of it.
#[test]
fn one_man_in_the_fire_calls_all_out_bld_5() {
    let (mut game, squad) = in_the_fire(0b11_1111_0111);
    on_turn(&mut game, squad);
    assert_refused(&game, "do lurk", "SKIR-BLD-5");
    let (mut game, squad) = in_the_fire(0b11_1111_1111);
    on_turn(&mut game, squad);
    assert!(super::offers(&game, "do lurk"));
}

/// Red 1 on a slope 30 mm above a half-track, with these men on the hill top 60 mm above it.
fn on_the_hill(name: &str, above: Men) -> (Skirmish, UnitId, UnitId) {
    let mut game = proving();
    witnesses(&mut game);
    let team = field(&mut game, name, (2000, 1350), 180);
    for man in men_of(game.living_men(team)) {
        let y = if above >> man & 1 == 1 { 1410 } else { 1350 };
        put_man(&mut game, team, man, (1940 + i16::from(man) * 20, y));
    }
    let track = field(&mut game, "1st track", (2000, 1200), 0);
    game.refresh_all_sight();
    (game, team, track)
}

/// SKIR-LWF-12, SKIR-GEO-13, SKIR-R136: into an open top fire those men who stand 50 mm above it, wherever their leader is.
#[test]
fn into_an_open_top_fires_who_is_above_lwf_12() {
    for above in [0b11_1111_1110, 0b1, 0b1100, 0] {
        let (game, squad, track) = on_the_hill("Red 1", above);
        let lines = Lines::known_to(&game, squad);
        let volley = game.volley(squad, false, track, game.living_men(squad), &lines);
        let shots = volley.map_or(0, |fire| fire.volley.shots.iter().sum());
        let guns = game.light_weapons(squad, 0, 0);
        let high = guns.iter().filter(|gun| above >> gun.bearer & 1 == 1);
        let reach = high.filter(|gun| gun.weapon.ranges.band(210).is_some());
        assert_eq!(shots, reach.map(|gun| gun.weapon.shots.stationary).sum::<u16>(), "{above:b}");
    }
}

/// SKIR-HWF-9, SKIR-R136: whether 'choice' may take the top is asked of the man who bears the weapon.
#[test]
fn the_bearer_looks_down_hwf_9() {
    for (above, from_above) in [(0b01, 0b01), (0b10, 0b10), (0b11, 0b11), (0, 0)] {
        let (game, team, track) = on_the_hill("AT rifle", above);
        let (_, bearer) = game.heavy_weapon(team).unwrap();
        let bearer = bearer.unwrap();
        let leader = game.board.unit(team).leader;
        assert_ne!(bearer, leader, "else this proves nothing");
        let orders = FireOrders { unit: team, moving: false, only: None };
        let lines = Lines::known_to(&game, team);
        let shell = orders.check_shell::<kit::Refusal>(&game, Ammunition::Ap, track, None, &lines).unwrap();
        let mut aimed = game;
        aimed.fire.shell = shell;
        let shot = aimed.shot_at(track, Choice::Best, &Lines::of(&aimed));
        assert_eq!(shot.band, Band::Effective);
        assert_eq!(shot.from_above, from_above >> bearer & 1 == 1, "{above:b}");
    }
}
