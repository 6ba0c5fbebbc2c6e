//! How much luck decided a game: each roll weighed by the change it made in what was to be expected.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "statistics, not rules")]

use std::{collections::BTreeMap, sync::atomic::AtomicBool};

use bots::{Bot, Spec};
use kit::{Rolled, Scripted, Seat, Session, Status, Tactics, Viewer, random_play::RandomPlayer, walk::Walk};
use serde_json::{Value, json};

/// How a state is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// By the game's own judgement, in points.
    Evaluation,
    /// By so many games played to the end by regulars, in games won.
    Playouts(u32),
}

/// A roll and what it was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedRoll {
    /// The decision that it followed, from 1.
    pub step: usize,
    /// The turn.
    pub turn: u16,
    /// Who decided.
    pub seat: u8,
    /// The decision in the game's notation.
    pub text: String,
    /// What the dice showed.
    pub faces: Vec<u16>,
    /// What was to be expected for the first side before the dice.
    pub expected: f64,
    /// What it came to.
    pub came: f64,
    /// What else could have come, as a difference from what was expected, with its chance.
    pub chances: Vec<(f64, f64)>,
}

impl JudgedRoll {
    /// What the dice gave to the first side.
    pub fn luck(&self) -> f64 {
        self.came - self.expected
    }
}

/// The luck of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameLuck {
    /// The sides.
    pub seats: Vec<&'static str>,
    /// How states were judged.
    pub judge: Judge,
    /// The rolls in order.
    pub rolls: Vec<JudgedRoll>,
    /// Of a hundred games with the same decisions and every roll rolled again where it was rolled, how many would have had
    /// less luck for the first side.
    pub percentile: f64,
    /// Why the record could not be read to its end.
    pub fault: Option<String>,
}

impl GameLuck {
    /// What all dice gave to the first side.
    pub fn luck(&self) -> f64 {
        self.rolls.iter().map(JudgedRoll::luck).sum()
    }

    /// The luck of the first side by turn, in the rolls of each side's decisions.
    pub fn by_turn(&self) -> BTreeMap<u16, Vec<f64>> {
        let mut turns: BTreeMap<u16, Vec<f64>> = BTreeMap::new();
        for roll in &self.rolls {
            turns.entry(roll.turn).or_insert_with(|| vec![0.0; self.seats.len()])[usize::from(roll.seat)] +=
                roll.luck();
        }
        turns
    }

    /// All of it, for programs.
    pub fn json(&self) -> Value {
        let roll = |roll: &JudgedRoll| {
            json!({"step": roll.step, "turn": roll.turn, "side": self.seats[usize::from(roll.seat)], "decision": roll.text,
                   "dice": roll.faces, "expected": roll.expected, "came": roll.came, "luck": roll.luck()})
        };
        let by = if self.judge == Judge::Evaluation { "points" } else { "games won" };
        json!({"for": self.seats[0], "in": by, "luck": self.luck(), "percentile": self.percentile,
               "rolls": self.rolls.iter().map(roll).collect::<Vec<_>>(), "fault": self.fault})
    }
}

/// More ways for the dice than this are not walked one by one; so many are rolled instead.
const MOST_WAYS: u64 = 2000;
const ROLLED_WAYS: u64 = 500;

/// Games with other dice that the percentile is counted over.
const REROLLS: u32 = 20_000;

/// Weighs the luck in a record.
pub fn luck<G>(record: &str, judge: Judge) -> Result<GameLuck, String>
where
    G: Tactics + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    let (session, fault) = Session::<G>::from_record(record).map_err(|error| error.to_string())?;
    let mut state = session.at(0);
    let mut rolls = Vec::new();
    for (step, entry) in session.entries().iter().enumerate() {
        let faces: Vec<u16> = entry.dice.iter().map(|roll| roll.face).collect();
        let before = state.clone();
        state.perform(&entry.action, &mut Scripted::faces(&faces), &mut ());
        if faces.is_empty() {
            continue;
        }
        let ends = ends(&before, entry.action);
        let judged: Vec<(f64, f64)> = ends.iter().map(|(end, chance)| (judge.value(end), *chance)).collect();
        let expected: f64 = judged.iter().map(|(value, chance)| value * chance).sum();
        let came = judge.value(&state);
        rolls.push(JudgedRoll {
            step: step + 1,
            turn: before.view(Viewer::Spectator).turn,
            seat: entry.seat.0,
            text: before.write(&entry.action),
            faces,
            expected,
            came,
            chances: judged.into_iter().map(|(value, chance)| (value - expected, chance)).collect(),
        });
    }
    let percentile = percentile(&rolls);
    let fault = fault.map(|fault| fault.to_string());
    Ok(GameLuck {
        seats: session.sides().iter().map(|side| side.name.as_str()).collect(),
        judge,
        rolls,
        percentile,
        fault,
    })
}

/// Every state that a decision can lead to, with its chance: exact where the dice can be walked, else by rolling.
fn ends<G: Tactics>(before: &G, action: G::Action) -> Vec<(G, f64)> {
    let mut states: BTreeMap<u64, G> = BTreeMap::new();
    let mut end = |state: &G| {
        let hash = state.digest();
        states.entry(hash).or_insert_with(|| state.clone());
        hash
    };
    let walked = Walk::limited(MOST_WAYS).to_next_decision(before, action, &mut end);
    let chances: Vec<(u64, f64)> = if let Ok(all) = walked {
        let all = all.distribution();
        let total = all.total() as f64;
        all.weights().map(|(hash, weight)| (*hash, weight as f64 / total)).collect()
    } else {
        let mut counted: BTreeMap<u64, f64> = BTreeMap::new();
        for seed in 0..ROLLED_WAYS {
            let mut after = before.clone();
            after.perform(&action, &mut Rolled::seeded(seed), &mut ());
            *counted.entry(end(&after)).or_default() += 1.0 / ROLLED_WAYS as f64;
        }
        counted.into_iter().collect()
    };
    chances.into_iter().filter_map(|(hash, chance)| Some((states.remove(&hash)?, chance))).collect()
}

impl Judge {
    /// How a state stands for the first side: points, or its share of the games.
    fn value<G>(self, state: &G) -> f64
    where
        G: Tactics + Send + Sync,
        G::Action: Send + Sync,
    {
        match self {
            Self::Evaluation => f64::from(state.standing(Seat(0))) / 100.0,
            Self::Playouts(games) => {
                (0..u64::from(games)).map(|seed| play_out(state, seed)).sum::<f64>() / f64::from(games.max(1))
            }
        }
    }
}

/// The result for the first side when regulars play on, every state with the same seeds.
fn play_out<G>(state: &G, seed: u64) -> f64
where
    G: Tactics + Send + Sync,
    G::Action: Send + Sync,
{
    let (mut game, mut dice, stop) = (state.clone(), Rolled::seeded(seed), AtomicBool::new(false));
    let regular = Spec::parse("regular").expect("a level");
    let mut bots: Vec<Bot<G>> =
        (0..G::SEATS as u64).map(|seat| Bot::new(regular, seed * 31 + seat)).collect();
    for _ in 0..200_000 {
        match game.status() {
            Status::Over(outcome) => return crate::score(outcome.winner.map(|seat| seat.0)),
            Status::Deciding(seat) => {
                let Some(action) = bots[usize::from(seat.0)].choose(&game, seat, &stop) else { break };
                game.perform(&action, &mut dice, &mut ());
            }
        }
    }
    0.5
}

/// How many of a hundred games with other dice had less luck; those with as much count half.
fn percentile(rolls: &[JudgedRoll]) -> f64 {
    let luck: f64 = rolls.iter().map(JudgedRoll::luck).sum();
    let mut chance = RandomPlayer::seeded(1);
    let (mut less, mut same) = (0_u32, 0_u32);
    for _ in 0..REROLLS {
        let mut sum = 0.0;
        for roll in rolls {
            let mut left = (chance.pick(60_000) as f64 + 0.5) / 60_000.0;
            let found = roll.chances.iter().find(|(_, chance)| {
                left -= chance;
                left <= 0.0
            });
            sum += found.or(roll.chances.last()).map_or(0.0, |(luck, _)| *luck);
        }
        less += u32::from(sum < luck - 1e-9);
        same += u32::from((sum - luck).abs() <= 1e-9);
    }
    100.0 * (f64::from(less) + f64::from(same) / 2.0) / f64::from(REROLLS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coin(came: f64) -> JudgedRoll {
        let chances = vec![(-1.0, 0.5), (1.0, 0.5)];
        JudgedRoll {
            step: 1,
            turn: 1,
            seat: 0,
            text: String::new(),
            faces: vec![1],
            expected: 0.0,
            came,
            chances,
        }
    }

    /// Four coins: the sum is binomial, and half of those with as much count as less.
    #[test]
    fn percentiles_are_those_of_the_binomial() {
        for (heads, expected) in [(4, 96.875), (3, 81.25), (2, 50.0), (0, 3.125)] {
            let rolls: Vec<JudgedRoll> =
                (0..4).map(|coins| coin(if coins < heads { 1.0 } else { -1.0 })).collect();
            let found = percentile(&rolls);
            assert!((found - expected).abs() < 1.5, "{heads} heads: {found}");
        }
    }
}
