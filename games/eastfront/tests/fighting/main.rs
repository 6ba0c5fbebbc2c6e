//! Combat on the board: declarations, results, retreats, advances, breakthroughs.

mod advances;
mod board;
mod breakthroughs;
mod declarations;
mod examples;
mod exchanges;
mod keen;
mod literal;
mod looks;
mod reckonings;
mod retreats;
mod second_reading;
mod sums;
