//! What lies between hexes: which sides are passed, and how.

use kit::map::{Direction, Directions, HexId};

use super::load::Reading;
use crate::{map::Hexes, terrain::Hexside};

/// What lies between hexes.
pub(super) struct Crossings {
    pub(super) ways: [Vec<Directions>; 2],
    pub(super) ferries: [Vec<Directions>; 2],
    pub(super) coasts: [Hexes; 2],
    pub(super) sides: Vec<[Hexside; 6]>,
    pub(super) kerch: Option<(HexId, HexId)>,
}

impl Crossings {
    pub(super) fn of(reading: &Reading<'_>, north_east: &Hexes) -> Self {
        let map = reading.map;
        let features = [
            (Hexside::Sea, reading.sides("sea")),
            (Hexside::Lake, reading.sides("lake")),
            (Hexside::Kerch, reading.sides("strait")),
            (Hexside::River, reading.sides("river")),
        ];
        let side_of = |hex: HexId, way: Direction| {
            let known = features.iter().find(|(_, sides)| sides[hex.index()].contains(way));
            known.map_or(Hexside::Plain, |(side, _)| *side)
        };
        let mut all = Self {
            ways: [Vec::new(), Vec::new()],
            ferries: [Vec::new(), Vec::new()],
            coasts: [Hexes::EMPTY; 2],
            sides: map.hexes().map(|hex| Direction::ALL.map(|way| side_of(hex, way))).collect(),
            kerch: None,
        };
        for hex in map.hexes() {
            for frozen in [false, true] {
                let (mut ways, mut ferries) = (Directions::NONE, Directions::NONE);
                for (way, other) in map.steps(hex) {
                    // EAST-WEA-5: a hexside is frozen if both its hexes are.
                    let frozen_side = frozen && north_east.contains(hex) && north_east.contains(other);
                    match side_of(hex, way) {
                        Hexside::Lake if frozen_side => ways.insert(way),
                        Hexside::Plain | Hexside::River => ways.insert(way),
                        Hexside::Lake | Hexside::Kerch => ferries.insert(way),
                        Hexside::Sea => {}
                    }
                    if !ways.contains(way) {
                        all.coasts[usize::from(frozen)].insert(hex);
                    }
                    if side_of(hex, way) == Hexside::Kerch && hex < other {
                        all.kerch = Some((hex, other));
                    }
                }
                all.ways[usize::from(frozen)].push(ways);
                all.ferries[usize::from(frozen)].push(ferries);
            }
        }
        all
    }
}
