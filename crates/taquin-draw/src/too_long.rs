//! The error for solutions that are too long to draw.

use std::fmt;

/// A solution is too long to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong {
    /// The number of moves.
    pub moves: usize,
    /// The largest number that can be drawn for this size.
    pub max: usize,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a solution of {} moves is too long to draw (at most {})", self.moves, self.max)
    }
}

impl std::error::Error for TooLong {}
