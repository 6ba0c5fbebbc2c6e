//! The charts of the game, read once from `data/tables` into what they mean.

use std::sync::LazyLock;

use kit::{Cell, ContentError, Ladder, Sheet, Table};

use crate::{
    facing::{Place, Row},
    ground::Terrain,
    troops::{Class, Leader, UnitType},
};

mod effects;
mod lists;
mod reader;

pub use effects::{Becomes, Code, Consequence, DirectionEffect, Modifier, Struck, Sum, When};
pub use lists::{BattleFigures, ClassLine, Line as CostLine, MissileModifiers, Step, Test, TestLine, Values};
use reader::Reader;

/// Every table as `(id, file)`.
pub const FILES: [(&str, &str); 16] = [
    ("crt", include_str!("../data/tables/crt.toml")),
    ("attack-direction", include_str!("../data/tables/attack-direction.toml")),
    ("results", include_str!("../data/tables/results.toml")),
    ("facing", include_str!("../data/tables/facing.toml")),
    ("marching", include_str!("../data/tables/marching.toml")),
    ("units", include_str!("../data/tables/units.toml")),
    ("classes", include_str!("../data/tables/classes.toml")),
    ("movement-costs", include_str!("../data/tables/movement-costs.toml")),
    ("combat-modifiers", include_str!("../data/tables/combat-modifiers.toml")),
    ("missile-modifiers", include_str!("../data/tables/missile-modifiers.toml")),
    ("tests", include_str!("../data/tables/tests.toml")),
    ("leaders", include_str!("../data/tables/leaders.toml")),
    ("leader-fate", include_str!("../data/tables/leader-fate.toml")),
    ("scenario-modifiers", include_str!("../data/tables/scenario-modifiers.toml")),
    ("retreat-facing", include_str!("../data/tables/retreat-facing.toml")),
    ("values", include_str!("../data/tables/values.toml")),
];

/// What the charts say.
#[derive(Debug)]
pub struct Charts {
    /// Table 4.
    pub crt: Table<Code>,
    /// Its columns (LINE-R1, LINE-R2).
    pub ladder: Ladder,
    /// Its columns with the option `five_inclusive` (LINE-R2).
    pub ladder_five_inclusive: Ladder,
    /// Table 5, row by row.
    directions: [DirectionEffect; 4],
    /// The row of each place round a unit.
    rows: [Row; 6],
    /// The row that each row becomes against a Marching unit.
    marching: [Row; 4],
    /// What each code of Table 4 does.
    results: Vec<Consequence>,
    /// Table 1.
    pub units: Vec<UnitType>,
    classes: Vec<ClassLine>,
    /// The leaders.
    pub leaders: Vec<Leader>,
    /// What becomes of a leader whose unit is eliminated.
    pub leader_fate: Table<LeaderFate>,
    /// Table 3.
    pub modifiers: Vec<Modifier>,
    /// What changes the morale of a unit that is shot at.
    pub missiles: MissileModifiers,
    tests: Vec<TestLine>,
    steps: Vec<[Step; 7]>,
    /// Single numbers of the rules.
    pub values: Values,
    /// What the battles change.
    pub battles: BattleFigures,
    sheets: Vec<Sheet>,
}

static CHARTS: LazyLock<Charts> = LazyLock::new(|| {
    Charts::load(&FILES).unwrap_or_else(|error| panic!("the charts of the game are faulty: {error}"))
});

/// The charts that come with the game.
pub fn charts() -> &'static Charts {
    &CHARTS
}

/// The tables in the order in which they are shown.
pub fn sheets() -> Vec<&'static Sheet> {
    charts().sheets.iter().collect()
}

impl Charts {
    /// Reads the table files; a mistake is reported with its place.
    pub fn load(files: &[(&str, &str)]) -> Result<Self, ContentError> {
        let reader = |id: &str| Reader::open(files, id);
        let crt: Table<Code> = reader("crt")?.typed()?;
        let heads = crt.sheet().heads();
        let ladder = crt.sheet().ladder();
        let plain: Vec<&str> = heads.iter().map(|head| head.trim_start_matches('>')).collect();
        Ok(Self {
            ladder_five_inclusive: Ladder::parse(&plain).expect("the same columns without a sign"),
            ladder,
            crt,
            directions: effects::directions(&reader("attack-direction")?)?,
            rows: effects::rows(&reader("facing")?)?,
            marching: effects::marching(&reader("marching")?)?,
            results: effects::results(&reader("results")?)?,
            units: lists::units(&reader("units")?)?,
            classes: lists::classes(&reader("classes")?)?,
            leaders: lists::leaders(&reader("leaders")?)?,
            leader_fate: reader("leader-fate")?.typed()?,
            modifiers: effects::modifiers(&reader("combat-modifiers")?)?,
            missiles: MissileModifiers::read(&reader("missile-modifiers")?)?,
            tests: lists::tests(&reader("tests")?)?,
            steps: lists::steps(&reader("movement-costs")?)?,
            values: Values::read(&reader("values")?)?,
            battles: BattleFigures::read(&reader("scenario-modifiers")?)?,
            sheets: files
                .iter()
                .map(|(id, _)| Ok(reader(id)?.into_sheet()))
                .collect::<Result<_, ContentError>>()?,
        })
    }

    /// What Table 5 does in a row.
    pub const fn direction(&self, row: Row) -> &DirectionEffect {
        &self.directions[row.index()]
    }

    /// The row of Table 5 in which a place round a unit lies (LINE-X-MAP-3, LINE-R5).
    pub const fn row(&self, place: Place) -> Row {
        self.rows[place.sides()]
    }

    /// The row used against a Marching unit (LINE-X-STA-2).
    pub const fn row_when_marching(&self, row: Row) -> Row {
        self.marching[row.index()]
    }

    /// What a code of Table 4 does.
    pub fn result(&self, code: Code) -> &Consequence {
        &self.results[code as usize]
    }

    /// What a class is.
    pub fn class(&self, class: Class) -> &ClassLine {
        &self.classes[class as usize]
    }

    /// What a Morale Test takes into account.
    pub fn test(&self, test: Test) -> &TestLine {
        &self.tests[test as usize]
    }

    /// What a class pays for a line of Table 2.
    pub fn step(&self, line: CostLine, class: Class) -> Step {
        self.steps[line as usize][class as usize]
    }

    /// What a class pays to enter terrain.
    pub fn enter(&self, terrain: Terrain, class: Class) -> Step {
        self.steps[terrain as usize][class as usize]
    }
}

/// What becomes of a leader (LINE-X-CMD-6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaderFate {
    /// He is lost.
    Falls,
    /// He goes to the nearest friendly unit.
    Escapes,
}

impl Cell for LeaderFate {
    const EXPECTED: &'static str = "falls or escapes";
    fn read(text: &str) -> Option<Self> {
        match text {
            "falls" => Some(Self::Falls),
            "escapes" => Some(Self::Escapes),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
