//! Flame-throwers and Molotov bombs.

use kit::{
    Chain, Dice, Die, Objection, Purpose,
    objection::{no, no_if},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{Charts, Class, Unit},
    condition::{Condition, Due, Markers, Victim, is_spared},
    nerve::Nerve,
    words::{Dead, Shelter},
};

/// What burns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Weapon")]
pub enum Incendiary {
    /// No roll to hit.
    FlameThrower,
    /// Thrown: a precision test.
    Molotov,
}

/// How somebody brings flames to a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlameAttack {
    pub(crate) weapon: Incendiary,
    pub(crate) cs: u8,
    pub(crate) mm: u32,
    /// Whether the target is inside an artificial element: the flames must pass an opening.
    pub(crate) inside: bool,
    /// Whether their line passes an open door, window or breach.
    pub(crate) through_opening: bool,
}

impl FlameAttack {
    /// SKIR-INC-2, SKIR-INC-6: judges whether they get there.
    pub fn reaches<E: Objection>(self, unit: &Unit, charts: &Charts) -> Result<(), E> {
        if self.inside && !self.through_opening {
            let reason = "no open door, window or breach lets the flames in";
            return no("SKIR-INC-2", &unit.id, reason);
        }
        let reach = match self.weapon {
            Incendiary::Molotov => charts.molotov_throw,
            Incendiary::FlameThrower => charts.flame_length,
        };
        no_if(self.mm > reach, "SKIR-INC-6", &unit.id, || {
            format!("it reaches {reach} mm, the target is at {}", self.mm)
        })
    }

    /// Ready for its dice on a unit, of which it touches so many men in this shelter, the leader among them or not; a
    /// model burns as one.
    pub fn on(self, victim: Victim, (men, leader): (u8, bool), shelter: Shelter) -> Flames {
        let column = match victim.unit.class {
            Class::Vehicle(size) => victim.rules.sizes[size].flame,
            // SKIR-INC-7: crews of guns and mortars burn as soldiers.
            _ => victim.rules.columns.burnt_soldier,
        };
        let men = if victim.unit.is_vehicle() { 1 } else { men };
        let thrown = (self.weapon == Incendiary::Molotov).then_some(self.through_opening);
        let leader = leader && victim.unit.is_team();
        Flames { thrown, thrower: Nerve { cs: self.cs, cr: 0 }, victim, column, men, leader, shelter }
    }
}

/// Flames ready for their dice.
#[derive(Clone, Copy, Debug)]
pub struct Flames {
    /// Whether a Molotov is thrown through an opening; none for a flame-thrower.
    pub(crate) thrown: Option<bool>,
    thrower: Nerve,
    pub(crate) victim: Victim,
    pub(crate) column: usize,
    pub(crate) men: u8,
    /// Whether the leader of the team is among them: he rolls first.
    pub(crate) leader: bool,
    shelter: Shelter,
}

/// How far the flames are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum FlamesStage {
    /// The Molotov is thrown.
    Throw,
    /// So many men, or one model, are still to roll.
    Burn(u8),
    Tests,
    Done,
}

/// What the flames have done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FlamesState {
    pub(crate) stage: FlamesStage,
    pub(crate) fallen: u8,
    /// Flames went out on somebody: a CF is due (SKIR-INC-3).
    pub(crate) singed: bool,
    /// Whether the Molotov missed and burns elsewhere.
    pub missed: bool,
    pub(crate) due: Due,
    /// How the unit stands.
    pub now: Condition,
}

const BURN: Purpose = Purpose::new("flames", "SKIR-INC-1");

impl Flames {
    fn burn<D: Dice>(&self, mut at: FlamesState, left: u8, dice: &mut D) -> FlamesState {
        let chart = &self.victim.rules.get().tables.flames;
        let face = dice.roll(Die::D10, BURN);
        let effect = chart.look_up(face.into(), self.column);
        if self.victim.unit.is_vehicle() {
            at.singed = effect.cant_fire;
            (at.now, at.due) = self.victim.suffer(at.now, effect, false);
            return Self::settle(at);
        }
        // SKIR-INC-4: shelter may spare him.
        if effect.dead == Dead::All && !is_spared(self.shelter, effect.spares) {
            at.fallen += 1;
            at.now.crew -= 1;
            at.now.set(Markers::LEADER_DOWN, (self.leader && left == self.men) || at.now.leader_down());
        }
        at.singed |= effect.cant_fire;
        at.stage = FlamesStage::Burn(left - 1);
        if left > 1 {
            return at;
        }
        let before = Condition { crew: at.now.crew + at.fallen, ..at.now };
        (at.now, at.due) = self.victim.lose_men(before, at.fallen);
        at.due.cant_fire = at.singed && self.victim.may_lose_fire(at.now);
        Self::settle(at)
    }

    fn settle(mut at: FlamesState) -> FlamesState {
        (at.fallen, at.singed) = (0, false);
        at.stage = if at.due == Due::NOTHING { FlamesStage::Done } else { FlamesStage::Tests };
        at
    }
}

impl Chain for Flames {
    type State = FlamesState;

    fn start(&self) -> FlamesState {
        let stage = if self.thrown.is_some() { FlamesStage::Throw } else { FlamesStage::Burn(self.men) };
        FlamesState {
            stage,
            fallen: 0,
            singed: false,
            missed: false,
            due: Due::NOTHING,
            now: self.victim.start,
        }
    }

    fn is_done(&self, at: &FlamesState) -> bool {
        at.stage == FlamesStage::Done
    }

    fn step<D: Dice>(&self, at: &FlamesState, dice: &mut D) -> FlamesState {
        let mut at = *at;
        match at.stage {
            FlamesStage::Throw => {
                // SKIR-INC-6, SKIR-INC-2: D10, or D12 through an opening.
                let there = self.victim.rules.places(self.thrown == Some(true), self.thrower, dice);
                at.missed = !there;
                at.stage = if there { FlamesStage::Burn(self.men) } else { FlamesStage::Done };
                at
            }
            FlamesStage::Burn(left) => self.burn(at, left, dice),
            FlamesStage::Tests => {
                (at.now, at.due) = self.victim.face_it(at.now, at.due, dice);
                Self::settle(at)
            }
            FlamesStage::Done => at,
        }
    }
}
