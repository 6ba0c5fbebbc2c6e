//! Flame-throwers and Molotov bombs.

use kit::{Chain, Chart, Dice, Die, Fact, Inquiry, Purpose, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{Class, Test, charts},
    condition::{Condition, Due, Victim, is_spared},
    nerve::{Nerve, check_skill, passes, places_it_inside},
    report,
    situation::Target,
    words::{Dead, Shelter},
};

/// What burns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Weapon {
    /// No roll to hit.
    FlameThrower,
    /// Thrown: a precision test.
    Molotov,
}

/// Flames on one unit.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// What burns.
    pub weapon: Weapon,
    /// Combat Skill of the man who uses it.
    pub cs: u8,
    /// To the target in mm.
    #[serde(default)]
    pub distance_mm: u32,
    /// The unit in the flames.
    pub target: Target,
    /// How many men of a team or gun crew are touched, if not all.
    #[serde(default)]
    pub men_touched: Option<u8>,
    /// Whether they are inside an artificial element: the flames must pass an opening.
    #[serde(default)]
    pub inside: bool,
    /// Whether the line of the flames passes an open door, window or breach.
    #[serde(default)]
    pub through_opening: bool,
}

/// Flames ready for their dice.
#[derive(Clone, Copy, Debug)]
pub struct Flames {
    thrown: Option<bool>,
    thrower: Nerve,
    victim: Victim,
    column: usize,
    men: u8,
    shelter: Shelter,
}

/// Where the flames stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// The Molotov is thrown.
    Throw,
    /// So many men, or one model, are still to roll.
    Burn(u8),
    /// Tests are due.
    Tests,
    /// Over.
    Done,
}

/// A moment of the chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment {
    /// Where it stands.
    pub stage: Stage,
    /// Men lost so far.
    pub fallen: u8,
    /// Flames went out on somebody: a CF is due (SKIR-INC-3).
    pub singed: bool,
    /// Whether the Molotov missed and burns elsewhere.
    pub missed: bool,
    /// Tests due.
    pub due: Due,
    /// How the unit stands.
    pub now: Condition,
}

const BURN: Purpose = Purpose::new("flames", "SKIR-INC-1");

impl Flames {
    fn on_men(&self) -> bool {
        !matches!(self.victim.class, Class::Vehicle(_))
    }

    fn burn<D: Dice>(&self, mut at: Moment, left: u8, dice: &mut D) -> Moment {
        let chart = &charts().tables.flames;
        let face = dice.roll(Die::D10, BURN);
        let effect = chart.look_up(face.into(), self.column);
        if !self.on_men() {
            at.singed = effect.cant_fire;
            (at.now, at.due) = self.victim.suffer(at.now, effect, false);
            return Self::settle(at);
        }
        // SKIR-INC-4: shelter may spare him.
        if effect.dead == Dead::All && !is_spared(self.shelter, effect.spares) {
            at.fallen += 1;
            at.now.crew -= 1;
        }
        at.singed |= effect.cant_fire;
        at.stage = Stage::Burn(left - 1);
        if left > 1 {
            return at;
        }
        let before = Condition { crew: at.now.crew + at.fallen, ..at.now };
        (at.now, at.due) = self.victim.lose_men(before, at.fallen);
        at.due.cant_fire = at.singed && self.victim.can_fire && at.now.crew > 0;
        Self::settle(at)
    }

    fn settle(mut at: Moment) -> Moment {
        (at.fallen, at.singed) = (0, false);
        at.stage = if at.due == Due::NOTHING { Stage::Done } else { Stage::Tests };
        at
    }
}

impl Chain for Flames {
    type State = Moment;

    fn start(&self) -> Moment {
        let stage = if self.thrown.is_some() { Stage::Throw } else { Stage::Burn(self.men) };
        Moment { stage, fallen: 0, singed: false, missed: false, due: Due::NOTHING, now: self.victim.start }
    }

    fn is_done(&self, at: &Moment) -> bool {
        at.stage == Stage::Done
    }

    fn step<D: Dice>(&self, at: &Moment, dice: &mut D) -> Moment {
        let mut at = *at;
        match at.stage {
            Stage::Throw => {
                // SKIR-INC-6, SKIR-INC-2: D10, or D12 through an opening.
                let hard = self.thrown == Some(true);
                let there = if hard {
                    places_it_inside(self.thrower, dice)
                } else {
                    passes(Test::Precision, self.thrower, dice)
                };
                at.missed = !there;
                at.stage = if there { Stage::Burn(self.men) } else { Stage::Done };
                at
            }
            Stage::Burn(left) => self.burn(at, left, dice),
            Stage::Tests => {
                (at.now, at.due) = self.victim.face_it(at.now, at.due, dice);
                Self::settle(at)
            }
            Stage::Done => at,
        }
    }
}

impl Inquiry for Flames {
    type Situation = Situation;
    const KIND: &'static str = "incendiary";
    const TITLE: &'static str = "Flame-thrower or Molotov bomb on a unit";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/incendiary.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let charts = charts();
        let (unit, victim) = said.target.victim()?;
        let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(&unit.id));
        let cs = check_skill(said.cs)?;
        if said.inside && !said.through_opening {
            return refuse("SKIR-INC-2", "no open door, window or breach lets the flames in".to_owned());
        }
        let reach = match said.weapon {
            Weapon::Molotov => charts.molotov_throw,
            Weapon::FlameThrower => charts.flame_length,
        };
        if said.distance_mm > reach {
            return refuse(
                "SKIR-INC-6",
                format!("it reaches {reach} mm, the target is at {}", said.distance_mm),
            );
        }
        let column = match unit.class {
            Class::Vehicle(size) => charts.sizes[size].flame,
            // SKIR-INC-7: crews of guns and mortars burn as soldiers.
            _ => charts.columns.burnt_soldier,
        };
        let vehicle = matches!(unit.class, Class::Vehicle(_));
        let men = if vehicle { 1 } else { said.men_touched.unwrap_or(victim.start.crew) };
        if men == 0 || (!vehicle && men > victim.start.crew) {
            return refuse("SKIR-INC-1", format!("{men} men of {} in the flames", victim.start.crew));
        }
        if said.weapon == Weapon::Molotov {
            tally.add(
                crate::shell::DIE,
                kit::Factor::whole(cs.into()),
                "thrower",
                "Combat Skill",
                "SKIR-TST-8",
            );
        }
        let thrown = (said.weapon == Weapon::Molotov).then_some(said.through_opening);
        let shelter = said.target.best_shelter()?;
        Ok(Self { thrown, thrower: Nerve { cs, cr: 0 }, victim, column, men, shelter })
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        let hit = match self.thrown {
            None => "a flame-thrower needs no roll to hit",
            Some(false) => "a Molotov needs PT with D10",
            Some(true) => "a Molotov through an opening needs PT with D12",
        };
        let mut facts = vec![Fact::new("to hit", hit, "SKIR-INC-6")];
        if self.on_men() {
            facts.push(Fact::new("touched", format!("{} men, one die each", self.men), "SKIR-INC-1"));
        }
        if self.victim.class == Class::Gun {
            facts.push(Fact::new("gun", "the gun itself takes no harm", "SKIR-INC-7"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        let heads = charts().tables.flames.sheet().heads();
        Some(Chart { table: "incendiary-effects", columns: vec![heads[self.column].clone()] })
    }

    fn tell(&self, _: &Situation, end: &Moment) -> Told {
        if end.missed {
            return Told::new("missed", "it scatters and burns elsewhere (SKIR-SCT-2)")
                .by("SKIR-TST-8")
                .by("SKIR-SCT-2");
        }
        let harm = if matches!(self.victim.class, Class::Vehicle(_)) { "SKIR-INC-5" } else { "SKIR-INC-4" };
        report::tell(&self.victim, end.now, harm, "SKIR-INC-1")
    }
}
