//! House rules.

use kit::profile::Chosen;

/// The house rules of a game; all are off as published.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct House {
    /// SKIR-R2: dice decide who is first player of phase 1.
    pub initiative_roll: bool,
    /// SKIR-R4: units of the first player do not add CR.
    pub rt_literal: bool,
    /// SKIR-R7: lurking gives no reaction fire.
    pub no_reaction: bool,
    /// SKIR-R34: scatter in eighths of the circle.
    pub eight_way: bool,
    /// SKIR-R40: hand devices go by the fire table alone.
    pub devices_use_table_only: bool,
    /// SKIR-R42: fragments add no CS.
    pub fragments_no_cs: bool,
    /// SKIR-R46: every assault needs a CT.
    pub ct_all_assaults: bool,
    /// Nothing is hidden.
    pub open: bool,
}

impl House {
    pub(super) fn of(options: &Chosen<'_>) -> Self {
        Self {
            initiative_roll: options.switch("initiative_roll"),
            rt_literal: options.switch("rt_literal"),
            no_reaction: options.switch("no_reaction"),
            eight_way: options.switch("eight_way"),
            devices_use_table_only: options.switch("devices_use_table_only"),
            fragments_no_cs: options.switch("fragments_no_cs"),
            ct_all_assaults: options.switch("ct_all_assaults"),
            open: options.switch("open"),
        }
    }
}
