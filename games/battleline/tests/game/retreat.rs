//! Retreats, routs, evasions and rampages on the map.

use crate::board::{
    Chance, Describe, Play, assert_refused, combat, combat_with, empty, everywhere, host, reading,
};
use kit::Game;
use sandtable_battleline::{
    army::Side,
    battle::situation::HouseRules,
    facing::Direction,
    field::Mark,
    retreat::{Flight, way, ways},
};

fn ends(field: &sandtable_battleline::field::Field, unit: &str, from: &str, flight: Flight) -> String {
    let ways = ways(field, field.unit(unit), field.hex_at(from), flight);
    ways.iter().map(|way| field.battlefield().number(way.end)).collect::<Vec<_>>().join(" ")
}

/// LINE-R10, LINE-R11, LINE-R12, LINE-R13, LINE-X-RET-2, LINE-X-ZOC-5, LINE-X-VIC-5, LINE-RES-4, LINE-RES-8: compared with
/// every path walked one by one.
#[test]
fn two_readings_of_retreats_agree() {
    let mut chance = Chance::seeded(7);
    for battle in everywhere() {
        for _ in 0..8 {
            let field = chance.position(battle);
            for unit in field.on_map() {
                let way = Direction::ALL[chance.below(6)];
                let Some(from) = battle.neighbour(field.hex(unit), way) else { continue };
                for flight in [Flight::Retreat, Flight::Rout] {
                    let budget = i32::from(flight.budget(&field, unit));
                    let read = reading::flights(&field, unit, from, budget, flight == Flight::Rout);
                    let found = ways(&field, unit, from, flight);
                    assert_eq!(found.len(), read.len(), "{} {flight:?} {field:?}", field.name(unit));
                    for way in &found {
                        let (tests, path) = &read[&battle.map.number(way.end)];
                        let steps: Vec<usize> = way.directions().map(Direction::index).collect();
                        assert_eq!((&steps, way.demerits() as usize), (path, *tests), "{}", field.name(unit));
                    }
                }
            }
        }
    }
}

/// EX7, LINE-X-RET-1, LINE-RES-3, LINE-RES-4, LINE-RES-5: seven ends, and front to the enemy.
#[test]
fn ex7_retreat() {
    let field = empty().put("LIB1 0605 3, HAS1 0606 0");
    assert_eq!(ends(&field, "LIB1", "0606", Flight::Retreat), "0304 0403 0503 0602 0703 0803 0904");
    let friends = field.put("GAL1 0602 3, GAL2 0502 3");
    assert_eq!(ends(&friends, "LIB1", "0606", Flight::Retreat), "0304 0403 0503 0703 0803 0904");
    let game = combat(field, Side::Rome).play("attack LIB1; join HAS1; fight [6]; retreat 0602");
    assert_eq!(game.field().shows("LIB1"), "0602 3 D");
    assert_refused(
        &combat(friends, Side::Rome).play("attack LIB1; join HAS1; fight [6]").refuses("retreat 0602"),
        "LINE-RES-5",
        &["LIB1", "GAL1"],
    );
}

/// EX8, LINE-RES-6, LINE-RES-10, LINE-R11, LINE-R12, LINE-R13, LINE-R14, LINE-X-VIC-5: the map edge ends in rout and
/// elimination.
#[test]
fn ex8_retreat_rout_elimination() {
    let field = empty().put("LIB1 0602 3, HAS1 0603 0");
    assert_eq!(ends(&field, "LIB1", "0603", Flight::Retreat), "0301 0901");
    let game = combat(field, Side::Rome).play("attack LIB1; join HAS1; fight [6]");
    assert_eq!(game.lists(), "retreat 0301, retreat 0901");
    let blocked = field.put("GAL1 0301 3, GAL2 0901 3");
    assert_eq!(ends(&blocked, "LIB1", "0603", Flight::Retreat), "");
    assert_eq!(ends(&blocked, "LIB1", "0603", Flight::Rout), "");
    let game = combat(blocked, Side::Rome).play("attack LIB1; join HAS1; fight [6]; hold");
    assert_eq!(game.field().shows("LIB1"), "gone");
    assert_eq!(game.field().losses(Side::Enemy), 4);
}

/// EX17, LINE-RES-15, LINE-RES-16, LINE-RES-17, LINE-X-ADV-5: the attacker goes back, and nobody follows him.
#[test]
fn ex17_attacker_retreats() {
    let field = empty().put("HAS1 0506 0, LIB1 0505 3");
    assert_eq!(ends(&field, "HAS1", "0505", Flight::Retreat), "0207 0308 0408 0509 0608 0708 0807");
    let game = combat(field, Side::Rome).play("attack LIB1; join HAS1; fight [1]; retreat 0509");
    assert_eq!(game.field().shows("HAS1"), "0509 0 D");
    assert_eq!(game.field().shows("LIB1"), "0505 3");
    assert_eq!(game.active(), Side::Enemy, "no advance is offered to the defender");
}

/// EX9, LINE-CRT-6, LINE-R4: a second disruption is the end, without a retreat; literally read it is not.
#[test]
fn ex9_second_disrupt() {
    let field = empty().put("HAS1 0506 0, HAS2 0515 0, GAL1 0505 3 disrupted");
    let game = combat(field, Side::Rome).play("attack GAL1; join HAS1; fight [6]; hold");
    assert_eq!(game.field().shows("GAL1"), "gone");
    let literal = HouseRules { disrupt_literal: true, ..HouseRules::default() };
    let game = combat_with(field, Side::Rome, literal).play("attack GAL1; join HAS1; fight [5]");
    assert!(game.lists().contains("retreat 0501"), "R only moves it: {}", game.lists());
}

/// EX5, EX6, LINE-X-MOR-3, LINE-RES-7, LINE-RES-8, LINE-X-RET-1: a failed Stand Test routs, back to the enemy.
#[test]
fn a_rout_shows_its_back() {
    let field = empty().put("SOC1 0605 3, HCC1 0604 3");
    let game = combat(field, Side::Enemy).play("attack SOC1; join HCC1; fight [3]");
    assert!(game.lists().starts_with("retreat "), "{}", game.lists());
    let game = game.play("retreat 0611; advance; face S");
    assert_eq!(game.field().shows("SOC1"), "0611 3 D");
    assert_eq!(game.field().shows("HCC1"), "0605 3");
}

/// LINE-X-MOR-5, LINE-X-RET-2: friends in the way test in order; where one can be avoided he is.
#[test]
fn a_rout_carries_friends_away() {
    let behind = empty().put("SOC1 0610 3, HCC1 0609 3, PRI1 0611 3, HAS1 0711 3, TRI1 0511 3");
    let game = combat(behind, Side::Enemy).play("attack SOC1; join HCC1; fight [6]");
    let game = game.play("retreat 0616 [6]; hold");
    assert_eq!(game.field().shows("SOC1"), "0616 3 D");
    let shaken =
        ["PRI1", "HAS1", "TRI1"].iter().filter(|name| game.field().shows(name).ends_with('D')).count();
    assert_eq!(shaken, 1, "one friend in the way, and he failed");
}

/// EX11, LINE-X-EVA-1: the slingers slip away in Good Order, facing as they like, and the attacker may follow.
#[test]
fn ex11_evasion() {
    let field = empty().put("VEL1 0605 0, LIB1 0604 3");
    let game = combat(field, Side::Enemy).play("attack VEL1; join LIB1; fight");
    assert_eq!(game.lists(), "evade, stand");
    assert_eq!(game.odds().len(), 2, "with and without the try");
    let away = game.play("evade [4]; retreat 0609; face NE; advance; face S");
    assert_eq!(away.field().shows("VEL1"), "0609 1");
    assert!(away.field().is(away.field().unit("VEL1"), Mark::Retreated) || away.active() == Side::Rome);
    let fought = game.play("evade [5 4]");
    assert_eq!(fought.field().shows("VEL1"), "0605 0 D", "2.5-1, die 3");
    let horse = empty().put("VEL3 0605 0, ACV1 0604 3");
    let game = combat(horse, Side::Rome).play("attack VEL3; join ACV1; fight [1]");
    assert_ne!(game.lists(), "evade, stand", "horse is faster");
}

/// EX20, LINE-X-RAM-1, LINE-R32, LINE-RES-10: elephants run in a straight line through everybody.
#[test]
fn ex20_rampage() {
    let field = empty().put("ELE2 1010 3, GAL1 1007 3, HCC1 1515 0, ACV1 1009 3, ACV1 1009 3");
    // Struck from behind: Stand Test 4-3 = 1, failed; the die 4 sends them north.
    let game = combat(field.put("ACV1 1009 3"), Side::Rome);
    let game = game.play("attack ELE2; join ACV1; fight [2 4 6 6]; hold");
    assert_eq!(game.field().shows("ELE2"), "1002 0 D");
    assert_eq!(game.field().shows("GAL1"), "1007 3 D", "trampled by its own");
    assert_eq!(game.field().shows("ACV1"), "1009 3 D", "run over by those it struck");
    let occupied = empty().put("ELE2 1010 3, HCC1 1002 0, ACV1 1009 3");
    let game = combat(occupied, Side::Rome).play("attack ELE2; join ACV1; fight [2 4 1 1]; hold");
    assert_eq!(game.field().shows("ELE2"), "gone", "a unit stands where the run ends");
    let edge = empty().put("ELE2 1006 3, HCC1 1515 0, ACV1 1005 3");
    let game = combat(edge, Side::Rome).play("attack ELE2; join ACV1; fight [2 4 1]; hold");
    assert_eq!(game.field().shows("ELE2"), "gone", "the edge stops it with 3 MF left");
}

/// LINE-X-CMD-6, LINE-R35, LINE-R38: leaders of an eliminated unit.
#[test]
fn leaders_fall_or_find_another_unit() {
    let field = empty()
        .put("HAS1 0506 0, GAL1 0505 3 disrupted, GAL2 0503 3, GAL3 0703 3, LIB1 0510 3")
        .led("Hasdrubal", "GAL1")
        .led("Mago", "GAL1");
    let game = combat(field, Side::Rome).play("attack GAL1; join HAS1; fight [6 2 3]; hold");
    assert_eq!(host(game.field(), "Hasdrubal"), "gone");
    assert_eq!(host(game.field(), "Mago"), "GAL2", "the nearest");
    assert_eq!(game.field().losses(Side::Enemy), 2 + 3);
    let tied = field.put("GAL3 0403 3, GAL2 0603 3");
    let game = combat(tied, Side::Rome).play("attack GAL1; join HAS1; fight [6 3]");
    assert_eq!(game.lists(), "with GAL2, with GAL3");
    assert_refused(&game.refuses("with LIB1"), "LINE-X-CMD-6", &["LIB1"]);
    let game = game.play("with GAL3 [1]; hold");
    assert_eq!(host(game.field(), "Hasdrubal"), "GAL3");
    assert_eq!(host(game.field(), "Mago"), "gone");
    let last = empty().put("HAS1 0506 0, GAL1 0505 3 disrupted").led("Mago", "GAL1");
    let game = combat(last, Side::Rome).play("attack GAL1; join HAS1; fight [6]; hold");
    assert_eq!(host(game.field(), "Mago"), "gone", "nobody left to go to: no die");
}

/// LINE-X-ADV-1, LINE-X-ADV-2, LINE-X-ADV-3, LINE-X-ADV-4: who follows.
#[test]
fn advances() {
    let field = empty().put("GAL1 0505 3, HAS1 0506 0 disrupted, HAS2 1515 0");
    // Warriors cannot hold back.
    let game = combat(field, Side::Enemy).play("attack HAS1; join GAL1; fight [6]");
    assert_eq!(game.lists(), "face S, face SE, face SW");
    assert_refused(&game.refuses("face N"), "LINE-X-ADV-3", &["GAL1"]);
    assert_eq!(game.play("face SE").field().shows("GAL1"), "0506 2");
    let wild = sandtable_battleline::field::Field::empty(crate::board::wild());
    let camp = wild.put("ACV1 0607 5, GAL1 0507 0 disrupted, GAL2 0101 3");
    let game = combat(camp, Side::Rome);
    assert_eq!(game.lists(), "attack GAL1, done");
    let game = game.play("attack GAL1; join ACV1; fight [6]");
    assert_eq!(game.active(), Side::Enemy, "horse does not ride into a camp: no advance is asked");
}

/// LINE-R9, LINE-R36, LINE-X-CMB-7: the lead alone suffers, or all attackers with the option.
#[test]
fn who_suffers_for_the_attack() {
    let field = empty().put("HAS1 0506 0, SOC1 0605 0, LIB1 0505 3");
    let game = combat(field, Side::Rome).play("attack LIB1; join HAS1; join SOC1; fight [1]");
    assert_eq!(game.field().shows("HAS1"), "0506 0 D", "5+3 to 5 is 1.5-1, die 1 AD");
    assert_eq!(game.field().shows("SOC1"), "0605 0");
    let all = HouseRules { all_attackers_suffer: true, ..HouseRules::default() };
    let equal = empty().put("HAS1 0506 0, PRI1 0605 5, LIB1 0505 3, LIB2 1111 0");
    let game = combat_with(equal, Side::Rome, all).play("attack LIB1; join HAS1; join PRI1; fight");
    assert_eq!(game.lists(), "lead HAS1, lead PRI1");
    let game = game.play("lead PRI1 [1]");
    assert_eq!(
        (game.field().shows("HAS1"), game.field().shows("PRI1")),
        ("0506 0 D".into(), "0605 5 D".into())
    );
    let weak = empty().put("VEL1 0506 0, VEL2 0605 5, LIB1 0505 3, HAS1 1515 0");
    let game =
        combat_with(weak, Side::Rome, all).play("attack LIB1; join VEL1; join VEL2; fight; lead VEL1 [1]");
    assert_eq!(game.lists(), "next VEL1, next VEL2", "4 to 5 is 1-2: AR for both");
    assert_refused(&game.refuses("next HAS1"), "LINE-R9", &["HAS1"]);
    let game = game.play("next VEL2");
    assert!(game.lists().starts_with("retreat "));
}

/// LINE-R10, LINE-R11: ways that are none.
#[test]
fn ways_that_are_refused() {
    let field = empty().put("LIB1 0605 3, HAS1 0606 0, HAS2 0502 3");
    let check = |end: &str| {
        way::<kit::Refusal>(
            &field,
            field.unit("LIB1"),
            field.hex_at("0606"),
            Flight::Retreat,
            (field.hex_at(end), None),
        )
    };
    assert_refused(&check("0503").unwrap_err(), "LINE-R10", &["LIB1", "0503", "HAS2"]);
    assert_refused(&check("0603").unwrap_err(), "LINE-R11", &["LIB1", "0603"]);
    assert_refused(&check("0502").unwrap_err(), "LINE-RES-5", &["LIB1", "HAS2"]);
    assert!(check("0904").is_ok());
}

/// LINE-X-RET-1, LINE-X-RET-2: where ways to one hex end in different facings, the owner chooses among them.
#[test]
fn a_retreat_may_end_in_several_facings() {
    let field = empty().put("LIB1 0605 3, HAS1 0606 0");
    let game = combat(field, Side::Rome).play("attack LIB1; join HAS1; fight [6]");
    assert!(game.lists().contains("retreat 0403, retreat 0403 S,"), "{}", game.lists());
    assert_eq!(game.play("retreat 0403").field().shows("LIB1"), "0403 2 D");
    assert_eq!(game.play("retreat 0403 S").field().shows("LIB1"), "0403 3 D");
    assert_refused(&game.refuses("retreat 0403 N"), "LINE-X-RET-1", &["LIB1"]);
}
