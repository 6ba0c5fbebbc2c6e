//! The program as its users meet it.

mod asking;
mod common;
mod keeper;
mod lab;
mod map;
mod operators;
mod play;
mod secrets;
mod takeover;
