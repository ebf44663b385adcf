//! x
mod board;
mod cell;
mod direction;
mod goal;
mod metric;
mod moves;
mod parity;
mod size;
mod task;
mod tile;

pub use board::{Board, BoardError, Placement, PlacementQuery};
pub use cell::Cell;
pub use direction::Direction;
pub use goal::{Goal, NamedGoal, UnknownGoal};
pub use metric::Metric;
pub use moves::{IllegalMove, Moves};
pub use parity::{Obstacle, ParitySum, Unsolvable};
pub use size::{Size, SizeError};
pub use task::{Task, TaskError};
pub use tile::Tile;
