//! What a length without moves is worth: it is right if it is that of a shortest solution.

use crate::judgement::Optimum;
use taquin::search::{Limits, Observer, StopReason};
use taquin::solver::SolveError;
use taquin::tables::Tables;
use taquin::{Board, Goal, Task, TaskError};

/// What was found out about a length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LengthVerdict {
    /// There is a solution of this length, and none is shorter.
    Right(u64),
    /// A shortest solution has so many moves.
    OtherThan(u64),
    /// It is less than so many moves, which are needed at least.
    Below(u64),
    /// There is no solution of any length.
    Unsolvable,
    /// So many moves are needed at least, and a limit ended the search for more.
    Unknown(u64, StopReason),
}

impl LengthVerdict {
    /// Searches for a shortest solution.
    ///
    /// # Errors
    /// If there is no method for the board, or the goal is of another size.
    pub fn of(
        length: usize,
        start: &Board,
        goal: &Goal,
        tables: &Tables,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<LengthVerdict, SolveError> {
        if let Err(TaskError::Unsolvable(_)) = Task::new(start.clone(), goal.clone()) {
            return Ok(LengthVerdict::Unsolvable);
        }
        let length = length as u64;
        // A number that is too small is wrong only if the search goes on beyond it.
        Ok(match Optimum::find(start, goal, usize::MAX, tables, limits, observer)? {
            Optimum::Length(shortest) if shortest == length => LengthVerdict::Right(shortest),
            Optimum::Length(shortest) => LengthVerdict::OtherThan(shortest),
            Optimum::AtLeast(bound, _) if bound > length => LengthVerdict::Below(bound),
            Optimum::AtLeast(bound, reason) => LengthVerdict::Unknown(bound, reason),
        })
    }

    /// Is it right? `None` if a limit was reached before that was known.
    pub fn is_right(self) -> Option<bool> {
        match self {
            LengthVerdict::Right(_) => Some(true),
            LengthVerdict::OtherThan(_) | LengthVerdict::Below(_) | LengthVerdict::Unsolvable => Some(false),
            LengthVerdict::Unknown(..) => None,
        }
    }

    /// The length of a shortest solution, if it is known.
    pub fn shortest(self) -> Option<u64> {
        match self {
            LengthVerdict::Right(shortest) | LengthVerdict::OtherThan(shortest) => Some(shortest),
            LengthVerdict::Below(_) | LengthVerdict::Unsolvable | LengthVerdict::Unknown(..) => None,
        }
    }
}
