//! The rules and content of mars.
