//! What the kit promises, as one program.

mod any;
mod arrangement;
mod chance;
mod dice;
mod flow;
mod game;
mod ladder;
mod ledger;
mod losses;
mod map;
mod map_patch;
mod notation;
mod numbers;
mod patch;
mod position;
mod profile;
mod reading;
mod search;
mod table;
mod tabletop;
