//! Who is stronger than whom: everybody plays everybody, sides changed, and the results become ratings.
//!
//! A rating is the maximum of the likelihood in the model of Bradley and Terry: a player who is rated 400 higher is expected
//! to score ten to one. A draw is half a game. One drawn game of everybody with an imaginary player of rating 0 keeps the
//! ratings of those finite who have won or lost everything. The interval is that of the information in the games, at 95 in
//! 100.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "statistics, not rules")]

use crate::Tally;

/// Points of rating that ten to one are worth.
const SCALE: f64 = 400.0;

/// The two-sided 95 in 100 point of the normal distribution.
const Z: f64 = 1.959_964;

/// Games of everybody with the imaginary player.
const PRIOR: f64 = 1.0;

/// Steps of the search for the maximum; it is found long before.
const STEPS: usize = 10_000;

/// A player on the ladder.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rung {
    /// His place in the list of players.
    pub player: usize,
    /// His rating; the mean of all is 0.
    pub rating: f64,
    /// Half the width of its interval.
    pub reach: f64,
    /// Games that he played.
    pub games: u32,
    /// His share of them, a draw being half.
    pub share: f64,
}

/// The results of everybody against everybody.
#[derive(Clone, PartialEq, Debug)]
pub struct Ladder {
    players: usize,
    /// By two players: what the first scored against the second, and how many games they played.
    scores: Vec<f64>,
    games: Vec<f64>,
}

impl Ladder {
    /// Nobody has played.
    pub fn new(players: usize) -> Self {
        Self { players, scores: vec![0.0; players * players], games: vec![0.0; players * players] }
    }

    /// Two of them have played.
    pub fn add(&mut self, one: usize, other: usize, tally: &Tally) {
        let score = f64::from(tally.won) + f64::from(tally.drawn) / 2.0;
        let games = f64::from(tally.games);
        for (first, second, score) in [(one, other, score), (other, one, games - score)] {
            self.scores[first * self.players + second] += score;
            self.games[first * self.players + second] += games;
        }
    }

    /// What the first scored against the second, and in how many games.
    pub fn between(&self, one: usize, other: usize) -> (f64, u32) {
        let place = one * self.players + other;
        (self.scores[place], self.games[place] as u32)
    }

    /// Everybody with his rating, the strongest first.
    pub fn rungs(&self) -> Vec<Rung> {
        let strengths = self.strengths();
        let ratings: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
        let mean = ratings.iter().sum::<f64>() / self.players.max(1) as f64;
        let variances = self.variances(&strengths);
        let unit = SCALE / f64::ln(10.0);
        let rung = |player: usize| {
            let row = player * self.players..(player + 1) * self.players;
            let games: f64 = self.games[row.clone()].iter().sum();
            Rung {
                player,
                rating: (ratings[player] - mean) * unit,
                reach: Z * variances[player].sqrt() * unit,
                games: games as u32,
                share: self.scores[row].iter().sum::<f64>() / games.max(1.0),
            }
        };
        let mut rungs: Vec<Rung> = (0..self.players).map(rung).collect();
        rungs.sort_by(|one, other| other.rating.total_cmp(&one.rating));
        rungs
    }

    /// The strengths that make the results likeliest, by Zermelo's iteration.
    fn strengths(&self) -> Vec<f64> {
        let mut strengths = vec![1.0; self.players];
        for _ in 0..STEPS {
            let before = strengths.clone();
            for player in 0..self.players {
                let row = player * self.players;
                let won: f64 = self.scores[row..row + self.players].iter().sum::<f64>() + PRIOR / 2.0;
                let games = self.games[row..row + self.players].iter().zip(&strengths);
                let expected: f64 =
                    games.map(|(games, strength)| games / (strengths[player] + strength)).sum();
                strengths[player] = won / (expected + PRIOR / (strengths[player] + 1.0));
            }
            let moved = strengths.iter().zip(&before).map(|(now, then)| (now / then - 1.0).abs());
            if moved.fold(0.0, f64::max) < 1e-12 {
                break;
            }
        }
        strengths
    }

    /// The variances of the ratings (as logarithms) from the mean of all, out of the inverse of the information.
    fn variances(&self, strengths: &[f64]) -> Vec<f64> {
        let many = self.players;
        let weight = |one: f64, other: f64| one * other / ((one + other) * (one + other));
        let mut rows = vec![vec![0.0; 2 * many]; many];
        for one in 0..many {
            rows[one][one] += PRIOR * weight(strengths[one], 1.0);
            rows[one][many + one] = 1.0;
            for other in (0..many).filter(|&other| other != one) {
                let information = self.games[one * many + other] * weight(strengths[one], strengths[other]);
                rows[one][one] += information;
                rows[one][other] -= information;
            }
        }
        // Gauss and Jordan; the matrix is positive definite, so no pivot is zero.
        for pivot in 0..many {
            let scale = rows[pivot][pivot];
            rows[pivot].iter_mut().for_each(|cell| *cell /= scale);
            let above = rows[pivot].clone();
            for (_, cells) in rows.iter_mut().enumerate().filter(|(row, _)| *row != pivot) {
                let factor = cells[pivot];
                cells.iter_mut().zip(&above).for_each(|(cell, above)| *cell -= factor * above);
            }
        }
        let sums: Vec<f64> = rows.iter().map(|row| row[many..].iter().sum()).collect();
        let (players, all) = (many as f64, sums.iter().sum::<f64>());
        let variance = |place: usize| {
            rows[place][many + place] - 2.0 * sums[place] / players + all / (players * players)
        };
        (0..many).map(|place| variance(place).max(0.0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(games: u32, won: u32, drawn: u32) -> Tally {
        Tally { games, won, drawn, ..Tally::default() }
    }

    /// Ten to one are 400 points, and three to one 191, whoever has played whom.
    #[test]
    fn ratings_are_those_of_bradley_and_terry() {
        let mut ladder = Ladder::new(2);
        ladder.add(0, 1, &tally(110_000, 100_000, 0));
        let [first, second] = ladder.rungs()[..] else { panic!() };
        assert_eq!((first.player, second.player), (0, 1));
        assert!((first.rating - second.rating - 400.0).abs() < 0.5, "{first:?} {second:?}");
        let mut ladder = Ladder::new(3);
        ladder.add(0, 1, &tally(400_000, 300_000, 0));
        ladder.add(1, 2, &tally(400_000, 250_000, 100_000));
        let rungs = ladder.rungs();
        assert_eq!(rungs.iter().map(|rung| rung.player).collect::<Vec<_>>(), [0, 1, 2]);
        assert!((rungs[0].rating - rungs[1].rating - 190.85).abs() < 0.5, "{rungs:?}");
        assert!((rungs[1].rating - rungs[2].rating - 190.85).abs() < 0.5, "{rungs:?}");
        assert!(rungs.iter().map(|rung| rung.rating).sum::<f64>().abs() < 1e-6);
        assert!((rungs[1].share - 0.5).abs() < 1e-9);
    }

    /// Four times the games halve the interval, and who wins everything still has a rating.
    #[test]
    fn intervals_shrink_with_the_games() {
        let reach = |games: u32| {
            let mut ladder = Ladder::new(2);
            ladder.add(0, 1, &tally(games, games / 2, 0));
            let rungs = ladder.rungs();
            (rungs[0].rating - rungs[1].rating, rungs[0].reach)
        };
        let ((even, wide), (_, narrow)) = (reach(400), reach(1600));
        assert!(even.abs() < 1e-6);
        assert!((wide / narrow - 2.0).abs() < 0.02, "{wide} {narrow}");
        // Half of the games of 400: a standard error of 0.025 of the share, 0.1 of the logarithm of the odds between both.
        assert!((wide - Z * 0.05 * SCALE / f64::ln(10.0)).abs() < 0.1, "{wide}");
        let mut ladder = Ladder::new(2);
        ladder.add(0, 1, &tally(20, 20, 0));
        let rungs = ladder.rungs();
        assert!(rungs[0].rating > 200.0 && rungs[0].rating.is_finite() && rungs[0].reach.is_finite());
    }
}
