//! Elephants out of control (LINE-X-RAM-1).

use crate::prelude::*;

mod lanes;

pub(crate) use lanes::{
    Courses, Entered, Placed, Track, add_bystander, courses, in_the_way, meeting, names_of, step_price,
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

said! {
    /// The unit that runs.
    pub struct Elephants: unit leaders level {
        /// Whether no other unit of their side is on the map.
        #[serde(default)]
        pub last_of_army: bool,
    }
}

#[derive(Clone, Debug)]
pub struct Rampage(Scene);

impl Chain for Rampage {
    type State = CaseState;

    fn start(&self) -> CaseState {
        CaseState::of_rampage()
    }

    fn is_done(&self, course: &CaseState) -> bool {
        course.is_settled()
    }

    fn step<D: Dice>(&self, course: &CaseState, dice: &mut D) -> CaseState {
        self.0.step(course, dice)
    }
}

impl Inquiry for Rampage {
    type Content = LineContent;
    type Situation = Situation;

    const KIND: &'static str = "rampage";
    const TITLE: &'static str = "Elephants that rout";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/rampage.toml"));

    fn prepare<'s, T: Tally<'s>>(
        rules: Rules<LineContent>,
        situation: &'s Situation,
        tally: &mut T,
    ) -> Result<Self, Refusal> {
        let charts: &'static Charts = &rules.get().charts;
        let Situation { scenario, elephants, lanes } = situation;
        let name = elephants.called();
        let troop =
            Troop::new(charts, &elephants.unit, name, Status::Disrupted, &elephants.leaders, *scenario)?
                .standing(name, Terrain::Clear, elephants.level)?;
        if !troop.is_terror() {
            return Err(
                Refusal::new("LINE-X-RAM-1", "only elephants rampage; other units rout").because_of(name)
            );
        }
        let mut bystanders = Vec::new();
        let courses = courses(lanes, &troop, &[], &mut bystanders)?;
        let moves = charts.result(Code::Rt).moves;
        tally.explain(RUN, Factor::whole(troop.figures.tactical * moves), name, "LINE-RES-8", || {
            format!("{moves} times its {} tactical movement factors", troop.figures.tactical)
        });
        let fighter = Fighter {
            name: name.into(),
            troop,
            leaders: elephants.leaders.iter().map(|leader| leader.name()).collect(),
            retreat_is_safe: false,
            rout_is_safe: false,
            passes: SmallVec::new(),
            stampede: Some(Box::new(courses)),
            last_of_army: elephants.last_of_army,
        };
        let (fighters, house_rules) = (SmallVec::from_iter([fighter]), HouseRules::default());
        Ok(Self(Scene { charts, house_rules, fighters, bystanders }))
    }

    fn odds(&self) -> Result<Distribution<CaseState>, TooFine> {
        self.0.odds(self.start())
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        self.0.bystanders.iter().map(in_the_way).collect()
    }

    fn tell(&self, _: &Situation, end: &CaseState) -> Told {
        let elephants = &self.0.fighters[DEFENDER];
        let lane = end.lane.unwrap_or(0);
        let place = Place::ALL[usize::from(lane)];
        let alive = end.lives();
        let courses = elephants.stampede.as_ref();
        let hexes = courses.map_or(0, |courses| courses[usize::from(lane)].entered.len());
        let end_of_run = if alive { "stands there Disrupted" } else { "eliminated" };
        let shaken = match names_of(&self.0.bystanders, end.shaken) {
            names if names.is_empty() => names,
            names => format!("; {names} Disrupted"),
        };
        let fallen = end.fallen_of(DEFENDER);
        let leaders = leader::told(&elephants.leaders, fallen);
        let words =
            format!("die {}, towards its {place}: {hexes} hexes, {end_of_run}{shaken}{leaders}", lane + 1);
        let value = if alive { 0 } else { elephants.troop.figures.value }
            + leader::value(&elephants.troop.leaders, fallen);
        let result = if alive { "survives" } else { "eliminated" };
        let told = Told::new(result, words).by("LINE-X-RAM-1").does(&*elephants.name, result, end_of_run);
        let told = self.0.bystanders.iter().enumerate().fold(told, |told, (place, bystander)| {
            let fate = if end.shaken >> place & 1 == 1 { "Disrupted" } else { "unharmed" };
            told.does(&*bystander.name, fate, fate)
        });
        if alive || elephants.leaders.is_empty() { told } else { told.by("LINE-X-CMD-6") }
            .measuring("value lost", Factor::whole(value))
            .measuring("units in the way Disrupted", Factor::whole(end.shaken.count_ones() as i32))
    }
}
