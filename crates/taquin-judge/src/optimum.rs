//! Searches for the optimal solution length.

use std::ops::ControlFlow;
use taquin::search::{Limits, Observer, Progress, StopReason};
use taquin::solver::{Request, SolveError, Verdict, Workshop};
use taquin::tables::TableCache;
use taquin::{Board, Goal};

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
    /// If there is no method for the board, or the goal is of another size.
    pub fn find(
        start: &Board,
        goal: &Goal,
        length: usize,
        tables: &TableCache,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Optimum, SolveError> {
        // Once the lower bound reaches the length, no solution is shorter.
        let sufficient = u32::try_from(length).unwrap_or(u32::MAX);
        let mut observer = StopAtBound { sufficient, observer };
        let resolution =
            Workshop::new(tables).solve_shortest(start, goal, &Request::default(), limits, &mut observer)?;
        let bound = u64::from(resolution.lower_bound);
        Ok(match resolution.verdict {
            Verdict::Stopped(_) if bound >= length as u64 => Optimum::Length(length as u64),
            Verdict::Stopped(reason) => Optimum::AtLeast(bound, reason),
            Verdict::Solved(_) | Verdict::Unsolvable(_) => Optimum::Length(bound),
        })
    }

    /// Returns the optimal solution length, if it is known.
    pub fn length(self) -> Option<u64> {
        match self {
            Optimum::Length(length) => Some(length),
            Optimum::AtLeast(..) => None,
        }
    }
}

/// Stops a search when its lower bound is sufficient.
struct StopAtBound<'a> {
    sufficient: u32,
    observer: &'a mut dyn Observer,
}

impl Observer for StopAtBound<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if progress.lower_bound >= self.sufficient {
            return ControlFlow::Break(());
        }
        self.observer.progress(progress)
    }
}
