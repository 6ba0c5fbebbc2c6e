//! Sessions, records, undo and the conformance suite, on a small game of pebbles.

use sandtable_kit::{
    Game, Rolled, Scripted, Seat, Session, Setup,
    conformance::{Trials, assert_conforms, perft},
};
use testgames::pebbles::{Move, Pebbles};

fn session() -> Session<Pebbles> {
    let mut session = Session::new(Setup::of("short")).unwrap();
    session.act(&Move::Take(2), &mut Rolled::seeded(1)).unwrap();
    session.act(&Move::Gamble, &mut Scripted::faces(&[4])).unwrap();
    session.act(&Move::Take(1), &mut Rolled::seeded(1)).unwrap();
    session
}

#[test]
fn a_small_game_conforms() {
    assert_conforms::<Pebbles>(&Setup::of("short"), Trials { games: 30, most: 100, rolls: 2_000 });
}

#[test]
fn perft_counts_states() {
    // Three numbers to take and six faces of the gamble, which is then used up.
    assert_eq!(perft(&Pebbles::start(&Setup::of("short")).unwrap(), 1), [9]);
}

#[test]
fn a_record_is_readable_and_checked() {
    let record = session().record();
    let lines: Vec<&str> = record.lines().collect();
    assert_eq!(&lines[..4], ["sandtable-record 1", "game: pebbles", "rules: 1", "scenario: short"]);
    assert!(lines[6].starts_with("2 Black: gamble [gamble:4] #"), "{record}");
    let read = |text: &str| Session::<Pebbles>::from_record(text);
    let (again, fault) = read(&record).unwrap();
    assert!(fault.is_none() && again.record() == record);
    let (commented, fault) = read(&record.replace("\n2 ", "\n-- a bold move\n\n2 ")).unwrap();
    assert!(fault.is_none() && commented.entries().len() == 3);
}

/// The part before a damaged line is kept, and the line is named.
#[test]
fn a_damaged_record_is_kept_up_to_the_fault() {
    let record = session().record();
    let hash = record.lines().nth(6).unwrap().rsplit_once('#').unwrap().1.to_owned();
    let damaged = [
        (record.replace(&hash, "0123456789abcdef"), 7, 1, "the record says 0123456789abcdef"),
        (record.replace("[gamble:4]", "[gamble:5]"), 7, 1, "has the hash"),
        (record.replace("[gamble:4]", "[gamble:7]"), 7, 1, "shows 7"),
        (record.replace(" [gamble:4]", ""), 7, 1, "needed next"),
        (record.replace("3 White: take 1", "3 White: take 9"), 8, 2, "cannot be taken"),
        (record.replace("3 White", "3 Black"), 8, 2, "it is for White"),
        (record.replace("3 White", "4 White"), 8, 2, "expected 3"),
        (record.replace("take 1", "grab 1"), 8, 2, "is no order"),
        (record[..record.len() - 5].to_owned(), 8, 2, "expected `step Side: action"),
    ];
    for (text, line, kept, words) in damaged {
        let (session, fault) = Session::<Pebbles>::from_record(&text).unwrap();
        let fault = fault.unwrap_or_else(|| panic!("{text}"));
        assert_eq!((fault.line, session.entries().len()), (line, kept), "{fault}");
        assert!(fault.message.contains(words), "{fault}");
    }
    let headless = [
        ("", "begins with"),
        ("sandtable-record 1\ngame: chess\nrules: 1\nscenario: short\n\n", "not of `pebbles`"),
        (
            "sandtable-record 1\ngame: pebbles\nrules: 1\nscenario: short\ngame: pebbles\n\n",
            "`game` stands twice",
        ),
        (
            "sandtable-record 1\ngame: pebbles\nrules: 1\nscenario: short\ndice secret: 0\ndice secret: 1\n\n",
            "stands twice",
        ),
        (
            "sandtable-record 1\ngame: pebbles\nrules: 1\nscenario: short\noption x: 1\u{2028}dice kind: entered\n\n",
            "separators",
        ),
        ("sandtable-record 1\ngame: pebbles\nrules: 9\nscenario: short\n\n", "version 9"),
        ("sandtable-record 1\ngame: pebbles\nrules: 1\nscenario: long\n\n", "no scenario `long`"),
        ("sandtable-record 1\ngame: pebbles\nrules: x\nscenario: short\n\n", "no rules version"),
        ("sandtable-record 1\nsetup\n", "expected `name: value`"),
        ("sandtable-record 1\nfoo: bar\n", "unknown entry"),
        ("sandtable-record 1\n\n", "names no game"),
    ];
    for (text, words) in headless {
        let error = Session::<Pebbles>::from_record(text).map(|_| ()).unwrap_err();
        assert!(error.message.contains(words), "{error}");
    }
}

#[test]
fn options_are_part_of_the_record() {
    let mut setup = Setup::of("short");
    setup.options.insert("pebbles".into(), "5".into());
    let session = Session::<Pebbles>::new(setup.clone()).unwrap();
    let (again, _) = Session::<Pebbles>::from_record(&session.record()).unwrap();
    assert_eq!(again.setup(), &setup);
}

/// Undo goes back to the last die or the other side's decision, and no farther.
#[test]
fn undo_stops_at_a_new_fact() {
    let mut game = session();
    assert_eq!(game.undoable(Seat(1)), 0, "the last decision was White's");
    assert!(game.undo(Seat(0)));
    assert_eq!(game.entries().len(), 2);
    assert!(!game.undo(Seat(0)) && !game.undo(Seat(1)), "a die has fallen");
    assert_eq!(game.now().digest(), game.entries()[1].hash);
}

#[test]
fn a_refused_action_changes_nothing() {
    let mut game = session();
    let before = game.now().digest();
    let refusal = game.act(&Move::Take(9), &mut Rolled::seeded(1)).unwrap_err();
    assert_eq!(refusal.to_string(), "not allowed: 9 pebbles cannot be taken from 5");
    assert_eq!((game.now().digest(), game.entries().len()), (before, 3));
}
