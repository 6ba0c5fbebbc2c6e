//! What fire and steel do to units on the table: losses, wrecks, and the tests they ask for.

mod tests_due;
mod wreck;

pub use tests_due::{Lots, Tests};

use kit::{
    Journal,
    position::{UnitId, Units},
    tabletop::Point,
};

use crate::{
    condition::{Condition, Due, Markers, Victim},
    game::Skirmish,
    nerve::Nerve,
    state::Flags,
    tell::told,
    words::{Effect, Hull},
};

/// Tests that an event asks for; one for each unit, however often it was hit (SKIR-MOR-7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Harm {
    /// Units that owe a CF (SKIR-HWF-14, SKIR-FRG-7).
    pub(crate) cant_fire: Units,
    /// Units that owe a CT (SKIR-MOR-1).
    pub(crate) courage: Units,
    /// Units that have lost a melee and retreat at once (SKIR-ASL-4).
    pub(crate) routed: Units,
    /// How the last test went that was called for by itself: to dare, to rally, to pass mines, to drive on.
    pub(crate) passed: bool,
}

impl Harm {
    /// Nothing is owed.
    pub const NONE: Self =
        Self { cant_fire: Units::NONE, courage: Units::NONE, routed: Units::NONE, passed: false };

    /// Whether no test is owed.
    pub fn is_settled(&self) -> bool {
        self.cant_fire.is_empty() && self.courage.is_empty()
    }
}

/// Men of a unit by their places in it: one bit each.
pub(crate) type Men = u16;

/// The radius of a man's base in mm (SKIR-GEO-4).
pub(crate) const BASE: u16 = 10;

impl Skirmish {
    /// How a unit stands, as the chapters see it.
    pub(crate) fn condition(&self, unit: UnitId) -> Condition {
        let state = self.board.unit(unit);
        let riders = if self.board.is_model(unit) {
            self.board.riders(unit).map(|rider| self.board.unit(rider).alive).sum()
        } else {
            0
        };
        let mut now = Condition {
            crew: state.alive,
            riders,
            speed: state.speed,
            hull: if self.board.is_afoot(unit) { Hull::Whole } else { state.hull },
            mgs_lost: state.mgs.count_ones() as u8,
            ..Condition::default()
        };
        for (mark, flag) in MARKS {
            now.set(mark, state.is(flag));
        }
        now
    }

    /// A unit that something happens to, as the chapters see it.
    pub(crate) fn victim(&self, unit: UnitId) -> Victim {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        Victim {
            strength: state.strength,
            on_foot: state.is(Flags::ON_FOOT),
            own: Nerve { cs: chart.cs, cr: state.cr },
            lent: self.lent_rank(unit),
            can_fire: self.can_still_fire(unit),
            enemy_near: self.enemy_takes_surrender(unit),
            start: self.condition(unit),
            ..Victim::of(chart, self.board.rules)
        }
    }

    /// SKIR-HWF-14: whether it has fire to lose this turn.
    pub(crate) fn can_still_fire(&self, unit: UnitId) -> bool {
        let state = self.board.unit(unit);
        let silent = Flags::NO_FIRE.and(Flags::FLEEING).and(Flags::EMBARKED).and(Flags::HOOKED);
        if state.flags.any(silent) || !self.board.is_on_table(unit) || !state.engaged.is_empty() {
            return false;
        }
        if self.act.unit == Some(unit) {
            return self.fire_is_to_come(unit);
        }
        !state.is(Flags::ACTED) || state.is(Flags::LURKING)
    }

    /// SKIR-MOR-8: whether an enemy is within 160 mm.
    fn enemy_takes_surrender(&self, unit: UnitId) -> bool {
        let enemies = self.board.army(self.board.side(unit).other());
        let near = self.board.rules.limits.surrender.into();
        enemies.iter().any(|enemy| {
            self.board.is_on_table(enemy) && !self.board.rides(enemy) && self.are_within(unit, enemy, near)
        })
    }

    /// Whether two units are within so many mm, edge to edge (SKIR-GEO-3).
    pub(crate) fn are_within(&self, one: UnitId, other: UnitId, mm: u32) -> bool {
        let theirs = self.board.bodies(other);
        self.board.bodies(one).iter().any(|mine| theirs.iter().any(|body| mine.is_within(body, mm)))
    }

    /// The living men of a unit as a set.
    pub(crate) fn living_men(&self, unit: UnitId) -> Men {
        self.board.living(unit).fold(0, |men, (man, _)| men | 1 << man)
    }

    /// Where a unit is measured from: its leader or its model.
    pub(crate) fn at(&self, unit: UnitId) -> Point {
        self.board.centre(unit)
    }

    /// A unit was hit by a shell or its fragments: a CF if it has fire to lose (SKIR-HWF-14, SKIR-FRG-7).
    pub(crate) fn owe_cant_fire(&mut self, unit: UnitId) {
        if self.can_still_fire(unit) {
            self.harm.cant_fire.insert(unit);
        }
    }

    /// A result of the damage charts on a model. Men who fall by lot are drawn in a step of its own, which is called.
    pub(crate) fn suffer<J: Journal>(
        &mut self,
        unit: UnitId,
        effect: &Effect,
        by_shell: bool,
        journal: &mut J,
    ) {
        let victim = self.victim(unit);
        let (now, due) = victim.suffer(victim.start, effect, by_shell);
        self.tell_effect(unit, effect, journal);
        if effect.mg_lost && now.mgs_lost > victim.start.mgs_lost {
            let state = self.board.unit_mut(unit);
            // SKIR-R126: the next one that is whole.
            state.mgs |= 1 << state.mgs.trailing_ones();
        }
        let state = self.board.unit_mut(unit);
        state.speed = now.speed;
        state.hull = now.hull;
        for (mark, flag) in MARKS {
            state.set(flag, now.has(mark));
        }
        if due.deaths > 0 {
            self.flow.call(Lots { unit, due });
        } else {
            let dead = victim.start.crew - now.crew;
            self.lose_crew(unit, dead);
            if now.riders == 0 && victim.start.riders > 0 {
                self.lose_all_riders(unit, journal);
            }
            self.settle(unit, due, journal);
        }
    }

    /// Crew of a vehicle or gun falls; they are numbers.
    pub(crate) fn lose_crew(&mut self, unit: UnitId, dead: u8) {
        let state = self.board.unit_mut(unit);
        state.alive = state.alive.saturating_sub(dead);
    }

    /// Men of a team fall: those of the set. New losses at half strength ask for courage (SKIR-LWF-13), unless it is a
    /// melee (SKIR-ASL-4). Gives how many.
    pub(crate) fn lose_men<J: Journal>(
        &mut self,
        unit: UnitId,
        fallen: Men,
        in_melee: bool,
        journal: &mut J,
    ) -> u8 {
        let victim = self.victim(unit);
        let fallen = fallen & self.living_men(unit);
        let dead = fallen.count_ones() as u8;
        if dead == 0 {
            return 0;
        }
        let leader = self.board.unit(unit).leader;
        for (place, man) in self.board.men_mut(unit).iter_mut().enumerate() {
            if fallen >> place & 1 == 1 {
                man.alive = false;
            }
        }
        self.board.unit_mut(unit).alive -= dead;
        let (name, left) = (self.name(unit), self.board.unit(unit).alive);
        self.tell_about(unit, journal, || {
            told("SKIR-LWF-9", format!("{name} loses {}, {}", men_in_words(dead), left_in_words(left)))
        });
        if left > 0 && fallen >> leader & 1 == 1 {
            self.replace_leader(unit, leader, journal);
        }
        let (_, due) = victim.lose_men(victim.start, dead);
        let courage = due.courage && !in_melee;
        self.settle(unit, Due { courage, ..due }, journal);
        dead
    }

    /// SKIR-COM-2: the man nearest to a dead leader leads, with CR 0.
    fn replace_leader<J: Journal>(&mut self, unit: UnitId, fallen: u8, journal: &mut J) {
        let from = self.board.men(unit)[usize::from(fallen)].at();
        let next = self.board.living(unit).min_by_key(|(place, man)| (man.at().square_to(from), *place));
        let Some((next, _)) = next else { return };
        let name = self.name(unit);
        let state = self.board.unit_mut(unit);
        (state.leader, state.cr) = (next, 0);
        self.tell_about(unit, journal, || told("SKIR-COM-2", format!("the leader of {name} is dead")));
    }

    /// What follows once all deaths of an event are known: wrecks, teams that are no more, tests owed.
    pub(crate) fn settle<J: Journal>(&mut self, unit: UnitId, due: Due, journal: &mut J) {
        let victim = self.victim(unit);
        let before = self.board.unit(unit).hull;
        let (now, due) = victim.settle(victim.start, due);
        if self.board.is_afoot(unit) {
            if now.crew == 0 {
                self.lose_team(unit, journal);
            }
        } else {
            self.board.unit_mut(unit).hull = now.hull;
            if now.hull != Hull::Whole && (before == Hull::Whole || !self.board.is(unit, Flags::LOST)) {
                self.wreck(unit, journal);
                // SKIR-R59: the hit was told before what it did; the fire it would have put to the test is gone.
                self.harm.cant_fire.remove(unit);
            }
        }
        if due.cant_fire {
            self.owe_cant_fire(unit);
        }
        if due.courage {
            self.harm.courage.insert(unit);
        }
    }

    /// A team is no more.
    fn lose_team<J: Journal>(&mut self, unit: UnitId, journal: &mut J) {
        let name = self.name(unit);
        self.tell_about(unit, journal, || told("SKIR-VIC-1", format!("nobody of {name} is left")));
        self.remove(unit);
    }

    /// A unit leaves the table for good and counts as lost (SKIR-VIC-1).
    pub(crate) fn remove(&mut self, unit: UnitId) {
        let state = self.board.unit_mut(unit);
        state.alive = 0;
        state.ride(None);
        state.set(Flags::EMBARKED.and(Flags::HOOKED).and(Flags::LURKING).and(Flags::FLEEING), false);
        state.set(Flags::LOST.and(Flags::GONE), true);
        for man in self.board.men_mut(unit) {
            man.alive = false;
        }
        self.disengage(unit);
        self.harm.courage.remove(unit);
        self.harm.cant_fire.remove(unit);
    }

    /// SKIR-R64: whoever is gone, flees or surrenders is engaged with nobody any more.
    pub(crate) fn disengage(&mut self, unit: UnitId) {
        for enemy in self.board.unit(unit).engaged {
            self.board.unit_mut(enemy).engaged.remove(unit);
        }
        self.board.unit_mut(unit).engaged = Units::NONE;
    }

    /// A sentence for what a damage chart said about a model.
    fn tell_effect<J: Journal>(&self, unit: UnitId, effect: &Effect, journal: &mut J) {
        let name = self.name(unit);
        self.tell_about(unit, journal, || told("SKIR-EFF-5", format!("{name}: {}", effect.in_words())));
    }
}

/// What the chapters mark and the board flags.
const MARKS: [(Markers, Flags); 5] = [
    (Markers::GUN_OUT, Flags::GUN_OUT),
    (Markers::TURRET_BLOCKED, Flags::TURRET_BLOCKED),
    (Markers::CARRIAGE_BLOCKED, Flags::CARRIAGE_BLOCKED),
    (Markers::NO_FIRE, Flags::NO_FIRE),
    (Markers::FLEEING, Flags::FLEEING),
];

/// So many are left.
fn left_in_words(left: u8) -> String {
    match left {
        0 => "nobody is left".to_owned(),
        1 => "one is left".to_owned(),
        left => format!("{left} are left"),
    }
}

/// So many men.
pub(crate) fn men_in_words(men: u8) -> String {
    match men {
        0 => "nobody".to_owned(),
        1 => "a man".to_owned(),
        men => format!("{men} men"),
    }
}
