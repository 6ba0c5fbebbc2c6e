//! Chips, phases and the order of units.

use kit::{
    Game as _, Scripted, Seat, Status,
    flow::{self, Stack},
    testing::{act, assert_refused},
};

use super::{listed, units, witnesses};
use crate::{
    flow::{Over, Phase, turns::GameTurn},
    game::{Declared, Skirmish},
    state::{Flags, Side},
    testing::{empty, field, named, proving},
};

fn decides(game: &Skirmish) -> Option<Side> {
    match game.status() {
        Status::Deciding(Seat(seat)) => Some(if seat == 0 { Side::A } else { Side::B }),
        Status::Over(_) => None,
    }
}

/// Blue has three platoons on the table, Red one, each of one unit; the phases of a turn are about to begin.
fn three_to_one() -> Skirmish {
    let mut game = proving();
    for (name, at) in [("1st squad", 100), ("1st tank", 400), ("1st track", 700)] {
        field(&mut game, name, (at, 100), 0);
    }
    field(&mut game, "Red 1", (1500, 1700), 180);
    game.chips = [0, 2];
    game.refresh_all_sight();
    game
}

fn phases(game: &mut Skirmish) {
    game.flow = Stack::new(Over);
    game.flow.call(Phase);
    flow::proceed(game, &mut Scripted::faces(&[]), &mut ());
}

/// SKIR-GEN-5, SKIR-CHP-1: platoons count with any unit on the table, fleeing ones too; reinforcements from the turn they
/// are due; batteries off the table never.
#[test]
fn who_counts_for_chips_chp_1() {
    let mut game = three_to_one();
    let count = |game: &Skirmish, side| game.platoons_of(side).count();
    assert_eq!((count(&game, Side::A), count(&game, Side::B)), (3, 1));
    let squad = named(&game, "1st squad");
    game.board.unit_mut(squad).set(Flags::FLEEING, true);
    assert_eq!(count(&game, Side::A), 3, "fleeing, it counts");
    game.remove(squad);
    assert_eq!(count(&game, Side::A), 2);
    let relief = named(&game, "Relief gun");
    let state = game.board.unit_mut(relief);
    state.set(Flags::GONE, false);
    state.set(Flags::TO_COME, true);
    game.turn = 2;
    assert_eq!(count(&game, Side::B), 1, "due on turn 3");
    game.turn = 3;
    assert_eq!(count(&game, Side::B), 2, "due, though it has not come on");
    field(&mut game, "1st tube", (900, 100), 0);
    assert_eq!(count(&game, Side::A), 3, "a battery is a platoon-unit like others");
}

/// SKIR-CHP-2, SKIR-CHP-4, SKIR-PHA-3, SKIR-SEQ-3: the side with fewer platoons gets the difference in chips, anew every turn.
#[test]
fn chips_live_one_turn_chp_4() {
    let mut game = three_to_one();
    game.turn = 0;
    game.chips = [0, 0];
    game.begin_turn(&mut ());
    assert_eq!((game.turn, game.chips), (1, [0, 2]));
    game.chips = [0, 1];
    game.end_turn(&mut ());
    assert_eq!(game.chips, [0, 0], "what is left is void");
    let tank = named(&game, "1st tank");
    game.remove(tank);
    game.begin_turn(&mut ());
    assert_eq!((game.turn, game.chips), (2, [0, 1]), "counted afresh");
    assert_eq!((game.first_of_turn, game.first), (Side::B, Side::B), "the other side opens turn 2");
}

/// Example X1: SKIR-CHP-1, SKIR-CHP-2, SKIR-PHA-3, SKIR-PHA-5: five platoons against three and two chips end together.
#[test]
fn x1_chips_and_declarations() {
    let mut game = proving();
    let own =
        [("1st squad", 100), ("1st tank", 400), ("1st track", 700), ("1st tube", 1000), ("Howitzer", 1200)];
    for (name, at) in own {
        field(&mut game, name, (at, 100), 0);
    }
    for (name, at) in [("Red 1", 100), ("T-34 a", 500), ("Lorry", 900)] {
        field(&mut game, name, (at, 1780), 180);
    }
    // Red was first in phase 1 of the last turn.
    (game.turn, game.first_of_turn) = (1, Side::B);
    game.begin_turn(&mut ());
    assert_eq!((game.chips, game.first), ([0, 2], Side::A));
    phases(&mut game);
    act(&mut game, "declare Rifles", &[]);
    act(&mut game, "chip", &[]);
    act(&mut game, "do lurk", &[]);
    assert_eq!((game.phase, decides(&game)), (2, Some(Side::B)), "no readiness for one platoon alone");
    let mut done = vec![];
    for (red, blue) in [
        ("declare Squads", "declare Tanks"),
        ("chip", "declare Tracks"),
        ("declare Armour", "declare Mortars"),
        ("declare Transport", "declare Guns"),
    ] {
        for _ in 0..2 {
            let text = if decides(&game) == Some(Side::B) { red } else { blue };
            done.push((game.phase, text));
            act(&mut game, text, &[3, 3]);
        }
        while listed(&game).contains(&"do lurk".to_owned()) {
            act(&mut game, "do lurk", &[]);
        }
    }
    assert_eq!(decides(&game), None, "step 3 has ended after five phases: {done:?}");
    assert_eq!((game.phase, game.chips), (5, [0, 0]));
}

/// SKIR-PHA-2, SKIR-PHA-8: the second player names any platoon of his that has not maneuvered, whether it sees the enemy or not.
#[test]
fn the_second_player_answers_freely_pha_2() {
    let mut game = three_to_one();
    field(&mut game, "T-34 a", (2000, 1700), 180);
    phases(&mut game);
    assert_refused(&game, "declare Squads", "SKIR-PHA-1");
    act(&mut game, "declare Tanks", &[]);
    assert_eq!(decides(&game), Some(Side::B));
    assert_eq!(listed(&game), ["declare Squads", "declare Armour", "chip"]);
    act(&mut game, "declare Armour", &[1, 6]);
    // Both platoons roll: the tank 1 + 2 + 2, the T-34 6 + 1 + 2.
    assert_eq!(decides(&game), Some(Side::B), "the higher score acts first");
    act(&mut game, "do lurk", &[]);
    act(&mut game, "do lurk", &[]);
    assert_eq!((game.phase, decides(&game)), (2, Some(Side::B)), "the role of first player has changed");
    assert_refused(&game, "declare Armour", "SKIR-PHA-1");
    let done = |name: &str| {
        game.board
            .scenario()
            .platoon_ids()
            .any(|id| game.board.scenario().platoon(id).name == name && game.platoons[id.index()].maneuvered)
    };
    assert!(done("Tanks") && done("Armour") && !done("Squads"));
}

/// SKIR-PHA-5, SKIR-R4: a platoon alone rolls nothing, and its owner lets its units act in any order.
#[test]
fn a_platoon_alone_acts_as_it_likes_pha_5() {
    let mut game = three_to_one();
    field(&mut game, "2nd squad", (100, 400), 0);
    field(&mut game, "Blue HQ", (300, 400), 0);
    phases(&mut game);
    act(&mut game, "declare Rifles", &[]);
    act(&mut game, "chip", &[]);
    assert_eq!(listed(&game), ["next Blue HQ", "next 1st squad", "next 2nd squad"]);
    act(&mut game, "next 2nd squad", &[]);
    act(&mut game, "do lurk", &[]);
    assert_eq!(listed(&game), ["next Blue HQ", "next 1st squad"]);
}

/// SKIR-PHA-6, SKIR-CHP-3: two chips and nobody acts.
#[test]
fn two_chips_end_a_phase_pha_6() {
    let mut game = three_to_one();
    game.chips = [1, 1];
    phases(&mut game);
    act(&mut game, "chip", &[]);
    act(&mut game, "chip", &[]);
    assert_eq!((game.phase, game.chips), (2, [0, 0]));
    assert_eq!(decides(&game), Some(Side::B));
    assert_eq!(game.declared, [Declared::Nothing; 2]);
}

/// SKIR-PHA-7: who has neither platoon nor chip passes; the step ends with the last platoon, whatever chips are held.
#[test]
fn who_has_nothing_passes_pha_7() {
    let mut game = three_to_one();
    game.chips = [0, 1];
    phases(&mut game);
    assert_refused(&game, "declare Reserve", "SKIR-PHA-7");
    act(&mut game, "declare Rifles", &[]);
    act(&mut game, "declare Squads", &[3, 3]);
    while listed(&game).contains(&"do lurk".to_owned()) {
        act(&mut game, "do lurk", &[]);
    }
    // Phase 2: Red is first, has one chip and no platoon.
    assert_eq!(listed(&game), ["chip"]);
    act(&mut game, "chip", &[]);
    act(&mut game, "declare Tanks", &[]);
    act(&mut game, "do lurk", &[]);
    // Phase 3: Blue declares alone, Red passes without being asked.
    act(&mut game, "declare Tracks", &[]);
    act(&mut game, "do lurk", &[]);
    assert_eq!(decides(&game), None);
    let mut held = three_to_one();
    held.chips = [0, 5];
    for id in held.board.scenario().platoon_ids() {
        held.platoons[id.index()].maneuvered = true;
    }
    phases(&mut held);
    assert_eq!((decides(&held), held.chips), (None, [0, 5]), "chips alone start no phase");
}

/// SKIR-PHA-9, SKIR-R57: one maneuver for each unit, chosen when its place comes; lurking is always open.
#[test]
fn one_maneuver_each_pha_9() {
    let mut game = three_to_one();
    phases(&mut game);
    act(&mut game, "declare Rifles", &[]);
    assert_refused(&game, "do lurk", "");
    act(&mut game, "chip", &[]);
    assert!(listed(&game).contains(&"do lurk".to_owned()));
    act(&mut game, "do lurk", &[]);
    let squad = named(&game, "1st squad");
    assert!(game.board.is(squad, Flags::ACTED) && !game.may_still_act(squad));
}

/// SKIR-PHA-10: who is lost before his place comes loses it; who has begun to flee acts as one who flees.
#[test]
fn lost_or_fleeing_before_its_place_pha_10() {
    let mut game = three_to_one();
    field(&mut game, "2nd squad", (100, 400), 0);
    field(&mut game, "Blue HQ", (300, 400), 0);
    phases(&mut game);
    act(&mut game, "declare Rifles", &[]);
    act(&mut game, "chip", &[]);
    let (first, second) = (named(&game, "1st squad"), named(&game, "2nd squad"));
    game.remove(first);
    game.board.unit_mut(second).set(Flags::FLEEING, true);
    assert_eq!(listed(&game), ["next Blue HQ", "next 2nd squad"]);
    // Two CTs fail: its own leader's, and that of the HQ, which is not near.
    act(&mut game, "next 2nd squad", &[1, 8]);
    assert!(game.board.is(second, Flags::ACTED) && game.board.is(second, Flags::FLEEING));
    assert!(game.board.centre(second).y < 400, "it has run for the south edge");
    assert_eq!(listed(&game).len(), listed(&game).iter().filter(|text| text.starts_with("do ")).count());
}

/// SKIR-MOR-4: a failed CT makes it retreat with its next own action: still in this turn if that is to come, else in the next.
#[test]
fn retreat_at_the_next_own_action_mor_4() {
    let mut game = three_to_one();
    let squad = named(&game, "1st squad");
    game.take_flight(squad, &mut ());
    let before = game.board.centre(squad);
    assert!(game.may_still_act(squad), "it has not acted this turn");
    game.board.unit_mut(squad).set(Flags::ACTED, true);
    assert!(!game.may_still_act(squad), "it acts again next turn");
    assert_eq!(game.board.centre(squad), before, "and stays until then");
    game.end_turn(&mut ());
    assert!(game.may_still_act(squad) && game.board.is(squad, Flags::FLEEING));
}

/// SKIR-PHA-11: enemies of any platoon may be fired at and assaulted.
#[test]
fn any_enemy_is_a_target_pha_11() {
    let mut game = proving();
    witnesses(&mut game);
    let squad = field(&mut game, "1st squad", (300, 300), 0);
    field(&mut game, "Red 1", (300, 400), 180);
    field(&mut game, "Lorry", (420, 330), 180);
    game.declared[1] = Declared::Platoon(game.board.member(named(&game, "T-34 a")).platoon);
    super::on_turn(&mut game, squad);
    let orders = listed(&game);
    assert!(
        orders.contains(&"do assault Red 1".to_owned()) && orders.contains(&"do assault Lorry".to_owned()),
        "{orders:?}"
    );
    act(&mut game, "do fire", &[]);
    let fire = listed(&game);
    assert!(
        fire.contains(&"volley at Red 1".to_owned()) && fire.contains(&"volley at Lorry".to_owned()),
        "{fire:?}"
    );
}

/// SKIR-GEN-4: losses never change a unit's CS.
#[test]
fn skill_stays_gen_4() {
    let mut game = proving();
    let squad = field(&mut game, "1st squad", (300, 300), 0);
    let tank = field(&mut game, "1st tank", (500, 300), 0);
    let before = (game.nerve(squad).cs, game.nerve(tank).cs);
    game.lose_men(squad, 0b11_1111_1110, true, &mut ());
    game.lose_crew(tank, 4);
    assert_eq!((game.board.unit(squad).alive, game.board.unit(tank).alive), (1, 1));
    assert_eq!((game.nerve(squad).cs, game.nerve(tank).cs), before);
}

/// SKIR-GEN-6: every die is thrown in the open, and any distance may be measured.
#[test]
fn nothing_is_rolled_or_measured_in_secret_gen_6() {
    let mut game = proving();
    let squad = field(&mut game, "1st squad", (300, 300), 0);
    let tank = field(&mut game, "T-34 a", (300, 1500), 0);
    assert_eq!(game.board.seen, [kit::position::Units::NONE; 2], "nobody sees anybody");
    // From the edge of the leader's base to the edge of the tank: 1200 - 10 - 41.
    assert_eq!(game.board.gap_between(squad, tank), 1149);
    let mut chronicle = kit::Chronicle::default();
    game.flow = Stack::new(Over);
    game.waiting = units(&game, &["1st squad"]);
    game.flow.call(crate::flow::Readying { from: 0 });
    flow::proceed(&mut game, &mut Scripted::faces(&[4]), &mut chronicle);
    let heard = chronicle
        .events
        .iter()
        .enumerate()
        .filter(|(place, _)| !chronicle.private.iter().any(|(hidden, _)| hidden == place));
    let heard: Vec<&str> = heard.map(|(_, event)| event.words.as_str()).collect();
    assert!(heard.iter().any(|words| words.contains('7')), "4 + 2 + 1: {heard:?}");
}

/// SKIR-SEQ-1: the five steps in their order, after both sides have placed their units.
#[test]
fn the_steps_of_a_turn_seq_1() {
    let mut game = empty("skir-learn");
    for name in ["German HQ", "Soviet HQ"] {
        let unit = named(&game, name);
        game.board.unit_mut(unit).set(Flags::GONE, false);
        let at = if name == "German HQ" { 100 } else { 1100 };
        for man in game.board.men_mut(unit) {
            (man.x, man.y) = (600, at);
        }
    }
    game.flow = GameTurn::begin(Side::B);
    let mut chronicle = kit::Chronicle::default();
    flow::proceed(&mut game, &mut Scripted::faces(&[]), &mut chronicle);
    // Nobody is left to place, nobody has a battery: the first decision is the declaration of the first player.
    assert_eq!((game.turn, game.phase, decides(&game)), (1, 1, Some(Side::A)));
    assert!(listed(&game) == ["declare German platoon"]);
    act(&mut game, "declare German platoon", &[]);
    act(&mut game, "declare Soviet platoon", &[3, 3]);
    act(&mut game, "do lurk", &[]);
    act(&mut game, "do lurk", &[]);
    assert_eq!(
        (game.turn, game.first, decides(&game)),
        (2, Side::B, Some(Side::B)),
        "turn 2 is the other side's"
    );
}
