//! What one shell does before the tests it asks for: hit, part, penetration, effect; fragments; scatter.

use kit::{
    Dice, Die, Purpose,
    chance::Drawn,
    tabletop::{Heading, Point, Shape},
};

use super::{Shells, Watch};
use crate::{
    attack::{Attack, Strike},
    charts::{Charts, EffectId},
    condition::Condition,
    harm::BASE,
    words::Shelter,
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
    /// Whether the leader is among the dead.
    pub leader: bool,
    /// All the dead (SKIR-MOR-7: one test for all of them).
    pub dead: u8,
}

impl Fallen {
    /// One man who was struck so; whether he is the leader.
    fn one(strike: Strike, leads: bool) -> Self {
        let dead = strike == Strike::Dead;
        Self { hit: strike != Strike::Miss, leader: dead && leads, dead: u8::from(dead) }
    }

    fn and(self, others: Self) -> Self {
        Self {
            hit: self.hit || others.hit,
            leader: self.leader || others.leader,
            dead: self.dead + others.dead,
        }
    }

    fn blow(self) -> Blow {
        if self.hit { Blow::Men(self) } else { Blow::Miss }
    }
}

/// Men of a team within the fragments radius of a burst, besides one who was struck himself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Company {
    /// How many, the leader not counted.
    pub(crate) men: u8,
    /// Whether the leader is among them.
    pub(crate) leader: bool,
}

impl Company {
    /// So many men, one of whom may be the leader.
    pub(crate) fn of(men: u8, leader: bool) -> Self {
        Self { men: men - u8::from(leader && men > 0), leader: leader && men > 0 }
    }

    /// Those of it who live, of so many besides the man named; the leader may be dead, or the man named himself.
    fn living(self, others: u8, leader_among_others: bool) -> Self {
        let leader = self.leader && leader_among_others;
        Self { men: self.men.min(others - u8::from(leader_among_others)), leader }
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
    /// Where places are known: for each face of the D8, how many of the 360 headings burst so that fragments reach the
    /// target, as the rounding of the table has it (SKIR-GEO-1, SKIR-GEO-3).
    pub exact: Option<[u16; 8]>,
}

/// Where a grenade falls, for the man it was meant for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Falls {
    /// On his base: a direct hit (SKIR-SCT-9).
    OnHim,
    /// Within the fragments radius.
    Near,
    /// Farther off.
    Off,
}

/// SKIR-SCT-3: the grenades of a mortar about one man: for each distance in cm and each of the 360 headings where they fall,
/// as the rounding of the table has it (SKIR-GEO-1, SKIR-GEO-3).
#[derive(Clone, Debug)]
pub(crate) struct Lob {
    cs: u8,
    /// SKIR-IND-5: hard shelter saves him from a direct hit.
    saves: bool,
    headings: Vec<[Falls; 360]>,
}

impl Lob {
    /// For a mortar team of this skill, fragments so many cm wide, at a man in this shelter.
    pub(crate) fn of(cs: u8, radius: u8, shelter: Shelter) -> Self {
        let man = Shape::disc(Point::default(), BASE);
        let falls = |cm: i32, degrees: usize| {
            let at = Shape::point(Point::default().offset(Heading::new(degrees as u16), cm * 10));
            match man.distance(&at) {
                0 => Falls::OnHim,
                mm if mm <= u32::from(radius) * 10 => Falls::Near,
                _ => Falls::Off,
            }
        };
        // D10 + D6 give 16 cm at the most.
        let headings =
            (0..=16).map(|cm| std::array::from_fn(|degrees| falls(cm, (degrees + 1) % 360))).collect();
        Self { cs, saves: shelter == Shelter::Hard, headings }
    }
}

const LOBBED: Purpose = Purpose::new("scatter distance", "SKIR-SCT-3");
const LOB_ARROW: Purpose = Purpose::new("scatter arrow", "SKIR-SCT-7");
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
    /// A shell at a model.
    at_model: Drawn<Blow>,
    /// A shell at a team of which so many are alive, without its leader and with him.
    at_team: Vec<[Drawn<Blow>; 2]>,
    /// Fragments on so many men.
    on_men: Vec<Drawn<Fallen>>,
}

impl Draws {
    /// For a team with so many men at the most.
    pub(crate) fn for_men(men: u8) -> Self {
        let men = usize::from(men) + 1;
        Self {
            at_team: vec![Default::default(); men],
            on_men: vec![Drawn::default(); men],
            ..Self::default()
        }
    }
}

/// How a team stands when a shell comes: whom it names, and who is near him.
#[derive(Clone, Copy, Debug, Default)]
struct Target {
    /// Whether the man named is the leader.
    leads: bool,
    /// Comrades near him.
    near: Company,
    /// Men near the burst of a shell that missed him.
    near_miss: Company,
}

impl Shells {
    /// Everything that a shell does before its tests. Only who is alive depends on earlier shells.
    pub(super) fn blow<D: Dice>(&self, now: Condition, dice: &mut D) -> Blow {
        if !self.victim.unit.is_team() {
            return dice.draw(&self.draws.at_model, |dice| self.fire(Target::default(), dice));
        }
        let led = !now.leader_down();
        let drawn = &self.draws.at_team[usize::from(now.crew)][usize::from(led)];
        dice.draw(drawn, |dice| {
            // SKIR-HWF-5: once the leader is dead another man is named, and he himself once he is alone.
            let leads = led && (self.at_leader || now.crew == 1);
            let living = |company: Company| company.living(now.crew.saturating_sub(1), led && !leads);
            self.fire(Target { leads, near: living(self.near), near_miss: living(self.near_miss) }, dice)
        })
    }

    /// SKIR-HWF-1: the roll to hit and, where there is armor, to penetrate.
    fn fire<D: Dice>(&self, target: Target, dice: &mut D) -> Blow {
        if let Some(lob) = &self.lob {
            return self.lobbed(lob, target, dice);
        }
        match self.attack.hit(dice) {
            Strike::Miss if self.explosion.scatters => self.stray(target, dice),
            Strike::Miss => Blow::Miss,
            Strike::Part(place) => self.struck(&self.attack, place, dice),
            // SKIR-EFF-3: whoever is struck himself gets no fragments; his comrades do.
            strike => {
                let near = if self.explosion.splinters { target.near } else { Company::default() };
                Fallen::one(strike, target.leads).and(self.splinter(near, dice)).blow()
            }
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

    /// SKIR-SCT-3, SKIR-SCT-6, SKIR-IND-5: a mortar grenade falls about the man named: on him, near him, or too far off.
    fn lobbed<D: Dice>(&self, lob: &Lob, target: Target, dice: &mut D) -> Blow {
        let sum = dice.roll(Die::D10, LOBBED) + dice.roll(Die::D6, LOBBED);
        let cm = usize::from(sum.saturating_sub(lob.cs.into()));
        let end = if cm == 0 { Falls::OnHim } else { dice.read(Die::DEGREES, &lob.headings[cm], LOB_ARROW) };
        match end {
            Falls::OnHim => {
                let strike = if lob.saves { Strike::Saved } else { Strike::Dead };
                Fallen::one(strike, target.leads).and(self.splinter(target.near, dice)).blow()
            }
            Falls::Near => {
                let named = Fallen::one(self.fragments.hit(dice), target.leads);
                named.and(self.splinter(target.near_miss, dice)).blow()
            }
            Falls::Off => Blow::Miss,
        }
    }

    /// SKIR-SCT-1: an HE shell that missed.
    fn stray<D: Dice>(&self, target: Target, dice: &mut D) -> Blow {
        let near = match self.explosion.exact {
            Some(headings) => {
                let reach = dice.read(Die::D8, &headings, SCATTER);
                reach > 0 && dice.at_most(Die::DEGREES, reach, ARROW)
            }
            None => self.explosion.lands_near(dice) && !self.explosion.flies_over(&self.victim.rules, dice),
        };
        if near {
            if !self.victim.unit.is_team() {
                return self.splinter_model(dice);
            }
            let named = Fallen::one(self.fragments.hit(dice), target.leads);
            return named.and(self.splinter(target.near_miss, dice)).blow();
        }
        Blow::Miss
    }

    /// SKIR-FRG-2: the fragments of a near miss on a model.
    pub(crate) fn splinter_model<D: Dice>(&self, dice: &mut D) -> Blow {
        match self.fragments.hit(dice) {
            Strike::Part(place) => self.struck(&self.fragments, place, dice),
            strike => Fallen::one(strike, false).blow(),
        }
    }

    /// SKIR-FRG-3: fragments on these men of a team.
    pub(crate) fn splinter_team<D: Dice>(&self, company: Company, dice: &mut D) -> Blow {
        self.splinter(company, dice).blow()
    }

    /// SKIR-FRG-3: one by one, the leader first because his fall costs the team its CR.
    fn splinter<D: Dice>(&self, company: Company, dice: &mut D) -> Fallen {
        let leader =
            if company.leader { Fallen::one(self.fragments.hit(dice), true) } else { Fallen::default() };
        leader.and(self.splinter_men(company.men, dice))
    }

    /// What fewer men can suffer is drawn once and used for more.
    fn splinter_men<D: Dice>(&self, men: u8, dice: &mut D) -> Fallen {
        let Some(others) = men.checked_sub(1) else { return Fallen::default() };
        dice.draw(&self.draws.on_men[usize::from(men)], |dice| {
            Fallen::one(self.fragments.hit(dice), false).and(self.splinter_men(others, dice))
        })
    }
}
