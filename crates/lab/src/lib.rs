//! The lab: many games between bots, and what they say about a game.

#[cfg(feature = "tables")]
pub mod ablate;
#[cfg(feature = "tables")]
pub mod compare;
#[cfg(feature = "tables")]
mod folder;
#[cfg(feature = "tables")]
pub mod frame;
mod game_row;
#[cfg(feature = "tables")]
mod gather;
mod head;
#[cfg(feature = "tables")]
mod heat;
pub mod luck;
#[cfg(feature = "tables")]
pub mod page;
#[cfg(feature = "tables")]
pub mod report;
#[cfg(feature = "tables")]
mod run;
#[cfg(feature = "tables")]
pub mod sense;
#[cfg(feature = "tables")]
mod settled;
pub mod stats;
#[cfg(feature = "tables")]
pub mod summary;
#[cfg(feature = "tables")]
pub mod tables;
#[cfg(feature = "tables")]
pub mod train;
#[cfg(feature = "tables")]
pub mod tune;
mod watch;

#[cfg(feature = "tables")]
pub use folder::{Folder, LabError, PART, read_head, read_table};
pub use game_row::{BattleRow, FollyRow, GameRow, HistoryRow, LossRow, TurnRow, score};
#[cfg(feature = "tables")]
pub use gather::Gathering;
pub use head::Head;
#[cfg(feature = "tables")]
pub use run::{Progress, run};
pub use watch::{Watcher, watcher};
