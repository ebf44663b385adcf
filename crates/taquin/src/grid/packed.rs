//! Boards in one machine word: 4 bits per tile in a `u64`, 5 bits per tile in a `u128`.
//!
//! Cell 0 is in the most significant place, so that words compare as boards do. Places beyond the last cell are filled
//! with ones: the blank is then the only place that is zero, and is found without a loop.
//!
//! The tie policy `state`, which compares boards as numbers, relies on this order.

use super::{Grid, KernelGrid};
use crate::board::Board;
use crate::geometry::Slide;
use crate::mix::mix;

macro_rules! packed_grid {
    ($(#[$doc:meta])* $name:ident, $word:ty, $bits:literal, $max:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub struct $name($word);

        impl $name {
            /// The lowest bit of every place.
            const LOW: $word = {
                let mut low = 0;
                let mut cell = 0;
                while cell < $max {
                    low |= 1 << Self::shift(cell);
                    cell += 1;
                }
                low
            };
            const TILE: $word = (1 << $bits) - 1;

            /// True if the places fill the word; then a rotation reaches a place in fewer instructions than a shift.
            const FULL: bool = $max * $bits == <$word>::BITS as usize;

            const fn shift(cell: usize) -> u32 {
                (($max - 1 - cell) * $bits) as u32
            }

            /// Shifts a tile to the place of a cell.
            #[inline]
            fn placed(tile: $word, cell: usize) -> $word {
                if Self::FULL { tile.rotate_right((($bits * cell) + $bits) as u32) } else { tile << Self::shift(cell) }
            }
        }

        impl Grid for $name {
            #[inline]
            fn blank(&self) -> usize {
                // Subtracting one from every place borrows into the highest bit of a place that is zero; only
                // that place has the bit set afterwards but not before. The lowest such place is exact, and
                // there is only one zero.
                let high = Self::LOW << ($bits - 1);
                let zero = self.0.wrapping_sub(Self::LOW) & !self.0 & high;
                $max - 1 - zero.trailing_zeros() as usize / $bits
            }

            #[inline]
            fn tile(&self, cell: usize) -> usize {
                let moved = if Self::FULL {
                    self.0.rotate_left((($bits * cell) + $bits) as u32)
                } else {
                    self.0 >> Self::shift(cell)
                };
                (moved & Self::TILE) as usize
            }
        }

        impl KernelGrid for $name {
            const MAX_CELLS: usize = $max;

            fn load(board: &Board) -> Self {
                assert!(board.size().cells() <= $max, "{} cells do not fit", board.size().cells());
                let unused = Self::LOW * Self::TILE;
                let tiles = board.numbers().enumerate();
                $name(tiles.fold(unused, |word, (cell, tile)| {
                    let place = Self::TILE << Self::shift(cell);
                    word & !place | <$word>::from(tile) << Self::shift(cell)
                }))
            }

            #[inline]
            fn slide(&mut self, slide: Slide) {
                // The blank is zero, so one exclusive or clears the tile's old place and fills its new one.
                let tile = slide.tile as $word;
                self.0 ^= Self::placed(tile, slide.from) | Self::placed(tile, slide.to);
            }

            #[inline]
            fn words(_cells: usize) -> usize {
                size_of::<$word>() / size_of::<u32>()
            }

            #[inline]
            fn store(&self, words: &mut [u32]) {
                for (index, word) in words.iter_mut().enumerate() {
                    *word = (self.0 >> (32 * index)) as u32;
                }
            }

            #[inline]
            fn restore(&mut self, words: &[u32]) {
                let numbered = words.iter().enumerate();
                self.0 = numbered.fold(0, |all, (index, &word)| all | <$word>::from(word) << (32 * index));
            }

            #[inline]
            fn matches(&self, words: &[u32]) -> bool {
                let mut other = *self;
                other.restore(words);
                other == *self
            }

            #[inline]
            fn hash(&self) -> u64 {
                let low = mix(0, self.0 as u64);
                if size_of::<$word>() == 8 { low } else { mix(low, (self.0 >> (<$word>::BITS / 2)) as u64) }
            }
        }
    };
}

packed_grid! {
    /// Up to 16 cells in a `u64`.
    Packed16, u64, 4, 16
}

packed_grid! {
    /// Up to 25 cells in a `u128`.
    Packed25, u128, 5, 25
}
