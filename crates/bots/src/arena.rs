//! Bots against each other.

use std::{ops::Range, sync::atomic::AtomicBool, thread};

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
    let seats = 0..G::SEATS;
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
    /// Games that the first player lost.
    pub const fn lost(&self) -> u32 {
        self.lost_as[0] + self.lost_as[1]
    }

    /// The share of all games that the first player won.
    #[expect(clippy::float_arithmetic, reason = "a statistic, not a rule")]
    pub fn share(&self) -> f64 {
        f64::from(self.won) / f64::from(self.games.max(1))
    }

    /// Wilson's interval around the share, at 95 in 100.
    #[expect(clippy::float_arithmetic, reason = "a statistic, not a rule")]
    pub fn interval(&self) -> [f64; 2] {
        const Z: f64 = 1.959_964;
        let (games, share) = (f64::from(self.games.max(1)), self.share());
        let middle = share + Z * Z / (2.0 * games);
        let reach = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
        [(middle - reach), (middle + reach)].map(|end| end / (1.0 + Z * Z / games))
    }

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

/// Pairs of games for these seeds, on all processors; the tally does not depend on how many there are.
pub fn duel<G>(setup: &Setup, one: Spec, other: Spec, seeds: Range<u64>) -> Result<Tally, SetupError>
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let work = |first: usize| {
        let mut tally = Tally::default();
        for seed in seeds.clone().skip(first).step_by(threads) {
            tally.add(&pair::<G>(setup, one, other, seed)?);
        }
        Ok(tally)
    };
    thread::scope(|scope| {
        let work = &work;
        let parts: Vec<_> = (0..threads).map(|first| scope.spawn(move || work(first))).collect();
        let mut all = Tally::default();
        for part in parts {
            all.add(&part.join().map_err(|_| SetupError("a game could not be played to its end".into()))??);
        }
        Ok(all)
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_wilsons() {
        let tally = Tally { games: 100, won: 50, ..Tally::default() };
        let [low, high] = tally.interval();
        assert!((low - 0.4038).abs() < 0.0001 && (high - 0.5962).abs() < 0.0001, "{low} {high}");
        let [low, high] = Tally { games: 10, won: 10, ..Tally::default() }.interval();
        assert!((low - 0.7225).abs() < 0.0001 && (high - 1.0).abs() < 0.0001, "{low} {high}");
    }
}
