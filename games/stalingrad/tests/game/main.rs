//! The whole game: boards drawn in a few words, clauses, random games.
#![allow(clippy::large_types_passed_by_value, reason = "a position is said in one expression")]

mod advances;
mod air;
mod attacks;
mod board;
mod combat;
mod combat_reading;
mod exchanges;
mod guns;
mod looks;
mod movement;
mod moves;
mod orders;
mod play;
mod reading;
mod referee;
mod retreats;
mod river;
mod river_reading;
mod second_reading;
mod secrets;
mod sense;
mod sequence;
mod setup;
mod snipers;
mod stacking;
mod supply;
mod table;
