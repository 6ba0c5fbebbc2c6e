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
//! let situation = read_situation("battle.toml", Battle::EXAMPLE).unwrap();
//! let battle = Battle::prepare(Rules::published(), &situation, &mut Sums::default()).unwrap();
//! let odds = chance::odds(&battle).unwrap();
//! let exchange = odds.chance(|end| end.results.contains(CrtResult::Exchange));
//! assert_eq!(exchange, Fraction::new(1, 6));
//! ```

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

// The words of the game, which nearly every chapter uses.
pub use action::Action;
pub use allocation::{Plan, Planned};
pub use battle::assault::{DieIndex, MOST_TARGETS, Moment};
pub use battle::board::{Battling, Meeting, Supplies};
pub use battle::reckon::Reckoned;
pub use battle::results::Blow;
pub use battle::{CrtResult, End};
pub use charts::{Charts, Nation, Tables};
pub use content::MarsContent;
pub use engagement::Fight;
pub use field::{Aside, Field, Location, Status};
pub use flow::{PlayerTurn, Step};
pub use game::{House, Mars};
pub use map::{Hexes, MAPS, MOST_HEXES, Neighbours};
pub use movement::March;
pub use roster::{Roster, UNITS, UnitId, Units};
pub use supply::Lines;
pub use theatre::{GermanZones, Scenario, Theatre};
pub use units::{Arm, Class, Half, Side, Size, Supply, Unit, UnitType};

/// What the game brings before it is played.
pub static RULEBOOK: Rulebook = Rulebook::of::<MarsContent>(&[Kind::of::<battle::Battle>()], MAPS);
