//! The server as its clients meet it.

mod again;
mod coached;
#[path = "../common/mod.rs"]
mod common;
mod dishonest;
mod file;
mod honest;
mod hostile;
mod keeper;
mod leaky;
mod log;
mod names;
mod old_games;
mod open_seats;
mod operators;
mod play;
mod presence;
mod programs;
mod requests;
mod secrecy;
mod strangers;
mod talk;
mod variants;
