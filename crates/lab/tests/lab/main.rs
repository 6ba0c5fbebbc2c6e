//! Studies of whole games.

mod battleline;
mod mars;
mod run;
mod train;
