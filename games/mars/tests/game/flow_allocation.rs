//! Allocation of attacks through the game.

use std::collections::BTreeSet;

use crate::board::{
    Chance, Describe, SIDES, empty, historical, infantry,
    reading::{Plain, attacks::Attack, number},
    table::*,
};
use crate::published::theatre;
use kit::Game;
use sandtable_mars::{Action, Field, GermanZones, Mars, Scenario, Side, Status};

fn opening() -> Mars {
    attacks(Field::deployed(historical()), 1, Side::Russian)
}

/// X3: MARS-ATT-6, MARS-ATT-8, MARS-ATT-10, MARS-R26
#[test]
fn x3_must_attack() {
    let mut game = opening();
    play(&mut game, "attack 1607 with 8 GRK, 42 G, 25, 6 TK, 251, 93");
    assert_eq!(offered(&game, "commit"), "commit", "102.ID in 1507 is next to no attacker");
    play(&mut game, "attack 1607 with 331, 354");
    refuses(&game, "commit", "MARS-ATT-6", &["1507"]);
    assert_eq!(game.prompt().words, "1507 must be attacked too before the attacks can be resolved");
    let sums = &game.odds()[0].sums;
    assert_eq!((sums[0].1.as_str(), sums[1].1.as_str()), ("52", "9"));
    play(&mut game, "attack 1507 with 80");
    refuses(&game, "commit", "MARS-ATT-6", &["1506"]);
    play(&mut game, "release 354; attack 1506 with 354; commit");
    let told = [
        play(&mut game, "battle 1506; roll [3]").remove(0),
        play(&mut game, "battle 1507; roll [6]").remove(0),
    ];
    assert_eq!(told[0], "4 against 8: 95.ID AE (1:3) (MARS-CRT-2)", "the Osuga costs a column");
    assert_eq!(told[1], "4 against 8: 102.ID DR (1:2) (MARS-CRT-2)");
    play(&mut game, "rout 102.ID 0");
    let told = play(&mut game, "battle 1607; roll [6]");
    assert_eq!(told[0], "48 against 9: 78.ID DE (4:1) (MARS-CRT-2)");
}

/// X20: MARS-TER-6, MARS-TER-7, MARS-TER-8, MARS-ATT-4, MARS-ATT-5, MARS-ATT-7, MARS-R44
#[test]
fn x20_zone_hexes_filled_and_empty() {
    let base = infantry().put("6 TK, 251, 93", "1708");
    // 331 behind the line, supplied over the empty zone next to it.
    let behind = base.without("337.ID").put("331", "1609");
    let panzer = |field: Field| field.put("5.Pz a", "1608");
    let mut unfortified = base.put("102.ID", "1608");
    unfortified.set(crate::board::unit("102.ID"), Status::Fortified, false);
    let defence = |field: Field, orders: &str| {
        let mut game = attacks(field, 3, Side::Russian);
        play(&mut game, orders);
        let sums = game.odds()[0].sums.clone();
        (sums[1].1.clone(), offered(&game, "commit") == "commit", game)
    };
    let (empty_hex, legal, _) = defence(base, "attack 1608 with 6 TK, 251, 93");
    assert_eq!((empty_hex.as_str(), legal), ("7", true), "and no duty");
    let (held, legal, game) = defence(panzer(base), "attack 1608 with 6 TK, 251, 93");
    assert_eq!((held.as_str(), legal), ("10", false));
    refuses(&game, "commit", "MARS-ATT-6", &["1607", "1709"]);
    let (division, legal, game) = defence(unfortified, "attack 1608 with 6 TK, 251, 93");
    assert_eq!((division.as_str(), legal), ("6", false), "4 + 2, not 4 + 7");
    refuses(&game, "commit", "MARS-ATT-6", &["1607", "1709"]);
    let (joined, _, _) = defence(panzer(behind), "attack 1608 with 6 TK, 251, 93, 331");
    assert_eq!(joined, "3", "331 does not come over the line");
    let (_, _, game) = defence(behind, "attack 1608 with 6 TK, 251, 93");
    refuses(&game, "attack 1608 with 331", "MARS-ATT-5", &["331", "1608"]);
    // One battle against all three hexes meets the duties, MARS-ATT-10.
    let (all, legal, _) = defence(
        panzer(base),
        "attack 1608 with 6 TK, 251, 93; include 1607 with 1608; include 1709 with 1608",
    );
    assert_eq!((all.as_str(), legal), ("26", true), "3 + 7, 5 + 2 + 2, 3 + 2 + 2");
}

/// MARS-ATT-1, MARS-ATT-8: nobody has to attack, and to attack nothing is always legal.
#[test]
fn mars_att_1_attacking_is_voluntary() {
    let mut game = opening();
    assert!(offered(&game, "").starts_with("pass; attack"));
    refuses(&game, "attack 1507 with 8 GRK", "MARS-ATT-1", &["8 GRK"]);
    refuses(&game, "attack 1607 with 78.ID", "MARS-ATT-1", &["78.ID"]);
    refuses(&game, "commit", "MARS-ATT-8", &[]);
    play(&mut game, "attack 1607 with 331");
    refuses(&game, "commit", "MARS-ATT-6", &["1507"]);
    play(&mut game, "pass");
    assert_eq!(moment(&game), "1 German Reinforce", "what was planned is forgotten");
}

/// MARS-ATT-2, MARS-SUP-11, MARS-MIN-4
#[test]
fn mars_att_2_who_may_attack() {
    let field = empty()
        .put("8 GRK, 42 G", "1011")
        .put("331", "0911")
        .put("6 TK", "0808")
        .put("5.Pz a", "1010")
        .put("GD a", "0711")
        .put("9.Pz a", "0708")
        .put("9.Pz b", "0809")
        .put("1.Pz a", "0909")
        .put("102.ID", "0907")
        .with("42 G", Status::DugIn)
        .with("331", Status::Strained)
        .disrupted("GD a");
    let game = attacks(field, 3, Side::Russian);
    refuses(&game, "attack 1010 with 42 G", "MARS-ATT-2", &["42 G"]);
    refuses(&game, "attack 1010 with 331", "MARS-ATT-2", &["331"]);
    refuses(&game, "attack 0809 with 6 TK", "MARS-SUP-11", &["6 TK"]);
    assert_eq!(offered(&game, "attack"), "attack 1010 with 8 GRK");
    let game = attacks(field, 3, Side::German);
    refuses(&game, "attack 0808 with GD a", "MARS-DIS-1", &["GD a"]);
}

/// MARS-ATT-3, MARS-ATT-4, MARS-ATT-5: once each, everybody next to every hex.
#[test]
fn mars_att_4_battles_over_several_hexes() {
    let field = infantry()
        .put("8 GRK, 42 G, 25", "1707")
        .put("6 TK, 251, 93", "1708")
        .put("331, 354", "1606")
        .put("5.Pz a", "1608");
    let mut game = attacks(field, 3, Side::Russian);
    play(&mut game, "attack 1607 with 8 GRK, 6 TK");
    refuses(&game, "attack 1608 with 6 TK", "MARS-ATT-3", &["6 TK"]);
    refuses(&game, "include 1608 with 1607", "MARS-ATT-4", &["1608", "8 GRK"]);
    refuses(&game, "include 1507 with 1608", "MARS-ATT-4", &["1507"]);
    play(&mut game, "release 8 GRK; include 1608 with 1607");
    refuses(&game, "attack 1607 with 8 GRK", "MARS-ATT-4", &["8 GRK", "1608"]);
    refuses(&game, "include 1607 with 1608", "MARS-ATT-3", &["1607"]);
    refuses(&game, "drop 1608", "MARS-ATT-10", &["1607"]);
    refuses(&game, "drop 1504", "MARS-ATT-10", &["1504"]);
    refuses(&game, "release 42 G", "MARS-ATT-10", &["42 G"]);
    play(&mut game, "drop 1607");
    // Units of one hex may take part in different battles.
    play(&mut game, "attack 1607 with 6 TK; attack 1608 with 251; attack 1709 with 93");
    assert_eq!(game.plan().battles().len(), 3);
    let game = attacks(infantry().put("6 TK", "1708").put("5.Pz a", "1709"), 3, Side::Russian);
    let mut empty_hex = game;
    play(&mut empty_hex, "attack 1608 with 6 TK");
    refuses(&empty_hex, "include 1709 with 1608", "MARS-ATT-5", &["1709"]);
    refuses(&game, "attack 1807 with 6 TK", "MARS-ATT-5", &["1807"]);
}

/// MARS-ATT-6, MARS-ATT-9, MARS-SEQ-8, MARS-R12: a German must not pass by an Undisrupted korps, but may pass by all others; conditions are
/// those of the allocation, before any Russian recovers in B4.
#[test]
fn mars_att_9_conditions_at_the_allocation() {
    let field = empty().put("331", "1010").put("8 GRK", "1111").put("GD a, GD b", "1011").put("158", "0911");
    let mut game = attacks(field, 3, Side::German);
    play(&mut game, "attack 1010 with GD a, GD b");
    refuses(&game, "commit", "MARS-ATT-6", &["1111"]);
    let mut game = attacks(field.disrupted("8 GRK"), 3, Side::German);
    play(&mut game, "attack 1010 with GD a, GD b; commit");
    assert!(!is_disrupted(&game, "8 GRK"), "MARS-REC-2: it recovers in B4, after the allocation");
}

/// MARS-ATT-8, MARS-ODD-6: odds under 1:4.
#[test]
fn mars_att_8_odds_of_every_battle() {
    let field = empty().put("102.ID, 95.ID", "1010").fortified("102.ID, 95.ID").put("25, 331", "1011");
    let mut game = attacks(field, 3, Side::Russian);
    play(&mut game, "attack 1010 with 25");
    refuses(&game, "commit", "MARS-ODD-6", &["1010"]);
    assert_eq!(offered(&game, "commit"), "");
    play(&mut game, "attack 1010 with 331");
    assert_eq!(offered(&game, "commit"), "commit", "4 against 12 are 1:3");
}

/// MARS-FOR-4, MARS-FOR-6: who attacks has left his fortifications.
#[test]
fn mars_for_4_attackers_leave_their_fortifications() {
    let field = empty().put("102.ID", "1010").put("8 GRK", "1011").fortified("8 GRK");
    let mut game = attacks(field, 3, Side::Russian);
    play(&mut game, "attack 1010 with 8 GRK");
    assert!(is(&game, "8 GRK", Status::Fortified), "nothing is bound before the commitment");
    play(&mut game, "commit");
    assert!(!is(&game, "8 GRK", Status::Fortified));
}

/// MARS-ATT-1 to MARS-ATT-7: what can be attacked and what must be, against the literal reading, over random
/// allocations.
#[test]
fn literal_reading_of_allocations() {
    let mut chance = Chance::seeded(606);
    let (mut duties, mut inclusions, mut legal) = (0, 0, 0);
    for round in 0..240 {
        let scenario = if round % 3 == 0 { Scenario::Vazuza } else { Scenario::Historical };
        let mut field = chance.position(theatre(scenario, GermanZones::Inward));
        for unit in field.on_map() {
            field.set(unit, Status::Strained, chance.one_in(9));
            field.set(unit, Status::DugIn, chance.one_in(9) && field.is(unit, Status::Fortified));
        }
        let (plain, map) = (Plain::of(&field), &field.theatre().map);
        for side in SIDES {
            let mut game = attacks(field, 3, side);
            for _ in 0..12 {
                if step(&game) != "Allocate" {
                    break;
                }
                let planned: Vec<Attack> = game
                    .plan()
                    .battles()
                    .iter()
                    .map(|battle| Attack {
                        attackers: battle.attackers.iter().collect(),
                        targets: battle.targets().iter().map(|&hex| number(map, hex)).collect(),
                    })
                    .collect();
                let tired: Vec<_> = (field.all(Status::Strained) | field.all(Status::DugIn)).iter().collect();
                let unmet: BTreeSet<_> = game.plan().unmet().iter().map(|hex| number(map, hex)).collect();
                assert_eq!(unmet, plain.unmet(side, &planned), "round {round}: {:?}", game.plan());
                let mut actions = Vec::new();
                game.actions(&mut actions);
                let attacks: BTreeSet<_> = actions
                    .iter()
                    .filter_map(|action| match action {
                        Action::Attack(unit, hex) => Some((*unit, number(map, *hex))),
                        _ => None,
                    })
                    .collect();
                assert_eq!(attacks, plain.possible_attacks(side, &planned, &tired), "round {round}");
                duties += usize::from(!unmet.is_empty());
                let commit = actions.contains(&Action::Commit);
                assert!(!commit || unmet.is_empty());
                legal += usize::from(commit);
                let growing: Vec<&Action> = actions
                    .iter()
                    .filter(|action| {
                        matches!(action, Action::Attack(..) | Action::Include(..))
                            || chance.one_in(12) && matches!(action, Action::Release(_) | Action::Drop(_))
                    })
                    .collect();
                let Some(&&action) = growing.get(chance.below(growing.len().max(1))) else { break };
                inclusions += usize::from(matches!(action, Action::Include(..)));
                let order = game.write(&action);
                play(&mut game, &order);
            }
        }
    }
    assert!(duties > 500 && inclusions > 50 && legal > 300, "{duties} {inclusions} {legal}");
}
