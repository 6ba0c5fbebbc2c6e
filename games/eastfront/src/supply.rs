//! Supply: lines over land and rail to a source (chapter SUP).

use kit::map::HexId;

use crate::{
    board::Board,
    map::Hexes,
    rail,
    roster::UnitId,
    theatre::Sources,
    unit::{Nation, Side},
};

/// Whose lines are traced, and by which ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// Of any unit of the side; of a Finnish one there are more.
    Usual,
    /// Of a Finnish unit (`EAST-SUP-5`).
    Finnish,
    /// Without sea and without Lake Ladoga (`EAST-VIC-3`, `EAST-R60`).
    Overland,
}

/// What lines of supply have to go by.
#[derive(Clone, Copy, Debug)]
pub struct Net {
    side: Side,
    /// Hexes that a line may pass (`EAST-SUP-3`).
    pub passable: Hexes,
    /// Sources that a line can end in (`EAST-SUP-4`, `EAST-SUP-5`).
    pub sources: Hexes,
    /// Rail hexes that are joined to a source, and the sources.
    pub heads: Hexes,
    /// Whether the strait is open (`EAST-SUP-3`).
    strait: bool,
}

impl Net {
    /// The net of a side.
    pub fn of(board: &Board, side: Side, lines: Lines) -> Self {
        let theatre = board.theatre();
        // EAST-SUP-3, EAST-R74: zones of the enemy close a hex unless a friend stands there.
        let mut passable = *board.ground() - board.enemies_of(side) - board.closed_zones(side);
        if side == Side::Axis {
            passable -= *board.standing();
        } else if lines != Lines::Overland {
            // EAST-R60
            passable |= theatre.ladoga - board.held_by(Side::Axis);
        } else {
            passable -= theatre.ladoga;
        }
        let own = &theatre.sources[side as usize];
        let sources = own.open(board, side, lines) & board.controlled_by(side);
        let usable = board.usable_rail(side) & passable;
        let heads = rail::joined(theatre, sources & usable, &usable) | (sources & passable);
        Self { side, passable, sources, heads, strait: board.black_sea() == side }
    }

    /// The net of Finnish units, who have more sources (`EAST-SUP-5`): what these join comes on top.
    fn of_finns(&self, board: &Board) -> Self {
        let theatre = board.theatre();
        let own = &theatre.sources[self.side as usize];
        let sources = own.open(board, self.side, Lines::Finnish) & board.controlled_by(self.side);
        let more = sources - self.heads;
        let usable = (board.usable_rail(self.side) & self.passable) - self.heads;
        let heads = self.heads | rail::joined(theatre, more & usable, &usable) | (more & self.passable);
        Self { sources, heads, ..*self }
    }

    /// Every hex one step of a line from one of these (`EAST-SUP-3`).
    fn beside(&self, board: &Board, hexes: Hexes) -> Hexes {
        let theatre = board.theatre();
        let mut all = theatre.beside(hexes, board.is_frozen());
        if let (Some((one, other)), true) = (theatre.kerch, self.strait) {
            if hexes.contains(one) {
                all.insert(other);
            }
            if hexes.contains(other) {
                all.insert(one);
            }
        }
        all
    }

    /// The hexes in which a unit would be in supply (`EAST-SUP-2`, `EAST-R58`).
    pub fn supplied(&self, board: &Board) -> Hexes {
        let range = board.charts().play.supply_range;
        // The unit's own hex is not counted and need not be open to others, the rail hex or source is counted
        // (EAST-R74): so the last step may lead into any hex.
        let (mut near, mut edge) = (self.heads, self.heads);
        for _ in 1..range {
            edge = (self.beside(board, edge) & self.passable) - near;
            near |= edge;
        }
        near | self.beside(board, near) | self.sources
    }

    /// A line from a hex, as its hexes: over land, then by rail to a source. Nothing if there is none.
    pub fn line(&self, board: &Board, from: HexId) -> Option<Line> {
        let theatre = board.theatre();
        let range = usize::from(board.charts().play.supply_range);
        let mut land = vec![from];
        if !self.heads.contains(from) && !self.sources.contains(from) {
            // Step by step towards the heads.
            let mut levels = vec![self.heads];
            let mut done = self.heads;
            while levels.len() <= range && !self.beside(board, levels[levels.len() - 1]).contains(from) {
                let next = (self.beside(board, levels[levels.len() - 1]) & self.passable) - done;
                done |= next;
                levels.push(next);
            }
            if levels.len() > range {
                return None;
            }
            while let Some(level) = levels.pop() {
                let here = land[land.len() - 1];
                let step = self.beside(board, Hexes::of(here)) & level;
                land.push(step.first()?);
            }
        }
        let head = land[land.len() - 1];
        let usable = board.usable_rail(self.side) & self.passable;
        let mut rail = Vec::new();
        if !self.sources.contains(head) {
            let mut net = usable;
            net.insert(head);
            rail = rail::shortest(theatre, head, self.sources & usable, &net);
        }
        Some(Line { land, rail })
    }
}

impl Sources {
    /// The sources that count for these lines, if the side controls them.
    fn open(&self, board: &Board, side: Side, lines: Lines) -> Hexes {
        let mut all = self.land;
        if lines != Lines::Overland {
            all |= self.ports;
            if board.black_sea() == side {
                all |= self.black_sea;
            }
        }
        if lines == Lines::Finnish { all | self.finnish } else { all }
    }
}

/// A line of supply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// From the unit's own hex over land.
    pub land: Vec<HexId>,
    /// On from there by rail to the source, its first hex the last one over land.
    pub rail: Vec<HexId>,
}

/// The hexes in which units of a side are in supply, all judged on the same position (`EAST-R61`).
#[derive(Clone, Copy, Debug)]
pub struct Supply {
    usual: Hexes,
    finnish: Hexes,
}

impl Supply {
    /// For the units of a side.
    pub fn of(board: &Board, side: Side) -> Self {
        let net = Net::of(board, side, Lines::Usual);
        let usual = net.supplied(board);
        let has_finns = side == Side::Axis
            && !board.is_finland_closed()
            && !board.theatre().sources[0].finnish.is_empty();
        let finnish = if has_finns { net.of_finns(board).supplied(board) } else { usual };
        Self { usual, finnish }
    }

    /// Where units of a nation are in supply.
    pub const fn hexes(&self, nation: Nation) -> &Hexes {
        match nation {
            Nation::Finnish => &self.finnish,
            _ => &self.usual,
        }
    }

    /// Whether a unit on the map is in supply.
    pub fn reaches_unit(&self, board: &Board, unit: UnitId) -> bool {
        board.hex_of(unit).is_some_and(|hex| self.hexes(board.nation(unit)).contains(hex))
    }
}
