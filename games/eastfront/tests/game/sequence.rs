//! Chapters SEQ, SET and GEN, and house rules of the sequence.

use kit::{Game, Seat, Setup, Status as Deciding, Viewer, testing::act};
use sandtable_eastfront::{
    EastFront, Side, Weather,
    board::Status,
    flow::{PlayerTurn, Step},
    game::House,
};

use super::board::{Describe, empty, game, go, offered, on_turn, onward, place, refused, unit};

/// EAST-SEQ-1, EAST-SEQ-2, EAST-SEQ-3, EAST-NRO-1: Turn Start, then the phases of both players in their order.
#[test]
fn seq_1_seq_2_seq_3_the_phases() {
    let mut game = game("barbarossa");
    assert_eq!(game.status(), Deciding::Deciding(Seat(1)), "the Soviet declares first");
    assert_eq!(offered(&game), ["retreats", "no-retreat"]);
    assert_eq!(refused(&game, "done"), "EAST-SEQ-2");
    go(&mut game, "no-retreat");
    assert!(game.no_retreat());
    let mut phases = Vec::new();
    while game.turn() == 1 {
        let moment = game.moment();
        let phase = moment.rsplit(", ").next().unwrap().to_owned();
        if phases.last() != Some(&phase) {
            phases.push(phase);
        }
        onward(&mut game, &[]);
    }
    assert_eq!(
        phases,
        [
            "Axis phase A: reinforcements",
            "Axis phase B: rail movement",
            "Axis phase C: Prepared Attacks",
            "Axis phase D: movement",
            "Axis phase E: Operational Attacks",
            "Soviet phase A: reinforcements",
            "Soviet phase B: rail movement",
            "Soviet phase C: Prepared Attacks",
            "Soviet phase D: movement",
            "Soviet phase E: Operational Attacks",
        ],
        "F, G, I and J go by themselves, and there is no rail to convert yet"
    );
    assert!(!game.no_retreat(), "the order is for one turn");
}

/// EAST-SEQ-4, EAST-SEQ-5, EAST-SEQ-7, EAST-SEQ-9: marks of a turn are taken off, Dispersed and Isolated stay.
#[test]
fn seq_5_seq_9_marks() {
    let mut board = empty().put("G-5K,G-6K", "Warsaw").put("S-8A", "Moscow").dispersed("S-8A");
    board.set(unit("G-5K"), Status::Spent, true);
    board.set(unit("G-6K"), Status::Railed, true);
    board.set_isolated(unit("S-8A"), 2);
    // EAST-SEQ-5: phase I takes Spent off.
    let game = EastFront::in_phase(&board, House::default(), 2, Side::Axis, PlayerTurn::Refacing);
    assert!(!game.board().is(unit("G-5K"), Status::Spent));
    let game = EastFront::in_phase(&board, House::default(), 2, Side::Soviet, PlayerTurn::Refacing);
    let board = game.board();
    assert!(!board.is(unit("G-6K"), Status::Railed), "EAST-SEQ-9");
    assert!(board.is_dispersed(unit("S-8A")) && board.isolated(unit("S-8A")) == 2);
    assert_eq!(game.turn(), 3);
}

/// EAST-SEQ-2, EAST-H2, EAST-R54: the calendar, or a die in October that settles November as well.
#[test]
fn seq_2_weather() {
    let board = empty().put("G-5K", "Warsaw").put("S-8A", "Moscow");
    let weather = |turn| on_turn(&board, turn).weather();
    assert_eq!(
        [1, 5, 6, 7, 10].map(weather),
        [Weather::Good, Weather::Mud, Weather::HardFrost, Weather::Subarctic, Weather::Snow]
    );
    let house = House { october_die: true, ..House::default() };
    for (face, october, november) in
        [(2, Weather::Mud, Weather::HardFrost), (6, Weather::Good, Weather::Snow)]
    {
        let mut game = EastFront::in_phase(&board, house, 4, Side::Soviet, PlayerTurn::Movement);
        // Nobody attacks, so the end of the last movement of September throws the die.
        onward(&mut game, &[face]);
        assert_eq!((game.turn(), game.weather()), (5, october));
        go(&mut game, "retreats");
        while game.turn() == 5 {
            onward(&mut game, &[]);
        }
        assert_eq!(game.weather(), november);
    }
}

/// EAST-SET-1, EAST-REP-10: the set-up is fixed; units marked D begin Dispersed and recover in the first Axis turn.
#[test]
fn set_1_rep_10_set_up() {
    let mut game = game("barbarossa");
    let board = game.board();
    assert_eq!((board.units_of(Side::Axis).len(), board.units_of(Side::Soviet).len()), (60, 59));
    assert_eq!(["G-18A", "S-4A", "F-GrO"].map(|name| place(&game, name)), ["0615", "0825", "1800"]);
    assert!(board.is_dispersed(unit("G-2A")) && !board.is_dispersed(unit("G-18A")));
    assert_eq!(place(&game, "S-24A"), "due 2");
    go(&mut game, "retreats");
    while game.phasing() == Side::Axis {
        onward(&mut game, &[]);
    }
    assert!(!game.board().is_dispersed(unit("G-2A")) && !game.board().is_dispersed(unit("F-2C")));
    let learning = super::board::game("smolensk-gate");
    assert_eq!(
        (learning.board().units_of(Side::Axis).len(), learning.board().units_of(Side::Soviet).len()),
        (7, 7)
    );
    assert_eq!(learning.board().piece(unit("S-19A")).defence, 4, "19th Army is weaker there");
}

/// EAST-GEN-5: nothing is hidden, whoever looks.
#[test]
fn gen_5_everybody_sees_everything() {
    let game = game("barbarossa");
    let views =
        [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator].map(|viewer| game.view(viewer));
    assert!(views[0] == views[1] && views[1] == views[2]);
    assert_eq!(views[0].counters.len(), game.theatre().units.len());
    assert_eq!(views[0].objectives.len(), 12);
}

/// A turn can be played with few decisions: nothing is asked where nothing can be decided.
#[test]
fn phases_without_a_choice_are_passed_over() {
    let game = game("smolensk-gate");
    assert!(matches!(game.step(), Step::Holding(_)));
    let mut game = game;
    go(&mut game, "retreats");
    assert!(matches!(game.step(), Step::Declare(_)), "no arrivals, no rail: {:?}", game.step());
    assert!(EastFront::start(&Setup::of("nowhere")).is_err());
}

/// EAST-H5: the Axis places its corps on its own side, at most two of German infantry in Romania.
#[test]
fn h5_free_set_up() {
    let mut setup = Setup::of("barbarossa");
    setup.options.insert("free_set_up".into(), "on".into());
    let mut game = EastFront::start(&setup).unwrap();
    assert_eq!(game.status(), Deciding::Deciding(Seat(0)));
    assert_eq!(refused(&game, "pick G-18A"), "EAST-H5", "armies stay");
    assert_eq!(refused(&game, "pick S-41RK"), "EAST-H5");
    go(&mut game, "pick G-1K");
    assert_eq!(refused(&game, "to Riga"), "EAST-H5");
    assert_eq!(refused(&game, "to Bucharest"), "EAST-H5", "30th and 54th Corps are there");
    assert_eq!(refused(&game, "to Warsaw"), "EAST-STK-1");
    go(&mut game, "to Lublin; pick G-30K; to 0526; pick G-1K; to Bucharest; done; retreats");
    assert_eq!(["G-1K", "G-30K"].map(|name| place(&game, name)), ["1045", "0526"]);
    let published = EastFront::start(&Setup::of("barbarossa")).unwrap();
    assert_ne!(game.digest(), published.digest());
}

/// EAST-SEQ-4, EAST-SEQ-6: a unit moves in D, attacks in E, and its advance comes on top of both.
#[test]
fn seq_6_tactical_moves_are_additional() {
    let board = empty().put("G-47PzK,G-24PzK", "1816").put("S-67RD", "2016").put("S-8A", "Moscow");
    let mut game = EastFront::in_phase(&board, House::default(), 2, Side::Axis, PlayerTurn::Movement);
    go(&mut game, "pick G-47PzK; to 1916; pick G-24PzK; to 1916");
    go(&mut game, "attack 2016 with G-47PzK; attack 2016 with G-24PzK; done");
    act(&mut game, "resolve 2016", &[6]);
    go(&mut game, "advance G-47PzK to 2016");
    assert_eq!(place(&game, "G-47PzK"), "2016");
    assert!(game.board().is(unit("G-47PzK"), Status::Spent));
}
