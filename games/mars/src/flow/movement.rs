//! A2 and B3: units move one after another (MARS-SEQ-2, MARS-SEQ-7), panzers may leave the map (MARS-VIC-11).
//!
//! A unit in hand goes the cheapest way. Where it could take an enemy town on a longer way, it may go through that first.

use kit::{Journal, Prompt, Refusal, map::HexId};

use super::{enter, event, out_of_place};
use crate::{
    action::Action,
    area::Area,
    field::Status,
    flow::Step,
    game::Mars,
    movement::{self, March, Range},
    reinforcement,
    roster::{UnitId, Units},
    units::Side,
};

pub(super) fn prompt(game: &Mars, picked: Option<UnitId>) -> Prompt {
    let clause = if game.phasing == Side::Russian { "MARS-SEQ-2" } else { "MARS-SEQ-7" };
    match picked {
        Some(unit) => Prompt::new(format!("where does {unit} go?"), &[clause, "MARS-MOV-2"]),
        None => Prompt::new("which unit moves next?", &[clause, "MARS-MOV-12"]),
    }
}

/// Units that have not moved and may.
pub(super) fn movable(game: &Mars) -> Units {
    let field = &game.field;
    field.units_of(game.phasing)
        - field.all(Status::Disrupted)
        - field.all(Status::DugIn)
        - field.all(Status::Moved)
}

/// Enemy towns that a unit can go through and not only to.
fn towns_on_the_way(game: &Mars, march: &March, range: &Range) -> Area {
    let field = &game.field;
    let Some(left) = range.allowance.at_most.and_then(|most| most.checked_sub(1)) else { return Area::EMPTY };
    let reached = range.within(left) - march.zones.hexes;
    let towns = field.theatre().towns.iter().enumerate();
    let enemy = towns.filter(|(town, _)| field.controller(*town) != game.phasing);
    enemy.map(|(_, town)| town.hex).filter(|&hex| reached.contains(hex)).collect()
}

pub(super) fn actions(game: &Mars, picked: Option<UnitId>, spent: u8, out: &mut Vec<Action>) {
    let Some(unit) = picked else {
        out.push(Action::Done);
        out.extend(movable(game).iter().map(Action::Pick));
        return;
    };
    let march = March::of(&game.field, game.phasing);
    let range = march.range_after(&game.field, unit, spent);
    out.push(Action::Stay);
    out.extend(range.destinations().iter().map(Action::To));
    out.extend(towns_on_the_way(game, &march, &range).iter().map(Action::Via));
    if may_exit(game, &march, &range) {
        out.push(Action::Exit);
    }
}

fn may_exit(game: &Mars, march: &March, range: &Range) -> bool {
    game.phasing == Side::German && !reinforcement::exits(&game.field, march, range).is_empty()
}

pub(super) fn check(game: &Mars, picked: Option<UnitId>, spent: u8, action: Action) -> Result<(), Refusal> {
    let field = &game.field;
    match (action, picked) {
        (Action::Done, None) | (Action::Stay, Some(_)) => Ok(()),
        (Action::Pick(unit), None) if field.piece(unit).side != game.phasing => {
            let words = format!("{unit} is not a {} unit", game.phasing);
            Err(Refusal::new("MARS-SEQ-2", words).because_of(unit.name()))
        }
        (Action::Pick(unit), None) => movement::check_mover(field, unit),
        (Action::To(hex), Some(unit)) => movement::check_move_after(field, unit, spent, hex).map(|_| ()),
        (Action::Via(hex), Some(unit)) => {
            movement::check_move_after(field, unit, spent, hex)?;
            let march = March::of(field, game.phasing);
            let range = march.range_after(field, unit, spent);
            if towns_on_the_way(game, &march, &range).contains(hex) {
                return Ok(());
            }
            let number = game.theatre().name(hex);
            let words = format!("{number} is no enemy town that {unit} can go through with movement left");
            Err(Refusal::new("MARS-VIC-14", words).because_of(number))
        }
        (Action::Exit, Some(unit)) => {
            let march = March::of(field, game.phasing);
            let range = march.range_after(field, unit, spent);
            if may_exit(game, &march, &range) {
                return Ok(());
            }
            reinforcement::refuse_exit(field, unit)
        }
        _ => Err(out_of_place(game, action)),
    }
}

pub(super) fn perform<J: Journal>(
    game: &mut Mars,
    picked: Option<UnitId>,
    spent: u8,
    action: Action,
    journal: &mut J,
) {
    match (action, picked) {
        (Action::Done, _) => return enter(game, Step::Allocate, journal),
        (Action::Pick(unit), _) => {
            game.step = Step::Move { picked: Some(unit), spent: 0 };
            return;
        }
        (Action::Stay, Some(unit)) if spent > 0 => movement::end(&mut game.field, unit, spent),
        (Action::To(hex), Some(unit)) => go(game, unit, spent, hex, true, journal),
        (Action::Via(town), Some(unit)) => {
            go(game, unit, spent, town, false, journal);
            return;
        }
        (Action::Exit, Some(unit)) => {
            let from = game.field.hex_of(unit);
            reinforcement::withdraw(&mut game.field, unit, game.turn);
            journal.tell(|| event(game, "MARS-VIC-11", format!("{unit} leaves the map"), from.as_slice()));
        }
        _ => {}
    }
    game.step = Step::Move { picked: None, spent: 0 };
    if movable(game).is_empty() {
        enter(game, Step::Allocate, journal);
    }
}

/// The unit in hand goes to a hex, to stay there or to go on.
fn go<J: Journal>(game: &mut Mars, unit: UnitId, spent: u8, to: HexId, stays: bool, journal: &mut J) {
    let from = game.field.hex_of(unit);
    let Ok(step) = movement::check_move_after(&game.field, unit, spent, to) else { return };
    movement::make(&mut game.field, &step);
    if !stays {
        game.field.set(unit, Status::Moved, false);
        game.step = Step::Move { picked: Some(unit), spent: spent + step.spent };
    }
    journal.tell(|| {
        let name = |hex| game.theatre().name(hex);
        let words = format!("{unit} moves from {} to {}", from.map_or("", name), name(to));
        let hexes: Vec<HexId> = from.into_iter().chain(step.path.hexes().iter().copied()).collect();
        event(game, "MARS-MOV-4", words, &hexes)
    });
}
