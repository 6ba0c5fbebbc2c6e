//! Phase B: rail movement (chapter RAIL). A unit is chosen, then its end: of all stations on the net only those that this
//! one unit can reach are offered.

use kit::{
    Journal, Objection, Prompt,
    flow::Decision,
    map::HexId,
    objection::{no, no_if, no_since},
};

use super::{event, out_of_place};
use crate::{
    action::Action,
    board::Status,
    game::EastFront,
    map::Hexes,
    rail,
    roster::{Force, UnitId},
    stacking,
    unit::Side,
};

impl EastFront {
    /// Phase B begins (`EAST-RAIL-3`).
    pub(crate) fn begin_rail_movement(&mut self) {
        let has_rail = self.theatre().rail;
        self.rail_left = if has_rail { self.charts().rail_capacity(self.phasing, self.month()) } else { 0 };
    }

    /// What a unit takes of the capacity.
    pub(crate) fn rail_points(&self, unit: UnitId) -> u8 {
        self.charts().rail_points(self.board.piece(unit).size())
    }

    /// Units that stand at a station on open rail and may go by it.
    pub(crate) fn passengers(&self) -> Force {
        if self.rail_left == 0 {
            return Force::NONE;
        }
        let board = &self.board;
        let net = rail::open_net(board, self.phasing) & self.theatre().stations;
        let idle = board.units_of(self.phasing) - board.all(Status::Railed);
        let can = |unit: &UnitId| {
            self.rail_points(*unit) <= self.rail_left
                && board.hex_of(*unit).is_some_and(|hex| net.contains(hex))
        };
        (idle - self.stranded()).iter().filter(can).collect()
    }

    /// Dispersed units that no train takes: all but a Soviet one that was rebuilt this turn (`EAST-RAIL-4`).
    fn stranded(&self) -> Force {
        let dispersed = self.board.all(Status::Dispersed);
        if self.phasing == Side::Soviet { dispersed - self.board.all(Status::Rebuilt) } else { dispersed }
    }
}

/// Units go by rail one at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ride {
    /// The unit in hand.
    pub(crate) picked: Option<UnitId>,
}

impl Ride {
    pub(crate) const START: Self = Self { picked: None };

    /// The ends that a unit can reach.
    pub(crate) fn ends(game: &EastFront, unit: UnitId) -> Hexes {
        let ends = rail::reach(&game.board, unit, game.season()) & game.theatre().stations;
        stacking::with_room(&game.board, unit, ends)
    }

    fn check_pick<E: Objection>(game: &EastFront, unit: UnitId) -> Result<(), E> {
        let (board, name) = (&game.board, game.name(unit));
        if board.side(unit) != game.phasing {
            return no("EAST-SEQ-3", name, "it is not its side's turn");
        }
        let Some(hex) = board.hex_of(unit) else { return no("EAST-RAIL-1", name, "it is not on the map") };
        no_if(board.is(unit, Status::Railed), "EAST-SEQ-7", name, || "it has gone by rail already".into())?;
        no_if(game.stranded().contains(unit), "EAST-RAIL-4", name, || {
            "it is Dispersed and does not go by rail".into()
        })?;
        no_if(!game.theatre().stations.contains(hex), "EAST-RAIL-1", name, || {
            format!("it begins in {}, where no town or city lies on a rail line", game.number(hex))
        })?;
        no_if(!rail::open_net(board, game.phasing).contains(hex), "EAST-RAIL-2", name, || {
            format!(
                "the rail in {} is not open: enemy zones of control, or not yet converted",
                game.number(hex)
            )
        })?;
        let (points, left) = (game.rail_points(unit), game.rail_left);
        no_if(points > left, "EAST-RAIL-3", name, || {
            format!("it takes {points} of the rail points, and {left} are left")
        })
    }
}

impl Decision<EastFront> for Ride {
    fn prompt(self, game: &EastFront) -> Prompt {
        match self.picked {
            None => {
                let left = match game.rail_left {
                    1 => "1 point is left".to_owned(),
                    points => format!("{points} points are left"),
                };
                let words = format!("Phase B: which unit goes by rail? {left}");
                Prompt::new(words, &["EAST-SEQ-3", "EAST-RAIL-1", "EAST-RAIL-3"])
            }
            Some(unit) => Prompt::new(
                format!("Where does {} go by rail?", game.name(unit)),
                &["EAST-RAIL-1", "EAST-RAIL-2", "EAST-RAIL-5"],
            ),
        }
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        match self.picked {
            None => {
                out.extend(game.passengers().iter().map(Action::Pick));
                out.push(Action::Done);
            }
            Some(unit) => {
                out.extend(Self::ends(game, unit).iter().map(Action::To));
                out.push(Action::Stay);
            }
        }
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        match (action, self.picked) {
            (Action::Pick(unit), None) => Self::check_pick(game, unit),
            (Action::Done, None) | (Action::Stay, Some(_)) => Ok(()),
            (Action::To(hex), Some(unit)) => {
                let name = game.name(unit);
                no_if(!game.theatre().stations.contains(hex), "EAST-RAIL-1", name, || {
                    format!("{} has no town or city on a rail line", game.number(hex))
                })?;
                no_if(game.board.hex_of(unit) == Some(hex), "EAST-RAIL-1", name, || {
                    "it is there already".into()
                })?;
                if !rail::reach(&game.board, unit, game.season()).contains(hex) {
                    return no_since("EAST-RAIL-2", name, || {
                        format!("no open rail leads from its station to {}", game.theatre().called(hex))
                    });
                }
                stacking::check_room(&game.board, unit, hex)
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        match (action, self.picked) {
            (Action::Pick(unit), _) => game.flow.goto(Self { picked: Some(unit) }),
            (Action::To(hex), Some(unit)) => {
                let from = game.board.hex_of(unit).unwrap_or(HexId::NONE);
                game.rail_left -= game.rail_points(unit);
                game.board.move_to(unit, hex);
                game.board.set(unit, Status::Railed, true);
                journal.tell(|| {
                    let words = format!("{} goes by rail to {}", game.name(unit), game.theatre().called(hex));
                    event(game, "EAST-RAIL-1", words, &[from, hex]).to(unit)
                });
                game.flow.goto(Self::START);
            }
            (Action::Stay, Some(_)) => game.flow.goto(Self::START),
            _ => game.flow.done(),
        }
    }

    fn is_open(self, game: &EastFront) -> bool {
        self.picked.is_some() || !game.passengers().is_empty()
    }
}
