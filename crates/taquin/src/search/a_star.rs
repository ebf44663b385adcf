//! A*: always expand an open node with the smallest f = g + h.
//!
//! With an admissible heuristic and either tree search or a consistent heuristic, the first goal taken from the open
//! list is an optimal solution; the heuristics of this crate are both. The smallest open f is a lower bound at every
//! step.

use super::best_first::{BestFirst, Priority};
use super::outcome::SearchOutcome;
use super::policy::Policies;
use super::root::Root;
use crate::control::Control;
use crate::grid::Grid;
use crate::heuristic::Heuristic;

/// Runs A* with the given policies.
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
