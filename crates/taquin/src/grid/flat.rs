//! Boards of any size, as a slice on the heap.

use super::{Grid, KernelGrid};
use crate::board::Board;
use crate::geometry::Slide;
use crate::mix::mix;
use crate::size::Size;
use std::cmp::Ordering;

/// A board of any size: a slice of tiles, and the blank's cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flat {
    tiles: Box<[u16]>,
    blank: usize,
}

impl Flat {
    /// Tiles are stored as bytes where one byte can hold the largest.
    fn tiles_per_word(cells: usize) -> usize {
        if cells <= 256 { 4 } else { 2 }
    }

    fn chunks(&self) -> impl Iterator<Item = u32> + '_ {
        let per_word = Self::tiles_per_word(self.tiles.len());
        let bits = 32 / per_word;
        self.tiles
            .chunks(per_word)
            .map(move |chunk| chunk.iter().rev().fold(0, |word, &tile| word << bits | u32::from(tile)))
    }
}

impl PartialOrd for Flat {
    fn partial_cmp(&self, other: &Flat) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Flat {
    fn cmp(&self, other: &Flat) -> Ordering {
        self.tiles.cmp(&other.tiles)
    }
}

impl Grid for Flat {
    fn tile(&self, cell: usize) -> usize {
        self.tiles[cell].into()
    }

    fn blank(&self) -> usize {
        self.blank
    }
}

impl KernelGrid for Flat {
    const MAX_CELLS: usize = Size::MAX_CELLS;

    fn load(board: &Board) -> Flat {
        Flat { tiles: board.numbers().collect(), blank: board.blank().index() }
    }

    fn slide(&mut self, slide: Slide) {
        self.tiles.swap(slide.from, slide.to);
        self.blank = slide.from;
    }

    fn words(cells: usize) -> usize {
        cells.div_ceil(Self::tiles_per_word(cells))
    }

    fn store(&self, words: &mut [u32]) {
        for (word, chunk) in words.iter_mut().zip(self.chunks()) {
            *word = chunk;
        }
    }

    fn restore(&mut self, words: &[u32]) {
        let per_word = Self::tiles_per_word(self.tiles.len());
        let bits = 32 / per_word;
        let mask = u32::MAX >> (32 - bits);
        for (index, tile) in self.tiles.iter_mut().enumerate() {
            *tile = (words[index / per_word] >> (bits * (index % per_word)) & mask) as u16;
            if *tile == 0 {
                self.blank = index;
            }
        }
    }

    fn matches(&self, words: &[u32]) -> bool {
        self.chunks().eq(words.iter().copied())
    }

    fn heap_bytes(&self) -> u64 {
        size_of_val(&*self.tiles) as u64
    }

    fn hash(&self) -> u64 {
        self.chunks().fold(0, |hash, word| mix(hash, word.into()))
    }
}
