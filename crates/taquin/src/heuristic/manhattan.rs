//! The sum of the tiles' distances to their goal cells: a move brings one tile at most one step closer.

use super::registry::Registered;
use super::{Grid, Heuristic, HeuristicTables, Slide};
use crate::cell::Cell;
use crate::goal::Goal;
use crate::grid::{KernelGrid, Packed25};
use crate::size::Size;
use crate::tile::Tile;

/// Tiles and cells of a packed board fit five bits each.
const PLACE_BITS: usize = 5;

/// The sum of the tiles' distances to their goal cells along rows and columns.
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// For packed boards, the distance of each tile at each cell.
    table: Box<[u8; 1 << (2 * PLACE_BITS)]>,
    /// Row and column of every cell, and of every tile's goal cell. A table of all distances of a 127x127 board
    /// would take a quarter of a gigabyte.
    cells: Box<[(u8, u8)]>,
    homes: Box<[(u8, u8)]>,
}

impl Manhattan {
    /// Builds the heuristic for a goal.
    pub fn new(goal: &Goal) -> Manhattan {
        let size = goal.size();
        let place = |cell: Cell| (size.row(cell) as u8, size.col(cell) as u8);
        let tiles = (0..size.cells() as u16).map(Tile::new);
        let mut table = Box::new([0; 1 << (2 * PLACE_BITS)]);
        if size.cells() <= Packed25::MAX_CELLS {
            // The blank's entries stay zero: it never counts.
            for tile in tiles.clone().skip(1) {
                for cell in cells_of(size) {
                    table[table_index(tile.index(), cell.index())] =
                        size.manhattan(cell, goal.home(tile)) as u8;
                }
            }
        }
        Manhattan {
            table,
            cells: cells_of(size).map(place).collect(),
            homes: tiles.map(|tile| place(goal.home(tile))).collect(),
        }
    }

    /// Returns the distance of a tile at a cell.
    #[inline]
    fn distance<G: Grid>(&self, tile: usize, cell: usize) -> u32 {
        // Decided at compile time: only packed boards have the table.
        if G::MAX_CELLS <= Packed25::MAX_CELLS {
            self.table[table_index(tile, cell)].into()
        } else {
            let ((row, col), (home_row, home_col)) = (self.cells[cell], self.homes[tile]);
            u32::from(row.abs_diff(home_row)) + u32::from(col.abs_diff(home_col))
        }
    }
}

fn cells_of(size: Size) -> impl Iterator<Item = Cell> {
    (0..size.cells()).map(Cell::new)
}

#[inline]
fn table_index(tile: usize, cell: usize) -> usize {
    // The mask never changes the index; it tells the compiler that the index is in bounds.
    (tile << PLACE_BITS | cell) & ((1 << (2 * PLACE_BITS)) - 1)
}

impl Registered for Manhattan {
    fn for_goal(goal: &Goal, _tables: &HeuristicTables) -> Manhattan {
        Manhattan::new(goal)
    }
}

impl Heuristic for Manhattan {
    type Acc = u32;
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> u32 {
        let tiles = (0..self.cells.len()).map(|cell| (grid.tile(cell), cell));
        tiles.filter(|&(tile, _)| tile != 0).map(|(tile, cell)| self.distance::<G>(tile, cell)).sum()
    }

    #[inline]
    fn step<G: Grid>(&self, _before: &G, sum: u32, slide: Slide) -> u32 {
        sum + self.distance::<G>(slide.tile, slide.to) - self.distance::<G>(slide.tile, slide.from)
    }

    fn value(&self, sum: u32) -> u32 {
        sum
    }

    fn resume<G: Grid>(&self, _grid: &G, value: u32, _saved: &[u8]) -> u32 {
        value
    }
}
