//! One method on one board.

use super::{Puzzle, effective_branching};
use taquin::search::{Limits, Observer, Stats, StopReason};
use taquin::solver::{Request, Resolution, SolveError, Verdict, Workshop};

/// What a method did on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// How it ended.
    pub ending: Ending,
    /// No solution is shorter.
    pub lower_bound: u32,
    /// The limit that was reached, if any.
    pub stopped: Option<StopReason>,
    /// What it cost.
    pub stats: Stats,
}

/// How a trial ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With a solution.
    Solved {
        /// Its length.
        length: u32,
        /// Is it proven to be shortest?
        is_optimal: bool,
    },
    /// There is no solution.
    Unsolvable,
    /// A limit was reached before.
    Stopped,
}

impl Trial {
    /// Solves a board.
    ///
    /// # Errors
    /// If the request contradicts itself.
    pub fn run(
        puzzle: &Puzzle,
        request: &Request,
        workshop: &Workshop,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Trial, SolveError> {
        let resolution = workshop.solve(&puzzle.start, &puzzle.goal, request, limits, observer)?;
        Ok(Trial::from(&resolution))
    }

    /// The length of a shortest solution, if this trial has proven it.
    pub fn proven_length(&self) -> Option<u32> {
        match self.ending {
            Ending::Solved { length, is_optimal: true } => Some(length),
            _ => None,
        }
    }

    /// The time it took; `None` where parity alone decided, which nobody has timed.
    pub fn seconds(&self) -> Option<f64> {
        let Stats { elapsed, .. } = self.stats;
        (!elapsed.is_zero()).then_some(elapsed.as_secs_f64())
    }

    /// The effective branching factor, if the search came to its end with a solution.
    pub fn branching(&self) -> Option<f64> {
        match (self.ending, self.stopped) {
            (Ending::Solved { length, .. }, None) => effective_branching(self.stats.generated, length),
            _ => None,
        }
    }
}

impl From<&Resolution> for Trial {
    fn from(resolution: &Resolution) -> Trial {
        let ending = match &resolution.verdict {
            Verdict::Solved(solution) => {
                Ending::Solved { length: solution.length() as u32, is_optimal: solution.is_optimal() }
            }
            Verdict::Unsolvable(_) => Ending::Unsolvable,
            Verdict::Stopped(_) => Ending::Stopped,
        };
        let Resolution { lower_bound, stopped, stats, .. } = *resolution;
        Trial { ending, lower_bound, stopped, stats }
    }
}
