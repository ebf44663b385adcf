//! Lockstep search: A* on a board and on its twin, alternately, until one of the two reaches the goal.
//!
//! Exactly one of a board and its twin (two tiles exchanged) can reach the goal, so one of the searches ends and
//! decides solvability without counting parity. In a single row or column both may fail; there the searches run out of
//! boards.

use super::best_first::{BestFirst, Priority, Step};
use super::outcome::SearchOutcome;
use super::policy::Policies;
use super::root::Root;
use crate::control::Control;
use crate::grid::Grid;
use crate::heuristic::Heuristic;

/// Runs A* on a start and, where there is one, its twin. The outcome is exhausted if the start cannot reach the goal:
/// the twin reached it, or no open nodes are left. In a single row or column the open list only becomes empty if
/// duplicates are pruned, unlike with [`Duplicates::Keep`](super::Duplicates::Keep).
pub fn lockstep<G: Grid, H: Heuristic>(
    root: &Root<G>,
    twin: Option<&Root<G>>,
    heuristic: &H,
    policies: Policies,
    control: &Control,
) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        let priority = Priority { g: 1, h: 1 };
        // The twin's search proves nothing about the start's distance.
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
                // Only in a single row or column: the start's own search will end as well.
                Step::Exhausted => twin = None,
            }
        }
    })
}
