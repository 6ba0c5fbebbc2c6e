//! Players that are programs, for every game that knows how to be played well.

use bots::{Bot, Drifter, Level, Spec};
use kit::{
    SetupError, Tactics,
    any::{Playable, Player},
};
use mars::game::Mars;

/// Seats a player of a level at a game of its own.
type Seating = fn(Spec, u64) -> Box<dyn Player>;

/// The games that know how to be played well.
const SEATINGS: &[(&str, Seating)] = &[(<Mars as kit::Game>::NAME, bot::<Mars>)];

fn bot<G>(spec: Spec, seed: u64) -> Box<dyn Player>
where
    G: Tactics + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    Box::new(Bot::<G>::new(spec, seed))
}

/// A player by name, such as `regular` or `veteran/cautious`, with or without `bot:` before it; the same seed plays the
/// same.
pub fn player(game: &dyn Playable, name: &str, seed: u64) -> Result<Box<dyn Player>, SetupError> {
    let spec = Spec::parse(name)?;
    let seating = SEATINGS.iter().find(|(known, _)| *known == game.name());
    match seating {
        _ if spec.level == Level::Random => Ok(Box::new(Drifter::new(seed))),
        Some((_, seating)) => Ok(seating(spec, seed)),
        None => Err(SetupError(format!("{} has no player but `random` yet", game.name()))),
    }
}

/// The players that a game can be played against, the weakest first.
pub fn players(game: &dyn Playable) -> Vec<&'static str> {
    let skilled = SEATINGS.iter().any(|(known, _)| *known == game.name());
    Level::names().filter(|&name| skilled || name == "random").collect()
}
