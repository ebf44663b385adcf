//! Many solutions of one puzzle: all whose length is in a range, all optimal ones, or the number of those.
//!
//! The puzzle is solved first, so the optimal length is known. A path of that length cannot contain a cycle, so listing
//! needs no test for one, while enumeration in a window of lengths does. Counting goes layer by layer and adds up
//! paths, so its cost does not grow with the number of solutions, and its memory is that of the largest layer. All
//! three prune with any admissible heuristic.

use super::dispatch::{self, Job, Many, Problem};
use super::error::{PlanError, SolveError};
use super::outcome::Outcome;
use super::planner;
use super::pool_search::NoLog;
use super::{MethodOption, MethodOptions, Plan, Solver};
use crate::control::{Control, StopReason};
use crate::geometry::Order;
use crate::heuristic::{HeuristicChoice, HeuristicKind};
use crate::metric::Metric;
use crate::proof::{Verified, verify};
use crate::puzzle::Puzzle;
use crate::search::SearchOutcome;
use crate::stats::Stats;
use crate::task::Task;
use std::ops::{ControlFlow, RangeInclusive};

/// A request to enumerate solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumeration<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The lengths of the solutions.
    pub lengths: RangeInclusive<u32>,
    /// The order of successors, which is the order of the solutions.
    pub order: Order,
    /// The estimate that prunes paths that would be too long.
    pub heuristic: HeuristicChoice,
}

impl<'a> Enumeration<'a> {
    /// Enumerates in the default order, with linear conflict.
    pub fn new(puzzle: &'a Puzzle, lengths: RangeInclusive<u32>) -> Enumeration<'a> {
        let heuristic = HeuristicKind::LinearConflict.into();
        Enumeration { puzzle, lengths, order: Order::default(), heuristic }
    }
}

/// Runs a search for many solutions and replays each before passing it on.
fn replayed(
    task: &Task,
    lower_bound: u32,
    mut on_solution: impl FnMut(&Verified) -> ControlFlow<()>,
    search: impl FnOnce(dispatch::OnSolution) -> SearchOutcome,
) -> Result<SearchOutcome, SolveError> {
    let mut wrong = None;
    let outcome = search(&mut |moves| match verify(task, moves, Metric::Single, lower_bound) {
        Ok(verified) => on_solution(&verified),
        Err(error) => {
            wrong = Some(error);
            ControlFlow::Break(())
        }
    });
    wrong.map_or(Ok(outcome), |error| Err(SolveError::Check(error)))
}

/// The outcome of a search for all optimal solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortest {
    /// The search for one of them, which determines their length. If it has no optimal solution, the search for all was
    /// not run.
    pub first: Outcome,
    /// The number of optimal solutions, or the number passed on if the search stopped. [`u64::MAX`] stands for that
    /// many or more.
    pub count: u64,
    /// Why the search stopped before it found all, if it did.
    pub stopped: Option<StopReason>,
    /// The statistics of the search for all of them, without the one for the length.
    pub stats: Stats,
}

impl Solver {
    /// Passes every solution whose length is in a range and that visits no board twice to `on_solution`, each once and
    /// each replayed, until it breaks. The outcome has no moves; it is not stopped if all were passed on.
    ///
    /// # Errors
    /// Only because of a bug in this library.
    pub fn enumerate(
        &self,
        enumeration: &Enumeration,
        control: &Control,
        on_solution: impl FnMut(&Verified) -> ControlFlow<()>,
    ) -> Result<SearchOutcome, SolveError> {
        let Enumeration { puzzle, ref lengths, order, ref heuristic } = *enumeration;
        let control = &control.started_within(self.config.budget);
        let (start, goal) = (puzzle.start(), puzzle.goal());
        let Ok(task) = puzzle.task() else {
            return Ok(SearchOutcome { moves: None, lower_bound: 0, stopped: None, stats: Stats::default() });
        };
        let (patterns, tables) = (Vec::new(), self.tables());
        let heuristic = Some(heuristic);
        let problem = Problem { start, goal, order, heuristic, patterns, fsm_depth: 2, tables };
        replayed(&task, 0, on_solution, |on_moves| {
            dispatch::run_many(&problem, Many::Window(lengths, on_moves), control).0
        })
    }

    /// Finds the optimal length, then passes every solution of that length to `on_solution`, in the order of
    /// successors, each once and each replayed, until it breaks. The limits are for both together.
    ///
    /// ```
    /// use taquin::control::Control;
    /// use taquin::solver::Solver;
    /// use taquin::{Board, Goal, Puzzle};
    /// use std::ops::ControlFlow;
    /// let start = Board::from_flat(&[4, 3, 2, 1, 0, 5, 6, 7, 8])?;
    /// let goal = Goal::blank_first(start.size());
    /// let puzzle = Puzzle::new(start, goal).unwrap();
    /// let mut solutions = Vec::new();
    /// let all = Solver::new().all_shortest(&puzzle, &Control::new(), |solution| {
    ///     solutions.push(solution.moves().clone());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!((all.unwrap().count, solutions.len()), (2, 2));
    /// # Ok::<(), taquin::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// If the options are for a search that does not find optimal solutions, or count pushes.
    pub fn all_shortest(
        &self,
        puzzle: &Puzzle,
        control: &Control,
        on_solution: impl FnMut(&Verified) -> ControlFlow<()>,
    ) -> Result<Shortest, SolveError> {
        self.plan_shortest(puzzle)?.all_shortest(control, on_solution)
    }

    /// Finds the optimal length, then the number of solutions of that length, without listing them. The limits are for
    /// both together.
    ///
    /// # Errors
    /// If the options are for a search that does not find optimal solutions, or count pushes.
    pub fn count_shortest(&self, puzzle: &Puzzle, control: &Control) -> Result<Shortest, SolveError> {
        self.plan_shortest(puzzle)?.count_shortest(control)
    }

    /// Chooses how to find the length of the optimal solutions. The plan can be run for [all](Plan::all_shortest) of them
    /// or for their [number](Plan::count_shortest).
    ///
    /// # Errors
    /// If the options are for a search that does not find optimal solutions, or count pushes.
    pub fn plan_shortest<'a>(&'a self, puzzle: &'a Puzzle) -> Result<Plan<'a>, PlanError> {
        self.options().check_shortest()?;
        self.plan_optimal(puzzle)
    }
}

impl MethodOptions {
    /// Checks that all optimal solutions can be found, for any size and without planning.
    ///
    /// # Errors
    /// If the options are for a search that does not find optimal solutions, or count pushes.
    pub fn check_shortest(&self) -> Result<(), PlanError> {
        if self.is_set(MethodOption::Metric) {
            return Err(PlanError::AllPushes);
        }
        self.check_optimal()
    }

    /// Checks that optimal solutions can be found, for any size and without planning.
    ///
    /// # Errors
    /// If the options are for a search that does not find optimal solutions.
    pub fn check_optimal(&self) -> Result<(), PlanError> {
        match planner::requested_algorithm(self) {
            Some((algorithm, _)) if !algorithm.is_optimal() => Err(PlanError::NotOptimal(algorithm)),
            // The planner chooses searches that find optimal solutions.
            Some(_) | None => Ok(()),
        }
    }
}

/// Plans of [`Solver::plan_shortest`]. Other plans can stop at a solution that is not optimal; then there is nothing to count.
impl Plan<'_> {
    /// Finds the optimal length and passes every solution of that length on, as [`Solver::all_shortest`] does.
    ///
    /// # Errors
    /// As [`Plan::run`], and if the options are for a search that does not find optimal solutions, or count pushes.
    pub fn all_shortest(
        &self,
        control: &Control,
        mut on_solution: impl FnMut(&Verified) -> ControlFlow<()>,
    ) -> Result<Shortest, SolveError> {
        self.shortest(control, |problem, task, length, control| {
            let mut count = 0;
            let counting = |verified: &Verified| {
                count += 1;
                on_solution(verified)
            };
            let outcome = replayed(task, length, counting, |on_moves| {
                dispatch::run_many(problem, Many::Shortest(length, on_moves), control).0
            })?;
            Ok((outcome, count))
        })
    }

    /// Finds the optimal length and the number of solutions of that length, as [`Solver::count_shortest`] does.
    ///
    /// # Errors
    /// As [`Plan::run`], and if the options are for a search that does not find optimal solutions, or count pushes.
    pub fn count_shortest(&self, control: &Control) -> Result<Shortest, SolveError> {
        self.shortest(control, |problem, _, length, control| {
            Ok(dispatch::run_many(problem, Many::Count(length), control))
        })
    }

    fn shortest(
        &self,
        control: &Control,
        search: impl FnOnce(&Problem, &Task, u32, &Control) -> Result<(SearchOutcome, u64), SolveError>,
    ) -> Result<Shortest, SolveError> {
        let (solver, puzzle) = (self.solver(), self.puzzle());
        solver.options().check_shortest()?;
        let control = &control.started_within(solver.config.budget);
        let first = self.run(control)?;
        let Some(verified) = first.solution.as_ref().filter(|verified| verified.is_optimal()) else {
            let stopped = first.stopped;
            if first.solution.is_some() && stopped.is_none() {
                return Err(PlanError::NotOptimal(first.method.algorithm).into());
            }
            return Ok(Shortest { first, count: 0, stopped, stats: Stats::default() });
        };
        let length = verified.len() as u32;
        let options = solver.options();
        let heuristic = options.heuristic.clone().unwrap_or(HeuristicKind::LinearConflict.into());
        let (start, goal, tables) = (puzzle.start(), puzzle.goal(), solver.tables());
        // The tables of the first search are cached.
        let job = Job { method: &first.method, start, goal, tables, log: &NoLog };
        let patterns = tables.obtain(control, || dispatch::build(&job, control));
        let (_in_use, patterns) = patterns.unwrap_or_default();
        let order = options.order.unwrap_or_default();
        // Duplicate pruning would skip solutions, and every solution is wanted.
        let fsm_depth = 2;
        let problem =
            Problem { start, goal, order, heuristic: Some(&heuristic), patterns, fsm_depth, tables };
        let rest = control.after(&first.stats, length);
        let (outcome, count) = search(&problem, verified.task(), length, &rest)?;
        Ok(Shortest { first, count, stopped: outcome.stopped, stats: outcome.stats })
    }
}
