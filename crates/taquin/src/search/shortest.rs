//! Every shortest solution, each once, when their length is known.
//!
//! A shortest path visits no board twice, and no path reaches the goal sooner: nothing needs to be remembered but the
//! path itself. The heuristic must be admissible, then it cuts only paths that would arrive too late.

use super::outcome::SearchOutcome;
use super::root::Root;
use super::trail::Trail;
use crate::control::{Control, StopReason};
use crate::grid::Grid;
use crate::heuristic::Heuristic;
use crate::moves::Moves;
use crate::trace::{ChildStatus, TraceEvent};
use std::ops::ControlFlow;

/// Gives every solution of `length` moves to `on_solution`, in the order of successors, until it breaks. It must be
/// known that no solution is shorter.
///
/// The ending is [`None`] when all were given.
pub fn all_shortest<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    length: u32,
    control: &Control,
    mut on_solution: impl FnMut(Moves) -> ControlFlow<()>,
) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        monitor.raise_lower_bound(length);
        let mut trail = Trail::new(root, heuristic.start(&root.start));
        if root.start == root.goal {
            let stops = on_solution(trail.moves()).is_break();
            return if stops { Err(StopReason::Cancelled) } else { Ok(None) };
        }
        let mut entered = true;
        loop {
            let depth = trail.depth();
            if std::mem::take(&mut entered) {
                trail.enter(root, heuristic.value(trail.acc()), monitor)?;
            }
            let Some(slide) = trail.next_slide() else {
                monitor.trace(|| TraceEvent::Backtrack);
                if trail.backtrack() {
                    continue;
                }
                return Ok(None);
            };
            let acc = heuristic.step(trail.grid(), trail.acc(), slide);
            let (g, h) = (depth + 1, heuristic.value(acc));
            monitor.stats.generated += 1;
            let mut status = ChildStatus::OverBound;
            if g + h <= length {
                trail.descend(slide, acc, monitor)?;
                status = if *trail.grid() == root.goal { ChildStatus::Goal } else { ChildStatus::Kept };
            }
            monitor.trace(|| TraceEvent::Child { direction: slide.direction, g, h: Some(h), status });
            entered = status == ChildStatus::Kept;
            if status == ChildStatus::Goal {
                if on_solution(trail.moves()).is_break() {
                    return Err(StopReason::Cancelled);
                }
                trail.backtrack();
            }
        }
    })
}
