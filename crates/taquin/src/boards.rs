//! Many boards of one size in one flat list.
//!
//! Invariant: every row is a permutation, as in a [`Board`]. A million boards are one allocation, as arrays of other
//! languages have them, and a move changes two numbers.

use crate::board::{Board, BoardError};
use crate::direction::Direction;
use crate::goal::Goal;
use crate::size::Size;
use std::fmt;

/// Many boards of one size, row after row.
///
/// ```
/// use taquin::{Boards, Direction, Goal, Size};
/// let size = Size::square(2)?;
/// let mut boards = Boards::new(size, vec![1, 2, 0, 3, 1, 2, 3, 0])?;
/// assert_eq!(boards.len(), 2);
/// assert!(boards.slide(0, Direction::Left));
/// assert!(boards.is_solved(0, &Goal::rows(size)));
/// assert!(!boards.slide(1, Direction::Left));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Boards {
    size: Size,
    numbers: Vec<u16>,
    blanks: Vec<u16>,
}

impl Boards {
    /// Returns the boards with these tiles, each in row-major order.
    ///
    /// # Errors
    /// If the numbers are not a multiple of the cells, or those of one board are not a permutation; the error has its index.
    pub fn new(size: Size, numbers: Vec<u16>) -> Result<Boards, BoardsError> {
        let blanks = checked_blanks(size, &numbers, 0).collect::<Result<_, _>>()?;
        Ok(Boards { size, numbers, blanks })
    }

    /// Appends boards with these tiles, each in row-major order, or none after an error.
    ///
    /// # Errors
    /// As [`new`](Boards::new); the index is that of the row among all boards.
    pub fn append(&mut self, numbers: &[u16]) -> Result<(), BoardsError> {
        let blanks: Vec<u16> = checked_blanks(self.size, numbers, self.len()).collect::<Result<_, _>>()?;
        self.blanks.extend(blanks);
        self.numbers.extend_from_slice(numbers);
        Ok(())
    }

    /// Returns the number of rows and columns of every board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of boards.
    pub fn len(&self) -> usize {
        self.blanks.len()
    }

    /// Returns whether there are no boards.
    pub fn is_empty(&self) -> bool {
        self.blanks.is_empty()
    }

    /// Returns the numbers of all tiles, board after board.
    pub fn numbers(&self) -> &[u16] {
        &self.numbers
    }

    /// Returns the numbers of one board's tiles.
    ///
    /// # Panics
    /// If there is no such board; so do the other methods that take an index.
    pub fn row(&self, index: usize) -> &[u16] {
        let cells = self.size.cells();
        &self.numbers[index * cells..][..cells]
    }

    /// Returns the blank's cell on one board.
    pub fn blank(&self, index: usize) -> usize {
        self.blanks[index].into()
    }

    /// Returns one board.
    pub fn board(&self, index: usize) -> Board {
        Board::new(self.size, self.row(index)).expect("every row is a permutation")
    }

    /// Appends a board.
    ///
    /// # Panics
    /// If the board has another size.
    pub fn push(&mut self, board: &Board) {
        assert_eq!(self.size, board.size(), "all boards have the same size");
        self.numbers.extend(board.numbers());
        self.blanks.push(board.blank().index() as u16);
    }

    /// Replaces one board by a board of another list.
    ///
    /// # Panics
    /// If the boards of the other list have another size.
    pub fn replace(&mut self, index: usize, from: &Boards, other: usize) {
        assert_eq!(self.size, from.size, "all boards have the same size");
        let cells = self.size.cells();
        self.numbers[index * cells..][..cells].copy_from_slice(from.row(other));
        self.blanks[index] = from.blanks[other];
    }

    /// Plays a move on one board; returns false, and changes nothing, if no tile can make it.
    #[inline]
    pub fn slide(&mut self, index: usize, direction: Direction) -> bool {
        let (cells, cols) = (self.size.cells(), self.size.cols());
        let blank = usize::from(self.blanks[index]);
        let from = match direction {
            Direction::Up => (blank + cols < cells).then_some(blank + cols),
            Direction::Left => ((blank + 1) % cols != 0).then_some(blank + 1),
            Direction::Right => (blank % cols != 0).then(|| blank - 1),
            Direction::Down => blank.checked_sub(cols),
        };
        let Some(from) = from else { return false };
        self.numbers[index * cells..][..cells].swap(blank, from);
        self.blanks[index] = from as u16;
        true
    }

    /// Returns whether one board is the goal.
    #[inline]
    pub fn is_solved(&self, index: usize, goal: &Goal) -> bool {
        // Most boards differ in the blank's cell already.
        self.blank(index) == goal.board().blank().index()
            && self.row(index).iter().copied().eq(goal.board().numbers())
    }
}

/// An empty list of boards of a size.
impl From<Size> for Boards {
    fn from(size: Size) -> Boards {
        Boards { size, numbers: Vec::new(), blanks: Vec::new() }
    }
}

/// Checks boards, the first of which has an index, and returns the cell of the blank on each.
fn checked_blanks(
    size: Size,
    numbers: &[u16],
    first: usize,
) -> impl Iterator<Item = Result<u16, BoardsError>> {
    let cells = size.cells();
    (first..).zip(numbers.chunks(cells)).map(move |(index, row)| match blank_of_permutation(cells, row) {
        Some(blank) => Ok(blank),
        // Reads the row again, to say what is wrong.
        None => Board::new(size, row)
            .map(|board| board.blank().index() as u16)
            .map_err(|error| BoardsError { index, error }),
    })
}

/// Returns the cell of the blank if the numbers are a permutation of up to 64 cells.
fn blank_of_permutation(cells: usize, numbers: &[u16]) -> Option<u16> {
    if cells > 64 || numbers.len() != cells {
        return None;
    }
    let mut seen = 0_u64;
    let mut blank = 0;
    for (cell, &number) in (0..).zip(numbers) {
        if usize::from(number) >= cells {
            return None;
        }
        seen |= 1 << number;
        if number == 0 {
            blank = cell;
        }
    }
    (seen.count_ones() as usize == cells).then_some(blank)
}

/// The error of a row that is not a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardsError {
    /// The index of the row, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub error: BoardError,
}

impl fmt::Display for BoardsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board {}: {}", self.index, self.error)
    }
}

impl std::error::Error for BoardsError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_row_is_named() {
        let size = Size::new(1, 3).unwrap();
        let error = Boards::new(size, vec![0, 1, 2, 2, 1, 2]).unwrap_err();
        assert_eq!((error.index, error.to_string().starts_with("board 1: ")), (1, true), "{error}");
        assert_eq!(Boards::new(size, vec![0, 1, 2, 1]).unwrap_err().index, 1);
        assert_eq!(Boards::new(size, vec![0, 1, 3]).unwrap_err().index, 0);
        assert!(Boards::new(size, vec![]).unwrap().is_empty());
    }

    #[test]
    fn appended_boards_follow_the_others() {
        let size = Size::new(1, 3).unwrap();
        let mut boards = Boards::new(size, vec![0, 1, 2]).unwrap();
        boards.append(&[1, 0, 2, 1, 2, 0]).unwrap();
        let before = boards.clone();
        assert_eq!(boards.append(&[0, 1, 2, 1, 1, 2]).unwrap_err().index, 4);
        assert_eq!(boards, before);
        assert_eq!(boards, Boards::new(size, vec![0, 1, 2, 1, 0, 2, 1, 2, 0]).unwrap());
    }

    #[test]
    fn moves_are_those_of_a_board() {
        for (rows, cols) in [(1, 4), (4, 1), (2, 3), (3, 3), (9, 8)] {
            let size = Size::new(rows, cols).unwrap();
            let goal = Goal::spiral(size);
            let mut board = goal.board().clone();
            let mut boards = Boards::from(size);
            boards.push(&board);
            assert!(boards.is_solved(0, &goal));
            for step in 0..200_usize {
                let direction = Direction::SUCCESSOR_ORDER[step * step * 7 / 3 % 4];
                let moved = board.slide(direction);
                assert_eq!(boards.slide(0, direction), moved.is_some());
                board = moved.unwrap_or(board);
                assert_eq!(boards.board(0), board);
                assert_eq!(boards.is_solved(0, &goal), board.is_solved(&goal));
            }
        }
    }
}
