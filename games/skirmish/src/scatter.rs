//! Where shells fall that do not hit: the five cases of scatter.

use kit::{Chain, Chart, Dice, Die, Fact, Factor, Inquiry, Part, Purpose, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{Origin, ScatterCase, charts},
    geometry::{Point, bearing},
    nerve::{check_rank, check_skill},
    report::count,
};

const LESS: Part = Part::own(3, "off the distance");

/// The cases in the order of the chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Case {
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

/// Shells that scatter.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Which case.
    pub case: Case,
    /// Combat Skill of the unit that fires.
    pub cs: u8,
    /// Commander Rank of the unit that fires; only indirect fire counts it.
    #[serde(default)]
    pub cr: u8,
    /// How many shells; each scatters for itself.
    #[serde(default = "one")]
    pub shells: u8,
    /// The weapon, such as `M81`, for its radius and for a mortar's ranges.
    #[serde(default)]
    pub weapon: Option<String>,
    /// How far fragments reach in cm, if no weapon is named.
    #[serde(default)]
    pub radius_cm: Option<u8>,
    /// From a mortar to its target in mm.
    #[serde(default)]
    pub distance_mm: Option<u32>,
    /// The heading of the line of fire in whole degrees, if it matters to a script of dice.
    #[serde(default)]
    pub line_of_fire: Option<u16>,
    /// Firer and target in mm, to find the line of fire from.
    #[serde(default)]
    pub from_to: Option<(Point, Point)>,
    /// House rule: the arrow goes by eighths of the circle.
    #[serde(default)]
    pub eight_way: bool,
}

const fn one() -> u8 {
    1
}

/// Shells about to scatter.
#[derive(Clone, Copy, Debug)]
pub struct Scatter {
    case: &'static ScatterCase,
    distance_dice: Purpose,
    over: u16,
    less: u8,
    line: u16,
    shells: u8,
    radius: Option<u8>,
    eight_way: bool,
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

/// A moment of the chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment {
    /// Where the only shell fell: what a report is sorted by.
    pub fall: Option<Fall>,
    /// Shells that fell within the fragments radius, exact ones included.
    pub near: u8,
    /// Shells that fell exactly.
    pub exact: u8,
    /// Shells still to fall, the present one included.
    pub left: u8,
    /// The die of the present one that is next.
    pub die: u8,
    /// The sum of its dice so far.
    pub sum: u8,
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

/// SKIR-SCT-8: whether a drawn heading points over the target, seen along the line of fire.
pub fn flies_over(line: u16, drawn: u16) -> bool {
    degrees_apart(line, drawn) <= overflight()
}

fn overflight() -> u16 {
    charts().limits.overflight
}

fn degrees_apart(one: u16, other: u16) -> u16 {
    let apart = (one % 360).abs_diff(other % 360);
    apart.min(360 - apart)
}

impl Scatter {
    /// SKIR-SCT-7: any of 360 headings, or of 8 by the house rule.
    fn arrow<D: Dice>(&self, dice: &mut D) -> u16 {
        if self.eight_way {
            // The first eighth lies along the line of fire.
            return (self.line + (dice.roll(Die::D8, ARROW) - 1) * 45) % 360;
        }
        dice.roll(Die::DEGREES, ARROW) % 360
    }

    /// SKIR-SCT-6: what a sum of dice less CS and CR comes to.
    fn distance(&self, sum: u8) -> Fall {
        match sum.saturating_sub(self.less) {
            0 if self.case.exact_below_one => Fall::Exact,
            cm => Fall::Off(cm),
        }
    }

    fn is_near(&self, fall: Fall) -> bool {
        match fall {
            Fall::Exact => true,
            Fall::Off(cm) => self.radius.is_some_and(|radius| cm <= radius),
            Fall::Over => false,
        }
    }

    fn lands(&self, mut at: Moment, fall: Fall) -> Moment {
        at.exact += u8::from(fall == Fall::Exact);
        at.near += u8::from(self.is_near(fall));
        at.fall = (self.shells == 1).then_some(fall);
        Moment { left: at.left - 1, die: 0, sum: 0, ..at }
    }
}

impl Chain for Scatter {
    type State = Moment;

    fn start(&self) -> Moment {
        Moment { left: self.shells, die: 0, sum: 0, exact: 0, near: 0, fall: None }
    }

    fn is_done(&self, at: &Moment) -> bool {
        at.left == 0
    }

    fn step<D: Dice>(&self, at: &Moment, dice: &mut D) -> Moment {
        let mut at = *at;
        let formula = &self.case.formula.dice;
        if let Some(&die) = formula.get(usize::from(at.die)) {
            at.sum += dice.roll(die, self.distance_dice) as u8;
            at.die += 1;
            let last = usize::from(at.die) == formula.len();
            if last && !self.case.overflight {
                return self.lands(at, self.distance(at.sum));
            }
            // Sums that come to the same distance are one from here on.
            at.sum = if last { at.sum.max(self.less) } else { at.sum };
            return at;
        }
        let fall = if degrees_apart(self.line, self.arrow(dice)) <= self.over {
            Fall::Over
        } else {
            self.distance(at.sum)
        };
        self.lands(at, fall)
    }
}

/// The most shells of one question.
const MOST_SHELLS: u8 = 12;

impl Scatter {
    fn radius_of(said: &Situation) -> Result<Option<u8>, Refusal> {
        let Some(id) = &said.weapon else { return Ok(said.radius_cm) };
        let charts = charts();
        if let Some(device) = charts.devices.iter().find(|device| device.id == *id) {
            return Ok(Some(device.radius));
        }
        let weapon = charts.heavy_weapon(id);
        let weapon =
            weapon.ok_or_else(|| Refusal::new("SKIR-SCT-1", format!("the charts know no `{id}`")))?;
        let mortar = said.case == Case::Mortar;
        if mortar != weapon.is_mortar() && (mortar || said.case == Case::DirectHe) {
            let reason = format!("{} does not fall under this case", weapon.name);
            return Err(Refusal::new("SKIR-HWF-17", reason).because_of(id));
        }
        if let Some(mm) = said.distance_mm
            && mortar
            && !(weapon.least..=weapon.ranges.long).contains(&mm)
        {
            let (least, most) = (weapon.least, weapon.ranges.long);
            let reason = format!("{} fires from {least} to {most} mm, not at {mm}", weapon.name);
            return Err(Refusal::new("SKIR-SCT-3", reason).because_of(id));
        }
        Ok(Some(weapon.radius))
    }
}

impl Inquiry for Scatter {
    type Situation = Situation;
    const KIND: &'static str = "scatter";
    const TITLE: &'static str = "Scatter: how far from its point a shell falls";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/scatter.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let case = &charts().scatter[said.case as usize];
        let (cs, cr) = (check_skill(said.cs)?, check_rank(said.cr)?);
        if said.shells == 0 || said.shells > MOST_SHELLS {
            return Err(Refusal::new(
                "SKIR-IND-4",
                format!("1 to {MOST_SHELLS} shells, not {}", said.shells),
            ));
        }
        let line = match (said.line_of_fire, said.from_to) {
            (Some(line), _) if line > 359 => {
                return Err(Refusal::new("SKIR-SCT-7", format!("a heading is 0 to 359, not {line}")));
            }
            (Some(line), _) => line,
            (None, Some((from, to))) => bearing(from, to),
            (None, None) => 0,
        };
        tally.add(LESS, Factor::whole(cs.into()), "firer", "Combat Skill of the gunners", "SKIR-SCT-10");
        if case.formula.less_rank {
            tally.add(
                LESS,
                Factor::whole(cr.into()),
                "firer",
                "Commander Rank of the gunners",
                "SKIR-SCT-10",
            );
        }
        let less = tally.total(LESS).floor() as u8;
        let radius = Self::radius_of(said)?;
        let distance_dice = DISTANCE[said.case as usize];
        Ok(Self {
            case,
            distance_dice,
            over: overflight(),
            less,
            line,
            shells: said.shells,
            radius,
            eight_way: said.eight_way,
        })
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        let dice: Vec<String> = self.case.formula.dice.iter().map(ToString::to_string).collect();
        let from = match self.case.origin {
            Origin::Edge => "the edge of the target",
            Origin::Centre => "the centre of the target",
            Origin::Marker => "the marker",
        };
        let clause = self.distance_dice.clause.0;
        let words = format!("{} - {} cm from {from}", dice.join(" + "), self.less);
        let mut facts = vec![Fact::new("distance", words, clause)];
        if self.case.overflight {
            let words = format!("gone over if the arrow is within 22 degrees of {}", self.line);
            facts.push(Fact::new("overflight", words, "SKIR-SCT-8"));
        } else {
            facts.push(Fact::new("arrow", "its heading matters on the map only", "SKIR-SCT-7"));
        }
        if let Some(radius) = self.radius {
            facts.push(Fact::new("radius", format!("fragments reach {radius} cm"), "SKIR-IND-7"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "scatter", columns: vec!["DISTANCE cm".to_owned()] })
    }

    fn tell(&self, said: &Situation, end: &Moment) -> Told {
        // SKIR-SCT-1 to SKIR-SCT-5, in the order of the chart.
        let clauses = ["SKIR-SCT-1", "SKIR-SCT-2", "SKIR-SCT-3", "SKIR-SCT-4", "SKIR-SCT-5"];
        let told = match end.fall {
            Some(Fall::Exact) => Told::new("exact", "on the very point: a direct hit").by("SKIR-SCT-6"),
            Some(Fall::Over) => Told::new("over", "flies over the target without effect").by("SKIR-SCT-8"),
            Some(Fall::Off(0)) => Told::new("0 cm", "bursts against the edge, not a hit").by("SKIR-SCT-6"),
            Some(Fall::Off(cm)) => Told::new(
                format!("{cm} cm"),
                if self.is_near(Fall::Off(cm)) { "within the radius" } else { "" },
            ),
            None => Told::new(format!("{} near", end.near), format!("{} of them exact", end.exact)),
        };
        let told = told.by(clauses[said.case as usize]).measuring("exact", count(end.exact));
        if self.radius.is_some() { told.measuring("within the radius", count(end.near)) } else { told }
    }
}
