//! The whole game: its sequence of play, its rules on the table, its secrets.

mod play;
mod rules;
mod secrets;
