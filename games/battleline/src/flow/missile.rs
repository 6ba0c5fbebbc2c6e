//! The Missile Phase (LINE-X-MIS-1 to LINE-X-MIS-5).

use super::{Combat, active_name, not_asked, tell};
use crate::prelude::*;

/// The next shot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Missile;

impl Decision<Battleline> for Missile {
    fn prompt(self, game: &Battleline) -> Prompt {
        Prompt::new(format!("{} shoots, or is done", active_name(game)), &["LINE-X-MIS-1", "LINE-X-MIS-2"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        let shots = shooting::shots(&game.field, game.turn, game.active);
        out.extend(shots.map(|(firer, target)| Action::Shoot(firer, target)));
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        match action {
            Action::Done => Ok(()),
            Action::Shoot(firer, _) if game.field.side(firer) != game.active => {
                no("LINE-X-MIS-1", game.field.name(firer), "only the side whose turn it is shoots")
            }
            Action::Shoot(firer, target) => {
                shooting::check(&game.field, game.turn, firer, target).map(|_| ())
            }
            _ => not_asked(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        let Action::Shoot(firer, target) = action else { return self.pass(game, journal) };
        let steady = shooting::check::<Silent>(&game.field, game.turn, firer, target).unwrap_or(0) as u8;
        game.flow.call(Shooting { firer, target, steady });
    }

    fn is_open(self, game: &Battleline) -> bool {
        shooting::shots(&game.field, game.turn, game.active).next().is_some()
    }

    fn pass<J: Journal>(self, game: &mut Battleline, _: &mut J) {
        game.flow.goto(Combat);
    }
}

/// One unit shoots at another, which tests (LINE-X-MIS-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shooting {
    firer: UnitId,
    target: UnitId,
    /// Sixths with which the target keeps its order.
    steady: u8,
}

impl Procedure<Battleline> for Shooting {
    type End = bool;

    fn throw<D: Dice>(self, _: &Battleline, dice: &mut D) -> bool {
        dice.at_most(Die::D6, self.steady.into(), Test::Missile.purpose())
    }

    fn apply<J: Journal>(self, game: &mut Battleline, keeps_order: bool, journal: &mut J) {
        let Self { firer, target, .. } = self;
        game.flow.done();
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
}
