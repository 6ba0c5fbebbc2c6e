//! What the server can host. It is handed in, so that the server knows no game by name.

use kit::{
    Rulebook, SetupError,
    any::{AnySession, Playable, Player},
    coach::{CoachBudget, CoachProgress, Coaching},
};

use crate::luck::WeighLuck;

/// Makes a program that plays a side: game, scenario, specification and seed.
pub type MakePlayer =
    fn(game: &dyn Playable, scenario: &str, spec: &str, seed: u64) -> Result<Box<dyn Player>, SetupError>;

/// Weighs the decisions of a game that was played.
pub type MakeCoaching = fn(
    game: &dyn Playable,
    table: &dyn AnySession,
    budget: CoachBudget,
    watch: &CoachProgress,
) -> Result<Coaching, SetupError>;

/// What a program was measured to be worth in a scenario.
#[derive(Clone, Copy, PartialEq, Eq, serde::Serialize, utoipa::ToSchema, Debug)]
pub struct Strength {
    /// The scenario.
    pub scenario: &'static str,
    /// The program.
    pub bot: &'static str,
    /// The one that it played against.
    pub against: &'static str,
    /// How many of 100 games it won.
    pub won: u8,
    /// How many games were played.
    pub games: u32,
}

/// The games and the programs that play them.
#[derive(Clone, Copy)]
pub struct Shelf {
    /// Every game with charts and questions, in the order in which they are shown.
    pub rulebooks: fn() -> &'static [&'static Rulebook],
    /// Those that can be played.
    pub playable: fn() -> &'static [&'static dyn Playable],
    /// The programs that can be seated in a scenario of a game, the weakest first.
    pub bots: fn(game: &dyn Playable, scenario: &str) -> Vec<&'static str>,
    /// What they were measured to be worth in a game.
    pub strengths: fn(game: &dyn Playable) -> &'static [Strength],
    /// Makes one of them.
    pub player: MakePlayer,
    /// Weighs the luck in a record.
    pub luck: WeighLuck,
    /// Says where a game was lost.
    pub coach: MakeCoaching,
}

impl Shelf {
    /// The charts and rules of a game.
    pub fn rulebook(&self, name: &str) -> Option<&'static Rulebook> {
        (self.rulebooks)().iter().find(|book| book.name == name).copied()
    }

    /// A game that can be played.
    pub fn playable(&self, name: &str) -> Option<&'static dyn Playable> {
        (self.playable)().iter().find(|game| game.name() == name).copied()
    }
}

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries((self.rulebooks)().iter().map(|book| book.name)).finish()
    }
}
