//! Veterans and generals weigh by numbers of their own where a scenario has some; a general exists nowhere else.

use std::sync::Arc;

use battleline::game::Battleline;
use kit::{Manner, Rolled, Setup, Status, Tactics, hash_of, patch::Patch, random_play::RandomPlayer};
use mars::game::Mars;
use sandtable_bots::{Duellist, Level, Spec, duel, play};
use testgames::pebbles::Pebbles;

fn plain(name: &str) -> Duellist {
    Duellist::plain(Spec::parse(name).unwrap())
}

/// Every position of a random game is the same for a player of this level in all but his judgement: its hash, what can be decided
/// and what comes of it. Says whether he ever decides otherwise than a regular.
fn sees_the_same_game<G: Tactics>(scenario: &str, level: Level, decisions: usize) -> bool {
    let mut game = G::start(&Setup::of(scenario)).unwrap();
    let (mut chance, mut dice, mut differs) = (RandomPlayer::seeded(1), Rolled::seeded(1), false);
    for _ in 0..decisions {
        let Status::Deciding(_) = game.status() else { break };
        let mut general = game.clone();
        general.judge_as(level);
        assert_eq!(hash_of(&general), hash_of(&game));
        let (mut actions, mut his) = (Vec::new(), Vec::new());
        game.actions(&mut actions);
        general.actions(&mut his);
        assert_eq!(actions, his);
        let best = |game: &G| game.best(&Manner::STEADY, &mut G::Mind::default());
        differs |= best(&general) != best(&game);
        let action = actions[chance.pick(actions.len())];
        general.perform(&action, &mut dice.clone(), &mut ());
        game.perform(&action, &mut dice, &mut ());
        assert_eq!(hash_of(&general), hash_of(&game));
    }
    differs
}

#[test]
fn who_has_weights_of_his_own_sees_the_same_game_and_judges_it_differently() {
    let general = Level::General;
    assert!(Battleline::has_general("learn") && sees_the_same_game::<Battleline>("learn", general, 2_000));
    // A veteran with weights of his own makes no general.
    assert!(
        !Mars::has_general("historical") && sees_the_same_game::<Mars>("historical", Level::Veteran, 600)
    );
    // Where nobody has weights of his own everybody sees the same.
    assert!(!Pebbles::has_general("short") && !sees_the_same_game::<Pebbles>("short", general, 100));
}

#[test]
fn a_general_is_refused_where_there_is_none() {
    let general = Spec::parse("general/cautious/20").unwrap();
    let refused = |error: kit::SetupError| {
        let words = "there is no player `general` in the scenario `short`: choose from random, recruit, regular, veteran";
        assert_eq!(error.0, words);
    };
    refused(general.check::<Pebbles>("short").unwrap_err());
    refused(play::<Pebbles>(&Setup::of("short"), &[general; 2], 1).unwrap_err());
    assert_eq!(general.check::<Battleline>("learn"), Ok(()));
}

#[test]
fn a_generals_weights_are_his_alone() {
    let setup = Setup::of("learn");
    let with = |table: &str, name: &str| {
        let cells = format!(
            "game = 'battleline'\n[[cell]]\ntable = '{table}'\nrow = 'attacks'\ncolumn = 'worth_it'\nvalue = '1000'\n"
        );
        Duellist { weights: Some(Arc::new(Patch::read("mine", &cells).unwrap())), ..plain(name) }
    };
    let score = |one: &Duellist| duel::<Battleline>(&setup, one, &plain("recruit"), 0..3).unwrap();
    let usual = score(&plain("general/steady/8"));
    let timid = score(&with("general-learn", "general/steady/8"));
    assert!(timid.won < usual.won, "a general who never attacks wins less: {timid:?}, {usual:?}");
    for (table, name) in
        [("tactics-learn", "general"), ("tactics", "general"), ("general-learn", "veteran/steady/8")]
    {
        let refused = duel::<Battleline>(&setup, &with(table, name), &plain("recruit"), 0..1).unwrap_err();
        assert!(refused.to_string().contains("changes weights only"), "{table}: {refused}");
    }
}
