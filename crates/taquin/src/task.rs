//! A puzzle that can be solved.
//!
//! Invariant: the goal can be reached from the start. The constructors check it.

use crate::board::Board;
use crate::goal::Goal;
use crate::parity::{Obstacle, Unsolvable};
use crate::puzzle::{Puzzle, SizeMismatch};
use crate::size::Size;
use std::fmt;

/// A start and a goal of the same size, solvable by construction.
///
/// ```
/// use taquin::{Board, Goal, Task};
/// let start = Board::from_flat(&[0, 1, 3, 4, 2, 5, 7, 8, 6])?;
/// let goal = Goal::rows(start.size());
/// assert!(Task::new(start, goal).is_ok());
/// # Ok::<(), taquin::BoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Task(Puzzle);

impl Task {
    /// Returns the task of reaching `goal` from `start`.
    ///
    /// # Errors
    /// If the sizes differ, or if the goal cannot be reached; then the error has the argument.
    pub fn new(start: Board, goal: Goal) -> Result<Task, TaskError> {
        Ok(Task::try_from(Puzzle::new(start, goal)?)?)
    }

    /// Returns the board to start from.
    pub fn start(&self) -> &Board {
        self.0.start()
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Goal {
        self.0.goal()
    }

    /// Returns the start and the goal as a puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.0
    }

    pub(crate) fn into_puzzle(self) -> Puzzle {
        self.0
    }

    /// Returns the number of rows and columns.
    pub fn size(&self) -> Size {
        self.0.size()
    }
}

impl TryFrom<Puzzle> for Task {
    type Error = Unsolvable;

    fn try_from(puzzle: Puzzle) -> Result<Task, Unsolvable> {
        match Obstacle::between(puzzle.start(), puzzle.goal().board()) {
            None => Ok(Task(puzzle)),
            Some(obstacle) => Err(Unsolvable::new(puzzle, obstacle)),
        }
    }
}

/// The error of a start and a goal that are not a [`Task`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TaskError {
    /// Their sizes differ.
    Size {
        /// The size of the start.
        start: Size,
        /// The size of the goal.
        goal: Size,
    },
    /// The goal cannot be reached.
    Unsolvable(Box<Unsolvable>),
}

impl From<SizeMismatch> for TaskError {
    fn from(error: SizeMismatch) -> TaskError {
        TaskError::Size { start: error.start, goal: error.goal }
    }
}

impl From<Unsolvable> for TaskError {
    fn from(unsolvable: Unsolvable) -> TaskError {
        TaskError::Unsolvable(Box::new(unsolvable))
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            &TaskError::Size { start, goal } => SizeMismatch { start, goal }.fmt(f),
            TaskError::Unsolvable(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for TaskError {}
