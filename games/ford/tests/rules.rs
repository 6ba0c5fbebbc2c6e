//! Every rule on a small board, drawn in a few lines.

use kit::{
    Fraction, Game, Seat, Setup, Status, Viewer,
    notation::{Arg, OnMap},
    position::UnitId,
    testing::{act, assert_refused, drawn},
};
use sandtable_ford::Ford;

/// Only these units on the map, whose part with this north-west corner is drawn; the League moves.
fn board(corner: &str, text: &str) -> Ford {
    let game = Ford::start(&Setup::of("crossing")).unwrap();
    let units = drawn(OnMap::map(&game), corner, text);
    game.with(units.into_iter().map(|(hex, name)| (hex, UnitId::read(&name, &game).unwrap())))
}

fn place(game: &Ford, name: &str) -> String {
    let counters = game.view(Viewer::Spectator).counters;
    counters.into_iter().find(|counter| counter.name == name).unwrap().place
}

fn score(game: &Ford) -> [i32; 2] {
    let score = game.view(Viewer::Spectator).score;
    [score[0].points, score[1].points]
}

/// The column of the only battle that can be fought.
fn column(game: &Ford) -> String {
    let [battle] = &game.odds()[..] else { panic!("one battle") };
    battle.facts.iter().find(|fact| fact.label == "column").unwrap().words.clone()
}

/// FORD-GEN-1
#[test]
fn the_league_plays_first_then_the_crown() {
    let mut game = Ford::start(&Setup::of("crossing")).unwrap();
    let mut moments = Vec::new();
    for _ in 0..3 {
        moments.push(game.moment());
        act(&mut game, "done", &[]);
    }
    assert_eq!(moments, ["turn 1 of 6, League", "turn 1 of 6, Crown", "turn 2 of 6, League"]);
}

/// FORD-GEN-2, FORD-MOV-1: the lancers have five movement points, the pikes three, and a wood takes two.
#[test]
fn every_hex_has_its_price() {
    let mut game = board("0101", "Red_Pikes . Blue_Pikes Lancers");
    assert_refused(&game, "move Red Pikes to 0501", "FORD-MOV-1");
    let wood = game.read("move Blue Pikes to 0302").unwrap();
    assert_eq!(game.hint(&wood).note, "2 of 3 movement points");
    act(&mut game, "move Lancers to 0703", &[]);
    assert_eq!(place(&game, "Lancers"), "0703");
}

/// FORD-GEN-3
#[test]
fn a_unit_moves_once_attacks_once_and_does_not_move_after_it() {
    let mut game = board(
        "0302",
        "
        .          Red_Pikes
        Halberds   .
        ",
    );
    assert_refused(&game, "move Halberds to 0304", "FORD-GEN-3");
    act(&mut game, "attack 0303", &[4]);
    assert_refused(&game, "move Red Pikes to 0401", "FORD-GEN-3");
    assert!(assert_refused(&game, "hold", "").elsewhere);
    act(&mut game, "done", &[]);
    act(&mut game, "move Halberds to 0203", &[]);
    assert_refused(&game, "move Halberds to 0204", "FORD-GEN-3");
}

/// FORD-GEN-4
#[test]
fn one_unit_fills_a_hex_that_others_pass() {
    let mut game = board("0401", "Lancers\nRed_Pikes");
    assert_refused(&game, "move Lancers to 0402", "FORD-GEN-4");
    let through = game.read("move Lancers to 0403").unwrap();
    assert_eq!(game.hint(&through).path, ["0401", "0402", "0403"]);
    act(&mut game, "move Lancers to 0403", &[]);
}

/// FORD-MOV-2
#[test]
fn the_river_costs_a_point_and_the_ford_nothing() {
    let game = board("0303", "Red_Pikes Blue_Pikes");
    assert_refused(&game, "move Red Pikes to 0306", "FORD-MOV-1");
    let note = |text: &str| game.hint(&game.read(text).unwrap()).note;
    assert_eq!(note("move Red Pikes to 0305"), "3 of 3 movement points");
    assert_eq!(note("move Blue Pikes to 0405"), "2 of 3 movement points");
}

/// FORD-R1
#[test]
fn the_league_begins_with_its_handicap() {
    let setup = Setup { options: [("handicap".into(), "-2".into())].into(), ..Setup::of("crossing") };
    assert_eq!(score(&Ford::start(&setup).unwrap()), [-2, 0]);
}

/// FORD-MOV-3
#[test]
fn nobody_moves_into_an_enemy() {
    assert_refused(&board("0402", "Red_Pikes Halberds"), "move Red Pikes to 0502", "FORD-MOV-3");
}

/// FORD-ZOC-1
#[test]
fn zones_of_control_end_at_the_river_but_not_at_the_ford() {
    let overlay = board("0305", "Hussars Halberds").overlay("zones", Viewer::Spectator, None).unwrap();
    let zone: Vec<&str> = overlay.hexes.iter().map(|note| note.hex.as_str()).collect();
    assert!(zone.contains(&"0404"), "over the ford");
    assert!(!zone.contains(&"0304") && !zone.contains(&"0204"), "not over the river");
    assert!(zone.contains(&"0306"));
}

/// FORD-ZOC-2
#[test]
fn a_zone_of_control_stops_who_enters_it() {
    let mut game = board("0301", "Red_Pikes\n.\nHussars");
    let refusal = assert_refused(&game, "move Red Pikes to 0403", "FORD-ZOC-2");
    assert_eq!(refusal.responsible, ["Red Pikes"]);
    act(&mut game, "move Red Pikes to 0402", &[]);
}

/// FORD-ZOC-3
#[test]
fn nobody_steps_from_zone_to_zone() {
    let mut game = board(
        "0302",
        "
        .        Red_Pikes  .
        Hussars  .          .
        .        .          Yeomanry
        ",
    );
    assert_refused(&game, "move Red Pikes to 0403", "FORD-ZOC-3");
    act(&mut game, "move Red Pikes to 0401", &[]);
}

/// FORD-CMB-1
#[test]
fn neighbours_attack_together_and_an_enemy_once() {
    let mut game = board(
        "0302",
        "
        .          Red_Pikes  .
        Halberds   Lancers    Yeomanry
        Old_Guard  .          .
        Hussars    .          .
        ",
    );
    assert_refused(&game, "attack 0305", "FORD-CMB-1");
    assert_refused(&game, "attack 0304", "FORD-CMB-1");
    act(&mut game, "attack 0303", &[1]);
    assert_refused(&game, "attack 0303", "FORD-CMB-1");
    assert_refused(&game, "attack 0503", "FORD-CMB-1");
}

/// FORD-CMB-2, FORD-CMB-3: strengths and the ground give the column.
#[test]
fn the_column_is_reckoned() {
    assert_eq!(column(&board("0402", "Red_Pikes Halberds")), "1:1", "4 to 4");
    assert_eq!(column(&board("0401", "Blue_Pikes .\nRed_Pikes Hussars")), "3:1", "8 to 2");
    assert_eq!(
        column(&board("0404", "Old_Guard\nYeomanry")),
        "1:1",
        "5 to 3 would be 3:2, but for the village"
    );
}

/// FORD-CMB-4: the odds that are shown are those of the die.
#[test]
fn the_die_decides() {
    let start = board("0401", "Blue_Pikes .\nRed_Pikes Hussars");
    let report = &start.odds()[0];
    let odds: Vec<_> =
        report.outcomes.iter().map(|outcome| (outcome.result.as_str(), outcome.chance)).collect();
    let [sixth, two_thirds] = [Fraction::new(1, 6), Fraction::new(2, 3)];
    assert_eq!(odds, [("retreat", two_thirds), ("no effect", sixth), ("won", sixth)]);
    let after = |start: Ford, face: u16| {
        let mut game = start;
        act(&mut game, "attack 0502", &[face]);
        game.prompt().words
    };
    assert_eq!(after(start, 1), "move a unit, attack a hex, or end the turn");
    assert_eq!(after(start, 2), "Hussars retreats, hexes: 1. Where to?");
    assert_eq!(after(start, 6), "who advances into 0502?");
    let mut weak = board("0401", "Red_Pikes .\nLancers Royal_Foot");
    act(&mut weak, "attack 0502", &[1]);
    assert_eq!((place(&weak, "Lancers"), place(&weak, "Red Pikes")), ("eliminated".into(), "0401".into()));
}

/// FORD-CMB-5
#[test]
fn one_of_the_attackers_may_advance() {
    let mut game = board("0401", "Blue_Pikes .\nRed_Pikes Hussars\nLancers .");
    act(&mut game, "attack 0502", &[6]);
    assert_refused(&game, "advance Lancers", "FORD-CMB-5");
    let mut held = game;
    act(&mut held, "hold", &[]);
    assert_eq!(place(&held, "Red Pikes"), "0402");
    act(&mut game, "advance Red Pikes", &[]);
    assert_eq!(place(&game, "Red Pikes"), "0502");
}

/// FORD-RET-1, FORD-RET-2: the defender chooses in the middle of the attacker's turn.
#[test]
fn the_owner_of_a_beaten_unit_chooses_its_way() {
    let mut game = board("0302", ". Old_Guard\nYeomanry .");
    act(&mut game, "attack 0303", &[4]);
    assert_eq!(game.status(), Status::Deciding(Seat(1)));
    assert_refused(&game, "retreat Yeomanry to 0305", "FORD-RET-1");
    assert_refused(&game, "retreat Yeomanry to 0302", "FORD-RET-2");
    act(&mut game, "retreat Yeomanry to 0304", &[]);
    act(&mut game, "hold", &[]);
    assert_eq!(game.status(), Status::Deciding(Seat(0)), "and the attacker goes on");
}

/// FORD-RET-3
#[test]
fn a_unit_without_a_way_out_is_eliminated() {
    let mut game = board(
        "0303",
        "
        .          Red_Pikes   .
        Old_Guard  Halberds    Lancers
        .          Musketeers  .
        ",
    );
    let broken = game.odds()[0].outcomes.iter().find(|outcome| outcome.result == "won").unwrap().chance;
    assert_eq!(broken, Fraction::new(5, 6));
    act(&mut game, "attack 0404", &[2]);
    assert_eq!(place(&game, "Halberds"), "eliminated");
}

/// FORD-VIC-1, FORD-VIC-3
#[test]
fn whoever_holds_the_village_scores_at_the_end_of_a_turn() {
    let mut game = board("0405", "Halberds");
    for turn in 1..=6 {
        assert_eq!(score(&game), [0, turn - 1]);
        act(&mut game, "done", &[]);
        act(&mut game, "done", &[]);
    }
    let Status::Over(outcome) = game.status() else { panic!("six turns are played") };
    assert_eq!((outcome.winner, outcome.margin), (Some(Seat(1)), 6));
}

/// FORD-VIC-2, FORD-VIC-3: equal points are a draw.
#[test]
fn a_lost_unit_is_a_point_for_the_enemy() {
    let mut game = board("0401", "Blue_Pikes .\nRed_Pikes Hussars");
    act(&mut game, "attack 0502", &[6]);
    assert_eq!(score(&game), [1, 0]);
    let mut lost = board("0402", "Lancers Halberds");
    act(&mut lost, "attack 0502", &[1]);
    assert_eq!((score(&lost), place(&lost, "Lancers")), ([0, 1], "eliminated".into()));
    let mut empty = board("0405", ".");
    (0..12).for_each(|_| act(&mut empty, "done", &[]));
    assert!(
        matches!(empty.status(), Status::Over(outcome) if outcome.winner.is_none() && outcome.margin == 0)
    );
}
