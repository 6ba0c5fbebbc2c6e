//! House rules.

use kit::profile::Chosen;

/// The house rules, all off as published.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct House {
    /// `EAST-H1`: a river counts for each defending unit.
    pub river_per_unit: bool,
    /// `EAST-H2`: the weather of October and November is rolled for.
    pub october_die: bool,
    /// `EAST-H3`: AE eliminates all attackers.
    pub all_attackers_on_ae: bool,
    /// `EAST-H4`: on D the defender may withdraw 1 hex.
    pub withdraw_on_d: bool,
    /// `EAST-H5`: the Axis sets up its corps as it likes.
    pub free_set_up: bool,
}

impl House {
    pub(super) fn of(options: &Chosen<'_>) -> Self {
        Self {
            river_per_unit: options.switch("river_per_unit"),
            october_die: options.switch("october_die"),
            all_attackers_on_ae: options.switch("all_attackers_on_ae"),
            withdraw_on_d: options.switch("withdraw_on_d"),
            free_set_up: options.switch("free_set_up"),
        }
    }
}
