//! Shells at a building as a question.

use super::prelude::*;
use crate::{
    attack::IMPENETRABLE,
    building::{AimPoint, Bombard, Bombardment, BuildingState, Charge, Entry, Inside, Occupants, Reached},
    charts::Class,
    shell::{Ammunition, DIE},
};

/// Shells at one building.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Who fires.
    pub firer: Firer,
    /// The heavy weapon by its id; that of the firer's chart if left out.
    #[serde(default)]
    pub weapon: Option<String>,
    /// A device instead of a shell, used by men of the firer in contact: `Hb` through an opening, `Ex` or `Mm` at
    /// the wall or through an opening.
    #[serde(default)]
    pub device: Option<String>,
    /// How many shells, or men with a device.
    #[serde(default = "one")]
    pub shells: u8,
    /// AP or HE.
    #[serde(default = "he")]
    pub ammunition: Ammunition,
    /// From the firer to the point aimed at, in mm; not for roof, fragments or a device.
    #[serde(default)]
    pub distance_mm: Option<u32>,
    /// The building: `Wooden house`, `Brick house`, `Palace`, `Fort`, `Bunker`, `Casemate`, `Pill-box`, `Trench`,
    /// `Sand bags`, `Garden wall`.
    pub building: String,
    /// How many floors it has.
    #[serde(default = "one")]
    pub floors: u8,
    /// What is aimed at.
    pub aim: AimPoint,
    /// Whether the shot meets the wall at 75 degrees or more; only a shell aimed at a wall asks.
    #[serde(default)]
    pub square: Option<bool>,
    /// Men on the floor that is struck; in a trench or behind sand bags those within 100 mm.
    #[serde(default)]
    pub men_on_floor: u8,
    /// Men of that floor within the fragments radius of the burst; six numbers, one for each depth of a D6, for
    /// one shell through an opening.
    #[serde(default)]
    pub men_in_radius: Vec<u8>,
    /// The same man by man, for several shells through an opening: the least and the greatest depth, 1 to 6, at which
    /// a burst reaches him.
    #[serde(default)]
    pub reached_at: Vec<(u8, u8)>,
    /// Men on other floors.
    #[serde(default)]
    pub men_elsewhere: u8,
    /// Men whose bases the line of an AP shell touches inside.
    #[serde(default)]
    pub men_in_line: u8,
    /// Whether a gun stands on that floor.
    #[serde(default)]
    pub gun_on_floor: bool,
    /// Combat Skill of those on other floors, for their courage.
    #[serde(default)]
    pub cs_inside: Option<u8>,
    /// Effective Commander Rank of those on other floors.
    #[serde(default)]
    pub cr_inside: Option<u8>,
}

const fn he() -> Ammunition {
    Ammunition::He
}

fn refuse<T>(clause: &'static str, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(clause, reason))
}

impl Situation {
    fn check(&self) -> Result<(), Refusal> {
        if self.floors == 0 || self.floors > 20 {
            return refuse("SKIR-HWF-15", format!("a building has 1 to 20 floors, not {}", self.floors));
        }
        let most = self.men_on_floor.max(self.men_elsewhere);
        if most > 100 || self.men_in_line > self.men_on_floor {
            return refuse("SKIR-HWF-13", "up to 100 men on a floor, and those in line are among them");
        }
        Ok(())
    }

    fn charge(&self, target: &Bombardment, rules: Rules) -> Result<Charge, Refusal> {
        let Some(id) = &self.device else {
            let weapon = heavy_weapon(self.weapon.as_deref(), &target.shooter, rules)?;
            return target.by_gun(weapon, &rules);
        };
        let by_infantry = target.shooter.unit.class == Class::Infantry && self.ammunition == Ammunition::He;
        match rules.bursting_device(id).filter(|_| by_infantry) {
            Some(device) => target.by_hand(device, &rules),
            None => refuse("SKIR-ASL-7", format!("`{id}` is no device that infantry uses on a building")),
        }
    }

    /// Men in reach of the burst: counted once for one point, or by the depth of a D6 for an opening.
    fn reached(&self, bursts: bool) -> Result<Reached, Refusal> {
        let opening = self.aim.is_opening() && self.building != "Trench";
        let clause = "SKIR-BLD-7";
        if !self.reached_at.is_empty() {
            let mut men = [[0; 6]; 6];
            let one_floor = self.reached_at.len() <= self.men_on_floor.into();
            for &(first, last) in &self.reached_at {
                if !(opening
                    && one_floor
                    && self.men_in_radius.is_empty()
                    && 1 <= first
                    && first <= last
                    && last <= 6)
                {
                    let reason = "reached-at has two depths from 1 to 6 for each of the men on the floor whom a \
                                  burst behind an opening can reach, in place of men-in-radius";
                    return refuse(clause, reason);
                }
                men[usize::from(first) - 1][usize::from(last) - 1] += 1;
            }
            return Ok(Reached::ByDepth(men));
        }
        match (self.men_in_radius.as_slice(), <[u8; 6]>::try_from(&*self.men_in_radius)) {
            ([], _) if self.men_on_floor == 0 || !bursts => Ok(Reached::AtOnePoint(0)),
            ([], _) => {
                refuse(clause, "say how many of the men on the floor the burst reaches: men-in-radius")
            }
            (&[men], _) => Ok(Reached::AtOnePoint(men)),
            (_, Ok(_)) if opening && self.shells > 1 => refuse(
                clause,
                "several shells find the same men again: say at which depths each is reached, reached-at",
            ),
            (_, Ok(six)) if opening => {
                let mut men = [[0; 6]; 6];
                for (depth, reached) in six.into_iter().enumerate() {
                    men[depth][depth] = reached;
                }
                Ok(Reached::ByDepth(men))
            }
            (other, _) => {
                let found = other.len();
                refuse(
                    clause,
                    format!("give one number of men in the radius, or six for an opening, not {found}"),
                )
            }
        }
    }

    fn occupants(&self, bursts: bool) -> Result<Occupants, Refusal> {
        let nerve = match (self.cs_inside, self.cr_inside) {
            (Some(cs), Some(cr)) => Nerve { cs: check_skill(cs)?, cr: check_rank(cr)? },
            _ if self.men_elsewhere == 0 => Nerve::default(),
            _ => {
                let reason = "those on other floors may take a CT: say their cs-inside and cr-inside";
                return refuse("SKIR-BLD-5", reason);
            }
        };
        Ok(Occupants {
            on_floor: self.men_on_floor,
            near: self.reached(bursts)?,
            in_line: self.men_in_line,
            elsewhere: self.men_elsewhere,
            nerve,
            gun: self.gun_on_floor,
        })
    }

    /// The distance and the angle, where they are asked for.
    fn measured(&self) -> Result<(u32, bool), Refusal> {
        let aimed = self.device.is_none() && !matches!(self.aim, AimPoint::Roof | AimPoint::Fragments);
        let mm = match self.distance_mm {
            None if aimed => {
                return refuse("SKIR-HWF-2", "say how far away the point aimed at is: distance-mm");
            }
            mm => mm.unwrap_or(0),
        };
        let wall = matches!(self.aim, AimPoint::FrontWall | AimPoint::FloorWall);
        let square = match self.square {
            None if aimed && wall => {
                return refuse(
                    "SKIR-PEN-4",
                    "say whether the shot meets the wall at 75 degrees or more: square",
                );
            }
            square => square.unwrap_or(false),
        };
        Ok((mm, square))
    }
}

impl Inquiry for Bombard {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "building";
    const TITLE: &'static str = "Shells at a building, opening, trench, wall or point of ground";
    const EXAMPLE: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/building.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let shooter = said.firer.shooter(rules)?;
        said.check()?;
        let Some(building) = rules.get().building(&said.building) else {
            return refuse("SKIR-BLD-2", format!("the chart of buildings knows no `{}`", said.building));
        };
        let mut target = Bombardment {
            shooter,
            building,
            aim: said.aim,
            ammunition: said.ammunition,
            shells: said.shells,
            mm: 0,
            square: false,
        };
        target.check_aim::<Refusal>()?;
        (target.mm, target.square) = said.measured()?;
        let cs = Factor::whole(shooter.cs.into());
        tally.add(DIE, cs, &said.firer.unit, "Combat Skill of the firer", "SKIR-HWF-2");
        let charge = said.charge(&target, rules)?;
        if charge.throws_fragments_only() && said.shells > 1 && !said.reached_at.is_empty() {
            let reason = "fragments leave some of those they reach alive: ask for one shell through an opening at a time";
            return refuse("SKIR-BLD-1", reason);
        }
        Ok(charge.at(&target, said.occupants(charge.bursts())?, rules))
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let mut facts = Vec::new();
        match self.entry {
            Entry::Sure => {}
            Entry::Faces(die, hitting) => {
                let words = format!("{hitting} of {} faces", die.sides());
                facts.push(Fact::new("to hit", words, "SKIR-HWF-4"));
            }
            Entry::ByHand(nerve, inside) => {
                let die = if inside { "D12" } else { "D10" };
                facts.push(Fact::new("precision", format!("D6 + {} against {die}", nerve.cs), "SKIR-ASL-7"));
            }
        }
        facts.push(match self.pierce {
            (_, 0) => Fact::new("wall", "none in the way", "SKIR-HWF-12"),
            (_, IMPENETRABLE) => Fact::new("wall", "cannot be pierced", "SKIR-PEN-2"),
            (_, 1) => Fact::new("wall", "always pierced", "SKIR-PEN-6"),
            (die, needs) => Fact::new("wall", format!("pierced with {needs} or more on {die}"), "SKIR-PEN-6"),
        });
        if said.aim == AimPoint::FrontWall {
            // SKIR-HWF-15: the middle of the wall is on this floor.
            let floor = (said.floors - 1) / 2;
            facts.push(Fact::new(
                "floor",
                format!("floor {floor} of {}, counted from 0", said.floors),
                "SKIR-HWF-15",
            ));
        }
        if self.inside == Inside::Bursts(None) {
            facts.push(Fact::new("effect", "under 30 mm only fragments", "SKIR-BLD-1"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        let heads = self.rules.get().tables.collapse.sheet().heads();
        Some(Chart { table: "building-effects", columns: vec![heads[self.building.column].clone()] })
    }

    fn tell(&self, _: &Situation, end: &BuildingState) -> Told {
        let start = self.start;
        let dead = (start.floor - end.floor) + (start.elsewhere - end.elsewhere);
        let (result, clause) = match () {
            () if end.ruined && self.building.is_open() => ("gap", "SKIR-BLD-4"),
            () if end.ruined => ("destroyed", "SKIR-BLD-6"),
            () if end.burning => ("on fire", "SKIR-BLD-5"),
            () if dead > 0 => ("losses inside", "SKIR-BLD-3"),
            () if end.hits > 0 => ("hit", "SKIR-BLD-1"),
            () => ("miss", "SKIR-HWF-1"),
        };
        let mut words = Vec::new();
        if dead > 0 {
            words.push(format!("{dead} dead"));
        }
        // SKIR-BLD-8: a gun inside goes with the floor.
        if end.gun_lost {
            words.push("gun lost".to_owned());
        }
        if end.fled {
            words.push("those elsewhere flee".to_owned());
        }
        Told::new(result, words.join(", "))
            .to("those inside")
            .by(clause)
            .measuring("dead", count(dead))
            .measuring("destroyed", count(u8::from(end.ruined)))
    }
}
