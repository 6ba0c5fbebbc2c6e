//! Morale Tests outside a combat's own course (LINE-X-MOR-1 to LINE-X-MOR-5, LINE-X-REO-1, LINE-X-REO-2).

use kit::{Chain, Dice, Die, Fact, Factor, Inquiry, Part, Purpose, Refusal, Sums, Tally, Told};
use schemars::JsonSchema;
use serde::Deserialize;
use smallvec::SmallVec;

use crate::{
    charts::{self, charts},
    facing::Row,
    rampage::{self, Meeting, Side},
    ground::Terrain,
    troop::{Occasion, Scenario, Sixths, Troop, called, test_morale},
    troops::{Class, LeaderName, Status, Unit},
};

/// At most so many units test in one situation: each has a sum of its own.
const MOST_UNITS: usize = 5;
/// At most so many turns of trying.
const MOST_TURNS: u8 = 20;

const PARTS: [Part; MOST_UNITS] = [
    Part::own(3, "morale"),
    Part::own(4, "morale of the 2nd"),
    Part::own(5, "morale of the 3rd"),
    Part::own(6, "morale of the 4th"),
    Part::own(7, "morale of the 5th"),
];

/// Units that test their morale.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The battle, where its special rules matter: learn, cannae, zama, cynoscephalae.
    pub scenario: Option<Scenario>,
    /// Why they test.
    pub test: Test,
    /// The units, one to five; a stand or evade test has one.
    #[schemars(extend("minItems" = 1, "maxItems" = 5))]
    pub units: Vec<Tester>,
    /// Stand and evade tests: the worst row of Table 5 in which an attacker stands, 1 to 4; marching is added to it.
    #[serde(default = "first_row")]
    #[schemars(extend("minimum" = 1, "maximum" = 4))]
    pub row: u8,
    /// Stand and evade tests: whether elephants are among the attackers.
    #[serde(default)]
    pub elephants: bool,
    /// Carry-away test: the type of the friend that routs through them.
    pub routing: Option<Unit>,
    /// Reorganization: how many turns each unit may try, keeping still, until it succeeds.
    #[serde(default = "one_turn")]
    #[schemars(extend("minimum" = 1, "maximum" = 20))]
    pub turns: u8,
    /// Trumpets: the Game-Turn.
    #[serde(default = "one_turn")]
    pub turn: u8,
}

const fn first_row() -> u8 {
    1
}

const fn one_turn() -> u8 {
    1
}

/// Why a unit tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// It is struck from behind or by elephants.
    Stand,
    /// It tries to slip away from an attack.
    Evade,
    /// A routing friend passes through it.
    CarryAway,
    /// Elephants run through it.
    Rampage,
    /// It tries to come back to Good Order.
    Reorganize,
    /// Elephants before the Roman trumpets at Zama.
    Trumpets,
}

impl Test {
    const fn line(self) -> charts::Test {
        match self {
            Self::Stand => charts::Test::Stand,
            Self::Evade => charts::Test::Evade,
            Self::CarryAway => charts::Test::CarryAway,
            Self::Rampage => charts::Test::Rampage,
            Self::Reorganize => charts::Test::Reorganize,
            Self::Trumpets => charts::Test::Trumpets,
        }
    }

    const fn purpose(self) -> Purpose {
        match self {
            Self::Stand => Purpose::new("stand test", "LINE-X-MOR-3"),
            Self::Evade => Purpose::new("evade test", "LINE-X-EVA-1"),
            Self::CarryAway => Purpose::new("carry-away test", "LINE-X-MOR-5"),
            Self::Rampage => Purpose::new("rampage test", "LINE-X-RAM-1"),
            Self::Reorganize => Purpose::new("reorganize", "LINE-X-REO-2"),
            Self::Trumpets => Purpose::new("trumpets", "LINE-X-ZAM-3"),
        }
    }

    /// What passing and failing mean.
    const fn ends(self) -> [&'static str; 2] {
        match self {
            Self::Stand => ["stands", "routs at once"],
            Self::Evade => ["evades in Good Order", "must fight"],
            Self::CarryAway | Self::Rampage => ["keeps its order", "is Disrupted"],
            Self::Reorganize => ["is back in Good Order", "stays Disrupted"],
            Self::Trumpets => ["obeys", "neither moves nor attacks this turn"],
        }
    }
}

/// A unit that tests.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact about the counter that a player can see")]
pub struct Tester {
    /// Its type.
    pub unit: Unit,
    /// What it is called; left out: the code of its type.
    pub name: Option<String>,
    /// Which face shows: good-order, disrupted, or that it is eliminated.
    #[serde(default)]
    pub status: Condition,
    /// Whether it has a Marching marker.
    #[serde(default)]
    pub marching: bool,
    /// Leaders in its hex.
    #[serde(default)]
    pub leaders: Vec<LeaderName>,
    /// Rampage: whose the unit is, as the elephants see it.
    #[serde(default)]
    pub side: Side,
    /// Reorganization: whether it is within the range of a leader of its side.
    #[serde(default = "yes")]
    pub in_command: bool,
    /// Reorganization: whether it stands in an enemy zone of control.
    #[serde(default)]
    pub in_enemy_zone: bool,
    /// Reorganization: whether it moved or turned in this turn.
    #[serde(default)]
    pub moved: bool,
    /// Reorganization: whether it attacked in this turn.
    #[serde(default)]
    pub attacked: bool,
    /// Reorganization: whether it retreated in this turn.
    #[serde(default)]
    pub retreated: bool,
    /// Reorganization: whether it was exchanged in this turn.
    #[serde(default)]
    pub exchanged: bool,
    /// Trumpets: how far the nearest Roman unit is.
    pub enemy_distance: Option<u8>,
}

const fn yes() -> bool {
    true
}

/// The status of a unit that may no longer be there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// The front of the counter.
    #[default]
    GoodOrder,
    /// The back of the counter.
    Disrupted,
    /// Out of the game.
    Eliminated,
}

/// The morale with which a friend tests when `runner` routs through it; nothing if it does not test: routing light
/// foot shakes nobody, and light foot and Disrupted friends are not shaken (LINE-X-MOR-5).
pub(crate) fn carry_away_morale(runner: &Troop, friend: &Troop) -> Option<u16> {
    let tests = runner.figures.class != Class::Li && friend.figures.class != Class::Li && !friend.is_disrupted();
    let occasion = Occasion::plain(charts::Test::CarryAway);
    tests.then(|| test_morale(&mut Sums::default(), PARTS[0], "", friend, occasion))
}

/// Morale Tests of one to five units.
#[derive(Clone, Debug)]
pub struct Morale {
    test: Test,
    /// The morale of each unit that tests, with its place in the situation.
    testers: SmallVec<[(u8, u16); MOST_UNITS]>,
    turns: u8,
}

/// How far the tests have come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Tested {
    /// How many of the units that test are done.
    pub done: u8,
    /// How many tries the next one has had.
    pub tries: u8,
    /// A bit for each unit of the situation that failed.
    pub failed: u8,
}

impl Chain for Morale {
    type State = Tested;

    fn start(&self) -> Tested {
        Tested { done: 0, tries: 0, failed: 0 }
    }

    fn is_done(&self, tested: &Tested) -> bool {
        usize::from(tested.done) == self.testers.len()
    }

    fn step<D: Dice>(&self, tested: &Tested, dice: &mut D) -> Tested {
        let Tested { done, tries, failed } = *tested;
        let (place, morale) = self.testers[usize::from(done)];
        // LINE-X-MOR-1: a die not above the morale passes.
        if dice.at_most(Die::D6, morale, self.test.purpose()) {
            Tested { done: done + 1, tries: 0, failed }
        } else if tries + 1 < self.turns {
            Tested { done, tries: tries + 1, failed }
        } else {
            Tested { done: done + 1, tries: 0, failed: failed | 1 << place }
        }
    }
}

impl Inquiry for Morale {
    type Situation = Situation;

    const KIND: &'static str = "morale";
    const TITLE: &'static str = "Morale Tests";
    const EXAMPLE: &'static str = include_str!("../../../examples/battleline/morale.toml");

    fn prepare<'s, T: Tally<'s>>(situation: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let (units, test) = (&situation.units, situation.test);
        let alone = matches!(test, Test::Stand | Test::Evade);
        let most = if alone { 1 } else { MOST_UNITS };
        if units.is_empty() || units.len() > most {
            let reason = format!("{} units are named, expected 1 to {most}", units.len());
            return Err(Refusal::new("LINE-X-MOR-1", reason));
        }
        let turns = turns(situation)?;
        let row = row(situation)?;
        let mut testers = SmallVec::new();
        let mut spared = None;
        for (place, tester) in units.iter().enumerate() {
            let name = called(tester.name.as_ref(), &tester.unit);
            let troop = troop(tester, name, situation.scenario)?;
            match due(situation, tester, name, &troop, row) {
                Ok(()) => {
                    let elephants = situation.elephants || test == Test::Rampage;
                    let row = troop.row_used(row);
                    let occasion = Occasion { test: test.line(), row, elephants };
                    testers.push((place as u8, test_morale(tally, PARTS[place], name, &troop, occasion)));
                }
                // Some in a row of units passed through take no test; only if nobody does is there no question.
                Err(refusal) if matches!(test, Test::CarryAway | Test::Rampage) => spared = Some(refusal),
                Err(refusal) => return Err(refusal),
            }
        }
        match spared {
            Some(refusal) if testers.is_empty() => Err(refusal),
            _ => Ok(Self { test, testers, turns }),
        }
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let clause = self.test.purpose().clause.0;
        let mut facts: Vec<Fact> = self
            .testers
            .iter()
            .map(|&(place, morale)| {
                let tester = &situation.units[usize::from(place)];
                let name = called(tester.name.as_ref(), &tester.unit);
                Fact::new("test", format!("{name} {} with {}", self.test.ends()[0], Sixths(morale)), clause)
            })
            .collect();
        let spared = situation.units.len() - self.testers.len();
        if spared > 0 {
            facts.push(Fact::new("no test", format!("{spared} of the units named take none"), clause));
        }
        facts
    }

    fn tell(&self, situation: &Situation, end: &Tested) -> Told {
        let [passed, failed] = self.test.ends();
        let words: Vec<String> = self
            .testers
            .iter()
            .map(|&(place, _)| {
                let tester = &situation.units[usize::from(place)];
                let name = called(tester.name.as_ref(), &tester.unit);
                format!("{name} {}", if end.failed >> place & 1 == 1 { failed } else { passed })
            })
            .collect();
        let failures = end.failed.count_ones();
        let result = match failures {
            0 => "passed".to_owned(),
            _ if self.testers.len() == 1 => "failed".to_owned(),
            _ => format!("{failures} failed"),
        };
        Told::new(result, words.join("; ")).measuring("units that fail", Factor::whole(failures as i32))
    }
}

fn turns(situation: &Situation) -> Result<u8, Refusal> {
    let turns = situation.turns;
    if !(1..=MOST_TURNS).contains(&turns) {
        let reason = format!("{turns} turns of trying, expected 1 to {MOST_TURNS}");
        return Err(Refusal::new("LINE-X-REO-2", reason));
    }
    if turns > 1 && situation.test != Test::Reorganize {
        return Err(Refusal::new("LINE-X-REO-2", "only reorganizing can be tried again in a later turn"));
    }
    Ok(turns)
}

fn row(situation: &Situation) -> Result<Row, Refusal> {
    Row::new(situation.row).ok_or_else(|| {
        Refusal::new("LINE-X-MAP-3", format!("row {} is not on Table 5, which has rows 1 to 4", situation.row))
    })
}

fn troop(tester: &Tester, name: &str, scenario: Option<Scenario>) -> Result<Troop, Refusal> {
    let status = match tester.status {
        Condition::GoodOrder => Status::GoodOrder,
        Condition::Disrupted => Status::Disrupted,
        Condition::Eliminated => {
            let reason = "it is eliminated: out of the game, never to be reorganized";
            return Err(Refusal::new("LINE-RES-12", reason).because_of(name));
        }
    };
    Troop::new(&tester.unit, name, status, &tester.leaders, scenario)?
        .standing(name, Terrain::Clear, 0)?
        .marching(name, tester.marching)
}

/// Whether the test is one that this unit must or may take now.
fn due(situation: &Situation, tester: &Tester, name: &str, troop: &Troop, row: Row) -> Result<(), Refusal> {
    match situation.test {
        Test::Stand => stand_is_due(name, troop, troop.row_used(row), situation.elephants),
        Test::Evade => evading_is_possible(name, troop),
        Test::CarryAway => carried_away(situation, name, troop),
        Test::Rampage => trampled(name, troop, tester.side, situation.scenario),
        Test::Reorganize => reorganizing_is_possible(tester, name, troop),
        Test::Trumpets => trumpets_sound(situation, tester, name, troop),
    }
}

/// LINE-X-MOR-3, LINE-R18.
fn stand_is_due(name: &str, troop: &Troop, row: Row, elephants: bool) -> Result<(), Refusal> {
    if troop.is_disrupted() {
        return Err(Refusal::new("LINE-X-MOR-3", "a Disrupted defender takes no Stand Test").because_of(name));
    }
    if row.is_forward() && !elephants {
        let reason = format!("an attack in {row} without elephants asks for no Stand Test");
        return Err(Refusal::new("LINE-R18", reason).because_of(name));
    }
    Ok(())
}

/// LINE-X-EVA-1 as far as the unit itself is concerned.
fn evading_is_possible(name: &str, troop: &Troop) -> Result<(), Refusal> {
    let no = |clause, reason: &str| Err(Refusal::new(clause, reason).because_of(name));
    if !troop.figures.class.may_evade() {
        no("LINE-X-EVA-1", "only LI and LC evade")
    } else if troop.is_disrupted() {
        no("LINE-X-STA-1", "a Disrupted unit cannot evade")
    } else if troop.marching {
        no("LINE-X-STA-2", "a Marching unit cannot evade")
    } else {
        Ok(())
    }
}

/// LINE-X-MOR-5.
fn carried_away(situation: &Situation, name: &str, friend: &Troop) -> Result<(), Refusal> {
    let Some(routing) = &situation.routing else {
        return Err(Refusal::new("LINE-X-MOR-5", "name the type of the unit that routs: routing = \"HAS\""));
    };
    let runner = Troop::new(routing, routing.code(), Status::Disrupted, &[], None)?;
    if carry_away_morale(&runner, friend).is_some() {
        return Ok(());
    }
    let reason = if runner.figures.class == Class::Li {
        "routing light foot shakes nobody"
    } else if friend.is_disrupted() {
        "a friend already Disrupted is not affected"
    } else {
        "light foot lets the routers pass and takes no test"
    };
    Err(Refusal::new("LINE-X-MOR-5", reason).because_of(name))
}

/// LINE-X-RAM-1, LINE-X-ZAM-1.
fn trampled(name: &str, troop: &Troop, side: Side, scenario: Option<Scenario>) -> Result<(), Refusal> {
    let no = |clause, reason: &str| Err(Refusal::new(clause, reason).because_of(name));
    match rampage::meeting(troop, side, scenario) {
        Meeting::Tests(_) => Ok(()),
        Meeting::MakesWay => no("LINE-X-ZAM-1", "Roman light foot lets the elephants of Zama pass without a test"),
        Meeting::Disrupted | Meeting::Gone => no("LINE-X-RAM-1", "only Good Order units test"),
    }
}

/// LINE-X-REO-1, LINE-X-EXC-2, LINE-X-CMD-3.
fn reorganizing_is_possible(tester: &Tester, name: &str, troop: &Troop) -> Result<(), Refusal> {
    let no = |clause, reason: &str| Err(Refusal::new(clause, reason).because_of(name));
    if !troop.is_disrupted() {
        no("LINE-X-REO-1", "it is in Good Order: only Disrupted units reorganize")
    } else if !tester.in_command {
        no("LINE-X-REO-1", "it is out of command: no leader of its side has it in his range")
    } else if tester.in_enemy_zone {
        no("LINE-X-REO-1", "it stands in an enemy zone of control")
    } else if tester.moved {
        no("LINE-X-REO-1", "it moved or turned in this turn")
    } else if tester.attacked {
        no("LINE-X-REO-1", "it attacked in this turn")
    } else if tester.retreated {
        no("LINE-X-REO-1", "it retreated in this turn")
    } else if tester.exchanged {
        no("LINE-X-EXC-2", "it was exchanged in this turn")
    } else {
        Ok(())
    }
}

/// LINE-X-ZAM-3.
fn trumpets_sound(situation: &Situation, tester: &Tester, name: &str, troop: &Troop) -> Result<(), Refusal> {
    let no = |reason: String| Err(Refusal::new("LINE-X-ZAM-3", reason).because_of(name));
    let battles = &charts().battles;
    if situation.scenario != Some(Scenario::Zama) {
        return no("trumpets are blown at Zama only: scenario = \"zama\"".into());
    }
    if !troop.is_terror() {
        return no("only elephants mind the trumpets".into());
    }
    if i32::from(situation.turn) > battles.trumpets_last_turn || situation.turn == 0 {
        return no(format!("on turn {} there are no trumpets: turns 1 and 2", situation.turn));
    }
    match tester.enemy_distance {
        Some(distance) if i32::from(distance) <= battles.trumpets_distance => Ok(()),
        Some(distance) => no(format!("the nearest Roman is {distance} hexes off, and only {} count", battles.trumpets_distance)),
        None => no("say how far the nearest Roman unit is: enemy-distance = 5".into()),
    }
}
