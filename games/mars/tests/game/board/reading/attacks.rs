//! Which attacks can be planned, and which must be, straight from the clauses.

use std::collections::BTreeSet;

use sandtable_mars::{Side, Size, UnitId};

use super::{Hex, Piece, Plain, adjacent, neighbours};

/// A planned battle in plain lists.
pub struct Attack {
    pub attackers: Vec<UnitId>,
    pub targets: Vec<Hex>,
}

impl Plain {
    /// MARS-ATT-6: for every attacked hex with units, every other hex that is next to it and to one of its attackers,
    /// with a unit that may not be passed by, and that nobody attacks.
    pub fn unmet(&self, side: Side, attacks: &[Attack]) -> BTreeSet<Hex> {
        let mut unmet = BTreeSet::new();
        for attack in attacks {
            for &attacked in attack.targets.iter().filter(|&&hex| self.holds(side.enemy(), hex)) {
                for attacker in &attack.attackers {
                    let from = self.piece(*attacker).hex;
                    let both = neighbours(from).into_iter().filter(|&hex| adjacent(hex, attacked));
                    unmet.extend(both.filter(|&hex| self.may_not_be_passed_by(side, hex)));
                }
            }
        }
        unmet.retain(|hex| !attacks.iter().any(|attack| attack.targets.contains(hex)));
        unmet
    }

    /// An Undisrupted German unit, or an Undisrupted Russian korps.
    fn may_not_be_passed_by(&self, attacking: Side, hex: Hex) -> bool {
        self.pieces.iter().any(|piece| {
            piece.hex == hex
                && piece.side != attacking
                && !piece.disrupted
                && (piece.side == Side::German || piece.size == Size::Korps)
        })
    }

    /// MARS-ATT-1 to MARS-ATT-5: every unit with every hex it can be allocated against, beside the attacks there are.
    /// `unfit` have fortified or moved too far.
    pub fn possible_attacks(
        &self,
        side: Side,
        attacks: &[Attack],
        unfit: &[UnitId],
    ) -> BTreeSet<(UnitId, Hex)> {
        let mut possible = BTreeSet::new();
        for piece in self.pieces.iter().filter(|piece| piece.side == side && !piece.disrupted) {
            let busy = attacks.iter().any(|attack| attack.attackers.contains(&piece.id));
            let isolated = self.line(side, piece.hex).is_none_or(|length| length > 8);
            if busy || isolated || unfit.contains(&piece.id) {
                continue;
            }
            let around = neighbours(piece.hex).into_iter().filter(|&hex| self.on_map(hex));
            let targets = around.filter(|&hex| self.may_attack(piece, attacks, hex));
            possible.extend(targets.map(|hex| (piece.id, hex)));
        }
        possible
    }

    fn may_attack(&self, piece: &Piece, attacks: &[Attack], hex: Hex) -> bool {
        if !self.holds(piece.side.enemy(), hex) {
            let over_the_line = self.inside(piece.hex) != self.inside(hex);
            return !self.holds(piece.side, hex) && over_the_line && self.line_has_strength(piece.side, hex);
        }
        // MARS-ATT-4
        let battle = attacks.iter().find(|attack| attack.targets.contains(&hex));
        battle.is_none_or(|attack| attack.targets.iter().all(|&other| adjacent(piece.hex, other)))
    }

    /// MARS-TER-6, MARS-TER-12
    fn line_has_strength(&self, attacking: Side, hex: Hex) -> bool {
        match attacking {
            Side::German => !self.inside(hex),
            Side::Russian => {
                let zone = self.land.zones.iter().find(|zone| zone.contains(&hex));
                let garrison = |piece: &&Piece| piece.side == Side::German && !piece.mobile;
                let stands = |hex: &Hex| self.pieces.iter().filter(garrison).any(|piece| piece.hex == *hex);
                self.inside(hex) && zone.is_some_and(|zone| zone.iter().any(stands))
            }
        }
    }
}
