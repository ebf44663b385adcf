//! The refusal to draw more than anybody looks at.

use std::fmt;

/// A solution that is too long to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong {
    /// The moves it has.
    pub moves: usize,
    /// The most that can be drawn, for a board of this size.
    pub most: usize,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a solution of {} moves is too long for a picture; {} are possible", self.moves, self.most)
    }
}

impl std::error::Error for TooLong {}
