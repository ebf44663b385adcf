//! Pairs of tiles in the wrong order.

use super::Board;
use crate::tile::Tile;

impl Board {
    /// Returns the number of inversions: pairs of tiles whose larger one comes first in row-major order, not counting
    /// the blank. Takes O(cells · log cells) time.
    pub fn inversions(&self) -> u64 {
        if self.tiles.len() <= 128 {
            // One bit for each tile seen so far: those above a number are its inversions.
            let mut seen = 0_u128;
            let tiles = self.numbers().filter(|&number| number != 0);
            return tiles
                .map(|number| {
                    let larger = (seen >> number).count_ones();
                    seen |= 1 << number;
                    u64::from(larger)
                })
                .sum();
        }
        // A Fenwick tree over tile numbers counts the tiles up to a number that were seen so far.
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

    /// Returns the inversions lazily as pairs (larger, smaller), ordered by the cell of the larger tile, then of the
    /// smaller.
    pub fn inversion_pairs(&self) -> impl Iterator<Item = (Tile, Tile)> + '_ {
        let tiles = self.tiles.iter().enumerate();
        tiles.flat_map(|(i, &larger)| {
            let later = self.tiles[i + 1..].iter();
            later
                .filter(move |tile| !tile.is_blank() && **tile < larger)
                .map(move |&smaller| (larger, smaller))
        })
    }
}
