//! The lead goes after them (LINE-X-ADV-1 to LINE-X-ADV-5, LINE-R28).

use crate::prelude::*;

/// Whether the lead may advance into the hex of the defender: vacated, and ground that its class may enter
/// (LINE-X-ADV-1, LINE-X-ADV-2, LINE-X-MOV-10). Nobody else ever advances, least of all a defender (LINE-X-ADV-5).
pub fn may_advance(field: &Field, lead: UnitId, into: HexId) -> bool {
    let Some(here) = field.hex(lead).some() else { return false };
    let class = field.piece(lead).figures.class;
    field.unit_in(into).is_none()
        && field.direction(here, into).is_some_and(|way| field.price(class, here, way).is_some())
}

/// Whether it must (LINE-X-ADV-4).
pub fn must_advance(field: &Field, lead: UnitId) -> bool {
    field.piece(lead).figures.is(Trait::Impetuous) && !field.is(lead, Mark::Disrupted)
}

/// The facings from which it then chooses: its own or one hexside off; light troops any (LINE-X-ADV-3).
pub fn facings(field: &Field, lead: UnitId) -> Directions {
    if field.piece(lead).turn_cost == 0 {
        return Directions::ALL;
    }
    let (facing, most) = (field.facing(lead), field.charts().values.turns_after_advance);
    Direction::ALL.into_iter().filter(|way| way.turns_from(facing) <= most).collect()
}
