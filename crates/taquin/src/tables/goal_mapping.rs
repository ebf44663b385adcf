//! The mapping between the boards of a goal and the positions of its perfect table, as lookup arrays.

use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::goal_symmetry::GoalSymmetry;
use crate::size::Size;
use crate::space::{FrontierSearch, Position, PuzzleSpace};
use crate::tile::Tile;

/// The most cells of a puzzle whose boards can be enumerated.
const MAX_CELLS: usize = FrontierSearch::MOST_CELLS;

/// Maps cells, tiles and directions of one goal to those of the table, and back.
#[derive(Clone, Debug)]
pub(super) struct GoalMapping {
    size: Size,
    /// For each cell of the board, its cell in the table.
    cells: [u8; MAX_CELLS],
    /// For each tile, its goal cell in the table.
    homes: [u8; MAX_CELLS],
    /// For each direction in the table, the direction on the board.
    directions: [Direction; 4],
}

/// Returns the symmetry that maps a goal to the table's.
pub(super) fn canonical_symmetry(goal: &Goal) -> GoalSymmetry {
    let mut symmetries = GoalSymmetry::all(goal);
    symmetries.swap_remove(0)
}

impl GoalMapping {
    /// Builds the mapping of a goal with at most fourteen cells and more than one row and column.
    pub(super) fn new(goal: &Goal, symmetry: &GoalSymmetry) -> GoalMapping {
        let size = goal.size();
        let (mut cells, mut homes) = ([0; MAX_CELLS], [0; MAX_CELLS]);
        for index in 0..size.cells() {
            cells[index] = symmetry.cell(Cell::new(index)) as u8;
            homes[index] = symmetry.home(Tile::new(index as u16)) as u8;
        }
        let mapped = symmetry.size();
        let mut directions = [Direction::Up; 4];
        for direction in Direction::SUCCESSOR_ORDER {
            // The step from the first cell to a neighbour determines the mapping of its axis.
            let Some(next) = size.step(Cell::new(0), direction) else { continue };
            let [here, there] = [Cell::new(0), next].map(|cell| Cell::new(symmetry.cell(cell)));
            let candidates = Direction::SUCCESSOR_ORDER.into_iter();
            for found in candidates.filter(|&found| mapped.step(here, found) == Some(there)) {
                directions[found as usize] = direction;
                directions[found.opposite() as usize] = direction.opposite();
            }
        }
        GoalMapping { size, cells, homes, directions }
    }

    /// Returns the position of a board; `None` if it has another size or is unsolvable.
    #[inline]
    pub(super) fn position(&self, puzzle: &PuzzleSpace, board: &Board) -> Option<Position> {
        let tiles = board.tiles();
        if board.size() != self.size {
            return None;
        }
        let mut homes = [0; MAX_CELLS];
        for (tile, &cell) in tiles.iter().zip(&self.cells) {
            homes[usize::from(cell)] = self.homes[tile.index()];
        }
        puzzle.position(&homes[..tiles.len()])
    }

    /// Returns the board with these goal cells of the tiles in the table.
    pub(super) fn board(&self, homes: &[u8]) -> Board {
        let count = self.size.cells();
        let mut tiles = [0; MAX_CELLS];
        for (tile, &home) in (0..).zip(&self.homes[..count]) {
            tiles[usize::from(home)] = tile;
        }
        let numbers: Vec<u16> =
            self.cells[..count].iter().map(|&cell| tiles[usize::from(homes[usize::from(cell)])]).collect();
        Board::new(self.size, &numbers).expect("a symmetry permutes the tiles")
    }

    /// Iterates over the cells of the board; returns for each its cell in the table.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> {
        self.cells[..self.size.cells()].iter().map(|&cell| cell.into())
    }

    /// Returns the direction on the board of a direction in the table.
    #[inline]
    pub(super) fn direction(&self, mapped: Direction) -> Direction {
        self.directions[mapped as usize]
    }
}
