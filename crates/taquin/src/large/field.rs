//! A board that is worked on in place, move by move, and the moves that were made.
//!
//! Invariant: `places` is the inverse of `tiles`, and `moves` lead from the start to what is there now. Cells that are
//! fixed do not change any more; the others are a rectangle, or one with a piece of a line at one of its sides. Between
//! two cells of such a shape there is always a way without a detour.

use crate::cell::Cell;
use crate::direction::Direction;
use crate::moves::Moves;
use crate::size::Size;
use crate::task::Task;

/// Steps of the blank.
pub(super) const STEPS: [Direction; 4] = Direction::SUCCESSOR_ORDER;

/// Where there is no cell to step to.
const NONE: u16 = u16::MAX;

/// From so many rows and columns on a way is planned in pieces.
const FAR: usize = 12;

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
    pub(super) moves: Moves,
    /// The row and column of each cell.
    spots: Vec<[u8; 2]>,
    /// The cells next to each that are not fixed, by direction.
    exits: Vec<[u16; 4]>,
    fixed: Vec<bool>,
    /// What the blank's ways are planned in: for each cell the step that leads there, and what it is worth.
    ways: Vec<Way>,
    /// The plan at work.
    plan: u32,
    /// Cells that a plan goes on from, in order.
    waiting: Vec<u16>,
    /// The steps of a plan, last one first.
    steps: Vec<Direction>,
}

/// How the blank got to a cell.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The plan that it belongs to; those before are forgotten.
    plan: u32,
    /// By how much the tiles on the way get nearer to their homes.
    gain: i16,
    length: u16,
    step: Direction,
}

impl Field {
    pub(super) fn new(task: &Task) -> Field {
        let size = task.size();
        let tiles: Vec<u16> = task.start().numbers().collect();
        let residents: Vec<u16> = task.goal().board().numbers().collect();
        let cells = || (0..size.cells()).map(Cell::new);
        let spots = cells().map(|cell| [size.row(cell) as u8, size.col(cell) as u8]).collect();
        let exit = |cell, step| size.step(cell, step).map_or(NONE, |next| next.index() as u16);
        let mut exits = vec![[NONE; 4]; tiles.len()];
        for cell in cells() {
            STEPS.into_iter().for_each(|step| exits[cell.index()][step as usize] = exit(cell, step));
        }
        let way = Way { plan: 0, gain: 0, length: 0, step: Direction::Up };
        Field {
            size,
            places: inverse(&tiles),
            homes: inverse(&residents),
            moves: Moves::new(),
            spots,
            exits,
            fixed: vec![false; tiles.len()],
            ways: vec![way; tiles.len()],
            plan: 0,
            waiting: Vec::with_capacity(tiles.len()),
            steps: Vec::new(),
            tiles,
            residents,
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
        for step in STEPS {
            if let Some(next) = self.size.step(Cell::new(cell), step) {
                self.exits[next.index()][step.opposite() as usize] = NONE;
            }
        }
    }

    /// The cell one step from another, if there is one that is not fixed.
    pub(super) fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        let next = self.exits[cell][direction as usize];
        (next != NONE).then_some(next.into())
    }

    pub(super) fn distance(&self, a: usize, b: usize) -> usize {
        let [height, width] = self.extent(a, b);
        height + width
    }

    /// The rows and the columns between two cells.
    fn extent(&self, a: usize, b: usize) -> [usize; 2] {
        let (a, b) = (self.spots[a], self.spots[b]);
        [a[0].abs_diff(b[0]).into(), a[1].abs_diff(b[1]).into()]
    }

    /// The cells that are not fixed around the two ends of a gap in a line: the gap itself, so many and one more lines
    /// inward, and on both sides as many less one.
    pub(super) fn near(&self, ends: [usize; 2], inward: Direction, reach: usize) -> Vec<usize> {
        let [first, second] = ends.map(|end| self.spots[end].map(usize::from));
        let deep = |direction| if inward == direction { reach + 1 } else { 0 };
        let beside = reach - 1;
        let (tall, wide) = match inward {
            Direction::Up | Direction::Down => (0, beside),
            Direction::Left | Direction::Right => (beside, 0),
        };
        let top = first[0].min(second[0]).saturating_sub(tall + deep(Direction::Up));
        let bottom = (first[0].max(second[0]) + tall + deep(Direction::Down)).min(self.size.rows() - 1);
        let left = first[1].min(second[1]).saturating_sub(wide + deep(Direction::Left));
        let right = (first[1].max(second[1]) + wide + deep(Direction::Right)).min(self.size.cols() - 1);
        let cells = (top..=bottom).flat_map(|row| (left..=right).map(move |col| (row, col)));
        cells.map(|(row, col)| row * self.size.cols() + col).filter(|&cell| !self.fixed[cell]).collect()
    }

    /// Moves the blank by a step, which must lead to a cell of the board.
    pub(super) fn go(&mut self, step: Direction) {
        let blank = self.blank();
        let Some(to) = self.step(blank, step) else { return };
        let tile = self.tiles[to];
        (self.tiles[blank], self.tiles[to]) = (tile, 0);
        (self.places[usize::from(tile)], self.places[0]) = (blank as u16, to as u16);
        self.moves.push(step.of_blank());
    }

    /// The steps from each cell to the nearest of some, around what is fixed and one that is not to be touched. Cells
    /// that are farther away than `from` are not looked at, and are as far as can be.
    pub(super) fn distances(&mut self, from: usize, targets: &[usize], untouched: usize) -> Vec<u16> {
        self.begin();
        for &target in targets.iter().filter(|&&target| target != untouched) {
            self.arrive(target, Direction::Up, 0, 0);
        }
        self.spread(from, &[untouched]);
        self.ways.iter().map(|way| if way.plan == self.plan { way.length } else { u16::MAX }).collect()
    }

    /// Brings the blank to a cell without touching some others, on a shortest way, and if that is a direct one, on one
    /// that brings the tiles on the way nearer to their homes. `false` if there is none.
    pub(super) fn travel(&mut self, to: usize, untouched: &[usize]) -> bool {
        let from = self.blank();
        let [height, width] = self.extent(from, to);
        if height > FAR && width > FAR {
            // In pieces: what is planned grows with the area.
            let middle =
                |axis: usize| (usize::from(self.spots[from][axis]) + usize::from(self.spots[to][axis])) / 2;
            let stop = middle(0) * self.size.cols() + middle(1);
            if !untouched.contains(&stop) {
                return self.travel(stop, untouched) && self.travel(to, untouched);
            }
        }
        if height + width == 2
            && (height == 0 || width == 0)
            && untouched.len() == 1
            && self.pass(to, untouched[0])
        {
            return true;
        }
        if !self.plan_direct(from, to, untouched) {
            self.begin();
            self.arrive(from, Direction::Up, 0, 0);
            if !self.spread(to, untouched) {
                return false;
            }
        }
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        let mut cell = to;
        while cell != from {
            let step = self.ways[cell].step;
            steps.push(step);
            let Some(before) = self.step(cell, step.opposite()) else { return false };
            cell = before;
        }
        steps.iter().rev().for_each(|&step| self.go(step));
        self.steps = steps;
        true
    }

    /// Brings the blank to the other side of a tile next to it, on the better side. `false` if it does not lie
    /// between, or not both sides are free.
    fn pass(&mut self, to: usize, tile_at: usize) -> bool {
        let from = self.blank();
        let onward = STEPS.into_iter().find(|&step| self.step(from, step) == Some(tile_at));
        let Some(onward) = onward.filter(|&step| self.step(tile_at, step) == Some(to)) else { return false };
        if !self.is_free_around(tile_at) {
            return false;
        }
        let sides = match onward {
            Direction::Up | Direction::Down => [Direction::Left, Direction::Right],
            Direction::Left | Direction::Right => [Direction::Up, Direction::Down],
        };
        let ways = sides.map(|side| [side, onward, onward, side.opposite()]);
        let [first, second] = ways.map(|way| self.gain(from, &way));
        ways[usize::from(second > first)].into_iter().for_each(|step| self.go(step));
        true
    }

    /// By how much tiles get nearer to their homes when the blank goes this way.
    fn gain(&self, from: usize, way: &[Direction]) -> i16 {
        let mut gain = 0;
        let mut before = from;
        for &step in way {
            let Some(cell) = self.step(before, step) else { break };
            gain += self.nearer(cell, before);
            before = cell;
        }
        gain
    }

    /// By how much the tile at a cell gets nearer to its home if it moves to another cell.
    fn nearer(&self, cell: usize, to: usize) -> i16 {
        let home = self.homes[usize::from(self.tiles[cell])].into();
        self.distance(cell, home) as i16 - self.distance(to, home) as i16
    }

    /// How many moves [`travel`](Field::travel) takes.
    pub(super) fn travel_length(&mut self, to: usize, untouched: &[usize]) -> Option<usize> {
        let from = self.blank();
        let [height, width] = self.extent(from, to);
        let between = |&cell: &usize| self.distance(from, cell) + self.distance(cell, to) == height + width;
        let mut obstacles = untouched.iter().copied().filter(between);
        match (obstacles.next(), obstacles.next()) {
            (None, _) => return Some(height + width),
            // Around a single tile there is a way on either side.
            (Some(obstacle), None) if self.is_free_around(obstacle) && untouched.len() == 1 => {
                let straight = height == 0 || width == 0;
                return Some(height + width + if straight { 2 } else { 0 });
            }
            _ => {}
        }
        self.begin();
        self.arrive(from, Direction::Up, 0, 0);
        self.spread(to, untouched).then(|| self.ways[to].length.into())
    }

    /// Can the blank go around a cell?
    fn is_free_around(&self, cell: usize) -> bool {
        let free = |cell: usize, step| self.step(cell, step);
        let beside = [Direction::Left, Direction::Right].map(|side| free(cell, side));
        let (Some(_), Some(_)) = (free(cell, Direction::Up), free(cell, Direction::Down)) else {
            return false;
        };
        beside.into_iter().all(|side| {
            side.is_some_and(|side| {
                free(side, Direction::Up).is_some() && free(side, Direction::Down).is_some()
            })
        })
    }

    /// Plans the best of the ways that never lead away from the goal. `false` if there is none.
    fn plan_direct(&mut self, from: usize, to: usize, untouched: &[usize]) -> bool {
        let ([from_row, from_col], [to_row, to_col]) = (self.spots[from], self.spots[to]);
        let vertical = if to_row >= from_row { Direction::Down } else { Direction::Up };
        let horizontal = if to_col >= from_col { Direction::Right } else { Direction::Left };
        let [height, width] = self.extent(from, to);
        let cols = self.size.cols();
        self.begin();
        self.ways[from] = Way { plan: self.plan, gain: 0, length: 0, step: vertical };
        let mut row_start = from;
        for row in 0..=height {
            let mut cell = row_start;
            for col in 0..=width {
                if cell != from && !self.fixed[cell] && !untouched.contains(&cell) {
                    if row > 0 {
                        self.come(cell, vertical);
                    }
                    if col > 0 {
                        self.come(cell, horizontal);
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
        self.ways[to].plan == self.plan
    }

    /// Notes the way to a cell by a step, if the cell before it is on a way and there is no better one.
    fn come(&mut self, cell: usize, step: Direction) {
        let Some(before) = self.step(cell, step.opposite()) else { return };
        let way = self.ways[before];
        if way.plan != self.plan {
            return;
        }
        let gain = way.gain + self.nearer(cell, before);
        if self.ways[cell].plan != self.plan || gain > self.ways[cell].gain {
            self.ways[cell] = Way { plan: self.plan, gain, length: way.length + 1, step };
        }
    }

    /// Begins a plan.
    fn begin(&mut self) {
        self.plan += 1;
        self.waiting.clear();
    }

    /// The plan gets to a cell.
    fn arrive(&mut self, cell: usize, step: Direction, gain: i16, length: u16) {
        self.ways[cell] = Way { plan: self.plan, gain, length, step };
        self.waiting.push(cell as u16);
    }

    /// Goes on from the cells that wait, nearest first, until `to` is reached.
    fn spread(&mut self, to: usize, untouched: &[usize]) -> bool {
        let mut next_waiting = 0;
        while let Some(&cell) = self.waiting.get(next_waiting) {
            next_waiting += 1;
            let cell = usize::from(cell);
            if cell == to {
                return true;
            }
            let length = self.ways[cell].length + 1;
            for step in STEPS {
                let Some(next) = self.step(cell, step) else { continue };
                if self.ways[next].plan != self.plan && !untouched.contains(&next) {
                    self.arrive(next, step, 0, length);
                }
            }
        }
        false
    }
}

/// Where each number is.
fn inverse(numbers: &[u16]) -> Vec<u16> {
    let mut places = vec![0; numbers.len()];
    for (place, &number) in numbers.iter().enumerate() {
        places[usize::from(number)] = place as u16;
    }
    places
}
