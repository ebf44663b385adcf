//! Iterative deepening: depth-first search with depth limits 0, 1, 2 and so on; that is IDA* with h = 0.

use super::ida_star::ida_star;
use super::outcome::SearchOutcome;
use super::root::Root;
use crate::control::Control;
use crate::grid::Grid;
use crate::heuristic::Zero;

/// Runs depth-first search with increasing depth limits. Finds an optimal solution and stores only the current path.
pub fn iterative_deepening<G: Grid>(root: &Root<G>, control: &Control) -> SearchOutcome {
    ida_star(root, &Zero, control)
}
