//! IDA*: depth-first search within a bound on f, again and again with the next larger one.
//!
//! Keeps nothing but the present path. The counts are those of Korf's paper of 1985: `generated` counts every node
//! that was made in all iterations, the root once; a node beyond the bound is made, but not expanded.
//!
//! The loop keeps its state in local variables instead of sharing `trail.rs`, which saves almost a third of the
//! instructions per node (`results/decisions.md`). The method called IDA* never uses duplicate pruning unless the
//! planner chooses it, so that its counts remain Korf's.

use super::deepening::{Counted, Counters, Deepened, deepening};
use super::outcome::SearchOutcome;
use super::root::{Root, slide_through};
use super::trail::trace_entry;
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::geometry::Slide;
use crate::grid::Grid;
use crate::heuristic::Heuristic;
use crate::trace::{ChildStatus, TraceEvent};
use std::ops::RangeInclusive;

/// Iterative deepening on f. Finds a shortest solution if the heuristic is admissible. On a start that cannot
/// reach the goal it goes on until a limit stops it, except where all paths end (single rows and columns).
pub fn ida_star<G: Grid, H: Heuristic>(root: &Root<G>, heuristic: &H, control: &Control) -> SearchOutcome {
    ida_star_from(root, heuristic, 0, control)
}

/// The same where it is known that no solution is shorter than `proven`: iterations below are left out.
pub fn ida_star_from<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    proven: u32,
    control: &Control,
) -> SearchOutcome {
    ida_star_within(root, heuristic, proven..=u32::MAX, control)
}

/// The same for solutions that are not longer than the end of `lengths`: if there is none, it is [exhausted], and the
/// lower bound is beyond.
///
/// [exhausted]: super::None
pub fn ida_star_within<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    lengths: RangeInclusive<u32>,
    control: &Control,
) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        let whole = Subtree::whole(root, heuristic);
        let bounds = heuristic.value(whole.acc).max(*lengths.start())..=*lengths.end();
        deepening(bounds, H::ADMISSIBLE, &whole.frame(), monitor, |bound, path, monitor| {
            if monitor.is_traced() {
                deepen::<G, H, _, true>(root, heuristic, &whole, bound, path, monitor)
            } else {
                deepen::<G, H, _, false>(root, heuristic, &whole, bound, path, monitor)
            }
        })
    })
}

/// Where an iteration starts: a board, its accumulator, and the list of exits that may be taken from it.
#[derive(Clone)]
pub(super) struct Subtree<G, A> {
    pub(super) grid: G,
    pub(super) acc: A,
    pub(super) exits: u32,
}

impl<G: Grid, A: Copy> Subtree<G, A> {
    /// The whole tree.
    pub(super) fn whole<H: Heuristic<Acc = A>>(root: &Root<G>, heuristic: &H) -> Subtree<G, A> {
        let exits = root.geometry.first_successor(root.start.blank(), None);
        Subtree { grid: root.start.clone(), acc: heuristic.start(&root.start), exits }
    }

    /// What paths are filled up with before they are walked.
    pub(super) fn frame(&self) -> Frame<A> {
        Frame { acc: self.acc, blank: 0, next: 0, direction: Direction::Up }
    }
}

/// What there is to know of a node on the path when its child is done: its accumulator and blank, the number of
/// its next exit, and the move that led from it.
#[derive(Clone, Copy)]
pub(super) struct Frame<A> {
    acc: A,
    next: u32,
    blank: u16,
    direction: Direction,
}

/// One iteration. Everything the loop needs is in local variables and in `path`, which has room for any path
/// within the bound. Compiled twice, because code that is only there for tracing costs the other loop registers.
pub(super) fn deepen<G: Grid, H: Heuristic, L: Counters, const TRACE: bool>(
    root: &Root<G>,
    heuristic: &H,
    subtree: &Subtree<G, H::Acc>,
    bound: u32,
    path: &mut [Frame<H::Acc>],
    counters: &mut L,
) -> Result<Deepened, StopReason> {
    let exits = root.geometry.successor_lists();
    let mut next_bound = u32::MAX;
    let Subtree { mut grid, mut acc, exits: mut next } = subtree.clone();
    let mut depth = 0;
    let mut blank = grid.blank();
    let mut counted = Counted::default();
    let mut quota = 0;
    let mut entered = true;
    loop {
        if entered {
            if grid == root.goal {
                counted.tell(counters);
                return Ok(Deepened::Goal(path[..depth].iter().map(|frame| frame.direction).collect()));
            }
            if counted.expanded == quota {
                counted.tell(counters);
                quota = counters.quota()?;
            }
            counted.expanded += 1;
            counted.deepest = counted.deepest.max(depth);
            if TRACE {
                let expanded = counters.expanded() + u64::from(counted.expanded);
                trace_entry(root, &grid, depth as u32, heuristic.value(acc), expanded, counters);
            }
            entered = false;
        }
        let Some(exit) = exits[next as usize] else {
            if TRACE {
                counters.trace(|| TraceEvent::Backtrack);
            }
            if depth == 0 {
                counted.tell(counters);
                return Ok(Deepened::beyond(next_bound));
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
        counted.generated += 1;
        let child = match bound.checked_sub(g) {
            Some(most) => heuristic.step_within(&grid, acc, slide, most),
            None => Err(heuristic.value(heuristic.step(&grid, acc, slide))),
        };
        if TRACE {
            let (status, h) = match child {
                Ok(child) => (ChildStatus::Kept, heuristic.value(child)),
                Err(h) => (ChildStatus::OverBound, h),
            };
            counters.trace(|| TraceEvent::Child { direction: slide.direction, g, h: Some(h), status });
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
