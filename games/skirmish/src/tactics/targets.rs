//! Whom a unit fires at, who reacts, and what is shelled.

use kit::{position::UnitId, tabletop::Point};

use super::{firepower::Meeting, ground::Field};
use crate::{
    action::Action,
    charts::Class,
    fire::Lines,
    geometry::{Aspect, Face},
    shell::Ammunition,
    spotting::Status,
    state::Flags,
};

/// What fire promises by its two kinds of weapons.
#[derive(Clone, Copy, Default)]
pub(super) struct Promise {
    pub(super) volley: i32,
    pub(super) shells: i32,
}

impl Promise {
    pub(super) const fn whole(self) -> i32 {
        self.volley + self.shells
    }
}

impl Field<'_> {
    /// What fire of a unit at an enemy in sight promises, as they stand, with weapons that are not spent.
    pub(super) fn fire_at(
        &self,
        lines: &Lines<'_>,
        unit: UnitId,
        enemy: UnitId,
        moving: bool,
        spent: u16,
    ) -> Promise {
        let board = &self.game.board;
        let hittable = lines.hittable(unit, enemy);
        if hittable == 0 || !board.unit(enemy).engaged.is_empty() {
            return Promise::default();
        }
        let (from, to) = (board.centre(unit), board.centre(enemy));
        let afoot = board.is_afoot(enemy);
        let man = if afoot { hittable.trailing_zeros() as u8 } else { 0 };
        let shelter =
            if afoot { lines.shelter_of_man(enemy, man, from) } else { lines.shelter_of_model(enemy, from) };
        let aspects = if afoot {
            [Aspect { face: Face::Front, square: false }; 2]
        } else {
            self.game.aspects(enemy, from)
        };
        let moved = board.is(enemy, Flags::MOVED_LAST);
        let mm = (to - from).millimetres();
        let meeting = Meeting { firer: unit, target: enemy, mm, shelter, moved, moving, aspects };
        let mut shots = [0; 3];
        for gun in &self.game.light_weapons(unit, spent, 0) {
            if let Some(band) = self.game.band(unit, gun, enemy, hittable, moving, lines) {
                shots[band as usize] += gun.weapon.shots.of(moving);
            }
        }
        let mut volley = self.game.volley_promise(&meeting, shots);
        if afoot {
            // Only who can be hit can fall.
            let most = hittable.count_ones() as i32 * self.game.worth_of_man(enemy) * 3 / 2;
            volley = volley.min(most);
        }
        let bears =
            self.game.heavy_arc(unit).is_none_or(|(heading, arc)| heading.off(from.bearing(to)) <= arc);
        let sees = |(_, bearer)| lines.sees(unit, bearer, enemy, man);
        let shells = if bears && self.game.heavy_weapon(unit).is_some_and(sees) {
            self.game.shells_promise(&meeting)
        } else {
            0
        };
        // Who has a gun to serve fires no pistol (SKIR-R83).
        if board.chart(unit).class != Class::Infantry && !board.chart(unit).is_vehicle() && shells > volley {
            volley = 0;
        }
        Promise { volley, shells }
    }

    /// The best that fire promises from where a unit stands, and at whom.
    pub(super) fn best_fire(&self, unit: UnitId, moving: bool) -> (i32, Option<UnitId>) {
        let lines = Lines::known_to(self.game, unit);
        let seen = self.game.board.seen[self.side as usize];
        let worth = |enemy| (self.fire_at(&lines, unit, enemy, moving, 0).whole(), Some(enemy));
        seen.iter()
            .map(worth)
            .max_by_key(|(promise, _)| *promise)
            .filter(|best| best.0 > 0)
            .unwrap_or((0, None))
    }

    /// Every decision about fire with what it promises.
    pub(super) fn fire(&self, lines: &Lines<'_>, unit: UnitId, moving: bool, action: Action) -> i32 {
        let board = &self.game.board;
        let spent = self.game.fire.spent;
        match action {
            Action::Volley(enemy) => self.fire_at(lines, unit, enemy, moving, spent).volley.max(1),
            Action::Shoot(ammunition, enemy, _) => {
                // The right shell: AP at armor, HE at everything else.
                let armored = board.is_model(enemy) && board.chart(enemy).is_armored();
                let fits = (ammunition == Ammunition::Ap) == armored;
                self.fire_at(lines, unit, enemy, moving, 0).shells + if fits { 4 } else { -30 }
            }
            Action::Flame(enemy) => 3 * self.game.worth_of_man(enemy),
            Action::PutInto(_, enemy) => i32::from(board.chart(enemy).points) * 40,
            Action::Use(_, enemy, _) if board.is_model(enemy) => i32::from(board.chart(enemy).points) * 10,
            Action::Use(_, enemy, _) => self.game.worth_of_man(enemy) / 2,
            Action::Blast(_, piece, floor) => self.blasting(unit, piece, floor),
            _ => 0,
        }
    }

    /// Whether a lurker fires at the unit in hand.
    pub(super) fn reaction(&self, lurker: UnitId) -> i32 {
        let Some(unit) = self.game.act.unit else { return 0 };
        let lines = Lines::known_to(self.game, lurker);
        let promise = self.fire_at(&lines, lurker, unit, false, 0).whole();
        let weights = &self.game.board.weights().fire;
        let is_gun = self.game.board.chart(lurker).class == Class::Gun;
        promise - if is_gun { weights.surprise_gun } else { weights.surprise_team }
    }

    /// How much a point is worth to be shelled: enemies near it, less friends.
    pub(super) fn shelling(&self, at: Point) -> i32 {
        let board = &self.game.board;
        let weights = &board.weights().fire;
        let enemies: i32 = self
            .watches
            .iter()
            .filter(|watch| watch.at.is_within(at, 130))
            .map(|watch| {
                let armored = board.chart(watch.unit).is_armored();
                let points = i32::from(board.chart(watch.unit).points);
                points * watch.weight / 100 * if armored { weights.shelled_armor } else { weights.shelled }
            })
            .sum();
        let near = |unit: &UnitId| board.is_on_table(*unit) && board.centre(*unit).is_within(at, 260);
        let friends: i32 = board
            .army(self.side)
            .iter()
            .filter(near)
            .map(|unit| i32::from(board.chart(unit).points) * weights.shelled_friend)
            .sum();
        enemies - friends
    }

    /// How urgent it is that a unit acts: what it could fire at, and what is done to it where it is.
    pub(super) fn urgency(&self, unit: UnitId) -> i32 {
        let board = &self.game.board;
        if !board.is_on_table(unit) || board.unit(unit).alive == 0 {
            return 0;
        }
        self.best_fire(unit, false).0 + self.exposure(&self.here(unit, Status::Stationary)).0 / 2
    }
}
