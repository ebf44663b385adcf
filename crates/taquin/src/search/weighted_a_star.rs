//! Weighted A*: f = g + w · h.
//!
//! Finds longer solutions faster. With a consistent heuristic some open node on an optimal path has an f of at most w
//! times the length of that path, even though no board is expanded twice; so the smallest open f divided by w is a
//! lower bound, and a solution is at most w times as long as an optimal one.

use super::best_first::{BestFirst, Priority};
use super::outcome::SearchOutcome;
use super::policy::{Policies, Weight};
use super::root::Root;
use crate::control::Control;
use crate::grid::Grid;
use crate::heuristic::Heuristic;

/// Runs A* with the estimate multiplied by a weight.
pub fn weighted_a_star<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    weight: Weight,
    policies: Policies,
    control: &Control,
) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        // In integers: f = g + (n/d)·h multiplied by d.
        let (numerator, denominator) = weight.fraction();
        let priority = Priority { g: denominator, h: numerator };
        let mut search = BestFirst::new(root, heuristic, priority, policies, monitor)?;
        search.run(|smallest_f| smallest_f.div_ceil(numerator.into()) as u32, monitor)
    })
}
