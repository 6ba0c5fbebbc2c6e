//! The rules and content of skirmish.
