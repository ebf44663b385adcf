//! Makes a solution shorter, window by window.
//!
//! A window is a stretch of the solution; within the rectangle that the blank visits meanwhile, and a cell around it
//! where there is room, a search looks for a shorter way to the same arrangement. Invariant: the moves lead to the same
//! board as before and never get more, in either metric, so whatever stops it, what was done so far is kept.
//!
//! ```
//! use taquin::large::{Windows, construct};
//! use taquin::scramble::Scrambler;
//! use taquin::control::Control;
//! use taquin::{Goal, Metric, Size, Task};
//! let goal = Goal::rows(Size::square(8)?);
//! let start = Scrambler::seeded(1).solvable(&goal);
//! let task = Task::new(start.clone(), goal.clone()).unwrap();
//! let moves = construct(&task);
//! let windows = Windows { length: 20, nodes: 1000 };
//! let better = windows.shorten(&start, &moves, &Control::new()).moves.unwrap();
//! assert!(better.len(Metric::Single) < moves.len(Metric::Single));
//! assert_eq!(better.apply(&start).as_ref(), Ok(goal.board()));
//! # Ok::<(), taquin::SizeError>(())
//! ```

use crate::board::Board;
use crate::control::{Control, Progress, StopReason};
use crate::direction::Direction;
use crate::geometry::{Geometry, Order};
use crate::goal::Goal;
use crate::grid::{KernelGrid, Packed16, Packed25};
use crate::heuristic::Manhattan;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::search::kernel::ida_star_within;
use crate::search::{Root, SearchOutcome, Stats};
use crate::size::Size;
use std::collections::HashMap;

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Windows {
    /// So many moves are looked at together.
    pub length: usize,
    /// So many nodes are expanded for one window at most.
    pub nodes: u64,
}

/// Detours of up to so many moves are never made. Longer ones take longer to find than a window takes.
const FSM_DEPTH: usize = 8;

/// The clock and the observer are asked after so many nodes, or windows that count as much.
const POLL_NODES: u64 = 20_000;
const WINDOW_NODES: u64 = 50;

impl Windows {
    /// Goes along a solution once and keeps what is shorter.
    ///
    /// # Panics
    /// If a move is illegal.
    pub fn shorten(self, start: &Board, moves: &Moves, control: &Control) -> SearchOutcome {
        let budget = control.budget();
        let has_room = budget.memory.is_none_or(|memory| memory >= Geometry::FSM_BYTES);
        let mut walk = Walk::new(start, moves.len(Metric::Single), if has_room { FSM_DEPTH } else { 2 });
        let mut stats = Stats { bytes: walk.bytes(), ..Stats::default() };
        if budget.memory.is_some_and(|limit| stats.bytes > limit) {
            return SearchOutcome {
                moves: Some(moves.clone()),
                lower_bound: 0,
                stopped: Some(StopReason::Memory),
                stats,
            };
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
            let (shorter, spent) = walk.shorter(&window, self.nodes.min(left));
            stats.expanded += spent.expanded;
            stats.generated += spent.generated;
            until_poll = until_poll.saturating_sub(spent.expanded + WINDOW_NODES);
            if let Some(shorter) = shorter {
                window = shorter;
                continue;
            }
            let step = (self.length / 4).clamp(1, window.len());
            window.drain(..step).for_each(|direction| walk.go(direction));
        }
        window.into_iter().chain(ahead).for_each(|direction| walk.go(direction));
        stats.elapsed = control.elapsed();
        SearchOutcome { moves: Some(Moves::from(walk.done)), lower_bound: 0, stopped, stats }
    }
}

/// Checks the node limit and polls the control.
fn poll(stats: &Stats, control: &Control) -> Result<(), StopReason> {
    if control.budget().nodes.is_some_and(|limit| stats.expanded >= limit) {
        return Err(StopReason::Nodes);
    }
    control.poll(&Progress { stats: *stats, lower_bound: 0 })
}

/// How often moves change their direction between those before and after: so many pushes they add.
fn turns(before: Option<&Direction>, moves: &[Direction], after: Option<&Direction>) -> usize {
    let all = before.into_iter().chain(moves).chain(after);
    all.clone().zip(all.skip(1)).filter(|(one, next)| one != next).count()
}

/// A board on its way, and the moves that brought it here.
struct Walk {
    size: Size,
    tiles: Vec<u16>,
    blank: usize,
    done: Vec<Direction>,
    /// What tiles are called in the pane at hand.
    names: Vec<u16>,
    /// Detours of up to so many moves are not made.
    fsm_depth: usize,
    geometries: HashMap<Size, Geometry>,
    /// For the searches within a window: no clock, no callbacks.
    control: Control<'static>,
}

/// A rectangle of cells, the ends included.
#[derive(Clone, Copy)]
struct Pane {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

impl Pane {
    fn with(self, row: usize, col: usize) -> Pane {
        Pane {
            top: self.top.min(row),
            bottom: self.bottom.max(row),
            left: self.left.min(col),
            right: self.right.max(col),
        }
    }

    fn fits(self) -> bool {
        (self.bottom - self.top + 1) * (self.right - self.left + 1) <= Packed25::MAX_CELLS
    }

    /// With a line more at every side that has room for it.
    fn with_margins(self, size: Size) -> Pane {
        let sides = [
            Pane { top: self.top.saturating_sub(1), ..self },
            Pane { bottom: (self.bottom + 1).min(size.rows() - 1), ..self },
            Pane { left: self.left.saturating_sub(1), ..self },
            Pane { right: (self.right + 1).min(size.cols() - 1), ..self },
        ];
        sides.into_iter().fold(self, |pane, side| {
            let wider = pane.with(side.top, side.left).with(side.bottom, side.right);
            if wider.fits() { wider } else { pane }
        })
    }

    fn cells(self, size: Size) -> impl Iterator<Item = usize> {
        let row = move |row: usize| (self.left..=self.right).map(move |col| row * size.cols() + col);
        (self.top..=self.bottom).flat_map(row)
    }
}

impl Walk {
    fn new(start: &Board, moves: usize, fsm_depth: usize) -> Walk {
        let tiles: Vec<u16> = start.numbers().collect();
        Walk {
            size: start.size(),
            blank: start.blank().index(),
            names: vec![0; tiles.len()],
            tiles,
            done: Vec::with_capacity(moves),
            fsm_depth,
            geometries: HashMap::new(),
            control: Control::new(),
        }
    }

    fn bytes(&self) -> u64 {
        (2 * size_of_val(&*self.tiles) + self.done.capacity()) as u64
    }

    /// Makes one move for good.
    fn go(&mut self, direction: Direction) {
        self.slide(direction);
        self.done.push(direction);
    }

    fn slide(&mut self, direction: Direction) {
        let from = self.next(self.blank, direction);
        self.tiles.swap(self.blank, from);
        self.blank = from;
    }

    /// Where the blank is after a tile has moved.
    fn next(&self, blank: usize, direction: Direction) -> usize {
        match direction {
            Direction::Up => blank + self.size.cols(),
            Direction::Down => blank - self.size.cols(),
            Direction::Left => blank + 1,
            Direction::Right => blank - 1,
        }
    }

    /// A shorter way to where a window leads, and what the search for it cost.
    fn shorter(&mut self, window: &[Direction], nodes: u64) -> (Option<Vec<Direction>>, Stats) {
        let cols = self.size.cols();
        let mut blank = self.blank;
        let mut pane =
            Pane { top: blank / cols, bottom: blank / cols, left: blank % cols, right: blank % cols };
        // A window that leads too far is cut off where it leaves the largest pane.
        let mut length = 0;
        for &direction in window {
            blank = self.next(blank, direction);
            let wider = pane.with(blank / cols, blank % cols);
            if !wider.fits() {
                break;
            }
            (pane, length) = (wider, length + 1);
        }
        let pane = pane.with_margins(self.size);
        let (window, rest) = window.split_at(length);
        let Some((start, goal)) = self.boards(pane, window) else { return (None, Stats::default()) };
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

    /// The pane before and after a window, its tiles numbered by where they are in the end.
    fn boards(&mut self, pane: Pane, window: &[Direction]) -> Option<(Board, Goal)> {
        let size = Size::new(pane.bottom - pane.top + 1, pane.right - pane.left + 1).ok()?;
        window.iter().for_each(|&direction| self.slide(direction));
        let mut next = 0;
        for cell in pane.cells(self.size) {
            let tile = self.tiles[cell];
            next += u16::from(tile != 0);
            self.names[usize::from(tile)] = if tile == 0 { 0 } else { next };
        }
        let numbers = |walk: &Walk| -> Vec<u16> {
            pane.cells(walk.size).map(|cell| walk.names[usize::from(walk.tiles[cell])]).collect()
        };
        let goal = Board::new(size, &numbers(self)).ok()?;
        window.iter().rev().for_each(|&direction| self.slide(direction.opposite()));
        let start = Board::new(size, &numbers(self)).ok()?;
        Some((start, goal.into()))
    }
}
