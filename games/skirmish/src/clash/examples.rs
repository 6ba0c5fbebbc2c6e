//! Close combat on tiny tables: the ledger's examples and single clauses.

use kit::{Scripted, flow};

use super::{Dare, DeviceOrders, Melee, Mine, Overrun, Rally, Tool};
use crate::{
    action::Action,
    board::PieceId,
    fire::{Aim, FireOrders, Inside, Shell, WallHit, Way, kept},
    game::Skirmish,
    state::Flags,
    testing::{empty, ends, f, odds, put, put_man, ready},
    words::{Hull, Speed},
};

/// Example X14: SKIR-MIN-1, SKIR-MIN-2, SKIR-MIN-5, SKIR-MOR-2.
#[test]
fn x14_mines_min_1_min_2_min_5() {
    let mut game = empty("skir-height");
    let track = put(&mut game, "G-251", (300, 100), 0);
    game.board.unit_mut(track).cr = 0;
    ready(&mut game, Mine { unit: track });
    let after = ends(&game, |end| {
        let state = end.board.unit(track);
        (end.harm.passed, state.hull, state.speed)
    });
    assert_eq!(after.chance(|&(passed, ..)| passed), f(11, 20));
    assert_eq!(after.chance(|&(_, hull, _)| matches!(hull, Hull::Destroyed | Hull::Exploded)), f(9, 40));
    assert_eq!(after.chance(|&(_, _, speed)| speed == Speed::Stopped), f(9, 40));
    assert_eq!(
        after.chance(|&(_, hull, _)| hull == Hull::Abandoned),
        f(9 * 5, 40 * 16),
        "left after a failed CT"
    );
}

/// SKIR-CRW-6, SKIR-R61: passengers and crew fall by lot, and one CT counts for all who get out.
#[test]
fn passengers_share_the_fate_of_their_carrier_crw_6() {
    let mut game = empty("skir-height");
    let track = put(&mut game, "G-251", (300, 300), 0);
    let squad = put(&mut game, "G-PG", (300, 300), 0);
    let state = game.board.unit_mut(squad);
    state.ride(Some(track));
    state.set(Flags::EMBARKED, true);
    ready(&mut game, Mine { unit: track });
    // The mine: destroyed+saved on 4; the CT fails.
    let mut dice = Scripted::faces(&[1, 10, 4, 1, 8]);
    flow::proceed(&mut game, &mut dice, &mut ());
    dice.finish().unwrap();
    assert!(
        !game.board.rides(squad)
            && game.board.is(squad, Flags::FLEEING)
            && game.board.is(track, Flags::FLEEING)
    );
    assert_eq!((game.board.unit(squad).alive, game.board.unit(track).alive), (10, 2));
    assert!(game.board.unit(squad).carrier().is_none());
    let spread: std::collections::BTreeSet<_> =
        game.board.living(squad).map(|(_, man)| (man.x, man.y)).collect();
    assert_eq!(spread.len(), 10, "everybody has a place of his own");
}

/// SKIR-CRW-5, SKIR-R94, SKIR-EFF-8: passengers get down behind the wreck, wherever they boarded, and are the same men with
/// the same strength as before; only the crew becomes a team of what is left of it.
#[test]
fn passengers_get_down_behind_the_wreck_crw_5_r94() {
    let mut game = empty("skir-height");
    let track = put(&mut game, "G-251", (300, 300), 0);
    let squad = put(&mut game, "G-PG", (0, 0), 0);
    game.board.men_mut(squad)[3].alive = false;
    let state = game.board.unit_mut(squad);
    state.alive = 9;
    state.ride(Some(track));
    state.set(Flags::EMBARKED, true);
    ready(&mut game, Mine { unit: track });
    // The mine: destroyed+saved on 4; the CT is passed.
    let mut dice = Scripted::faces(&[1, 10, 4, 6, 1]);
    flow::proceed(&mut game, &mut dice, &mut ());
    dice.finish().unwrap();
    let state = game.board.unit(squad);
    assert_eq!((state.alive, state.strength), (9, 10));
    assert!(!state.is(Flags::ON_FOOT) && !game.board.men(squad)[3].alive);
    for (_, man) in game.board.living(squad) {
        assert!(
            (200..=400).contains(&man.x) && (60..=260).contains(&man.y),
            "behind it, not {},{}",
            man.x,
            man.y
        );
    }
    assert!(game.board.unit(squad).carrier().is_none());
    assert_eq!(game.board.unit(track).strength, 2);
}

/// SKIR-CRW-5: without a test too passengers who have got down are a unit of their own.
#[test]
fn passengers_part_from_a_wreck_without_a_test_crw_5() {
    let mut game = empty("skir-height");
    let track = put(&mut game, "G-251", (300, 300), 0);
    let squad = put(&mut game, "G-PG", (0, 0), 0);
    let state = game.board.unit_mut(squad);
    state.ride(Some(track));
    state.set(Flags::EMBARKED, true);
    game.board.unit_mut(track).alive = 0;
    ready(&mut game, crate::harm::Tests);
    game.settle(track, crate::condition::Due::NOTHING, &mut ());
    assert!(game.harm.courage.is_empty() && game.board.unit(track).hull == Hull::Abandoned);
    flow::proceed(&mut game, &mut Scripted::faces(&[]), &mut ());
    assert!(!game.board.rides(squad) && game.board.unit(squad).carrier().is_none());
}

/// Two teams in contact: so many Germans (CS 2) against so many Soviets (CS 1), in two rows.
fn melee(germans: u8, soviets: u8) -> (Skirmish, Melee) {
    let mut game = empty("skir-learn");
    let attacker = put(&mut game, "G-RIF", (300, 100), 0);
    let defender = put(&mut game, "S-RIF", (300, 120), 180);
    for (unit, alive, y) in [(attacker, germans, 100), (defender, soviets, 120)] {
        for man in 0..10 {
            put_man(&mut game, unit, man, (300 + i16::from(man) * 20, y));
        }
        for man in game.board.men_mut(unit).iter_mut().skip(alive.into()) {
            man.alive = false;
        }
        let state = game.board.unit_mut(unit);
        (state.alive, state.leader) = (alive, 0);
    }
    let melee = Melee { attacker, defender };
    ready(&mut game, melee);
    (game, melee)
}

/// Example X15: SKIR-ASL-3, SKIR-ASL-4, SKIR-TST-10.
#[test]
fn x15_melee_asl_3_asl_4() {
    // One Soviet facing two Germans in turn.
    let (game, Melee { attacker, defender }) = melee(2, 1);
    let after = ends(&game, |end| (end.board.unit(attacker).alive, end.board.is_on_table(defender)));
    assert_eq!(after.chance(|&(_, there)| !there), f(119, 144));
    // One to one: equal numbers alive test nothing; both stay engaged with 5/36.
    let (game, Melee { attacker, defender }) = melee(1, 1);
    let engaged = ends(&game, |end| {
        end.board.unit(attacker).engaged.contains(defender)
            && end.board.unit(defender).engaged.contains(attacker)
    });
    assert_eq!(engaged.chance(|&engaged| engaged), f(5, 36));
    // Two to two: the side with fewer survivors takes a CT and flees if it fails.
    let (game, Melee { defender, .. }) = melee(2, 2);
    let flees = ends(&game, |end| {
        (
            end.board.unit(defender).alive,
            end.board.is(defender, Flags::FLEEING),
            end.harm.routed.contains(defender),
        )
    });
    // Exactly one Soviet dies and no German: 2 x 7/12 x 5/36; he has CS 1, and the leader's CR 1 if he is the leader.
    let one = flees.chance(|&(alive, flees, routed)| alive == 1 && flees && routed);
    assert_eq!(one, f(7 * 5 * (5 + 7), 12 * 36 * 16), "5/16 with the leader, 7/16 without");
}

/// Example X16: SKIR-ASL-9, SKIR-ASL-10: men are rammed or step aside.
#[test]
fn x16_overrun_asl_9_asl_10() {
    let mut game = empty("skir-height");
    let tank = put(&mut game, "G-PZ4G", (300, 400), 0);
    let squad = put(&mut game, "S-RIF", (900, 100), 180);
    for man in 0..5 {
        put_man(&mut game, squad, man, (290 + i16::from(man) * 5, 200 + i16::from(man) * 30));
    }
    for man in 5..10 {
        put_man(&mut game, squad, man, (500, 100 + i16::from(man) * 30));
    }
    ready(&mut game, Overrun::new(tank, (300, 100)));
    let after = ends(&game, |end| end.board.unit(squad).alive);
    for dead in 0..=5u32 {
        let ways = [1, 5, 10, 10, 5, 1][dead as usize];
        let expected = f(ways * 11u128.pow(dead) * 9u128.pow(5 - dead), 20u128.pow(5));
        assert_eq!(after.chance(|&alive| u32::from(alive) == 10 - dead), expected, "{dead}");
    }
    // Everybody dodges: they stand clear of the way, on their own side of it.
    let mut dice = Scripted::faces(&[6, 1, 6, 1, 6, 1, 6, 1, 6, 1]);
    flow::proceed(&mut game, &mut dice, &mut ());
    dice.finish().unwrap();
    for (man, standing) in game.board.living(squad).filter(|(man, _)| *man < 5) {
        assert!((i32::from(standing.x) - 300).abs() >= 31, "{man}: {standing:?}");
    }
    assert!(game.harm.passed);
    // A gun that does not get away is rammed, and the tank stops in contact.
    let mut game = empty("skir-height");
    let tank = put(&mut game, "G-PZ4G", (300, 400), 0);
    let gun = put(&mut game, "S-45", (300, 300), 180);
    ready(&mut game, Overrun::new(tank, (300, 100)));
    let mut dice = Scripted::faces(&[1, 10, 10]);
    flow::proceed(&mut game, &mut dice, &mut ());
    dice.finish().unwrap();
    assert_eq!((game.board.unit(gun).hull, game.board.is_on_table(gun)), (Hull::Exploded, false));
    let edge = i32::from(game.board.unit(tank).y) + 41;
    assert!((273..=275).contains(&edge) && !game.harm.passed, "{edge}");
}

/// Example X20: SKIR-ASL-6, SKIR-TST-8: a device into the open top of a half-track: everybody in it dies.
#[test]
fn x20_a_device_into_an_open_top_asl_6() {
    let mut game = empty("skir-height");
    let track = put(&mut game, "G-251", (320, 100), 0);
    let infantry = put(&mut game, "S-RIF", (290, 100), 0);
    game.board.unit_mut(track).set(Flags::ACTED, true);
    ready(&mut game, DeviceOrders { unit: infantry, target: track });
    let put_in = Action::PutInto(Tool::HandBomb, track);
    for (face, hull) in [(1, Hull::Abandoned), (4, Hull::Destroyed), (8, Hull::Exploded)] {
        let mut after = game;
        // PT with D12: 6 + 1 against 7, then the column of open tops; fragments on the thrower's own men follow.
        let mut dice = Scripted::faces(&[6, 7, face, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
        flow::perform(&mut after, put_in, &mut dice, &mut ());
        assert_eq!((after.board.unit(track).hull, after.board.unit(track).alive), (hull, 0), "{face}");
    }
    // Four men may use one each, and then no more (SKIR-ASL-6).
    game.fire.devices = 4;
    let refused = kit::Game::check(&game, &put_in).unwrap_err();
    assert_eq!(refused.clause.0, "SKIR-ASL-8");
}

/// SKIR-ASL-2, SKIR-MOR-3, SKIR-MAN-1: to dare and to rally.
#[test]
fn daring_and_rallying_mor_3_man_1() {
    let mut game = empty("skir-learn");
    let squad = put(&mut game, "G-RIF", (300, 100), 0);
    ready(&mut game, Dare { unit: squad });
    let dares = ends(&game, |end| (end.harm.passed, end.board.is(squad, Flags::FLEEING)));
    assert_eq!(dares.chance(|&(passed, _)| passed), f(19, 24));
    assert_eq!(dares.chance(|&(_, flees)| flees), f(0, 1));
    // The lieutenant (CR 2) within 80 mm tries too: 5/24 x 1/8 fail.
    let hq = put(&mut game, "G-HQ", (360, 100), 0);
    game.board.unit_mut(squad).set(Flags::FLEEING, true);
    ready(&mut game, Rally { unit: squad });
    let rallies = ends(&game, |end| end.board.is(squad, Flags::FLEEING));
    assert_eq!(rallies.chance(|&flees| flees), f(5, 24 * 8));
    game.board.unit_mut(hq).set(Flags::FLEEING, true);
    ready(&mut game, Rally { unit: squad });
    let alone = ends(&game, |end| end.board.is(squad, Flags::FLEEING));
    assert_eq!(alone.chance(|&flees| flees), f(5, 24));
}

/// The brick house of the learning scenario with a Soviet squad on its ground floor.
fn house() -> (Skirmish, kit::position::UnitId, PieceId) {
    let mut game = empty("skir-learn");
    let squad = put(&mut game, "S-RIF", (710, 690), 180);
    game.board.unit_mut(squad).set(Flags::ACTED, true);
    let piece = game.board.building_at(kit::tabletop::Point::new(710, 690)).expect("the brick house");
    (game, squad, piece)
}

fn he(game: &Skirmish, weapon: &str, cs: u8, from: (i16, i16), aim: Aim) -> Shell {
    let charts = game.board.rules.get();
    let weapon = charts.heavy.iter().position(|known| known.id == weapon).unwrap();
    Shell {
        firer: None,
        side: crate::state::Side::A,
        weapon: weapon as u8,
        cs,
        cr: 0,
        he: true,
        device: None,
        inside: false,
        from,
        height: 0,
        aim,
    }
}

/// Example X13: SKIR-HWF-4, SKIR-PEN-6, SKIR-BLD-3 to SKIR-BLD-6: an SU-152 at one floor of a brick house.
#[test]
fn x13_house_bld_3_to_bld_6() {
    let (mut game, squad, piece) = house();
    game.fire.shell = he(&game, "S152", 1, (710, 100), Aim::Wall(piece, Some(0)));
    ready(&mut game, WallHit);
    let ruined = ends(&game, |end| {
        (
            end.board.ground.ruined.contains(piece),
            end.board.ground.burning.contains(piece),
            end.board.is_on_table(squad),
        )
    });
    // Effective range, square on: hit 3/5, brick always pierced; 120+ on brick: destroyed 2/10, fire 1/10. SKIR-FRG-6: a
    // miss that does not fly over (2/5 x 7/8) bursts at the wall; its fragments hit with 3/5 and pierce with 1/10.
    let (hit, splinters) = (6 * 10_000, 4 * 875 * 6);
    let chance = |tenths: u128| f((hit * 10 + splinters) * tenths, 10_000_000);
    assert_eq!(ruined.chance(|&(ruined, ..)| ruined), chance(2));
    assert_eq!(ruined.chance(|&(_, burns, _)| burns), chance(1));
    // The men stand 50 mm behind the wall: 90 mm of blast reach them, and so does every other result.
    assert!(ruined.chance(|&(.., there)| !there) >= f(3, 5));
    // On the other floor they live through `floor` and die in the ruins; a fire asks for their courage.
    for man in game.board.men_mut(squad) {
        man.floor = 1;
    }
    ready(&mut game, WallHit);
    let above = ends(&game, |end| (end.board.is_on_table(squad), end.board.is(squad, Flags::FLEEING)));
    assert_eq!(above.chance(|&(there, _)| !there), chance(2));
    assert_eq!(
        above.chance(|&(_, flees)| flees),
        f((hit * 10 + splinters) * 5, 10_000_000 * 16),
        "CS 1, CR 1: 5/16"
    );
}

/// SKIR-IND-6, SKIR-FRG-1, SKIR-FRG-6: a shell on the roof; fragments outside do not pass the wall.
#[test]
fn roofs_and_walls_ind_6_frg_1() {
    let (mut game, squad, piece) = house();
    // On the roof the top floor is struck: men on the ground floor die only with the whole house.
    game.fire.shell = he(&game, "S122", 1, (710, 100), Aim::Ground(710, 690));
    game.fire.burst.at = kept(kit::tabletop::Point::new(710, 690));
    ready(&mut game, Inside { piece, floor: u8::MAX, way: Way::Roof });
    let there = ends(&game, |end| (end.board.is_on_table(squad), end.board.ground.ruined.contains(piece)));
    assert_eq!(
        there.chance(|&(there, _)| !there),
        there.chance(|&(_, ruined)| ruined),
        "nothing else reaches the ground floor"
    );
    assert!(there.chance(|&(_, ruined)| ruined) > f(0, 1));
}

/// SKIR-HWF-14, SKIR-BLD-3: whoever is in the same trench or on the same floor, but out of reach of the burst, was not hit
/// and keeps its fire untested.
#[test]
fn a_burst_out_of_reach_tests_nobody_hwf_14_bld_3() {
    let mut game = empty("skir-height");
    let far = put(&mut game, "S-MAX", (1000, 875), 180);
    let near = put(&mut game, "S-RIF", (1290, 875), 180);
    let piece = game.board.terrain().named("trench-south").unwrap();
    game.fire.shell = he(&game, "S122", 1, (1290, 100), Aim::Ground(1290, 875));
    game.fire.burst.at = kept(kit::tabletop::Point::new(1290, 875));
    ready(&mut game, Inside::trench(piece));
    // A blast radius; nobody is left to be tested.
    let mut dice = Scripted::faces(&[1]);
    flow::proceed(&mut game, &mut dice, &mut ());
    dice.finish().unwrap();
    assert!(!game.board.is_on_table(near) && game.board.unit(far).alive == 4);
}

/// SKIR-INC-1, SKIR-INC-4, SKIR-INC-6: a flame-thrower at men in the open: four of five die (X19).
#[test]
fn x19_flames_inc_1_inc_6() {
    let mut game = empty("skir-workshop");
    let pioneers = put(&mut game, "G-PIO", (300, 100), 90);
    let squad = put(&mut game, "S-RIF", (380, 100), 270);
    game.board.unit_mut(squad).set(Flags::ACTED, true);
    for man in 1..10 {
        put_man(&mut game, squad, man, (380, 1000));
    }
    let carrier = game.board.chart(pioneers).arms.iter().position(|arm| arm.flame).unwrap() as u8;
    for man in (0..8).filter(|man| *man != carrier) {
        put_man(&mut game, pioneers, man, (260, 100));
    }
    ready(&mut game, FireOrders { unit: pioneers, moving: false, only: None });
    let before = game.board.unit(pioneers).devices;
    let after = odds(&game, Action::Flame(squad), |end| end.board.unit(squad).alive);
    assert_eq!(after.chance(|&alive| alive == 9), f(4, 5));
    let mut dice = Scripted::faces(&[1]);
    flow::perform(&mut game, Action::Flame(squad), &mut dice, &mut ());
    assert_eq!(game.board.unit(pioneers).devices[3], before[3] - 1, "a charge is spent");
}

/// SKIR-INC-1: flames burn whoever stands in them, comrades of the man who carries the flame-thrower too.
#[test]
fn flames_know_no_friends_inc_1() {
    let mut game = empty("skir-workshop");
    let pioneers = put(&mut game, "G-PIO", (260, 100), 90);
    let squad = put(&mut game, "S-RIF", (380, 100), 270);
    let carrier = game.board.chart(pioneers).arms.iter().position(|arm| arm.flame).unwrap() as u8;
    let friend = (carrier + 1) % 8;
    put_man(&mut game, pioneers, carrier, (300, 100));
    put_man(&mut game, pioneers, friend, (350, 100));
    for man in 1..10 {
        put_man(&mut game, squad, man, (380, 1000));
    }
    ready(&mut game, FireOrders { unit: pioneers, moving: false, only: None });
    // Two men in the flames, each a D10 of 10.
    flow::perform(&mut game, Action::Flame(squad), &mut Scripted::faces(&[10, 10]), &mut ());
    assert_eq!((game.board.unit(pioneers).alive, game.board.unit(squad).alive), (7, 9));
    assert!(!game.board.men(pioneers)[usize::from(friend)].alive);
}

/// SKIR-TST-8, SKIR-INC-2: a device thrown at a man in a house has to go through an opening: D12.
#[test]
fn through_a_window_tst_8_inc_2() {
    use crate::testing::{field, field_on, proving};
    let goes_in = |from: (i16, i16), floor: Option<u8>| {
        let mut game = proving();
        let group = match floor {
            Some(floor) => field_on(&mut game, "Storm group", from, 0, floor),
            None => field(&mut game, "Storm group", from, 0),
        };
        let squad = field_on(&mut game, "1st squad", (240, 1015), 180, 0);
        for man in 1..8 {
            put_man(&mut game, group, man, (1000, 100));
        }
        game.board.unit_mut(squad).set(Flags::FIRED_LAST, true);
        ready(&mut game, FireOrders { unit: group, moving: false, only: None });
        let leader = game.board.unit(squad).leader;
        let throw = Action::Use(Tool::HandBomb, squad, Some(leader));
        flow::Decision::check::<kit::Refusal>(
            FireOrders { unit: group, moving: false, only: None },
            &game,
            throw,
        )
        .unwrap();
        flow::perform(&mut game, throw, &mut Scripted::faces(&[1]), &mut ());
        game.fire.shell.inside
    };
    // From the street it has to go in by the window; from the same room it has not.
    assert!(goes_in((240, 960), None));
    assert!(!goes_in((270, 1040), Some(0)));
}

/// SKIR-ASL-9: a gun that dodges but has no room on either side is rammed.
#[test]
fn no_room_to_dodge_asl_9() {
    use crate::testing::{field, proving};
    let mut game = proving();
    let tank = field(&mut game, "1st tank", (600, 500), 0);
    let gun = field(&mut game, "Red light gun", (600, 400), 180);
    let at = game.board.centre(gun);
    ready(&mut game, Overrun::new(tank, (600, 300)));
    let mut free = game;
    flow::proceed(&mut free, &mut Scripted::faces(&[6, 1]), &mut ());
    assert!(free.harm.passed && free.board.centre(gun) != at, "it steps aside");
    // A lorry on either side.
    field(&mut game, "Lorry", (645, 400), 0);
    field(&mut game, "Field car", (555, 400), 0);
    flow::proceed(&mut game, &mut Scripted::faces(&[6, 1, 6, 1, 6, 1, 1, 6, 1, 6, 1, 6, 1]), &mut ());
    assert!(!game.harm.passed && game.board.unit(gun).x == 600, "rammed: {:?}", game.board.unit(gun));
}

/// SKIR-ASL-7, SKIR-R128: a team storms a house: contact with the wall, no CT, devices at the wall or in by a window.
#[test]
fn storming_a_house_asl_7() {
    use crate::{
        clash::Storming,
        testing::{field, field_on, proving},
    };
    use kit::testing::{act, assert_refused};
    let mut game = proving();
    let group = field(&mut game, "Storm group", (550, 900), 0);
    let squad = field_on(&mut game, "1st squad", (550, 1020), 180, 0);
    field(&mut game, "Field car", (2370, 1750), 180);
    game.board.unit_mut(squad).set(Flags::FIRED_LAST, true);
    game.refresh_all_sight();
    game.flow = flow::Stack::new(crate::flow::Over);
    game.begin_action(group, &mut ());
    flow::proceed(&mut game, &mut Scripted::faces(&[]), &mut ());
    assert!(kit::Game::choices(&game).contains(&Action::Storm(game.board.terrain().named("shed").unwrap())));
    assert_refused(&game, "storm bunker", "SKIR-ASL-1");
    assert_refused(&game, "storm trench", "SKIR-ASL-7");
    act(&mut game, "storm shed", &[]);
    act(&mut game, "hold", &[]);
    assert_refused(&game, "to 550,950", "SKIR-ASL-1");
    act(&mut game, "to 550,988", &[]);
    assert!(matches!(game.flow.top(), crate::flow::Step::Storming(Storming { .. })));
    assert_refused(&game, "plant Hb at shed", "SKIR-ASL-7");
    assert_refused(&game, "plant Mm at shed", "SKIR-ASL-8");
    // Ex at 1 cm of wood: PT, the row of Ex always gets through; +70 on wood: 10 destroys.
    let shed = game.board.terrain().named("shed").unwrap();
    let mut bag = game;
    act(&mut bag, "plant Ex at shed", &[6, 1, 12, 10]);
    assert!(bag.board.ground.ruined.contains(shed));
    // Everybody inside dies; the tenth man stands behind the shed.
    assert_eq!(
        (bag.board.unit(squad).alive, bag.board.unit(group).store(crate::state::Store::Explosives)),
        (1, 1)
    );
    // A hand bomb through the window: D12, a D6 deep, and everybody within 2 cm of it dies, nobody else.
    let window = game
        .board
        .terrain()
        .openings(shed)
        .iter()
        .position(|opening| opening.at == kit::tabletop::Point::new(540, 1000))
        .unwrap();
    act(&mut game, &format!("toss Hb into shed {window}"), &[6, 12, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(game.board.unit(squad).alive, 10, "6 + 2 against 12: astray");
    act(&mut game, &format!("toss Hb into shed {window}"), &[6, 1, 2]);
    assert!((1..10).contains(&game.board.unit(squad).alive), "{:?}", game.board.unit(squad));
}
