//! Which attackers pay for a loss (MARS-CRT-3): whole units, no more of them than are needed.
//!
//! The attacker names them one by one. A unit can be named as long as some set of units that pays the loss, and from
//! which none could be left out, holds it and all that were named before.

use crate::{flow::Rout, prelude::*};

/// Sums of attack factors that some of the units make, a bit each.
type Sums = u128;

/// What a set of attackers is worth, in printed factors.
pub fn worth(field: &Field, units: Units) -> u32 {
    units.iter().map(|unit| u32::from(field.attack(unit))).sum()
}

/// Units of which each can be named next, when `named` have been and `due` printed factors are owed in all.
pub fn candidates(field: &Field, attackers: Units, named: Units, due: u32) -> Units {
    let fits = |unit: &UnitId| is_part_of_payment(field, attackers, named | Units::of(*unit), due);
    (attackers - named).iter().filter(fits).collect()
}

/// Whether a minimal payment holds all of `named`. All attackers together are the payment if they are worth no more
/// than what is owed.
pub fn is_part_of_payment(field: &Field, attackers: Units, named: Units, due: u32) -> bool {
    if worth(field, attackers) <= due {
        return true;
    }
    let factor = |unit: UnitId| u32::from(field.attack(unit));
    let paid = worth(field, named);
    let Some(least_named) = named.iter().map(factor).min() else { return true };
    // A payment is minimal exactly if it would fall short without its cheapest unit. Try each cheapest value.
    let mut values = 0u32;
    attackers.iter().for_each(|unit| values |= 1 << factor(unit));
    (1..=least_named).filter(|value| values >> value & 1 == 1).any(|least| {
        let others = (attackers - named).iter().map(factor).filter(|&value| value >= least);
        // Sums with none, and with at least one, of the units of the cheapest value among the others.
        let (mut without, mut with): (Sums, Sums) = (1 << paid, 0);
        for value in others {
            let so_far = with | without;
            if value == least {
                with |= so_far << value;
            } else {
                with |= with << value;
                without |= without << value;
            }
        }
        let sums = if least == least_named { with | without } else { with };
        (due..due + least).any(|sum| sum < Sums::BITS && sums >> sum & 1 == 1)
    })
}

/// The attacker names who is lost (MARS-CRT-3), then the defenders' fates are carried out (MARS-RES-16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Losses;

impl Losses {
    /// The units that can be named next.
    fn candidates(game: &Mars) -> Units {
        candidates(&game.field, game.fight.attackers, game.fight.lost, game.fight.due)
    }

    /// Names whoever must be named anyway.
    pub(crate) fn name_forced(game: &mut Mars) {
        if worth(&game.field, game.fight.attackers) <= game.fight.due {
            game.fight.lost = game.fight.attackers;
        }
        while Self.is_open(game) {
            let choice = Self::candidates(game);
            if choice.len() != 1 {
                return;
            }
            game.fight.lost |= choice;
        }
    }
}

impl Decision<Mars> for Losses {
    fn prompt(self, game: &Mars) -> Prompt {
        let left = game.fight.due.saturating_sub(worth(&game.field, game.fight.lost));
        let words = format!("which attackers are lost? {left} attack factors are still owed");
        Prompt::new(words, &["MARS-CRT-3"])
    }

    fn choices(self, game: &Mars, out: &mut Vec<Action>) {
        out.extend(Self::candidates(game).iter().map(Action::Lose));
    }

    fn check<E: Objection>(self, game: &Mars, action: Action) -> Result<(), E> {
        let Action::Lose(unit) = action else { return game.out_of_place(action) };
        let (name, due) = (game.name(unit), game.fight.due);
        if Self::candidates(game).contains(unit) {
            return Ok(());
        }
        no_since("MARS-CRT-3", name, || {
            if (game.fight.attackers - game.fight.lost).contains(unit) {
                format!("with {name} every payment of {due} would hold a unit that could be left out")
            } else {
                format!("{name} is no attacker of this battle that could still be named")
            }
        })
    }

    fn effect<J: Journal>(self, game: &mut Mars, action: Action, _: &mut J) {
        if let Action::Lose(unit) = action {
            game.fight.lost.insert(unit);
            Self::name_forced(game);
        }
    }

    fn is_open(self, game: &Mars) -> bool {
        let fight = &game.fight;
        worth(&game.field, fight.lost) < fight.due.min(worth(&game.field, fight.attackers))
    }

    /// Those who were named are lost, and the defenders are eliminated and Disrupted where no choice is left.
    fn pass<J: Journal>(self, game: &mut Mars, journal: &mut J) {
        let lost = game.fight.lost;
        if !lost.is_empty() {
            let words = || format!("the attacker loses {}", game.list(lost));
            journal.tell(|| game.event("MARS-CRT-3", words(), &[]));
        }
        for unit in lost {
            game.field.remove(unit, Aside::Eliminated);
        }
        game.fight.attackers -= lost;
        (game.fight.due, game.fight.lost) = (0, Units::NONE);
        let (dying, stricken) = (game.fight.dying, game.fight.stricken);
        dying.iter().for_each(|unit| game.eliminate(unit, "MARS-RES-1", journal));
        stricken.iter().for_each(|unit| game.disrupt(unit, "MARS-RES-10", journal));
        (game.fight.dying, game.fight.stricken) = (Units::NONE, Units::NONE);
        // MARS-RES-6: a routed unit is Disrupted however far it goes.
        game.fight.routed.iter().for_each(|unit| game.disrupt(unit, "MARS-RES-6", journal));
        game.flow.goto(Rout);
    }
}

impl Mars {
    pub(crate) fn eliminate<J: Journal>(&mut self, unit: UnitId, clause: &'static str, journal: &mut J) {
        let hex = self.field.hex_of(unit);
        self.field.remove(unit, Aside::Eliminated);
        let words = || format!("{} is eliminated", self.name(unit));
        journal.tell(|| self.event(clause, words(), hex.as_slice()));
    }

    pub(crate) fn disrupt<J: Journal>(&mut self, unit: UnitId, clause: &'static str, journal: &mut J) {
        self.fight.shake(&mut self.field, unit);
        let words = || format!("{} is Disrupted", self.name(unit));
        journal.tell(|| self.event(clause, words(), self.field.hex_of(unit).as_slice()));
    }
}
