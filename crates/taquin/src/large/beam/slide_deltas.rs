//! Tables of the change of the estimate for every slide.
//!
//! A slide moves a tile along an edge of the board and the blank back along it. For every edge and tile there is a row with
//! an entry for each cell and tile: the change of the weights of their pairs. The change of a slide is thus the sum of one
//! entry for each cell, all from one row, which stays in the nearest cache while many boards make the same slide. An
//! entry list is as long as a power of two and indexed modulo its length, so no bounds are checked.

use super::weights::{MOVE, Weights};
use crate::cell::Cell;
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::space::Workers;

pub(super) struct SlideDeltas<const STRIDE: usize> {
    cells: usize,
    /// The slides into each cell of the blank.
    slides: Vec<Vec<Slide>>,
    /// Row by row, each with a [`ByTile`] for every cell. Plain numbers, because the allocator returns zeroed pages at
    /// once, which the system maps only when they are written.
    rows: Vec<i16>,
}

/// A change for each tile.
pub(super) type ByTile<const STRIDE: usize> = [i16; STRIDE];

/// A slide of a tile into the blank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    /// The cell that the tile leaves and the blank enters.
    pub(super) from: usize,
    /// The code of the step of the blank; opposite steps differ in the lowest bit.
    pub(super) step: u8,
    /// The number of the edge's first row.
    row: usize,
    /// Rows are for tiles that move to the larger cell.
    sign: i32,
}

/// The directions of the blank by step code, in pairs of opposites.
const STEPS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

impl<const STRIDE: usize> SlideDeltas<STRIDE> {
    /// Builds the tables; asks now and then whether to go on.
    pub(super) fn new(weights: &Weights, workers: Workers, control: &Control) -> Result<Self, StopReason> {
        let (size, cells) = (weights.size(), weights.size().cells());
        let mut slides = vec![Vec::new(); cells];
        let mut edges = Vec::new();
        for low in 0..cells {
            for step in [1, 3] {
                let Some(high) = size.step(Cell::new(low), STEPS[step]) else { continue };
                let (row, high) = (edges.len() * cells, high.index());
                slides[low].push(Slide { from: high, step: step as u8, row, sign: -1 });
                slides[high].push(Slide { from: low, step: step as u8 ^ 1, row, sign: 1 });
                edges.push((low, high));
            }
        }
        let mut rows = vec![0; edges.len() * cells * cells * STRIDE];
        let mut rows_left = rows.chunks_exact_mut(cells * cells * STRIDE);
        // The rows of an edge take about a hundredth of a second.
        for edges in edges.chunks(workers.count()) {
            control.check()?;
            workers.share(edges.iter().zip(rows_left.by_ref()), |(&edge, rows)| {
                fill(rows.as_chunks_mut::<STRIDE>().0, weights, edge);
            });
        }
        Ok(SlideDeltas { cells, slides, rows })
    }

    /// Returns the bytes of the tables for a number of rows and columns.
    pub(super) fn bytes(rows: usize, cols: usize) -> u64 {
        let (cells, edges) = ((rows * cols) as u64, (2 * rows * cols - rows - cols) as u64);
        edges * cells.pow(2) * size_of::<ByTile<STRIDE>>() as u64
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    pub(super) fn slides(&self, blank: usize) -> &[Slide] {
        &self.slides[blank]
    }

    /// Returns the changes of a slide of a tile, by cell and tile.
    pub(super) fn row(&self, slide: Slide, tile: usize) -> &[ByTile<STRIDE>] {
        let length = self.cells * STRIDE;
        self.rows[(slide.row + tile) * length..][..length].as_chunks().0
    }
}

/// Fills the rows of an edge, for all tiles that move to its larger cell.
fn fill<const STRIDE: usize>(rows: &mut [ByTile<STRIDE>], weights: &Weights, (low, high): (usize, usize)) {
    let cells = weights.size().cells();
    let mut blanks = vec![[0.0; STRIDE]; cells];
    for (other, blanks) in blanks.iter_mut().enumerate().skip(1) {
        let [to, from] = [low, high].map(|cell| weights.pair_weights(0, cell, other));
        for (blank, (to, from)) in blanks.iter_mut().zip(to.weights().zip(from.weights())) {
            *blank = to - from;
        }
    }
    for (tile, row) in rows.chunks_exact_mut(cells).enumerate().skip(1) {
        for other in (1..cells).filter(|&other| other != tile) {
            let [to, from] = [high, low].map(|cell| weights.pair_weights(tile, cell, other));
            let changes = to.weights().zip(from.weights()).zip(&blanks[other]);
            for (by_tile, ((to, from), blank)) in row.iter_mut().zip(changes) {
                by_tile[other] = rounded(to - from + blank);
            }
        }
        // The entry of the sliding tile is read once, whatever its cell: the changes of the tile and the blank alone and
        // of their pair.
        let alone = weights.single(tile, high) - weights.single(tile, low);
        let blank = weights.single(0, low) - weights.single(0, high);
        let pair = weights.pair((tile, high), (0, low)) - weights.pair((tile, low), (0, high));
        row.iter_mut().for_each(|by_tile| by_tile[tile] = rounded(alone + blank + pair));
    }
}

fn rounded(weight: f32) -> i16 {
    (weight * MOVE).round() as i16
}

impl Slide {
    /// Returns the change of the estimate, given the tile in each cell.
    pub(super) fn delta<const STRIDE: usize>(self, row: &[ByTile<STRIDE>], tiles: &[u8]) -> i32 {
        let entries = row.iter().zip(tiles).map(|(by_tile, &tile)| by_tile[usize::from(tile) % STRIDE]);
        self.sign * entries.map(i32::from).sum::<i32>()
    }

    /// Returns the direction of the blank for a step code.
    pub(super) fn direction(step: u8) -> Direction {
        STEPS[usize::from(step)]
    }
}
