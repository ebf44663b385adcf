//! The largest of several heuristics; admissible and consistent because all of them are.

use super::{Hamming, Heuristic, HeuristicKind, LinearConflict, Manhattan};
use crate::geometry::Slide;
use crate::goal::Goal;
use crate::grid::Grid;

/// One of the heuristics, chosen at run time.
#[derive(Clone, Debug)]
enum Part {
    Zero,
    Hamming(Hamming),
    Manhattan(Manhattan),
    LinearConflict(LinearConflict),
}

/// As many heuristics as there are kinds: none counts twice.
const MAX_PARTS: usize = HeuristicKind::ALL.len();

/// The largest of several heuristics.
#[derive(Clone, Debug)]
pub struct Max {
    parts: Vec<Part>,
}

impl Max {
    /// The largest of these kinds for a goal.
    pub fn new(kinds: &[HeuristicKind], goal: &Goal) -> Max {
        let different = HeuristicKind::ALL.iter().filter(|kind| kinds.contains(kind));
        let parts = different.map(|kind| match kind {
            HeuristicKind::Zero => Part::Zero,
            HeuristicKind::Hamming => Part::Hamming(Hamming::new(goal)),
            HeuristicKind::Manhattan => Part::Manhattan(Manhattan::new(goal)),
            HeuristicKind::LinearConflict => Part::LinearConflict(LinearConflict::new(goal)),
        });
        Max { parts: parts.collect() }
    }
}

impl Heuristic for Max {
    /// The value of each part; the accumulator of every part is its value.
    type Acc = [u32; MAX_PARTS];
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> Self::Acc {
        let mut values = [0; MAX_PARTS];
        for (value, part) in values.iter_mut().zip(&self.parts) {
            *value = match part {
                Part::Zero => 0,
                Part::Hamming(h) => h.start(grid),
                Part::Manhattan(h) => h.start(grid),
                Part::LinearConflict(h) => h.start(grid),
            };
        }
        values
    }

    fn step<G: Grid>(&self, before: &G, mut values: Self::Acc, slide: Slide) -> Self::Acc {
        for (value, part) in values.iter_mut().zip(&self.parts) {
            *value = match part {
                Part::Zero => 0,
                Part::Hamming(h) => h.step(before, *value, slide),
                Part::Manhattan(h) => h.step(before, *value, slide),
                Part::LinearConflict(h) => h.step(before, *value, slide),
            };
        }
        values
    }

    fn value(&self, values: Self::Acc) -> u32 {
        values.into_iter().max().unwrap_or(0)
    }

    fn resume<G: Grid>(&self, grid: &G, _value: u32) -> Self::Acc {
        self.start(grid)
    }
}
