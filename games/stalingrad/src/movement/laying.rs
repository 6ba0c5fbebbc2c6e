//! A way that is laid hex by hex (STAL-R73).

use kit::{
    Objection, Refusal, Silent,
    map::{HexId, search::Reach},
    objection::{no, no_if},
};

use super::{MoveRange, Way};
use crate::{map::Hexes, stacking};

impl MoveRange<'_> {
    /// The hexes that can follow on a way that has been laid hex by hex (STAL-R73): no way is begun that could not be ended.
    pub fn next_steps(&self, way: &Way) -> Hexes {
        self.steps(way).iter().filter(|&to| self.can_be_ended(&way.then(to))).collect()
    }

    /// The hexes that can be entered next, wherever that leads.
    fn steps(&self, way: &Way) -> Hexes {
        let theatre = self.field.theatre();
        let Some(here) = way.end() else {
            // STAL-HUG-4, STAL-R72: a shared hex is entered as the whole move, supplied or not.
            let first = theatre.near(self.start).iter().filter(|&to| self.may_step(self.start, to));
            return self.joins | first.collect();
        };
        if way.hexes().len() >= usize::from(self.most) || self.must_stop_in(here) {
            return Hexes::EMPTY;
        }
        theatre.near(here) - self.enemies - self.passed(way)
    }

    /// Where a way has been.
    fn passed(&self, way: &Way) -> Hexes {
        way.hexes().iter().copied().chain([self.start]).collect()
    }

    /// Whether a way can end where it is or further on.
    fn can_be_ended(&self, way: &Way) -> bool {
        if self.check_way::<Silent>(way).is_ok() {
            return true;
        }
        let Some(here) = way.end().filter(|&here| !self.must_stop_in(here)) else { return false };
        let (theatre, has_room) =
            (self.field.theatre(), |hex| stacking::has_room(self.field, self.unit, hex));
        let mut passed = self.passed(way);
        // STAL-MOV-2: hexes out of contact, or all of them where no limit binds.
        let bound = if self.limit.is_some() { self.contact } else { Hexes::EMPTY };
        let mut wave = Hexes::of(here);
        for _ in way.hexes().len()..usize::from(self.most) {
            wave = theatre.beside(wave - self.zones) - self.enemies - passed;
            if wave.is_empty() {
                break;
            }
            passed |= wave;
            if (wave - bound).iter().any(has_room) {
                return true;
            }
        }
        // Hexes in contact for which the points suffice; a point is a hex at least, so the headquarters' limit holds too.
        let left = self.limit.and_then(|limit| limit.checked_sub(self.points_along(way)));
        way.hexes().len() < usize::from(self.most)
            && left.is_some_and(|left| {
                let goes_on = |hex: HexId| !self.zones.contains(hex);
                let (passed, cost) = (self.passed(way), self.cost());
                let cost = |from, way, to| cost(from, way, to).filter(|_| !passed.contains(to));
                let reach: Reach<7, 8> = Reach::find(&theatre.map, here, left.min(7), goes_on, cost);
                reach.destinations().iter().any(has_room)
            })
    }

    /// Whether a hex can follow on a way, or why not.
    pub fn check_step<E: Objection>(&self, way: &Way, to: HexId) -> Result<(), E> {
        if self.next_steps(way).contains(to) {
            Ok(())
        } else {
            Err(E::explain(|| self.why_not_next(way, to)))
        }
    }

    fn why_not_next(&self, way: &Way, to: HexId) -> Refusal {
        let (theatre, name) = (self.field.theatre(), self.field.name(self.unit));
        let (here, number) = (way.end().unwrap_or(self.start), theatre.name(to));
        let refuse = |clause, words: String| Refusal::new(clause, words).because_of(name);
        if !theatre.map.are_adjacent(here, to) {
            return refuse("STAL-MOV-1", format!("{number} is not next to {}", theatre.name(here)));
        }
        if !theatre.land.contains(to) {
            return refuse("STAL-MOV-6", "the Volga is crossed by boat only, and never by Germans".into());
        }
        if self.enemies.contains(to) && !self.steps(way).contains(to) {
            return refuse("STAL-MOV-9", format!("enemies stand in {number}"));
        }
        if self.enemies.contains(here) && here != self.start {
            let words = format!("the step into the shared hex {} is the whole move", theatre.name(here));
            return refuse("STAL-R72", words);
        }
        if here != self.start && self.zones.contains(here) {
            return refuse(
                "STAL-ZOC-2",
                format!("{name} has to stop in the zone of control in {}", theatre.name(here)),
            );
        }
        if here == self.start && !self.steps(way).contains(to) {
            return self.why_out_of_reach(to);
        }
        if way.hexes().len() >= usize::from(self.most) {
            return refuse(self.most_by, format!("it moves at most {} hexes", self.most));
        }
        if self.passed(way).contains(to) {
            return refuse("STAL-MOV-1", format!("its way has passed {number} already"));
        }
        // It could go there, but neither stay nor go on.
        self.check_way(&way.then(to))
            .err()
            .unwrap_or_else(|| refuse("STAL-R73", format!("no way leads on from {number}")))
    }

    /// Whether a way that has been laid hex by hex may end where it does.
    pub fn check_way<E: Objection>(&self, way: &Way) -> Result<(), E> {
        let name = self.field.name(self.unit);
        let Some(end) = way.end() else { return no("STAL-MOV-1", name, "it has no way yet") };
        let is_bound = self.contact.contains(end) && way.hexes().len() > 1;
        if let Some(limit) = self.limit.filter(|_| is_bound) {
            let spent = self.points_along(way);
            no_if(spent > limit, "STAL-MOV-2", name, || {
                format!("from contact to contact it has {limit} movement points, and this way takes {spent}")
            })?;
        }
        stacking::check_room(self.field, self.unit, end)
    }

    /// What a way has taken at each of its hexes: movement points where STAL-MOV-2 counts them, otherwise hexes.
    pub fn spent_along(&self, way: &Way) -> Vec<u8> {
        self.spending(way, way.end().is_some_and(|end| self.limit_to(end).is_some())).collect()
    }

    /// The movement points of a way, as STAL-MOV-2 counts them.
    fn points_along(&self, way: &Way) -> u8 {
        self.spending(way, true).last().unwrap_or_default()
    }

    fn spending<'w>(&'w self, way: &'w Way, counts_points: bool) -> impl Iterator<Item = u8> + 'w {
        let cost = self.cost();
        let (mut here, mut spent) = (self.start, 0);
        way.hexes().iter().map(move |&hex| {
            let direction = self.field.theatre().map.direction(here, hex).filter(|_| counts_points);
            spent += direction.and_then(|direction| cost(here, direction, hex)).unwrap_or(1);
            here = hex;
            spent
        })
    }
}
