//! The exact odds of the combat in hand.

use kit::Report;

use super::Battleline;

pub(super) fn odds(_: &Battleline) -> Vec<Report> {
    Vec::new()
}
