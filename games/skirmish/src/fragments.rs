//! Fragments of one HE burst on one unit.

use kit::{Chain, Chart, Dice, Fact, Factor, Inquiry, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    attack::{Aim, Attack, Choice},
    charts::charts,
    condition::Condition,
    nerve::check_skill,
    report,
    shell::{Blow, Burst, DIE, Draws, Shells, Watch},
    situation::{Bearing, Target},
};

/// Where men stand to a burst (SKIR-FRG-1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Where {
    /// Not in a house or bunker.
    #[default]
    Outside,
    /// In a house or bunker, and it burst on their floor.
    SameFloor,
    /// In a house or bunker, and it burst elsewhere.
    OtherFloor,
    /// Aboard a vehicle.
    Riding,
    /// Wholly behind an opaque piece.
    BehindCover,
}

/// A burst near a unit.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The heavy weapon or device whose burst it is, such as `G75` or `Hb`.
    pub weapon: String,
    /// Combat Skill of the unit that fired it.
    pub cs: u8,
    /// From the burst to the edge of the nearest of them, in mm.
    #[serde(default)]
    pub distance_mm: u32,
    /// The unit near it.
    pub target: Target,
    /// How many men of a team are within the radius, if not all.
    #[serde(default)]
    pub men_in_radius: Option<u8>,
    /// Whether the leader is among them: he is attacked first.
    #[serde(default)]
    pub leader_among_them: bool,
    /// Where they are.
    #[serde(default)]
    pub place: Where,
    /// The face of a model that is turned to the burst.
    #[serde(default)]
    pub bearing: Bearing,
    /// What the firer takes where the chart says `choice`; never the top.
    #[serde(default)]
    pub choice: Choice,
    /// House rule: fragments do not add CS.
    #[serde(default)]
    pub fragments_no_cs: bool,
}

/// A burst ready for its dice.
#[derive(Clone, Debug)]
pub struct Fragments {
    inner: Shells,
    men: u8,
    leader: bool,
}

impl Fragments {
    fn blow<D: Dice>(&self, dice: &mut D) -> Blow {
        match self.men {
            0 => self.inner.splinter(dice),
            // SKIR-FRG-3: one by one, the leader first because his fall costs the team its CR.
            men if self.leader => self.inner.splinter_leader(men - 1, dice),
            men => self.inner.splinter_team(men, dice),
        }
    }
}

impl Chain for Fragments {
    type State = Condition;

    fn start(&self) -> Condition {
        self.inner.start()
    }

    fn is_done(&self, now: &Condition) -> bool {
        self.inner.is_done(now)
    }

    fn step<D: Dice>(&self, now: &Condition, dice: &mut D) -> Condition {
        let blow = self.blow(dice);
        self.inner.bear(*now, blow, dice)
    }

    fn rounds(&self) -> Option<u32> {
        Some(1)
    }
}

/// The radius in cm and the calibre in mm of a burst.
fn burst_of(id: &str) -> Result<(u8, u16), Refusal> {
    let charts = charts();
    if let Some(weapon) = charts.heavy_weapon(id) {
        return Ok((weapon.radius, weapon.calibre));
    }
    let device = charts.devices.iter().find(|device| device.id == id && device.row.is_some());
    let device = device.ok_or_else(|| Refusal::new("SKIR-FRG-1", format!("nothing called `{id}` bursts")))?;
    Ok((device.radius, device.calibre))
}

fn check_place(said: &Situation, radius: u8) -> Result<(), Refusal> {
    let refuse = |reason: String| Err(Refusal::new("SKIR-FRG-1", reason).because_of(&said.target.unit));
    match said.place {
        Where::OtherFloor => {
            return refuse("men in a building are reached only by a burst on their floor".into());
        }
        Where::Riding => return refuse("men aboard a vehicle are not attacked by themselves".into()),
        Where::BehindCover => return refuse("an opaque piece stands between".into()),
        Where::Outside | Where::SameFloor => {}
    }
    let reach = u32::from(radius) * 10;
    if radius == 0 || said.distance_mm > reach {
        return refuse(format!(
            "fragments of {} reach {reach} mm, they are at {}",
            said.weapon, said.distance_mm
        ));
    }
    Ok(())
}

impl Inquiry for Fragments {
    type Situation = Situation;
    const KIND: &'static str = "fragments";
    const TITLE: &'static str = "Fragments of an HE burst on a unit within its radius";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/fragments.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let (radius, calibre) = burst_of(&said.weapon)?;
        check_place(said, radius)?;
        let cs = check_skill(said.cs)?;
        let (unit, victim) = said.target.victim()?;
        // SKIR-R42: CS counts unless the house rule leaves it out.
        let cs = if said.fragments_no_cs { 0 } else { cs };
        tally.add(DIE, Factor::whole(cs.into()), "firer", "Combat Skill of the firer", "SKIR-FRG-2");
        if matches!(said.choice, Choice::TopOfBody | Choice::TopOfUpper | Choice::OpenTop) {
            return Err(
                Refusal::new("SKIR-FRG-9", "fragments never strike the top by choice").because_of(&unit.id)
            );
        }
        let men = if unit.is_team() { said.men_in_radius.unwrap_or(victim.start.crew) } else { 0 };
        if unit.is_team() && (men == 0 || men > victim.start.crew) {
            let reason = format!("{men} men in the radius of {} alive", victim.start.crew);
            return Err(Refusal::new("SKIR-FRG-1", reason).because_of(&unit.id));
        }
        let shelter = said.target.best_shelter()?;
        let (hull, turret) = said.bearing.aspects()?;
        let aim = Aim::fragments(cs, calibre, hull, turret, said.choice);
        let attack = Attack::on(unit, shelter, &aim);
        let burst = Burst { scatters: false, splinters: false, radius, cs, eight_way: false };
        let leader = unit.is_team() && said.leader_among_them;
        let inner = Shells {
            attack,
            fragments: attack,
            victim,
            shells: 1,
            burst,
            comrades: 0,
            at_leader: leader,
            watch: Watch::Everything,
            draws: Draws::with_comrades(men),
        };
        Ok(Self { inner, men, leader })
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let mut facts =
            vec![Fact::new("to hit", format!("D10 + {}, stationary", self.inner.burst.cs), "SKIR-HWF-3")];
        let needs = self.inner.attack.parts[0].needs;
        if self.men > 0 {
            facts.push(Fact::new("attacked", format!("{} men, one by one", self.men), "SKIR-FRG-3"));
        } else if needs > 10 {
            facts.push(Fact::new("armor", "the body cannot be pierced by fragments", "SKIR-FRG-4"));
        } else if needs > 0 {
            facts.push(Fact::new(
                "armor",
                format!("the body is pierced with {needs} or more on D10"),
                "SKIR-FRG-4",
            ));
        } else {
            facts.push(Fact::new("armor", "straight to the effects", "SKIR-FRG-5"));
        }
        if said.target.turn != crate::situation::Turn::Over {
            facts.push(Fact::new("can't fire", "one CF if anything of it is hit", "SKIR-FRG-7"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        self.inner.chart()
    }

    fn tell(&self, _: &Situation, end: &Condition) -> Told {
        let harm = if self.inner.is_team() { "SKIR-FRG-3" } else { "SKIR-EFF-5" };
        report::tell(&self.inner.victim, *end, harm, "SKIR-FRG-2")
    }
}
