//! The worked examples of the ledger, on the table.

use kit::{Scripted, flow};

use super::{FireOrders, Hit, Lob, Stray};
use crate::{
    action::Action,
    fire::{Aim, Shell, kept},
    game::Skirmish,
    scatter::ScatterKind,
    shell::Ammunition,
    state::Flags,
    testing::{empty, ends, f, odds, put, put_man, ready},
    words::{Hull, Speed},
};

/// Two tanks on open ground, 1200 mm apart, front to front.
fn duel() -> (Skirmish, FireOrders, kit::position::UnitId) {
    let mut game = empty("skir-height");
    let panzer = put(&mut game, "G-PZ4G", (200, 100), 90);
    let t34 = put(&mut game, "S-T34", (1400, 100), 270);
    // The platoon commander has a CR of his own; the chart's is meant.
    game.board.unit_mut(t34).cr = 1;
    let orders = FireOrders { unit: panzer, moving: false, only: None };
    ready(&mut game, orders);
    (game, orders, t34)
}

/// Example X9: SKIR-HWF-1, SKIR-HWF-6, SKIR-PEN-2, SKIR-EFF-1, SKIR-HWF-14.
#[test]
fn x9_tank_gun_hwf_1_pen_2_eff_1() {
    let (game, _, t34) = duel();
    let shot = Action::Shoot(Ammunition::Ap, t34, None);
    let wrecked =
        odds(&game, shot, |end| matches!(end.board.unit(t34).hull, Hull::Destroyed | Hull::Exploded));
    assert_eq!(wrecked.chance(|&wrecked| wrecked), f(6, 25));
    // Whole and unhurt, but silenced: 1/5 of the shells hit without getting in, CF fails 9/20.
    let silenced = odds(&game, shot, |end| {
        let state = end.board.unit(t34);
        let unhurt = state.hull == Hull::Whole && state.alive == 4 && state.speed == Speed::Full;
        unhurt && state.mgs == 0 && !state.is(Flags::FLEEING) && state.is(Flags::NO_FIRE)
    });
    assert_eq!(silenced.chance(|&silenced| silenced), f(9, 100));
    // It has acted: no fire to lose.
    let mut acted = game;
    acted.board.unit_mut(t34).set(Flags::ACTED, true);
    let silenced = odds(&acted, shot, |end| end.board.is(t34, Flags::NO_FIRE));
    assert_eq!(silenced.chance(|&silenced| silenced), f(0, 1));
    // Moving, it is missed by half of the shells.
    let mut moving = acted;
    moving.board.unit_mut(t34).set(Flags::MOVED_LAST, true);
    let before = moving.board;
    let missed = odds(&moving, shot, |end| end.board.units[t34.index()] == before.units[t34.index()]);
    assert!(missed.chance(|&missed| missed) > f(1, 2), "missed, or hit without getting in");
}

/// SKIR-EFF-8, SKIR-R94: the crew of a wreck stands behind it as infantry and takes its test there.
#[test]
fn a_crew_gets_out_eff_8() {
    let (mut game, _, t34) = duel();
    // Body, pierced, 7: destroyed + 2 dead + CT; the test is passed.
    let mut dice = Scripted::faces(&[3, 10, 7, 6, 1]);
    game.board.unit_mut(t34).set(Flags::ACTED, true);
    let mut chronicle = kit::Chronicle::default();
    flow::perform(&mut game, Action::Shoot(Ammunition::Ap, t34, None), &mut dice, &mut chronicle);
    dice.finish().unwrap();
    let state = game.board.unit(t34);
    assert!(state.hull == Hull::Destroyed && state.is(Flags::ON_FOOT) && state.is(Flags::LOST));
    assert_eq!((state.alive, state.strength), (2, 2));
    let behind = game.board.living(t34).all(|(_, man)| man.x > 1441);
    assert!(behind && game.board.leaves_thing(t34), "behind the rear edge of a wreck that stays");
    let told = |words: &str| chronicle.events.iter().any(|event| event.words.contains(words));
    assert!(told("is destroyed") && told("strikes the body") && told("stands"), "{:?}", chronicle.events);
}

/// SKIR-R59: what has wrecked a vehicle or gun has taken its fire; nothing is tested for it.
#[test]
fn a_wrecked_vehicle_takes_no_cant_fire_test_r59() {
    let (mut game, _, t34) = duel();
    // Body, pierced, 7: destroyed + 2 dead + CT; it has not acted, yet the only test is that of courage.
    let mut dice = Scripted::faces(&[3, 10, 7, 6, 1]);
    assert!(!game.board.is(t34, Flags::ACTED));
    flow::perform(&mut game, Action::Shoot(Ammunition::Ap, t34, None), &mut dice, &mut ());
    dice.finish().unwrap();
    assert!(game.board.is(t34, Flags::ON_FOOT) && !game.board.is(t34, Flags::NO_FIRE));
}

/// Example X7: SKIR-LWF-3, SKIR-LWF-4, SKIR-LWF-7, SKIR-LWF-13.
#[test]
fn x7_light_fire_lwf_4_lwf_7_lwf_13() {
    let mut game = empty("skir-learn");
    let german = put(&mut game, "G-RIF", (300, 100), 90);
    let soviet = put(&mut game, "S-RIF", (800, 100), 270);
    ready(&mut game, FireOrders { unit: german, moving: false, only: None });
    let fire = Action::Volley(soviet);
    let left = odds(&game, fire, |end| (end.board.unit(soviet).alive, end.board.is(soviet, Flags::FLEEING)));
    for dead in 2..=6 {
        assert_eq!(left.chance(|&(alive, _)| alive == 10 - dead), f(1, 5), "{dead}");
    }
    assert_eq!(left.chance(|&(_, flees)| flees), f(1, 8));
    let mut moved = game;
    moved.board.unit_mut(soviet).set(Flags::MOVED_LAST, true);
    let left = odds(&moved, fire, |end| end.board.unit(soviet).alive);
    assert_eq!(left.chance(|&alive| alive == 8), f(2, 5));
    // SKIR-LWF-9: riflemen fall first, the leader last.
    let mut dice = Scripted::faces(&[10]);
    let mut shot = game;
    shot.board.unit_mut(soviet).strength = 4;
    flow::perform(&mut shot, fire, &mut dice, &mut ());
    dice.finish().unwrap();
    let leader = shot.board.unit(soviet).leader;
    let fallen: Vec<&str> = (0u8..)
        .zip(shot.board.men(soviet))
        .filter(|(_, man)| !man.alive)
        .map(|(man, _)| {
            let arm = shot.board.chart(soviet).arms[usize::from(man)];
            assert_ne!(man, leader);
            shot.board.rules.get().light[usize::from(arm.light.unwrap())].id.as_str()
        })
        .collect();
    assert_eq!(fallen, ["RIF"; 6]);
}

/// A shell of a Panzer IV in the air, at nobody yet.
fn shell(game: &Skirmish, firer: kit::position::UnitId, aim: Aim) -> Shell {
    Shell {
        firer: Some(firer),
        side: game.board.side(firer),
        weapon: game.board.chart(firer).heavy.unwrap() as u8,
        cs: game.board.chart(firer).cs,
        cr: 0,
        he: true,
        device: None,
        inside: false,
        from: kept(game.at(firer)),
        height: 0,
        aim,
    }
}

/// SKIR-GEO-1: so many mm at a heading, each coordinate rounded half away from zero, from the sines themselves.
fn offset(mm: i64, heading: i64) -> (i64, i64) {
    let charts = crate::charts::Rules::published();
    let along = |degrees: i64| {
        let millionths = mm * charts.sine((degrees % 360) as u16);
        (millionths.abs() + 500_000) / 1_000_000 * millionths.signum()
    };
    (along(heading), along(heading + 90))
}

/// Example X11: SKIR-SCT-1, SKIR-SCT-8, and SKIR-GEO-1: a scatter as far as the radius is inside only where the rounding of
/// the point lets it.
#[test]
fn x11_scatter_of_a_missed_shell_sct_1_sct_8_geo_1() {
    let mut game = empty("skir-height");
    let panzer = put(&mut game, "G-PZ4G", (200, 100), 90);
    let squad = put(&mut game, "S-RIF", (1200, 100), 270);
    // One man, so that only he can be reached.
    for man in game.board.men_mut(squad).iter_mut().skip(1) {
        man.alive = false;
    }
    game.board.unit_mut(squad).alive = 1;
    game.board.unit_mut(squad).leader = 0;
    game.board.unit_mut(squad).set(Flags::ACTED, true);
    game.fire.shell = shell(&game, panzer, Aim::Man(squad, 0));
    ready(&mut game, Stray);
    // Every shell that bursts within 40 mm of his base kills with 7 of 10.
    let dead = ends(&game, |end| !end.board.is_on_table(squad)).chance(|&dead| dead);
    // Counted by hand: D8 of 1, 2 is 0 cm, 3 to 8 are 1 to 6 cm; 315 headings burst; of 4 cm those whose rounded point
    // lies within 50 mm of his centre.
    let mut inside = 0u128;
    for cm in [0, 0, 1, 2, 3, 4, 5, 6] {
        for heading in 0..360 {
            let off = (heading - 90_i64).rem_euclid(360).min((90 - heading).rem_euclid(360));
            if off <= 22 {
                continue;
            }
            let (x, y) = offset(10 + cm * 10, heading);
            inside += u128::from(x * x + y * y <= 50 * 50);
        }
    }
    assert_eq!(dead, f(inside * 7, 8 * 360 * 10));
    assert!(dead < f(21 * 7, 320), "some bursts at exactly 4 cm are rounded out of the radius");
}

/// Example X12: SKIR-SCT-3, SKIR-SCT-6, SKIR-IND-5: a grenade on the very point kills the man there; X10: fragments.
#[test]
fn x12_a_mortar_sct_3_ind_5_frg_3() {
    let mut game = empty("skir-learn");
    let mortar = put(&mut game, "G-M50", (300, 100), 90);
    let squad = put(&mut game, "S-RIF", (800, 100), 270);
    // His comrades are far away.
    for man in 1..10 {
        put_man(&mut game, squad, man, (800, 1150));
    }
    game.board.unit_mut(squad).set(Flags::ACTED, true);
    game.fire.shell = shell(&game, mortar, Aim::Man(squad, 0));
    ready(&mut game, Lob { kind: ScatterKind::Mortar });
    let mut exact = game;
    let mut dice = Scripted::faces(&[1, 1, 360]);
    flow::proceed(&mut exact, &mut dice, &mut ());
    dice.finish().unwrap();
    assert_eq!(exact.board.unit(squad).alive, 9, "no die decides about a direct hit");
    // D10 + D6 - 2 of 1 and 2 cm reach him with a radius of 2 cm and a base of 1 cm: 3 cm too if the rounding lets them.
    let dead = ends(&game, |end| end.board.unit(squad).alive == 9).chance(|&dead| dead);
    let (mut direct, mut near) = (0u128, 0u128);
    for d10 in 1..=10 {
        for d6 in 1..=6 {
            let cm = (d10 + d6 - 2).max(0);
            for heading in 0..360 {
                let (x, y) = offset(cm * 10, heading);
                let square = x * x + y * y;
                direct += u128::from(square <= 100);
                near += u128::from(square > 100 && square <= 30 * 30);
            }
        }
    }
    assert_eq!(dead, f(direct * 10 + near * 7, 60 * 360 * 10));
}

/// SKIR-FRG-1, SKIR-FRG-3, SKIR-EFF-3, SKIR-IND-8: everybody in the radius, friend and foe; X21 on a half-track.
#[test]
fn fragments_reach_friend_and_foe_frg_1_frg_3() {
    let mut game = empty("skir-height");
    let panzer = put(&mut game, "G-PZ4G", (200, 100), 90);
    let squad = put(&mut game, "S-RIF", (1200, 100), 270);
    let friend = put(&mut game, "G-PG", (1200, 149), 0);
    let track = put(&mut game, "G-251", (1200, 45), 90);
    put_man(&mut game, squad, 1, (1251, 100));
    for man in 2..10 {
        put_man(&mut game, squad, man, (1600, 100));
    }
    game.board.unit_mut(friend).alive = 1;
    for man in game.board.men_mut(friend).iter_mut().skip(1) {
        man.alive = false;
    }
    game.board.unit_mut(friend).leader = 0;
    game.board.unit_mut(friend).strength = 10;
    for unit in [squad, friend, track] {
        game.board.unit_mut(unit).set(Flags::ACTED, true);
    }
    game.fire.shell = shell(&game, panzer, Aim::Man(squad, 0));
    ready(&mut game, Hit);
    // The man named is hit (D10 + 2) and dead; the shell bursts on him.
    let mut burst = game;
    // Hit 10. The friend: D10 of 10 kills him. The half-track 39 mm away: 4 is a body hit, pierced by 5, effect 7.
    let mut dice = Scripted::faces(&[10, 10, 4, 5, 7]);
    let mut chronicle = kit::Chronicle::default();
    flow::proceed(&mut burst, &mut dice, &mut chronicle);
    dice.finish().unwrap();
    assert_eq!(burst.board.unit(squad).alive, 9, "41 mm away he is out of it: {:?}", chronicle.events);
    assert!(!burst.board.is_on_table(friend));
    assert_eq!(
        (burst.board.unit(track).hull, burst.board.unit(track).alive),
        (Hull::Destroyed, 0),
        "4 dead of 2"
    );
}

/// What is told before an order is given is what the steps that are played come to: AP at a tank, HE at men, a volley.
#[test]
fn a_forecast_is_what_is_played_hwf_1_frg_3_lwf_4() {
    let (mut game, orders, t34) = duel();
    // One shell is left.
    game.fire.shells = 1;
    let ap = Action::Shoot(Ammunition::Ap, t34, None);
    let told = super::forecast(&game, orders, ap).unwrap();
    let mut acted = game;
    acted.board.unit_mut(t34).set(Flags::ACTED, true);
    let played = odds(&acted, ap, |end| {
        let state = end.board.unit(t34);
        (state.hull != Hull::Whole, state.is(Flags::FLEEING) && state.alive > 0)
    });
    assert_eq!(told.lost, played.chance(|&(lost, _)| lost));
    assert_eq!(told.flees, played.chance(|&(_, flees)| flees));
    assert!(super::reports(&game).len() >= 2, "AP and HE at the tank");

    // HE at three men of a squad in a row; the others are far away.
    let mut game = empty("skir-height");
    let panzer = put(&mut game, "G-PZ4G", (200, 100), 90);
    let squad = put(&mut game, "S-RIF", (1200, 100), 270);
    for man in 0..10 {
        let at = if man < 3 { (1200 + i16::from(man) * 30, 100) } else { (1300, 1700) };
        put_man(&mut game, squad, man, at);
    }
    game.board.unit_mut(squad).strength = 20;
    // It has fired, so that it is spotted so far away.
    game.board.unit_mut(squad).set(Flags::ACTED.and(Flags::FIRED_LAST), true);
    let orders = FireOrders { unit: panzer, moving: true, only: None };
    ready(&mut game, orders);
    let he = Action::Shoot(Ammunition::He, squad, Some(1));
    let told = super::forecast(&game, orders, he).unwrap();
    let played = odds(&game, he, |end| (end.board.unit(squad).alive, end.board.is(squad, Flags::FLEEING)));
    let mean = played.mean(|&(alive, _)| kit::Factor::whole(10 - i32::from(alive)));
    assert_eq!(told.dead, mean);
    assert_eq!(told.flees, played.chance(|&(_, flees)| flees));
    assert!(told.dead > f(1, 1));
}

/// 5.3: a forecast does not tell of a commander out of sight.
#[test]
fn a_forecast_keeps_secrets() {
    let mut game = empty("skir-learn");
    let german = put(&mut game, "G-RIF", (300, 100), 90);
    let soviet = put(&mut game, "S-RIF", (800, 100), 270);
    let orders = FireOrders { unit: german, moving: false, only: None };
    ready(&mut game, orders);
    let alone = super::forecast(&game, orders, Action::Volley(soviet)).unwrap();
    assert_eq!(alone.flees, f(1, 8), "X7");
    put(&mut game, "S-HQ", (860, 100), 270);
    game.board.seen[0]
        .remove(game.board.everybody().find(|unit| game.board.chart(*unit).id == "S-HQ").unwrap());
    assert_eq!(super::forecast(&game, orders, Action::Volley(soviet)), Some(alone));
    // Seen, he counts: CS 1 and CR 2 fail 5/24.
    game.refresh_all_sight();
    let led = super::forecast(&game, orders, Action::Volley(soviet)).unwrap();
    assert_eq!(led.flees, f(2 * 5, 5 * 24));
}
