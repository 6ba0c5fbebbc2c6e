//! A vehicle drives through a wooden house (SKIR-MOV-8, SKIR-R12).

use kit::{Dice, Journal, flow::Procedure, position::UnitId, tabletop::Point};
use smallvec::SmallVec;

use crate::{board::PieceId, charts::Test, game::Skirmish, harm::Tests, nerve::Nerve};

/// SKIR-MOV-8, SKIR-R12: a wooden house is driven through: man after man inside dodges or dies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Collapsing {
    pub(super) piece: u8,
    /// Men from this place on, over all units.
    pub(super) from: u16,
}

impl Collapsing {
    /// The next man inside: his place over all men, his unit and his place in it.
    fn next(self, game: &Skirmish) -> Option<(u16, UnitId, u8)> {
        let scene = game.board.scene(None);
        let inside = |at: Point| scene.holds(PieceId(self.piece), at);
        let units = game.board.everybody().filter(|unit| {
            game.board.is_on_table(*unit) && game.board.is_afoot(*unit) && !game.board.rides(*unit)
        });
        units
            .flat_map(|unit| {
                game.board
                    .living(unit)
                    .map(move |(man, state)| (unit, man, state))
                    .collect::<SmallVec<[_; 12]>>()
            })
            .map(|(unit, man, state)| {
                (u16::from(game.board.member(unit).first_man) + u16::from(man), unit, man, state)
            })
            .find(|(place, _, _, state)| *place >= self.from && inside(state.at()))
            .map(|(place, unit, man, _)| (place, unit, man))
    }
}

impl Procedure<Skirmish> for Collapsing {
    type End = bool;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> bool {
        let Some((_, unit, _)) = self.next(game) else { return true };
        let nerve = Nerve { cs: game.board.chart(unit).cs, cr: 0 };
        game.board.rules.get().passes(Test::Dodge, nerve, dice)
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, lives: bool, journal: &mut J) {
        let Some((place, unit, man)) = self.next(game) else {
            return game.flow.goto(Tests);
        };
        game.flow.goto(Self { from: place + 1, ..self });
        game.board.men_mut(unit)[usize::from(man)].floor = 0;
        if !lives {
            game.lose_men(unit, 1 << man, false, journal);
        }
    }
}
