//! Sliding-tile puzzles: the 8-puzzle, the 15-puzzle and every other size up to 127 × 127, with any goal.
//!
//! ```
//! use taquin::{Goal, Puzzle};
//!
//! let puzzle: Puzzle = "0 1 3/4 2 5/7 8 6".parse()?;
//! let solution = taquin::solve(&puzzle)?;
//! assert_eq!(solution.len(), 4);
//! assert_eq!(solution.moves().to_string(), "LULU");
//!
//! let spiral = puzzle.with_goal(Goal::spiral(puzzle.size()))?;
//! println!("{}", taquin::solve(&spiral).unwrap_err()); // unsolvable, and why
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go next
//!
//! | to | see |
//! |---|---|
//! | solve many puzzles, set limits, choose a method | [`Solver`] |
//! | label or move many boards in one flat list | [`Boards`], [`Solver::distances`] |
//! | show progress, cancel, limit time, nodes and memory | [`control`] |
//! | read and write boards, moves and solutions | [`notation`], or parse a [`Puzzle`], [`Board`] or [`Moves`] |
//! | write a game | [`Game`](solver::Game) |
//! | draw random boards, or boards of a given depth | [`scramble`] |
//! | watch one algorithm, or bring your own heuristic | [`search`], [`heuristic`] |
//! | know the distance of every board of a size | [`tables`] |
//! | judge somebody else's solution | [`proof`] |
//!
//! # Terms
//!
//! A *cell* is a place, counted row by row from 0; a *tile* is what lies there, and tile 0 is the blank. A *direction* is
//! what the tile does. Successors come by ascending cell of the tile that moves, which is up, left, right, down of the
//! blank, unless another [`Order`] is set.
//!
//! # Features
//!
//! - `disk` (default): functions that read files, such as `notation::read_path`, and `tables::Store`, which keeps tables
//!   on disk. Without it the library accesses no file.
//! - `parallel` (default): searches and table builds on several threads.
//! - `models` (default): trained weights for beam search, 3.6 MB. Without it, solutions of large boards are longer, unless
//!   the solver can [load](solver::SolverBuilder::models) them.
//! - `serde`: (de)serialisation of the vocabulary, the JSON notation and the JSON report.
//!
//! - `internals`: opens the engine's private modules to this package's own tests, benches and examples. It is not part of
//!   the public interface and may change in any release.

#![forbid(unsafe_code)]
// Private modules have `pub` items that only `internals` makes reachable, and some are used only through it. The lints of
// the whole check run with it.
#![cfg_attr(not(feature = "internals"), allow(unreachable_pub, dead_code, unused_imports))]

mod board;
mod boards;
mod cell;
pub mod control;
mod course;
mod decimal;
mod direction;
pub mod display;
mod fingerprint;
mod gap;
mod geometry;
mod goal;
mod goal_symmetry;
mod grid;
mod hash_index;
pub mod heuristic;
mod large;
mod metric;
mod mix;
mod moves;
mod names;
pub mod notation;
mod parity;
pub mod princeton;
pub mod proof;
mod puzzle;
mod rank;
pub mod scramble;
pub mod search;
#[cfg(feature = "serde")]
mod serial;
mod size;
pub mod solver;
mod space;
mod stats;
pub mod tables;
mod task;
mod tile;
mod trace;

pub use board::{Board, BoardError, Placement, PlacementQuery};
pub use boards::{Boards, BoardsError};
pub use cell::Cell;
pub use course::Course;
pub use direction::Direction;
pub use gap::{Gap, GapError};
pub use geometry::{Order, OrderError};
pub use goal::{Goal, NamedGoal};
pub use heuristic::{HeuristicChoice, HeuristicKind};
pub use metric::Metric;
pub use moves::{IllegalMove, Moves};
pub use names::UnknownName;
pub use parity::{Obstacle, ParitySum, Unsolvable};
pub use puzzle::{Puzzle, SizeMismatch};
pub use size::{Size, SizeError};
pub use solver::{Solver, solve};
pub use space::Workers;
pub use task::{Task, TaskError};
pub use tile::Tile;

/// The engine's private modules, for this package's own tests, benches and examples.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals {
    pub mod geometry {
        pub use crate::geometry::*;
    }
    pub mod goal_symmetry {
        pub use crate::goal_symmetry::*;
    }
    pub mod grid {
        pub use crate::grid::*;
    }
    pub mod kernel {
        pub use crate::search::kernel::*;
    }
    pub mod large {
        pub use crate::large::*;
    }
    pub mod rank {
        pub use crate::rank::*;
    }
    pub mod space {
        pub use crate::space::*;
    }
}

/// The examples of the README are tested like those of the library.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
