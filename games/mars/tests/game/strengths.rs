//! The combat chapter, each clause by itself: strengths, shifts, columns and what is refused.

use crate::common::{Case, attack, hex, results, unit};
use Supply::{Full, Isolated, Rationed};
use kit::{Factor, Inquiry, Part, Reckoning, Sums, Tally, chance, losses};
use sandtable_mars::{
    DieIndex, Moment, Side, Supply,
    battle::{Battle, assault::Place},
};

/// MARS-TER-7: once per hex, to the stronger of two, on a tie to the first of the chart; MARS-R44
#[test]
fn one_garrison_of_a_hex_gains_from_the_line() {
    let case = attack(Side::Russian, 3)
        .from("1708", &["6 TK"])
        .on(hex("1608", Side::German).line(&["1708"]).holds(unit("95.ID")).holds(unit("102.ID").fortified()));
    let mut reckoning = Reckoning::default();
    Battle::prepare(crate::published::rules(), case.situation(), &mut reckoning).unwrap();
    let gains: Vec<&str> =
        reckoning.lines().iter().filter(|line| line.clause.0 == "MARS-TER-7").map(|line| line.who).collect();
    assert_eq!(gains, ["102.ID"]);
    assert_eq!(reckoning.total(Part::DEFENCE), Factor::whole(4 + 4 + 2 + 2));
}

/// MARS-TER-12: once per hex, empty or held, over the line only
#[test]
fn the_russian_side_of_the_line_has_two() {
    let defence = |target: crate::common::Target, from: &str| {
        let case = attack(Side::German, 3).from(from, &["GD a"]).on(target);
        let mut sums = Sums::default();
        Battle::prepare(crate::published::rules(), case.situation(), &mut sums)
            .map(|_| sums.total(Part::DEFENCE).floor())
    };
    let line = || hex("1707", Side::Russian).line(&["1607"]);
    assert_eq!(defence(line(), "1607"), Ok(2));
    assert_eq!(defence(line().holds(unit("331")).holds(unit("354")), "1607"), Ok(6));
    assert_eq!(defence(line().holds(unit("331")), "1706"), Ok(2), "not from the Russian side");
}

/// MARS-TER-14, MARS-TER-15, MARS-TER-16
#[test]
fn cities_and_towns() {
    let gains = |place, holders: Vec<crate::common::Holder>| {
        let target =
            holders.into_iter().fold(hex("1504", Side::German).place(place), crate::common::Target::holds);
        let case = attack(Side::Russian, 3).from("1503", &["6 TK", "8 GRK"]).on(target);
        let mut reckoning = Reckoning::default();
        Battle::prepare(crate::published::rules(), case.situation(), &mut reckoning).unwrap();
        let lines = reckoning.lines().iter();
        let gains = lines.filter(|line| matches!(line.clause.0, "MARS-TER-14" | "MARS-TER-15"));
        gains.map(|line| line.who.to_owned()).collect::<Vec<_>>()
    };
    let pair = || vec![unit("14.PGD a"), unit("14.PGD b")];
    assert_eq!(gains(Place::City, vec![unit("72.ID"), unit("95.ID"), unit("GD a")]), ["72.ID", "95.ID"]);
    assert_eq!(gains(Place::City, pair()), ["14.PGD a"], "one point for the pair");
    assert!(gains(Place::City, vec![unit("14.PGD a")]).is_empty(), "half of it is no garrison of a city");
    assert!(gains(Place::City, vec![unit("14.PGD b"), unit("GD a")]).is_empty());
    assert_eq!(gains(Place::Town, vec![unit("72.ID"), unit("78.ID")]), ["78.ID"], "the strongest");
    assert_eq!(
        gains(Place::Town, vec![unit("72.ID"), unit("78.ID").disrupted()]),
        ["72.ID"],
        "Undisrupted first"
    );
    assert_eq!(
        gains(Place::Town, vec![unit("102.ID"), unit("95.ID")]),
        ["95.ID"],
        "on a tie the first of the chart"
    );
    assert_eq!(gains(Place::Town, pair()), ["14.PGD a"]);
    assert!(gains(Place::Open, vec![unit("72.ID")]).is_empty());
}

/// MARS-TER-2, MARS-R38: strictly more than half, judged hex by hex
#[test]
fn a_river_counts_for_more_than_half_of_the_attack() {
    let with = |wet: &[&str], dry: &[&str]| {
        let case = attack(Side::German, 3).from("w", wet).from("d", dry);
        case.on(hex("x", Side::German).river(&["w"]).holds(unit("251"))).columns()
    };
    assert_eq!(with(&["5.Pz a"], &["5.Pz b"]), ["3:1"], "exactly half gives nothing");
    assert_eq!(with(&["9.Pz a"], &["5.Pz b"]), ["2:1"], "7 against 2 is 3:1, less the river");
    let two = attack(Side::German, 3)
        .from("w", &["9.Pz a", "9.Pz b"])
        .on(hex("x", Side::German).river(&["w"]).holds(unit("251")))
        .on(hex("y", Side::German).holds(unit("331")));
    assert_eq!(two.columns(), ["1:1", "3:2"], "only the hex behind the river gains");
}

/// MARS-ODD-4, MARS-SUP-10, MARS-SUP-12, MARS-R7
#[test]
fn supply_shifts_columns() {
    let columns = |attackers: [Supply; 2], defender: Supply, moment| {
        let case = attack(Side::German, 3).with_one("a", "9.Pz a", attackers[0]).with_one(
            "a",
            "5.Pz a",
            attackers[1],
        );
        case.moment(moment).on(hex("x", Side::German).holds(unit("251").supply(defender))).columns().remove(0)
    };
    assert_eq!(columns([Full, Full], Full, Moment::Allocation), "3:1", "7 against 2");
    assert_eq!(columns([Rationed, Full], Full, Moment::Allocation), "2:1");
    assert_eq!(columns([Rationed, Rationed], Full, Moment::Allocation), "2:1", "once");
    assert_eq!(columns([Isolated, Rationed], Full, Moment::Resolution), "3:2", "the worst counts");
    assert_eq!(columns([Full, Full], Rationed, Moment::Allocation), "4:1");
    assert_eq!(columns([Full, Full], Isolated, Moment::Allocation), "5:1");
    assert_eq!(columns([Rationed, Full], Isolated, Moment::Allocation), "4:1");
}

/// MARS-R7, MARS-R16, MARS-TER-1, MARS-R1: the house options of the chapter
#[test]
fn house_options() {
    let rationed = || {
        attack(Side::German, 3).with_one("a", "9.Pz a", Full).with_one("a", "5.Pz a", Rationed).on(hex(
            "x",
            Side::German,
        )
        .forest()
        .holds(unit("251")))
    };
    assert_eq!(rationed().columns(), ["2:1"], "a forest is open ground");
    assert_eq!(
        rationed().option(|options| options.ration_majority = true).columns(),
        ["3:1"],
        "3 of 7 is no majority"
    );
    assert_eq!(rationed().option(|options| options.forest_shift = true).columns(), ["3:2"]);
    let by_a = rationed().option(|options| options.die_index = DieIndex::A).battle();
    let by_b = rationed().battle();
    for face in 1..=6 {
        assert_eq!(results(&by_a, face), results(&by_b, 7 - face), "MARS-CRT-1: A = 7 - B");
    }
    assert_eq!(chance::odds(&by_a).unwrap(), chance::odds(&by_b).unwrap());
}

/// MARS-ODD-2, MARS-ODD-3, MARS-ODD-5, MARS-ODD-6, MARS-R28, MARS-R43
#[test]
fn the_ends_of_the_ladder() {
    let odds = |attack_factor: i32, defence: i32, river: bool, supply: Supply, moment| {
        let strong = crate::common::own("A", Side::German, attack_factor, 1);
        let weak = crate::common::own("D", Side::Russian, 1, defence).supply(supply);
        let target = hex("x", Side::German).river(if river { &["w"] } else { &[] }).holds(weak);
        let case = attack(Side::German, 3).with_own("w", strong).on(target).moment(moment);
        Battle::prepare(crate::published::rules(), case.situation(), &mut Sums::default())
            .map(|_| case.columns().remove(0))
    };
    let planned = |a, d, river, supply| odds(a, d, river, supply, Moment::Allocation);
    for (a, d, column) in
        [(1, 4, "1:4"), (1, 3, "1:3"), (4, 9, "1:3"), (3, 2, "3:2"), (6, 1, "5:1"), (30, 1, "7:1")]
    {
        assert_eq!(planned(a, d, false, Full).as_deref(), Ok(column), "{a}:{d}");
    }
    assert_eq!(planned(50, 1, true, Full).as_deref(), Ok("5:1"), "capped before the shift");
    assert_eq!(planned(7, 1, false, Isolated).as_deref(), Ok("7:1"), "and after it");
    assert_eq!(planned(4, 17, false, Full).unwrap_err().clause.0, "MARS-ODD-6");
    assert_eq!(planned(4, 17, false, Rationed).as_deref(), Ok("1:4"), "1:5 is one column under 1:4");
    assert_eq!(planned(1, 6, false, Isolated).as_deref(), Ok("1:4"), "1:6 is two under");
    assert_eq!(planned(1, 7, false, Isolated).unwrap_err().clause.0, "MARS-ODD-6");
    assert_eq!(planned(1, 4, true, Full).unwrap_err().clause.0, "MARS-ODD-6");
    assert_eq!(odds(1, 9, true, Full, Moment::Resolution).as_deref(), Ok("1:4"), "sunk since the allocation");
}

/// MARS-R28, MARS-ODD-6, MARS-ODD-8: the reading of a Disrupted unit is no odds
#[test]
fn a_disrupted_defender_does_not_rescue_a_hopeless_attack() {
    let case = attack(Side::German, 3).with_own("w", crate::common::own("A", Side::German, 1, 1)).on(hex(
        "x",
        Side::German,
    )
    .holds(crate::common::own("D", Side::Russian, 1, 5).disrupted()));
    assert_eq!(
        Battle::prepare(crate::published::rules(), case.situation(), &mut Sums::default())
            .unwrap_err()
            .clause
            .0,
        "MARS-ODD-6"
    );
}

/// MARS-RES-3, MARS-RES-5: one sum, halved once; Disrupted units cost nothing, the hex's strength counts once
#[test]
fn several_units_that_read_an_exchange() {
    let exchange_face =
        |case: &Case| (1..=6).find(|&face| results(&case.battle(), face).contains(&"X/2")).unwrap();
    let two = attack(Side::German, 3).from("1607", &["12.Pz", "19.Pz", "20.Pz", "GD a"]).on(hex(
        "1707",
        Side::Russian,
    )
    .line(&["1607"])
    .holds(unit("331"))
    .holds(unit("42 G")));
    assert_eq!(two.columns(), ["3:1", "3:1"], "24 against 7");
    assert_eq!(two.toll(exchange_face(&two)), Factor::whole(4), "half of 2 + 3 + 2, up");
    let mixed = attack(Side::German, 3)
        .from("a", &["12.Pz", "19.Pz", "20.Pz"])
        .on(hex("x", Side::German).holds(unit("8 GRK")).holds(unit("331").disrupted()));
    assert_eq!(mixed.columns(), ["2:1", "3:1"], "19 against 8");
    assert_eq!(
        (results(&mixed.battle(), 1), mixed.toll(1)),
        (vec!["DR", "X/2"], Factor::ZERO),
        "only the Disrupted one reads X/2"
    );
}

/// MARS-RET-6: a unit that has just retreated into the hex adds nothing but reads its result
#[test]
fn a_unit_that_retreated_in_shares_the_fate_only() {
    let case = attack(Side::German, 3)
        .from("a", &["12.Pz"])
        .on(hex("x", Side::German).holds(unit("331")).holds(unit("42 G").retreated_in().disrupted()));
    assert_eq!(case.columns(), ["3:1", "4:1"], "6 against 2");
    assert_eq!(case.toll(1), Factor::ONE, "half of 331 alone, not rounded");
}

/// MARS-ATT-2, MARS-DIS-1, MARS-SUP-11, MARS-ODD-7 and what else is refused, each with its clause and who is to blame
#[test]
fn refusals_name_clause_and_unit() {
    let target = || hex("x", Side::German).holds(unit("251"));
    let german = || attack(Side::German, 3).from("a", &["9.Pz a"]).on(target());
    let refused = |case: Case| {
        Battle::prepare(crate::published::rules(), case.situation(), &mut Sums::default()).unwrap_err()
    };
    let by_unit =
        |change: fn(&mut sandtable_mars::battle::situation::Attacker)| refused(german().attacker(change));
    let cases = [
        (by_unit(|unit| unit.disrupted = true), "MARS-DIS-1", "9.Pz a"),
        (by_unit(|unit| unit.supply = Isolated), "MARS-SUP-11", "9.Pz a"),
        (by_unit(|unit| unit.fortified_this_turn = true), "MARS-ATT-2", "9.Pz a"),
        (by_unit(|unit| unit.moved_too_far = true), "MARS-ATT-2", "9.Pz a"),
        (refused(attack(Side::German, 3).from("a", &["6 TK"]).on(target())), "MARS-ATT-1", "6 TK"),
        (
            refused(
                attack(Side::German, 3).from("a", &["9.Pz a"]).on(hex("x", Side::German).holds(unit("GD a"))),
            ),
            "MARS-ATT-1",
            "GD a",
        ),
        (refused(german().on(hex("y", Side::Russian).line(&["a"]))), "MARS-ATT-5", "y"),
        (
            refused(
                attack(Side::Russian, 3)
                    .from("a", &["6 TK"])
                    .on(hex("x", Side::German).holds(unit("GD a").fortified())),
            ),
            "MARS-FOR-1",
            "GD a",
        ),
        (
            refused(
                attack(Side::German, 3)
                    .from("a", &["9.Pz a"])
                    .on(hex("x", Side::German).holds(unit("331").fortified().retreated_in())),
            ),
            "MARS-FOR-4",
            "331",
        ),
        (
            refused(
                attack(Side::German, 3)
                    .with_own("a", crate::common::own("Z", Side::German, 0, 1))
                    .on(target()),
            ),
            "MARS-ODD-1",
            "Z",
        ),
        (
            refused(
                attack(Side::German, 3)
                    .from("a", &["9.Pz a"])
                    .on(hex("x", Side::German).holds(crate::common::own("Z", Side::Russian, 1, 0))),
            ),
            "MARS-ODD-1",
            "Z",
        ),
    ];
    for (refusal, clause, who) in cases {
        assert_eq!(
            (refusal.clause.0, refusal.responsible.as_slice()),
            (clause, &[who.to_owned()][..]),
            "{refusal}"
        );
    }
    let without_unit = [
        (refused(german().probe()), "MARS-ODD-7"),
        (
            refused(
                attack(Side::Russian, 3)
                    .from("a", &["6 TK"])
                    .on(hex("x", Side::German).holds(unit("GD a")))
                    .probe(),
            ),
            "MARS-ODD-7",
        ),
        (refused(attack(Side::German, 3).on(target())), "MARS-ATT-1"),
        (refused(attack(Side::German, 3).from("a", &["9.Pz a"])), "MARS-ATT-1"),
        (refused(attack(Side::German, 0).from("a", &["9.Pz a"]).on(target())), "MARS-GEN-2"),
        (refused(attack(Side::German, 12).from("a", &["9.Pz a"]).on(target())), "MARS-GEN-2"),
        (refused(attack(Side::German, 3).from("a", &["9.Pz a"; 41]).on(target())), "MARS-ATT-4"),
    ];
    for (refusal, clause) in without_unit {
        assert_eq!(refusal.clause.0, clause, "{refusal}");
    }
}

/// MARS-DIS-1, MARS-FOR-5: a Disrupted unit keeps its factors, its fortification and its town
#[test]
fn a_disrupted_defender_keeps_everything() {
    let defence = |holder: crate::common::Holder| {
        let case = attack(Side::Russian, 3)
            .from("1708", &["6 TK"])
            .on(hex("1608", Side::German).line(&["1708"]).place(Place::City).holds(holder));
        let mut sums = Sums::default();
        Battle::prepare(crate::published::rules(), case.situation(), &mut sums).unwrap();
        sums.total(Part::DEFENCE)
    };
    assert_eq!(defence(unit("78.ID").fortified()), Factor::whole(5 + 2 + 2 + 1));
    assert_eq!(defence(unit("78.ID").fortified().disrupted()), Factor::whole(5 + 2 + 2 + 1));
}

/// MARS-CRT-2, MARS-R6: the toughest defender decides what the attacker loses
#[test]
fn losses_are_read_in_the_lowest_column() {
    let case = attack(Side::German, 3).from("w", &["9.Pz a", "9.Pz b"]).on(hex("x", Side::German)
        .river(&["w"])
        .holds(unit("331"))
        .holds(unit("354").supply(Isolated))
        .holds(unit("251")));
    assert_eq!(case.columns(), ["1:2", "3:2", "1:2"], "7 against 6");
    assert_eq!((results(&case.battle(), 6), case.toll(6)), (vec!["AE", "DA/2", "AE"], Factor::whole(6)));
    assert_eq!((results(&case.battle(), 4), case.toll(4)), (vec!["DA/2", "D", "DA/2"], Factor::whole(4)));
    assert_eq!(losses::cheapest(&[Factor::whole(4), Factor::whole(3)], case.toll(4)), Factor::whole(4));
}
