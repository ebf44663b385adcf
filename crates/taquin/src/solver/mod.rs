//! The facade: plan, run, verify. The program, the page and the Python package use nothing else.
//!
//! ```
//! use taquin::{Board, Goal, Metric};
//! use taquin::solver::{Request, Verdict, solve};
//! use taquin::search::{Limits, Unobserved};
//! let start = Board::from_flat(&[0, 1, 3, 4, 2, 5, 7, 8, 6])?;
//! let goal = Goal::rows(start.size());
//! let resolution = solve(&start, &goal, &Request::default(), &Limits::none(), &mut Unobserved).unwrap();
//! let Verdict::Solved(solution) = resolution.verdict else { panic!() };
//! assert_eq!(solution.moves().len(Metric::Single), 4);
//! # Ok::<(), taquin::BoardError>(())
//! ```

mod at_depth;
mod many;
mod method;
mod plan;
mod princeton;
#[cfg(feature = "serde")]
mod report;
mod run;
mod table;

pub use at_depth::{AtDepthError, board_at};
pub use many::{Enumeration, Shortest, all_shortest, count_shortest, enumerate};
pub use method::{Algorithm, Method};
pub use plan::{Plan, PlanError, Request, plan};
pub use princeton::Solver;
#[cfg(feature = "serde")]
pub use report::{MethodReport, MovesReport, Report, StatsReport, Status};

use run::Job;

use crate::board::Board;
use crate::goal::Goal;
use crate::parity::Unsolvable;
use crate::proof::{Answer, CheckError, Verified, lowest, verify};
use crate::search::{Ending, Limits, Observer, Outcome, Stats, StopReason};
use crate::size::Size;
use crate::task::{Task, TaskError};
use std::fmt;

/// What came of a solve, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolution {
    /// What was run.
    pub plan: Plan,
    /// What came of it.
    pub verdict: Verdict,
    /// No solution is shorter than this in the metric of the plan. 0 where there is no solution at all.
    pub lower_bound: u32,
    /// What it cost.
    pub stats: Stats,
}

/// Solved, unsolvable, or stopped before either was known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A replayed solution.
    Solved(Verified),
    /// There is none, and why.
    Unsolvable(Unsolvable),
    /// A limit was reached, or the observer asked to stop.
    Stopped(StopReason),
}

/// Plans and runs the search for a way from `start` to `goal`, and replays what it finds.
///
/// Parity decides beforehand whether there is one, except in [`Algorithm::Lockstep`], which finds out by itself.
///
/// # Errors
/// If the sizes differ or the request contradicts itself; never because a limit was reached.
pub fn solve(
    start: &Board,
    goal: &Goal,
    request: &Request,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Resolution, SolveError> {
    let plan = plan(start.size(), request).map_err(SolveError::Plan)?;
    let task = match Task::new(start.clone(), goal.clone()) {
        Ok(task) => Ok(task),
        Err(TaskError::Size { start, goal }) => return Err(SolveError::Size { start, goal }),
        Err(TaskError::Unsolvable(why)) if plan.method.algorithm == Algorithm::Lockstep => Err(*why),
        Err(TaskError::Unsolvable(why)) => {
            let verdict = Verdict::Unsolvable(*why);
            return Ok(Resolution { plan, verdict, lower_bound: 0, stats: Stats::default() });
        }
    };
    let Outcome { ending, lower_bound, stats } =
        run::run(&Job { method: &plan.method, start, goal }, limits, observer);
    let metric = plan.method.metric;
    let resolution = |verdict, lower_bound| Resolution { plan, verdict, lower_bound, stats };
    match (ending, task) {
        (Ending::Solved(moves), Ok(task)) => {
            let verified = verify(&task, Answer { moves, metric, lower_bound }).map_err(SolveError::Check)?;
            let lower_bound = verified.lower_bound();
            Ok(resolution(Verdict::Solved(verified), lower_bound))
        }
        (Ending::Exhausted, Err(unsolvable)) => Ok(resolution(Verdict::Unsolvable(unsolvable), 0)),
        (Ending::Stopped(reason), _) => {
            let lower_bound = lower_bound.max(lowest(metric, start, goal));
            Ok(resolution(Verdict::Stopped(reason), lower_bound))
        }
        (Ending::Solved(_), Err(_)) | (Ending::Exhausted, Ok(_)) => Err(SolveError::Contradiction),
    }
}

/// Why nothing could be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// The request contradicts itself.
    Plan(PlanError),
    /// Start and goal have different sizes.
    Size {
        /// The start's size.
        start: Size,
        /// The goal's size.
        goal: Size,
    },
    /// All shortest solutions were asked for, of a search that does not find a shortest one.
    NotShortest(Algorithm),
    /// The search gave an answer that the replay refutes: a defect of this library.
    Check(CheckError),
    /// The search and the parity argument disagree: a defect of this library.
    Contradiction,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Plan(error) => error.fmt(f),
            SolveError::Size { start, goal } => TaskError::Size { start: *start, goal: *goal }.fmt(f),
            SolveError::NotShortest(algorithm) => {
                let names = Algorithm::ALL.iter().filter(|algorithm| algorithm.is_optimal());
                let names: Vec<&str> = names.map(|algorithm| algorithm.name()).collect();
                write!(f, "{} does not look for shortest solutions; ", algorithm.title())?;
                write!(f, "all of them are found after {}", names.join(", "))
            }
            SolveError::Check(error) => write!(f, "a defect of taquin, please report it: {error}"),
            SolveError::Contradiction => {
                write!(f, "a defect of taquin, please report it: search and parity disagree")
            }
        }
    }
}

impl std::error::Error for SolveError {}
