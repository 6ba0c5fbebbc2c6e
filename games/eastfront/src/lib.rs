//! War Against Russia 1941-45: the rules and content of the eastern front.
//!
//! ```
//! use kit::{Fraction, Inquiry, Rules, Sums, chance, content::read_situation};
//! use sandtable_eastfront::{Battle, CombatResult, Situation};
//!
//! let storm: Situation = read_situation("storm.toml", r#"
//!     turn = 4
//!     target = { place = "Kiev" }
//!     defenders = [{ unit = "S-37A" }]
//!     from = [{ hex = "west", units = [{ unit = "G-6A" }, { unit = "G-48PzK" }] }]
//! "#).unwrap();
//! // Sixteen against (4 + 1) doubled and 1 of the city itself.
//! let battle = Battle::prepare(Rules::published(), &storm, &mut Sums::default()).unwrap();
//! assert_eq!(battle.column(), "1:1");
//! let odds = chance::odds(&battle).unwrap();
//! let retreat = odds.chance(|end| end.as_ref().is_some_and(|end| end.result == CombatResult::Retreat));
//! assert_eq!(retreat, Fraction::new(1, 6));
//! ```

#![allow(clippy::large_types_passed_by_value, reason = "a set of hexes is copied like a number")]

pub mod action;
pub mod attacks;
mod battle;
pub mod board;
mod charts;
pub mod flow;
pub mod game;
mod history;
mod losses;
pub mod map;
mod month;
pub mod movement;
pub mod rail;
pub mod reinforcement;
mod results;
mod retreat;
pub mod roster;
mod situation;
pub mod stacking;
pub mod supply;
mod tactics;
mod terrain;
pub mod theatre;
mod unit;
pub mod victory;
mod weather;

pub use battle::{Aftermath, AttackPhase, Battle, HouseRule, NavalBase, Reach, Readiness};
pub use charts::{Charts, Rules};
pub use game::EastFront;
use kit::{Kind, Rulebook};
pub use losses::{Bill, Exchange, Offer};
pub use month::{MonthOfWar, WeatherOfMonth};
pub use results::{Cause, CombatResult, Fate};
pub use situation::*;
pub use terrain::{Class, Country, Ground, Hexside};
pub use unit::{Arm, Counter, Nation, Picks, Side, Size};
pub use weather::Weather;

/// The charts, the ledger and the questions of the eastern front.
pub static RULEBOOK: Rulebook =
    Rulebook::of::<Charts>(&[Kind::of::<Battle>(), Kind::of::<WeatherOfMonth>()], map::MAPS);
