//! Iterative deepening on f, shared by IDA* in moves and in pushes: iterations with increasing f-limits, and counts
//! that stay in registers.

use super::monitor::Monitor;
use crate::control::StopReason;
use crate::moves::Moves;
use crate::trace::TraceEvent;
use std::ops::RangeInclusive;

/// The result of an iteration.
pub(super) enum IterationResult {
    /// A path to the goal.
    Goal(Moves),
    /// No goal within the f-limit; the smallest f over it.
    NextBound(u32),
    /// No goal, and no node over the f-limit: the tree is exhausted.
    Exhausted,
}

impl IterationResult {
    /// Returns the result of an iteration without a goal, from the smallest f over the limit or `u32::MAX` if there was
    /// none.
    pub(super) fn without_goal(next_bound: u32) -> IterationResult {
        if next_bound == u32::MAX {
            IterationResult::Exhausted
        } else {
            IterationResult::NextBound(next_bound)
        }
    }
}

/// Runs iterations with increasing f-limits up to the end of `bounds`. Each limit is a lower bound if the heuristic is
/// admissible. `path` has room for any path within the limit, filled with copies of `root`.
pub(super) fn deepen<N: Clone>(
    bounds: RangeInclusive<u32>,
    is_admissible: bool,
    root: &N,
    monitor: &mut Monitor,
    mut iterate: impl FnMut(u32, &mut [N], &mut Monitor) -> Result<IterationResult, StopReason>,
) -> Result<Option<Moves>, StopReason> {
    let (mut bound, last) = bounds.into_inner();
    let mut path = Vec::new();
    loop {
        if is_admissible {
            monitor.raise_lower_bound(bound);
        }
        if bound > last {
            return Ok(None);
        }
        monitor.trace(|| TraceEvent::Iteration { bound });
        // A node within the f-limit is at most that deep.
        let more = bound as usize + 1 - path.len();
        monitor.make_room(&mut path, more)?;
        path.resize(bound as usize + 1, root.clone());
        match iterate(bound, &mut path, monitor)? {
            IterationResult::Goal(moves) => return Ok(Some(moves)),
            IterationResult::NextBound(next) => bound = next,
            IterationResult::Exhausted => return Ok(None),
        }
    }
}

/// The counts of an iteration since it last reported them.
#[derive(Default)]
pub(super) struct NodeCounts {
    pub(super) expanded: u32,
    pub(super) generated: u64,
    pub(super) deepest: usize,
}

impl NodeCounts {
    /// Reports the counts and resets them.
    pub(super) fn flush(&mut self, monitor: &mut impl IterationMonitor) {
        monitor.count(std::mem::take(self));
    }
}

/// Receives the counts of an iteration and limits how long it runs.
pub(super) trait IterationMonitor {
    fn count(&mut self, counts: NodeCounts);

    /// Returns how many nodes may be expanded before the next call.
    ///
    /// # Errors
    /// If the search must stop.
    fn quota(&mut self) -> Result<u32, StopReason>;

    /// Traces one step, if steps are traced.
    fn trace(&mut self, event: impl FnOnce() -> TraceEvent);
}

impl IterationMonitor for Monitor<'_> {
    fn count(&mut self, counts: NodeCounts) {
        Monitor::count(self, counts.expanded, counts.generated, counts.deepest as u32);
    }

    fn quota(&mut self) -> Result<u32, StopReason> {
        Monitor::quota(self)
    }

    #[inline]
    fn trace(&mut self, event: impl FnOnce() -> TraceEvent) {
        Monitor::trace(self, event);
    }
}
