//! Greedy best-first search: always expand an open node with the smallest h.
//!
//! Fast, but its solutions can be far from optimal: only the root's estimate is a lower bound.

use super::best_first::{BestFirst, Priority};
use super::outcome::SearchOutcome;
use super::policy::Policies;
use super::root::Root;
use crate::control::Control;
use crate::grid::Grid;
use crate::heuristic::Heuristic;

/// Runs greedy best-first search. With duplicates other than [`Duplicates::Closed`](super::Duplicates::Closed) it may
/// cycle until a limit stops it.
pub fn greedy<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    policies: Policies,
    control: &Control,
) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        let priority = Priority { g: 0, h: 1 };
        let mut search = BestFirst::new(root, heuristic, priority, policies, monitor)?;
        search.run(|_| 0, monitor)
    })
}
