//! All optimal solutions, each once, when their length is known.
//!
//! An optimal path visits no board twice, and no path reaches the goal earlier: only the path itself needs to be
//! stored. The heuristic must be admissible; then it prunes only paths that would be too long.

use super::dfs_path::DfsPath;
use super::outcome::SearchOutcome;
use super::root::Root;
use crate::control::{Control, StopReason};
use crate::grid::Grid;
use crate::heuristic::Heuristic;
use crate::moves::Moves;
use crate::trace::{ChildStatus, TraceEvent};
use std::ops::ControlFlow;

/// Passes every solution of `length` moves to `on_solution`, in the order of successors, until it breaks. `length` must
/// be the optimal length.
///
/// The outcome is not stopped if all solutions were passed on.
pub fn all_shortest<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    length: u32,
    control: &Control,
    mut on_solution: impl FnMut(Moves) -> ControlFlow<()>,
) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        monitor.raise_lower_bound(length);
        let mut path = DfsPath::new(root, heuristic.start(&root.start));
        if root.start == root.goal {
            let stops = on_solution(path.moves()).is_break();
            return if stops { Err(StopReason::Cancelled) } else { Ok(None) };
        }
        let mut entered = true;
        loop {
            let depth = path.depth();
            if std::mem::take(&mut entered) {
                path.enter(root, heuristic.value(path.acc()), false, monitor)?;
            }
            let Some(slide) = path.next_slide() else {
                monitor.trace(|| TraceEvent::Backtrack);
                if path.backtrack() {
                    continue;
                }
                return Ok(None);
            };
            let acc = heuristic.step(path.grid(), path.acc(), slide);
            let (g, h) = (depth + 1, heuristic.value(acc));
            monitor.stats.generated += 1;
            let mut status = ChildStatus::OverBound;
            if g + h <= length {
                path.descend(slide, acc, monitor)?;
                status = if *path.grid() == root.goal { ChildStatus::Goal } else { ChildStatus::Kept };
            }
            monitor.trace(|| TraceEvent::Child { direction: slide.direction, g, h: Some(h), status });
            entered = status == ChildStatus::Kept;
            if status == ChildStatus::Goal {
                if on_solution(path.moves()).is_break() {
                    return Err(StopReason::Cancelled);
                }
                path.backtrack();
            }
        }
    })
}
