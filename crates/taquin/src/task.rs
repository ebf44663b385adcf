//! A start and a goal that can be reached from it.
//!
//! Invariant: a `Task` is solvable; there is no other way to make one than [`Task::new`], which checks.

use crate::board::Board;
use crate::goal::Goal;
use crate::parity::{Obstacle, Unsolvable};
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    start: Board,
    goal: Goal,
}

impl Task {
    /// The task to bring `start` to `goal`.
    ///
    /// # Errors
    /// If the sizes differ, or the goal cannot be reached; then the error carries the argument.
    pub fn new(start: Board, goal: Goal) -> Result<Task, TaskError> {
        if start.size() != goal.size() {
            return Err(TaskError::Size { start: start.size(), goal: goal.size() });
        }
        match Obstacle::between(&start, goal.board()) {
            None => Ok(Task { start, goal }),
            Some(obstacle) => Err(Unsolvable::new(start, goal, obstacle).into()),
        }
    }

    /// The board to start from.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The board to reach.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.start.size()
    }
}

/// Why a start and a goal are not a [`Task`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TaskError {
    /// They have different sizes.
    Size {
        /// The start's size.
        start: Size,
        /// The goal's size.
        goal: Size,
    },
    /// The goal cannot be reached.
    Unsolvable(Box<Unsolvable>),
}

impl From<Unsolvable> for TaskError {
    fn from(unsolvable: Unsolvable) -> TaskError {
        TaskError::Unsolvable(Box::new(unsolvable))
    }
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskError::Size { start, goal } => {
                write!(f, "the board is {start} but the goal is {goal}: they must have the same size")
            }
            TaskError::Unsolvable(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for TaskError {}
