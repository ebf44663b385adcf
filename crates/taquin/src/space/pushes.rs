//! Breadth-first search over a whole puzzle in pushes: moving several tiles of one line together counts once.
//!
//! All positions that differ by a push along a row have the same arrangement, so a row is expanded by OR-ing its blocks
//! word by word. A column is expanded by propagating its positions down, block by block, and back up.
//!
//! Two consecutive pushes in the same line are one push. So a position reached along its row is expanded only along its
//! column, a position reached along its column only along its row, and one reached along both not at all. The two bits
//! of the frontier record this; two more store the distance modulo three, which tells nearer from farther, because a
//! push changes the distance by at most one.

use super::layers::gather_halved;
use super::puzzle::places;
use super::{Bits, LayerCounter, Layers, PuzzleSpace, Workers};
use crate::control::StopReason;
use crate::rank::RotationTable;
use std::sync::atomic::{AtomicU64, Ordering};

/// The words of each block of a row per work item.
const PIECE_WORDS: usize = 1 << 12;

/// A breadth-first search in pushes that can be inspected between layers.
pub struct Pushes {
    puzzle: PuzzleSpace,
    /// The positions of this layer that were reached along their row.
    by_row: Vec<u64>,
    /// Those that were reached along their column. The start counts as both.
    by_column: Vec<u64>,
    /// The distances modulo three; 3 where the distance is unknown.
    low: Vec<u64>,
    high: Vec<u64>,
    /// For each cell the rotation of the blank's move down, and its inverse.
    rotations: Vec<Option<[RotationTable; 2]>>,
    /// The number of positions at each distance, in all and by the cell of their blank.
    counts: Vec<u64>,
    by_cell: Vec<Vec<u64>>,
    left: u64,
}

/// The words of one block in all four vectors.
struct Words<'a> {
    by_row: &'a mut [u64],
    by_column: &'a mut [u64],
    low: &'a mut [u64],
    high: &'a mut [u64],
}

impl Pushes {
    /// The bits per position until the search is finished.
    pub const BITS: u64 = 4;

    /// Starts a search; the start is the first layer.
    pub fn new(puzzle: PuzzleSpace) -> Pushes {
        let space = puzzle.space();
        let (cols, cells) = (space.size().cols(), space.size().cells());
        let rotation = |blank: usize, tile: usize| {
            let (from, to) = places(blank, tile);
            space.rotations.table(from, to)
        };
        let rotations = (0..cells).map(|cell| {
            (cell + cols < cells).then(|| [rotation(cell, cell + cols), rotation(cell + cols, cell)])
        });
        let index = puzzle.index(puzzle.home());
        let start = |all: u64| {
            let mut words = vec![all; space.words()];
            words[index / 64] ^= 1 << (index % 64);
            words
        };
        let rotations = rotations.collect();
        let (by_row, by_column) = (start(0), start(0));
        let (low, high) = (start(u64::MAX), start(u64::MAX));
        let mut by_cell = vec![0; cells];
        by_cell[usize::from(puzzle.blank())] = 1;
        let left = space.states() - 1;
        Pushes {
            puzzle,
            by_row,
            by_column,
            low,
            high,
            rotations,
            counts: vec![1],
            by_cell: vec![by_cell],
            left,
        }
    }

    /// Returns the number of positions at each distance so far.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Returns the number of positions at each distance so far, by the cell of their blank.
    pub fn counts_by_cell(&self) -> &[Vec<u64>] {
        &self.by_cell
    }

    /// Returns the space of the puzzle.
    pub fn puzzle(&self) -> &PuzzleSpace {
        &self.puzzle
    }

    /// Advances to the next layer and returns its number of positions; `None` after the last.
    ///
    /// # Errors
    /// If the counter's control stops it; then the search cannot be continued.
    pub(crate) fn advance(
        &mut self,
        workers: Workers,
        counter: &LayerCounter,
    ) -> Result<Option<u64>, StopReason> {
        if self.left == 0 {
            return Ok(None);
        }
        counter.check()?;
        let is_start = self.counts.len() == 1;
        self.push_columns(is_start, workers);
        counter.check()?;
        let by_cell = self.push_rows(workers);
        let found = by_cell.iter().sum();
        self.counts.push(found);
        self.by_cell.push(by_cell);
        self.left -= found;
        Ok((found > 0).then_some(found))
    }

    /// Replaces `by_row` by the positions reached from it along the columns.
    fn push_columns(&mut self, is_start: bool, workers: Workers) {
        let (puzzle, rotations) = (&self.puzzle, &self.rotations);
        let space = puzzle.space();
        let (rows, cols) = (space.size().rows(), space.size().cols());
        let block_words = space.block_words;
        let mut blocks: Vec<_> = self
            .by_row
            .chunks_mut(block_words)
            .zip(self.by_column.chunks_mut(block_words))
            .map(Some)
            .collect();
        let columns: Vec<Vec<_>> = (0..cols)
            .map(|col| {
                let cells = (0..rows).map(|row| row * cols + col);
                cells.filter_map(|cell| blocks[puzzle.block(cell).0].take()).collect()
            })
            .collect();
        workers.share(columns.into_iter().enumerate(), |(col, mut column)| {
            let mut is_empty = true;
            for (by_row, by_column) in &mut column {
                for (row, column) in by_row.iter_mut().zip(by_column.iter_mut()) {
                    let both = if is_start { 0 } else { *row & *column };
                    *row ^= both;
                    *column ^= both;
                    is_empty &= *row == 0;
                }
            }
            if is_empty {
                return;
            }
            let rotation = |row: usize| rotations[row * cols + col].as_ref();
            for row in 0..rows - 1 {
                let (above, below) = column.split_at_mut(row + 1);
                let Some([down, _]) = rotation(row) else { continue };
                let odd = puzzle.block(row * cols + col).1;
                gather_halved(space, down, odd, above[row].0, below[0].0);
            }
            for row in (0..rows - 1).rev() {
                let (above, below) = column.split_at_mut(row + 1);
                let Some([_, up]) = rotation(row) else { continue };
                let odd = puzzle.block((row + 1) * cols + col).1;
                above[row].0.fill(0);
                gather_halved(space, up, odd, below[0].0, above[row].0);
            }
        });
    }

    /// Expands `by_column` along the rows, keeps the new positions and stores their distance; returns their number by the
    /// cell of the blank. `by_row` holds the positions reached along columns, so the two are swapped.
    fn push_rows(&mut self, workers: Workers) -> Vec<u64> {
        let puzzle = &self.puzzle;
        let space = puzzle.space();
        let (rows, cols) = (space.size().rows(), space.size().cols());
        let block_words = space.block_words;
        let distance = self.counts.len() % 3;
        std::mem::swap(&mut self.by_row, &mut self.by_column);
        let mut blocks: Vec<_> = self
            .by_row
            .chunks_mut(block_words)
            .zip(self.by_column.chunks_mut(block_words))
            .zip(self.low.chunks_mut(block_words))
            .zip(self.high.chunks_mut(block_words))
            .map(Some)
            .collect();
        let mut pieces: Vec<(usize, Vec<Words>)> = Vec::new();
        for row in 0..rows {
            let first = pieces.len();
            for col in 0..cols {
                let Some((((by_row, by_column), low), high)) =
                    blocks[puzzle.block(row * cols + col).0].take()
                else {
                    continue;
                };
                let chunks = by_row
                    .chunks_mut(PIECE_WORDS)
                    .zip(by_column.chunks_mut(PIECE_WORDS))
                    .zip(low.chunks_mut(PIECE_WORDS))
                    .zip(high.chunks_mut(PIECE_WORDS));
                for (number, (((by_row, by_column), low), high)) in chunks.enumerate() {
                    if pieces.len() <= first + number {
                        pieces.push((row, Vec::with_capacity(cols)));
                    }
                    pieces[first + number].1.push(Words { by_row, by_column, low, high });
                }
            }
        }
        let found: Vec<AtomicU64> = (0..rows * cols).map(|_| AtomicU64::new(0)).collect();
        workers.share(pieces, |(row, mut words)| {
            push_row(&mut words, distance, &found[row * cols..][..cols]);
        });
        found.into_iter().map(AtomicU64::into_inner).collect()
    }

    /// Iterates over the nonzero words of the current layer with their indices, in ascending order.
    pub fn layer_words(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        let both = self.by_row.iter().zip(&self.by_column);
        both.map(|(row, column)| row | column).enumerate().filter(|&(_, word)| word != 0)
    }

    /// Returns the result: the distances modulo three, first the low bits of all positions and then the high ones.
    pub fn finish(self) -> Layers {
        drop((self.by_row, self.by_column));
        Layers { bits: Bits::of(&[self.low, self.high]), counts: self.counts }
    }
}

/// Expands the same words of all blocks of a row, and adds the number of new positions of each block.
fn push_row(row: &mut [Words], distance: usize, found: &[AtomicU64]) {
    let words = row.first().map_or(0, |words| words.by_row.len());
    let (keeps_low, keeps_high) = (distance & 1 != 0, distance & 2 != 0);
    let mut new_of = vec![0; row.len()];
    for word in 0..words {
        let pushed = row.iter().fold(0, |pushed, words| pushed | words.by_row[word]);
        for (words, found) in row.iter_mut().zip(&mut new_of) {
            let reached = pushed | words.by_column[word];
            if reached == 0 {
                continue;
            }
            let new = reached & words.low[word] & words.high[word];
            words.by_row[word] = pushed & new;
            words.by_column[word] &= new;
            *found += u64::from(new.count_ones());
            if !keeps_low {
                words.low[word] &= !new;
            }
            if !keeps_high {
                words.high[word] &= !new;
            }
        }
    }
    for (all, found) in found.iter().zip(new_of) {
        all.fetch_add(found, Ordering::Relaxed);
    }
}
