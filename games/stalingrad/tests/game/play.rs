//! Random games, and what must hold in every game.

use std::collections::BTreeMap;

use kit::{
    Dice, Die, Game, HintKind, Purpose, Rolled, Setup, Status,
    conformance::{Trials, assert_conforms, perft},
    random_play::{RandomPlayer, watched_game},
};
use sandtable_stalingrad::{action::Action, flow::Step, game::Stalingrad};

#[test]
fn red_october_conforms() {
    assert_conforms::<Stalingrad>(&Setup::of("red-october"), Trials { games: 4, most: 4_000, rolls: 200 });
}

#[test]
fn red_october_with_the_older_air_system_conforms() {
    let mut setup = Setup::of("red-october");
    setup.options.insert("air_system".into(), "air-attack-table".into());
    setup.options.insert("die_index".into(), "B".into());
    assert_conforms::<Stalingrad>(&setup, Trials { games: 2, most: 4_000, rolls: 200 });
}

#[test]
fn the_whole_city_conforms() {
    assert_conforms::<Stalingrad>(&Setup::of("historical"), Trials { games: 1, most: 20_000, rolls: 50 });
}

#[test]
fn red_october_with_a_free_set_up_conforms() {
    let mut setup = Setup::of("red-october");
    setup.options.insert("setup".into(), "free".into());
    assert_conforms::<Stalingrad>(&setup, Trials { games: 2, most: 4_000, rolls: 100 });
}

/// Random players seldom close an allocation with attacks in it; these do, wherever it is allowed, so that results,
/// exchanges, retreats, advances and hugging are met in numbers.
#[test]
fn keen_players_fight_without_faults() {
    let mut verbs = BTreeMap::<String, u32>::new();
    for (scenario, games) in [("red-october", 40), ("historical", 4)] {
        for seed in 0..games {
            keen_game(scenario, seed, &mut verbs);
        }
    }
    for verb in
        ["resolve", "demand", "retreat", "advance", "lose", "no-retreat", "consent", "refuse", "risk", "buy"]
    {
        assert!(verbs.get(verb).is_some_and(|times| *times > 0), "nobody decided `{verb}`: {verbs:?}");
    }
}

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

fn keen_game(scenario: &str, seed: u64, verbs: &mut BTreeMap<String, u32>) {
    let mut game = Stalingrad::start(&Setup::of(scenario)).unwrap();
    let (mut player, mut dice) =
        (RandomPlayer::seeded(seed), Counted { dice: Rolled::seeded(seed), thrown: 0 });
    let mut actions = Vec::new();
    for step in 0..30_000 {
        if let Status::Over(_) = game.status() {
            return;
        }
        actions.clear();
        game.actions(&mut actions);
        assert!(!actions.is_empty(), "{scenario} {seed} step {step}: {:?}", game.step());
        let is_fought = matches!(game.step(), Step::Allocate(_)) && !game.plan().is_empty();
        // Attacks are added two times in three, and closed as soon as that is allowed.
        let keen: Vec<Action> = match game.step() {
            Step::Allocate(_) if is_fought && actions.contains(&Action::Done) && player.pick(3) > 0 => {
                vec![Action::Done]
            }
            Step::Allocate(_) if player.pick(12) > 0 => {
                let is_adding = |action: &&Action| {
                    matches!(action, Action::Attack(..) | Action::Include(..) | Action::Exchange(_))
                };
                actions.iter().filter(is_adding).copied().collect()
            }
            Step::Move(_) if player.pick(6) == 0 => vec![Action::Done],
            _ => Vec::new(),
        };
        let list = if keen.is_empty() || !keen.iter().all(|action| actions.contains(action)) {
            &actions
        } else {
            &keen
        };
        let action = list[player.pick(list.len())];
        let text = game.write(&action);
        let (hint, thrown) = (game.hint(&action), dice.thrown);
        let is_shown = !hint.label.is_empty() || !hint.path.is_empty() || hint.kind != HintKind::Plain;
        assert!(is_shown, "{scenario} {seed} step {step}: no words for `{text}`");
        *verbs.entry(text.split(' ').next().unwrap_or_default().to_owned()).or_default() += 1;
        game.apply(&action, &mut dice, &mut ())
            .unwrap_or_else(|refusal| panic!("{scenario} {seed} step {step} `{text}`: {refusal}"));
        assert!(!hint.rolls || dice.thrown > thrown, "{scenario} {seed} step {step} `{text}` throws no dice");
        game.invariants().unwrap_or_else(|fault| panic!("{scenario} {seed} step {step} `{text}`: {fault}"));
    }
    panic!("{scenario} {seed} does not end");
}

/// Different positions after 1, 2, 3 clicks: a fingerprint of the rules.
#[test]
fn positions_are_counted() {
    let count = |scenario: &str, depth| perft(&Stalingrad::start(&Setup::of(scenario)).unwrap(), depth);
    assert_eq!(count("red-october", 4), [2, 8, 118, 960]);
    assert_eq!(count("historical", 3), [2, 14, 1598]);
}

/// Hashes of some positions. They stand in records: if they change, the version of the rules goes up.
#[test]
fn hashes_stay_as_they_are() {
    let hashes = |scenario: &str| {
        let (session, _) = watched_game::<Stalingrad>(&Setup::of(scenario), 11, 60).unwrap();
        [Stalingrad::start(&Setup::of(scenario)).unwrap().digest(), session.now().digest()]
    };
    let expected = [
        [873_269_492_010_488_576, 18_279_691_243_986_771_245],
        [12_882_588_541_886_693_504, 3_757_419_798_684_259_253],
    ];
    assert_eq!(["red-october", "historical"].map(hashes), expected);
}
