//! What is fixed for a battle, made once: its map as tables for the rules, the armies, how long it lasts.

pub(crate) mod load;

use std::{
    fmt,
    ops::Deref,
    sync::{Arc, OnceLock},
};

use kit::{content::Sources, map::HexMap, tactics::WeightSets};

use crate::{
    army::Commander,
    prelude::*,
    tactics::{Prospects, weights},
};

pub use crate::troop::Scenario;

/// A step that Table 2 forbids.
const FORBIDDEN: u8 = u8::MAX;

/// Where a step leads and what it costs.
#[derive(Clone, Copy, Debug)]
struct Pace {
    to: HexId,
    price: u8,
}

/// What a scenario says of a side.
#[derive(Clone, Debug)]
pub struct SideCard {
    /// As the scenario's file calls it: `ROME`.
    pub code: String,
    pub name: String,
    /// So many loss points break it (LINE-X-VIC-2, LINE-X-BAL-1, LINE-R42).
    pub break_level: i32,
    /// How a program plays it unless told otherwise.
    pub temperament: Manner,
    pub units: Units,
}

/// What is fixed for a battle.
pub struct Battlefield {
    charts: Arc<Charts>,
    pub scenario: Scenario,
    pub title: String,
    pub map: Arc<HexMap>,
    /// Game-Turns (LINE-X-SEQ-5).
    pub turns: u8,
    /// Who moves first in every Game-Turn (LINE-X-SEQ-1).
    pub first: Side,
    /// What is said of each [`Side`].
    pub sides: [SideCard; 2],
    /// The units in the order of the file, Rome's first.
    pub pieces: Vec<Piece>,
    /// The leaders in the order of the file; the Deputies of Rome and of its enemy come last.
    pub leaders: Vec<Commander>,
    /// The terrain of each hex (LINE-X-MAP-5).
    pub terrain: Box<[Terrain]>,
    pub level: Box<[i8]>,
    pub light_foot: Units,
    pub elephants: Units,
    /// Units with missiles.
    pub shooters: Units,
    hexsides: Box<[[Hexside; 6]]>,
    steps: [Box<[[Pace; 6]]>; 7],
    controls: Box<[[[HexId; 3]; 6]]>,
    /// For each class and direction the facings with which it steps there obliquely (LINE-X-MOV-4).
    pub(crate) sideways: [[Directions; 6]; 7],
    /// Hexes too near to an enemy in this hex for a march to enter (LINE-X-OPS-2).
    pub(crate) too_near: Box<[Hexes]>,
    /// Hexes too near to an enemy in this hex for a march to start (LINE-X-OPS-1).
    pub(crate) no_start: Box<[Hexes]>,
    /// What programs weigh things by.
    pub(crate) weights: WeightSets<Weights>,
    /// Table 4 as they read it, made when the first of them plays.
    pub(crate) prospects: WeightSets<OnceLock<Prospects>>,
}

impl Battlefield {
    /// Reads a battle of one's own: a scenario's file and its map, each with its name for complaints. The special rules
    /// are those of `scenario`.
    pub fn read(
        charts: Arc<Charts>,
        scenario: Scenario,
        map: &Arc<HexMap>,
        file: &str,
        text: &str,
    ) -> Result<Self, kit::ContentError> {
        let source = load::Source { file, text };
        let weights = WeightSets::read(weights::files(scenario), &Sources::published())?;
        load::read(charts, weights, source, scenario, |_| Some(Arc::clone(map)))
    }

    #[inline]
    pub fn charts(&self) -> &Charts {
        &self.charts
    }

    #[inline]
    pub fn piece(&self, unit: UnitId) -> &Piece {
        &self.pieces[unit.index()]
    }

    #[inline]
    pub fn leader(&self, leader: LeaderId) -> &Commander {
        &self.leaders[leader.index()]
    }

    #[inline]
    pub const fn units_of(&self, side: Side) -> Units {
        self.sides[side as usize].units
    }

    /// The leaders of a side, its Deputy included.
    pub fn leaders_of(&self, side: Side) -> impl Iterator<Item = LeaderId> {
        (0..self.leaders.len()).map(LeaderId::new).filter(move |&leader| self.leader(leader).side == side)
    }

    /// The Deputy of a side (LINE-X-CMD-7).
    pub fn deputy(&self, side: Side) -> LeaderId {
        LeaderId::new(self.leaders.len() - 2 + side as usize)
    }

    /// The unit with this id of the scenario.
    pub fn unit(&self, name: &str) -> Option<UnitId> {
        self.pieces.iter().position(|piece| piece.name.eq_ignore_ascii_case(name)).map(UnitId::new)
    }

    /// What runs along a hexside (LINE-X-MAP-5).
    #[inline]
    pub const fn hexside(&self, hex: HexId, direction: Direction) -> Hexside {
        self.hexsides[hex.index()][direction.index()]
    }

    /// What a step costs by terrain, hexside and level; nothing if Table 2 forbids it or the map ends
    /// (LINE-X-MOV-3, LINE-X-MOV-8, LINE-X-MOV-10).
    #[inline]
    pub const fn price(&self, class: Class, from: HexId, way: Direction) -> Option<u8> {
        match self.step(class, from, way) {
            Some((_, price)) => Some(price),
            None => None,
        }
    }

    /// The same with the hex entered.
    #[inline]
    pub const fn step(&self, class: Class, from: HexId, way: Direction) -> Option<(HexId, u8)> {
        let Pace { to, price } = self.steps[class as usize][from.index()][way.index()];
        if price == FORBIDDEN { None } else { Some((to, price)) }
    }

    /// The hexes that a unit in a hex with this facing controls; [`HexId::NONE`] where its zone does not reach
    /// (LINE-X-ZOC-1).
    #[inline]
    pub const fn controls(&self, hex: HexId, facing: Direction) -> &[HexId; 3] {
        &self.controls[hex.index()][facing.index()]
    }

    /// The number of a hex in words.
    pub fn number(&self, hex: HexId) -> String {
        self.map.number(hex).to_string()
    }

    /// What a class pays to enter a hex from beyond the edge: its terrain only (LINE-X-OPS-5).
    pub fn entry_price(&self, class: Class, hex: HexId) -> Option<u8> {
        self.charts.enter(self.terrain[hex.index()], class).map(|price| price as u8)
    }
}

/// Its map, whose methods it has.
impl Deref for Battlefield {
    type Target = HexMap;
    #[inline]
    fn deref(&self) -> &HexMap {
        &self.map
    }
}

impl fmt::Debug for Battlefield {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Battlefield").field(&self.scenario).finish()
    }
}
