//! A melee as a question.

use super::prelude::*;
use crate::{
    charts::Class,
    melee::{Fighters, Melee, MeleeEnd, MeleeStage, MeleeState},
};

/// One side of a melee.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Side {
    /// Its id in the unit charts.
    pub unit: String,
    /// Men alive, if not all.
    #[serde(default)]
    pub alive: Option<u8>,
    /// How many of them fight, if not all: in contact, or near a comrade who is.
    #[serde(default)]
    pub fighting: Option<u8>,
    /// Its Combat Skill, if it is not that of the chart.
    #[serde(default)]
    pub cs: Option<u8>,
    /// The CR of its own leader, if it is not that of the chart.
    #[serde(default)]
    pub cr: Option<u8>,
    /// Commanders near it.
    #[serde(default)]
    pub commanders: Vec<Commander>,
}

/// A melee.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Who assaults, or whose action this round is.
    pub attacker: Side,
    /// Who is assaulted.
    pub defender: Side,
    /// Whether they are engaged already: a further round, without the CT before the assault.
    #[serde(default)]
    pub engaged: bool,
}

impl Side {
    fn fighters(&self, assaults: bool, rules: Rules) -> Result<Fighters, Refusal> {
        let unit = unit(&self.unit, rules)?;
        let men = self.alive.unwrap_or(unit.men);
        let fighting = Fighters::number::<Refusal>(unit, men, self.fighting.unwrap_or(men), assaults)?;
        let cr = check_rank(self.cr.unwrap_or(unit.cr))?;
        let cs = check_skill(self.cs.unwrap_or(unit.cs))?;
        let lent = lent_rank(&self.commanders, &rules)?;
        Ok(Fighters { unit, men, fighting, own: Nerve { cs, cr }, lent })
    }
}

/// Who lost more, in three steps: every pair of losses would be a row of its own.
fn margin(attackers: u8, defenders: u8) -> String {
    let who = if attackers > defenders { "attackers" } else { "defenders" };
    match attackers.abs_diff(defenders) {
        0 => "as many fall on both sides".to_owned(),
        1 => format!("{who} lose one man more"),
        2 | 3 => format!("{who} lose two or three men more"),
        _ => format!("{who} lose four or more men more"),
    }
}

impl Inquiry for Melee {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "melee";
    const TITLE: &'static str = "Infantry assaults infantry or a gun: one round of melee";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/melee.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let melee = Self {
            rules,
            attacker: said.attacker.fighters(true, rules)?,
            defender: said.defender.fighters(false, rules)?,
            engaged: said.engaged,
        };
        melee.reckon_skill(tally);
        Ok(melee)
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        let (few, many) = self.sides();
        let mut facts =
            vec![Fact::new("pairs", format!("{few} pairs, {} men over", many - few), "SKIR-ASL-3")];
        if !self.engaged {
            facts.push(Fact::new("courage", "the attackers take a CT before they go in", "SKIR-ASL-2"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "tests", columns: vec!["SUCCESS CONDITION".to_owned()] })
    }

    fn tell(&self, _: &Situation, at: &MeleeState) -> Told {
        let (lost, killed) = (self.attacker.men - at.attackers, self.defender.men - at.defenders);
        let (result, clause) = match at.stage {
            MeleeStage::Done(MeleeEnd::NotMade) => ("assault not made", "SKIR-MOR-3"),
            MeleeStage::Done(MeleeEnd::AttackersFlee) => ("attackers flee", "SKIR-ASL-4"),
            MeleeStage::Done(MeleeEnd::DefendersFlee) => ("defenders flee", "SKIR-ASL-4"),
            MeleeStage::Done(MeleeEnd::AttackersWiped) => ("attackers wiped out", "SKIR-TST-10"),
            MeleeStage::Done(MeleeEnd::DefendersWiped) if self.defender.unit.class == Class::Gun => {
                ("gun captured", "SKIR-ASL-5")
            }
            MeleeStage::Done(MeleeEnd::DefendersWiped) => ("defenders wiped out", "SKIR-TST-10"),
            _ => ("engaged", "SKIR-ASL-3"),
        };
        let (attackers, defenders) = match at.stage {
            MeleeStage::Done(MeleeEnd::NotMade) => ("stay where they are", "unharmed"),
            MeleeStage::Done(MeleeEnd::AttackersFlee) => ("flee", "hold"),
            MeleeStage::Done(MeleeEnd::DefendersFlee) => ("hold", "flee"),
            MeleeStage::Done(MeleeEnd::AttackersWiped) => ("wiped out", "hold"),
            MeleeStage::Done(MeleeEnd::DefendersWiped) => ("hold", "wiped out"),
            _ => ("fight on", "fight on"),
        };
        Told::new(result, margin(lost, killed))
            .does(&self.attacker.unit.id, result, attackers)
            .does(&self.defender.unit.id, result, defenders)
            .by(clause)
            .measuring("attackers lost", count(lost))
            .measuring("defenders lost", count(killed))
    }
}
