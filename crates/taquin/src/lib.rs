//! Sliding-tile puzzles.

#![forbid(unsafe_code)]

mod board;
mod cell;
mod direction;
pub mod geometry;
mod goal;
pub mod grid;
pub mod heuristic;
mod metric;
mod moves;
mod names;
pub mod notation;
mod parity;
pub mod proof;
pub mod scramble;
pub mod search;
#[cfg(feature = "serde")]
mod serial;
mod size;
pub mod solver;
mod task;
mod tile;

pub use board::{Board, BoardError, Placement, PlacementQuery};
pub use cell::Cell;
pub use direction::Direction;
pub use geometry::{Order, OrderError};
pub use goal::{Goal, NamedGoal};
pub use heuristic::{HeuristicChoice, HeuristicKind};
pub use metric::Metric;
pub use moves::{IllegalMove, Moves};
pub use names::UnknownName;
pub use parity::{Obstacle, ParitySum, Unsolvable};
pub use size::{Size, SizeError};
pub use task::{Task, TaskError};
pub use tile::Tile;
