//! Games played at random: the cheapest way to find what reading does not.

use std::{
    any::Any,
    fmt::Write,
    panic::{AssertUnwindSafe, catch_unwind},
};

use crate::{Dice, Die, Game, Logged, Outcome, Purpose, Roll, Rolled, Session, Setup, SetupError, Status};

/// What went wrong in a random game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Somebody has to decide and nothing can be decided.
    DeadEnd,
    /// It went on for too many decisions.
    Endless,
    /// An action that was listed is refused: the action and why.
    ListedButRefused(String, String),
    /// Something that must hold does not.
    Broken(String),
    /// The program failed: its last words.
    Panicked(String),
    /// The record of the game does not give the game again: why.
    NotRepeated(String),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::DeadEnd => f.write_str("dead end: somebody has to decide and nothing can be decided"),
            Self::Endless => f.write_str("endless: too many decisions"),
            Self::ListedButRefused(action, why) => write!(f, "listed but refused: {action}: {why}"),
            Self::Broken(what) => write!(f, "broken: {what}"),
            Self::Panicked(words) => write!(f, "the program failed: {words}"),
            Self::NotRepeated(why) => write!(f, "the record does not replay: {why}"),
        }
    }
}

/// A random player: picks among what is listed, from a seed of its own.
#[derive(Clone, Debug)]
pub struct RandomPlayer(Rolled);

impl RandomPlayer {
    /// A player that depends on this number only.
    pub fn seeded(seed: u64) -> Self {
        // The dice of the game must not follow the choices, so the two never share a stream.
        Self(Rolled::seeded(seed ^ 0x9e37_79b9_7f4a_7c15))
    }

    /// One of `choices` places.
    pub fn pick(&mut self, choices: usize) -> usize {
        let die = Die::with_sides(choices.min(usize::from(u16::MAX)) as u16);
        usize::from(self.0.roll(die, Purpose::new("choice", ""))) - 1
    }
}

/// Plays a state on at random to its end, without a history; returns how it ended and after how many decisions.
pub fn play_out<G: Game>(
    game: &mut G,
    player: &mut RandomPlayer,
    dice: &mut impl Dice,
    actions: &mut Vec<G::Action>,
    most: u64,
) -> Result<(Outcome, u64), Fault> {
    let mut decisions = 0;
    loop {
        if let Status::Over(outcome) = game.status() {
            return Ok((outcome, decisions));
        }
        actions.clear();
        game.actions(actions);
        if actions.is_empty() {
            return Err(Fault::DeadEnd);
        }
        if decisions == most {
            return Err(Fault::Endless);
        }
        let action = actions[player.pick(actions.len())];
        game.perform(&action, dice, &mut ());
        decisions += 1;
    }
}

/// Plays a whole game at random with its history, watching everything; the session reproduces what was found.
pub fn watched_game<G: Game>(
    setup: &Setup,
    seed: u64,
    most: usize,
) -> Result<(Session<G>, Option<Fault>), SetupError> {
    let mut trail = Trail::<G>::new(setup, seed)?;
    let fault = trail.play(most);
    Ok((trail.session, fault))
}

/// A random game that was watched to its end or to its fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watched {
    /// How many decisions were made.
    pub decisions: usize,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// What went wrong, with a record that leads there.
    pub fault: Option<(Fault, String)>,
}

/// Watches a random game like [`watched_game`]; even a failure of the program is caught and becomes a record that leads
/// to it. With `repeated` the record is also read again and must give the same game.
pub fn caught_game<G: Game>(
    setup: &Setup,
    seed: u64,
    most: usize,
    repeated: bool,
) -> Result<Watched, SetupError> {
    let mut trail = Trail::<G>::new(setup, seed)?;
    let found = caught(|| {
        let fault = trail.play(most);
        if fault.is_none() && repeated { not_repeated(&trail.session) } else { fault }
    });
    let fault = found.unwrap_or_else(|words| Some(Fault::Panicked(words)));
    let outcome = match (&fault, trail.session.now().status()) {
        (None, Status::Over(outcome)) => Some(outcome),
        _ => None,
    };
    let decisions = trail.session.entries().len();
    let fault = fault.map(|fault| {
        let record = trail.record(&fault, seed);
        (fault, record)
    });
    Ok(Watched { decisions, outcome, fault })
}

/// Runs something that may fail; the last words of a failure.
pub(crate) fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    let words = |payload: Box<dyn Any + Send>| match payload.downcast::<String>() {
        Ok(words) => *words,
        Err(payload) => payload.downcast_ref::<&str>().map_or("without a word", |words| words).to_owned(),
    };
    // What may be left half done is only looked at through its history, which is whole.
    catch_unwind(AssertUnwindSafe(run)).map_err(words)
}

/// Why the record of a session does not give it again.
fn not_repeated<G: Game>(session: &Session<G>) -> Option<Fault> {
    let record = session.record();
    let why = match Session::<G>::from_record(&record) {
        Err(error) | Ok((_, Some(error))) => error.to_string(),
        Ok((again, None)) if again.now().digest() == session.now().digest() && again.record() == record => {
            return None;
        }
        Ok(_) => "another game comes of it".to_owned(),
    };
    Some(Fault::NotRepeated(why))
}

/// A random game with all that is needed to tell what was being done when it went wrong.
struct Trail<G: Game> {
    session: Session<G>,
    player: RandomPlayer,
    dice: Logged<Rolled>,
    next: Option<G::Action>,
}

impl<G: Game> Trail<G> {
    fn new(setup: &Setup, seed: u64) -> Result<Self, SetupError> {
        Ok(Self {
            session: Session::new(setup.clone())?,
            player: RandomPlayer::seeded(seed),
            dice: Logged::new(Rolled::seeded(seed)),
            next: None,
        })
    }

    fn play(&mut self, most: usize) -> Option<Fault> {
        let mut actions = Vec::new();
        loop {
            let session = &mut self.session;
            if let Err(what) = session.now().invariants() {
                return Some(Fault::Broken(what));
            }
            if let Status::Over(_) = session.now().status() {
                return None;
            }
            actions.clear();
            session.now().actions(&mut actions);
            if actions.is_empty() {
                return Some(Fault::DeadEnd);
            }
            if session.entries().len() == most {
                return Some(Fault::Endless);
            }
            let refused =
                actions.iter().find_map(|action| Some((action, session.now().check(action).err()?)));
            if let Some((action, refusal)) = refused {
                return Some(Fault::ListedButRefused(session.now().write(action), refusal.to_string()));
            }
            let action = actions[self.player.pick(actions.len())];
            self.next = Some(action);
            if let Err(refusal) = session.act(&action, &mut self.dice) {
                return Some(Fault::ListedButRefused(session.now().write(&action), refusal.to_string()));
            }
            self.next = None;
        }
    }

    /// The record up to the fault, and in remarks what came then.
    fn record(self, fault: &Fault, seed: u64) -> String {
        let mut record = self.session.record();
        let told = self.session.entries().iter().map(|entry| entry.dice.len()).sum();
        let _ = writeln!(record, "-- random game {seed}: {}", fault.to_string().replace('\n', " "));
        if let Some(action) = &self.next {
            let action = self.session.at(self.session.entries().len()).write(action);
            let (_, dice) = self.dice.finish();
            let face = |roll: &Roll| format!("{}:{}", roll.purpose.what, roll.face);
            let dice: Vec<String> = dice.iter().skip(told).map(face).collect();
            let _ = writeln!(record, "-- the decision was: {action} [{}]", dice.join(", "));
        }
        record
    }
}

/// What many unwatched random games came to.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Rush {
    /// Games that ended.
    pub games: u64,
    /// Decisions made in them.
    pub decisions: u64,
    /// Games won, by seat; the last number counts the draws.
    pub wins: Vec<u64>,
    /// The seeds of games in which something went wrong.
    pub faults: Vec<u64>,
}

/// Plays one random game for each seed, as fast as the game can: nothing is watched but that each ends.
/// [`caught_game`] with the seed of a fault plays the same game again and says what it is.
pub fn rush<G: Game>(setup: &Setup, seeds: std::ops::Range<u64>, most: u64) -> Result<Rush, SetupError> {
    let start = G::start(setup)?;
    let mut rush = Rush { wins: vec![0; G::SEATS + 1], ..Rush::default() };
    let mut actions = Vec::new();
    for seed in seeds {
        let (mut player, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
        let mut game = start.clone();
        match caught(|| play_out(&mut game, &mut player, &mut dice, &mut actions, most)) {
            Ok(Ok((outcome, decisions))) => {
                rush.games += 1;
                rush.decisions += decisions;
                rush.wins[outcome.winner.map_or(G::SEATS, |seat| seat.0.into())] += 1;
            }
            _ => rush.faults.push(seed),
        }
    }
    Ok(rush)
}
