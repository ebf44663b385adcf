//! How many pushes remain: walking distance in pushes, and patterns of a few tiles with the blank.
//!
//! Rows and columns take turns, so what remains depends on which is next. With at least v vertical and h horizontal
//! pushes to come, the vertical first, there are at least 2v - 1 and at least 2h, which is never less than v + h. The
//! patterns know the turns themselves. Each pattern is looked up once more in the mirror of the main diagonal where
//! the goal allows it; elsewhere the mirror's patterns have tables of their own.

use super::push_table::{Axis, PushTable};
use super::{Heuristic, WalkingDistance};
use crate::cell::Cell;
use crate::geometry::Slide;
use crate::goal::Goal;
use crate::grid::Grid;
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
    /// The bounds for a goal. On the 15-puzzle this makes two tables of 5,765,760 placements, 67 MB together,
    /// or four if the goal's blank is off the diagonal.
    pub fn new(goal: &Goal) -> PushDistance {
        let size = goal.size();
        let tiles = PushTable::tiles(size);
        let blank = goal.home(Tile::BLANK).index();
        let by_rows: Vec<usize> = (0..size.cells()).filter(|&cell| cell != blank).collect();
        let mut by_columns = by_rows.clone();
        by_columns.sort_by_key(|&cell| (cell % size.cols(), cell / size.cols()));
        let is_symmetric = size.rows() == size.cols() && mirrored(size, blank) == blank;
        let mut lookups = Vec::new();
        for homes in [&by_rows, &by_columns].into_iter().filter(|_| tiles > 0) {
            let is_mirror = std::ptr::eq(homes, &by_columns);
            for pattern in [&homes[..tiles], &homes[homes.len() - tiles..]] {
                let homes: Vec<usize> = [blank].into_iter().chain(pattern.iter().copied()).collect();
                let board_tile = |&home: &usize| goal.board().tile(Cell::new(home)).map_or(0, Tile::number);
                let known = lookups.iter().find(|known: &&Lookup| {
                    is_mirror && is_symmetric && {
                        let image = homes.iter().map(|&home| mirrored(size, home));
                        let image: Vec<usize> = image.collect();
                        known.tiles.iter().copied().eq(image.iter().map(board_tile))
                    }
                });
                let (table, is_mirrored) = match known {
                    Some(known) => (Arc::clone(&known.table), true),
                    None => (Arc::new(PushTable::new(size, &homes)), false),
                };
                let cell = |cell| if is_mirrored { mirrored(size, cell) } else { cell } as u8;
                lookups.push(Lookup {
                    table,
                    tiles: homes.iter().map(board_tile).collect(),
                    cells: (0..size.cells()).map(cell).collect(),
                    is_mirrored,
                });
            }
        }
        PushDistance { lookups, ..PushDistance::without_patterns(goal) }
    }

    /// Walking distance alone, which has no large tables.
    pub fn without_patterns(goal: &Goal) -> PushDistance {
        PushDistance { walking: WalkingDistance::new(goal, Metric::Multi), lookups: Vec::new() }
    }

    /// How many tiles the patterns of a size have; 0 for sizes without patterns.
    pub fn pattern_tiles(size: Size) -> usize {
        PushTable::tiles(size)
    }

    /// What the tables of a size take at most.
    pub fn table_bytes(size: Size) -> usize {
        const MOST_TABLES: usize = 4;
        MOST_TABLES * PushTable::bytes(size)
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

/// The cell on the other side of the main diagonal of a square.
fn mirrored(size: Size, cell: usize) -> usize {
    cell % size.cols() * size.cols() + cell / size.cols()
}
