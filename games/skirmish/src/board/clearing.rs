//! What vehicles do to obstacles (SKIR-MOV-8).

use kit::tabletop::{Outline, Point, Shape, Vector};
use smallvec::SmallVec;

use super::{Obstacle, Scene, condition::Gap, path::Mover, terrain::PieceId};

/// How much wider than the vehicle a gap is on each side, in mm (SKIR-MOV-8).
const SLACK: i32 = 10;
/// Obstacles are pushed in steps of this, in mm.
const STEP: i32 = 10;
/// And no farther than this.
const FARTHEST: i32 = 200;

impl Scene<'_> {
    /// SKIR-MOV-8: the gaps that a vehicle leaves in a piece on a leg of its way.
    pub fn gaps(&self, mover: &Mover, from: Point, to: Point, piece: PieceId) -> SmallVec<[Gap; 2]> {
        let sweep = mover.sweep(from, to);
        self.gaps_of(&sweep, piece, SLACK)
    }

    /// The parts of a linear piece that a shape covers, `slack` mm wider on each side.
    pub(crate) fn gaps_of(&self, shape: &Shape, piece: PieceId, slack: i32) -> SmallVec<[Gap; 2]> {
        let by = self.condition.shift(piece);
        let cover = Outline::new(shape.corners());
        let mut gaps = SmallVec::new();
        for (leg, outline) in self.terrain.outlines(piece).enumerate() {
            let corners: SmallVec<[Point; 8]> = outline.corners().iter().map(|&corner| corner + by).collect();
            let is_rectangle = corners.len() == 4;
            if !is_rectangle || !shape.enters(Outline::new(&corners)) {
                continue;
            }
            let length = (corners[1] - corners[0]).micrometres();
            let both = [(corners[0], corners[1]), (corners[3], corners[2])];
            let spans = both.iter().flat_map(|&(start, end)| cover.spans(start, end));
            let ends = spans.map(|(first, last)| {
                ((first.of(length) / 1000) as i32 - slack, last.of(length).div_ceil(1000) as i32 + slack)
            });
            let whole = ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
            // A shape inside the leg's ends that touches neither long side does not occur: legs are 10 mm thick.
            if let Some((first, last)) = whole {
                gaps.push(Gap { piece: piece.0, leg: leg as u8, from: first.max(0) as i16, to: last as i16 });
            }
        }
        gaps
    }

    /// SKIR-MOV-8: how far an obstacle is pushed out of the way of a vehicle, toward the side it lies on; none if it finds
    /// no room on either side.
    pub fn push(&self, mover: &Mover, from: Point, to: Point, obstacle: Obstacle) -> Option<Vector> {
        let sweep = mover.sweep(from, to);
        let parts: SmallVec<[Shape; 4]> = match obstacle {
            Obstacle::Piece(piece) => {
                self.outlines(piece).map(|part| Shape::polygon(part.corners())).collect()
            }
            Obstacle::Wreck(unit) => {
                let wrecks = self.models().iter().filter(|model| model.unit == unit && model.hull.is_wreck());
                wrecks.map(|model| model.shape).collect()
            }
        };
        let way = to - from;
        let corners = parts.iter().flat_map(Shape::corners);
        // Twice the signed distance of all corners from the way: which side most of it lies on.
        let side: i64 = corners.map(|&corner| way.cross(corner - from)).sum();
        let ahead = from.bearing(to);
        let (right, left) = (ahead.turned(90), ahead.turned(-90));
        let order = if side > 0 { [left, right] } else { [right, left] };
        order.into_iter().find_map(|heading| {
            let steps =
                (1..=FARTHEST / STEP).map(|n| Point::default().offset(heading, n * STEP) - Point::default());
            let free =
                steps.into_iter().find(|by| parts.iter().all(|part| !moved(part, *by).overlaps(&sweep)))?;
            parts.iter().all(|part| self.has_room(&moved(part, free), mover, obstacle)).then_some(free)
        })
    }

    /// Whether an obstacle may lie there.
    fn has_room(&self, shape: &Shape, mover: &Mover, obstacle: Obstacle) -> bool {
        let is_own = |unit| unit == mover.unit || obstacle == Obstacle::Wreck(unit);
        let models = self.models().iter().filter(|model| !is_own(model.unit));
        let is_solid = |id: PieceId| self.is_building(id) || self.terrain.piece(id).is_line();
        let pieces = self.terrain.pieces().map(|(id, _)| id);
        let pieces = pieces.filter(|id| is_solid(*id) && obstacle != Obstacle::Piece(*id));
        !models.into_iter().any(|model| model.shape.overlaps(shape))
            && !pieces.into_iter().any(|id| self.outlines(id).any(|outline| shape.enters(outline)))
            && shape.corners().iter().all(|corner| self.terrain.holds(*corner))
    }
}

fn moved(shape: &Shape, by: Vector) -> Shape {
    let corners: SmallVec<[Point; 8]> = shape.corners().iter().map(|&corner| corner + by).collect();
    Shape::polygon(&corners)
}
