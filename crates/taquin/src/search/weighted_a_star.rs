//! Weighted A*: f is the moves made plus w times the estimate.
//!
//! Finds longer solutions sooner. With a consistent heuristic there is always a waiting node on a shortest path
//! whose f is at most w times the length of that path, even though no board is expanded twice; so the smallest
//! waiting f divided by w is a lower bound, and a solution is at most w times as long as a shortest one.

use super::best_first::{BestFirst, Priority};
use super::outcome::SearchOutcome;
use super::policy::{Policies, Weight};
use super::root::Root;
use crate::control::Control;
use crate::grid::Grid;
use crate::heuristic::Heuristic;

/// A* with the estimate multiplied by a weight.
pub fn weighted_a_star<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    weight: Weight,
    policies: Policies,
    control: &Control,
) -> SearchOutcome {
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        // In whole numbers: both sides of f = g + (n/d)·h times d.
        let (numerator, denominator) = weight.fraction();
        let priority = Priority { g: denominator, h: numerator };
        let mut search = BestFirst::new(root, heuristic, priority, policies, monitor)?;
        search.run(|smallest_f| smallest_f.div_ceil(numerator.into()) as u32, monitor)
    })
}
