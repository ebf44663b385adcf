//! What a slide changes in the estimate, ready to be looked up.
//!
//! A slide takes a tile along an edge of the board and the blank back along it. For every edge and tile there is a row
//! with an entry for each cell and tile: what pairs with it change. So the change is a sum of as many entries as there
//! are cells, all in one row, and whoever looks at many boards with the same slide finds the row in the nearest cache.
//! A list of tiles is as long as a power of two, and a tile is taken modulo it: nothing has to be checked.

use super::weights::{MOVE, Weights};
use crate::cell::Cell;
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::space::Workers;

pub(super) struct Steps<const STRIDE: usize> {
    cells: usize,
    /// The ways out of each cell.
    exits: Vec<Vec<Exit>>,
    /// Row by row, each a [`ByTile`] for every cell. As plain numbers, because zeros of those come from the system, at
    /// once, and are written only where somebody works on them.
    rows: Vec<i16>,
}

/// A change for each tile.
pub(super) type ByTile<const STRIDE: usize> = [i16; STRIDE];

/// A way of the blank out of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    /// Where the tile comes from and the blank goes.
    pub(super) from: usize,
    /// Which way it is; an exit and its way back differ in the lowest bit.
    pub(super) way: u8,
    /// The number of the edge's first row.
    row: usize,
    /// Rows are for tiles that go to the larger cell.
    sign: i32,
}

/// The steps of the blank, in pairs of opposites.
const WAYS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

impl<const STRIDE: usize> Steps<STRIDE> {
    /// Builds the rows of all edges.
    pub(super) fn new(weights: &Weights, workers: Workers, control: &Control) -> Result<Self, StopReason> {
        let (size, cells) = (weights.size(), weights.size().cells());
        let mut exits = vec![Vec::new(); cells];
        let mut edges = Vec::new();
        for low in 0..cells {
            for way in [1, 3] {
                let Some(high) = size.step(Cell::new(low), WAYS[way]) else { continue };
                let (row, high) = (edges.len() * cells, high.index());
                exits[low].push(Exit { from: high, way: way as u8, row, sign: -1 });
                exits[high].push(Exit { from: low, way: way as u8 ^ 1, row, sign: 1 });
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
        Ok(Steps { cells, exits, rows })
    }

    /// How many bytes the rows of a size take.
    pub(super) fn bytes(rows: usize, cols: usize) -> u64 {
        let (cells, edges) = ((rows * cols) as u64, (2 * rows * cols - rows - cols) as u64);
        edges * cells.pow(2) * size_of::<ByTile<STRIDE>>() as u64
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    pub(super) fn exits(&self, blank: usize) -> &[Exit] {
        &self.exits[blank]
    }

    /// The changes of a tile that takes an exit of the blank, by cell and tile.
    pub(super) fn row(&self, exit: Exit, tile: usize) -> &[ByTile<STRIDE>] {
        let length = self.cells * STRIDE;
        self.rows[(exit.row + tile) * length..][..length].as_chunks().0
    }
}

/// The rows of an edge, for all tiles that go to its larger cell.
fn fill<const STRIDE: usize>(rows: &mut [ByTile<STRIDE>], weights: &Weights, (low, high): (usize, usize)) {
    let cells = weights.size().cells();
    let mut blanks = vec![[0.0; STRIDE]; cells];
    for (other, blanks) in blanks.iter_mut().enumerate().skip(1) {
        let [to, from] = [low, high].map(|cell| weights.beside(0, cell, other));
        for (blank, (to, from)) in blanks.iter_mut().zip(to.weights().zip(from.weights())) {
            *blank = to - from;
        }
    }
    for (tile, row) in rows.chunks_exact_mut(cells).enumerate().skip(1) {
        for other in (1..cells).filter(|&other| other != tile) {
            let [to, from] = [high, low].map(|cell| weights.beside(tile, cell, other));
            let changes = to.weights().zip(from.weights()).zip(&blanks[other]);
            for (by_tile, ((to, from), blank)) in row.iter_mut().zip(changes) {
                by_tile[other] = rounded(to - from + blank);
            }
        }
        // Read once, wherever the tile is: what it and the blank change alone, and as a pair.
        let alone = weights.single(tile, high) - weights.single(tile, low);
        let blank = weights.single(0, low) - weights.single(0, high);
        let pair = weights.pair((tile, high), (0, low)) - weights.pair((tile, low), (0, high));
        row.iter_mut().for_each(|by_tile| by_tile[tile] = rounded(alone + blank + pair));
    }
}

fn rounded(weight: f32) -> i16 {
    (weight * MOVE).round() as i16
}

impl Exit {
    /// What a slide changes, given the tile on each cell.
    pub(super) fn change<const STRIDE: usize>(self, row: &[ByTile<STRIDE>], tiles: &[u8]) -> i32 {
        let entries = row.iter().zip(tiles).map(|(by_tile, &tile)| by_tile[usize::from(tile) % STRIDE]);
        self.sign * entries.map(i32::from).sum::<i32>()
    }

    /// What the blank does that takes a way.
    pub(super) fn direction(way: u8) -> Direction {
        WAYS[usize::from(way)]
    }
}
