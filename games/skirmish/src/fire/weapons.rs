//! What a unit can fire with, where it points, and how far it reaches.

use kit::{
    Objection,
    objection::no_if,
    position::UnitId,
    tabletop::{Heading, Point},
};
use smallvec::SmallVec;

use super::lines::{Lines, distance};
use crate::{
    charts::{Band, Class, CrewEffect, HeavyWeapon, LightWeapon, UpperPart},
    game::Skirmish,
    harm::Men,
    placing::MOST_MEN,
    state::Flags,
};

/// A light weapon that somebody bears.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gun {
    /// The man, or the mount of a vehicle, or the gunner by number.
    pub(crate) bearer: u8,
    pub(crate) weapon: &'static LightWeapon,
    /// Where it is fired from.
    pub(crate) from: Point,
    /// Where it points and how far it turns to either side; all round if none.
    pub(crate) arc: Option<(Heading, u16)>,
}

impl Gun {
    /// SKIR-GEO-14: whether a point lies in its arc.
    pub(crate) fn bears(&self, to: Point) -> bool {
        self.arc.is_none_or(|(ahead, degrees)| ahead.off(self.from.bearing(to)) <= degrees)
    }
}

/// SKIR-GEO-14, SKIR-EFF-5, SKIR-R82: degrees to either side.
const HULL_MG: u16 = 45;
const CASEMATE: u16 = 12;
const TOWED: u16 = 30;
const BLOCKED_TURRET: u16 = 5;

impl Skirmish {
    /// The light weapons of a unit, where these have fired already and its crew has fired so many shells.
    pub(crate) fn light_weapons(&self, unit: UnitId, spent: Men, shells: u8) -> SmallVec<[Gun; 12]> {
        let (chart, state, charts) = (self.board.chart(unit), self.board.unit(unit), self.board.rules.get());
        let mut guns: SmallVec<[Gun; 12]> = SmallVec::new();
        let free = |bearer: u8| spent >> bearer & 1 == 0;
        if self.board.is_afoot(unit) {
            for (place, man) in self.board.living(unit) {
                let Some(arm) = chart.arms.get(usize::from(place)) else { continue };
                if let (Some(light), true) = (arm.light, free(place)) {
                    let weapon = &charts.light[usize::from(light)];
                    guns.push(Gun { bearer: place, weapon, from: man.at(), arc: None });
                }
            }
            // SKIR-R83: who serves a tube that fires fires nothing else.
            if chart.class == Class::Mortar && shells > 0 && !state.is(Flags::ON_FOOT) {
                guns.clear();
            }
        } else if chart.class == Class::Gun {
            if shells == 0 {
                let weapon = chart.light.first().map(|hold| &charts.light[hold.place]);
                let from = self.board.model_at(unit);
                let gunners = (0..state.alive).filter(|&gunner| free(gunner));
                guns.extend(weapon.into_iter().flat_map(|weapon| {
                    gunners.clone().map(move |bearer| Gun { bearer, weapon, from, arc: None })
                }));
            }
        } else {
            let mounts =
                chart.light.iter().flat_map(|hold| std::iter::repeat_n(hold.place, hold.count.into()));
            for (mount, place) in (0u8..).zip(mounts) {
                // What has fired as an AA weapon fires no more as a machine gun.
                let is_aa = shells > 0 && chart.aa_mount == Some(mount);
                if state.mgs >> mount & 1 == 0 && free(mount) && !is_aa {
                    let arc = self.mount_arc(unit, mount);
                    guns.push(Gun {
                        bearer: mount,
                        weapon: &charts.light[place],
                        from: self.board.model_at(unit),
                        arc,
                    });
                }
            }
        }
        // SKIR-CRW-3: the last man of a crew has one light weapon an action.
        if self.suffers(unit, CrewEffect::LightWeaponsOnly) {
            let best = (0..guns.len()).max_by_key(|&at| (guns[at].weapon.shots.stationary, guns.len() - at));
            guns = best.filter(|_| spent == 0).map(|at| guns[at]).into_iter().collect();
        }
        guns
    }

    /// SKIR-R82: the first machine gun of a turreted vehicle is in the turret, the second in the hull, the third at the
    /// turret's rear; without turret or casemate it turns all round.
    fn mount_arc(&self, unit: UnitId, mount: u8) -> Option<(Heading, u16)> {
        match (self.board.chart(unit).upper, mount) {
            (None, _) => None,
            (Some((UpperPart::Turret, _)), 0) => self.turret_arc(unit),
            (Some((UpperPart::Turret, _)), 2) => Some((self.turret_heading(unit).opposite(), HULL_MG)),
            _ => Some((self.hull_heading(unit), HULL_MG)),
        }
    }

    /// SKIR-EFF-5: a turret that is blocked points where it points.
    fn turret_arc(&self, unit: UnitId) -> Option<(Heading, u16)> {
        let state = self.board.unit(unit);
        state.is(Flags::TURRET_BLOCKED).then(|| (self.turret_heading(unit), BLOCKED_TURRET))
    }

    /// SKIR-GEO-14: where the heavy weapon of a unit points, and how far it turns.
    pub(crate) fn heavy_arc(&self, unit: UnitId) -> Option<(Heading, u16)> {
        let chart = self.board.chart(unit);
        match (chart.class, chart.upper) {
            (Class::Gun, _) => Some((self.hull_heading(unit), TOWED)),
            (Class::Vehicle(_), Some((UpperPart::Casemate, _))) => Some((self.hull_heading(unit), CASEMATE)),
            (Class::Vehicle(_), Some((UpperPart::Turret, _))) => self.turret_arc(unit),
            _ => None,
        }
    }

    /// The heavy weapon of a unit, if somebody can serve it now, and the man who bears it.
    pub(crate) fn heavy_weapon(&self, unit: UnitId) -> Option<(&'static HeavyWeapon, Option<u8>)> {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        let weapon = self.board.rules.get().heavy_weapon_of(chart)?;
        if chart.aa_mount.is_some_and(|mount| state.mgs >> mount & 1 == 1) {
            return None;
        }
        let silent = Flags::GUN_OUT.and(Flags::ON_FOOT);
        if state.flags.any(silent) || state.alive == 0 || self.suffers(unit, CrewEffect::LightWeaponsOnly) {
            return None;
        }
        if self.board.is_model(unit) {
            return Some((weapon, None));
        }
        // SKIR-R83: a mortar is with the leader; other weapons are lost with their man.
        let bearer = if chart.class == Class::Mortar {
            Some(state.leader)
        } else {
            self.board.living(unit).map(|(man, _)| man).find(|&man| chart.arms[usize::from(man)].heavy)
        };
        bearer.map(|man| (weapon, Some(man)))
    }

    /// SKIR-HWF-19, SKIR-R53, SKIR-CRW-3: judges whether a unit has a shell left in this action.
    pub(crate) fn may_shell<E: Objection>(
        &self,
        unit: UnitId,
        moving: bool,
    ) -> Result<(&'static HeavyWeapon, Option<u8>), E> {
        let name = self.name(unit);
        let Some((weapon, bearer)) = self.heavy_weapon(unit) else {
            return kit::objection::no_since("SKIR-HWF-1", name, || {
                format!("{name} has no heavy weapon to fire")
            });
        };
        let shots = weapon.shots.of(moving);
        no_if(u16::from(self.fire.shells) >= shots, "SKIR-HWF-19", name, || {
            format!("{} fires {shots} shells in this maneuver", weapon.name)
        })?;
        // SKIR-R83: whoever has fired his own weapon does not serve the gun.
        let crew_has_fired = self.board.chart(unit).class != Class::Infantry && self.fire.spent != 0;
        let serves = !self.board.chart(unit).is_vehicle() && crew_has_fired;
        // The mount of an AA weapon, like the man who bears a weapon of his own, fires once.
        let bears = bearer.or(self.board.chart(unit).aa_mount.filter(|_| self.board.is_model(unit)));
        let bearer_has_fired = bears.is_some_and(|man| self.fire.spent >> man & 1 == 1);
        no_if(serves || bearer_has_fired, "SKIR-R83", name, || {
            "a man fires one weapon in an action".to_owned()
        })?;
        Ok((weapon, bearer))
    }

    /// SKIR-LWF-1, SKIR-LWF-3, SKIR-R92: the band in which a light weapon fires at a unit, of whom these can be hit.
    pub(crate) fn band(
        &self,
        unit: UnitId,
        gun: &Gun,
        target: UnitId,
        hittable: Men,
        moving: bool,
        lines: &Lines<'_>,
    ) -> Option<Band> {
        if gun.weapon.shots.of(moving) == 0 {
            return None;
        }
        let bearer = self.board.is_afoot(unit).then_some(gun.bearer);
        // SKIR-R136: into an open top fires who stands high enough himself.
        let into_it = self.board.is_model(target) && self.board.chart(target).is_armored();
        if into_it && !lines.is_above(unit, bearer, target) {
            return None;
        }
        let mut men: SmallVec<[(u32, u8); MOST_MEN]> = men_of(hittable)
            .map(|man| (man, self.place(target, man)))
            .filter(|(_, at)| gun.bears(*at))
            .map(|(man, at)| (distance(gun.from, at), man))
            .filter(|(mm, _)| *mm <= gun.weapon.ranges.long)
            .collect();
        // The nearest first: lines of sight are dear.
        men.sort_unstable();
        let nearest = men.into_iter().find(|(_, man)| lines.sees(unit, bearer, target, *man));
        gun.weapon.ranges.band(nearest?.0)
    }
}

/// The men of a set.
pub(crate) fn men_of(men: Men) -> impl Iterator<Item = u8> {
    (0..16).filter(move |man| men >> man & 1 == 1)
}
