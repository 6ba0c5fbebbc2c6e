//! Players that are programs, for every game that knows how to be played well.

use std::ops::Range;

use bots::{Bot, Budget, Duellist, Level, Spec, Tally};
use kit::{
    Game, Rulebook, Session, Setup, SetupError, Tactics,
    any::{AnySession, Playable, Player, Shelved},
    batch::{AnyBatch, Batch, BatchTerms, Maker},
    coach::{CoachBudget, CoachProgress, Coaching},
    random_play::RandomPlayer,
    tactics::WeightFile,
};
use lab::{
    Watcher,
    luck::{GameLuck, Judge},
};

use crate::ENTRIES;

/// A game of the list.
pub(crate) struct Entry {
    pub(crate) rulebook: fn() -> &'static Rulebook,
    pub(crate) playable: Option<&'static dyn Playable>,
    skill: Option<Skill>,
}

/// How a game is played well.
struct Skill {
    seat: fn(Spec, u64) -> Box<dyn Player>,
    duel: fn(&Setup, &Duellist, &Duellist, Range<u64>) -> Result<Tally, SetupError>,
    check: fn(&Spec, &str) -> Result<(), SetupError>,
    weights: fn(&Spec, &str) -> Option<WeightFile>,
    watcher: fn(&Setup, &[Spec]) -> Result<Watcher, SetupError>,
    luck: fn(&str, Judge) -> Result<GameLuck, String>,
    batch: MakeBatch,
    coach: fn(&dyn AnySession, CoachBudget, &CoachProgress) -> Option<Coaching>,
}

type MakeBatch = fn(&Setup, BatchTerms, &[Option<Spec>]) -> Result<Box<dyn AnyBatch>, SetupError>;

/// A whole game.
pub(crate) const fn playable_game<G>() -> Entry
where
    G: Tactics + Game + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    Entry {
        rulebook: G::rulebook,
        playable: Some(const { &Shelved::<G>::NEW }),
        skill: Some(Skill {
            seat: |spec, seed| Box::new(Bot::<G>::new(spec, seed)),
            duel: bots::duel::<G>,
            check: Spec::check::<G>,
            weights: Spec::weights::<G>,
            watcher: lab::watcher::<G>,
            luck: lab::luck::luck::<G>,
            batch: make_batch::<G>,
            coach: |table, budget, watch| {
                table.as_any().downcast_ref::<Session<G>>().map(|session| bots::coach(session, budget, watch))
            },
        }),
    }
}

fn make_batch<G>(
    setup: &Setup,
    terms: BatchTerms,
    opponents: &[Option<Spec>],
) -> Result<Box<dyn AnyBatch>, SetupError>
where
    G: Tactics + Game + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    let maker = |spec: &Option<Spec>| -> Maker<G> {
        let spec = (*spec)?;
        Some(Box::new(move |seed| Box::new(Bot::<G>::new(spec, seed))))
    };
    let makers = opponents.iter().map(maker).collect();
    Ok(Box::new(Batch::<G>::new(setup, terms, makers)?))
}

fn skill(game: &dyn Playable) -> Result<&'static Skill, SetupError> {
    let entry = ENTRIES.iter().find(|entry| entry.playable.is_some_and(|known| known.name() == game.name()));
    let skill = entry.and_then(|entry| entry.skill.as_ref());
    skill.ok_or_else(|| SetupError(format!("{} has no player but `random`", game.name())))
}

/// A player by name, such as `regular` or `veteran/cautious`, with or without `bot:` before it, refused if there is none
/// in this scenario.
pub fn spec(game: &dyn Playable, scenario: &str, name: &str) -> Result<Spec, SetupError> {
    let spec = Spec::parse(name)?;
    if spec.level != Level::Random {
        (skill(game)?.check)(&spec, scenario)?;
    }
    Ok(spec)
}

/// The same as a program that can be seated; the same seed plays the same.
pub fn player(
    game: &dyn Playable,
    scenario: &str,
    name: &str,
    seed: u64,
) -> Result<Box<dyn Player>, SetupError> {
    let spec = spec(game, scenario, name)?;
    if spec.level == Level::Random {
        return Ok(Box::new(RandomPlayer::seeded(seed)));
    }
    Ok((skill(game)?.seat)(spec, seed))
}

/// The players that a scenario of a game can be played against, the weakest first.
pub fn players(game: &dyn Playable, scenario: &str) -> Vec<&'static str> {
    Level::names(true).filter(|name| spec(game, scenario, name).is_ok()).collect()
}

/// Pairs of games between two players by name, sides changed.
pub fn duel(
    game: &dyn Playable,
    setup: &Setup,
    names: [&str; 2],
    seeds: Range<u64>,
) -> Result<Tally, SetupError> {
    let [one, other] = names.map(Spec::parse);
    duel_between(game, setup, [&Duellist::plain(one?), &Duellist::plain(other?)], seeds)
}

/// The same between players who may judge differently.
pub fn duel_between(
    game: &dyn Playable,
    setup: &Setup,
    [one, other]: [&Duellist; 2],
    seeds: Range<u64>,
) -> Result<Tally, SetupError> {
    (skill(game)?.duel)(setup, one, other, seeds)
}

/// The file with the weights by which a player judges a scenario of a game, if it can be changed.
pub fn weights(game: &dyn Playable, scenario: &str, spec: &Spec) -> Option<WeightFile> {
    (skill(game).ok()?.weights)(spec, scenario)
}

/// A watcher for the lab: games between these players by name, one for each seat.
pub fn watcher(game: &dyn Playable, setup: &Setup, names: &[&str]) -> Result<Watcher, SetupError> {
    let read = |name: &&str| {
        let spec = spec(game, &setup.scenario, name)?;
        match spec.budget {
            None | Some(Budget::Simulations(_)) => Ok(spec),
            Some(Budget::Time(_)) => Err(SetupError(format!(
                "`{name}` thinks by the clock, and no study could be repeated: give it a number of lines of play"
            ))),
        }
    };
    let specs = names.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    (skill(game)?.watcher)(setup, &specs)
}

/// A batch of games for programs that learn; a seat with an opponent, named like a [`player`], is played inside.
pub fn batch(
    game: &dyn Playable,
    setup: &Setup,
    terms: &BatchTerms,
    opponents: &[Option<String>],
) -> Result<Box<dyn AnyBatch>, SetupError> {
    let read =
        |name: &Option<String>| name.as_deref().map(|name| spec(game, &setup.scenario, name)).transpose();
    let specs = opponents.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    (skill(game)?.batch)(setup, *terms, &specs)
}

/// How much the dice decided in the game of a record.
pub fn luck(game: &dyn Playable, record: &str, judge: Judge) -> Result<GameLuck, SetupError> {
    (skill(game)?.luck)(record, judge).map_err(SetupError)
}

/// What a coach says about a game that was played.
pub fn coach(
    game: &dyn Playable,
    table: &dyn AnySession,
    budget: CoachBudget,
    watch: &CoachProgress,
) -> Result<Coaching, SetupError> {
    let coaching = (skill(game)?.coach)(table, budget, watch);
    coaching.ok_or_else(|| SetupError(format!("this is no game of {}", game.name())))
}
