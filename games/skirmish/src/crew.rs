//! What crew losses leave of a vehicle, gun or mortar: no dice.

use kit::{Chain, Dice, Objection, objection::no_since};

use crate::{
    charts::{Class, CrewEffect, Unit},
    condition::{Condition, Victim},
    nerve::Nerve,
};

/// Those who serve a vehicle, gun or mortar, and how many of them are left.
#[derive(Clone, Copy, Debug)]
pub struct Crew {
    victim: Victim,
    pub(crate) now: Condition,
}

impl Crew {
    /// SKIR-CRW-1: those who serve a unit that stands so; infantry serves nothing.
    pub fn of<E: Objection>(victim: Victim, now: Condition) -> Result<Self, E> {
        let unit = victim.unit;
        if unit.has_crew() {
            return Ok(Self { victim, now });
        }
        let reason = || format!("{} is infantry: crew losses are for vehicles, guns, mortars", unit.name);
        no_since("SKIR-CRW-1", &unit.id, reason)
    }

    pub(crate) const fn unit(&self) -> &'static Unit {
        self.victim.unit
    }

    fn suffers(&self, effect: CrewEffect) -> bool {
        self.victim.rules.crew.hold(effect, self.unit().men, self.now.crew)
    }

    /// What it brings to its tests now.
    pub fn nerve(&self) -> Nerve {
        self.victim.nerve(self.now)
    }

    /// SKIR-CRW-1: the readiness die is fixed at 1.
    pub fn slow_to_act(&self) -> bool {
        self.suffers(CrewEffect::SlowToAct)
    }

    /// SKIR-CRW-2: so many of the crew are dead that only simple maneuvers are left.
    pub fn simple_only(&self) -> bool {
        self.suffers(CrewEffect::SimpleOnly)
    }

    /// SKIR-CRW-3: the last of a crew that has lost somebody.
    pub fn light_weapons_only(&self) -> bool {
        self.suffers(CrewEffect::LightWeaponsOnly)
    }

    /// SKIR-CRW-5: nobody left to serve it.
    pub const fn is_lost(&self) -> bool {
        self.now.crew == 0
    }

    /// SKIR-MOV-15: a gun is moved by at least half its crew, rounded up.
    pub fn can_push(&self) -> bool {
        can_push(self.unit(), self.now.crew)
    }
}

/// SKIR-MOV-15: a gun is moved by at least half its crew, rounded up.
pub(crate) fn can_push(unit: &Unit, alive: u8) -> bool {
    unit.class != Class::Gun || alive >= unit.men.div_ceil(2)
}

impl Chain for Crew {
    type State = ();
    fn start(&self) {}
    fn is_done(&self, (): &()) -> bool {
        true
    }
    fn step<D: Dice>(&self, (): &(), _: &mut D) {}
}
