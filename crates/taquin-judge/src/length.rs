//! What a length without moves is worth: it is right if it is that of a shortest solution.

use crate::judgement::Optimum;
use taquin::search::{Limits, Observer, StopReason};
use taquin::solver::SolveError;
use taquin::tables::TableCache;
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
        tables: &TableCache,
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

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::notation;
    use taquin::search::Unobserved;
    use taquin::space::Workers;

    fn verdict(board: &str, length: usize, limits: &Limits) -> LengthVerdict {
        let start = notation::read(board).expect("a board");
        let goal = Goal::rows(start.size());
        let tables = TableCache::new(Workers::ONE);
        LengthVerdict::of(length, &start, &goal, &tables, limits, &mut Unobserved).expect("a verdict")
    }

    #[test]
    fn lengths() {
        let all = Limits::none();
        let board = "0 1 3/4 2 5/7 8 6";
        assert_eq!(verdict(board, 4, &all), LengthVerdict::Right(4));
        assert_eq!(verdict(board, 3, &all), LengthVerdict::OtherThan(4));
        assert_eq!(verdict(board, usize::MAX, &all), LengthVerdict::OtherThan(4));
        assert_eq!(verdict("1 2 3/4 5 6/8 7 0", 4, &all), LengthVerdict::Unsolvable);
        assert_eq!(verdict("1 2/3 0", 0, &all), LengthVerdict::Right(0));
    }

    #[test]
    fn a_search_that_is_ended() {
        let limits = Limits { nodes: Some(1), ..Limits::none() };
        // It is seen at once that this takes many moves, but not how many.
        let board = "15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 0";
        assert!(matches!(verdict(board, 3, &limits), LengthVerdict::Below(bound) if bound > 3));
        assert!(matches!(verdict(board, 99, &limits), LengthVerdict::Unknown(bound, _) if bound > 3));
    }
}
