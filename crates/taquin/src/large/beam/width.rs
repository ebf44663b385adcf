//! The width of a beam: how many boards of each depth are kept.

use super::back_pointers::BackPointer;
use std::time::Duration;

/// The least width of a beam with a deadline.
const MIN_TIMED: usize = 100;

/// How many boards of each depth a beam keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BeamWidth {
    /// The same number of boards at each depth.
    Fixed(usize),
    /// As many boards as can be expanded before a deadline.
    Timed {
        /// When the search should end, on the clock of the limits.
        deadline: Duration,
        /// The expected length of the solution.
        expected_moves: usize,
        /// The largest width.
        max: usize,
    },
}

impl BeamWidth {
    /// Returns the largest width that a search may use.
    pub(crate) fn max(self) -> usize {
        let (BeamWidth::Fixed(max) | BeamWidth::Timed { max, .. }) = self;
        max.clamp(1, BackPointer::MAX_PARENTS / 4)
    }

    /// Returns the width of the layer after `depth`, given how many boards were expanded since the search began.
    pub(super) fn next(self, begun: Duration, now: Duration, expanded: u64, depth: usize) -> usize {
        let BeamWidth::Timed { deadline, expected_moves, .. } = self else { return self.max() };
        let spent = now.saturating_sub(begun).as_secs_f64().max(1e-4);
        let left = deadline.saturating_sub(now).as_secs_f64();
        let layers = expected_moves.saturating_sub(depth).max(8);
        let boards = expanded as f64 / spent * left / layers as f64;
        (boards as usize).clamp(MIN_TIMED, self.max().max(MIN_TIMED))
    }
}
