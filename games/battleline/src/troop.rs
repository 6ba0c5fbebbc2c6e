//! A unit in a case, and its morale.

use kit::Fraction;

use crate::{prelude::*, troops::Face};

kit::spelled! {
    /// The battle being fought, where its special rules matter, in the order in which they are offered.
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Scenario {
        /// The learning scenario (LINE-X-LRN-1).
        Learn = "learn",
        /// Cannae: raw levies (LINE-X-CAN-2).
        Cannae = "cannae",
        /// Zama: lanes and trumpets (LINE-X-ZAM-1, LINE-X-ZAM-3).
        Zama = "zama",
        /// Cynoscephalae: mist (LINE-X-CYN-1).
        Cynoscephalae = "cynoscephalae",
    }
}

/// At most so many leaders in one hex of a situation.
pub(crate) const MOST_LEADERS: usize = 4;
/// The longest name of a unit.
const LONGEST_NAME: usize = 40;

/// A unit of a situation with what the rules of combat want to know of it.
#[derive(Clone, Debug)]
pub(crate) struct Troop {
    pub(crate) charts: &'static Charts,
    /// The battle it fights in, if it is said.
    pub(crate) scenario: Option<Scenario>,
    pub(crate) figures: Figures,
    pub(crate) status: Status,
    pub(crate) marching: bool,
    pub(crate) terrain: Terrain,
    pub(crate) level: i32,
    /// The values of the leaders with it.
    pub(crate) leaders: SmallVec<[u8; 8]>,
    /// The best bonus among them (LINE-X-CMD-4).
    pub(crate) bonus: i32,
    /// A raw levy of Cannae (LINE-X-CAN-2).
    pub(crate) levy: bool,
}

impl Troop {
    /// A unit in this status with these leaders; everything else as usual.
    pub(crate) fn new(
        charts: &'static Charts,
        unit: &Unit,
        name: &str,
        status: Status,
        leaders: &[LeaderName],
        scenario: Option<Scenario>,
    ) -> Result<Self, Refusal> {
        if leaders.len() > MOST_LEADERS {
            let reason = format!(
                "{} leaders are with one unit, but a situation names at most {MOST_LEADERS}",
                leaders.len()
            );
            return Err(Refusal::new("LINE-X-CMD-1", reason).because_of(name));
        }
        if name.len() > LONGEST_NAME {
            let reason = format!("a name of {} letters is too long: at most {LONGEST_NAME}", name.len());
            return Err(Refusal::new("LINE-X-UNI-1", reason));
        }
        let levies = &charts.battle_types.levies;
        let levy = scenario == Some(Scenario::Cannae) && levies.iter().any(|code| code == unit.code());
        let leaders = leaders.iter().map(|leader| leader.line(charts));
        Ok(Self { scenario, ..Self::of(charts, unit.figures(charts), status, levy, leaders) })
    }

    /// A unit with these leaders, on level open ground.
    #[inline]
    pub(crate) fn of<'l>(
        charts: &'static Charts,
        figures: Figures,
        status: Status,
        levy: bool,
        leaders: impl Iterator<Item = &'l Leader>,
    ) -> Self {
        let mut troop = Self {
            charts,
            scenario: None,
            figures,
            status,
            marching: false,
            terrain: Terrain::Clear,
            level: 0,
            leaders: SmallVec::new(),
            bonus: 0,
            levy,
        };
        for leader in leaders {
            troop.leaders.push(leader.value as u8);
            troop.bonus = troop.bonus.max(leader.bonus);
        }
        troop
    }

    /// Where it stands. Nobody stands in water (Table 2).
    #[inline]
    pub(crate) fn standing(mut self, name: &str, terrain: Terrain, level: i8) -> Result<Self, Refusal> {
        if terrain == Terrain::Water {
            return Err(Refusal::new("LINE-X-MOV-3", "no unit can enter water").because_of(name));
        }
        (self.terrain, self.level) = (terrain, level.into());
        Ok(self)
    }

    /// With a Marching marker or without; only Good Order units march (LINE-X-STA-2).
    #[inline]
    pub(crate) fn marching(mut self, name: &str, marching: bool) -> Result<Self, Refusal> {
        if marching && self.is_disrupted() {
            return Err(
                Refusal::new("LINE-X-STA-2", "a Disrupted unit has no Marching marker").because_of(name)
            );
        }
        self.marching = marching;
        Ok(self)
    }

    pub(crate) fn face(&self) -> Face {
        self.figures.face(self.status)
    }

    pub(crate) fn is_disrupted(&self) -> bool {
        self.status == Status::Disrupted
    }

    /// The elephants of the rules: they frighten and rampage.
    pub(crate) fn is_terror(&self) -> bool {
        self.figures.is(Trait::Terror)
    }

    /// Mounted troops whose horses do not know elephants (LINE-X-MOR-4).
    fn fears_elephants(&self) -> bool {
        self.charts.class(self.figures.class).mounted && !self.figures.is(Trait::Accustomed)
    }

    /// Whether it takes a Stand Test: in Good Order, and struck in row 3 or 4 or by elephants (LINE-X-MOR-3, LINE-R18).
    pub(crate) fn must_stand<E: Objection>(&self, name: &str, row: Row, elephants: bool) -> Result<(), E> {
        if self.is_disrupted() {
            return no("LINE-X-MOR-3", name, "a Disrupted defender takes no Stand Test");
        }
        no_if(row.is_forward() && !elephants, "LINE-R18", name, || {
            format!("an attack in {row} without elephants asks for no Stand Test")
        })
    }

    /// The morale with which it tests, nobody asking what it is made of.
    pub(crate) fn sixths(&self, occasion: MoraleTest) -> u16 {
        test_morale(&mut Sums::default(), Part::own(3, "morale"), "", self, occasion)
    }

    /// Whether it may evade as far as the unit itself is concerned (LINE-X-EVA-1).
    pub(crate) fn may_evade<E: Objection>(&self, name: &str) -> Result<(), E> {
        if !self.charts.class(self.figures.class).evades {
            no_since("LINE-X-EVA-1", name, || format!("{} do not evade: only LI and LC", self.figures.class))
        } else if self.is_disrupted() {
            no("LINE-X-STA-1", name, "a Disrupted unit cannot evade")
        } else if self.marching {
            no("LINE-X-STA-2", name, "a Marching unit cannot evade")
        } else {
            Ok(())
        }
    }

    /// The row of Table 5 in which this unit has an enemy who stands in `row` of its facing: in a camp always 1,
    /// and one worse while it is Marching (LINE-X-CMB-6, LINE-X-STA-2, LINE-R30, LINE-R34).
    pub(crate) fn row_used(&self, row: Row) -> Row {
        if self.terrain == Terrain::Camp {
            Row::FRONT
        } else if self.marching {
            self.charts.row_when_marching(row)
        } else {
            row
        }
    }
}

/// A Morale Test and its circumstances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoraleTest {
    pub(crate) test: Test,
    /// The row of Table 5 used against the unit.
    pub(crate) row: Row,
    /// Whether elephants attack or trample it.
    pub(crate) elephants: bool,
}

impl MoraleTest {
    /// A test in which neither direction nor elephants count.
    pub(crate) const fn plain(test: Test) -> Self {
        Self { test, row: Row::FRONT, elephants: false }
    }
}

/// Writes down what a unit's morale is made of before it is clamped (LINE-X-MOR-2).
pub(crate) fn add_morale<'s, T: Tally<'s>>(
    tally: &mut T,
    part: Part,
    who: &'s str,
    troop: &Troop,
    occasion: MoraleTest,
) {
    let charts = troop.charts;
    let line = charts.test(occasion.test);
    let shown = match troop.status {
        Status::GoodOrder => ("printed morale", "LINE-X-UNI-1"),
        Status::Disrupted => ("printed morale, Disrupted side", "LINE-X-UNI-2"),
    };
    tally.add(part, Factor::whole(troop.face().morale), who, shown.0, shown.1);
    if troop.levy {
        tally.add(part, Factor::whole(charts.battles.levies), who, "raw levies at Cannae", "LINE-X-CAN-2");
    }
    let direction = charts.direction(occasion.row).morale;
    if line.direction && direction != 0 {
        let (why, clause) = if occasion.row == Row::REAR {
            ("attacked in row 4", "LINE-DIR-9")
        } else {
            ("attacked in row 3", "LINE-DIR-6")
        };
        tally.add(part, Factor::whole(direction), who, why, clause);
    }
    if line.fear && occasion.elephants && troop.fears_elephants() {
        tally.add(part, Factor::whole(charts.values.fear), who, "horses shy from elephants", "LINE-X-MOR-4");
    }
    if troop.bonus != 0 {
        tally.add(part, Factor::whole(troop.bonus), who, "leader in the hex", "LINE-X-CMD-4");
    }
}

/// Keeps the morale of a test between 1 and 5: so many sixths is the chance to pass (LINE-X-MOR-1).
pub(crate) fn settle_morale<'s, T: Tally<'s>>(tally: &mut T, part: Part, who: &'s str, troop: &Troop) -> u16 {
    let values = &troop.charts.values;
    let sum = tally.total(part).floor();
    let kept = sum.clamp(values.least_morale, values.most_morale);
    if kept != sum {
        let why = if kept > sum {
            "never less than 1: a 1 always passes"
        } else {
            "never more than 5: a 6 always fails"
        };
        tally.add(part, Factor::whole(kept - sum), who, why, "LINE-X-MOR-1");
    }
    kept as u16
}

/// The morale with which a unit tests, nothing else counting.
pub(crate) fn test_morale<'s, T: Tally<'s>>(
    tally: &mut T,
    part: Part,
    who: &'s str,
    troop: &Troop,
    occasion: MoraleTest,
) -> u16 {
    add_morale(tally, part, who, troop, occasion);
    settle_morale(tally, part, who, troop)
}

/// A number of sixths as a player reads it.
pub(crate) fn sixths(number: u16) -> Fraction {
    Fraction::new(number.into(), 6)
}
