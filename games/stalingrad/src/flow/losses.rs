//! After the die: purchases in an exchange (STAL-EXC-3), the attacker's losses (STAL-RES-10), the defender's (STAL-R5).

use kit::{
    Journal, Objection, Prompt, Seat,
    flow::Decision,
    objection::{no_if, no_since},
};

use super::{event, out_of_place, retreats::Distances};
use crate::{
    action::Action,
    battle::Cause,
    casualties::Loss,
    field::Status,
    game::{Stalingrad, seat},
    units::{UnitId, Units},
};

/// The attacker picks the defenders whom he pays for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Buying;

impl Decision<Stalingrad> for Buying {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let fight = &game.fight;
        let purse = fight.worth(fight.pool);
        let spent = fight.price(game.field.charts(), fight.bought);
        let words = format!("Which defenders are eliminated in the exchange? {spent} of {purse} spent");
        Prompt::new(words, &["STAL-EXC-3", "STAL-EXC-2", "STAL-EXC-4"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        if !game.fight.bought.is_empty() {
            out.push(Action::Done);
        }
        out.extend(game.fight.for_sale(&game.field).iter().map(Action::Buy));
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        let fight = &game.fight;
        match action {
            Action::Done => no_if(fight.bought.is_empty(), "STAL-EXC-3", "", || {
                "at least one defender is eliminated if it can be paid for".into()
            }),
            Action::Buy(unit) if fight.for_sale(&game.field).contains(unit) => Ok(()),
            Action::Buy(unit) => {
                let name = game.name(unit);
                no_since("STAL-EXC-3", name, || {
                    let more = fight.bought | fight.formation(&game.field, unit);
                    let price = fight.price(game.field.charts(), more);
                    format!("{name} cannot be paid for: {price} of {}", fight.worth(fight.pool))
                })
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        match action {
            Action::Buy(unit) => {
                let formation = game.fight.formation(&game.field, unit);
                game.fight.bought |= formation;
            }
            _ => self.pass(game, journal),
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        game.fight.buys && !game.fight.for_sale(&game.field).is_empty()
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, journal: &mut J) {
        let charts = game.field.charts();
        if game.fight.buys {
            let fight = &mut game.fight;
            fight.buys = false;
            fight.due = fight.price(charts, fight.bought);
            (fight.dying, fight.dying_of, fight.cause) = (fight.bought, Cause::Exchanged, Cause::Exchanged);
            fight.strike_the_rest(charts);
            journal.tell(|| {
                let words = format!("{} eliminated for {}", game.list(game.fight.bought), game.fight.due);
                event(game, "STAL-EXC-3", words, game.attack_in_hand().targets())
            });
        }
        let fight = &mut game.fight;
        // Nothing is left to choose where all of them go, or only one could.
        if fight.due.is_positive() && (fight.worth(fight.pool) <= fight.due || fight.pool.len() == 1) {
            fight.named = fight.pool;
        }
        game.flow.goto(Losses);
    }
}

/// The attacker names his losses (STAL-R6, STAL-RES-10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Losses;

impl Losses {
    fn is_enough(game: &Stalingrad) -> bool {
        game.fight.worth(game.fight.named) >= game.fight.due
    }
}

impl Decision<Stalingrad> for Losses {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let fight = &game.fight;
        let words = format!(
            "Which attackers are lost? Strength {} of at least {}",
            fight.worth(fight.named),
            fight.due
        );
        Prompt::new(words, &["STAL-RES-10", fight.result.clause()])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        if Self::is_enough(game) {
            out.push(Action::Done);
        }
        out.extend((game.fight.pool - game.fight.named).iter().map(Action::Lose));
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        let fight = &game.fight;
        match action {
            Action::Done => no_if(!Self::is_enough(game), "STAL-RES-10", "", || {
                format!("{} is less than the loss of {}", fight.worth(fight.named), fight.due)
            }),
            Action::Lose(unit) => {
                let is_one = (fight.pool - fight.named).contains(unit);
                no_if(!is_one, "STAL-RES-10", game.name(unit), || {
                    format!("{} is not among those who can be lost here", game.name(unit))
                })
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        match action {
            Action::Lose(unit) => game.fight.named |= Units::of(unit),
            _ => self.pass(game, journal),
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        game.fight.due.is_positive() && game.fight.named != game.fight.pool
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, journal: &mut J) {
        let (named, cause) = (game.fight.named, game.fight.cause);
        game.fight.attackers -= named;
        for unit in named {
            game.lose(unit, Loss::Combat(cause), journal);
        }
        let shaken = game.fight.shaken - named;
        for unit in shaken {
            game.field.set(unit, Status::Disrupted, true);
        }
        if !shaken.is_empty() {
            journal.tell(|| {
                let words = format!("Disrupted: {}", game.list(shaken));
                event(game, game.fight.result.clause(), words, &[])
            });
        }
        game.flow.goto(Sacrifice);
    }
}

/// STAL-R5: the defender names what a weaker attacker takes with him, then defenders are eliminated and Disrupted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sacrifice;

impl Decision<Stalingrad> for Sacrifice {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing.enemy()))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let quota = game.fight.quota.unwrap_or_default();
        let named = game.fight.worth(game.fight.dying);
        let words = format!("Which defenders are lost with the attackers? Strength {named} of {quota}");
        Prompt::new(words, &["STAL-R5", "STAL-RES-5"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        out.extend(game.fight.sacrifices().iter().map(Action::Lose));
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        let Action::Lose(unit) = action else { return out_of_place(game, action) };
        no_if(!game.fight.sacrifices().contains(unit), "STAL-R5", game.name(unit), || {
            let quota = game.fight.quota.unwrap_or_default();
            format!("with {} the loss would not come to {quota}", game.name(unit))
        })
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, _: &mut J) {
        if let Action::Lose(unit) = action {
            game.fight.dying.insert(unit);
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        game.fight.sacrifices().len() > 1
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, journal: &mut J) {
        // Where only one can be named, he is.
        if let Some(only) = game.fight.sacrifices().first() {
            game.fight.dying |= Units::of(only);
            return;
        }
        if game.fight.quota.take().is_some() {
            game.fight.strike_the_rest(game.field.charts());
        }
        let (dying, cause) = (game.fight.dying, game.fight.dying_of);
        for unit in dying {
            game.lose(unit, Loss::Combat(cause), journal);
        }
        let struck: Units = game.fight.struck;
        struck.iter().for_each(|unit: UnitId| game.strike(unit));
        if !struck.is_empty() {
            journal.tell(|| {
                let words = format!("Disrupted: {}", game.list(struck));
                event(game, game.fight.result.clause(), words, game.attack_in_hand().targets())
            });
        }
        game.flow.goto(Distances);
    }
}
