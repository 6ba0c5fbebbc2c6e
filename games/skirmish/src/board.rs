//! The table: pieces of terrain, what has become of them, who sees what, and what a way costs.

pub mod clearing;
pub mod condition;
pub mod legs;
mod march;
pub mod path;
pub mod reach;
pub(crate) mod recall;
pub mod scene;
pub mod shelter;
pub mod sight;
pub mod stand;
pub mod terrain;

pub use condition::{Condition, Gap};
pub use march::{Encounter, March, Meeting, Obstacle, Price};
pub use path::{Mover, Stretch};
pub use reach::Destinations;
pub use scene::{Model, ModelKind, Scene};
pub use sight::Eyes;
pub use stand::{Build, Stand};
pub(crate) use terrain::{Kinds, read_all};
pub use terrain::{Opening, OpeningKind, Piece, PieceId, Pieces, Terrain};
