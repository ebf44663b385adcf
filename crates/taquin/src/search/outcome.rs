//! How a search ended.

use super::limits::{Limits, StopReason};
use super::monitor::Monitor;
use super::observer::Observer;
use crate::moves::Moves;
use crate::stats::Stats;

/// How a search ended, with what is proven and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Solved, exhausted or stopped.
    pub ending: Ending,
    /// No solution has fewer moves than this. Equal to the length of a solution that is proven optimal.
    pub lower_bound: u32,
    /// What the search did.
    pub stats: Stats,
}

/// The three ways a search can end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It found these moves.
    Solved(Moves),
    /// It looked everywhere: there is no solution.
    Exhausted,
    /// It stopped before either.
    Stopped(StopReason),
}

impl Outcome {
    /// Runs a search under a monitor and makes its result an outcome.
    pub(super) fn of(
        cells: usize,
        limits: &Limits,
        observer: &mut dyn Observer,
        search: impl FnOnce(&mut Monitor) -> Result<Ending, StopReason>,
    ) -> Outcome {
        let mut monitor = Monitor::new(cells, limits, observer);
        let ending = search(&mut monitor).unwrap_or_else(Ending::Stopped);
        let (lower_bound, stats) = monitor.finish();
        Outcome { ending, lower_bound, stats }
    }
}
