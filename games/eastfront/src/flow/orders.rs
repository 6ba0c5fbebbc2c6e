//! After the die the defender speaks first: he refuses an exchange in mountains (`EAST-EXC-14`) and orders Germans to stand
//! (`EAST-NRO-3`); then results are converted (chapter CNV).

use kit::{Journal, Objection, Prompt, Seat, flow::Decision, objection::no_if};

use super::{combat::CombatEnd, event, exchange::Exchanging, out_of_place};
use crate::{
    action::Action,
    attacks::fight::MOST_DEFENDERS,
    battle::{Aftermath, Battle},
    charts::DefenderEffect,
    game::{EastFront, seat},
    results::CombatResult,
    roster::{Force, UnitId},
    terrain::Ground,
    unit::{Nation, Side},
};

/// In mountains the defender may refuse an X before anything else (`EAST-EXC-14`, `EAST-R57`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Refusing;

impl Decision<EastFront> for Refusing {
    fn decider(self, game: &EastFront) -> Option<Seat> {
        Some(seat(game.phasing.other()))
    }

    fn prompt(self, game: &EastFront) -> Prompt {
        let words = format!(
            "An exchange in the mountains of {}: refuse it and withdraw 1 hex instead?",
            game.battlefield()
        );
        Prompt::new(words, &["EAST-EXC-14"])
    }

    fn choices(self, _: &EastFront, out: &mut Vec<Action>) {
        out.extend([Action::Accept, Action::Refuse]);
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        match action {
            Action::Accept | Action::Refuse => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        game.fight.is_answered = true;
        game.fight.is_refused = action == Action::Refuse;
        if game.fight.is_refused {
            journal.tell(|| {
                let words = format!("the exchange in {} is refused: it becomes dw", game.battlefield());
                event(game, "EAST-EXC-14", words, &[game.fight.target])
            });
        }
    }

    fn is_open(self, game: &EastFront) -> bool {
        let fight = &game.fight;
        let is_infantry = |unit: UnitId| game.board.piece(unit).arm().is_infantry();
        fight.rolled == Some(CombatResult::Exchange)
            && !fight.is_answered
            && game.theatre().ground(fight.target) == Ground::Mountain
            && fight.defenders().any(is_infantry)
    }

    fn pass<J: Journal>(self, game: &mut EastFront, _: &mut J) {
        game.flow.goto(Orders);
    }
}

/// The Axis player orders defending Germans to stand, each by itself and knowing the die (`EAST-NRO-3`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Orders;

impl Orders {
    /// Germans for whom an order would make a difference (`EAST-R78`).
    fn askable(game: &EastFront) -> Force {
        let Some(rolled) = game.fight.rolled else { return Force::NONE };
        let moves =
            game.charts().effect(rolled).defenders == DefenderEffect::Retreat || game.fight.is_refused;
        if game.phasing == Side::Axis || !moves {
            return Force::NONE;
        }
        let is_german = |unit: &UnitId| game.board.nation(*unit) == Nation::German;
        if !game.fight.defenders().any(|unit| is_german(&unit)) {
            return Force::NONE;
        }
        let Some(battle) = game.battle_in_hand() else { return Force::NONE };
        let aftermath = battle.resolve(rolled);
        let places = game.fight.defenders().enumerate();
        let matters = places.filter(|&(place, _)| battle.fate_if_ordered(&aftermath, place).is_some());
        matters.map(|(_, unit)| unit).collect()
    }
}

impl Decision<EastFront> for Orders {
    fn decider(self, game: &EastFront) -> Option<Seat> {
        Some(seat(game.phasing.other()))
    }

    fn prompt(self, game: &EastFront) -> Prompt {
        let code = game.fight.rolled.map_or("", CombatResult::printed);
        let words = format!("{code} in {}: which Germans are ordered not to retreat?", game.battlefield());
        Prompt::new(words, &["EAST-NRO-3", "EAST-NRO-2"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(Self::askable(game).iter().map(Action::Hold));
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        match action {
            Action::Done => Ok(()),
            Action::Hold(unit) => {
                let name = game.name(unit);
                no_if(!game.fight.defenders().any(|known| known == unit), "EAST-NRO-3", name, || {
                    format!("{name} does not defend here")
                })?;
                no_if(game.board.nation(unit) != Nation::German, "EAST-NRO-4", name, || {
                    format!(
                        "{name} is {}: allies of the Axis are never ordered to stand",
                        game.board.nation(unit)
                    )
                })?;
                no_if(!Self::askable(game).contains(unit), "EAST-R78", name, || {
                    format!("the order would change nothing for {name}")
                })
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        let Action::Hold(unit) = action else { return self.pass(game, journal) };
        game.fight.ordered.insert(unit);
        journal.tell(|| {
            let words = format!("{} is ordered not to retreat from {}", game.name(unit), game.battlefield());
            event(game, "EAST-NRO-3", words, &[game.fight.target]).to(unit)
        });
    }

    fn is_open(self, game: &EastFront) -> bool {
        !Self::askable(game).is_empty()
    }

    /// Conversions (`EAST-CNV-1` to `EAST-CNV-4`, `EAST-NRO-2`): what becomes of everyone.
    fn pass<J: Journal>(self, game: &mut EastFront, journal: &mut J) {
        let (Some(rolled), Some(battle)) = (game.fight.rolled, game.battle_in_hand()) else {
            return game.flow.goto(CombatEnd);
        };
        let aftermath = battle.resolve(rolled);
        let effect = game.charts().effect(aftermath.result);
        game.fight.take(&aftermath);
        (game.fight.length, game.fight.scatters) = (effect.hexes, effect.dispersed);
        game.fight.allow(battle.reach(aftermath.result));
        game.fight.breaks_through = battle.allows_second_attack(&aftermath);
        if let Some(price) = battle.price_of_ae(&aftermath) {
            let fight = &mut game.fight;
            (fight.due, fight.pool, fight.shakes) = (price, fight.attackers, true);
            if game.house.all_attackers_on_ae {
                game.fight.named = game.fight.attackers;
            }
        }
        tell_conversions(game, rolled, &battle, &aftermath, journal);
        game.flow.goto(Exchanging);
    }
}

fn tell_conversions<J: Journal>(
    game: &EastFront,
    rolled: CombatResult,
    battle: &Battle,
    aftermath: &Aftermath,
    journal: &mut J,
) {
    if aftermath.result != rolled {
        journal.tell(|| {
            let clause = battle.clause_of_change(rolled, aftermath);
            let (was, is) = (rolled.printed(), aftermath.result);
            let words = format!("{was} becomes {}: {}", is.printed(), is.meaning());
            event(game, clause, words, &[game.fight.target])
        });
    } else if aftermath.fates.len() == MOST_DEFENDERS && aftermath.fates[0] != aftermath.fates[1] {
        journal.tell(|| {
            let fates = game.fight.defenders().zip(&aftermath.fates);
            let words: Vec<String> =
                fates.map(|(unit, fate)| format!("{} {fate}", game.name(unit))).collect();
            event(game, "EAST-CNV-4", words.join("; "), &[game.fight.target])
        });
    }
}
