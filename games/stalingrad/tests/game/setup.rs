//! STAL-SET-1 to STAL-SET-3, STAL-UNI-1 to STAL-UNI-3, STAL-R40, STAL-R90.

use kit::{
    Game, Setup, Status as Deciding,
    testing::{act, assert_refused},
};
use sandtable_stalingrad::{
    flow::Step,
    game::{Stalingrad, seat},
    units::{Arm, Gait, Side, UnitKind},
};

use crate::{
    board::{empty, game, numbers, unit},
    orders::{acts, offered, place},
};

fn free() -> Stalingrad {
    let mut setup = Setup::of("historical");
    setup.options.insert("setup".into(), "free".into());
    Stalingrad::start(&setup).unwrap()
}

/// STAL-R105, STAL-R108: the divisions that come over the river fresh, and one that holds the south-west, are stronger than others.
#[test]
fn stal_r105_fresh_divisions_have_factor_4() {
    let game = game("historical");
    for name in ["95.RD", "193.RD", "284.RD", "308.RD", "39.GRD"] {
        assert_eq!(game.field().unit(unit(name)).factor, kit::Factor::whole(4), "{name}");
    }
    for (name, factor) in [("112.RD", 2), ("131.RD", 2), ("244.RD", 3)] {
        assert_eq!(game.field().unit(unit(name)).factor, kit::Factor::whole(factor), "{name}");
    }
}

/// STAL-R107: who fights for the steelworks.
#[test]
fn stal_r107_red_october_is_fought_by_other_forces() {
    let game = game("red-october");
    assert_eq!([place(&game, "227.R"), place(&game, "92.RB")], ["0909", "1409"]);
    assert_eq!([place(&game, "149.RB"), place(&game, "54.R")], ["Calendar(1)", "Absent"]);
}

/// STAL-SET-3, STAL-STK-7: whose historical hex was filled by hand begins next to it.
#[test]
fn stal_set_3_a_full_hex_sends_nobody_far_away() {
    let mut game = free();
    acts(&mut game, "pick 112.RD; to 1215; deploy");
    assert_eq!(place(&game, "112.RD"), "1215");
    let (theatre, division) = (game.theatre(), game.field().hex_of(unit("10.NKVD RD")).unwrap());
    assert_eq!(theatre.map.distance(division, theatre.map.find("1215").unwrap()), 1);
    assert_eq!(place(&game, "38.RB"), "1212");
}

/// STAL-SET-3, STAL-R90: with the published options everybody stands where history had him.
#[test]
fn stal_set_3_the_historical_set_up() {
    let mut game = game("historical");
    let german = [
        ("Pz.R.2", "0102"),
        ("92.R", "0104"),
        ("544.R", "0106"),
        ("131.R", "0108"),
        ("369.R", "0110"),
        ("518.R", "0112"),
        ("178.R", "0114"),
        ("191.R", "0116"),
        ("26.PzGR", "0118"),
        ("276.R", "0120"),
        ("Pz.R.36", "0122"),
        ("15.R", "0124"),
    ];
    let russian = [
        ("124.RB", "1402"),
        ("149.RB", "1403"),
        ("115.RB", "0903"),
        ("129.RB", "1306"),
        ("27.TB", "1308"),
        ("112.RD", "1309"),
        ("189.TB", "1310"),
        ("38.RB", "1212"),
        ("6.TB", "1115"),
        ("10.NKVD RD", "1215"),
        ("62.A HQ", "1316"),
        ("42.RB", "1116"),
        ("244.RD", "1117"),
        ("133.TB", "1118"),
        ("26.TB", "1217"),
        ("10.RB", "1218"),
        ("35.GRD", "1220"),
        ("131.RD", "1319"),
    ];
    for (name, hex) in german.into_iter().chain(russian) {
        assert_eq!(place(&game, name), hex, "{name}");
    }
    assert_eq!(game.theatre().name(game.field().guns), "1513");
    assert_eq!(
        numbers(game.field(), game.field().german),
        numbers(game.field(), game.theatre().western_edge)
    );
    // The Russian only says whether he holds, and the German begins.
    assert_eq!(offered(&game), ["no-retreat", "retreats"]);
    assert_refused(&game, "guns 1612", "STAL-SET-3");
    act(&mut game, "retreats", &[]);
    assert_eq!((game.turn(), game.phasing()), (1, Side::German));
    assert!(!matches!(game.step(), Step::SetUp(_)));
}

/// STAL-SET-1, STAL-SET-2, STAL-STK-7, STAL-R40: the Russian sets up first, as he likes.
#[test]
fn stal_set_1_russians_begin_where_they_like() {
    let mut game = free();
    assert_eq!(game.status(), Deciding::Deciding(seat(Side::Russian)));
    assert_refused(&game, "pick 516.R", "STAL-SET-1");
    assert_refused(&game, "retreats", "STAL-SET-1");
    act(&mut game, "pick 112.RD", &[]);
    assert_refused(&game, "to 0110", "STAL-SET-1");
    assert_refused(&game, "to 1510", "STAL-SET-1");
    acts(&mut game, "to 0210; pick 10.RB; to 0210; pick 38.RB");
    assert_refused(&game, "to 0210", "STAL-STK-7");
    acts(&mut game, "east-bank; deploy");
    let found = ["112.RD", "10.RB", "38.RB", "42.RB"].map(|name| place(&game, name));
    assert_eq!(found, ["0210", "0210", "EastBank", "1116"]);
    // STAL-ART-1: the guns stand on the east bank.
    assert_refused(&game, "guns 1410", "STAL-ART-1");
    acts(&mut game, "guns 1612; no-retreat");
    assert_eq!(game.theatre().name(game.field().guns), "1612");
    assert_eq!(game.status(), Deciding::Deciding(seat(Side::German)));
}

/// STAL-SET-2: Germans begin in column 01, the pioneers on the calendar.
#[test]
fn stal_set_2_germans_begin_in_the_westernmost_column() {
    let mut game = free();
    acts(&mut game, "deploy; retreats");
    assert_refused(&game, "pick Pi.45", "STAL-SET-1");
    assert_refused(&game, "done", "STAL-SET-2");
    act(&mut game, "pick 516.R", &[]);
    assert_refused(&game, "to 0210", "STAL-SET-2");
    acts(&mut game, "to 0101; deploy");
    assert_eq!(["516.R", "517.R", "Pi.45"].map(|name| place(&game, name)), ["0101", "0112", "Calendar(9)"]);
    act(&mut game, "done", &[]);
    assert_eq!((game.turn(), game.phasing()), (1, Side::German));
}

/// STAL-UNI-1, STAL-UNI-2, STAL-UNI-3
#[test]
fn stal_uni_3_types_parents_and_factors() {
    let field = empty();
    let seen = |name: &str| {
        let (printed, piece) = (field.unit(unit(name)), field.piece(unit(name)));
        (printed.parent.as_deref(), printed.factor.to_string(), piece.kind, piece.gait)
    };
    assert_eq!(seen("516.R"), (Some("295.ID"), "2".into(), UnitKind::Infantry, Gait::Foot));
    assert_eq!(seen("Pz.R.24"), (Some("24.PzD"), "1".into(), UnitKind::Panzer, Gait::Mobile));
    assert_eq!(seen("21.PzGR"), (Some("24.PzD"), "2".into(), UnitKind::PanzerGrenadier, Gait::Mobile));
    assert_eq!(seen("92.R"), (Some("60.MotD"), "1".into(), UnitKind::MotorizedInfantry, Gait::Mobile));
    assert_eq!(
        seen("Pi.45"),
        (None, "1".into(), UnitKind::Pioneer, Gait::Mobile),
        "engineers move as mobile"
    );
    assert_eq!(seen("189.TB"), (Some("23.TK"), "1".into(), UnitKind::TankBrigade, Gait::Mobile));
    assert_eq!(seen("62.A HQ"), (None, "2".into(), UnitKind::Headquarters, Gait::Foot), "pays like infantry");
    // Infantry-type is every ground unit but tanks and the headquarters.
    let charts = field.charts();
    let arms = ["Pi.45", "21.PzGR", "112.RD", "Pz.R.24", "62.A HQ"]
        .map(|name| charts.arm(field.unit(unit(name)).kind));
    assert_eq!(arms, [Arm::Infantry, Arm::Infantry, Arm::Infantry, Arm::Armour, Arm::Headquarters]);
}
