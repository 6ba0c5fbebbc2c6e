//! One combat: from the announcement to what it leaves (LINE-X-CMB-8).

use kit::{
    Chain, Dice, Distribution, Factor, Inquiry, Part, Refusal, Rules, Silent, Tally, TooFine, map::HexId,
};
use smallvec::SmallVec;

use crate::{
    army::UnitId,
    charts::{Charts, Test},
    content::LineContent,
    facing::{Place, Row},
    fight::{Evasion, Fight, Standing},
    morale::carry_away,
    rampage,
    troop::{Occasion, Troop, called, test_morale},
};

pub(crate) mod case;
mod clauses;
pub(crate) mod factors;
pub(crate) mod legality;
pub mod situation;
mod words;

pub use crate::fight::Fate;
use case::{Bystander, CaseStep, Fighter, Scene};
pub use case::{Course, Outcome};
use factors::{Assault, Victim};
use situation::{Said, Situation};
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
    /// The place of the lead among the fighters (LINE-X-CMB-7).
    pub(crate) lead: usize,
    pub(crate) attack: Factor,
    pub(crate) defence: Factor,
    /// The row of Table 5 used against the defender.
    pub(crate) row: Row,
    /// The column of Table 4.
    pub(crate) column: u8,
    /// Sixths with which the defender evades, if it tries.
    pub(crate) evade: Option<u16>,
    /// Sixths with which the defender stands, if it must test.
    pub(crate) stand: Option<u16>,
}

impl Battle {
    /// The place of the lead among the units of the combat, the defender being the first.
    pub const fn lead(&self) -> usize {
        self.lead
    }

    /// What a unit of the combat is called.
    pub fn name(&self, place: usize) -> &str {
        &self.scene.fighters[place].name
    }
}

/// The steps of a combat on the map, walked on what the question says.
impl Chain for Battle {
    type State = Course;

    fn start(&self) -> Course {
        let mut fight = Fight::against(UnitId::new(DEFENDER), HexId::NONE);
        (1..self.scene.fighters.len()).for_each(|place| fight.join(UnitId::new(place)));
        fight.lead = UnitId::new(self.lead);
        fight.column = self.column;
        fight.stand = self.stand.unwrap_or(0) as u8;
        fight.evade = self.evade.unwrap_or(0) as u8;
        let first: CaseStep = if self.evade.is_some() { Evasion.into() } else { Standing.into() };
        self.scene.to_next_die(Course::new(fight, first))
    }

    fn is_done(&self, course: &Course) -> bool {
        course.is_settled()
    }

    fn step<D: Dice>(&self, course: &Course, dice: &mut D) -> Course {
        self.scene.step(course, dice)
    }
}

impl Inquiry for Battle {
    type Content = LineContent;
    type Situation = Situation;

    const KIND: &'static str = "battle";
    const TITLE: &'static str = "One combat";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/battle.toml"));

    fn prepare<'s, T: Tally<'s>>(
        rules: Rules<LineContent>,
        situation: &'s Situation,
        tally: &mut T,
    ) -> Result<Self, Refusal> {
        let charts: &'static Charts = &rules.get().charts;
        let announced = legality::announce(charts, situation)?;
        let rows =
            announced.places.iter().map(|&(from, _)| announced.troops[DEFENDER].row_used(charts.row(from)));
        let rows: SmallVec<[Row; MOST_ATTACKERS]> = rows.collect();
        // LINE-X-CMB-6, LINE-R8: the worst row is used once.
        let row = rows.iter().copied().max().unwrap_or(Row::FRONT);
        let (attack, lead) = add_attacks(tally, situation, &announced, &rows)?;
        let name = situation.said(DEFENDER).name;
        let defence = factors::add_defence(tally, name, &announced.troops[DEFENDER], row);
        let column = legality::column::<Refusal>(charts, situation.house_rules, attack, defence)? as u8;
        let (evade, stand) = add_tests(tally, situation, &announced.troops, row)?;
        let mut bystanders = Vec::new();
        let fighters = fighters(situation, announced, &mut bystanders)?;
        let scene = Scene { charts, house_rules: situation.house_rules, fighters, bystanders };
        Ok(Self { scene, lead, attack, defence, row, column, evade, stand })
    }

    fn odds(&self) -> Result<Distribution<Course>, TooFine> {
        self.scene.odds(self.start())
    }

    fn facts(&self, _: &Situation) -> Vec<kit::Fact> {
        facts(self)
    }

    fn chart(&self) -> Option<kit::Chart> {
        let head = self.scene.charts.heads()[usize::from(self.column)].clone();
        Some(kit::Chart { table: "crt", columns: vec![head] })
    }

    fn tell(&self, _: &Situation, end: &Course) -> kit::Told {
        tell(self, end)
    }
}

/// Adds up the morale with which the defender evades, if it tries, and stands, if it must.
fn add_tests<'s, T: Tally<'s>>(
    tally: &mut T,
    situation: &'s Situation,
    troops: &[Troop],
    row: Row,
) -> Result<(Option<u16>, Option<u16>), Refusal> {
    let said = &situation.defender;
    let name = situation.said(DEFENDER).name;
    let defender = &troops[DEFENDER];
    let elephants = troops[1..].iter().any(Troop::is_terror);
    let mut morale = |part, test| test_morale(tally, part, name, defender, Occasion { test, row, elephants });
    let evade = if said.evades {
        legality::may_evade(situation, troops)?;
        Some(morale(EVADE, Test::Evade))
    } else {
        None
    };
    let must_stand = defender.must_stand::<Silent>(name, row, elephants);
    let stand = must_stand.ok().map(|()| morale(STAND, Test::Stand));
    Ok((evade, stand))
}

/// Adds up the attackers (LINE-CRT-2) and finds the lead: the one that counts for most, of equals the one named or
/// else the first (LINE-X-CMB-7).
fn add_attacks<'s, T: Tally<'s>>(
    tally: &mut T,
    situation: &'s Situation,
    announced: &Announced,
    rows: &[Row],
) -> Result<(Factor, usize), Refusal> {
    let defender = &situation.defender;
    let victim = Victim {
        troop: &announced.troops[DEFENDER],
        code: defender.unit.code(),
        lanes_open: defender.light_foot_adjacent,
        house_rules: situation.house_rules,
    };
    let mut counts: SmallVec<[Factor; MOST_ATTACKERS]> = SmallVec::new();
    for (place, said) in situation.attackers.iter().enumerate() {
        let assault = Assault {
            name: situation.said(place + 1).name,
            troop: &announced.troops[place + 1],
            hexside: said.hexside,
            pinned_by: said.pinned_by,
            towards: announced.places[place].1,
            row: rows[place],
        };
        counts.push(factors::add_attack::<_, Refusal>(tally, &assault, &victim)?);
    }
    let most = counts.iter().copied().max().unwrap_or(Factor::ZERO);
    let lead = legality::lead(situation, &counts, most)?;
    Ok((tally.total(Part::ATTACK), lead + 1))
}

/// The units as announced, and where each attacker and the defender see each other.
struct Announced {
    /// The defender, then the attackers.
    troops: SmallVec<[Troop; 4]>,
    /// For each attacker: where the defender has it, where it has the defender.
    places: SmallVec<[(Place, Place); 4]>,
}

fn fighters(
    situation: &Situation,
    announced: Announced,
    bystanders: &mut Vec<Bystander>,
) -> Result<SmallVec<[Fighter; 4]>, Refusal> {
    let Announced { troops, places } = announced;
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
        let name = called(friend.name.as_ref(), &friend.unit);
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
