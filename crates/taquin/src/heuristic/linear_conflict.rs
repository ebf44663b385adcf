//! Manhattan plus what tiles in their own line cost each other.
//!
//! Two tiles that are both in the row (or column) of their homes, in the wrong order, cannot pass: one has to leave
//! the line and come back, two moves that Manhattan does not see. Counting two for every such *pair* is too much
//! where one tile's detour serves several pairs. What has to leave is the smallest set of tiles whose removal puts
//! the rest in order, that is all but a longest ascending subsequence.

use super::{Heuristic, Manhattan};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::geometry::Slide;
use crate::goal::Goal;
use crate::grid::Grid;
use crate::size::Size;
use crate::tile::Tile;

/// Manhattan plus twice the smallest number of tiles that must leave each line.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    size: Size,
    /// Row and column of every tile's home; the blank has none and never counts.
    homes: Box<[(u8, u8)]>,
}

/// A row or a column.
#[derive(Clone, Copy)]
enum Line {
    Row(usize),
    Column(usize),
}

/// The line as it is, or with one cell changed by a slide.
#[derive(Clone, Copy)]
enum Change {
    None,
    Leaves { from: usize },
    Arrives { tile: usize, to: usize },
}

impl LinearConflict {
    /// The distance to a goal.
    pub fn new(goal: &Goal) -> LinearConflict {
        let size = goal.size();
        let place = |cell: Cell| (size.row(cell) as u8, size.col(cell) as u8);
        let tiles = (0..size.cells() as u16).map(Tile::new);
        LinearConflict {
            manhattan: Manhattan::new(goal),
            size,
            homes: tiles.map(|tile| place(goal.home(tile))).collect(),
        }
    }

    /// How many tiles must leave a line so that those at home in it are in order.
    fn must_leave<G: Grid>(&self, grid: &G, line: Line, change: Change) -> u32 {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let (length, first, stride) = match line {
            Line::Row(row) => (cols, row * cols, 1),
            Line::Column(col) => (rows, col, cols),
        };
        // `tails[k]` is the smallest last element of an ascending subsequence of length k + 1.
        let mut tails = [0_u8; Size::MAX_SIDE];
        let (mut longest, mut at_home) = (0, 0);
        for index in 0..length {
            let cell = first + index * stride;
            let tile = match change {
                Change::Leaves { from } if from == cell => continue,
                Change::Arrives { tile, to } if to == cell => tile,
                _ => grid.tile(cell),
            };
            let Some(home) = self.home_in(line, tile) else { continue };
            at_home += 1;
            let place = tails[..longest].partition_point(|&tail| tail < home);
            tails[place] = home;
            longest = longest.max(place + 1);
        }
        at_home - longest as u32
    }

    /// Where along the line a tile's home is; `None` if its home is in another line, or it is the blank.
    #[inline]
    fn home_in(&self, line: Line, tile: usize) -> Option<u8> {
        let (row, col) = self.homes[tile];
        let (own_line, place) = match line {
            Line::Row(wanted) => (usize::from(row) == wanted, col),
            Line::Column(wanted) => (usize::from(col) == wanted, row),
        };
        (own_line && tile != 0).then_some(place)
    }
}

impl Heuristic for LinearConflict {
    type Acc = u32;
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> u32 {
        let rows = (0..self.size.rows()).map(Line::Row);
        let columns = (0..self.size.cols()).map(Line::Column);
        let leaving: u32 = rows.chain(columns).map(|line| self.must_leave(grid, line, Change::None)).sum();
        self.manhattan.start(grid) + 2 * leaving
    }

    #[inline]
    fn step<G: Grid>(&self, before: &G, value: u32, slide: Slide) -> u32 {
        let value = self.manhattan.step(before, value, slide);
        // A tile never changes its place among the others of the line it moves along; it leaves one line across
        // and enters the next. That matters only where it is at home, which is in one of the two at most.
        let cols = self.size.cols();
        let (left, entered) = match slide.direction {
            Direction::Up | Direction::Down => (Line::Row(slide.from / cols), Line::Row(slide.to / cols)),
            Direction::Left | Direction::Right => {
                (Line::Column(slide.from % cols), Line::Column(slide.to % cols))
            }
        };
        let (line, change) = if self.home_in(left, slide.tile).is_some() {
            (left, Change::Leaves { from: slide.from })
        } else if self.home_in(entered, slide.tile).is_some() {
            (entered, Change::Arrives { tile: slide.tile, to: slide.to })
        } else {
            return value;
        };
        value + 2 * self.must_leave(before, line, change) - 2 * self.must_leave(before, line, Change::None)
    }

    fn value(&self, value: u32) -> u32 {
        value
    }

    fn resume<G: Grid>(&self, _grid: &G, value: u32) -> u32 {
        value
    }
}
