//! Hand bombs, explosive bags and magnetic mines: in an assault, or thrown.

use kit::{Chain, Chart, Dice, Fact, Factor, Inquiry, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    attack::{Aim, Attack, Choice, Strike},
    charts::{Band, Class, Device, Test, Unit, charts},
    condition::Condition,
    geometry::{Aspect, Face},
    nerve::{Commander, Nerve, check_rank, check_skill, lent_rank, passes, places_it_inside},
    report,
    shell::{Burst, DIE, Draws, Shells, Watch},
    situation::{Target, unit},
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
    pub distance_mm: u32,
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

const fn one() -> u8 {
    1
}

const fn yes() -> bool {
    true
}

/// Devices ready for their dice.
#[derive(Clone, Debug)]
pub struct Devices {
    inner: Shells,
    nerve: Nerve,
    courage: bool,
    precision: bool,
    inside: bool,
}

/// A moment of the chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment {
    /// Whether the team has still to find its courage.
    pub hesitates: bool,
    /// How the target stands.
    pub target: Condition,
    /// Whether the courage failed.
    pub refused: bool,
    /// Whether a device has hit.
    pub hit: bool,
}

impl Devices {
    /// SKIR-TST-8: whether a device gets where it should.
    fn is_placed<D: Dice>(&self, dice: &mut D) -> bool {
        match (self.precision, self.inside) {
            (false, _) => true,
            (true, false) => passes(Test::Precision, self.nerve, dice),
            (true, true) => places_it_inside(self.nerve, dice),
        }
    }
}

impl Chain for Devices {
    type State = Moment;

    fn start(&self) -> Moment {
        Moment { hesitates: self.courage, target: self.inner.start(), refused: false, hit: false }
    }

    fn is_done(&self, at: &Moment) -> bool {
        at.refused || self.inner.is_done(&at.target)
    }

    fn step<D: Dice>(&self, at: &Moment, dice: &mut D) -> Moment {
        let mut at = *at;
        if at.hesitates {
            // SKIR-MOR-3: refused, the action ends; it does not flee.
            at.refused = !passes(Test::Courage, self.nerve, dice);
            at.hesitates = false;
            return at;
        }
        // A miss scatters (SKIR-SCT-2); where it bursts is for the map.
        if self.is_placed(dice) {
            at.hit |= self.precision;
            at.target = self.inner.shell(at.target, dice);
        }
        at
    }

    fn rounds(&self) -> Option<u32> {
        Some(u32::from(self.inner.shells) + u32::from(self.courage))
    }
}

/// SKIR-ASL-7: a dash on the fire chart is the first part below it.
fn strikes_for_sure(mut attack: Attack) -> Attack {
    let first = attack.faces.iter().copied().find(|&strike| strike != Strike::Miss);
    if let Some(first) = first {
        for strike in attack.faces.iter_mut().filter(|strike| **strike == Strike::Miss) {
            *strike = first;
        }
    }
    attack
}

fn check(said: &Situation, team: &Unit, device: &Device, unit: &Unit) -> Result<(), Refusal> {
    let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(&team.id));
    let limits = &charts().limits;
    let limit = if said.assault { limits.assailants } else { limits.devices };
    if team.class != Class::Infantry {
        return refuse("SKIR-ASL-8", format!("{} is not infantry", team.name));
    }
    if said.users == 0 || u32::from(said.users) > limit {
        let clause = if said.assault { "SKIR-ASL-6" } else { "SKIR-ASL-8" };
        return refuse(clause, format!("1 to {limit} men use a device, not {}", said.users));
    }
    let listed = team.devices.iter().find(|(_, id)| *id == device.id).map_or(0, |(count, _)| *count);
    if device.id != "Hb" && said.users > listed {
        return refuse("SKIR-ASL-8", format!("{} has {listed} x {}", team.name, device.id));
    }
    if !device.against_men && !matches!(unit.class, Class::Vehicle(_)) {
        return refuse("SKIR-ASL-8", format!("a {} is for vehicles and bunkers", device.name));
    }
    if !said.assault && (said.distance_mm > device.throw || device.throw == 0) {
        return refuse(
            "SKIR-ASL-8",
            format!("a {} is thrown {} mm, not {}", device.name, device.throw, said.distance_mm),
        );
    }
    if said.into_open_top && !unit.open_top {
        return refuse("SKIR-ASL-6", format!("{} is not open above", unit.name));
    }
    if said.assault && !matches!(unit.class, Class::Vehicle(_)) {
        return refuse("SKIR-ASL-2", "against men an assault is a melee: ask `melee`".to_owned());
    }
    Ok(())
}

impl Inquiry for Devices {
    type Situation = Situation;
    const KIND: &'static str = "device";
    const TITLE: &'static str = "Hand bombs, explosive bags or magnetic mines at a vehicle, gun or soldier";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/device.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let charts = charts();
        let team = unit(&said.team)?;
        let device = charts.devices.iter().find(|device| device.id == said.device && device.row.is_some());
        let device = device.ok_or_else(|| {
            Refusal::new(
                "SKIR-ASL-8",
                format!("`{}` is none of Hb, Ex, Mm; for a Molotov ask `incendiary`", said.device),
            )
        })?;
        let (unit, victim) = said.target.victim()?;
        check(said, team, device, unit)?;
        let cs = check_skill(said.cs.unwrap_or(team.cs))?;
        let cr = check_rank(said.cr.unwrap_or(team.cr))?.max(lent_rank(&said.commanders)?);
        tally.add(DIE, Factor::whole(cs.into()), &said.team, "Combat Skill", "SKIR-TST-8");
        // SKIR-PEN-4: placed by hand, always the right half.
        let aspect = Aspect { face: said.face, square: true };
        let choice = if said.into_open_top { Choice::OpenTop } else { said.choice };
        let aim = Aim {
            band: Band::Device,
            cs,
            moving: false,
            row: device.row,
            calibre: device.calibre,
            hull: aspect,
            turret: aspect,
            choice,
            from_above: false,
        };
        let mut attack = Attack::on(unit, said.target.best_shelter()?, &aim);
        let vehicle = matches!(unit.class, Class::Vehicle(_));
        if said.into_open_top {
            attack = Attack::from_the_sky(unit, said.target.best_shelter()?, &aim);
        } else if vehicle && !said.devices_use_table_only {
            attack = strikes_for_sure(attack);
        }
        let burst = Burst { scatters: false, splinters: false, radius: device.radius, cs, eight_way: false };
        let inner = Shells {
            attack,
            fragments: attack,
            victim,
            shells: said.users,
            burst,
            comrades: 0,
            at_leader: false,
            watch: Watch::Everything,
            draws: Draws::default(),
        };
        // SKIR-R46: only open tops, men and guns ask for courage, unless the house rule asks it of all.
        let courage = said.assault && (said.into_open_top || said.ct_all_assaults);
        let precision = !said.devices_use_table_only || said.into_open_top;
        Ok(Self { inner, nerve: Nerve { cs, cr }, courage, precision, inside: said.into_open_top })
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
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
        facts.push(Fact::new("fragments", "a burst reaches others near it: ask `fragments`", "SKIR-ASL-7"));
        facts
    }

    fn chart(&self) -> Option<Chart> {
        if self.inside {
            let column = charts().effect_head(charts().columns.open_top).to_owned();
            return Some(Chart { table: "heavy-weapons-effects", columns: vec![column] });
        }
        self.inner.chart()
    }

    fn tell(&self, _: &Situation, end: &Moment) -> Told {
        if end.refused {
            return Told::new("assault not made", "the team stays where it is").by("SKIR-MOR-3");
        }
        let mut told = report::tell(&self.inner.victim, end.target, "SKIR-EFF-5", "SKIR-ASL-8");
        if !end.hit && self.precision {
            "missed".clone_into(&mut told.result);
            told = told.by("SKIR-TST-8");
        }
        told
    }
}
