//! The Reorganization Phase (LINE-X-REO-1, LINE-X-REO-2).

use kit::{Dice, Die, Journal, Refusal};

use super::{After, Step, tell};
use crate::{
    action::Action, field::Mark, game::Battleline, morale::situation::Test, movement::ANY_FACING,
    objection::Silent, reorganize,
};

pub(super) fn is_open(game: &Battleline) -> bool {
    reorganize::candidates(&game.field, game.active).next().is_some()
}

pub(super) fn actions(game: &Battleline, out: &mut Vec<Action>) {
    out.extend(reorganize::candidates(&game.field, game.active).map(Action::Reorganize));
    out.push(Action::Done);
}

pub(super) fn check(game: &Battleline, action: Action) -> Option<Result<(), Refusal>> {
    match action {
        Action::Done => Some(Ok(())),
        Action::Reorganize(unit) => {
            Some(reorganize::check_reorganizing(&game.field, game.active, unit).map(|_| ()))
        }
        _ => None,
    }
}

pub(super) fn perform<D: Dice, J: Journal>(
    game: &mut Battleline,
    action: Action,
    dice: &mut D,
    journal: &mut J,
) {
    let Action::Reorganize(unit) = action else { return };
    let morale = reorganize::check::<Silent>(&game.field, game.active, unit).unwrap_or(0);
    let recovers = dice.at_most(Die::D6, morale, Test::Reorganize.purpose());
    game.field.set(unit, Mark::Tried, true);
    if recovers {
        game.field.set(unit, Mark::Disrupted, false);
        game.step = Step::Turning { unit, facings: ANY_FACING, then: After::Reorganization };
    }
    let field = &game.field;
    tell(journal, "LINE-X-REO-2", field, [unit], || {
        let end = if recovers { "is back in Good Order" } else { "stays Disrupted" };
        format!("{} {end}.", field.name(unit))
    });
}
