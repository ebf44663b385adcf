//! The numbers of rows and columns.
//!
//! Invariant: both are in `1..=127`, so the number of cells fits a `u16`.
//!
//! ```
//! use taquin::Size;
//! let size = Size::new(3, 4)?;
//! assert_eq!((size.rows(), size.cols(), size.cells()), (3, 4, 12));
//! assert_eq!(size.to_string(), "3x4");
//! assert_eq!("3x4".parse(), Ok(size));
//! # Ok::<(), taquin::SizeError>(())
//! ```

use crate::cell::Cell;
use crate::direction::Direction;
use std::fmt;
use std::str::FromStr;

/// Rows × columns, each `1..=127`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    rows: u8,
    cols: u8,
}

impl Size {
    /// The largest number of rows, and of columns.
    pub const MAX_SIDE: usize = 127;

    /// The largest number of cells.
    pub(crate) const MAX_CELLS: usize = Self::MAX_SIDE * Self::MAX_SIDE;

    /// Returns the size `rows` × `cols`.
    ///
    /// # Errors
    /// If one is 0 or larger than [`Size::MAX_SIDE`].
    pub fn new(rows: usize, cols: usize) -> Result<Size, SizeError> {
        let side = 1..=Self::MAX_SIDE;
        match (u8::try_from(rows), u8::try_from(cols)) {
            (Ok(r), Ok(c)) if side.contains(&rows) && side.contains(&cols) => Ok(Size { rows: r, cols: c }),
            _ => Err(SizeError::OutOfRange { rows, cols }),
        }
    }

    /// Returns the size `n` × `n`.
    ///
    /// # Errors
    /// As [`Size::new`].
    pub fn square(n: usize) -> Result<Size, SizeError> {
        Size::new(n, n)
    }

    /// Returns the number of rows.
    pub fn rows(self) -> usize {
        self.rows.into()
    }

    /// Returns the number of columns.
    pub fn cols(self) -> usize {
        self.cols.into()
    }

    /// Returns the number of cells, the blank's included.
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// Returns the size with rows and columns swapped.
    #[must_use]
    pub fn transposed(self) -> Size {
        Size { rows: self.cols, cols: self.rows }
    }

    /// Returns true for one row or one column, where no tile can pass another.
    pub fn is_line(self) -> bool {
        self.rows == 1 || self.cols == 1
    }

    /// Returns the cell at `row` and `col`, both from 0; `None` outside the board.
    pub fn cell(self, row: usize, col: usize) -> Option<Cell> {
        (row < self.rows() && col < self.cols()).then(|| Cell::new(row * self.cols() + col))
    }

    /// Returns the row of a cell, from 0.
    pub fn row(self, cell: Cell) -> usize {
        cell.index() / self.cols()
    }

    /// Returns the column of a cell, from 0.
    pub fn col(self, cell: Cell) -> usize {
        cell.index() % self.cols()
    }

    /// Writes a cell as people count, row and column from 1: `3,3`.
    pub fn place(self, cell: Cell) -> String {
        format!("{},{}", self.row(cell) + 1, self.col(cell) + 1)
    }

    /// Returns the cell next to `cell` in a direction; `None` at the edge.
    pub fn step(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (row, col) = (self.row(cell), self.col(cell));
        match direction {
            Direction::Up => self.cell(row.checked_sub(1)?, col),
            Direction::Left => self.cell(row, col.checked_sub(1)?),
            Direction::Right => self.cell(row, col + 1),
            Direction::Down => self.cell(row + 1, col),
        }
    }

    /// Returns the distance between two cells along rows and columns.
    pub fn manhattan(self, a: Cell, b: Cell) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    /// Reads `3x4` (also `3X4` and `3×4`), or `4` for 4x4.
    fn from_str(text: &str) -> Result<Size, SizeError> {
        let unreadable = || SizeError::Unreadable(text.to_owned());
        let number = |part: &str| part.trim().parse::<usize>().map_err(|_| unreadable());
        match text.split_once(['x', 'X', '×']) {
            Some((rows, cols)) => Size::new(number(rows)?, number(cols)?),
            None => Size::square(number(text)?),
        }
    }
}

/// The error of something that is not a [`Size`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SizeError {
    /// One side is 0 or larger than 127.
    OutOfRange {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        cols: usize,
    },
    /// The text is not of the form `3x4`.
    Unreadable(String),
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SizeError::OutOfRange { rows, cols } => {
                write!(
                    f,
                    "a {rows}x{cols} board is out of range: rows and columns must each be 1 to {}",
                    Size::MAX_SIDE
                )
            }
            SizeError::Unreadable(text) => {
                write!(f, "{text:?} is not a size: write rows x columns, as in 3x4")
            }
        }
    }
}

impl std::error::Error for SizeError {}
