//! Games without their types: what the program and the server do with any game.

use sandtable_kit::{
    Fraction, Rolled, Scripted, Seat, Setup, Status, Viewer,
    any::{AnySession, Playable, Proposal, Shelved},
    random_play::{Fault, RandomPlayer},
};
use testgames::pebbles::Pebbles;

static PEBBLES: &dyn Playable = &Shelved::<Pebbles>::NEW;

fn table() -> Box<dyn AnySession> {
    let mut table = PEBBLES.start(&Setup::of("short")).unwrap();
    table.act("take 2", &mut Rolled::seeded(1)).unwrap();
    table.act("gamble", &mut Scripted::faces(&[4])).unwrap();
    table.act("take 1", &mut Rolled::seeded(1)).unwrap();
    table
}

#[test]
fn a_shelved_game_describes_itself() {
    assert_eq!((PEBBLES.name(), PEBBLES.rules()), ("pebbles", 1));
    let [scenario] = &PEBBLES.profile().scenarios[..] else { panic!("one scenario") };
    assert_eq!((scenario.name.as_str(), scenario.title.as_str()), ("short", "Twelve pebbles"));
    assert_eq!(scenario.sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>(), ["White", "Black"]);
    assert!((PEBBLES.rulebook().ledger)().find("end-1").is_some());
    assert!(PEBBLES.start(&Setup::of("long")).is_err());
}

#[test]
fn a_table_lists_acts_and_refuses() {
    let mut table = table();
    let texts: Vec<String> = table.choices().into_iter().map(|choice| choice.text).collect();
    assert_eq!(texts, ["take 1", "take 2", "take 3"], "Black has gambled before");
    assert!(table.why("take 3").is_ok());
    let before = table.hash();
    for wrong in ["take 9", "gamble", "grab", ""] {
        let reason = table.why(wrong).unwrap_err();
        assert_eq!(table.act(wrong, &mut Rolled::seeded(1)).unwrap_err(), reason);
    }
    assert_eq!((table.hash(), table.steps()), (before, 3));
}

#[test]
fn a_choice_is_verb_and_ids_and_can_be_spelled_again() {
    let table = table();
    for choice in table.choices() {
        assert_eq!((choice.verb, choice.numbers.len()), ("take", 1));
        assert_eq!(table.spell(&Proposal::from(&choice)).unwrap(), choice.text);
    }
    let proposal = |verb: &str, numbers: &[u16]| {
        table.spell(&Proposal { verb: verb.into(), numbers: numbers.into(), ..Proposal::default() })
    };
    assert_eq!(proposal("gamble", &[]).unwrap(), "gamble", "what cannot be had now can be asked about");
    assert!(
        proposal("gamble", &[1]).is_err() && proposal("take", &[]).is_err() && proposal("fly", &[]).is_err()
    );
}

#[test]
fn a_story_tells_what_acting_told() {
    let mut table = table();
    let told = table.act("take 2", &mut Rolled::seeded(1)).unwrap();
    assert_eq!((told.number, told.seat, told.text.as_str()), (4, Seat(1), "take 2"));
    let story = table.story(0..99);
    assert_eq!(story.len(), 4);
    assert_eq!((&story[3].events, &story[3].hash), (&told.events, &told.hash));
    assert_eq!((story[1].dice[0].purpose, story[1].dice[0].face), ("gamble", 4));
    assert_eq!(story[1].events[0].words, "4 pebbles are taken");
    assert_eq!(story[1].moment, "10 left");
    assert_eq!(table.story(2..3)[0].number, 3);
}

#[test]
fn an_earlier_point_is_a_table_of_its_own() {
    let mut table = table();
    let earlier = table.at(1);
    assert_eq!((earlier.steps(), earlier.view(Viewer::Spectator).moment), (1, "10 left".to_owned()));
    assert_eq!(table.at(99).hash(), table.hash());
    assert!(!table.undo(Seat(1)) && table.undo(Seat(0)) && !table.undo(Seat(0)), "a die has fallen");
    table.truncate(1);
    assert_eq!(table.hash(), earlier.hash());
}

#[test]
fn what_is_settled_is_gone_and_the_rest_can_be_taken_back() {
    let mut all = table();
    let (last, hash, earlier) = (all.story(2..3).remove(0), all.hash(), all.at(2).hash());
    all.drop_oldest(2);
    assert_eq!((all.steps(), all.hash(), all.undoable(last.seat)), (1, hash, 1));
    let kept = all.story(0..9);
    assert_eq!((kept.len(), &kept[0].text, &kept[0].hash), (1, &last.text, &last.hash));
    assert!(all.undo(last.seat) && all.hash() == earlier);
    let mut all = table();
    all.drop_oldest(99);
    assert_eq!((all.steps(), all.hash()), (0, hash));
    assert!(!all.undo(last.seat));
}

#[test]
fn records_are_opened_and_faults_are_told() {
    let record = table().record();
    let (again, fault) = PEBBLES.open(&record).unwrap();
    assert!(fault.is_none() && again.record() == record);
    let (kept, fault) = PEBBLES.open(&record.replace("take 1", "take 9")).unwrap();
    assert_eq!((kept.steps(), fault.unwrap().line), (2, 8));
    assert!(PEBBLES.open("nothing").is_err());
}

/// The chances of a decision are those of its dice: a gamble takes 1 to 6, and 5 or 6 of the last five are the same end.
#[test]
fn a_decision_has_exact_chances() {
    let mut table = PEBBLES.start(&Setup::of("short")).unwrap();
    assert!(table.chances("take 1").unwrap().is_none(), "no dice");
    let report = table.chances("gamble").unwrap().unwrap();
    assert_eq!((report.outcomes.len(), report.paths), (6, 6));
    assert!(report.outcomes.iter().all(|outcome| outcome.chance == Fraction::new(1, 6)));
    assert!(table.chances("take 9").is_err());
    table.act("take 3", &mut Rolled::seeded(1)).unwrap();
    assert_eq!(table.steps(), 1, "asking changes nothing");
}

#[test]
fn chance_plays_to_the_end() {
    let mut table = PEBBLES.start(&Setup::of("short")).unwrap();
    let (mut player, mut dice) = (RandomPlayer::seeded(5), Rolled::seeded(5));
    let mut steps = 0;
    while let Some(step) = table.act_at_random(&mut player, &mut dice) {
        steps += 1;
        assert_eq!(step.number, steps);
    }
    assert!(matches!(table.status(), Status::Over(_)));
    assert!(table.choices().is_empty());
    assert_eq!(table.act("take 1", &mut dice).unwrap_err().reason, "the game is over");
    assert_eq!(PEBBLES.watch(&Setup::of("short"), 5, 100, true).unwrap().decisions, steps);
}

#[test]
fn unwatched_games_are_those_that_were_watched() {
    let setup = Setup::of("short");
    let rush = PEBBLES.rush(&setup, 10..20, 100).unwrap();
    let watched: Vec<_> = (10..20).map(|seed| PEBBLES.watch(&setup, seed, 100, true).unwrap()).collect();
    assert_eq!(rush.games, 10);
    assert_eq!(rush.decisions, watched.iter().map(|game| game.decisions as u64).sum::<u64>());
    let white = watched.iter().filter(|game| game.outcome.unwrap().winner == Some(Seat(0))).count() as u64;
    assert_eq!(rush.wins, [white, 10 - white, 0]);
    assert!(rush.faults.is_empty() && watched.iter().all(|game| game.fault.is_none()));
}

/// A game that fails when a gamble shows a 6 is caught, and its record leads to the decision and the die.
#[test]
fn a_failure_of_the_program_becomes_a_record() {
    let mut setup = Setup::of("short");
    setup.options.insert("brittle".into(), "on".into());
    let rush = PEBBLES.rush(&setup, 0..40, 100).unwrap();
    assert!(!rush.faults.is_empty() && rush.faults.len() as u64 + rush.games == 40);
    for &seed in &rush.faults {
        let (fault, record) = PEBBLES.watch(&setup, seed, 100, true).unwrap().fault.unwrap();
        assert_eq!(fault, Fault::Panicked("a six breaks it".into()));
        let (table, wrong) = PEBBLES.open(&record).unwrap();
        assert!(wrong.is_none(), "{record}");
        assert!(record.contains("-- the decision was: gamble [gamble:6]"), "{record}");
        assert!(table.why("gamble").is_ok());
    }
    let endless = PEBBLES.watch(&Setup::of("short"), 1, 2, false).unwrap();
    assert_eq!(endless.fault.unwrap().0, Fault::Endless);
}
