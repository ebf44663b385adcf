//! Lower bounds in the multi-tile metric: walking distance in pushes, and patterns of a few tiles with the blank.
//!
//! Vertical and horizontal pushes alternate, so the bound depends on which comes next. If at least v vertical and h
//! horizontal pushes remain, a vertical one first, then at least 2v - 1 and at least 2h pushes remain, and the larger of
//! the two is never less than v + h. The tables of the patterns take the alternation into account themselves. Each
//! pattern is also looked up reflected across the main diagonal if the goal allows it; otherwise the reflected patterns
//! have their own tables.

use super::push_table::{Axis, PushPattern, PushTable};
use super::{Grid, Heuristic, HeuristicTables, Slide, WalkingDistance};
use crate::cell::Cell;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::size::Size;
use crate::tile::Tile;
use std::sync::Arc;

/// Lower bounds on the number of remaining pushes. The accumulator is that of [`WalkingDistance`]; the search keeps the
/// cells of the tiles.
#[derive(Clone, Debug)]
pub struct PushDistance {
    walking: WalkingDistance,
    lookups: Vec<Lookup>,
}

/// A pattern for this goal.
#[derive(Clone, Debug)]
struct Lookup {
    table: Arc<PushTable>,
    /// The blank and the pattern's tiles.
    tiles: Box<[u16]>,
    /// The table's name of each cell.
    cells: Box<[u8]>,
    is_mirrored: bool,
}

impl PushDistance {
    /// Builds the bounds for a goal with the tables of its [`patterns`](PushDistance::patterns), in their order.
    pub fn new(goal: &Goal, tables: &[Arc<PushTable>]) -> PushDistance {
        PushDistance::with_tables(goal, tables, u64::MAX, &HeuristicTables::default())
    }

    /// Builds the bounds with shared tables of walking distance, none of which is larger than `most_bytes` while it is
    /// built.
    pub fn with_tables(
        goal: &Goal,
        tables: &[Arc<PushTable>],
        most_bytes: u64,
        shared: &HeuristicTables,
    ) -> PushDistance {
        let size = goal.size();
        let lookup = |table: &Arc<PushTable>, is_mirrored: bool| {
            let cell = |cell: usize| if is_mirrored { mirrored(size, cell) } else { cell };
            let tile = |&home: &u8| goal.board().tile(Cell::new(cell(home.into()))).map_or(0, Tile::number);
            Lookup {
                table: Arc::clone(table),
                tiles: table.pattern().homes.iter().map(tile).collect(),
                cells: (0..size.cells()).map(|place| cell(place) as u8).collect(),
                is_mirrored,
            }
        };
        let straight = tables.iter().map(|table| lookup(table, false));
        let mirrored = tables.iter().filter(|_| is_symmetric(goal)).map(|table| lookup(table, true));
        let lookups = straight.chain(mirrored).collect();
        let walking = WalkingDistance::with_tables(goal, Metric::Multi, most_bytes, shared);
        PushDistance { walking, lookups }
    }

    /// Builds the bounds from walking distance alone, without large tables.
    pub fn without_patterns(goal: &Goal) -> PushDistance {
        PushDistance { walking: WalkingDistance::new(goal, Metric::Multi), lookups: Vec::new() }
    }

    /// Returns the patterns for a goal: the first and the last tiles by rows, and by columns unless that is the reflected
    /// pattern. On the 15-puzzle each has a table of 34 MB.
    pub fn patterns(goal: &Goal) -> Vec<PushPattern> {
        let size = goal.size();
        let tiles = PushPattern::tiles(size);
        if tiles == 0 {
            return Vec::new();
        }
        let blank = goal.home(Tile::BLANK).index();
        let by_rows: Vec<usize> = (0..size.cells()).filter(|&cell| cell != blank).collect();
        let mut by_columns = by_rows.clone();
        by_columns.sort_by_key(|&cell| (cell % size.cols(), cell / size.cols()));
        let by_columns = Some(by_columns).filter(|_| !is_symmetric(goal));
        let mut patterns = Vec::new();
        for homes in [Some(by_rows), by_columns].into_iter().flatten() {
            for pattern in [&homes[..tiles], &homes[homes.len() - tiles..]] {
                let mut homes: Box<[u8]> = [blank].iter().chain(pattern).map(|&home| home as u8).collect();
                // Sorted, so that patterns of the same tiles are equal.
                homes[1..].sort_unstable();
                let pattern = PushPattern { size, homes };
                if !patterns.contains(&pattern) {
                    patterns.push(pattern);
                }
            }
        }
        patterns
    }

    /// Computes the accumulator of a grid from scratch.
    pub fn start<G: Grid>(&self, grid: &G) -> [u32; 2] {
        self.walking.start(grid)
    }

    /// Returns the accumulator after a slide.
    #[inline]
    pub fn after(&self, acc: [u32; 2], slide: Slide) -> [u32; 2] {
        self.walking.after(acc, slide)
    }

    /// Returns a lower bound on the remaining pushes if the next one is along `next`; `places` has the cell of every
    /// tile. Stops the lookups once the bound exceeds `enough`.
    #[inline]
    pub fn remaining(&self, acc: [u32; 2], places: &[u16], next: Axis, enough: u32) -> u32 {
        let (vertical, horizontal) = self.walking.by_axis(acc);
        let (first, second) = match next {
            Axis::Vertical => (vertical, horizontal),
            Axis::Horizontal => (horizontal, vertical),
        };
        let mut least = (2 * first).saturating_sub(1).max(2 * second);
        for lookup in &self.lookups {
            if least > enough {
                break;
            }
            least = least.max(lookup.value(places, next));
        }
        least
    }
}

impl Lookup {
    #[inline]
    fn value(&self, places: &[u16], next: Axis) -> u32 {
        let cell = |&tile: &u16| usize::from(self.cells[usize::from(places[usize::from(tile)])]);
        let next = if self.is_mirrored { next.other() } else { next };
        self.table.value(self.tiles.iter().map(cell), next)
    }
}

/// Returns true if reflection maps the goal's blank to itself, so that one table serves a pattern and its reflection.
fn is_symmetric(goal: &Goal) -> bool {
    let (size, blank) = (goal.size(), goal.home(Tile::BLANK).index());
    size.rows() == size.cols() && mirrored(size, blank) == blank
}

/// Returns the cell reflected across the main diagonal of a square.
fn mirrored(size: Size, cell: usize) -> usize {
    cell % size.cols() * size.cols() + cell / size.cols()
}
