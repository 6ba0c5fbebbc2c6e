//! What a game knows about playing it well. Players that are programs are made of it.

mod folly;
mod level;
mod memory;
mod planner;
mod weights;

use serde::Deserialize;

pub use folly::{Count, Follies, Folly};
pub use level::{Judge, Level};
pub use memory::{Memory, next_move};
pub use planner::{AttackDraft, AttackPlanner, DraftOf};
pub use weights::{MOST_WEIGHT, TacticalWeight, WeightFile, WeightFiles, WeightSets, read_weight};

use crate::{Game, Seat, random_play::RandomPlayer};

/// The manner in which a side is played, in hundredths of what is usual. Data files name it: `"cautious"`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Manner {
    /// What is to be won counts so much.
    pub boldness: i32,
    /// What could be lost counts so much.
    pub care: i32,
    /// So much of what could go forward is held back.
    pub reserve: i32,
    /// How much the player wants to be away rather than in the way, where a game rewards leaving.
    pub withdrawal: i32,
    /// A whim: any number but 0 makes the player see things a little differently, always in the same way.
    pub whim: u32,
    /// How much a whim changes, in hundredths of the most.
    pub fancies: i32,
}

impl Manner {
    /// Neither bold nor careful.
    pub const STEADY: Self =
        Self { boldness: 100, care: 100, reserve: 0, withdrawal: 100, whim: 0, fancies: 100 };
    /// Shy of losses.
    pub const CAUTIOUS: Self = Self { boldness: 85, care: 130, reserve: 20, ..Self::STEADY };
    /// Ready to pay.
    pub const AGGRESSIVE: Self = Self { boldness: 130, care: 80, reserve: 0, ..Self::STEADY };

    /// The temperaments by name.
    pub const NAMED: [(&str, Self); 3] =
        [("cautious", Self::CAUTIOUS), ("steady", Self::STEADY), ("aggressive", Self::AGGRESSIVE)];

    /// How much a whim makes of something, in hundredths: 100 without one, otherwise 50 to 150 at the most by what it is
    /// about.
    pub fn fancy(&self, about: usize) -> i32 {
        if self.whim == 0 {
            return 100;
        }
        let mut mixed = (u64::from(self.whim) << 32) ^ about as u64;
        mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        100 + (((mixed >> 33) % 101) as i32 - 50) * self.fancies / 100
    }
}

impl Default for Manner {
    fn default() -> Self {
        Self::STEADY
    }
}

impl TryFrom<String> for Manner {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let known = Self::NAMED.iter().find(|(known, _)| *known == name);
        let names = || Self::NAMED.map(|(known, _)| known).join(", ");
        known
            .map(|(_, manner)| *manner)
            .ok_or_else(|| format!("there is no temperament `{name}`: choose from {}", names()))
    }
}

/// A part of a player-turn that is planned as one whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Which part: any number that differs from those of the others.
    pub part: u32,
    /// How much of the thought that is left for the player-turn it deserves, in hundredths.
    pub share: u32,
}

/// A game that can be played by its own judgement.
///
/// Everything here looks only at what the deciding side may see.
pub trait Tactics: Game {
    /// What a player keeps in mind from one decision to the next.
    type Mind: Clone + Default + Send + Sync;

    /// The files with the numbers by which a scenario is weighed, if they can be changed and learned.
    fn weight_files(_scenario: &str) -> Option<WeightFiles> {
        None
    }

    /// Whether the scenario can be played against a general: where he has weights of his own, unless a game says otherwise.
    fn has_general(scenario: &str) -> bool {
        Self::weight_files(scenario).is_some_and(|files| files.general.is_some())
    }

    /// From here on the position is judged by the weights of this level. Nothing else may change: a game keeps the level in
    /// a [`Judge`].
    fn judge_as(&mut self, _level: Level) {}

    /// How much the tastes of two players of the same manner differ who do not look ahead, in hundredths of a whim: so
    /// that not every game begins alike.
    const TASTE: i32 = 0;

    /// The temperament that the scenario asks for in a seat's player if nobody else does.
    fn temperament(&self, _seat: Seat) -> Manner {
        Manner::STEADY
    }

    /// How the game stands for a side, in hundredths of the game's points, more being better: what has been scored, what
    /// is there to fight with, and where it stands.
    fn standing(&self, seat: Seat) -> i32;

    /// Which player-turn this is.
    fn span(&self) -> u32;

    /// Which part of it, if a plan is made for it at its start: none for a decision that needs no plan, and none in the
    /// other side's turn.
    fn stage(&self) -> Option<Stage>;

    /// How many lines of play a player who looks ahead follows in a turn unless he is told otherwise: fewer where each of
    /// them takes long.
    fn lines_of_play(&self) -> u32 {
        400
    }

    /// The same for a general, who may take up to ten seconds for a turn.
    fn general_lines_of_play(&self) -> u32 {
        4 * self.lines_of_play()
    }

    /// For how many player-turns such a line goes on, the one it begins in among them.
    fn player_turns_ahead(&self) -> u32 {
        8
    }

    /// Whether nothing is half put together, such as a unit in hand or an attack that is not bound yet: a good place for
    /// another player to take over, and where one decision ends and the next begins.
    fn is_settled(&self) -> bool {
        true
    }

    /// What a sensible beginner does: anything that is neither hopeless nor leaves what must be held.
    fn blunder_free(&self, mind: &mut Self::Mind, chance: &mut RandomPlayer) -> Self::Action;

    /// What a good player does who weighs everything by its exact odds but does not look ahead.
    fn best(&self, manner: &Manner, mind: &mut Self::Mind) -> Self::Action;

    /// Whether a player who looks ahead plays single decisions forward for a short while, in place of whole plans to the end:
    /// for games in which plans differ less than their dice.
    const FORESEES: bool = false;

    /// Decisions that such a player plays forward before he makes one of them, the usual one first, and how much of the
    /// thought that is left for the player-turn they deserve, in hundredths. Nothing where one is clearly the best.
    fn alternatives(&self, _manner: &Manner, _mind: &mut Self::Mind) -> (Vec<Self::Action>, u32) {
        (Vec::new(), 0)
    }

    /// Such a player has decided; he may remember why.
    fn decided(&self, _action: &Self::Action, _mind: &mut Self::Mind) {}

    /// What a seat has in mind who has just thought about the whole player-turn: so that not every short line of play has to
    /// think about it anew.
    fn fresh_mind(&self, _seat: Seat) -> Self::Mind {
        Self::Mind::default()
    }

    /// Whether a short line of play that began in `start` ends here.
    fn is_foreseen(&self, start: &Self) -> bool {
        self.span() != start.span()
    }

    /// How the game stands for a side at the end of a short line of play: as [`standing`](Self::standing) has it, and what is
    /// likely to come of it.
    fn prospect(&self, seat: Seat) -> i32 {
        self.standing(seat)
    }

    /// What the player is after in this player-turn, in sentences for the opponent; nothing in one without a plan.
    fn account(&self, mind: &Self::Mind) -> Vec<String>;

    /// Counts what a decision tells of the players' sense, for studies of many games; `after` is what it led to. A game
    /// that counts nothing tells nothing.
    fn follies(&self, _action: &Self::Action, _after: &Self, _follies: &mut Follies) {}
}
