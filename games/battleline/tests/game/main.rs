//! The rules of the game, chapter by chapter.

mod battle;
mod board;
mod clash;
mod clauses;
mod common;
mod content;
mod errors;
mod examples;
mod facing;
mod missiles;
mod morale;
mod movement;
mod play;
mod rampage;
mod random;
mod retreat;
mod tactics;
mod turns;
