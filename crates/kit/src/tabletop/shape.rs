//! What things cover: models, miniatures, swept paths.

use super::{Bounds, Heading, Outline, Point, Vector, rounded};

/// As many corners as a model has at both ends of a leg.
const MOST: usize = 8;

/// What a thing covers: a convex polygon, a line or a point, widened all round by a radius.
///
/// A model is a rectangle without a radius, a miniature a point with one; the ground swept on a leg is the same kind of
/// thing, so one measure serves them all.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    corners: [Point; MOST],
    count: u8,
    radius: u16,
    bounds: Bounds,
}

impl Shape {
    /// A round base.
    pub const fn disc(centre: Point, radius: u16) -> Self {
        let bounds = Bounds::of(centre, centre).grown(radius as i32);
        Self { corners: [centre; MOST], count: 1, radius, bounds }
    }

    /// A point.
    pub const fn point(at: Point) -> Self {
        Self::disc(at, 0)
    }

    /// The way of a round base from one point to another.
    pub fn lane(from: Point, to: Point, radius: u16) -> Self {
        if from == to {
            return Self::disc(from, radius);
        }
        let mut corners = [to; MOST];
        corners[0] = from;
        Self { corners, count: 2, radius, bounds: Bounds::of(from, to).grown(radius.into()) }
    }

    /// A rectangular model: its corners are whole points, their offsets from the centre rounded once, halves away from
    /// zero.
    pub fn model(centre: Point, heading: Heading, length: u16, width: u16) -> Self {
        let (length, width) = (i64::from(length), i64::from(width));
        let (sine, cosine) = (heading.sine(), heading.cosine());
        let half = |parts: i64| rounded(parts, 2 * Heading::UNIT) as i32;
        let right = Vector::new(half(length * sine + width * cosine), half(length * cosine - width * sine));
        let left = Vector::new(half(length * sine - width * cosine), half(length * cosine + width * sine));
        Self::polygon(&[centre + right, centre + left, centre + -right, centre + -left])
    }

    /// A convex polygon of 3 to 8 corners, counter-clockwise.
    ///
    /// # Panics
    /// If it has fewer or more.
    pub fn polygon(points: &[Point]) -> Self {
        assert!((3..=MOST).contains(&points.len()), "a shape has 3 to 8 corners, not {}", points.len());
        let mut corners = [points[0]; MOST];
        corners[..points.len()].copy_from_slice(points);
        Self { corners, count: points.len() as u8, radius: 0, bounds: Bounds::around(points) }
    }

    /// What a model or a round base sweeps over on its way by a vector: the convex hull of both ends.
    #[must_use]
    pub fn swept(&self, by: Vector) -> Self {
        if by == Vector::default() {
            return *self;
        }
        let ends = Bounds::of(self.bounds.least + by, self.bounds.most + by);
        let bounds = self.bounds.with(ends.least).with(ends.most);
        let old = self.corners();
        debug_assert!(old.len() != 2, "what a lane sweeps is not asked");
        if let [from] = old {
            return Self::lane(*from, *from + by, self.radius);
        }
        // A corner between two edges stays behind, goes along, or does both, by where its edges look.
        let mut swept = Self { corners: [old[0]; MOST], count: 0, radius: self.radius, bounds };
        let mut push = |point: Point| {
            swept.corners[usize::from(swept.count)] = point;
            swept.count += 1;
        };
        for (place, &corner) in old.iter().enumerate() {
            let before = corner - old[(place + old.len() - 1) % old.len()];
            let after = old[(place + 1) % old.len()] - corner;
            // An edge that runs counter-clockwise looks to its right: it leads if the way goes there.
            let leads = |edge: Vector| edge.cross(by) < 0;
            match (leads(before), leads(after)) {
                (true, true) => push(corner + by),
                (false, false) => push(corner),
                (true, false) => {
                    push(corner + by);
                    push(corner);
                }
                (false, true) => {
                    push(corner);
                    push(corner + by);
                }
            }
        }
        swept
    }

    /// Its corners, counter-clockwise: of a model front right, front left, rear left, rear right.
    #[inline]
    pub fn corners(&self) -> &[Point] {
        &self.corners[..usize::from(self.count)]
    }

    /// How far it reaches beyond its corners.
    pub const fn radius(&self) -> u16 {
        self.radius
    }

    /// The rectangle that holds it.
    #[inline]
    pub const fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Whether it holds a point; its edge belongs to it.
    pub fn holds(&self, point: Point) -> bool {
        if !self.bounds.holds(point) {
            return false;
        }
        if self.is_around(point) {
            return true;
        }
        let radius = i64::from(self.radius);
        self.sides().any(|(from, to)| Gap::of(point, from, to).is_at_most(radius))
    }

    /// Whether the edges of two are no farther apart than that; they are at no distance if they overlap or touch.
    pub fn is_within(&self, other: &Self, mm: u32) -> bool {
        if !self.bounds.grown(mm as i32).meets(&other.bounds) {
            return false;
        }
        let reach = i64::from(mm) + i64::from(self.radius) + i64::from(other.radius);
        self.cores_meet(other) || self.gaps(other).any(|gap| gap.is_at_most(reach))
    }

    /// Whether the edges of two are closer together than that.
    pub fn is_closer_than(&self, other: &Self, mm: u32) -> bool {
        if !self.bounds.grown(mm as i32).meets(&other.bounds) {
            return false;
        }
        let reach = i64::from(mm) + i64::from(self.radius) + i64::from(other.radius);
        reach > 0 && (self.cores_meet(other) || self.gaps(other).any(|gap| gap.is_less_than(reach)))
    }

    /// The distance between the edges of two: the smallest whole number of mm within which they are.
    pub fn distance(&self, other: &Self) -> u32 {
        if self.cores_meet(other) {
            return 0;
        }
        let between = self.gaps(other).map(Gap::rounded_up).min().unwrap_or(0);
        between.saturating_sub(u64::from(self.radius) + u64::from(other.radius)) as u32
    }

    /// Whether two have more than their edges in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        if !self.bounds.meets(&other.bounds) {
            return false;
        }
        if self.radius > 0 || other.radius > 0 {
            return self.is_closer_than(other, 0);
        }
        self.is_solid() && other.is_solid() && !self.keeps_off(other, 0) && !other.keeps_off(self, 0)
    }

    /// Whether it is no farther than that from a piece of the table; inside is no distance.
    pub fn is_near(&self, outline: Outline<'_>, mm: u32) -> bool {
        let side = |(from, to)| Self::lane(from, to, 0).is_within(self, mm);
        outline.holds(self.corners[0]) || outline.sides().any(side)
    }

    /// Whether it and a piece of the table have more than edges in common.
    pub fn enters(&self, outline: Outline<'_>) -> bool {
        if self.radius > 0 || !self.is_solid() {
            let reach = i64::from(self.radius);
            let crossed = |(from, to)| {
                let side = Self::lane(from, to, 0);
                self.cores_meet(&side) || self.gaps(&side).any(|gap| gap.is_less_than(reach))
            };
            return outline.holds_inside(self.corners[0]) || reach > 0 && outline.sides().any(crossed);
        }
        // Either a side of the piece runs through the inside, or all of it lies on one side of the border.
        let runs_through = |(from, to)| {
            let side = Self::lane(from, to, 0);
            !self.keeps_off(&side, 0) && !side.keeps_off(self, 0)
        };
        outline.sides().any(runs_through) || outline.holds_mean(self.corners())
    }

    /// Whether it has an inside even without its radius.
    const fn is_solid(&self) -> bool {
        self.count > 2
    }

    /// Its sides; a point has one of no length.
    fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let corners = self.corners();
        // A line has one side, not one each way.
        let sides = if corners.len() == 2 { 1 } else { corners.len() };
        (0..sides).map(move |place| (corners[place], corners[(place + 1) % corners.len()]))
    }

    /// Whether a side of this one has all of the other on its outer side, `clear` parts away at least.
    fn keeps_off(&self, other: &Self, clear: i64) -> bool {
        let off = |from: Point, to: Point| {
            other.corners().iter().all(|&corner| (to - from).cross(corner - from) <= -clear)
        };
        self.sides().any(|(from, to)| off(from, to) || self.count == 2 && off(to, from))
    }

    /// Whether a point lies in the polygon or on its border, without the radius.
    fn is_around(&self, point: Point) -> bool {
        self.is_solid() && self.sides().all(|(from, to)| (to - from).cross(point - from) >= 0)
    }

    /// Whether the polygons, lines or points inside the radii have a point in common.
    fn cores_meet(&self, other: &Self) -> bool {
        if self.is_solid() && other.is_solid() {
            return !self.keeps_off(other, 1) && !other.keeps_off(self, 1);
        }
        let cross = |(a, b): (Point, Point)| other.sides().any(|(c, d)| segments_meet(a, b, c, d));
        self.is_around(other.corners[0]) || other.is_around(self.corners[0]) || self.sides().any(cross)
    }

    /// The distances of every corner to every side, both ways.
    fn gaps<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = Gap> + 's {
        let one_way = |points: &'s Self, sides: &'s Self| {
            points
                .corners()
                .iter()
                .flat_map(move |&point| sides.sides().map(move |(from, to)| Gap::of(point, from, to)))
        };
        one_way(self, other).chain(one_way(other, self))
    }
}

/// Whether two closed segments have a point in common.
fn segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |from: Point, to: Point, point: Point| (to - from).cross(point - from).signum();
    let (ac, ad, ca, cb) = (side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b));
    if ac == 0 && ad == 0 {
        return Bounds::of(a, b).meets(&Bounds::of(c, d)) && (a != b || side(c, d, a) == 0);
    }
    ac * ad <= 0 && ca * cb <= 0
}

/// The distance of a point from a segment, exact: its square is a quotient.
#[derive(Clone, Copy)]
struct Gap {
    square: i128,
    of: i128,
}

impl Gap {
    fn of(point: Point, from: Point, to: Point) -> Self {
        let (side, way) = (to - from, point - from);
        let along = way.dot(side);
        if along <= 0 {
            return Self { square: way.square().into(), of: 1 };
        }
        if along >= side.square() {
            return Self { square: point.square_to(to).into(), of: 1 };
        }
        let cross = i128::from(side.cross(way));
        Self { square: cross * cross, of: side.square().into() }
    }

    fn is_at_most(self, mm: i64) -> bool {
        self.square <= i128::from(mm) * i128::from(mm) * self.of
    }

    fn is_less_than(self, mm: i64) -> bool {
        self.square < i128::from(mm) * i128::from(mm) * self.of
    }

    fn rounded_up(self) -> u64 {
        let square = (self.square / self.of + i128::from(self.square % self.of != 0)) as u64;
        let root = square.isqrt();
        root + u64::from(root * root < square)
    }
}
