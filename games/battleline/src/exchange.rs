//! Line relief: two maniples change places (LINE-X-EXC-1, LINE-X-EXC-2).

use crate::{
    movement::{may_move, row_towards},
    prelude::*,
};

/// Those who can relieve `front`, standing behind it.
pub fn relieving(field: &Field, front: UnitId) -> Units {
    if !field.piece(front).exchanges {
        return Units::NONE;
    }
    let others = field.units_round(field.hex(front));
    others.filter(|&rear| check::<Silent>(field, front, rear).is_ok()).collect()
}

/// Whether `rear` may relieve `front`, or why not.
pub fn check<E: Objection>(field: &Field, front: UnitId, rear: UnitId) -> Result<(), E> {
    let side = field.side(front);
    for unit in [front, rear] {
        let name = field.name(unit);
        if field.side(unit) != side {
            return no("LINE-X-EXC-1", name, "only two units of one side exchange");
        }
        if !field.piece(unit).exchanges {
            let packed = field.piece(unit).figures.is(Trait::Manipular);
            return if packed {
                no("LINE-X-CAN-1", name, "the maniples are packed too close to exchange (LINE-R29)")
            } else {
                no("LINE-X-EXC-1", name, "only Manipular units exchange")
            };
        }
        may_move(field, side, unit)?;
        if field.is(unit, Mark::Received) {
            return no("LINE-X-CMD-2", name, "a leader has transferred to it in this phase: no exchange");
        }
        if field.is(unit, Mark::Marching) {
            return no("LINE-X-EXC-1", name, "a Marching unit does not exchange");
        }
    }
    let name = field.name(rear);
    let (here, there) = (field.hex(front), field.hex(rear));
    let Some(way) = field.direction(here, there) else {
        return no("LINE-X-EXC-1", name, "it is not next to the unit it would relieve");
    };
    let row = row_towards(field, front, way);
    if row.is_forward() {
        return no_since("LINE-X-EXC-1", name, || {
            format!("it stands in {row} of {}: relief comes from row 3 or 4", field.name(front))
        });
    }
    // LINE-X-STA-1: who is Disrupted is not exchanged forward.
    if field.is(rear, Mark::Disrupted) {
        return no("LINE-X-EXC-1", name, "it is Disrupted, and the relief must be in Good Order");
    }
    let enters = |unit: UnitId, hex| field.entry_price(field.piece(unit).figures.class, hex).is_some();
    let class = field.piece(front).figures.class;
    let crosses = field.price(class, here, way).is_some();
    if !crosses || !enters(rear, here) || !enters(front, there) {
        return no("LINE-X-EXC-1", name, "cliff, river or forbidden ground lies between the two");
    }
    Ok(())
}

/// Carries out a legal exchange: both have moved, and the one taken back does no more (LINE-X-EXC-2).
pub fn make(field: &mut Field, front: UnitId, rear: UnitId) {
    field.swap(front, rear);
    for unit in [front, rear] {
        field.set(unit, Mark::Moved, true);
        field.set(unit, Mark::Exchanged, true);
    }
    field.set(front, Mark::ExchangedBack, true);
}
