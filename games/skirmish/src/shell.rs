//! Heavy weapons, direct fire: shell after shell from the hit to the last test.

use kit::{Chain, Dice, Die, Part as Sum, Purpose};

mod inquiry;
mod moment;
mod salvo;
mod situation;

pub(crate) use moment::beat;
pub use moment::{Moment, Stage};
pub use situation::{Ammunition, Named, Situation, Watch};
pub(crate) use situation::{shield_shelter, weapon_of};

use crate::{
    attack::{Attack, Strike},
    charts::Class,
    condition::{Condition, Due, Victim},
    words::{Effect, Speed},
};

/// What CS adds to the die.
pub(crate) const DIE: Sum = Sum::own(3, "to the die");
/// Shells of the action.
pub(crate) const SHELLS: Sum = Sum::own(4, "shells");

/// Shells of one weapon, or of several like it, at one target.
#[derive(Clone, Copy, Debug)]
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
}

/// What a shell does besides striking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Burst {
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

impl Burst {
    /// SKIR-SCT-1, SKIR-SCT-6, SKIR-R60: D8 - CS cm from the edge, at least 0: near enough for fragments?
    fn lands_near<D: Dice>(self, dice: &mut D) -> bool {
        dice.at_most(Die::D8, u16::from(self.cs) + u16::from(self.radius), SCATTER)
    }

    /// SKIR-SCT-8: the arrow lies along the line of fire; its 45 headings are counted first.
    fn flies_over<D: Dice>(self, dice: &mut D) -> bool {
        if self.eight_way {
            dice.at_most(Die::D8, 1, ARROW)
        } else {
            dice.at_most(Die::DEGREES, OVERFLIGHT, ARROW)
        }
    }
}

/// SKIR-SCT-8: 22 degrees to either side and the line itself.
pub(crate) const OVERFLIGHT: u16 = 45;

impl Shells {
    pub(crate) const fn is_team(&self) -> bool {
        matches!(self.victim.class, Class::Infantry | Class::Mortar)
    }

    const fn attack_of(&self, by_fragments: bool) -> &Attack {
        if by_fragments { &self.fragments } else { &self.attack }
    }

    fn remembered(&self, now: Condition) -> Condition {
        if self.watch == Watch::Fate { fate_of(now) } else { now }
    }

    /// SKIR-HWF-1: the roll to hit and, where there is armor, to penetrate.
    fn fire<D: Dice>(&self, mut at: Moment, dice: &mut D) -> Moment {
        let strike = self.attack.hit(dice);
        match strike {
            Strike::Miss if self.burst.scatters => at.go(Stage::Astray, 0),
            Strike::Miss => return self.next_shell(at),
            Strike::Part(place) => return self.struck(at, &self.attack, place, dice),
            Strike::Dead | Strike::Saved => {
                // SKIR-EFF-3: whoever is struck himself gets no fragments; his comrades do.
                at.hit = true;
                if strike == Strike::Dead {
                    self.kill_the_named(&mut at);
                }
                let near = if self.burst.splinters { self.comrades.min(comrades_of(at)) } else { 0 };
                at.go(Stage::Comrades, near);
                if near == 0 {
                    return self.count_losses(at);
                }
            }
        }
        at
    }

    fn kill_the_named(&self, at: &mut Moment) {
        at.fallen += 1;
        at.now.crew -= 1;
        if self.at_leader {
            at.now.set_leader_down(true);
        }
    }

    /// A part of a model is struck: SKIR-PEN-9 if it holds, the effects chart if not.
    fn struck<D: Dice>(&self, mut at: Moment, attack: &Attack, place: u8, dice: &mut D) -> Moment {
        if attack.pierces(place, dice) {
            at.go(if attack.by_fragments { Stage::Pierced } else { Stage::Through }, place);
            return at;
        }
        (at.now, at.due) = self.victim.suffer(at.now, &Effect::NOTHING, true);
        self.go_to_tests(at)
    }

    /// SKIR-SCT-1: an HE shell that missed.
    fn stray<D: Dice>(&self, mut at: Moment, dice: &mut D) -> Moment {
        if self.burst.lands_near(dice) && !self.burst.flies_over(dice) {
            at.go(Stage::Near, 0);
            return at;
        }
        self.next_shell(at)
    }

    /// SKIR-FRG-2: the fragments of a near miss.
    fn splinter<D: Dice>(&self, mut at: Moment, dice: &mut D) -> Moment {
        match self.fragments.hit(dice) {
            Strike::Miss => self.next_shell(at),
            Strike::Part(place) => self.struck(at, &self.fragments, place, dice),
            strike => {
                at.hit = true;
                if strike == Strike::Dead {
                    self.kill_the_named(&mut at);
                }
                self.count_losses(at)
            }
        }
    }

    /// SKIR-FRG-3: fragments on one comrade.
    fn splinter_comrade<D: Dice>(&self, mut at: Moment, dice: &mut D) -> Moment {
        match self.fragments.hit(dice) {
            Strike::Dead => {
                at.hit = true;
                at.fallen += 1;
                at.now.crew -= 1;
            }
            // SKIR-FRG-7: to be saved by shelter is to be hit.
            Strike::Saved => at.hit = true,
            Strike::Part(_) | Strike::Miss => {}
        }
        at.of -= 1;
        if at.of == 0 { self.count_losses(at) } else { at }
    }

    /// SKIR-FRG-3: fragments on the leader, then on so many of his men.
    pub(crate) fn splinter_leader<D: Dice>(&self, mut at: Moment, men: u8, dice: &mut D) -> Moment {
        let strike = self.fragments.hit(dice);
        at.hit = strike != Strike::Miss;
        if strike == Strike::Dead {
            self.kill_the_named(&mut at);
        }
        at.go(Stage::Comrades, men);
        if men == 0 { self.count_losses(at) } else { at }
    }

    /// SKIR-EFF-1: D10 on the effects chart.
    fn damage<D: Dice>(&self, mut at: Moment, dice: &mut D) -> Moment {
        let effect = self.attack_of(at.stage == Stage::Pierced).effect(at.of, dice);
        (at.now, at.due) = self.victim.suffer(at.now, effect, true);
        self.go_to_tests(at)
    }

    /// The men lost to one shell are one event (SKIR-LWF-13, SKIR-MOR-7); a hit asks for a CF (SKIR-HWF-14).
    fn count_losses(&self, mut at: Moment) -> Moment {
        let before = Condition { crew: at.now.crew + at.fallen, ..at.now };
        (at.now, at.due) = self.victim.lose_men(before, at.fallen);
        at.due.cant_fire = at.hit && self.victim.can_fire && !at.now.no_fire() && at.now.crew > 0;
        self.go_to_tests(at)
    }

    fn go_to_tests(&self, mut at: Moment) -> Moment {
        at.go(Stage::Tests, 0);
        if at.due == Due::NOTHING { self.next_shell(at) } else { at }
    }

    fn test<D: Dice>(&self, mut at: Moment, dice: &mut D) -> Moment {
        let lots = at.due.deaths > 0;
        (at.now, at.due) = self.victim.face_it(at.now, at.due, dice);
        if !lots && at.due.courage {
            // A CT after a CF: nothing comes between them.
            (at.now, at.due) = self.victim.face_it(at.now, at.due, dice);
        }
        if at.due == Due::NOTHING { self.next_shell(at) } else { at }
    }

    /// SKIR-HWF-1: each shell is finished before the next; a target that is gone leaves the rest unfired.
    pub(crate) fn next_shell(&self, mut at: Moment) -> Moment {
        at.now = self.remembered(at.now);
        (at.fallen, at.hit, at.due) = (0, false, Due::NOTHING);
        at.go(Stage::Over, 0);
        if at.left <= 1 || at.now.is_gone() {
            (at.stage, at.left, at.beat) = (Stage::Done, 0, 0);
        }
        at
    }

    /// The next beat in which dice of this question can fall; the last are tests.
    fn beat_after(&self, beat: u8) -> u8 {
        let falls = |beat| match beat {
            beat::ASTRAY | beat::NEAR => self.burst.scatters,
            beat::THROUGH => !self.is_team(),
            beat::MEN => self.comrades > 0 || self.victim.start.riders > 0,
            _ => true,
        };
        (beat + 1..=beat::LAST).find(|&beat| falls(beat)).unwrap_or(beat::LAST)
    }

    /// The dice of the stage a shell is in.
    fn act<D: Dice>(&self, at: Moment, dice: &mut D) -> Moment {
        match at.stage {
            Stage::Aim => self.fire(at, dice),
            Stage::Astray => self.stray(at, dice),
            Stage::Near => self.splinter(at, dice),
            Stage::Through | Stage::Pierced => self.damage(at, dice),
            Stage::Comrades => self.splinter_comrade(at, dice),
            Stage::Tests => self.test(at, dice),
            Stage::Over => Moment { stage: Stage::Aim, beat: beat::AIM, left: at.left - 1, ..at },
            Stage::Done => at,
        }
    }
}

/// How many comrades the man named has left.
fn comrades_of(at: Moment) -> u8 {
    // If he fell he is not counted among them any more.
    if at.fallen > 0 { at.now.crew } else { at.now.crew - 1 }
}

/// Only what decides about the next shell and about who lives: wreck, immobility, men.
fn fate_of(mut now: Condition) -> Condition {
    if now.speed != Speed::Stopped {
        now.speed = Speed::Full;
    }
    now.mgs_lost = 0;
    now.set_gun_out(false);
    now.set_turret_blocked(false);
    now.set_carriage_blocked(false);
    now.set_no_fire(false);
    now
}

impl Chain for Shells {
    type State = Moment;

    fn start(&self) -> Moment {
        let stage = if self.shells == 0 { Stage::Done } else { Stage::Aim };
        Moment::before(stage, 0, self.shells, self.victim.start)
    }

    fn is_done(&self, at: &Moment) -> bool {
        at.stage == Stage::Done
    }

    fn step<D: Dice>(&self, at: &Moment, dice: &mut D) -> Moment {
        if at.due_beat() > at.beat {
            return Moment { beat: self.beat_after(at.beat), ..*at };
        }
        let then = self.act(*at, dice);
        if then.due_beat() > then.beat && then.stage != Stage::Done {
            return Moment { beat: self.beat_after(then.beat), ..then };
        }
        then
    }
}
