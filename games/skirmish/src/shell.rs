//! Heavy weapons, direct fire: shell after shell from the hit to the last test.

use kit::{Chain, Dice, Part as Sum};

mod blow;
mod inquiry;
mod situation;

pub(crate) use blow::Draws;
pub use blow::{Blow, Burst, Fallen};
pub use situation::{Ammunition, Named, Situation, Watch};
pub(crate) use situation::{shield_shelter, weapon_of};

use crate::{
    attack::Attack,
    charts::{Class, charts},
    condition::{Condition, Due, Victim},
};

/// What CS adds to the die.
pub(crate) const DIE: Sum = Sum::own(3, "to the die");
/// Shells of the action.
pub(crate) const SHELLS: Sum = Sum::own(4, "shells");

/// Shells of one weapon, or of several like it, at one target.
#[derive(Clone, Debug)]
pub struct Shells {
    /// The shot itself.
    pub attack: Attack,
    /// Its fragments on the same unit, for HE that misses and for comrades.
    pub fragments: Attack,
    /// What the target is.
    pub victim: Victim,
    /// How many shells are fired.
    pub shells: u8,
    /// What bursts and how wide.
    pub burst: Burst,
    /// How many comrades of the man named are within the fragments radius of him.
    pub comrades: u8,
    /// Whether the first man named is the leader.
    pub at_leader: bool,
    /// What the report keeps apart.
    pub watch: Watch,
    /// What all shells have in common.
    pub(crate) draws: Draws,
}

impl Shells {
    pub(crate) const fn is_team(&self) -> bool {
        matches!(self.victim.class, Class::Infantry | Class::Mortar)
    }

    /// What a blow does to the target, and the tests it asks for.
    #[inline]
    fn suffer(&self, mut now: Condition, blow: Blow) -> (Condition, Due) {
        match blow {
            Blow::Miss => (now, Due::NOTHING),
            Blow::Struck(effect) => self.victim.suffer(now, charts().effects.by_id(effect), true),
            // The men lost to one shell are one event (SKIR-LWF-13, SKIR-MOR-7); a hit asks for a CF (SKIR-HWF-14).
            Blow::Men(men) => {
                if men.named && self.at_leader {
                    now.set_leader_down(true);
                }
                let (now, mut due) = self.victim.lose_men(now, men.dead);
                due.cant_fire = men.hit && self.victim.can_fire && !now.no_fire() && now.crew > 0;
                (now, due)
            }
        }
    }

    /// The lots and tests of one shell.
    #[inline]
    fn test<D: Dice>(&self, mut now: Condition, mut due: Due, dice: &mut D) -> Condition {
        while due.deaths > 0 {
            (now, due) = self.victim.face_it(now, due, dice);
        }
        if due.cant_fire && self.watch == Watch::Fate {
            // Whether it can still fire this turn does not decide who lives.
            dice.aside(|dice| now = self.victim.try_to_fire(now, dice));
        } else if due.cant_fire {
            now = self.victim.try_to_fire(now, dice);
        }
        if due.courage { self.victim.take_courage(now, dice) } else { now }
    }

    /// One blow with the tests it asks for.
    #[inline]
    pub(crate) fn bear<D: Dice>(&self, now: Condition, blow: Blow, dice: &mut D) -> Condition {
        let (now, due) = self.suffer(now, blow);
        self.test(now, due, dice)
    }

    /// One shell from the hit to the last test.
    #[inline]
    pub(crate) fn shell<D: Dice>(&self, now: Condition, dice: &mut D) -> Condition {
        let blow = self.blow(now.crew, dice);
        self.bear(now, blow, dice)
    }
}

/// SKIR-HWF-1: each shell is finished before the next; a target that is gone leaves the rest unfired.
impl Chain for Shells {
    type State = Condition;

    fn start(&self) -> Condition {
        self.victim.start
    }

    fn is_done(&self, now: &Condition) -> bool {
        now.is_gone()
    }

    fn step<D: Dice>(&self, now: &Condition, dice: &mut D) -> Condition {
        self.shell(*now, dice)
    }

    fn rounds(&self) -> Option<u32> {
        Some(self.shells.into())
    }

    fn keep(&self, mut end: Condition) -> Condition {
        if self.watch == Watch::Fate {
            end.set_no_fire(false);
        }
        end
    }
}
