//! The Missile Phase (LINE-X-MIS-1 to LINE-X-MIS-5).

use kit::{Dice, Die, Journal, Refusal};

use super::tell;
use crate::{
    action::Action,
    field::Mark,
    game::Battleline,
    missiles::SHOT,
    objection::{Silent, no},
    shooting,
};

pub(super) fn is_open(game: &Battleline) -> bool {
    shooting::shots(&game.field, game.turn, game.active).next().is_some()
}

pub(super) fn actions(game: &Battleline, out: &mut Vec<Action>) {
    let shots = shooting::shots(&game.field, game.turn, game.active);
    out.extend(shots.map(|(firer, target)| Action::Shoot(firer, target)));
    out.push(Action::Done);
}

pub(super) fn check(game: &Battleline, action: Action) -> Option<Result<(), Refusal>> {
    match action {
        Action::Done => Some(Ok(())),
        Action::Shoot(firer, _) if game.field.side(firer) != game.active => {
            Some(no("LINE-X-MIS-1", game.field.name(firer), "only the side whose turn it is shoots"))
        }
        Action::Shoot(firer, target) => {
            Some(shooting::check_shot(&game.field, game.turn, firer, target).map(|_| ()))
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
    let Action::Shoot(firer, target) = action else { return };
    let shot = shooting::check::<Silent>(&game.field, game.turn, firer, target);
    let steady = shot.map_or(0, |shot| shot.steady);
    let keeps_order = dice.at_most(Die::D6, steady, SHOT);
    let field = &mut game.field;
    field.spend_volley(firer);
    field.set(firer, Mark::Fired, true);
    field.set(target, Mark::ShotAt, true);
    if !keeps_order {
        field.set(target, Mark::Disrupted, true);
    }
    let field = &game.field;
    tell(journal, "LINE-X-MIS-4", field, [firer, target], || {
        let end = if keeps_order { "keeps its order" } else { "is Disrupted" };
        format!("{} shoots at {}, which {end}.", field.name(firer), field.name(target))
    });
}
