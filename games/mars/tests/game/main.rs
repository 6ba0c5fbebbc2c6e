//! The rules of the game, chapter by chapter.

mod advance_reading;
mod battle;
mod board;
mod common;
mod flow_advance;
mod flow_allocation;
mod flow_battle;
mod flow_lines;
mod flow_records;
mod flow_refusals;
mod flow_sequence;
mod flow_setup;
mod map;
mod movement;
mod overlays;
mod play;
mod properties;
mod published;
mod retreat;
mod stacking;
mod strengths;
mod supply;
mod tables;
mod victory;
mod zones;
