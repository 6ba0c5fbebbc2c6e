//! Scenarios: the table, the armies, what is fought for, as their files say it.

mod load;

pub use load::SCENARIOS;
pub(crate) use load::{Stock, scenarios};

use kit::position::{UnitId, Units};

use crate::{spotting::Visibility, state::Side};

/// A platoon or battery by its place in the scenario (SKIR-GEN-5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlatoonId(pub u8);

impl PlatoonId {
    /// For arrays with one entry a platoon.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// No scenario has more platoons.
pub const PLATOONS: usize = 16;

/// What a platoon-unit is for indirect fire (SKIR-IFP-1, SKIR-R100).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlatoonKind {
    /// It never plans indirect fire.
    #[default]
    Platoon,
    /// It stands on the table and plans indirect fire.
    Battery,
    /// It stands behind the table.
    OffBoard,
}

/// A gun of an off-board battery: CS and CR stand in the scenario (SKIR-IND-8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OffBoard {
    /// The heavy weapon by its place in the chart.
    pub weapon: usize,
    /// How many of them.
    pub guns: u8,
    /// Combat Skill.
    pub cs: u8,
    /// Commander Rank.
    pub cr: u8,
}

/// A platoon or battery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Platoon {
    /// Its name, different from all others.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// What it is for indirect fire.
    pub kind: PlatoonKind,
    /// Its units.
    pub members: Units,
    /// The unit that commands it; of no use for an off-board battery.
    pub commander: UnitId,
    /// Where its units are placed before the game.
    pub deploys: Rectangle,
    /// Where and when it comes on, if it does not begin on the table.
    pub enters: Option<Entry>,
    /// Its guns, if it stands behind the table.
    pub off_board: Option<OffBoard>,
}

/// A rectangle of the table in mm, borders included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rectangle {
    /// West.
    pub west: i32,
    /// East.
    pub east: i32,
    /// South.
    pub south: i32,
    /// North.
    pub north: i32,
}

impl Rectangle {
    /// Whether a point lies in it.
    pub const fn holds(&self, x: i32, y: i32) -> bool {
        self.west <= x && x <= self.east && self.south <= y && y <= self.north
    }
}

/// An edge of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// y is 0.
    South,
    /// y is greatest.
    North,
    /// x is 0.
    West,
    /// x is greatest.
    East,
}

/// Where reinforcements come on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// From this turn on.
    pub turn: u8,
    /// By this edge.
    pub edge: Edge,
    /// Between these places along it, in mm.
    pub from: i32,
    /// To here.
    pub to: i32,
}

/// How men stand to each other (SKIR-GEO-6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Formation {
    /// Abreast.
    #[default]
    Line,
    /// One behind the other.
    Column,
    /// Rows of three, close together.
    Cluster,
    /// Two wide rows.
    Spread,
}

impl Formation {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Line, Self::Column, Self::Cluster, Self::Spread];

    /// As players write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Column => "column",
            Self::Cluster => "cluster",
            Self::Spread => "spread",
        }
    }
}

/// Where a unit is placed unless its owner wants otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Suggestion {
    /// From the west edge, in mm.
    pub x: i32,
    /// From the south edge.
    pub y: i32,
    /// Whole degrees.
    pub facing: u16,
    /// How its men stand.
    pub formation: Formation,
    /// In a building: on which floor.
    pub floor: u8,
    /// Aboard or behind this unit.
    pub carrier: Option<UnitId>,
}

/// A unit of a scenario: what never changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its name, different from all others.
    pub name: String,
    /// Its row of the unit charts, by place.
    pub chart: usize,
    /// Whose it is.
    pub side: Side,
    /// Its platoon.
    pub platoon: PlatoonId,
    /// Where its men begin among the men of the board.
    pub first_man: u8,
    /// How many men it has, or crew.
    pub men: u8,
    /// The CR with which its leader begins: platoon commanders of vehicles and guns are lieutenants.
    pub cr: u8,
    /// Whether it has a radio: the commander's tank may have the only one.
    pub radio: bool,
    /// Where it is placed unless its owner wants otherwise.
    pub suggestion: Suggestion,
}

/// The ground of an objective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prize {
    /// A piece of terrain by its id.
    Piece(String),
    /// A circle: centre and radius in mm.
    Circle(i32, i32, i32),
}

/// What is fought for (SKIR-VIC-2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub prize: Prize,
    /// What it is worth.
    pub worth: i32,
    /// Who holds it at the start.
    pub holder: Side,
    /// When it is counted: the turn, and the share of its worth in hundredths.
    pub checks: Vec<(u8, i32)>,
}

/// A scenario.
#[derive(Debug)]
pub struct Scenario {
    /// Its short name.
    pub name: &'static str,
    /// The names of the sides.
    pub sides: [String; 2],
    /// From west to east in mm.
    pub width: i32,
    /// From south to north in mm.
    pub depth: i32,
    /// How many turns it lasts.
    pub turns: u8,
    /// SKIR-SPT-7.
    pub visibility: Visibility,
    /// First player of phase 1 of turn 1 (SKIR-PHA-3).
    pub first: Side,
    /// Who places its units first.
    pub deploys_first: Side,
    /// Where each side flees to.
    pub home: [Edge; 2],
    /// How far each side must be ahead to win (SKIR-VIC-4).
    pub wins_by: [i32; 2],
    /// Units in the order of their ids.
    pub muster: Vec<Member>,
    /// The units of each side.
    pub armies: [Units; 2],
    /// Platoons and batteries.
    pub platoons: Vec<Platoon>,
    /// What is fought for.
    pub objectives: Vec<Objective>,
}

impl Scenario {
    /// A platoon.
    pub fn platoon(&self, platoon: PlatoonId) -> &Platoon {
        &self.platoons[platoon.index()]
    }

    /// All platoons.
    pub fn platoon_ids(&self) -> impl Iterator<Item = PlatoonId> + use<> {
        (0..self.platoons.len() as u8).map(PlatoonId)
    }
}
