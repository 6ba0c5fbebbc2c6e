//! A game between bots, watched: what happened on which turn, in which battle, to whom.

use std::sync::atomic::AtomicBool;

use bots::{Bot, Spec};
use kit::{
    Event, Fought, Journal, Reading, Rolled, Seat, Setup, SetupError, Status, Tactics, View, Viewer, hash_of,
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
    Ok(Box::new(move |game, seed| Watch::new(&start, &specs, seed).play(game, seed)))
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

/// A counter as it was last seen.
struct Seen {
    name: String,
    seat: u8,
    hex: Option<String>,
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
    counters: Vec<Seen>,
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

    fn play(mut self, game: u64, seed: u64) -> Result<GameRow, String> {
        let stop = AtomicBool::new(false);
        let mut span = self.state.span();
        let (mut first, mut turn) = (0, self.state.view(Viewer::Spectator).turn);
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
        let view = self.state.view(Viewer::Spectator);
        let seats = G::SEATS;
        let mut points = vec![0; seats];
        for line in &view.score {
            points[usize::from(line.seat.0)] += line.points;
        }
        let mut units = vec![0; seats];
        for counter in &view.counters {
            if self.on_map(&counter.place) || counter.spot.is_some() {
                units[usize::from(counter.seat.0)] += 1;
            }
        }
        let standing = self.state.standing(Seat(0));
        self.row.turns.push(TurnRow { turn, seat: first, points, standing, units });
        let before = self.row.losses.len();
        self.note_losses(&view, turn);
        self.note_battles(turn, before);
        self.note_follies(turn);
        // What stands beside history is of the last turn that is over.
        if view.turn != turn || view.outcome.is_some() {
            self.row.history.extend(view.history.iter().map(|line| HistoryRow {
                turn,
                seat: line.seat.0,
                what: line.words.clone(),
                here: line.here,
                history: line.history,
            }));
        }
        view.turn
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

    fn on_map(&self, place: &str) -> bool {
        self.state.map().is_some_and(|map| map.find(place).is_ok())
    }

    /// Who was on the map and is not any more; who stands where.
    fn note_losses(&mut self, view: &View, turn: u16) {
        let mut now = Vec::with_capacity(view.counters.len());
        for counter in &view.counters {
            let seat = counter.seat.0;
            let hex = self.on_map(&counter.place).then(|| counter.place.clone());
            if let Some(hex) = &hex {
                let same = |(side, place, _): &&mut (u8, String, u32)| *side == seat && place == hex;
                match self.row.stood.iter_mut().find(same) {
                    Some((.., times)) => *times += 1,
                    None => self.row.stood.push((seat, hex.clone(), 1)),
                }
            }
            now.push(Seen { name: counter.name.clone(), seat, hex });
        }
        let before = std::mem::take(&mut self.counters);
        for (place, seen) in before.iter().enumerate() {
            let Some(hex) = &seen.hex else { continue };
            // Counters keep their order as a rule; who is gone from the view altogether has left too.
            let same = |seen_now: &Seen| seen_now.name == seen.name && seen_now.seat == seen.seat;
            let place = match now.get(place) {
                Some(counter) if same(counter) => Some(place),
                _ => now.iter().position(same),
            };
            if place.is_some_and(|place| now[place].hex.is_some()) {
                continue;
            }
            let fate = place.map_or("gone", |place| view.counters[place].place.as_str());
            self.row.losses.push(LossRow {
                turn,
                seat: seen.seat,
                unit: seen.name.clone(),
                hex: hex.clone(),
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
