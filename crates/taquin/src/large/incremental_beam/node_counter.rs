//! Counts the nodes of a run, and polls.

use crate::control::{Control, StopReason};
use crate::search::Monitor;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many nodes are expanded between two polls.
const INTERVAL: u64 = 1 << 14;

/// Counts the nodes of a run and polls whenever enough have been expanded.
pub(super) struct NodeCounter<'a, 'm> {
    pending: u64,
    interval: u64,
    target: Target<'a, 'm>,
}

enum Target<'a, 'm> {
    /// The caller's thread: counts where limits are kept.
    Monitor(&'a mut Monitor<'m>),
    /// A worker: the caller's thread collects the count, and its control has no callbacks.
    Shared { expanded: &'a AtomicU64, control: &'a Control<'a> },
}

impl<'a, 'm> NodeCounter<'a, 'm> {
    /// On the caller's thread. A node limit is kept exactly: every layer is counted before it is expanded.
    pub(super) fn exact(monitor: &'a mut Monitor<'m>) -> NodeCounter<'a, 'm> {
        let interval = if monitor.nodes_left() == u64::MAX { INTERVAL } else { 0 };
        NodeCounter { pending: 0, interval, target: Target::Monitor(monitor) }
    }

    /// On a worker's thread.
    pub(super) fn shared(expanded: &'a AtomicU64, control: &'a Control<'a>) -> NodeCounter<'a, 'm> {
        NodeCounter { pending: 0, interval: INTERVAL, target: Target::Shared { expanded, control } }
    }

    /// Counts the states of a layer that is about to be expanded.
    pub(super) fn add(&mut self, states: usize) -> Result<(), StopReason> {
        self.pending += states as u64;
        if self.pending < self.interval { Ok(()) } else { self.poll() }
    }

    /// Reports what was counted, and polls.
    pub(super) fn poll(&mut self) -> Result<(), StopReason> {
        let count = std::mem::take(&mut self.pending);
        match &mut self.target {
            Target::Monitor(monitor) => count_nodes(monitor, count),
            Target::Shared { expanded, control } => {
                expanded.fetch_add(count, Ordering::Relaxed);
                control.check()
            }
        }
    }
}

/// Counts nodes, unless there are fewer left, and polls.
pub(super) fn count_nodes(monitor: &mut Monitor, count: u64) -> Result<(), StopReason> {
    if monitor.nodes_left() < count {
        return Err(StopReason::Nodes);
    }
    monitor.count(count.min(u64::from(u32::MAX)) as u32, count, 0);
    monitor.quota().map(|_| ())
}
