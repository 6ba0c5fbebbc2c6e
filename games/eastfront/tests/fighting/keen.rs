//! Random players who fight, so that every kind of decision of a combat is met in numbers.

use std::collections::BTreeMap;

use kit::{Dice, Die, Game, Purpose, Rolled, Setup, Status, conformance::perft, random_play::RandomPlayer};
use sandtable_eastfront::{AttackPhase, EastFront, Side, action::Action, flow::Step};

use super::board::Describe;

/// Dice that are counted.
struct Counted {
    dice: Rolled,
    thrown: u32,
}

impl Dice for Counted {
    fn roll(&mut self, die: Die, purpose: Purpose) -> u16 {
        self.thrown += 1;
        self.dice.roll(die, purpose)
    }
}

fn keen_game(scenario: &str, seed: u64, most: u32, options: &[&str], verbs: &mut BTreeMap<String, u32>) {
    let mut setup = Setup::of(scenario);
    for option in options {
        setup.options.insert((*option).to_owned(), "true".to_owned());
    }
    let mut game = EastFront::start(&setup).unwrap();
    let (mut player, mut dice) =
        (RandomPlayer::seeded(seed), Counted { dice: Rolled::seeded(seed), thrown: 0 });
    let mut actions = Vec::new();
    for step in 0..most {
        if let Status::Over(_) = game.status() {
            return;
        }
        actions.clear();
        game.actions(&mut actions);
        assert!(!actions.is_empty(), "{scenario} {seed} step {step}: {:?}", game.step());
        if matches!(game.step(), Step::Declare(_)) && actions.len() > 2 {
            // Attacks are added, not taken back.
            actions.retain(|action| {
                matches!(action, Action::Attack(..) | Action::Done | Action::Wave(_))
                    || (matches!(action, Action::Pass | Action::Release(_)) && player.pick(40) == 0)
            });
            if actions.is_empty() {
                actions.push(Action::Pass);
            }
        }
        let action = actions[player.pick(actions.len())];
        let text = game.write(&action);
        assert_eq!(game.read(&text), Ok(action), "{text}");
        if let Err(refusal) = game.check(&action) {
            panic!("{scenario} {seed} step {step}: {text} is listed and refused: {refusal:?}");
        }
        *verbs.entry(text.split(' ').next().unwrap_or_default().to_owned()).or_default() += 1;
        let (hint, thrown) = (game.hint(&action), dice.thrown);
        game.perform(&action, &mut dice, &mut ());
        assert!(!hint.rolls || dice.thrown > thrown, "{scenario} {seed} step {step}: {text} throws no dice");
        if let Err(fault) = game.invariants() {
            panic!("{scenario} {seed} step {step} after {text}: {fault}");
        }
    }
}

#[test]
fn keen_players_fight_without_faults() {
    let mut verbs = BTreeMap::new();
    for seed in 0..60 {
        keen_game("smolensk-gate", seed, 4_000, &[], &mut verbs);
    }
    for seed in 0..4 {
        keen_game("barbarossa", seed, 12_000, &[], &mut verbs);
    }
    for verb in ["attack", "resolve", "exchange", "lose", "retreat", "advance", "halt", "wave"] {
        assert!(verbs.get(verb).is_some_and(|times| *times > 0), "nobody decided `{verb}`: {verbs:?}");
    }
    println!("{verbs:?}");
}

/// Different positions after 1, 2, 3 clicks of a phase with attacks: a fingerprint of the rules.
#[test]
fn positions_of_an_attack_phase_are_counted() {
    let start = super::board::game("smolensk-gate");
    let board = start.board().put("G-47PzK", "0103").put("G-24PzK", "0104").put("G-57PzK", "0202");
    let axis = super::board::attacking(&board, Side::Axis, 1, AttackPhase::Prepared);
    assert_eq!(perft(&axis, 3), [7, 35, 221]);
    let soviet = super::board::attacking(&board, Side::Soviet, 1, AttackPhase::Operational);
    assert_eq!(perft(&soviet, 3), [10, 62, 278]);
}
