//! Vehicles and guns that are lost: who gets out, who dies with them, what was towed.

use kit::{
    Journal,
    position::{UnitId, Units},
    tabletop::Heading,
};

use crate::{game::Skirmish, state::Flags, tell::told, words::Hull};

impl Skirmish {
    /// SKIR-EFF-8, SKIR-EFF-11, SKIR-CRW-5, SKIR-R48: a vehicle is a wreck, or a gun is lost; the living get out.
    pub(crate) fn wreck<J: Journal>(&mut self, unit: UnitId, journal: &mut J) {
        let (name, hull) = (self.name(unit), self.board.unit(unit).hull);
        let (clause, words) = match hull {
            Hull::Exploded => ("SKIR-EFF-5", "explodes"),
            Hull::Destroyed => ("SKIR-EFF-5", "is destroyed"),
            _ => ("SKIR-CRW-5", "is abandoned"),
        };
        self.tell_about(unit, journal, || told(clause, format!("{name} {words}")));
        let riders: Units = self.board.riders(unit).collect();
        let state = self.board.unit_mut(unit);
        state.set(Flags::LOST, true);
        state.set(Flags::LURKING.and(Flags::LURKED), false);
        for rider in riders {
            if hull == Hull::Exploded || self.board.unit(rider).alive == 0 {
                self.remove(rider);
            } else if self.board.is(rider, Flags::HOOKED) {
                self.leave_behind(rider, unit);
            } else {
                self.board.unit_mut(rider).set(Flags::EMBARKED, false);
                self.get_down_from(rider, unit);
                // SKIR-R61: until the test of the vehicle is made they share it.
                self.board.unit_mut(rider).ride(Some(unit));
            }
        }
        if self.board.unit(unit).alive == 0 {
            let state = self.board.unit_mut(unit);
            state.set(Flags::GONE, true);
            self.disengage(unit);
            self.harm.cant_fire.remove(unit);
        } else {
            // Pistols, own CS and CR; the strength of the crew team is those who got out. SKIR-R123: a crew of one has no
            // rank, and does not get it back on foot.
            let state = self.board.unit_mut(unit);
            if state.alive == 1 && state.strength > 1 {
                state.cr = 0;
            }
            self.get_out(unit);
        }
    }

    /// SKIR-R48, SKIR-R96: a gun stands unhooked behind the wreck that towed it.
    fn leave_behind(&mut self, gun: UnitId, carrier: UnitId) {
        let (towed, puller) = (self.board.chart(gun).size, self.board.chart(carrier).size);
        let (at, heading) = (self.board.model_at(carrier), Heading::new(self.board.unit(carrier).heading));
        let back = i32::from(towed.length / 2 + puller.length / 2);
        let place = at.offset(heading.opposite(), back);
        let state = self.board.unit_mut(gun);
        (state.x, state.y) = (place.x as i16, place.y as i16);
        state.heading = heading.opposite().degrees();
        state.set(Flags::HOOKED, false);
        state.ride(None);
    }

    /// One man aboard falls, counted from 0: the crew first, then the passengers man by man (SKIR-CRW-6).
    pub(super) fn lose_one_aboard<J: Journal>(&mut self, unit: UnitId, man: u8, journal: &mut J) {
        let crew = self.board.unit(unit).alive;
        if man < crew {
            return self.lose_crew(unit, 1);
        }
        let mut place = man - crew;
        let riders: Units = self.board.riders(unit).collect();
        for rider in riders {
            let alive = self.board.unit(rider).alive;
            if place >= alive {
                place -= alive;
                continue;
            }
            if self.board.is_model(rider) {
                self.lose_crew(rider, 1);
            } else {
                let fallen = self.board.living(rider).nth(place.into()).map_or(0, |(man, _)| man);
                self.lose_men(rider, 1 << fallen, false, journal);
                // The vehicle tests for everybody aboard (SKIR-R61).
                self.harm.courage.remove(rider);
            }
            return;
        }
    }

    /// Everybody who rides dies.
    pub(super) fn lose_all_riders<J: Journal>(&mut self, unit: UnitId, journal: &mut J) {
        let riders: Units = self.board.riders(unit).collect();
        for rider in riders {
            let name = self.name(rider);
            self.tell_about(rider, journal, || {
                told("SKIR-MIN-4", format!("everybody of {name} dies aboard"))
            });
            self.remove(rider);
        }
    }

    /// Those who got down from a wreck go their own way once all tests are made (SKIR-R61), with or without one for it.
    pub(super) fn part_from_wrecks(&mut self) {
        for unit in self.board.everybody() {
            if self.board.unit(unit).carrier().is_some() && !self.board.rides(unit) {
                self.board.unit_mut(unit).ride(None);
            }
        }
    }
}
