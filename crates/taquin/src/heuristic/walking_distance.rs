//! Walking distance: rows and columns relaxed separately, each solved exactly.
//!
//! The idea is Ken'ichiro Takahashi's. If only the row and the goal row of each tile matter, there are few arrangements,
//! and a table gives the fewest vertical moves that bring all tiles into their rows. The same holds for columns. No move
//! is both vertical and horizontal, so the two can be added. The same is true of pushes in the multi-tile metric.
//!
//! An axis whose table would be too large is estimated by the tiles' distances instead, as in Manhattan distance. If that
//! is so for both, walking distance equals Manhattan distance ([`WalkingDistance::has_table`]).
//!
//! ```
//! use taquin::{Board, Goal, HeuristicChoice};
//! let board = Board::from_flat(&[5, 10, 14, 7, 8, 3, 6, 1, 15, 0, 12, 9, 2, 11, 4, 13])?;
//! let goal = Goal::rows(board.size());
//! let h: HeuristicChoice = "walking-distance".parse().unwrap();
//! assert!(h.evaluate(&board, &goal) > board.manhattan(&goal));
//! # Ok::<(), taquin::BoardError>(())
//! ```

use super::registry::Registered;
use super::walking_table::{Axis, State, WalkingTable, Way};
use super::{Grid, Heuristic, HeuristicTables, Slide};
use crate::direction::Direction;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::size::Size;
use crate::tile::Tile;
use std::sync::Arc;

/// The fewest vertical moves plus the fewest horizontal moves, with tiles that differ only in their goal line.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    size: Size,
    vertical: Estimate,
    horizontal: Estimate,
    /// Row and column of every tile's goal cell.
    homes: Box<[(u8, u8)]>,
    /// For each tile and each direction the number of its step in the table of the axis.
    steps: Box<[[u8; 4]]>,
}

/// The estimate of one axis.
#[derive(Clone, Debug)]
enum Estimate {
    Table(Arc<WalkingTable>),
    /// The tiles' distances to their goal lines, which one move reduces by at most this much.
    Steps {
        longest_push: u32,
    },
}

impl Estimate {
    fn new(axis: Axis, metric: Metric, most_bytes: u64, tables: &HeuristicTables) -> Estimate {
        if axis.has_table() && axis.building_bytes() <= most_bytes {
            return Estimate::Table(tables.walking(axis, metric));
        }
        let longest_push = match metric {
            Metric::Single => 1,
            Metric::Multi => axis.lines as u32 - 1,
        };
        Estimate::Steps { longest_push }
    }

    fn start(&self, tiles: impl Iterator<Item = (usize, usize)>) -> State {
        match self {
            Estimate::Table(table) => table.state(tiles),
            Estimate::Steps { .. } => tiles.map(|(line, home)| line.abs_diff(home) as u32).sum(),
        }
    }

    #[inline]
    fn step(&self, state: State, step: usize, home: u8, from: usize, to: usize) -> State {
        match self {
            Estimate::Table(table) => table.step(state, step),
            Estimate::Steps { .. } => {
                let home = usize::from(home);
                state + to.abs_diff(home) as u32 - from.abs_diff(home) as u32
            }
        }
    }

    #[inline]
    fn value(&self, state: State) -> u32 {
        match self {
            Estimate::Table(_) => WalkingTable::value(state),
            Estimate::Steps { longest_push } => state.div_ceil(*longest_push),
        }
    }
}

impl WalkingDistance {
    /// Builds the heuristic for a goal and a metric, tables included.
    ///
    /// For the 15-puzzle this is a breadth-first search of 24,964 arrangements. Rows and columns share one table if the
    /// goal's blank is on the main diagonal of a square.
    pub fn new(goal: &Goal, metric: Metric) -> WalkingDistance {
        WalkingDistance::with_tables(goal, metric, u64::MAX, &HeuristicTables::default())
    }

    /// Builds the heuristic with shared tables. An axis whose table is larger than `most_bytes` while it is built is
    /// estimated by the tiles' distances instead.
    pub fn with_tables(
        goal: &Goal,
        metric: Metric,
        most_bytes: u64,
        tables: &HeuristicTables,
    ) -> WalkingDistance {
        let size = goal.size();
        let (rows, columns) = axes(size, goal);
        let vertical = Estimate::new(rows, metric, most_bytes, tables);
        let horizontal = Estimate::new(columns, metric, most_bytes, tables);
        let tiles = (0..size.cells() as u16).map(Tile::new);
        let homes = tiles.map(|tile| {
            let home = goal.home(tile);
            (size.row(home) as u8, size.col(home) as u8)
        });
        let homes: Box<[(u8, u8)]> = homes.collect();
        let step = |axis: Axis, home: u8, way| {
            // An axis without a table has no step numbers.
            if axis.has_table() { axis.step_of(home.into(), way) as u8 } else { 0 }
        };
        let steps = homes.iter().map(|&(row, col)| {
            let mut steps = [0; 4];
            steps[Direction::Up as usize] = step(rows, row, Way::Back);
            steps[Direction::Down as usize] = step(rows, row, Way::Ahead);
            steps[Direction::Left as usize] = step(columns, col, Way::Back);
            steps[Direction::Right as usize] = step(columns, col, Way::Ahead);
            steps
        });
        let steps = steps.collect();
        WalkingDistance { size, vertical, horizontal, homes, steps }
    }

    /// Returns true if at least one axis of a size has few enough arrangements for a table. Otherwise walking distance
    /// equals Manhattan distance. Two rows or columns have a table, three up to 3x40, and 4x4, 4x5 and 4x6; 5x5 has none.
    pub fn has_table(size: Size) -> bool {
        // The number of arrangements does not depend on the blank's goal line.
        let axis = |lines, length| Axis { lines, length, blank_home: 0 };
        axis(size.rows(), size.cols()).has_table() || axis(size.cols(), size.rows()).has_table()
    }

    /// Returns an upper bound of the bytes allocated while the tables of a size are built.
    pub fn building_bytes(size: Size) -> u64 {
        let axis = |lines, length| Axis { lines, length, blank_home: 0 };
        let axes = [axis(size.rows(), size.cols()), axis(size.cols(), size.rows())];
        axes.into_iter().filter(|axis| axis.has_table()).map(Axis::building_bytes).sum()
    }

    /// Returns an upper bound of the bytes allocated while those tables of a goal are built that are not cached.
    pub(crate) fn missing_bytes(goal: &Goal, metric: Metric, tables: &HeuristicTables) -> u64 {
        let (rows, columns) = axes(goal.size(), goal);
        let is_missing = |axis: &Axis| axis.has_table() && !tables.has_walking(*axis, metric);
        [rows, columns].into_iter().filter(is_missing).map(Axis::building_bytes).sum()
    }

    /// Returns the accumulator after a slide. It does not depend on the other tiles, so a push can be followed tile by
    /// tile before any of them moves.
    #[inline]
    pub fn after(&self, acc: [u32; 2], slide: Slide) -> [State; 2] {
        let Slide { tile, from, to, direction } = slide;
        let [vertical, horizontal] = acc;
        let (step, cols) = (usize::from(self.steps[tile][direction as usize]), self.size.cols());
        let (home_row, home_col) = self.homes[tile];
        match direction {
            Direction::Up | Direction::Down => {
                [self.vertical.step(vertical, step, home_row, from / cols, to / cols), horizontal]
            }
            Direction::Left | Direction::Right => {
                [vertical, self.horizontal.step(horizontal, step, home_col, from % cols, to % cols)]
            }
        }
    }

    /// Returns the fewest vertical and the fewest horizontal moves.
    #[inline]
    pub fn by_axis(&self, [vertical, horizontal]: [u32; 2]) -> (u32, u32) {
        (self.vertical.value(vertical), self.horizontal.value(horizontal))
    }
}

/// Returns the vertical axis, whose lines are rows, and the horizontal axis.
fn axes(size: Size, goal: &Goal) -> (Axis, Axis) {
    let (rows, cols, blank) = (size.rows(), size.cols(), goal.home(Tile::BLANK));
    (
        Axis { lines: rows, length: cols, blank_home: size.row(blank) },
        Axis { lines: cols, length: rows, blank_home: size.col(blank) },
    )
}

impl Registered for WalkingDistance {
    fn for_goal(goal: &Goal, tables: &HeuristicTables) -> WalkingDistance {
        WalkingDistance::with_tables(goal, Metric::Single, u64::MAX, tables)
    }

    fn is_for(size: Size) -> bool {
        WalkingDistance::has_table(size)
    }

    fn building_bytes(size: Size) -> u64 {
        WalkingDistance::building_bytes(size)
    }
}

impl Heuristic for WalkingDistance {
    /// For the vertical and the horizontal axis an arrangement, or a sum of distances.
    type Acc = [u32; 2];
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> [u32; 2] {
        let size = self.size;
        let tiles = grid.tiles(size);
        let rows = tiles.clone().map(|(tile, cell)| (size.row(cell), self.homes[tile.index()].0.into()));
        let columns = tiles.map(|(tile, cell)| (size.col(cell), self.homes[tile.index()].1.into()));
        [self.vertical.start(rows), self.horizontal.start(columns)]
    }

    #[inline]
    fn step<G: Grid>(&self, _before: &G, acc: [u32; 2], slide: Slide) -> [State; 2] {
        self.after(acc, slide)
    }

    #[inline]
    fn value(&self, acc: [u32; 2]) -> u32 {
        let (vertical, horizontal) = self.by_axis(acc);
        vertical + horizontal
    }
}
