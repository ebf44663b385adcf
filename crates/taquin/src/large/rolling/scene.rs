//! The one board that a beam is walked through with.
//!
//! Invariant: `places` is the inverse of `tiles`.

use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::size::Size;
use crate::task::Task;

/// Where there is no cell to step to.
const NONE: u16 = u16::MAX;

#[derive(Clone, Debug)]
pub(super) struct Scene {
    pub(super) size: Size,
    pub(super) tiles: Vec<u16>,
    pub(super) places: Vec<u16>,
    /// Where each tile belongs.
    pub(super) homes: Vec<u16>,
    /// Which tile belongs to each cell.
    pub(super) residents: Vec<u16>,
    /// The row and column of each cell.
    pub(super) spots: Vec<[u8; 2]>,
    pub(super) blank: usize,
    /// The cells next to each, by the number of a step of the blank.
    exits: Vec<[u16; 4]>,
}

/// Steps of the blank, by number; the opposite of step `n` is `3 - n`.
pub(super) const STEPS: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

impl Scene {
    pub(super) fn new(task: &Task) -> Scene {
        let size = task.size();
        let tiles: Vec<u16> = task.start().numbers().collect();
        let residents: Vec<u16> = task.goal().board().numbers().collect();
        let inverse = |numbers: &[u16]| {
            let mut places = vec![0; numbers.len()];
            numbers.iter().enumerate().for_each(|(cell, &tile)| places[usize::from(tile)] = cell as u16);
            places
        };
        let cells = || (0..size.cells()).map(Cell::new);
        let exit = |cell, step| size.step(cell, step).map_or(NONE, |next| next.index() as u16);
        Scene {
            size,
            places: inverse(&tiles),
            homes: inverse(&residents),
            spots: cells().map(|cell| [size.row(cell) as u8, size.col(cell) as u8]).collect(),
            blank: task.start().blank().index(),
            exits: cells().map(|cell| STEPS.map(|step| exit(cell, step))).collect(),
            tiles,
            residents,
        }
    }

    /// The board as it is now.
    pub(super) fn board(&self) -> Option<Board> {
        Board::new(self.size, &self.tiles).ok()
    }

    pub(super) fn place(&self, tile: u16) -> usize {
        self.places[usize::from(tile)].into()
    }

    pub(super) fn home(&self, tile: u16) -> usize {
        self.homes[usize::from(tile)].into()
    }

    /// Where the blank gets by a step, if the board goes on there.
    #[inline]
    pub(super) fn exit(&self, step: u8) -> Option<usize> {
        let next = self.exits[self.blank][usize::from(step)];
        (next != NONE).then_some(next.into())
    }

    /// The cell that a step of the blank leads to, if the board goes on there.
    pub(super) fn beside(&self, cell: usize, step: u8) -> Option<usize> {
        let next = self.exits[cell][usize::from(step)];
        (next != NONE).then_some(next.into())
    }

    /// Moves the blank by a step that the board allows.
    #[inline]
    pub(super) fn go(&mut self, step: u8) {
        let to = usize::from(self.exits[self.blank][usize::from(step)]);
        let tile = self.tiles[to];
        self.tiles[self.blank] = tile;
        self.places[usize::from(tile)] = self.blank as u16;
        self.tiles[to] = 0;
        self.places[0] = to as u16;
        self.blank = to;
    }

    #[inline]
    pub(super) fn distance(&self, a: usize, b: usize) -> i32 {
        let [rows, cols] = self.extent(a, b);
        (rows + cols) as i32
    }

    /// The rows and the columns between two cells.
    #[inline]
    pub(super) fn extent(&self, a: usize, b: usize) -> [usize; 2] {
        let (a, b) = (self.spots[a], self.spots[b]);
        [a[0].abs_diff(b[0]).into(), a[1].abs_diff(b[1]).into()]
    }

    /// The steps of all tiles to their homes.
    pub(super) fn total_distance(&self) -> u64 {
        (1..self.tiles.len())
            .map(|tile| self.distance(self.places[tile].into(), self.homes[tile].into()) as u64)
            .sum()
    }
}
