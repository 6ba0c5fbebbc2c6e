//! STAL-AIR-1 to STAL-AIR-15, STAL-OPA-1 to STAL-OPA-5, STAL-ART-7 on the board.

use kit::{
    Fraction, Game, HintKind, Setup,
    map::HexId,
    testing::{act, assert_refused},
    walk::{Policy, Walk},
};
use sandtable_stalingrad::{
    action::{Action, KorpsId},
    air::AirSystem,
    field::{Field, SniperId, SniperPlace},
    flow::{PlayerTurn, Step},
    game::{House, Stalingrad},
    units::Side,
};

use crate::{
    board::{Describe, column, empty, game, unit},
    table::{acts, at, idle_until, idle_until_missions},
};

const FIRST: KorpsId = KorpsId(0);

fn missions(field: Field, turn: u8) -> Stalingrad {
    at(field, turn, Side::German, PlayerTurn::Bombardment)
}

/// Somebody at the western edge so that the German has a side in the game.
fn city() -> Field {
    empty().put("544.R", "0106")
}

/// STAL-AIR-11: one line of 3 to 8 hexes northwards, or two with 8 in all.
#[test]
fn lines_run_north_and_are_three_to_eight_hexes_long() {
    let mut game = missions(city().put("129.RB", "1306"), 2);
    act(&mut game, "bomb with VIII.Fliegerkorps", &[]);
    assert_refused(&game, "done", "STAL-AIR-11");
    assert_refused(&game, "line from 1302", "STAL-R33");
    act(&mut game, "line from 1308", &[]);
    for wrong in ["line to 1307", "line to 1309", "line to 1206", "line to 1408"] {
        assert_refused(&game, wrong, "STAL-AIR-11");
    }
    act(&mut game, "line to 1304", &[]);
    act(&mut game, "line from 1408", &[]);
    assert_refused(&game, "line to 1405", "STAL-AIR-11");
    act(&mut game, "line to 1406", &[]);
    // Eight hexes are laid: it is the other's turn.
    assert_refused(&game, "support with VIII.Fliegerkorps", "STAL-AIR-1");
    act(&mut game, "support with IV.Fliegerkorps", &[]);
    assert!(game.korps_supports(KorpsId(1)) && !game.korps_supports(FIRST));
}

/// A line that goes astray can reach many: who stands under it is named before them.
#[test]
fn a_line_names_first_whom_it_endangers_most() {
    let mut game = missions(city().put("112.RD", "1305").put("129.RB", "1306"), 2);
    acts(&mut game, "bomb with VIII.Fliegerkorps\nline from 1308");
    let note = game.risk_note(&Action::LineTo(game.field().hex("1306")));
    assert!(note.starts_with("129.RB ") && note.contains("; 112.RD "), "{note}");
}

/// STAL-AIR-10, STAL-R33
#[test]
fn no_mass_bombing_on_two_turns_running_nor_too_often() {
    let mut game = missions(city().put("10.RB", "1320"), 1);
    acts(&mut game, "bomb with VIII.Fliegerkorps\nline from 0510\nline to 0503");
    act(&mut game, "done", &[1]);
    idle_until_missions(&mut game, 2);
    let refusal = assert_refused(&game, "bomb with IV.Fliegerkorps", "STAL-AIR-10");
    assert!(refusal.to_string().contains("the turn before"), "{refusal}");
    idle_until_missions(&mut game, 3);
    assert!(game.check(&Action::Bomb(FIRST)).is_ok());

    // The learning scenario has one turn of it. STAL-R103: a line over the river counts.
    let mut game = self::game("red-october");
    idle_until_missions(&mut game, 1);
    acts(&mut game, "bomb with VIII.Fliegerkorps\nline from 1514\nline to 1507");
    act(&mut game, "done", &[1]);
    idle_until_missions(&mut game, 3);
    assert_refused(&game, "bomb with VIII.Fliegerkorps", "STAL-AIR-10");
}

/// W11, STAL-AIR-12, STAL-AIR-13, STAL-AIR-14
#[test]
fn w11_the_second_mass_bombing() {
    let mut game = missions(city().put("129.RB", "1307"), 1);
    acts(&mut game, "bomb with IV.Fliegerkorps\nline from 0510\nline to 0503");
    act(&mut game, "done", &[1]);
    idle_until_missions(&mut game, 3);
    acts(&mut game, "bomb with VIII.Fliegerkorps\nline from 1308\nline to 1306\ndone");
    let target = unit("129.RB");
    let [danger] = game.bombing_odds()[..] else { panic!("one unit is near") };
    assert_eq!(
        (danger.unit, danger.eliminated, danger.disrupted),
        (target, Fraction::new(0, 1), Fraction::new(16, 27))
    );
    act(&mut game, "done", &[]);
    // What is played has the same chances.
    let end = |state: &Stalingrad| state.field().is_disrupted(target);
    let walked = Walk::default().to_next_decision(&game, Action::Done, end).unwrap().distribution();
    assert_eq!(walked.chance(|&hit| hit), danger.disrupted);
    // Off target to the south it still covers 1307; a 4 Disrupts and a 5 does not.
    let mut shifted = game;
    act(&mut shifted, "done", &[6, 4, 4]);
    assert!(shifted.field().is_disrupted(target));
    let mut missed = game;
    act(&mut missed, "done", &[1, 5]);
    assert!(!missed.field().is_disrupted(target));
}

/// STAL-AIR-7, STAL-AIR-13, STAL-REP-3, STAL-SNP-6, STAL-R63: friend and foe, and the sniper with his last friends.
#[test]
fn bombs_hit_everybody_along_the_line() {
    let mut field = city().put("129.RB", "1307").put("516.R", "1306");
    field.snipers[0].place = SniperPlace::Posted(field.hex("1307"));
    let mut game = missions(field, 1);
    acts(&mut game, "bomb with VIII.Fliegerkorps\nline from 1308\nline to 1306\ndone");
    act(&mut game, "done", &[1, 1, 3]);
    let field = game.field();
    assert_eq!(field.hex_of(unit("129.RB")), None);
    assert!(field.is_disrupted(unit("516.R")));
    assert_eq!(field.sniper(SniperId(0)).place, SniperPlace::Gone);
    assert!(!field.german.contains(field.hex("1307")), "an empty hex does not change hands");
}

/// STAL-R86: a hex in two lines is bombed once for each.
#[test]
fn a_hex_in_two_lines_is_bombed_twice() {
    let mut game = missions(city().put("129.RB", "1307"), 1);
    acts(
        &mut game,
        "bomb with VIII.Fliegerkorps\nline from 1308\nline to 1306\nline from 1307\nline to 1305",
    );
    act(&mut game, "done", &[1, 6, 1, 2]);
    assert!(game.field().is_disrupted(unit("129.RB")));
}

/// W20, STAL-AIR-2, STAL-AIR-3, STAL-AIR-4, STAL-AIR-15, STAL-R32
#[test]
fn w20_interception() {
    let mut game = missions(city(), 3);
    acts(&mut game, "support with VIII.Fliegerkorps\ndone");
    assert!(matches!(game.step(), Step::Intercepting(_)));
    assert_refused(&game, "intercept IV.Fliegerkorps", "STAL-AIR-2");
    let intercept = Action::Intercept(FIRST);
    let end =
        |state: &Stalingrad| (state.korps_supports(FIRST), state.can_fly(FIRST), state.russian_air_flies());
    let odds = Walk::default().to_next_decision(&game, intercept, end).unwrap().distribution();
    assert_eq!(odds.chance(|end| end.0), Fraction::new(4, 6));
    assert_eq!(odds.chance(|end| !end.0 && end.1), Fraction::new(1, 6));
    assert_eq!(odds.chance(|end| !end.1), Fraction::new(1, 6));
    assert_eq!(odds.chance(|end| !end.2), Fraction::new(2, 6));
    act(&mut game, "intercept VIII.Fliegerkorps", &[6]);
    assert!(!game.can_fly(FIRST));
    idle_until_missions(&mut game, 4);
    assert_refused(&game, "support with VIII.Fliegerkorps", "STAL-AIR-15");
    idle_until_missions(&mut game, 5);
    assert!(game.can_fly(FIRST));
}

/// STAL-AIR-2: the Russian air unit stays down in the first German player turn, and without a mission nothing is asked.
#[test]
fn no_interception_in_turn_one() {
    let mut game = missions(city(), 1);
    acts(&mut game, "support with VIII.Fliegerkorps\ndone");
    assert!(matches!(game.step(), Step::Move(_)));
    let mut game = missions(city(), 2);
    act(&mut game, "done", &[]);
    assert!(matches!(game.step(), Step::Move(_)));
}

/// Where somebody flies, bombs fall next and nothing can be taken back: the button says so, and only then.
#[test]
fn the_end_of_missions_is_told_where_somebody_flies() {
    let mut game = missions(city(), 2);
    assert_eq!(game.hint(&Action::Done).kind, HintKind::Plain);
    act(&mut game, "support with VIII.Fliegerkorps", &[]);
    assert_eq!(game.hint(&Action::Done).kind, HintKind::End);
}

/// STAL-R55: turned back, it loses its lines; no line is bombed, so the turn does not count (STAL-R33).
#[test]
fn who_is_turned_back_bombs_nothing() {
    let mut game = missions(city().put("129.RB", "1307"), 2);
    acts(&mut game, "bomb with VIII.Fliegerkorps\nline from 1308\nline to 1306\ndone\ndone");
    act(&mut game, "intercept VIII.Fliegerkorps", &[5]);
    assert!(game.can_fly(FIRST));
    idle_until_missions(&mut game, 3);
    assert!(game.check(&Action::Bomb(FIRST)).is_ok());
}

/// STAL-ART-7, STAL-ART-8, STAL-R34
#[test]
fn silenced_guns_miss_one_russian_turn() {
    let field = city().put("516.R", "1311");
    let mut game = missions(field, 3);
    acts(&mut game, "silence with VIII.Fliegerkorps\ndone");
    act(&mut game, "done", &[5]);
    assert!(game.field().guns_disrupted);
    idle_until(&mut game, |game| matches!(game.step(), Step::Firing(_)));
    assert_eq!(game.turn(), 4, "the guns do not fire in turn 3");
    assert!(!game.field().guns_disrupted, "they recover by themselves");
}

fn older() -> House {
    House { air_system: AirSystem::AirAttackTable, ..House::default() }
}

/// STAL-OPA-1 to STAL-OPA-5, STAL-R31
#[test]
fn the_older_air_system() {
    let field = city().put("42.RB", "0910").put("112.RD", "1310");
    let start = Stalingrad::posed(field, older(), 1, Side::German, PlayerTurn::Bombardment);
    assert_refused(&start, "support with VIII.Fliegerkorps", "STAL-OPA-5");
    assert_refused(&start, "strike 0911 with VIII.Fliegerkorps", "STAL-R101");
    let open = field.hex("0910");
    let mut game = start;
    acts(&mut game, "strike 0910 with VIII.Fliegerkorps\nstrike 1310 with IV.Fliegerkorps");
    assert_eq!(game.strike_odds(open, 1)[0].disrupted, Fraction::new(3, 6));
    act(&mut game, "done", &[5, 5]);
    // STAL-OPA-3: support in the open, though nobody was hit; none in the city.
    assert_eq!((game.strikes_supporting(open), game.strikes_supporting(field.hex("1310"))), (1, 0));
    assert_eq!(game.struck_from_the_air(), [open, HexId::NONE]);
    // STAL-OPA-4: knocked out by its check.
    let mut game = start;
    acts(&mut game, "strike 0910 with VIII.Fliegerkorps");
    act(&mut game, "done", &[6, 4]);
    assert_eq!((game.strikes_supporting(open), game.can_fly(FIRST)), (0, false));
    assert_refused(&missions(field, 1), "strike 0910 with VIII.Fliegerkorps", "STAL-R28");
}

/// STAL-R106: support stays out of the city, also where an open hex is attacked together with a city hex.
#[test]
fn stal_r106_no_older_support_for_an_attack_into_the_city() {
    let field = city().put("516.R,517.R,518.R", "1208").put("42.RB", "1109").put("10.RB", "1209");
    let mut game = Stalingrad::posed(field, older(), 1, Side::German, PlayerTurn::Bombardment);
    acts(&mut game, "strike 1109 with VIII.Fliegerkorps");
    act(&mut game, "done", &[5]);
    idle_until(&mut game, |game| matches!(game.step(), Step::Allocate(_)));
    for name in ["516.R", "517.R", "518.R"] {
        act(&mut game, &format!("attack 1109 with {name}"), &[]);
    }
    assert_eq!(column(&game), "7:1", "6 against 1 and one column more");
    act(&mut game, "include 1209 with 1109", &[]);
    assert_eq!(column(&game), "3:1", "6 against 2");
}

/// STAL-DIE-2: index B mirrors the bombardier and the bombs.
#[test]
fn index_b_mirrors_the_bombs() {
    let mut setup = Setup::of("red-october");
    setup.options.insert("die_index".into(), "B".into());
    let mut game = Stalingrad::start(&setup).unwrap();
    idle_until_missions(&mut game, 1);
    acts(&mut game, "bomb with VIII.Fliegerkorps\nline from 1310\nline to 1308\ndone");
    // 42.RB and 189.TB are in the line: 6 is best.
    act(&mut game, "done", &[6, 6, 1]);
    assert_eq!(game.field().hex_of(unit("42.RB")), None);
    assert!(!game.field().is_disrupted(unit("189.TB")));
}

/// The lines that were laid, walked with every throw, give each unit what it was told before.
#[test]
fn dangers_are_those_of_play() {
    let field = city().put("129.RB", "1307").put("27.TB", "1407");
    let mut game = missions(field, 1);
    acts(
        &mut game,
        "bomb with VIII.Fliegerkorps\nline from 1308\nline to 1306\nline from 1409\nline to 1407",
    );
    let dangers = game.bombing_odds();
    assert_eq!(dangers.len(), 2);
    let end = |state: &Stalingrad| {
        dangers
            .iter()
            .map(|danger| state.field().hex_of(danger.unit).is_none())
            .fold(0u8, |bits, lost| bits * 2 + u8::from(lost))
    };
    let until = |state: &Stalingrad| kit::flow::waits(state).then(|| end(state));
    let walked = Walk::default().after(&game, Action::Done, |_| Policy::Each, until).unwrap().distribution();
    assert_eq!(walked.chance(|&bits| bits & 2 > 0), dangers[0].eliminated);
    assert_eq!(walked.chance(|&bits| bits & 1 > 0), dangers[1].eliminated);
}

/// STAL-R101: a headquarters Disrupted by the first Fliegerkorps makes no strongpoint for the second.
#[test]
fn the_second_fliegerkorps_finds_the_hex_as_the_first_left_it() {
    let field = city().put("62.A HQ", "1411").put("10.RB", "1411");
    let mut game = Stalingrad::posed(field, older(), 1, Side::German, PlayerTurn::Bombardment);
    let dangers = game.strike_odds(field.hex("1411"), 2);
    acts(&mut game, "strike 1411 with VIII.Fliegerkorps\nstrike 1411 with IV.Fliegerkorps");
    for danger in dangers {
        let end = |state: &Stalingrad| state.field().is_disrupted(danger.unit);
        let played = Walk::default().to_next_decision(&game, Action::Done, end).unwrap().distribution();
        assert_eq!(played.chance(|&hit| hit), danger.disrupted, "{}", field.name(danger.unit));
    }
    // A 3 misses in a strongpoint and Disrupts in the streets; the brigade lies above the headquarters.
    let first = if unit("62.A HQ") < unit("10.RB") { [2, 5] } else { [5, 2] };
    let second = if unit("62.A HQ") < unit("10.RB") { [5, 3] } else { [3, 5] };
    act(&mut game, "done", &[first, second].concat());
    assert!(game.field().is_disrupted(unit("10.RB")));
}
