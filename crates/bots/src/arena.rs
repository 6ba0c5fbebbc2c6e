//! Bots against each other.

use std::sync::atomic::AtomicBool;

use kit::{Outcome, Rolled, Seat, Setup, SetupError, Status, Tactics};

use crate::{Bot, Spec};

/// Decisions after which a game counts as endless.
const MOST: usize = 200_000;

/// Plays a whole game between players by their seats; nothing if it does not end.
pub fn play<G>(setup: &Setup, specs: &[Spec], seed: u64) -> Result<Option<Outcome>, SetupError>
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    let mut game = G::start(setup)?;
    let mut dice = Rolled::seeded(seed);
    let seats = 0..G::SEATS.len();
    let mut bots: Vec<Bot<G>> =
        seats.map(|seat| Bot::new(specs[seat], seed.wrapping_mul(31).wrapping_add(seat as u64))).collect();
    let stop = AtomicBool::new(false);
    for _ in 0..MOST {
        match game.status() {
            Status::Over(outcome) => return Ok(Some(outcome)),
            Status::Deciding(seat) => {
                let Some(action) = bots[usize::from(seat.0)].choose(&game, seat, &stop) else {
                    return Ok(None);
                };
                game.perform(&action, &mut dice, &mut ());
            }
        }
    }
    Ok(None)
}

/// Games won, drawn and lost by the first of two players, and by which side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games.
    pub games: u32,
    /// Won by the first player.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Won by the first player as the first side, as the second.
    pub won_as: [u32; 2],
    /// Won by the second player as the first side, as the second.
    pub lost_as: [u32; 2],
}

impl Tally {
    /// Adds another.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        for side in 0..2 {
            self.won_as[side] += other.won_as[side];
            self.lost_as[side] += other.lost_as[side];
        }
    }
}

/// A pair of games with the same seed, the players changing sides.
pub fn pair<G>(setup: &Setup, one: Spec, other: Spec, seed: u64) -> Result<Tally, SetupError>
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    let mut tally = Tally::default();
    for (side, specs) in [[one, other], [other, one]].into_iter().enumerate() {
        let Some(outcome) = play::<G>(setup, &specs, seed)? else { continue };
        tally.games += 1;
        match outcome.winner {
            None => tally.drawn += 1,
            Some(Seat(winner)) if usize::from(winner) == side => {
                tally.won += 1;
                tally.won_as[side] += 1;
            }
            Some(Seat(winner)) => tally.lost_as[usize::from(winner)] += 1,
        }
    }
    Ok(tally)
}
