//! Grades a student's program on a set of boards.
//!
//! An [`Exercise`] is a board with its goal and a requirement; a [`Grader`] runs the program on it, reads the answer in any
//! dialect, and computes a [`Score`]. [`Suite`]s are the exercises of published assignments.
//!
//! A board is worth [`MAX_POINTS`] points: two for a solution, one if its length meets the requirement, and one for its
//! form, that is a correct number of moves, if one is reported, and the right dialect, if one is required. An unsolvable
//! board that is recognized as such gets all points, and so does the optimal length if the answer has only a length.

mod dialect_check;
mod grader;
mod placeholders;
mod score;
mod suite;
mod temp_files;

pub use grader::{GradeError, Grader};
pub use score::{Finding, MAX_POINTS, Score};
pub use suite::Suite;

use taquin::{Board, Goal, Task};

/// A board for the program, and the requirement for its solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exercise {
    /// Its name.
    pub name: String,
    /// The board.
    pub start: Board,
    /// The goal.
    pub goal: Goal,
    /// The requirement.
    pub requirement: Requirement,
}

/// The requirement for the length of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Requirement {
    /// It must be optimal.
    Shortest,
    /// It must have at most this many moves and repeat no board.
    AtMost(u32),
    /// Any solution is accepted.
    Any,
}

impl Exercise {
    /// Returns whether the goal can be reached.
    pub fn is_solvable(&self) -> bool {
        Task::new(self.start.clone(), self.goal.clone()).is_ok()
    }
}
