//! What a slide changes in the estimate, ready to be looked up.
//!
//! A slide takes a tile along an edge of the board and the blank back along it. For every edge and tile there is a row
//! with an entry for each tile on each cell: what pairs with it change. So the change is a sum of as many entries as there
//! are tiles, all in one row, and whoever looks at many boards with the same slide finds the row in the nearest cache.
//! An entry's cell has six bits, of which none can point outside of its list: nothing has to be checked.

use super::MOST_CELLS;
use super::weights::{MOVE, Weights};
use crate::cell::Cell;
use crate::direction::Direction;

pub(super) struct Steps {
    cells: usize,
    /// The ways out of each cell.
    exits: Vec<Vec<Exit>>,
    rows: Vec<ByCell>,
}

/// A change for each cell.
pub(super) type ByCell = [i16; MOST_CELLS];

/// A way of the blank out of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    /// Where the tile comes from and the blank goes.
    pub(super) from: usize,
    /// Which way it is; an exit and its way back differ in the lowest bit.
    pub(super) way: u8,
    /// Where the edge's rows begin.
    row: usize,
    /// Rows are for tiles that go to the larger cell.
    sign: i32,
}

/// The steps of the blank, in pairs of opposites.
const WAYS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

impl Steps {
    pub(super) fn new(weights: &Weights) -> Steps {
        let (size, cells) = (weights.size(), weights.size().cells());
        let mut steps = Steps { cells, exits: vec![Vec::new(); cells], rows: Vec::new() };
        for low in 0..cells {
            for way in [1, 3] {
                let Some(high) = size.step(Cell::new(low), WAYS[way]) else { continue };
                let (row, high) = (steps.rows.len(), high.index());
                steps.exits[low].push(Exit { from: high, way: way as u8, row, sign: -1 });
                steps.exits[high].push(Exit { from: low, way: way as u8 ^ 1, row, sign: 1 });
                steps.add_rows(weights, low, high);
            }
        }
        steps
    }

    /// How many bytes the rows of a size take.
    pub(super) fn bytes(rows: usize, cols: usize) -> u64 {
        let (cells, edges) = ((rows * cols) as u64, (2 * rows * cols - rows - cols) as u64);
        edges * cells.pow(2) * size_of::<ByCell>() as u64
    }

    fn add_rows(&mut self, weights: &Weights, low: usize, high: usize) {
        let cells = self.cells;
        let rounded = |weight: f32| (weight * MOVE).round() as i16;
        let change = |tile: usize, other: usize, at: usize| {
            if tile == 0 || other == 0 {
                0.0
            } else if other == tile {
                // Read once, wherever the tile is: what it and the blank change alone, and as a pair.
                let alone = weights.single(tile, high) - weights.single(tile, low);
                let blank = weights.single(0, low) - weights.single(0, high);
                let pair = weights.pair((tile, high), (0, low)) - weights.pair((tile, low), (0, high));
                alone + blank + pair
            } else if at == low || at == high {
                0.0
            } else {
                let tiles = weights.pair((tile, high), (other, at)) - weights.pair((tile, low), (other, at));
                let blanks = weights.pair((0, low), (other, at)) - weights.pair((0, high), (other, at));
                tiles + blanks
            }
        };
        for tile in 0..cells {
            for other in 0..cells {
                let mut row = [0; MOST_CELLS];
                for (at, entry) in row[..cells].iter_mut().enumerate() {
                    *entry = rounded(change(tile, other, at));
                }
                self.rows.push(row);
            }
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    pub(super) fn exits(&self, blank: usize) -> &[Exit] {
        &self.exits[blank]
    }

    /// The changes of a tile that takes an exit of the blank, by tile and cell.
    pub(super) fn row(&self, exit: Exit, tile: usize) -> &[ByCell] {
        &self.rows[exit.row + tile * self.cells..][..self.cells]
    }
}

impl Exit {
    /// What a slide changes, given the cell of each tile.
    pub(super) fn change(self, row: &[ByCell], cells: &[u8]) -> i32 {
        let entries = row.iter().zip(cells).map(|(by_cell, &cell)| by_cell[usize::from(cell) % MOST_CELLS]);
        self.sign * entries.map(i32::from).sum::<i32>()
    }

    /// What the blank does that takes a way.
    pub(super) fn direction(way: u8) -> Direction {
        WAYS[usize::from(way)]
    }
}
