//! Games played at random: the cheapest way to find what reading does not.

use crate::{Dice, Die, Game, Outcome, Purpose, Rolled, Session, Setup, SetupError, Status};

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
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::DeadEnd => f.write_str("dead end: somebody has to decide and nothing can be decided"),
            Self::Endless => f.write_str("endless: too many decisions"),
            Self::ListedButRefused(action, why) => write!(f, "listed but refused: {action}: {why}"),
            Self::Broken(what) => write!(f, "broken: {what}"),
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
        let action = actions[player.pick(actions.len())].clone();
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
    let mut session = Session::<G>::new(setup.clone())?;
    let mut player = RandomPlayer::seeded(seed);
    let mut dice = Rolled::seeded(seed);
    let mut actions = Vec::new();
    let fault = loop {
        if let Err(what) = session.now().invariants() {
            break Some(Fault::Broken(what));
        }
        if let Status::Over(_) = session.now().status() {
            break None;
        }
        actions.clear();
        session.now().actions(&mut actions);
        if actions.is_empty() {
            break Some(Fault::DeadEnd);
        }
        if session.entries().len() == most {
            break Some(Fault::Endless);
        }
        let refused = actions.iter().find_map(|action| Some((action, session.now().check(action).err()?)));
        if let Some((action, refusal)) = refused {
            break Some(Fault::ListedButRefused(session.now().write(action), refusal.to_string()));
        }
        let action = actions[player.pick(actions.len())].clone();
        if let Err(refusal) = session.act(&action, &mut dice) {
            break Some(Fault::ListedButRefused(session.now().write(&action), refusal.to_string()));
        }
    };
    Ok((session, fault))
}
