//! IDA*: depth-first search within an f-limit, repeated with the next larger limit.
//!
//! Stores only the current path. The counts are those of Korf's paper of 1985: `generated` counts every generated node
//! of all iterations, the root once; a node over the limit is generated but not expanded.
//!
//! The loop keeps its state in local variables instead of sharing `trail.rs`, which saves almost a third of the
//! instructions per node (`results/decisions.md`). The method called IDA* never uses duplicate pruning unless the
//! planner chooses it, so that its counts remain Korf's.

use super::deepening::{IterationMonitor, IterationResult, NodeCounts, deepen};
use super::dfs_path::trace_entry;
use super::outcome::SearchOutcome;
use super::root::{Root, slide_through};
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::geometry::Slide;
use crate::grid::Grid;
use crate::heuristic::Heuristic;
use crate::trace::{ChildStatus, TraceEvent};
use std::ops::RangeInclusive;

/// Runs IDA*. Finds an optimal solution if the heuristic is admissible. On an unsolvable puzzle it runs until a limit
/// stops it, except where every path ends (single rows and columns).
pub fn ida_star<G: Grid, H: Heuristic>(root: &Root<G>, heuristic: &H, control: &Control) -> SearchOutcome {
    ida_star_from(root, heuristic, 0, control)
}

/// Runs IDA* from a known lower bound: skips the iterations below it.
pub fn ida_star_from<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    lower_bound: u32,
    control: &Control,
) -> SearchOutcome {
    ida_star_within(root, heuristic, lower_bound..=u32::MAX, control)
}

/// Runs IDA* for solutions whose length is in `lengths`. If there is none, the outcome is
/// [exhausted](SearchOutcome::is_exhausted) and its lower bound is larger than the end of the range.
///
pub fn ida_star_within<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    lengths: RangeInclusive<u32>,
    control: &Control,
) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        let whole = Subtree::whole(root, heuristic);
        let bounds = heuristic.value(whole.acc).max(*lengths.start())..=*lengths.end();
        deepen(bounds, H::ADMISSIBLE, &whole.frame(), monitor, |bound, path, monitor| {
            if monitor.is_traced() {
                iteration::<G, H, _, true>(root, heuristic, &whole, bound, path, monitor)
            } else {
                iteration::<G, H, _, false>(root, heuristic, &whole, bound, path, monitor)
            }
        })
    })
}

/// The root of an iteration: a board, its accumulator, and its list of exits.
#[derive(Clone)]
pub(super) struct Subtree<G, A> {
    pub(super) grid: G,
    pub(super) acc: A,
    pub(super) exits: u32,
}

impl<G: Grid, A: Copy> Subtree<G, A> {
    /// Returns the whole tree.
    pub(super) fn whole<H: Heuristic<Acc = A>>(root: &Root<G>, heuristic: &H) -> Subtree<G, A> {
        let exits = root.geometry.first_successor(root.start.blank(), None);
        Subtree { grid: root.start.clone(), acc: heuristic.start(&root.start), exits }
    }

    /// Returns the frame that paths are filled with.
    pub(super) fn frame(&self) -> Frame<A> {
        Frame { acc: self.acc, blank: 0, next: 0, direction: Direction::Up }
    }
}

/// A node on the path, to be resumed when its child is done: its accumulator and blank, the index of its next exit, and
/// the move that led from it.
#[derive(Clone, Copy)]
pub(super) struct Frame<A> {
    acc: A,
    next: u32,
    blank: u16,
    direction: Direction,
}

/// Runs one iteration. The loop uses only local variables and `path`, which has room for any path within the limit.
/// Compiled twice, because tracing code costs the other loop registers.
pub(super) fn iteration<G: Grid, H: Heuristic, L: IterationMonitor, const TRACE: bool>(
    root: &Root<G>,
    heuristic: &H,
    subtree: &Subtree<G, H::Acc>,
    bound: u32,
    path: &mut [Frame<H::Acc>],
    monitor: &mut L,
) -> Result<IterationResult, StopReason> {
    let exits = root.geometry.successor_lists();
    let mut next_bound = u32::MAX;
    let Subtree { mut grid, mut acc, exits: mut next } = subtree.clone();
    let mut depth = 0;
    let mut blank = grid.blank();
    let mut counts = NodeCounts::default();
    let mut quota = 0;
    let mut entered = true;
    loop {
        if entered {
            if grid == root.goal {
                counts.flush(monitor);
                return Ok(IterationResult::Goal(
                    path[..depth].iter().map(|frame| frame.direction).collect(),
                ));
            }
            if counts.expanded == quota {
                counts.flush(monitor);
                quota = monitor.quota()?;
            }
            counts.expanded += 1;
            counts.deepest = counts.deepest.max(depth);
            if TRACE {
                trace_entry(root, &grid, depth as u32, heuristic.value(acc), 0, monitor);
            }
            entered = false;
        }
        let Some(exit) = exits[next as usize] else {
            if TRACE {
                monitor.trace(|| TraceEvent::Backtrack);
            }
            if depth == 0 {
                counts.flush(monitor);
                return Ok(IterationResult::without_goal(next_bound));
            }
            depth -= 1;
            let frame = path[depth];
            let to = blank;
            (acc, next, blank) = (frame.acc, frame.next, frame.blank.into());
            grid.slide(Slide {
                tile: grid.tile(blank),
                from: blank,
                to,
                direction: frame.direction.opposite(),
            });
            continue;
        };
        next += 1;
        let slide = slide_through(&grid, blank, exit);
        let g = depth as u32 + 1;
        counts.generated += 1;
        let child = match bound.checked_sub(g) {
            Some(most) => heuristic.step_within(&grid, acc, slide, most),
            None => Err(heuristic.value(heuristic.step(&grid, acc, slide))),
        };
        if TRACE {
            let (status, h) = match child {
                Ok(child) => (ChildStatus::Kept, heuristic.value(child)),
                Err(h) => (ChildStatus::OverBound, h),
            };
            monitor.trace(|| TraceEvent::Child { direction: slide.direction, g, h: Some(h), status });
        }
        let child = match child {
            Ok(child) => child,
            Err(h) => {
                next_bound = next_bound.min(g + h);
                continue;
            }
        };
        path[depth] = Frame { acc, next, blank: blank as u16, direction: slide.direction };
        depth += 1;
        grid.slide(slide);
        (acc, blank, next) = (child, slide.from, exit.next_list);
        entered = true;
    }
}
