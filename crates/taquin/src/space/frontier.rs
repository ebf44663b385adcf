//! Frontier search over a whole puzzle: breadth-first search that keeps two layers, with one bit per board.
//!
//! A move takes the blank to a cell of the other chessboard colour. So the neighbours of a layer are in the layer before
//! and in the next one, both of the other colour, and the next layer is all neighbours without the layer before. It
//! replaces that layer in place; nothing else is kept. There are 43,589,145,600 boards of 2x7, which take 5.4 GB.
//!
//! Boards with the same blank cell form a block, in the order of the arrangements of their tiles. A move along a row
//! leaves the arrangement unchanged, so whole blocks are combined word by word. A move along a column is a
//! [`GroupRotation`]: if its chunks are long, the new block collects them one by one; if they are short, the boards of a
//! group, which are few, are moved one by one.

use super::{Bits, LayerCounter, Workers};
use crate::cell::Cell;
use crate::control::StopReason;
use crate::rank::{GroupRotation, PAGE_BITS, odd_numbers, unrank};
use crate::size::Size;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// 64 boards of a block, little-endian.
pub(crate) type Word = [u8; 8];

/// The least words per work item, unless a block has fewer: they stay in the cache.
const PIECE_WORDS: usize = 1 << 15;

/// Chunks of at least this many bits are copied whole.
const LONG_CHUNK: usize = 60;

/// A breadth-first search over all boards of a size that can be inspected between layers.
pub struct FrontierSearch {
    moves: BlankMoves,
    /// The blocks of each colour; the blank cells descend.
    colours: [Vec<Block>; 2],
    /// The number of boards at each distance, in all and by the cell of their blank.
    counts: Vec<u64>,
    by_cell: Vec<Vec<u64>>,
}

/// The boards with the same blank cell in one of the last two layers.
struct Block {
    cell: usize,
    bits: Bits,
}

impl Block {
    fn words(&self) -> &[Word] {
        self.bits.as_chunks().0
    }

    fn words_mut(&mut self) -> &mut [Word] {
        self.bits.as_chunks_mut().0
    }
}

impl FrontierSearch {
    /// The largest number of cells.
    pub const MOST_CELLS: usize = 14;

    /// Returns true if all boards of the size can be enumerated: at least two rows and two columns, and at most fourteen
    /// cells.
    pub fn exists(size: Size) -> bool {
        !size.is_line() && size.cells() <= FrontierSearch::MOST_CELLS
    }

    /// Starts a search from the goal with this blank cell, which is the first layer.
    ///
    /// # Panics
    /// If the size is too large or a single row or column, or the cell is not on the board.
    pub fn new(size: Size, blank: u8) -> FrontierSearch {
        let mut by_cell = vec![0; size.cells()];
        by_cell[usize::from(blank)] = 1;
        let mut search = FrontierSearch::with_counts(size, blank, vec![by_cell]);
        // The goal is the first of its block.
        for (_, words) in search.layer_mut(0).filter(|(cell, _)| *cell == usize::from(blank)) {
            words[0] = 1_u64.to_le_bytes();
        }
        search
    }

    /// Creates a search that has counted some layers. The caller fills the last two of them.
    pub(crate) fn with_counts(size: Size, blank: u8, by_cell: Vec<Vec<u64>>) -> FrontierSearch {
        assert!(FrontierSearch::exists(size) && usize::from(blank) < size.cells(), "{size}, blank {blank}");
        let block_bytes = block_words(size) * size_of::<Word>();
        let blocks = |colour: usize| {
            let cells = (0..size.cells()).rev().filter(|&cell| colour_of(size, cell) == colour);
            cells.map(|cell| Block { cell, bits: Bits::new(block_bytes) }).collect()
        };
        FrontierSearch {
            moves: BlankMoves::new(size, blank.into()),
            colours: [blocks(0), blocks(1)],
            counts: by_cell.iter().map(|counts| counts.iter().sum()).collect(),
            by_cell,
        }
    }

    /// Returns the memory of a search in bytes.
    pub fn bytes(size: Size, workers: Workers) -> u64 {
        let (cells, cols, tiles) = (size.cells(), size.cols(), size.cells() - 1);
        let upper = 0..cells - cols;
        let tables = upper.map(|cell| 2 * GroupRotation::bytes(tiles, cell, cell + cols - 1));
        let blocks = (cells * block_words(size) * size_of::<Word>()) as u64;
        // A piece is rarely larger than 11! / 2 bits.
        blocks + tables.sum::<u64>() + (workers.count() as u64 + 1) * (3 << 20)
    }

    /// Returns the number of boards of a size.
    pub fn states(size: Size) -> u64 {
        (3..=size.cells() as u64).product()
    }

    /// Returns the number of boards at each distance so far.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the number of boards at each distance so far, by the cell of their blank.
    pub fn counts_by_cell(&self) -> &[Vec<u64>] {
        &self.by_cell
    }

    /// Advances to the next layer and returns its number of boards; `None` after the last.
    ///
    /// # Errors
    /// If the counter's control stops it; then the search cannot be continued.
    pub(crate) fn advance(
        &mut self,
        workers: Workers,
        counter: &LayerCounter,
    ) -> Result<Option<u64>, StopReason> {
        let size = self.moves.size;
        if self.counts.iter().sum::<u64>() == FrontierSearch::states(size) {
            return Ok(None);
        }
        let next = self.colour(self.counts.len());
        let [first, second] = &mut self.colours;
        let (sources, targets) = if next == 1 { (&*first, second) } else { (&*second, first) };
        let moves = &self.moves;
        let mut source_of: Vec<&[Word]> = vec![&[]; size.cells()];
        sources.iter().for_each(|block| source_of[block.cell] = block.words());
        let found: Vec<AtomicU64> = (0..size.cells()).map(|_| AtomicU64::new(0)).collect();
        let pieces = targets.iter_mut().flat_map(|block| {
            let cell = block.cell;
            let words = moves.piece_words(cell);
            let pieces = block.words_mut().chunks_mut(words).enumerate();
            pieces.map(move |(number, piece)| (cell, number * words, piece))
        });
        // Memory for pieces, which threads reuse.
        let buffers = Mutex::new(Vec::new());
        workers.share_while(
            pieces,
            |(cell, start, piece)| {
                let mut reached: Vec<u64> =
                    buffers.lock().ok().and_then(|mut buffers| buffers.pop()).unwrap_or_default();
                moves.reach(cell, &source_of, start, piece.len(), &mut reached);
                found[cell].fetch_add(replace(piece, &reached), Ordering::Relaxed);
                if let Ok(mut buffers) = buffers.lock() {
                    buffers.push(reached);
                }
            },
            || counter.check(),
        )?;
        let found: Vec<u64> = found.into_iter().map(AtomicU64::into_inner).collect();
        let all = found.iter().sum();
        if all == 0 {
            return Ok(None);
        }
        self.counts.push(all);
        self.by_cell.push(found);
        Ok(Some(all))
    }

    /// Returns the blocks of the current layer with the cells of their blanks, which descend.
    pub(crate) fn layer(&self) -> impl Iterator<Item = (usize, &[Word])> {
        self.colours[self.colour(self.counts.len() - 1)].iter().map(|block| (block.cell, block.words()))
    }

    /// Returns the blocks that a layer uses, one of the last two.
    pub(crate) fn layer_mut(&mut self, depth: usize) -> impl Iterator<Item = (usize, &mut [Word])> {
        let colour = self.colour(depth);
        self.colours[colour].iter_mut().map(|block| (block.cell, block.words_mut()))
    }

    /// Iterates over the nonzero words of the current layer with their indices.
    pub fn layer_words(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let block_words = block_words(self.moves.size);
        self.layer().flat_map(move |(cell, words)| {
            let numbers = cell * block_words..;
            numbers.zip(words.iter().map(|word| u64::from_le_bytes(*word))).filter(|&(_, word)| word != 0)
        })
    }

    /// Returns the goal cell of the tile at each cell of the board with a bit index.
    pub fn homes(&self, index: usize) -> Vec<u8> {
        let BlankMoves { size, home, .. } = self.moves;
        let block_bits = block_words(size) * 64;
        let (cell, half) = (index / block_bits, index % block_bits);
        let row =
            |last: usize| unrank((0..size.cells() as u8 - 1).collect::<Vec<u8>>(), (2 * half + last) as u64);
        let inversions = |row: &[u8]| {
            (0..row.len())
                .map(|i| row[i + 1..].iter().filter(|&&other| other < row[i]).count())
                .sum::<usize>()
        };
        let mut homes = row(0);
        if (inversions(&homes) % 2 == 1) != self.moves.is_odd(cell) {
            homes = row(1);
        }
        // Arrangements number the tiles without the blank's goal cell.
        homes.iter_mut().for_each(|tile| *tile += u8::from(usize::from(*tile) >= home));
        homes.insert(cell, home as u8);
        homes
    }

    /// Returns the colour of the blank cells of a layer.
    fn colour(&self, depth: usize) -> usize {
        (colour_of(self.moves.size, self.moves.home) + depth) % 2
    }
}

/// Returns the words of a block: half of the arrangements of all tiles.
fn block_words(size: Size) -> usize {
    (3..size.cells()).product::<usize>().div_ceil(64)
}

fn colour_of(size: Size, cell: usize) -> usize {
    (size.row(Cell::new(cell)) + size.col(Cell::new(cell))) % 2
}

/// Replaces the words of the layer before by those of the next layer; returns its number of boards.
fn replace(piece: &mut [Word], reached: &[u64]) -> u64 {
    let mut found = 0;
    for (word, &reached) in piece.iter_mut().zip(reached) {
        let new = reached & !u64::from_le_bytes(*word);
        *word = new.to_le_bytes();
        found += u64::from(new.count_ones());
    }
    found
}

/// The moves of the blank between the blocks.
struct BlankMoves {
    size: Size,
    /// The blank's goal cell.
    home: usize,
    /// For each cell with another below it, the rotation of the blank's move down, and that of its move up again.
    rotations: Vec<[GroupRotation; 2]>,
    /// For each page of a block, true if the digits that its arrangements share have an odd sum.
    odd_pages: Vec<bool>,
}

impl BlankMoves {
    fn new(size: Size, home: usize) -> BlankMoves {
        let (cells, cols, tiles) = (size.cells(), size.cols(), size.cells() - 1);
        let rotations = (0..cells - cols).map(|upper| {
            let lower = upper + cols - 1;
            [GroupRotation::new(tiles, lower, upper), GroupRotation::new(tiles, upper, lower)]
        });
        let shared = tiles.saturating_sub(8);
        BlankMoves { size, home, rotations: rotations.collect(), odd_pages: odd_numbers(tiles, shared) }
    }

    /// Returns true if the arrangements of a block are odd. A vertical move passes the tiles of a row but one.
    fn is_odd(&self, cell: usize) -> bool {
        let cols = self.size.cols();
        (cell / cols).abs_diff(self.home / cols) * (cols - 1) % 2 == 1
    }

    /// Iterates over the cells from which the blank moves vertically to a cell, each with the rotation and its inverse.
    fn verticals(&self, cell: usize) -> impl Iterator<Item = (usize, &GroupRotation, &GroupRotation)> {
        let cols = self.size.cols();
        let from_above = cell.checked_sub(cols).map(|above| {
            let [down, up] = &self.rotations[above];
            (above, down, up)
        });
        let from_below = self.rotations.get(cell).map(|[down, up]| (cell + cols, up, down));
        from_above.into_iter().chain(from_below)
    }

    /// Returns the words of a block that can be computed together.
    fn piece_words(&self, cell: usize) -> usize {
        let block_words = block_words(self.size);
        let closed = self.verticals(cell).map(|(_, rotation, _)| match rotation.chunk() {
            LONG_CHUNK.. => PAGE_BITS,
            _ => rotation.group().max(PAGE_BITS),
        });
        let closed = (closed.max().unwrap_or(PAGE_BITS) / 64).min(block_words);
        (PIECE_WORDS / closed).max(1) * closed
    }

    /// Computes the boards of a piece of a block that are one move away from the sources, the blocks of each cell.
    fn reach(&self, cell: usize, sources: &[&[Word]], start: usize, words: usize, reached: &mut Vec<u64>) {
        reached.clear();
        reached.resize(words, 0);
        let col = cell % self.size.cols();
        let left = (col > 0).then(|| cell - 1);
        let right = (col + 1 < self.size.cols()).then_some(cell + 1);
        for from in left.into_iter().chain(right) {
            let from = &sources[from][start..start + words];
            reached.iter_mut().zip(from).for_each(|(to, from)| *to |= u64::from_le_bytes(*from));
        }
        for (from, rotation, inverse) in self.verticals(cell) {
            if rotation.chunk() >= LONG_CHUNK {
                gather_chunks(inverse, sources[from], start * 64, reached);
                continue;
            }
            let group_words = rotation.group().div_ceil(64);
            let odd = self.is_odd(from);
            let groups = sources[from][start..start + words].chunks(group_words);
            for (number, (from, to)) in groups.zip(reached.chunks_mut(group_words)).enumerate() {
                let page = (start + number * group_words) * 64 / PAGE_BITS;
                scatter(rotation, odd ^ self.odd_pages[page], from, to);
            }
        }
    }
}

/// Adds the boards of a group, moved one by one.
fn scatter(rotation: &GroupRotation, odd: bool, from: &[Word], to: &mut [u64]) {
    let (targets, chunk) = (rotation.targets(odd), rotation.chunk());
    let mut add = |target: usize| to[target / 64] |= 1 << (target % 64);
    if chunk == 1 {
        for_ones(from, |index| add(targets[index] as usize));
    } else {
        for_ones(from, |index| {
            let number = index as u32 / chunk as u32;
            add(targets[number as usize] as usize * chunk + (index - number as usize * chunk));
        });
    }
}

/// Adds the chunks that move to the bits of a block from `start` on. The inverse rotation tells where they are.
fn gather_chunks(inverse: &GroupRotation, from: &[Word], start: usize, to: &mut [u64]) {
    let (sources, chunk) = (inverse.targets(false), inverse.chunk());
    let mut within = start / chunk % sources.len();
    let mut group = start / chunk - within;
    for onto in (0..to.len() * 64).step_by(chunk) {
        or_bits(from, (group + sources[within] as usize) * chunk, to, onto, chunk);
        within += 1;
        if within == sources.len() {
            within = 0;
            group += sources.len();
        }
    }
}

/// Adds `length` bits from one place at another.
#[inline]
fn or_bits(from: &[Word], at: usize, to: &mut [u64], onto: usize, length: usize) {
    let word_at = |index: usize| u64::from_le_bytes(from[index]);
    let mut done = 0;
    while done < length {
        let count = (length - done).min(64);
        let (word, shift) = ((at + done) / 64, (at + done) % 64);
        let mut bits = word_at(word) >> shift;
        if shift + count > 64 {
            bits |= word_at(word + 1) << (64 - shift);
        }
        bits &= u64::MAX >> (64 - count);
        let (word, shift) = ((onto + done) / 64, (onto + done) % 64);
        to[word] |= bits << shift;
        if shift + count > 64 {
            to[word + 1] |= bits >> (64 - shift);
        }
        done += count;
    }
}

/// Calls `work` with the index of each bit that is set.
#[inline]
fn for_ones(words: &[Word], mut work: impl FnMut(usize)) {
    for (index, word) in words.iter().enumerate() {
        let mut word = u64::from_le_bytes(*word);
        while word != 0 {
            work(index * 64 + word.trailing_zeros() as usize);
            word &= word - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;

    #[test]
    fn bits_at_any_place() {
        let words: Vec<Word> =
            (1..8_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes()).collect();
        let bit = |index: usize| u64::from_le_bytes(words[index / 64]) >> (index % 64) & 1;
        for (at, onto, length) in [(0, 0, 60), (3, 61, 64), (60, 60, 60), (120, 7, 130), (64, 128, 64)] {
            let mut to = vec![0; 5];
            or_bits(&words, at, &mut to, onto, length);
            for index in 0..5 * 64 {
                let expected =
                    if (onto..onto + length).contains(&index) { bit(at + index - onto) } else { 0 };
                assert_eq!(to[index / 64] >> (index % 64) & 1, expected, "{at} {onto} {length}: {index}");
            }
        }
    }

    #[test]
    fn counts_by_cell_add_up() {
        let control = Control::new();
        for (rows, cols, blank, diameter) in [(2, 2, 0, 6), (2, 3, 0, 21), (2, 4, 5, 35), (3, 3, 4, 30)] {
            let size = Size::new(rows, cols).unwrap();
            let mut search = FrontierSearch::new(size, blank);
            let counter = LayerCounter::new(&control);
            while search.advance(Workers::new(2), &counter).unwrap().is_some() {
                let words: u32 = search.layer_words().map(|(_, word)| word.count_ones()).sum();
                assert_eq!(search.counts().last(), Some(&words.into()));
            }
            assert_eq!(search.counts().iter().sum::<u64>(), FrontierSearch::states(size));
            assert_eq!(search.counts().len() - 1, diameter, "{size}");
        }
    }
}
