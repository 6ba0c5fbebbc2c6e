//! Scatter as a question.

use super::prelude::*;
use crate::{
    charts::Origin,
    geometry::Point,
    scatter::{Fall, Scatter, ScatterKind, ScatterState, StraySalvo},
};

/// Shells that scatter.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Which case.
    pub case: ScatterKind,
    /// Combat Skill of the unit that fires.
    pub cs: u8,
    /// Commander Rank of the unit that fires; indirect fire asks.
    #[serde(default)]
    pub cr: Option<u8>,
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

/// The most shells of one question.
const MOST_SHELLS: u8 = 12;

impl Situation {
    fn line(&self, charts: &Charts) -> Result<u16, Refusal> {
        match (self.line_of_fire, self.from_to) {
            (Some(line), _) if line > 359 => {
                Err(Refusal::new("SKIR-SCT-7", format!("a heading is 0 to 359, not {line}")))
            }
            (Some(line), _) => Ok(line),
            (None, Some((from, to))) => Ok(charts.bearing(from, to)),
            (None, None) => Ok(0),
        }
    }

    fn radius(&self, charts: &Charts) -> Result<Option<u8>, Refusal> {
        let Some(id) = &self.weapon else { return Ok(self.radius_cm) };
        if let Some(device) = charts.devices.iter().find(|device| device.id == *id) {
            return Ok(Some(device.radius));
        }
        let Some(weapon) = charts.heavy_weapon(id) else {
            return Err(Refusal::new("SKIR-SCT-1", format!("the charts know no `{id}`")));
        };
        self.case.allows::<Refusal>(weapon, self.distance_mm)?;
        Ok(Some(weapon.radius))
    }
}

impl Inquiry for Scatter {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "scatter";
    const TITLE: &'static str = "Scatter: how far from its point a shell falls";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/scatter.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        if said.cr.is_none() && rules.scatter[said.case as usize].formula.less_rank {
            return Err(Refusal::new("SKIR-SCT-10", "say the cr of the unit that fires"));
        }
        let nerve = Nerve { cs: check_skill(said.cs)?, cr: check_rank(said.cr.unwrap_or(0))? };
        if said.shells == 0 || said.shells > MOST_SHELLS {
            let reason = format!("1 to {MOST_SHELLS} shells, not {}", said.shells);
            return Err(Refusal::new("SKIR-IND-4", reason));
        }
        let salvo = StraySalvo {
            kind: said.case,
            nerve,
            shells: said.shells,
            line: said.line(&rules)?,
            radius: said.radius(&rules)?,
            eight_way: said.eight_way,
        };
        Ok(salvo.ready(rules, tally))
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        let dice: Vec<String> = self.case.formula.dice.iter().map(ToString::to_string).collect();
        let from = match self.case.origin {
            Origin::Edge => "the edge of the target",
            Origin::Centre => "the centre of the target",
            Origin::Marker => "the marker",
        };
        let clause = self.purpose().clause.0;
        let words = format!("{} - {} cm from {from}", dice.join(" + "), self.less);
        let mut facts = vec![Fact::new("distance", words, clause)];
        if self.case.overflight {
            let words = format!("gone over if the arrow is within 22 degrees of {}", self.salvo.line);
            facts.push(Fact::new("overflight", words, "SKIR-SCT-8"));
        } else {
            facts.push(Fact::new("arrow", "its heading matters on the map only", "SKIR-SCT-7"));
        }
        if let Some(radius) = self.salvo.radius {
            facts.push(Fact::new("radius", format!("fragments reach {radius} cm"), "SKIR-IND-7"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "scatter", columns: vec!["DISTANCE cm".to_owned()] })
    }

    fn tell(&self, _: &Situation, end: &ScatterState) -> Told {
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
        let told = told.by(self.purpose().clause.0).measuring("exact", count(end.exact));
        if self.salvo.radius.is_some() { told.measuring("within the radius", count(end.near)) } else { told }
    }
}
