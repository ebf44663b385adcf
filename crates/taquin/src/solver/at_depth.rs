//! Random boards at an exact distance, for sizes that are too large to enumerate.
//!
//! A walk of random moves gets somewhere near, a solver proves how far away that is, and the walk goes on by as many
//! moves as are missing, until the distance is the one asked for. Far out, where few random moves lead, the walk begins
//! at one of the farthest boards, where they are known. Only proven lengths decide, so a seed gives the same board
//! whatever the solver.

use super::{MethodOptions, PlanError, SolveError, Solver};
use crate::board::Board;
use crate::control::{Control, StopReason};
use crate::goal::Goal;
use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::scramble::Scrambler;
use crate::size::Size;
use crate::tables::{DepthError, NoTable, PerfectKey, boards_between, fifteen_diameter, hardest_fifteen};
use std::fmt;

/// No search proves such distances, so they are refused where the largest distance is not known.
const BEYOND_PROOF: u32 = 200;

impl Solver {
    /// Draws a board at an exact distance from a goal: from all of them where they can be enumerated, otherwise by a random
    /// walk, where every board can come but not all are equally likely.
    ///
    /// ```
    /// use taquin::control::Control;
    /// use taquin::scramble::Scrambler;
    /// use taquin::solver::Solver;
    /// use taquin::{Goal, Metric, Size};
    /// let goal = Goal::rows(Size::square(4)?);
    /// let solver = Solver::new();
    /// let mut scrambler = Scrambler::seeded(1);
    /// let mut draw = |depth| solver.board_at(&mut scrambler, &goal, depth, &Control::new());
    /// assert_eq!(draw(0).as_ref(), Ok(goal.board()));
    /// assert!(draw(81).is_err());
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    ///
    /// # Errors
    /// If no board is at that distance, or the control stops it.
    pub fn board_at(
        &self,
        scrambler: &mut Scrambler,
        goal: &Goal,
        depth: u32,
        control: &Control,
    ) -> Result<Board, AtDepthError> {
        let control = &control.started_within(self.config.budget);
        let metric = self.options().metric;
        let key = PerfectKey::of(goal, metric);
        if !goal.size().is_line() && key.is_none() {
            return self.walk_to(scrambler, goal, depth, control);
        }
        let needed = key.map_or(0, PerfectKey::building_bytes);
        if control.budget().memory.is_some_and(|memory| needed > memory) {
            return Err(AtDepthError::Stopped(StopReason::Memory));
        }
        let workers = self.tables().workers();
        match boards_between(scrambler, goal, metric, depth..=depth, 1, workers, control) {
            // As many boards come as were asked for.
            Ok(mut boards) => boards.pop().ok_or(AtDepthError::Solve(SolveError::Contradiction)),
            Err(DepthError::NoTable(NoTable::Stopped(reason))) => Err(AtDepthError::Stopped(reason)),
            Err(error) => Err(AtDepthError::Enumeration(error)),
        }
    }

    /// The random walk, for sizes that are too large to enumerate.
    fn walk_to(
        &self,
        scrambler: &mut Scrambler,
        goal: &Goal,
        depth: u32,
        control: &Control,
    ) -> Result<Board, AtDepthError> {
        let (size, metric) = (goal.size(), self.options().metric);
        let largest = match diameter(size, metric) {
            // With the blank elsewhere no board is farther than from a goal with the blank in the corner and back.
            Some(diameter) => diameter + to_corner(goal),
            None => BEYOND_PROOF,
        };
        if depth > largest {
            let is_proven = diameter(size, metric).is_some();
            return Err(AtDepthError::TooFar { size, metric, depth, largest, is_proven });
        }
        let hardest = hardest_fifteen(goal, metric).filter(|_| depth > largest / 4 * 3);
        let (mut board, mut distance) = match hardest {
            Some(boards) => (boards[scrambler.below(boards.len())].clone(), largest),
            None => (goal.board().clone(), 0),
        };
        let solver = &self.with_options(MethodOptions { metric, ..MethodOptions::default() })?;
        while distance != depth {
            board = scrambler.walk_from(&board, distance.abs_diff(depth).into());
            let puzzle = Puzzle::new(board, goal.clone()).map_err(|_| SolveError::Contradiction)?;
            distance = match solver.plan_optimal(&puzzle)?.run(control)?.into_solution() {
                Ok(verified) => verified.len() as u32,
                Err(SolveError::Stopped(reason)) => return Err(AtDepthError::Stopped(reason)),
                Err(error) => return Err(error.into()),
            };
            board = puzzle.start().clone();
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
            AtDepthError::Stopped(reason) => reason.fmt(f),
            AtDepthError::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AtDepthError {}

impl From<SolveError> for AtDepthError {
    fn from(error: SolveError) -> AtDepthError {
        AtDepthError::Solve(error)
    }
}

impl From<PlanError> for AtDepthError {
    fn from(error: PlanError) -> AtDepthError {
        AtDepthError::Solve(error.into())
    }
}
