//! A size and a permutation of its tiles.
//!
//! Invariant: the tiles are exactly `0..cells`, each once. Boards are immutable: a move returns a new board. Every
//! operation takes O(cells) time or less, counting inversions O(cells · log cells).
//!
//! ```
//! use taquin::{Board, Goal};
//! let board = Board::from_rows(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
//! let goal = Goal::rows(board.size());
//! assert!(board.is_solvable(&goal) && !board.is_solved(&goal));
//! assert_eq!(board.hamming(&goal), 5);
//! assert_eq!(board.manhattan(&goal), 10);
//! assert_eq!(board.neighbours().count(), 4);
//! # Ok::<(), taquin::BoardError>(())
//! ```

mod error;
mod inversions;
mod placement;

pub use error::BoardError;
pub use placement::{Placement, PlacementQuery};

use crate::cell::Cell;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::moves::{IllegalMove, Moves};
use crate::parity::Obstacle;
use crate::size::Size;
use crate::tile::Tile;
use std::fmt;

/// A size and a permutation of its tiles, immutable.
///
/// A board is parsed from every [notation](crate::notation), and displayed as rows of right-aligned numbers.
///
/// ```
/// use taquin::{Board, Goal};
/// let board: Board = "1 2 3/4 5 6/7 0 8".parse()?;
/// assert_eq!(board, "[1, 2, 3, 4, 5, 6, 7, 0, 8]".parse()?);
/// let solved = board.play(&"L".parse()?)?;
/// assert!(solved.is_solved(&Goal::rows(board.size())));
/// assert_eq!(solved.to_string(), " 1  2  3 \n 4  5  6 \n 7  8  0 ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    size: Size,
    tiles: Box<[Tile]>,
    blank: Cell,
}

impl Board {
    /// Returns the board with these tiles in row-major order; 0 is the blank.
    ///
    /// # Errors
    /// If the numbers are not exactly `0..cells`, each once.
    pub fn new(size: Size, numbers: &[u16]) -> Result<Board, BoardError> {
        let cells = size.cells();
        if numbers.len() != cells {
            return Err(BoardError::Count { size, found: numbers.len() });
        }
        let mut places = vec![None; cells];
        for (index, &number) in numbers.iter().enumerate() {
            let cell = Cell::new(index);
            let place =
                places.get_mut(usize::from(number)).ok_or(BoardError::TooLarge { size, number, cell })?;
            if let Some(first) = place.replace(cell) {
                // If a number appears twice, another one is missing. Naming both helps more than naming the
                // duplicate alone.
                let missing = first_missing(numbers);
                return Err(BoardError::Duplicate { size, number, first, second: cell, missing });
            }
        }
        let tiles = numbers.iter().copied().map(Tile::new).collect();
        let blank = places[0].unwrap_or(Cell::new(0));
        Ok(Board { size, tiles, blank })
    }

    /// Returns the board with these rows.
    ///
    /// # Errors
    /// If the rows have different lengths, if there are none or too many, or as [`Board::new`].
    pub fn from_rows<R: AsRef<[u16]>>(rows: &[R]) -> Result<Board, BoardError> {
        let cols = rows.first().map_or(0, |row| row.as_ref().len());
        let size = Size::new(rows.len(), cols)?;
        let mut numbers = Vec::with_capacity(size.cells());
        for (index, row) in rows.iter().enumerate() {
            let row = row.as_ref();
            if row.len() != cols {
                return Err(BoardError::Ragged { row: index, found: row.len(), expected: cols });
            }
            numbers.extend_from_slice(row);
        }
        Board::new(size, &numbers)
    }

    /// Returns the square board with these tiles in row-major order.
    ///
    /// # Errors
    /// If the number of entries is not a square, or as [`Board::new`].
    pub fn from_flat(numbers: &[u16]) -> Result<Board, BoardError> {
        let side = numbers.len().isqrt();
        if side * side != numbers.len() || side == 0 {
            return Err(BoardError::NotSquare { found: numbers.len() });
        }
        Board::new(Size::square(side)?, numbers)
    }

    /// Returns the board with its tiles at these places: the blank's first, then tile 1's, and so on.
    ///
    /// A place is (x, y) = (column, row), counted from 0. The places must fill a rectangle, which gives the size.
    ///
    /// # Errors
    /// If two tiles are at the same place, or the places do not fill a rectangle.
    pub fn from_coordinates(places: &[(usize, usize)]) -> Result<Board, BoardError> {
        let cols = places.iter().map(|&(x, _)| x.saturating_add(1)).max();
        let rows = places.iter().map(|&(_, y)| y.saturating_add(1)).max();
        let size = Size::new(rows.unwrap_or(0), cols.unwrap_or(0))?;
        let mut numbers: Vec<Option<u16>> = vec![None; size.cells()];
        for (index, &(x, y)) in places.iter().enumerate() {
            // All tiles of the largest board fit a u16; with more of them some place appears twice.
            let number = index as u16;
            if let Some(first) = numbers[y * size.cols() + x].replace(number) {
                return Err(BoardError::PlaceTwice { x, y, first, second: number });
            }
        }
        let found = places.len();
        let numbers: Option<Vec<u16>> = numbers.into_iter().collect();
        Board::new(size, &numbers.ok_or(BoardError::Count { size, found })?)
    }

    /// Returns the number of rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the tile at a cell; `None` outside the board.
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.tiles.get(cell.index()).copied()
    }

    /// Returns the cell of a tile; `None` if the board has no such tile.
    pub fn cell(&self, tile: Tile) -> Option<Cell> {
        self.tiles.iter().position(|&t| t == tile).map(Cell::new)
    }

    /// Returns the cell of the blank, in constant time.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// Returns the row of the blank, from 0.
    pub fn blank_row(&self) -> usize {
        self.size.row(self.blank)
    }

    /// Returns the tiles in row-major order.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Returns the tiles' numbers in row-major order.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = u16> + '_ {
        self.tiles.iter().map(|tile| tile.number())
    }

    /// Returns the rows from top to bottom.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Tile]> {
        self.tiles.chunks(self.size.cols())
    }

    /// Returns the number of misplaced tiles, not counting the blank.
    ///
    /// # Panics
    /// If the goal has another size.
    pub fn hamming(&self, goal: &Goal) -> u32 {
        self.misplaced_tiles(goal).sum()
    }

    /// Returns for each tile from 1 whether it is misplaced: 1, or 0 on its goal cell.
    ///
    /// ```
    /// use taquin::{Board, Goal};
    /// let board = Board::from_flat(&[8, 1, 3, 4, 0, 2, 7, 6, 5])?;
    /// let goal = Goal::rows(board.size());
    /// assert_eq!(board.misplaced_tiles(&goal).collect::<Vec<_>>(), [1, 1, 0, 0, 1, 1, 0, 1]);
    /// assert_eq!(board.tile_distances(&goal).collect::<Vec<_>>(), [1, 2, 0, 0, 2, 2, 0, 3]);
    /// # Ok::<(), taquin::BoardError>(())
    /// ```
    ///
    /// # Panics
    /// If the goal has another size.
    pub fn misplaced_tiles(&self, goal: &Goal) -> impl Iterator<Item = u32> {
        self.tile_distances(goal).map(|distance| distance.min(1))
    }

    /// Returns the sum of the tiles' distances to their goal cells along rows and columns, not counting the blank.
    ///
    /// # Panics
    /// If the goal has another size.
    pub fn manhattan(&self, goal: &Goal) -> u32 {
        self.tile_distances(goal).sum()
    }

    /// Returns for each tile from 1 its distance to its goal cell along rows and columns.
    ///
    /// # Panics
    /// If the goal has another size.
    pub fn tile_distances(&self, goal: &Goal) -> impl Iterator<Item = u32> {
        assert_eq!(self.size, goal.size(), "the board and the goal must have the same size");
        let mut distances = vec![0; self.tiles.len()];
        for (here, &tile) in self.tiles.iter().enumerate() {
            distances[tile.index()] = self.size.manhattan(Cell::new(here), goal.home(tile)) as u32;
        }
        distances.into_iter().skip(1)
    }

    /// Returns true if this is the goal.
    pub fn is_solved(&self, goal: &Goal) -> bool {
        self == goal.board()
    }

    /// Returns true if the goal can be reached; false for a goal of another size.
    pub fn is_solvable(&self, goal: &Goal) -> bool {
        self.size == goal.size() && Obstacle::between(self, goal.board()).is_none()
    }

    /// Returns the board after a tile has slid into the blank in this direction; `None` if no tile can.
    pub fn slide(&self, direction: Direction) -> Option<Board> {
        let mut next = self.clone();
        next.slide_in_place(direction)?;
        Some(next)
    }

    /// Plays a move as [`slide`](Board::slide) does, without a copy, and returns the tile that moved.
    pub(crate) fn slide_in_place(&mut self, direction: Direction) -> Option<Tile> {
        let from = self.size.step(self.blank, direction.of_blank())?;
        let tile = self.tiles[from.index()];
        self.tiles.swap(from.index(), self.blank.index());
        self.blank = from;
        Some(tile)
    }

    /// Returns the board after a sequence of moves.
    ///
    /// # Errors
    /// At the first move that no tile can make.
    pub fn play(&self, moves: &Moves) -> Result<Board, IllegalMove> {
        moves.apply(self)
    }

    /// Returns the boards one move away, each with the direction of the tile, by ascending cell of the tile that moves.
    pub fn neighbours(&self) -> impl Iterator<Item = (Direction, Board)> + '_ {
        let order = Direction::SUCCESSOR_ORDER.into_iter();
        order.filter_map(|direction| Some((direction, self.slide(direction)?)))
    }

    /// Returns this board with its first two tiles swapped; `None` if it has fewer than two tiles.
    ///
    /// With at least two rows and two columns, exactly one of a board and its twin can reach a given goal.
    pub fn twin(&self) -> Option<Board> {
        let mut cells = (0..self.tiles.len()).filter(|&i| i != self.blank.index());
        let (first, second) = (cells.next()?, cells.next()?);
        let mut twin = self.clone();
        twin.tiles.swap(first, second);
        Some(twin)
    }
}

/// Returns the smallest number that is not in the list.
fn first_missing(numbers: &[u16]) -> u16 {
    let mut present = vec![false; numbers.len() + 1];
    for &number in numbers {
        if let Some(entry) = present.get_mut(usize::from(number)) {
            *entry = true;
        }
    }
    present.iter().take_while(|&&here| here).count() as u16
}

/// Iterates over the tiles in row-major order.
impl<'a> IntoIterator for &'a Board {
    type Item = Tile;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Tile>>;

    fn into_iter(self) -> Self::IntoIter {
        self.tiles.iter().copied()
    }
}

/// Writes the board as Princeton's assignment does, without the size line: each number is right-aligned to two places,
/// or as many as the largest number needs, and followed by a space.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = (self.tiles.len() - 1).to_string().len().max(2);
        for (index, row) in self.rows().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            for tile in row {
                write!(f, "{:>width$} ", tile.number())?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board(")?;
        for (index, row) in self.rows().enumerate() {
            f.write_str(if index > 0 { "/" } else { "" })?;
            for (col, tile) in row.iter().enumerate() {
                write!(f, "{}{tile}", if col > 0 { " " } else { "" })?;
            }
        }
        write!(f, ")")
    }
}
