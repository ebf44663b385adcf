//! The maximum of several heuristics.

use super::{Grid, Heuristic, HeuristicKind, HeuristicTables, Part, Slide};
use crate::goal::Goal;

/// One part for each kind at most.
const MAX_PARTS: usize = HeuristicKind::ALL.len();

/// The maximum of several heuristics: admissible and consistent because each part is.
#[derive(Clone, Debug)]
pub struct Max {
    parts: Vec<Part>,
}

impl Max {
    /// Builds the maximum of these kinds for a goal. A kind that is given twice counts once.
    pub fn new(kinds: &[HeuristicKind], goal: &Goal) -> Max {
        Max::with_tables(kinds, goal, &HeuristicTables::default())
    }

    /// Like [`Max::new`], with tables that are shared with other heuristics.
    pub fn with_tables(kinds: &[HeuristicKind], goal: &Goal, tables: &HeuristicTables) -> Max {
        let distinct = HeuristicKind::ALL.iter().filter(|kind| kinds.contains(kind));
        Max { parts: distinct.map(|&kind| Part::new(kind, goal, tables)).collect() }
    }
}

impl Heuristic for Max {
    /// The accumulator of each part, packed into two words.
    type Acc = [[u32; 2]; MAX_PARTS];
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> Self::Acc {
        let mut accs = [[0; 2]; MAX_PARTS];
        for (acc, part) in accs.iter_mut().zip(&self.parts) {
            *acc = part.start(grid);
        }
        accs
    }

    fn step<G: Grid>(&self, before: &G, mut accs: Self::Acc, slide: Slide) -> Self::Acc {
        for (acc, part) in accs.iter_mut().zip(&self.parts) {
            *acc = part.step(before, *acc, slide);
        }
        accs
    }

    fn value(&self, accs: Self::Acc) -> u32 {
        accs.iter().zip(&self.parts).map(|(&acc, part)| part.value(acc)).max().unwrap_or(0)
    }
}
