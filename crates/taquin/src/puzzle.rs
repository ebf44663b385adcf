//! A board and a goal of the same size.

use crate::board::Board;
use crate::goal::Goal;
use crate::size::Size;
use crate::task::TaskError;

/// A board to start from and the goal to reach, of the same size; it may be unsolvable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    start: Board,
    goal: Goal,
}

impl Puzzle {
    /// # Errors
    /// If the sizes differ.
    pub fn new(start: Board, goal: Goal) -> Result<Puzzle, TaskError> {
        if start.size() != goal.size() {
            return Err(TaskError::Size { start: start.size(), goal: goal.size() });
        }
        Ok(Puzzle { start, goal })
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

impl From<Board> for Puzzle {
    fn from(start: Board) -> Puzzle {
        let goal = Goal::rows(start.size());
        Puzzle { start, goal }
    }
}
