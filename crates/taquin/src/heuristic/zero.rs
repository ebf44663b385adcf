//! No estimate at all: best-first search with it is uniform-cost search, IDA* is iterative deepening.

use super::Heuristic;
use crate::geometry::Slide;
use crate::grid::Grid;

/// Always 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Zero;

impl Heuristic for Zero {
    type Acc = ();
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, _grid: &G) {}

    fn step<G: Grid>(&self, _before: &G, (): (), _slide: Slide) {}

    fn value(&self, (): ()) -> u32 {
        0
    }

    fn resume<G: Grid>(&self, _grid: &G, _value: u32) {}
}
