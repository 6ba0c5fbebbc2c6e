//! The Ford: a small whole game on hexes, to learn from. `docs/adding-a-game.md` leads through it.
//!
//! ```
//! use kit::{Game, Setup, testing::act};
//! use sandtable_ford::Ford;
//!
//! let mut game = Ford::start(&Setup::of("crossing")).unwrap();
//! act(&mut game, "move Lancers to 0604", &[]);
//! act(&mut game, "done", &[]);
//! assert_eq!(game.moment(), "turn 1 of 6, Crown");
//! ```

mod battle;
mod content;
mod game;
mod orders;
mod tactics;
mod view;

pub use game::Ford;
