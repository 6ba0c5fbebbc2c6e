//! A real game in the lab.

use std::{collections::BTreeMap, sync::atomic::AtomicBool};

use bots::Spec;
use kit::{Game, Rolled, Session, Setup, Status};
use mars::{
    game::{Mars, seat},
    units::Side,
};
use sandtable_lab::{
    luck::{Judge, luck},
    watcher,
};

fn recruits() -> Vec<Spec> {
    vec![Spec::parse("recruit").unwrap(); 2]
}

#[test]
fn a_watched_game_is_the_game_of_a_duel() {
    let setup = Setup::of("vazuza");
    let watcher = watcher::<Mars>(&setup, &recruits()).unwrap();
    for seed in 0..5 {
        let row = watcher(seed, seed).unwrap();
        let outcome = bots::play::<Mars>(&setup, &recruits(), seed).unwrap().unwrap();
        assert_eq!((row.winner, row.margin), (outcome.winner.map(|seat| seat.0), outcome.margin));
        assert_eq!(watcher(seed, seed).unwrap(), row, "and the same again");
    }
}

#[test]
fn a_watched_game_adds_up() {
    let watcher = watcher::<Mars>(&Setup::of("vazuza"), &recruits()).unwrap();
    let rows: Vec<_> = (0..20).map(|seed| watcher(seed, seed).unwrap()).collect();
    for row in &rows {
        let last = row.turns.last().unwrap();
        assert_eq!(last.turn, 4);
        let [russian, german] = last.points[..] else { panic!("two sides") };
        assert_eq!((russian - german).abs(), row.margin);
        assert_eq!(row.turns.iter().filter(|turn| turn.turn > 0).count(), 8, "two player-turns a turn");
        for battle in &row.battles {
            let faces: u32 = battle
                .chances
                .split(", ")
                .filter_map(|part| part.rsplit(' ').next()?.parse::<u32>().ok())
                .sum();
            assert_eq!(faces, 6, "one die: {}", battle.chances);
            assert!(battle.chances.split(", ").any(|part| part.rsplit_once(' ').unwrap().0 == battle.result));
        }
        let told: u16 = row.battles.iter().map(|battle| battle.attackers_lost + battle.defender_lost).sum();
        let blamed = row.losses.iter().filter(|loss| loss.battle.is_some()).count();
        assert_eq!(usize::from(told), blamed, "every loss in a battle is told with it");
    }
    assert!(rows.iter().any(|row| !row.losses.is_empty()));
    assert!(rows.iter().all(|row| !row.battles.is_empty()));
}

#[test]
fn what_cannot_be_played_is_refused_before_the_first_game() {
    assert!(watcher::<Mars>(&Setup::of("nowhere"), &recruits()).is_err());
    assert!(watcher::<Mars>(&Setup::of("vazuza"), &recruits()[..1]).is_err());
}

fn record(seed: u64) -> String {
    let mut session = Session::<Mars>::new(Setup::of("vazuza")).unwrap();
    let (mut dice, stop) = (Rolled::seeded(seed), AtomicBool::new(false));
    let mut players: Vec<bots::Bot<Mars>> =
        recruits().into_iter().map(|spec| bots::Bot::new(spec, seed)).collect();
    while let Status::Deciding(seat) = session.now().status() {
        let action = players[usize::from(seat.0)].choose(session.now(), seat, &stop).unwrap();
        session.act(&action, &mut dice).unwrap();
    }
    session.record()
}

#[test]
fn the_luck_of_every_roll_is_zero_on_average() {
    let ledger = luck::<Mars>(&record(3), Judge::Evaluation).unwrap();
    assert!(ledger.fault.is_none() && !ledger.rolls.is_empty());
    for roll in &ledger.rolls {
        let (chance, mean) = roll
            .chances
            .iter()
            .fold((0.0, 0.0), |sum, (luck, chance)| (sum.0 + chance, sum.1 + luck * chance));
        assert!((chance - 1.0_f64).abs() < 1e-9 && f64::abs(mean) < 1e-9, "{roll:?}");
        assert!(
            roll.chances.iter().any(|(luck, _)| (luck - roll.luck()).abs() < 1e-9),
            "what came could come: {roll:?}"
        );
    }
    assert!((0.0..=100.0).contains(&ledger.percentile));
    let by_turn: f64 = ledger.by_turn().values().flatten().sum();
    assert!((by_turn - ledger.luck()).abs() < 1e-9);
    let again = luck::<Mars>(&record(3), Judge::Evaluation).unwrap();
    assert_eq!(again, ledger);
}

#[test]
fn playouts_judge_in_games_won() {
    let ledger = luck::<Mars>(&record(3), Judge::Playouts(2)).unwrap();
    assert!(ledger.rolls.iter().all(|roll| (0.0..=1.0).contains(&roll.came)));
    assert!(luck::<Mars>("no record", Judge::Evaluation).is_err());
    assert_eq!(ledger.seats, ["Russian", "German"]);
}

/// Follies of games between these players, by side and by what is counted: how often, and among how many cases.
fn follies(names: [&str; 2], games: u64) -> BTreeMap<(u8, String), [u32; 2]> {
    let specs = names.map(|name| Spec::parse(name).unwrap());
    let watcher = watcher::<Mars>(&Setup::of("vazuza"), &specs).unwrap();
    let mut sums: BTreeMap<(u8, String), [u32; 2]> = BTreeMap::new();
    for seed in 0..games {
        let row = watcher(seed, seed).unwrap();
        let lost = |seat: u8| {
            row.losses.iter().filter(|loss| loss.seat == seat && loss.fate == "eliminated").count()
        };
        for seat in 0..2 {
            let told = row.follies.iter().filter(|row| row.seat == seat && row.what == "lost while isolated");
            assert_eq!(told.map(|row| row.cases as usize).sum::<usize>(), lost(seat), "seed {seed}");
        }
        for row in &row.follies {
            assert!(row.times <= row.cases, "{row:?}");
            let sum = sums.entry((row.seat, row.what.clone())).or_default();
            *sum = [sum[0] + row.times, sum[1] + row.cases];
        }
    }
    sums
}

/// Who decides by lot is foolish far more often than a regular. The Germans tell it: near the end of four turns it costs the
/// Russian next to nothing to lose a unit, and he attacks at any odds.
#[test]
fn follies_tell_sense_from_chance() {
    let german = seat(Side::German).0;
    let share = |sums: &BTreeMap<(u8, String), [u32; 2]>, what: &str| {
        let all = sums.iter().filter(|((side, name), _)| name == what && *side == german);
        let [times, cases] = all.fold([0, 0], |sum, (_, one)| [sum[0] + one[0], sum[1] + one[1]]);
        assert!(cases > 0, "{what} is never counted");
        f64::from(times) / f64::from(cases)
    };
    let (chance, sense) = (follies(["random"; 2], 12), follies(["regular"; 2], 12));
    for what in ["attacks below sense", "defence zones left empty"] {
        let (by_lot, by_plan) = (share(&chance, what), share(&sense, what));
        assert!(by_lot > 2.0 * by_plan, "{what}: {by_lot:.3} by lot, {by_plan:.3} by plan");
    }
}
