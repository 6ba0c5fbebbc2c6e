//! The combat chapter, by examples.

mod assaults;
mod bursts;
mod common;
mod faults;
mod ground;
mod light_fire;
mod neighbours;
mod random;
mod reasons;
mod rulebook;
mod shell;
mod tests;
