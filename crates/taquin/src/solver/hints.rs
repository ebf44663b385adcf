//! Hints for a player: the remaining moves and the next one, requested after every move.
//!
//! Up to 16 cells this is a search with tables that are kept; larger boards get bounds and the next move of the best
//! solution known. Boards of up to 25 cells that are near the goal are then proved, if the player waits. Solutions found
//! last are [remembered](super::solution_memory) by their boards, so a player who follows one, or leaves it by a move and
//! returns, needs no search, and bounds never get worse.

use super::bound::{WALKING_BYTES, lower_bound_with};
use super::planner::has_default_limit;
use super::solution_memory::{Bounds, SolutionMemory};
use super::{SolveError, Solver};
use crate::board::Board;
use crate::control::{Control, StopReason};
use crate::goal::Goal;
use crate::heuristic::HeuristicTables;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::parity::Unsolvable;
use crate::proof::Verified;
use crate::puzzle::Puzzle;
use crate::size::Size;
use crate::tables::has_pool;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Answers how many moves remain, and caches the solutions: following a solution needs no new search, and bounds never
/// get worse. It can be shared by many threads.
///
/// ```
/// use taquin::control::Control;
/// use taquin::solver::{Hints, Remaining, Solver};
/// use taquin::{Direction, Puzzle};
/// let puzzle: Puzzle = "0 1 3/4 2 5/7 8 6".parse()?;
/// let (hints, solver) = (Hints::default(), Solver::new());
/// let remaining = hints.remaining(&solver, &puzzle, &Control::new())?;
/// assert!(matches!(remaining, Remaining::Moves(bounds) if bounds.is_exact() && bounds.upper_bound == 4));
/// // One move farther, without a search.
/// let next = puzzle.start().slide(Direction::Left).unwrap();
/// assert_eq!(hints.recall(&next, puzzle.goal()).unwrap().upper_bound, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Hints {
    solutions: Mutex<SolutionMemory>,
    tables: HeuristicTables,
}

/// What remains to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remaining {
    /// Moves, with bounds on their number.
    Moves(Bounds),
    /// The puzzle is unsolvable; carries the argument.
    Unsolvable(Unsolvable),
    /// The search stopped without a solution, and none is cached.
    Stopped(StopReason),
}

/// The most moves of a solution that is usually proved while a player waits, on boards of 17 to 25 cells.
const PROVABLE: usize = 80;

impl Hints {
    /// The most cells for which an optimal solution is usually found while a player waits.
    pub const EXACT_CELLS: usize = 16;

    /// Returns how long to search for an answer, and how long to search again, twice, if that was not exact. Where an
    /// optimal solution is out of reach at first, the first solution is as good.
    pub fn patience(size: Size) -> [Duration; 3] {
        let first = Duration::from_millis(if size.cells() <= Hints::EXACT_CELLS { 1200 } else { 400 });
        [first, 4 * first, 16 * first]
    }

    /// Returns whether searching longer may give an exact answer.
    pub fn can_be_exact(size: Size) -> bool {
        size.cells() <= Hints::EXACT_CELLS || has_pool(size)
    }

    /// Caches a solution.
    pub fn remember(&self, verified: &Verified) {
        self.memory().remember(verified);
    }

    /// Returns the bounds that are known for a board without a search.
    pub fn recall(&self, board: &Board, goal: &Goal) -> Option<Bounds> {
        let known = self.memory().recall(board, goal)?;
        let at_once = lower_bound_with(&self.tables, board, goal, Metric::Single, WALKING_BYTES) as usize;
        Some(Bounds { lower_bound: known.lower_bound.max(at_once), ..known })
    }

    /// Returns the solution that is known for a board without a search.
    pub fn way(&self, board: &Board, goal: &Goal) -> Option<Moves> {
        self.memory().solution(board, goal)
    }

    /// Returns how many moves remain; searches if that is not known already.
    ///
    /// # Errors
    /// Those of the solver.
    pub fn remaining(
        &self,
        solver: &Solver,
        puzzle: &Puzzle,
        control: &Control,
    ) -> Result<Remaining, SolveError> {
        let known = self.recall(puzzle.start(), puzzle.goal());
        if let Some(known) = known.filter(Bounds::is_exact) {
            return Ok(Remaining::Moves(known));
        }
        let near = known.filter(|known| has_pool(puzzle.size()) && known.upper_bound <= PROVABLE);
        let outcome = match near {
            // What is missing is a proof. Without a limit it would get more time than other searches.
            Some(_) if has_default_limit(control.budget()) => {
                solver.plan_optimal(puzzle)?.run(&control.within_time(StopReason::DEFAULT_TIME))?
            }
            Some(_) => solver.plan_optimal(puzzle)?.run(control)?,
            None => solver.plan(puzzle)?.run(control)?,
        };
        let proved = outcome.lower_bound as usize;
        let known = known.map(|known| Bounds { lower_bound: known.lower_bound.max(proved), ..known });
        self.memory().raise(puzzle.start(), puzzle.goal(), proved);
        Ok(match (outcome.into_solution(), known) {
            (Ok(verified), known) => {
                self.remember(&verified);
                let found = Bounds {
                    upper_bound: verified.len(),
                    lower_bound: verified.lower_bound() as usize,
                    next: verified.moves().iter().next(),
                };
                Remaining::Moves(known.map_or(found, |known| known.better(found)))
            }
            (Err(SolveError::Unsolvable(why)), _) => Remaining::Unsolvable(*why),
            (Err(SolveError::Stopped(_)), Some(known)) => Remaining::Moves(known),
            (Err(SolveError::Stopped(reason)), None) => Remaining::Stopped(reason),
            (Err(error), _) => return Err(error),
        })
    }

    fn memory(&self) -> MutexGuard<'_, SolutionMemory> {
        self.solutions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
