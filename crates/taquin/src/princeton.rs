//! The `Solver` of Princeton's 8-puzzle assignment, with Rust names.
//!
//! | Java (both versions of the assignment) | here |
//! |---|---|
//! | `new Board(int[][] tiles)` | [`Board::from_rows`] |
//! | `size()`, `dimension()` | [`Board::size`] |
//! | `hamming()`, `manhattan()` | [`Board::hamming`], [`Board::manhattan`], to any goal |
//! | `isGoal()` | [`Board::is_solved`] |
//! | `isSolvable()` of a board | [`Task::new`](crate::Task::new), whose error has the reason |
//! | `equals(y)` | `==` |
//! | `neighbors()` | [`Board::neighbours`] |
//! | `twin()` | [`Board::twin`]; `None` on boards with fewer than two tiles |
//! | `toString()` | [`Notation::Princeton`](crate::notation::Notation); without the size line `Display` |
//! | `new Solver(Board initial)` | [`Solver::new`]; where Java throws `IllegalArgumentException`, use
//! [`Solver::is_solvable`] |
//! | `isSolvable()` of a solver | [`Solver::is_solvable`] |
//! | `moves()`, −1 if unsolvable | [`Solver::moves`], `None` |
//! | `solution()`, `null` if unsolvable | [`Solver::solution`], `None` |

use crate::board::Board;
use crate::control::Control;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::solver;

/// An optimal solution to the goal `1 2 … 0`, computed by the constructor.
///
/// There are no limits, as in the assignment; use [`taquin::solve`](crate::solve) for boards that may be too hard.
///
/// ```
/// use taquin::Board;
/// use taquin::princeton::Solver;
/// let solver = Solver::new(Board::from_rows(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?);
/// assert_eq!(solver.moves(), Some(4));
/// assert_eq!(solver.solution().unwrap().count(), 5);
///
/// let unsolvable = Solver::new(Board::from_rows(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]])?);
/// assert!(!unsolvable.is_solvable() && unsolvable.moves().is_none() && unsolvable.solution().is_none());
/// # Ok::<(), taquin::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    initial: Board,
    solution: Option<Moves>,
}

impl Solver {
    /// Finds an optimal solution to the initial board.
    ///
    /// # Panics
    /// If the search reaches its limit of node numbers.
    pub fn new(initial: Board) -> Solver {
        let puzzle = Puzzle::from(initial.clone());
        let solver = solver::Solver::new();
        let outcome = solver.plan_optimal(&puzzle).map_err(solver::SolveError::from);
        let solution = match outcome.and_then(|plan| plan.run(&Control::new())?.into_solution()) {
            Ok(solution) => Some(solution.moves().clone()),
            Err(solver::SolveError::Unsolvable(_)) => None,
            Err(error) => panic!("{error}"),
        };
        Solver { initial, solution }
    }

    /// Returns whether the initial board is solvable.
    pub fn is_solvable(&self) -> bool {
        self.solution.is_some()
    }

    /// Returns the optimal number of moves; `None` if the board is unsolvable.
    pub fn moves(&self) -> Option<usize> {
        self.solution.as_ref().map(Moves::len)
    }

    /// Returns the boards of an optimal solution, first and last included; `None` if the board is unsolvable.
    pub fn solution(&self) -> Option<impl Iterator<Item = Board> + '_> {
        self.solution.as_ref().map(|moves| moves.boards(&self.initial))
    }
}
