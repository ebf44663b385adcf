//! A trial: one method on one board.

use super::effective_branching;
use taquin::Puzzle;
use taquin::control::{Control, StopReason};
use taquin::search::Stats;
use taquin::solver::{Outcome, SolveError, Solver};

/// What a method achieved on a board, and at what cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// The result.
    pub result: TrialResult,
    /// The proven lower bound of the solution length.
    pub lower_bound: u32,
    /// The limit that was reached, if any.
    pub stopped: Option<StopReason>,
    /// The cost.
    pub stats: Stats,
}

/// The result of a trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrialResult {
    /// A solution was found.
    Solved {
        /// Its length.
        length: u32,
        /// Whether it is proven to be optimal.
        is_optimal: bool,
    },
    /// There is no solution.
    Unsolvable,
    /// A limit was reached before a solution was found.
    Stopped,
}

impl Trial {
    /// Runs the method of a solver on a puzzle.
    ///
    /// # Errors
    /// If the size does not have what the method needs.
    pub fn run(puzzle: &Puzzle, solver: &Solver, control: &Control) -> Result<Trial, SolveError> {
        Ok(Trial::from(&solver.plan(puzzle)?.run(control)?))
    }

    /// Returns the optimal solution length, if this trial has proven it.
    pub fn proven_length(&self) -> Option<u32> {
        match self.result {
            TrialResult::Solved { length, is_optimal } => is_optimal.then_some(length),
            TrialResult::Unsolvable | TrialResult::Stopped => None,
        }
    }

    /// Returns the time in seconds; `None` if parity decided without a search, which is not timed.
    pub fn seconds(&self) -> Option<f64> {
        let Stats { elapsed, .. } = self.stats;
        (!elapsed.is_zero()).then_some(elapsed.as_secs_f64())
    }

    /// Returns the effective branching factor, if the search completed with a solution.
    pub fn branching(&self) -> Option<f64> {
        match self.result {
            TrialResult::Solved { length, .. } if self.stopped.is_none() => {
                effective_branching(self.stats.generated, length)
            }
            TrialResult::Solved { .. } | TrialResult::Unsolvable | TrialResult::Stopped => None,
        }
    }
}

impl From<&Outcome> for Trial {
    fn from(outcome: &Outcome) -> Trial {
        let result = match (&outcome.solution, &outcome.unsolvable) {
            (Some(solution), _) => {
                TrialResult::Solved { length: solution.len() as u32, is_optimal: solution.is_optimal() }
            }
            (None, Some(_)) => TrialResult::Unsolvable,
            (None, None) => TrialResult::Stopped,
        };
        let Outcome { lower_bound, stopped, stats, .. } = *outcome;
        Trial { result, lower_bound, stopped, stats }
    }
}
