//! A board and the goal to reach from it.
//!
//! Invariant: both have the same size. The goal may be out of reach; a [`Task`] is a puzzle that is known to be
//! solvable.

use crate::board::Board;
use crate::goal::Goal;
use crate::parity::Unsolvable;
use crate::size::Size;
use crate::task::Task;
use std::fmt;

/// A board and a goal of the same size.
///
/// A puzzle is parsed from every [notation](crate::notation). The goal is the one in the text, which JSON, PDDL and
/// Columbia's driver have, or follows an arrow as a board or a name. Without either it is [`Goal::rows`].
///
/// ```
/// use taquin::{Goal, Puzzle};
/// let puzzle: Puzzle = "0 1 3/4 2 5/7 8 6".parse()?;
/// assert!(puzzle.is_solvable() && !puzzle.is_solved());
/// assert_eq!(puzzle.goal().name(), Some("rows"));
///
/// let spiral = puzzle.with_goal(Goal::spiral(puzzle.size()))?;
/// assert_eq!(spiral, "0 1 3/4 2 5/7 8 6 -> spiral".parse()?);
/// assert_eq!(spiral.to_string(), "0 1 3/4 2 5/7 8 6 -> 1 2 3/8 0 4/7 6 5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Puzzle {
    start: Board,
    goal: Goal,
}

impl Puzzle {
    /// Returns the puzzle of reaching `goal` from `start`.
    ///
    /// # Errors
    /// If their sizes differ.
    pub fn new(start: Board, goal: Goal) -> Result<Puzzle, SizeMismatch> {
        if start.size() == goal.size() {
            Ok(Puzzle { start, goal })
        } else {
            Err(SizeMismatch { start: start.size(), goal: goal.size() })
        }
    }

    /// Returns the puzzle of reaching another goal from the same board.
    ///
    /// # Errors
    /// If the goal has another size.
    pub fn with_goal(&self, goal: Goal) -> Result<Puzzle, SizeMismatch> {
        Puzzle::new(self.start.clone(), goal)
    }

    /// Returns the board to start from.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns the number of rows and columns.
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// Returns true if the board is the goal.
    pub fn is_solved(&self) -> bool {
        self.start.is_solved(&self.goal)
    }

    /// Returns true if the goal can be reached.
    pub fn is_solvable(&self) -> bool {
        self.start.is_solvable(&self.goal)
    }

    /// Checks that the goal can be reached.
    ///
    /// ```
    /// use taquin::Puzzle;
    /// let puzzle: Puzzle = "1 2 3/4 5 6/8 7 0".parse()?;
    /// let why = puzzle.task().unwrap_err();
    /// assert_eq!(why.to_string(), "the start has 1 inversion (odd), the goal has 0 inversions (even), and no move changes the parity");
    /// # Ok::<(), taquin::notation::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// If it cannot; the error is the argument.
    pub fn task(&self) -> Result<Task, Unsolvable> {
        Task::try_from(self.clone())
    }
}

/// Sets the goal [`Goal::rows`].
impl From<Board> for Puzzle {
    fn from(board: Board) -> Puzzle {
        let goal = Goal::rows(board.size());
        Puzzle { start: board, goal }
    }
}

impl From<Task> for Puzzle {
    fn from(task: Task) -> Puzzle {
        task.into_puzzle()
    }
}

/// The error of a board and a goal whose sizes differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SizeMismatch {
    /// The size of the board.
    pub start: Size,
    /// The size of the goal.
    pub goal: Size,
}

impl fmt::Display for SizeMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the board is {} but the goal is {}: they must have the same size", self.start, self.goal)
    }
}

impl std::error::Error for SizeMismatch {}
