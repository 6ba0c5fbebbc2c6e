//! The situations that are measured.
