//! Shared by the tests: an oracle (breadth-first enumeration on plain boards, which shares no code with the searches),
//! and helpers to solve a board.
#![allow(dead_code)]

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use taquin::control::{Budget, CancelToken, Clock, Control, Event, StopReason};
use taquin::solver::{MethodOptions, Outcome, Solver};
use taquin::{Board, Direction, Goal, Puzzle, Size};

/// Returns the distance of every board from which the goal can be reached.
pub(crate) fn distances(goal: &Goal) -> HashMap<Board, u32> {
    layers(goal, |board| board.neighbours().map(|(_, neighbour)| neighbour).collect())
}

/// Returns the distances in pushes.
pub(crate) fn push_distances(goal: &Goal) -> HashMap<Board, u32> {
    layers(goal, pushed)
}

/// Returns the boards one push away: in each direction one tile, two tiles, and so on to the edge.
pub(crate) fn pushed(board: &Board) -> Vec<Board> {
    let lines = Direction::SUCCESSOR_ORDER.into_iter().flat_map(|direction| {
        std::iter::successors(board.slide(direction), move |board| board.slide(direction))
    });
    lines.collect()
}

fn layers(goal: &Goal, neighbours: impl Fn(&Board) -> Vec<Board>) -> HashMap<Board, u32> {
    let mut known = HashMap::from([(goal.board().clone(), 0)]);
    let mut layer = vec![goal.board().clone()];
    let mut depth = 0;
    while !layer.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for board in layer.iter().flat_map(&neighbours) {
            known.entry(board).or_insert_with_key(|board| {
                next.push(board.clone());
                depth
            });
        }
        layer = next;
    }
    known
}

/// Checks every item on all processors, because enumerating whole state spaces takes long.
pub(crate) fn check_each<T: Send>(things: impl IntoIterator<Item = T>, check: impl Fn(T) + Sync) {
    let things: Vec<T> = things.into_iter().collect();
    let left = Mutex::new(things.into_iter());
    let next = || left.lock().unwrap().next();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| std::iter::from_fn(next).for_each(&check));
        }
    });
}

/// Returns the goals of several sizes.
pub(crate) fn goals_of(sizes: &[(usize, usize)]) -> Vec<Goal> {
    sizes.iter().flat_map(|&(rows, cols)| goals(Size::new(rows, cols).unwrap())).collect()
}

/// Returns every board of a size, solvable or not.
pub(crate) fn all_boards(size: Size) -> impl Iterator<Item = Board> {
    let mut numbers: Vec<u16> = (0..size.cells() as u16).collect();
    let mut first = true;
    std::iter::from_fn(move || {
        if !std::mem::take(&mut first) && !next_permutation(&mut numbers) {
            return None;
        }
        Some(Board::new(size, &numbers).unwrap())
    })
}

/// Advances to the next permutation in lexicographic order; returns false after the last.
fn next_permutation(numbers: &mut [u16]) -> bool {
    let Some(rise) = numbers.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let larger = numbers.iter().rposition(|&number| number > numbers[rise]).unwrap();
    numbers.swap(rise, larger);
    numbers[rise + 1..].reverse();
    true
}

/// Returns the named goals of a size and one with the blank in the middle of the first row and the tiles descending.
pub(crate) fn goals(size: Size) -> Vec<Goal> {
    let mut descending: Vec<u16> = (1..size.cells() as u16).rev().collect();
    descending.insert(size.cols() / 2, 0);
    let other = Goal::from(Board::new(size, &descending).unwrap());
    vec![Goal::rows(size), Goal::blank_first(size), Goal::spiral(size), other]
}

/// Parses a board from its numbers, with rows divided by slashes.
pub(crate) fn board(text: &str) -> Board {
    let rows: Vec<Vec<u16>> = text
        .split('/')
        .map(|row| row.split_whitespace().map(|number| number.parse().unwrap()).collect())
        .collect();
    Board::from_rows(&rows).unwrap()
}

/// Returns a pseudorandom number for choosing samples, the same in every run.
pub(crate) fn shuffle_key(index: usize) -> u64 {
    (index as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 11
}

/// Builds a puzzle from a board and a goal of its size.
pub(crate) fn puzzle(start: &Board, goal: &Goal) -> Puzzle {
    Puzzle::new(start.clone(), goal.clone()).unwrap()
}

/// Builds options with some of them set.
pub(crate) fn options(set: impl FnOnce(&mut MethodOptions)) -> MethodOptions {
    let mut options = MethodOptions::default();
    set(&mut options);
    options
}

/// Builds a solver on one thread with no cached tables.
pub(crate) fn solver(options: &MethodOptions, budget: Budget) -> Solver {
    Solver::builder().threads(1).options(options.clone()).budget(budget).build().unwrap()
}

/// Solves on one thread with no cached tables; the planner knows the limits of the control.
pub(crate) fn run(start: &Board, goal: &Goal, options: &MethodOptions, control: &Control) -> Outcome {
    let (solver, puzzle) = (solver(options, control.budget()), puzzle(start, goal));
    solver.plan(&puzzle).unwrap().run(control).unwrap()
}

/// Solves on one thread without limits.
pub(crate) fn solve(start: &Board, goal: &Goal, options: &MethodOptions) -> Outcome {
    run(start, goal, options, &Control::new())
}

/// Returns why a search stopped without a solution.
pub(crate) fn stopped(outcome: &Outcome) -> Option<StopReason> {
    assert!(outcome.unsolvable.is_none());
    outcome.stopped.filter(|_| outcome.solution.is_none())
}

/// A clock that advances by `step` whenever it is read.
pub(crate) struct Ticking {
    step: Duration,
    reads: AtomicU32,
}

impl Ticking {
    pub(crate) fn by(step: Duration) -> Ticking {
        Ticking { step, reads: AtomicU32::new(0) }
    }

    /// Builds a clock that stands still, which makes statistics comparable.
    pub(crate) fn standing_still() -> Ticking {
        Ticking::by(Duration::ZERO)
    }
}

impl Clock for Ticking {
    fn now(&self) -> Duration {
        self.step * self.reads.fetch_add(1, Ordering::Relaxed)
    }
}

/// Builds a control that is cancelled at the poll after this many.
pub(crate) fn cancelled_after(polls: u32) -> Control<'static> {
    let token = CancelToken::new();
    let mut left = polls;
    Control::new().with_cancel_token(token.clone()).on_event(move |event| {
        if !matches!(event, Event::Progress(_)) {
            return;
        }
        match left.checked_sub(1) {
            Some(fewer) => left = fewer,
            None => token.cancel(),
        }
    })
}

/// Returns the instances of a data file, one line of numbers each.
pub(crate) fn instances(text: &str) -> Vec<Vec<u64>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split_whitespace().map(|number| number.parse().unwrap()).collect()).collect()
}

/// Returns the board of such an instance, whose tiles come last.
pub(crate) fn instance_board(tiles: &[u64]) -> Board {
    Board::from_flat(&tiles.iter().map(|&tile| tile as u16).collect::<Vec<_>>()).unwrap()
}
