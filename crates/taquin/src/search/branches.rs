//! The branches of an iteration, which several threads take one by one.
//!
//! Whatever the threads do, an iteration is finished before the next begins; so the length is the same as with one
//! thread. How many nodes the last iteration needs depends on who is first to find the goal.

use super::deepening::{Deepened, Ledger, Tally};
use super::limits::StopReason;
use super::monitor::Monitor;
use super::observer::Event;
use super::outcome::Ending;
use crate::direction::Direction;
use crate::space::Workers;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// So many branches for each thread even out their very different sizes.
const FOR_EACH_THREAD: usize = 200;

/// A thread tells what it has counted after so many nodes.
const ALLOWANCE: u32 = 1 << 12;

/// How often the observer is asked while the threads work.
const POLL: Duration = Duration::from_millis(5);

/// A subtree and the moves that lead to it.
#[derive(Clone)]
pub(super) struct Branch<S> {
    pub(super) subtree: S,
    pub(super) moves: Vec<Direction>,
}

/// A tree that was cut: its branches, and what was found on the way to them.
pub(super) struct Split<S> {
    pub(super) branches: Vec<Branch<S>>,
    pub(super) found: Deepened,
}

/// Cuts a tree into enough branches, or as many as there are. `grow` adds the children of a branch that lie within the
/// bound to a list, and gives the goal if it is among them and otherwise the smallest f beyond the bound.
pub(super) fn split<S: Clone>(
    whole: S,
    bound: u32,
    workers: Workers,
    monitor: &mut Monitor,
    mut grow: impl FnMut(&Branch<S>, &mut Vec<Branch<S>>, &mut Monitor) -> Deepened,
) -> Result<Split<S>, StopReason> {
    let mut branches = vec![Branch { subtree: whole, moves: Vec::new() }];
    let mut next_bound = u32::MAX;
    let mut depth = 0;
    while !branches.is_empty() && branches.len() < FOR_EACH_THREAD * workers.count() && depth < bound {
        let mut deeper = Vec::with_capacity(branches.len() * 3);
        for branch in &branches {
            monitor.expand(depth)?;
            match grow(branch, &mut deeper, monitor) {
                Deepened::Nothing => {}
                Deepened::NextBound(next) => next_bound = next_bound.min(next),
                found @ Deepened::Goal(_) => return Ok(Split { branches: deeper, found }),
            }
        }
        branches = deeper;
        depth += 1;
    }
    Ok(Split { branches, found: Deepened::beyond(next_bound) })
}

/// Iterates with growing bounds on several threads: cuts the tree of each iteration, and searches the branches. What
/// `search` finds is counted from the branch on.
pub(super) fn deepening_on<S: Send>(
    workers: Workers,
    mut bound: u32,
    is_admissible: bool,
    monitor: &mut Monitor,
    cut: impl Fn(u32, &mut Monitor) -> Result<Split<S>, StopReason>,
    search: impl Fn(&Branch<S>, u32, &mut &Common) -> Result<Deepened, StopReason> + Sync,
) -> Result<Ending, StopReason> {
    loop {
        if is_admissible {
            monitor.raise_lower_bound(bound);
        }
        let split = cut(bound, monitor)?;
        let found = match split.found {
            Deepened::Goal(_) => split.found,
            _ => share(split, workers, monitor, |branch, common| search(branch, bound, common))?,
        };
        match found {
            Deepened::Goal(moves) => return Ok(Ending::Solved(moves)),
            Deepened::NextBound(next) => bound = next,
            Deepened::Nothing => return Ok(Ending::Exhausted),
        }
    }
}

/// Searches the branches on all threads.
fn share<S: Send>(
    Split { branches, found }: Split<S>,
    workers: Workers,
    monitor: &mut Monitor,
    search: impl Fn(&Branch<S>, &mut &Common) -> Result<Deepened, StopReason> + Sync,
) -> Result<Deepened, StopReason> {
    let next_bound = AtomicU32::new(if let Deepened::NextBound(next) = found { next } else { u32::MAX });
    let goal = Mutex::new(None);
    let common = Common::default();
    let branches = Mutex::new(branches.into_iter());
    let work = || {
        loop {
            // Nobody panics while holding the lock; if a thread did, this one has nothing more to do.
            let Some(branch) = branches.lock().ok().and_then(|mut branches| branches.next()) else {
                return;
            };
            match search(&branch, &mut &common) {
                Err(_) => return,
                Ok(Deepened::Nothing) => {}
                Ok(Deepened::NextBound(next)) => {
                    next_bound.fetch_min(next, Ordering::Relaxed);
                }
                Ok(Deepened::Goal(rest)) => {
                    common.stop.store(true, Ordering::Relaxed);
                    if let Ok(mut goal) = goal.lock() {
                        *goal = Some(branch.moves.into_iter().chain(rest.iter()).collect());
                    }
                    return;
                }
            }
        }
    };
    let stopped = std::thread::scope(|scope| {
        let (done, finished) = mpsc::channel();
        for _ in 0..workers.count() {
            let (done, work) = (done.clone(), &work);
            scope.spawn(move || {
                work();
                // Whoever no longer listens need not be told.
                let _ = done.send(());
            });
        }
        drop(done);
        let mut stopped = None;
        let mut running = workers.count();
        while running > 0 {
            match finished.recv_timeout(POLL) {
                Ok(()) => running -= 1,
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            common.hand_over(monitor);
            if stopped.is_none()
                && let Err(reason) = monitor.allowance()
            {
                stopped = Some(reason);
                common.stop.store(true, Ordering::Relaxed);
            }
        }
        stopped
    });
    common.hand_over(monitor);
    match (goal.into_inner().ok().flatten(), stopped) {
        (Some(moves), _) => Ok(Deepened::Goal(moves)),
        (None, Some(reason)) => Err(reason),
        (None, None) => Ok(Deepened::beyond(next_bound.into_inner())),
    }
}

/// What the threads have counted and nobody has taken over yet, and whether they shall stop.
#[derive(Default)]
pub(super) struct Common {
    stop: AtomicBool,
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

impl Ledger for &Common {
    fn count(&mut self, tally: Tally) {
        self.expanded.fetch_add(tally.expanded, Ordering::Relaxed);
        self.generated.fetch_add(tally.generated, Ordering::Relaxed);
        self.deepest.fetch_max(tally.deepest as u32, Ordering::Relaxed);
    }

    fn allowance(&mut self) -> Result<u32, StopReason> {
        if self.stop.load(Ordering::Relaxed) { Err(StopReason::Asked) } else { Ok(ALLOWANCE) }
    }

    fn expanded(&self) -> u64 {
        0
    }

    fn trace(&mut self, _event: impl FnOnce() -> Event) {}
}
