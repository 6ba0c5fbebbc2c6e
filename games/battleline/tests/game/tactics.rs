//! Players that are programs: they choose only what is listed, the same seed plays the same game, and the better one
//! wins.

use kit::{Game, Manner, Outcome, Rolled, Setup, Status, Tactics, random_play::RandomPlayer};
use sandtable_battleline::game::Battleline;

/// How a side is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Player {
    Recruit,
    Regular(Manner),
}

const REGULAR: Player = Player::Regular(Manner::STEADY);

/// Decisions after which a game counts as endless.
const MOST: usize = 20_000;

/// Plays a whole game; everything that is decided must be listed, and all that must hold holds.
const SCENARIOS: [&str; 4] = ["learn", "cannae", "zama", "cynoscephalae"];

fn play(scenario: &str, players: [Player; 2], seed: u64) -> (Outcome, u64) {
    let mut game = Battleline::start(&Setup::of(scenario)).unwrap();
    let mut dice = Rolled::seeded(seed);
    let mut chance = RandomPlayer::seeded(seed);
    let mut minds = [<Battleline as Tactics>::Mind::default(), <Battleline as Tactics>::Mind::default()];
    let mut listed = Vec::new();
    for _ in 0..MOST {
        let seat = match game.status() {
            Status::Over(outcome) => return (outcome, game.digest()),
            Status::Deciding(seat) => usize::from(seat.0),
        };
        let action = match players[seat] {
            Player::Recruit => game.blunder_free(&mut minds[seat], &mut chance),
            Player::Regular(manner) => game.best(&manner, &mut minds[seat]),
        };
        listed.clear();
        game.actions(&mut listed);
        assert!(listed.contains(&action), "{} is not listed: {}", game.write(&action), game.prompt().words);
        game.apply(&action, &mut dice, &mut ()).unwrap();
        game.invariants().unwrap();
    }
    panic!("{scenario} does not end with seed {seed}");
}

#[test]
fn players_choose_only_what_is_listed() {
    let whim = Player::Regular(Manner { whim: 77, ..Manner::AGGRESSIVE });
    let cautious = Player::Regular(Manner::CAUTIOUS);
    for scenario in SCENARIOS {
        for (seed, players) in
            [[REGULAR, REGULAR], [Player::Recruit, Player::Recruit], [whim, cautious], [cautious, whim]]
                .into_iter()
                .enumerate()
        {
            play(scenario, players, seed as u64);
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for scenario in SCENARIOS {
        let [once, again] = [0, 1].map(|_| play(scenario, [REGULAR, Player::Recruit], 5));
        assert_eq!(once, again, "{scenario}");
    }
    assert_ne!(play("learn", [REGULAR, REGULAR], 1).1, play("learn", [REGULAR, REGULAR], 2).1);
}

#[test]
fn a_regular_beats_a_recruit() {
    let mut won = 0;
    for seed in 0..30 {
        for (side, players) in
            [[REGULAR, Player::Recruit], [Player::Recruit, REGULAR]].into_iter().enumerate()
        {
            let (outcome, _) = play("learn", players, seed);
            won += u32::from(outcome.winner.is_some_and(|winner| usize::from(winner.0) == side));
        }
    }
    assert!(won >= 50, "{won} of 60 games");
}

#[test]
fn who_has_won_stands_better() {
    let mut game = Battleline::start(&Setup::of("learn")).unwrap();
    let seats = [kit::Seat(0), kit::Seat(1)];
    let (mut dice, mut mind) = (Rolled::seeded(9), <Battleline as Tactics>::Mind::default());
    while let Status::Deciding(_) = game.status() {
        assert_eq!(game.standing(seats[0]), -game.standing(seats[1]));
        let action = game.best(&Manner::STEADY, &mut mind);
        game.perform(&action, &mut dice, &mut ());
    }
    let Status::Over(Outcome { winner: Some(winner), .. }) = game.status() else {
        panic!("seed 9 is a draw: choose another")
    };
    assert!(game.standing(winner) > 0);
}

#[test]
fn a_player_says_what_it_was_after() {
    let (mut attacks, mut left_alone, mut sent) = (0, 0, 0);
    for (seed, scenario) in [(1, "learn"), (2, "cannae"), (3, "zama")] {
        let mut game = Battleline::start(&Setup::of(scenario)).unwrap();
        let mut minds = [0, 1].map(|_| <Battleline as Tactics>::Mind::default());
        let mut dice = Rolled::seeded(seed);
        while let Status::Deciding(seat) = game.status() {
            let mind = &mut minds[usize::from(seat.0)];
            let action = game.best(&Manner::STEADY, mind);
            for words in game.account(mind) {
                attacks += usize::from(words.contains(" attacked ") && words.contains("% of a Break Level"));
                left_alone += usize::from(words.starts_with("left alone: "));
                sent += usize::from(words.starts_with("units were sent against "));
            }
            game.perform(&action, &mut dice, &mut ());
        }
    }
    assert!(attacks > 0 && left_alone > 0 && sent > 0, "{attacks} {left_alone} {sent}");
}

#[test]
fn plans_are_made_for_ones_own_turn_only() {
    let mut game = Battleline::start(&Setup::of("learn")).unwrap();
    let (mut dice, mut mind) = (Rolled::seeded(4), <Battleline as Tactics>::Mind::default());
    let (mut spans, mut planned, mut replies) = (vec![game.span()], 0, 0);
    while let Status::Deciding(seat) = game.status() {
        if spans.last() != Some(&game.span()) {
            spans.push(game.span());
        }
        match game.stage() {
            Some(_) => planned += 1,
            None => replies += 1,
        }
        assert_eq!(game.stage().is_some(), seat == sandtable_battleline::game::seat(game.active()));
        let action = game.best(&Manner::STEADY, &mut mind);
        game.perform(&action, &mut dice, &mut ());
    }
    assert!(spans.windows(2).all(|pair| pair[1] == pair[0] + 1), "{spans:?}");
    assert!(planned > 20 && replies > 0, "{planned} {replies}");
}
