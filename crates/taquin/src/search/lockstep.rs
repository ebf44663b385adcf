//! Lockstep: A* on a board and on its twin, turn by turn, until one of the two reaches the goal.
//!
//! Exactly one of a board and its twin (two tiles exchanged) can reach the goal, so one of the two searches ends,
//! and it tells which: solvability without counting parity. In a single row or column both may fail; there the
//! searches run out of boards.

use super::best_first::{BestFirst, Priority, Step};
use super::outcome::SearchOutcome;
use super::policy::Policies;
use super::root::Root;
use crate::control::Control;
use crate::grid::Grid;
use crate::heuristic::Heuristic;

/// A* on a start and, where there is one, its twin. [`None`] means that the start cannot reach the
/// goal: the twin did, or there are no boards left. In a single row or column boards run out only if they are
/// not kept again and again, as [`Duplicates::Keep`](super::Duplicates::Keep) does.
pub fn lockstep<G: Grid, H: Heuristic>(
    root: &Root<G>,
    twin: Option<&Root<G>>,
    heuristic: &H,
    policies: Policies,
    control: &Control,
) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        let priority = Priority { g: 1, h: 1 };
        // What the twin's search finds out says nothing about the start's distance.
        let mut twin = match twin {
            Some(twin) => Some(BestFirst::new(twin, heuristic, priority, policies, monitor)?),
            None => None,
        };
        monitor.lower_bound = 0;
        monitor.stats.generated += 1;
        let mut own = BestFirst::new(root, heuristic, priority, policies, monitor)?;
        loop {
            monitor.queue(own.open() + twin.as_ref().map_or(0, BestFirst::open));
            let step = own.step(monitor)?;
            if H::ADMISSIBLE && H::CONSISTENT {
                monitor.raise_lower_bound(own.smallest_f() as u32);
            }
            match step {
                Step::Expanded => {}
                Step::Solved(moves) => return Ok(Some(moves)),
                Step::Exhausted => return Ok(None),
            }
            let Some(search) = &mut twin else { continue };
            match search.step(monitor)? {
                Step::Expanded => {}
                Step::Solved(_) => return Ok(None),
                // Only in a single line: the start's own search will end as well.
                Step::Exhausted => twin = None,
            }
        }
    })
}
