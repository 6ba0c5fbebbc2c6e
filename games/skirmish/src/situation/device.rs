//! Devices as a question.

use super::{prelude::*, shell::fire_chart};
use crate::{
    attack::Choice,
    device::{DeviceAttack, DeviceUse, Devices, DevicesState},
    geometry::Face,
    shell::DIE,
};

/// Men with devices at one target.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The id of the infantry team.
    pub team: String,
    /// Its Combat Skill, if it is not that of the chart.
    #[serde(default)]
    pub cs: Option<u8>,
    /// The CR of its own leader, if it is not that of the chart.
    #[serde(default)]
    pub cr: Option<u8>,
    /// Commanders near it.
    #[serde(default)]
    pub commanders: Vec<Commander>,
    /// `Hb`, `Ex` or `Mm`.
    pub device: String,
    /// How many men use one.
    #[serde(default = "one")]
    pub users: u8,
    /// Whether it is an assault; else they are thrown in Fire or Move and fire.
    #[serde(default = "yes")]
    pub assault: bool,
    /// To the target in mm, if thrown.
    #[serde(default)]
    pub distance_mm: Option<u32>,
    /// The unit they go at.
    pub target: Target,
    /// Whether they go into the open top of a vehicle.
    #[serde(default)]
    pub into_open_top: bool,
    /// The face of the vehicle they stand at.
    #[serde(default)]
    pub face: Face,
    /// What they take where the chart says `choice`.
    #[serde(default)]
    pub choice: Choice,
    /// House rule: no PT, the fire chart decides about hit and part.
    #[serde(default)]
    pub devices_use_table_only: bool,
    /// House rule: every assault needs a CT.
    #[serde(default)]
    pub ct_all_assaults: bool,
}

impl Inquiry for Devices {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "device";
    const TITLE: &'static str = "Hand bombs, explosive bags or magnetic mines at a vehicle, gun or soldier";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/device.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let team = unit(&said.team, rules)?;
        let Some(device) = rules.get().bursting_device(&said.device) else {
            let reason = format!("`{}` is none of Hb, Ex, Mm; for a Molotov ask `incendiary`", said.device);
            return Err(Refusal::new("SKIR-ASL-8", reason));
        };
        let victim = said.target.victim(rules, said.distance_mm.or(Some(0)))?;
        if !said.assault && said.distance_mm.is_none() {
            return Err(
                Refusal::new("SKIR-ASL-8", "say how far they throw: distance-mm").because_of(&said.team)
            );
        }
        let used = DeviceUse {
            team,
            device,
            users: said.users,
            assault: said.assault,
            mm: said.distance_mm.unwrap_or(0),
            into_open_top: said.into_open_top,
        };
        used.is_open::<Refusal>(victim.unit, &rules)?;
        let cs = check_skill(said.cs.unwrap_or(team.cs))?;
        let cr = check_rank(said.cr.unwrap_or(team.cr))?.max(lent_rank(&said.commanders, &rules)?);
        tally.add(DIE, Factor::whole(cs.into()), &said.team, "Combat Skill", "SKIR-TST-8");
        let attack = DeviceAttack {
            used,
            nerve: Nerve { cs, cr },
            victim,
            shelter: said.target.best_shelter(&rules)?,
            face: said.face,
            choice: said.choice,
            table_only: said.devices_use_table_only,
            always_courage: said.ct_all_assaults,
        };
        Ok(attack.ready())
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let mut facts = Vec::new();
        if self.courage {
            facts.push(Fact::new("courage", "a CT before the assault", "SKIR-ASL-6"));
        }
        if self.precision {
            let die = if self.inside { "D12" } else { "D10" };
            facts.push(Fact::new(
                "precision",
                format!("D6 + {} against {die}, each", self.nerve.cs),
                "SKIR-TST-8",
            ));
        }
        if !self.inside {
            facts.push(Fact::new(
                "part",
                format!("D12 + {} on the fire chart, then D12 to penetrate", self.nerve.cs),
                "SKIR-ASL-7",
            ));
        }
        facts.extend(surrender_fact(&said.target, &self.inner.victim, self.inner.shells));
        facts.push(Fact::new("fragments", "a burst reaches others near it: ask `fragments`", "SKIR-ASL-7"));
        facts
    }

    fn chart(&self) -> Option<Chart> {
        if self.inside {
            let rules = self.inner.victim.rules;
            let column = rules.effect_head(rules.columns.open_top).to_owned();
            return Some(Chart { table: "heavy-weapons-effects", columns: vec![column] });
        }
        Some(fire_chart(&self.inner.victim))
    }

    fn tell(&self, _: &Situation, end: &DevicesState) -> Told {
        if end.refused {
            let told = Told::new("assault not made", "the team stays where it is").by("SKIR-MOR-3");
            return told.does(&self.inner.victim.unit.id, "assault not made", "unharmed");
        }
        let mut told = report::tell(&self.inner.victim, end.target, "SKIR-EFF-5", "SKIR-ASL-8");
        if !end.hit && self.precision {
            "missed".clone_into(&mut told.result);
            told = told.by("SKIR-TST-8");
        }
        told.to(&self.inner.victim.unit.id)
    }
}
