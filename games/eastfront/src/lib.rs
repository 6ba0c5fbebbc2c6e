//! The rules and content of eastfront.

mod charts;
mod losses;
mod results;
mod sheet;
mod situation;
mod unit;
mod weather;
