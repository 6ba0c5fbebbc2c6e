//! Shots on the map: the chapter on missiles with what stands there (LINE-X-MIS-1 to LINE-X-MIS-5).

use crate::{
    missiles::{
        Shooter, clear_of_mist, may_be_shot_at, may_fire,
        sight::{Line, Sight, is_blocked},
        target_morale,
    },
    prelude::*,
};

/// The sixths with which a target keeps its order if a unit shoots at it on a turn, or why it may not shoot.
pub fn check<E: Objection>(field: &Field, turn: u8, firer: UnitId, target: UnitId) -> Result<u16, E> {
    let (name, at) = (field.name(firer), field.name(target));
    if field.side(firer) == field.side(target) {
        return no("LINE-X-MIS-2", at, "the target of a shot is an enemy");
    }
    let (Some(here), Some(there)) = (field.hex(firer).some(), field.hex(target).some()) else {
        return no("LINE-X-MIS-2", at, "shooter and target are on the map");
    };
    let distance = field.distance(here, there) as u8;
    let shooter = Shooter {
        fired: field.is(firer, Mark::Fired),
        volleys: field.volleys(firer),
        in_enemy_zone: distance > 1 && zones::is_controlled(field, field.side(firer).other(), here),
    };
    may_fire(name, &field.troop(firer), shooter, distance)?;
    clear_of_mist(field.charts(), Some(field.scenario), Some(turn), distance)?;
    may_be_shot_at(at, field.status(target), field.is(target, Mark::ShotAt))?;
    let sight = sight(field, firer, target, distance);
    sight.is_open(name)?;
    let troop = field.troop(target);
    let row = troop.row_used(sight.row());
    Ok(target_morale(&mut Sums::default(), at, &troop, row, distance))
}

/// The hexes through which the shot can go: the neighbour itself, or those between (LINE-X-MIS-2, LINE-X-MIS-3).
fn sight(field: &Field, firer: UnitId, target: UnitId, distance: u8) -> Sight {
    let (here, there) = (field.hex(firer), field.hex(target));
    let mut lines: SmallVec<[Line; 2]> = SmallVec::new();
    for (back, hex) in field.steps(here) {
        let (out, blocked) = match distance {
            1 => (Some(back.opposite()).filter(|_| hex == there), false),
            _ => (field.direction(there, hex), blocks(field, hex, [here, there])),
        };
        let seen = |out| Line::through((out, field.facing(target)), (back, field.facing(firer)), blocked);
        lines.extend(out.map(seen));
    }
    Sight { charts: field.charts(), distance, lines }
}

fn blocks(field: &Field, hex: HexId, ends: [HexId; 2]) -> bool {
    let [one, other, level] = [ends[0], ends[1], hex].map(|hex| field.level[hex.index()]);
    let terrain = field.terrain[hex.index()];
    is_blocked(field.unit_in(hex).is_some(), terrain, level, one.max(other))
}

/// Those of a side who may shoot at somebody, as far as it depends on them alone.
fn shooters(field: &Field, side: Side) -> Units {
    let able = field.units_of(side) & field.shooters;
    able - field.all(Mark::Disrupted) - field.all(Mark::Marching) - field.all(Mark::Fired)
}

/// Every shot that a side may fire on a turn.
pub(crate) fn shots(field: &Field, turn: u8, side: Side) -> impl Iterator<Item = (UnitId, UnitId)> {
    let targets = field.units_of(side.other()) - field.all(Mark::Disrupted) - field.all(Mark::ShotAt);
    shooters(field, side).iter().flat_map(move |firer| {
        let range = u32::from(field.piece(firer).figures.missile_range);
        let here = field.hex(firer);
        let near = move |target: &UnitId| field.distance(here, field.hex(*target)) <= range;
        let allowed = move |target: &UnitId| check::<Silent>(field, turn, firer, *target).is_ok();
        targets.iter().filter(near).filter(allowed).map(move |target| (firer, target))
    })
}
