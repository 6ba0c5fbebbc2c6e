//! The attacker names who is lost (MARS-CRT-3), then the defenders' fates are carried out (MARS-RES-16).

use kit::{Journal, Prompt, Refusal};

use super::{event, list, out_of_place, retreats, rout};
use crate::{action::Action, field::Location, flow::Step, game::Mars, losses, roster::Units};

pub(super) fn prompt(game: &Mars) -> Prompt {
    let left = game.fight.due.saturating_sub(losses::worth(&game.field, game.fight.lost));
    let words = format!("which attackers are lost? {left} attack factors are still owed");
    Prompt::new(words, &["MARS-CRT-3"])
}

fn candidates(game: &Mars) -> Units {
    losses::candidates(&game.field, game.fight.attackers, game.fight.lost, game.fight.due)
}

pub(super) fn actions(game: &Mars, out: &mut Vec<Action>) {
    out.extend(candidates(game).iter().map(Action::Lose));
}

pub(super) fn check(game: &Mars, action: Action) -> Result<(), Refusal> {
    match action {
        Action::Lose(unit) if candidates(game).contains(unit) => Ok(()),
        Action::Lose(unit) if !game.fight.attackers.contains(unit) || game.fight.lost.contains(unit) => {
            let words = format!("{unit} is no attacker of this battle that could still be named");
            Err(Refusal::new("MARS-CRT-3", words).because_of(unit.name()))
        }
        Action::Lose(unit) => {
            let words = format!(
                "with {unit} every payment of {} would hold a unit that could be left out",
                game.fight.due
            );
            Err(Refusal::new("MARS-CRT-3", words).because_of(unit.name()))
        }
        _ => Err(out_of_place(game, action)),
    }
}

/// The die has been cast.
pub(super) fn begin<J: Journal>(game: &mut Mars, journal: &mut J) {
    game.step = Step::Losses;
    go_on(game, journal);
}

pub(super) fn perform<J: Journal>(game: &mut Mars, action: Action, journal: &mut J) {
    if let Action::Lose(unit) = action {
        game.fight.lost.insert(unit);
        go_on(game, journal);
    }
}

/// Names whoever must be named anyway, then carries out the losses.
fn go_on<J: Journal>(game: &mut Mars, journal: &mut J) {
    let fight = &mut game.fight;
    if losses::worth(&game.field, fight.attackers) <= fight.due {
        fight.lost = fight.attackers;
    }
    while losses::worth(&game.field, game.fight.lost)
        < game.fight.due.min(losses::worth(&game.field, game.fight.attackers))
    {
        let choice = candidates(game);
        match choice.first() {
            Some(unit) if choice.len() == 1 => game.fight.lost.insert(unit),
            _ => return,
        }
    }
    let lost = game.fight.lost;
    if !lost.is_empty() {
        journal.tell(|| event(game, "MARS-CRT-3", format!("the attacker loses {}", list(lost)), &[]));
    }
    for unit in lost.iter() {
        game.field.remove(unit, Location::Eliminated);
    }
    game.fight.attackers -= lost;
    (game.fight.due, game.fight.lost) = (0, Units::NONE);
    strike(game, journal);
}

/// Defenders are eliminated and Disrupted where no choice is left.
fn strike<J: Journal>(game: &mut Mars, journal: &mut J) {
    let (dying, stricken) = (game.fight.dying, game.fight.stricken);
    for unit in dying.iter() {
        retreats::eliminate(game, unit, "MARS-RES-1", journal);
    }
    for unit in stricken.iter() {
        retreats::disrupt(game, unit, "MARS-RES-10", journal);
    }
    (game.fight.dying, game.fight.stricken) = (Units::NONE, Units::NONE);
    // MARS-RES-6: a routed unit is Disrupted however far it goes.
    for unit in game.fight.routed.iter() {
        retreats::disrupt(game, unit, "MARS-RES-6", journal);
    }
    rout::begin(game, journal);
}
