//! Hand bombs, explosive bags and magnetic mines: in an assault, or thrown.

use kit::{
    Chain, Dice, Objection,
    objection::{no_if, no_since},
};

use crate::{
    attack::{Attack, Choice, Shot, Strike},
    charts::{Band, Charts, Class, Device, Rules, Test, Unit},
    condition::{Condition, Victim},
    geometry::{Aspect, Face},
    nerve::Nerve,
    shell::Shells,
    words::Shelter,
};

/// How men of a team use devices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeviceUse {
    pub(crate) team: &'static Unit,
    pub(crate) device: &'static Device,
    pub(crate) users: u8,
    /// Whether it is an assault; else they throw.
    pub(crate) assault: bool,
    /// How far they throw, in mm.
    pub(crate) mm: u32,
    pub(crate) into_open_top: bool,
}

impl DeviceUse {
    /// Judges whether the team may use them on a unit.
    pub fn is_open<E: Objection>(&self, unit: &Unit, charts: &Charts) -> Result<(), E> {
        let Self { team, device, users, assault, mm, into_open_top } = *self;
        let who = &team.id;
        let limit = if assault { charts.limits.assailants } else { charts.limits.devices };
        // Every man of a mortar team has hand bombs too, but mortars do not assault (SKIR-MAN-18).
        let may = if assault { team.class == Class::Infantry } else { team.is_team() };
        no_if(!may, "SKIR-ASL-8", who, || format!("{} is not infantry", team.name))?;
        if users == 0 || u16::from(users) > limit {
            let clause = if assault { "SKIR-ASL-6" } else { "SKIR-ASL-8" };
            return no_since(clause, who, || format!("1 to {limit} men use a device, not {users}"));
        }
        let listed = team.devices_of(&device.id);
        no_if(device.id != "Hb" && users > listed, "SKIR-ASL-8", who, || {
            format!("{} has {listed} x {}", team.name, device.id)
        })?;
        no_if(!device.against_men && !unit.is_vehicle(), "SKIR-ASL-8", who, || {
            format!("a {} is for vehicles and bunkers", device.name)
        })?;
        no_if(!assault && (mm > device.throw || device.throw == 0), "SKIR-ASL-8", who, || {
            format!("a {} is thrown {} mm, not {mm}", device.name, device.throw)
        })?;
        no_if(into_open_top && !unit.open_top, "SKIR-ASL-6", who, || {
            format!("{} is not open above", unit.name)
        })?;
        no_if(assault && !unit.is_vehicle(), "SKIR-ASL-2", who, || {
            "against men an assault is a melee: ask `melee`".to_owned()
        })?;
        Ok(())
    }
}

/// Men with devices at one unit; see [`DeviceUse::is_open`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeviceAttack {
    pub(crate) used: DeviceUse,
    pub(crate) nerve: Nerve,
    pub(crate) victim: Victim,
    /// What shelters its men.
    pub(crate) shelter: Shelter,
    /// The face of the vehicle they stand at.
    pub(crate) face: Face,
    pub(crate) choice: Choice,
    /// House rule of SKIR-R40: no PT, the fire chart decides about hit and part.
    pub(crate) table_only: bool,
    /// House rule of SKIR-R46: every assault needs a CT.
    pub(crate) always_courage: bool,
}

impl DeviceAttack {
    /// Reads the charts, so that only dice are left.
    pub fn ready(&self) -> Devices {
        let Self { used, nerve, victim, table_only, .. } = *self;
        let DeviceUse { device, into_open_top, .. } = used;
        let (charts, cs) = (victim.rules.get(), nerve.cs);
        // SKIR-PEN-4: placed by hand, always the right half.
        let aspect = Aspect { face: self.face, square: true };
        let shot = Shot {
            band: Band::Device,
            cs,
            moving: false,
            row: device.row,
            calibre: device.calibre,
            hull: aspect,
            turret: aspect,
            choice: if into_open_top { Choice::OpenTop } else { self.choice },
            from_above: false,
        };
        let attack = if into_open_top {
            Attack::from_the_sky(victim.unit, self.shelter, &shot, charts)
        } else if victim.unit.is_vehicle() && !table_only {
            strikes_for_sure(Attack::on(victim.unit, self.shelter, &shot, charts))
        } else {
            Attack::on(victim.unit, self.shelter, &shot, charts)
        };
        let inner = Shells::plain(attack, used.users, cs, victim);
        // SKIR-R46: only open tops, men and guns ask for courage, unless the house rule asks it of all.
        let courage = used.assault && (into_open_top || self.always_courage);
        let precision = !table_only || into_open_top;
        Devices { inner, nerve, courage, precision, inside: into_open_top }
    }
}

/// Devices ready for their dice.
#[derive(Clone, Debug)]
pub struct Devices {
    pub(crate) inner: Shells,
    pub(crate) nerve: Nerve,
    pub(crate) courage: bool,
    pub(crate) precision: bool,
    pub(crate) inside: bool,
}

/// What the team has done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DevicesState {
    pub(crate) hesitates: bool,
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
        !self.precision || self.rules().places(self.inside, self.nerve, dice)
    }

    const fn rules(&self) -> Rules {
        self.inner.victim.rules
    }
}

impl Chain for Devices {
    type State = DevicesState;

    fn start(&self) -> DevicesState {
        DevicesState { hesitates: self.courage, target: self.inner.start(), refused: false, hit: false }
    }

    fn is_done(&self, at: &DevicesState) -> bool {
        at.refused || self.inner.is_done(&at.target)
    }

    fn step<D: Dice>(&self, at: &DevicesState, dice: &mut D) -> DevicesState {
        let mut at = *at;
        if at.hesitates {
            // SKIR-MOR-3: refused, the action ends; it does not flee.
            at.refused = !self.rules().passes(Test::Courage, self.nerve, dice);
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
pub(crate) fn strikes_for_sure(mut attack: Attack) -> Attack {
    let first = attack.faces.iter().copied().find(|&strike| strike != Strike::Miss);
    if let Some(first) = first {
        for strike in attack.faces.iter_mut().filter(|strike| **strike == Strike::Miss) {
            *strike = first;
        }
    }
    attack
}
