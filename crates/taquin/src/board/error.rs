//! The error of numbers that are not a board.

use crate::cell::Cell;
use crate::size::{Size, SizeError};
use std::fmt;

/// The error of numbers that are not a [`Board`](super::Board).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BoardError {
    /// The size is out of range.
    Size(SizeError),
    /// A flat list whose number of entries is not a square.
    NotSquare {
        /// The number of entries.
        found: usize,
    },
    /// Too few or too many numbers.
    Count {
        /// The size of the board.
        size: Size,
        /// The number of entries.
        found: usize,
    },
    /// A row that is longer or shorter than the first.
    Ragged {
        /// The index of the row, from 0.
        row: usize,
        /// Its number of entries.
        found: usize,
        /// The number of entries in the first row.
        expected: usize,
    },
    /// A number that is too large for a tile of this board.
    TooLarge {
        /// The size of the board.
        size: Size,
        /// The number.
        number: u16,
        /// Its cell.
        cell: Cell,
    },
    /// A number that appears twice.
    Duplicate {
        /// The size of the board.
        size: Size,
        /// The number.
        number: u16,
        /// The first cell with it.
        first: Cell,
        /// The second cell with it.
        second: Cell,
        /// A number that is missing instead.
        missing: u16,
    },
    /// Two tiles at one place.
    PlaceTwice {
        /// The column, from 0.
        x: usize,
        /// The row, from 0.
        y: usize,
        /// The tile named first.
        first: u16,
        /// The tile named second.
        second: u16,
    },
}

impl From<SizeError> for BoardError {
    fn from(error: SizeError) -> BoardError {
        BoardError::Size(error)
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Size(error) => error.fmt(f),
            BoardError::NotSquare { found } => {
                write!(f, "a flat list of {found} numbers is not a square board: give its rows")
            }
            BoardError::Count { size, found } => {
                write!(f, "a {size} board has {} entries, found {found}", size.cells())
            }
            BoardError::Ragged { row, found, expected } if found < expected => {
                write!(f, "row {} has {found} of {expected} entries", row + 1)
            }
            BoardError::Ragged { row, found, expected } => {
                write!(f, "row {} has {found} entries, but the first has {expected}", row + 1)
            }
            BoardError::TooLarge { size, number, .. } => {
                write!(f, "no tile {number} on a {size} board: its tiles are 0 to {}", size.cells() - 1)
            }
            BoardError::Duplicate { number, missing, .. } => {
                write!(f, "tile {number} appears twice and tile {missing} is missing")
            }
            BoardError::PlaceTwice { x, y, first, second } => {
                write!(f, "tiles {first} and {second} are both at column {}, row {}", x + 1, y + 1)
            }
        }
    }
}

impl std::error::Error for BoardError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            BoardError::Size(error) => Some(error),
            BoardError::NotSquare { .. }
            | BoardError::Count { .. }
            | BoardError::Ragged { .. }
            | BoardError::TooLarge { .. }
            | BoardError::Duplicate { .. }
            | BoardError::PlaceTwice { .. } => None,
        }
    }
}
