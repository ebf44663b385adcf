//! A student's program on a set of boards: what it answers, judged and given points.
//!
//! An [`Exercise`] is a board with its goal and what is wanted; a [`Grader`] gives it to the program, reads the answer in
//! any dialect, and makes a [`Mark`] of it. [`Suite`]s are the exercises of known assignments.
//!
//! A board is worth [`FULL`] points: two for a solution, one for what is wanted of its length, one for its form, that is
//! the reported number of moves, if there is one, and the dialect, if one is asked for. A board without a solution is
//! worth all of them, if it is called that, and so is the length of a shortest solution where no more than that is told.

mod files;
mod form;
mod grader;
mod mark;
mod places;
mod suite;

pub use grader::{GradeError, Grader};
pub use mark::{FULL, Finding, Mark};
pub use suite::Suite;

use taquin::{Board, Goal, Task};

/// A board for the program, and what is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exercise {
    /// What to call it.
    pub name: String,
    /// The board.
    pub start: Board,
    /// Where the tiles belong.
    pub goal: Goal,
    /// What is wanted of a solution.
    pub wanted: Wanted,
}

/// What is wanted of the length of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// None is shorter.
    Shortest,
    /// It has at most so many moves, and no board comes twice.
    AtMost(u32),
    /// Nothing.
    Any,
}

impl Exercise {
    /// Can the goal be reached?
    pub fn is_solvable(&self) -> bool {
        Task::new(self.start.clone(), self.goal.clone()).is_ok()
    }
}
