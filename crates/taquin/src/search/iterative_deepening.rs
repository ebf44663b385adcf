//! Iterative deepening: depth-first search to depth 0, 1, 2 and so on. It is IDA* without an estimate.

use super::ida_star::ida_star;
use super::outcome::SearchOutcome;
use super::root::Root;
use crate::control::Control;
use crate::grid::Grid;
use crate::heuristic::Zero;

/// Depth-first search with growing depth. Finds a shortest solution and keeps nothing but the present path.
pub fn iterative_deepening<G: Grid>(root: &Root<G>, control: &Control) -> SearchOutcome {
    ida_star(root, &Zero, control)
}
