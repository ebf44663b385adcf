//! Sliding-tile puzzles: the 8-puzzle, the 15-puzzle and every other rows × columns up to 127 × 127, with any goal.
//!
//! ```
//! use taquin::notation;
//! use taquin::search::{Limits, Unobserved};
//! use taquin::solver::{Request, Verdict, solve};
//! use taquin::{Goal, Metric};
//!
//! let start = notation::read("0 1 3/4 2 5/7 8 6")?;
//! let goal = Goal::rows(start.size());
//! let resolution = solve(&start, &goal, &Request::default(), &Limits::none(), &mut Unobserved)?;
//! match resolution.verdict {
//!     Verdict::Solved(solution) => {
//!         assert_eq!(solution.moves().len(Metric::Single), 4);
//!         assert!(solution.is_optimal());
//!     }
//!     Verdict::Unsolvable(why) => println!("{why}"),
//!     Verdict::Stopped(reason) => println!("{reason}; at least {} moves", resolution.lower_bound),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where things are
//!
//! | layer | modules | what |
//! |---|---|---|
//! | L0 | here: [`Size`], [`Cell`], [`Tile`], [`Direction`], [`Board`], [`Goal`], [`Task`], [`Moves`], [`Unsolvable`] | the vocabulary |
//! | L1 | [`notation`], [`proof`], [`scramble`] | text in and out, replaying an answer, random boards |
//! | L2 | [`geometry`], [`grid`] | neighbour tables and packed boards, for kernels |
//! | L3 | [`heuristic`] | estimates carried along a path |
//! | L4 | [`search`] | the algorithms, with [limits](search::Limits) and [observers](search::Observer) |
//! | L5 | [`tables`] | all boards of a size: perfect tables, counts, boards at a distance; partitions of patterns |
//! | L6 | [`solver`] | plan, run, verify; Princeton's [`Solver`](solver::Solver) with a table of both APIs |
//!
//! A module uses only its own layer and those above it in this table. Most programs need no more than [`notation`]
//! and [`solver`].
//!
//! # Words
//!
//! A *cell* is a place, counted row by row from 0; a *tile* is what lies there, and tile 0 is the blank. A
//! *direction* is always what the tile does. Successors come by ascending cell of the tile that moves, which is up,
//! left, right, down of the blank, unless another [`Order`] is asked for.
//!
//! # Features
//!
//! - `disk` (default): functions that read files, such as `notation::read_path`, and `tables::Store`, which keeps tables
//!   on disk. Without it the library accesses no file.
//! - `parallel` (default): work on several threads. Nothing does so yet.
//! - `serde`: (de)serialisation of the vocabulary, the JSON notation and the JSON report.

#![forbid(unsafe_code)]

mod board;
mod cell;
pub mod control;
mod decimal;
mod direction;
pub mod display;
mod fingerprint;
mod gap;
pub mod geometry;
mod goal;
pub mod goal_symmetry;
pub mod grid;
pub mod heuristic;
pub mod large;
mod metric;
mod mix;
mod moves;
mod names;
pub mod notation;
mod parity;
pub mod princeton;
pub mod proof;
mod puzzle;
pub mod rank;
pub mod scramble;
pub mod search;
#[cfg(feature = "serde")]
mod serial;
mod size;
pub mod solver;
pub mod space;
mod stats;
pub mod tables;
mod task;
mod tile;
mod trace;

pub use board::{Board, BoardError, Placement, PlacementQuery};
pub use cell::Cell;
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
pub use task::{Task, TaskError};
pub use tile::Tile;

/// The examples of the README are tested like those of the library.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
