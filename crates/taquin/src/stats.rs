//! What a search did, counted honestly.

use std::time::Duration;

/// The counts of one search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stats {
    /// Nodes whose children were made.
    pub expanded: u64,
    /// Nodes made, the root included once. The step straight back counts only where the search really takes it.
    pub generated: u64,
    /// The most nodes that ever waited at once: a queue's, or a depth-first search's path.
    pub max_queue: u64,
    /// The most boards ever kept at once, waiting or done with.
    pub max_states: u64,
    /// The deepest node expanded.
    pub max_depth: u32,
    /// The deepest board ever kept; 0 for searches that keep none.
    pub deepest_state: u32,
    /// The most bytes ever kept at once for nodes, tables and queues.
    pub bytes: u64,
    /// The time it took on the clock of the limits.
    pub elapsed: Duration,
}

impl Stats {
    /// The counts of one search and another after it, which has the clock.
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
