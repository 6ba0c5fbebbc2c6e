//! Beaten units go back by routes that the attacker picks (chapter RET); under `EAST-H4` the defender withdraws on D.

use kit::{Journal, Objection, Prompt, Seat, flow::Decision, map::HexId, objection::no_if};

use super::{advance::Advance, event, out_of_place};
use crate::{
    action::Action,
    game::{EastFront, seat},
    results::CombatResult,
    retreat::{Pressure, Route},
    roster::{Force, UnitId},
};

impl EastFront {
    fn pressure_in_hand(&self) -> Pressure<'_> {
        Pressure::new(self.fight.target, self.fight.approaches(), self.month(), &self.plan)
    }

    /// A unit goes back: hexes that it passes and the one in which it ends are its side's now (`EAST-R66`).
    fn send_back<J: Journal>(&mut self, unit: UnitId, (first, second): Route, journal: &mut J) {
        let end = second.unwrap_or(first);
        let side = self.board.side(unit);
        self.board.enter(side, first);
        self.board.move_to(unit, end);
        journal.tell(|| {
            let (from, to) = (self.battlefield(), self.theatre().called(end));
            let words = format!("{} goes back from {from} to {to}", self.name(unit));
            event(self, "EAST-RET-1", words, &[self.fight.target, first, end]).to(unit)
        });
    }
}

/// `EAST-H4`: on D the defender may withdraw his units 1 hex by his own route (`EAST-R79`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Withdrawing;

impl Withdrawing {
    fn applies(game: &EastFront) -> bool {
        let is_d = |result| matches!(result, CombatResult::Dispersal | CombatResult::DispersalAndLosses);
        game.house.withdraw_on_d && game.fight.rolled.is_some_and(is_d)
    }

    /// Those who are still in the hex.
    fn able(game: &EastFront) -> Force {
        if !Self::applies(game) {
            return Force::NONE;
        }
        let target = Some(game.fight.target);
        game.fight.defenders().filter(|&unit| game.board.hex_of(unit) == target).collect()
    }

    fn any(game: &EastFront, mut found: impl FnMut(UnitId, HexId) -> bool) -> bool {
        let pressure = game.pressure_in_hand();
        Self::able(game)
            .iter()
            .any(|unit| pressure.any_route(&game.board, unit, 1, |(hex, _)| found(unit, hex)))
    }
}

impl Decision<EastFront> for Withdrawing {
    fn decider(self, game: &EastFront) -> Option<Seat> {
        Some(seat(game.phasing.other()))
    }

    fn prompt(self, game: &EastFront) -> Prompt {
        let words = format!("D in {}: who withdraws 1 hex?", game.battlefield());
        Prompt::new(words, &["EAST-H4", "EAST-R79"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        out.push(Action::Done);
        Self::any(game, |unit, hex| {
            out.push(Action::Withdraw(unit, hex));
            false
        });
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        match action {
            Action::Done => Ok(()),
            Action::Withdraw(unit, hex) => {
                let name = game.name(unit);
                no_if(!Self::able(game).contains(unit), "EAST-H4", name, || {
                    format!("{name} was not Dispersed here, or has withdrawn")
                })?;
                game.pressure_in_hand().check(&game.board, unit, 1, (hex, None))
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        match action {
            Action::Withdraw(unit, hex) => game.send_back(unit, (hex, None), journal),
            _ => game.flow.goto(Retreats),
        }
    }

    fn is_open(self, game: &EastFront) -> bool {
        Self::any(game, |_, _| true)
    }

    fn pass<J: Journal>(self, game: &mut EastFront, _: &mut J) {
        game.flow.goto(Retreats);
    }
}

/// The attacker sends every beaten unit back (`EAST-RET-1`), one after another in his order (`EAST-RET-8`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Retreats;

impl Retreats {
    fn any(game: &EastFront, mut found: impl FnMut(UnitId, Route) -> bool) -> bool {
        let pressure = game.pressure_in_hand();
        game.fight
            .going
            .iter()
            .any(|unit| pressure.any_choice(&game.board, unit, game.fight.length, |route| found(unit, route)))
    }

    /// Those who have lost their last way back to a stack-mate (`EAST-CNV-4`).
    fn stranded(game: &EastFront) -> Force {
        let pressure = game.pressure_in_hand();
        let is_lost = |unit: &UnitId| !pressure.any_choice(&game.board, *unit, game.fight.length, |_| true);
        game.fight.going.iter().filter(is_lost).collect()
    }

    /// `EAST-CNV-4`: they take the conversion at that moment: DR eliminated, DW Dispersed in place, dw nothing.
    fn convert_stranded<J: Journal>(game: &mut EastFront, journal: &mut J) {
        let stranded = Self::stranded(game);
        game.fight.going -= stranded;
        for unit in stranded {
            let is_rout = game.fight.length > 1;
            journal.tell(|| {
                let end = match (is_rout, game.fight.scatters) {
                    (true, _) => "is eliminated",
                    (false, true) => "is Dispersed where it stands",
                    (false, false) => "stays",
                };
                let words = format!(
                    "{} has lost its last way back from {} and {end}",
                    game.name(unit),
                    game.battlefield()
                );
                event(game, "EAST-CNV-4", words, &[game.fight.target]).to(unit)
            });
            if is_rout {
                game.board.eliminate(unit, game.turn);
            } else if game.fight.scatters {
                game.board.disperse(unit);
            }
        }
    }
}

impl Decision<EastFront> for Retreats {
    fn prompt(self, game: &EastFront) -> Prompt {
        let words = format!("Where do the beaten go: {}?", game.list(game.fight.going));
        Prompt::new(words, &["EAST-RET-1", "EAST-RET-7", "EAST-RET-8"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        Self::any(game, |unit, (first, second)| {
            out.push(Action::Retreat(unit, first, second));
            false
        });
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        let Action::Retreat(unit, first, second) = action else { return out_of_place(game, action) };
        let name = game.name(unit);
        no_if(!game.fight.going.contains(unit), "EAST-RET-1", name, || {
            format!("{name} does not have to retreat")
        })?;
        game.pressure_in_hand().check(&game.board, unit, game.fight.length, (first, second))
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        let Action::Retreat(unit, first, second) = action else { return };
        game.send_back(unit, (first, second), journal);
        game.fight.going.remove(unit);
        let hexes = if second.is_some() { 2 } else { 1 };
        game.fight.shortest = game.fight.shortest.min(hexes);
        // EAST-RET-9: who is Dispersed already stays so.
        if game.fight.scatters {
            game.board.disperse(unit);
        }
        Self::convert_stranded(game, journal);
    }

    fn is_open(self, game: &EastFront) -> bool {
        !game.fight.going.is_empty() && Self::any(game, |_, _| true)
    }

    fn pass<J: Journal>(self, game: &mut EastFront, journal: &mut J) {
        Self::convert_stranded(game, journal);
        // EAST-VIC-6: at once.
        if !game.ends_by_annihilation(journal) {
            game.flow.goto(Advance);
        }
    }
}
