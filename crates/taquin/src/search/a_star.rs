//! A*: f is the moves made plus the estimate of those that remain.
//!
//! With an admissible heuristic and either tree search or a consistent heuristic, the first solution taken from
//! the queue is a shortest one; all heuristics of this crate are both. The smallest waiting f is a lower bound all
//! the while.

use super::best_first::{BestFirst, Priority};
use super::outcome::SearchOutcome;
use super::policy::Policies;
use super::root::Root;
use crate::control::Control;
use crate::grid::Grid;
use crate::heuristic::Heuristic;

/// A* with the given policies.
pub fn a_star<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    policies: Policies,
    control: &Control,
) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        let priority = Priority { g: 1, h: 1 };
        let mut search = BestFirst::new(root, heuristic, priority, policies, monitor)?;
        search.run(|smallest_f| smallest_f as u32, monitor)
    })
}
