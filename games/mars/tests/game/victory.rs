//! Victory points, and the panzer divisions that come and go.

use crate::board::{Describe, assert_refused, empty, historical, infantry, unit, units, vazuza};
use kit::Seat;
use sandtable_mars::{
    Aside, Field, Hexes, March, Side, Status,
    movement::check_move,
    reinforcement::{
        Arrivals, bring_in, check_arrival, check_exit, check_sending_away, entry_hexes, exits,
        next_to_arrive, next_to_send_away, waiting, withdraw,
    },
    victory::{Reason, account, each_score, leader, points},
};

/// The points of one side for the reasons that `is_one` picks.
fn sum(field: &Field, side: Side, is_one: impl Fn(Reason) -> bool) -> i32 {
    let mut sum = 0;
    each_score(field, 0, |score| {
        sum += if score.side == side && is_one(score.reason) { score.points } else { 0 }
    });
    sum
}

fn panzers(reason: Reason) -> bool {
    matches!(reason, Reason::BroughtIn(_) | Reason::SentAway(..) | Reason::Left(..) | Reason::LeftAgain(..))
}

fn arrive(field: &mut Field, name: &str, number: &str) {
    let hex = field.hex(number);
    check_arrival::<kit::Refusal>(field, Arrivals::FromTheTop, unit(name), hex).unwrap();
    bring_in(field, unit(name), hex);
}

fn send_away(field: &mut Field, name: &str, turn: u8) {
    check_sending_away::<kit::Refusal>(field, unit(name)).unwrap();
    withdraw(field, unit(name), turn);
}

/// MARS-VIC-8, MARS-VIC-9, MARS-VIC-10, MARS-VIC-12, MARS-REI-3, MARS-REI-6, MARS-R13, MARS-R32
#[test]
fn x18_reinforcements_and_withdrawal() {
    let mut field = Field::deployed(historical());
    let early = check_arrival::<kit::Refusal>(&field, Arrivals::FromTheTop, unit("12.Pz"), field.hex("1016"));
    assert_refused(early, "MARS-REI-3", &["20.Pz"]);
    assert_refused(check_sending_away::<kit::Refusal>(&field, unit("19.Pz")), "MARS-VIC-9", &["12.Pz"]);
    send_away(&mut field, "12.Pz", 1);
    arrive(&mut field, "20.Pz", "1016");
    send_away(&mut field, "19.Pz", 3);
    field = field.put("1.Pz a, 1.Pz b", "0816");
    for (name, turn) in [("20.Pz", 5), ("1.Pz a", 3), ("1.Pz b", 4)] {
        check_exit::<kit::Refusal>(&field, unit(name), field.hex_of(unit(name)).unwrap()).unwrap();
        withdraw(&mut field, unit(name), turn);
    }
    assert_eq!((sum(&field, Side::German, panzers), sum(&field, Side::Russian, panzers)), (19, 4));
    let words: Vec<String> = account(&field, 0)
        .into_iter()
        .filter(|line| line.clause == "MARS-VIC-12")
        .map(|it| it.words)
        .collect();
    assert_eq!(words, ["20.Pz left the map again on turn 5"]);
    field.invariants().unwrap();
}

/// The end of the game in example X19.
fn x19() -> Field {
    let mut field = infantry();
    // Four zones without Germans: three divisions are lost, one has gone away.
    for name in ["102.ID", "95.ID", "129.ID"] {
        field.remove(unit(name), Aside::Eliminated);
    }
    field = field.put("330.ID", "1015");
    for name in ["GD a", "GD b"] {
        field.remove(unit(name), Aside::Eliminated);
    }
    field.remove(unit("12.Pz"), Aside::Withdrawn(2));
    bring_in(&mut field, unit("20.Pz"), historical().map.find("1016").unwrap());
    field.remove(unit("20.Pz"), Aside::Eliminated);
    field
}

/// MARS-VIC-1, MARS-VIC-2, MARS-VIC-3, MARS-VIC-4, MARS-VIC-6, MARS-VIC-7, MARS-VIC-8, MARS-VIC-9
#[test]
fn x19_victory() {
    // Rzhev is cut off with 72.ID in it; Osuga and Belyi are Russian, 86.ID has gone to the other hex of its zone.
    let field = x19()
        .put("8 GRK, 251", "1406")
        .put("2 GKK", "1405")
        .put("6 TK", "1305")
        .put("331, 354", "1506")
        .put("5 TK", "1507")
        .put("86.ID", "0607")
        .put("1 MK", "0608")
        .put("6 RK", "0508");
    let german = |is_one: fn(Reason) -> bool| sum(&field, Side::German, is_one);
    let russian = |is_one: fn(Reason) -> bool| sum(&field, Side::Russian, is_one);
    assert_eq!(german(|it| matches!(it, Reason::ZoneHeld(_))), 16);
    assert_eq!(russian(|it| matches!(it, Reason::ZoneLost(_))), 4);
    assert_eq!(russian(|it| matches!(it, Reason::StrongholdIsolated(_))), 5, "Rzhev");
    assert_eq!(russian(|it| matches!(it, Reason::StrongholdTaken(_))), 0);
    assert_eq!(russian(|it| matches!(it, Reason::TownTaken(_))), 4, "Osuga and Belyi");
    assert_eq!(russian(|it| matches!(it, Reason::Eliminated(_))), (3 + 2) * 2 + 4);
    assert_eq!((german(panzers), russian(panzers)), (6, 4));
    let total = points(&field, 0);
    assert_eq!(total, [31, 22]);
    assert_eq!(leader(total), Some(Side::Russian), "Zhukov wins by 9");
}

/// MARS-VIC-1, MARS-R41
#[test]
fn mars_vic_1_more_points_win() {
    assert_eq!(
        (leader([3, 2]), leader([2, 3]), leader([2, 2])),
        (Some(Side::Russian), Some(Side::German), None)
    );
    let field = Field::deployed(historical());
    assert_eq!(points(&field, 0), [0, 21]);
    assert_eq!(points(&field, 5), [5, 21], "house option handicap");
    let lines = account(&field, 5);
    assert_eq!(lines.len(), 22);
    assert_eq!((lines[0].seat, lines[0].points, lines[0].clause), (Seat(1), 1, "MARS-VIC-2"));
    assert_eq!(lines[0].words, "zone Z1: a German unit in supply");
}

/// MARS-VIC-2, MARS-VIC-3
#[test]
fn mars_vic_3_a_zone_of_isolated_germans_counts_for_nobody() {
    let field = Field::empty(vazuza()).put("78.ID", "0504").put("6 TK", "0505");
    assert_eq!(points(&field, 0)[1], 0, "78.ID is isolated");
    assert_eq!(sum(&field, Side::Russian, |it| matches!(it, Reason::ZoneLost(_))), 3);
    let panzer = field.put("5.Pz a", "0704").disrupted("5.Pz a");
    assert_eq!(points(&panzer, 0)[1], 1, "any kind of unit, Disrupted or not");
    let both = panzer.put("5.Pz b", "0804");
    assert_eq!(points(&both, 0)[1], 1, "zones count, not hexes");
}

/// MARS-VIC-4, MARS-VIC-5, MARS-VIC-6, MARS-VIC-14, MARS-R30, MARS-R45
#[test]
fn mars_vic_4_to_6_towns() {
    let strongholds = |field: &Field| {
        sum(field, Side::Russian, |it| {
            matches!(it, Reason::StrongholdIsolated(_) | Reason::StrongholdTaken(_))
        })
    };
    let open = Field::empty(vazuza());
    assert_eq!(strongholds(&open), 0, "a German unit there would be supplied");
    let taken = open.put("6 TK", "0506").put("6 TK", "0503");
    assert_eq!(strongholds(&taken), 10, "MARS-VIC-14: control stays when the unit has gone on");
    // Germans around it on every side but none in it: Russian without a Russian line.
    let cut = taken
        .put("102.ID", "0505")
        .put("78.ID", "0507")
        .put("95.ID", "0405")
        .put("337.ID", "0605")
        .put("5.Pz a", "0406")
        .put("5.Pz b", "0606");
    assert_eq!(strongholds(&cut), 5);
    let retaken = cut.put("12.Pz", "0506");
    assert_eq!(strongholds(&retaken), 0);
    let towns = |field: &Field| sum(field, Side::Russian, |it| matches!(it, Reason::TownTaken(_)));
    assert_eq!(towns(&open.put("6 TK", "0306")), 2, "Osuga");
    // Towns that were Russian all the time are worth nothing.
    assert_eq!(towns(&empty().put("6 TK", "1605")), 0);
}

/// MARS-VIC-7, MARS-VIC-13, MARS-SUP-16
#[test]
fn mars_vic_7_losses() {
    let lost = |names: &str| {
        let field = empty().without(names);
        sum(&field, Side::Russian, |it| matches!(it, Reason::Eliminated(_)))
    };
    assert_eq!(
        [lost("78.ID"), lost("SS-Kav.D"), lost("5.Pz a"), lost("GD b"), lost("12.Pz")],
        [2, 2, 2, 2, 4]
    );
    assert_eq!(lost("6 TK, 8 GRK"), 0, "MARS-VIC-13: Russian losses");
    let mut field = empty();
    withdraw(&mut field, unit("12.Pz"), 11);
    assert_eq!(sum(&field, Side::Russian, |it| matches!(it, Reason::Eliminated(_))), 0, "withdrawn");
}

/// MARS-VIC-9, MARS-VIC-10, MARS-VIC-12, MARS-R32: by turn, in both scenarios.
#[test]
fn mars_vic_9_to_12_points_by_turn() {
    let value = |theatre: &sandtable_mars::theatre::Theatre, name, brought_in| {
        (1..=theatre.turns)
            .map(|turn| theatre.withdrawal_points(unit(name), turn, brought_in))
            .collect::<Vec<_>>()
    };
    assert_eq!(value(historical(), "12.Pz", false), [6, 6, 6, 4, 4, 4, 2, 2, 2, 0, 0]);
    assert_eq!(value(historical(), "1.Pz a", false), [3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0]);
    assert_eq!(value(historical(), "20.Pz", true), [4, 4, 4, 2, 2, 2, 0, 0, 0, 0, 0]);
    assert_eq!(value(vazuza(), "12.Pz", false), [6, 4, 2, 0]);
    assert_eq!(value(vazuza(), "5.Pz a", false), [3, 2, 1, 0]);
    assert_eq!(value(vazuza(), "12.Pz", true), [4, 2, 0, 0]);
}

/// MARS-VIC-11, MARS-R31
#[test]
fn mars_vic_11_exits() {
    let field = empty().put("9.Pz a", "1812").put("78.ID", "1016").put("GD a", "1016").put("5.Pz a", "1216");
    let march = March::of(&field, Side::German);
    let out = |name: &str| exits(&field, &march, &march.range(&field, unit(name)));
    assert!(out("9.Pz a").contains(field.hex("1816")), "four hexes and one more");
    assert!(out("5.Pz a").contains(field.hex("1216")), "instead of other movement");
    assert!(out("78.ID").is_empty() && out("GD a").is_empty(), "MARS-R31: only panzers");
    assert_refused(
        check_exit::<kit::Refusal>(&field, unit("GD a"), field.hex("1016")),
        "MARS-VIC-11",
        &["GD a"],
    );
    assert_refused(
        check_exit::<kit::Refusal>(&field, unit("5.Pz a"), field.hex("1215")),
        "MARS-VIC-11",
        &["5.Pz a"],
    );
    let farther = field.put("9.Pz a", "1811");
    assert!(
        check_move::<kit::Refusal>(&farther, unit("9.Pz a"), field.hex("1816")).is_ok(),
        "as far as the edge"
    );
    assert_refused(
        check_exit::<kit::Refusal>(&farther, unit("9.Pz a"), field.hex("1816")),
        "MARS-VIC-11",
        &["9.Pz a"],
    );
    assert_refused(
        check_exit::<kit::Refusal>(&field, unit("9.Pz a"), field.hex("0916")),
        "MARS-MOV-3",
        &["9.Pz a"],
    );
    // 1016 in a zone of control: it must stop there, but may leave if it began there.
    let watched = field.put("78.ID, GD a", "1010").put("9.Pz a", "1015").put("6 TK", "0916");
    assert_refused(
        check_exit::<kit::Refusal>(&watched, unit("9.Pz a"), field.hex("1016")),
        "MARS-VIC-11",
        &["9.Pz a"],
    );
    assert!(
        check_exit::<kit::Refusal>(&watched.put("9.Pz a", "1016"), unit("9.Pz a"), field.hex("1016")).is_ok()
    );
    let isolated = field.with("5.Pz a", Status::Isolated);
    assert_refused(
        check_exit::<kit::Refusal>(&isolated, unit("5.Pz a"), field.hex("1216")),
        "MARS-MOV-7",
        &["5.Pz a"],
    );
    assert_refused(
        check_exit::<kit::Refusal>(&field.disrupted("5.Pz a"), unit("5.Pz a"), field.hex("1216")),
        "MARS-MOV-1",
        &["5.Pz a"],
    );
}

/// MARS-VIC-14
#[test]
fn mars_vic_14_control() {
    let field = Field::deployed(historical());
    let controller =
        |field: &Field, number: &str| field.controller(historical().town_at(field.hex(number)).unwrap());
    assert_eq!((controller(&field, "1504"), controller(&field, "1605")), (Side::German, Side::Russian));
    let passed = empty().put("6 TK", "1406").put("6 TK", "1405");
    assert_eq!(controller(&passed, "1406"), Side::Russian);
    assert_eq!(controller(&passed.put("78.ID", "1406"), "1406"), Side::German);
}

/// MARS-REI-1, MARS-REI-2, MARS-REI-3, MARS-R13
#[test]
fn mars_rei_1_to_3_the_queue() {
    let mut field = Field::deployed(historical());
    assert_eq!(waiting(&field), units("12.Pz, 19.Pz, 20.Pz"));
    assert_eq!(next_to_arrive(&field, Arrivals::FromTheTop).map(crate::published::name), Some("20.Pz"));
    assert_eq!(next_to_arrive(&field, Arrivals::Numerical).map(crate::published::name), Some("12.Pz"));
    assert_eq!(next_to_send_away(&field).map(crate::published::name), Some("12.Pz"));
    arrive(&mut field, "20.Pz", "1016");
    let second =
        check_arrival::<kit::Refusal>(&field, Arrivals::FromTheTop, unit("19.Pz"), field.hex("0916"));
    assert_refused(second, "MARS-REI-2", &["20.Pz"]);
    field.begin_player_turn(Side::German);
    arrive(&mut field, "19.Pz", "0916");
    let again = check_arrival::<kit::Refusal>(&field, Arrivals::FromTheTop, unit("20.Pz"), field.hex("1016"));
    assert_refused(again, "MARS-REI-1", &["20.Pz"]);
    assert_refused(check_sending_away::<kit::Refusal>(&field, unit("78.ID")), "MARS-VIC-9", &["78.ID"]);
    assert_eq!(sum(&field, Side::Russian, panzers), 8, "MARS-REI-6");
}

/// MARS-REI-4, MARS-REI-5, MARS-STK-7
#[test]
fn mars_rei_4_where_a_division_arrives() {
    let mut field = empty().put("6 TK", "0516").put("12.Pz", "0616");
    let refused = |number: &str, clause, who: &[&str]| {
        assert_refused(
            check_arrival::<kit::Refusal>(&field, Arrivals::FromTheTop, unit("20.Pz"), field.hex(number)),
            clause,
            who,
        );
    };
    refused("0515", "MARS-REI-4", &["0515"]);
    refused("2016", "MARS-REI-4", &["2016"]);
    refused("0516", "MARS-REI-4", &["0516", "6 TK"]);
    refused("0616", "MARS-STK-1", &["0616", "12.Pz"]);
    assert_eq!(entry_hexes(&field, unit("20.Pz")).len(), 19 - 2);
    arrive(&mut field, "20.Pz", "1016");
    assert!(
        check_move::<kit::Refusal>(&field, unit("20.Pz"), field.hex("1012")).is_ok(),
        "it moves on the turn it comes"
    );
    // The learning map's edge full of Russians: it waits.
    let mut edge = Field::empty(vazuza());
    for (name, column) in ["8 GRK", "6 TK", "42 G", "247", "251", "331", "25", "93"].into_iter().zip(1..) {
        edge = edge.put(name, &format!("{column:02}08"));
    }
    assert_eq!(entry_hexes(&edge, unit("12.Pz")), Hexes::EMPTY, "MARS-REI-5");
}
