//! House options, notation, records and undo of real games.

use crate::board::{Describe, empty, historical, table::*, unit, vazuza};
use crate::published::theatre;
use kit::{Content, Game, Seat, Session, Setup, Viewer, random_play::watched_game};
use sandtable_mars::{
    Action, Field, GermanZones, House, Mars, MarsContent, PlayerTurn, Scenario, Side, Status,
};

fn options(scenario: &str, pairs: &[(&str, &str)]) -> Setup {
    let mut setup = Setup::of(scenario);
    setup.options = pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    setup
}

/// A game with one option, at the allocation of attacks.
#[allow(clippy::large_types_passed_by_value, reason = "a position is written where it is used")]
fn with(house: House, field: Field, turn: u8, side: Side) -> Mars {
    Mars::at(field, house, turn, side, PlayerTurn::Allocation)
}

fn house(name: &str, value: &str) -> House {
    let setup = options("historical", &[(name, value)]);
    House::of(&MarsContent::published().profile().choose(&setup.options).unwrap())
}

/// MARS-R1: the attacker says by which index his die is read, after the probe and before the defender's orders.
#[test]
fn mars_r1_the_attacker_chooses_the_index() {
    let house = house("die_index", "attacker_choice");
    let field = empty().put("331", "1010").put("GD a, GD b", "1011");
    let mut game = with(house, field, 3, Side::German);
    play(&mut game, "attack 1010 with GD a, GD b; commit; battle 1010");
    assert_eq!(offered(&game, ""), "full; probe");
    refuses(&game, "index A", "MARS-SEQ-9", &[]);
    play(&mut game, "full");
    assert_eq!((offered(&game, ""), step(&game)), ("index A; index B".into(), "Terms".into()));
    let mut by_b = game;
    assert!(play(&mut game, "index A; roll [6]")[0].contains("331 DE (5:1)"), "6 is the best of index A");
    assert!(play(&mut by_b, "index B; roll [6]")[0].contains("331 DW (5:1)"), "and the worst of B");
    let mut russian = with(house, empty().put("102.ID", "1010").put("8 GRK", "1011"), 3, Side::Russian);
    play(&mut russian, "attack 1010 with 8 GRK; commit; battle 1010");
    assert_eq!(offered(&russian, ""), "index A; index B", "no probe for Russians");
    let mut published = with(House::default(), field, 3, Side::German);
    play(&mut published, "attack 1010 with GD a, GD b; commit; battle 1010; full");
    assert_eq!(step(&published), "Orders");
}

/// MARS-R7: rationed attackers cost a column only if they are more than half of the attack.
#[test]
fn mars_r7_ration_majority() {
    // 12.Pz cuts the road. 8 GRK is 4 hexes from the Russian edge, 25 is 6.
    let column = |house: House| {
        let field = Field::empty(vazuza())
            .put("5.Pz a", "0207")
            .disrupted("5.Pz a")
            .put("12.Pz", "0506")
            .put("8 GRK", "0206")
            .put("25", "0208");
        let mut game = with(house, field, 3, Side::Russian);
        play(&mut game, "attack 0207 with 8 GRK, 25");
        game.odds()[0].reckoning.iter().filter(|line| line.clause == "MARS-ODD-4").count()
    };
    assert_eq!(column(House::default()), 1, "25 is rationed");
    assert_eq!(column(house("ration_majority", "on")), 0, "2 of 8 are not the half");
}

/// MARS-R9, MARS-ZOC-2: German zones of control outward over the line.
#[test]
fn mars_r9_zones_outward() {
    let strained = |house: House| {
        let field = Field::empty(theatre(Scenario::Historical, house.german_zones));
        let field = field.put("78.ID", "1607").put("331", "1708");
        let mut game = Mars::at(field, house, 3, Side::Russian, MOVE);
        play(&mut game, "pick 331; to 1606");
        is(&game, "331", Status::Strained)
    };
    assert!(!strained(House::default()), "past 78.ID in two hexes");
    assert!(strained(house("zoc_outward", "on")), "out of its zone of control and round it");
    // The start of a game reads the option too.
    let started = Mars::start(&options("vazuza", &[("zoc_outward", "on")])).unwrap();
    assert_eq!(started.theatre().german_zones, GermanZones::Outward);
}

/// MARS-R16: a forest costs the attacker a column.
#[test]
fn mars_r16_forests() {
    let roll = |house: House| {
        let field = empty().put("102.ID", "1106").put("8 GRK", "1105");
        let mut game = with(house, field, 3, Side::Russian);
        play(&mut game, "attack 1106 with 8 GRK; commit; battle 1106; roll [1]").remove(1)
    };
    assert!(roll(House::default()).contains("102.ID DA/2 (3:2)"), "{}", roll(House::default()));
    assert!(roll(house("forest_shift", "on")).contains("102.ID AE (1:1)"));
}

/// MARS-R13: by option the lowest number arrives first.
#[test]
fn mars_r13_arrival_in_numerical_order() {
    let game = |house| Mars::at(empty(), house, 3, Side::German, PlayerTurn::Reinforcement);
    refuses(&game(House::default()), "bring 12.Pz 1016", "MARS-REI-3", &["20.Pz"]);
    let mut numerical = game(house("arrival_numerical", "on"));
    refuses(&numerical, "bring 20.Pz 1016", "MARS-REI-3", &["12.Pz"]);
    play(&mut numerical, "bring 12.Pz 1016");
}

/// MARS-R41: points given to Zhukov.
#[test]
fn mars_r41_handicap() {
    let end = |handicap: &str| {
        let house = house("handicap", handicap);
        let mut game = with(house, Field::deployed(historical()), 11, Side::German);
        play(&mut game, "pass");
        match game.status() {
            kit::Status::Over(outcome) => (outcome.winner, outcome.margin),
            kit::Status::Deciding(_) => panic!("the game goes on"),
        }
    };
    assert_eq!(end("0"), (Some(Seat(1)), 21));
    assert_eq!(end("21"), (None, 0));
    assert_eq!(end("30"), (Some(Seat(0)), 9));
}

/// Options that are not there, or have no such value, are refused by name.
#[test]
fn options_are_read_with_care() {
    for (name, value) in
        [("die_index", "any"), ("handicap", "1000"), ("zoc_outward", "yes"), ("weather", "on")]
    {
        let error = Mars::start(&options("vazuza", &[(name, value)])).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
    assert!(Mars::start(&Setup::of("stalingrad")).unwrap_err().to_string().contains("historical or vazuza"));
    assert_eq!(house("forest_shift", "off"), House::default());
}

/// Every kind of action is read as it is written.
#[test]
fn every_action_has_a_notation() {
    let game = Mars::start(&Setup::of("historical")).unwrap();
    let hex = |number: &str| game.field().hex(number);
    let (tank, panzer) = (unit("6 TK"), unit("12.Pz"));
    let all = [
        (Action::Deploy, "deploy"),
        (Action::Pick(unit("25")), "pick 25"),
        (Action::Stay, "stay"),
        (Action::To(hex("1607")), "to 1607"),
        (Action::Via(hex("1406")), "via 1406"),
        (Action::Exit, "exit"),
        (Action::Fortify(unit("8 GRK")), "fortify 8 GRK"),
        (Action::SendAway(panzer), "send 12.Pz"),
        (Action::BringIn(panzer, hex("1016")), "bring 12.Pz 1016"),
        (Action::Attack(tank, hex("1607")), "attack 1607 with 6 TK"),
        (Action::Include(hex("1608"), hex("1607")), "include 1608 with 1607"),
        (Action::Release(tank), "release 6 TK"),
        (Action::Drop(hex("1607")), "drop 1607"),
        (Action::Commit, "commit"),
        (Action::Pass, "pass"),
        (Action::Fight(hex("1607")), "battle 1607"),
        (Action::Probe, "probe"),
        (Action::Full, "full"),
        (Action::IndexA, "index A"),
        (Action::IndexB, "index B"),
        (Action::NoRetreat(unit("78.ID")), "no-retreat 78.ID"),
        (Action::Roll, "roll"),
        (Action::Lose(unit("42 G")), "lose 42 G"),
        (Action::Rout(unit("5.Pz a"), 2), "rout 5.Pz a 2"),
        (Action::Retreat(unit("5.Pz a"), hex("1508")), "retreat 5.Pz a 1508"),
        (Action::Halt, "halt"),
        (Action::Stand(unit("SS-Kav.D")), "stand SS-Kav.D"),
        (Action::Advance(unit("25"), hex("1607"), None), "advance 25 1607"),
        (Action::Advance(tank, hex("1607"), Some(hex("1608"))), "advance 6 TK 1607 1608"),
        (Action::Spare(unit("72.ID")), "spare 72.ID"),
        (Action::Done, "done"),
    ];
    for (action, words) in all {
        assert_eq!(game.write(&action), words);
        assert_eq!(game.read(words), Ok(action), "{words}");
        assert_eq!(game.read(&format!("  {words} ")), Ok(action), "{words}");
    }
}

/// A random game with some battles in it.
fn a_game() -> Session<Mars> {
    let games = (0..50).map(|seed| watched_game::<Mars>(&Setup::of("vazuza"), seed, 20_000).unwrap());
    let mut sound = games.map(|(session, fault)| {
        assert!(fault.is_none());
        session
    });
    sound
        .find(|session| session.record().matches(" [battle:").count() > 2)
        .expect("a game with three battles")
}

/// A record gives the same game again; what comes before a damaged line is kept.
#[test]
fn records_of_a_real_game() {
    let session = a_game();
    let record = session.record();
    let (again, fault) = Session::<Mars>::from_record(&record).unwrap();
    assert!(fault.is_none());
    assert_eq!((again.now().digest(), again.record()), (session.now().digest(), record.clone()));
    // A die that was not rolled so.
    let line = record.lines().position(|line| line.contains(" [battle:")).expect("a battle");
    let changed: Vec<String> = record
        .lines()
        .enumerate()
        .map(|(nth, text)| {
            let (was, is) = if text.contains("battle:6") {
                ("battle:6", "battle:1")
            } else {
                ("[battle:", "[battle:6, battle:")
            };
            if nth == line { text.replace(was, is) } else { text.to_owned() }
        })
        .collect();
    let (kept, fault) = Session::<Mars>::from_record(&changed.join("\n")).unwrap();
    assert_eq!(fault.expect("a fault").line, line + 1);
    assert!(kept.entries().len() + 1 < session.entries().len() && !kept.entries().is_empty());
    // An order that the rules do not allow there.
    let damaged = record.replacen(": deploy ", ": commit ", 1);
    let (kept, fault) = Session::<Mars>::from_record(&damaged).unwrap();
    let fault = fault.expect("a fault");
    assert!(kept.entries().is_empty() || fault.message.contains("MARS-"), "{fault}");
    // Half a line.
    let cut = &record[..record.len() - 9];
    let (kept, fault) = Session::<Mars>::from_record(cut).unwrap();
    assert!(fault.is_some());
    assert_eq!(kept.entries().len(), session.entries().len() - 1);
}

/// Undo goes back to the last die or the other side's last decision, and gives the very state.
#[test]
fn undo_in_a_real_game() {
    let mut session = Session::<Mars>::new(Setup::of("vazuza")).unwrap();
    let mut dice = kit::Scripted::faces(&[4]);
    let script = "deploy; done; deploy; done; done; pick 6 TK; to 0402; done; attack 0504 with 8 GRK; commit; battle 0504";
    let mut hashes = vec![session.now().digest()];
    for order in script.split("; ") {
        let action = session.now().read(order).unwrap();
        session.act(&action, &mut dice).unwrap();
        hashes.push(session.now().digest());
    }
    // The Russian takes back all his decisions of this turn and his set-up, not the German's.
    assert_eq!((session.undoable(Seat(0)), session.undoable(Seat(1))), (9, 0));
    for hash in hashes.iter().rev().skip(1).take(9) {
        assert!(session.undo(Seat(0)));
        assert_eq!(session.now().digest(), *hash);
    }
    assert!(!session.undo(Seat(0)));
    assert!(session.undo(Seat(1)), "now the German may");
}

/// Two states that differ only in who came into a battle by retreat are two states, and a view shows what is decided.
#[test]
fn the_hash_knows_who_has_retreated_in() {
    let field =
        empty().put("5.Pz a", "1010").put("GD a", "1009").put("6 TK, 25", "1011").put("8 GRK, 42 G", "1008");
    let mut came = attacks(field, 3, Side::Russian);
    play(&mut came, "attack 1010 with 6 TK, 25; attack 1009 with 8 GRK, 42 G; commit");
    play(&mut came, "battle 1010; roll [3]; retreat 5.Pz a 1009; halt; advance 6 TK 1010; done");
    let there = field.put("5.Pz a", "1009").put("6 TK", "1010");
    let mut stood = attacks(there, 3, Side::Russian);
    play(&mut stood, "attack 1009 with 8 GRK, 42 G");
    assert_eq!(came.field().units_in(came.field().hex("1009")).count(), 2);
    assert_ne!(came.digest(), stood.digest());
    assert!(came.view(Viewer::Spectator).prompt.unwrap().words.contains("battle"));
}
