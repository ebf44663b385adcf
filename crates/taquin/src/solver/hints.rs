//! Help for a player: how many moves are left, and the next one, asked after every move.

use super::remembered::{Bounds, Remembered};
use super::{Request, SolveError, Verdict, Workshop, lower_bound};
use crate::board::Board;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::parity::Unsolvable;
use crate::proof::Verified;
use crate::search::{Limits, Observer, StopReason};
use crate::size::Size;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Knows how many moves are left, and remembers it: whoever follows a solution needs no new search, and bounds never
/// become worse. Many threads may ask at once.
///
/// ```
/// use taquin::search::{Limits, Unobserved};
/// use taquin::solver::{Hints, Remaining, Workshop};
/// use taquin::{Goal, notation, space::Workers, tables::TableCache};
/// let start = notation::read("0 1 3/4 2 5/7 8 6")?;
/// let goal = Goal::rows(start.size());
/// let tables = TableCache::new(Workers::all());
/// let (coach, workshop) = (Hints::default(), Workshop::new(&tables));
/// let left = coach.left(&workshop, &start, &goal, &Limits::none(), &mut Unobserved).unwrap();
/// assert!(matches!(left, Remaining::Moves(known) if known.is_exact() && known.upper_bound == 4));
/// // One move farther, without a search.
/// let next = start.slide(taquin::Direction::Left).unwrap();
/// assert_eq!(coach.recall(&next, &goal).unwrap().upper_bound, 3);
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
#[derive(Debug, Default)]
pub struct Hints {
    remembered: Mutex<Remembered>,
}

/// What is left to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remaining {
    /// So many moves.
    Moves(Bounds),
    /// There is no solution, and why.
    Unsolvable(Unsolvable),
    /// Nothing was found, and nothing is remembered.
    Stopped(StopReason),
}

impl Hints {
    /// Up to so many cells a shortest solution is usually found while a player waits.
    pub const EXACT_CELLS: usize = 16;

    /// How long a player waits for an answer. Where a shortest solution is out of reach, a first one is as good.
    pub fn patience(size: Size) -> Duration {
        Duration::from_millis(if size.cells() <= Hints::EXACT_CELLS { 1200 } else { 400 })
    }

    /// Keeps a solution in mind.
    pub fn remember(&self, verified: &Verified) {
        self.memory().remember(verified);
    }

    /// What is known of a board without a search.
    pub fn recall(&self, board: &Board, goal: &Goal) -> Option<Bounds> {
        let known = self.memory().recall(board, goal)?;
        let at_once = lower_bound(board, goal, Metric::Single) as usize;
        Some(Bounds { lower_bound: known.lower_bound.max(at_once), ..known })
    }

    /// The whole solution that is known of a board without a search.
    pub fn way(&self, board: &Board, goal: &Goal) -> Option<Moves> {
        self.memory().way(board, goal)
    }

    /// What is left, by a search if it is not known already.
    ///
    /// # Errors
    /// If the sizes differ.
    pub fn left(
        &self,
        workshop: &Workshop<'_>,
        start: &Board,
        goal: &Goal,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Remaining, SolveError> {
        let known = self.recall(start, goal);
        if let Some(known) = known.filter(Bounds::is_exact) {
            return Ok(Remaining::Moves(known));
        }
        let resolution = workshop.solve(start, goal, &Request::default(), limits, observer)?;
        Ok(match (resolution.verdict, known) {
            (Verdict::Solved(verified), known) => {
                self.remember(&verified);
                let found = Bounds {
                    upper_bound: verified.length(),
                    lower_bound: verified.lower_bound() as usize,
                    next: verified.moves().iter().next(),
                };
                Remaining::Moves(known.map_or(found, |known| known.better(found)))
            }
            (Verdict::Unsolvable(why), _) => Remaining::Unsolvable(why),
            (Verdict::Stopped(_), Some(known)) => Remaining::Moves(known),
            (Verdict::Stopped(reason), None) => Remaining::Stopped(reason),
        })
    }

    fn memory(&self) -> MutexGuard<'_, Remembered> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
