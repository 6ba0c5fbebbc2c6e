//! The rules and content of eastfront.
