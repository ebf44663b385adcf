//! The board to reach.
//!
//! Any board can be the goal; three of them have names. Invariant: `homes` is the inverse permutation of the board, so a
//! tile's goal cell is found in constant time.
//!
//! ```
//! use taquin::{Goal, Size};
//! let size = Size::new(3, 3)?;
//! assert_eq!(Goal::spiral(size).board().to_string(), " 1  2  3 \n 8  0  4 \n 7  6  5 ");
//! assert_eq!(Goal::spiral(size).name(), Some("spiral"));
//! # Ok::<(), taquin::SizeError>(())
//! ```

use crate::board::Board;
use crate::cell::Cell;
use crate::names::named_enum;
use crate::size::Size;
use crate::tile::Tile;

/// The board to reach; its blank may be anywhere.
///
/// A goal is parsed and displayed as a [`Board`]. A name needs a size: `"spiral".parse::<NamedGoal>()?.of(size)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Goal {
    board: Board,
    homes: Box<[Cell]>,
}

impl Goal {
    /// Returns the goal `1 2 … 0`: ascending, the blank last.
    pub fn rows(size: Size) -> Goal {
        let cells = size.cells() as u16;
        Goal::of_numbers(size, (0..cells).map(|i| (i + 1) % cells).collect())
    }

    /// Returns the goal `0 1 2 …`: ascending, the blank first.
    pub fn blank_first(size: Size) -> Goal {
        Goal::of_numbers(size, (0..size.cells() as u16).collect())
    }

    /// Returns the goal `1 2 3 / 8 0 4 / 7 6 5`: clockwise from the top left corner to the middle, the blank last.
    pub fn spiral(size: Size) -> Goal {
        let cells = size.cells();
        let mut numbers = vec![0; cells];
        let (mut top, mut left) = (0, 0);
        let (mut bottom, mut right) = (size.rows(), size.cols());
        let mut next = (1..cells as u16).chain([0]);
        let mut put = |row: usize, col: usize| {
            numbers[row * size.cols() + col] = next.next().unwrap_or_default();
        };
        // Walk around the outer ring of cells, then around the ring inside it.
        while top < bottom && left < right {
            (left..right).for_each(|col| put(top, col));
            (top + 1..bottom).for_each(|row| put(row, right - 1));
            if bottom - top > 1 {
                (left..right - 1).rev().for_each(|col| put(bottom - 1, col));
            }
            if right - left > 1 {
                (top + 1..bottom - 1).rev().for_each(|row| put(row, left));
            }
            (top, left, bottom, right) = (top + 1, left + 1, bottom - 1, right - 1);
        }
        Goal::of_numbers(size, numbers)
    }

    fn of_numbers(size: Size, numbers: Vec<u16>) -> Goal {
        let board = Board::new(size, &numbers);
        Goal::from(board.expect("the named goals are permutations"))
    }

    /// Returns the board to reach.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the number of rows and columns.
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// Returns the goal cell of a tile, in constant time.
    ///
    /// # Panics
    /// If the goal has no such tile.
    pub fn home(&self, tile: Tile) -> Cell {
        self.homes[tile.index()]
    }

    /// Returns the name of this goal, if it has one.
    pub fn name(&self) -> Option<&'static str> {
        let named = NamedGoal::ALL.iter().copied();
        let mut matching = named.filter(|name| name.of(self.size()) == *self);
        matching.next().map(NamedGoal::name)
    }
}

impl From<Board> for Goal {
    fn from(board: Board) -> Goal {
        let mut homes = vec![Cell::new(0); board.size().cells()];
        for (index, tile) in board.tiles().iter().enumerate() {
            homes[tile.index()] = Cell::new(index);
        }
        Goal { board, homes: homes.into() }
    }
}

impl std::fmt::Display for Goal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.board.fmt(f)
    }
}

named_enum! {
    /// A goal that has a name on every size.
    #[derive(Default)]
    pub enum NamedGoal as "a goal" {
        /// [`Goal::rows`].
        #[default]
        Rows = "rows": "1 2 … 0: ascending, the blank last",
        /// [`Goal::blank_first`].
        BlankFirst = "blank-first": "0 1 2 …: ascending, the blank first",
        /// [`Goal::spiral`].
        Spiral = "spiral": "clockwise from the top left corner to the middle, the blank last",
    }
}

impl NamedGoal {
    /// Returns the goal with this name on a size.
    pub fn of(self, size: Size) -> Goal {
        match self {
            NamedGoal::Rows => Goal::rows(size),
            NamedGoal::BlankFirst => Goal::blank_first(size),
            NamedGoal::Spiral => Goal::spiral(size),
        }
    }
}
