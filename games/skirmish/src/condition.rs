//! What fire makes of a unit: men, movement, weapons, courage.

use std::{
    cmp::Ordering,
    hash::{Hash, Hasher},
};

use kit::{Dice, Die, Purpose};

use crate::{
    charts::{Class, Rules, Test, Unit},
    nerve::{Nerve, effective},
    words::{Dead, Effect, Hull, Shelter, Speed},
};

/// How a unit stands: small, so that equal conditions merge in a chain.
///
/// Laid out so that its bytes, read as one number, put conditions in order: the hull decides first.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(8))]
pub struct Condition {
    /// Fills the number; always 0.
    pub(crate) spare: [u8; 2],
    pub(crate) markers: Markers,
    /// Machine guns lost.
    pub mgs_lost: u8,
    /// Passengers alive.
    pub riders: u8,
    /// Crew, or men of a team, alive.
    pub crew: u8,
    /// How fast it still is.
    pub speed: Speed,
    /// What is left of the model.
    pub hull: Hull,
}

/// The markers laid beside a model: one bit for each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Markers(u8);

impl Markers {
    pub(crate) const NONE: Self = Self(0);

    #[must_use]
    pub(crate) const fn and(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    pub(crate) const fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
    }
}

macro_rules! markers {
    ($($mark:ident = $bit:literal $has:ident $why:literal;)*) => {
        impl Markers {
            $(pub(crate) const $mark: Self = Self(1 << $bit);)*
        }

        impl Condition {
            $(
                #[doc = $why]
                #[inline]
                pub const fn $has(self) -> bool {
                    self.markers.0 & Markers::$mark.0 != 0
                }
            )*
        }
    };
}

markers! {
    GUN_OUT = 0 gun_out "The main gun fires no more.";
    TURRET_BLOCKED = 1 turret_blocked "The turret turns no more.";
    CARRIAGE_BLOCKED = 2 carriage_blocked
        "The gun's carriage neither moves nor turns any more.";
    NO_FIRE = 3 no_fire "It failed a CF: no fire for the rest of the turn (SKIR-TST-6).";
    FLEEING = 4 fleeing "It failed a CT after damage (SKIR-MOR-2).";
    SURRENDERED = 5 surrendered "It failed another CT with an enemy near (SKIR-MOR-8).";
    LEADER_DOWN = 6 leader_down "Its leader is dead.";
}

impl Condition {
    pub(crate) const fn has(self, mark: Markers) -> bool {
        self.markers.has(mark)
    }

    #[inline]
    pub(crate) const fn set(&mut self, mark: Markers, on: bool) {
        self.markers.0 = if on { self.markers.0 | mark.0 } else { self.markers.0 & !mark.0 };
    }

    /// All of it in one number, for comparing quickly.
    #[inline]
    const fn packed(self) -> u64 {
        let [first, second] = self.spare;
        let (speed, hull) = (self.speed as u8, self.hull as u8);
        u64::from_le_bytes([
            first,
            second,
            self.markers.0,
            self.mgs_lost,
            self.riders,
            self.crew,
            speed,
            hull,
        ])
    }

    /// Everybody alive who was aboard.
    pub const fn men(self) -> u8 {
        self.crew + self.riders
    }

    /// Whether nothing is left to be fired at as this unit.
    pub fn is_gone(self) -> bool {
        self.hull != Hull::Whole || self.men() == 0 || self.surrendered()
    }
}

impl PartialEq for Condition {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.packed() == other.packed()
    }
}

impl Eq for Condition {}

impl PartialOrd for Condition {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Condition {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.packed().cmp(&other.packed())
    }
}

impl Hash for Condition {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.packed());
    }
}

/// A unit that damage happens to: what does not change on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Victim {
    /// The charts that decide about it.
    pub rules: Rules,
    /// Its row of the unit charts.
    pub unit: &'static Unit,
    /// How many men it had (SKIR-LWF-13); of a crew on foot, how many got out (SKIR-EFF-8).
    pub strength: u8,
    /// SKIR-EFF-8, SKIR-EFF-11: a crew that has left its vehicle or gun, and is infantry now.
    pub on_foot: bool,
    /// Its own CS and the CR of its own leader.
    pub own: Nerve,
    /// The best CR lent by a commander near it.
    pub lent: u8,
    /// SKIR-HWF-14: it can still fire this turn.
    pub can_fire: bool,
    /// SKIR-MOR-8: an enemy is near enough to take its surrender.
    pub enemy_near: bool,
    /// How it stands before.
    pub start: Condition,
}

/// The tests that an event asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(C)]
pub struct Due {
    /// A CT test.
    pub courage: bool,
    /// A CF test.
    pub cant_fire: bool,
    /// Deaths still to be drawn by lot (SKIR-CRW-6).
    pub deaths: u8,
}

impl Due {
    /// Nothing is asked any more.
    pub const NOTHING: Self = Self { deaths: 0, cant_fire: false, courage: false };
}

const LOT: Purpose = Purpose::new("who falls", "SKIR-CRW-6");

impl Victim {
    /// A unit of the charts at full strength, alone and without passengers.
    pub fn of(unit: &'static Unit, rules: Rules) -> Self {
        Self {
            rules,
            unit,
            strength: unit.men,
            on_foot: false,
            own: Nerve { cs: unit.cs, cr: unit.cr },
            lent: 0,
            can_fire: true,
            enemy_near: false,
            start: Condition { crew: unit.men, ..Condition::default() },
        }
    }

    /// SKIR-GEN-3: own rank while there is a leader, and more than one man serves; or the rank that is lent.
    pub fn nerve(&self, now: Condition) -> Nerve {
        let cr = if now.leader_down() { 0 } else { self.own.cr };
        let crew_of = (self.unit.has_crew() && !self.on_foot).then_some(self.strength);
        effective(crew_of, now.crew, Nerve { cr, ..self.own }, self.lent)
    }

    /// Whether men are what stands there: a team, or a crew on foot.
    pub const fn is_team(&self) -> bool {
        self.on_foot || self.unit.is_team()
    }

    /// SKIR-HWF-14, SKIR-MOR-6: whether it has fire to lose this turn; whoever flees has none.
    #[inline]
    pub(crate) fn may_lose_fire(&self, now: Condition) -> bool {
        self.can_fire && !now.no_fire() && !now.fleeing() && now.crew > 0
    }

    /// Applies a result of the damage charts; what dice it still asks for is due. SKIR-EFF-10: neighbours are not
    /// touched, not even by an explosion.
    pub fn suffer(&self, mut now: Condition, effect: &Effect, hit_by_shell: bool) -> (Condition, Due) {
        // SKIR-EFF-9: worse counts, the same again changes nothing.
        now.hull = now.hull.max(effect.hull);
        now.speed = now.speed.max(effect.speed);
        now.markers = now.markers.and(effect.broken);
        if effect.mg_lost && now.mgs_lost < self.unit.machine_guns() {
            now.mgs_lost += 1;
        }
        let mut due = Due {
            deaths: 0,
            cant_fire: (hit_by_shell || effect.cant_fire) && self.may_lose_fire(now),
            courage: effect.courage,
        };
        match effect.dead {
            Dead::All => (now.crew, now.riders) = (0, 0),
            // SKIR-LWF-10, SKIR-MIN-4: never more than are aboard.
            Dead::Some(dead) if now.riders == 0 => now.crew = now.crew.saturating_sub(dead),
            Dead::Some(dead) if dead >= now.men() => (now.crew, now.riders) = (0, 0),
            Dead::Some(dead) => due.deaths = dead,
        }
        if due.deaths == 0 { self.settle(now, due) } else { (now, due) }
    }

    /// Men of a team fall: new losses at half strength or less ask for courage (SKIR-LWF-13). Crews of guns and
    /// mortars are not under that rule.
    pub fn lose_men(&self, mut now: Condition, dead: u8) -> (Condition, Due) {
        let dead = dead.min(now.crew);
        now.crew -= dead;
        let half = u16::from(now.crew) * 2 <= u16::from(self.strength);
        let infantry = self.on_foot || self.unit.class == Class::Infantry;
        let courage = dead > 0 && half && infantry;
        self.settle(now, Due { courage, ..Due::NOTHING })
    }

    /// What follows once all deaths are known, before the tests.
    pub(crate) fn settle(&self, mut now: Condition, mut due: Due) -> (Condition, Due) {
        // SKIR-CRW-5: without a crew a vehicle or gun is abandoned; passengers get down.
        if now.crew == 0 && !self.is_team() && now.hull == Hull::Whole {
            now.hull = Hull::Abandoned;
        }
        // SKIR-MOR-2: it is the living who flee; of the dead nobody is left to recover.
        if now.men() == 0 {
            now.set(Markers::FLEEING, false);
        }
        // SKIR-R59: whoever has lost his vehicle or gun has no fire of it left to lose.
        due.cant_fire &= (now.hull == Hull::Whole || self.on_foot) && now.crew > 0;
        // SKIR-EFF-7, SKIR-R61: survivors test once for all, the dead do not.
        due.courage &= now.men() > 0;
        (now, due)
    }

    /// The next dice that an event asks for: lots, then CF, then CT.
    pub fn face_it<D: Dice>(&self, mut now: Condition, mut due: Due, dice: &mut D) -> (Condition, Due) {
        if due.deaths > 0 {
            // SKIR-CRW-6: every man aboard is as likely to fall.
            let aboard = Die::with_sides(u16::from(now.men()));
            if dice.at_most(aboard, now.crew.into(), LOT) {
                now.crew -= 1;
            } else {
                now.riders -= 1;
            }
            due.deaths -= 1;
            return if due.deaths == 0 { self.settle(now, due) } else { (now, due) };
        }
        if due.cant_fire {
            (self.try_to_fire(now, dice), Due { cant_fire: false, ..due })
        } else {
            (self.take_courage(now, dice), Due { courage: false, ..due })
        }
    }

    /// A CF. SKIR-TST-6: failed, it silences the unit for the turn.
    #[inline]
    pub fn try_to_fire<D: Dice>(&self, mut now: Condition, dice: &mut D) -> Condition {
        if !self.rules.passes(Test::CantFire, self.nerve(now), dice) {
            now.set(Markers::NO_FIRE, true);
        }
        now
    }

    /// A CT after damage.
    #[inline]
    pub fn take_courage<D: Dice>(&self, mut now: Condition, dice: &mut D) -> Condition {
        if !self.rules.passes(Test::Courage, self.nerve(now), dice) {
            self.lose_heart(&mut now);
        }
        now
    }

    /// SKIR-LWF-14, SKIR-MOR-2, SKIR-MOR-8, SKIR-R50, SKIR-R63: what a failed CT after damage does.
    pub(crate) fn lose_heart(&self, now: &mut Condition) {
        if now.fleeing() && self.enemy_near {
            now.set(Markers::SURRENDERED, true);
            return;
        }
        now.set(Markers::FLEEING, true);
        let stuck = now.speed == Speed::Stopped || self.unit.class == Class::Gun;
        if now.hull == Hull::Whole && stuck && !self.is_team() {
            now.hull = Hull::Abandoned;
        }
    }
}

/// SKIR-HWF-7, SKIR-INC-4: whether a soldier in this shelter lives where `spares` or better saves.
pub fn is_spared(shelter: Shelter, spares: Option<Shelter>) -> bool {
    spares.is_some_and(|least| shelter >= least)
}
