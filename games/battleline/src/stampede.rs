//! Elephants that rout on the map (LINE-X-RAM-1): the chapter on rampages with what stands in their way.

use kit::{Dice, Die, Event, Journal, map::HexId};

use crate::{
    army::UnitId,
    facing::Direction,
    field::{Field, Mark},
    rampage::{Meeting, Side, TRAMPLE, meeting, roll_direction},
    retreat::{Flight, is_safe},
};

/// Runs the elephants in the direction that a die gives: those in their way test, and the elephants stand at the end
/// of the run, Disrupted, or are eliminated. Their own hex is vacated either way.
pub(crate) fn run<D: Dice, J: Journal>(field: &mut Field, unit: UnitId, dice: &mut D, journal: &mut J) {
    let way = field.facing(unit).turned(roll_direction(dice));
    let (end, cut_off) = follow(field, unit, way, dice, journal);
    // LINE-RES-10, LINE-RES-22, LINE-R32: no safe hex, no elephants. Nor is standing still a run (LINE-R11).
    let lives = end.is_some_and(|end| !cut_off && is_safe(field, unit, end));
    let (name, start) = (field.name(unit), field.hex(unit));
    let battlefield = field.battlefield();
    journal.tell(|| {
        let place = end.map_or_else(|| battlefield.number(start), |end| battlefield.number(end));
        let words = if lives {
            format!("{name} runs wild towards {way} and comes to rest in {place}, Disrupted.")
        } else {
            format!("{name} runs wild towards {way}, is stopped at {place} and is lost.")
        };
        Event { words, clause: "LINE-X-RAM-1", hexes: vec![battlefield.number(start), place] }
    });
    match end {
        Some(end) if lives => {
            field.move_to(unit, end);
            field.turn(unit, way);
            field.set(unit, Mark::Disrupted, true);
            field.set(unit, Mark::Retreated, true);
        }
        _ => field.eliminate(unit),
    }
}

/// The last hex of the run, and whether it was stopped there with movement left. Good Order units in the hexes entered
/// test on the way.
fn follow<D: Dice, J: Journal>(
    field: &mut Field,
    unit: UnitId,
    way: Direction,
    dice: &mut D,
    journal: &mut J,
) -> (Option<HexId>, bool) {
    let battlefield = field.battlefield();
    let class = field.piece(unit).figures.class;
    let mut left = Flight::Rout.budget(field, unit);
    let (mut hex, mut end) = (field.hex(unit), None);
    while left > 0 {
        let Some(price) = battlefield.price(class, hex, way) else { return (end, true) };
        if price > left {
            break;
        }
        left -= price;
        hex = battlefield.neighbour(hex, way);
        end = Some(hex);
        if let Some(other) = field.unit_in(hex) {
            trample(field, unit, other, dice, journal);
        }
    }
    (end, false)
}

fn trample<D: Dice, J: Journal>(
    field: &mut Field,
    elephants: UnitId,
    other: UnitId,
    dice: &mut D,
    journal: &mut J,
) {
    let side = if field.side(elephants) == field.side(other) { Side::Own } else { Side::Enemy };
    let scenario = Some(field.battlefield().scenario);
    let Meeting::Tests(morale) = meeting(&field.troop(other), side, scenario) else { return };
    let stands = dice.at_most(Die::D6, morale, TRAMPLE);
    if !stands {
        field.set(other, Mark::Disrupted, true);
    }
    let field = &*field;
    journal.tell(|| {
        let name = field.name(other);
        let words = if stands {
            format!("{name} lets the elephants through and keeps its order.")
        } else {
            format!("{name} is run over and Disrupted.")
        };
        Event { words, clause: "LINE-X-RAM-1", hexes: vec![field.battlefield().number(field.hex(other))] }
    });
}
