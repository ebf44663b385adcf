//! A place on the board.

use std::fmt;

/// A place on the board, numbered in row-major order from 0. For what lies there, see [`Tile`](crate::Tile).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// Returns the cell with a row-major index.
    ///
    /// # Panics
    /// If the index is beyond the largest board, 127x127.
    pub fn new(index: usize) -> Cell {
        assert!(index < 127 * 127, "cell {index} is beyond the largest board");
        Cell(index as u16)
    }

    /// Returns the row-major index, from 0.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
