//! The combat chapter of the eastern front, by examples.

mod clauses;
mod common;
mod exchange;
mod legality;
mod month;
mod odds;
mod random;
mod results;
mod terrain;
