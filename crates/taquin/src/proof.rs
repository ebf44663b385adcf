//! Replays solutions on the plain board, independent of any search.
//!
//! [`verify`] is the only way to construct a [`Verified`], and no other solution is ever reported. [`examine_moves`]
//! and [`examine_boards`] judge claimed solutions.
//!
//! ```
//! use taquin::{Board, Direction, Goal, Metric, Moves, Task};
//! use taquin::proof::verify;
//! let start = Board::from_flat(&[1, 2, 3, 4, 5, 6, 7, 0, 8])?;
//! let task = Task::new(start.clone(), Goal::rows(start.size())).unwrap();
//! let moves = Moves::from([Direction::Left]);
//! let verified = verify(&task, moves, Metric::Single, 0).unwrap();
//! assert_eq!(verified.claim().to_string(), "optimal: Manhattan distance alone needs as many moves");
//! # Ok::<(), taquin::BoardError>(())
//! ```
//!
//! A solution is called *optimal* only if a lower bound equals its length: Manhattan distance, computed again here, or
//! a bound that a search has proved by exhausting everything shorter. Otherwise the claim is *at most k above the
//! optimum*.

use crate::board::Board;
use crate::direction::Direction;
use crate::fingerprint::Fingerprint;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::moves::{IllegalMove, Moves};
use crate::task::Task;
use std::collections::HashMap;
use std::fmt;

/// A solution that was replayed: its moves are legal and end at the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    task: Task,
    moves: Moves,
    metric: Metric,
    claim: Claim,
    lower_bound: u32,
}

impl Verified {
    /// Returns the task that it solves.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Returns the moves.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// Returns the metric.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the number of moves, in the metric.
    pub fn len(&self) -> usize {
        self.moves.len_in(self.metric)
    }

    /// Returns whether the start is the goal already.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns what is proved about the length.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// Returns whether the solution is proved optimal.
    pub fn is_optimal(&self) -> bool {
        matches!(self.claim, Claim::Optimal(_))
    }

    /// Returns the lower bound in the metric.
    pub fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// Raises the lower bound, unless it is larger already.
    ///
    /// # Errors
    /// If the solution is shorter than the lower bound.
    pub fn with_bound(self, lower_bound: u32) -> Result<Verified, CheckError> {
        let (length, metric) = (self.len(), self.metric);
        let checked = lowest(metric, self.task.start(), self.task.goal());
        let lower_bound = lower_bound.max(self.lower_bound).max(checked);
        // A path on the largest board is long, but it was in memory: its length fits.
        let above = (length as u64).checked_sub(lower_bound.into()).map(|above| above as u32);
        let claim = match above {
            None => return Err(CheckError::BelowBound { length, lower_bound }),
            Some(0) if checked == lower_bound && metric == Metric::Single => {
                Claim::Optimal(Evidence::Checked)
            }
            Some(0) => Claim::Optimal(Evidence::Exhausted),
            Some(above) => Claim::AtMost { above, metric },
        };
        Ok(Verified { claim, lower_bound, ..self })
    }
}

/// What is proved about the length of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// No solution is shorter.
    Optimal(Evidence),
    /// The solution is at most this far above optimal.
    AtMost {
        /// The largest possible excess over the optimal length.
        above: u32,
        /// The metric.
        metric: Metric,
    },
}

/// Why a solution is optimal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evidence {
    /// Its length equals a lower bound that was recomputed here.
    Checked,
    /// The search exhausted everything shorter.
    Exhausted,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Optimal(Evidence::Checked) => {
                f.write_str("optimal: Manhattan distance alone needs as many moves")
            }
            Claim::Optimal(Evidence::Exhausted) => f.write_str("optimal: everything shorter was searched"),
            Claim::AtMost { above, metric } => {
                write!(f, "at most {} above optimal", metric.counted(u64::from(*above)))
            }
        }
    }
}

/// Replays moves that are claimed to solve a task, counted in a metric. `lower_bound` is the bound claimed by the
/// search; it is checked only against the Manhattan distance and the length.
///
/// # Errors
/// If a move is illegal, the moves do not end at the goal, or the solution is shorter than the lower bound.
pub fn verify(task: &Task, moves: Moves, metric: Metric, lower_bound: u32) -> Result<Verified, CheckError> {
    verify_task(task.clone(), moves, metric, lower_bound)
}

/// The same for a task that is not needed any more.
pub(crate) fn verify_task(
    task: Task,
    moves: Moves,
    metric: Metric,
    lower_bound: u32,
) -> Result<Verified, CheckError> {
    let end = moves.apply(task.start()).map_err(CheckError::Illegal)?;
    if !end.is_solved(task.goal()) {
        return Err(CheckError::WrongEnd { end: Box::new(end) });
    }
    let claim = Claim::AtMost { above: u32::MAX, metric };
    Verified { task, moves, metric, claim, lower_bound: 0 }.with_bound(lower_bound)
}

/// Returns a lower bound without a search: the Manhattan distance; in pushes, divided by the most tiles that a push
/// moves.
pub fn lowest(metric: Metric, start: &Board, goal: &Goal) -> u32 {
    let manhattan = start.manhattan(goal);
    match metric {
        Metric::Single => manhattan,
        Metric::Multi => {
            let longest = start.size().rows().max(start.size().cols()) as u32 - 1;
            manhattan.div_ceil(longest.max(1))
        }
    }
}

/// Why a claimed solution is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CheckError {
    /// A move without a tile that can make it.
    Illegal(IllegalMove),
    /// The moves do not end at the goal.
    WrongEnd {
        /// The board where they end.
        end: Box<Board>,
    },
    /// The solution is shorter than the lower bound, so the bound is wrong.
    BelowBound {
        /// The length in the metric.
        length: usize,
        /// The claimed lower bound.
        lower_bound: u32,
    },
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Illegal(illegal) => illegal.fmt(f),
            CheckError::WrongEnd { end } => write!(f, "the moves end at {end:?}, not at the goal"),
            CheckError::BelowBound { length, lower_bound } => {
                write!(f, "a solution of length {length} refutes the lower bound {lower_bound}")
            }
        }
    }
}

impl std::error::Error for CheckError {}

/// The result of examining a sequence of steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Examination {
    /// The legal moves before the first fault, or all.
    pub moves: Moves,
    /// The first fault, if there is one.
    pub fault: Option<Fault>,
    /// Whether the last legal move ends at the goal.
    pub reaches_goal: bool,
    /// The first repeated board: the number of moves before its first and its second occurrence.
    pub repeat: Option<(usize, usize)>,
}

impl Examination {
    /// Returns whether all moves are legal and end at the goal.
    pub fn is_solution(&self) -> bool {
        self.fault.is_none() && self.reaches_goal
    }
}

/// The first fault of a sequence of steps.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// A sequence of boards that is empty or does not begin with the start.
    Start,
    /// A move without a tile that can make it.
    Illegal(IllegalMove),
    /// A board that is not one move away from the board before.
    Jump {
        /// The index of the board, from 0.
        index: usize,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Start => write!(f, "the first board is not the one to start from"),
            Fault::Illegal(illegal) => illegal.fmt(f),
            Fault::Jump { index } => {
                write!(f, "step {index}: board {} does not follow from board {index} in one move", index + 1)
            }
        }
    }
}

/// Examines a sequence of moves.
pub fn examine_moves(start: &Board, goal: &Goal, moves: &Moves) -> Examination {
    examine(start, goal, moves.iter().map(Ok))
}

/// Examines a sequence of boards, the start included.
pub fn examine_boards(start: &Board, goal: &Goal, boards: &[Board]) -> Examination {
    if boards.first() != Some(start) {
        return Examination {
            moves: Moves::new(),
            fault: Some(Fault::Start),
            reaches_goal: false,
            repeat: None,
        };
    }
    let steps = boards.windows(2).enumerate();
    examine(
        start,
        goal,
        steps.map(|(index, pair)| step_between(&pair[0], &pair[1]).ok_or(Fault::Jump { index: index + 1 })),
    )
}

/// Returns the move from one board to the next, if there is one.
fn step_between(from: &Board, to: &Board) -> Option<Direction> {
    let mut neighbours = from.neighbours();
    neighbours.find(|(_, board)| board == to).map(|(direction, _)| direction)
}

/// Replays steps until the first fault. Stores only fingerprints of the boards: a solution of a large board has more
/// moves than there is memory for boards.
fn examine(start: &Board, goal: &Goal, steps: impl Iterator<Item = Result<Direction, Fault>>) -> Examination {
    let mut board = start.clone();
    let mut print = Fingerprint::of(start);
    let mut seen = HashMap::from([(print, 0)]);
    let mut examination = Examination { moves: Moves::new(), fault: None, reaches_goal: false, repeat: None };
    for (index, step) in steps.enumerate() {
        let to = board.blank();
        let moved = step.and_then(|direction| {
            let tile = board.slide_in_place(direction);
            Ok((direction, tile.ok_or(Fault::Illegal(IllegalMove { index, direction }))?))
        });
        let (direction, tile) = match moved {
            Ok(moved) => moved,
            Err(fault) => {
                examination.fault = Some(fault);
                break;
            }
        };
        examination.moves.push(direction);
        print = print.after(tile, board.blank(), to);
        // After the first repetition nothing more needs to be stored.
        if examination.repeat.is_none() {
            let earlier = seen.insert(print, index + 1);
            let is_same = |&first: &usize| {
                let way = examination.moves.iter().take(first).collect::<Moves>();
                way.apply(start).is_ok_and(|then| then == board)
            };
            examination.repeat = earlier.filter(is_same).map(|first| (first, index + 1));
        }
    }
    examination.reaches_goal = board.is_solved(goal);
    examination
}
