//! Battleline: line battles of the years 216 to 197 BC, with facing, morale, retreat and rout.
//!
//! The combat chapter answers what one combat, one volley, one test or one rampage will do:
//!
//! ```
//! use kit::{Fraction, Inquiry, Rules, Sums, chance, content::read_situation};
//! use sandtable_battleline::battle::{Battle, CombatOutcome};
//! use sandtable_battleline::charts::Code;
//!
//! // Spanish horse rides into the flank of allied foot.
//! let situation = read_situation("-", r#"
//!     [defender]
//!     unit = "SOC"
//!     [[attackers]]
//!     unit = "HCC"
//!     from = "left-rear"
//! "#).unwrap();
//! let battle = Battle::prepare(Rules::published(), &situation, &mut Sums::default()).unwrap();
//! let odds = chance::odds(&battle).unwrap();
//! let routed = odds.chance(|end| end.outcome == Some(CombatOutcome::Applied(Code::Rt)));
//! assert_eq!(routed, Fraction::new(1, 3));
//! ```

#![allow(missing_docs, reason = "a name that says it all needs no sentence; rules carry their clauses")]

use kit::{Kind, Rulebook};

#[macro_use]
mod said;

pub mod action;
pub mod advance;
pub mod army;
pub mod battle;
pub mod battlefield;
pub mod charts;
pub mod clash;
pub mod command;
pub mod content;
pub mod exchange;
pub mod facing;
pub mod field;
pub mod fight;
pub mod flow;
pub mod game;
pub mod ground;
pub mod leader;
pub mod map;
pub mod march;
pub mod missiles;
pub mod morale;
pub mod movement;
mod prelude;
pub mod rampage;
pub mod reinforcement;
pub mod reorganize;
pub mod retreat;
pub mod shooting;
pub mod tactics;
mod troop;
pub mod troops;
pub mod victory;
pub mod zones;

pub use content::LineContent;
pub use map::MAPS;
pub use troop::Scenario;

/// The charts, the ledger and the questions of the game.
pub static RULEBOOK: Rulebook = Rulebook::of::<LineContent>(
    &[
        Kind::of::<battle::Battle>(),
        Kind::of::<missiles::Volley>(),
        Kind::of::<morale::Morale>(),
        Kind::of::<rampage::Rampage>(),
        Kind::of::<leader::Leaders>(),
    ],
    MAPS,
);
