//! A board that is changed in place, with the lookups that are needed between moves.
//!
//! Invariants: `positions` is the inverse of `tiles`, `homes` is the inverse of `goal_tiles`, and no cell has a fixed
//! neighbour.

use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::size::Size;
use crate::task::Task;

/// The directions in the order of their discriminants.
pub(super) const DIRECTIONS: [Direction; 4] =
    [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

/// Stands for a missing neighbour.
const NONE: u16 = u16::MAX;

#[derive(Clone, Debug)]
pub(super) struct MutableBoard {
    pub(super) size: Size,
    /// The tile in each cell; 0 is the blank.
    pub(super) tiles: Vec<u16>,
    /// The cell of each tile.
    pub(super) positions: Vec<u16>,
    /// The goal cell of each tile.
    pub(super) homes: Vec<u16>,
    /// The tile that belongs in each cell.
    pub(super) goal_tiles: Vec<u16>,
    /// The row and the column of each cell.
    pub(super) coordinates: Vec<[u8; 2]>,
    /// The neighbours of each cell that are not fixed, by direction.
    neighbours: Vec<[u16; 4]>,
    fixed: Vec<bool>,
}

impl MutableBoard {
    pub(super) fn new(task: &Task) -> MutableBoard {
        let size = task.size();
        let tiles: Vec<u16> = task.start().numbers().collect();
        let goal_tiles: Vec<u16> = task.goal().board().numbers().collect();
        let cells = || (0..size.cells()).map(Cell::new);
        let neighbour = |cell, direction| size.step(cell, direction).map_or(NONE, |next| next.index() as u16);
        MutableBoard {
            size,
            positions: inverse(&tiles),
            homes: inverse(&goal_tiles),
            coordinates: cells().map(|cell| [size.row(cell) as u8, size.col(cell) as u8]).collect(),
            neighbours: cells().map(|cell| DIRECTIONS.map(|step| neighbour(cell, step))).collect(),
            fixed: vec![false; tiles.len()],
            tiles,
            goal_tiles,
        }
    }

    /// Returns the current arrangement as a [`Board`].
    pub(super) fn board(&self) -> Option<Board> {
        Board::new(self.size, &self.tiles).ok()
    }

    #[inline]
    pub(super) fn blank(&self) -> usize {
        self.positions[0].into()
    }

    #[inline]
    pub(super) fn position(&self, tile: u16) -> usize {
        self.positions[usize::from(tile)].into()
    }

    #[inline]
    pub(super) fn home(&self, tile: u16) -> usize {
        self.homes[usize::from(tile)].into()
    }

    /// Returns the neighbour of a cell, unless it is fixed or beyond the edge.
    #[inline]
    pub(super) fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        let next = self.neighbours[cell][direction as usize];
        (next != NONE).then_some(next.into())
    }

    /// Excludes a cell from all further moves.
    pub(super) fn fix(&mut self, cell: usize) {
        self.fixed[cell] = true;
        for direction in DIRECTIONS {
            if let Some(next) = self.size.step(Cell::new(cell), direction) {
                self.neighbours[next.index()][direction.opposite() as usize] = NONE;
            }
        }
    }

    pub(super) fn is_fixed(&self, cell: usize) -> bool {
        self.fixed[cell]
    }

    /// Moves the blank to a neighbouring cell; returns `false` and changes nothing if there is none.
    #[inline]
    pub(super) fn move_blank(&mut self, direction: Direction) -> bool {
        let blank = self.blank();
        let Some(to) = self.neighbour(blank, direction) else { return false };
        let tile = self.tiles[to];
        (self.tiles[blank], self.tiles[to]) = (tile, 0);
        (self.positions[usize::from(tile)], self.positions[0]) = (blank as u16, to as u16);
        true
    }

    /// Begins a walk of the blank from its cell.
    pub(super) fn walk(&mut self) -> Walk<'_> {
        let cols = self.size.cols() as isize;
        let offsets = [-cols, -1, 1, cols, cols, 1, -1, -cols];
        Walk { blank: self.blank(), offsets, board: self }
    }

    /// Returns the Manhattan distance of two cells.
    #[inline]
    pub(super) fn distance(&self, a: usize, b: usize) -> usize {
        let [rows, cols] = self.offsets(a, b);
        rows + cols
    }

    /// Returns the number of rows and of columns between two cells.
    #[inline]
    pub(super) fn offsets(&self, a: usize, b: usize) -> [usize; 2] {
        let (a, b) = (self.coordinates[a], self.coordinates[b]);
        [a[0].abs_diff(b[0]).into(), a[1].abs_diff(b[1]).into()]
    }

    /// Returns the sum of the Manhattan distances of all tiles from their homes.
    pub(super) fn total_distance(&self) -> u64 {
        (1..self.tiles.len())
            .map(|tile| self.distance(self.positions[tile].into(), self.homes[tile].into()) as u64)
            .sum()
    }
}

/// A walk of the blank that returns to where it began, faster than [moves](MutableBoard::move_blank): it keeps the blank's
/// cell itself, and the board has a tile there until the walk ends.
pub(super) struct Walk<'a> {
    board: &'a mut MutableBoard,
    blank: usize,
    /// By direction, then for the directions undone.
    offsets: [isize; 8],
}

impl Walk<'_> {
    /// Takes a step that is known to be legal, given as a direction or, plus 4, as a direction undone.
    #[inline]
    pub(super) fn step<const KEEPS_POSITIONS: bool>(&mut self, step: u8) {
        let to = self.blank.wrapping_add_signed(self.offsets[usize::from(step % 8)]);
        let tile = self.board.tiles[to];
        self.board.tiles[self.blank] = tile;
        if KEEPS_POSITIONS {
            self.board.positions[usize::from(tile)] = self.blank as u16;
        }
        self.blank = to;
    }

    /// Returns the board and the cell of the blank.
    #[inline]
    pub(super) fn here(&mut self) -> (&mut MutableBoard, usize) {
        (self.board, self.blank)
    }

    /// Ends the walk where it began.
    pub(super) fn end(self) {
        self.board.tiles[self.blank] = 0;
    }
}

fn inverse(numbers: &[u16]) -> Vec<u16> {
    let mut inverse = vec![0; numbers.len()];
    numbers.iter().enumerate().for_each(|(index, &number)| inverse[usize::from(number)] = index as u16);
    inverse
}
