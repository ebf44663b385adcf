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

mod anytime;
mod at_depth;
mod bound;
mod cost;
mod difficulty;
mod dispatch;
mod gap;
mod hints;
mod improver;
mod many;
mod method;
mod plan;
mod princeton;
mod pushes;
mod relay;
mod remembered;
#[cfg(feature = "serde")]
mod report;
mod table;
mod workshop;

pub use at_depth::AtDepthError;
pub use bound::lower_bound;
pub use difficulty::Difficulty;
pub use gap::{Gap, GapError};
pub use hints::{Hints, Remaining};
pub use many::{Enumeration, Shortest, enumerate};
pub use method::{Algorithm, Method};
pub use plan::{Expectation, Plan, PlanError, Request, Stage, plan};
pub use princeton::Solver;
pub use remembered::Bounds;
#[cfg(feature = "serde")]
pub use report::{
    Improved, ImprovementReport, MethodReport, MovesReport, Report, StatsReport, Status, StopWord,
};
pub use workshop::Workshop;

use crate::board::Board;
use crate::goal::Goal;
use crate::parity::Unsolvable;
use crate::proof::{CheckError, Verified, lowest};
use crate::search::{Limits, Observer, Stats, StopReason};
use crate::size::Size;
use crate::space::Workers;
use crate::tables::TableCache;
use crate::task::TaskError;
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
    /// Why it is not known whether a solution is as good as was asked for, or why there is none; `None` if the search came
    /// to its end.
    pub stopped: Option<StopReason>,
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
    /// A limit was reached, or the observer asked to stop, and there is no answer. Where the planner chooses the method
    /// there always is one, unless there is no memory for it.
    Stopped(StopReason),
}

/// Solves one board with nothing but what it builds for it: [`Workshop::solve`] with all threads. Whoever has several
/// boards keeps a [`Workshop`].
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
    let tables = TableCache::new(Workers::all());
    Workshop::new(&tables).solve(start, goal, request, limits, observer)
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
