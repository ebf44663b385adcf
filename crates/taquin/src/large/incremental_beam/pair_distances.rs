//! The exact number of moves that bring the next two tiles of a line home, within a window around them.
//!
//! A window reaches back along the completed cells of the line, onward along it, and some lines inward. Only the two
//! tiles and the blank are distinguished. All windows of the same shape share a table, whatever their position and
//! orientation.

use super::lines::Line;
use crate::large::mutable_board::MutableBoard;
use std::collections::HashMap;
use std::collections::VecDeque;

/// How far a window reaches: back along the line, onward, and inward.
const REACH: [usize; 3] = [3, 4, 4];

/// An entry that was not reached.
const UNREACHED: u8 = u8::MAX;

/// The cost, in moves, of each step of a tile outside the window.
const OUTSIDE_STEP_COST: i32 = 4;

/// The cost that is added once if a tile is outside the window.
const OUTSIDE_COST: i32 = 3;

/// The windows of all cells of all lines.
pub(super) struct PairDistances {
    windows: Vec<Window>,
    tables: Vec<Table>,
}

/// The window of one cell.
#[derive(Clone, Copy)]
struct Window {
    table: u32,
    row: i32,
    col: i32,
    along: [i32; 2],
    inward: [i32; 2],
}

/// The distances of one shape.
struct Table {
    back: i32,
    onward: i32,
    inward: i32,
    width: i32,
    cells: usize,
    /// Indexed by the cells of the blank, the first and the second tile.
    moves: Vec<u8>,
    /// The least over all cells of the blank.
    least: Vec<u8>,
}

impl PairDistances {
    /// The most bytes that the tables take.
    pub(super) const BYTES: u64 = {
        let [back, onward, inward] = REACH;
        let cells = (back + onward + 1) * (inward + 1);
        // Shapes differ near the ends of a line, and when few lines are left.
        (2 * (back + onward + 1) * cells * cells * (cells + 1)) as u64
    };

    pub(super) fn new(board: &MutableBoard, lines: &[Line]) -> PairDistances {
        let mut table_of_shape = HashMap::new();
        let mut tables = Vec::new();
        let mut windows = Vec::new();
        for line in lines {
            for index in 0..line.cells.len() {
                // The last two tiles are placed together, so the last cell has the window of the one before.
                let index = index.min(line.cells.len() - 2);
                let shape = [index, line.cells.len() - 1 - index, line.depth];
                let shape = [0, 1, 2].map(|side| shape[side].min(REACH[side]) as i32);
                let table = *table_of_shape.entry(shape).or_insert_with(|| {
                    tables.push(Table::new(shape));
                    tables.len() as u32 - 1
                });
                let [row, col] = board.coordinates[usize::from(line.cells[index])].map(i32::from);
                windows.push(Window { table, row, col, along: line.along, inward: line.inward });
            }
        }
        PairDistances { windows, tables }
    }

    /// Returns the number of moves until the tiles of a cell and of the next are home: exact if they and the blank are
    /// in the window, otherwise an estimate.
    #[inline]
    pub(super) fn moves(
        &self,
        index: usize,
        board: &MutableBoard,
        blank: usize,
        positions: [usize; 2],
    ) -> i32 {
        let window = &self.windows[index];
        let table = &self.tables[window.table as usize];
        let (blank_at, blank_outside) = table.locate(window, board.coordinates[blank]);
        let (first, first_outside) = table.locate(window, board.coordinates[positions[0]]);
        let (second, second_outside) = table.locate(window, board.coordinates[positions[1]]);
        let outside = first_outside + second_outside;
        if outside > 0 {
            let far = positions[usize::from(first_outside == 0)];
            let least = table.least[first * table.cells + second];
            return OUTSIDE_COST
                + i32::from(least)
                + outside * OUTSIDE_STEP_COST
                + board.distance(blank, far) as i32;
        }
        i32::from(table.moves[table.index(blank_at, first, second)]) + blank_outside
    }
}

impl Table {
    fn new([back, onward, inward]: [i32; 3]) -> Table {
        let width = back + onward + 1;
        let cells = (width * (inward + 1)) as usize;
        let mut table = Table {
            back,
            onward,
            inward,
            width,
            cells,
            moves: vec![UNREACHED; cells.pow(3)],
            least: vec![UNREACHED; cells * cells],
        };
        table.enumerate();
        table.fill_gaps();
        table
    }

    /// Fills the table breadth-first from all placements with both tiles at home.
    fn enumerate(&mut self) {
        let (first_home, second_home) = (self.back as usize, self.back as usize + 1);
        let mut queue = VecDeque::new();
        // The cells before are completed and stay closed.
        let first_open = self.back as usize;
        for blank in first_open..self.cells {
            if blank != first_home && blank != second_home {
                let index = self.index(blank, first_home, second_home);
                self.moves[index] = 0;
                queue.push_back([blank, first_home, second_home]);
            }
        }
        while let Some([blank, first, second]) = queue.pop_front() {
            let moves = self.moves[self.index(blank, first, second)] + 1;
            for next in self.neighbours(blank).into_iter().flatten().filter(|&cell| cell >= first_open) {
                let moved = |tile: usize| if tile == next { blank } else { tile };
                let child = [next, moved(first), moved(second)];
                let index = self.index(child[0], child[1], child[2]);
                if self.moves[index] == UNREACHED {
                    self.moves[index] = moves;
                    queue.push_back(child);
                }
            }
        }
    }

    /// Fills the entries that no placement reaches but lookups need: a blank outside the window is clamped to its rim,
    /// where a tile may be. Also fills the table of least values.
    fn fill_gaps(&mut self) {
        for first in 0..self.cells {
            for second in (0..self.cells).filter(|&second| second != first) {
                let all = (0..self.cells).map(|blank| self.moves[self.index(blank, first, second)]);
                self.least[first * self.cells + second] = all.min().unwrap_or(UNREACHED);
                for blank in [first, second] {
                    let neighbours = self.neighbours(blank).into_iter().flatten();
                    let nearest = neighbours.map(|cell| self.moves[self.index(cell, first, second)]).min();
                    let index = self.index(blank, first, second);
                    self.moves[index] = nearest.unwrap_or(UNREACHED).saturating_add(2);
                }
            }
        }
        // Two tiles outside may be clamped to the same cell.
        for cell in 0..self.cells {
            let row = &self.least[cell * self.cells..][..self.cells];
            let most = row.iter().copied().filter(|&moves| moves != UNREACHED).max();
            self.least[cell * self.cells + cell] = most.unwrap_or(UNREACHED);
        }
    }

    fn index(&self, blank: usize, first: usize, second: usize) -> usize {
        (blank * self.cells + first) * self.cells + second
    }

    fn neighbours(&self, cell: usize) -> [Option<usize>; 4] {
        let width = self.width as usize;
        let col = cell % width;
        [
            cell.checked_sub(width),
            (col > 0).then(|| cell - 1),
            (col + 1 < width).then_some(cell + 1),
            (cell + width < self.cells).then_some(cell + width),
        ]
    }

    /// Returns the cell of the window that is nearest to a cell of the board, and the distance between them.
    #[inline]
    fn locate(&self, window: &Window, [row, col]: [u8; 2]) -> (usize, i32) {
        let (row, col) = (i32::from(row) - window.row, i32::from(col) - window.col);
        let along = row * window.along[0] + col * window.along[1];
        let inward = row * window.inward[0] + col * window.inward[1];
        let (near_along, near_inward) = (along.clamp(-self.back, self.onward), inward.clamp(0, self.inward));
        let outside = (along - near_along).abs() + (inward - near_inward).abs();
        ((near_inward * self.width + near_along + self.back) as usize, outside)
    }
}
