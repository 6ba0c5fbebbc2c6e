//! Set-up, reinforcements, withdrawals and the points, through the game.

use crate::board::{Describe, empty, infantry, table::*, unit};
use kit::{Game, Outcome, Setup, Status as Deciding};
use sandtable_mars::{
    Action, Aside, Field, Location, Mars, PlayerTurn, Side, Status, deployment, game::seat,
};

fn new() -> Mars {
    Mars::start(&Setup::of("historical")).unwrap()
}

/// The German has set up as the scenario has it.
fn russian_set_up() -> Mars {
    let mut game = new();
    play(&mut game, "deploy; done");
    game
}

/// MARS-SET-1, MARS-SET-2, MARS-SET-3, MARS-SET-5, MARS-R37
#[test]
fn mars_set_2_german_infantry() {
    let game = new();
    assert_eq!(game.status(), Deciding::Deciding(seat(Side::German)), "the German first");
    refuses(&game, "pick 8 GRK", "MARS-SET-1", &["8 GRK"]);
    refuses(&game, "pick 12.Pz", "MARS-SET-5", &["12.Pz"]);
    refuses(&game, "done", "MARS-SET-2", &["78.ID"]);
}

/// MARS-SET-2, MARS-SET-3: any division, any hex of a zone, one for each.
#[test]
fn mars_set_3_any_division_in_any_zone() {
    let mut game = new();
    play(&mut game, "pick 78.ID");
    refuses(&game, "to 1609", "MARS-SET-2", &["78.ID", "1609"]);
    play(&mut game, "to 1504");
    assert!(is(&game, "78.ID", Status::Fortified), "MARS-R37");
    play(&mut game, "pick 72.ID");
    refuses(&game, "to 1504", "MARS-SET-2", &["78.ID"]);
    refuses(&game, "to 1505", "MARS-SET-2", &["78.ID"]);
    play(&mut game, "to 1608; deploy");
    assert_eq!((whereabouts(&game, "78.ID"), whereabouts(&game, "72.ID")), ("1504".into(), "1608".into()));
    // Two that are placed may change places; one may move inside its zone.
    play(&mut game, "pick 72.ID; to 1504; pick 78.ID; to 1607");
    assert_eq!((whereabouts(&game, "78.ID"), whereabouts(&game, "72.ID")), ("1607".into(), "1504".into()));
    refuses(&game, "deploy", "MARS-SET-1", &[]);
    play(&mut game, "done");
    assert_eq!(moment(&game), "1 Russian SetUp");
}

/// MARS-SET-3: whoever has been placed stays there, and the button says so.
#[test]
fn the_rest_is_set_up_as_the_scenario_has_it() {
    let mut game = new();
    assert_eq!(game.hint(&Action::Deploy).label, "set up as the scenario has it");
    play(&mut game, "pick 78.ID; to 1504");
    assert_eq!(game.hint(&Action::Deploy).label, "set up the rest as the scenario has it");
    play(&mut game, "deploy");
    assert_eq!(whereabouts(&game, "78.ID"), "1504");
}

/// MARS-SET-4, MARS-R21, MARS-STK-7
#[test]
fn mars_set_4_kampfgruppen_and_cavalry() {
    let mut game = new();
    play(&mut game, "pick SS-Kav.D");
    refuses(&game, "to 1014", "MARS-SET-4", &["SS-Kav.D", "1014"]);
    refuses(&game, "to 1707", "MARS-SET-4", &["1707"]);
    play(&mut game, "to 1013; pick 9.Pz a; to 1013; pick 5.Pz a; to 1013; pick 1.Pz a");
    refuses(&game, "to 1013", "MARS-STK-3", &["1013"]);
    play(&mut game, "stay; deploy; done");
    assert!(!is(&game, "SS-Kav.D", Status::Fortified));
    assert_eq!(whereabouts(&game, "SS-Kav.D"), "1013");
}

/// MARS-SET-6, MARS-SET-7: the limits of the Kalinin Front, korps, brigades and divisions with the motorised one.
#[test]
fn mars_set_7_the_kalinin_front() {
    let mut game = russian_set_up();
    play(&mut game, "pick 6 RK");
    refuses(&game, "to 1608", "MARS-SET-6", &["6 RK", "1608"]);
    play(&mut game, "stay; deploy");
    // By default the front is full: 3 korps, 6 brigades, 9 divisions.
    for (name, what) in
        [("8 GRK", "3 korps"), ("25", "6 tank brigades"), ("1 GMR", "9 divisions"), ("42 G", "9 divisions")]
    {
        play(&mut game, &format!("pick {name}"));
        let refusal = refusal(&game, "to 0101");
        assert!(refusal.clause.0 == "MARS-SET-7" && refusal.reason.contains(what), "{refusal}");
        assert_eq!(offered(&game, "to 12"), "", "columns 1 to 12");
        assert_ne!(offered(&game, "to 13"), "", "the Western Front takes everything");
        play(&mut game, "stay");
    }
    // One that is there already may move inside, and makes room by leaving.
    play(&mut game, "pick 6 RK; to 0101; pick 6 RK; to 2301; pick 8 GRK; to 0101; done");
    assert_eq!(moment(&game), "1 Russian Fortify");
    assert_eq!((whereabouts(&game, "8 GRK"), whereabouts(&game, "6 RK")), ("0101".into(), "2301".into()));
}

/// MARS-SET-3: the default set-up always comes to an end, whatever was placed before.
#[test]
fn mars_set_3_the_default_finds_a_place_for_everybody() {
    // 1203 is a zone of its own; filled with panzergrenadiers and cavalry it has no room for a division.
    let mut game = new();
    play(&mut game, "pick SS-Kav.D; to 1203; pick GD a; to 1203; pick 14.PGD a; to 1203; deploy");
    assert_eq!(offered(&game, "deploy"), "");
    assert!(deployment::missing(game.field(), Side::German).is_empty());
    play(&mut game, "done");
}

/// MARS-SET-8: Russian attack factors count double in A3 of turn 1, and only there.
#[test]
fn mars_set_8_the_first_turn() {
    let field = empty().put("102.ID", "1010").put("8 GRK", "1011");
    let told = |turn, side: Side, orders: &str| {
        let mut game = attacks(field, turn, side);
        play(&mut game, orders).remove(1)
    };
    let russian = "attack 1010 with 8 GRK; commit; battle 1010; roll [1]";
    assert!(told(1, Side::Russian, russian).starts_with("12 against 4"));
    assert!(told(2, Side::Russian, russian).starts_with("6 against 4"));
    let german = "attack 1011 with 102.ID; commit; battle 1011; roll [1]";
    assert!(told(1, Side::German, german).starts_with("3 against 6"), "nor is any defence doubled");
}

/// X18: MARS-SEQ-6, MARS-REI-2, MARS-REI-3, MARS-VIC-8 to MARS-VIC-12, MARS-R13, MARS-R31, MARS-R32
#[test]
fn x18_reinforcements_and_withdrawal() {
    let field = empty().put("1.Pz a, 1.Pz b", "0815").put("102.ID", "1607").put("25", "0101");
    let go = |field: Field, turn, orders: &str| {
        let mut game = at(field, turn, Side::German, PlayerTurn::Reinforcement);
        play(&mut game, orders);
        game
    };
    let start = at(field, 1, Side::German, PlayerTurn::Reinforcement);
    refuses(&start, "bring 12.Pz 1016", "MARS-REI-3", &["20.Pz"]);
    refuses(&start, "send 19.Pz", "MARS-VIC-9", &["12.Pz"]);
    refuses(&start, "bring 20.Pz 1015", "MARS-REI-4", &["1015"]);
    let game = go(field, 1, "send 12.Pz; done");
    let game = go(*game.field(), 2, "bring 20.Pz 1016; done");
    let mut second = at(*game.field(), 2, Side::German, PlayerTurn::Reinforcement);
    refuses(&second, "bring 19.Pz 1016", "MARS-REI-2", &["20.Pz"]);
    play(&mut second, "done; done");
    let mut game = go(*game.field(), 3, "send 19.Pz");
    assert_eq!(step(&game), "Move", "nobody waits any more");
    refuses(&game, "exit", "MARS-SEQ-7", &[]);
    play(&mut game, "pick 102.ID");
    refuses(&game, "exit", "MARS-VIC-11", &["102.ID"]);
    play(&mut game, "stay; pick 1.Pz a; exit");
    let mut game = at(*game.field(), 4, Side::German, MOVE);
    play(&mut game, "pick 1.Pz b; exit");
    let mut later = *game.field();
    later.begin_player_turn(Side::German);
    let mut game = at(later, 5, Side::German, MOVE);
    play(&mut game, "pick 20.Pz; exit");
    assert_eq!(game.field().place_of(unit("20.Pz")), Location::Aside(Aside::Withdrawn(5)));
    let score = game.view(kit::Viewer::Spectator).score;
    let points =
        |clause: &str| score.iter().filter(|line| line.clause == clause).map(|it| it.points).sum::<i32>();
    assert_eq!(
        [points("MARS-VIC-9"), points("MARS-VIC-10"), points("MARS-VIC-12"), points("MARS-VIC-8")],
        [12, 5, 2, 4]
    );
}

/// MARS-VIC-11: with the bonus, on the hex that is left; not out of a zone of control that stopped the unit.
#[test]
fn mars_vic_11_leaving_the_map() {
    let game = |field: Field| {
        let mut game = at(field, 3, Side::German, MOVE);
        play(&mut game, "pick 1.Pz a");
        game
    };
    assert_eq!(offered(&game(empty().put("1.Pz a", "0912")), "exit"), "exit", "four hexes, then one");
    let far = game(empty().put("1.Pz a", "1209").put("25", "0101"));
    refuses(&far, "exit", "MARS-MOV-3", &["1.Pz a"]);
    // A korps south of it: whoever goes to the edge must stop there.
    let stopped = empty().put("1.Pz a", "0615").put("6 TK", "0616").put("5 TK", "0415").put("2 GKK", "0815");
    refuses(&game(stopped), "exit", "MARS-VIC-11", &["1.Pz a"]);
    let at_the_edge = empty().put("1.Pz a", "0716").put("6 TK", "0616");
    assert_eq!(offered(&game(at_the_edge), "exit"), "exit", "who begins there may leave a zone of control");
}

/// X19: MARS-VIC-1, MARS-R29: counted once, at the end of B7 of the last turn.
#[test]
fn x19_victory() {
    let mut field = infantry();
    for name in ["102.ID", "95.ID", "129.ID", "GD a", "GD b"] {
        field.remove(unit(name), Aside::Eliminated);
    }
    field = field.put("330.ID", "1015").put("20.Pz", "1016").with("20.Pz", Status::BroughtIn);
    field.remove(unit("12.Pz"), Aside::Withdrawn(2));
    field.remove(unit("20.Pz"), Aside::Eliminated);
    field = field
        .put("8 GRK, 251", "1406")
        .put("2 GKK", "1405")
        .put("6 TK", "1305")
        .put("331, 354", "1506")
        .put("5 TK", "1507")
        .put("86.ID", "0607")
        .put("1 MK", "0608")
        .put("6 RK", "0508");
    let mut game = attacks(field, 11, Side::German);
    assert!(matches!(game.status(), Deciding::Deciding(_)));
    play(&mut game, "pass");
    assert_eq!(game.points(), [31, 22]);
    let outcome = Outcome { winner: Some(seat(Side::Russian)), margin: 9 };
    assert_eq!(game.status(), Deciding::Over(outcome));
    let mut earlier = attacks(field, 10, Side::German);
    play(&mut earlier, "pass");
    assert_eq!(moment(&earlier), "11 Russian Fortify");
}
