//! The six ways in which elephants may run, and the run itself (LINE-X-RAM-1).

use crate::{battle::case::MOST_BYSTANDERS, prelude::*};

/// The way in which elephants would run for one face of the die.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Lane {
    /// The face that sends them this way: 1 straight ahead, then clockwise from their facing.
    #[schemars(extend("minimum" = 1, "maximum" = 6))]
    pub roll: u8,
    /// The map ends behind so many hexes of this lane; left out: it goes on.
    pub edge_after: Option<u8>,
    /// The hexes that are not just clear, level and empty.
    #[serde(default)]
    pub hexes: Vec<LaneHex>,
}

/// A hex in the way of the elephants.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LaneHex {
    /// The how many-th hex from the elephants, from 1.
    #[schemars(extend("minimum" = 1, "maximum" = 24))]
    pub at: u8,
    /// Its terrain.
    #[serde(default)]
    pub terrain: Terrain,
    /// Its level; left out: the level on which the elephants start.
    pub level: Option<i8>,
    /// What runs along the hexside by which they enter it.
    #[serde(default)]
    pub hexside: Hexside,
    /// The unit standing in it, if any.
    pub unit: Option<Unit>,
    /// What that unit is called.
    pub name: Option<String>,
    /// Whose that unit is.
    #[serde(default)]
    pub side: Side,
    /// The status of that unit.
    #[serde(default)]
    pub status: Status,
    /// Leaders with that unit.
    #[serde(default)]
    pub leaders: Vec<LeaderName>,
    /// Whether an enemy who is not in this lane controls the hex, so that the run cannot safely end there.
    #[serde(default)]
    pub enemy_zone: bool,
    /// Whether that unit, an enemy in Good Order, controls the next hex of the lane.
    #[serde(default)]
    pub controls_next: bool,
}

kit::spelled! {
    /// Whose a unit in the way is, as the elephants see it.
    #[derive(Default, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Side {
        /// Of the elephants' own side.
        #[default]
        Own = "own",
        /// Of the other side.
        Enemy = "enemy",
    }
}

/// The names of those in a set, for a sentence.
pub(crate) fn names_of(bystanders: &[Bystander], shaken: u64) -> String {
    let names: Vec<&str> = leader::picked(bystanders, shaken).map(|bystander| &*bystander.name).collect();
    names.join(", ")
}

/// The farthest hex of a lane that a situation may describe.
const FARTHEST: u8 = 24;

/// A hex that the elephants enter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    /// Somebody in the way: a unit of the combat or a bystander.
    pub(crate) occupant: Option<UnitId>,
    pub(crate) enemy_zone: bool,
    pub(crate) controls_next: bool,
}

/// One of the six ways, as far as the elephants get.
#[derive(Clone, Default, Debug)]
pub(crate) struct Track {
    pub(crate) entered: SmallVec<[Entered; 8]>,
    /// Stopped with movement left, by the edge or by forbidden ground.
    pub(crate) cut_off: bool,
}

/// The six ways for the six faces of the die.
pub(crate) type Courses = [Track; 6];

/// A unit of the combat that stands in a lane: lane, hex, place in the combat.
pub(crate) type Placed = (Place, u8, u8);

/// Follows the six lanes as far as 2T movement factors go.
pub(crate) fn courses(
    lanes: &[Lane],
    elephants: &Troop,
    placed: &[Placed],
    bystanders: &mut Vec<Bystander>,
) -> Result<Courses, Refusal> {
    check_lanes(lanes)?;
    let mut courses = Courses::default();
    for (place, course) in Place::ALL.into_iter().zip(&mut courses) {
        let face = place as u8 + 1;
        let lane = lanes.iter().find(|lane| lane.roll == face);
        *course = follow(lane, place, elephants, placed, bystanders)?;
    }
    Ok(courses)
}

fn check_lanes(lanes: &[Lane]) -> Result<(), Refusal> {
    for (index, lane) in lanes.iter().enumerate() {
        if !(1..=6).contains(&lane.roll) || lanes[..index].iter().any(|other| other.roll == lane.roll) {
            let reason =
                format!("lane {} is no lane of its own: each of the faces 1 to 6 has one", lane.roll);
            return Err(Refusal::new("LINE-X-RAM-1", reason));
        }
        for (index, hex) in lane.hexes.iter().enumerate() {
            let twice = lane.hexes[..index].iter().any(|other| other.at == hex.at);
            if twice || !(1..=FARTHEST).contains(&hex.at) {
                let reason = format!(
                    "lane {}: hex {} must be described once, from 1 to {FARTHEST}",
                    lane.roll, hex.at
                );
                return Err(Refusal::new("LINE-X-RAM-1", reason));
            }
        }
    }
    Ok(())
}

fn follow(
    lane: Option<&Lane>,
    place: Place,
    elephants: &Troop,
    placed: &[Placed],
    bystanders: &mut Vec<Bystander>,
) -> Result<Track, Refusal> {
    let mut course = Track::default();
    let mut left = elephants.figures.tactical * elephants.charts.result(Code::Rt).moves;
    let mut level = elephants.level;
    for at in 1.. {
        let hex = lane.and_then(|lane| lane.hexes.iter().find(|hex| hex.at == at));
        let next_level = hex.and_then(|hex| hex.level).map_or(elephants.level, i32::from);
        if left == 0 {
            break;
        }
        if lane.and_then(|lane| lane.edge_after).is_some_and(|edge| at > edge) {
            course.cut_off = true;
            break;
        }
        let (terrain, hexside) = hex.map_or_else(Default::default, |hex| (hex.terrain, hex.hexside));
        let climb = next_level - level;
        let Some(price) = step_price(elephants.charts, elephants.figures.class, terrain, hexside, climb)
        else {
            course.cut_off = true;
            break;
        };
        if price > left {
            break;
        }
        left -= price.max(1);
        level = next_level;
        let fighter = placed.iter().find(|&&(lane, hex, _)| (lane, hex) == (place, at));
        course.entered.push(enter(elephants, hex, fighter.map(|&(.., fighter)| fighter), bystanders)?);
    }
    Ok(course)
}

/// What the step into a hex costs by Table 2; nothing if it is forbidden.
pub(crate) fn step_price(
    charts: &Charts,
    class: Class,
    terrain: Terrain,
    hexside: Hexside,
    climb: i32,
) -> Option<i32> {
    let terrain = charts.enter(terrain, class)?;
    let level = match climb {
        0 => 0,
        1 => charts.step(CostLine::OneLevelUp, class)?,
        -1 => charts.step(CostLine::OneLevelDown, class)?,
        _ => charts.step(CostLine::TwoLevels, class)?,
    };
    let hexside = match hexside {
        Hexside::Open => 0,
        Hexside::Stream | Hexside::Ford => charts.step(CostLine::StreamOrFord, class)?,
        Hexside::River => charts.step(CostLine::River, class)?,
    };
    Some(terrain + level + hexside)
}

fn enter(
    elephants: &Troop,
    hex: Option<&LaneHex>,
    fighter: Option<u8>,
    bystanders: &mut Vec<Bystander>,
) -> Result<Entered, Refusal> {
    let mut entered = Entered {
        occupant: fighter.map(|place| UnitId::new(place.into())),
        enemy_zone: hex.is_some_and(|hex| hex.enemy_zone),
        controls_next: false,
    };
    let Some((hex, unit)) = hex.and_then(|hex| hex.unit.as_ref().map(|unit| (hex, unit))) else {
        return Ok(entered);
    };
    let name = hex.name.as_deref().unwrap_or_else(|| unit.code());
    if fighter.is_some() {
        let reason = format!("hex {} of a lane holds a unit of this combat already", hex.at);
        return Err(Refusal::new("LINE-X-STK-1", reason).because_of(name));
    }
    let troop = Troop::new(elephants.charts, unit, name, hex.status, &hex.leaders, elephants.scenario)?;
    let is_enemy = hex.side == Side::Enemy;
    entered.controls_next = hex.controls_next && is_enemy && !troop.is_disrupted();
    let place = add_bystander(bystanders, name, troop, is_enemy)?;
    entered.occupant = Some(bystander(place.into()));
    Ok(entered)
}

/// Takes a unit into the list; its place there.
pub(crate) fn add_bystander(
    bystanders: &mut Vec<Bystander>,
    name: &str,
    troop: Troop,
    is_enemy: bool,
) -> Result<u8, Refusal> {
    if bystanders.len() == MOST_BYSTANDERS {
        let reason = format!("a situation describes at most {MOST_BYSTANDERS} units that may be shaken");
        return Err(Refusal::new("LINE-X-MOR-5", reason));
    }
    bystanders.push(Bystander { name: name.into(), troop, is_enemy });
    Ok(bystanders.len() as u8 - 1)
}

/// The morale with which a unit tests that rampaging elephants run through, without Table 5, or why it takes no test
/// (LINE-X-RAM-1, LINE-X-MOR-4). The elephants of Zama are Carthaginian, so Roman light foot is that of their enemy.
pub(crate) fn meeting<E: Objection>(name: &str, troop: &Troop, is_enemy: bool) -> Result<u16, E> {
    if troop.is_disrupted() {
        return no("LINE-X-RAM-1", name, "only Good Order units test");
    }
    if troop.scenario == Some(Scenario::Zama) && is_enemy && troop.figures.class == Class::Li {
        let reason = "Roman light foot lets the elephants of Zama pass without a test";
        return no("LINE-X-ZAM-1", name, reason);
    }
    Ok(troop.sixths(MoraleTest { elephants: true, ..MoraleTest::plain(Test::Rampage) }))
}

/// What a player should know about a unit in the way.
pub(crate) fn in_the_way(bystander: &Bystander) -> Fact {
    let Bystander { name, troop, is_enemy } = bystander;
    let met = meeting::<Refusal>(name, troop, *is_enemy);
    let clause = met.as_ref().map_or_else(|no| no.clause.0, |_| "LINE-X-RAM-1");
    let words = match met {
        Ok(morale) => format!("{name} tests if it is run through and stands with {}", sixths(morale)),
        Err(_) if troop.is_disrupted() => format!("{name} is Disrupted and takes no test"),
        Err(_) => format!("{name} makes way without a test"),
    };
    Fact::new("in the way", words, clause)
}
