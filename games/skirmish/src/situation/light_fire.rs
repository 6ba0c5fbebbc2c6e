//! A volley of light weapons as a question.

use super::prelude::*;
use crate::{
    charts::{Class, Unit},
    condition::Victim,
    light_fire::{Against, BANDS, LightFire, Volley, VolleyState, bearers, falling_order, shelter_of_most},
    words::Shelter,
};

/// Weapons that fire from a distance of their own.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "Volley")]
pub struct WeaponFire {
    /// The id of the light weapon, such as `RIF`.
    pub weapon: String,
    /// How many of them fire.
    pub count: u8,
    /// To the nearest man who can be hit, or the centre of the vehicle, in mm.
    pub distance_mm: u32,
}

/// Some of the target's men in a shelter of their own.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Mixed {
    /// How many can be hit there.
    pub men: u8,
    /// What shelters them; nothing if empty.
    #[serde(default)]
    pub shelter: Vec<String>,
}

/// All light fire of one unit in one action at one enemy unit.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Who fires.
    pub firer: Firer,
    /// The distance for all weapons of the firer's chart, in mm; those out of range hold their fire.
    #[serde(default)]
    pub distance_mm: Option<u32>,
    /// Weapons one by one, in place of the whole unit.
    #[serde(default)]
    pub volleys: Vec<WeaponFire>,
    /// Who is fired at.
    pub target: Target,
    /// How many of its men can be hit, if not all.
    #[serde(default)]
    pub hittable: Option<u8>,
    /// The men who can be hit by their shelters, if they have more than one.
    #[serde(default)]
    pub mixed: Vec<Mixed>,
    /// How much higher the firer stands than the target, in mm.
    #[serde(default)]
    pub higher_mm: i32,
    /// From where the fire comes, for a gun's shield.
    #[serde(default)]
    pub bearing: Bearing,
}

impl Situation {
    fn hittable(&self, victim: &Victim) -> Result<u8, Refusal> {
        let men = victim.start.men();
        let hittable = self.hittable.unwrap_or(men);
        if hittable == 0 || hittable > men {
            let reason = format!("{hittable} men can be hit of {men}");
            return Err(Refusal::new("SKIR-LWF-7", reason).because_of(&victim.unit.id));
        }
        Ok(hittable)
    }

    fn against(&self, unit: &Unit, hittable: u8, charts: &Charts) -> Result<Against, Refusal> {
        match unit.class {
            Class::Vehicle(_) => Against::vehicle(unit, self.higher_mm, charts),
            Class::Infantry | Class::Mortar => Ok(Against::Men(self.shelter(hittable, charts)?)),
            Class::Gun => {
                let shelter = self.shelter(hittable, charts)?;
                let [hull, _] = self.bearing.aspects(charts)?;
                Ok(Against::gun_crew(unit, shelter, hull.face))
            }
        }
    }

    fn shelter(&self, hittable: u8, charts: &Charts) -> Result<Shelter, Refusal> {
        if self.mixed.is_empty() {
            return self.target.best_shelter(charts);
        }
        let refuse = |reason: String| Err(Refusal::new("SKIR-LWF-8", reason));
        if self.mixed.len() > 8 || !self.target.shelter.is_empty() {
            return refuse("give one shelter for all, or up to 8 groups of men".to_owned());
        }
        let mut men = [0u16; 4];
        for group in &self.mixed {
            men[best_shelter(&group.shelter, charts)? as usize] += u16::from(group.men);
        }
        if men.iter().sum::<u16>() != u16::from(hittable) {
            return refuse(format!("the groups must hold the {hittable} men who can be hit"));
        }
        Ok(shelter_of_most(men))
    }

    /// All weapons of the unit at one distance; those out of range hold their fire.
    fn fire_all<'s, T: Tally<'s>>(&'s self, volley: &mut Volley, tally: &mut T) -> Result<(), Refusal> {
        let charts = volley.victim.rules.get();
        let Some(mm) = self.distance_mm else {
            return Err(Refusal::new("SKIR-LWF-3", "give the distance in mm, or the volleys one by one"));
        };
        for (hold, count) in bearers(&volley.shooter, charts) {
            volley.fire(&charts.light[hold.place], count, mm, tally);
        }
        Ok(())
    }

    /// The weapons that are named, each from its own distance.
    fn fire_each<'s, T: Tally<'s>>(&'s self, volley: &mut Volley, tally: &mut T) -> Result<(), Refusal> {
        self.check_stock(volley)?;
        let charts = volley.victim.rules.get();
        let moving = volley.shooter.is_moving(charts);
        for WeaponFire { weapon: id, count, distance_mm } in &self.volleys {
            let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(id));
            let Some(weapon) = charts.light_weapon(id) else {
                return refuse("SKIR-LWF-1", format!("the chart of light weapons knows no `{id}`"));
            };
            if !volley.fire(weapon, *count, *distance_mm, tally) {
                let (name, each, reach) = (&weapon.name, weapon.shots.of(moving), weapon.ranges.long);
                let reason = format!("{name} has {each} shots and reaches {reach} mm, not {distance_mm}");
                return refuse("SKIR-LWF-3", reason);
            }
        }
        Ok(())
    }

    /// SKIR-LWF-1: no more weapons of a kind than the unit still has.
    fn check_stock(&self, volley: &Volley) -> Result<(), Refusal> {
        let held = bearers(&volley.shooter, &volley.victim.rules);
        let unit = volley.shooter.unit;
        for WeaponFire { weapon: id, .. } in &self.volleys {
            let fired = self.volleys.iter().filter(|fire| fire.weapon == *id);
            let fired: u16 = fired.map(|fire| u16::from(fire.count)).sum();
            let has = held.iter().filter(|(hold, _)| hold.weapon == *id);
            let has: u16 = has.map(|(_, count)| u16::from(*count)).sum();
            if fired > has {
                let reason = format!("{} has {has} x {id}, not {fired}", unit.name);
                return Err(Refusal::new("SKIR-LWF-1", reason).because_of(&unit.id));
            }
        }
        Ok(())
    }
}

/// SKIR-LWF-9: who of a team falls first, in words.
fn falling_words(team: &Unit) -> Option<String> {
    if team.light.is_empty() {
        return None;
    }
    let mut places: Vec<usize> = falling_order(team).take(team.men.saturating_sub(1).into()).collect();
    places.dedup();
    let mut words: Vec<&str> = places.into_iter().map(|place| team.light[place].weapon.as_str()).collect();
    words.push("the leader");
    Some(words.join(", then "))
}

impl Inquiry for LightFire {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "light-fire";
    const TITLE: &'static str = "Light weapons: a volley at infantry, a gun crew or an unarmored vehicle";
    const EXAMPLE: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/light-fire.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let shooter = said.firer.shooter(rules)?;
        let nearest = said.volleys.iter().map(|fire| fire.distance_mm).chain(said.distance_mm).min();
        let victim = said.target.victim(rules, nearest)?;
        let hittable = said.hittable(&victim)?;
        let against = said.against(victim.unit, hittable, &rules)?;
        // SKIR-LWF-10: against a vehicle everybody aboard can be hit.
        let hittable = if against == Against::Vehicle { victim.start.men() } else { hittable };
        let moving = said.target.moving;
        let mut volley = Volley { shooter, shots: [0; 3], victim, moving, against, hittable };
        volley.reckon_skill(tally);
        if said.volleys.is_empty() {
            said.fire_all(&mut volley, tally)?;
        } else {
            said.fire_each(&mut volley, tally)?;
        }
        volley.ready()
    }

    fn facts(&self, said: &Situation) -> Vec<Fact> {
        let charts = self.volley.victim.rules.get();
        let mut facts = Vec::new();
        for (band, &shots) in BANDS.iter().zip(&self.volley.shots) {
            if shots > 0 {
                let words = format!("{shots} shots, {} + {}", charts.die_of(*band), self.volley.shooter.cs);
                facts.push(Fact::new(band.name(), words, "SKIR-LWF-4"));
            }
        }
        match self.volley.against {
            Against::Vehicle => facts.push(Fact::new("chart", "unarmored vehicles", "SKIR-LWF-10")),
            Against::Men(shelter) => {
                let words = format!("men {}, {} can be hit", shelter.in_words(), self.volley.hittable);
                facts.push(Fact::new("chart", words, "SKIR-LWF-7"));
            }
        }
        facts.extend(surrender_fact(&said.target, &self.volley.victim, 1));
        if self.volley.victim.unit.class == Class::Infantry {
            let half = self.volley.victim.unit.men / 2;
            facts.push(Fact::new("courage", format!("a CT at {half} men or fewer"), "SKIR-LWF-13"));
            if let Some(order) = falling_words(self.volley.victim.unit) {
                facts.push(Fact::new("they fall", order, "SKIR-LWF-9"));
            }
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        let charts = self.volley.victim.rules.get();
        let (table, heads) = match self.volley.against {
            Against::Vehicle => ("light-fire-vehicles", charts.tables.volley_on_vehicles.sheet().heads()),
            Against::Men(_) => ("light-fire-infantry", charts.tables.volley_on_men.sheet().heads()),
        };
        let columns =
            self.columns.iter().flatten().map(|&column| heads[usize::from(column)].clone()).collect();
        Some(Chart { table, columns })
    }

    fn tell(&self, _: &Situation, end: &VolleyState) -> Told {
        let harm = if self.volley.victim.unit.is_vehicle() { "SKIR-LWF-11" } else { "SKIR-LWF-9" };
        report::tell(&self.volley.victim, end.now, harm, "SKIR-LWF-1").to(&self.volley.victim.unit.id)
    }
}
