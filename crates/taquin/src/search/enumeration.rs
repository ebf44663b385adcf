//! Bounded enumeration: every simple path to the goal whose length is in a range, each once.
//!
//! A simple path visits no board twice; in particular it ends when it first reaches the goal. The heuristic must be
//! admissible; then it prunes only paths that would be too long.

use super::dfs_path::DfsPath;
use super::outcome::SearchOutcome;
use super::root::Root;
use crate::control::{Control, StopReason};
use crate::grid::Grid;
use crate::heuristic::Heuristic;
use crate::moves::Moves;
use crate::trace::{ChildStatus, TraceEvent};
use std::ops::{ControlFlow, RangeInclusive};

/// Passes every solution whose length is in `lengths` to `on_solution`, in the order of successors, until it breaks.
///
/// The outcome is not stopped if all solutions were passed on.
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
        let mut path = DfsPath::new(root, start);
        if root.start == root.goal {
            let stops = lengths.contains(&0) && on_solution(path.moves()).is_break();
            return if stops { Err(StopReason::Cancelled) } else { Ok(None) };
        }
        let mut found_any = false;
        // The boards on the path before the last one, to detect cycles.
        let mut ancestors: Vec<G> = Vec::new();
        let mut entered = true;
        loop {
            let depth = path.depth();
            if entered {
                path.enter(root, heuristic.value(path.acc()), false, monitor)?;
            }
            entered = false;
            let Some(slide) = path.next_slide() else {
                monitor.trace(|| TraceEvent::Backtrack);
                monitor.release(ancestors.pop().map_or(0, |grid| grid.heap_bytes()));
                if path.backtrack() {
                    continue;
                }
                if !found_any {
                    monitor.raise_lower_bound(bound.saturating_add(1));
                }
                return Ok(None);
            };
            let acc = heuristic.step(path.grid(), path.acc(), slide);
            let (g, h) = (depth + 1, heuristic.value(acc));
            monitor.stats.generated += 1;
            let mut status = ChildStatus::OverBound;
            if g + h <= bound {
                let before = path.grid().clone();
                path.descend(slide, acc, monitor)?;
                // Boards an odd number of moves apart differ; the last ancestor is two moves back.
                let mut earlier = ancestors.iter().rev().step_by(2);
                status = if *path.grid() == root.goal {
                    ChildStatus::Goal
                } else if earlier.any(|grid| grid == path.grid()) {
                    ChildStatus::OnPath
                } else {
                    ChildStatus::Kept
                };
                if status == ChildStatus::Kept {
                    monitor.keep(before.heap_bytes())?;
                    monitor.make_room(&mut ancestors, 1)?;
                    ancestors.push(before);
                    entered = true;
                }
            }
            monitor.trace(|| TraceEvent::Child { direction: slide.direction, g, h: Some(h), status });
            if status == ChildStatus::Goal {
                found_any = true;
                if lengths.contains(&g) && on_solution(path.moves()).is_break() {
                    return Err(StopReason::Cancelled);
                }
            }
            if matches!(status, ChildStatus::Goal | ChildStatus::OnPath) {
                path.backtrack();
            }
        }
    })
}
