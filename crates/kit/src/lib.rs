//! What every Sandtable game is made of.
//!
//! The kit knows no game and does no input or output. A game is content that it reads from its files ([`Content`]) plus
//! steps on a stack ([`flow`]); the same rules are played with one die and walked with every die ([`walk`]). What a hex
//! game needs is here too: [`map`], [`position`], [`map::search`]. `docs/adding-a-game.md` leads from an empty folder to a
//! new game.
//!
//! Every game answers the same questions. Here with the pebbles of the kit's tests: players in turn take one to three
//! pebbles, or once each gamble, and a die says how many; whoever takes the last wins.
//!
//! ```
//! use sandtable_kit::{Fraction, Game, Scripted, Seat, Setup, Status, flow, walk::Walk};
//! use testgames::pebbles::Pebbles;
//!
//! // Set up a scenario with an option.
//! let options = [("pebbles".to_owned(), "6".to_owned())].into();
//! let mut game = Pebbles::start(&Setup { options, ..Setup::of("short") })?;
//! assert_eq!(game.status(), Status::Deciding(Seat(0)));
//!
//! // List what can be decided.
//! let mut choices = Vec::new();
//! game.actions(&mut choices);
//! let written: Vec<String> = choices.iter().map(|choice| game.write(choice)).collect();
//! assert_eq!(written, ["take 1", "take 2", "take 3", "gamble"]);
//!
//! // Whatever the rules do not allow is refused with a reason, and changes nothing.
//! let refusal = game.check(&game.read("take 5")?).unwrap_err();
//! assert_eq!(refusal.to_string(), "not allowed: 5 pebbles cannot be taken from 6");
//!
//! // Play: dice come from outside.
//! game.apply(&game.read("take 2")?, &mut Scripted::faces(&[]), &mut ())?;
//!
//! // Ask the exact odds: will a gamble take the last of four pebbles?
//! let gamble = game.read("gamble")?;
//! let odds = Walk::default().to_next_decision(&game, gamble, flow::is_over)?.distribution();
//! assert_eq!(odds.chance(|is_over| *is_over), Fraction::new(1, 2));
//!
//! // It is rolled, and the game is over.
//! game.apply(&gamble, &mut Scripted::faces(&[6]), &mut ())?;
//! let Status::Over(outcome) = game.status() else { unreachable!() };
//! assert_eq!(outcome.winner, Some(Seat(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod any;
pub mod arrangement;
pub mod batch;
pub mod chance;
mod clause;
pub mod coach;
pub mod conformance;
pub mod content;
mod dice;
mod digest;
mod distribution;
mod factor;
pub mod flow;
mod fraction;
mod game;
mod id_set;
pub mod inquiry;
mod journal;
mod label;
mod ladder;
mod ledger;
mod list;
pub mod losses;
pub mod map;
pub mod notation;
pub mod objection;
pub mod observe;
pub mod patch;
mod pointed;
mod pool;
pub mod position;
pub mod profile;
pub mod random_play;
pub mod reckoning;
mod record;
mod refusal;
mod rulebook;
mod session;
mod table;
pub mod tabletop;
pub mod tactics;
pub mod testing;
mod view;
pub mod walk;

pub use chance::Chain;
pub use clause::Clause;
pub use content::{Content, ContentError, Rules};
pub use dice::{Dice, Die, Logged, Misfit, Purpose, Roll, Rolled, Scripted, Throw};
pub use digest::hash_of;
pub use distribution::{Distribution, TooFine};
pub use factor::{Factor, NotAFactor};
pub use flow::{Decision, Flow, Procedure};
pub use fraction::Fraction;
pub use game::{Game, Outcome, Prompt, Seat, Setup, SetupError, Status, Viewer};
pub use id_set::{Id, IdSet};
pub use inquiry::{Chart, Fact, Inquiry, Kind, Problem, Report, Throwing, Told};
pub use journal::{ChartCell, Chronicle, Event, Fought, Journal, Reading, Revealed};
pub use ladder::{Column, OddsLadder};
pub use ledger::{Account, Coverage, Entry, Ledger, Stray};
pub use list::List;
pub use map::{Direction, Directions, HexId, HexMap};
pub use objection::{Objection, Silent, no, no_if, no_since, refuse};
pub use pointed::{CounterId, Pointed, Taken};
pub use reckoning::{Line, Part, Reckoning, Sums, Tally};
pub use record::{RecordError, RecordHead};
pub use refusal::Refusal;
pub use rulebook::Rulebook;
pub use session::Session;
pub use table::{Cell, Cells, Sheet, Strip, Table};
pub use tactics::{Manner, Stage, Tactics};
pub use view::{
    Area, AreaKind, Arrow, Back, Badge, Beside, Branch, Called, Counter, Echelon, Figure, Figurine, Freehand,
    Goal, Ground, HexNote, Hint, HintKind, LineLook, Look, Mark, MarkKind, Miniature, Objective, Outlook,
    Overlay, PatchLook, RollCall, ScoreLine, Sighting, Spot, Standpoint, TableLine, TablePatch, Tone, Trace,
    View, WallOpening, WayStage, Wear,
};
