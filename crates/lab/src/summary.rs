//! A run summed up.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "statistics, not rules")]

use std::{collections::BTreeMap, path::Path};

use serde_json::json;

use crate::{
    folder::{LabError, read_head, read_table},
    frame::Frame,
    head::Head,
    sense,
    settled::{LeadByTurn, settled},
    stats::{Estimate, Moments, chi_squared_tail, share},
    tables::{DRAW, own},
};

/// Counts by a name.
pub type Counts = BTreeMap<String, u64>;

/// A run summed up.
#[derive(Debug)]
pub struct Summary {
    /// What was run.
    pub head: Head,
    /// Games played.
    pub games: u64,
    /// Games won, by seat.
    pub wins: Vec<u64>,
    /// Games that nobody won.
    pub draws: u64,
    /// How many games ended with which margin, counted for the first side.
    pub margins: BTreeMap<i64, u64>,
    /// The same as a mean.
    pub margin: Moments,
    /// How many games ended on which turn.
    pub lengths: BTreeMap<i64, u64>,
    /// Decisions in a game.
    pub decisions: Moments,
    /// Counters that left the map, by seat, turn and what became of them.
    pub losses_by_turn: Vec<BTreeMap<i64, Counts>>,
    /// The same by seat and unit.
    pub losses_by_unit: Vec<BTreeMap<String, Counts>>,
    /// Points at the end of turns, by turn and seat.
    pub points_by_turn: BTreeMap<i64, Vec<Moments>>,
    /// Battles fought, by seat.
    pub battles: Vec<u64>,
    /// What columns gave.
    pub columns: BTreeMap<String, Given>,
    /// Where a side attacked, lost counters, stood at the end of player-turns.
    pub places: Vec<Places>,
    /// How many games had so many changes of the lead, by the game's own judgement at the ends of player-turns.
    pub lead_changes: BTreeMap<u64, u64>,
    /// How many games were won by who took the lead on that turn and was never overtaken.
    pub decided: BTreeMap<i64, u64>,
    /// How many games were settled on that turn: from then on their winners had nine chances in ten.
    pub settled: BTreeMap<i64, u64>,
    /// What the games had at the end of turns beside history, by side and what is counted, then by turn.
    pub history: BTreeMap<(usize, String), BTreeMap<i64, Beside>>,
    /// What was done without sense, where the game counts that.
    pub follies: sense::BySeat,
}

/// A figure of many games beside the one of history.
#[derive(Clone, Default, Debug)]
pub struct Beside {
    /// In the games.
    pub here: Moments,
    /// How far from history, whichever way.
    pub distance: Moments,
    /// In history.
    pub history: i64,
}

/// Where a side did what.
#[derive(Clone, Default, Debug)]
pub struct Places {
    /// Battles by the hex that it attacked.
    pub attacks: Counts,
    /// Its losses.
    pub losses: Counts,
    /// Ends of player-turns at which it stood there.
    pub stood: Counts,
}

/// What a column gave, against what it had to give.
#[derive(Clone, Default, Debug)]
pub struct Given {
    /// The results of single battles: where several defenders read the same dice, the first of them.
    pub counted: Counts,
    /// What the exact chances of the same battles add up to.
    pub expected: BTreeMap<String, f64>,
}

impl Given {
    /// How many results.
    pub fn total(&self) -> u64 {
        self.counted.values().sum()
    }

    /// The chi-squared statistic and its degrees of freedom; results that are expected fewer than five times count as one.
    pub fn straying(&self) -> (f64, u64) {
        let (mut statistic, mut cells, mut rare) = (0.0, 0, (0.0, 0.0));
        for (result, &expected) in &self.expected {
            let counted = self.counted.get(result).copied().unwrap_or(0) as f64;
            if expected < 5.0 {
                rare = (rare.0 + expected, rare.1 + counted);
            } else {
                statistic += (counted - expected).powi(2) / expected;
                cells += 1;
            }
        }
        if rare.0 >= 5.0 {
            statistic += (rare.1 - rare.0).powi(2) / rare.0;
            cells += 1;
        }
        (statistic, u64::saturating_sub(cells, 1))
    }
}

/// A game as far as runs are compared by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Result {
    /// Its seed.
    pub seed: i64,
    /// Who has won.
    pub winner: Option<u8>,
    /// By how much, for the first side.
    pub margin: i64,
    /// How many decisions, and their hash: equal where the games were the same.
    pub course: (i64, i64),
}

/// The games of a run, in order.
pub fn results(folder: &Path) -> std::result::Result<(Head, Vec<Result>), LabError> {
    let head = read_head(folder)?;
    let mut all = Vec::new();
    for frame in read_table(folder, "games") {
        let frame = frame?;
        let wrong =
            |error: parquet::errors::ParquetError| LabError::Content(folder.into(), error.to_string());
        all.extend(results_of(&head, &frame).map_err(wrong)?);
    }
    if all.is_empty() {
        return Err(LabError::Folder(format!("{} holds no games yet", folder.display())));
    }
    Ok((head, all))
}

fn results_of(head: &Head, frame: &Frame) -> parquet::errors::Result<Vec<Result>> {
    let (winners, margins) = (frame.words_of("winner")?, frame.numbers_of("margin")?);
    let (seeds, hashes) = (frame.numbers_of("seed")?, frame.numbers_of("hash")?);
    let decisions = frame.numbers_of("decisions")?;
    let row = |at: usize| {
        let winner = head.seats.iter().position(|seat| *seat == winners[at]).map(|seat| seat as u8);
        let sign = winner.map_or(0, |winner| if winner == 0 { 1 } else { -1 });
        Result { seed: seeds[at], winner, margin: sign * margins[at], course: (decisions[at], hashes[at]) }
    };
    Ok((0..frame.rows()).map(row).collect())
}

impl Summary {
    /// Reads a run, part by part.
    pub fn read(folder: &Path) -> std::result::Result<Self, LabError> {
        let mut summary = Self::empty(read_head(folder)?);
        let wrong =
            |error: parquet::errors::ParquetError| LabError::Content(folder.into(), error.to_string());
        let mut winners: BTreeMap<i64, String> = BTreeMap::new();
        let mut courses = Vec::new();
        let mut turns = read_table(folder, "turns");
        for frame in read_table(folder, "games") {
            let frame = frame?;
            summary.add_games(&frame, &mut winners).map_err(wrong)?;
            if let Some(turns) = turns.next() {
                summary.add_turns(&turns?, &winners, &mut courses).map_err(wrong)?;
            }
            winners.clear();
        }
        summary.settled = settled(&courses);
        for frame in read_table(folder, "battles") {
            summary.add_battles(&frame?).map_err(wrong)?;
        }
        for frame in read_table(folder, "losses") {
            summary.add_losses(&frame?).map_err(wrong)?;
        }
        for frame in read_table(folder, "hexes") {
            summary.add_hexes(&frame?).map_err(wrong)?;
        }
        for frame in read_table(folder, "history") {
            summary.add_history(&frame?).map_err(wrong)?;
        }
        for frame in read_table(folder, "follies") {
            let seats = summary.head.seats.clone();
            let seat = |side: &str| seats.iter().position(|seat| seat == side).unwrap_or(0);
            sense::add(&mut summary.follies, &frame?, seat).map_err(wrong)?;
        }
        if summary.games == 0 {
            return Err(LabError::Folder(format!("{} holds no games yet", folder.display())));
        }
        Ok(summary)
    }

    fn empty(head: Head) -> Self {
        let seats = head.seats.len();
        Self {
            head,
            games: 0,
            wins: vec![0; seats],
            draws: 0,
            margins: BTreeMap::new(),
            margin: Moments::default(),
            lengths: BTreeMap::new(),
            decisions: Moments::default(),
            losses_by_turn: vec![BTreeMap::new(); seats],
            losses_by_unit: vec![BTreeMap::new(); seats],
            points_by_turn: BTreeMap::new(),
            battles: vec![0; seats],
            columns: BTreeMap::new(),
            places: vec![Places::default(); seats],
            lead_changes: BTreeMap::new(),
            decided: BTreeMap::new(),
            settled: BTreeMap::new(),
            history: BTreeMap::new(),
            follies: BTreeMap::new(),
        }
    }

    /// The share of games that a side has won.
    pub fn won(&self, seat: usize) -> Estimate {
        share(self.wins[seat], self.games)
    }

    /// How far all columns stray together: statistic, degrees of freedom, and how often fair dice stray as far.
    pub fn straying(&self) -> (f64, u64, f64) {
        let all = self.columns.values().map(Given::straying);
        let (statistic, freedom) = all.fold((0.0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        (statistic, freedom, chi_squared_tail(statistic, freedom))
    }

    /// The run in a few numbers, for programs.
    pub fn in_short(&self) -> serde_json::Value {
        let head = &self.head;
        let sides: Vec<_> = (0..head.seats.len())
            .map(|seat| {
                let share = self.won(seat);
                json!({"side": head.seats[seat], "bot": head.bots[seat], "won": self.wins[seat],
                       "share": share.value, "interval": [share.low, share.high]})
            })
            .collect();
        let follies: Vec<_> = self
            .follies
            .iter()
            .map(|((seat, what), found)| {
                let (share, a_game) = (found.share(), found.a_game(self.games));
                json!({"side": head.seats[*seat], "what": what, "of": found.of, "times": found.times,
                       "cases": found.cases, "share": share.value, "a_game": a_game.value})
            })
            .collect();
        let (statistic, freedom, tail) = self.straying();
        let margin = self.margin.estimate();
        json!({
            "game": head.game, "scenario": head.scenario, "games": self.games, "sides": sides,
            "draws": self.draws, "margin": margin.value, "margin_interval": [margin.low, margin.high],
            "follies": follies,
            "dice": {"chi_squared": statistic, "freedom": freedom, "tail": tail},
        })
    }

    fn seat(&self, side: &str) -> usize {
        self.head.seats.iter().position(|seat| seat == side).unwrap_or(0)
    }

    fn add_games(
        &mut self,
        frame: &Frame,
        winners: &mut BTreeMap<i64, String>,
    ) -> parquet::errors::Result<()> {
        let games = frame.numbers_of("game")?;
        for (at, result) in results_of(&self.head, frame)?.into_iter().enumerate() {
            self.games += 1;
            match result.winner {
                Some(seat) => self.wins[usize::from(seat)] += 1,
                None => self.draws += 1,
            }
            *self.margins.entry(result.margin).or_default() += 1;
            self.margin.add(result.margin as f64);
            *self.lengths.entry(frame.numbers_of("turns")?[at]).or_default() += 1;
            self.decisions.add(result.course.0 as f64);
            let winner = result.winner.map_or(DRAW, |seat| &self.head.seats[usize::from(seat)]);
            winners.insert(games[at], winner.to_owned());
        }
        Ok(())
    }

    fn add_turns(
        &mut self,
        frame: &Frame,
        winners: &BTreeMap<i64, String>,
        courses: &mut Vec<LeadByTurn>,
    ) -> parquet::errors::Result<()> {
        let (games, turns) = (frame.numbers_of("game")?, frame.numbers_of("turn")?);
        let standing = frame.numbers_of("standing")?;
        let names: Vec<String> = self.head.seats.iter().map(|seat| own("points", seat)).collect();
        let points =
            names.iter().map(|name| frame.numbers_of(name)).collect::<parquet::errors::Result<Vec<_>>>()?;
        let (mut leader, mut changes, mut since): (Option<usize>, u64, i64) = (None, 0, 0);
        let mut course = LeadByTurn::default();
        for at in 0..frame.rows() {
            let here: Vec<i64> = points.iter().map(|points| points[at]).collect();
            let last_of_game = games.get(at + 1) != Some(&games[at]);
            if last_of_game || turns[at + 1] != turns[at] {
                let means = self.points_by_turn.entry(turns[at]);
                let means = means.or_insert_with(|| vec![Moments::default(); here.len()]);
                means.iter_mut().zip(&here).for_each(|(mean, &points)| mean.add(points as f64));
            }
            course.standings.insert(turns[at], standing[at]);
            // Points may count for a side or against it; the game's own judgement knows which.
            let ahead = match standing[at] {
                0 => None,
                first => Some(usize::from(first < 0)),
            };
            if ahead.is_some() && leader != ahead {
                changes += u64::from(leader.is_some());
                (leader, since) = (ahead, turns[at]);
            }
            if last_of_game {
                *self.lead_changes.entry(changes).or_default() += 1;
                let winner = winners.get(&games[at]).map(String::as_str);
                if leader.is_some_and(|seat| Some(self.head.seats[seat].as_str()) == winner) {
                    *self.decided.entry(since).or_default() += 1;
                }
                course.winner =
                    winner.and_then(|winner| self.head.seats.iter().position(|seat| seat == winner));
                courses.push(std::mem::take(&mut course));
                (leader, changes, since) = (None, 0, 0);
            }
        }
        Ok(())
    }

    fn add_battles(&mut self, frame: &Frame) -> parquet::errors::Result<()> {
        let (sides, hexes) = (frame.words_of("side")?, frame.words_of("hex")?);
        let (columns, results) = (frame.words_of("column")?, frame.words_of("result")?);
        let (readings, chances) = (frame.numbers_of("reading")?, frame.words_of("chances")?);
        let mut known: BTreeMap<&str, Vec<(&str, f64)>> = BTreeMap::new();
        for at in (0..frame.rows()).filter(|&at| readings[at] == 0) {
            let seat = self.seat(&sides[at]);
            self.battles[seat] += 1;
            *self.places[seat].attacks.entry(hexes[at].clone()).or_default() += 1;
            let given = self.columns.entry(columns[at].clone()).or_default();
            *given.counted.entry(results[at].clone()).or_default() += 1;
            for (result, chance) in known.entry(&chances[at]).or_insert_with(|| read_chances(&chances[at])) {
                *given.expected.entry((*result).to_owned()).or_default() += *chance;
            }
        }
        Ok(())
    }

    fn add_losses(&mut self, frame: &Frame) -> parquet::errors::Result<()> {
        let (sides, hexes, turns) =
            (frame.words_of("side")?, frame.words_of("hex")?, frame.numbers_of("turn")?);
        let (units, fates) = (frame.words_of("unit")?, frame.words_of("fate")?);
        for at in 0..frame.rows() {
            let seat = self.seat(&sides[at]);
            *self.places[seat].losses.entry(hexes[at].clone()).or_default() += 1;
            let by_turn = self.losses_by_turn[seat].entry(turns[at]).or_default();
            *by_turn.entry(fates[at].clone()).or_default() += 1;
            let by_unit = self.losses_by_unit[seat].entry(units[at].clone()).or_default();
            *by_unit.entry(fates[at].clone()).or_default() += 1;
        }
        Ok(())
    }

    fn add_history(&mut self, frame: &Frame) -> parquet::errors::Result<()> {
        let (sides, turns, what) =
            (frame.words_of("side")?, frame.numbers_of("turn")?, frame.words_of("what")?);
        let (here, history) = (frame.numbers_of("here")?, frame.numbers_of("history")?);
        for at in 0..frame.rows() {
            let key = (self.seat(&sides[at]), what[at].clone());
            let beside = self.history.entry(key).or_default().entry(turns[at]).or_default();
            beside.here.add(here[at] as f64);
            beside.distance.add(here[at].abs_diff(history[at]) as f64);
            beside.history = history[at];
        }
        Ok(())
    }

    fn add_hexes(&mut self, frame: &Frame) -> parquet::errors::Result<()> {
        let (sides, hexes, stood) =
            (frame.words_of("side")?, frame.words_of("hex")?, frame.numbers_of("stood")?);
        for at in 0..frame.rows() {
            let seat = self.seat(&sides[at]);
            *self.places[seat].stood.entry(hexes[at].clone()).or_default() += stood[at] as u64;
        }
        Ok(())
    }
}

/// Reads `AE 1, D 2` as shares of one.
fn read_chances(text: &str) -> Vec<(&str, f64)> {
    let weight = |part: &str| part.rsplit_once(' ').map(|(_, weight)| weight.parse().unwrap_or(0.0));
    let total: f64 = text.split(", ").filter_map(weight).sum();
    let parts = text.split(", ").filter_map(|part| part.rsplit_once(' '));
    parts.map(|(result, weight)| (result, weight.parse::<f64>().unwrap_or(0.0) / total)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_read_back() {
        assert_eq!(read_chances("AE 1, DA/2 2, - 3"), [("AE", 1.0 / 6.0), ("DA/2", 2.0 / 6.0), ("-", 0.5)]);
    }

    /// A die thrown 60 times against six equal chances: the statistic of the textbook.
    #[test]
    fn straying_is_chi_squared() {
        let counted = [5_u64, 8, 9, 8, 10, 20];
        let given = Given {
            counted: (1..).map(|face| face.to_string()).zip(counted).collect(),
            expected: (1..=6).map(|face| (face.to_string(), 10.0)).collect(),
        };
        let (statistic, freedom) = given.straying();
        assert!((statistic - 13.4).abs() < 1e-9 && freedom == 5, "{statistic} {freedom}");
        assert!((chi_squared_tail(statistic, freedom) - 0.019_905).abs() < 1e-5);
    }
}
