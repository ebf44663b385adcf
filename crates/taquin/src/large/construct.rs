//! A solution for any board without a search: line after line is solved until nine cells are left.
//!
//! Of the lines along the four sides, the one whose tiles are nearest to it is solved next. Tiles are placed one by one,
//! and the last two of a line together. On its way, the blank takes the path that reduces the distances of the other
//! tiles most. The work is linear in the number of moves.
//!
//! ```
//! use taquin::internals::large::construct;
//! use taquin::scramble::Scrambler;
//! use taquin::{Goal, Size, Task};
//! let goal = Goal::rows(Size::square(20)?);
//! let start = Scrambler::seeded(1).solvable(&goal);
//! let task = Task::new(start.clone(), goal.clone()).unwrap();
//! assert_eq!(construct(&task).apply(&start).as_ref(), Ok(goal.board()));
//! # Ok::<(), taquin::SizeError>(())
//! ```

use super::blank_router::{BlankRouter, STEPS};
use super::pair_search;
use super::subtask::subtask;
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
use std::ops::ControlFlow;

/// The largest side of the rectangle that is left to a search.
const SEARCHED_SIDE: usize = 3;

/// How often the last two tiles of a line may block each other before they are solved in a larger window.
const MAX_SWAPS: usize = 2;

/// Finds a solution, usually far longer than optimal.
///
/// # Panics
/// Never: a task is solvable, and the unsolved cells always have room for two tiles and the blank.
pub fn construct(task: &Task) -> Moves {
    construct_while(task, &mut || ControlFlow::Continue(())).unwrap_or_default()
}

/// Finds a solution as [`construct`] does; `None` if `poll`, which is called for every line of the board, breaks.
pub(crate) fn construct_while(task: &Task, poll: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Moves> {
    let mut router = BlankRouter::new(task);
    if task.size().is_line() {
        // The tiles are in order, or the task would not be solvable.
        let home = router.board.home(0);
        router.travel(home, &[]);
        return Some(router.moves);
    }
    let mut unsolved = Rectangle::whole(task.size());
    while let Some(line) = unsolved.nearest_line(&router) {
        if poll().is_break() {
            return None;
        }
        fill(&mut router, &line);
        unsolved = unsolved.without(line.side);
    }
    finish(&mut router, unsolved);
    Some(router.moves.simplified())
}

/// The rectangle that is not solved yet; `bottom` and `right` are exclusive.
#[derive(Clone, Copy, Debug)]
struct Rectangle {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

/// A line of cells along a side of the unsolved rectangle.
struct Line {
    side: Side,
    cells: Vec<usize>,
    /// The direction towards the rest of the rectangle.
    inward: Direction,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

impl Rectangle {
    fn whole(size: Size) -> Rectangle {
        Rectangle { top: 0, bottom: size.rows(), left: 0, right: size.cols() }
    }

    fn without(self, side: Side) -> Rectangle {
        match side {
            Side::Top => Rectangle { top: self.top + 1, ..self },
            Side::Bottom => Rectangle { bottom: self.bottom - 1, ..self },
            Side::Left => Rectangle { left: self.left + 1, ..self },
            Side::Right => Rectangle { right: self.right - 1, ..self },
        }
    }

    /// Returns the line with the smallest mean distance of its tiles, or `None` once the rectangle is small enough.
    fn nearest_line(self, router: &BlankRouter) -> Option<Line> {
        let board = &router.board;
        let (height, width) = (self.bottom - self.top, self.right - self.left);
        let mut lines = Vec::new();
        // A line needs two more lines beside it. A thin rectangle leaves few ways around obstacles.
        if height > SEARCHED_SIDE && (height >= width / 2 || width <= SEARCHED_SIDE) {
            lines.extend([self.line(board.size, Side::Top), self.line(board.size, Side::Bottom)]);
        }
        if width > SEARCHED_SIDE && (width >= height / 2 || height <= SEARCHED_SIDE) {
            lines.extend([self.line(board.size, Side::Left), self.line(board.size, Side::Right)]);
        }
        let lines = lines.into_iter().filter(|line| !line.cells.contains(&board.home(0)));
        let mean_distance = |line: &Line| {
            let distances =
                line.cells.iter().map(|&cell| board.distance(board.position(board.goal_tiles[cell]), cell));
            distances.sum::<usize>() * 1000 / line.cells.len()
        };
        lines.min_by_key(mean_distance)
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

/// Solves a line from both ends, the nearer tile first.
fn fill(router: &mut BlankRouter, line: &Line) {
    let tiles: Vec<u16> = line.cells.iter().map(|&cell| router.board.goal_tiles[cell]).collect();
    let (mut first, mut last) = (0, line.cells.len() - 1);
    while last - first > 1 {
        let board = &router.board;
        let cost = |index: usize| {
            let at = board.position(tiles[index]);
            board.distance(at, line.cells[index]) * 3 + board.distance(board.blank(), at)
        };
        let index = if cost(first) <= cost(last) { first } else { last };
        bring(router, tiles[index], &[line.cells[index]], None);
        router.board.fix(line.cells[index]);
        if index == first { first += 1 } else { last -= 1 }
    }
    let ends = [line.cells[first], line.cells[last]];
    fill_last_two(router, [tiles[first], tiles[last]], ends, line.inward);
    ends.into_iter().for_each(|cell| router.board.fix(cell));
}

fn fill_last_two(router: &mut BlankRouter, tiles: [u16; 2], ends: [usize; 2], inward: Direction) {
    if ends == tiles.map(|tile| router.board.position(tile)) {
        return;
    }
    let window = router.window(ends, inward, 1);
    // If the first tile blocks the second, try them in the other order.
    for turn in [0, 1].into_iter().cycle().take(MAX_SWAPS) {
        let (first, second) = (tiles[turn], tiles[1 - turn]);
        bring(router, first, &window, None);
        bring(router, second, &window, Some(router.board.position(first)));
        let kept = tiles.map(|tile| router.board.position(tile));
        if kept.iter().all(|cell| window.contains(cell)) && enter(router, &window, &kept) {
            break;
        }
        // The two tiles and the edge lock the blank in.
        enter(router, &window, &[]);
    }
    if !pair_search::solve(router, tiles, &window) {
        fill_from_near(router, tiles, ends, inward);
    }
}

/// Brings two tiles near their homes independently, then home together. Bringing the second moves the first by a few
/// cells only.
fn fill_from_near(router: &mut BlankRouter, tiles: [u16; 2], ends: [usize; 2], inward: Direction) {
    let window = router.window(ends, inward, 1);
    tiles.into_iter().for_each(|tile| bring(router, tile, &window, None));
    enter(router, &window, &[]);
    let is_solved = (2..Size::MAX_SIDE)
        .any(|reach| pair_search::solve(router, tiles, &router.window(ends, inward, reach)));
    debug_assert!(is_solved, "the unsolved cells allow every placement of two tiles");
}

/// Moves the blank into a window around some obstacles; returns `false` if there is no path.
fn enter(router: &mut BlankRouter, window: &[usize], obstacles: &[usize]) -> bool {
    if window.contains(&router.board.blank()) {
        return true;
    }
    let free = window.iter().filter(|cell| !obstacles.contains(cell));
    let paths = free.filter_map(|&cell| Some((router.travel_length(cell, obstacles)?, cell)));
    paths.min().is_some_and(|(_, cell)| router.travel(cell, obstacles))
}

/// Brings a tile to the nearest target around an obstacle. Every step shortens the distance.
fn bring(router: &mut BlankRouter, tile: u16, targets: &[usize], obstacle: Option<usize>) {
    // Without an obstacle, the Manhattan distance is exact.
    let around = obstacle.map(|cell| router.distances(router.board.position(tile), targets, cell));
    while !targets.contains(&router.board.position(tile)) {
        let at = router.board.position(tile);
        let distance = |router: &BlankRouter, cell: usize| match &around {
            Some(distances) => distances[cell].into(),
            None => {
                targets.iter().map(|&target| router.board.distance(cell, target)).min().unwrap_or_default()
            }
        };
        let both = [at, obstacle.unwrap_or(at)];
        let obstacles = if obstacle.is_some() { &both[..] } else { &both[..1] };
        let now = distance(router, at);
        let mut nearest: Option<(usize, usize, Direction)> = None;
        for step in STEPS {
            let Some(next) = router.board.neighbour(at, step) else { continue };
            if distance(router, next) < now && obstacle != Some(next) {
                let travel = router.travel_length(next, obstacles).map(|length| (length, next, step));
                nearest = [nearest, travel].into_iter().flatten().min();
            }
        }
        let Some((_, next, step)) = nearest else { return };
        router.travel(next, obstacles);
        router.step(step.opposite());
    }
}

/// Solves the remaining rectangle with A*.
fn finish(router: &mut BlankRouter, unsolved: Rectangle) {
    let (rows, cols) = (unsolved.bottom - unsolved.top, unsolved.right - unsolved.left);
    let stride = router.board.size.cols();
    let cells: Vec<usize> = (unsolved.top..unsolved.bottom)
        .flat_map(|row| (unsolved.left..unsolved.right).map(move |col| row * stride + col))
        .collect();
    let Ok(size) = Size::new(rows, cols) else { return };
    let Some(task) = subtask(size, &cells, &router.board.goal_tiles, &router.board.tiles) else { return };
    let (start, goal) = (task.start(), task.goal());
    let geometry = Geometry::new(size, Order::default());
    let root = Root::<Packed16>::new(start, goal.board(), &geometry);
    let heuristic = LinearConflict::new(goal);
    let outcome = a_star(&root, &heuristic, Policies::default(), &Control::new());
    if let Some(moves) = outcome.moves {
        moves.iter().for_each(|direction| router.step(direction.of_blank()));
    }
}
