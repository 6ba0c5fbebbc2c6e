//! Heavy weapons, direct fire: shell after shell from the hit to the last test.

use std::sync::Arc;

use kit::{
    Chain, Dice, Factor, Objection, Part as Sum, Tally,
    objection::{no_if, no_since},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod blow;

pub use blow::{Blow, Explosion, Fallen};
pub(crate) use blow::{Company, Draws, Lob};

use crate::{
    attack::{Attack, Choice, Shot},
    charts::{ArmorRow, Band, Charts, HeavyWeapon, Unit},
    condition::{Condition, Due, Markers, Victim},
    geometry::{Aspect, Face},
    maneuver::Shooter,
    words::Shelter,
};

/// What CS adds to the die.
pub(crate) const DIE: Sum = Sum::own(3, "to the die");
/// Shells of the action.
pub(crate) const SHELLS: Sum = Sum::own(4, "shells");

/// Armor-piercing or high explosive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ammunition {
    /// Pierces; no fragments, and misses vanish.
    #[default]
    Ap,
    /// Bursts where it falls.
    He,
}

impl Ammunition {
    pub(crate) const ALL: [Self; 2] = [Self::Ap, Self::He];

    /// As players write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ap => "AP",
            Self::He => "HE",
        }
    }
}

/// What the report keeps apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Watch {
    /// All damage.
    Everything,
    /// Only wreck, immobility, men and courage: shorter for many shells.
    Fate,
}

/// Where an indirect shell lands on a vehicle (SKIR-IND-5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LandsOn {
    /// Within a third of the width from the centre: turret or casemate.
    Upper,
    /// Farther out: the body.
    Body,
}

/// How a shell comes to its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flight {
    /// Aimed, in a range band of the weapon.
    Direct(Band),
    /// Indirect, and it has landed on the target.
    Indirect(LandsOn),
    /// SKIR-SCT-3: a mortar in direct fire at a man of a team: it falls about him.
    Lobbed,
}

/// Shells of one weapon, or of several like it, at one unit.
///
/// Who fires and what is judged before the target is known: [`Shooter::may_fire`], [`Shooter::may_serve`],
/// [`check_number`], [`armor_row`] and [`direct_flight`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Salvo {
    pub(crate) shooter: Shooter,
    pub(crate) weapon: &'static HeavyWeapon,
    pub(crate) ammunition: Ammunition,
    /// What these pierce.
    pub(crate) row: ArmorRow,
    pub(crate) shells: u8,
    pub(crate) flight: Flight,
    /// How much higher the firer stands than the target, in mm.
    pub(crate) higher_mm: i32,
    /// How the shots meet hull and turret.
    pub(crate) aspects: [Aspect; 2],
    pub(crate) choice: Choice,
    pub(crate) victim: Victim,
    /// Whether he moved in his last action.
    pub(crate) moving: bool,
    /// What shelters the man named.
    pub(crate) shelter: Shelter,
    /// Whether the man named is the leader of the team.
    pub(crate) at_leader: bool,
    /// Comrades of his within the fragments radius of him.
    pub(crate) near: Company,
    /// Comrades of his within the radius of a shell that misses him and bursts near him.
    pub(crate) near_miss: Company,
    /// SKIR-FRG-1: whether walls keep the fragments of a miss from him.
    pub(crate) indoors: bool,
    pub(crate) watch: Watch,
    /// House rule of SKIR-R42: fragments do not add CS.
    pub(crate) fragments_no_cs: bool,
    /// House rule of SKIR-R34: scatter goes by eighths of the circle.
    pub(crate) eight_way: bool,
    /// How many headings of each distance reach the target, where places are known.
    pub(crate) exact: Option<[u16; 8]>,
}

/// SKIR-HWF-19: no more shells than the chart gives to so many weapons.
pub(crate) fn check_number<E: Objection>(
    shells: u8,
    weapons: u8,
    weapon: &HeavyWeapon,
    moving: bool,
) -> Result<(), E> {
    let allowed = u16::from(weapons).saturating_mul(weapon.shots.of(moving));
    no_if(shells == 0, "SKIR-HWF-19", &weapon.id, || "no shell is fired".to_owned())?;
    no_if(u16::from(shells) > allowed, "SKIR-HWF-19", &weapon.id, || {
        format!("{weapons} x {} fire {allowed} shells, not {shells}", weapon.name)
    })?;
    Ok(())
}

/// SKIR-HWF-2, SKIR-HWF-17, SKIR-SCT-3: the band of a shell that is aimed at something so far away; a mortar has none.
pub(crate) fn direct_flight<E: Objection>(weapon: &HeavyWeapon, mm: u32) -> Result<Flight, E> {
    if weapon.is_mortar() {
        let (least, most) = (weapon.least, weapon.ranges.long);
        no_if(!(least..=most).contains(&mm), "SKIR-SCT-3", &weapon.id, || {
            format!("{} reaches from {least} to {most} mm, not {mm}", weapon.name)
        })?;
        return Ok(Flight::Lobbed);
    }
    if let Some(band) = weapon.ranges.band(mm) {
        return Ok(Flight::Direct(band));
    }
    let reason = || format!("{} reaches {} mm, the target is at {mm}", weapon.name, weapon.ranges.long);
    no_since("SKIR-HWF-2", &weapon.id, reason)
}

/// SKIR-HWF-18: the row of a weapon's shells in ARMOR PENETRATION, if it has such shells.
pub(crate) fn armor_row<E: Objection>(weapon: &HeavyWeapon, ammunition: Ammunition) -> Result<ArmorRow, E> {
    let (row, kind) = match ammunition {
        Ammunition::Ap => (weapon.ap_row, "AP"),
        Ammunition::He => (weapon.he_row, "HE"),
    };
    row.map_or_else(
        || no_since("SKIR-HWF-18", &weapon.id, || format!("{} has no {kind} ammunition", weapon.name)),
        Ok,
    )
}

impl Salvo {
    /// Judges it and reads the charts, so that only dice are left.
    pub fn ready<'s, E: Objection, T: Tally<'s>>(&self, tally: &mut T) -> Result<Shells, E> {
        let Self { shooter, weapon, victim, shells, .. } = *self;
        let (charts, unit, cs) = (victim.rules.get(), victim.unit, shooter.cs);
        let who = &shooter.unit.id;
        tally.add(DIE, Factor::whole(cs.into()), who, "Combat Skill of the firer", "SKIR-HWF-2");
        tally.add(SHELLS, Factor::whole(shells.into()), who, "shells fired", "SKIR-HWF-19");
        self.check_choice(charts)?;
        let men = victim.start.crew;
        for Company { men: others, leader } in [self.near, self.near_miss] {
            no_if(unit.is_team() && others + u8::from(leader) >= men, "SKIR-FRG-3", &unit.id, || {
                format!("{men} men have at most {} comrades", men - 1)
            })?;
        }
        let lobbed = self.flight == Flight::Lobbed;
        no_if(lobbed && !unit.is_team(), "SKIR-HWF-17", &weapon.id, || {
            format!("{} never rolls to hit: at a model ask `scatter`", weapon.name)
        })?;
        no_if(lobbed && self.indoors, "SKIR-IND-6", &weapon.id, || {
            "a grenade on a house strikes its roof: ask `building` with aim = \"roof\"".to_owned()
        })?;
        let shot = self.shot(charts);
        let attack = match self.flight {
            Flight::Indirect(_) => Attack::from_the_sky(unit, self.shelter, &shot, charts),
            Flight::Direct(_) | Flight::Lobbed => Attack::on(unit, self.shelter, &shot, charts),
        };
        let fragments_cs = if self.fragments_no_cs { 0 } else { cs };
        let fragments = Shot::fragments(fragments_cs, weapon.calibre, self.aspects, self.choice, charts);
        let he = self.ammunition == Ammunition::He;
        Ok(Shells {
            attack,
            fragments: Attack::on(unit, self.shelter, &fragments, charts),
            victim,
            shells,
            explosion: Explosion {
                scatters: he
                    && weapon.radius > 0
                    && matches!(self.flight, Flight::Direct(_) | Flight::Lobbed)
                    && !self.indoors,
                splinters: weapon.radius > 0 && (he || weapon.is_launcher()),
                radius: weapon.radius,
                cs,
                eight_way: self.eight_way,
                exact: self.exact,
            },
            near: self.near,
            near_miss: self.near_miss,
            at_leader: self.at_leader,
            watch: self.watch,
            lob: lobbed.then(|| Arc::new(Lob::of(cs, weapon.radius, self.shelter))),
            draws: if unit.is_team() { Draws::for_men(men) } else { Draws::default() },
        })
    }

    fn is_from_above(&self, charts: &Charts) -> bool {
        self.higher_mm >= charts.limits.above.into()
    }

    fn shot(&self, charts: &Charts) -> Shot {
        let (band, choice) = match self.flight {
            Flight::Direct(band) => (band, self.choice),
            Flight::Lobbed => (Band::Indirect, self.choice),
            // SKIR-IND-5, SKIR-PEN-8: an open top lets it in; else it meets the roof in the left half.
            Flight::Indirect(_) if self.victim.unit.open_top => (Band::Indirect, Choice::OpenTop),
            Flight::Indirect(LandsOn::Upper) => (Band::Indirect, Choice::TopOfUpper),
            Flight::Indirect(LandsOn::Body) => (Band::Indirect, Choice::TopOfBody),
        };
        let [hull, turret] = self.aspects;
        Shot {
            band,
            cs: self.shooter.cs,
            moving: self.moving,
            row: Some(self.row),
            calibre: self.weapon.calibre,
            hull,
            turret,
            choice,
            from_above: self.is_from_above(charts),
        }
    }

    /// SKIR-HWF-9: the top only from above, an open top only where there is one.
    fn check_choice<E: Objection>(&self, charts: &Charts) -> Result<(), E> {
        let unit = self.victim.unit;
        let refuse = |reason: &dyn Fn() -> String| no_since("SKIR-HWF-9", &unit.id, reason);
        match self.choice {
            Choice::Best => Ok(()),
            _ if !unit.is_vehicle() => refuse(&|| format!("{} has no parts to choose from", unit.name)),
            Choice::Upper if unit.upper.is_none() => {
                refuse(&|| format!("{} has neither turret nor casemate", unit.name))
            }
            Choice::Body | Choice::Upper | Choice::RunningGear => Ok(()),
            Choice::OpenTop if !unit.open_top => refuse(&|| format!("{} is not open above", unit.name)),
            Choice::TopOfBody | Choice::TopOfUpper if unit.open_top => {
                refuse(&|| format!("{} has no roof: choose the open top", unit.name))
            }
            _ if !self.is_from_above(charts) => {
                refuse(&|| format!("the firer stands {} mm higher, 50 are needed", self.higher_mm))
            }
            _ => Ok(()),
        }
    }
}

/// SKIR-TER-6: the shelter that a shield gives the crew against this fire.
pub(crate) fn shield_shelter(unit: &Unit, face: Face) -> Shelter {
    if unit.shield > 0 && face == Face::Front { Shelter::Medium } else { Shelter::None }
}

/// Shells of one weapon, or of several like it, at one target: ready for their dice.
#[derive(Clone, Debug)]
pub struct Shells {
    /// The shot itself.
    pub attack: Attack,
    /// Its fragments on the same unit, for HE that misses and for comrades.
    pub fragments: Attack,
    /// What the target is.
    pub victim: Victim,
    /// How many shells are fired.
    pub shells: u8,
    /// What bursts and how wide.
    pub explosion: Explosion,
    pub(crate) near: Company,
    pub(crate) near_miss: Company,
    pub(crate) at_leader: bool,
    pub(crate) watch: Watch,
    /// SKIR-SCT-3: where the grenades of a mortar fall.
    pub(crate) lob: Option<Arc<Lob>>,
    pub(crate) draws: Draws,
}

impl Shells {
    /// Attacks without scatter and comrades: fragments, or devices.
    pub(crate) fn plain(attack: Attack, shells: u8, cs: u8, victim: Victim) -> Self {
        Self {
            attack,
            fragments: attack,
            victim,
            shells,
            explosion: Explosion { cs, ..Explosion::default() },
            near: Company::default(),
            near_miss: Company::default(),
            at_leader: false,
            watch: Watch::Everything,
            lob: None,
            draws: if victim.unit.is_team() { Draws::for_men(victim.start.crew) } else { Draws::default() },
        }
    }

    /// What a blow does to the target, and the tests it asks for.
    #[inline]
    fn suffer(&self, mut now: Condition, blow: Blow) -> (Condition, Due) {
        match blow {
            Blow::Miss => (now, Due::NOTHING),
            Blow::Struck(effect) => self.victim.suffer(now, self.victim.rules.effects.by_id(effect), true),
            // The men lost to one shell are one event (SKIR-LWF-13, SKIR-MOR-7); a hit asks for a CF (SKIR-HWF-14).
            Blow::Men(men) => {
                if men.leader {
                    now.set(Markers::LEADER_DOWN, true);
                }
                let (now, mut due) = self.victim.lose_men(now, men.dead);
                due.cant_fire = men.hit && self.victim.may_lose_fire(now);
                (now, due)
            }
        }
    }

    /// The lots and tests of one shell.
    #[inline]
    fn test<D: Dice>(&self, mut now: Condition, mut due: Due, dice: &mut D) -> Condition {
        while due.deaths > 0 {
            (now, due) = self.victim.face_it(now, due, dice);
        }
        if due.cant_fire && self.watch == Watch::Fate {
            // Whether it can still fire this turn does not decide who lives.
            dice.aside(|dice| now = self.victim.try_to_fire(now, dice));
        } else if due.cant_fire {
            now = self.victim.try_to_fire(now, dice);
        }
        if due.courage { self.victim.take_courage(now, dice) } else { now }
    }

    /// One blow with the tests it asks for.
    #[inline]
    pub(crate) fn bear<D: Dice>(&self, now: Condition, blow: Blow, dice: &mut D) -> Condition {
        let (now, due) = self.suffer(now, blow);
        self.test(now, due, dice)
    }

    /// One shell from the hit to the last test.
    #[inline]
    pub(crate) fn shell<D: Dice>(&self, now: Condition, dice: &mut D) -> Condition {
        let blow = self.blow(now, dice);
        self.bear(now, blow, dice)
    }
}

/// SKIR-HWF-1: each shell is finished before the next; a target that is gone leaves the rest unfired.
impl Chain for Shells {
    type State = Condition;

    fn start(&self) -> Condition {
        self.victim.start
    }

    fn is_done(&self, now: &Condition) -> bool {
        now.is_gone()
    }

    fn step<D: Dice>(&self, now: &Condition, dice: &mut D) -> Condition {
        self.shell(*now, dice)
    }

    fn rounds(&self) -> Option<u32> {
        Some(self.shells.into())
    }

    fn keep(&self, mut end: Condition) -> Condition {
        if self.watch == Watch::Fate {
            end.set(Markers::NO_FIRE, false);
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{charts::Rules, maneuver::Maneuver};
    use kit::{Inquiry, Silent, Sums, chance, content::read_situation};

    /// A table fills the case from its units, without a file and without words, and gets the same odds.
    #[test]
    fn a_salvo_needs_no_file() {
        let (rules, tally) = (Rules::published(), &mut Sums::default());
        let unit = |id| rules.get().unit(id).unwrap();
        let (panzer, t34) = (unit("G-PZ4G"), unit("S-T34"));
        let weapon = rules.get().heavy_weapon_of(panzer).unwrap();
        let (cs, men) = (panzer.cs, panzer.men);
        let shooter =
            Shooter { unit: panzer, maneuver: Maneuver::Fire, cs, men, no_fire: false, fleeing: false };
        assert_eq!(shooter.may_fire::<Silent>(&rules), Ok(()));
        assert_eq!(shooter.may_serve::<Silent>(weapon, &rules), Ok(()));
        assert_eq!(Shooter { fleeing: true, ..shooter }.may_fire(&rules), Err(Silent));
        assert_eq!(direct_flight(weapon, 4001), Err(Silent));
        let front = Aspect { face: Face::Front, square: true };
        let salvo = Salvo {
            shooter,
            weapon,
            ammunition: Ammunition::Ap,
            row: armor_row::<Silent>(weapon, Ammunition::Ap).unwrap(),
            shells: 1,
            flight: direct_flight::<Silent>(weapon, 1200).unwrap(),
            higher_mm: 0,
            aspects: [front, front],
            choice: Choice::Best,
            victim: Victim::of(t34, rules),
            moving: false,
            shelter: Shelter::None,
            at_leader: false,
            near: Company::default(),
            near_miss: Company::default(),
            indoors: false,
            watch: Watch::Everything,
            fragments_no_cs: false,
            eight_way: false,
            exact: None,
        };
        let shells: Shells = salvo.ready::<Silent, _>(tally).unwrap();
        let file = read_situation("shell.toml", Shells::EXAMPLE).unwrap();
        let asked = Shells::prepare(rules, &file, tally).unwrap();
        assert!(chance::odds(&shells).unwrap() == chance::odds(&asked).unwrap());
        let top = Salvo { choice: Choice::TopOfBody, ..salvo };
        assert_eq!(top.ready::<Silent, _>(tally).err(), Some(Silent), "not from above");
    }
}
