//! Small games for the tests of whatever plays any game: [`pebbles`] has dice and a fault on demand, [`ambush`] a secret.

pub mod ambush;
pub mod pebbles;
