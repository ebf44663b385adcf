//! Solvers for boards that are too large for an optimal search: a solution at once, then shorter ones.

mod beam;
mod blank_router;
mod construct;
mod incremental_beam;
mod mutable_board;
mod pair_search;
mod subtask;
mod windows;
mod zobrist;

pub use beam::{Beam, BeamWidth, Demonstration, Models, Trainer, Weights};
pub use construct::construct;
pub(crate) use construct::construct_while;
pub use incremental_beam::{IncrementalBeam, incremental_beam};
pub use windows::Windows;
