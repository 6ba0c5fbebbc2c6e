//! Guns without crew: taken up again, or captured (SKIR-MOR-2).

use kit::{Journal, position::UnitId, tabletop::Shape};
use smallvec::SmallVec;

use crate::{board::stand::BASE, charts::Class, game::Skirmish, state::Flags, tell::told, words::Hull};

/// So near its crew takes a gun up again, and so near an enemy takes it, in mm.
const TAKEN_UP: u32 = 30;
const CAPTURED: u32 = 10;

impl Skirmish {
    /// SKIR-MOR-2: a crew takes its gun up again; enemy infantry beside a gun without crew captures it.
    pub(crate) fn take_up_guns<J: Journal>(&mut self, unit: UnitId, journal: &mut J) {
        if !self.board.is_on_table(unit) || !self.board.is_afoot(unit) || self.board.rides(unit) {
            return;
        }
        let state = *self.board.unit(unit);
        let is_left = |game: &Self, gun: UnitId| {
            let thing = game.board.unit(gun);
            game.board.chart(gun).class == Class::Gun
                && thing.hull == Hull::Abandoned
                && !thing.is(Flags::CAPTURED)
        };
        let near = |game: &Self, gun: UnitId, mm: u32| {
            let shape = game.board.model_shape(gun);
            game.board.living(unit).any(|(_, man)| Shape::disc(man.at(), BASE).is_within(&shape, mm))
        };
        // It takes a movement that ends there.
        let came = self.act.way.has_set_off;
        if is_left(self, unit) && came && !state.is(Flags::FLEEING) && near(self, unit, TAKEN_UP) {
            let strength = self.board.member(unit).men;
            let state = self.board.unit_mut(unit);
            state.set(Flags::ON_FOOT.and(Flags::LOST), false);
            (state.hull, state.strength) = (Hull::Whole, strength);
            for man in self.board.men_mut(unit) {
                man.alive = false;
            }
            let name = self.name(unit);
            self.tell_about(unit, journal, || {
                told("SKIR-MOR-2", format!("the crew of {name} serves its gun again"))
            });
            return;
        }
        if state.is(Flags::FLEEING) {
            return;
        }
        let enemies = self.board.army(self.board.side(unit).other());
        for gun in enemies
            .iter()
            .filter(|gun| is_left(self, *gun) && near(self, *gun, CAPTURED))
            .collect::<SmallVec<[_; 4]>>()
        {
            self.board.unit_mut(gun).set(Flags::CAPTURED.and(Flags::LOST), true);
            let (name, by) = (self.name(gun), self.name(unit));
            journal.tell(|| told("SKIR-MOR-2", format!("{by} captures {name}")).to(gun));
        }
    }
}
