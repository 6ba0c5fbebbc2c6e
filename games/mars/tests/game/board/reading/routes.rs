//! Retreats, read literally.

use std::collections::BTreeSet;

use sandtable_mars::UnitId;

use super::{Hex, Piece, Plain, adjacent, neighbours};

impl Plain {
    /// MARS-RET-1, MARS-RET-2, MARS-RET-3: every legal route of a length.
    pub fn retreats(
        &self,
        id: UnitId,
        attacked_from: &[Hex],
        unresolved: &[Hex],
        length: usize,
    ) -> BTreeSet<Vec<Hex>> {
        let piece = self.piece(id);
        let mut routes = BTreeSet::from([vec![]]);
        let mut nearer = BTreeSet::from([piece.hex]);
        for _ in 0..length {
            // Hexes one step farther away than those of the round before.
            let ring: BTreeSet<Hex> =
                nearer.iter().flat_map(|&hex| neighbours(hex)).filter(|hex| !nearer.contains(hex)).collect();
            let mut longer = BTreeSet::new();
            for route in &routes {
                let from = *route.last().unwrap_or(&piece.hex);
                for to in neighbours(from) {
                    if ring.contains(&to) && self.may_retreat(piece, from, to, attacked_from, unresolved) {
                        longer.insert([&route[..], &[to]].concat());
                    }
                }
            }
            routes = longer;
            nearer.extend(ring);
        }
        routes
    }

    fn may_retreat(
        &self,
        piece: &Piece,
        from: Hex,
        to: Hex,
        attacked_from: &[Hex],
        unresolved: &[Hex],
    ) -> bool {
        let near_attackers = attacked_from.iter().any(|&attacker| attacker == to || adjacent(attacker, to));
        let uninvolved_friend = self
            .pieces
            .iter()
            .any(|it| it.side == piece.side && it.hex == to && !unresolved.contains(&it.hex));
        self.may_enter(piece, to)
            && (!near_attackers || uninvolved_friend)
            && self.line_allows(piece.side, from, to)
    }
}
