//! Supply, read literally.

use std::{
    cell::RefCell,
    collections::{BTreeSet, VecDeque},
};

use sandtable_mars::{Side, UnitId};

use super::{Hex, Piece, Plain, Sheet, neighbours};

impl Plain {
    /// MARS-SUP-2
    fn blocked(&self, side: Side, hex: Hex) -> bool {
        let controlled = self.control[side.enemy() as usize][hex];
        self.holds(side.enemy(), hex) || (controlled && !self.holds(side, hex))
    }

    /// MARS-SUP-5
    fn line_allows_supply(&self, side: Side, from: Hex, to: Hex) -> bool {
        match (side, self.inside(from), self.inside(to)) {
            (Side::Russian, false, true) => self.holds(side, to) || !self.garrison_bars(to),
            (Side::German, true, false) => self.holds(side, to),
            _ => true,
        }
    }

    /// MARS-SUP-3, MARS-SUP-4: whether a hex is a source, found by following roads and rails from it.
    fn is_source(&self, side: Side, hex: Hex) -> bool {
        let mut seen = BTreeSet::from([hex]);
        let mut open = vec![hex];
        while let Some(from) = open.pop() {
            if self.blocked(side, from) {
                continue;
            }
            let at_edge = neighbours(from).into_iter().any(|hex| !self.on_map(hex));
            if at_edge && self.inside(from) == (side == Side::German) {
                return true;
            }
            for to in neighbours(from) {
                if self.land.links.contains(&(from, to))
                    && self.line_allows_supply(side, from, to)
                    && seen.insert(to)
                {
                    open.push(to);
                }
            }
        }
        false
    }

    /// MARS-SUP-1, MARS-SUP-7: the shortest line of a unit in a hex.
    pub fn line(&self, side: Side, unit: Hex) -> Option<i32> {
        let mut length = Sheet::new();
        length[unit] = Some(0);
        let mut open = VecDeque::from([unit]);
        while let Some(from) = open.pop_front() {
            let known = self.known_sources.borrow()[side as usize][from];
            let source = known.unwrap_or_else(|| self.is_source(side, from));
            self.known_sources.borrow_mut()[side as usize][from] = Some(source);
            if source {
                return length[from];
            }
            for to in neighbours(from) {
                let usable =
                    self.on_map(to) && !self.blocked(side, to) && self.line_allows_supply(side, from, to);
                if usable && length[to].is_none() {
                    length[to] = length[from].map(|length: i32| length + 1);
                    open.push_back(to);
                }
            }
        }
        None
    }

    /// Adds a unit that is not there: as if one stood in the hex.
    pub fn suppose(&mut self, like: UnitId, hex: Hex) {
        let piece = Piece {
            hex,
            // A Disrupted mobile unit: it holds the hex and does nothing else.
            disrupted: true,
            mobile: true,
            ..self.piece(like).clone()
        };
        self.known_sources = RefCell::new([Sheet::new(), Sheet::new()]);
        self.held[piece.side as usize][hex] = true;
        self.pieces.push(piece);
    }
}
