//! Tables 1 and 2, leaders, tests and single values.

use kit::ContentError;

use super::reader::Reader;
use crate::{
    ground::Terrain,
    troops::{Class, Face, Figures, Leader, Trait, UnitType},
};

pub(super) fn units(table: &Reader<'_>) -> Result<Vec<UnitType>, ContentError> {
    let face = |row: usize, heads: [&str; 3]| {
        Ok(Face {
            attack: table.number(row, heads[0])?,
            defence: table.number(row, heads[1])?,
            morale: table.number(row, heads[2])?,
        })
    };
    let read = |row: usize| {
        let figures = Figures {
            class: table.read(row, "Class", "PH, HI, MI, LI, HC, LC or EL", Class::read)?,
            front: face(row, ["A", "D", "M"])?,
            back: face(row, ["A'", "D'", "M'"])?,
            tactical: table.number(row, "T")?,
            value: table.number(row, "V")?,
            missile_range: table.read(row, "Missile range", "-, 1 or 2", |cell| match cell {
                "-" => Some(0),
                _ => cell.parse().ok().filter(|range| (1..=2).contains(range)),
            })?,
            special: table.read(row, "Trait", "-, Manipular, Impetuous, Terror or Accustomed", |cell| {
                if cell == "-" { Some(None) } else { Trait::read(cell).map(Some) }
            })?,
        };
        Ok(UnitType { code: table.label(row), name: table.words(row, "Type")?, figures })
    };
    (0..table.len()).map(read).collect()
}

pub(super) fn leaders(table: &Reader<'_>) -> Result<Vec<Leader>, ContentError> {
    let read = |row: usize| {
        Ok(Leader {
            name: table.label(row),
            bonus: table.number(row, "Bonus")?,
            value: table.number(row, "V")?,
        })
    };
    (0..table.len()).map(read).collect()
}

/// What a class is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassLine {
    /// Its name.
    pub name: String,
    /// Foot in close order.
    pub formed: bool,
    /// On horseback.
    pub mounted: bool,
    /// May slip away from an attack.
    pub evades: bool,
    /// Terrain into which it never attacks.
    pub barred: Vec<Terrain>,
}

pub(super) fn classes(table: &Reader<'_>) -> Result<Vec<ClassLine>, ContentError> {
    let read = |class: Class| {
        let row = table.row(&class.to_string())?;
        Ok(ClassLine {
            name: table.words(row, "Name")?,
            formed: table.yes_or_no(row, "Formed")?,
            mounted: table.yes_or_no(row, "Mounted")?,
            evades: table.yes_or_no(row, "Evades")?,
            barred: table.set(row, "May not attack into", "-", Terrain::read)?,
        })
    };
    Class::ALL.into_iter().map(read).collect()
}

/// What a line of Table 2 asks of a class: movement factors, or nothing where it is forbidden.
pub type Step = Option<i32>;

/// The lines of Table 2 that belong to hexsides and levels; those of terrain come before them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// Climbing one level.
    OneLevelUp = Terrain::ALL.len() as isize,
    /// Going down one level.
    OneLevelDown,
    /// A cliff.
    TwoLevels,
    /// Water that can be forded.
    StreamOrFord,
    /// A river without ford.
    River,
}

const HEXSIDE_LINES: [&str; 5] = [
    "one level up",
    "one level down",
    "two levels or more",
    "stream or ford hexside",
    "river hexside, no ford",
];

pub(super) fn steps(table: &Reader<'_>) -> Result<Vec<[Step; 7]>, ContentError> {
    let terrain: Vec<String> = Terrain::ALL.iter().map(ToString::to_string).collect();
    let lines = terrain.iter().map(String::as_str).chain(HEXSIDE_LINES);
    let read = |line: &str| {
        let row = table.row(line)?;
        let mut steps = [None; 7];
        for class in Class::ALL {
            steps[class as usize] = table.read(row, &class.to_string(), "a number or no", |cell| {
                if cell == "no" {
                    Some(None)
                } else {
                    cell.parse().ok().filter(|n| (0..100).contains(n)).map(Some)
                }
            })?;
        }
        Ok(steps)
    };
    lines.map(read).collect()
}

/// A Morale Test by its occasion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Test {
    /// Struck from behind or by elephants (LINE-X-MOR-3).
    Stand,
    /// Slipping away (LINE-X-EVA-1).
    Evade,
    /// Shot at (LINE-X-MIS-4).
    Missile,
    /// Passed through by a routing friend (LINE-X-MOR-5).
    CarryAway,
    /// Trampled by elephants (LINE-X-RAM-1).
    Rampage,
    /// Back to Good Order (LINE-X-REO-2).
    Reorganize,
    /// Trumpets before the elephants at Zama (LINE-X-ZAM-3).
    Trumpets,
}

const TESTS: [&str; 7] = ["stand", "evade", "missile", "carry-away", "rampage", "reorganize", "trumpets"];

/// What a Morale Test takes into account (LINE-X-MOR-2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TestLine {
    /// The morale modifier of Table 5.
    pub direction: bool,
    /// The fear of elephants (LINE-X-MOR-4).
    pub fear: bool,
    /// The circumstances of a shot (LINE-X-MIS-4).
    pub missiles: bool,
}

pub(super) fn tests(table: &Reader<'_>) -> Result<Vec<TestLine>, ContentError> {
    let read = |test: &str| {
        let row = table.row(test)?;
        Ok(TestLine {
            direction: table.yes_or_no(row, "Table 5 morale")?,
            fear: table.yes_or_no(row, "Fear of elephants")?,
            missiles: table.yes_or_no(row, "Missile modifiers")?,
        })
    };
    TESTS.into_iter().map(read).collect()
}

/// What changes the morale of a unit that is shot at (LINE-X-MIS-4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissileModifiers {
    /// From row 3 or 4.
    pub from_behind: i32,
    /// Formed foot from row 1 or 2.
    pub shields: i32,
    /// At distance 2.
    pub far: i32,
    /// In wood or camp.
    pub cover: i32,
}

impl MissileModifiers {
    pub(super) fn read(table: &Reader<'_>) -> Result<Self, ContentError> {
        let number = |case: &str| table.number(table.row(case)?, "Change");
        Ok(Self {
            from_behind: number("shot from row 3 or 4")?,
            shields: number("formed foot shot from row 1 or 2")?,
            far: number("distance 2")?,
            cover: number("target in wood or camp")?,
        })
    }
}

/// Single numbers of the rules that combats, shots and tests use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Values {
    /// Volleys of a unit with missiles.
    pub volleys: i32,
    /// The least a test's morale can be.
    pub least_morale: i32,
    /// The most a test's morale can be.
    pub most_morale: i32,
    /// Horses that do not know elephants.
    pub fear: i32,
    /// Attack factors for a leader.
    pub leader_attack: i32,
    /// What an attacker must at least count for.
    pub least_attack: i32,
    /// What Table 3 leaves of a defence at least.
    pub least_defence: i32,
    /// Levels between two hexes that bar an attack and a step.
    pub cliff: i32,
}

impl Values {
    pub(super) fn read(table: &Reader<'_>) -> Result<Self, ContentError> {
        let number = |name: &str| table.number(table.row(name)?, "Number");
        Ok(Self {
            volleys: number("volleys of a missile unit")?,
            least_morale: number("least morale in a test")?,
            most_morale: number("most morale in a test")?,
            fear: number("fear of elephants")?,
            leader_attack: number("attack factor for a leader")?,
            least_attack: number("least attack factor to join")?,
            least_defence: number("least defence after Table 3")?,
            cliff: number("levels that bar an attack")?,
        })
    }
}

/// What the special rules of the battles change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleFigures {
    /// Morale of raw levies at Cannae, and the types that are such.
    pub levies: (i32, Vec<String>),
    /// Attack of elephants against the lanes of Zama, and the types that keep lanes.
    pub lanes: (i32, Vec<String>),
    /// How near a Roman unit must be for the trumpets at Zama.
    pub trumpets_distance: i32,
    /// The last turn with trumpets.
    pub trumpets_last_turn: i32,
    /// The last turn with mist at Cynoscephalae.
    pub mist_last_turn: i32,
    /// The shortest distance that cannot be shot in the mist.
    pub mist_distance: i32,
}

impl BattleFigures {
    pub(super) fn read(table: &Reader<'_>) -> Result<Self, ContentError> {
        let number = |case: &str| table.number(table.row(case)?, "Value");
        let types = |case: &str| table.set(table.row(case)?, "Types", "any", |word| Some(word.to_owned()));
        Ok(Self {
            levies: (number("levies")?, types("levies")?),
            lanes: (number("lanes")?, types("lanes")?),
            trumpets_distance: number("trumpets")?,
            trumpets_last_turn: number("music")?,
            mist_last_turn: number("mist")?,
            mist_distance: number("range")?,
        })
    }
}
