//! Points, objectives and sudden death on the proving ground.

use kit::{Game as _, testing::act};

use super::{on_turn, witnesses};
use crate::{
    game::Skirmish,
    state::{Flags, Side},
    testing::{field, field_on, load, named, proving},
    victory,
    words::{Hull, Speed},
};

fn points(game: &Skirmish) -> [i32; 2] {
    Side::BOTH.map(|side| victory::points(game, side))
}

/// SKIR-VIC-1, SKIR-R99: what losses are worth.
#[test]
fn points_for_losses_vic_1() {
    let mut game = proving();
    witnesses(&mut game);
    let squad = field(&mut game, "1st squad", (600, 400), 0);
    let tank = field(&mut game, "1st tank", (900, 400), 0);
    let gun = field(&mut game, "Light gun", (1200, 400), 0);
    assert_eq!(points(&game), [0, 0]);
    game.lose_men(squad, 0b1111, true, &mut ());
    assert_eq!(points(&game), [0, 0], "six of ten");
    game.lose_men(squad, 0b1_0000, true, &mut ());
    assert_eq!(points(&game), [0, 20], "half strength: half of 40");
    game.board.unit_mut(tank).speed = Speed::Stopped;
    assert_eq!(points(&game), [0, 20 + 52], "half of 105, rounded down");
    game.board.unit_mut(gun).set(Flags::GUN_OUT, true);
    assert_eq!(points(&game), [0, 20 + 52 + 14]);
    game.remove(squad);
    assert_eq!(points(&game), [0, 40 + 52 + 14]);
    game.board.unit_mut(tank).hull = Hull::Destroyed;
    game.wreck(tank, &mut ());
    assert_eq!(points(&game), [0, 40 + 105 + 14], "the crew that got out is worth nothing");
}

/// SKIR-VIC-2: who holds an objective, and when it counts.
#[test]
fn objectives_vic_2() {
    let mut game = proving();
    witnesses(&mut game);
    let holders = |game: &Skirmish| [game.holders[0], game.holders[1]];
    let check = |game: &mut Skirmish| victory::bring_up_to_date(game, &mut ());
    check(&mut game);
    assert_eq!(holders(&game), [Side::B, Side::A], "empty: as before");
    let red = field(&mut game, "Red 1", (600, 400), 0);
    check(&mut game);
    assert_eq!(holders(&game), [Side::B, Side::B]);
    // 80 mm from the middle is in, for its leader; contested it stays with its last holder.
    let squad = field(&mut game, "1st squad", (600, 480), 0);
    check(&mut game);
    assert_eq!(holders(&game), [Side::B, Side::B]);
    game.board.unit_mut(red).set(Flags::FLEEING, true);
    check(&mut game);
    assert_eq!(holders(&game), [Side::B, Side::A], "who flees does not count");
    game.board.unit_mut(red).set(Flags::FLEEING, false);
    game.remove(squad);
    let track = field(&mut game, "1st track", (600, 300), 0);
    load(&mut game, "Grenadiers", "1st track");
    game.board.unit_mut(track).y = 1000;
    check(&mut game);
    assert_eq!(holders(&game), [Side::B, Side::B], "who rides does not count");
    // The house counts half at the end of turn 2, wholly at the end of turn 4.
    field_on(&mut game, "2nd squad", (270, 1050), 0, 0);
    game.turn = 2;
    check(&mut game);
    assert_eq!((game.holders[0], game.scored), (Side::A, [25, 0]));
    game.turn = 4;
    check(&mut game);
    assert_eq!(game.scored, [75, 21]);
}

/// SKIR-VIC-3: who has no steady unit left loses at once; reinforcements to come keep him in the game.
#[test]
fn sudden_death_vic_3() {
    let mut game = proving();
    let squad = field(&mut game, "1st squad", (600, 400), 0);
    let red = field(&mut game, "Red 1", (600, 1700), 0);
    assert!(!victory::is_decided(&game));
    game.board.unit_mut(red).set(Flags::FLEEING, true);
    assert!(victory::is_decided(&game) && victory::sudden_death(&game) == Some(Side::B));
    assert_eq!(victory::outcome(&game).winner, Some(Side::A.seat()));
    let relief = named(&game, "Relief gun");
    game.board.unit_mut(relief).set(Flags::GONE, false);
    game.board.unit_mut(relief).set(Flags::TO_COME, true);
    assert!(!victory::is_decided(&game), "somebody is still to come");
    game.board.unit_mut(relief).set(Flags::TO_COME, false);
    game.board.unit_mut(relief).set(Flags::GONE, true);
    game.board.unit_mut(squad).set(Flags::FLEEING, true);
    assert!(victory::is_decided(&game) && victory::sudden_death(&game).is_none(), "both at once: by points");
    // It is looked at after every action: the last steady enemy is gone, the game is over.
    let mut game = proving();
    let squad = field(&mut game, "1st squad", (600, 400), 0);
    let red = field(&mut game, "Red 1", (600, 1700), 0);
    on_turn(&mut game, squad);
    game.remove(red);
    act(&mut game, "do lurk", &[]);
    assert!(matches!(game.status(), kit::Status::Over(_)));
}

/// SKIR-VIC-4: how far ahead a side must be is what the scenario says; less is a draw.
#[test]
fn how_far_ahead_vic_4() {
    let mut game = proving();
    witnesses(&mut game);
    let winner = |scored: [i32; 2], game: &mut Skirmish| {
        game.scored = scored;
        victory::outcome(game).winner
    };
    assert_eq!(winner([30, 21], &mut game), None, "Blue needs 10 more");
    assert_eq!(winner([31, 21], &mut game), Some(Side::A.seat()));
    assert_eq!(winner([21, 40], &mut game), None, "Red needs 20 more");
    assert_eq!(winner([20, 40], &mut game), Some(Side::B.seat()));
}
