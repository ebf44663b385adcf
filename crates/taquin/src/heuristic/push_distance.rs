//! How many pushes remain: walking distance in pushes, and patterns of a few tiles with the blank.
//!
//! Rows and columns take turns, so what remains depends on which is next. With at least v vertical and h horizontal
//! pushes to come, the vertical first, there are at least 2v - 1 and at least 2h, which is never less than v + h. The
//! patterns know the turns themselves. Each pattern is looked up once more in the mirror of the main diagonal where
//! the goal allows it; elsewhere the mirror's patterns have tables of their own.

use super::push_table::{Axis, PushPattern, PushTable};
use super::{Grid, Heuristic, HeuristicTables, Slide, WalkingDistance};
use crate::cell::Cell;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::size::Size;
use crate::tile::Tile;
use std::sync::Arc;

/// Lower bounds on the pushes that remain. Carries the accumulator of [`WalkingDistance`]; the tiles' places are
/// the search's to keep.
#[derive(Clone, Debug)]
pub struct PushDistance {
    walking: WalkingDistance,
    lookups: Vec<Lookup>,
}

/// A pattern on this board.
#[derive(Clone, Debug)]
struct Lookup {
    table: Arc<PushTable>,
    /// The blank and the pattern's tiles.
    tiles: Box<[u16]>,
    /// What the table calls each cell.
    cells: Box<[u8]>,
    is_mirrored: bool,
}

impl PushDistance {
    /// The bounds for a goal with the tables of its [`patterns`](PushDistance::patterns), in their order.
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

    /// Walking distance alone, which has no large tables.
    pub fn without_patterns(goal: &Goal) -> PushDistance {
        PushDistance { walking: WalkingDistance::new(goal, Metric::Multi), lookups: Vec::new() }
    }

    /// The patterns for a goal: the first and the last tiles by rows, and by columns where that is not the mirror image.
    /// On the 15-puzzle each has a table of 34 MB.
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
                // The order does not matter, so two that have the same tiles are the same.
                homes[1..].sort_unstable();
                let pattern = PushPattern { size, homes };
                if !patterns.contains(&pattern) {
                    patterns.push(pattern);
                }
            }
        }
        patterns
    }

    /// The accumulator of a grid, from nothing.
    pub fn start<G: Grid>(&self, grid: &G) -> [u32; 2] {
        self.walking.start(grid)
    }

    /// The accumulator after a slide.
    #[inline]
    pub fn after(&self, acc: [u32; 2], slide: Slide) -> [u32; 2] {
        self.walking.after(acc, slide)
    }

    /// At least so many pushes remain if the next is along `next`; `places` has the cell of every tile. Once the
    /// number is more than `enough`, no more is looked up.
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

/// Is the goal's blank its own mirror image, so that one table does for a pattern and its mirror image?
fn is_symmetric(goal: &Goal) -> bool {
    let (size, blank) = (goal.size(), goal.home(Tile::BLANK).index());
    size.rows() == size.cols() && mirrored(size, blank) == blank
}

/// The cell on the other side of the main diagonal of a square.
fn mirrored(size: Size, cell: usize) -> usize {
    cell % size.cols() * size.cols() + cell / size.cols()
}
