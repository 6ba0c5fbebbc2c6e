//! Combats on the map against the combat chapter: what a player is shown is what happens.

use std::collections::BTreeMap;

use crate::board::{Chance, Describe, Play, assert_refused, combat, combat_with, empty, everywhere};
use kit::{Fraction, Game, Refusal, Sums, chance};
use sandtable_battleline::{
    action::Action,
    army::{Side, UnitId},
    battle::{Fate, situation::HouseRules},
    clash::{announce, may_join},
    field::{Field, Mark},
    flow::Step,
    game::Battleline,
};

/// What became of defender and lead: nothing, Disrupted (wherever it went), gone.
fn condition(field: &Field, unit: UnitId, before: bool) -> &'static str {
    if !field.hex(unit).is_some() {
        "gone"
    } else if field.is(unit, Mark::Disrupted) && !before {
        "shaken"
    } else {
        "as it was"
    }
}

fn fate(fate: Fate, before: bool) -> &'static str {
    match fate {
        Fate::Eliminated => "gone",
        Fate::Steady | Fate::Evades => "as it was",
        _ if before => "as it was",
        _ => "shaken",
    }
}

type Shares = BTreeMap<(&'static str, &'static str), Fraction>;

/// Plays the fight with every die and compares with the chapter's own odds. A step in which somebody must choose ends
/// the walk: whoever flees is Disrupted by then.
fn compare(game: &Battleline, fight: Action) {
    let battle = game.combat_in_hand().unwrap();
    let field = game.field();
    let [defender, lead] = [0, battle.lead].map(|place| field.unit(battle.name(place)));
    let before = [defender, lead].map(|unit| field.is(unit, Mark::Disrupted));
    let odds = chance::odds(&battle).unwrap();
    let odds = odds.map(|end| (fate(end.fates[0], before[0]), fate(end.fates[battle.lead], before[1])));
    let expected: Shares = odds.iter().map(|(key, share)| (*key, share)).collect();
    let ends = chance::every(|dice| {
        let mut then = *game;
        then.perform(&fight, dice, &mut ());
        let after = then.field();
        (condition(after, defender, before[0]), condition(after, lead, before[1]))
    });
    let found: Shares = ends.iter().map(|(key, share)| (*key, share)).collect();
    assert_eq!(found, expected, "{} against {}: {field:?}", field.name(lead), field.name(defender));
}

/// LINE-X-CMB-2 to LINE-X-CMB-8, LINE-X-MOR-3, LINE-X-RAM-1, LINE-CRT-1 to LINE-CRT-6, LINE-R8, LINE-R9, LINE-R31: in hundreds
/// of positions the game does what the combat chapter says of the same units.
#[test]
fn the_game_fights_as_the_chapter_says() {
    let mut chance = Chance::seeded(99);
    let mut fights = 0;
    for battle in everywhere() {
        for round in 0..14 {
            let field = chance.position(battle);
            let house_rules = HouseRules { disrupt_literal: round % 3 == 0, ..HouseRules::default() };
            for side in crate::board::SIDES {
                let mut game = Battleline::at(field, house_rules, 3, side);
                for _ in 0..40 {
                    if matches!(game.step(), Step::Combat(_)) || game.verdict().is_some() {
                        break;
                    }
                    let mut listed = Vec::new();
                    game.actions(&mut listed);
                    let done = listed.iter().find(|action| **action == Action::Done).or(listed.last());
                    let action = *done.unwrap();
                    game.perform(&action, &mut kit::Rolled::seeded(1), &mut ());
                }
                if !matches!(game.step(), Step::Combat(_)) || game.active() != side {
                    continue;
                }
                let mut targets = Vec::new();
                game.actions(&mut targets);
                for target in targets.iter().filter(|action| matches!(action, Action::Attack(_))) {
                    fights += i32::from(fight_with_some(&game, *target, &mut chance));
                }
            }
        }
    }
    assert!(fights > 150, "{fights}");
}

/// Attacks with some of those who can; compares unless the defender may slip away.
fn fight_with_some(game: &Battleline, target: Action, chance: &mut Chance) -> bool {
    let mut game = *game;
    game.perform(&target, &mut kit::Rolled::seeded(1), &mut ());
    loop {
        let mut listed = Vec::new();
        game.actions(&mut listed);
        let may_fight = listed.contains(&Action::Fight);
        let joins: Vec<Action> = listed.into_iter().filter(|action| *action != Action::Fight).collect();
        if may_fight && (joins.is_empty() || chance.one_in(2)) {
            break;
        }
        let join = joins[chance.below(joins.len())];
        game.perform(&join, &mut kit::Rolled::seeded(1), &mut ());
    }
    assert_eq!(game.odds().len(), 1, "what is announced can be shown");
    let mut fight = Action::Fight;
    let mut then = game;
    then.perform(&fight, &mut kit::Rolled::seeded(1), &mut ());
    if matches!(then.step(), Step::Leading(_)) {
        game = then;
        let battle = game.combat_in_hand().unwrap();
        fight = Action::Lead(game.field().unit(battle.name(battle.lead)));
        then.perform(&fight, &mut kit::Rolled::seeded(1), &mut ());
    }
    if matches!(then.step(), Step::Evading(_)) {
        compare(&then, Action::Stand);
    } else {
        compare(&game, fight);
    }
    true
}

/// EX4, LINE-X-CMB-6, LINE-X-CMB-7: three on one.
#[test]
fn ex4_three_on_one() {
    let field = empty().put("LIB1 0605 3, HAS1 0606 0, HAS2 0506 0, SOC1 0706 0");
    let game = combat(field, Side::Rome).play("attack LIB1; join HAS1; join HAS2; join SOC1");
    let report = &game.odds()[0];
    let sums: Vec<String> = report.sums.iter().map(|(name, sum)| format!("{name} {sum}")).collect();
    assert_eq!(sums, ["attack 12", "defence 5"]);
    assert!(report.facts.iter().any(|fact| fact.words.contains("HAS1 leads")));
    let game = game.play("fight [5]; retreat 0602; advance; face N");
    assert_eq!(game.field().shows("HAS1"), "0605 0", "only the lead advances");
}

/// EX10, EX19, LINE-DIR-7, LINE-R15, LINE-R22, LINE-R1, LINE-X-MIS-1, LINE-X-CMB-2, LINE-R26: who cannot attack.
#[test]
fn attacks_that_are_refused() {
    let field = empty().put("SPA1 0505 1, HAS1 0405 1, VEL1 0506 3, TRI1 0604 4, LIB1 1010 0");
    let game = combat(field, Side::Enemy);
    assert_refused(&game.refuses("attack HAS1"), "LINE-X-CMB-3", &["HAS1"]);
    let game = game.play("attack TRI1");
    assert_refused(&game.refuses("join LIB1"), "LINE-X-CMB-2", &["LIB1"]);
    assert_refused(&game.refuses("join HAS1"), "LINE-X-CMB-2", &["HAS1"]);
    assert_refused(&game.refuses("fight"), "LINE-X-CMB-2", &[]);
    assert_refused(&game.refuses("done"), "LINE-X-SEQ-4", &[]);

    let rear = combat(empty().put("HAS1 0506 3, GAL1 0505 0, HAS2 0404 2"), Side::Rome).play("attack GAL1");
    assert_refused(&rear.refuses("join HAS1"), "LINE-DIR-7", &["HAS1"]);
    let weak = combat(empty().put("VEL1 0506 2, GAL1 0505 0, HAS2 0404 2"), Side::Rome).play("attack GAL1");
    assert_refused(&weak.refuses("join VEL1"), "LINE-R22", &["VEL1"]);
    let slinger = empty().put("BAL1 0505 3 disrupted, HAS1 0506 0, LIB1 0405 2");
    let game = combat(slinger, Side::Enemy).play("attack HAS1");
    assert_refused(&game.refuses("join BAL1"), "LINE-R15", &["BAL1"]);

    // Two who count for 1 against 7 in a camp.
    let camp = Field::empty(crate::board::wild()).put("PEL1 0507 0, BAL1 0506 3, BAL2 0407 1");
    let slingers = [camp.unit("BAL1"), camp.unit("BAL2")];
    let refused = announce::<_, Refusal>(
        &mut Sums::default(),
        &camp,
        HouseRules::default(),
        camp.unit("PEL1"),
        &slingers,
    );
    assert_refused(&refused.unwrap_err(), "LINE-R1", &[]);
    let allowed = HouseRules { low_odds_allowed: true, ..HouseRules::default() };
    assert_eq!(combat_with(camp, Side::Enemy, allowed).lists(), "attack PEL1, done");

    let twice = empty().put("HAS1 0506 0, PRI1 0605 5, LIB1 0505 3, LIB2 0404 3, HAS2 0405 1");
    let game = combat(twice, Side::Rome).play("attack LIB1; join HAS1; fight [4]");
    assert_refused(&game.refuses("attack LIB1"), "LINE-X-CMB-2", &["LIB1"]);
    let game = game.play("attack LIB2");
    assert_refused(&game.refuses("join HAS1"), "LINE-X-CMB-2", &["HAS1"]);
    let marching = combat(empty().put("HAS1 0506 0, PRI1 0605 5, LIB1 0505 3"), Side::Rome);
    let mut field = *marching.field();
    field.set(field.unit("HAS1"), Mark::Fired, true);
    let fired = may_join::<Refusal>(&field, HouseRules::default(), field.unit("LIB1"), field.unit("HAS1"));
    assert_refused(&fired.unwrap_err(), "LINE-X-MIS-1", &["HAS1"]);
}

/// LINE-R6, LINE-DIR-1: pinned by an attack in the flank, for the next own Combat Phase only.
#[test]
fn pinned_units_attack_worse() {
    let pinned = HouseRules { pinned_factor: true, ..HouseRules::default() };
    let field = empty().put("HCC1 0705 4, SOC1 0605 3, GAL1 0606 0, HAS1 1515 0");
    let game = combat_with(field, Side::Enemy, pinned).play("attack SOC1; join HCC1; fight [1 1]");
    let game = game.play("done");
    let mut then = game;
    while !matches!(then.step(), Step::Combat(_)) {
        then = then.play("done");
    }
    let then = then.play("attack GAL1; join SOC1");
    let sums = &then.odds()[0].sums;
    assert_eq!(sums[0], ("attack", "2".to_owned()), "4 less 2 for the row 3 in which it was attacked");
    let free = then.play("fight [6]; retreat 0610; hold");
    assert_eq!(free.field().pinned_by(free.field().unit("SOC1")), None);
}

/// LINE-X-SEQ-4, LINE-R20, LINE-R28: the ground that a lead wins counts in the next retreat.
#[test]
fn an_advance_closes_ways_out() {
    let field = empty().put("HAS1 0506 0, PRI1 0606 0, GAL1 0505 3 disrupted, LIB1 0605 3, GAL2 0101 3");
    let game = combat(field, Side::Rome);
    let before = game.play("attack LIB1; join PRI1; fight [6]");
    assert!(before.lists().contains("retreat 0304"));
    let after =
        game.play("attack GAL1; join HAS1; fight [6]; advance; face N; attack LIB1; join PRI1; fight [6]");
    assert!(!after.lists().contains("retreat 0304"), "{}", after.lists());
}
