//! Perfect ranking: sets of cells, and arrangements of tiles, numbered without gaps.
//!
//! A state of a pattern is a set of cells and an arrangement of the tiles in them, in the order of the cells. A
//! horizontal move leaves the arrangement unchanged. A vertical move takes a tile past the few tiles in between, which
//! rotates a short range of the arrangement. Both rankings are designed so that a move is a table lookup.

mod arrangement;
mod board;
mod group_rotation;
mod rotation;
mod subset;

pub use arrangement::{Arrangement, Arrangements};
pub(crate) use arrangement::{odd_numbers, unrank};
pub use group_rotation::GroupRotation;
pub(crate) use group_rotation::PAGE_BITS;
pub use rotation::{RotationTable, Rotations};
pub(crate) use subset::MAX_CELLS;
pub use subset::Subsets;
