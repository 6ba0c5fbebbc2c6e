//! Recovery from Disruption (MARS-REC-1 to MARS-REC-5). The two sides recover differently, and that is meant: a German is
//! fresh for the next Russian attack, a Russian misses his next player-turn (MARS-SEQ-12).

use crate::prelude::*;

/// The Disrupted among these units that are in supply, full or rationed (MARS-SUP-8).
fn in_supply(field: &Field, side: Side, units: Units) -> Units {
    let disrupted = units & field.all(Status::Disrupted);
    if disrupted.is_empty() {
        return disrupted;
    }
    disrupted - Lines::of(field, side).isolated(field, disrupted)
}

fn recover<J: Journal>(game: &mut Mars, units: Units, clause: &'static str, journal: &mut J) {
    if units.is_empty() {
        return;
    }
    game.field.clear(units, Status::Disrupted);
    journal.tell(|| game.event(clause, format!("recovered from Disruption: {}", game.list(units)), &[]));
}

/// B7: every German in supply, attacked or not (MARS-SEQ-11, MARS-REC-1).
pub(super) fn of_germans<J: Journal>(game: &mut Mars, journal: &mut J) {
    let units = in_supply(&game.field, Side::German, game.field.units_of(Side::German));
    recover(game, units, "MARS-REC-1", journal);
}

/// B4: every Russian in supply whose hex is in no allocated battle (MARS-SEQ-8, MARS-REC-2).
pub(super) fn of_unattacked_russians<J: Journal>(game: &mut Mars, journal: &mut J) {
    let attacked = game.plan.attacked();
    let free = |unit: &UnitId| game.field.hex_of(*unit).is_some_and(|hex| !attacked.contains(hex));
    let units: Units = game.field.units_of(Side::Russian).iter().filter(free).collect();
    let units = in_supply(&game.field, Side::Russian, units);
    recover(game, units, "MARS-REC-2", journal);
}

/// B5, after a battle: the Russians it was allocated against that were Disrupted when the battles began and were not
/// Disrupted anew (MARS-SEQ-9, MARS-REC-3, MARS-REC-4).
pub(super) fn of_attacked_russians<J: Journal>(game: &mut Mars, journal: &mut J) {
    let fresh = (game.fight.weak - game.fight.shaken) & game.field.on_map();
    let units = in_supply(&game.field, Side::Russian, fresh);
    recover(game, units, "MARS-REC-3", journal);
}
