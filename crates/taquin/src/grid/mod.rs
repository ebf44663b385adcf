//! Boards as kernels see them: packed by number of cells, never by width and height types.
//!
//! Up to 16 cells lie in a `u64`, up to 25 in a `u128`, anything larger in a slice. A kernel is written once
//! against [`Grid`] and compiled for each of the three.
//!
//! Invariant of every grid: comparing two grids of one size compares their tiles in row-major order, "the board as
//! a number"; a round trip through [`store`](Grid::store) and [`restore`](Grid::restore) changes nothing.

mod flat;
mod packed;

pub use flat::Flat;
pub use packed::{Packed16, Packed25};

use crate::board::Board;
use crate::geometry::Slide;

/// A board in a form that a kernel can move, compare, hash and keep by the million.
pub trait Grid: Clone + Ord + Send + Sync {
    /// The largest number of cells this layout can hold.
    const MAX_CELLS: usize;

    /// The grid of a board.
    ///
    /// # Panics
    /// If the board has more than [`MAX_CELLS`](Grid::MAX_CELLS).
    fn load(board: &Board) -> Self;

    /// The cell of the blank.
    fn blank(&self) -> usize;

    /// The tile at a cell.
    fn tile(&self, cell: usize) -> usize;

    /// Moves a tile into the blank. The slide must be one of this grid.
    fn slide(&mut self, slide: Slide);

    /// How many words [`store`](Grid::store) needs for a board of this many cells.
    fn words(cells: usize) -> usize;

    /// Writes the grid into as many words as [`words`](Grid::words) says.
    fn store(&self, words: &mut [u32]);

    /// Becomes the grid that was stored, of the same size.
    fn restore(&mut self, words: &[u32]);

    /// Is this the grid that was stored?
    fn matches(&self, words: &[u32]) -> bool;

    /// The bytes a copy of this grid keeps besides itself.
    fn heap_bytes(&self) -> u64 {
        0
    }

    /// A hash of the tiles, well mixed in its upper bits.
    fn hash(&self) -> u64;
}

/// The layouts by size: which grid to load a board into.
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
    /// The smallest layout for this many cells.
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
    use crate::geometry::{Geometry, Order};
    use crate::mix::mix;
    use crate::size::Size;

    /// Walks at random and compares the grid with the plain board at every step.
    fn agrees_with_board<G: Grid>(rows: usize, cols: usize) {
        let size = Size::new(rows, cols).unwrap();
        let geometry = Geometry::new(size, Order::default());
        let mut board = crate::goal::Goal::rows(size).board().clone();
        let mut grid = G::load(&board);
        let mut words = vec![0; G::words(size.cells())];
        let mut other = grid.clone();
        for step in 0_u64..400 {
            let exits: Vec<_> = geometry.exits(grid.blank(), None).collect();
            let exit = exits[(mix(7, step) % exits.len() as u64) as usize];
            let before = (grid.clone(), board.clone());
            let slide = Slide {
                tile: grid.tile(exit.from()),
                from: exit.from(),
                to: grid.blank(),
                direction: exit.direction,
            };
            grid.slide(slide);
            board = board.slide(exit.direction).unwrap();
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
