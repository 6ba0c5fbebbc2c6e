//! The combat chapter, by examples.

mod air;
mod battle;
mod common;
mod legality;
mod reasons;
mod results;
mod river;
mod strength;
