//! The largest of several heuristics; admissible and consistent because all of them are.

use super::{Hamming, Heuristic, HeuristicKind, LinearConflict, Manhattan, WalkingDistance};
use crate::board::Board;
use crate::geometry::Slide;
use crate::goal::Goal;
use crate::grid::{Flat, Grid};
use crate::metric::Metric;

/// One of the heuristics, chosen at run time.
#[derive(Clone, Debug)]
enum Part {
    Zero,
    Hamming(Hamming),
    Manhattan(Manhattan),
    LinearConflict(LinearConflict),
    WalkingDistance(WalkingDistance),
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
            HeuristicKind::WalkingDistance => {
                Part::WalkingDistance(WalkingDistance::new(goal, Metric::Single))
            }
        });
        Max { parts: parts.collect() }
    }

    /// The estimate for one board of the goal's size.
    pub fn evaluate(&self, board: &Board) -> u32 {
        self.value(self.start(&Flat::load(board)))
    }
}

impl Heuristic for Max {
    /// The accumulator of each part, of which most need only the first number.
    type Acc = [[u32; 2]; MAX_PARTS];
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> Self::Acc {
        let mut accs = [[0; 2]; MAX_PARTS];
        for (acc, part) in accs.iter_mut().zip(&self.parts) {
            *acc = match part {
                Part::Zero => [0, 0],
                Part::Hamming(h) => [h.start(grid), 0],
                Part::Manhattan(h) => [h.start(grid), 0],
                Part::LinearConflict(h) => [h.start(grid), 0],
                Part::WalkingDistance(h) => h.start(grid),
            };
        }
        accs
    }

    fn step<G: Grid>(&self, before: &G, mut accs: Self::Acc, slide: Slide) -> Self::Acc {
        for (acc, part) in accs.iter_mut().zip(&self.parts) {
            *acc = match part {
                Part::Zero => [0, 0],
                Part::Hamming(h) => [h.step(before, acc[0], slide), 0],
                Part::Manhattan(h) => [h.step(before, acc[0], slide), 0],
                Part::LinearConflict(h) => [h.step(before, acc[0], slide), 0],
                Part::WalkingDistance(h) => h.step(before, *acc, slide),
            };
        }
        accs
    }

    fn value(&self, accs: Self::Acc) -> u32 {
        let values = accs.iter().zip(&self.parts).map(|(&acc, part)| match part {
            Part::WalkingDistance(h) => h.value(acc),
            Part::Zero | Part::Hamming(_) | Part::Manhattan(_) | Part::LinearConflict(_) => acc[0],
        });
        values.max().unwrap_or(0)
    }

    fn resume<G: Grid>(&self, grid: &G, _value: u32) -> Self::Acc {
        self.start(grid)
    }
}
