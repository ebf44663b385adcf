//! Local improvement of a solution, window by window.
//!
//! A window is a run of consecutive moves. A search within the rectangle that the blank visits during these moves, plus a
//! margin of one cell where there is room, looks for a shorter path to the same arrangement. Invariant: the moves always
//! lead to the same board and never become more, in either metric, so a pass that is stopped keeps its improvements.
//! Moves are read and written as a stream, so the time of a pass is linear in the number of moves.
//!
//! ```
//! use taquin::internals::large::{Windows, construct};
//! use taquin::scramble::Scrambler;
//! use taquin::control::Control;
//! use taquin::{Goal, Metric, Size, Task};
//! let goal = Goal::rows(Size::square(8)?);
//! let start = Scrambler::seeded(1).solvable(&goal);
//! let task = Task::new(start.clone(), goal.clone()).unwrap();
//! let moves = construct(&task);
//! let windows = Windows { length: 20, nodes: 1000 };
//! let better = windows.shorten(&start, &moves, &Control::new());
//! let shorter = better.moves.unwrap();
//! assert!(shorter.len() < moves.len());
//! assert_eq!(shorter.apply(&start).as_ref(), Ok(goal.board()));
//! # Ok::<(), taquin::SizeError>(())
//! ```
//!
//! A window has at most 25 cells, so that its boards are packed; the search is IDA* with a bound two moves below the
//! length of the window, because all solutions have the same parity.

use crate::board::Board;
use crate::control::{Control, Progress, StopReason};
use crate::direction::Direction;
use crate::geometry::{Geometry, Order};
use crate::goal::Goal;
use crate::grid::{KernelGrid, Packed16, Packed25};
use crate::heuristic::Manhattan;
use crate::moves::Moves;
use crate::search::kernel::ida_star_within;
use crate::search::{Root, SearchOutcome, Stats};
use crate::size::Size;
use std::collections::HashMap;

/// The effort of one pass over a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Windows {
    /// The number of moves of a window.
    pub length: usize,
    /// The most nodes that the search of one window expands.
    pub nodes: u64,
}

/// The depth of duplicate pruning; building a deeper finite-state machine takes longer than searching a window.
const FSM_DEPTH: usize = 8;

/// The number of nodes between two polls.
const POLL_NODES: u64 = 20_000;

/// The number of nodes that a window counts for in addition to those it expands.
const WINDOW_NODES: u64 = 50;

impl Windows {
    /// Shortens a solution in one pass. Returns all moves, also if the pass was stopped.
    ///
    /// The moves must be legal from the start.
    pub fn shorten(self, start: &Board, moves: &Moves, control: &Control) -> SearchOutcome {
        let budget = control.budget();
        let has_room = budget.memory.is_none_or(|memory| memory >= Geometry::FSM_BYTES);
        let mut replay = Replay::new(start, moves.len(), if has_room { FSM_DEPTH } else { 2 });
        let mut stats = Stats { bytes: replay.bytes(), ..Stats::default() };
        if budget.memory.is_some_and(|limit| stats.bytes > limit) {
            let stopped = Some(StopReason::Memory);
            return SearchOutcome { moves: Some(moves.clone()), lower_bound: 0, stopped, stats };
        }
        let mut ahead = moves.iter();
        let mut window: Vec<Direction> = Vec::with_capacity(self.length);
        let (mut until_poll, mut stopped) = (0, None);
        loop {
            let missing = self.length - window.len();
            window.extend(ahead.by_ref().take(missing));
            if window.len() < 3 {
                break;
            }
            if until_poll == 0 {
                if let Err(reason) = poll(&stats, control) {
                    stopped = Some(reason);
                    break;
                }
                until_poll = POLL_NODES;
            }
            let left = budget.nodes.map_or(u64::MAX, |nodes| nodes - stats.expanded);
            let (shorter, spent) = replay.shorter(&window, self.nodes.min(left));
            stats.expanded += spent.expanded;
            stats.generated += spent.generated;
            until_poll = until_poll.saturating_sub(spent.expanded + WINDOW_NODES);
            if let Some(shorter) = shorter {
                window = shorter;
                continue;
            }
            let step = (self.length / 4).clamp(1, window.len());
            window.drain(..step).for_each(|direction| replay.play(direction));
        }
        window.into_iter().chain(ahead).for_each(|direction| replay.play(direction));
        stats.elapsed = control.elapsed();
        SearchOutcome { moves: Some(Moves::from(replay.done)), lower_bound: 0, stopped, stats }
    }
}

/// Checks the node limit and polls the control.
fn poll(stats: &Stats, control: &Control) -> Result<(), StopReason> {
    if control.budget().nodes.is_some_and(|limit| stats.expanded >= limit) {
        return Err(StopReason::Nodes);
    }
    control.poll(&Progress { stats: *stats, ..Progress::default() })
}

/// Counts the changes of direction among some moves and their neighbours, which is the number of pushes they add.
fn turns(before: Option<&Direction>, moves: &[Direction], after: Option<&Direction>) -> usize {
    let all = before.into_iter().chain(moves).chain(after);
    all.clone().zip(all.skip(1)).filter(|(one, next)| one != next).count()
}

/// A board in the course of a solution, and the moves that led to it.
struct Replay {
    board: Board,
    done: Vec<Direction>,
    /// Buffer for the numbers of the tiles in a subboard.
    numbers: Vec<u16>,
    fsm_depth: usize,
    geometries: HashMap<Size, Geometry>,
    /// For the searches within a window: no clock, no callbacks.
    control: Control<'static>,
}

/// A rectangle of cells; all sides are inclusive.
#[derive(Clone, Copy)]
struct Rectangle {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

impl Rectangle {
    fn with(self, row: usize, col: usize) -> Rectangle {
        Rectangle {
            top: self.top.min(row),
            bottom: self.bottom.max(row),
            left: self.left.min(col),
            right: self.right.max(col),
        }
    }

    fn fits(self) -> bool {
        (self.bottom - self.top + 1) * (self.right - self.left + 1) <= Packed25::MAX_CELLS
    }

    /// Extends the rectangle by one line on every side that has room for it.
    fn with_margins(self, size: Size) -> Rectangle {
        let sides = [
            Rectangle { top: self.top.saturating_sub(1), ..self },
            Rectangle { bottom: (self.bottom + 1).min(size.rows() - 1), ..self },
            Rectangle { left: self.left.saturating_sub(1), ..self },
            Rectangle { right: (self.right + 1).min(size.cols() - 1), ..self },
        ];
        sides.into_iter().fold(self, |rectangle, side| {
            let wider = rectangle.with(side.top, side.left).with(side.bottom, side.right);
            if wider.fits() { wider } else { rectangle }
        })
    }

    fn cells(self, size: Size) -> impl Iterator<Item = usize> {
        let row = move |row: usize| (self.left..=self.right).map(move |col| row * size.cols() + col);
        (self.top..=self.bottom).flat_map(row)
    }
}

impl Replay {
    fn new(start: &Board, moves: usize, fsm_depth: usize) -> Replay {
        Replay {
            board: start.clone(),
            done: Vec::with_capacity(moves),
            numbers: vec![0; start.size().cells()],
            fsm_depth,
            geometries: HashMap::new(),
            control: Control::new(),
        }
    }

    fn bytes(&self) -> u64 {
        (2 * size_of_val(&*self.numbers) + self.done.capacity()) as u64
    }

    /// Makes a move and records it.
    fn play(&mut self, direction: Direction) {
        self.board.slide_in_place(direction);
        self.done.push(direction);
    }

    /// Searches for a shorter path to the end of a window. Returns it and the cost of the search.
    fn shorter(&mut self, window: &[Direction], nodes: u64) -> (Option<Vec<Direction>>, Stats) {
        let board_size = self.board.size();
        let mut blank = self.board.blank();
        let (row, col) = (board_size.row(blank), board_size.col(blank));
        let mut rectangle = Rectangle { top: row, bottom: row, left: col, right: col };
        // A window is cut off where it leaves the largest rectangle that can be searched.
        let mut length = 0;
        for &direction in window {
            let Some(next) = board_size.step(blank, direction.of_blank()) else { break };
            blank = next;
            let wider = rectangle.with(board_size.row(blank), board_size.col(blank));
            if !wider.fits() {
                break;
            }
            (rectangle, length) = (wider, length + 1);
        }
        let rectangle = rectangle.with_margins(board_size);
        let (window, rest) = window.split_at(length);
        let Some((start, goal)) = self.boards(rectangle, window) else { return (None, Stats::default()) };
        let most = window.len().saturating_sub(2) as u32;
        if start.manhattan(&goal) > most {
            return (None, Stats::default());
        }
        let size = goal.size();
        let fsm_depth = self.fsm_depth;
        let geometry = self.geometries.entry(size).or_insert_with(|| {
            Geometry::pruned(size, Order::default(), Geometry::usual_fsm_depth(size).min(fsm_depth))
        });
        let control = self.control.within_nodes(nodes);
        let outcome = if size.cells() <= Packed16::MAX_CELLS {
            let root = Root::<Packed16>::new(&start, goal.board(), geometry);
            ida_star_within(&root, &Manhattan::new(&goal), 0..=most, &control)
        } else {
            let root = Root::<Packed25>::new(&start, goal.board(), geometry);
            ida_star_within(&root, &Manhattan::new(&goal), 0..=most, &control)
        };
        let Some(found) = outcome.moves else { return (None, outcome.stats) };
        let (before, after) = (self.done.last(), rest.first());
        let is_worse = turns(before, found.as_slice(), after) > turns(before, window, after);
        let shorter = (!is_worse).then(|| found.iter().chain(rest.iter().copied()).collect());
        (shorter, outcome.stats)
    }

    /// Returns the rectangle before and after a window, with the tiles numbered in their final order.
    fn boards(&mut self, rectangle: Rectangle, window: &[Direction]) -> Option<(Board, Goal)> {
        let size =
            Size::new(rectangle.bottom - rectangle.top + 1, rectangle.right - rectangle.left + 1).ok()?;
        window.iter().for_each(|&direction| {
            self.board.slide_in_place(direction);
        });
        let mut next = 0;
        for cell in rectangle.cells(self.board.size()) {
            let tile = self.board.tiles()[cell];
            next += u16::from(!tile.is_blank());
            self.numbers[tile.index()] = if tile.is_blank() { 0 } else { next };
        }
        let goal = self.subboard(size, rectangle)?;
        window.iter().rev().for_each(|&direction| {
            self.board.slide_in_place(direction.opposite());
        });
        Some((self.subboard(size, rectangle)?, goal.into()))
    }

    /// Returns a rectangle of the board with its tiles renumbered.
    fn subboard(&self, size: Size, rectangle: Rectangle) -> Option<Board> {
        let number = |cell: usize| self.numbers[self.board.tiles()[cell].index()];
        let numbers: Vec<u16> = rectangle.cells(self.board.size()).map(number).collect();
        Board::new(size, &numbers).ok()
    }
}
