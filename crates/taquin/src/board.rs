//! A board: a size and a permutation of its tiles.
//!
//! Invariant: the tiles are exactly `0..cells`, each once. A board never changes; a move makes a new one. Every
//! operation is O(cells) or better, counting inversions O(cells · log cells).
//!
//! ```
//! use taquin::{Board, Goal};
//! let board = Board::from_rows(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
//! let goal = Goal::rows(board.size());
//! assert_eq!(board.hamming(&goal), 5);
//! assert_eq!(board.manhattan(&goal), 10);
//! assert_eq!(board.neighbours().count(), 4);
//! # Ok::<(), taquin::BoardError>(())
//! ```

use crate::cell::Cell;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::size::{Size, SizeError};
use crate::tile::Tile;
use std::fmt;

/// A size and a permutation of its tiles; immutable.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    size: Size,
    tiles: Box<[Tile]>,
    blank: Cell,
}

impl Board {
    /// A board from its tiles in row-major order; 0 is the blank.
    ///
    /// # Errors
    /// If there are not as many numbers as cells, or they are not `0..cells`, each once.
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
                // Pigeons and holes: a number that stands twice leaves another one out. Naming that one helps
                // more than naming the duplicate alone.
                let missing = first_missing(numbers);
                return Err(BoardError::Duplicate { size, number, first, second: cell, missing });
            }
        }
        let tiles = numbers.iter().copied().map(Tile::new).collect();
        let blank = places[0].unwrap_or(Cell::new(0));
        Ok(Board { size, tiles, blank })
    }

    /// A board from its rows.
    ///
    /// # Errors
    /// If the rows have different lengths, there are none or too many, or as [`Board::new`].
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

    /// A square board from a flat row-major list.
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

    /// A board from the place of each tile, as (x, y) = (column, row) counted from 0; the blank's place first,
    /// then tile 1's, and so on. The places must fill a rectangle, whose size is the board's.
    ///
    /// # Errors
    /// If a place is named twice or the places do not fill a rectangle.
    pub fn from_coordinates(places: &[(usize, usize)]) -> Result<Board, BoardError> {
        let cols = places.iter().map(|&(x, _)| x.saturating_add(1)).max();
        let rows = places.iter().map(|&(_, y)| y.saturating_add(1)).max();
        let size = Size::new(rows.unwrap_or(0), cols.unwrap_or(0))?;
        let mut numbers: Vec<Option<u16>> = vec![None; size.cells()];
        for (index, &(x, y)) in places.iter().enumerate() {
            // Fewer tiles than there are cells fit a u16; more than that means a place comes twice.
            let number = index as u16;
            if let Some(first) = numbers[y * size.cols() + x].replace(number) {
                return Err(BoardError::PlaceTwice { x, y, first, second: number });
            }
        }
        let found = places.len();
        let numbers: Option<Vec<u16>> = numbers.into_iter().collect();
        Board::new(size, &numbers.ok_or(BoardError::Count { size, found })?)
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tile at a cell; `None` outside of the board.
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.tiles.get(cell.index()).copied()
    }

    /// The cell of a tile; `None` if the board has no such tile.
    pub fn cell(&self, tile: Tile) -> Option<Cell> {
        self.tiles.iter().position(|&t| t == tile).map(Cell::new)
    }

    /// The cell of the blank, in constant time.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// The row of the blank, from 0.
    pub fn blank_row(&self) -> usize {
        self.size.row(self.blank)
    }

    /// The tiles in row-major order.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The tiles' numbers in row-major order.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = u16> + '_ {
        self.tiles.iter().map(|tile| tile.number())
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Tile]> {
        self.tiles.chunks(self.size.cols())
    }

    /// The number of tiles out of place; the blank does not count.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn hamming(&self, goal: &Goal) -> u32 {
        self.sum_over_tiles(goal, |here, home| u32::from(here != home))
    }

    /// The sum of the tiles' distances to their homes along rows and columns; the blank does not count.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn manhattan(&self, goal: &Goal) -> u32 {
        self.sum_over_tiles(goal, |here, home| self.size.manhattan(here, home) as u32)
    }

    fn sum_over_tiles(&self, goal: &Goal, distance: impl Fn(Cell, Cell) -> u32) -> u32 {
        assert_eq!(self.size, goal.size(), "a distance needs boards of one size");
        let tiles = self.tiles.iter().enumerate();
        tiles
            .filter(|(_, tile)| !tile.is_blank())
            .map(|(here, &tile)| distance(Cell::new(here), goal.home(tile)))
            .sum()
    }

    /// Is this the goal?
    pub fn is_goal(&self, goal: &Goal) -> bool {
        self == goal.board()
    }

    /// The number of inversions: pairs of tiles where the larger comes first in row-major order, the blank left
    /// out. O(cells · log cells).
    pub fn inversions(&self) -> u64 {
        // A Fenwick tree over tile numbers: how many tiles up to a number were seen so far.
        let mut tree = vec![0_u32; self.tiles.len() + 1];
        let mut inversions = 0;
        let tiles = self.numbers().map(usize::from).filter(|&number| number != 0);
        for (seen, number) in (0_u32..).zip(tiles) {
            let mut smaller = 0;
            let mut i = number;
            while i > 0 {
                smaller += tree[i];
                i &= i - 1;
            }
            inversions += u64::from(seen - smaller);
            let mut i = number;
            while i < tree.len() {
                tree[i] += 1;
                i += i & i.wrapping_neg();
            }
        }
        inversions
    }

    /// The inversions as pairs (larger, smaller), by the place of the larger tile, then of the smaller; found
    /// one by one as the iterator is asked.
    pub fn inversion_pairs(&self) -> impl Iterator<Item = (Tile, Tile)> + '_ {
        let tiles = self.tiles.iter().enumerate();
        tiles.flat_map(|(i, &larger)| {
            let later = self.tiles[i + 1..].iter();
            later
                .filter(move |tile| !tile.is_blank() && **tile < larger)
                .map(move |&smaller| (larger, smaller))
        })
    }

    /// The board after the tile next to the blank has slid into it in this direction; `None` if there is no
    /// such tile.
    pub fn slide(&self, direction: Direction) -> Option<Board> {
        let mut next = self.clone();
        next.slide_in_place(direction)?;
        Some(next)
    }

    /// [`slide`](Board::slide) without a copy, for replays of long solutions; gives the tile that moved.
    pub(crate) fn slide_in_place(&mut self, direction: Direction) -> Option<Tile> {
        let from = self.size.step(self.blank, direction.of_blank())?;
        let tile = self.tiles[from.index()];
        self.tiles.swap(from.index(), self.blank.index());
        self.blank = from;
        Some(tile)
    }

    /// The boards one move away, each with what the tile did, in the project's order of successors: by ascending
    /// cell of the tile that moves.
    pub fn neighbours(&self) -> impl Iterator<Item = (Direction, Board)> + '_ {
        let order = Direction::SUCCESSOR_ORDER.into_iter();
        order.filter_map(|direction| Some((direction, self.slide(direction)?)))
    }

    /// This board with its first two tiles exchanged; `None` if it has fewer than two tiles. On boards with at
    /// least two rows and columns exactly one of a board and its twin can reach a given goal.
    pub fn twin(&self) -> Option<Board> {
        let mut cells = (0..self.tiles.len()).filter(|&i| i != self.blank.index());
        let (first, second) = (cells.next()?, cells.next()?);
        let mut twin = self.clone();
        twin.tiles.swap(first, second);
        Some(twin)
    }

    /// The relation "`tile` lies at (`x`, `y`)", with x the column and y the row from 0: every match of what the
    /// query leaves open, in row-major order.
    ///
    /// ```
    /// use taquin::{Board, Placement, PlacementQuery, Tile};
    /// let board = Board::from_flat(&[1, 2, 0, 4, 3, 8, 7, 6, 5])?;
    /// let row2 = PlacementQuery { y: Some(2), ..PlacementQuery::default() };
    /// let found: Vec<_> = board.coordinates(row2).map(|p| (p.tile.number(), p.x)).collect();
    /// assert_eq!(found, [(7, 0), (6, 1), (5, 2)]);
    /// # Ok::<(), taquin::BoardError>(())
    /// ```
    pub fn coordinates(&self, query: PlacementQuery) -> impl Iterator<Item = Placement> + '_ {
        let placements = self.tiles.iter().enumerate().map(|(index, &tile)| {
            let cell = Cell::new(index);
            let (x, y) = (self.size.col(cell), self.size.row(cell));
            Placement { tile, x, y }
        });
        placements.filter(move |placement| query.admits(placement))
    }
}

/// The smallest number that is not in the list.
fn first_missing(numbers: &[u16]) -> u16 {
    let mut present = vec![false; numbers.len() + 1];
    for &number in numbers {
        if let Some(entry) = present.get_mut(usize::from(number)) {
            *entry = true;
        }
    }
    present.iter().take_while(|&&here| here).count() as u16
}

/// Where one tile lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// The tile, or the blank.
    pub tile: Tile,
    /// Its column, from 0.
    pub x: usize,
    /// Its row, from 0.
    pub y: usize,
}

/// What is known of a [`Placement`]; `None` matches everything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlacementQuery {
    /// The tile asked for.
    pub tile: Option<Tile>,
    /// The column asked for, from 0.
    pub x: Option<usize>,
    /// The row asked for, from 0.
    pub y: Option<usize>,
}

impl PlacementQuery {
    fn admits(&self, placement: &Placement) -> bool {
        self.tile.is_none_or(|tile| tile == placement.tile)
            && self.x.is_none_or(|x| x == placement.x)
            && self.y.is_none_or(|y| y == placement.y)
    }
}

/// The board as Princeton's assignment prints it, without the size line: each number right-aligned in two places
/// (more where a number needs it) and followed by a space.
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

/// Why some numbers are not a [`Board`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// No board has such a size.
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
        /// Which row, from 0.
        row: usize,
        /// Its number of entries.
        found: usize,
        /// The number of entries in the first row.
        expected: usize,
    },
    /// A number that no tile of this board has.
    TooLarge {
        /// The size of the board.
        size: Size,
        /// The number.
        number: u16,
        /// Where it stands.
        cell: Cell,
    },
    /// A number that stands twice.
    Duplicate {
        /// The size of the board.
        size: Size,
        /// The number.
        number: u16,
        /// Where it stands first.
        first: Cell,
        /// Where it stands again.
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
                write!(f, "tile {number} stands twice and tile {missing} is missing")
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
            _ => None,
        }
    }
}
