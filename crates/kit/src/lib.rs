//! What every Sandtable game is made of.
//!
//! The kit knows no game and does no input or output. It has the dice, exact distributions, tables, odds
//! ladders, reckonings and ledgers from which a game's rules are written:
//!
//! ```
//! use sandtable_kit::{Chain, Column, Dice, Die, Factor, Fraction, Ladder, Part, Purpose, Reckoning, Tally, chance};
//!
//! /// Two to one or better wins on 3 and more, anything less on 5 and more.
//! struct Battle {
//!     column: Column,
//! }
//!
//! impl Chain for Battle {
//!     type State = Option<bool>;
//!     fn start(&self) -> Option<bool> {
//!         None
//!     }
//!     fn is_done(&self, won: &Option<bool>) -> bool {
//!         won.is_some()
//!     }
//!     fn step<D: Dice>(&self, _: &Option<bool>, dice: &mut D) -> Option<bool> {
//!         let needed = if self.column == Column(1) { 3 } else { 5 };
//!         Some(dice.roll(Die::D6, Purpose::new("battle", "DEMO-CRT-1")) >= needed)
//!     }
//! }
//!
//! // A strength is a sum that says what it is made of.
//! let mut reckoning = Reckoning::default();
//! reckoning.add(Part::ATTACK, Factor::whole(3), "1st Tank", "printed attack", "DEMO-ODD-1");
//! reckoning.add(Part::ATTACK, Factor::halves(3), "2nd Rifle", "printed attack, halved over the river", "DEMO-ODD-2");
//! reckoning.add(Part::DEFENCE, Factor::whole(2), "Grenadiers", "printed defence", "DEMO-ODD-1");
//!
//! let ladder = Ladder::parse(&["1:1", "2:1"]).unwrap();
//! let (attack, defence) = (reckoning.total(Part::ATTACK), reckoning.total(Part::DEFENCE));
//! let battle = Battle { column: ladder.reach(attack, defence).unwrap() };
//!
//! // The same rule with every die: exact odds.
//! let odds = chance::odds(&battle).unwrap();
//! assert_eq!(odds.chance(|won| *won == Some(true)), Fraction::new(2, 3));
//! // The same rule with one die.
//! let won = chance::roll(&battle, &mut sandtable_kit::Scripted::faces(&[2]));
//! assert_eq!(won, Some(false));
//! ```

pub mod any;
pub mod chance;
mod clause;
pub mod conformance;
pub mod content;
mod dice;
mod digest;
mod distribution;
mod factor;
mod fraction;
mod game;
mod id_set;
pub mod inquiry;
mod journal;
mod label;
mod ladder;
mod ledger;
pub mod losses;
pub mod map;
pub mod patch;
mod pool;
pub mod random_play;
pub mod reckoning;
mod record;
mod refusal;
mod rulebook;
mod session;
mod table;
mod tactics;
pub mod testing;
mod view;

pub use chance::Chain;
pub use clause::Clause;
pub use content::ContentError;
pub use dice::{Dice, Die, Logged, Misfit, Purpose, Roll, Rolled, Scripted, Throw};
pub use digest::Digest;
pub use distribution::{Distribution, TooFine};
pub use factor::{Factor, NotAFactor};
pub use fraction::Fraction;
pub use game::{Game, Outcome, Prompt, Seat, Setup, SetupError, Status, Viewer};
pub use inquiry::{Chart, Fact, Inquiry, Kind, Problem, Report, Throwing, Told};
pub use journal::{ChartCell, Chronicle, Event, Fought, Journal, Reading};
pub use ladder::{Column, Ladder};
pub use ledger::{Account, Coverage, Entry, Ledger, Stray};
pub use reckoning::{Line, Part, Reckoning, Sums, Tally};
pub use record::{RecordError, RecordHead};
pub use refusal::Refusal;
pub use rulebook::Rulebook;
pub use session::Session;
pub use table::{Cell, Sheet, Table};
pub use tactics::{Manner, Stage, Tactics};
pub use view::{
    Area, AreaKind, Arrow, Back, Badge, Branch, Counter, Echelon, Figure, Ground, HexNote, Hint, HintKind,
    Look, Mark, MarkKind, Overlay, ScoreLine, Spot, Tone, Trace, View,
};
