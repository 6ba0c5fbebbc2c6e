//! Back to Good Order (LINE-X-REO-1, LINE-X-REO-2, LINE-R19).

use crate::{morale::due::may_reorganize, prelude::*};

/// The sixths with which a unit comes back to order, or why it may not try.
pub fn check<E: Objection>(field: &Field, side: Side, unit: UnitId) -> Result<u16, E> {
    let name = field.name(unit);
    if field.side(unit) != side {
        return no("LINE-X-REO-1", name, "it is not its owner's Reorganization Phase");
    }
    let Some(hex) = field.hex(unit).some() else {
        return no("LINE-RES-12", name, "it is not on the map; who is eliminated is never reorganized");
    };
    if field.is(unit, Mark::Tried) {
        return no("LINE-X-REO-2", name, "it has tried in this turn, and a unit tries once");
    }
    let troop = field.troop(unit);
    let place = (command::is_in_command(field, unit), zones::is_controlled(field, side.other(), hex));
    may_reorganize(name, &troop, place, |mark| field.is(unit, mark))?;
    Ok(troop.sixths(MoraleTest::plain(Test::Reorganize)))
}

/// Those who may try.
pub fn candidates(field: &Field, side: Side) -> impl Iterator<Item = UnitId> {
    let hindered = field.all(Mark::Moved)
        | field.all(Mark::Attacked)
        | field.all(Mark::Retreated)
        | field.all(Mark::Tried);
    let units: Units = (field.units_of(side) & field.all(Mark::Disrupted)) - hindered;
    units.iter().filter(move |&unit| check::<Silent>(field, side, unit).is_ok())
}
