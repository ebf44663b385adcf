//! Shortest paths of the blank over a [`MutableBoard`], and the moves made so far.
//!
//! Invariant: `moves` lead from the start to the current board. The cells that are not fixed form a rectangle, possibly
//! with part of a line along one side. Between two cells of such a shape there is always a path as short as their
//! Manhattan distance.

use super::mutable_board::MutableBoard;
use crate::direction::Direction;
use crate::moves::Moves;
use crate::task::Task;

/// The order in which the directions of the blank are tried.
pub(super) const STEPS: [Direction; 4] = Direction::SUCCESSOR_ORDER;

/// Paths that span more rows and more columns than this are planned in two halves.
const MAX_SPAN: usize = 12;

#[derive(Clone, Debug)]
pub(super) struct BlankRouter {
    pub(super) board: MutableBoard,
    pub(super) moves: Moves,
    /// The best known path to each cell.
    paths: Vec<Path>,
    /// The number of the current search.
    search: u32,
    /// The queue of a breadth-first search; cells are not removed.
    queue: Vec<u16>,
    /// Buffer for the steps of a path, last step first.
    steps: Vec<Direction>,
}

/// How the blank reaches a cell.
#[derive(Clone, Copy, Debug)]
struct Path {
    /// The search that found it; entries of earlier searches are invalid.
    search: u32,
    /// By how much the path reduces the Manhattan distances of the tiles that it moves.
    gain: i16,
    length: u16,
    /// The last step.
    step: Direction,
}

impl BlankRouter {
    pub(super) fn new(task: &Task) -> BlankRouter {
        let cells = task.size().cells();
        BlankRouter {
            board: MutableBoard::new(task),
            moves: Moves::new(),
            paths: vec![Path { search: 0, gain: 0, length: 0, step: Direction::Up }; cells],
            search: 0,
            queue: Vec::with_capacity(cells),
            steps: Vec::new(),
        }
    }

    /// Returns the cells around a gap of two cells in a line that are not fixed: the gap, `reach + 1` lines inward, and
    /// `reach - 1` cells beyond either end.
    pub(super) fn window(&self, ends: [usize; 2], inward: Direction, reach: usize) -> Vec<usize> {
        let size = self.board.size;
        let [first, second] = ends.map(|end| self.board.coordinates[end].map(usize::from));
        let depth = |direction| if inward == direction { reach + 1 } else { 0 };
        let beyond = reach - 1;
        let (tall, wide) = match inward {
            Direction::Up | Direction::Down => (0, beyond),
            Direction::Left | Direction::Right => (beyond, 0),
        };
        let top = first[0].min(second[0]).saturating_sub(tall + depth(Direction::Up));
        let bottom = (first[0].max(second[0]) + tall + depth(Direction::Down)).min(size.rows() - 1);
        let left = first[1].min(second[1]).saturating_sub(wide + depth(Direction::Left));
        let right = (first[1].max(second[1]) + wide + depth(Direction::Right)).min(size.cols() - 1);
        let cells = (top..=bottom).flat_map(|row| (left..=right).map(move |col| (row, col)));
        cells.map(|(row, col)| row * size.cols() + col).filter(|&cell| !self.board.is_fixed(cell)).collect()
    }

    /// Moves the blank by one step and records the move.
    pub(super) fn step(&mut self, step: Direction) {
        if self.board.move_blank(step) {
            self.moves.push(step.of_blank());
        }
    }

    /// Returns the distance of each cell from the nearest target, around fixed cells and one obstacle. Cells farther away
    /// than `from` have the distance `u16::MAX`.
    pub(super) fn distances(&mut self, from: usize, targets: &[usize], obstacle: usize) -> Vec<u16> {
        self.begin();
        for &target in targets.iter().filter(|&&target| target != obstacle) {
            self.reach(target, Direction::Up, 0, 0);
        }
        self.breadth_first(from, &[obstacle]);
        self.paths
            .iter()
            .map(|path| if path.search == self.search { path.length } else { u16::MAX })
            .collect()
    }

    /// Moves the blank to a cell on a shortest path around some obstacles; returns `false` if there is none. Among paths
    /// as short as the Manhattan distance, takes the one that reduces the distances of the tiles most.
    pub(super) fn travel(&mut self, to: usize, obstacles: &[usize]) -> bool {
        let from = self.board.blank();
        let [height, width] = self.board.offsets(from, to);
        if height > MAX_SPAN && width > MAX_SPAN {
            // The cost of planning grows with the area.
            let spots = &self.board.coordinates;
            let middle = |axis: usize| (usize::from(spots[from][axis]) + usize::from(spots[to][axis])) / 2;
            let halfway = middle(0) * self.board.size.cols() + middle(1);
            if !obstacles.contains(&halfway) {
                return self.travel(halfway, obstacles) && self.travel(to, obstacles);
            }
        }
        if height + width == 2
            && (height == 0 || width == 0)
            && obstacles.len() == 1
            && self.pass(to, obstacles[0])
        {
            return true;
        }
        if !self.plan_direct(from, to, obstacles) {
            self.begin();
            self.reach(from, Direction::Up, 0, 0);
            if !self.breadth_first(to, obstacles) {
                return false;
            }
        }
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        let mut cell = to;
        while cell != from {
            let step = self.paths[cell].step;
            steps.push(step);
            let Some(before) = self.board.neighbour(cell, step.opposite()) else { return false };
            cell = before;
        }
        steps.iter().rev().for_each(|&step| self.step(step));
        self.steps = steps;
        true
    }

    /// Moves the blank to the opposite side of an adjacent obstacle, around the side with the larger gain. Returns `false`
    /// if the obstacle is not between the blank and the target, or not free on both sides.
    fn pass(&mut self, to: usize, obstacle: usize) -> bool {
        let from = self.board.blank();
        let onward = STEPS.into_iter().find(|&step| self.board.neighbour(from, step) == Some(obstacle));
        let Some(onward) = onward.filter(|&step| self.board.neighbour(obstacle, step) == Some(to)) else {
            return false;
        };
        if !self.is_free_around(obstacle) {
            return false;
        }
        let sides = match onward {
            Direction::Up | Direction::Down => [Direction::Left, Direction::Right],
            Direction::Left | Direction::Right => [Direction::Up, Direction::Down],
        };
        let paths = sides.map(|side| [side, onward, onward, side.opposite()]);
        let [first, second] = paths.map(|path| self.gain(from, &path));
        paths[usize::from(second > first)].into_iter().for_each(|step| self.step(step));
        true
    }

    /// Returns by how much a path of the blank reduces the Manhattan distances of the tiles.
    fn gain(&self, from: usize, path: &[Direction]) -> i16 {
        let mut gain = 0;
        let mut before = from;
        for &step in path {
            let Some(cell) = self.board.neighbour(before, step) else { break };
            gain += self.tile_gain(cell, before);
            before = cell;
        }
        gain
    }

    /// Returns by how much the Manhattan distance of the tile in `cell` falls if it moves to `to`.
    fn tile_gain(&self, cell: usize, to: usize) -> i16 {
        let home = self.board.home(self.board.tiles[cell]);
        self.board.distance(cell, home) as i16 - self.board.distance(to, home) as i16
    }

    /// Returns the number of moves that [`travel`](BlankRouter::travel) makes.
    pub(super) fn travel_length(&mut self, to: usize, obstacles: &[usize]) -> Option<usize> {
        let from = self.board.blank();
        let [height, width] = self.board.offsets(from, to);
        let is_between =
            |&cell: &usize| self.board.distance(from, cell) + self.board.distance(cell, to) == height + width;
        let mut between = obstacles.iter().copied().filter(is_between);
        match (between.next(), between.next()) {
            (None, _) => return Some(height + width),
            // A single obstacle can be passed on either side.
            (Some(obstacle), None) if self.is_free_around(obstacle) && obstacles.len() == 1 => {
                let is_straight = height == 0 || width == 0;
                return Some(height + width + if is_straight { 2 } else { 0 });
            }
            _ => {}
        }
        self.begin();
        self.reach(from, Direction::Up, 0, 0);
        self.breadth_first(to, obstacles).then(|| self.paths[to].length.into())
    }

    /// Returns whether the blank can go around a cell on both sides.
    fn is_free_around(&self, cell: usize) -> bool {
        let is_free = |cell: usize, step| self.board.neighbour(cell, step).is_some();
        let sides = [Direction::Left, Direction::Right].map(|side| self.board.neighbour(cell, side));
        is_free(cell, Direction::Up)
            && is_free(cell, Direction::Down)
            && sides.into_iter().all(|side| {
                side.is_some_and(|side| is_free(side, Direction::Up) && is_free(side, Direction::Down))
            })
    }

    /// Plans the path with the largest gain among those as short as the Manhattan distance; returns `false` if there is
    /// none.
    fn plan_direct(&mut self, from: usize, to: usize, obstacles: &[usize]) -> bool {
        let ([from_row, from_col], [to_row, to_col]) =
            (self.board.coordinates[from], self.board.coordinates[to]);
        let vertical = if to_row >= from_row { Direction::Down } else { Direction::Up };
        let horizontal = if to_col >= from_col { Direction::Right } else { Direction::Left };
        let [height, width] = self.board.offsets(from, to);
        let cols = self.board.size.cols();
        self.begin();
        self.paths[from] = Path { search: self.search, gain: 0, length: 0, step: vertical };
        let mut row_start = from;
        for row in 0..=height {
            let mut cell = row_start;
            for col in 0..=width {
                if cell != from && !self.board.is_fixed(cell) && !obstacles.contains(&cell) {
                    if row > 0 {
                        self.relax(cell, vertical);
                    }
                    if col > 0 {
                        self.relax(cell, horizontal);
                    }
                }
                if col < width {
                    cell = if horizontal == Direction::Right { cell + 1 } else { cell - 1 };
                }
            }
            if row < height {
                row_start = if vertical == Direction::Down { row_start + cols } else { row_start - cols };
            }
        }
        self.paths[to].search == self.search
    }

    /// Extends the path to the cell before by a step, if it has a larger gain than the known path to this cell.
    fn relax(&mut self, cell: usize, step: Direction) {
        let Some(before) = self.board.neighbour(cell, step.opposite()) else { return };
        let path = self.paths[before];
        if path.search != self.search {
            return;
        }
        let gain = path.gain + self.tile_gain(cell, before);
        if self.paths[cell].search != self.search || gain > self.paths[cell].gain {
            self.paths[cell] = Path { search: self.search, gain, length: path.length + 1, step };
        }
    }

    /// Begins a new search.
    fn begin(&mut self) {
        self.search += 1;
        self.queue.clear();
    }

    fn reach(&mut self, cell: usize, step: Direction, gain: i16, length: u16) {
        self.paths[cell] = Path { search: self.search, gain, length, step };
        self.queue.push(cell as u16);
    }

    /// Searches breadth-first from the queued cells until `to` is expanded.
    fn breadth_first(&mut self, to: usize, obstacles: &[usize]) -> bool {
        let mut next_queued = 0;
        while let Some(&cell) = self.queue.get(next_queued) {
            next_queued += 1;
            let cell = usize::from(cell);
            if cell == to {
                return true;
            }
            let length = self.paths[cell].length + 1;
            for step in STEPS {
                let Some(next) = self.board.neighbour(cell, step) else { continue };
                if self.paths[next].search != self.search && !obstacles.contains(&next) {
                    self.reach(next, step, 0, length);
                }
            }
        }
        false
    }
}
