//! Fragments of one HE burst on one unit.

use kit::{
    Chain, Dice, Factor, Objection, Tally,
    objection::{no, no_if},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    attack::{Attack, Choice, Shot},
    charts::{Charts, Unit},
    condition::{Condition, Victim},
    geometry::Aspect,
    shell::{Blow, Company, DIE, Shells},
    words::Shelter,
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

/// What bursts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Burst {
    pub(crate) id: &'static str,
    /// How far its fragments reach, in cm.
    pub(crate) radius: u8,
    /// Its calibre in mm, for shelter.
    pub(crate) calibre: u16,
    /// Combat Skill of the unit that fired it; SKIR-R42: 0 by the house rule.
    pub(crate) cs: u8,
}

impl Burst {
    /// SKIR-FRG-1: the burst of a heavy weapon or device.
    pub fn of(id: &str, cs: u8, charts: &'static Charts) -> Option<Self> {
        let weapon = charts.heavy_weapon(id).map(|weapon| (&*weapon.id, weapon.radius, weapon.calibre));
        let device = || charts.bursting_device(id).map(|device| (&*device.id, device.radius, device.calibre));
        weapon.or_else(device).map(|(id, radius, calibre)| Self { id, radius, calibre, cs })
    }

    /// SKIR-FRG-1: judges whether men who stand there, so far away, are reached.
    pub fn reaches<E: Objection>(&self, who: &str, place: Where, mm: u32) -> Result<(), E> {
        let clause = "SKIR-FRG-1";
        match place {
            Where::OtherFloor => {
                no(clause, who, "men in a building are reached only by a burst on their floor")?;
            }
            Where::Riding => no(clause, who, "men aboard a vehicle are not attacked by themselves")?,
            Where::BehindCover => no(clause, who, "an opaque piece stands between")?,
            Where::Outside | Where::SameFloor => {}
        }
        let reach = u32::from(self.radius) * 10;
        no_if(self.radius == 0 || mm > reach, clause, who, || {
            format!("fragments of {} reach {reach} mm, they are at {mm}", self.id)
        })
    }
}

/// SKIR-FRG-9: judges what the firer takes where the chart says `choice`.
pub(crate) fn may_choose<E: Objection>(choice: Choice, unit: &Unit) -> Result<(), E> {
    no_if(
        matches!(choice, Choice::TopOfBody | Choice::TopOfUpper | Choice::OpenTop),
        "SKIR-FRG-9",
        &unit.id,
        || "fragments never strike the top by choice".to_owned(),
    )
}

/// A burst near a unit; see [`Burst::reaches`] and [`may_choose`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearBurst {
    pub(crate) burst: Burst,
    pub(crate) victim: Victim,
    /// How many men of a team are within the radius; of no use for a model.
    pub(crate) men: u8,
    /// Whether the leader is among them.
    pub(crate) with_leader: bool,
    pub(crate) shelter: Shelter,
    pub(crate) aspects: [Aspect; 2],
    pub(crate) choice: Choice,
}

impl NearBurst {
    /// Reads the charts, so that only dice are left.
    pub fn ready<'s, T: Tally<'s>>(&self, tally: &mut T) -> Fragments {
        let Self { burst: Burst { cs, calibre, .. }, victim, .. } = *self;
        tally.add(DIE, Factor::whole(cs.into()), "firer", "Combat Skill of the firer", "SKIR-FRG-2");
        let shot = Shot::fragments(cs, calibre, self.aspects, self.choice, &victim.rules);
        let attack = Attack::on(victim.unit, self.shelter, &shot, &victim.rules);
        let men = if victim.unit.is_team() { self.men } else { 0 };
        Fragments {
            inner: Shells::plain(attack, 1, cs, victim),
            men,
            company: Company::of(men, self.with_leader),
        }
    }
}

/// A burst ready for its dice.
#[derive(Clone, Debug)]
pub struct Fragments {
    pub(crate) inner: Shells,
    pub(crate) men: u8,
    pub(crate) company: Company,
}

impl Fragments {
    fn blow<D: Dice>(&self, dice: &mut D) -> Blow {
        if self.men == 0 {
            self.inner.splinter_model(dice)
        } else {
            self.inner.splinter_team(self.company, dice)
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
