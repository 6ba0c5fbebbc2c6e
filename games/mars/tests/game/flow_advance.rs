//! Advances after combat, through the game.

use std::collections::BTreeSet;

use crate::board::{Describe, empty, historical, table::*, units};
use sandtable_mars::{Field, Mars, Side, Status, UnitId, Units};

/// Every set of units with which the compulsory advance can be made, none of which could have been left out.
fn compulsory_sets(game: &Mars) -> BTreeSet<String> {
    fn walk(game: &Mars, gone: Units, sets: &mut BTreeSet<Vec<UnitId>>) {
        if step(game) != "Advance" || offered(game, "done") == "done" {
            sets.insert(gone.iter().collect());
            return;
        }
        for order in offered(game, "advance").split("; ") {
            let name = order["advance ".len()..].rsplit_once(' ').unwrap().0;
            let mut then = *game;
            play(&mut then, order);
            walk(&then, gone | units(name), sets);
        }
    }
    let mut sets = BTreeSet::new();
    walk(game, Units::NONE, &mut sets);
    let smallest = sets.iter().filter(|set| {
        !sets.iter().any(|other| other.len() < set.len() && other.iter().all(|unit| set.contains(unit)))
    });
    let names = |set: &Vec<UnitId>| {
        set.iter().map(|&unit| crate::published::name(unit)).collect::<Vec<_>>().join("+")
    };
    smallest.map(names).collect()
}

/// X10: MARS-ADV-1, MARS-ADV-3, MARS-ADV-10, MARS-RES-11, MARS-R24
#[test]
fn x10_the_compulsory_advance() {
    let mut game = attacks(Field::deployed(historical()), 1, Side::Russian);
    play(&mut game, "attack 1607 with 8 GRK, 42 G, 25, 6 TK, 251, 93; commit; battle 1607; roll [1]");
    play(&mut game, "retreat 78.ID 1507; halt");
    let expected = [
        "6 TK+25",
        "6 TK+251",
        "6 TK+42 G",
        "6 TK+93",
        "8 GRK+25+93",
        "8 GRK+251+25",
        "8 GRK+251+93",
        "8 GRK+42 G",
    ];
    assert_eq!(compulsory_sets(&game).iter().map(String::as_str).collect::<Vec<_>>(), expected);
    assert_eq!(offered(&game, "advance 6 TK"), "advance 6 TK 1607", "the defender retreated one hex only");
    // MARS-SET-8: the advance counts printed factors, so 42 G and the brigades are not enough.
    play(&mut game, "advance 42 G 1607; advance 25 1607");
    assert_eq!(offered(&game, ""), "advance 8 GRK 1607; advance 6 TK 1607");
    play(&mut game, "advance 8 GRK 1607");
    refuses(&game, "advance 6 TK 1607", "MARS-SEQ-5", &[]);
    assert_eq!(moment(&game), "1 German Fortify", "the hex is full: the battle is over");
}

/// MARS-ADV-4, MARS-R25, MARS-R39, MARS-RES-10: beyond the first hex only along the way of somebody who went farther.
#[test]
fn mars_adv_4_the_second_hex() {
    let field = empty().put("GD a", "1010").put("6 TK, 25", "1011").put("1 MK", "1111");
    let mut game = attacks(field, 3, Side::Russian);
    play(&mut game, "attack 1010 with 6 TK, 25, 1 MK; commit; battle 1010; roll [4]; rout GD a 2");
    play(&mut game, "retreat GD a 0910; retreat GD a 0909");
    let all =
        "advance 1 MK 1010; advance 6 TK 1010; advance 6 TK 1010 0910; advance 25 1010; advance 25 1010 0910";
    assert_eq!(offered(&game, "advance"), all, "the mechanised corps is no tank unit");
    refuses(&game, "advance 1 MK 1010 0910", "MARS-ADV-4", &["1 MK", "0910"]);
    refuses(&game, "advance 6 TK 1010 1009", "MARS-ADV-4", &["6 TK", "1009"]);
    refuses(&game, "advance 6 TK 0910", "MARS-ADV-9", &["0910"]);
    refuses(&game, "advance 5 TK 1010", "MARS-ADV-6", &["5 TK"]);
    play(&mut game, "advance 6 TK 1010 0910");
    assert_eq!(whereabouts(&game, "6 TK"), "0910");
    refuses(&game, "advance 6 TK 1010", "MARS-ADV-6", &["6 TK"]);
    assert!(offered(&game, "").starts_with("done"), "MARS-ADV-10: it counts though it has gone on");
    play(&mut game, "advance 1 MK 1010; advance 25 1010");
}

/// MARS-ADV-2, MARS-ADV-4, MARS-ADV-5, MARS-R48: after elimination anywhere but back, through zones of control and over
/// the line.
#[test]
fn mars_adv_5_after_elimination() {
    let field = empty().put("331", "1607").put("9.Pz a, 9.Pz b, GD a", "1508").put("8 GRK", "1706");
    let mut game = attacks(field, 3, Side::German);
    play(&mut game, "attack 1607 with 9.Pz a, 9.Pz b, GD a; commit; battle 1607; full; roll [1]");
    assert_eq!(whereabouts(&game, "331"), "Eliminated");
    let seconds = "advance 9.Pz a 1607; advance 9.Pz a 1607 1507; advance 9.Pz a 1607 1606; advance 9.Pz a 1607 1608; \
                   advance 9.Pz a 1607 1707; advance 9.Pz a 1607 1708";
    assert_eq!(offered(&game, "advance 9.Pz a"), seconds);
    refuses(&game, "advance 9.Pz a 1607 1508", "MARS-ADV-4", &["9.Pz a", "1508"]);
    play(&mut game, "advance 9.Pz a 1607 1707; done");
    assert_eq!(whereabouts(&game, "9.Pz a"), "1707", "over the frontline, next to a korps");
}

/// MARS-ADV-3, MARS-ADV-9: a hex that is not emptied is not entered, and where nobody is left nobody goes.
#[test]
fn mars_adv_9_no_advance() {
    let field = empty().put("102.ID, 95.ID", "1010").put("6 TK, 25", "1011").put("158", "0910");
    let mut game = attacks(field, 3, Side::Russian);
    play(&mut game, "attack 1010 with 6 TK, 25; commit; battle 1010; roll [6]; rout 102.ID 1; rout 95.ID 0");
    play(&mut game, "retreat 102.ID 1009");
    assert_eq!(moment(&game), "3 German Reinforce", "95.ID still stands there");
    let mut game = attacks(empty().put("102.ID", "1010").put("25", "1011"), 3, Side::Russian);
    play(&mut game, "attack 1010 with 25; commit; battle 1010; roll [3]; retreat 102.ID 1009; halt");
    assert_eq!(whereabouts(&game, "25"), "Eliminated", "DA/2 came first: nobody is left to advance");
    assert_eq!(moment(&game), "3 German Fortify");
}

/// MARS-ADV-7, MARS-R48: with several emptied hexes one duty is met after the other, in the attacker's order.
#[test]
fn mars_adv_7_hex_by_hex() {
    let field = empty()
        .put("102.ID", "1010")
        .put("5.Pz a", "1111")
        .put("6 TK, 25", "1011")
        .put("1 MK, 93, 28", "1110");
    let mut game = attacks(field, 3, Side::Russian);
    play(
        &mut game,
        "attack 1010 with 6 TK, 25, 1 MK, 93, 28; include 1111 with 1010; commit; battle 1010; roll [5]",
    );
    play(&mut game, "rout 102.ID 1; rout 5.Pz a 1; retreat 102.ID 0910; retreat 5.Pz a 1211");
    refuses(&game, "done", "MARS-ADV-1", &["1010"]);
    // 4 into 1010 and 3 into 1111; 25 begins with 1111, so that hex is filled up first.
    play(&mut game, "advance 25 1111");
    refuses(&game, "advance 6 TK 1010", "MARS-ADV-7", &["1111"]);
    play(&mut game, "advance 93 1111");
    refuses(&game, "advance 28 1111", "MARS-ADV-7", &["1010"]);
    play(&mut game, "advance 28 1010");
    refuses(&game, "done", "MARS-ADV-1", &["1010"]);
    play(&mut game, "advance 1 MK 1010; advance 6 TK 1111; done");
}

/// MARS-ADV-6, MARS-FOR-6, MARS-SEQ-14, MARS-VIC-14: an advance is no operational move, takes towns, and ends nothing else.
#[test]
fn mars_adv_6_who_has_advanced_is_done() {
    let field = empty().put("5.Pz a", "1406").put("8 GRK, 25", "1405").put("GD b", "1306");
    let mut game = attacks(field.with("8 GRK", Status::Moved), 3, Side::Russian);
    play(&mut game, "attack 1406 with 8 GRK, 25; include 1306 with 1406; commit; battle 1406; roll [6]");
    play(&mut game, "rout 5.Pz a 1; rout GD b 0; retreat 5.Pz a 1407; advance 8 GRK 1406; done");
    let osuga = historical().towns.iter().position(|town| town.name == "Osuga").unwrap();
    assert_eq!(game.field().controller(osuga), Side::Russian);
    assert_eq!(whereabouts(&game, "8 GRK"), "1406");
}

/// MARS-ADV-1, MARS-TER-8, MARS-TER-12: the strength of the line that was counted in the defence counts for the advance.
#[test]
fn mars_adv_1_the_strength_of_the_line_counts() {
    let mut game = attacks(empty().put("331", "1707").put("9.Pz a, 9.Pz b", "1607"), 3, Side::German);
    let told = play(&mut game, "attack 1707 with 9.Pz a, 9.Pz b; commit; battle 1707; roll [1]");
    assert!(told[1].starts_with("7 against 4: 331 DR (1:1)"), "{told:?}");
    play(&mut game, "rout 331 1; retreat 331 1806");
    assert_eq!(compulsory_sets(&game).into_iter().collect::<Vec<_>>(), ["9.Pz a"], "2 and the 2 of the line");
    // 5.Pz a in the empty half of the zone of 78.ID: 3 and 7.
    let field = empty().put("78.ID", "1607").put("5.Pz a", "1608").fortified("78.ID");
    let mut game = attacks(field.put("6 TK, 251, 93", "1708").put("8 GRK, 42 G", "1707"), 1, Side::Russian);
    play(
        &mut game,
        "attack 1608 with 6 TK, 251, 93; attack 1607 with 8 GRK, 42 G; commit; battle 1608; roll [4]",
    );
    play(&mut game, "retreat 5.Pz a 1609; halt");
    assert_eq!(compulsory_sets(&game).into_iter().collect::<Vec<_>>(), ["6 TK+251+93"], "11 for 10");
}
