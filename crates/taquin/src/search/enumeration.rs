//! Bounded enumeration: every simple path to the goal of at most so many moves, each once.
//!
//! A simple path visits no board twice; in particular it ends when it first reaches the goal. The Manhattan
//! distance cuts paths that could not arrive in time, so nothing is lost.

use super::limits::{Limits, StopReason};
use super::observer::{Event, Fate, Observer};
use super::outcome::{Ending, Outcome};
use super::root::Root;
use super::trail::Trail;
use crate::grid::Grid;
use crate::heuristic::{Heuristic, Manhattan};
use crate::moves::Moves;
use std::ops::ControlFlow;

/// Gives every solution of at most `bound` moves to `on_solution`, in the order of successors, until it breaks.
///
/// The ending is [`Ending::Exhausted`] when all were given.
pub fn enumerate<G: Grid>(
    root: &Root<G>,
    manhattan: &Manhattan,
    bound: u32,
    limits: &Limits,
    observer: &mut dyn Observer,
    mut on_solution: impl FnMut(Moves) -> ControlFlow<()>,
) -> Outcome {
    Outcome::of(root.geometry.cells(), limits, observer, |monitor| {
        let start = manhattan.start(&root.start);
        monitor.raise_lower_bound(manhattan.value(start));
        if manhattan.value(start) > bound {
            return Ok(Ending::Exhausted);
        }
        let mut trail = Trail::new(root, start);
        if root.start == root.goal {
            return match on_solution(trail.moves()) {
                ControlFlow::Continue(()) => Ok(Ending::Exhausted),
                ControlFlow::Break(()) => Err(StopReason::Asked),
            };
        }
        let mut found_any = false;
        // The boards on the path below the last one, to recognise a circle.
        let mut path: Vec<G> = Vec::new();
        let mut entered = true;
        loop {
            let depth = trail.depth();
            if entered {
                trail.enter(root, manhattan.value(trail.acc()), monitor)?;
            }
            entered = false;
            let Some(slide) = trail.next_slide() else {
                monitor.trace(|| Event::Backtrack);
                monitor.release(path.pop().map_or(0, |grid| grid.heap_bytes()));
                if trail.backtrack() {
                    continue;
                }
                if !found_any {
                    monitor.raise_lower_bound(bound.saturating_add(1));
                }
                return Ok(Ending::Exhausted);
            };
            let acc = manhattan.step(trail.grid(), trail.acc(), slide);
            let (g, h) = (depth + 1, manhattan.value(acc));
            monitor.stats.generated += 1;
            let mut fate = Fate::OverBound;
            if g + h <= bound {
                let before = trail.grid().clone();
                trail.descend(slide, acc, monitor)?;
                // Boards an odd number of moves apart are never the same; the last of the path is two moves back.
                let mut earlier = path.iter().rev().step_by(2);
                fate = if *trail.grid() == root.goal {
                    Fate::Goal
                } else if earlier.any(|grid| grid == trail.grid()) {
                    Fate::OnPath
                } else {
                    Fate::Kept
                };
                if fate == Fate::Kept {
                    monitor.keep(before.heap_bytes())?;
                    monitor.make_room(&mut path, 1)?;
                    path.push(before);
                    entered = true;
                }
            }
            monitor.trace(|| Event::Child { direction: slide.direction, g, h: Some(h), fate });
            if fate == Fate::Goal {
                found_any = true;
                if on_solution(trail.moves()).is_break() {
                    return Err(StopReason::Asked);
                }
            }
            if matches!(fate, Fate::Goal | Fate::OnPath) {
                trail.backtrack();
            }
        }
    })
}
