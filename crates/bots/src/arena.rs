//! Bots against each other.

use std::{
    ops::Range,
    sync::{Arc, atomic::AtomicBool},
    thread,
};

use kit::{Outcome, Rolled, Seat, Setup, SetupError, Status, Tactics, patch::Patch};

use crate::{Bot, Spec};

/// Decisions after which a game counts as endless.
const MOST: usize = 200_000;

/// A player of a duel.
#[derive(Clone, Debug)]
pub struct Duellist {
    /// How good he is.
    pub spec: Spec,
    /// What he weighs by, where it differs from the game's own: a patch of its [weights](Tactics::weight_files) and of
    /// nothing else.
    pub weights: Option<Arc<Patch>>,
}

impl Duellist {
    /// One who judges as the game does.
    pub const fn plain(spec: Spec) -> Self {
        Self { spec, weights: None }
    }

    /// The game as he judges it. Both players' games go on in step, because weights are no part of the rules.
    fn start<G: Tactics>(&self, setup: &Setup) -> Result<G, SetupError> {
        self.spec.check::<G>(&setup.scenario)?;
        let Some(weights) = &self.weights else { return G::start(setup) };
        let file = self.spec.weights::<G>(&setup.scenario);
        let is_other = |table: &str| file.is_none_or(|file| !file.is_changed_by(table));
        if let Some(other) = weights.changes.iter().find(|change| is_other(&change.table)) {
            let error = other.complain("a player's own patch changes weights only, not the game".into());
            return Err(SetupError(error.to_string()));
        }
        if setup.patch.as_ref().is_some_and(|patch| !patch.changes.is_empty()) {
            return Err(SetupError("one of the players has weights of his own: name no other patch".into()));
        }
        G::start(&Setup { patch: Some(weights.clone()), ..setup.clone() })
    }
}

/// Plays a whole game between players by their seats; nothing if it does not end.
pub fn play<G>(setup: &Setup, specs: &[Spec], seed: u64) -> Result<Option<Outcome>, SetupError>
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    let players: Vec<Duellist> = specs.iter().copied().map(Duellist::plain).collect();
    meet::<G>(setup, &players.iter().collect::<Vec<_>>(), seed)
}

/// The same between players who may judge differently: each has the game as he judges it, and what one decides happens
/// in all of them, with the same dice.
fn meet<G>(setup: &Setup, players: &[&Duellist], seed: u64) -> Result<Option<Outcome>, SetupError>
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    let same = players.iter().all(|player| player.weights == players[0].weights);
    let games = &players[..if same { 1 } else { players.len() }];
    let mut games = games.iter().map(|player| player.start::<G>(setup)).collect::<Result<Vec<G>, _>>()?;
    let mut dice = Rolled::seeded(seed);
    let bot = |(seat, player): (usize, &&Duellist)| {
        Bot::new(player.spec, seed.wrapping_mul(31).wrapping_add(seat as u64))
    };
    let mut bots: Vec<Bot<G>> = players.iter().enumerate().map(bot).collect();
    let stop = AtomicBool::new(false);
    for _ in 0..MOST {
        match games[0].status() {
            Status::Over(outcome) => return Ok(Some(outcome)),
            Status::Deciding(seat) => {
                let place = usize::from(seat.0);
                let own = &games[place.min(games.len() - 1)];
                let Some(action) = bots[place].choose(own, seat, &stop) else { return Ok(None) };
                let thrown = dice.clone();
                for game in &mut games {
                    dice = thrown.clone();
                    game.perform(&action, &mut dice, &mut ());
                }
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
    /// Pairs that the first player won by the points of both games together, and pairs that were even.
    pub pairs_won: u32,
    /// See there.
    pub pairs_even: u32,
    /// Pairs.
    pub pairs: u32,
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

    /// What the first player scored a pair, by the points of both games together: it tells players apart also where
    /// one side wins nearly every game.
    #[expect(clippy::float_arithmetic, reason = "a statistic, not a rule")]
    pub fn score(&self) -> f64 {
        (f64::from(self.pairs_won) + f64::from(self.pairs_even) / 2.0) / f64::from(self.pairs.max(1))
    }

    /// Adds another.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        self.pairs += other.pairs;
        self.pairs_won += other.pairs_won;
        self.pairs_even += other.pairs_even;
        for side in 0..2 {
            self.won_as[side] += other.won_as[side];
            self.lost_as[side] += other.lost_as[side];
        }
    }
}

/// Pairs of games for these seeds, on all processors; the tally does not depend on how many there are.
pub fn duel<G>(
    setup: &Setup,
    one: &Duellist,
    other: &Duellist,
    seeds: Range<u64>,
) -> Result<Tally, SetupError>
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
pub fn pair<G>(setup: &Setup, one: &Duellist, other: &Duellist, seed: u64) -> Result<Tally, SetupError>
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    let (mut tally, mut points) = (Tally::default(), 0);
    for (side, players) in [[one, other], [other, one]].into_iter().enumerate() {
        let Some(outcome) = meet::<G>(setup, &players, seed)? else { continue };
        tally.games += 1;
        match outcome.winner {
            None => tally.drawn += 1,
            Some(Seat(winner)) if usize::from(winner) == side => {
                tally.won += 1;
                tally.won_as[side] += 1;
                points += outcome.margin;
            }
            Some(Seat(winner)) => {
                tally.lost_as[usize::from(winner)] += 1;
                points -= outcome.margin;
            }
        }
    }
    tally.pairs = 1;
    tally.pairs_won = u32::from(points > 0);
    tally.pairs_even = u32::from(points == 0);
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
