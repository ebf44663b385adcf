//! Boards, numbered in lexicographic order.

use super::arrangement;
use crate::board::Board;
use crate::size::Size;

/// The most cells of a size whose boards can be numbered: 20! is the largest factorial below 2^64.
const MOST_CELLS: usize = 20;

impl Board {
    /// Returns the number of this board among all boards of its size in lexicographic order, solvable or not; `None` for
    /// more than 20 cells.
    ///
    /// ```
    /// use taquin::{Board, Size};
    /// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
    /// assert_eq!(board.rank(), Some(843));
    /// assert_eq!(Board::from_rank(Size::square(3)?, 843), Some(board));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rank(&self) -> Option<u64> {
        Board::rank_of(self.tiles())
    }

    /// Returns the [rank](Board::rank) of the board with these tiles, as tiles or numbers, without building it: for a
    /// heuristic that looks up every board in a table.
    #[inline]
    pub fn rank_of<T: Ord>(tiles: &[T]) -> Option<u64> {
        (tiles.len() <= MOST_CELLS).then(|| arrangement::rank(tiles, 0..tiles.len()))
    }

    /// Returns the board with a [rank](Board::rank); `None` if the size has fewer boards, or more than 20 cells.
    pub fn from_rank(size: Size, rank: u64) -> Option<Board> {
        let cells = size.cells();
        if cells > MOST_CELLS || rank >= (1..=cells as u64).product() {
            return None;
        }
        Board::new(size, &arrangement::unrank((0..cells as u16).collect(), rank)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_follow_the_order_of_the_boards_without_gaps() {
        let size = Size::new(2, 3).unwrap();
        let boards: Vec<Board> = (0..).map_while(|rank| Board::from_rank(size, rank)).collect();
        assert_eq!(boards.len(), 720);
        assert!(boards.iter().zip(0..).all(|(board, rank)| board.rank() == Some(rank)));
        assert!(boards.windows(2).all(|pair| pair[0].tiles() < pair[1].tiles()));
    }

    #[test]
    fn the_largest_size_fits_and_larger_ones_have_no_ranks() {
        let size = Size::new(4, 5).unwrap();
        let last = (1..=20).product::<u64>() - 1;
        let board = Board::from_rank(size, last).unwrap();
        assert!(board.numbers().eq((0..20).rev()));
        assert_eq!((board.rank(), Board::from_rank(size, last + 1)), (Some(last), None));
        let size = Size::new(3, 7).unwrap();
        assert_eq!(Board::from_rank(size, 0), None);
        assert_eq!(Board::new(size, &(0..21).collect::<Vec<_>>()).unwrap().rank(), None);
    }
}
