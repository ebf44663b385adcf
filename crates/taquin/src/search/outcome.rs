//! The outcome of a search.

use super::monitor::Monitor;
use crate::control::{Control, StopReason};
use crate::moves::Moves;
use crate::stats::Stats;

/// The outcome of a search: the solution, the lower bound it proved, and its statistics.
///
/// A search that found nothing and was not stopped is exhausted: there is no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchOutcome {
    /// The solution, if one was found.
    pub moves: Option<Moves>,
    /// No solution is shorter than this. Equal to the length of a solution that is proved optimal.
    pub lower_bound: u32,
    /// Why the search stopped early, if it did.
    pub stopped: Option<StopReason>,
    /// Node counts, memory and time.
    pub stats: Stats,
}

impl SearchOutcome {
    /// Runs a search under a monitor.
    pub(crate) fn of(
        cells: usize,
        control: &Control,
        search: impl FnOnce(&mut Monitor) -> Result<Option<Moves>, StopReason>,
    ) -> SearchOutcome {
        let mut monitor = Monitor::new(cells, control);
        let found = search(&mut monitor);
        monitor.finish(found)
    }

    /// Returns the outcome of a search that was stopped before it began.
    pub(crate) fn stopped(reason: StopReason, control: &Control) -> SearchOutcome {
        let stats = Stats { elapsed: control.elapsed(), ..Stats::default() };
        SearchOutcome { moves: None, lower_bound: control.lower_bound(), stopped: Some(reason), stats }
    }

    /// Returns whether the search has proved that there is no solution.
    pub fn is_exhausted(&self) -> bool {
        self.moves.is_none() && self.stopped.is_none()
    }
}
