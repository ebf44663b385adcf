//! Random boards at an exact distance, for sizes that are too large to enumerate.
//!
//! A walk of random moves gets somewhere near, a solver proves how far away that is, and the walk goes on by as many
//! moves as are missing, until the distance is the one asked for. Far out, where few random moves lead, the walk begins
//! at one of the farthest boards, where they are known. Only proven lengths decide, so a seed gives the same board
//! whatever the solver.

use super::{Request, SolveError, Verdict, Workshop};
use crate::board::Board;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::scramble::Scrambler;
use crate::search::{Limits, Observer, StopReason};
use crate::size::Size;
use crate::tables::{DepthError, fifteen_diameter, hardest_fifteen};
use std::fmt;

/// No search proves such distances, so they are refused where the largest distance is not known.
const BEYOND_PROOF: u32 = 200;

impl Workshop<'_> {
    /// Draws a board at an exact distance from a goal. Every board at that distance can come, but not all are equally
    /// likely; for sizes up to twelve cells [`boards_between`](crate::tables::boards_between) does better.
    ///
    /// ```
    /// use taquin::scramble::Scrambler;
    /// use taquin::search::{Limits, Unobserved};
    /// use taquin::solver::Workshop;
    /// use taquin::space::Workers;
    /// use taquin::tables::TableCache;
    /// use taquin::{Goal, Metric, Size};
    /// let goal = Goal::rows(Size::square(4)?);
    /// let tables = TableCache::new(Workers::all());
    /// let workshop = Workshop::new(&tables);
    /// let (mut scrambler, limits) = (Scrambler::seeded(1), Limits::none());
    /// let mut draw = |depth| {
    ///     workshop.board_at(&mut scrambler, &goal, Metric::Single, depth, &limits, &mut Unobserved)
    /// };
    /// assert_eq!(draw(0).as_ref(), Ok(goal.board()));
    /// assert!(draw(81).is_err());
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    ///
    /// # Errors
    /// If no board is as far away, or the solver was stopped.
    pub fn board_at(
        &self,
        scrambler: &mut Scrambler,
        goal: &Goal,
        metric: Metric,
        depth: u32,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Board, AtDepthError> {
        let size = goal.size();
        let largest = match diameter(size, metric) {
            // With the blank elsewhere no board is farther than from a goal with the blank in the corner and back.
            Some(diameter) => diameter + to_corner(goal),
            None => BEYOND_PROOF,
        };
        if depth > largest {
            let is_proven = diameter(size, metric).is_some();
            return Err(AtDepthError::TooFar { size, metric, depth, largest, is_proven });
        }
        let request = Request { metric, ..Request::default() };
        let hardest = hardest_fifteen(goal, metric).filter(|_| depth > largest / 4 * 3);
        let (mut board, mut distance) = match hardest {
            Some(boards) => (boards[scrambler.below(boards.len())].clone(), largest),
            None => (goal.board().clone(), 0),
        };
        while distance != depth {
            board = scrambler.walk_from(&board, distance.abs_diff(depth).into());
            let resolution =
                self.solve_shortest(&board, goal, &request, limits, observer).map_err(AtDepthError::Solve)?;
            distance = match resolution.verdict {
                Verdict::Solved(verified) => verified.length() as u32,
                Verdict::Stopped(reason) => return Err(AtDepthError::Stopped(reason)),
                Verdict::Unsolvable(_) => return Err(AtDepthError::Solve(SolveError::Contradiction)),
            };
        }
        Ok(board)
    }
}

/// The largest distance of a size whose goal has the blank in a corner, where others have enumerated it; the sources are
/// in `data/statespace.txt`.
fn diameter(size: Size, metric: Metric) -> Option<u32> {
    let (single, multi) = match (size.rows().min(size.cols()), size.rows().max(size.cols())) {
        (2, 7) => (108, 52),
        (2, 8) => (140, 57),
        (3, 5) => (84, 44),
        (4, 4) => (fifteen_diameter(Metric::Single), fifteen_diameter(Metric::Multi)),
        _ => return None,
    };
    Some(if metric == Metric::Single { single } else { multi })
}

/// The moves that bring the blank from its home to the next corner.
fn to_corner(goal: &Goal) -> u32 {
    let (size, blank) = (goal.size(), goal.board().blank());
    let to_end = |at: usize, count: usize| at.min(count - 1 - at) as u32;
    to_end(size.row(blank), size.rows()) + to_end(size.col(blank), size.cols())
}

/// Why there is no board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AtDepthError {
    /// No board is as far away, or none that could be proven to be.
    TooFar {
        /// The size.
        size: Size,
        /// What is counted.
        metric: Metric,
        /// The distance asked for.
        depth: u32,
        /// No board is farther away than this.
        largest: u32,
        /// Is that so, or is it only that no search would prove more?
        is_proven: bool,
    },
    /// Where all boards are enumerated: what kept that from giving one.
    Enumeration(DepthError),
    /// The solver was stopped before it knew.
    Stopped(StopReason),
    /// The solver failed.
    Solve(SolveError),
}

impl fmt::Display for AtDepthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AtDepthError::TooFar { size, metric, depth, largest, is_proven } => {
                let (depth, largest) = (metric.counted((*depth).into()), metric.counted((*largest).into()));
                if *is_proven {
                    write!(f, "no {size} board is {depth} from this goal: none is farther than {largest}")
                } else {
                    write!(f, "whether a {size} board is {depth} from this goal cannot be proven here: ")?;
                    write!(f, "ask for at most {largest}")
                }
            }
            AtDepthError::Enumeration(error) => error.fmt(f),
            AtDepthError::Stopped(reason) => write!(f, "stopped: {reason}"),
            AtDepthError::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AtDepthError {}
