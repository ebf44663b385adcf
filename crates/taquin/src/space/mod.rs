//! The state space of a pattern: the cells of some of the tiles, and the region of the blank.
//!
//! Tiles outside of the pattern are indistinguishable, and the blank moves among them at no cost. So a state is a set of
//! cells, the arrangement of the pattern's tiles in them, and the connected region of the other cells that contains the
//! blank. States with the same set and region form a **block**, with one bit per arrangement. A move of a tile maps a
//! whole block to another: a horizontal move leaves the arrangements unchanged, a vertical move applies the same
//! [rotation](crate::rank::Rotations) to all of them. This makes breadth-first search over billions of states a matter
//! of seconds.
//!
//! If the pattern has all tiles, the only free cell is the blank, and the space is that of the puzzle itself. Then half
//! of the arrangements are unreachable, and only the other half has bits (`halved`).
//!
//! A move takes a tile to a cell of the other chessboard colour. So blocks have colours, too, and the block of a state
//! gives the parity of its distance.

mod bits;
mod frontier;
mod layer_counter;
mod layers;
mod pushes;
mod puzzle;
mod workers;

pub use bits::Bits;
pub use frontier::FrontierSearch;
#[cfg(feature = "disk")]
pub(crate) use frontier::Word;
pub(crate) use layer_counter::LayerCounter;
pub use layers::{Exploration, Layers, explore};
pub use pushes::Pushes;
pub use puzzle::{Position, PuzzleSpace, Successor};
pub use workers::Workers;

use crate::cell::Cell;
use crate::direction::Direction;
use crate::rank::{Arrangement, Arrangements, MAX_CELLS, Rotations, Subsets};
use crate::size::Size;
use std::ops::RangeInclusive;

/// The states of the patterns with a given number of tiles on a board.
#[derive(Clone, Debug)]
pub struct Space {
    size: Size,
    subsets: Subsets,
    arrangements: Arrangements,
    halved: bool,
    /// The words of a block, and of the arrangements that share a high part.
    block_words: usize,
    page_words: usize,
    sets: Box<[SetBlocks]>,
    /// For each set with more than two regions the region of each cell outside of it.
    many_regions: Box<[[u8; MAX_CELLS]]>,
    /// The cells of each block's region.
    regions: Box<[u32]>,
    /// The number of blocks of the first colour.
    first_colour: usize,
    /// The cells next to each cell.
    neighbours: Box<[u32]>,
    rotations: Rotations,
    odd_lows: Box<[bool]>,
    odd_highs: Box<[bool]>,
}

/// The blocks of one set of cells, in one word: a search reads them at random, and eight bytes a set stay in the cache.
///
/// The upper half is the first block, that of the region with the first free cell; the others follow. Few sets divide
/// the other cells into more than two regions. For two, the lower half is the mask of the second region. For more, its
/// highest bit is set, and it has the index of the set's row in a table of region numbers.
#[derive(Clone, Copy, Debug, Default)]
struct SetBlocks(u64);

/// Marks sets with more than two regions; a mask has at most 25 bits.
const MANY_REGIONS: u32 = 1 << 31;

impl SetBlocks {
    fn new(first: usize, lower: u32) -> SetBlocks {
        SetBlocks((first as u64) << 32 | u64::from(lower))
    }

    #[inline]
    fn first(self) -> usize {
        (self.0 >> 32) as usize
    }

    #[inline]
    fn lower(self) -> u32 {
        self.0 as u32
    }
}

/// A state: the cells of the tiles, their arrangement in the order of the cells, and any cell of the blank's region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// The cells of the pattern's tiles, one bit each.
    pub cells: u32,
    /// The arrangement of the tiles in them.
    pub arrangement: Arrangement,
    /// A cell of the blank's region.
    pub blank: u8,
}

/// A step of a tile to an adjacent cell, as bit masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step {
    both: u32,
    below_from: u32,
    below_to: u32,
    from: u8,
}

impl Step {
    /// Creates the step from one cell to another.
    pub fn new(from: usize, to: usize) -> Step {
        let below = |cell: usize| (1 << cell) - 1;
        Step { both: 1 << from | 1 << to, below_from: below(from), below_to: below(to), from: from as u8 }
    }
}

impl Space {
    /// Builds the space of the patterns with `tiles` tiles.
    ///
    /// # Panics
    /// If the board has more than 25 cells or a single row or column, or if there are more tiles than an arrangement can
    /// have or than the board has.
    pub fn new(size: Size, tiles: usize) -> Space {
        assert!(!size.is_line() && tiles < size.cells(), "{tiles} tiles on {size}");
        let subsets = Subsets::new(size.cells(), tiles);
        let arrangements = Arrangements::new(tiles);
        let neighbours: Box<[u32]> = (0..size.cells()).map(|cell| neighbours(size, cell)).collect();
        let all = (1_u32 << size.cells()) - 1;
        let mut sets = vec![SetBlocks::default(); subsets.count()].into_boxed_slice();
        let mut many_regions = Vec::new();
        let mut regions: Vec<u32> = Vec::new();
        let mut first_colour = 0;
        for colour in [0, 1] {
            let of_colour = subsets.iter().enumerate().filter(|&(_, set)| set_colour(size, set) == colour);
            for (number, set) in of_colour {
                let first = regions.len();
                let mut free = all & !set;
                while free != 0 {
                    let region = flooded(1 << free.trailing_zeros(), free, &neighbours);
                    regions.push(region);
                    free &= !region;
                }
                let lower = match &regions[first..] {
                    [] | [_] => 0,
                    [_, second] => *second,
                    many => {
                        let mut numbers = [0; MAX_CELLS];
                        for (region, &cells) in many.iter().enumerate() {
                            bits(cells).for_each(|cell| numbers[cell] = region as u8);
                        }
                        many_regions.push(numbers);
                        MANY_REGIONS | (many_regions.len() - 1) as u32
                    }
                };
                sets[number] = SetBlocks::new(first, lower);
            }
            if colour == 0 {
                first_colour = regions.len();
            }
        }
        let halved = tiles + 1 == size.cells();
        let page_words = (arrangements.low_count() >> u32::from(halved)).div_ceil(64);
        Space {
            size,
            subsets,
            arrangements,
            halved,
            block_words: page_words * arrangements.high_count(),
            page_words,
            sets,
            many_regions: many_regions.into(),
            regions: regions.into(),
            first_colour,
            neighbours,
            // A vertical move passes at most one row of other tiles.
            rotations: Rotations::new(arrangements, size.cols() - 1),
            odd_lows: arrangements.odd_lows().into(),
            odd_highs: arrangements.odd_highs().into(),
        }
    }

    /// Returns the rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of tiles in a pattern.
    pub fn tiles(&self) -> usize {
        self.arrangements.length()
    }

    /// Returns the ranking of the arrangements.
    pub fn arrangements(&self) -> Arrangements {
        self.arrangements
    }

    /// Returns the number of states.
    pub fn states(&self) -> u64 {
        let all = (self.arrangements.low_count() * self.arrangements.high_count()) as u64;
        self.blocks() as u64 * (all >> u32::from(self.halved))
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> usize {
        self.regions.len()
    }

    /// Returns the number of words for the bits of all states.
    pub fn words(&self) -> usize {
        self.blocks() * self.block_words
    }

    /// Returns the size of this description in bytes.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&*self.regions) + size_of_val(&*self.sets) + size_of_val(&*self.many_regions)) as u64
    }

    /// Returns the index of the block of a set and a blank cell outside of it.
    #[inline]
    fn block(&self, cells: u32, blank: usize) -> usize {
        let blocks = self.sets[self.subsets.rank(cells)];
        let lower = blocks.lower();
        let region = if lower & MANY_REGIONS == 0 {
            (lower >> blank & 1) as usize
        } else {
            self.many_regions[(lower & !MANY_REGIONS) as usize][blank].into()
        };
        blocks.first() + region
    }

    /// Returns the blocks of a set, one for each region of the other cells.
    fn blocks_of(&self, cells: u32) -> RangeInclusive<usize> {
        let blocks = self.sets[self.subsets.rank(cells)];
        let (first, lower) = (blocks.first(), blocks.lower());
        let others = match lower & MANY_REGIONS {
            0 => usize::from(lower != 0),
            _ => {
                let numbers = self.many_regions[(lower & !MANY_REGIONS) as usize];
                numbers.into_iter().max().unwrap_or_default().into()
            }
        };
        first..=first + others
    }

    /// Returns the index of the bit of a state.
    #[inline]
    pub fn index(&self, state: State) -> usize {
        let block = self.block(state.cells, state.blank.into());
        let Arrangement { high, low } = state.arrangement;
        let low = usize::from(low) >> u32::from(self.halved);
        (block * self.block_words + usize::from(high) * self.page_words) * 64 + low
    }

    /// Returns the state after the tile at `from` moves to the adjacent free cell `to`.
    #[inline]
    pub fn moved(&self, state: State, from: usize, to: usize) -> State {
        let cells = state.cells ^ (1 << from) ^ (1 << to);
        let arrangement = self.rotations.apply(place(state.cells, from), place(cells, to), state.arrangement);
        State { cells, arrangement, blank: from as u8 }
    }

    /// Returns the cells, the arrangement and the bit index after a step in a pattern of at most eight tiles, whose
    /// arrangements have no high part. A search calls it for every node it generates.
    #[inline]
    pub fn stepped(&self, cells: u32, low: u16, step: &Step) -> (u32, u16, usize) {
        let moved = cells ^ step.both;
        let (leaves, takes) = ((cells & step.below_from).count_ones(), (moved & step.below_to).count_ones());
        let low = self.rotations.apply_low(leaves as usize, takes as usize, low);
        let first = self.block(moved, step.from.into()) * self.block_words * 64;
        (moved, low, first + (usize::from(low) >> u32::from(self.halved)))
    }

    /// Returns the parity of the distance to any fixed state, up to a constant.
    pub fn is_odd(&self, state: State) -> bool {
        self.block(state.cells, state.blank.into()) >= self.first_colour
    }

    /// Iterates over the moves of tiles into the blank's region, each as the cells before and after.
    pub fn moves(&self, state: State) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.block_moves(state.cells, self.regions[self.block(state.cells, state.blank.into())])
    }

    fn block_moves(&self, cells: u32, region: u32) -> impl Iterator<Item = (usize, usize)> + '_ {
        let froms = bits(cells);
        froms.flat_map(move |from| bits(self.neighbours[from] & region).map(move |to| (from, to)))
    }
}

/// Returns the index of a cell among those of a set.
#[inline]
fn place(cells: u32, cell: usize) -> usize {
    (cells & ((1 << cell) - 1)).count_ones() as usize
}

/// Iterates over the cells of a mask in ascending order.
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(lowest)
    })
}

/// Returns the parity of the steps between a set and any fixed set of as many cells.
fn set_colour(size: Size, set: u32) -> usize {
    bits(set).map(Cell::new).map(|cell| size.row(cell) + size.col(cell)).sum::<usize>() % 2
}

pub(crate) fn neighbours(size: Size, cell: usize) -> u32 {
    let steps = Direction::SUCCESSOR_ORDER.into_iter().filter_map(|step| size.step(Cell::new(cell), step));
    steps.fold(0, |mask, cell| mask | 1 << cell.index())
}

/// Returns the cells of `free` that are connected to `seed` within it.
fn flooded(seed: u32, free: u32, neighbours: &[u32]) -> u32 {
    let mut region = seed;
    loop {
        let wider = bits(region).fold(region, |wider, cell| wider | neighbours[cell] & free);
        if wider == region {
            return region;
        }
        region = wider;
    }
}
