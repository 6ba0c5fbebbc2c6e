//! A2 and B3: units move one after another (MARS-SEQ-2, MARS-SEQ-7), panzers may leave the map (MARS-VIC-11).
//!
//! A unit in hand goes the cheapest way. Where it could take an enemy town on a longer way, it may go through that first.

use crate::{prelude::*, reinforcement};

/// Units move, one by one; one may be in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub picked: Option<UnitId>,
    /// Half-hexes it has spent on the way to a town it goes through.
    pub spent: u8,
}

impl Move {
    pub const START: Self = Self { picked: None, spent: 0 };

    /// Units that have not moved and may.
    fn movable(game: &Mars) -> Units {
        let field = &game.field;
        field.units_of(game.phasing)
            - field.all(Status::Disrupted)
            - field.all(Status::DugIn)
            - field.all(Status::Moved)
    }

    /// What hinders the unit in hand, and where it can go.
    fn range(self, game: &Mars, unit: UnitId) -> (March, Range) {
        let march = March::of(&game.field, game.phasing);
        (march, march.range_after(&game.field, unit, self.spent))
    }

    /// The unit in hand goes to a hex, to stay there or to go on.
    fn go<J: Journal>(self, game: &mut Mars, unit: UnitId, to: HexId, stays: bool, journal: &mut J) {
        let from = game.field.hex_of(unit);
        let Ok(step) = movement::check_move_after::<Silent>(&game.field, unit, self.spent, to) else {
            return;
        };
        movement::make(&mut game.field, &step);
        if !stays {
            game.field.set(unit, Status::Moved, false);
            game.flow.goto(Self { picked: Some(unit), spent: self.spent + step.spent });
        }
        journal.tell(|| {
            let (name, start) = (game.name(unit), from.map_or("", |hex| game.number(hex)));
            let words = format!("{name} moves from {start} to {}", game.number(to));
            let hexes: Vec<HexId> = from.into_iter().chain(step.path.hexes().iter().copied()).collect();
            game.event("MARS-MOV-4", words, &hexes).to(unit)
        });
    }
}

/// Enemy towns that a unit can go through and not only to.
fn towns_on_the_way(game: &Mars, march: &March, range: &Range) -> Hexes {
    let field = &game.field;
    let Some(left) = range.allowance.at_most.and_then(|most| most.checked_sub(1)) else {
        return Hexes::EMPTY;
    };
    let reached = range.within(left) - march.zones.hexes;
    let towns = field.theatre().towns.iter().enumerate();
    let enemy = towns.filter(|(town, _)| field.controller(*town) != game.phasing);
    enemy.map(|(_, town)| town.hex).filter(|&hex| reached.contains(hex)).collect()
}

fn may_exit(game: &Mars, march: &March, range: &Range) -> bool {
    game.phasing == Side::German && !reinforcement::exits(&game.field, march, range).is_empty()
}

impl Decision<Mars> for Move {
    fn prompt(self, game: &Mars) -> Prompt {
        let clause = if game.phasing == Side::Russian { "MARS-SEQ-2" } else { "MARS-SEQ-7" };
        match self.picked {
            Some(unit) => Prompt::new(format!("where does {} go?", game.name(unit)), &[clause, "MARS-MOV-2"]),
            None => Prompt::new("which unit moves next?", &[clause, "MARS-MOV-12"]),
        }
    }

    fn choices(self, game: &Mars, out: &mut Vec<Action>) {
        let Some(unit) = self.picked else {
            out.push(Action::Done);
            out.extend(Self::movable(game).iter().map(Action::Pick));
            return;
        };
        let (march, range) = self.range(game, unit);
        out.push(Action::Stay);
        out.extend(range.destinations().iter().map(Action::To));
        out.extend(towns_on_the_way(game, &march, &range).iter().map(Action::Via));
        if may_exit(game, &march, &range) {
            out.push(Action::Exit);
        }
    }

    fn check<E: Objection>(self, game: &Mars, action: Action) -> Result<(), E> {
        let field = &game.field;
        match (action, self.picked) {
            (Action::Done, None) | (Action::Stay, Some(_)) => Ok(()),
            (Action::Pick(unit), None) if field.unit(unit).side != game.phasing => {
                refuse("MARS-SEQ-2", game.name(unit), format_args!("is not a {} unit", game.phasing))
            }
            (Action::Pick(unit), None) => movement::check_mover(field, unit),
            (Action::To(hex), Some(unit)) => {
                movement::check_move_after(field, unit, self.spent, hex).map(|_| ())
            }
            (Action::Via(hex), Some(unit)) => {
                movement::check_move_after(field, unit, self.spent, hex)?;
                let (march, range) = self.range(game, unit);
                if towns_on_the_way(game, &march, &range).contains(hex) {
                    return Ok(());
                }
                let (number, name) = (game.number(hex), game.name(unit));
                refuse(
                    "MARS-VIC-14",
                    number,
                    format_args!("is no enemy town that {name} can go through with movement left"),
                )
            }
            (Action::Exit, Some(unit)) => {
                let (march, range) = self.range(game, unit);
                if may_exit(game, &march, &range) { Ok(()) } else { reinforcement::refuse_exit(field, unit) }
            }
            _ => game.out_of_place(action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Mars, action: Action, journal: &mut J) {
        match (action, self.picked) {
            (Action::Done, _) => return game.flow.done(),
            (Action::Pick(unit), _) => return game.flow.goto(Self { picked: Some(unit), spent: 0 }),
            (Action::Via(town), Some(unit)) => return self.go(game, unit, town, false, journal),
            (Action::Stay, Some(unit)) if self.spent > 0 => movement::end(&mut game.field, unit, self.spent),
            (Action::To(hex), Some(unit)) => self.go(game, unit, hex, true, journal),
            (Action::Exit, Some(unit)) => {
                let from = game.field.hex_of(unit);
                reinforcement::withdraw(&mut game.field, unit, game.turn);
                let words = || format!("{} leaves the map", game.name(unit));
                journal.tell(|| game.event("MARS-VIC-11", words(), from.as_slice()));
            }
            _ => {}
        }
        game.flow.goto(Self::START);
    }

    fn is_open(self, game: &Mars) -> bool {
        self.picked.is_some() || !Self::movable(game).is_empty()
    }
}
