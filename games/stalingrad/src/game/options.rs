//! House options.

use kit::profile::Chosen;

use crate::{air::AirSystem, index::DieIndex};

/// The house options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct House {
    /// STAL-R1
    pub index: DieIndex,
    /// STAL-R28
    pub air_system: AirSystem,
    /// STAL-R17: every hex of a long Russian move is attacked, not only those beyond the third.
    pub attack_whole_move: bool,
    /// STAL-R37: a German unit must stand alone in every strongpoint.
    pub strict_occupation: bool,
    /// STAL-SET-1, STAL-SET-2: the players set up as they like.
    pub free_set_up: bool,
}

impl House {
    /// The options that were chosen.
    pub fn of(options: &Chosen<'_>) -> Self {
        let is_older = options.value("air_system") == "air-attack-table";
        Self {
            index: if options.value("die_index") == "B" { DieIndex::B } else { DieIndex::A },
            air_system: if is_older { AirSystem::AirAttackTable } else { AirSystem::Default },
            attack_whole_move: options.value("long_move_attacks") == "all",
            strict_occupation: options.value("victory_occupation") == "strict",
            free_set_up: options.value("setup") == "free",
        }
    }
}
