//! Battles played through the game: results, losses and orders, with scripted dice.

use std::collections::BTreeSet;

use crate::board::{Describe, empty, historical, table::*, unit};
use kit::Game;
use sandtable_mars::{Field, Mars, Side, Status};

/// 5.Pz a in 1010 attacked from the south, GD a in 1009 behind it attacked from the north.
fn two_battles() -> Field {
    empty().put("5.Pz a", "1010").put("GD a", "1009").put("6 TK, 25", "1011").put("8 GRK, 42 G", "1008")
}

const BOTH: &str = "attack 1010 with 6 TK, 25; attack 1009 with 8 GRK, 42 G; commit";

/// The assault of example X1 before its die.
fn x1() -> Mars {
    let mut game = attacks(Field::deployed(historical()), 1, Side::Russian);
    play(&mut game, "attack 1607 with 8 GRK, 42 G, 25, 6 TK, 251, 93; commit; battle 1607");
    game
}

/// Every set of attackers that can be named as lost, by playing all orders of naming them.
fn loss_sets(game: &Mars, named: &BTreeSet<String>, sets: &mut BTreeSet<String>) {
    if step(game) != "Losses" {
        sets.insert(named.iter().cloned().collect::<Vec<_>>().join("+"));
        return;
    }
    for order in offered(game, "lose").split("; ") {
        let (mut then, mut named) = (*game, named.clone());
        let before = then.field().on_map();
        play(&mut then, order);
        // Who has no choice left is named without being asked.
        if step(&then) == "Losses" {
            named.insert(order["lose ".len()..].to_owned());
        } else {
            let gone = before - then.field().on_map();
            named = gone
                .iter()
                .map(|it| crate::published::name(it).to_owned())
                .filter(|it| it != "78.ID")
                .collect();
        }
        loss_sets(&then, &named, sets);
    }
}

/// X2: MARS-CRT-3, MARS-RES-2, MARS-RES-16, MARS-SET-8, MARS-ADV-2, MARS-ADV-4, MARS-VIC-7
#[test]
fn x2_losses_and_the_advance_after_an_exchange() {
    let mut game = x1();
    let told = play(&mut game, "roll [6]");
    assert_eq!(told[0], "44 against 9: 78.ID X/2 (3:1) (MARS-CRT-2)");
    assert_eq!(whereabouts(&game, "78.ID"), "1607", "attacker losses come first");
    let mut sets = BTreeSet::new();
    loss_sets(&game, &BTreeSet::new(), &mut sets);
    let expected = ["25+251", "25+93", "251+93", "42 G", "6 TK", "8 GRK"];
    assert_eq!(sets.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    let before = game.points()[0];
    play(&mut game, "lose 42 G");
    assert_eq!(whereabouts(&game, "78.ID"), "Eliminated");
    assert_eq!(game.points()[0] - before, 2 + 1, "a division, and its zone");
    assert!(offered(&game, "").starts_with("done"), "the advance is optional");
    assert_eq!(offered(&game, "advance 6 TK 1607 1608"), "advance 6 TK 1607 1608");
    assert_eq!(offered(&game, "advance 93 1607 1508"), "", "5.Pz stands there");
    assert_eq!(offered(&game, "advance 8 GRK"), "advance 8 GRK 1607", "no tanks, no second hex");
}

/// X5: MARS-ODD-8, MARS-CRT-2, MARS-RES-13, MARS-REC-3, MARS-DIS-3
#[test]
fn x5_a_mixed_stack_recovers_by_its_own_results() {
    let field = empty()
        .put("9.Pz a, 9.Pz b", "1408")
        .put("5.Pz a, 5.Pz b", "1407")
        .put("6 TK, 251", "1508")
        .disrupted("6 TK");
    let after = |script: &str| {
        let mut game = attacks(field, 3, Side::German);
        play(&mut game, "attack 1508 with 9.Pz a, 9.Pz b, 5.Pz a, 5.Pz b; commit; battle 1508");
        let told = play(&mut game, script);
        (game, told)
    };
    let (game, told) = after("roll [6]");
    assert_eq!(told[0], "13 against 7: 6 TK - (2:1), 251 DA/2 (3:2) (MARS-CRT-2)");
    assert_eq!(offered(&game, "lose"), "lose 5.Pz a; lose 5.Pz b; lose 9.Pz a; lose 9.Pz b");
    let (game, _) = after("roll [6]; lose 9.Pz a; lose 9.Pz b");
    assert!(!is_disrupted(&game, "6 TK"), "it read - and was in supply");
    assert!(is_disrupted(&game, "251"));
    let (game, told) = after("roll [5]");
    assert_eq!(told[0], "13 against 7: 6 TK D (2:1), 251 - (3:2) (MARS-CRT-2)");
    assert!(is_disrupted(&game, "6 TK"), "Disrupted anew: it does not recover");
    assert!(!is_disrupted(&game, "251"));
}

/// 42 G and 331 in 1010 against both halves of Grossdeutschland at 2:1, before the die.
fn guards_and_others() -> Mars {
    let field = empty().put("42 G, 331", "1010").put("GD a, GD b", "1011");
    let mut game = attacks(field, 3, Side::German);
    play(&mut game, "attack 1010 with GD a, GD b; commit; battle 1010");
    game
}

/// X9: MARS-RES-8, MARS-NRT-1, MARS-NRT-2, MARS-R18, MARS-R19
#[test]
fn x9_withdrawal_of_guards_and_others() {
    let after = |script: &str| {
        let mut game = guards_and_others();
        play(&mut game, script);
        (is_disrupted(&game, "42 G"), is_disrupted(&game, "331"), whereabouts(&game, "42 G"))
    };
    let far = |it: (bool, bool, String)| (it.0, it.1, it.2);
    let one = after("roll [3]; retreat 42 G 1009; halt; retreat 331 1009; halt");
    assert_eq!(far(one), (false, true, "1009".into()));
    let two = after("roll [3]; retreat 42 G 1009; retreat 42 G 1008; retreat 331 1009; halt");
    assert_eq!(far(two), (true, true, "1008".into()));
    let ordered = after("no-retreat 42 G; roll [3]; retreat 331 1009; halt");
    assert_eq!(far(ordered), (true, true, "1010".into()));
}

/// X9: MARS-RES-8, MARS-RET-7, MARS-FOR-4
#[test]
fn x9_a_german_division_withdraws_one_hex_in_order() {
    let field = empty().put("102.ID", "1010").fortified("102.ID").put("6 TK, 25", "1011");
    let mut game = attacks(field, 3, Side::Russian);
    let told = play(
        &mut game,
        "attack 1010 with 6 TK, 25; commit; battle 1010; roll [5]; retreat 102.ID 1009; halt",
    );
    assert!(told.iter().any(|it| it.starts_with("9 against 6: 102.ID DW (3:2)")), "{told:?}");
    assert!(!is_disrupted(&game, "102.ID"));
    assert!(!is(&game, "102.ID", Status::Fortified));
}

/// X10: MARS-RES-10, MARS-RES-11, MARS-RET-1, MARS-RET-2, MARS-NRT-2
#[test]
fn x10_the_german_may_retreat_instead_of_being_disrupted() {
    let mut game = x1();
    play(&mut game, "roll [1]");
    assert_eq!(game.status(), kit::Status::Deciding(kit::Seat(1)), "the defender decides");
    assert_eq!(offered(&game, ""), "retreat 78.ID 1507; retreat 78.ID 1508; stand 78.ID");
    let mut stands = game;
    play(&mut stands, "stand 78.ID");
    assert!(is_disrupted(&stands, "78.ID") && is(&stands, "78.ID", Status::Fortified));
    assert_eq!(moment(&stands), "1 German Reinforce", "no hex was emptied, no battle is left");
    play(&mut game, "retreat 78.ID 1507; halt");
    assert!(!is_disrupted(&game, "78.ID") && !is(&game, "78.ID", Status::Fortified));
    refuses(&game, "done", "MARS-ADV-1", &["1607"]);
    let mut ordered = x1();
    play(&mut ordered, "no-retreat 78.ID; roll [1]");
    assert!(is_disrupted(&ordered, "78.ID"), "MARS-NRT-2: no option");
    let mut farther = x1();
    play(&mut farther, "roll [1]; retreat 78.ID 1508; retreat 78.ID 1509; halt");
    assert!(is_disrupted(&farther, "78.ID"), "two hexes Disrupt");
    assert_eq!(offered(&farther, "advance 6 TK"), "advance 6 TK 1607", "5.Pz bars the first hex of its way");
}

/// MARS-RET-6, MARS-ODD-6, MARS-SUP-10: whoever retreats into a hex that is still to be attacked adds nothing to its
/// defence but shares its fate.
#[test]
fn mars_ret_6_a_newcomer_suffers_but_does_not_help() {
    let mut game = attacks(two_battles(), 3, Side::Russian);
    play(&mut game, BOTH);
    let told = play(&mut game, "battle 1010; roll [3]; retreat 5.Pz a 1009; halt; advance 6 TK 1010; done");
    assert!(told.iter().any(|it| it.starts_with("9 against 3: 5.Pz a DW (3:1)")), "{told:?}");
    let told = play(&mut game, "battle 1009; roll [4]");
    // 9 against the 5 of GD a is 3:2; with the 3 of 5.Pz a it would be 1:1. Both are surrounded by now: two columns.
    assert_eq!(told[0], "9 against 5: 5.Pz a DR (3:1), GD a DR (3:1) (MARS-CRT-2)");
    assert_eq!(offered(&game, "rout 5.Pz a"), "rout 5.Pz a 0; rout 5.Pz a 1; rout 5.Pz a 2");
    play(&mut game, "rout 5.Pz a 0; rout GD a 0");
    assert!(is_disrupted(&game, "5.Pz a"), "it suffers the result");
}

/// MARS-RET-6, MARS-NRT-1: the newcomer may be ordered to stand as well.
#[test]
fn mars_nrt_1_a_newcomer_may_be_ordered_not_to_retreat() {
    let mut game = attacks(two_battles(), 3, Side::Russian);
    play(&mut game, BOTH);
    play(&mut game, "battle 1010; roll [3]; retreat 5.Pz a 1009; halt; advance 6 TK 1010; done; battle 1009");
    assert_eq!(offered(&game, ""), "roll; no-retreat 5.Pz a; no-retreat GD a");
    play(&mut game, "no-retreat 5.Pz a; roll [4]; rout GD a 0; rout 5.Pz a 1");
    assert_eq!(whereabouts(&game, "5.Pz a"), "Eliminated", "MARS-NRT-2");
}

/// MARS-RES-6, MARS-R22: the number is the attacker's, and a unit driven two hexes does not stop after one.
#[test]
fn mars_res_6_the_attackers_number_is_kept() {
    let mut game = attacks(two_battles(), 3, Side::Russian);
    play(&mut game, "attack 1010 with 6 TK, 25; commit; battle 1010; roll [5]");
    assert_eq!(game.status(), kit::Status::Deciding(kit::Seat(0)), "the attacker decides how far");
    let mut stays = game;
    play(&mut stays, "rout 5.Pz a 0");
    assert_eq!((whereabouts(&stays, "5.Pz a"), is_disrupted(&stays, "5.Pz a")), ("1010".into(), true));
    play(&mut game, "rout 5.Pz a 2; retreat 5.Pz a 1009");
    assert_eq!(offered(&game, ""), "retreat 5.Pz a 0909; retreat 5.Pz a 1109");
    refuses(&game, "halt", "MARS-RES-6", &["5.Pz a"]);
    play(&mut game, "retreat 5.Pz a 1109");
    assert_eq!((whereabouts(&game, "5.Pz a"), is_disrupted(&game, "5.Pz a")), ("1109".into(), true));
}

/// 5.Pz a in 1010 with Russians, or a stack of friends, in the three hexes where it could go; before the die.
fn no_way_out(friends_in_1009: &str) -> Mars {
    let field = empty().put("5.Pz a", "1010").put("6 TK, 25", "1011").put("158", "1110").put("186", "0910");
    let field = if friends_in_1009.is_empty() {
        field.put("135", "1009")
    } else {
        field.put(friends_in_1009, "1009")
    };
    let mut game = attacks(field, 3, Side::Russian);
    play(&mut game, "attack 1010 with 6 TK, 25; commit; battle 1010");
    game
}

const FULL: &str = "102.ID, 95.ID, GD a";

/// MARS-RES-7, MARS-RES-9, MARS-RET-4, MARS-RET-9, MARS-NRT-2, MARS-R22, MARS-R23: what becomes of a unit that cannot
/// retreat, by the result, by what bars its way, and by its orders.
#[test]
fn mars_ret_9_who_cannot_retreat() {
    // Isolated, the lone unit reads 5:1 (DW on a 1, DR on a 2); beside friends it is supplied and reads 3:1.
    let cases = [
        ("", "roll [2]; rout 5.Pz a 0", "1010", true, "MARS-RES-6"),
        ("", "roll [2]; rout 5.Pz a 1", "Eliminated", false, "MARS-RES-7"),
        ("", "roll [1]", "1010", true, "MARS-RES-9"),
        ("", "no-retreat 5.Pz a; roll [1]", "1010", true, "MARS-NRT-2"),
        ("", "no-retreat 5.Pz a; roll [2]; rout 5.Pz a 1", "Eliminated", false, "MARS-NRT-2"),
        (FULL, "roll [2]", "Eliminated", false, "MARS-RET-9, though it reads DW"),
        (FULL, "no-retreat 5.Pz a; roll [2]", "1010", true, "MARS-NRT-2 saves it from MARS-RET-9"),
        (FULL, "roll [1]", "1010", true, "MARS-RES-10: the option of D is not open"),
        (FULL, "roll [5]; rout 5.Pz a 1", "Eliminated", false, "MARS-RES-7"),
    ];
    for (friends, script, place, disrupted, why) in cases {
        let mut game = no_way_out(friends);
        let told = play(&mut game, script);
        let found = (whereabouts(&game, "5.Pz a"), is_disrupted(&game, "5.Pz a"));
        assert_eq!(found, (place.to_owned(), disrupted), "{friends} {script}: {why}\n{told:#?}");
    }
}

/// MARS-RES-13, MARS-RES-14, MARS-RES-10, MARS-R5: AE and DA/2 for both sides.
#[test]
fn mars_res_14_what_a_bad_roll_costs() {
    // 8 GRK and 331, 8 factors, against an unfortified division of 4 and GD a of 5: 1:2.
    let field = empty().put("102.ID, GD a", "1010").put("8 GRK, 331", "1011");
    let after = |script: &str| {
        let mut game = attacks(field, 3, Side::Russian);
        play(&mut game, "attack 1010 with 8 GRK, 331; commit; battle 1010");
        let told = play(&mut game, script);
        (game, told)
    };
    let (game, told) = after("roll [2]");
    assert!(told[0].starts_with("8 against 9: 102.ID AE (1:2)"), "{told:?}");
    assert_eq!(
        (whereabouts(&game, "8 GRK"), whereabouts(&game, "331")),
        ("Eliminated".into(), "Eliminated".into())
    );
    assert!(!is_disrupted(&game, "102.ID") && step(&game) != "Retreats", "the defender is untouched");
    let (game, told) = after("roll [3]");
    assert!(told[0].contains("GD a DA/2 (1:2)"), "{told:?}");
    assert!(told[1].contains("the attacker loses 8 GRK"), "half of 8 is 4: only the korps pays it: {told:?}");
    assert_eq!(whereabouts(&game, "331"), "1011");
    assert_eq!(offered(&game, "stand"), "stand 102.ID; stand GD a", "the D half of DA/2");
    assert_eq!(game.field().hex_of(unit("8 GRK")), None);
}
