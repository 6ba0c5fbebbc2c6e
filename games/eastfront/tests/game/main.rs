//! The whole game: boards said in a few words, clauses, random games.
#![allow(clippy::large_types_passed_by_value, reason = "a position is said in one expression")]

mod board;
mod literal;
mod looks;
mod moves;
mod muster;
mod play;
mod rail_capacity;
mod second_month;
mod second_reading;
mod sequence;
mod supply;
mod victory;
