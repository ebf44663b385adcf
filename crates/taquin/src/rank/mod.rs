//! Perfect numberings: sets of cells, and arrangements of tiles in a row.
//!
//! A state of a pattern is a set of cells and an arrangement of the tiles in them, read in the order of the cells.
//! A tile that moves sideways keeps its place in that order, so the arrangement stays; a tile that moves up or down
//! passes the few tiles between, which turns a short stretch of the arrangement. Both numberings are made so that
//! these steps are a table lookup.

mod arrangement;
mod subset;
mod turn;

pub use arrangement::{Arrangement, Arrangements};
pub use subset::Subsets;
pub use turn::{TurnTable, Turns};
