//! Checks a solution length that is given without moves: it must be the optimal one.

use crate::optimum::Optimum;
use taquin::Puzzle;
use taquin::control::{Control, StopReason};
use taquin::solver::{SolveError, Solver};

/// The result of checking a length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LengthCheck {
    /// It is the optimal solution length.
    Correct(u64),
    /// The optimal solution length is this instead.
    Wrong(u64),
    /// It is below this lower bound.
    TooShort(u64),
    /// The board is unsolvable.
    Unsolvable,
    /// The search was stopped before the answer was known, at this lower bound.
    Unknown(u64, StopReason),
}

impl LengthCheck {
    /// Checks a length by searching for an optimal solution.
    ///
    /// # Errors
    /// Those of the solver.
    pub fn of(
        length: usize,
        puzzle: &Puzzle,
        solver: &Solver,
        control: &Control,
    ) -> Result<LengthCheck, SolveError> {
        if !puzzle.is_solvable() {
            return Ok(LengthCheck::Unsolvable);
        }
        // Without a length to stop at, so that a length that is too small is recognized as wrong.
        Ok(LengthCheck::compare(length, Optimum::find(puzzle, usize::MAX, solver, control)?))
    }

    /// Checks a length against what is known about the optimum.
    pub fn compare(length: usize, optimum: Optimum) -> LengthCheck {
        let length = length as u64;
        match optimum {
            Optimum::Length(shortest) if shortest == length => LengthCheck::Correct(shortest),
            Optimum::Length(shortest) => LengthCheck::Wrong(shortest),
            Optimum::AtLeast(bound, _) if bound > length => LengthCheck::TooShort(bound),
            Optimum::AtLeast(bound, reason) => LengthCheck::Unknown(bound, reason),
        }
    }

    /// Returns whether the length is correct; `None` if a limit was reached before that was known.
    pub fn is_correct(self) -> Option<bool> {
        match self {
            LengthCheck::Correct(_) => Some(true),
            LengthCheck::Wrong(_) | LengthCheck::TooShort(_) | LengthCheck::Unsolvable => Some(false),
            LengthCheck::Unknown(..) => None,
        }
    }

    /// Returns the optimal solution length, if it is known.
    pub fn shortest(self) -> Option<u64> {
        match self {
            LengthCheck::Correct(shortest) | LengthCheck::Wrong(shortest) => Some(shortest),
            LengthCheck::TooShort(_) | LengthCheck::Unsolvable | LengthCheck::Unknown(..) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(board: &str, length: usize, control: &Control) -> LengthCheck {
        let puzzle = board.parse().expect("a board");
        LengthCheck::of(length, &puzzle, &Solver::new(), control).expect("a result")
    }

    #[test]
    fn lengths() {
        let all = Control::new();
        let board = "0 1 3/4 2 5/7 8 6";
        assert_eq!(check(board, 4, &all), LengthCheck::Correct(4));
        assert_eq!(check(board, 3, &all), LengthCheck::Wrong(4));
        assert_eq!(check(board, usize::MAX, &all), LengthCheck::Wrong(4));
        assert_eq!(check("1 2 3/4 5 6/8 7 0", 4, &all), LengthCheck::Unsolvable);
        assert_eq!(check("1 2/3 0", 0, &all), LengthCheck::Correct(0));
    }

    #[test]
    fn a_search_that_reaches_a_limit() {
        let limits = Control::new().node_limit(1);
        // The first lower bound is more than 3, but the optimum is not found.
        let board = "15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 0";
        assert!(matches!(check(board, 3, &limits), LengthCheck::TooShort(bound) if bound > 3));
        assert!(matches!(check(board, 99, &limits), LengthCheck::Unknown(bound, _) if bound > 3));
    }
}
