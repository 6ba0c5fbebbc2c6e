//! Phase H: the Axis converts rails (`EAST-CTL-2`).

use kit::{
    Journal, Objection, Prompt,
    flow::Decision,
    map::HexId,
    objection::{no_if, no_since},
};

use super::{event, out_of_place};
use crate::{action::Action, game::EastFront, rail, unit::Side};

impl EastFront {
    /// Phase H begins.
    pub(crate) fn begin_conversion(&mut self) {
        let converts = self.theatre().rail && self.phasing == Side::Axis;
        self.rail_left = if converts { self.charts().rail_conversion(self.weather) } else { 0 };
    }

    fn convert(&mut self, hex: HexId) {
        self.board.convert(hex);
        self.rail_left -= 1;
    }
}

/// Hexes are converted one at a time, or all that are left by the usual order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Conversion;

impl Decision<EastFront> for Conversion {
    fn prompt(self, game: &EastFront) -> Prompt {
        let words = format!("Phase H: which rail hexes are converted? {} more", game.rail_left);
        Prompt::new(words, &["EAST-SEQ-3", "EAST-CTL-2"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        out.push(Action::Rails);
        out.extend(rail::convertible(&game.board).iter().map(Action::Convert));
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        let hex = match action {
            Action::Rails | Action::Done => return Ok(()),
            Action::Convert(hex) => hex,
            _ => return out_of_place(game, action),
        };
        let (board, theatre, number) = (&game.board, game.theatre(), game.number(hex));
        let no_rail = !theatre.rail_hexes.contains(hex);
        no_if(no_rail, "EAST-CTL-2", number, || "no rail line runs there".into())?;
        let is_done = theatre.home_rail.contains(hex) || board.converted().contains(hex);
        no_if(is_done, "EAST-CTL-2", number, || "its rail has the right gauge already".into())?;
        no_if(!board.controls(Side::Axis, hex), "EAST-CTL-2", number, || "the Soviets control it".into())?;
        no_if(board.closed_zones(Side::Axis).contains(hex), "EAST-CTL-2", number, || {
            "it lies in a Soviet zone of control, and no Axis unit is there".into()
        })?;
        if rail::convertible(board).contains(hex) {
            return Ok(());
        }
        no_since("EAST-CTL-2", number, || "its rail joins no hex that the Axis can use".into())
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        match action {
            Action::Convert(hex) => game.convert(hex),
            Action::Rails => {
                let mut count = 0;
                while game.rail_left > 0
                    && let Some(hex) = rail::usual_conversion(&game.board)
                {
                    game.convert(hex);
                    count += 1;
                }
                journal.tell(|| event(game, "EAST-CTL-2", format!("{count} rail hexes are converted"), &[]));
            }
            _ => game.rail_left = 0,
        }
    }

    fn is_open(self, game: &EastFront) -> bool {
        game.rail_left > 0 && !rail::convertible(&game.board).is_empty()
    }
}
