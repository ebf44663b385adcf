//! Many solutions of one board: all in a window of lengths, all shortest ones, or the number of those.
//!
//! ```
//! use taquin::search::{Limits, Unobserved};
//! use taquin::solver::{Request, Workshop};
//! use taquin::space::Workers;
//! use taquin::tables::TableCache;
//! use taquin::{Board, Goal};
//! let start = Board::from_flat(&[4, 3, 2, 1, 0, 5, 6, 7, 8])?;
//! let goal = Goal::blank_first(start.size());
//! let tables = TableCache::new(Workers::all());
//! let workshop = Workshop::new(&tables);
//! let (request, limits) = (Request::default(), Limits::none());
//! let shortest = workshop.count_shortest(&start, &goal, &request, &limits, &mut Unobserved).unwrap();
//! assert_eq!((shortest.resolution.lower_bound, shortest.count), (6, 2));
//! # Ok::<(), taquin::BoardError>(())
//! ```

use super::dispatch::{self, Job, Many, Problem};
use super::{PlanError, Request, Resolution, SolveError, Verdict, Workshop, plan};
use crate::board::Board;
use crate::geometry::Order;
use crate::goal::Goal;
use crate::heuristic::{HeuristicChoice, HeuristicKind};
use crate::metric::Metric;
use crate::proof::{Answer, Verified, verify};
use crate::search::{Ending, Limits, Observer, Outcome, Stats, StopReason};
use crate::space::Workers;
use crate::tables::TableCache;
use crate::task::{Task, TaskError};
use std::ops::{ControlFlow, RangeInclusive};

/// What to enumerate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumeration<'a> {
    /// The board to start from.
    pub start: &'a Board,
    /// The board to reach.
    pub goal: &'a Goal,
    /// How many moves a solution may have.
    pub lengths: RangeInclusive<u32>,
    /// The order of successors, which is the order of the solutions.
    pub order: Order,
    /// The estimate that cuts what would be too long.
    pub heuristic: HeuristicChoice,
}

impl<'a> Enumeration<'a> {
    /// In the usual order, with linear conflict.
    pub fn new(start: &'a Board, goal: &'a Goal, lengths: RangeInclusive<u32>) -> Enumeration<'a> {
        let heuristic = HeuristicKind::LinearConflict.into();
        Enumeration { start, goal, lengths, order: Order::default(), heuristic }
    }
}

/// Gives every solution in the window that visits no board twice to `on_solution`, each once and each replayed, until
/// it breaks. The outcome is [`Ending::Exhausted`] when all were given.
///
/// # Errors
/// If the sizes differ.
pub fn enumerate(
    enumeration: &Enumeration,
    limits: &Limits,
    observer: &mut dyn Observer,
    on_solution: &mut dyn FnMut(&Verified) -> ControlFlow<()>,
) -> Result<Outcome, SolveError> {
    let Enumeration { start, goal, ref lengths, order, ref heuristic } = *enumeration;
    let task = match Task::new(start.clone(), goal.clone()) {
        Ok(task) => task,
        Err(TaskError::Size { start, goal }) => return Err(SolveError::Size { start, goal }),
        Err(TaskError::Unsolvable(_)) => {
            let (ending, stats) = (Ending::Exhausted, Stats::default());
            return Ok(Outcome { ending, lower_bound: 0, stats });
        }
    };
    let tables = TableCache::new(Workers::ONE);
    let problem = Problem {
        start,
        goal,
        order,
        heuristic: Some(heuristic),
        patterns: Vec::new(),
        fsm_depth: 2,
        tables: &tables,
    };
    replayed(&task, 0, on_solution, |on_moves| {
        dispatch::run_many(&problem, Many::Window(lengths, on_moves), limits, observer).0
    })
}

/// Runs a search for many solutions and replays each before it is given on.
fn replayed(
    task: &Task,
    lower_bound: u32,
    on_solution: &mut dyn FnMut(&Verified) -> ControlFlow<()>,
    search: impl FnOnce(dispatch::OnSolution) -> Outcome,
) -> Result<Outcome, SolveError> {
    let mut wrong = None;
    let outcome =
        search(&mut |moves| match verify(task, Answer { moves, metric: Metric::Single, lower_bound }) {
            Ok(verified) => on_solution(&verified),
            Err(error) => {
                wrong = Some(error);
                ControlFlow::Break(())
            }
        });
    wrong.map_or(Ok(outcome), |error| Err(SolveError::Check(error)))
}

/// What came of looking for all shortest solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortest {
    /// The search for one of them, which found out their length. If it did not solve, no other was looked for.
    pub resolution: Resolution,
    /// How many there are, or how many were given if it stopped. [`u64::MAX`] stands for that many or more.
    pub count: u64,
    /// Why there may be more.
    pub stopped: Option<StopReason>,
    /// What the search for all of them cost, without the one for the length.
    pub stats: Stats,
}

impl Workshop<'_> {
    /// Finds out the length as [`Workshop::solve`] does, then gives every solution of that length to `on_solution`, in
    /// the order of successors, each once and each replayed, until it breaks. The limits are for both together.
    ///
    /// # Errors
    /// If the sizes differ, the request contradicts itself or is for a search that finds no shortest solution.
    pub fn all_shortest(
        &self,
        start: &Board,
        goal: &Goal,
        request: &Request,
        limits: &Limits,
        observer: &mut dyn Observer,
        on_solution: &mut dyn FnMut(&Verified) -> ControlFlow<()>,
    ) -> Result<Shortest, SolveError> {
        self.shortest(start, goal, request, limits, observer, |problem, task, length, limits, observer| {
            let mut count = 0;
            let mut counting = |verified: &Verified| {
                count += 1;
                on_solution(verified)
            };
            let outcome = replayed(task, length, &mut counting, |on_moves| {
                dispatch::run_many(problem, Many::Shortest(length, on_moves), limits, observer).0
            })?;
            Ok((outcome, count))
        })
    }

    /// Finds out the length as [`Workshop::solve`] does, then how many solutions have it, without listing them. The
    /// limits are for both together.
    ///
    /// # Errors
    /// If the sizes differ, the request contradicts itself or is for a search that finds no shortest solution.
    pub fn count_shortest(
        &self,
        start: &Board,
        goal: &Goal,
        request: &Request,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Shortest, SolveError> {
        self.shortest(start, goal, request, limits, observer, |problem, _, length, limits, observer| {
            Ok(dispatch::run_many(problem, Many::Counted(length), limits, observer))
        })
    }

    fn shortest(
        &self,
        start: &Board,
        goal: &Goal,
        request: &Request,
        limits: &Limits,
        observer: &mut dyn Observer,
        search: impl FnOnce(
            &Problem,
            &Task,
            u32,
            &Limits,
            &mut dyn Observer,
        ) -> Result<(Outcome, u64), SolveError>,
    ) -> Result<Shortest, SolveError> {
        if request.metric != Metric::Single {
            return Err(SolveError::Plan(PlanError::NotForPushes { option: "all" }));
        }
        let algorithm = plan(start.size(), request).map_err(SolveError::Plan)?.method.algorithm;
        if !algorithm.is_optimal() {
            return Err(SolveError::NotShortest(algorithm));
        }
        let resolution = self.solve_shortest(start, goal, request, limits, observer)?;
        let verified = match &resolution.verdict {
            Verdict::Solved(verified) => verified,
            other => {
                let stopped = if let Verdict::Stopped(reason) = other { Some(*reason) } else { None };
                return Ok(Shortest { resolution, count: 0, stopped, stats: Stats::default() });
            }
        };
        let length = verified.moves().len(Metric::Single) as u32;
        let heuristic = request.heuristic.clone().unwrap_or(HeuristicKind::LinearConflict.into());
        // The tables that found the length are at hand.
        let method = &resolution.plan.method;
        let job = Job { method, start, goal, tables: self.tables, proven: length };
        let patterns = dispatch::build(&job, limits, observer).unwrap_or_default();
        let problem = Problem {
            start,
            goal,
            order: request.order.unwrap_or_default(),
            heuristic: Some(&heuristic),
            patterns,
            // Every solution is wanted, those that go round a square the other way, too.
            fsm_depth: 2,
            tables: self.tables,
        };
        let left = limits.nodes.map(|nodes| nodes.saturating_sub(resolution.stats.expanded));
        let rest = Limits { nodes: left, ..limits.clone() };
        let (outcome, count) = search(&problem, verified.task(), length, &rest, observer)?;
        let stopped = match outcome.ending {
            Ending::Stopped(StopReason::Nodes(left)) => Some(StopReason::Nodes(limits.nodes.unwrap_or(left))),
            Ending::Stopped(reason) => Some(reason),
            Ending::Exhausted | Ending::Solved(_) => None,
        };
        Ok(Shortest { resolution, count, stopped, stats: outcome.stats })
    }
}
