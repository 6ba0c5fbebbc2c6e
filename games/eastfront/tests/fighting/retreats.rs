//! Ways back (chapter RET) and who is surrounded (`EAST-CNV-4`).

use sandtable_eastfront::{AttackPhase, EastFront, Side, board::Status};

use super::board::{Describe, attacking, choices, front, go, refused, unit};

const PREPARED: AttackPhase = AttackPhase::Prepared;

/// A defender in 3204 attacked from the west, with the die that is told; a voluntary exchange is declined.
fn beaten(board: &sandtable_eastfront::board::Board, names: &str, face: u16) -> EastFront {
    let mut game = attacking(board, Side::Axis, 13, PREPARED);
    for name in names.split(", ") {
        go(&mut game, &format!("attack 3204 with {name}"), &[]);
    }
    go(&mut game, "done", &[]);
    go(&mut game, "resolve 3204", &[face]);
    if choices(&game).iter().any(|choice| choice.starts_with("exchange")) {
        go(&mut game, "done", &[]);
    }
    game
}

#[test]
fn ret_2_and_4_away_from_the_hex_and_from_the_attackers() {
    let board = front().put("G-9A, G-24PzK", "3104").put("S-20A", "3204");
    // 16 against 5: 3:1. A 3 is DW: 1 hex, not nearer to 3104: 3203 and 3205 lie as far from it as 3204.
    let game = beaten(&board, "G-9A, G-24PzK", 3);
    let one = ["retreat S-20A 3203", "retreat S-20A 3205", "retreat S-20A 3304"];
    assert_eq!(
        choices(&game),
        one.map(str::to_owned)
            .into_iter()
            .filter(|way| {
                // EAST-RET-3: what lies next to 3104 is in its zone of control.
                let board = game.board();
                let hex = board.hex(way.rsplit(' ').next().unwrap());
                !board.enemy_zones(Side::Soviet).contains(hex)
            })
            .collect::<Vec<_>>()
    );
    assert_eq!(refused(&game, "retreat S-20A 3103").0, "EAST-RET-3");
    // A 5 is DR: each step leads away (EAST-RET-2).
    let game = beaten(&board, "G-9A, G-24PzK", 5);
    for way in choices(&game) {
        let words: Vec<&str> = way.split(' ').collect();
        let map = &game.theatre().map;
        let [first, second] = [words[2], words[3]].map(|hex| map.find(hex).unwrap());
        let origin = map.find("3204").unwrap();
        assert_eq!((map.distance(origin, first), map.distance(origin, second)), (1, 2), "{way}");
        // EAST-RET-4
        let foe = map.find("3104").unwrap();
        assert!(map.distance(foe, second) >= map.distance(foe, first), "{way}");
    }
    assert_eq!(refused(&game, "retreat S-20A 3304 3203").0, "EAST-RET-2");
}

#[test]
fn ret_3_a_friend_covers_unless_he_is_still_to_be_attacked() {
    let ring = front()
        .put("G-9A, G-24PzK", "3104")
        .put("G-2K", "3103")
        .put("G-10K", "3105")
        .put("G-20K", "3303")
        .put("G-8K", "3305")
        .put("S-20A", "3204");
    // Everything around is in German zones of control: surrounded, DW becomes D.
    let game = beaten(&ring, "G-9A, G-24PzK", 3);
    assert!(game.board().is(unit("S-20A"), Status::Dispersed));
    assert_eq!(game.board().at("S-20A"), "3204");
    // A friend in 3304 opens it.
    let covered = ring.put("S-41RK", "3304");
    let game = beaten(&covered, "G-9A, G-24PzK", 3);
    assert_eq!(choices(&game), ["retreat S-20A 3304"]);
    // Not if 3304 is still to be attacked.
    let mut game = attacking(&covered, Side::Axis, 13, PREPARED);
    go(&mut game, "attack 3204 with G-9A; attack 3204 with G-24PzK; attack 3304 with G-8K; done", &[]);
    let mut later = game;
    go(&mut game, "resolve 3204", &[3]);
    go(&mut game, "done", &[]);
    assert_eq!(game.board().at("S-20A"), "3204", "surrounded");
    // Once that attack is over, it covers again: 5 against 2 is 2:1, a 2 is D.
    go(&mut later, "resolve 3304", &[2]);
    go(&mut later, "resolve 3204", &[3]);
    go(&mut later, "done", &[]);
    assert_eq!(choices(&later), ["retreat S-20A 3304"]);
}

#[test]
fn ret_6_and_cnv_4_full_hexes_are_passed_but_not_ended_in() {
    // The only way is through 3304, which is full.
    let board = front()
        .put("G-9A, G-24PzK", "3104")
        .put("G-2K", "3103")
        .put("G-10K", "3105")
        .put("S-20A", "3204")
        .put("S-16A, S-41RK", "3304")
        .put("S-22A, S-22EstRK", "3203")
        .put("S-19A, S-16RK", "3205");
    // DW: no room within 1 hex, so D (EAST-CNV-4).
    let game = beaten(&board, "G-9A, G-24PzK", 3);
    assert_eq!(game.board().at("S-20A"), "3204");
    assert!(game.board().is(unit("S-20A"), Status::Dispersed));
    // DR: 2 hexes, through the full ones.
    let game = beaten(&board, "G-9A, G-24PzK", 5);
    assert!(
        !choices(&game).is_empty() && choices(&game).iter().all(|way| way.starts_with("retreat S-20A 3"))
    );
}

#[test]
fn ret_7_one_hex_where_two_are_not_to_be_had() {
    // Germans far behind close the second step.
    let board = front()
        .put("G-9A, G-24PzK", "3104")
        .put("G-2K", "3103")
        .put("G-10K", "3105")
        .put("S-20A", "3204")
        .put("G-20K", "3402")
        .put("G-8K", "3504")
        .put("G-5K", "3406");
    let game = beaten(&board, "G-9A, G-24PzK", 5);
    let ways = choices(&game);
    assert!(!ways.is_empty());
    let lengths: Vec<usize> = ways.iter().map(|way| way.split(' ').count() - 2).collect();
    assert!(lengths.iter().all(|&length| length == lengths[0]), "{ways:?}");
}

#[test]
fn ret_8_and_cnv_4_a_stack_mate_takes_the_last_way() {
    // One hex with room for one more unit: whoever goes second is stranded.
    let board = front()
        .put("G-9A, G-24PzK", "3104")
        .put("G-2K", "3103")
        .put("G-10K", "3105")
        .put("G-20K", "3303")
        .put("G-8K", "3305")
        .put("S-20A, S-41RK", "3204")
        .put("S-22EstRK", "3304");
    // 16 against 7 is 2:1: a 4 is DW.
    let mut game = beaten(&board, "G-9A, G-24PzK", 4);
    assert_eq!(choices(&game), ["retreat S-20A 3304", "retreat S-41RK 3304"]);
    go(&mut game, "retreat S-41RK 3304", &[]);
    // EAST-CNV-4: DW becomes Dispersed in place.
    assert_eq!([game.board().at("S-20A"), game.board().at("S-41RK")], ["3204", "3304"]);
    assert!(game.board().is(unit("S-20A"), Status::Dispersed));
    // DR (a 5): the second one is eliminated.
    let mut game = beaten(&board, "G-9A, G-24PzK", 5);
    go(&mut game, "retreat S-41RK 3304", &[]);
    assert_eq!(game.board().at("S-20A"), "-");
}

#[test]
fn res_7_dw_does_not_disperse_and_ret_9_the_dispersed_stay_so() {
    let board = front().put("G-9A, G-24PzK", "3104").put("S-20A", "3204");
    // EAST-RES-7: 3:1, a 2 is dw. EAST-RET-9, EAST-SEQ-6: who is Dispersed can be driven back again and stays so.
    let mut game = beaten(&board, "G-9A, G-24PzK", 2);
    go(&mut game, "retreat S-20A 3304", &[]);
    assert!(!game.board().is(unit("S-20A"), Status::Dispersed));
    let mut game = beaten(&board.dispersed("S-20A"), "G-9A, G-24PzK", 1);
    // Dispersed: 4:1, a 1 is dw.
    go(&mut game, "retreat S-20A 3304", &[]);
    assert!(game.board().is(unit("S-20A"), Status::Dispersed));
}

#[test]
fn r66_retreats_take_the_hexes_they_pass() {
    let board = front().put("S-61A, S-1TC", "3304").put("G-8K", "3204");
    let mut game = attacking(&board, Side::Soviet, 13, PREPARED);
    go(&mut game, "attack 3204 with S-61A; attack 3204 with S-1TC; done", &[]);
    // EAST-R66. 8 against 5: 3:2, a 6 is DR.
    go(&mut game, "resolve 3204", &[6]);
    go(&mut game, "done; retreat G-8K 3104 3004", &[]);
    assert!(game.board().controls(Side::Axis, game.board().hex("3104")));
    assert!(game.board().controls(Side::Axis, game.board().hex("3004")));
}

#[test]
fn ret_5_limits_of_nations_and_cities_hold() {
    // A Hungarian is not driven into Romania, an Axis unit not into a city whose factors stand.
    let board = front();
    let theatre = board.theatre();
    let romania = theatre.country(sandtable_eastfront::Country::Romania);
    let hungary = *theatre.country(sandtable_eastfront::Country::Hungary);
    let fit = hungary.iter().find_map(|hex| {
        theatre.map.steps(hex).find_map(|(way, from)| {
            let behind = theatre.map.neighbour(hex, way.opposite())?;
            (theatre.land.contains(from)
                && romania.contains(behind)
                && !romania.contains(from)
                && theatre.ways(hex, false).contains(way))
            .then_some((hex, from))
        })
    });
    let (hex, from) = fit.expect("a Hungarian border");
    let (at, from) = (theatre.number(hex), theatre.number(from));
    let board = front().put("H-2A", at).put("S-5TkA, S-1TC", from);
    let mut game = attacking(&board, Side::Soviet, 40, PREPARED);
    go(&mut game, &format!("attack {at} with S-5TkA; attack {at} with S-1TC; done"), &[]);
    for face in 1..=6 {
        let mut game = game;
        go(&mut game, &format!("resolve {at}"), &[face]);
        for way in choices(&game).iter().filter(|way| way.starts_with("retreat")) {
            for hex in way.split(' ').skip(2) {
                assert!(!romania.contains(game.board().hex(hex)), "{way}");
            }
        }
    }
}

#[test]
fn r91_hungarians_pass_romanians_but_do_not_stay_with_them() {
    // The only way back leads through a Romanian corps in 3304.
    let board = front()
        .put("S-1GdA, S-1TC", "3104")
        .put("S-61A", "3103")
        .put("S-59A", "3105")
        .put("H-2A", "3204")
        .put("R-11C", "3304");
    let mut game = attacking(&board, Side::Soviet, 13, PREPARED);
    go(&mut game, "attack 3204 with S-1GdA; attack 3204 with S-1TC; done", &[]);
    // EAST-R91. 10 against 5: 2:1. A 4 is DW: no room with the Romanians, so D.
    let mut short = game;
    go(&mut short, "resolve 3204", &[4]);
    assert_eq!(short.board().at("H-2A"), "3204");
    // A 5 is DR: through them.
    go(&mut game, "resolve 3204", &[5]);
    assert!(choices(&game).iter().all(|way| way.starts_with("retreat H-2A 3304 3")), "{:?}", choices(&game));
    assert!(!choices(&game).is_empty());
}
