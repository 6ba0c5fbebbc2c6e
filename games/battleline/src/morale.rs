//! Morale Tests outside a combat's own course; what they are for, LINE-R16 says (LINE-X-MOR-1 to LINE-X-MOR-5, LINE-X-REO-1, LINE-X-REO-2).

use crate::prelude::*;
use due::{due, row, troop, turns};
use situation::Situation;

pub(crate) mod due;
pub mod situation;

/// At most so many units test in one situation: each has a sum of its own.
const MOST_UNITS: usize = 10;

pub(crate) const PARTS: [Part; MOST_UNITS] = [
    Part::own(3, "morale"),
    Part::own(4, "morale of the 2nd"),
    Part::own(5, "morale of the 3rd"),
    Part::own(6, "morale of the 4th"),
    Part::own(7, "morale of the 5th"),
    Part::own(8, "morale of the 6th"),
    Part::own(9, "morale of the 7th"),
    Part::own(10, "morale of the 8th"),
    Part::own(11, "morale of the 9th"),
    Part::own(12, "morale of the 10th"),
];

/// The morale with which a friend tests when `runner` routs through it, or why it does not test (LINE-X-MOR-5).
pub(crate) fn carry_away<E: Objection>(name: &str, runner: &Troop, friend: &Troop) -> Result<u16, E> {
    let reason = if runner.figures.class == Class::Li {
        "routing light foot shakes nobody"
    } else if friend.is_disrupted() {
        "a friend already Disrupted is not affected"
    } else if friend.figures.class == Class::Li {
        "light foot lets the routers pass and takes no test"
    } else {
        return Ok(friend.sixths(MoraleTest::plain(Test::CarryAway)));
    };
    no("LINE-X-MOR-5", name, reason)
}

/// Morale Tests of one to ten units.
#[derive(Clone, Debug)]
pub struct Morale {
    test: Test,
    /// The morale of each unit that tests, with its place in the situation.
    testers: SmallVec<[(u8, u16); 5]>,
    turns: u8,
}

/// How far the tests have come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tested {
    /// How many of the units that test are done.
    pub done: u8,
    /// How many tries the next one has had.
    pub tries: u8,
    /// A bit for each unit of the situation that failed.
    pub failed: u16,
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
    type Content = LineContent;
    type Situation = Situation;

    const KIND: &'static str = "morale";
    const TITLE: &'static str = "Morale Tests";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/morale.toml"));

    fn prepare<'s, T: Tally<'s>>(
        rules: Rules<LineContent>,
        situation: &'s Situation,
        tally: &mut T,
    ) -> Result<Self, Refusal> {
        let charts: &'static Charts = &rules.get().charts;
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
            let name = tester.called();
            let troop = troop(charts, tester, name, situation.scenario)?;
            match due(situation, tester, name, &troop, row) {
                Ok(()) => {
                    let elephants = situation.elephants || test == Test::Rampage;
                    let row = troop.row_used(row);
                    let occasion = MoraleTest { test, row, elephants };
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
                let name = tester.called();
                Fact::new("test", format!("{name} {} with {}", self.test.ends()[0], sixths(morale)), clause)
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
                let name = tester.called();
                format!("{name} {}", if end.failed >> place & 1 == 1 { failed } else { passed })
            })
            .collect();
        let failures = end.failed.count_ones();
        let result = match failures {
            0 => "passed".to_owned(),
            _ if self.testers.len() == 1 => "failed".to_owned(),
            _ => format!("{failures} failed"),
        };
        self.testers
            .iter()
            .fold(Told::new(result, words.join("; ")), |told, &(place, _)| {
                let (result, words) =
                    if end.failed >> place & 1 == 1 { ("failed", failed) } else { ("passed", passed) };
                told.does(situation.units[usize::from(place)].called(), result, words)
            })
            .by(self.test.purpose().clause.0)
            .measuring("units that fail", Factor::whole(failures as i32))
    }
}
