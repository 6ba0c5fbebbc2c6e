//! Line relief: two maniples change places (LINE-X-EXC-1, LINE-X-EXC-2).

use crate::prelude::*;

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
        let (is_manipular, stays) =
            (field.piece(unit).figures.is(Trait::Manipular), !field.piece(unit).exchanges);
        let packed = "the maniples are packed too close to exchange (LINE-R29)";
        let reasons = [
            (field.side(unit) != side, "LINE-X-EXC-1", "only two units of one side exchange"),
            (stays && is_manipular, "LINE-X-CAN-1", packed),
            (stays, "LINE-X-EXC-1", "only Manipular units exchange"),
        ];
        no_first(name, reasons)?;
        may_move(field, side, unit)?;
        let joined = "a leader has transferred to it in this phase: no exchange";
        let reasons = [
            (field.is(unit, Mark::Received), "LINE-X-CMD-2", joined),
            (field.is(unit, Mark::Marching), "LINE-X-EXC-1", "a Marching unit does not exchange"),
        ];
        no_first(name, reasons)?;
    }
    let name = field.name(rear);
    let (here, there) = (field.hex(front), field.hex(rear));
    let Some(way) = field.direction(here, there) else {
        return no("LINE-X-EXC-1", name, "it is not next to the unit it would relieve");
    };
    let row = row_towards(field, front, way);
    no_if(row.is_forward(), "LINE-X-EXC-1", name, || {
        format!("it stands in {row} of {}: relief comes from row 3 or 4", field.name(front))
    })?;
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
