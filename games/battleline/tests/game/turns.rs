//! The turn: marks, shots, leaders, reorganization, breaking, and what the battles do differently.

use crate::board::{Describe, Play, assert_refused, battlefield, combat, empty, host, movement};
use kit::{Game, Setup, Status};
use sandtable_battleline::{
    Scenario,
    army::{Side, UnitId},
    battle::situation::HouseRules,
    command,
    field::{Field, Mark},
    flow::{Deputy, Missile, Movement, Step, Trumpets},
    game::Battleline,
    reinforcement, victory,
};

fn start(scenario: &str) -> Battleline {
    Battleline::start(&Setup::of(scenario)).unwrap()
}

fn of(scenario: Scenario) -> Field {
    Field::empty(battlefield(scenario))
}

/// LINE-X-SEQ-1, LINE-X-SEQ-2, LINE-X-SEQ-3, LINE-X-CMB-1: whose turn it is, in which order, and what is forgotten.
#[test]
fn the_turn_goes_round() {
    let field = empty().put("HAS1 0510 0, VEL1 0507 0, LIB1 0506 3, GAL1 0101 3").led("Masinissa", "HAS1");
    let game = movement(field, Side::Rome, 1);
    let game = game.play("pick HAS1; to 0508; face N; done");
    assert_eq!((game.step(), game.lists().as_str()), (Step::Missile(Missile), "shoot VEL1 at LIB1, done"));
    let game = game.play("shoot VEL1 at LIB1 [5]");
    assert_eq!(game.field().shows("LIB1"), "0506 3", "5+1 for shields: 5 keeps the order");
    assert_eq!(game.active(), Side::Enemy, "VEL1 shot and cannot attack: the turn is over");
    for (name, mark) in [("HAS1", Mark::Moved), ("VEL1", Mark::Fired), ("LIB1", Mark::ShotAt)] {
        assert!(!game.field().is(game.field().unit(name), mark), "{name}");
    }
    assert_eq!(game.field().volleys(game.field().unit("VEL1")), 2);
    let game = game.play("done; done");
    assert_eq!((game.turn(), game.active()), (2, Side::Rome));
}

/// LINE-X-MIS-1, LINE-X-MIS-2, LINE-X-MIS-3, LINE-X-CYN-1: shots that are refused.
#[test]
fn shots_that_are_refused() {
    let field =
        empty().put("BAL1 0505 3, BAL2 0705 3 disrupted, GAL1 0506 3, HAS1 0507 0, VEL1 0605 0, HAS2 0502 0");
    let mut game = movement(field, Side::Enemy, 1);
    while !matches!(game.step(), Step::Missile(_)) {
        game = game.play("done");
    }
    assert_refused(&game.refuses("shoot BAL1 at HAS1"), "LINE-X-MIS-1", &["BAL1"]);
    assert_refused(&game.refuses("shoot BAL1 at HAS2"), "LINE-X-MIS-2", &["BAL1"]);
    assert_refused(&game.refuses("shoot BAL2 at VEL1"), "LINE-X-STA-1", &["BAL2"]);
    assert_refused(&game.refuses("shoot GAL1 at HAS1"), "LINE-X-MIS-1", &["GAL1"]);
    assert_refused(&game.refuses("shoot VEL1 at BAL1"), "LINE-X-MIS-1", &["VEL1"]);
    assert_refused(&game.refuses("shoot BAL1 at GAL1"), "LINE-X-MIS-2", &["GAL1"]);
    let game = game.play("shoot BAL1 at VEL1 [6]");
    assert_eq!(game.field().shows("VEL1"), "0605 0 D");
    let behind = empty().put("BAL1 0505 3, GAL1 0506 3, HAS1 0507 0");
    let mut game = movement(behind, Side::Enemy, 1).play("pick BAL1; to 0505; face SE");
    while !matches!(game.step(), Step::Combat(_)) {
        game = game.play("done");
    }
    let blocked = sandtable_battleline::shooting::check::<kit::Refusal>(
        &behind,
        1,
        behind.unit("BAL1"),
        behind.unit("HAS1"),
    );
    assert_refused(&blocked.unwrap_err(), "LINE-X-MIS-3", &["BAL1"]);
    let mist = of(Scenario::Cynoscephalae).put("CRE1 0505 3, HAS1 0507 0");
    let shot = |turn| {
        sandtable_battleline::shooting::check::<kit::Refusal>(
            &mist,
            turn,
            mist.unit("CRE1"),
            mist.unit("HAS1"),
        )
    };
    assert_refused(&shot(2).unwrap_err(), "LINE-X-CYN-1", &[]);
    assert_eq!(shot(3).unwrap(), 5);
}

/// LINE-X-CMD-2: a leader transfers once; who receives him turns but does not step.
#[test]
fn leaders_transfer() {
    let field = empty().put("HAS1 0510 0, PRI1 0511 0, TRI1 0520 0, LIB1 0501 3").led("Masinissa", "HAS1");
    let game = movement(field, Side::Rome, 1).play("pick HAS1; to 0509; face N; transfer Masinissa");
    assert_eq!(game.lists(), "with PRI1", "the Triarii are too far");
    assert_refused(&game.refuses("with TRI1"), "LINE-X-CMD-2", &["TRI1"]);
    let game = game.play("with PRI1");
    assert_eq!(host(game.field(), "Masinissa"), "PRI1");
    assert_refused(&game.refuses("transfer Masinissa"), "LINE-X-CMD-2", &["Masinissa"]);
    assert_refused(&game.refuses("transfer Hasdrubal"), "LINE-X-CMD-2", &["Hasdrubal"]);
    let game = game.play("pick PRI1");
    assert_eq!(game.lists(), "to 0511", "it turns");
    assert_refused(&game.refuses("to 0510"), "LINE-X-CMD-2", &["PRI1"]);
    assert_refused(&game.refuses("march 0512"), "LINE-X-CMD-2", &["PRI1"]);
}

/// LINE-X-CMD-1, LINE-X-CMD-3: in command within the range of a leader.
#[test]
fn command_reaches_as_far_as_a_leader() {
    let field = empty().put("HAS1 0510 0, PRI1 0516 0, TRI1 0517 0").led("Masinissa", "HAS1");
    assert!(command::is_in_command(&field, field.unit("PRI1")), "six hexes");
    assert!(!command::is_in_command(&field, field.unit("TRI1")), "seven");
}

/// LINE-X-CMD-7: a Deputy for a fallen Army commander, once.
#[test]
fn a_deputy_takes_over() {
    let field = of(Scenario::Zama)
        .put("PRI1 1515 0 disrupted, HAS1 1516 0, HAS2 0310 0, VET1 1514 3, GAL1 0101 3")
        .led("Scipio", "PRI1")
        .led("Hannibal", "VET1");
    let game = combat(field, Side::Enemy).play("attack PRI1; join VET1; fight [6 1]; hold");
    assert_eq!(host(game.field(), "Scipio"), "gone");
    assert_eq!(game.step(), Step::Deputy(Deputy));
    assert_eq!(game.lists(), "with HAS1, with HAS2");
    assert_refused(&game.refuses("with VET1"), "LINE-X-CMD-7", &["VET1"]);
    let game = game.play("with HAS2");
    assert_eq!((host(game.field(), "Deputy").as_str(), game.step()), ("HAS2", Step::Movement(Movement)));
    assert!(!command::owes_deputy(game.field(), Side::Rome, true));
}

/// EX13, LINE-X-REO-1, LINE-X-REO-2: at rest, in command, away from the enemy.
#[test]
fn ex13_reorganizing() {
    let field =
        empty().put("HAS1 0510 3 disrupted, PRI1 0506 0 disrupted, TRI1 0520 0 disrupted, LIB1 0505 3");
    let field = field.led("Masinissa", "HAS1");
    let mut game = movement(field, Side::Rome, 1);
    while !matches!(game.step(), Step::Reorganizing(_)) {
        game = game.play("done");
    }
    assert_eq!(game.lists(), "reorganize HAS1, done");
    assert_refused(&game.refuses("reorganize PRI1"), "LINE-X-REO-1", &["PRI1"]);
    assert_refused(&game.refuses("reorganize TRI1"), "LINE-X-REO-1", &["TRI1"]);
    assert_refused(&game.refuses("reorganize LIB1"), "LINE-X-REO-1", &["LIB1"]);
    let chance = sandtable_battleline::reorganize::check::<kit::Refusal>(
        game.field(),
        Side::Rome,
        game.field().unit("HAS1"),
    );
    assert_eq!(chance, Ok(5), "M' 4 and a leader");
    let back = game.play("reorganize HAS1 [5]; face N");
    assert_eq!(back.field().shows("HAS1"), "0510 0");
    let still = game.play("reorganize HAS1 [6]");
    assert_eq!(still.field().shows("HAS1"), "0510 3 D");
    assert_eq!(still.active(), Side::Enemy, "one try, and nobody else may");
    let gone =
        sandtable_battleline::reorganize::check::<kit::Refusal>(&field, Side::Rome, field.unit("SOC1"));
    assert_refused(&gone.unwrap_err(), "LINE-RES-12", &["SOC1"]);
}

/// A field on which a side has lost these units.
fn having_lost(scenario: Scenario, names: &str) -> Field {
    let mut field = Field::new(battlefield(scenario));
    for name in names.split_whitespace() {
        field.eliminate(field.unit(name));
    }
    field
}

/// LINE-X-VIC-1, LINE-X-VIC-2, LINE-X-VIC-3, LINE-R27: breaking.
#[test]
fn breaking() {
    let learn = |names: &str| having_lost(Scenario::Learn, names);
    assert_eq!(victory::break_check(&learn("HAS1 PRI1")), None, "6 of 8");
    let rome = victory::break_check(&learn("HAS1 PRI1 SOC1")).unwrap();
    assert_eq!((rome.winner, rome.by_breaking), (Some(Side::Enemy), true), "8 of 8");
    // 8 of 8 against 9 of 8: the smaller fraction wins.
    let both = victory::break_check(&learn("HAS1 PRI1 SOC1 LIB1 SPA1 GAL1")).unwrap();
    assert_eq!((both.winner, both.clause), (Some(Side::Rome), "LINE-X-VIC-3"));
    let even = victory::break_check(&learn("HAS1 PRI1 SOC1 VEL1 LIB1 SPA1 GAL1")).unwrap();
    assert_eq!(even.winner, None, "9 of 8 each");
    let mut game = Battleline::at(learn("HAS1 PRI1 SOC1"), HouseRules::default(), 2, Side::Rome);
    while game.verdict().is_none() {
        game = game.play("done");
    }
    assert_eq!((game.turn(), game.active()), (2, Side::Rome), "at the end of that very turn");
    let Status::Over(outcome) = game.status() else { panic!() };
    assert_eq!((outcome.winner, outcome.margin), (Some(kit::Seat(1)), 100));
}

/// LINE-X-VIC-4, LINE-X-SEQ-5: the end after the last turn.
#[test]
fn marginal_victories_and_draws() {
    let verdict = |names: &str| victory::final_check(&having_lost(Scenario::Learn, names));
    assert_eq!(verdict("").winner, None);
    assert_eq!(verdict("VEL1").winner, None, "1/8 is less than 1/5");
    let ahead = verdict("SOC1");
    assert_eq!((ahead.winner, ahead.by_breaking), (Some(Side::Enemy), false), "2/8");
    assert_eq!(verdict("SOC1 BAL1").winner, None, "1/8 apart");
    assert_eq!(verdict("LIB1 SOC1").winner, Some(Side::Rome));
    let mut game =
        Battleline::at(having_lost(Scenario::Learn, "SOC1"), HouseRules::default(), 5, Side::Enemy);
    while game.verdict().is_none() {
        game = game.play("done");
    }
    assert_eq!(game.verdict().unwrap().winner, Some(Side::Enemy));
    assert_eq!(game.refuses("done").reason, "the game is over");
}

/// LINE-X-CAN-3: the Romans who cut through.
#[test]
fn a_draw_at_cannae_is_rome_s_if_it_has_cut_through() {
    let mut field = Field::new(battlefield(Scenario::Cannae));
    assert_eq!(victory::final_check(&field).winner, None);
    for (name, hex) in [("HAS1", "1020"), ("PRI1", "1114"), ("TRI1", "1220")] {
        field = field.put(&format!("{name} {hex} 3"));
    }
    let verdict = victory::final_check(&field);
    assert_eq!((verdict.winner, verdict.clause), (Some(Side::Rome), "LINE-X-CAN-3"));
    field.set(field.unit("TRI1"), Mark::Disrupted, true);
    assert_eq!(victory::final_check(&field).winner, None, "only those in Good Order");
}

/// LINE-X-ZAM-4, LINE-X-CYN-4: draws that are none.
#[test]
fn draws_at_zama_and_cynoscephalae() {
    assert_eq!(victory::final_check(&Field::new(battlefield(Scenario::Zama))).winner, Some(Side::Rome));
    let field = Field::new(battlefield(Scenario::Cynoscephalae));
    let verdict = victory::final_check(&field);
    assert_eq!(
        (verdict.winner, verdict.clause),
        (Some(Side::Enemy), "LINE-X-CYN-4"),
        "Macedon holds the height"
    );
    let mut even = field;
    for unit in even.units_of(Side::Enemy) {
        even.set(unit, Mark::Disrupted, true);
    }
    assert_eq!(victory::final_check(&even).winner, None);
}

/// LINE-X-ZAM-3: the trumpets before the elephants, each in the order of ids.
#[test]
fn trumpets_at_zama() {
    let game = start("zama");
    assert_eq!(game.lists(), "listen");
    let game = game.play("listen [4 5 1 6]");
    let frozen: Vec<&str> =
        game.field().all(Mark::Frozen).iter().map(|unit| game.field().name(unit)).collect();
    assert_eq!(frozen, ["ELE2", "ELE4"]);
    assert_refused(&game.refuses("pick ELE2"), "LINE-X-ZAM-3", &["ELE2"]);
    assert!(game.lists().contains("pick ELE1"));
    let far =
        of(Scenario::Zama).put("ELE1 0505 3, HAS1 0520 0").led("Hannibal", "ELE1").led("Scipio", "HAS1");
    assert_eq!(movement(far, Side::Enemy, 1).step(), Step::Movement(Movement), "nobody within five hexes");
    let late =
        of(Scenario::Zama).put("ELE1 0505 3, HAS1 0508 0").led("Hannibal", "ELE1").led("Scipio", "HAS1");
    assert_eq!(movement(late, Side::Enemy, 2).step(), Step::Trumpets(Trumpets));
    assert_eq!(movement(late, Side::Enemy, 3).step(), Step::Movement(Movement));
}

/// LINE-X-ZAM-1: lanes between the maniples.
#[test]
fn lanes_at_zama() {
    let field =
        of(Scenario::Zama).put("ELE1 1010 3, HAS1 1011 0").led("Hannibal", "ELE1").led("Scipio", "HAS1");
    let attack = |field: &Field| {
        let fixed = sandtable_battleline::clash::announce::<_, kit::Refusal>(
            &mut kit::Sums::default(),
            field,
            HouseRules::default(),
            field.unit("HAS1"),
            &[field.unit("ELE1")],
        );
        fixed.unwrap().attack.floor()
    };
    assert_eq!(attack(&field), 7);
    assert_eq!(attack(&field.put("VEL1 1112 0")), 5, "velites beside them");
    assert_eq!(attack(&field.put("LSK1 1112 0")), 7, "not those of Carthage");
}

/// LINE-X-ZAM-2: the veterans wait.
#[test]
fn veterans_at_zama() {
    let field =
        of(Scenario::Zama).put("VET1 0804 3, HAS1 0815 0").led("Hannibal", "VET1").led("Scipio", "HAS1");
    let game = movement(field, Side::Enemy, 2).play("pick VET1");
    assert_eq!(game.lists(), "to 0804", "they may turn");
    assert_refused(&game.refuses("to 0805"), "LINE-X-ZAM-2", &["VET1"]);
    assert_refused(&game.refuses("march 0805"), "LINE-X-ZAM-2", &["VET1"]);
    assert!(movement(field, Side::Enemy, 3).play("pick VET1").lists().contains("to 0805"));
    let near = field.put("HAS1 0809 0");
    assert!(movement(near, Side::Enemy, 2).play("pick VET1").lists().contains("to 0805"));
}

/// LINE-X-CAN-1, LINE-X-CAN-2: packed maniples turn for 2.
#[test]
fn packed_maniples_at_cannae() {
    let field =
        of(Scenario::Cannae).put("HAS1 1005 3, GAL1 1015 0").led("Varro", "HAS1").led("Hannibal", "GAL1");
    let game = movement(field, Side::Rome, 1).play("pick HAS1; to 1005");
    assert_eq!(game.lists(), "face SE, face SW", "3 MF buy one hexside");
}

/// LINE-X-OPS-5, LINE-X-CYN-2: the column of Nicanor.
#[test]
fn reinforcements_at_cynoscephalae() {
    let field = Field::new(battlefield(Scenario::Cynoscephalae));
    let game = Battleline::at(field, HouseRules::default(), 1, Side::Enemy);
    assert_refused(&game.refuses("pick PHA7"), "LINE-X-OPS-5", &["PHA7"]);
    let game = Battleline::at(field, HouseRules::default(), 2, Side::Enemy).play("pick PHA7");
    assert!(game.lists().contains("to 1401") && game.lists().contains("march 1405"), "{}", game.lists());
    let tactical = game.play("to 1403");
    assert_eq!(tactical.field().shows("PHA7"), "1403 3");
    let marched = game.play("march 1405; face SE");
    assert!(marched.field().is(marched.field().unit("PHA7"), Mark::Marching));
    assert_refused(&game.refuses("to 1409"), "LINE-X-OPS-5", &["PHA7"]);
    assert_refused(&game.refuses("march 1409"), "LINE-X-OPS-5", &["PHA7"]);
    // The stated hex is taken: the nearest two of the edge, and the owner chooses.
    let taken = field.put("THS1 1401 3");
    let game = Battleline::at(taken, HouseRules::default(), 2, Side::Enemy).play("pick PHA7");
    assert_eq!(game.lists(), "enter 1301, enter 1501");
    assert_refused(&game.refuses("enter 1401"), "LINE-X-OPS-5", &["PHA7"]);
    assert_eq!(game.play("enter 1501; to 1501; face S").field().shows("PHA7"), "1501 3");
    assert_eq!(reinforcement::entering(&taken, Side::Rome, 2).len(), 0);
}

/// LINE-X-CYN-3: a tribune and his maniples, once in a game.
#[test]
fn the_detachment_at_cynoscephalae() {
    let field = of(Scenario::Cynoscephalae)
        .put("PRI1 0509 0, PRI2 0709 0, TRI1 0510 0, SOC1 0710 0, HAS1 2020 0, PHA1 0507 3, PHA2 2001 3")
        .led("Flamininus", "HAS1")
        .led("Philip V", "PHA2");
    let game = movement(field, Side::Rome, 2);
    assert_refused(&game.refuses("detach PRI1"), "LINE-X-CYN-3", &["PRI1"]);
    let game = movement(field, Side::Rome, 3);
    assert_refused(&game.play("pick PRI1").refuses("to 0508"), "LINE-X-ZOC-6", &["PRI1"]);
    assert_refused(&game.refuses("detach HAS1"), "LINE-X-CYN-3", &["HAS1"]);
    let game = game.play("detach PRI1");
    assert_eq!(game.lists(), "detach SOC1, detach TRI1, done");
    assert_refused(&game.refuses("detach PRI2"), "LINE-X-CYN-3", &["PRI2"]);
    let game = game.play("done");
    assert_refused(&game.refuses("detach TRI1"), "LINE-X-CYN-3", &["TRI1"]);
    let game = game.play("pick PRI1; to 0508");
    assert!(game.field().hex(game.field().unit("PRI1")) == game.field().hex_at("0508"));
}

/// LINE-X-UNI-1, LINE-X-STK-1: every unit of every battle stands where the file says, ready and alone.
#[test]
fn battles_begin_in_order() {
    for scenario in Scenario::ALL {
        let field = Field::new(battlefield(scenario));
        field.invariants().unwrap();
        field.losses_agree().unwrap();
        for place in 0..field.battlefield().pieces.len() {
            let unit = UnitId::new(place);
            let volleys = if field.piece(unit).figures.missile_range > 0 { 3 } else { 0 };
            assert_eq!(field.volleys(unit), volleys);
            assert!(!field.is(unit, Mark::Disrupted) && !field.is(unit, Mark::Marching));
        }
    }
    assert!(size_of::<Battleline>() <= 4096);
}

/// LINE-X-MOV-1, LINE-X-OPS-1, LINE-CRT-1: where a unit can go, and the best attack that can be brought together on one.
#[test]
fn range_and_threats_look_at_the_next_movement() {
    let field = empty().put("HAS1 0507 0, LIB1 0503 3, GAL1 0603 3").led("Hasdrubal", "LIB1");
    let game = movement(field, Side::Rome, 1);
    let range =
        game.overlay("range", kit::Viewer::Spectator, Some(game.field().unit("HAS1").into())).unwrap();
    let near =
        sandtable_battleline::movement::range(game.field(), game.field().unit("HAS1"), 1).destinations();
    let tactical = range.hexes.iter().filter(|note| note.label.is_empty());
    assert_eq!(tactical.count(), near.iter().count());
    assert!(game.overlay("range", kit::Viewer::Spectator, None).unwrap().hexes.is_empty());

    let seat = kit::Viewer::Seat(sandtable_battleline::game::seat(Side::Rome));
    let threats = game.overlay("threats", seat, None).unwrap();
    assert_eq!(threats.hexes.len(), 1, "of one's own units only");
    let worst = &threats.hexes[0];
    assert_eq!(worst.hex, "0507");
    assert!(worst.words.contains("LIB1") && worst.words.contains("GAL1"), "{}", worst.words);
    let enemy = kit::Viewer::Seat(sandtable_battleline::game::seat(Side::Enemy));
    let far = empty().put("HAS1 0512 0, LIB1 0101 3").led("Masinissa", "HAS1");
    let far = movement(far, Side::Rome, 1);
    let marches =
        far.overlay("range", kit::Viewer::Spectator, Some(far.field().unit("HAS1").into())).unwrap();
    assert!(marches.hexes.iter().any(|note| note.label == "m"), "far from everybody marches reach further");
    assert!(far.overlay("threats", enemy, None).unwrap().hexes.is_empty(), "nobody is near enough");
}

/// Hints and overlays say what they know: chances, zones, command.
#[test]
fn a_choice_is_shown_before_it_is_made() {
    let field = empty().put("VEL1 0507 0, HAS1 0511 0, LIB1 0506 3").led("Masinissa", "VEL1");
    let mut game = movement(field, Side::Rome, 1);
    let hint = |game: &Battleline, line: &str| game.hint(&game.read(line).unwrap());
    assert_eq!(hint(&game.play("pick VEL1"), "to 0407").label, "go to 0407");
    let zones = game.overlay("zones", kit::Viewer::Spectator, None).unwrap();
    let held = |number: &str| zones.hexes.iter().find(|note| note.hex == number).unwrap().words.clone();
    assert_eq!(held("0507"), "controlled by LIB1");
    let cut = game.overlay("command", kit::Viewer::Spectator, None).unwrap();
    assert!(cut.hexes.iter().any(|note| note.words == "LIB1 is out of command"));
    assert!(game.overlay("weather", kit::Viewer::Spectator, None).is_none());
    while !matches!(game.step(), Step::Missile(_)) {
        game = game.play("done");
    }
    let shot = hint(&game, "shoot VEL1 at LIB1");
    assert_eq!((shot.note.as_str(), shot.rolls), ("Disrupts with 1 in 6", true));
    let beaten =
        combat(empty().put("LIB1 0605 3, HAS1 0606 0"), Side::Rome).play("attack LIB1; join HAS1; fight [6]");
    let tied = combat(empty().put("HAS1 0506 0, PRI1 0605 5, LIB1 0505 3"), Side::Rome);
    let tied = tied.play("attack LIB1; join HAS1");
    assert!(hint(&tied, "fight").rolls && !hint(&tied.play("join PRI1"), "fight").rolls);
    assert_eq!(hint(&beaten, "retreat 0602").path, ["0605", "0604", "0603", "0602"]);
}

/// What a person types wrongly is explained.
#[test]
fn words_that_are_no_decision() {
    let game = start("learn");
    for text in [
        "",
        "walk HAS1",
        "pick",
        "pick HAS9",
        "to 9999",
        "face UP",
        "shoot HAS1",
        "transfer Caesar",
        "done now",
    ] {
        let refusal = game.read(text).unwrap_err();
        assert!(refusal.reason.len() > 10, "{text}: {refusal}");
    }
    let known = game.read("  PICK has1 ").unwrap();
    assert_eq!(game.write(&known), "pick HAS1");
    let mut setup = Setup::of("learn");
    setup.options.insert("five_inclusive".into(), "maybe".into());
    assert!(Battleline::start(&setup).is_err());
    setup.options.insert("six_inclusive".into(), "on".into());
    assert!(Battleline::start(&setup).is_err() && Battleline::start(&Setup::of("issus")).is_err());
}

/// LINE-X-OPS-3, LINE-X-OPS-4: a march may lead out of a hex and back, to face another way.
#[test]
fn a_march_may_come_back() {
    let field = empty().put("PHA1 0512 0, LIB1 0101 3").led("Masinissa", "PHA1");
    let game = movement(field, Side::Rome, 1).play("pick PHA1");
    assert!(game.lists().contains("march 0512"), "{}", game.lists());
    let game = game.play("march 0512; face S");
    assert_eq!(game.field().shows("PHA1"), "0512 3");
    assert!(game.field().is(game.field().unit("PHA1"), Mark::Marching));
}

/// LINE-X-ZOC-4: in an enemy zone of control one hexside is all.
#[test]
fn two_hexsides_in_a_zone_are_refused() {
    let field = empty().put("HAS1 0506 0, LIB1 0505 3").led("Masinissa", "HAS1");
    let game = movement(field, Side::Rome, 1).play("pick HAS1; to 0506");
    assert_eq!(game.lists(), "face NE, face NW");
    assert_refused(&game.refuses("face SE"), "LINE-X-ZOC-4", &["HAS1"]);
}

/// LINE-X-ZAM-4: who wins by the scenario alone has no margin, and never a negative one.
#[test]
fn a_margin_is_never_negative() {
    let mut field = Field::new(battlefield(Scenario::Zama));
    field.eliminate(field.unit("HAS1"));
    assert_eq!(victory::final_check(&field).winner, Some(Side::Rome));
    assert_eq!(victory::margin(&field, Some(Side::Rome)), 0);
}
