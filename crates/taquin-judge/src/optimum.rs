//! Searches for the optimal solution length.

use taquin::Puzzle;
use taquin::control::{Control, StopReason};
use taquin::solver::{SolveError, Solver};

/// What is known about the optimal solution length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optimum {
    /// The optimal solution length.
    Length(u64),
    /// A lower bound below the given length, and why the search stopped.
    AtLeast(u64, StopReason),
}

impl Optimum {
    /// Searches until it is proven that no solution is shorter than `length`, the optimum is known, or a limit is reached.
    ///
    /// # Errors
    /// Those of the solver.
    pub fn find(
        puzzle: &Puzzle,
        length: usize,
        solver: &Solver,
        control: &Control,
    ) -> Result<Optimum, SolveError> {
        // Once the lower bound reaches the length, no solution is shorter.
        let control = control.clone().stop_at_bound(u32::try_from(length).unwrap_or(u32::MAX));
        let outcome = solver.plan_optimal(puzzle)?.run(&control)?;
        let bound = u64::from(outcome.lower_bound);
        Ok(match outcome.stopped {
            Some(_) if bound >= length as u64 => Optimum::Length(length as u64),
            Some(reason) => Optimum::AtLeast(bound, reason),
            None => Optimum::Length(bound),
        })
    }

    /// Returns what this says about a solution with `length` moves: it is optimal if the lower bound is not below.
    #[must_use]
    pub fn for_length(self, length: usize) -> Optimum {
        match self {
            Optimum::AtLeast(bound, _) if bound >= length as u64 => Optimum::Length(length as u64),
            Optimum::AtLeast(..) | Optimum::Length(_) => self,
        }
    }

    /// Returns the optimal solution length, if it is known.
    pub fn length(self) -> Option<u64> {
        match self {
            Optimum::Length(length) => Some(length),
            Optimum::AtLeast(..) => None,
        }
    }
}
