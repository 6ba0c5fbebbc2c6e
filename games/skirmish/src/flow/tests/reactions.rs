//! Lurking units and what they do to whoever comes into their sights.

use kit::{
    Game as _, Seat, Status,
    testing::{act, assert_refused},
};

use super::{listed, on_turn};
use crate::{
    game::Skirmish,
    state::Flags,
    testing::{f, field, named, proving, throws_of},
};

/// A German squad about to cross open ground before a Maxim that lurks.
fn ambush() -> Skirmish {
    let mut game = proving();
    field(&mut game, "Heavy MG", (20, 20), 0);
    field(&mut game, "Red 2", (2380, 1780), 180);
    let maxim = field(&mut game, "Maxim", (600, 900), 180);
    game.board.unit_mut(maxim).set(Flags::LURKING.and(Flags::LURKED).and(Flags::ACTED), true);
    let squad = field(&mut game, "1st squad", (600, 300), 0);
    on_turn(&mut game, squad);
    game
}

fn is_red(game: &Skirmish) -> bool {
    game.status() == Status::Deciding(Seat(1))
}

/// SKIR-MAN-20, SKIR-MAN-21: the owner of a lurking unit is asked at the first point where it has the enemy in sight, range and
/// arc; to fire it must win readiness.
#[test]
fn triggered_on_the_way_man_20_man_21() {
    let mut game = ambush();
    let (squad, maxim) = (named(&game, "1st squad"), named(&game, "Maxim"));
    act(&mut game, "do move", &[]);
    act(&mut game, "to 600,400", &[]);
    act(&mut game, "form cluster facing 0", &[]);
    assert!(is_red(&game), "a moving squad in the open is seen at 600 mm");
    assert_eq!(game.board.centre(squad).y, 300, "at once: the start of the way is tested too");
    assert_eq!(listed(&game), ["react with Maxim", "hold"]);
    assert_refused(&game, "react with Red 2", "SKIR-MAN-20");
    // Readiness: D6 + 1 + 1 against D6 + 2 + 1, strictly greater: 15 - 5 of 36 with one less: 10/36.
    let odds = throws_of(&game, "react with Maxim", |end| {
        flow_is_fire(end) && end.board.unit(maxim).flags != game.board.unit(maxim).flags
    });
    assert_eq!(odds.chance(|&first| first), f(10, 36));
    let mut first = game;
    act(&mut first, "react with Maxim", &[6, 1]);
    assert_eq!(listed(&first), ["volley at 1st squad", "hold"]);
    assert_eq!(first.board.centre(squad).y, 300, "the squad is halted meanwhile");
    // SKIR-MAN-22: only at the unit that caused it.
    assert_refused(&first, "volley at Heavy MG", "SKIR-MAN-22");
    act(&mut first, "volley at 1st squad", &[1]);
    assert!(!first.board.is(maxim, Flags::LURKING) && !first.board.is(maxim, Flags::LURKED));
    assert!(first.board.is(maxim, Flags::FIRED_LAST));
    // SKIR-MAN-23: it goes on with the rest of its way.
    assert_eq!(first.board.centre(squad).y, 400);
    // Held: not asked again on this way.
    let mut held = game;
    act(&mut held, "hold", &[]);
    assert!(held.board.is(maxim, Flags::LURKING) && held.board.is(squad, Flags::ACTED));
    assert_eq!(held.board.centre(squad).y, 400);
    // Too slow: the fire comes at the end, where the squad then is, and the lurking is over.
    let mut late = game;
    act(&mut late, "react with Maxim", &[1, 6]);
    assert!(is_red(&late) && listed(&late).contains(&"volley at 1st squad".to_owned()));
    assert_eq!(late.board.centre(squad).y, 400, "at its last position");
    act(&mut late, "volley at 1st squad", &[1]);
    assert!(late.board.is(squad, Flags::ACTED) && !late.board.is(maxim, Flags::LURKING));
}

fn flow_is_fire(game: &Skirmish) -> bool {
    use kit::flow::OnStack as _;
    matches!(game.flow().top(), crate::flow::Step::FireOrders(_))
        && game.board.centre(named(game, "1st squad")).y == 300
}

/// SKIR-MAN-21: fire that came too late is lost if the enemy is out of sight at the end of his action.
#[test]
fn lost_if_out_of_sight_man_21() {
    let mut game = ambush();
    let maxim = named(&game, "Maxim");
    act(&mut game, "do move", &[]);
    act(&mut game, "to 600,400", &[]);
    act(&mut game, "form cluster facing 0", &[]);
    act(&mut game, "react with Maxim", &[1, 6]);
    assert!(is_red(&game));
    // The same with the enemy gone behind the house in the meantime: nothing is asked any more.
    let mut behind = proving();
    field(&mut behind, "Heavy MG", (20, 20), 0);
    field(&mut behind, "Red 2", (2380, 1780), 180);
    let lurker = field(&mut behind, "Maxim", (270, 1400), 180);
    assert_eq!(lurker, maxim);
    behind.board.unit_mut(lurker).set(Flags::LURKING.and(Flags::LURKED).and(Flags::ACTED), true);
    let tank = field(&mut behind, "Truck", (420, 900), 270);
    on_turn(&mut behind, tank);
    act(&mut behind, "do move", &[]);
    act(&mut behind, "to 270,900", &[]);
    act(&mut behind, "face 270", &[]);
    assert!(is_red(&behind), "{:?}", behind.board.centre(tank));
    act(&mut behind, "react with Maxim", &[1, 6]);
    assert!(!is_red(&behind) && behind.board.is(tank, Flags::ACTED));
    assert!(!behind.board.is(lurker, Flags::LURKING) && !behind.board.is(lurker, Flags::FIRED_LAST), "lost");
}

/// SKIR-MAN-22, SKIR-MAN-20: after fire a lurker may answer, with status firing; one occasion in each enemy action.
#[test]
fn answering_fire_man_22() {
    let mut game = ambush();
    let (squad, maxim) = (named(&game, "1st squad"), named(&game, "Maxim"));
    // The Maxim, stationary in the open at 600 mm, is not spotted until it fires: let it have fired.
    game.board.unit_mut(maxim).set(Flags::FIRED_LAST, true);
    on_turn(&mut game, squad);
    act(&mut game, "do fire-and-conceal", &[]);
    act(&mut game, "volley at Maxim", &[1]);
    assert!(is_red(&game), "asked before the squad creeps away");
    assert!(game.board.is(squad, Flags::FIRED_LAST));
    act(&mut game, "react with Maxim", &[6, 1]);
    // The Stationary number: 15 shots of the Maxim and 2 of each rifle.
    act(&mut game, "volley at 1st squad", &[10]);
    assert!(!game.board.is(maxim, Flags::LURKING));
    assert!(listed(&game).iter().all(|text| !text.contains("react")), "it lurks no more");
}

/// SKIR-MAN-23, SKIR-HWF-14: a halted unit goes on without its fire after a failed CF, and not at all if it flees.
#[test]
fn halted_units_man_23() {
    let mut game = proving();
    field(&mut game, "Heavy MG", (20, 20), 0);
    field(&mut game, "Red 2", (2380, 1780), 180);
    let gun = field(&mut game, "Red gun", (660, 1000), 180);
    game.board.unit_mut(gun).set(Flags::LURKING.and(Flags::LURKED).and(Flags::ACTED), true);
    let tank = field(&mut game, "Tiger", (660, 300), 0);
    on_turn(&mut game, tank);
    act(&mut game, "do move-and-fire", &[]);
    act(&mut game, "to 660,400", &[]);
    act(&mut game, "face 0", &[]);
    assert!(is_red(&game));
    act(&mut game, "react with Red gun", &[6, 1]);
    // 8 + 1 against a moving big tank: the turret, which no 76 mm shell gets through; the CF fails: 1 + 3 + 1 against 10.
    act(&mut game, "shoot AP at Tiger", &[8, 1, 10]);
    assert!(game.board.is(tank, Flags::NO_FIRE), "{:?}", game.board.unit(tank));
    act(&mut game, "hold", &[]);
    assert_eq!(game.board.centre(tank).y, 400, "it moves on");
    assert!(game.board.is(tank, Flags::ACTED), "without its fire");
    // A squad that flees stays where it was halted.
    let mut rout = ambush();
    let squad = named(&rout, "1st squad");
    act(&mut rout, "do move", &[]);
    act(&mut rout, "to 600,400", &[]);
    act(&mut rout, "form cluster facing 0", &[]);
    act(&mut rout, "react with Maxim", &[6, 1]);
    rout.lose_men(squad, 0b11_1110, true, &mut ());
    // Effective range, then two rifles at long range; the CT fails.
    act(&mut rout, "volley at 1st squad", &[8, 1, 1, 8]);
    assert!(rout.board.is(squad, Flags::FLEEING) && rout.board.is(squad, Flags::ACTED));
    assert_eq!(rout.board.centre(squad).y, 300, "its action ended there");
}
