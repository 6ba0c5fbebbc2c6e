//! The attacker advances (MARS-ADV-1 to MARS-ADV-10).

use kit::{Journal, Prompt, Refusal};

use super::{battle, event, out_of_place};
use crate::{action::Action, advance, advance::Advance, allocation::Planned, flow::Step, game::Mars};

fn planned(game: &Mars) -> &Planned {
    &game.plan.battles()[usize::from(game.fight.battle)]
}

fn advance(game: &Mars) -> Advance<'_> {
    Advance { field: &game.field, fight: &game.fight, targets: planned(game).targets(), side: game.phasing }
}

pub(super) fn prompt(game: &Mars) -> Prompt {
    let advance = advance(game);
    match advance.duties().next() {
        Some(place) => {
            let hex = game.theatre().name(advance.targets[place]);
            let entered = game.fight.grounds[place].entered;
            let asked = advance.asked(place).saturating_sub(entered);
            let words = format!("who advances into {hex}? Attack factors of at least {asked} must");
            Prompt::new(words, &["MARS-ADV-1", "MARS-ADV-4"])
        }
        None => Prompt::new("who advances?", &["MARS-ADV-2", "MARS-ADV-3", "MARS-ADV-4"]),
    }
}

pub(super) fn actions(game: &Mars, out: &mut Vec<Action>) {
    let advance = advance(game);
    if advance.duties().next().is_none() {
        out.push(Action::Done);
    }
    advance.each(|unit, hex, on| out.push(Action::Advance(unit, hex, on)));
}

pub(super) fn check(game: &Mars, action: Action) -> Result<(), Refusal> {
    let advance = advance(game);
    match action {
        Action::Advance(unit, hex, on) => advance.check(unit, hex, on),
        Action::Done => match advance.duties().next() {
            None => Ok(()),
            Some(place) => {
                let hex = game.theatre().name(advance.targets[place]);
                let (asked, entered) = (advance.asked(place), game.fight.grounds[place].entered);
                let words = format!(
                    "attack factors of at least {asked} must advance into {hex}, which was left by its defenders; {entered} have"
                );
                Err(Refusal::new("MARS-ADV-1", words).because_of(hex))
            }
        },
        _ => Err(out_of_place(game, action)),
    }
}

/// All defenders have met their fates.
pub(super) fn begin<J: Journal>(game: &mut Mars, journal: &mut J) {
    game.step = Step::Advance;
    go_on(game, journal);
}

fn go_on<J: Journal>(game: &mut Mars, journal: &mut J) {
    let mut any = false;
    advance(game).each(|_, _, _| any = true);
    if !any {
        battle::finish(game, journal);
    }
}

pub(super) fn perform<J: Journal>(game: &mut Mars, action: Action, journal: &mut J) {
    let Action::Advance(unit, hex, on) = action else { return battle::finish(game, journal) };
    let planned = *planned(game);
    advance::make(&mut game.field, &mut game.fight, planned.targets(), unit, hex, on);
    journal.tell(|| {
        let to = on.unwrap_or(hex);
        event(game, "MARS-ADV-10", format!("{unit} advances to {}", game.theatre().name(to)), &[hex, to])
    });
    go_on(game, journal);
}
