//! Node counts, memory and time of a search.

use std::time::Duration;

/// The statistics of a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stats {
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated, the root included once. Undoing the last move counts only in searches that really do it.
    pub generated: u64,
    /// The largest number of open nodes; in depth-first searches, the longest path.
    pub max_queue: u64,
    /// The largest number of stored boards, open or closed.
    pub max_states: u64,
    /// The depth of the deepest expanded node.
    pub max_depth: u32,
    /// The depth of the deepest stored board; 0 for searches that store none.
    pub deepest_state: u32,
    /// The peak memory in bytes of nodes, tables and queues.
    pub bytes: u64,
    /// The elapsed time on the clock of the control.
    pub elapsed: Duration,
}

impl Stats {
    /// Adds the statistics of a later search, whose clock includes this one's time.
    #[must_use]
    pub(crate) fn followed_by(&self, next: &Stats) -> Stats {
        Stats {
            expanded: self.expanded + next.expanded,
            generated: self.generated + next.generated,
            max_queue: self.max_queue.max(next.max_queue),
            max_states: self.max_states.max(next.max_states),
            max_depth: self.max_depth.max(next.max_depth),
            deepest_state: self.deepest_state.max(next.deepest_state),
            bytes: self.bytes.max(next.bytes),
            elapsed: next.elapsed,
        }
    }
}
