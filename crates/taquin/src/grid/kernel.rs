//! What search kernels need of a grid besides reading it.

use crate::board::Board;
use crate::geometry::Slide;

/// The operations of a grid that only search kernels use: load, move, store, compare and hash.
///
/// It is the supertrait that seals [`Grid`](super::Grid).
pub trait KernelGrid: Clone + Ord + Send + Sync {
    /// The largest number of cells this layout can hold.
    const MAX_CELLS: usize;

    /// Packs a board.
    ///
    /// # Panics
    /// If the board has more than [`MAX_CELLS`](KernelGrid::MAX_CELLS) cells.
    fn load(board: &Board) -> Self;

    /// Moves a tile into the blank. The slide must be legal in this grid.
    fn slide(&mut self, slide: Slide);

    /// Returns the number of words that [`store`](KernelGrid::store) needs for a board with this many cells.
    fn words(cells: usize) -> usize;

    /// Writes the grid into the words, as many as [`words`](KernelGrid::words) returns.
    fn store(&self, words: &mut [u32]);

    /// Reads back a stored grid of the same size.
    fn restore(&mut self, words: &[u32]);

    /// Returns true if the words hold this grid.
    fn matches(&self, words: &[u32]) -> bool;

    /// Returns the heap bytes that a clone of this grid allocates.
    fn heap_bytes(&self) -> u64 {
        0
    }

    /// Returns a hash of the tiles, well mixed in its upper bits.
    fn hash(&self) -> u64;
}
