//! Estimates of the remaining distance, updated move by move.
//!
//! A [`Heuristic`] computes a small accumulator for the start of a search and updates it with every slide. It is asked
//! *before* the tile moves, so a search never builds a child that it prunes. The heuristics of this module are
//! admissible (never more than the true distance) and consistent (never decreasing by more than one per move); the
//! tests check both on every state of the small sizes.
//!
//! # Your own heuristic
//!
//! Implement [`Heuristic`] with an accumulator, [`start`](Heuristic::start) and [`value`](Heuristic::value). Every other
//! method has a default that is correct but slow; override [`step`](Heuristic::step) to make a search fast.
//!
//! ```
//! use taquin::heuristic::{Grid, Heuristic};
//! use taquin::{Board, Goal};
//!
//! /// Tiles out of their row plus tiles out of their column: each needs at least one move that way.
//! struct OutOfLine(Goal);
//!
//! impl Heuristic for OutOfLine {
//!     type Acc = u32;
//!     const ADMISSIBLE: bool = true;
//!     const CONSISTENT: bool = true;
//!
//!     fn start<G: Grid>(&self, grid: &G) -> u32 {
//!         let size = self.0.size();
//!         let lines = grid.tiles(size).map(|(tile, cell)| {
//!             let home = self.0.home(tile);
//!             u32::from(size.row(cell) != size.row(home)) + u32::from(size.col(cell) != size.col(home))
//!         });
//!         lines.sum()
//!     }
//!
//!     fn value(&self, acc: u32) -> u32 {
//!         acc
//!     }
//! }
//!
//! let board = Board::from_rows(&[[7, 8, 0], [6, 5, 4], [1, 2, 3]])?;
//! let heuristic = OutOfLine(Goal::rows(board.size()));
//! assert_eq!(heuristic.evaluate(&board), 7);
//! # Ok::<(), taquin::BoardError>(())
//! ```
//!
//! For a quick experiment, [`from_fn`] makes a heuristic of a closure that takes a [`Board`].

mod choice;
mod from_fn;
mod hamming;
mod linear_conflict;
mod manhattan;
mod max;
mod pattern_table;
mod patterns;
mod push_distance;
mod push_table;
mod registry;
mod tables;
pub(crate) mod view;
mod walking_distance;
mod walking_table;
mod zero;

pub use crate::geometry::Slide;
pub use crate::grid::Grid;
pub use choice::HeuristicChoice;
pub use from_fn::{FromFn, admissible_from_fn, consistent_from_fn, from_fn};
pub use max::Max;
pub use pattern_table::{Pattern, PatternTable};
pub use patterns::{PatternValues, Patterns};
pub use push_distance::PushDistance;
pub use push_table::{Axis, PushPattern, PushTable};
pub(crate) use registry::HeuristicVisitor;
pub use tables::HeuristicTables;
pub(crate) use view::leads_home;

use crate::board::Board;
use crate::grid::{Flat, KernelGrid};

// The only list of named heuristics: `HeuristicKind`, the parts of `Max` and the solver's dispatch are generated from it.
registry::heuristics! {
    zero::Zero = "zero", "always 0";
    hamming::Hamming = "hamming", "tiles out of place";
    manhattan::Manhattan = "manhattan", "sum of the tiles' distances to their goal cells";
    linear_conflict::LinearConflict = "linear-conflict", "manhattan plus 2 for each tile that must leave its line";
    walking_distance::WalkingDistance = "walking-distance", "rows and columns relaxed separately";
}

/// An estimate of the number of moves to the goal, updated move by move.
///
/// See the [module documentation](self) for a complete implementation.
pub trait Heuristic: Sync {
    /// The state carried along a path. A search keeps one per node of the current path, so keep it small.
    type Acc: Copy + Send + Sync;

    /// True if the estimate never exceeds the true number of moves.
    ///
    /// IDA* reports a solution as optimal only if this is true. The default, `false`, claims nothing.
    const ADMISSIBLE: bool = false;

    /// True if the estimate never decreases by more than one per move.
    ///
    /// A* never reopens a closed node, so its solution is optimal only if the heuristic is consistent as well as
    /// admissible. The default, `false`, claims nothing.
    const CONSISTENT: bool = false;

    /// Computes the accumulator of a grid from scratch.
    fn start<G: Grid>(&self, grid: &G) -> Self::Acc;

    /// Returns the accumulator after `slide`, given the grid before it and the accumulator of that grid.
    ///
    /// The default copies the grid, slides the tile and calls [`start`](Heuristic::start). A search calls this method
    /// for every node it generates, so an incremental update is usually worth writing.
    #[inline]
    fn step<G: Grid>(&self, before: &G, acc: Self::Acc, slide: Slide) -> Self::Acc {
        let _ = acc;
        let mut after = before.clone();
        after.slide(slide);
        self.start(&after)
    }

    /// Like [`step`](Heuristic::step), but may stop early if the estimate exceeds `most`.
    ///
    /// A search that prunes such a child calls this method, so that an estimate with several parts can skip the rest.
    ///
    /// # Errors
    /// Returns a lower bound of the estimate that exceeds `most`.
    #[inline]
    fn step_within<G: Grid>(
        &self,
        before: &G,
        acc: Self::Acc,
        slide: Slide,
        most: u32,
    ) -> Result<Self::Acc, u32> {
        let acc = self.step(before, acc, slide);
        let value = self.value(acc);
        if value <= most { Ok(acc) } else { Err(value) }
    }

    /// Returns the estimate.
    fn value(&self, acc: Self::Acc) -> u32;

    /// Returns how many bytes [`save`](Heuristic::save) writes.
    #[inline]
    fn saved_bytes(&self) -> usize {
        0
    }

    /// Saves the part of an accumulator that is slow to compute from scratch.
    ///
    /// Best-first searches store the estimate of a node and these bytes, but not its accumulator.
    #[inline]
    fn save(&self, acc: Self::Acc, saved: &mut [u8]) {
        let _ = (acc, saved);
    }

    /// Computes the accumulator of a grid whose estimate is known to be `value`, from what was [saved](Heuristic::save).
    ///
    /// Override the default, which calls [`start`](Heuristic::start), if the accumulator is the estimate itself, or if
    /// something was saved.
    #[inline]
    fn resume<G: Grid>(&self, grid: &G, value: u32, saved: &[u8]) -> Self::Acc {
        let _ = (value, saved);
        self.start(grid)
    }

    /// Returns the estimate of a board.
    ///
    /// # Panics
    /// May panic if the heuristic was built for a goal of another size.
    fn evaluate(&self, board: &Board) -> u32 {
        self.value(self.start(&Flat::load(board)))
    }
}
