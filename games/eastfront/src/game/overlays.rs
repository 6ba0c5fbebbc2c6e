//! What can be laid over the map.

use kit::{CounterId, Overlay, Viewer};

use super::EastFront;

/// Short names and titles.
pub(super) const OVERLAYS: &[(&str, &str)] = &[];

pub(super) fn overlay(_: &EastFront, _: &str, _: Viewer, _: Option<CounterId>) -> Option<Overlay> {
    None
}
