//! Greedy best-first search: f is the estimate alone.
//!
//! Quick, and its solutions can be far from shortest: nothing but the first estimate is a lower bound.

use super::best_first::{BestFirst, Priority};
use super::outcome::SearchOutcome;
use super::policy::Policies;
use super::root::Root;
use crate::control::Control;
use crate::grid::Grid;
use crate::heuristic::Heuristic;

/// Best-first search by the estimate alone. With duplicates other than
/// [`Duplicates::Closed`](super::Duplicates::Closed) it may run in circles until a limit stops it.
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
