//! Command in the Movement Phase: the Deputy, leaders who transfer, the detachment (LINE-X-CMD-2, LINE-X-CMD-7,
//! LINE-X-CYN-3).

use super::{active_name, not_asked, tell, tell_of};
use crate::prelude::*;

/// A Deputy is placed (LINE-X-CMD-7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deputy;

impl Decision<Battleline> for Deputy {
    fn prompt(self, game: &Battleline) -> Prompt {
        Prompt::new(format!("{} places a Deputy with a unit", active_name(game)), &["LINE-X-CMD-7"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        out.extend(game.field.units_of(game.active).iter().map(Action::With));
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        let Action::With(unit) = action else { return not_asked(game, action) };
        let joins = game.field.units_of(game.active).contains(unit);
        no_if(!joins, "LINE-X-CMD-7", game.field.name(unit), || {
            "a Deputy joins a friendly unit on the map".into()
        })
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        let Action::With(unit) = action else { return };
        game.field.attach(game.field.deputy(game.active), unit);
        game.deputy_used[game.active as usize] = true;
        game.flow.done();
        let field = &game.field;
        tell(journal, "LINE-X-CMD-7", field, [unit], || {
            format!("A Deputy takes command with {}.", field.name(unit))
        });
    }
}

/// Whom the leader in hand joins (LINE-X-CMD-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transferring(pub LeaderId);

impl Decision<Battleline> for Transferring {
    fn prompt(self, game: &Battleline) -> Prompt {
        let name = &game.field.leader(self.0).name;
        Prompt::new(format!("Which unit does {name} join?"), &["LINE-X-CMD-2"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        out.extend(command::destinations(&game.field, self.0).map(Action::With));
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        let Action::With(unit) = action else { return not_asked(game, action) };
        command::check(&game.field, game.active, self.0, unit)
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        let Action::With(unit) = action else { return };
        game.field.transfer(self.0, unit);
        game.flow.done();
        let field = &game.field;
        tell(journal, "LINE-X-CMD-2", field, [unit], || {
            format!("{} joins {}.", field.leader(self.0).name, field.name(unit))
        });
    }
}

/// Who else belongs to the detachment (LINE-X-CYN-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Detaching;

impl Decision<Battleline> for Detaching {
    fn prompt(self, _: &Battleline) -> Prompt {
        Prompt::new("Who else belongs to the detachment? Or be done", &["LINE-X-CYN-3"])
    }

    fn choices(self, game: &Battleline, out: &mut Vec<Action>) {
        out.extend(detachable(game, true).iter().map(Action::Detach));
        out.push(Action::Done);
    }

    fn check<E: Objection>(self, game: &Battleline, action: Action) -> Result<(), E> {
        match action {
            Action::Done => Ok(()),
            Action::Detach(unit) => detaching(game, unit, true),
            _ => not_asked(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Battleline, action: Action, journal: &mut J) {
        match action {
            Action::Detach(unit) => detach(game, unit, journal),
            _ => game.flow.done(),
        }
    }

    fn is_open(self, game: &Battleline) -> bool {
        !detachable(game, true).is_empty()
    }
}

/// Those who may be named for the detachment: one of each type, before they move (LINE-X-CYN-3).
pub(super) fn detachable(game: &Battleline, is_called: bool) -> Units {
    if game.field.scenario != Scenario::Cynoscephalae {
        return Units::NONE;
    }
    let units = movement::movable(&game.field, game.active).iter();
    units.filter(|&unit| detaching::<Silent>(game, unit, is_called).is_ok()).collect()
}

pub(super) fn detaching<E: Objection>(game: &Battleline, unit: UnitId, is_called: bool) -> Result<(), E> {
    let (field, name) = (&game.field, game.field.name(unit));
    let Some(kind) = field.piece(unit).detachment.filter(|_| field.side(unit) == game.active) else {
        return no("LINE-X-CYN-3", name, "a detachment is of one PRI, one TRI and one SOC of Rome");
    };
    let first = field.charts().battles.detachment_from;
    let is_free = movement::movable(field, game.active).contains(unit);
    let mut named = field.all(Mark::Detached).iter().map(|other| field.piece(other).detachment);
    let reasons = [
        (game.turn < first, "LINE-X-CYN-3", "a detachment is called from turn 3 on"),
        (game.detachment_used && !is_called, "LINE-X-CYN-3", "a detachment is called once in a game"),
        (!is_free, "LINE-X-CYN-3", "it must be on the map and not have moved"),
        (named.any(|other| other == Some(kind)), "LINE-X-CYN-3", "one of its type is named already"),
    ];
    no_first(name, reasons)
}

pub(super) fn detach<J: Journal>(game: &mut Battleline, unit: UnitId, journal: &mut J) {
    game.field.set(unit, Mark::Detached, true);
    game.detachment_used = true;
    let does = "acts on its own in this phase, as if in command";
    tell_of(journal, "LINE-X-CYN-3", &game.field, unit, does);
}
