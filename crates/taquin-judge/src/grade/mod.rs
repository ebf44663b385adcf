//! Grades a student's program on a set of boards.
//!
//! An [`Exercise`] is a board with its goal and a requirement; a [`Grader`] runs the program on it, reads the answer in any
//! dialect, and computes a [`Score`]. [`Suite`]s are the exercises of published assignments.
//!
//! A board is worth [`MAX_POINTS`] points: two for a solution, one if its length meets the requirement, and one for its
//! form, that is a correct number of moves, if one is reported, and the right dialect, if one is required. An unsolvable
//! board that is recognized as such gets all points, and so does the optimal length if the answer has only a length.
//!
//! Without a required dialect, every dialect is accepted, and so are other lines around the solution; they are listed in
//! [`Ignored`].

mod chatter;
mod completeness;
mod dialect_check;
mod grader;
mod placeholders;
mod reading;
mod score;
mod suite;
mod temp_files;

pub use chatter::Ignored;
pub use completeness::Completeness;
pub use grader::{GradeError, Grader};
pub use placeholders::SUBMISSION;
pub use score::{Finding, MAX_POINTS, Score};
pub use suite::Suite;

use crate::optimum::Optimum;
use taquin::control::Control;
use taquin::solver::{SolveError, Solver};
use taquin::{Board, Goal, Puzzle, Task};

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
    /// What is known about the optimum beforehand; otherwise it is searched for when there is a solution to compare.
    pub optimum: Option<Optimum>,
}

/// The requirement for the length of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Requirement {
    /// It must be optimal.
    Shortest,
    /// All solutions with at most this many moves that visit no board twice must be listed, each once.
    AllWithin(u32),
    /// Any solution is accepted.
    Any,
}

impl Exercise {
    /// Returns the board and the goal.
    ///
    /// # Errors
    /// If they have different sizes.
    pub(crate) fn puzzle(&self) -> Result<Puzzle, SolveError> {
        Puzzle::new(self.start.clone(), self.goal.clone()).map_err(|_| SolveError::Contradiction)
    }

    /// Searches for the optimum, unless it is known or there is none.
    ///
    /// Many programs can then be judged by the same result, and without searches that compete with them.
    ///
    /// # Errors
    /// Those of the solver.
    pub fn find_optimum(&mut self, solver: &Solver, control: &Control) -> Result<(), SolveError> {
        if self.optimum.is_none() && self.is_solvable() {
            self.optimum = Some(Optimum::find(&self.puzzle()?, usize::MAX, solver, control)?);
        }
        Ok(())
    }

    /// Returns whether the goal can be reached.
    pub fn is_solvable(&self) -> bool {
        Task::new(self.start.clone(), self.goal.clone()).is_ok()
    }
}
