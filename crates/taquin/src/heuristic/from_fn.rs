//! A heuristic from a closure.

use super::{Grid, Heuristic};
use crate::board::Board;
use crate::size::Size;

/// A heuristic that calls a closure for every board.
///
/// Made by [`from_fn`], [`admissible_from_fn`] and [`consistent_from_fn`].
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F, const ADMISSIBLE: bool, const CONSISTENT: bool = false> {
    size: Size,
    estimate: F,
}

/// Makes a heuristic of a closure, for boards of one size.
///
/// The heuristic claims to be neither admissible nor consistent, so no search reports its solution as optimal. It is
/// slow: every evaluation allocates a [`Board`]. Implement [`Heuristic`] for speed.
///
/// ```
/// use taquin::heuristic::{Heuristic, from_fn};
/// use taquin::{Board, Goal};
/// let board = Board::from_rows(&[[7, 8, 0], [6, 5, 4], [1, 2, 3]])?;
/// let goal = Goal::rows(board.size());
/// let heuristic = from_fn(board.size(), |board| 2 * board.manhattan(&goal));
/// assert_eq!(heuristic.evaluate(&board), 28);
/// # Ok::<(), taquin::BoardError>(())
/// ```
pub fn from_fn<F: Fn(&Board) -> u32 + Sync>(size: Size, estimate: F) -> FromFn<F, false> {
    FromFn { size, estimate }
}

/// Makes a heuristic of a closure that never returns more than the true number of moves.
///
/// IDA* trusts this claim and reports its solution as optimal. Otherwise like [`from_fn`].
///
/// ```
/// use taquin::heuristic::{Heuristic, admissible_from_fn};
/// use taquin::{Board, Goal};
/// let board = Board::from_rows(&[[7, 8, 0], [6, 5, 4], [1, 2, 3]])?;
/// let goal = Goal::rows(board.size());
/// let heuristic = admissible_from_fn(board.size(), |board| board.manhattan(&goal).max(board.hamming(&goal)));
/// assert_eq!(heuristic.evaluate(&board), 14);
/// # Ok::<(), taquin::BoardError>(())
/// ```
pub fn admissible_from_fn<F: Fn(&Board) -> u32 + Sync>(size: Size, estimate: F) -> FromFn<F, true> {
    FromFn { size, estimate }
}

/// Makes a heuristic of a closure that is admissible and changes by at most one with every move.
///
/// A* trusts this claim, too, and reports its solution as optimal. Otherwise like [`from_fn`].
///
/// ```
/// use taquin::control::Control;
/// use taquin::heuristic::consistent_from_fn;
/// use taquin::search::{Policies, a_star};
/// let puzzle: taquin::Puzzle = "8 1 3/4 0 2/7 6 5".parse()?;
/// let heuristic = consistent_from_fn(puzzle.size(), |board| board.hamming(puzzle.goal()));
/// let outcome = a_star(&puzzle, &heuristic, Policies::default(), &Control::new());
/// assert_eq!(outcome.lower_bound, 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn consistent_from_fn<F: Fn(&Board) -> u32 + Sync>(size: Size, estimate: F) -> FromFn<F, true, true> {
    FromFn { size, estimate }
}

impl<F: Fn(&Board) -> u32 + Sync, const ADMISSIBLE: bool, const CONSISTENT: bool> Heuristic
    for FromFn<F, ADMISSIBLE, CONSISTENT>
{
    type Acc = u32;
    const ADMISSIBLE: bool = ADMISSIBLE;
    const CONSISTENT: bool = CONSISTENT;

    fn start<G: Grid>(&self, grid: &G) -> u32 {
        (self.estimate)(&grid.to_board(self.size))
    }

    fn value(&self, estimate: u32) -> u32 {
        estimate
    }

    fn resume<G: Grid>(&self, _grid: &G, estimate: u32, _saved: &[u8]) -> u32 {
        estimate
    }

    fn evaluate(&self, board: &Board) -> u32 {
        (self.estimate)(board)
    }
}
