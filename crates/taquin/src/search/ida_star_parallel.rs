//! IDA* on several threads: each iteration's tree is cut into many subtrees, which the threads take one by one.
//!
//! Whatever the threads do, an iteration is finished before the next begins; so the length is the same as with one
//! thread. How many nodes the last iteration needs depends on who is first to find the goal.

use super::deepening::{Deepened, Ledger, Tally};
use super::ida_star::{Subtree, deepen, ida_star_from};
use super::limits::{Limits, StopReason};
use super::monitor::Monitor;
use super::observer::{Event, Observer};
use super::outcome::{Ending, Outcome};
use super::root::{Root, slide_through};
use crate::direction::Direction;
use crate::grid::Grid;
use crate::heuristic::Heuristic;
use crate::moves::Moves;
use crate::space::Workers;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// So many subtrees for each thread even out their very different sizes.
const SUBTREES: usize = 200;

/// A thread tells what it has counted after so many nodes.
const ALLOWANCE: u32 = 1 << 12;

/// How often the observer is asked while the threads work.
const POLL: Duration = Duration::from_millis(5);

/// [`ida_star_from`] on several threads.
pub fn ida_star_parallel<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    proven: u32,
    workers: Workers,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Outcome {
    // A trace is a story of one thing after the other. Without the feature `parallel` there is one worker.
    if workers.count() == 1 || observer.wants_trace() {
        return ida_star_from(root, heuristic, proven, limits, observer);
    }
    Outcome::of(root.geometry.cells(), limits, observer, |monitor| {
        let whole = Subtree::whole(root, heuristic);
        let mut bound = heuristic.value(whole.acc).max(proven);
        loop {
            if H::ADMISSIBLE {
                monitor.raise_lower_bound(bound);
            }
            let cut = split(root, heuristic, &whole, bound, workers, monitor)?;
            let found = match cut.found {
                Deepened::Goal(_) => cut.found,
                _ => share(root, heuristic, bound, cut, workers, monitor)?,
            };
            match found {
                Deepened::Goal(moves) => return Ok(Ending::Solved(moves)),
                Deepened::NextBound(next) => bound = next,
                Deepened::Nothing => return Ok(Ending::Exhausted),
            }
        }
    })
}

/// A subtree and the moves that lead to it.
struct Branch<G, A> {
    subtree: Subtree<G, A>,
    moves: Vec<Direction>,
}

/// A tree that was cut: its branches, and what was found on the way to them.
struct Split<G, A> {
    branches: Vec<Branch<G, A>>,
    found: Deepened,
}

/// Cuts the tree into enough branches, or as many as there are.
fn split<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    whole: &Subtree<G, H::Acc>,
    bound: u32,
    workers: Workers,
    monitor: &mut Monitor,
) -> Result<Split<G, H::Acc>, StopReason> {
    let mut branches = vec![Branch { subtree: whole.clone(), moves: Vec::new() }];
    let mut next_bound = u32::MAX;
    let mut g = 0;
    if whole.grid == root.goal {
        return Ok(Split { branches, found: Deepened::Goal(Moves::default()) });
    }
    while !branches.is_empty() && branches.len() < SUBTREES * workers.count() && g < bound {
        g += 1;
        let mut deeper = Vec::with_capacity(branches.len() * 3);
        for Branch { subtree: Subtree { grid, acc, exits }, moves } in &branches {
            monitor.expand(g - 1)?;
            let blank = grid.blank();
            for exit in root.geometry.exit_lists()[*exits as usize..].iter().map_while(|exit| *exit) {
                monitor.stats.generated += 1;
                let slide = slide_through(grid, blank, exit);
                match heuristic.step_within(grid, *acc, slide, bound - g) {
                    Err(h) => next_bound = next_bound.min(g + h),
                    Ok(acc) => {
                        let mut grid = grid.clone();
                        grid.slide(slide);
                        let moves: Vec<Direction> = moves.iter().copied().chain([slide.direction]).collect();
                        if grid == root.goal {
                            let found = Deepened::Goal(moves.into_iter().collect());
                            return Ok(Split { branches: deeper, found });
                        }
                        deeper.push(Branch { subtree: Subtree { grid, acc, exits: exit.onward }, moves });
                    }
                }
            }
        }
        branches = deeper;
    }
    Ok(Split { branches, found: Deepened::beyond(next_bound) })
}

/// Searches the branches on all threads.
fn share<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    bound: u32,
    Split { branches, found }: Split<G, H::Acc>,
    workers: Workers,
    monitor: &mut Monitor,
) -> Result<Deepened, StopReason> {
    let next_bound = AtomicU32::new(if let Deepened::NextBound(next) = found { next } else { u32::MAX });
    let goal = Mutex::new(None);
    let common = Common::default();
    let branches = Mutex::new(branches.into_iter());
    let work = || {
        let mut path = Vec::new();
        loop {
            // Nobody panics while holding the lock; if a thread did, this one has nothing more to do.
            let Some(Branch { subtree, moves }) =
                branches.lock().ok().and_then(|mut branches| branches.next())
            else {
                return;
            };
            let g = moves.len() as u32;
            path.resize((bound - g) as usize + 1, subtree.frame());
            match deepen::<G, H, _, false>(root, heuristic, &subtree, bound - g, &mut path, &mut &common) {
                Err(_) => return,
                Ok(Deepened::Nothing) => {}
                Ok(Deepened::NextBound(next)) => {
                    next_bound.fetch_min(g + next, Ordering::Relaxed);
                }
                Ok(Deepened::Goal(rest)) => {
                    common.stop.store(true, Ordering::Relaxed);
                    if let Ok(mut goal) = goal.lock() {
                        *goal = Some(moves.into_iter().chain(rest.iter()).collect());
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
struct Common {
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
