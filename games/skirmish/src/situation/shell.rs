//! Shells as a question.

use kit::tabletop::{Heading, Point, Shape};

use super::{Measured, prelude::*};
use crate::{
    attack::{Choice, IMPENETRABLE, fire_column},
    charts::HeavyWeapon,
    condition::{Condition, Victim},
    fire::beyond_edge,
    harm::BASE,
    maneuver::{Shooter, Turn},
    shell::{
        Ammunition, Company, Flight, LandsOn, Salvo, Shells, Watch, armor_row, check_number, direct_flight,
    },
};

/// Which man of a team the firer names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Named {
    /// Any but the leader.
    #[default]
    Man,
    /// The leader.
    Leader,
}

/// Shells of one weapon, or of several like it, at one target.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Who fires.
    pub firer: Firer,
    /// The heavy weapon by its id, such as `G75`; that of the firer's chart if left out.
    #[serde(default)]
    pub weapon: Option<String>,
    /// How many like weapons fire one after another.
    #[serde(default = "one")]
    pub weapons: u8,
    /// How many shells are fired in all.
    #[serde(default = "one")]
    pub shells: u8,
    /// AP or HE.
    #[serde(default)]
    pub ammunition: Ammunition,
    /// From the firer's centre to the target's, in mm; not for a shell that has landed.
    #[serde(default)]
    pub distance_mm: Option<u32>,
    /// How much higher the firer stands than the target, in mm.
    #[serde(default)]
    pub higher_mm: i32,
    /// Who is fired at.
    pub target: Target,
    /// How the shots meet the target.
    #[serde(default)]
    pub bearing: Bearing,
    /// What the firer takes where the chart says `choice`.
    #[serde(default)]
    pub choice: Choice,
    /// The man named, if the target is a team.
    #[serde(default)]
    pub named: Named,
    /// How many of his comrades are within the fragments radius of him.
    #[serde(default)]
    pub comrades_in_radius: u8,
    /// Whether the leader is one of these comrades; if left out, only where all the others are.
    #[serde(default)]
    pub leader_in_radius: Option<bool>,
    /// How many of his comrades an HE shell reaches that misses him and bursts near him.
    #[serde(default)]
    pub comrades_near_a_miss: Option<u8>,
    /// An indirect shell that has landed on the target: no roll to hit, no distance.
    #[serde(default)]
    pub lands_on: Option<LandsOn>,
    /// What the report keeps apart; if left out, everything for one shell and the fate for several.
    #[serde(default)]
    pub watch: Option<Watch>,
    /// House rule: fragments do not add CS.
    #[serde(default)]
    pub fragments_no_cs: bool,
    /// House rule: scatter goes by eighths of the circle.
    #[serde(default)]
    pub eight_way: bool,
}

/// The most shells that are reckoned exactly in one question.
const MOST_SHELLS: u8 = 6;

impl Situation {
    fn flight(&self, weapon: &HeavyWeapon) -> Result<Flight, Refusal> {
        if self.shells > MOST_SHELLS {
            let reason = format!("at most {MOST_SHELLS} shells are reckoned in one question");
            return Err(Refusal::new("SKIR-HWF-19", reason).because_of(&weapon.id));
        }
        match self.lands_on {
            Some(_) if self.ammunition == Ammunition::Ap => {
                Err(Refusal::new("SKIR-IND-5", "an indirect shell is HE").because_of(&weapon.id))
            }
            Some(part) => Ok(Flight::Indirect(part)),
            None => match self.distance_mm {
                Some(mm) => direct_flight(weapon, mm),
                None => Err(Refusal::new("SKIR-HWF-2", "say how far away the target is: distance-mm")),
            },
        }
    }

    /// So many comrades of the man named; the leader may be one of them.
    fn company(&self, men: u8, victim: &Victim) -> Company {
        let others = victim.start.crew.saturating_sub(1);
        let leader = self.named != Named::Leader && self.leader_in_radius.unwrap_or(men >= others);
        Company::of(men, leader)
    }

    /// SKIR-GEO-1, SKIR-GEO-3, SKIR-R90: with measured positions, how many headings of each distance burst within the radius
    /// of the target; the rounding of the point decides. Without them SKIR-R60 holds.
    fn near_misses(&self, shooter: &Shooter, weapon: &HeavyWeapon, victim: &Victim) -> Option<[u16; 8]> {
        let Measured { firer, target, heading, .. } = self.bearing.measured?;
        if self.ammunition == Ammunition::Ap || self.eight_way || weapon.radius == 0 {
            return None;
        }
        let (from, centre) = (Point::new(firer.0, firer.1), Point::new(target.0, target.1));
        let size = victim.unit.size;
        let shape = if victim.unit.is_team() {
            Shape::disc(centre, BASE)
        } else {
            Shape::model(centre, Heading::new(heading), size.length, size.width)
        };
        let line = from.bearing(centre);
        let mut headings = [0; 8];
        for (face, count) in (1u16..).zip(&mut headings) {
            let mm = face.saturating_sub(shooter.cs.into()) * 10;
            for arrow in (0..360).map(Heading::new) {
                let at = if victim.unit.is_team() {
                    centre.offset(arrow, i32::from(BASE + mm))
                } else {
                    beyond_edge(centre, shape.corners(), arrow, mm)
                };
                let over = line.off(arrow) <= victim.rules.limits.overflight;
                let near = shape.is_within(&Shape::point(at), u32::from(weapon.radius) * 10);
                *count += u16::from(near && !over);
            }
        }
        Some(headings)
    }

    /// SKIR-FRG-1: whether the man named has walls around him, which the fragments of a miss do not pass.
    fn is_indoors(&self, charts: &Charts) -> bool {
        self.target.shelter.iter().any(|name| charts.is_indoors(name))
    }
}

/// The column of HEAVY WEAPONS FIRE that a unit is struck in.
pub(super) fn fire_chart(victim: &Victim) -> Chart {
    let column = fire_column(victim.unit, &victim.rules);
    let head = victim.rules.tables.fire.sheet().heads()[column].clone();
    Chart { table: "heavy-weapons-fire", columns: vec![head] }
}

impl Shells {
    /// Whom the shells attack besides the man named, and what is taken for granted about it.
    fn team_facts(&self, said: &Situation) -> Vec<Fact> {
        let mut facts = Vec::new();
        if !self.victim.unit.is_team() {
            return facts;
        }
        if self.near.men > 0 || self.near.leader {
            facts.push(among_fact(self.near.leader, said.leader_in_radius.is_none()));
        }
        if self.explosion.scatters {
            let taken = said.comrades_near_a_miss.is_none();
            let men = self.near_miss.men + u8::from(self.near_miss.leader);
            let words = match men {
                0 if taken => {
                    "a miss that bursts near attacks the man named only: comrades-near-a-miss".to_owned()
                }
                men => format!("a miss that bursts near attacks the man named and {men} comrades"),
            };
            facts.push(Fact::new("near miss", words, "SKIR-FRG-3"));
        }
        if said.ammunition == Ammunition::He && !self.explosion.scatters && said.lands_on.is_none() {
            let words = "a miss bursts outside his walls: ask `building` with aim = \"fragments\"";
            facts.push(Fact::new("near miss", words, "SKIR-FRG-1"));
        }
        facts
    }
}

impl Inquiry for Shells {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "shell";
    const TITLE: &'static str = "Heavy weapons, direct fire: shells at a vehicle, a gun or a soldier";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/shell.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let shooter = said.firer.shooter(rules)?;
        let weapon = heavy_weapon(said.weapon.as_deref(), &shooter, rules)?;
        check_number::<Refusal>(said.shells, said.weapons, weapon, shooter.is_moving(&rules))?;
        let flight = said.flight(weapon)?;
        let victim = said.target.victim(rules, said.distance_mm)?;
        let in_trench =
            |name: &String| rules.building(name).is_some_and(|place| place.wall == crate::charts::Wall::None);
        if flight == Flight::Lobbed && said.target.shelter.iter().any(in_trench) {
            let reason = "a grenade in a trench bursts in it: ask `building`";
            return Err(Refusal::new("SKIR-IND-6", reason).because_of(&weapon.id));
        }
        let salvo = Salvo {
            shooter,
            weapon,
            ammunition: said.ammunition,
            shells: said.shells,
            flight,
            higher_mm: said.higher_mm,
            shelter: said.target.best_shelter(&rules)?,
            row: armor_row::<Refusal>(weapon, said.ammunition)?,
            aspects: said.bearing.aspects(&rules)?,
            choice: said.choice,
            victim,
            moving: said.target.moving,
            at_leader: said.named == Named::Leader,
            near: said.company(said.comrades_in_radius, &victim),
            near_miss: said.company(said.comrades_near_a_miss.unwrap_or(0), &victim),
            indoors: victim.unit.is_team() && said.is_indoors(&rules),
            watch: said.watch.unwrap_or(if said.shells == 1 { Watch::Everything } else { Watch::Fate }),
            fragments_no_cs: said.fragments_no_cs,
            eight_way: said.eight_way,
            exact: said.near_misses(&shooter, weapon, &victim),
        };
        salvo.ready(tally)
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let die = self.attack.die;
        let mut facts = Vec::new();
        if self.lob.is_some() {
            let words = format!(
                "each grenade falls D10 + D6 - {} cm from the man named, in any direction; fragments reach {} cm",
                self.explosion.cs, self.explosion.radius
            );
            facts.push(Fact::new("scatter", words, "SKIR-SCT-3"));
            facts.extend(self.team_facts(situation));
            facts.extend(surrender_fact(&situation.target, &self.victim, self.shells));
            return facts;
        }
        if self.attack.sure.is_none() {
            facts.push(Fact::new("to hit", format!("{die} + {}", self.explosion.cs), "SKIR-HWF-2"));
        }
        for (place, part) in self.attack.parts.iter().enumerate() {
            let striking = self.attack.faces_that_strike(place as u8);
            if striking == 0 {
                continue;
            }
            let column = self.victim.rules.effect_head(part.column);
            let through = match part.needs {
                0 => "no armor to pierce".to_owned(),
                IMPENETRABLE => format!("{} cm cannot be pierced", part.armor),
                1 => format!("{} cm are always pierced", part.armor),
                needs => {
                    format!("{} cm are pierced with {needs} or more on {}", part.armor, self.attack.pierce)
                }
            };
            let words = format!("{}: {striking} of {die}; {through}; effects: {column}", part.name);
            facts.push(Fact::new(if place == 3 { "choice" } else { "part" }, words, "SKIR-HWF-11"));
        }
        if self.explosion.scatters {
            let words = format!(
                "a miss bursts D8 - {} cm away; fragments reach {} cm",
                self.explosion.cs, self.explosion.radius
            );
            facts.push(Fact::new("scatter", words, "SKIR-SCT-1"));
            if self.explosion.exact.is_none() {
                let words = "a burst as far off as the radius counts as inside; with measured positions its rounding decides";
                facts.push(Fact::new("edge", words, "SKIR-R60"));
            }
        }
        facts.extend(self.team_facts(situation));
        if !self.victim.unit.is_team() && !situation.target.shelter.is_empty() {
            let words = "shelter saves men only; a model is struck in its parts";
            facts.push(Fact::new("shelter", words, "SKIR-HWF-7"));
        }
        // SKIR-R60: what lies around the target is for the map to say.
        if self.explosion.splinters && !self.victim.unit.is_team() {
            facts.push(Fact::new(
                "fragments",
                "others within the radius are attacked one by one: ask `fragments`",
                "SKIR-FRG-1",
            ));
        }
        facts.extend(surrender_fact(&situation.target, &self.victim, self.shells));
        if situation.target.turn == Turn::Over {
            facts.push(Fact::new("can't fire", "it has no fire left to lose: no CF", "SKIR-HWF-14"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(fire_chart(&self.victim))
    }

    fn tell(&self, _: &Situation, end: &Condition) -> Told {
        // A man dies by the fire chart itself, a model by the effects chart.
        let harm = if self.victim.unit.is_team() { "SKIR-HWF-7" } else { "SKIR-EFF-5" };
        report::tell(&self.victim, *end, harm, "SKIR-HWF-1").to(&self.victim.unit.id)
    }
}
