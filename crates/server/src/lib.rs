//! Hosts games: durable, by secret link, with honest dice.
//!
//! The server runs any game that is handed to it on a [`Shelf`] and knows no rule. An action that was acknowledged is
//! on the disk; a side is sent what it may see and nothing else. `docs/server.md` says what it answers.

mod act;
mod admin;
mod api;
mod archive;
mod bodies;
mod bots;
mod clock;
mod coaches;
mod config;
pub mod dice;
mod door;
mod error;
mod guard;
mod host;
pub mod keeper;
mod known;
mod limits;
mod luck;
mod mailbox;
mod metrics;
mod offers;
mod origin;
mod paced;
mod page;
mod peers;
mod presence;
mod punctual;
mod questions;
mod retention;
mod room;
mod secret;
mod server;
mod shelf;
mod store;
mod talk;
mod terms;
mod told;
mod turns;
mod variant;
mod verify;
mod watch;
mod webhook;

pub use config::{Config, Limits};
pub use luck::{LuckData, RollLuck, TurnLuck, WeighLuck};
pub use server::{LogLevel, Server, StartError, log, log_to, run};
pub use shelf::{MakeCoaching, MakePlayer, Shelf, Strength};
pub use store::{Place, StoreError};
pub use verify::{DiceVerdict, Noted, Verdict, verify};
