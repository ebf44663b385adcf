//! The counters of one search: nodes, memory, and the polling of its control.
//!
//! Invariant: a search never keeps more bytes than it has reserved, and never expands more nodes than allowed. The
//! control is polled only every few thousand nodes.
//!
//! It asks for memory before a search allocates it, and keeps the lower bound. A limit is an outcome of the search,
//! never an error.

use super::outcome::SearchOutcome;
use crate::control::{Control, Parts, Progress, StopReason};
use crate::moves::Moves;
use crate::stats::Stats;
use crate::trace::TraceEvent;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// From this many bytes a vector grows in smaller steps.
const LARGE: usize = 1 << 20;

pub(crate) struct Monitor<'a> {
    control: &'a Control<'a>,
    pub(crate) stats: Stats,
    pub(super) lower_bound: u32,
    is_traced: bool,
    /// Bytes kept now; the peak is in the statistics.
    kept: u64,
    until_poll: u32,
    poll_interval: u32,
    /// The parts of the current iteration.
    pub(crate) parts: Arc<PartCounter>,
}

/// Counts the parts of an iteration that threads have done.
#[derive(Debug, Default)]
pub(crate) struct PartCounter {
    done: AtomicU32,
    all: AtomicU32,
}

impl PartCounter {
    /// Begins an iteration of which some parts are done; `all` is 0 if it is not divided.
    pub(crate) fn begin(&self, done: u32, all: u32) {
        self.done.store(done, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
    }

    /// Counts a part that is done.
    pub(crate) fn count(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    fn now(&self) -> Option<Parts> {
        let (done, all) = (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed));
        (all > 0).then_some(Parts { done, all })
    }
}

impl<'a> Monitor<'a> {
    pub(crate) fn new(cells: usize, control: &'a Control<'a>) -> Monitor<'a> {
        Monitor {
            control,
            // Every search starts with its root on the open list.
            stats: Stats { generated: 1, max_queue: 1, ..Stats::default() },
            lower_bound: 0,
            is_traced: control.is_traced(),
            kept: 0,
            parts: Arc::default(),
            until_poll: 0,
            // Nodes of a large board take longer: keep the time between two polls about the same.
            poll_interval: ((1 << 18) / cells as u32).clamp(64, 1 << 14),
        }
    }

    pub(crate) fn control(&self) -> &'a Control<'a> {
        self.control
    }

    /// Counts one expanded node.
    ///
    /// # Errors
    /// If the search must stop.
    #[inline]
    pub(super) fn expand(&mut self, depth: u32) -> Result<(), StopReason> {
        if self.until_poll == 0 {
            self.poll()?;
        }
        self.until_poll -= 1;
        self.stats.expanded += 1;
        self.stats.max_depth = self.stats.max_depth.max(depth);
        Ok(())
    }

    /// Counts many nodes at once, for a loop that counts in registers.
    pub(crate) fn count(&mut self, expanded: u32, generated: u64, depth: u32) {
        self.stats.expanded += u64::from(expanded);
        self.stats.generated += generated;
        self.stats.max_depth = self.stats.max_depth.max(depth);
        self.queue(depth as usize + 1);
    }

    /// Returns how many nodes such a loop may expand before it must report its counts.
    ///
    /// # Errors
    /// If the search must stop.
    pub(crate) fn quota(&mut self) -> Result<u32, StopReason> {
        self.poll()?;
        Ok(std::mem::take(&mut self.until_poll))
    }

    #[cold]
    fn poll(&mut self) -> Result<(), StopReason> {
        let left = self.nodes_left();
        if left == 0 {
            return Err(StopReason::Nodes);
        }
        self.check()?;
        self.until_poll = left.min(self.poll_interval.into()) as u32;
        Ok(())
    }

    /// Polls the control, for long work that does not expand nodes.
    pub(crate) fn check(&self) -> Result<(), StopReason> {
        self.control.poll(&Progress {
            stats: self.stats,
            lower_bound: self.lower_bound,
            parts: self.parts.now(),
        })
    }

    /// Returns how many nodes may still be expanded.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.control.budget().nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.stats.expanded))
    }

    /// Records the length of the open list.
    #[inline]
    pub(super) fn queue(&mut self, length: usize) {
        self.stats.max_queue = self.stats.max_queue.max(length as u64);
    }

    /// Records a stored board and its depth.
    #[inline]
    pub(super) fn keep_state(&mut self, depth: u32) {
        self.stats.max_states += 1;
        self.stats.deepest_state = self.stats.deepest_state.max(depth);
    }

    /// Raises the lower bound, unless it is larger already.
    pub(crate) fn raise_lower_bound(&mut self, bound: u32) {
        self.lower_bound = self.lower_bound.max(bound);
    }

    /// Reserves memory.
    ///
    /// # Errors
    /// If the memory limit is reached.
    pub(crate) fn keep(&mut self, bytes: u64) -> Result<(), StopReason> {
        let kept = self.kept + bytes;
        if self.control.budget().memory.is_some_and(|limit| kept > limit) {
            return Err(StopReason::Memory);
        }
        self.kept = kept;
        self.stats.bytes = self.stats.bytes.max(kept);
        Ok(())
    }

    /// Releases reserved memory.
    pub(crate) fn release(&mut self, bytes: u64) {
        self.kept -= bytes;
    }

    /// Makes room for `more` elements and reserves their memory. A large vector grows by an eighth instead of doubling,
    /// which keeps what is allocated close to what is used.
    #[inline]
    pub(super) fn make_room<T>(&mut self, vec: &mut Vec<T>, more: usize) -> Result<(), StopReason> {
        if vec.capacity() - vec.len() >= more { Ok(()) } else { self.grow(vec, more) }
    }

    #[cold]
    fn grow<T>(&mut self, vec: &mut Vec<T>, more: usize) -> Result<(), StopReason> {
        let spare = vec.capacity() - vec.len();
        let large = vec.capacity() * size_of::<T>() >= LARGE;
        let usual = if large { vec.capacity() / 8 } else { vec.capacity() };
        let added = usual.max(64).max(more - spare);
        self.keep((added * size_of::<T>()) as u64)?;
        vec.reserve_exact(spare + added);
        Ok(())
    }

    /// Returns whether steps are traced.
    pub(super) fn is_traced(&self) -> bool {
        self.is_traced
    }

    /// Traces one step, if steps are traced.
    #[inline]
    pub(super) fn trace(&self, event: impl FnOnce() -> TraceEvent) {
        if self.is_traced {
            self.control.trace(&event());
        }
    }

    /// Returns the outcome with the final counts.
    pub(crate) fn finish(self, found: Result<Option<Moves>, StopReason>) -> SearchOutcome {
        let elapsed = self.control.elapsed();
        // A search without a closed list stores only its path, whose boards are its open nodes.
        let max_states = self.stats.max_states.max(self.stats.max_queue);
        let stats = Stats { elapsed, max_states, ..self.stats };
        let (moves, stopped) = match found {
            Ok(moves) => (moves, None),
            Err(reason) => (None, Some(reason)),
        };
        SearchOutcome { moves, lower_bound: self.lower_bound, stopped, stats }
    }
}
