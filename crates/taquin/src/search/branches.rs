//! Parallel IDA*: the tree of each iteration is split into branches that threads take from a shared list.
//!
//! An iteration is complete before the next begins, so the solution length does not depend on the number of threads.
//! The node count of the last iteration does: it depends on which thread finds the goal first.

use super::deepening::{IterationMonitor, IterationResult, NodeCounts};
use super::monitor::Monitor;
use crate::control::{CancelToken, StopReason};
use crate::direction::Direction;
use crate::moves::Moves;
use crate::space::Workers;
use crate::trace::TraceEvent;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Branches per thread: many, because their sizes differ widely.
const FOR_EACH_THREAD: usize = 200;

/// A thread reports its counts after this many nodes.
const QUOTA: u32 = 1 << 12;

/// A subtree with the depth of its root and the moves that lead there.
#[derive(Clone)]
pub(super) struct Branch<S> {
    pub(super) subtree: S,
    pub(super) depth: u32,
    pub(super) moves: Vec<Direction>,
}

/// A tree split into branches, with their memory in bytes and the result of the nodes above them.
pub(super) struct SplitTree<S> {
    branches: VecDeque<Branch<S>>,
    bytes: u64,
    found: IterationResult,
}

/// Splits a tree into enough branches for all threads, or fewer if the tree is small; each takes about `branch_bytes`.
/// `expand` adds the children of a branch within the f-limit to a list. It returns the goal if it is among them,
/// otherwise the smallest f over the limit.
pub(super) fn split_tree<S: Clone>(
    whole: S,
    bound: u32,
    branch_bytes: u64,
    workers: Workers,
    monitor: &mut Monitor,
    mut expand: impl FnMut(&Branch<S>, &mut VecDeque<Branch<S>>, &mut Monitor) -> IterationResult,
) -> Result<SplitTree<S>, StopReason> {
    let mut branches = VecDeque::from([Branch { subtree: whole, depth: 0, moves: Vec::new() }]);
    let mut bytes = 0;
    let mut next_bound = u32::MAX;
    while branches.len() < FOR_EACH_THREAD * workers.count()
        && branches.front().is_some_and(|branch| branch.depth < bound)
        && let Some(branch) = branches.pop_front()
    {
        monitor.expand(branch.depth)?;
        match expand(&branch, &mut branches, monitor) {
            IterationResult::Exhausted => {}
            IterationResult::NextBound(next) => next_bound = next_bound.min(next),
            found @ IterationResult::Goal(_) => return Ok(SplitTree { branches, bytes, found }),
        }
        let now = (branches.len() as u64 * branch_bytes).max(bytes);
        monitor.keep(now - bytes)?;
        bytes = now;
    }
    Ok(SplitTree { branches, bytes, found: IterationResult::without_goal(next_bound) })
}

/// Runs iterations with increasing f-limits on several threads: splits the tree of each iteration and searches the
/// branches. Each thread keeps one path of nodes. The limits and results of `search` are relative to the root of its
/// branch.
pub(super) fn deepen_in_parallel<S: Send, N: Clone>(
    workers: Workers,
    mut bound: u32,
    is_admissible: bool,
    monitor: &mut Monitor,
    cut: impl Fn(u32, &mut Monitor) -> Result<SplitTree<S>, StopReason>,
    search: impl Fn(&S, u32, &mut Vec<N>, &mut ThreadMonitor) -> Result<IterationResult, StopReason> + Sync,
) -> Result<Option<Moves>, StopReason> {
    loop {
        if is_admissible {
            monitor.raise_lower_bound(bound);
        }
        let split = cut(bound, monitor)?;
        let mut bytes = split.bytes;
        let found = if matches!(split.found, IterationResult::Goal(_)) || split.branches.is_empty() {
            split.found
        } else {
            let paths = ((bound as usize + 1) * size_of::<N>() * workers.count()) as u64;
            monitor.keep(paths)?;
            bytes += paths;
            search_branches(split, bound, workers, monitor, &search)?
        };
        match found {
            IterationResult::Goal(moves) => return Ok(Some(moves)),
            IterationResult::NextBound(next) => bound = next,
            IterationResult::Exhausted => return Ok(None),
        }
        monitor.release(bytes);
    }
}

/// Searches the branches on all threads.
fn search_branches<S: Send, N: Clone>(
    SplitTree { branches, found, .. }: SplitTree<S>,
    bound: u32,
    workers: Workers,
    monitor: &mut Monitor,
    search: &(impl Fn(&S, u32, &mut Vec<N>, &mut ThreadMonitor) -> Result<IterationResult, StopReason> + Sync),
) -> Result<IterationResult, StopReason> {
    let next_bound =
        AtomicU32::new(if let IterationResult::NextBound(next) = found { next } else { u32::MAX });
    let branches = Mutex::new(branches.into_iter());
    let goal = on_threads(workers, monitor, |shared| {
        let mut path = Vec::new();
        // No thread panics while it holds the lock; if one did, this thread ends, too.
        while let Some(branch) = branches.lock().ok().and_then(|mut branches| branches.next()) {
            let Branch { subtree, depth, moves } = branch;
            match search(&subtree, bound - depth, &mut path, &mut ThreadMonitor { shared, depth }) {
                Err(_) => return None,
                Ok(IterationResult::Exhausted) => {}
                Ok(IterationResult::NextBound(next)) => {
                    next_bound.fetch_min(depth + next, Ordering::Relaxed);
                }
                Ok(IterationResult::Goal(rest)) => {
                    return Some(moves.into_iter().chain(rest.iter()).collect());
                }
            }
        }
        None
    })?;
    Ok(match goal {
        Some(moves) => IterationResult::Goal(moves),
        None => IterationResult::without_goal(next_bound.into_inner()),
    })
}

/// Runs `work` on all threads until it is done, one of them returns a solution, or the monitor stops them.
pub(super) fn on_threads(
    workers: Workers,
    monitor: &mut Monitor,
    work: impl Fn(&SharedCounters) -> Option<Moves> + Sync,
) -> Result<Option<Moves>, StopReason> {
    let goal = Mutex::new(None);
    let shared = SharedCounters { left: monitor.nodes_left().into(), ..SharedCounters::default() };
    let work = |_| {
        if let Some(moves) = work(&shared) {
            shared.stop.cancel();
            if let Ok(mut goal) = goal.lock() {
                *goal = Some(moves);
            }
        }
    };
    let polled = workers.supervise(&shared.stop, work, || {
        shared.flush(monitor);
        monitor.quota().map(|_| ())
    });
    shared.flush(monitor);
    match (goal.into_inner().ok().flatten(), polled) {
        (Some(moves), _) => Ok(Some(moves)),
        (None, Err(reason)) => Err(reason),
        (None, Ok(())) if shared.refused.into_inner() => Err(StopReason::Nodes),
        (None, Ok(())) => Ok(None),
    }
}

/// The counts that threads have reported and the monitor has not read yet, the remaining node quota, and the stop flag.
#[derive(Default)]
pub(super) struct SharedCounters {
    stop: CancelToken,
    left: AtomicU64,
    /// Whether a thread was refused a quota because the node limit was reached.
    refused: AtomicBool,
    expanded: AtomicU32,
    generated: AtomicU64,
    deepest: AtomicU32,
}

impl SharedCounters {
    /// Returns the monitor of one thread.
    pub(super) fn monitor(&self) -> ThreadMonitor<'_> {
        ThreadMonitor { shared: self, depth: 0 }
    }

    /// Stops all threads.
    pub(super) fn stop(&self) {
        self.stop.cancel();
    }

    fn flush(&self, monitor: &mut Monitor) {
        let expanded = self.expanded.swap(0, Ordering::Relaxed);
        let generated = self.generated.swap(0, Ordering::Relaxed);
        monitor.count(expanded, generated, self.deepest.load(Ordering::Relaxed));
    }
}

/// The monitor of a thread that searches a branch, which starts at a depth.
pub(super) struct ThreadMonitor<'a> {
    shared: &'a SharedCounters,
    depth: u32,
}

impl IterationMonitor for ThreadMonitor<'_> {
    fn count(&mut self, counts: NodeCounts) {
        self.shared.expanded.fetch_add(counts.expanded, Ordering::Relaxed);
        self.shared.generated.fetch_add(counts.generated, Ordering::Relaxed);
        self.shared.deepest.fetch_max(self.depth + counts.deepest as u32, Ordering::Relaxed);
    }

    fn quota(&mut self) -> Result<u32, StopReason> {
        if self.shared.stop.is_cancelled() {
            return Err(StopReason::Cancelled);
        }
        let take = |left: u64| left.checked_sub(left.min(QUOTA.into()));
        let before = self.shared.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        let allowed = before.unwrap_or_default().min(QUOTA.into()) as u32;
        if allowed == 0 {
            self.shared.refused.store(true, Ordering::Relaxed);
            return Err(StopReason::Cancelled);
        }
        Ok(allowed)
    }

    fn trace(&mut self, _event: impl FnOnce() -> TraceEvent) {}
}
