//! What the rules refuse: the clause, the facts of the case, and who or what is responsible.

use std::collections::BTreeSet;

use crate::board::{Describe, cut_off, empty, table::*};
use crate::published::theatre;
use kit::{Game, Setup};
use sandtable_mars::{Field, GermanZones, House, Mars, PlayerTurn, Scenario, Side, Status};

/// An order, the clause that refuses it, and who is named; what is played before it, if anything, stands before a colon.
type Case = (&'static str, &'static str, &'static [&'static str]);

fn deployed() -> Field {
    Field::deployed(theatre(Scenario::Historical, GermanZones::Inward))
}

fn check_all(game: &Mars, cases: &[Case], seen: &mut BTreeSet<(String, String)>) {
    let mut wrong = Vec::new();
    for (order, clause, responsible) in cases {
        let (before, order) = order.split_once(": ").unwrap_or(("", order));
        let mut game = *game;
        play(&mut game, before);
        let action = game.read(order).unwrap_or_else(|refusal| panic!("`{order}`: {refusal}"));
        let Err(refusal) = game.check(&action) else {
            wrong.push(format!("`{before}: {order}` is allowed"));
            continue;
        };
        let named = responsible.iter().all(|who| refusal.responsible.iter().any(|it| it == who));
        if refusal.clause.0 != *clause || !named {
            wrong.push(format!("`{before}: {order}`: {refusal}"));
        }
        assert!(!offered(&game, "").split("; ").any(|it| it == order), "`{order}` is offered and refused");
        assert!(refusal.reason.split_whitespace().count() > 2, "{refusal}");
        seen.insert((refusal.clause.0.to_owned(), refusal.reason));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn set_up(seen: &mut BTreeSet<(String, String)>) {
    let german = Mars::start(&Setup::of("historical")).unwrap();
    check_all(
        &german,
        &[
            ("pick 8 GRK", "MARS-SET-1", &["8 GRK"]),
            ("pick 19.Pz", "MARS-SET-5", &["19.Pz"]),
            ("done", "MARS-SET-2", &["78.ID", "GD a"]),
            ("commit", "MARS-SET-1", &[]),
            ("pick 78.ID: to 1609", "MARS-SET-2", &["78.ID", "1609"]),
            ("pick 78.ID; to 1607; pick 102.ID: to 1608", "MARS-SET-2", &["102.ID", "78.ID"]),
            ("pick SS-Kav.D: to 1014", "MARS-SET-4", &["SS-Kav.D", "1014"]),
        ],
        seen,
    );
    let mut russian = german;
    play(&mut russian, "deploy; done; deploy");
    check_all(
        &russian,
        &[
            ("pick 8 GRK: to 0101", "MARS-SET-7", &["8 GRK", "0101"]),
            ("pick 8 GRK: to 1607", "MARS-SET-6", &["8 GRK", "1607"]),
            ("pick 8 GRK: to 1708", "MARS-STK-6", &["1708", "6 TK"]),
            ("pick 247: to 1606", "MARS-STK-5", &["1606", "331"]),
            ("pick 247: to 1807", "MARS-SET-1", &["247", "1807"]),
        ],
        seen,
    );
}

fn fortification_and_movement(seen: &mut BTreeSet<(String, String)>) {
    let field = deployed().disrupted("331").fortified("251");
    check_all(
        &at(field, 3, Side::Russian, PlayerTurn::Fortification),
        &[
            ("fortify 6 TK", "MARS-FOR-1", &["6 TK"]),
            ("fortify 331", "MARS-FOR-1", &["331"]),
            ("fortify 251", "MARS-FOR-5", &["251"]),
            ("fortify 78.ID", "MARS-FOR-2", &["78.ID"]),
            ("pick 6 TK", "MARS-SEQ-1", &[]),
        ],
        seen,
    );
    let field = deployed().disrupted("331").with("42 G", Status::DugIn);
    check_all(
        &at(field, 3, Side::Russian, MOVE),
        &[
            ("pick 78.ID", "MARS-SEQ-2", &["78.ID"]),
            ("pick 331", "MARS-MOV-1", &["331"]),
            ("pick 42 G", "MARS-FOR-2", &["42 G"]),
            ("pick 6 TK: to 1607", "MARS-MOV-8", &["1607", "78.ID"]),
            ("pick 6 TK: to 1608", "MARS-MOV-10", &["1608", "78.ID"]),
            ("pick 6 TK: to 1808", "MARS-STK-6", &["1808", "5 TK"]),
            ("pick 6 TK: to 2316", "MARS-MOV-3", &["6 TK"]),
            ("pick 6 TK: to 1708", "MARS-MOV-1", &["6 TK"]),
            ("pick 5 TK; to 1908: pick 5 TK", "MARS-SEQ-13", &["5 TK"]),
            ("attack 1607 with 6 TK", "MARS-SEQ-2", &[]),
        ],
        seen,
    );
    let inside = empty()
        .put("6 TK", "1407")
        .put("GD a", "1406")
        .put("9.Pz a", "1310")
        .put("331", "1306")
        .put("158", "1206")
        .put("186", "1207");
    check_all(
        &at(inside, 3, Side::German, MOVE),
        &[
            ("pick GD a: to 1307", "MARS-ZOC-7", &["1307", "6 TK"]),
            ("pick 9.Pz a: to 0803", "MARS-MOV-3", &["9.Pz a"]),
            ("pick 9.Pz a: exit", "MARS-VIC-11", &["9.Pz a"]),
            ("pick GD a: exit", "MARS-VIC-11", &["GD a"]),
            ("pick 331", "MARS-SEQ-2", &["331"]),
        ],
        seen,
    );
    let edge = empty().put("102.ID", "1607").put("95.ID", "1008").put("6 TK", "1111");
    check_all(
        &at(edge, 3, Side::German, MOVE),
        &[
            ("pick 102.ID: to 1707", "MARS-MOV-11", &["1707"]),
            ("pick 95.ID: to 1012", "MARS-ZOC-6", &["1010", "6 TK"]),
        ],
        seen,
    );
    let game = at(
        empty().put("12.Pz", "1016").with("12.Pz", Status::BroughtIn),
        3,
        Side::German,
        PlayerTurn::Reinforcement,
    );
    check_all(
        &game,
        &[
            ("bring 12.Pz 1016", "MARS-REI-1", &["12.Pz"]),
            ("bring 19.Pz 1015", "MARS-REI-3", &["20.Pz"]),
            ("bring 20.Pz 1015", "MARS-REI-4", &["1015"]),
            ("bring 20.Pz 1016", "MARS-STK-1", &["1016", "12.Pz"]),
            ("bring 20.Pz 1116: bring 19.Pz 1216", "MARS-REI-2", &["20.Pz"]),
            ("send 12.Pz", "MARS-VIC-9", &["12.Pz"]),
            ("send 20.Pz", "MARS-VIC-9", &["19.Pz"]),
        ],
        seen,
    );
}

fn attacks_and_orders(seen: &mut BTreeSet<(String, String)>) {
    let field = deployed().disrupted("331").with("42 G", Status::DugIn).with("25", Status::Strained);
    check_all(
        &attacks(field, 3, Side::Russian),
        &[
            ("attack 1507 with 8 GRK", "MARS-ATT-1", &["8 GRK"]),
            ("attack 1507 with 78.ID", "MARS-ATT-1", &["78.ID"]),
            ("attack 1507 with 331", "MARS-DIS-1", &["331"]),
            ("attack 1607 with 42 G", "MARS-ATT-2", &["42 G"]),
            ("attack 1607 with 25", "MARS-ATT-2", &["25"]),
            ("attack 1607 with 6 TK: attack 1608 with 6 TK", "MARS-ATT-3", &["6 TK"]),
            ("attack 1707 with 6 TK", "MARS-ATT-5", &["1707", "6 TK"]),
            ("attack 1607 with 8 GRK: include 1507 with 1607", "MARS-ATT-4", &["1507", "8 GRK"]),
            ("include 1507 with 1607", "MARS-ATT-4", &["1507"]),
            ("attack 1608 with 6 TK: include 1607 with 1608", "MARS-ATT-5", &["1607"]),
            ("attack 1507 with 80; attack 1607 with 354: include 1507 with 1607", "MARS-ATT-3", &["1507"]),
            ("attack 1507 with 80: commit", "MARS-ATT-6", &["1506", "1607"]),
            ("attack 1607 with 251: commit", "MARS-ODD-6", &["1607"]),
            ("commit", "MARS-ATT-8", &[]),
            ("release 6 TK", "MARS-ATT-10", &["6 TK"]),
            ("drop 1607", "MARS-ATT-10", &["1607"]),
            ("attack 1607 with 6 TK; commit: battle 1507", "MARS-ATT-10", &["1507"]),
            ("attack 1607 with 6 TK; commit; battle 1607: no-retreat 102.ID", "MARS-NRT-1", &["102.ID"]),
            (
                "attack 1607 with 6 TK; commit; battle 1607; no-retreat 78.ID: no-retreat 78.ID",
                "MARS-NRT-1",
                &["78.ID"],
            ),
            ("attack 1607 with 6 TK; commit; battle 1607: probe", "MARS-SEQ-3", &[]),
        ],
        seen,
    );
    let chooser = House { attacker_chooses_index: true, ..House::default() };
    let mut game = Mars::at(deployed(), chooser, 3, Side::Russian, PlayerTurn::Allocation);
    play(&mut game, "attack 1607 with 6 TK; commit; battle 1607");
    check_all(&game, &[("probe", "MARS-ODD-7", &[])], seen);
}

fn after_the_die(seen: &mut BTreeSet<(String, String)>) {
    let field = empty()
        .put("5.Pz a, 9.Pz a", "1010")
        .put("6 TK, 25", "1011")
        .put("158", "1110")
        .put("331", "0709")
        .put("102.ID, 95.ID, GD a", "1009");
    let mut game = attacks(field, 3, Side::Russian);
    play(&mut game, "attack 1010 with 6 TK, 25; commit; battle 1010");
    check_all(
        &game,
        &[
            ("roll [6]: rout GD a 1", "MARS-RES-6", &["GD a"]),
            ("roll [6]: rout 5.Pz a 3", "MARS-RES-6", &["5.Pz a"]),
            ("roll [6]; rout 5.Pz a 1; rout 9.Pz a 1: retreat 5.Pz a 1111", "MARS-RET-2", &["1111", "1011"]),
            ("roll [6]; rout 5.Pz a 1; rout 9.Pz a 1: retreat 5.Pz a 1110", "MARS-RET-3", &["1110", "158"]),
            ("roll [6]; rout 5.Pz a 1; rout 9.Pz a 1: retreat 5.Pz a 1009", "MARS-STK-3", &["1009", "GD a"]),
            ("roll [6]; rout 5.Pz a 1; rout 9.Pz a 1: retreat 5.Pz a 1008", "MARS-RET-1", &["1008"]),
            ("roll [6]; rout 5.Pz a 1; rout 9.Pz a 0: retreat 9.Pz a 0910", "MARS-RET-1", &["9.Pz a"]),
            ("roll [6]; rout 5.Pz a 1; rout 9.Pz a 1: stand 5.Pz a", "MARS-RES-10", &["5.Pz a"]),
            ("roll [5]; retreat 5.Pz a 0910: retreat 9.Pz a 0910", "MARS-RES-16", &["5.Pz a"]),
            ("roll [6]; rout 5.Pz a 2; rout 9.Pz a 0; retreat 5.Pz a 0910: halt", "MARS-RES-6", &["5.Pz a"]),
        ],
        seen,
    );
    let field = empty().put("102.ID, 95.ID", "1010").put("8 GRK, 331", "1011").put("6 TK, 93", "1110");
    let mut game = attacks(field, 3, Side::Russian);
    play(&mut game, "attack 1010 with 8 GRK, 331, 6 TK, 93; commit; battle 1010");
    check_all(
        &game,
        &[
            ("roll [1]: lose 102.ID", "MARS-CRT-3", &["102.ID"]),
            (
                "roll [6]; rout 102.ID 1; rout 95.ID 1; retreat 102.ID 0910; retreat 95.ID 0910: done",
                "MARS-ADV-1",
                &["1010"],
            ),
            (
                "roll [6]; rout 102.ID 1; rout 95.ID 1; retreat 102.ID 0910; retreat 95.ID 0910: advance 6 TK 0910",
                "MARS-ADV-9",
                &["0910"],
            ),
            (
                "roll [6]; rout 102.ID 1; rout 95.ID 1; retreat 102.ID 0910; retreat 95.ID 0910: advance 8 GRK 1010 1009",
                "MARS-ADV-4",
                &["8 GRK", "1009"],
            ),
            (
                "roll [6]; rout 102.ID 1; rout 95.ID 1; retreat 102.ID 0910; retreat 95.ID 0910: advance 5 TK 1010",
                "MARS-ADV-6",
                &["5 TK"],
            ),
            (
                "roll [6]; rout 102.ID 1; rout 95.ID 1; retreat 102.ID 0910; retreat 95.ID 0910; advance 6 TK 1010: advance 8 GRK 1010",
                "MARS-STK-6",
                &["1010", "6 TK"],
            ),
        ],
        seen,
    );
    let mut game = attacks(cut_off(), 5, Side::German);
    play(&mut game, "pass");
    check_all(&game, &[("spare 206.ID", "MARS-SUP-15", &["206.ID"]), ("done", "MARS-SEQ-10", &[])], seen);
}

/// At least forty refusals that differ in their clause or in their facts.
#[test]
fn refusals_name_clause_facts_and_whom_they_are_due_to() {
    let mut seen = BTreeSet::new();
    set_up(&mut seen);
    fortification_and_movement(&mut seen);
    attacks_and_orders(&mut seen);
    after_the_die(&mut seen);
    let clauses: BTreeSet<&String> = seen.iter().map(|(clause, _)| clause).collect();
    assert!(seen.len() >= 60 && clauses.len() >= 40, "{} refusals by {} clauses", seen.len(), clauses.len());
    // Every clause that refuses is a clause of the ledger.
    for clause in clauses {
        assert!((sandtable_mars::RULEBOOK.ledger)().find(clause).is_some(), "{clause}");
    }
}

/// What cannot be read is answered with the way it is written.
#[test]
fn orders_that_cannot_be_read() {
    let game = attacks(deployed(), 3, Side::Russian);
    let cases = [
        ("", "is no order"),
        ("conquer 1607", "orders begin with deploy, pick"),
        ("attack 1607", "`attack HEX with UNIT`"),
        ("Attack 1607", "`attack HEX with UNIT`"),
        ("attack 1607 with 99 TK", "no unit `99 TK`"),
        ("attack 9999 with 6 TK", "9999"),
        ("advance 6 TK", "`TK` is no hex"),
        ("rout 6 TK far", "`rout UNIT NUMBER`"),
        ("index C", "`index A`"),
        ("done now", "`done`"),
        ("pick", "`pick UNIT`"),
        ("to", "`to HEX`"),
    ];
    for (order, answer) in cases {
        let refusal = game.read(order).expect_err(order);
        assert!(refusal.to_string().contains(answer), "`{order}`: {refusal}");
        assert_eq!(refusal.clause.0, "", "no rule of the game decides how orders are written");
    }
}
