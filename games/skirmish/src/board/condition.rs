//! What has become of the terrain.

use kit::tabletop::Vector;

use super::{PieceId, Pieces, Terrain, terrain::PIECES};

/// As many gaps as are told apart; if there are more, the leg with the next one is gone altogether.
const GAPS: usize = 24;
/// As many pieces as can be pushed aside; each counts once, however often it is pushed.
const SHIFTS: usize = 12;

/// A gap in a leg of a linear piece, in mm from its first corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Gap {
    /// The piece.
    pub piece: u8,
    /// Which leg of it.
    pub leg: u8,
    /// Where the gap begins.
    pub from: i16,
    /// Where it ends.
    pub to: i16,
}

/// How far a piece was pushed aside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
struct Shift {
    piece: u8,
    x: i16,
    y: i16,
}

/// What has become of the terrain of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Condition {
    /// Houses that have collapsed (SKIR-BLD-6, SKIR-MOV-8).
    pub ruined: Pieces,
    /// Houses that burn (SKIR-BLD-5).
    pub burning: Pieces,
    /// Of these, the ones whose fire began this turn (SKIR-SEQ-3).
    pub fresh_fires: Pieces,
    /// Minefields that both sides know (SKIR-MIN-6).
    pub known_mines: Pieces,
    gaps: [Gap; GAPS],
    gap_count: u8,
    shifts: [Shift; SHIFTS],
    shift_count: u8,
}

impl Condition {
    /// The gaps in their order.
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps[..usize::from(self.gap_count)]
    }

    /// How far a piece was pushed from where the file has it.
    pub fn shift(&self, piece: PieceId) -> Vector {
        let found = self.shifts[..usize::from(self.shift_count)].iter().find(|shift| shift.piece == piece.0);
        found.map_or(Vector::default(), |shift| Vector::new(shift.x.into(), shift.y.into()))
    }

    /// As far as it matters to what the ground costs: not when fires began, nor who knows of mines.
    pub(super) fn as_ground(&self) -> Self {
        Self { fresh_fires: Pieces::NONE, known_mines: Pieces::NONE, ..*self }
    }

    /// Pieces that are no longer where or as large as the file says.
    pub fn changed(&self) -> Pieces {
        let gaps = self.gaps().iter().map(|gap| PieceId(gap.piece));
        let shifts = self.shifts[..usize::from(self.shift_count)].iter().map(|shift| PieceId(shift.piece));
        gaps.chain(shifts).collect()
    }

    /// SKIR-MOV-8, SKIR-BLD-9: opens a gap in a leg; gaps that meet become one.
    pub fn open_gap(&mut self, mut gap: Gap) {
        let mut kept = 0;
        for at in 0..usize::from(self.gap_count) {
            let known = self.gaps[at];
            if (known.piece, known.leg) == (gap.piece, gap.leg)
                && known.from <= gap.to
                && gap.from <= known.to
            {
                gap.from = gap.from.min(known.from);
                gap.to = gap.to.max(known.to);
            } else {
                self.gaps[kept] = known;
                kept += 1;
            }
        }
        if kept == GAPS {
            // No room for one more: all of this leg goes, and its other gaps with it.
            gap = Gap { from: i16::MIN, to: i16::MAX, ..gap };
            let all = self.gaps;
            kept = 0;
            for known in all.into_iter().filter(|known| (known.piece, known.leg) != (gap.piece, gap.leg)) {
                self.gaps[kept] = known;
                kept += 1;
            }
            kept = kept.min(GAPS - 1);
        }
        self.gaps[kept] = gap;
        kept += 1;
        self.gaps[kept..].fill(Gap::default());
        self.gaps[..kept].sort_unstable();
        self.gap_count = kept as u8;
    }

    /// SKIR-MOV-8: pushes a piece aside; false if too many others have been pushed before.
    #[must_use]
    pub fn push(&mut self, piece: PieceId, by: Vector) -> bool {
        let count = usize::from(self.shift_count);
        let place = self.shifts[..count].iter().position(|shift| shift.piece == piece.0).unwrap_or(count);
        if place == SHIFTS {
            return false;
        }
        if place == count {
            self.shifts[place] = Shift { piece: piece.0, x: 0, y: 0 };
            self.shift_count += 1;
        }
        let shift = &mut self.shifts[place];
        (shift.x, shift.y) = (shift.x + by.x as i16, shift.y + by.y as i16);
        let count = usize::from(self.shift_count);
        self.shifts[..count].sort_unstable();
        true
    }

    /// SKIR-MIN-6: minefields that a seat does not know.
    pub fn hidden_from(&self, terrain: &Terrain, seat: u8) -> Pieces {
        debug_assert!(terrain.pieces().len() <= PIECES, "a piece for each bit");
        let secret = terrain.pieces().filter(|(_, piece)| piece.hidden_by.is_some_and(|owner| owner != seat));
        secret.map(|(id, _)| id).collect::<Pieces>() - self.known_mines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(leg: u8, from: i16, to: i16) -> Gap {
        Gap { piece: 3, leg, from, to }
    }

    /// SKIR-MOV-8: gaps that meet are one, in whatever order they come.
    #[test]
    fn gaps_grow_together() {
        let mut one = Condition::default();
        let mut other = Condition::default();
        for gap in [gap(0, 10, 70), gap(1, 0, 60), gap(0, 200, 260), gap(0, 60, 210)] {
            one.open_gap(gap);
        }
        for gap in [gap(0, 60, 210), gap(0, 200, 260), gap(1, 0, 60), gap(0, 10, 70)] {
            other.open_gap(gap);
        }
        assert_eq!(one, other);
        assert_eq!(one.gaps(), [gap(0, 10, 260), gap(1, 0, 60)]);
        assert_eq!(one.changed(), Pieces::of(PieceId(3)));
    }

    /// When there is no room for another gap, its leg is gone and nothing else is lost.
    #[test]
    fn a_leg_with_too_many_gaps_is_gone() {
        let mut condition = Condition::default();
        for at in 0..GAPS as i16 {
            condition.open_gap(gap((at % 3) as u8, at * 100, at * 100 + 50));
        }
        assert_eq!(condition.gaps().len(), GAPS);
        condition.open_gap(gap(1, 5000, 5050));
        assert_eq!(condition.gaps().len(), GAPS - GAPS / 3 + 1);
        assert!(condition.gaps().contains(&gap(1, i16::MIN, i16::MAX)));
    }

    /// SKIR-MOV-8: a piece that is pushed twice is pushed by the sum.
    #[test]
    fn pushes_add_up() {
        let mut condition = Condition::default();
        assert!(
            condition.push(PieceId(7), Vector::new(10, -20))
                && condition.push(PieceId(2), Vector::new(0, 10))
        );
        assert!(condition.push(PieceId(7), Vector::new(0, -10)));
        assert_eq!(condition.shift(PieceId(7)), Vector::new(10, -30));
        assert_eq!(condition.shift(PieceId(9)), Vector::default());
        assert_eq!(condition.changed().len(), 2);
    }
}
