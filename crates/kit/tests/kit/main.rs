//! What the kit promises, as one program.

mod any;
mod chance;
mod flow;
mod game;
mod ladder;
mod losses;
mod map;
mod map_patch;
mod notation;
mod patch;
mod position;
mod profile;
mod search;
mod table;
