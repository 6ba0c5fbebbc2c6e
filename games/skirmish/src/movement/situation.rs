//! What a player says about a move, judged and paid for.

use kit::{Refusal, Tally};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{BUDGET, Hurdle, Movement, SPENT, points};
use crate::{
    charts::{Class, Piece, Unit, charts},
    nerve::{Nerve, check_skill},
    situation::{Maneuver, may_conceal, unit, unknown_terrain},
    words::{Going, Speed},
};

/// A part of the way in one terrain.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Stretch {
    /// A row of the terrain chart, such as `Flat - trees` or `Roads`.
    pub terrain: String,
    /// Its length in mm; or give `leg`.
    #[serde(default)]
    pub mm: Option<u32>,
    /// Its straight leg as mm to the east and north, measured by the rule.
    #[serde(default)]
    pub leg: Option<(i32, i32)>,
    /// Linear obstacles crossed where it begins, such as `Wall`.
    #[serde(default)]
    pub crosses: Vec<String>,
}

/// A move.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Its id in the unit charts.
    pub unit: String,
    /// What it does.
    #[serde(default = "a_move")]
    pub maneuver: Maneuver,
    /// Its Combat Skill for dodging, if it is not that of the chart.
    #[serde(default)]
    pub cs: Option<u8>,
    /// Crew alive, if not all; a gun needs half of them.
    #[serde(default)]
    pub alive: Option<u8>,
    /// Damage to its movement.
    #[serde(default)]
    pub speed: Speed,
    /// Whether a vehicle drives backwards.
    #[serde(default)]
    pub backwards: bool,
    /// How many floors infantry climbs or descends.
    #[serde(default)]
    pub floors: u8,
    /// The way, stretch by stretch.
    #[serde(default)]
    pub stretches: Vec<Stretch>,
    /// The terrain after the last stretch: how far into it does it get?
    #[serde(default)]
    pub into: Option<String>,
}

const fn a_move() -> Maneuver {
    Maneuver::Move
}

/// SKIR-MOV-2: the row of a terrain for the unit's movement class.
fn going(unit: &Unit, terrain: &str) -> Result<Going, Refusal> {
    let charts = charts();
    let row = charts.terrain_row(terrain);
    let (_, _, row) =
        charts.going.iter().find(|(name, ..)| name == row).ok_or_else(|| unknown_terrain(terrain))?;
    Ok(row[unit.going])
}

/// The divisor of a terrain, refused where it is impassable.
fn divisor(unit: &Unit, terrain: &str) -> Result<(u64, Going), Refusal> {
    let going = going(unit, terrain)?;
    if let Some(divisor) = going.divisor {
        return Ok((divisor.into(), going));
    }
    let reason = format!("{terrain} is impassable to {} ({})", unit.name, unit.movement);
    Err(Refusal::new("SKIR-MOV-2", reason).because_of(&unit.id))
}

struct Way<'u> {
    unit: &'u Unit,
    /// The largest divisor of maneuver, damage and obstacles: for the whole move.
    whole: u64,
    each: u64,
    left: u64,
    mm: u32,
    micrometres: u64,
    hurdles: SmallVec<[Hurdle; 4]>,
}

pub(super) fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Movement, Refusal> {
    let unit = unit(&said.unit)?;
    check(said, unit)?;
    let each = charts().limits.points;
    let budget = u64::from(unit.tactical) * each;
    tally.explain(BUDGET, points(budget), &said.unit, "SKIR-MOV-5", || {
        format!("{each} points for each of {} mm", unit.tactical)
    });
    let whole = whole_divisor(said, unit)?;
    let mut way = Way { unit, whole, each, left: budget, mm: 0, micrometres: 0, hurdles: SmallVec::new() };
    if said.floors > 0 {
        way.climb(said, tally)?;
    }
    for stretch in &said.stretches {
        way.walk(stretch, said, tally)?;
    }
    let rest_mm = match &said.into {
        None => 0,
        Some(terrain) => way.go_on_into(terrain)?,
    };
    let total_mm = way.mm + rest_mm;
    let cs = check_skill(said.cs.unwrap_or(unit.cs))?;
    Ok(Movement { total_mm, rest_mm, hurdles: way.hurdles, nerve: Nerve { cs, cr: 0 } })
}

fn check(said: &Situation, unit: &Unit) -> Result<(), Refusal> {
    let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(&unit.id));
    if said.maneuver.divisor().is_none() {
        return refuse("SKIR-MOV-3", format!("{} is a maneuver without movement", said.maneuver.name()));
    }
    if matches!(said.maneuver, Maneuver::Conceal | Maneuver::FireAndConceal) && !may_conceal(unit) {
        return refuse("SKIR-MAN-13", format!("{} is neither infantry nor artillery up to 60 mm", unit.name));
    }
    if said.speed == Speed::Stopped {
        return refuse("SKIR-MIN-7", format!("{} is immobilized", unit.name));
    }
    let alive = said.alive.unwrap_or(unit.men);
    if alive > unit.men {
        return refuse("SKIR-MOV-15", format!("{} has a crew of {}", unit.name, unit.men));
    }
    if unit.class == Class::Gun && alive < unit.men.div_ceil(2) {
        return refuse("SKIR-MOV-15", format!("{alive} of {} men are too few to move it", unit.men));
    }
    if said.stretches.len() > 64 {
        return refuse("SKIR-MOV-5", "more than 64 stretches".to_owned());
    }
    if said.floors > 0 && !unit.is_team() {
        return refuse("SKIR-MOV-16", format!("{} does not climb floors", unit.name));
    }
    if said.backwards && !matches!(unit.class, Class::Vehicle(_)) {
        return refuse("SKIR-MOV-11", format!("{} has no reverse", unit.name));
    }
    Ok(())
}

/// SKIR-MOV-3, SKIR-MOV-6: the largest divisor of maneuver, damage, reverse and linear obstacles.
fn whole_divisor(said: &Situation, unit: &Unit) -> Result<u64, Refusal> {
    let mut whole = u64::from(said.maneuver.divisor().unwrap_or(1));
    whole = whole.max(match said.speed {
        Speed::Full | Speed::Stopped => 1,
        Speed::Brief => 2,
        Speed::Slow => 4,
    });
    if said.backwards {
        // SKIR-MOV-11: Brief at best.
        whole = whole.max(2);
    }
    for stretch in &said.stretches {
        for obstacle in &stretch.crosses {
            let (divisor, _) = divisor(unit, obstacle)?;
            if charts().ground(obstacle).is_none_or(|ground| ground.piece != Piece::Line) {
                let reason = format!("{obstacle} is area terrain: give it as a stretch");
                return Err(Refusal::new("SKIR-MOV-6", reason));
            }
            whole = whole.max(divisor);
        }
    }
    Ok(whole)
}

impl Way<'_> {
    fn pay(&mut self, cost: u64, mm: u32, where_to: &str) -> Result<(), Refusal> {
        if cost > self.left {
            let reason = format!("{mm} mm in {where_to} cost {cost} points, {} are left", self.left);
            return Err(Refusal::new("SKIR-MOV-5", reason).because_of(&self.unit.id));
        }
        self.left -= cost;
        self.mm += mm;
        Ok(())
    }

    /// The price of a millimetre: SKIR-MOV-3 and SKIR-MOV-4.
    fn price(&self, terrain: &str) -> Result<(u64, Going), Refusal> {
        let (divisor, going) = divisor(self.unit, terrain)?;
        Ok((divisor.max(self.whole) * self.each / u64::from(going.road), going))
    }

    fn climb<'s, T: Tally<'s>>(&mut self, said: &'s Situation, tally: &mut T) -> Result<(), Refusal> {
        // SKIR-MOV-16: 40 mm of allowance a floor, at the speed of the maneuver.
        let mm = charts().limits.floor_climb * u32::from(said.floors);
        let cost = u64::from(mm) * self.whole * self.each;
        self.pay(cost, 0, "the stairs")?;
        tally.add(SPENT, points(cost), &said.unit, "floors climbed", "SKIR-MOV-16");
        Ok(())
    }

    /// SKIR-MOV-5: a leg is measured in whole micrometres; the running sum in whole millimetres.
    fn length(&mut self, stretch: &Stretch) -> Result<u32, Refusal> {
        let before = self.micrometres / 1000;
        let far = |n: i32| n.unsigned_abs() > 100_000;
        self.micrometres += match (stretch.mm, stretch.leg) {
            (Some(mm), None) if mm <= 100_000 => u64::from(mm) * 1000,
            (None, Some((dx, dy))) if !far(dx) && !far(dy) => {
                let square = i128::from(dx).pow(2) + i128::from(dy).pow(2);
                (square.unsigned_abs() * 1_000_000).isqrt() as u64
            }
            (Some(_), None) | (None, Some(_)) => {
                return Err(Refusal::new("SKIR-MOV-5", "a stretch is at most 100000 mm long"));
            }
            _ => return Err(Refusal::new("SKIR-MOV-5", "give each stretch its mm or its leg, not both")),
        };
        Ok((self.micrometres / 1000 - before) as u32)
    }

    fn walk<'s, T: Tally<'s>>(
        &mut self,
        stretch: &'s Stretch,
        said: &'s Situation,
        tally: &mut T,
    ) -> Result<(), Refusal> {
        for obstacle in &stretch.crosses {
            self.hurdle(going(self.unit, obstacle)?);
        }
        let mm = self.length(stretch)?;
        let (price, going) = self.price(&stretch.terrain)?;
        if stretch.terrain != "Minefield" {
            // SKIR-MIN-1: mines have their own dodge and their own question.
            self.hurdle(going);
        }
        let cost = u64::from(mm) * price;
        self.pay(cost, mm, &stretch.terrain)?;
        tally.explain(SPENT, points(cost), &said.unit, "SKIR-MOV-3", || {
            format!("{mm} mm of {} at {price} points", stretch.terrain)
        });
        Ok(())
    }

    /// SKIR-MOV-10: cliffs and wire are dodged by infantry.
    fn hurdle(&mut self, going: Going) {
        if going.dodge && self.unit.is_team() {
            self.hurdles.push(Hurdle { at_mm: self.mm });
        }
    }

    fn go_on_into(&mut self, terrain: &str) -> Result<u32, Refusal> {
        let (price, going) = self.price(terrain)?;
        if terrain != "Minefield" {
            self.hurdle(going);
        }
        Ok((self.left / price) as u32)
    }
}
