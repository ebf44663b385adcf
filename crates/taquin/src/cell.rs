//! A place on the board.

use std::fmt;

/// A cell: a place on the board, row-major from 0. Never a tile; see [`Tile`](crate::Tile).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// The cell with a row-major index.
    ///
    /// # Panics
    /// If the index is beyond the largest board (127x127).
    pub fn new(index: usize) -> Cell {
        assert!(index < 127 * 127, "no board has a cell {index}");
        Cell(index as u16)
    }

    /// The row-major index, from 0.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
