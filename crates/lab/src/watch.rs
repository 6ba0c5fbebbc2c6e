//! A game between bots, watched: what happened on which turn, in which battle, to whom.

use std::sync::atomic::AtomicBool;

use bots::{Bot, Spec};
use kit::{
    Called, Event, Fought, Journal, Reading, RollCall, Rolled, Seat, Setup, SetupError, Status, Tactics,
    hash_of,
    tactics::{Count, Follies},
};

use crate::game_row::{BattleRow, FollyRow, GameRow, HistoryRow, LossRow, TurnRow};

/// Decisions after which a game counts as endless.
const MOST: u32 = 200_000;

/// Plays the game with a number of a run and tells what is to be kept of it, or what went wrong.
pub type Watcher = Box<dyn Fn(u64, u64) -> Result<GameRow, String> + Send + Sync>;

/// A watcher for games of a kind between these players, one for each seat. Whatever cannot be played is refused here,
/// before the first game.
pub fn watcher<G>(setup: &Setup, specs: &[Spec]) -> Result<Watcher, SetupError>
where
    G: Tactics + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    if specs.len() != G::SEATS {
        return Err(SetupError(format!("{} has {} sides: name a bot for each", G::NAME, G::SEATS)));
    }
    let start = G::start(setup)?;
    let specs = specs.to_vec();
    let first_turn = start.roll_call().turn;
    Ok(Box::new(move |game, seed| Watch::new(&start, &specs, seed).play(game, first_turn)))
}

/// What the journal of a watched game keeps.
#[derive(Default)]
struct Battles(Vec<Fought>);

impl Journal for Battles {
    fn tell(&mut self, _: impl FnOnce() -> Event) {}

    fn battle(&mut self, fought: impl FnOnce() -> Fought) {
        self.0.push(fought());
    }
}

struct Watch<G: Tactics> {
    state: G,
    bots: Vec<Bot<G>>,
    dice: Rolled,
    /// Battles of the player-turn.
    battles: Battles,
    /// Follies of the player-turn.
    follies: Follies,
    fought: u32,
    /// The counters as they were last seen.
    counters: Vec<Called>,
    row: GameRow,
}

impl<G> Watch<G>
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    fn new(start: &G, specs: &[Spec], seed: u64) -> Self {
        let bot = |(seat, &spec): (usize, &Spec)| {
            // As in a duel: the same seed gives the same game there and here.
            Bot::new(spec, seed.wrapping_mul(31).wrapping_add(seat as u64))
        };
        Self {
            state: start.clone(),
            bots: specs.iter().enumerate().map(bot).collect(),
            dice: Rolled::seeded(seed),
            battles: Battles::default(),
            follies: Follies::default(),
            fought: 0,
            counters: Vec::new(),
            row: GameRow {
                game: 0,
                seed,
                winner: None,
                margin: 0,
                decisions: 0,
                hash: 0,
                turns: Vec::new(),
                battles: Vec::new(),
                losses: Vec::new(),
                stood: Vec::new(),
                history: Vec::new(),
                follies: Vec::new(),
            },
        }
    }

    fn play(mut self, game: u64, mut turn: u16) -> Result<GameRow, String> {
        let seed = self.row.seed;
        let stop = AtomicBool::new(false);
        let mut span = self.state.span();
        let mut first = 0;
        while self.row.decisions < MOST {
            let Status::Deciding(seat) = self.state.status() else { break };
            if self.state.span() != span {
                span = self.state.span();
                turn = self.end_of_span(turn, first);
                first = seat.0;
            }
            let bot = &mut self.bots[usize::from(seat.0)];
            let action = bot
                .choose(&self.state, seat, &stop)
                .ok_or_else(|| format!("game {game} (seed {seed}): a bot finds nothing to decide"))?;
            let before = self.state.clone();
            self.state.perform(&action, &mut self.dice, &mut self.battles);
            before.follies(&action, &self.state, &mut self.follies);
            self.row.decisions += 1;
            self.row.hash = hash_of(&(self.row.hash, action));
        }
        let Status::Over(outcome) = self.state.status() else {
            return Err(format!("game {game} (seed {seed}) is not over after {MOST} decisions"));
        };
        self.end_of_span(turn, first);
        self.row.game = game;
        self.row.winner = outcome.winner.map(|seat| seat.0);
        self.row.margin = outcome.margin;
        self.row.stood.sort_unstable();
        Ok(self.row)
    }

    /// Writes down a player-turn that is over; the turn that comes now.
    fn end_of_span(&mut self, turn: u16, first: u8) -> u16 {
        let RollCall { turn: now, points, counters, history } = self.state.roll_call();
        let mut units = vec![0; G::SEATS];
        for counter in counters.iter().filter(|counter| counter.hex.is_some() || counter.is_on_table) {
            units[usize::from(counter.seat.0)] += 1;
        }
        let standing = self.state.standing(Seat(0));
        self.row.turns.push(TurnRow { turn, seat: first, points, standing, units });
        let before = self.row.losses.len();
        self.note_losses(counters, turn);
        self.note_battles(turn, before);
        self.note_follies(turn);
        // What stands beside history is of the last turn that is over.
        if now != turn || matches!(self.state.status(), Status::Over(_)) {
            self.row.history.extend(history.into_iter().map(|line| HistoryRow {
                turn,
                seat: line.seat.0,
                what: line.words,
                here: line.here,
                history: line.history,
            }));
        }
        now
    }

    fn note_follies(&mut self, turn: u16) {
        let follies = std::mem::take(&mut self.follies);
        let row = |&Count { seat, folly, times, cases }: &Count| FollyRow {
            turn,
            seat: seat.0,
            what: folly.what.to_owned(),
            of: folly.of.to_owned(),
            times,
            cases,
        };
        self.row.follies.extend(follies.counts().iter().map(row));
    }

    /// Who was on the map and is not any more; who stands where.
    fn note_losses(&mut self, now: Vec<Called>, turn: u16) {
        for counter in now.iter().filter(|counter| counter.hex.is_some()) {
            let (seat, hex) = (counter.seat.0, &counter.place);
            match self.row.stood.iter_mut().find(|(side, place, _)| *side == seat && place == hex) {
                Some((.., times)) => *times += 1,
                None => self.row.stood.push((seat, hex.clone().into_owned(), 1)),
            }
        }
        for (place, seen) in self.counters.iter().enumerate().filter(|(_, seen)| seen.hex.is_some()) {
            // Counters keep their order as a rule; who is gone from the view altogether has left too.
            let same = |counter: &&Called| counter.name == seen.name && counter.seat == seen.seat;
            let counter = now.get(place).filter(same).or_else(|| now.iter().find(same));
            if counter.is_some_and(|counter| counter.hex.is_some()) {
                continue;
            }
            let fate = counter.map_or("gone", |counter| &*counter.place);
            self.row.losses.push(LossRow {
                turn,
                seat: seen.seat.0,
                unit: seen.name.clone().into_owned(),
                hex: seen.place.clone().into_owned(),
                fate: fate.split(" on turn ").next().unwrap_or(fate).to_owned(),
                battle: self.last_battle(&seen.name),
            });
        }
        self.counters = now;
    }

    /// The last battle of the player-turn that a unit took part in, by its number in the game.
    fn last_battle(&self, unit: &str) -> Option<u32> {
        let fought = self.battles.0.iter().rposition(|fought| {
            fought.attackers.iter().any(|name| name == unit)
                || fought.readings.iter().any(|reading| reading.who == unit)
        })?;
        Some(self.fought + fought as u32)
    }

    /// The battles of the player-turn, with the losses that have just been noted.
    fn note_battles(&mut self, turn: u16, first_loss: usize) {
        let losses = &self.row.losses[first_loss..];
        for fought in self.battles.0.drain(..) {
            let battle = self.fought;
            self.fought += 1;
            let lost =
                |name: &str| losses.iter().any(|loss| loss.battle == Some(battle) && loss.unit == name);
            let attackers_lost = fought.attackers.iter().filter(|name| lost(name)).count() as u16;
            for (number, reading) in fought.readings.into_iter().enumerate() {
                let chances = spelled(&reading);
                let defender_lost = u16::from(lost(&reading.who));
                self.row.battles.push(BattleRow {
                    battle,
                    reading: number as u16,
                    turn,
                    seat: fought.seat.0,
                    hex: reading.hex.into_owned(),
                    who: reading.who.into_owned(),
                    column: reading.column.into_owned(),
                    result: reading.result.into_owned(),
                    chances,
                    attackers_lost: if number == 0 { attackers_lost } else { 0 },
                    defender_lost,
                });
            }
        }
    }
}

/// `AE 1, D 2`
fn spelled(reading: &Reading) -> String {
    let mut words = String::with_capacity(reading.chances.len() * 6);
    for (place, (result, weight)) in reading.chances.iter().enumerate() {
        if place > 0 {
            words.push_str(", ");
        }
        words.push_str(result);
        words.push(' ');
        words.push_str(&weight.to_string());
    }
    words
}
