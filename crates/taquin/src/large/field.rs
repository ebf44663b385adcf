//! A board that is worked on in place, move by move, and the moves that were made.
//!
//! Invariant: `places` is the inverse of `tiles`, and `moves` lead from the start to what is there now. Cells that are
//! `fixed` do not change any more; the others are connected.

use crate::cell::Cell;
use crate::direction::Direction;
use crate::moves::Moves;
use crate::size::Size;
use crate::task::Task;
use std::collections::VecDeque;

/// Steps of the blank.
const STEPS: [Direction; 4] = Direction::SUCCESSOR_ORDER;

#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) size: Size,
    /// The tile at each cell, and the cell of each tile; 0 is the blank.
    pub(super) tiles: Vec<u16>,
    pub(super) places: Vec<u16>,
    /// Where each tile belongs.
    pub(super) homes: Vec<u16>,
    /// Which tile belongs to each cell.
    pub(super) residents: Vec<u16>,
    fixed: Vec<bool>,
    pub(super) moves: Moves,
    /// What the blank's ways are planned in: for each cell the step that leads there, and what it is worth.
    ways: Vec<Way>,
}

/// How the blank got to a cell.
#[derive(Clone, Copy, Debug)]
struct Way {
    step: Direction,
    gain: i32,
    /// The plan that it belongs to; those before are forgotten.
    plan: u32,
}

impl Field {
    pub(super) fn new(task: &Task) -> Field {
        let (size, board) = (task.size(), task.start());
        let tiles: Vec<u16> = board.numbers().collect();
        let mut places = vec![0; tiles.len()];
        for (cell, &tile) in tiles.iter().enumerate() {
            places[usize::from(tile)] = cell as u16;
        }
        let residents: Vec<u16> = task.goal().board().numbers().collect();
        let mut homes = vec![0; tiles.len()];
        for (cell, &tile) in residents.iter().enumerate() {
            homes[usize::from(tile)] = cell as u16;
        }
        let way = Way { step: Direction::Up, gain: 0, plan: 0 };
        let ways = vec![way; tiles.len() + 1];
        Field {
            size,
            fixed: vec![false; tiles.len()],
            tiles,
            places,
            homes,
            residents,
            moves: Moves::new(),
            ways,
        }
    }

    pub(super) fn blank(&self) -> usize {
        self.places[0].into()
    }

    pub(super) fn place(&self, tile: u16) -> usize {
        self.places[usize::from(tile)].into()
    }

    /// Nothing happens at a cell any more.
    pub(super) fn fix(&mut self, cell: usize) {
        self.fixed[cell] = true;
    }

    /// The cell one step from another, if there is one that is not fixed.
    pub(super) fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        let next = self.size.step(Cell::new(cell), direction)?.index();
        (!self.fixed[next]).then_some(next)
    }

    pub(super) fn distance(&self, a: usize, b: usize) -> usize {
        self.size.manhattan(Cell::new(a), Cell::new(b))
    }

    /// The steps from every cell to the nearest of some, around what is fixed and what is not to be touched.
    pub(super) fn distances(&self, targets: &[usize], untouched: &[usize]) -> Vec<u16> {
        let mut distances = vec![u16::MAX; self.tiles.len()];
        let mut waiting: VecDeque<usize> =
            targets.iter().copied().filter(|target| !untouched.contains(target)).collect();
        waiting.iter().for_each(|&target| distances[target] = 0);
        while let Some(cell) = waiting.pop_front() {
            for next in STEPS.into_iter().filter_map(|step| self.step(cell, step)) {
                if distances[next] == u16::MAX && !untouched.contains(&next) {
                    distances[next] = distances[cell] + 1;
                    waiting.push_back(next);
                }
            }
        }
        distances
    }

    /// Moves the blank by a step, which must lead to a cell of the board.
    pub(super) fn go(&mut self, step: Direction) {
        let blank = self.blank();
        let Some(to) = self.size.step(Cell::new(blank), step) else { return };
        let to = to.index();
        let tile = self.tiles[to];
        (self.tiles[blank], self.tiles[to]) = (tile, 0);
        (self.places[usize::from(tile)], self.places[0]) = (blank as u16, to as u16);
        self.moves.push(step.of_blank());
    }

    /// Brings the blank to a cell without touching some others, on a shortest way if that is a direct one, and on one
    /// that brings the tiles on the way nearer to their homes. `false` if there is none.
    pub(super) fn travel(&mut self, to: usize, untouched: &[usize]) -> bool {
        let Some(steps) = self.direct_way(to, untouched).or_else(|| self.way_around(to, untouched)) else {
            return false;
        };
        steps.into_iter().for_each(|step| self.go(step));
        true
    }

    /// How many moves [`travel`](Field::travel) takes.
    pub(super) fn travel_length(&mut self, to: usize, untouched: &[usize]) -> Option<usize> {
        let way = self.direct_way(to, untouched).or_else(|| self.way_around(to, untouched));
        way.map(|steps| steps.len())
    }

    /// The best of the ways that never lead away from the goal.
    fn direct_way(&mut self, to: usize, untouched: &[usize]) -> Option<Vec<Direction>> {
        let (cols, from) = (self.size.cols(), self.blank());
        let (down, right) = (to / cols >= from / cols, to % cols >= from % cols);
        let vertical = if down { Direction::Down } else { Direction::Up };
        let horizontal = if right { Direction::Right } else { Direction::Left };
        let (height, width) = ((to / cols).abs_diff(from / cols), (to % cols).abs_diff(from % cols));
        let cell = |row: usize, col: usize| {
            let row = if down { from / cols + row } else { from / cols - row };
            let col = if right { from % cols + col } else { from % cols - col };
            row * cols + col
        };
        let plan = self.next_plan();
        self.ways[from] = Way { step: vertical, gain: 0, plan };
        for row in 0..=height {
            for col in 0..=width {
                let at = cell(row, col);
                if at == from || self.fixed[at] || untouched.contains(&at) {
                    continue;
                }
                let arrivals = [
                    (row > 0).then(|| (cell(row - 1, col), vertical)),
                    (col > 0).then(|| (cell(row, col - 1), horizontal)),
                ];
                for (before, step) in arrivals.into_iter().flatten() {
                    if self.ways[before].plan != plan {
                        continue;
                    }
                    let home = self.homes[usize::from(self.tiles[at])].into();
                    let nearer = self.distance(at, home) as i32 - self.distance(before, home) as i32;
                    let gain = self.ways[before].gain + nearer;
                    if self.ways[at].plan != plan || gain > self.ways[at].gain {
                        self.ways[at] = Way { step, gain, plan };
                    }
                }
            }
        }
        self.walked(from, to, plan)
    }

    /// A shortest way.
    fn way_around(&mut self, to: usize, untouched: &[usize]) -> Option<Vec<Direction>> {
        let from = self.blank();
        let plan = self.next_plan();
        self.ways[from] = Way { step: Direction::Up, gain: 0, plan };
        let mut waiting = VecDeque::from([from]);
        while let Some(cell) = waiting.pop_front() {
            if cell == to {
                break;
            }
            for step in STEPS {
                let Some(next) = self.step(cell, step) else { continue };
                if self.ways[next].plan != plan && !untouched.contains(&next) {
                    self.ways[next] = Way { step, gain: 0, plan };
                    waiting.push_back(next);
                }
            }
        }
        self.walked(from, to, plan)
    }

    fn next_plan(&mut self) -> u32 {
        // The place behind the last cell counts the plans.
        let last = self.ways.len() - 1;
        self.ways[last].plan += 1;
        self.ways[last].plan
    }

    /// The steps of a plan, if it leads there.
    fn walked(&self, from: usize, to: usize, plan: u32) -> Option<Vec<Direction>> {
        if self.ways[to].plan != plan {
            return None;
        }
        let mut steps = Vec::new();
        let mut cell = to;
        while cell != from {
            let step = self.ways[cell].step;
            steps.push(step);
            cell = self.size.step(Cell::new(cell), step.opposite())?.index();
        }
        steps.reverse();
        Some(steps)
    }
}
