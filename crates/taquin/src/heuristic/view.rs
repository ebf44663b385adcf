//! A view: a partition of the tiles into patterns, looked up under one symmetry of the goal.
//!
//! The value of a view is the sum of the values of its patterns. One partition gives as many views as the goal has
//! symmetries, from the same tables.

use super::Grid;
use super::pattern_table::{Pattern, PatternTable};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::goal_symmetry::GoalSymmetry;
use crate::size::Size;
use crate::space::{State, Step};
use crate::tile::Tile;
use std::sync::Arc;

/// The largest number of cells of a board.
const MAX_CELLS: usize = 25;

/// Arrays by tile or cell have a power of two entries, so that a remainder makes an index valid.
const TILES: usize = 32;

/// A partition and the symmetry under which it is looked up, laid out for the inner loop.
#[derive(Clone, Debug)]
pub(crate) struct View {
    symmetry: GoalSymmetry,
    tables: Vec<Arc<PatternTable>>,
    /// The pattern of each tile.
    patterns: [u8; TILES],
    /// The step of the tile at each cell in each direction; unused beyond the border.
    steps: [Step; 4 * TILES],
}

/// The state of one pattern, without the blank, and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Slot {
    cells: u32,
    low: u16,
    /// The fewest moves of the pattern's tiles.
    pub(crate) value: u16,
}

/// A state of a pattern whose value has not been looked up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    cells: u32,
    low: u16,
    index: usize,
}

impl View {
    /// Creates the view of a partition's tables under a symmetry of a goal of this size.
    ///
    /// # Panics
    /// If the tables are for another goal, share a tile or leave one out.
    pub(crate) fn new(symmetry: GoalSymmetry, size: Size, tables: Vec<Arc<PatternTable>>) -> View {
        assert!(size.cells() <= MAX_CELLS, "patterns on more than 25 cells");
        let mut covered = 1 << symmetry.blank();
        for Pattern { size, blank, homes } in tables.iter().map(|table| table.pattern()) {
            let is_for_goal = *size == symmetry.size() && usize::from(*blank) == symmetry.blank();
            assert!(is_for_goal, "tables for another goal");
            assert!(covered & homes == 0, "patterns share a tile");
            covered |= homes;
        }
        assert_eq!(covered.count_ones() as usize, size.cells(), "patterns leave tiles out");
        let mut patterns = [0; TILES];
        for tile in (1..size.cells()).map(|number| Tile::new(number as u16)) {
            let home = symmetry.home(tile);
            let pattern = tables.iter().position(|table| table.pattern().homes >> home & 1 == 1);
            patterns[tile.index()] = pattern.unwrap_or_default() as u8;
        }
        let mut steps = [Step::default(); 4 * TILES];
        for cell in (0..size.cells()).map(Cell::new) {
            for direction in Direction::SUCCESSOR_ORDER {
                if let Some(next) = size.step(cell, direction) {
                    steps[View::edge(cell.index(), direction)] =
                        Step::new(symmetry.cell(cell), symmetry.cell(next));
                }
            }
        }
        View { symmetry, tables, patterns, steps }
    }

    /// Returns the number of a step: a cell and the direction in which the tile there moves.
    #[inline]
    pub(crate) fn edge(cell: usize, direction: Direction) -> usize {
        cell * 4 + direction as usize
    }

    /// Returns the direction of an edge.
    #[inline]
    pub(crate) fn direction(edge: usize) -> Direction {
        [Direction::Up, Direction::Left, Direction::Right, Direction::Down][edge % 4]
    }

    /// Returns the tables of the patterns.
    pub(crate) fn tables(&self) -> &[Arc<PatternTable>] {
        &self.tables
    }

    /// Returns the pattern of a tile.
    #[inline]
    pub(crate) fn pattern(&self, tile: usize) -> usize {
        self.patterns[tile % TILES].into()
    }

    /// Returns the state and value of a pattern after one of its tiles moves along an [edge](View::edge).
    #[inline]
    pub(crate) fn stepped(&self, pattern: usize, slot: Slot, edge: usize) -> Slot {
        let step = &self.steps[edge % (4 * TILES)];
        let (cells, low, value) = self.tables[pattern].stepped(slot.cells, slot.low, slot.value, step);
        Slot { cells, low, value }
    }

    /// Returns where in its table a pattern is after one of its tiles moves along an edge, and requests that memory.
    #[inline]
    pub(crate) fn locate(&self, pattern: usize, slot: Slot, edge: usize) -> Place {
        let step = &self.steps[edge % (4 * TILES)];
        let (cells, low, index) = self.tables[pattern].located(slot.cells, slot.low, step);
        Place { cells, low, index }
    }

    /// Returns the state and value of a pattern at a place that was [located](View::locate).
    #[inline]
    pub(crate) fn look_up(&self, pattern: usize, slot: Slot, place: Place) -> Slot {
        let value = self.tables[pattern].value_at(slot.value, place.index);
        Slot { cells: place.cells, low: place.low, value }
    }

    /// Computes the states of all patterns on a board, and takes their values from `value`.
    pub(crate) fn slots<G: Grid>(
        &self,
        grid: &G,
        mut value: impl FnMut(&PatternTable, State) -> u32,
    ) -> impl Iterator<Item = Slot> {
        let (tiles, blank) = canonical(&self.symmetry, grid);
        let cells = self.symmetry.size().cells();
        self.tables.iter().map(move |table| {
            let state = table.state(&tiles[..cells], blank);
            Slot { cells: state.cells, low: state.arrangement.low, value: value(table, state) as u16 }
        })
    }

    /// Computes the value of one pattern from scratch by following its table to the goal.
    pub(crate) fn pattern_value<G: Grid>(&self, pattern: usize, grid: &G) -> u32 {
        walk(&self.tables[pattern], &self.symmetry, grid).unwrap_or_default()
    }

    /// Computes the states and values of all patterns on a board by following every table to the goal.
    pub(crate) fn slots_from_scratch<G: Grid>(&self, grid: &G) -> impl Iterator<Item = Slot> {
        self.slots(grid, |table, state| table.value(state).unwrap_or_default())
    }

    /// Computes the value of a board from scratch.
    pub(crate) fn value<G: Grid>(&self, grid: &G) -> u32 {
        self.slots_from_scratch(grid).map(|slot| u32::from(slot.value)).sum()
    }
}

/// Returns whether a table leads from a board to a goal under every symmetry. If it does not, it was damaged or forged, and
/// none of its values can be used; values that are needed anyway are then 0.
pub(crate) fn leads_home<G: Grid>(table: &PatternTable, goal: &Goal, grid: &G) -> bool {
    table.is_proven() || GoalSymmetry::all(goal).iter().all(|symmetry| walk(table, symmetry, grid).is_some())
}

/// Follows a table to the goal.
fn walk<G: Grid>(table: &PatternTable, symmetry: &GoalSymmetry, grid: &G) -> Option<u32> {
    let (tiles, blank) = canonical(symmetry, grid);
    table.value(table.state(&tiles[..symmetry.size().cells()], blank))
}

/// Returns the goal cell of the tile at each cell, and the blank's cell, all canonical.
fn canonical<G: Grid>(symmetry: &GoalSymmetry, grid: &G) -> ([u8; MAX_CELLS], usize) {
    let mut tiles = [0; MAX_CELLS];
    for cell in 0..symmetry.size().cells() {
        let tile = Tile::new(grid.tile(cell) as u16);
        tiles[symmetry.cell(Cell::new(cell))] = symmetry.home(tile) as u8;
    }
    (tiles, symmetry.cell(Cell::new(grid.blank())))
}
