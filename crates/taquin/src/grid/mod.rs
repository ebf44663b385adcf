//! Boards as search kernels see them: packed by number of cells, never by width and height types.
//!
//! Up to 16 cells are packed into a `u64`, up to 25 into a `u128`, and anything larger is a slice. A kernel is written
//! once against [`Grid`] and compiled for each of the three.
//!
//! Invariant of every grid: comparing two grids of the same size compares their tiles in row-major order, "the board as
//! a number"; a round trip through [`store`](KernelGrid::store) and [`restore`](KernelGrid::restore) changes nothing.

mod flat;
mod kernel;
mod packed;

pub use flat::Flat;
pub use kernel::KernelGrid;
pub use packed::{Packed16, Packed25};

use crate::board::Board;
use crate::cell::Cell;
use crate::size::Size;
use crate::tile::Tile;

/// The board a [`Heuristic`](crate::heuristic::Heuristic) evaluates.
///
/// Searches represent boards in several packed layouts. A heuristic that is generic over `Grid` is compiled for each of
/// them, so reading a tile costs a few machine instructions. Tiles and cells are plain indices, as given by
/// [`Tile::index`] and [`Cell::index`]: tile 0 is the blank, and cells are numbered row by row from 0.
///
/// A grid knows neither its number of rows nor its number of columns. A heuristic takes them from the goal it was built
/// for.
///
/// This trait is sealed: only the layouts of this crate implement it.
pub trait Grid: KernelGrid {
    /// Returns the tile at a cell; 0 is the blank.
    fn tile(&self, cell: usize) -> usize;

    /// Returns the cell of the blank.
    fn blank(&self) -> usize;

    /// Iterates over the tiles of a board of this size with their cells, row by row, without the blank.
    fn tiles(&self, size: Size) -> impl Iterator<Item = (Tile, Cell)> + Clone + '_ {
        let tiles = (0..size.cells()).map(|cell| (Tile::new(self.tile(cell) as u16), Cell::new(cell)));
        tiles.filter(|(tile, _)| !tile.is_blank())
    }

    /// Unpacks a board of this size. Allocates.
    ///
    /// # Panics
    /// If the grid was packed from a board with another number of cells.
    fn to_board(&self, size: Size) -> Board {
        let tiles: Vec<u16> = (0..size.cells()).map(|cell| self.tile(cell) as u16).collect();
        Board::new(size, &tiles).expect("a grid of another size")
    }
}

/// The packed layouts: which grid type to load a board into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Layout {
    /// [`Packed16`].
    Packed16,
    /// [`Packed25`].
    Packed25,
    /// [`Flat`].
    Flat,
}

impl Layout {
    /// Returns the smallest layout for a number of cells.
    pub fn of(cells: usize) -> Layout {
        if cells <= Packed16::MAX_CELLS {
            Layout::Packed16
        } else if cells <= Packed25::MAX_CELLS {
            Layout::Packed25
        } else {
            Layout::Flat
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Geometry, Order, Slide};
    use crate::mix::mix;
    use crate::size::Size;

    /// Compares the grid with the plain board at every step of a random walk.
    fn agrees_with_board<G: Grid>(rows: usize, cols: usize) {
        let size = Size::new(rows, cols).unwrap();
        let geometry = Geometry::new(size, Order::default());
        let mut board = crate::goal::Goal::rows(size).board().clone();
        let mut grid = G::load(&board);
        let mut words = vec![0; G::words(size.cells())];
        let mut other = grid.clone();
        for step in 0_u64..400 {
            let successors: Vec<_> = geometry.successors(grid.blank(), None).collect();
            let successor = successors[(mix(7, step) % successors.len() as u64) as usize];
            let before = (grid.clone(), board.clone());
            let slide = Slide {
                tile: grid.tile(successor.from()),
                from: successor.from(),
                to: grid.blank(),
                direction: successor.direction,
            };
            grid.slide(slide);
            board = board.slide(successor.direction).unwrap();
            assert_eq!(grid.blank(), board.blank().index());
            for (cell, tile) in board.tiles().iter().enumerate() {
                assert_eq!(grid.tile(cell), tile.index());
            }
            assert_eq!(grid.cmp(&before.0), board.cmp(&before.1), "order is that of the tiles");
            assert!(!grid.matches(&words) || step == 0 && size.cells() == 1);
            grid.store(&mut words);
            assert!(grid.matches(&words));
            other.restore(&words);
            assert!(other == grid && other.hash() == grid.hash() && other.blank() == grid.blank());
            assert!(G::load(&board) == grid);
        }
    }

    #[test]
    fn every_layout_agrees_with_the_plain_board() {
        for (rows, cols) in [(2, 2), (1, 9), (3, 3), (2, 4), (3, 5), (4, 4), (8, 2)] {
            agrees_with_board::<Packed16>(rows, cols);
            agrees_with_board::<Packed25>(rows, cols);
            agrees_with_board::<Flat>(rows, cols);
        }
        for (rows, cols) in [(4, 5), (5, 5), (1, 25), (6, 4)] {
            agrees_with_board::<Packed25>(rows, cols);
            agrees_with_board::<Flat>(rows, cols);
        }
        for (rows, cols) in [(6, 6), (16, 16), (17, 16), (1, 127), (127, 127)] {
            agrees_with_board::<Flat>(rows, cols);
        }
    }
}
