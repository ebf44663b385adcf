//! Manhattan distance plus two moves for every tile that must leave its line.
//!
//! Two tiles in their goal row (or column) but in the wrong order cannot pass each other: one of them must leave the
//! line and come back, two moves that Manhattan distance does not count. Adding two for every such *pair* would
//! overestimate, because one tile that leaves can resolve several pairs. The tiles that must leave are a smallest set
//! whose removal puts the rest in order, that is, all but a longest increasing subsequence.

use super::registry::Registered;
use super::{Grid, Heuristic, HeuristicTables, Manhattan, Slide};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::size::Size;
use crate::tile::Tile;
use std::sync::OnceLock;

/// Manhattan distance plus twice the smallest number of tiles that must leave each line.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    size: Size,
    /// Row and column of every tile's goal cell; the blank's entry is never used.
    homes: Box<[(u8, u8)]>,
    row_conflicts: Conflicts,
    column_conflicts: Conflicts,
}

/// A row or a column.
#[derive(Clone, Copy)]
enum Line {
    Row(usize),
    Column(usize),
}

impl LinearConflict {
    /// Builds the heuristic for a goal.
    pub fn new(goal: &Goal) -> LinearConflict {
        let size = goal.size();
        let place = |cell: Cell| (size.row(cell) as u8, size.col(cell) as u8);
        let tiles = (0..size.cells() as u16).map(Tile::new);
        LinearConflict {
            manhattan: Manhattan::new(goal),
            size,
            homes: tiles.map(|tile| place(goal.home(tile))).collect(),
            row_conflicts: Conflicts::new(size.cols()),
            column_conflicts: Conflicts::new(size.rows()),
        }
    }

    /// Iterates over the cells of a line: for a tile that is in its goal line the place of its goal cell.
    #[inline]
    fn at_home<'a, G: Grid>(
        &'a self,
        grid: &'a G,
        line: Line,
    ) -> impl Iterator<Item = Option<u8>> + Clone + 'a {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let (length, first, stride) = match line {
            Line::Row(row) => (cols, row * cols, 1),
            Line::Column(col) => (rows, col, cols),
        };
        (0..length).map(move |index| self.home_in(line, grid.tile(first + index * stride)))
    }

    /// Returns the place of a tile's goal cell along the line; `None` for the blank and tiles of other lines.
    #[inline]
    fn home_in(&self, line: Line, tile: usize) -> Option<u8> {
        let (row, col) = self.homes[tile];
        let (own_line, place) = match line {
            Line::Row(wanted) => (usize::from(row) == wanted, col),
            Line::Column(wanted) => (usize::from(col) == wanted, row),
        };
        (own_line && tile != 0).then_some(place)
    }

    /// Returns the place of a cell along a line.
    #[inline]
    fn place_in(&self, line: Line, cell: usize) -> usize {
        match line {
            Line::Row(_) => cell % self.size.cols(),
            Line::Column(_) => cell / self.size.cols(),
        }
    }

    #[inline]
    fn conflicts(&self, line: Line) -> &Conflicts {
        match line {
            Line::Row(_) => &self.row_conflicts,
            Line::Column(_) => &self.column_conflicts,
        }
    }
}

impl Registered for LinearConflict {
    fn for_goal(goal: &Goal, _tables: &HeuristicTables) -> LinearConflict {
        LinearConflict::new(goal)
    }
}

impl Heuristic for LinearConflict {
    type Acc = u32;
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> u32 {
        let rows = (0..self.size.rows()).map(Line::Row);
        let columns = (0..self.size.cols()).map(Line::Column);
        let leaving: u32 = rows.chain(columns).map(|line| must_leave(self.at_home(grid, line))).sum();
        self.manhattan.start(grid) + 2 * leaving
    }

    #[inline]
    fn step<G: Grid>(&self, before: &G, value: u32, slide: Slide) -> u32 {
        let value = self.manhattan.step(before, value, slide);
        // The order along the line of movement does not change. The tile leaves one perpendicular line and enters
        // the next; at most one of the two is its goal line.
        let cols = self.size.cols();
        let (left, entered) = match slide.direction {
            Direction::Up | Direction::Down => (Line::Row(slide.from / cols), Line::Row(slide.to / cols)),
            Direction::Left | Direction::Right => {
                (Line::Column(slide.from % cols), Line::Column(slide.to % cols))
            }
        };
        let (line, place, home_after) = if self.home_in(left, slide.tile).is_some() {
            (left, self.place_in(left, slide.from), None)
        } else if let Some(home) = self.home_in(entered, slide.tile) {
            (entered, self.place_in(entered, slide.to), Some(home))
        } else {
            return value;
        };
        let (then, now) =
            self.conflicts(line).before_and_after(self.at_home(before, line), place, home_after);
        value + 2 * now - 2 * then
    }

    fn value(&self, value: u32) -> u32 {
        value
    }

    fn resume<G: Grid>(&self, _grid: &G, value: u32, _saved: &[u8]) -> u32 {
        value
    }
}

/// Returns how many tiles must leave a line so that the others whose goal line it is are in order: all but a longest
/// increasing subsequence.
fn must_leave(line: impl Iterator<Item = Option<u8>>) -> u32 {
    // `tails[k]` is the smallest last element of an increasing subsequence of length k + 1.
    let mut tails = [0_u8; Size::MAX_SIDE];
    let (mut longest, mut at_home) = (0, 0);
    for home in line.flatten() {
        at_home += 1;
        let place = tails[..longest].partition_point(|&tail| tail < home);
        tails[place] = home;
        longest = longest.max(place + 1);
    }
    at_home - longest as u32
}

/// [`must_leave`] of every line of a short length. The index is a number whose digits are the goal places plus one, or
/// 0 for the blank and tiles of other lines. The table makes IDA* on the 15-puzzle a quarter faster.
#[derive(Clone, Copy, Debug)]
struct Conflicts {
    length: usize,
    /// Empty for lines that are too long.
    table: &'static [u8],
}

/// The table of this length has 7,776 entries.
const LONGEST_IN_TABLE: usize = 5;

/// The tables by length. They depend on nothing else, so each is built once per process.
static TABLES: [OnceLock<Box<[u8]>>; LONGEST_IN_TABLE + 1] =
    [const { OnceLock::new() }; LONGEST_IN_TABLE + 1];

impl Conflicts {
    fn new(length: usize) -> Conflicts {
        let table = TABLES.get(length).map(|table| table.get_or_init(|| Conflicts::table(length)));
        Conflicts { length, table: table.map_or(&[], |table| table) }
    }

    fn table(length: usize) -> Box<[u8]> {
        let base = length + 1;
        let digit = |line: usize, place: usize| line / base.pow(place as u32) % base;
        let leaving = |line: usize| {
            must_leave((0..length).map(|place| (digit(line, place) as u8).checked_sub(1))) as u8
        };
        (0..base.pow(length as u32)).map(leaving).collect()
    }

    /// Returns the conflicts of a line before and after the entry at one place changes.
    #[inline]
    fn before_and_after(
        &self,
        line: impl Iterator<Item = Option<u8>> + Clone,
        place: usize,
        after: Option<u8>,
    ) -> (u32, u32) {
        if self.table.is_empty() {
            let changed =
                line.clone().enumerate().map(|(index, home)| if index == place { after } else { home });
            return (must_leave(line), must_leave(changed));
        }
        let digit = |home: Option<u8>| home.map_or(0, |home| usize::from(home) + 1);
        let base = self.length + 1;
        let (mut then, mut now, mut weight) = (0, 0, 1);
        for (index, home) in line.enumerate() {
            then += digit(home) * weight;
            now += digit(if index == place { after } else { home }) * weight;
            weight *= base;
        }
        (self.table[then].into(), self.table[now].into())
    }
}
