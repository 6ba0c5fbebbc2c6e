//! Close combat on the table: daring, rallying, mines, melee, ramming, devices and flames (chapters ASL, MIN, INC, MOR).

mod device;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod faults;
mod flame;
mod melee;
mod overrun;
mod storm;

pub(crate) use device::Use;
#[cfg(test)]
use device::devices_of;
pub use device::{DeviceOrders, Throw, Tool};
pub use flame::Flames;
pub(crate) use melee::{CONTACT, touch};
pub use melee::{Melee, MeleeNerve};
pub use overrun::Overrun;
pub use storm::Storming;
pub(crate) use storm::is_at_wall;

use kit::{Dice, Die, Journal, Purpose, flow::Procedure, position::UnitId};

use crate::{
    charts::{Class, Test},
    game::Skirmish,
    harm::Tests,
    nerve::Nerve,
    tell::told,
    words::Dead,
};

/// SKIR-ASL-2, SKIR-MOR-3: the CT before an assault; refused, the unit stays and does not flee.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dare {
    /// Who assaults.
    pub unit: UnitId,
}

impl Procedure<Skirmish> for Dare {
    type End = bool;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> bool {
        game.board.rules.passes(Test::Courage, game.nerve(self.unit), dice)
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, passed: bool, journal: &mut J) {
        game.harm.passed = passed;
        let name = game.name(self.unit);
        game.tell_about(self.unit, journal, || {
            let words = if passed { "dares the assault" } else { "does not dare the assault" };
            told("SKIR-MOR-3", format!("{name} {words}"))
        });
        game.flow.done();
    }
}

/// SKIR-MAN-1: one CT for each leader: its own, then commanders near; one success recovers the unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rally {
    /// Who flees.
    pub unit: UnitId,
}

impl Procedure<Skirmish> for Rally {
    type End = bool;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> bool {
        let cs = game.board.chart(self.unit).cs;
        let own = game.own_rank(self.unit);
        let others = game.commanders_near(self.unit).map(|other| game.own_rank(other));
        let mut ranks = std::iter::once(own).chain(others);
        ranks.any(|cr| game.board.rules.passes(Test::Courage, Nerve { cs, cr }, dice))
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, passed: bool, journal: &mut J) {
        game.harm.passed = passed;
        let name = game.name(self.unit);
        if passed {
            game.board.unit_mut(self.unit).set(crate::state::Flags::FLEEING, false);
        }
        game.tell_about(self.unit, journal, || {
            let words = if passed { "recovers" } else { "cannot be rallied" };
            told("SKIR-MAN-1", format!("{name} {words}"))
        });
        game.flow.done();
    }
}

/// SKIR-MIN-1 to SKIR-MIN-5: a unit moves on mined ground: dodge, mine, losses, courage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mine {
    /// Who moves.
    pub unit: UnitId,
}

const MINE: Purpose = Purpose::new("mine", "SKIR-MIN-2");

impl Procedure<Skirmish> for Mine {
    /// The face of the mine's die, if one went off.
    type End = Option<u16>;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> Option<u16> {
        let nerve = Nerve { cs: game.board.chart(self.unit).cs, cr: 0 };
        let dodged = game.board.rules.passes(Test::Dodge, nerve, dice);
        (!dodged).then(|| dice.roll(Die::D6, MINE))
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, face: Option<u16>, journal: &mut J) {
        let Self { unit } = self;
        game.harm.passed = face.is_none();
        let name = game.name(unit);
        let Some(face) = face else {
            journal.tell(|| told("SKIR-MIN-1", format!("{name} passes the mines")).to(unit));
            return game.flow.done();
        };
        game.flow.goto(Tests);
        let charts = game.board.rules.get();
        let column = match game.board.chart(unit).class {
            Class::Vehicle(size) if game.board.is_model(unit) => charts.sizes[size].mine,
            _ => charts.columns.mined_team,
        };
        let effect = *charts.tables.mines.look_up(face.into(), column);
        journal
            .tell(|| told("SKIR-MIN-2", format!("{name} sets off a mine: {}", effect.in_words())).to(unit));
        match effect.dead {
            Dead::Some(dead) if game.board.is_afoot(unit) => {
                // SKIR-LWF-9: those nearest to the mine, in the order of their ranks.
                let fallen = game.who_falls(unit, game.living_men(unit), dead, game.at(unit));
                game.lose_men(unit, fallen, false, journal);
            }
            _ => game.suffer(unit, &effect, false, journal),
        }
        // SKIR-MIN-5: whoever is left always tests.
        if game.board.is_on_table(unit) && game.board.unit(unit).alive > 0 {
            game.harm.courage.insert(unit);
        }
    }
}
