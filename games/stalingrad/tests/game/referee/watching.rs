//! Games that a referee watches.

use kit::Status;
use sandtable_stalingrad::{
    air::AirSystem,
    flow::{PlayerTurn, Step},
    game::House,
    index::DieIndex,
};

use super::{
    Action, BTreeMap, Game, RandomPlayer, Referee, Rolled, Setup, Side, Stalingrad, Written, keen, position,
};

/// Everything that referees of several games have met.
type Met = BTreeMap<String, u32>;

fn add(met: &mut Met, referee: Referee) {
    for (what, times) in referee.met {
        *met.entry(what).or_default() += times;
    }
}

#[track_caller]
fn assert_met(met: &Met, least: u32, all: &[&str]) {
    for what in all {
        assert!(met.get(*what).is_some_and(|times| *times >= least), "{what} was not met: {met:?}");
    }
}

/// The published game with these options.
fn setup(scenario: &str, older: bool, mirrored: bool) -> Setup {
    let mut setup = Setup::of(scenario);
    if older {
        setup.options.insert("air_system".into(), "air-attack-table".into());
    }
    if mirrored {
        setup.options.insert("die_index".into(), "B".into());
    }
    setup
}

/// Plays on under the eyes of a referee as long as `goes_on` says so.
fn watch(
    mut game: Stalingrad,
    seed: u64,
    (haste, moves): (usize, bool),
    referee: &mut Referee,
    goes_on: impl Fn(&Stalingrad) -> bool,
) {
    let (mut player, mut dice) =
        (RandomPlayer::seeded(seed), Written { dice: Rolled::seeded(seed), faces: Vec::new() });
    let mut actions = Vec::new();
    for step in 0..40_000 {
        if matches!(game.status(), Status::Over(_)) || !goes_on(&game) {
            return;
        }
        actions.clear();
        game.actions(&mut actions);
        let stays = !moves && matches!(game.step(), Step::Move(_)) && actions.contains(&Action::Done);
        // Close support is wanted where only the battle is watched.
        let supports = |action: &&Action| matches!(action, Action::Support(_) | Action::Cover(..));
        let support = actions.iter().find(supports).filter(|_| !moves && player.pick(2) == 0);
        let action = match support {
            _ if stays => Action::Done,
            Some(&support) => support,
            None => keen(&game, &actions, haste, &mut player),
        };
        let at = format!("{seed} step {step} `{}`", game.write(&action));
        referee.look(&game, &actions, &at);
        let before = game;
        dice.faces.clear();
        game.apply(&action, &mut dice, &mut ()).unwrap();
        referee.follow(&before, action, &game, &dice.faces, &at);
    }
    panic!("{seed} does not end");
}

/// STAL-CRT-1 to STAL-CRT-7, STAL-ATK-1 to STAL-ATK-14, STAL-AIR-1 to STAL-AIR-4, STAL-AIR-10 to STAL-AIR-15, STAL-OPA-1 to
/// STAL-OPA-5, STAL-ART-7, STAL-SUP-6, STAL-DIS-4 to STAL-DIS-6, STAL-HQ-3, STAL-SNP-1 to STAL-SNP-11, STAL-R63
#[test]
fn whole_games_are_fought_as_the_rules_have_it() {
    let mut met = Met::new();
    for seed in 0..24 {
        let scenario = if seed == 0 { "historical" } else { "red-october" };
        let setup = setup(scenario, seed % 4 == 3, seed % 5 == 1);
        let game = Stalingrad::start(&setup).unwrap();
        let mut referee = Referee::of(&game, &setup);
        watch(game, 500 + seed, (3, true), &mut referee, |_| true);
        add(&mut met, referee);
    }
    let all = [
        "D2",
        "D1",
        "X",
        "AD",
        "AE",
        "cancelled",
        "recovered",
        "still Disrupted",
        "Advance",
        "closed",
        "Missions",
        "line",
        "bombed",
        "silencing",
        "Sniping",
        "hit by a sniper",
        "missed by a sniper",
    ];
    assert_met(&met, 2, &all);
}

/// STAL-AIR-1 to STAL-AIR-7, STAL-AIR-10 to STAL-AIR-15, STAL-OPA-1 to STAL-OPA-5, STAL-R31, STAL-R101, STAL-R106, STAL-SNP-1
/// to STAL-SNP-11, STAL-ATK-3 to STAL-ATK-14, STAL-EXC-1, STAL-EXC-9, STAL-SUP-7: a crowd in the city, from the bombing on.
#[test]
fn crowded_german_turns_go_as_the_rules_have_it() {
    let (mut met, mut chance) = (Met::new(), RandomPlayer::seeded(78));
    for seed in 0..150 {
        let (field, older, mirrored) = (position(&mut chance), seed % 3 == 2, seed % 4 == 1);
        let setup = setup(field.theatre().scenario.name(), older, mirrored);
        let house = House {
            air_system: if older { AirSystem::AirAttackTable } else { AirSystem::Default },
            index: if mirrored { DieIndex::B } else { DieIndex::A },
            ..House::default()
        };
        let turn = 2 + chance.pick(usize::from(field.theatre().last_turn()) - 2) as u8;
        let game = Stalingrad::posed(field, house, turn, Side::German, PlayerTurn::Bombardment);
        let hold = chance.pick(2) == 0;
        let mut referee = Referee::of(&game, &setup);
        referee.russians_hold = hold;
        let game = game.with_russians_holding(hold);
        watch(game, seed, (12, false), &mut referee, |game| game.phasing() == Side::German);
        add(&mut met, referee);
    }
    let all = [
        "interception",
        "line",
        "scattered line",
        "bombed",
        "silencing",
        "DE",
        "D",
        "AA?",
        "knocked out",
        "close support",
        "older support",
        "friendly bombing",
        "Consent",
        "Refuse",
        "hit by a sniper",
        "missed by a sniper",
        "a Russian sniper is killed",
        "a German sniper is killed",
        "a sniper goes along",
        "a sniper comes back later",
        "a sniper dies with his stack",
        "a sniper is taken up",
        "starved",
        "cancelled",
    ];
    assert_met(&met, 1, &all);
}

/// STAL-ATK-12, STAL-PAN-1 to STAL-PAN-4, STAL-RES-1 to STAL-RES-11, STAL-DIS-2 to STAL-DIS-7, STAL-OVR-1, STAL-OVR-2,
/// STAL-NOR-1 to STAL-NOR-7, STAL-EXC-2 to STAL-EXC-13, STAL-RET-1 to STAL-RET-10, STAL-ADV-1 to STAL-ADV-7, STAL-HUG-1,
/// STAL-HUG-2, STAL-HQ-1, STAL-HQ-2, STAL-HQ-6, STAL-REP-2, STAL-REP-3
#[test]
fn crowded_boards_are_fought_as_the_rules_have_it() {
    let (mut met, mut chance) = (Met::new(), RandomPlayer::seeded(77));
    for seed in 0..500 {
        let field = position(&mut chance);
        let side = if seed % 2 == 0 { Side::German } else { Side::Russian };
        let hold = chance.pick(2) == 0;
        let setup = Setup::of(field.theatre().scenario.name());
        let game = Stalingrad::start(&setup).unwrap().allocating(&field, side);
        let mut referee = Referee::of(&game, &setup);
        referee.russians_hold = hold;
        let game = game.with_russians_holding(hold);
        watch(game, seed, (12, true), &mut referee, |game| game.phasing() == side);
        add(&mut met, referee);
    }
    let all = [
        "DE",
        "D2",
        "D1",
        "D",
        "X",
        "AD",
        "AE",
        "D/AE",
        "exchange D2",
        "exchange D1",
        "exchange D",
        "exchange X",
        "exchange AD",
        "Buying",
        "Losses",
        "Sacrifice",
        "Distances",
        "Retreats",
        "Withdrawals",
        "Advance",
        "nowhere to go",
        "headquarters lost",
        "hugging",
        "two hexes on",
        "Risks",
        "Orders",
        "Answers",
        "NoRetreat",
    ];
    assert_met(&met, 2, &all);
}
