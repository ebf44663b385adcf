//! The outcome of solving a puzzle.

use super::error::SolveError;
use super::method::Method;
use crate::control::StopReason;
use crate::parity::Unsolvable;
use crate::proof::Verified;
use crate::stats::Stats;

/// The outcome of solving a puzzle: the solution, the lower bound, why the search ended, and its statistics.
///
/// Exactly one of these holds: there is a solution; the puzzle is unsolvable; the search stopped without a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The replayed solution, if there is one.
    pub solution: Option<Verified>,
    /// Why the puzzle is unsolvable, if it is.
    pub unsolvable: Option<Unsolvable>,
    /// No solution is shorter than this in the metric of the method; 0 for an unsolvable puzzle.
    pub lower_bound: u32,
    /// Why the search stopped early; `None` if it ran to its end or reached the gap.
    pub stopped: Option<StopReason>,
    /// The method that was run last.
    pub method: Method,
    /// Node counts, memory and time.
    pub stats: Stats,
}

impl Outcome {
    /// Returns the solution.
    ///
    /// # Errors
    /// If there is none: the puzzle is unsolvable, or the search stopped.
    pub fn into_solution(self) -> Result<Verified, SolveError> {
        match (self.solution, self.unsolvable, self.stopped) {
            (Some(solution), ..) => Ok(solution),
            (None, Some(why), _) => Err(SolveError::Unsolvable(Box::new(why))),
            (None, None, Some(reason)) => Err(SolveError::Stopped(reason)),
            (None, None, None) => Err(SolveError::Contradiction),
        }
    }

    /// Returns whether the solution is proved optimal.
    pub fn is_optimal(&self) -> bool {
        self.solution.as_ref().is_some_and(Verified::is_optimal)
    }
}
