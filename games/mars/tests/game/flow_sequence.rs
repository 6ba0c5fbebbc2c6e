//! The sequence of play, and recovery from Disruption, through the game.

use crate::board::{Describe, cut_off, empty, historical, infantry, table::*, unit, vazuza};
use crate::published::map;
use kit::{Game, Setup, Status as Deciding, Viewer};
use sandtable_mars::{Field, Mars, PlayerTurn, Side, Size, Status, Supply, UnitId, game::seat};

/// MARS-SEQ-1 to MARS-SEQ-7, MARS-SEQ-10, MARS-SEQ-11, MARS-GEN-2, MARS-SET-1: a whole game in which nobody does anything
/// but march and dig.
#[test]
fn mars_seq_1_to_11_the_steps_of_a_turn() {
    let mut game = Mars::start(&Setup::of("vazuza")).unwrap();
    let mut moments = vec![moment(&game)];
    let script = "deploy; done; deploy; done; fortify 247; done; done; pass; pick 78.ID; to 0505; done";
    for order in script.split("; ") {
        play(&mut game, order);
        if moments.last() != Some(&moment(&game)) {
            moments.push(moment(&game));
        }
    }
    let expected = [
        "1 German SetUp",
        "1 Russian SetUp",
        "1 Russian Fortify",
        "1 Russian Move",
        "1 Russian Allocate",
        "1 German Move", // all its infantry is fortified and nobody waits off the map: nothing is to be decided in B1 and B2
        "1 German Allocate",
    ];
    assert_eq!(moments, expected);
    assert_eq!(game.status(), Deciding::Deciding(seat(Side::German)));
    play(&mut game, "pass");
    assert_eq!(moment(&game), "2 Russian Fortify");
    play(&mut game, "done; done; pass");
    assert_eq!(moment(&game), "2 German Fortify", "78.ID has moved and may dig in again");
    play(&mut game, "fortify 78.ID");
    assert_eq!(moment(&game), "2 German Move", "nobody else could fortify");
    play(&mut game, "done; pass; done; done; pass; done; pass; done; done; pass; done");
    assert_eq!(moment(&game), "4 German Allocate");
    play(&mut game, "pass");
    assert!(matches!(game.status(), Deciding::Over(_)), "MARS-VIC-1: after B7 of the last turn");
    refuses(&game, "done", "MARS-VIC-1", &[]);
    assert_eq!(offered(&game, ""), "");
}

/// MARS-GEN-1: nothing is hidden, so everybody sees the same; dice are rolled in battles only.
#[test]
fn mars_gen_1_all_is_open() {
    let mut game = Mars::start(&Setup::of("historical")).unwrap();
    play(
        &mut game,
        "deploy; done; deploy; done; fortify 331; done; pick 5 TK; to 1806; done; attack 1607 with 8 GRK, 6 TK",
    );
    let views = [Viewer::Seat(seat(Side::Russian)), Viewer::Seat(seat(Side::German)), Viewer::Spectator];
    let [one, two, three] = views.map(|viewer| game.view(viewer));
    assert!(one == two && two == three);
    assert_eq!(one.counters.len(), 70);
    // The helper refuses a die that is not rolled, and a die that is rolled without being named.
    play(&mut game, "commit; battle 1607; roll [1]");
}

/// MARS-GEN-3: sides, types, sizes, whole factors, fortification of 0 to 2, pairs of Kampfgruppen.
#[test]
fn mars_gen_3_units() {
    for unit in historical().units {
        let piece = crate::published::piece(unit);
        assert!(piece.attack > 0 && piece.defence > 0 && piece.fort <= 2, "{unit:?}");
        assert_eq!(piece.fort > 0, piece.fortifies, "{unit:?}");
        assert_eq!(piece.size == Size::Kampfgruppe, piece.other_half.is_some(), "{unit:?}");
        if let Some(half) = piece.other_half {
            assert_eq!(crate::published::piece(half).other_half, Some(unit), "{unit:?}");
            let stem = |unit: UnitId| crate::published::name(unit).rsplit_once(' ').unwrap().0;
            assert_eq!(stem(unit), stem(half));
        }
    }
    // No steps: a unit that is hit is gone with all its factors.
    let mut game = attacks(empty().put("331", "1010").put("GD a, GD b", "1011"), 3, Side::German);
    play(&mut game, "attack 1010 with GD a, GD b; commit; battle 1010; full; roll [1]");
    assert_eq!(whereabouts(&game, "331"), "Eliminated");
}

/// MARS-GEN-4: north is up: rows are counted from the north, and the first neighbour of a hex is its northern one.
#[test]
fn mars_gen_4_north_is_up() {
    let map = map();
    let rzhev = map.find("1504").unwrap();
    assert_eq!(map.number(map.steps(rzhev).next().unwrap().1).to_string(), "1503");
    let south = historical().southern_edge;
    assert!(south.iter().all(|hex| map.number(hex).row == 16));
}

/// MARS-SEQ-13, MARS-MOV-12, MARS-VIC-14: one operational move, unit by unit; a unit in hand is let go without one.
#[test]
fn mars_seq_13_one_move_each() {
    let mut game = at(empty().put("6 TK, 25", "1011").put("GD a", "0101"), 3, Side::Russian, MOVE);
    play(&mut game, "pick 6 TK");
    refuses(&game, "pick 25", "MARS-SEQ-2", &[]);
    play(&mut game, "stay; pick 6 TK; to 1012");
    refuses(&game, "pick 6 TK", "MARS-SEQ-13", &["6 TK"]);
    assert_eq!(offered(&game, ""), "done; pick 25");
    play(&mut game, "pick 25; to 1012");
    assert_ne!(step(&game), "Move", "everybody has moved");
}

/// MARS-SEQ-2, MARS-VIC-14, MARS-MOV-3: through a town on a longer way; the way behind counts.
#[test]
fn mars_vic_14_going_through_a_town() {
    let osuga = |game: &Mars| {
        let town = historical().towns.iter().position(|town| town.name == "Osuga").unwrap();
        game.field().controller(town)
    };
    let mut game = at(empty().put("6 TK", "1306"), 3, Side::Russian, MOVE);
    play(&mut game, "pick 6 TK; via 1406");
    assert_eq!(osuga(&game), Side::Russian);
    refuses(&game, "exit", "MARS-VIC-11", &["6 TK"]);
    play(&mut game, "to 1305");
    assert_eq!(whereabouts(&game, "6 TK"), "1305");
    assert!(!is(&game, "6 TK", Status::Strained), "two hexes of three");
    let mut game = at(empty().put("6 TK", "1306"), 3, Side::Russian, MOVE);
    play(&mut game, "pick 6 TK; via 1406; stay");
    assert_eq!((whereabouts(&game, "6 TK"), osuga(&game)), ("1406".into(), Side::Russian));
    assert!(is(&game, "6 TK", Status::Moved));
    let mut game = at(empty().put("6 TK", "1306"), 3, Side::Russian, MOVE);
    play(&mut game, "pick 6 TK");
    refuses(&game, "via 1305", "MARS-VIC-14", &["1305"]);
}

/// MARS-MIN-1, MARS-MIN-4, MARS-R34, MARS-R17: an isolated unit joins a friend, and over the line into a breach.
#[test]
fn mars_min_1_through_the_flow() {
    // 251 has broken into 1608 while 78.ID still stands in 1607: the line is closed but for the step to a friend.
    let field = infantry().put("251", "1608").put("6 TK, 93", "1708");
    let mut game = at(field, 3, Side::Russian, MOVE);
    play(&mut game, "pick 6 TK");
    refuses(&game, "to 1609", "MARS-MOV-10", &["78.ID"]);
    play(&mut game, "to 1608");
    assert!(!is(&game, "6 TK", Status::Strained), "MARS-MIN-4: it may still attack");
    play(&mut game, "done");
    assert_eq!(offered(&game, "attack 1607 with 6 TK"), "attack 1607 with 6 TK");
}

/// MARS-R17, MARS-SEQ-6, MARS-REI-4: supply for movement is what it is when the step begins, arrivals included.
#[test]
fn mars_r17_the_snapshot_is_taken_when_movement_begins() {
    let field = empty().put("GD a", "0903").put("6 TK", "0505").put("25", "0506");
    let mut game = at(field, 3, Side::German, PlayerTurn::Reinforcement);
    play(&mut game, "bring 20.Pz 1016; done");
    assert_eq!(game.field().supply_for_movement(unit("20.Pz")), Supply::Full);
    play(&mut game, "pick 20.Pz; to 1010");
    assert!(is(&game, "20.Pz", Status::Strained), "it moves as others do, the bonus included");
}

/// X17: MARS-SEQ-11, MARS-SEQ-12, MARS-REC-1, MARS-REC-5, MARS-DIS-1
#[test]
fn x17_a_german_is_fresh_for_the_next_attack() {
    let field = infantry().without("78.ID").put("331, 354, 80", "1606");
    let mut game = attacks(field, 3, Side::Russian);
    // 102.ID and its neighbours with all three units: 6 against 8 and 8 are 1:3; the Osuga makes it 1:4 for 95.ID.
    play(&mut game, "attack 1507 with 331, 354, 80; include 1506 with 1507; commit; battle 1507; roll [6]");
    play(&mut game, "rout 102.ID 0; stand 95.ID");
    assert_eq!(moment(&game), "3 German Reinforce");
    assert!(is_disrupted(&game, "102.ID"), "MARS-REC-5: not in player-turn A");
    play(&mut game, "done");
    refuses(&game, "pick 102.ID", "MARS-MOV-1", &["102.ID"]);
    play(&mut game, "done; pass");
    assert_eq!(moment(&game), "4 Russian Fortify");
    assert!(!is_disrupted(&game, "102.ID") && !is_disrupted(&game, "95.ID"), "B7");
}

/// X17: MARS-SEQ-8, MARS-SEQ-9, MARS-SEQ-12, MARS-REC-2, MARS-REC-4, MARS-REC-5
#[test]
fn x17_a_russian_misses_his_next_player_turn() {
    let field = empty().put("251", "1010").put("102.ID", "1011").put("331", "0110");
    let mut game = attacks(field, 3, Side::German);
    // 3 against 2 are 3:2: a 4 is D.
    play(&mut game, "attack 1010 with 102.ID; commit; battle 1010; roll [4]");
    assert!(is_disrupted(&game, "251"), "MARS-REC-4: not in the B5 that Disrupted it");
    assert_eq!(moment(&game), "4 Russian Fortify");
    refuses(&game, "fortify 251", "MARS-FOR-1", &["251"]);
    play(&mut game, "done");
    refuses(&game, "pick 251", "MARS-MOV-1", &["251"]);
    play(&mut game, "done");
    assert_eq!(moment(&game), "4 German Fortify", "nobody else is near an enemy: no attack can be allocated");
    assert!(is_disrupted(&game, "251"), "MARS-REC-5: no recovery in player-turn A");
    play(&mut game, "done; done; done");
    let mut attacked = game;
    play(&mut game, "pass");
    assert!(!is_disrupted(&game, "251"), "B4: in supply and not attacked");
    play(&mut attacked, "attack 1010 with 102.ID; commit");
    assert!(is_disrupted(&attacked, "251"), "attacked: not in B4");
    let mut unharmed = attacked;
    // It reads one column to the right: a 6 at 2:1 is nothing, a 5 is D.
    play(&mut unharmed, "battle 1010; roll [6]");
    assert!(!is_disrupted(&unharmed, "251"), "MARS-REC-3: after its own battle");
    play(&mut attacked, "battle 1010; roll [5]");
    assert!(is_disrupted(&attacked, "251"), "Disrupted anew");
}

/// MARS-REC-3: a Guards unit that withdraws one hex is not Disrupted anew; others are, and so is one that goes two.
#[test]
fn mars_rec_3_a_withdrawal() {
    let field = empty().put("42 G, 331", "1010").put("GD a, GD b", "1011").disrupted("42 G, 331");
    let after = |script: &str| {
        let mut game = attacks(field, 3, Side::German);
        // 10 against 5 are 2:1, read at 3:1 by Disrupted units: a 4 is DW.
        play(&mut game, "attack 1010 with GD a, GD b; commit; battle 1010; roll [4]");
        play(&mut game, script);
        assert_eq!(moment(&game).split(' ').next(), Some("4"));
        (is_disrupted(&game, "42 G"), is_disrupted(&game, "331"))
    };
    let advance = "; advance GD a 1010; done";
    assert_eq!(after(&format!("retreat 42 G 1009; halt; retreat 331 1009; halt{advance}")), (false, true));
    assert_eq!(
        after(&format!("retreat 42 G 1009; retreat 42 G 1008; retreat 331 1009; halt{advance}")),
        (true, true)
    );
}

/// X15: MARS-SEQ-10, MARS-SUP-14, MARS-SUP-15, MARS-SUP-16, MARS-REC-1, MARS-R33
#[test]
fn x15_isolation_through_two_turns() {
    let mut game = attacks(cut_off(), 5, Side::German);
    play(&mut game, "pass");
    assert_eq!((step(&game), offered(&game, "")), ("Relief".into(), "spare 72.ID; spare GD a".into()));
    refuses(&game, "spare 206.ID", "MARS-SUP-15", &["206.ID"]);
    refuses(&game, "done", "MARS-SEQ-10", &[]);
    play(&mut game, "spare 72.ID");
    assert_eq!(moment(&game), "6 Russian Fortify");
    assert!(is_disrupted(&game, "206.ID"), "B7 does not help an isolated unit");
    assert!(is_disrupted(&game, "GD a") && !is_disrupted(&game, "72.ID"));
    let lost = game.points()[0];
    let mut next = attacks(*game.field(), 6, Side::German);
    play(&mut next, "pass; spare GD a");
    assert_eq!(
        (whereabouts(&next, "206.ID"), whereabouts(&next, "GD a")),
        ("Eliminated".into(), "1504".into())
    );
    assert!(is_disrupted(&next, "72.ID"), "the choice is made anew");
    assert!(next.points()[0] >= lost + 2, "MARS-VIC-7");
}

/// X14: MARS-SEQ-4, MARS-SUP-14
#[test]
fn x14_a_cut_off_korps() {
    let field = infantry().without("78.ID").put("9.Pz a", "1408").put("6 TK", "1407").put("8 GRK", "1607");
    let mut game = attacks(field, 3, Side::Russian);
    refuses(&game, "attack 1507 with 6 TK", "MARS-SUP-11", &["6 TK"]);
    play(&mut game, "pass");
    assert!(is_disrupted(&game, "6 TK"), "A4");
    let mut next = attacks(*game.field(), 4, Side::Russian);
    play(&mut next, "pass");
    assert_eq!(whereabouts(&next, "6 TK"), "Eliminated");
    let mut held = attacks(field.put("251", "1508"), 3, Side::Russian);
    play(&mut held, "pass");
    assert!(!is_disrupted(&held, "6 TK"));
}

/// MARS-DIS-2: what a Disrupted counter shows.
#[test]
fn mars_dis_2_how_disruption_is_shown() {
    let field = Field::deployed(vazuza()).disrupted("78.ID, 6 TK");
    let view = at(field, 1, Side::Russian, MOVE).view(Viewer::Spectator);
    let shown = |name: &str| view.counters.iter().find(|it| it.name == name).unwrap().statuses.join(", ");
    assert!(shown("78.ID").contains("Disrupted (facing)"), "{}", shown("78.ID"));
    assert!(shown("6 TK").contains("Disrupted (smoke)"), "{}", shown("6 TK"));
    assert!(!shown("5.Pz a").contains("Disrupted"));
}
