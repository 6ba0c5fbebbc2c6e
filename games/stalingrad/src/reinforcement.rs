//! German reinforcements and panzer replacements (STAL-REP-7, STAL-REP-8, STAL-R81).

use kit::{
    Journal, Objection, Prompt, Seat,
    flow::Decision,
    map::HexId,
    objection::{no, no_if},
};

use crate::{
    action::Action,
    field::{Aside, Location},
    flow::{event, out_of_place},
    game::{Stalingrad, seat},
    map::Hexes,
    stacking,
    units::{Side, UnitId, UnitKind, Units},
};

/// A.1: units come on at the western edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arrivals;

impl Arrivals {
    /// The reinforcements that may come now.
    fn reinforcements(game: &Stalingrad) -> Units {
        let is_due = |unit: &UnitId| matches!(game.field.place_of(*unit), Location::Aside(Aside::Calendar(turn)) if turn <= game.turn);
        game.field.all_of(Side::German).iter().filter(is_due).collect()
    }

    /// The lost panzers, of which replacements bring one back each.
    fn lost_panzers(game: &Stalingrad) -> Units {
        if game.panzers_due == 0 {
            return Units::NONE;
        }
        let is_lost = |unit: &UnitId| {
            game.field.is_kind(*unit, UnitKind::Panzer)
                && game.field.place_of(*unit) == Location::Aside(Aside::Gone)
        };
        game.field.all_of(Side::German).iter().filter(is_lost).collect()
    }

    fn coming(game: &Stalingrad) -> Units {
        Self::reinforcements(game) | Self::lost_panzers(game)
    }

    /// Hexes of the western edge without Russians: there Germans enter (STAL-MOV-10).
    fn entries(game: &Stalingrad) -> Hexes {
        game.theatre().western_edge - game.field.held_by(Side::Russian)
    }

    fn ways(game: &Stalingrad, unit: UnitId) -> impl Iterator<Item = HexId> {
        Self::entries(game).iter().filter(move |&hex| stacking::has_room(&game.field, unit, hex))
    }

    /// STAL-REP-8: without a lost panzer a replacement is lost; STAL-R81: declined too, but not for want of room.
    pub(crate) fn close(game: &mut Stalingrad) {
        let has_room = Self::lost_panzers(game).iter().any(|unit| Self::ways(game, unit).next().is_some());
        if Self::lost_panzers(game).is_empty() || has_room {
            game.panzers_due = 0;
        }
        game.flow.done();
    }
}

impl Decision<Stalingrad> for Arrivals {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::German))
    }

    fn prompt(self, _: &Stalingrad) -> Prompt {
        Prompt::new("Bring on reinforcements at the western edge", &["STAL-SEQ-2", "STAL-REP-7"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        for unit in Self::coming(game) {
            out.extend(Self::ways(game, unit).map(|hex| Action::Enter(unit, hex)));
        }
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::Enter(unit, hex) => {
                let name = game.name(unit);
                if !Self::coming(game).contains(unit) {
                    let is_panzer = game.field.is_kind(unit, UnitKind::Panzer);
                    let clause = if is_panzer { "STAL-REP-8" } else { "STAL-REP-7" };
                    return no(clause, name, "it does not come on in this turn");
                }
                no_if(!Self::entries(game).contains(hex), "STAL-REP-7", name, || {
                    "it enters at the western edge, in a hex without Russians".into()
                })?;
                stacking::check_room(&game.field, unit, hex)
            }
            Action::Done => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        let Action::Enter(unit, hex) = action else { return Self::close(game) };
        if Self::lost_panzers(game).contains(unit) {
            game.panzers_due -= 1;
        }
        game.field.move_to(unit, hex);
        game.field.settle_control();
        journal.tell(|| {
            let words = format!("{} comes on at {}", game.name(unit), game.number(hex));
            event(game, "STAL-REP-7", words, &[hex]).to(unit)
        });
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        Self::coming(game).iter().any(|unit| Self::ways(game, unit).next().is_some())
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        Self::close(game);
    }
}
