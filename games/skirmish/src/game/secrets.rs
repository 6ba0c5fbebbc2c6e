//! What the other side must not know (5.3).

use kit::{
    Dice, Die, Purpose, Viewer,
    position::UnitId,
    tabletop::{Bounds, Heading, Point},
};
use smallvec::SmallVec;

use super::Skirmish;
use crate::{
    action::Action,
    placing::Crowd,
    state::{Flags, Side},
};

/// How far a hidden unit is moved about at the most, in mm.
const ABOUT: u16 = 200;
/// How often a place is looked for.
const TRIES: u8 = 4;
const SHUFFLE: Purpose = Purpose::new("shuffle", "");

impl Skirmish {
    /// An action as the other side may read it: what a unit does that is out of its sight stays a secret.
    pub(super) fn written_for_others(&self, action: &Action) -> String {
        let acting = self.act.unit;
        let is_open =
            |unit: UnitId| self.is_open_to(Viewer::Seat(self.board.side(unit).other().seat()), unit);
        match *action {
            Action::Declare(_)
            | Action::Chip
            | Action::NoRequest
            | Action::Mark(_)
            | Action::MarkAll(_)
            | Action::MarkCross(_)
            | Action::Marked
            | Action::Drop(_) => kit::Game::write(self, action),
            Action::Place(..) | Action::Aboard(..) | Action::Suggested => "places units".to_owned(),
            Action::Request(_) => "asks for fire".to_owned(),
            Action::Next(unit) | Action::React(unit) if is_open(unit) => kit::Game::write(self, action),
            Action::Next(_) => "next".to_owned(),
            Action::React(_) => "reacts".to_owned(),
            _ if acting.is_none_or(is_open) => kit::Game::write(self, action),
            _ => "acts out of sight".to_owned(),
        }
    }

    /// Whether a unit is hidden from a viewer and stands on the table by itself.
    fn is_hidden_from(&self, viewer: Viewer, unit: UnitId) -> bool {
        let board = &self.board;
        board.is_on_table(unit)
            && !board.rides(unit)
            && self.act.unit != Some(unit)
            && board.unit(unit).engaged.is_empty()
            && !self.is_open_to(viewer, unit)
    }

    /// Moves hidden units about, each to a place where it may stand and stays out of sight.
    pub(super) fn shuffle_hidden(&mut self, viewer: Viewer, dice: &mut impl Dice) {
        for unit in self.board.everybody() {
            if !self.is_hidden_from(viewer, unit) {
                continue;
            }
            let before = self.board;
            for _ in 0..TRIES {
                let heading = Heading::new(dice.roll(Die::with_sides(360), SHUFFLE) - 1);
                let far = i32::from(dice.roll(Die::with_sides(ABOUT), SHUFFLE));
                if self.shift(unit, heading, far) && !self.comes_into_sight(unit) {
                    break;
                }
                self.board = before;
            }
        }
    }

    fn comes_into_sight(&self, unit: UnitId) -> bool {
        let side = self.board.side(unit).other();
        self.board
            .army(side)
            .iter()
            .any(|enemy| !self.board.is(enemy, Flags::FLEEING) && self.board.spots(enemy, unit))
    }

    /// A unit stands somewhere else as it stands here; false if it may not.
    fn shift(&mut self, unit: UnitId, heading: Heading, far: i32) -> bool {
        let moved = |at: Point| at.offset(heading, far);
        let fits = {
            let scene = self.board.scene(None);
            let centre = moved(self.board.centre(unit));
            let around = Bounds::of(centre, centre).grown(420);
            let crowd = Crowd::near(&self.board, &scene, unit, None, &around);
            if self.board.is_model(unit) {
                let at = moved(self.board.model_at(unit));
                let shape = self.board.shape_at(unit, at, Heading::new(self.board.unit(unit).heading));
                crowd.has_room_for_model(at, &shape)
            } else {
                let mut placed: SmallVec<[(Point, u8); 12]> = SmallVec::new();
                self.board.living(unit).all(|(_, man)| {
                    let at = moved(man.at());
                    // Up and down the stairs nobody is moved.
                    let fits = man.floor == 0 && crowd.has_room_for_man(at, 0, &placed);
                    placed.push((at, 0));
                    fits
                })
            }
        };
        if !fits {
            return false;
        }
        if self.board.is_model(unit) {
            let at = moved(self.board.model_at(unit));
            let state = self.board.unit_mut(unit);
            (state.x, state.y) = (at.x as i16, at.y as i16);
        } else {
            for man in self.board.men_mut(unit) {
                let at = moved(man.at());
                (man.x, man.y) = (at.x as i16, at.y as i16);
            }
        }
        true
    }

    /// What must hold in every state.
    pub(super) fn holds(&self) -> Result<(), String> {
        let board = &self.board;
        for unit in board.everybody() {
            let (state, name) = (board.unit(unit), self.name(unit));
            if !board.is_on_table(unit) {
                continue;
            }
            if state.alive == 0 {
                return Err(format!("{name} is on the table with nobody alive"));
            }
            if board.is_afoot(unit) {
                let living = board.living(unit).count();
                if living != usize::from(state.alive) {
                    return Err(format!("{name} has {} men and {living} miniatures", state.alive));
                }
                if !board.men(unit)[usize::from(state.leader)].alive {
                    return Err(format!("the leader of {name} is dead"));
                }
                let off = board.living(unit).find(|(_, man)| !board.terrain().holds(man.at()));
                if let Some((man, at)) = off
                    && !board.rides(unit)
                {
                    return Err(format!("man {man} of {name} stands off the table at {},{}", at.x, at.y));
                }
            } else if !board.terrain().holds(board.model_at(unit)) {
                return Err(format!("{name} stands off the table"));
            }
            if let Some(carrier) = state.carrier()
                && !(board.is_on_table(carrier) && board.is_model(carrier))
            {
                return Err(format!("{name} rides in {}, which is not there", self.name(carrier)));
            }
            for enemy in state.engaged {
                if !board.unit(enemy).engaged.contains(unit) || !board.is_on_table(enemy) {
                    return Err(format!("{name} is engaged with {} but not the other way", self.name(enemy)));
                }
            }
        }
        for side in Side::BOTH {
            let own = board.seen[side as usize] & board.army(side);
            if !own.is_empty() {
                return Err("a side has its own units among the enemies in sight".to_owned());
            }
        }
        Ok(())
    }
}
