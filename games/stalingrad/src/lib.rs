//! The rules and content of stalingrad.
