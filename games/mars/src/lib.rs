//! Operation Mars, 1942: the Soviet assault on the Rzhev salient.
//!
//! ```
//! use kit::{
//!     Fraction, Inquiry, Sums, chance,
//!     content::{Rules, read_situation},
//! };
//! use sandtable_mars::battle::{Battle, CrtResult};
//!
//! // The ready example is the assault over the Vazuza on turn 1: 3:1.
//! let mut situation = read_situation("battle.toml", Battle::EXAMPLE).unwrap();
//! // What its map knows is read off it.
//! Battle::survey(Rules::published(), &mut situation).unwrap();
//! let battle = Battle::prepare(Rules::published(), &situation, &mut Sums::default()).unwrap();
//! let odds = chance::odds(&battle).unwrap();
//! let exchange = odds.chance(|end| end.results.contains(CrtResult::Exchange));
//! assert_eq!(exchange, Fraction::new(1, 6));
//! ```

#![allow(missing_docs, reason = "a name that says it all needs no sentence; rules carry their clauses")]

pub mod action;
pub mod advance;
pub mod allocation;
pub mod battle;
pub mod charts;
pub mod content;
pub mod deployment;
pub mod engagement;
pub mod field;
pub mod flow;
pub mod fortification;
pub mod game;
pub mod limits;
pub mod losses;
pub mod map;
pub mod movement;
mod prelude;
pub mod reinforcement;
pub mod retreat;
pub mod roster;
pub mod stacking;
pub mod supply;
pub mod tactics;
pub mod theatre;
pub mod units;
pub mod victory;
pub mod zones;

use kit::{Kind, Rulebook};

pub use prelude::*;

/// What the game brings before it is played.
pub static RULEBOOK: Rulebook = Rulebook::of::<MarsContent>(&[Kind::of::<battle::Battle>()], MAPS);
