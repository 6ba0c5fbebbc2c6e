//! An armored vehicle drives over men, a gun or an unarmored vehicle.

use kit::{
    Chain, Dice, Die, Factor, Objection, Purpose, Tally,
    objection::{no_if, no_since},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{Class, EffectColumn, Test, Unit},
    condition::{Condition, Due, Markers, Victim},
    shell::DIE,
};

/// A vehicle that drives at a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ramming<'p> {
    pub(crate) vehicle: &'static Unit,
    pub(crate) victim: Victim,
    /// The name of a building or trench that protects men (SKIR-ASL-11).
    pub(crate) refuge: Option<&'p str>,
    /// How many men the hull sweeps; a model is rammed as one.
    pub(crate) swept: u8,
    /// How many of them have no room to either side.
    pub(crate) hemmed_in: u8,
    /// Where the leader of a team is.
    pub(crate) leader: LeaderIs,
}

/// Where the leader of a team is when a vehicle drives over it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LeaderIs {
    /// Not in its way.
    Aside,
    /// In its way, with room to dodge.
    Swept,
    /// In its way, without room.
    HemmedIn,
}

impl Ramming<'_> {
    /// Judges it and reads the charts, so that only dice are left.
    pub fn ready<'s, E: Objection, T: Tally<'s>>(&self, tally: &mut T) -> Result<Overrun, E> {
        let Self { vehicle, victim, hemmed_in, .. } = *self;
        let (unit, alive) = (victim.unit, victim.start.crew);
        let who = &unit.id;
        no_if(!vehicle.is_armored(), "SKIR-ASL-9", who, || {
            format!("{} is not armored and overruns nobody", vehicle.name)
        })?;
        no_if(unit.is_armored(), "SKIR-ASL-11", who, || {
            format!("{} is armored and is not rammed", unit.name)
        })?;
        if let (Some(place), true) = (self.refuge, unit.is_team()) {
            return no_since("SKIR-ASL-11", who, || format!("men in {place} cannot be overrun"));
        }
        let men = if unit.is_team() { self.swept } else { 1 };
        no_if(men == 0 || (unit.is_team() && men > alive) || hemmed_in > men, "SKIR-ASL-9", who, || {
            format!("{men} of {alive} swept, {hemmed_in} hemmed in")
        })?;
        tally.add(DIE, Factor::whole(victim.own.cs.into()), who, "Combat Skill", "SKIR-TST-9");
        let columns = &victim.rules.get().columns;
        let column = match unit.class {
            Class::Vehicle(_) => Some(columns.ramming),
            Class::Gun => Some(columns.gun),
            Class::Infantry | Class::Mortar => None,
        };
        let leader = if unit.is_team() { self.leader } else { LeaderIs::Aside };
        let cornered = hemmed_in < u8::from(leader == LeaderIs::HemmedIn);
        no_if(cornered || (leader == LeaderIs::Swept && hemmed_in == men), "SKIR-ASL-9", who, || {
            format!("{hemmed_in} of {men} men hemmed in, and the leader is not counted so")
        })?;
        Ok(Overrun { victim, men, hemmed_in, leader, column })
    }
}

/// An overrun ready for its dice.
#[derive(Clone, Copy, Debug)]
pub struct Overrun {
    pub(crate) victim: Victim,
    pub(crate) men: u8,
    hemmed_in: u8,
    pub(crate) leader: LeaderIs,
    /// Where the effects on a model stand; none for men.
    pub(crate) column: Option<EffectColumn>,
}

/// How far it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum OverrunStage {
    /// So many men, or one model, still dodge.
    Dodge(u8),
    /// The model is rammed.
    Ram,
    Tests,
    Done,
}

/// What the vehicle has done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OverrunState {
    pub(crate) stage: OverrunStage,
    pub(crate) fallen: u8,
    pub(crate) due: Due,
    /// How the unit stands.
    pub now: Condition,
}

const RAM: Purpose = Purpose::new("ramming", "SKIR-ASL-10");

impl Overrun {
    fn dodge<D: Dice>(&self, mut at: OverrunState, left: u8, dice: &mut D) -> OverrunState {
        // The leader is the first of them, because his fall costs the team its CR (SKIR-GEN-3).
        let leads = left == self.men && self.leader != LeaderIs::Aside;
        // SKIR-ASL-9: with both sides blocked it is rammed without a test.
        let hemmed_in = if leads {
            self.leader == LeaderIs::HemmedIn
        } else {
            left <= self.hemmed_in - u8::from(self.leader == LeaderIs::HemmedIn)
        };
        let rammed = hemmed_in || !self.victim.rules.passes(Test::Dodge, self.victim.own, dice);
        if self.column.is_some() {
            at.stage = if rammed { OverrunStage::Ram } else { OverrunStage::Done };
            return at;
        }
        if rammed {
            at.fallen += 1;
            at.now.crew -= 1;
            at.now.set(Markers::LEADER_DOWN, leads || at.now.leader_down());
        }
        at.stage = OverrunStage::Dodge(left - 1);
        if left > 1 {
            return at;
        }
        let before = Condition { crew: at.now.crew + at.fallen, ..at.now };
        (at.now, at.due) = self.victim.lose_men(before, at.fallen);
        Self::settle(at)
    }

    fn settle(mut at: OverrunState) -> OverrunState {
        at.fallen = 0;
        at.stage = if at.due == Due::NOTHING { OverrunStage::Done } else { OverrunStage::Tests };
        at
    }
}

impl Chain for Overrun {
    type State = OverrunState;

    fn start(&self) -> OverrunState {
        OverrunState {
            stage: OverrunStage::Dodge(self.men),
            fallen: 0,
            due: Due::NOTHING,
            now: self.victim.start,
        }
    }

    fn is_done(&self, at: &OverrunState) -> bool {
        at.stage == OverrunStage::Done
    }

    fn step<D: Dice>(&self, at: &OverrunState, dice: &mut D) -> OverrunState {
        let mut at = *at;
        match at.stage {
            OverrunStage::Dodge(left) => self.dodge(at, left, dice),
            OverrunStage::Ram => {
                let column = self.column.expect("only models are rammed");
                let effects = &self.victim.rules.get().effects;
                let effect = dice.read(Die::D10, effects.row(column, false), RAM);
                (at.now, at.due) = self.victim.suffer(at.now, effects.by_id(effect), false);
                Self::settle(at)
            }
            OverrunStage::Tests => {
                (at.now, at.due) = self.victim.face_it(at.now, at.due, dice);
                Self::settle(at)
            }
            OverrunStage::Done => at,
        }
    }
}
