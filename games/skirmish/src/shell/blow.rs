//! What one shell does before the tests it asks for: hit, part, penetration, effect; fragments; scatter.

use kit::{Dice, Die, Purpose, chance::Drawn};

use super::{Shells, Watch};
use crate::{
    attack::{Attack, Strike},
    charts::{Charts, EffectId},
};

/// What a shell has done to its target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Blow {
    /// Nobody and nothing was hit.
    Miss,
    /// A model was struck; SKIR-PEN-9: if its armor held, without effect.
    Struck(EffectId),
    /// Men of a team were hit.
    Men(Fallen),
}

/// Men under one shell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Fallen {
    /// Whether anybody was hit. SKIR-FRG-7: to be saved by shelter is to be hit.
    pub hit: bool,
    /// Whether the man named is among the dead.
    pub named: bool,
    /// All the dead (SKIR-MOR-7: one test for all of them).
    pub dead: u8,
}

impl Fallen {
    /// One man who was struck so.
    fn one(strike: Strike) -> Self {
        Self { hit: strike != Strike::Miss, named: false, dead: u8::from(strike == Strike::Dead) }
    }

    /// The man named, who was struck so.
    fn the_named(strike: Strike) -> Self {
        Self { named: strike == Strike::Dead, ..Self::one(strike) }
    }

    fn and(self, others: Self) -> Self {
        Self { hit: self.hit || others.hit, named: self.named || others.named, dead: self.dead + others.dead }
    }

    fn blow(self) -> Blow {
        if self.hit { Blow::Men(self) } else { Blow::Miss }
    }
}

/// What a shell does besides striking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Explosion {
    /// SKIR-HWF-18: AP vanishes when it misses, HE bursts somewhere else.
    pub scatters: bool,
    /// Whether a hit throws fragments.
    pub splinters: bool,
    /// How wide, in cm.
    pub radius: u8,
    /// What is taken off the scatter die: the firer's CS (SKIR-SCT-1, SKIR-SCT-10).
    pub cs: u8,
    /// Whether headings are multiples of 45 degrees (the house rule of SKIR-R34).
    pub eight_way: bool,
}

const SCATTER: Purpose = Purpose::new("scatter distance", "SKIR-SCT-1");
const ARROW: Purpose = Purpose::new("scatter arrow", "SKIR-SCT-8");

impl Explosion {
    /// SKIR-SCT-1, SKIR-SCT-6, SKIR-R60: D8 - CS cm from the edge, at least 0: near enough for fragments?
    fn lands_near<D: Dice>(self, dice: &mut D) -> bool {
        dice.at_most(Die::D8, u16::from(self.cs) + u16::from(self.radius), SCATTER)
    }

    /// SKIR-SCT-8: the arrow lies along the line of fire; the headings to either side of it are counted first.
    fn flies_over<D: Dice>(self, charts: &Charts, dice: &mut D) -> bool {
        if self.eight_way {
            dice.at_most(Die::D8, 1, ARROW)
        } else {
            dice.at_most(Die::DEGREES, 2 * charts.limits.overflight + 1, ARROW)
        }
    }
}

/// What all shells have in common, walked once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draws {
    /// A shell that reaches no comrade.
    alone: Drawn<Blow>,
    /// A shell with one, two, ... comrades near, and the fragments on these.
    company: Vec<(Drawn<Blow>, Drawn<Fallen>)>,
}

impl Draws {
    /// With so many comrades at the most.
    pub(crate) fn with_comrades(comrades: u8) -> Self {
        Self { company: vec![Default::default(); comrades.into()], ..Self::default() }
    }
}

impl Shells {
    /// Everything that a shell does before its tests. Only the number of comrades depends on earlier shells.
    pub(super) fn blow<D: Dice>(&self, crew: u8, dice: &mut D) -> Blow {
        // SKIR-FRG-3: his comrades are those in the radius, as far as they still live.
        let near = if self.explosion.splinters { self.comrades.min(crew.saturating_sub(1)) } else { 0 };
        let drawn = match near {
            0 => &self.draws.alone,
            near => &self.draws.company[usize::from(near) - 1].0,
        };
        dice.draw(drawn, |dice| self.fire(near, dice))
    }

    /// SKIR-HWF-1: the roll to hit and, where there is armor, to penetrate.
    fn fire<D: Dice>(&self, near: u8, dice: &mut D) -> Blow {
        match self.attack.hit(dice) {
            Strike::Miss if self.explosion.scatters => self.stray(dice),
            Strike::Miss => Blow::Miss,
            Strike::Part(place) => self.struck(&self.attack, place, dice),
            // SKIR-EFF-3: whoever is struck himself gets no fragments; his comrades do.
            strike => Fallen::the_named(strike).and(self.splinter_men(near, dice)).blow(),
        }
    }

    /// A part of a model is struck: D10 on the effects chart (SKIR-EFF-1) if it is pierced.
    fn struck<D: Dice>(&self, attack: &Attack, place: u8, dice: &mut D) -> Blow {
        if !attack.pierces(place, dice) {
            return Blow::Struck(EffectId::NOTHING);
        }
        let charts = self.victim.rules.get();
        let effect = attack.effect(place, charts, dice);
        Blow::Struck(if self.watch == Watch::Fate { charts.effects.fate(effect) } else { effect })
    }

    /// SKIR-SCT-1: an HE shell that missed.
    fn stray<D: Dice>(&self, dice: &mut D) -> Blow {
        if self.explosion.lands_near(dice) && !self.explosion.flies_over(&self.victim.rules, dice) {
            return self.splinter(dice);
        }
        Blow::Miss
    }

    /// SKIR-FRG-2: the fragments of a near miss, on the model or on the man named.
    pub(crate) fn splinter<D: Dice>(&self, dice: &mut D) -> Blow {
        match self.fragments.hit(dice) {
            Strike::Part(place) => self.struck(&self.fragments, place, dice),
            strike => Fallen::the_named(strike).blow(),
        }
    }

    /// SKIR-FRG-3: fragments on the leader, because his fall costs the team its CR, then on so many of his men.
    pub(crate) fn splinter_leader<D: Dice>(&self, men: u8, dice: &mut D) -> Blow {
        Fallen::the_named(self.fragments.hit(dice)).and(self.splinter_men(men, dice)).blow()
    }

    /// SKIR-FRG-3: fragments on so many men of a team.
    pub(crate) fn splinter_team<D: Dice>(&self, men: u8, dice: &mut D) -> Blow {
        self.splinter_men(men, dice).blow()
    }

    /// One by one; what fewer men can suffer is drawn once and used for more.
    fn splinter_men<D: Dice>(&self, men: u8, dice: &mut D) -> Fallen {
        let Some(others) = men.checked_sub(1) else { return Fallen::default() };
        dice.draw(&self.draws.company[usize::from(others)].1, |dice| {
            Fallen::one(self.fragments.hit(dice)).and(self.splinter_men(others, dice))
        })
    }
}
