//! Phase D: operational movement (chapter MOV), and what does not fit any more (`EAST-STK-6`).

use kit::{
    Journal, Objection, Prompt,
    flow::Decision,
    map::HexId,
    objection::{Silent, no, no_if},
};

use super::{event, out_of_place};
use crate::{
    action::Action,
    board::Status,
    game::EastFront,
    map::Hexes,
    movement::Way,
    roster::{Force, UnitId},
    stacking,
};

impl EastFront {
    /// The units that can still move in phase D and have somewhere to go. Only enemies close every way.
    pub(crate) fn movable(&self) -> Force {
        let beside = self.theatre().neighbours.of(self.board.enemies_of(self.phasing));
        let goes = |unit: &UnitId| {
            let is_near = self.board.hex_of(*unit).is_some_and(|hex| beside.contains(hex));
            !is_near || self.range(*unit).can_step()
        };
        self.board.movable(self.phasing).iter().filter(goes).collect()
    }
}

/// Units move one at a time, in any order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The unit in hand.
    pub(crate) picked: Option<UnitId>,
}

impl Move {
    pub(crate) const START: Self = Self { picked: None };

    fn check_pick<E: Objection>(game: &EastFront, unit: UnitId) -> Result<(), E> {
        let (board, name) = (&game.board, game.name(unit));
        if board.side(unit) != game.phasing {
            return no("EAST-SEQ-3", name, "it is not its side's turn to move");
        }
        no_if(board.hex_of(unit).is_none(), "EAST-MOV-1", name, || "it is not on the map".into())?;
        no_if(board.is_dispersed(unit), "EAST-MOV-2", name, || "it is Dispersed and does not move".into())?;
        no_if(board.is(unit, Status::Spent), "EAST-SEQ-5", name, || "it has attacked and is Spent".into())?;
        no_if(board.is(unit, Status::Railed), "EAST-SEQ-7", name, || "it has gone by rail this turn".into())?;
        no_if(board.is(unit, Status::Moved), "EAST-SEQ-4", name, || "it has moved already".into())?;
        no_if(!game.range(unit).can_step(), "EAST-ZOC-4", name, || {
            "it has nowhere to go: every hex beside it is closed, or a step from one enemy zone of control to another".into()
        })
    }

    /// The unit goes its way; every hex of it is controlled at once (`EAST-MOV-11`).
    fn march<J: Journal>(game: &mut EastFront, unit: UnitId, way: &Way, journal: &mut J) {
        let from = game.board.hex_of(unit).unwrap_or(HexId::NONE);
        let side = game.board.side(unit);
        way.hexes().iter().for_each(|&hex| game.board.enter(side, hex));
        let end = way.end().unwrap_or(from);
        game.board.move_to(unit, end);
        game.board.set(unit, Status::Moved, true);
        journal.tell(|| {
            let words = format!("{} moves to {}", game.name(unit), game.theatre().called(end));
            event(game, "EAST-MOV-1", words, &[from, end]).to(unit)
        });
        (game.way, game.last_march) = (Way::NOWHERE, Some((from, end)));
        game.flow.goto(Self::START);
    }

    /// Who stands where the last unit came from and can march where it went.
    fn followers(game: &EastFront) -> impl Iterator<Item = UnitId> + '_ {
        let (from, _) = game.last_march.unwrap_or((HexId::NONE, HexId::NONE));
        let stack = from.some().into_iter().flat_map(|from| game.board.units_in(from));
        stack.filter(|&unit| Self::check_following::<Silent>(game, unit).is_ok())
    }

    fn check_following<E: Objection>(game: &EastFront, unit: UnitId) -> Result<(), E> {
        Self::check_pick(game, unit)?;
        match game.last_march {
            Some((from, to)) if game.board.hex_of(unit) == Some(from) => game.range(unit).check(to),
            _ => no("EAST-MOV-1", game.name(unit), "nobody of its stack has just marched"),
        }
    }
}

impl Decision<EastFront> for Move {
    fn prompt(self, game: &EastFront) -> Prompt {
        match self.picked {
            None => Prompt::new(
                "Phase D: move your units, one at a time",
                &["EAST-SEQ-3", "EAST-MOV-1", "EAST-ZOC-3"],
            ),
            Some(unit) if game.way.hexes().is_empty() => Prompt::new(
                format!("Where does {} move?", game.name(unit)),
                &["EAST-MOV-1", "EAST-MOV-3", "EAST-MOV-4", "EAST-ZOC-3", "EAST-ZOC-4", "EAST-STK-1"],
            ),
            Some(unit) => Prompt::new(
                format!("{}: go on with the way, or end the move here", game.name(unit)),
                &["EAST-MOV-1", "EAST-MOV-11"],
            ),
        }
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        let Some(unit) = self.picked else {
            out.extend(Self::followers(game).map(Action::Follow));
            out.extend(game.movable().iter().map(Action::Pick));
            return out.push(Action::Done);
        };
        let range = game.range(unit);
        if game.way.hexes().is_empty() {
            out.extend(range.ends().iter().map(Action::To));
        } else if range.check_way::<Silent>(&game.way).is_ok() {
            out.push(Action::Done);
        }
        out.extend(range.next_steps(&game.way).iter().map(Action::Step));
        out.push(Action::Stay);
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        match (action, self.picked) {
            (Action::Pick(unit), None) => Self::check_pick(game, unit),
            (Action::Follow(unit), None) => Self::check_following(game, unit),
            (Action::Done, None) | (Action::Stay, Some(_)) => Ok(()),
            (Action::To(hex), Some(unit)) if game.way.hexes().is_empty() => game.range(unit).check(hex),
            (Action::Step(hex), Some(unit)) => game.range(unit).check_step(&game.way, hex),
            (Action::Done, Some(unit)) => game.range(unit).check_way(&game.way),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        match (action, self.picked) {
            (Action::Pick(unit), _) => game.flow.goto(Self { picked: Some(unit) }),
            (Action::Follow(unit), None) => {
                let (_, to) = game.last_march.unwrap_or((HexId::NONE, HexId::NONE));
                let way = game.range(unit).way(to).unwrap_or(Way::NOWHERE);
                Self::march(game, unit, &way, journal);
            }
            (Action::To(hex), Some(unit)) => {
                let way = game.range(unit).way(hex).unwrap_or(Way::NOWHERE);
                Self::march(game, unit, &way, journal);
            }
            (Action::Step(hex), _) => game.way = game.way.then(hex),
            (Action::Done, Some(unit)) => {
                let way = game.way;
                Self::march(game, unit, &way, journal);
            }
            // Whoever is let go has not moved, and can be taken up again.
            (Action::Stay, Some(_)) => {
                game.way = Way::NOWHERE;
                game.flow.goto(Self::START);
            }
            _ => game.flow.done(),
        }
    }

    fn is_open(self, game: &EastFront) -> bool {
        self.picked.is_some() || !game.movable().is_empty()
    }
}

/// `EAST-STK-6`: what stands too thick at the end of phase D is eliminated by its owner's choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Excess;

impl Excess {
    /// Only a thaw makes a stack too large (`EAST-R67`).
    fn hexes(game: &EastFront) -> Hexes {
        let rough = (game.theatre().swamp | game.theatre().mountain) & game.board.held_by(game.phasing);
        rough.iter().filter(|&hex| stacking::is_overstacked(&game.board, hex)).collect()
    }

    fn units(game: &EastFront) -> impl Iterator<Item = UnitId> + '_ {
        let units = Self::hexes(game).into_iter().flat_map(|hex| game.board.units_in(hex));
        units.filter(|&unit| game.board.piece(unit).is_armour())
    }
}

impl Decision<EastFront> for Excess {
    fn prompt(self, _: &EastFront) -> Prompt {
        Prompt::new(
            "Two ARM units stand in thawed swamp: which one is eliminated?",
            &["EAST-STK-6", "EAST-STK-3"],
        )
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        out.extend(Self::units(game).map(Action::Lose));
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        let Action::Lose(unit) = action else { return out_of_place(game, action) };
        no_if(!Self::units(game).any(|other| other == unit), "EAST-STK-6", game.name(unit), || {
            "it is none of the ARM units that stand too thick".into()
        })
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        let Action::Lose(unit) = action else { return };
        let hex = game.board.hex_of(unit).unwrap_or(HexId::NONE);
        journal.tell(|| {
            let words = format!("{} finds no room in {} and is lost", game.name(unit), game.number(hex));
            event(game, "EAST-STK-6", words, &[hex]).to(unit)
        });
        game.board.eliminate(unit, game.turn);
    }

    fn is_open(self, game: &EastFront) -> bool {
        !Self::hexes(game).is_empty()
    }
}
