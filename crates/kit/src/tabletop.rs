//! Geometry of a table that is measured in whole millimetres, with no grid.
//!
//! Nothing here rounds in secret: coordinates are whole numbers, distances are compared as squares, angles as products,
//! and where a length or a point must be rounded, the function says how. Tables may measure up to four metres
//! ([`LARGEST`]); within that, no product overflows.
//!
//! * [`Point`], [`Vector`], [`Heading`]: places, differences, whole degrees clockwise from north.
//! * [`Shape`]: what a model, a miniature or a swept path covers; distances between edges, overlap.
//! * [`Outline`]: a piece of the table; what it holds, where a leg runs through it.
//! * [`Ray`]: a line of sight with heights.
//! * [`CoarseGrid`]: a coarse grid that says what may be where.
//! * [`Lattice`]: cheapest ways on a grid, and [`straightened`] ones.
//!
//! ```
//! use sandtable_kit::tabletop::{Heading, Outline, Point, Ray, Shape};
//!
//! // A tank that looks north-east, and a man 100 mm ahead of its centre.
//! let tank = Shape::model(Point::new(500, 500), Heading::new(45), 82, 42);
//! let man = Shape::disc(Point::new(500, 500).offset(Heading::new(45), 100), 10);
//! assert_eq!(tank.distance(&man), 50);
//!
//! // A house 80 mm high hides what stands behind it, but not from above.
//! let corners = [(700, 400), (800, 400), (800, 600), (700, 600)].map(|(x, y)| Point::new(x, y));
//! let house = Outline::new(&corners);
//! let ray = |from_z| Ray { from: Point::new(500, 500), from_z, to: Point::new(1000, 500), to_z: 20 };
//! assert!(ray(27).is_stopped_by(house, 80));
//! assert!(!ray(200).is_stopped_by(house, 80));
//! ```

mod coarse_grid;
mod heading;
mod lattice;
mod outline;
mod point;
mod ratio;
mod ray;
mod shape;
mod silhouette;

pub use coarse_grid::CoarseGrid;
pub use heading::Heading;
pub use lattice::{Lattice, Way, straightened};
pub use outline::{Outline, Spans};
pub use point::{Bounds, Point, Vector};
pub use ratio::Ratio;
pub use ray::Ray;
pub use shape::Shape;
pub use silhouette::{Across, between, silhouette};

/// The longest side of a table, in mm: no product overflows up to it.
pub const LARGEST: i32 = 4096;

/// A quotient rounded to the nearest whole number, halves away from zero.
///
/// ```
/// use sandtable_kit::tabletop::rounded;
/// assert_eq!([rounded(5, 2), rounded(-5, 2), rounded(4, 3), rounded(-4, 3)], [3, -3, 1, -1]);
/// ```
///
/// # Panics
/// If the divisor is not positive.
#[inline]
pub const fn rounded(dividend: i64, divisor: i64) -> i64 {
    assert!(divisor > 0, "a quotient needs a positive divisor");
    (2 * dividend + dividend.signum() * divisor) / (2 * divisor)
}
