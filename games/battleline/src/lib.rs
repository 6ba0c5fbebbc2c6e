//! Battleline: the rules and content of line battles with facing, morale, retreat and rout (216 to 197 BC).

pub mod charts;
pub mod facing;
pub mod ground;
pub mod troops;
