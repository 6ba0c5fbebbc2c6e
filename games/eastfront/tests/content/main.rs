//! Maps, forces, calendars and scenarios: what the ledger's sixth section says, hex by hex and cell by cell.
#![allow(clippy::float_arithmetic, reason = "a projection is no rule; it is read here a second time")]

mod forces;
mod learning;
mod literal;
mod map;
