//! House rule `EAST-H5`: before turn 1 the Axis player places his corps as he likes.

use kit::{
    Journal, Objection, Prompt,
    flow::Decision,
    map::HexId,
    objection::{no_if, no_since},
};

use super::{TurnStart, event, out_of_place};
use crate::{
    action::Action,
    game::EastFront,
    map::Hexes,
    movement,
    roster::{Force, UnitId},
    stacking,
    terrain::Country,
    unit::{Arm, Nation, Side, Size},
};

/// At most so many German infantry corps begin in Romania, besides the army there.
const MOST_IN_ROMANIA: usize = 2;

/// Corps are put elsewhere one at a time; the rest stays where history had it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SetUp {
    /// The corps in hand.
    pub(crate) picked: Option<UnitId>,
}

impl SetUp {
    pub(crate) const START: Self = Self { picked: None };

    fn corps(game: &EastFront) -> Force {
        let is_corps = |unit: &UnitId| game.board.piece(*unit).size() == Size::Corps;
        game.board.units_of(Side::Axis).iter().filter(is_corps).collect()
    }

    /// Whether the limit of Romania leaves no room for a corps.
    fn is_romania_full(game: &EastFront, unit: UnitId) -> bool {
        let romania = game.theatre().country(Country::Romania);
        let is_counted = |unit: UnitId| {
            let piece = game.board.piece(unit);
            piece.nation() == Nation::German && piece.arm() == Arm::Infantry
        };
        let there = Self::corps(game).iter().filter(|&other| {
            other != unit
                && is_counted(other)
                && game.board.hex_of(other).is_some_and(|hex| romania.contains(hex))
        });
        is_counted(unit) && there.count() >= MOST_IN_ROMANIA
    }

    fn hexes(game: &EastFront, unit: UnitId) -> Hexes {
        let mut open = game.theatre().axis_at_start & game.board.open_to(unit);
        if Self::is_romania_full(game, unit) {
            open -= *game.theatre().country(Country::Romania);
        }
        if let Some(here) = game.board.hex_of(unit) {
            open.remove(here);
        }
        stacking::with_room(&game.board, unit, open)
    }

    fn check_hex<E: Objection>(game: &EastFront, unit: UnitId, hex: HexId) -> Result<(), E> {
        let name = game.name(unit);
        no_if(!game.theatre().axis_at_start.contains(hex), "EAST-H5", name, || {
            format!("{} is not on the Axis side", game.number(hex))
        })?;
        movement::check_entry(&game.board, unit, hex)?;
        stacking::check_room(&game.board, unit, hex)?;
        if Self::hexes(game, unit).contains(hex) {
            return Ok(());
        }
        no_since("EAST-H5", name, || {
            format!("it is there, or {MOST_IN_ROMANIA} German infantry corps are in Romania already")
        })
    }
}

impl Decision<EastFront> for SetUp {
    fn prompt(self, game: &EastFront) -> Prompt {
        match self.picked {
            None => Prompt::new("Place your corps, one at a time, or begin", &["EAST-H5", "EAST-SET-1"]),
            Some(unit) => {
                Prompt::new(format!("Where does {} begin?", game.name(unit)), &["EAST-H5", "EAST-STK-1"])
            }
        }
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        match self.picked {
            None => {
                out.extend(Self::corps(game).iter().map(Action::Pick));
                out.push(Action::Done);
            }
            Some(unit) => {
                out.extend(Self::hexes(game, unit).iter().map(Action::To));
                out.push(Action::Stay);
            }
        }
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        match (action, self.picked) {
            (Action::Pick(unit), None) => {
                no_if(!Self::corps(game).contains(unit), "EAST-H5", game.name(unit), || {
                    "it is no Axis corps that is set up now".into()
                })
            }
            (Action::Done, None) | (Action::Stay, Some(_)) => Ok(()),
            (Action::To(hex), Some(unit)) => Self::check_hex(game, unit, hex),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        match (action, self.picked) {
            (Action::Pick(unit), _) => game.flow.goto(Self { picked: Some(unit) }),
            (Action::To(hex), Some(unit)) => {
                game.board.move_to(unit, hex);
                journal.tell(|| {
                    let words = format!("{} begins at {}", game.name(unit), game.theatre().called(hex));
                    event(game, "EAST-H5", words, &[hex]).to(unit)
                });
                game.flow.goto(Self::START);
            }
            (Action::Stay, _) => game.flow.goto(Self::START),
            _ => game.flow.goto(TurnStart),
        }
    }
}
