//! What a decision looks like before it is made.

use kit::{Hint, HintKind, Silent};

use super::Skirmish;
use crate::{action::Action, board::March, flow::Step};

impl Skirmish {
    /// SKIR-MOV-5: a way with its price; a maneuver in words.
    pub(super) fn hint_for(&self, action: &Action) -> Hint {
        match *action {
            Action::To(spot, floor) => {
                let (Some(unit), Step::Routing(_)) = (self.act.unit, self.flow.top()) else {
                    return Hint { kind: HintKind::Go, ..Hint::default() };
                };
                let scene = self.board.scene(Some(self.board.side(unit)));
                let march = March::new(&scene, &self.board, self.mover(&scene, unit, false));
                let way = self.way_to::<Silent>(&march, &scene, unit, spot.at(self), floor);
                let price = way.ok().and_then(|way| march.judge::<Silent>(&way, 0).ok());
                let note = price.map_or_else(String::new, |price| {
                    let (cm, mm) = (price.length / 10_000, price.length / 1000 % 10);
                    let share = (price.points * 100).checked_div(price.budget).unwrap_or(0);
                    format!("{cm}.{mm} cm, {share} % of its movement")
                });
                Hint { kind: HintKind::Go, note, ..Hint::default() }
            }
            Action::Do(order, about) => {
                let words = order.name().replace('-', " ");
                let label =
                    about.map_or_else(|| words.clone(), |other| format!("{words}: {}", self.name(other)));
                Hint { label, ..Hint::default() }
            }
            _ => Hint::default(),
        }
    }
}
