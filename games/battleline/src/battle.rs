//! One combat: from the announcement to what it leaves (LINE-X-CMB-8).

use crate::prelude::*;
use case::CaseStep;
use factors::{Announced, Assault, Victim, add_attack, add_stand, add_test};
use situation::{Said, Situation};

pub(crate) mod case;
mod clauses;
pub(crate) mod factors;
pub(crate) mod legality;
pub mod situation;
mod survey;
mod words;

pub use crate::fight::Fate;
pub use case::{CaseState, CombatOutcome};
pub(crate) use words::{facts, tell};

/// The place of the defender among the units of a combat; the attackers follow in their order.
pub(crate) const DEFENDER: usize = 0;
/// At most so many units attack one hex.
pub(crate) const MOST_ATTACKERS: usize = 6;
/// At most so many friends in the way of one rout.
const MOST_PASSED: usize = 12;

pub(crate) const STAND: Part = Part::own(3, "stand test");
pub(crate) const EVADE: Part = Part::own(4, "evade test");

/// A combat that may be fought; all of it is fixed when it is announced (LINE-R31).
#[derive(Clone, Debug)]
pub struct Battle {
    pub(crate) scene: Scene,
    /// The place of the lead among the units of the combat, the defender being the first (LINE-X-CMB-7).
    pub lead: usize,
    pub(crate) fixed: Announced,
    /// Sixths with which the defender evades, if it tries.
    pub(crate) evade: Option<u16>,
}

impl Battle {
    /// What a unit of the combat is called.
    pub fn name(&self, place: usize) -> &str {
        &self.scene.fighters[place].name
    }
}

/// The steps of a combat on the map, walked on what the question says.
impl Chain for Battle {
    type State = CaseState;

    fn start(&self) -> CaseState {
        let mut fight = Fight::against(UnitId::new(DEFENDER), HexId::NONE);
        (1..self.scene.fighters.len()).for_each(|place| fight.join(UnitId::new(place)));
        fight.lead = UnitId::new(self.lead);
        fight.column = self.fixed.column;
        fight.stand = self.fixed.stand.unwrap_or(0) as u8;
        fight.evade = self.evade.unwrap_or(0) as u8;
        let first: CaseStep = if self.evade.is_some() { Evasion.into() } else { Standing.into() };
        self.scene.to_next_die(CaseState::new(fight, first))
    }

    fn is_done(&self, course: &CaseState) -> bool {
        course.is_settled()
    }

    fn step<D: Dice>(&self, course: &CaseState, dice: &mut D) -> CaseState {
        self.scene.step(course, dice)
    }
}

impl Inquiry for Battle {
    type Content = LineContent;
    type Situation = Situation;

    const KIND: &'static str = "battle";
    const TITLE: &'static str = "One combat";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/battle.toml"));
    const OFF_MAP: &'static [&'static str] = &["terrain", "level", "hexside"];

    fn survey(rules: Rules<LineContent>, situation: &mut Situation) -> Result<Vec<Fact>, Refusal> {
        survey::survey(rules.get(), situation)
    }

    fn prepare<'s, T: Tally<'s>>(
        rules: Rules<LineContent>,
        situation: &'s Situation,
        tally: &mut T,
    ) -> Result<Self, Refusal> {
        let charts: &'static Charts = &rules.get().charts;
        let Placed { troops, places } = legality::announce(charts, situation)?;
        let victim = Victim {
            name: situation.said(DEFENDER).name,
            unit: UnitId::new(DEFENDER),
            troop: troops[DEFENDER].clone(),
            code: situation.defender.unit.code(),
            lanes_open: situation.defender.light_foot_adjacent,
            house_rules: situation.house_rules,
        };
        let assault = |place: usize| Assault {
            name: situation.said(place + 1).name,
            unit: UnitId::new(place + 1),
            troop: troops[place + 1].clone(),
            hexside: situation.attackers[place].hexside,
            pinned_by: situation.attackers[place].pinned_by,
            towards: places[place].1,
            row: victim.troop.row_used(charts.row(places[place].0)),
        };
        let assaults = (0..places.len()).map(|place| Ok::<_, Refusal>(assault(place)));
        let mut fixed = factors::reckon(tally, &victim, assaults)?;
        let counts = |place| add_attack::<_, Refusal>(&mut Sums::default(), &assault(place), &victim);
        let lead = legality::lead(situation, &fixed, counts)?;
        let evade = if situation.defender.evades {
            legality::may_evade(situation, &troops)?;
            Some(add_test(tally, &victim, &fixed, (EVADE, Test::Evade)))
        } else {
            None
        };
        add_stand(tally, &victim, &mut fixed);
        let mut bystanders = Vec::new();
        let fighters = fighters(situation, Placed { troops, places }, &mut bystanders)?;
        let scene = Scene { charts, house_rules: situation.house_rules, fighters, bystanders };
        Ok(Self { scene, lead, fixed, evade })
    }

    fn odds(&self) -> Result<Distribution<CaseState>, TooFine> {
        self.scene.odds(self.start())
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        facts(self)
    }

    fn chart(&self) -> Option<kit::Chart> {
        let head = self.scene.charts.heads()[usize::from(self.fixed.column)].clone();
        Some(kit::Chart { table: "crt", columns: vec![head] })
    }

    fn tell(&self, _: &Situation, end: &CaseState) -> Told {
        tell(self, end)
    }
}

/// The units as announced, and where each attacker and the defender see each other.
struct Placed {
    /// The defender, then the attackers.
    troops: SmallVec<[Troop; 4]>,
    /// For each attacker: where the defender has it, where it has the defender.
    places: SmallVec<[(Place, Place); 4]>,
}

fn fighters(
    situation: &Situation,
    Placed { troops, places }: Placed,
    bystanders: &mut Vec<Bystander>,
) -> Result<SmallVec<[Fighter; 4]>, Refusal> {
    let mut fighters = SmallVec::new();
    for (place, troop) in troops.into_iter().enumerate() {
        let said = situation.said(place);
        let passes = passes(&said, &troop, situation, bystanders)?;
        let stampede = if troop.is_terror() {
            let placed = in_the_lanes(&places, place);
            let courses = rampage::courses(said.lanes, &troop, &placed, bystanders)?;
            Some(Box::new(courses))
        } else {
            None
        };
        fighters.push(Fighter {
            name: said.name.into(),
            leaders: said.leaders.iter().map(|leader| leader.name()).collect(),
            retreat_is_safe: said.retreat.is_safe(),
            rout_is_safe: said.rout.is_safe(),
            passes,
            stampede,
            last_of_army: said.last_of_army,
            troop,
        });
    }
    Ok(fighters)
}

/// The friends who test when this unit routs through them: not light foot, not the Disrupted, and nobody if light
/// foot routs (LINE-X-MOR-5).
fn passes(
    said: &Said<'_>,
    runner: &Troop,
    situation: &Situation,
    bystanders: &mut Vec<Bystander>,
) -> Result<SmallVec<[u8; 2]>, Refusal> {
    if said.rout_passes.len() > MOST_PASSED {
        let reason = format!(
            "a rout passes {} friends, but at most {MOST_PASSED} can be named",
            said.rout_passes.len()
        );
        return Err(Refusal::new("LINE-X-MOR-5", reason));
    }
    let mut passes = SmallVec::new();
    for friend in said.rout_passes {
        let name = friend.called();
        let troop = Troop::new(
            runner.charts,
            &friend.unit,
            name,
            friend.status,
            &friend.leaders,
            situation.scenario,
        )?;
        if carry_away::<Silent>(name, runner, &troop).is_ok() {
            passes.push(rampage::add_bystander(bystanders, name, troop, false)?);
        }
    }
    Ok(passes)
}

/// Which units of the combat stand in the lanes of the elephants at `runner`.
///
/// For the defender every attacker stands in the first hex of the lane in which it is seen. For an attacker the
/// defender does, those beside it on the ring stand beside the defender's lane, and the one opposite stands
/// behind the defender.
fn in_the_lanes(places: &[(Place, Place)], runner: usize) -> SmallVec<[rampage::Placed; MOST_ATTACKERS]> {
    if runner == DEFENDER {
        let all = places.iter().enumerate();
        return all.map(|(attacker, &(from, _))| (from, 1, attacker as u8 + 1)).collect();
    }
    let (from, towards) = places[runner - 1];
    let others = places.iter().enumerate().filter_map(|(attacker, &(other, _))| {
        let fighter = attacker as u8 + 1;
        match (other as usize + 6 - from as usize) % 6 {
            1 => Some((towards.turned(5), 1, fighter)),
            5 => Some((towards.turned(1), 1, fighter)),
            3 => Some((towards, 2, fighter)),
            _ => None,
        }
    });
    std::iter::once((towards, 1, DEFENDER as u8)).chain(others).collect()
}
