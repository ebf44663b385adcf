//! The branches of an iteration, which several threads take one by one.
//!
//! Whatever the threads do, an iteration is finished before the next begins; so the length is the same as with one
//! thread. How many nodes the last iteration needs depends on who is first to find the goal.

use super::deepening::{Counted, Counters, Deepened};
use super::monitor::Monitor;
use crate::control::{CancelToken, StopReason};
use crate::direction::Direction;
use crate::moves::Moves;
use crate::space::Workers;
use crate::trace::TraceEvent;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// So many branches for each thread even out their very different sizes.
const FOR_EACH_THREAD: usize = 200;

/// A thread tells what it has counted after so many nodes.
const QUOTA: u32 = 1 << 12;

/// A subtree, how deep its root lies, and the moves that lead there.
#[derive(Clone)]
pub(super) struct Branch<S> {
    pub(super) subtree: S,
    pub(super) depth: u32,
    pub(super) moves: Vec<Direction>,
}

/// A tree that was cut: its branches, what they take, and what was found on the way to them.
pub(super) struct Split<S> {
    branches: VecDeque<Branch<S>>,
    bytes: u64,
    found: Deepened,
}

/// Cuts a tree into enough branches, or as many as there are; each takes about `branch_bytes`. `grow` adds the children
/// of a branch that lie within the bound to a list, and gives the goal if it is among them and otherwise the smallest f
/// beyond the bound.
pub(super) fn split<S: Clone>(
    whole: S,
    bound: u32,
    branch_bytes: u64,
    workers: Workers,
    monitor: &mut Monitor,
    mut grow: impl FnMut(&Branch<S>, &mut VecDeque<Branch<S>>, &mut Monitor) -> Deepened,
) -> Result<Split<S>, StopReason> {
    let mut branches = VecDeque::from([Branch { subtree: whole, depth: 0, moves: Vec::new() }]);
    let mut bytes = 0;
    let mut next_bound = u32::MAX;
    while branches.len() < FOR_EACH_THREAD * workers.count()
        && branches.front().is_some_and(|branch| branch.depth < bound)
        && let Some(branch) = branches.pop_front()
    {
        monitor.expand(branch.depth)?;
        match grow(&branch, &mut branches, monitor) {
            Deepened::Nothing => {}
            Deepened::NextBound(next) => next_bound = next_bound.min(next),
            found @ Deepened::Goal(_) => return Ok(Split { branches, bytes, found }),
        }
        let now = (branches.len() as u64 * branch_bytes).max(bytes);
        monitor.keep(now - bytes)?;
        bytes = now;
    }
    Ok(Split { branches, bytes, found: Deepened::beyond(next_bound) })
}

/// Iterates with growing bounds on several threads: cuts the tree of each iteration, and searches the branches, for which
/// each thread keeps a path of nodes. What `search` is given and finds is counted from the root of the branch on.
pub(super) fn deepening_on<S: Send, N: Clone>(
    workers: Workers,
    mut bound: u32,
    is_admissible: bool,
    monitor: &mut Monitor,
    cut: impl Fn(u32, &mut Monitor) -> Result<Split<S>, StopReason>,
    search: impl Fn(&S, u32, &mut Vec<N>, &mut Share) -> Result<Deepened, StopReason> + Sync,
) -> Result<Option<Moves>, StopReason> {
    loop {
        if is_admissible {
            monitor.raise_lower_bound(bound);
        }
        let split = cut(bound, monitor)?;
        let mut bytes = split.bytes;
        let found = if matches!(split.found, Deepened::Goal(_)) || split.branches.is_empty() {
            split.found
        } else {
            let paths = ((bound as usize + 1) * size_of::<N>() * workers.count()) as u64;
            monitor.keep(paths)?;
            bytes += paths;
            share(split, bound, workers, monitor, &search)?
        };
        match found {
            Deepened::Goal(moves) => return Ok(Some(moves)),
            Deepened::NextBound(next) => bound = next,
            Deepened::Nothing => return Ok(None),
        }
        monitor.release(bytes);
    }
}

/// Searches the branches on all threads.
fn share<S: Send, N: Clone>(
    Split { branches, found, .. }: Split<S>,
    bound: u32,
    workers: Workers,
    monitor: &mut Monitor,
    search: &(impl Fn(&S, u32, &mut Vec<N>, &mut Share) -> Result<Deepened, StopReason> + Sync),
) -> Result<Deepened, StopReason> {
    let next_bound = AtomicU32::new(if let Deepened::NextBound(next) = found { next } else { u32::MAX });
    let goal = Mutex::new(None);
    let common = Common { left: monitor.nodes_left().into(), ..Common::default() };
    let branches = Mutex::new(branches.into_iter());
    let work = |_| {
        let mut path = Vec::new();
        loop {
            // Nobody panics while holding the lock; if a thread did, this one has nothing more to do.
            let Some(branch) = branches.lock().ok().and_then(|mut branches| branches.next()) else {
                return;
            };
            let Branch { subtree, depth, moves } = branch;
            match search(&subtree, bound - depth, &mut path, &mut Share { common: &common, depth }) {
                Err(_) => return,
                Ok(Deepened::Nothing) => {}
                Ok(Deepened::NextBound(next)) => {
                    next_bound.fetch_min(depth + next, Ordering::Relaxed);
                }
                Ok(Deepened::Goal(rest)) => {
                    common.stop.cancel();
                    if let Ok(mut goal) = goal.lock() {
                        *goal = Some(moves.into_iter().chain(rest.iter()).collect());
                    }
                    return;
                }
            }
        }
    };
    let polled = workers.supervise(&common.stop, work, || {
        common.hand_over(monitor);
        monitor.quota().map(|_| ())
    });
    common.hand_over(monitor);
    match (goal.into_inner().ok().flatten(), polled) {
        (Some(moves), _) => Ok(Deepened::Goal(moves)),
        (None, Err(reason)) => Err(reason),
        (None, Ok(())) if common.refused.into_inner() => Err(StopReason::Nodes),
        (None, Ok(())) => Ok(Deepened::beyond(next_bound.into_inner())),
    }
}

/// What the threads have counted and nobody has taken over yet, how many nodes they may still expand, and whether they
/// shall stop.
#[derive(Default)]
struct Common {
    stop: CancelToken,
    left: AtomicU64,
    /// Was there nothing left for somebody?
    refused: AtomicBool,
    expanded: AtomicU32,
    generated: AtomicU64,
    deepest: AtomicU32,
}

impl Common {
    fn hand_over(&self, monitor: &mut Monitor) {
        let expanded = self.expanded.swap(0, Ordering::Relaxed);
        let generated = self.generated.swap(0, Ordering::Relaxed);
        monitor.count(expanded, generated, self.deepest.load(Ordering::Relaxed));
    }
}

/// The counters of a thread that searches a branch at some depth.
pub(super) struct Share<'a> {
    common: &'a Common,
    depth: u32,
}

impl Counters for Share<'_> {
    fn count(&mut self, counted: Counted) {
        self.common.expanded.fetch_add(counted.expanded, Ordering::Relaxed);
        self.common.generated.fetch_add(counted.generated, Ordering::Relaxed);
        self.common.deepest.fetch_max(self.depth + counted.deepest as u32, Ordering::Relaxed);
    }

    fn quota(&mut self) -> Result<u32, StopReason> {
        if self.common.stop.is_cancelled() {
            return Err(StopReason::Cancelled);
        }
        let take = |left: u64| left.checked_sub(left.min(QUOTA.into()));
        let before = self.common.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        let allowed = before.unwrap_or_default().min(QUOTA.into()) as u32;
        if allowed == 0 {
            self.common.refused.store(true, Ordering::Relaxed);
            return Err(StopReason::Cancelled);
        }
        Ok(allowed)
    }

    fn expanded(&self) -> u64 {
        0
    }

    fn trace(&mut self, _event: impl FnOnce() -> TraceEvent) {}
}
