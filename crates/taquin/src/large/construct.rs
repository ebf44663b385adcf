//! A solution for any board, found without searching: line after line is brought home, until nine cells are left.
//!
//! Of the lines at the four sides the one whose tiles are nearest comes next. Tiles are brought one by one, and the
//! last two of a line together. A blank that travels takes the way that does the other tiles most good. The work is
//! linear in the number of moves.
//!
//! ```
//! use taquin::large::construct;
//! use taquin::scramble::Scrambler;
//! use taquin::{Goal, Size, Task};
//! let goal = Goal::rows(Size::square(20)?);
//! let start = Scrambler::seeded(1).solvable(&goal);
//! let task = Task::new(start.clone(), goal.clone()).unwrap();
//! assert_eq!(construct(&task).apply(&start).as_ref(), Ok(goal.board()));
//! # Ok::<(), taquin::SizeError>(())
//! ```

use super::block::block;
use super::field::{Field, STEPS};
use super::pair;
use crate::control::Control;
use crate::direction::Direction;
use crate::geometry::{Geometry, Order};
use crate::grid::Packed16;
use crate::heuristic::LinearConflict;
use crate::moves::Moves;
use crate::search::kernel::a_star;
use crate::search::{Policies, Root};
use crate::size::Size;
use crate::task::Task;

/// A block with sides of at most so many cells is left to a search.
const BLOCK: usize = 3;

/// How often the last two tiles of a line may get into each other's way.
const MOST_TURNS: usize = 2;

/// Finds a solution, usually far from a shortest one.
///
/// # Panics
/// Never: a task is solvable, and what is left always has room for two tiles and the blank.
pub fn construct(task: &Task) -> Moves {
    let mut field = Field::new(task);
    if task.size().is_line() {
        // The tiles are in order, or the task would not be solvable.
        let home = field.homes[0].into();
        field.travel(home, &[]);
        return field.moves;
    }
    let mut rest = Rest::whole(task.size());
    while let Some(line) = rest.nearest_line(&field) {
        fill(&mut field, &line);
        rest = rest.without(line.side);
    }
    finish(&mut field, rest);
    field.moves.simplified()
}

/// A rectangle that is not done yet; its other sides are the first behind it.
#[derive(Clone, Copy, Debug)]
struct Rest {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

/// A line of cells at a side of the rest.
struct Line {
    side: Side,
    cells: Vec<usize>,
    /// Where the rest lies.
    inward: Direction,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

impl Rest {
    fn whole(size: Size) -> Rest {
        Rest { top: 0, bottom: size.rows(), left: 0, right: size.cols() }
    }

    fn without(self, side: Side) -> Rest {
        match side {
            Side::Top => Rest { top: self.top + 1, ..self },
            Side::Bottom => Rest { bottom: self.bottom - 1, ..self },
            Side::Left => Rest { left: self.left + 1, ..self },
            Side::Right => Rest { right: self.right - 1, ..self },
        }
    }

    /// The line that takes the fewest steps of its tiles, for each of them; `None` if what is left is small enough.
    fn nearest_line(self, field: &Field) -> Option<Line> {
        let (height, width) = (self.bottom - self.top, self.right - self.left);
        let mut lines = Vec::new();
        // A line needs two more beside it. What is left should not get thin, where there are few ways around.
        if height > BLOCK && (height >= width / 2 || width <= BLOCK) {
            lines.extend([self.line(field.size, Side::Top), self.line(field.size, Side::Bottom)]);
        }
        if width > BLOCK && (width >= height / 2 || height <= BLOCK) {
            lines.extend([self.line(field.size, Side::Left), self.line(field.size, Side::Right)]);
        }
        let blank_home = usize::from(field.homes[0]);
        let lines = lines.into_iter().filter(|line| !line.cells.contains(&blank_home));
        let steps = |line: &Line| {
            let steps =
                line.cells.iter().map(|&cell| field.distance(field.place(field.residents[cell]), cell));
            steps.sum::<usize>() * 1000 / line.cells.len()
        };
        lines.min_by_key(steps)
    }

    fn line(self, size: Size, side: Side) -> Line {
        let cell = |row: usize, col: usize| row * size.cols() + col;
        let in_row = |row: usize| (self.left..self.right).map(|col| cell(row, col)).collect();
        let in_column = |col: usize| (self.top..self.bottom).map(|row| cell(row, col)).collect();
        let (cells, inward) = match side {
            Side::Top => (in_row(self.top), Direction::Down),
            Side::Bottom => (in_row(self.bottom - 1), Direction::Up),
            Side::Left => (in_column(self.left), Direction::Right),
            Side::Right => (in_column(self.right - 1), Direction::Left),
        };
        Line { side, cells, inward }
    }
}

/// Brings the tiles of a line home, from both ends, whichever is nearer.
fn fill(field: &mut Field, line: &Line) {
    let tile_of: Vec<u16> = line.cells.iter().map(|&cell| field.residents[cell]).collect();
    let (mut first, mut last) = (0, line.cells.len() - 1);
    while last - first > 1 {
        let steps = |index: usize| {
            let at = field.place(tile_of[index]);
            field.distance(at, line.cells[index]) * 3 + field.distance(field.blank(), at)
        };
        let index = if steps(first) <= steps(last) { first } else { last };
        bring(field, tile_of[index], &[line.cells[index]], None);
        field.fix(line.cells[index]);
        if index == first { first += 1 } else { last -= 1 }
    }
    let ends = [line.cells[first], line.cells[last]];
    fill_last_two(field, [tile_of[first], tile_of[last]], ends, line.inward);
    ends.into_iter().for_each(|cell| field.fix(cell));
}

fn fill_last_two(field: &mut Field, tiles: [u16; 2], ends: [usize; 2], inward: Direction) {
    if ends == tiles.map(|tile| field.place(tile)) {
        return;
    }
    let window = field.near(ends, inward, 1);
    // The first must not be in the way of the second. If it is, they change their turns.
    for turn in [0, 1].into_iter().cycle().take(MOST_TURNS) {
        let (first, second) = (tiles[turn], tiles[1 - turn]);
        bring(field, first, &window, None);
        bring(field, second, &window, Some(field.place(first)));
        let kept = tiles.map(|tile| field.place(tile));
        if kept.iter().all(|cell| window.contains(cell)) && go_into(field, &window, &kept) {
            break;
        }
        // The blank is shut in by the two and the edge.
        go_into(field, &window, &[]);
    }
    if !pair::bring_home(field, tiles, &window) {
        fill_from_near(field, tiles, ends, inward);
    }
}

/// Brings two tiles near, each without regard to the other, and then home together. Whoever comes second moves the
/// other by a few cells only.
fn fill_from_near(field: &mut Field, tiles: [u16; 2], ends: [usize; 2], inward: Direction) {
    let window = field.near(ends, inward, 1);
    tiles.into_iter().for_each(|tile| bring(field, tile, &window, None));
    go_into(field, &window, &[]);
    let done =
        (2..Size::MAX_SIDE).any(|reach| pair::bring_home(field, tiles, &field.near(ends, inward, reach)));
    debug_assert!(done, "the cells that are left allow every placement of two tiles");
}

/// Brings the blank into a window; `false` if there is no way.
fn go_into(field: &mut Field, window: &[usize], untouched: &[usize]) -> bool {
    if window.contains(&field.blank()) {
        return true;
    }
    let free = window.iter().filter(|cell| !untouched.contains(cell));
    let ways = free.filter_map(|&cell| Some((field.travel_length(cell, untouched)?, cell)));
    ways.min().is_some_and(|(_, cell)| field.travel(cell, untouched))
}

/// Brings a tile to the nearest of some cells, without touching another. Every step brings it nearer.
fn bring(field: &mut Field, tile: u16, targets: &[usize], untouched: Option<usize>) {
    // With nothing in the way, the distance is known without looking.
    let around = untouched.map(|cell| field.distances(field.place(tile), targets, cell));
    while !targets.contains(&field.place(tile)) {
        let at = field.place(tile);
        let far = |field: &Field, cell: usize| match &around {
            Some(distances) => distances[cell].into(),
            None => targets.iter().map(|&target| field.distance(cell, target)).min().unwrap_or_default(),
        };
        let both = [at, untouched.unwrap_or(at)];
        let kept = if untouched.is_some() { &both[..] } else { &both[..1] };
        let now = far(field, at);
        let mut nearest: Option<(usize, usize, Direction)> = None;
        for step in STEPS {
            let Some(next) = field.step(at, step) else { continue };
            if far(field, next) < now && untouched != Some(next) {
                let travel = field.travel_length(next, kept).map(|length| (length, next, step));
                nearest = [nearest, travel].into_iter().flatten().min();
            }
        }
        let Some((_, next, step)) = nearest else { return };
        field.travel(next, kept);
        field.go(step.opposite());
    }
}

/// Solves the block that is left with a search.
fn finish(field: &mut Field, rest: Rest) {
    let (rows, cols) = (rest.bottom - rest.top, rest.right - rest.left);
    let stride = field.size.cols();
    let cells: Vec<usize> = (rest.top..rest.bottom)
        .flat_map(|row| (rest.left..rest.right).map(move |col| row * stride + col))
        .collect();
    let Ok(size) = Size::new(rows, cols) else { return };
    let Some(task) = block(size, &cells, &field.residents, &field.tiles) else { return };
    let (start, goal) = (task.start(), task.goal());
    let geometry = Geometry::new(size, Order::default());
    let root = Root::<Packed16>::new(start, goal.board(), &geometry);
    let heuristic = LinearConflict::new(goal);
    let outcome = a_star(&root, &heuristic, Policies::default(), &Control::new());
    if let Some(moves) = outcome.moves {
        moves.iter().for_each(|direction| field.go(direction.of_blank()));
    }
}
