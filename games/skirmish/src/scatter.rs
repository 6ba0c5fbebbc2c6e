//! Where shells fall that do not hit: the five cases of scatter.

use kit::{
    Chain, Dice, Die, Factor, Objection, Part, Purpose, Tally,
    objection::{no_if, no_since},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{BelowOne, Charts, HeavyWeapon, Rules, ScatterCase},
    nerve::Nerve,
};

const LESS: Part = Part::own(3, "off the distance");

/// The cases in the order of the chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Case")]
pub enum ScatterKind {
    /// A direct HE shell that missed.
    DirectHe,
    /// A hand-launched HE device that missed.
    Device,
    /// A mortar in direct fire.
    Mortar,
    /// Indirect fire of guns on the table.
    OnTable,
    /// Indirect fire of guns off the table.
    OffTable,
}

impl ScatterKind {
    /// SKIR-HWF-17, SKIR-SCT-3: judges whether a weapon scatters so, and reaches its target if it is known how far
    /// that is.
    pub fn allows<E: Objection>(self, weapon: &HeavyWeapon, mm: Option<u32>) -> Result<(), E> {
        let mortar = self == Self::Mortar;
        no_if(
            mortar != weapon.is_mortar() && (mortar || self == Self::DirectHe),
            "SKIR-HWF-17",
            &weapon.id,
            || format!("{} does not fall under this case", weapon.name),
        )?;
        let (least, most) = (weapon.least, weapon.ranges.long);
        match mm {
            Some(mm) if mortar && !(least..=most).contains(&mm) => {
                let reason = || format!("{} fires from {least} to {most} mm, not at {mm}", weapon.name);
                no_since("SKIR-SCT-3", &weapon.id, reason)
            }
            _ => Ok(()),
        }
    }
}

/// Shells that scatter, each for itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StraySalvo {
    pub(crate) kind: ScatterKind,
    pub(crate) nerve: Nerve,
    pub(crate) shells: u8,
    /// How far fragments reach, in cm, if that is asked.
    pub(crate) radius: Option<u8>,
    /// The heading of the line of fire.
    pub(crate) line: u16,
    /// House rule of SKIR-R34: the arrow goes by eighths of the circle.
    pub(crate) eight_way: bool,
}

impl StraySalvo {
    /// Reckons what is taken off the distance, so that only dice are left.
    pub fn ready<'s, T: Tally<'s>>(self, rules: Rules, tally: &mut T) -> Scatter {
        let Nerve { cs, cr } = self.nerve;
        let case = &rules.get().scatter[self.kind as usize];
        let clause = "SKIR-SCT-10";
        tally.add(LESS, Factor::whole(cs.into()), "firer", "Combat Skill of the gunners", clause);
        if case.formula.less_rank {
            tally.add(LESS, Factor::whole(cr.into()), "firer", "Commander Rank of the gunners", clause);
        }
        Scatter { rules, case, salvo: self, less: tally.total(LESS).floor() as u8 }
    }
}

/// Shells about to scatter.
#[derive(Clone, Copy, Debug)]
pub struct Scatter {
    rules: Rules,
    pub(crate) case: &'static ScatterCase,
    pub(crate) salvo: StraySalvo,
    /// What is taken off the sum of the dice.
    pub(crate) less: u8,
}

/// Where a shell fell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fall {
    /// On the very point.
    Exact,
    /// So many cm from where it starts to stray.
    Off(u8),
    /// Over the target and gone.
    Over,
}

/// Where shells fell, and how far the present one is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ScatterState {
    /// Where the only shell fell: what a report is sorted by.
    pub fall: Option<Fall>,
    /// Shells that fell within the fragments radius, exact ones included.
    pub near: u8,
    /// Shells that fell exactly.
    pub exact: u8,
    pub(crate) left: u8,
    pub(crate) die: u8,
    pub(crate) sum: u8,
}

/// The dice of the distance, case by case.
const DISTANCE: [Purpose; 5] = [
    Purpose::new("scatter distance", "SKIR-SCT-1"),
    Purpose::new("scatter distance", "SKIR-SCT-2"),
    Purpose::new("scatter distance", "SKIR-SCT-3"),
    Purpose::new("scatter distance", "SKIR-SCT-4"),
    Purpose::new("scatter distance", "SKIR-SCT-5"),
];
const ARROW: Purpose = Purpose::new("scatter arrow", "SKIR-SCT-7");

impl Charts {
    /// SKIR-SCT-8: whether a drawn heading points over the target, seen along the line of fire.
    pub fn flies_over(&self, line: u16, drawn: u16) -> bool {
        degrees_apart(line, drawn) <= self.limits.overflight
    }
}

fn degrees_apart(one: u16, other: u16) -> u16 {
    let apart = (one % 360).abs_diff(other % 360);
    apart.min(360 - apart)
}

impl Scatter {
    pub(crate) const fn purpose(&self) -> Purpose {
        DISTANCE[self.salvo.kind as usize]
    }

    /// SKIR-SCT-7: any of 360 headings, or of 8 by the house rule.
    fn arrow<D: Dice>(&self, dice: &mut D) -> u16 {
        if self.salvo.eight_way {
            // The first eighth lies along the line of fire.
            return (self.salvo.line + (dice.roll(Die::D8, ARROW) - 1) * 45) % 360;
        }
        dice.roll(Die::DEGREES, ARROW) % 360
    }

    /// SKIR-SCT-6: what a sum of dice less CS and CR comes to.
    fn distance(&self, sum: u8) -> Fall {
        match sum.saturating_sub(self.less) {
            0 if self.case.below_one == BelowOne::Exact => Fall::Exact,
            cm => Fall::Off(cm),
        }
    }

    pub(crate) fn is_near(&self, fall: Fall) -> bool {
        match fall {
            Fall::Exact => true,
            Fall::Off(cm) => self.salvo.radius.is_some_and(|radius| cm <= radius),
            Fall::Over => false,
        }
    }

    fn lands(&self, mut at: ScatterState, fall: Fall) -> ScatterState {
        at.exact += u8::from(fall == Fall::Exact);
        at.near += u8::from(self.is_near(fall));
        at.fall = (self.salvo.shells == 1).then_some(fall);
        ScatterState { left: at.left - 1, die: 0, sum: 0, ..at }
    }
}

impl Chain for Scatter {
    type State = ScatterState;

    fn start(&self) -> ScatterState {
        ScatterState { left: self.salvo.shells, die: 0, sum: 0, exact: 0, near: 0, fall: None }
    }

    fn is_done(&self, at: &ScatterState) -> bool {
        at.left == 0
    }

    fn step<D: Dice>(&self, at: &ScatterState, dice: &mut D) -> ScatterState {
        let mut at = *at;
        let formula = &self.case.formula.dice;
        if let Some(&die) = formula.get(usize::from(at.die)) {
            at.sum += dice.roll(die, self.purpose()) as u8;
            at.die += 1;
            let last = usize::from(at.die) == formula.len();
            if last && !self.case.overflight {
                return self.lands(at, self.distance(at.sum));
            }
            // Sums that come to the same distance are one from here on.
            at.sum = if last { at.sum.max(self.less) } else { at.sum };
            return at;
        }
        let fall = if self.rules.flies_over(self.salvo.line, self.arrow(dice)) {
            Fall::Over
        } else {
            self.distance(at.sum)
        };
        self.lands(at, fall)
    }
}
