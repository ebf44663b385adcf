//! Bounded enumeration: every simple path to the goal whose length lies in a window, each once.
//!
//! A simple path visits no board twice; in particular it ends when it first reaches the goal. The heuristic, which
//! must be admissible, cuts paths that could not arrive in time, so nothing is lost.

use super::outcome::SearchOutcome;
use super::root::Root;
use super::trail::Trail;
use crate::control::{Control, StopReason};
use crate::grid::Grid;
use crate::heuristic::Heuristic;
use crate::moves::Moves;
use crate::trace::{ChildStatus, TraceEvent};
use std::ops::{ControlFlow, RangeInclusive};

/// Gives every solution whose number of moves is one of `lengths` to `on_solution`, in the order of successors, until it breaks.
///
/// The ending is [`None`] when all were given.
pub fn enumerate<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    lengths: &RangeInclusive<u32>,
    control: &Control,
    mut on_solution: impl FnMut(Moves) -> ControlFlow<()>,
) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        let bound = *lengths.end();
        let start = heuristic.start(&root.start);
        monitor.raise_lower_bound(heuristic.value(start));
        if heuristic.value(start) > bound {
            return Ok(None);
        }
        let mut trail = Trail::new(root, start);
        if root.start == root.goal {
            let stops = lengths.contains(&0) && on_solution(trail.moves()).is_break();
            return if stops { Err(StopReason::Cancelled) } else { Ok(None) };
        }
        let mut found_any = false;
        // The boards on the path below the last one, to recognise a circle.
        let mut path: Vec<G> = Vec::new();
        let mut entered = true;
        loop {
            let depth = trail.depth();
            if entered {
                trail.enter(root, heuristic.value(trail.acc()), monitor)?;
            }
            entered = false;
            let Some(slide) = trail.next_slide() else {
                monitor.trace(|| TraceEvent::Backtrack);
                monitor.release(path.pop().map_or(0, |grid| grid.heap_bytes()));
                if trail.backtrack() {
                    continue;
                }
                if !found_any {
                    monitor.raise_lower_bound(bound.saturating_add(1));
                }
                return Ok(None);
            };
            let acc = heuristic.step(trail.grid(), trail.acc(), slide);
            let (g, h) = (depth + 1, heuristic.value(acc));
            monitor.stats.generated += 1;
            let mut status = ChildStatus::OverBound;
            if g + h <= bound {
                let before = trail.grid().clone();
                trail.descend(slide, acc, monitor)?;
                // Boards an odd number of moves apart are never the same; the last of the path is two moves back.
                let mut earlier = path.iter().rev().step_by(2);
                status = if *trail.grid() == root.goal {
                    ChildStatus::Goal
                } else if earlier.any(|grid| grid == trail.grid()) {
                    ChildStatus::OnPath
                } else {
                    ChildStatus::Kept
                };
                if status == ChildStatus::Kept {
                    monitor.keep(before.heap_bytes())?;
                    monitor.make_room(&mut path, 1)?;
                    path.push(before);
                    entered = true;
                }
            }
            monitor.trace(|| TraceEvent::Child { direction: slide.direction, g, h: Some(h), status });
            if status == ChildStatus::Goal {
                found_any = true;
                if lengths.contains(&g) && on_solution(trail.moves()).is_break() {
                    return Err(StopReason::Cancelled);
                }
            }
            if matches!(status, ChildStatus::Goal | ChildStatus::OnPath) {
                trail.backtrack();
            }
        }
    })
}
