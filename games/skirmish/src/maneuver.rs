//! What a unit does in its action, and whether it may fire in it.

use kit::{
    Objection,
    objection::{no_if, no_since},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{Charts, Class, CrewEffect, Fire, HeavyWeapon, Unit},
    words::printed,
};

printed! {
    /// What a unit does in its action; fire goes by it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Maneuver {
        /// Stands and fires its Stationary shots.
        #[default]
        Fire = "Fire",
        /// Half its movement and its Moving shots.
        MoveAndFire = "Move and fire",
        /// Moving shots, then a quarter of its movement; infantry and artillery up to 60 mm.
        FireAndConceal = "Fire and conceal",
        /// Stationary shots of a carrier that lets its gun go.
        UnhookAndFire = "Unhook and fire",
        /// Stationary shots of a carrier that takes its gun up.
        HookAndFire = "Hook and fire",
        /// Stationary shots of a carrier that takes a team aboard.
        LoadAndFire = "Load and fire",
        /// Moving shots of a carrier that sets a team down.
        UnloadAndMove = "Unload and move",
        /// Moving shots before contact.
        Assault = "Assault",
        /// The one shot a lurking unit has ready: Stationary shots.
        Reaction = "Reaction",
        /// Moves only.
        Move = "Move",
        /// Moves a quarter, unseen.
        Conceal = "Conceal",
        /// Waits.
        Lurk = "Lurk",
        /// Rallies, then moves.
        Recovery = "Recovery",
        /// Runs.
        Retreat = "Retreat",
    }
}

/// SKIR-HWF-14: what a unit has left of its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// Its action has not begun.
    #[default]
    ToCome,
    /// It was halted in its action with its fire still to come.
    HaltedBeforeFire,
    /// It lurks with its reaction unused.
    Lurking,
    /// It has acted, or fired: nothing to lose any more.
    Over,
}

/// A unit about to fire.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shooter {
    pub(crate) unit: &'static Unit,
    pub(crate) maneuver: Maneuver,
    pub(crate) cs: u8,
    /// Crew or men alive.
    pub(crate) men: u8,
    /// Whether it failed a CF this turn (SKIR-TST-6).
    pub(crate) no_fire: bool,
    pub(crate) fleeing: bool,
}

impl Shooter {
    /// Judges whether it may fire at all.
    pub fn may_fire<E: Objection>(&self, charts: &Charts) -> Result<(), E> {
        let unit = self.unit;
        let (who, name) = (&unit.id, self.maneuver.name());
        no_if(self.fleeing, "SKIR-MOR-6", who, || format!("{} flees and cannot fire", unit.name))?;
        no_if(self.no_fire, "SKIR-TST-6", who, || {
            format!("{} failed its CF and has no fire this turn", unit.name)
        })?;
        some_are_alive(unit, self.men)?;
        if self.suffers(CrewEffect::SimpleOnly, charts) && charts.maneuver(self.maneuver).complex {
            let dead = unit.men - self.men;
            let reason = || format!("with {dead} of {} dead {name} is not open to it", unit.men);
            return no_since("SKIR-CRW-2", who, reason);
        }
        if self.maneuver == Maneuver::FireAndConceal {
            may_conceal(unit, charts)?;
        }
        match charts.maneuver(self.maneuver).fire {
            Fire::None => no_since("SKIR-MAN-4", "", || format!("{name} is a maneuver without fire")),
            Fire::Stationary | Fire::Moving => Ok(()),
        }
    }

    /// SKIR-MAN-4, SKIR-MAN-12: whether the Moving number of shots holds.
    pub fn is_moving(&self, charts: &Charts) -> bool {
        charts.maneuver(self.maneuver).fire == Fire::Moving
    }

    /// SKIR-CRW-3: whether it is the one survivor of a crew.
    pub fn is_last_man(&self, charts: &Charts) -> bool {
        self.suffers(CrewEffect::LightWeaponsOnly, charts)
    }

    fn suffers(&self, effect: CrewEffect, charts: &Charts) -> bool {
        self.unit.has_crew() && charts.crew.hold(effect, self.unit.men, self.men)
    }

    /// Judges whether it can fire a heavy weapon in its maneuver.
    pub fn may_serve<E: Objection>(&self, weapon: &HeavyWeapon, charts: &Charts) -> Result<(), E> {
        let who = &self.unit.id;
        no_if(self.is_last_man(charts), "SKIR-CRW-3", who, || {
            format!("the last man of {} serves no heavy weapon", self.unit.name)
        })?;
        no_if(weapon.shots.of(self.is_moving(charts)) == 0, "SKIR-HWF-19", who, || {
            format!("{} has no shells in {} (SKIR-R53)", weapon.name, self.maneuver.name())
        })?;
        Ok(())
    }
}

/// Judges the number of men of a unit who are said to be alive.
pub(crate) fn some_are_alive<E: Objection>(unit: &Unit, men: u8) -> Result<(), E> {
    let (who, all) = (&unit.id, unit.men);
    match men {
        0 => no_since("SKIR-CRW-5", who, || format!("nobody of {who} is alive")),
        _ if men > all => no_since("SKIR-LWF-10", who, || format!("{who} has {all} men, not {men}")),
        _ => Ok(()),
    }
}

/// SKIR-MAN-13: infantry conceals itself, and so do guns and mortars up to 60 mm.
pub(crate) fn may_conceal<E: Objection>(unit: &Unit, charts: &Charts) -> Result<(), E> {
    let small = charts.heavy_weapon_of(unit).is_none_or(|weapon| weapon.calibre <= 60);
    if unit.class == Class::Infantry || (small && !unit.is_vehicle()) {
        return Ok(());
    }
    let reason = || format!("{} is neither infantry nor artillery up to 60 mm", unit.name);
    no_since("SKIR-MAN-13", &unit.id, reason)
}
