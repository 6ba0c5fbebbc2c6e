//! Elephants out of control (LINE-X-RAM-1).

use kit::{Chain, Dice, Fact, Factor, Inquiry, Part, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::Deserialize;
use smallvec::SmallVec;

use crate::{
    charts::{Code, charts},
    facing::Place,
    ground::Terrain,
    leader,
    troop::{Scenario, Troop, called},
    troops::{Figures, LeaderName, Status, Unit},
};

mod lanes;

pub(crate) use lanes::{
    Bystander, Courses, Meeting, Occupant, Placed, TRAMPLE, Trampled, add_bystander, courses, in_the_way,
    meeting, names_of, roll_direction, run_lane, step_price,
};
pub use lanes::{Lane, LaneHex, Side};

const RUN: Part = Part::own(3, "run");

/// Elephants that rout, and what stands in their way.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The battle, where its special rules matter.
    pub scenario: Option<Scenario>,
    /// The elephants.
    pub elephants: Elephants,
    /// The six ways they may take; those left out are clear, level, empty and long enough.
    #[serde(default)]
    pub lanes: Vec<Lane>,
}

/// The unit that runs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Elephants {
    /// Their type.
    pub unit: Unit,
    /// What they are called.
    pub name: Option<String>,
    /// The level of the hex in which they start.
    #[serde(default)]
    pub level: i8,
    /// Leaders with them.
    #[serde(default)]
    pub leaders: Vec<LeaderName>,
    /// Whether no other unit of their side is on the map.
    #[serde(default)]
    pub last_of_army: bool,
}

/// A rampage.
#[derive(Clone, Debug)]
pub struct Rampage {
    courses: Courses,
    bystanders: Vec<Bystander>,
    figures: Figures,
    leaders: SmallVec<[u8; 8]>,
    last_of_army: bool,
}

/// How far a rampage has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Run {
    /// The lane taken, 0 for straight ahead.
    pub lane: Option<u8>,
    /// Whether the elephants are still there, once the run is over.
    pub alive: Option<bool>,
    /// Which of the units described were Disrupted, one bit each, in the order of the faces and hexes.
    pub shaken: u64,
    /// Which leaders fell, one bit each; known once all have rolled.
    pub fallen: Option<u8>,
}

struct Crowd<'r> {
    bystanders: &'r [Bystander],
    shaken: u64,
}

impl Trampled for Crowd<'_> {
    fn meet(&self, occupant: Occupant) -> Meeting {
        match occupant {
            Occupant::Bystander(place) => self.bystanders[usize::from(place)].meeting,
            Occupant::Fighter(_) => Meeting::Gone,
        }
    }
    fn shake(&mut self, occupant: Occupant) {
        if let Occupant::Bystander(place) = occupant {
            self.shaken |= 1 << place;
        }
    }
}

impl Chain for Rampage {
    type State = Run;

    fn start(&self) -> Run {
        Run { lane: None, alive: None, shaken: 0, fallen: None }
    }

    fn is_done(&self, run: &Run) -> bool {
        run.fallen.is_some()
    }

    fn step<D: Dice>(&self, run: &Run, dice: &mut D) -> Run {
        let mut next = *run;
        match (run.lane, run.alive) {
            (None, _) => next.lane = Some(roll_direction(dice)),
            (Some(lane), None) => {
                let mut crowd = Crowd { bystanders: &self.bystanders, shaken: 0 };
                let alive = run_lane(&self.courses, lane, &mut crowd, dice);
                next.alive = Some(alive);
                next.shaken = crowd.shaken;
                next.fallen = alive.then_some(0);
            }
            (Some(_), Some(_)) => {
                next.fallen = Some(leader::fallen(self.leaders.len(), self.last_of_army, dice) as u8);
            }
        }
        next
    }
}

impl Inquiry for Rampage {
    type Situation = Situation;

    const KIND: &'static str = "rampage";
    const TITLE: &'static str = "Elephants that rout";
    const EXAMPLE: &'static str = include_str!("../../../examples/battleline/rampage.toml");

    fn prepare<'s, T: Tally<'s>>(situation: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let Situation { scenario, elephants, lanes } = situation;
        let name = called(elephants.name.as_ref(), &elephants.unit);
        let troop = Troop::new(&elephants.unit, name, Status::Disrupted, &elephants.leaders, *scenario)?
            .standing(name, Terrain::Clear, elephants.level)?;
        if !troop.is_terror() {
            return Err(
                Refusal::new("LINE-X-RAM-1", "only elephants rampage; other units rout").because_of(name)
            );
        }
        let mut bystanders = Vec::new();
        let courses = courses(lanes, &troop, *scenario, &[], &mut bystanders)?;
        let moves = charts().result(Code::Rt).moves;
        tally.explain(RUN, Factor::whole(troop.figures.tactical * moves), name, "LINE-RES-8", || {
            format!("{moves} times its {} tactical movement factors", troop.figures.tactical)
        });
        Ok(Self {
            courses,
            bystanders,
            figures: troop.figures,
            leaders: troop.leaders,
            last_of_army: elephants.last_of_army,
        })
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        self.bystanders.iter().map(in_the_way).collect()
    }

    fn tell(&self, situation: &Situation, end: &Run) -> Told {
        let lane = end.lane.unwrap_or(0);
        let place = Place::clockwise(lane.into());
        let alive = end.alive == Some(true);
        let hexes = self.courses[usize::from(lane)].len();
        let end_of_run = if alive { "stands there Disrupted" } else { "eliminated" };
        let shaken = match names_of(&self.bystanders, end.shaken) {
            names if names.is_empty() => names,
            names => format!("; {names} Disrupted"),
        };
        let fallen = end.fallen.unwrap_or(0).into();
        let leaders = leader::told(&situation.elephants.leaders, fallen);
        let words =
            format!("die {}, towards its {place}: {hexes} hexes, {end_of_run}{shaken}{leaders}", lane + 1);
        let value = if alive { 0 } else { self.figures.value } + leader::value(&self.leaders, fallen);
        let told = Told::new(if alive { "survives" } else { "eliminated" }, words).by("LINE-X-RAM-1");
        if alive || self.leaders.is_empty() { told } else { told.by("LINE-X-CMD-6") }
            .measuring("value lost", Factor::whole(value))
            .measuring("units in the way Disrupted", Factor::whole(end.shaken.count_ones() as i32))
    }
}
