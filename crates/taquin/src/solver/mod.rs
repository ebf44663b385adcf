//! The front door of the library: a [`Solver`] plans, searches and replays.
//!
//! ```
//! use taquin::Puzzle;
//! use taquin::solver::Solver;
//! let solver = Solver::builder().threads(1).build()?;
//! let puzzle: Puzzle = "0 1 3/4 2 5/7 8 6".parse()?;
//! println!("{}", solver.plan(&puzzle)?);
//! let outcome = solver.solve(&puzzle)?;
//! assert_eq!(outcome.solution.unwrap().len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithm;
mod anytime;
mod at_depth;
mod batch;
mod bound;
mod builder;
mod cost;
mod difficulty;
mod dispatch;
mod error;
mod game;
mod hints;
mod improver;
#[cfg(all(feature = "disk", feature = "serde"))]
mod journal;
mod many;
mod method;
mod options;
mod outcome;
mod plan;
#[cfg(feature = "serde")]
mod plan_report;
mod planner;
mod pool_search;
mod pushes;
mod recheck;
#[cfg(feature = "serde")]
mod report;
mod solution_memory;
mod solve_many;
mod strategy;
mod table;

pub use algorithm::Algorithm;
pub use at_depth::AtDepthError;
pub use bound::lower_bound;
pub use builder::SolverBuilder;
pub use difficulty::Difficulty;
pub use error::{PlanError, SolveError};
pub use game::Game;
pub use hints::{Hints, Remaining};
#[cfg(all(feature = "disk", feature = "serde"))]
pub use journal::{IterationProgress, Journal, JournalError, JournalFault};
pub use many::{Enumeration, Shortest};
pub use method::Method;
pub use options::{MethodOption, MethodOptions, OptionError};
pub use outcome::Outcome;
pub use plan::Plan;
#[cfg(feature = "serde")]
pub use plan_report::{ExpectationReport, PlanReport, StageReport};
#[cfg(all(feature = "disk", feature = "serde"))]
pub use pool_search::IterationSample;
pub use recheck::{Recheck, RecheckVerdict};
#[cfg(feature = "serde")]
pub use report::{
    Improved, ImprovementReport, MethodReport, MovesReport, Report, ReportKind, StatsReport, Status, StopWord,
};
pub use solution_memory::Bounds;
pub use solve_many::SolveMany;
pub use strategy::{Expectation, Stage, Strategy};

use crate::control::{Budget, Control};
use crate::direction::Direction;
use crate::goal::Goal;
use crate::goal_symmetry::GoalSymmetry;
use crate::heuristic::Manhattan;
use crate::large::Models;
use crate::metric::Metric;
use crate::proof::{Verified, lowest, verify_task};
use crate::puzzle::Puzzle;
use crate::search;
use crate::size::Size;
use crate::space::Workers;
use crate::tables::TableCache;
use planner::Planner;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Solves puzzles. Owns tables, threads and limits, and is cheap to clone: clones share their tables.
///
/// A solver gets faster by use: it counts the boards whose goals share tables and builds larger tables once they pay.
///
/// ```
/// use std::time::Duration;
/// use taquin::solver::{Algorithm, Solver};
/// use taquin::{HeuristicKind, Puzzle};
/// let solver = Solver::builder()
///     .time_limit(Duration::from_secs(10))
///     .algorithm(Algorithm::IdaStar)
///     .heuristic(HeuristicKind::LinearConflict)
///     .build()?;
/// let puzzle: Puzzle = "2 5 1 3/9 6 12 4/10 14 8 7/13 0 11 15".parse()?;
/// let outcome = solver.solve(&puzzle)?;
/// let solution = outcome.solution.unwrap();
/// assert_eq!((solution.len(), solution.is_optimal()), (22, true));
/// // Contradictions fail when the solver is built.
/// let error = Solver::builder()
///     .algorithm(Algorithm::BreadthFirst)
///     .heuristic(HeuristicKind::Manhattan)
///     .build()
///     .unwrap_err();
/// assert_eq!(error.to_string(), "heuristic: not supported by bfs");
/// assert_eq!(error.hint().unwrap(), "use astar, wastar, greedy, idastar or lockstep");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    shared: Arc<Shared>,
    config: Arc<Config>,
}

/// The state that clones share.
#[derive(Debug)]
struct Shared {
    tables: TableCache,
    /// The models of beam search.
    models: Models,
    /// The number of solved boards by what determines their tables.
    uses: Mutex<HashMap<TableUse, u64>>,
}

/// What determines the tables of a goal: its canonical size, its blank's canonical goal cell, and the metric.
type TableUse = (Size, usize, Metric);

impl Shared {
    fn new(tables: TableCache, models: Models) -> Arc<Shared> {
        Arc::new(Shared { tables, models, uses: Default::default() })
    }
}

/// The settings of a solver.
#[derive(Clone, Debug, Default)]
struct Config {
    options: MethodOptions,
    budget: Budget,
    /// The threads that search for one solution.
    workers: Workers,
    /// The expected number of boards, if it was given.
    boards: Option<u64>,
}

/// The most cells of a size with tables.
const COUNTED_CELLS: usize = 25;

impl Default for Solver {
    /// Builds a solver with default settings.
    fn default() -> Solver {
        let workers = Workers::all();
        let config = Config { workers, ..Config::default() };
        Solver { shared: Shared::new(TableCache::new(workers), Models::default()), config: Arc::new(config) }
    }
}

impl Solver {
    /// Builds a solver with default settings: all threads, no limits, tables in memory only.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Starts building a solver with other settings.
    pub fn builder() -> SolverBuilder {
        SolverBuilder::default()
    }

    /// Starts building a solver with some settings changed, which shares the tables of this one; settings of tables have
    /// no effect.
    pub fn to_builder(&self) -> SolverBuilder {
        SolverBuilder::sharing(Arc::clone(&self.shared), &self.config)
    }

    /// Returns a solver with other options for the method, which shares the tables of this one.
    ///
    /// # Errors
    /// If the options contradict each other.
    pub fn with_options(&self, options: MethodOptions) -> Result<Solver, PlanError> {
        planner::check(&options, self.config.budget)?;
        let config = Config { options, ..(*self.config).clone() };
        Ok(Solver { config: Arc::new(config), ..self.clone() })
    }

    /// Returns a solver that searches for one solution with this many threads, which shares the tables of this one.
    pub fn with_search_threads(&self, threads: usize) -> Solver {
        let config = Config { workers: Workers::new(threads), ..(*self.config).clone() };
        Solver { config: Arc::new(config), ..self.clone() }
    }

    /// Returns the tables, shared by all clones.
    pub fn tables(&self) -> &TableCache {
        &self.shared.tables
    }

    /// Returns the options of the method.
    pub fn options(&self) -> &MethodOptions {
        &self.config.options
    }

    /// Returns the limits of each solve.
    pub fn budget(&self) -> Budget {
        self.config.budget
    }

    fn planner(&self, goal: &Goal, budget: Budget) -> Planner<'_> {
        let Config { options, workers, boards, .. } = &*self.config;
        let boards = boards.unwrap_or_else(|| self.uses(goal, |used| *used + 1));
        Planner { options, tables: &self.shared.tables, workers: *workers, boards, budget }
    }

    fn note_use(&self, goal: &Goal) {
        self.uses(goal, |used| *used += 1);
    }

    /// Passes the number of solved boards whose goal shares its tables with this goal.
    fn uses<T>(&self, goal: &Goal, see: impl FnOnce(&mut u64) -> T) -> T {
        if goal.size().cells() > COUNTED_CELLS {
            return see(&mut 0);
        }
        let (size, blank) = GoalSymmetry::canonical(goal);
        let mut uses = self.shared.uses.lock().unwrap_or_else(PoisonError::into_inner);
        see(uses.entry((size, blank, self.config.options.metric)).or_default())
    }

    /// Chooses how to solve a puzzle.
    ///
    /// # Errors
    /// If the size does not support the options.
    pub fn plan<'a>(&'a self, puzzle: &'a Puzzle) -> Result<Plan<'a>, PlanError> {
        Plan::new(self, puzzle, false, self.config.budget)
    }

    /// Chooses how to find an optimal solution, however long that takes. If a limit is reached first, there is no solution.
    ///
    /// # Errors
    /// If the size does not support the options.
    pub fn plan_optimal<'a>(&'a self, puzzle: &'a Puzzle) -> Result<Plan<'a>, PlanError> {
        Plan::new(self, puzzle, true, self.config.budget)
    }

    /// Solves a puzzle: [plans](Solver::plan) it and [runs](Plan::run) the plan.
    ///
    /// # Errors
    /// If the size does not support the options; never because a limit was reached or the puzzle is unsolvable, which
    /// the [`Outcome`] reports.
    pub fn solve(&self, puzzle: &Puzzle) -> Result<Outcome, SolveError> {
        self.plan(puzzle)?.run(&Control::new())
    }

    /// Returns the first move of the best solution found within the limits; `None` if the board is the goal. For hints
    /// after every move of a player, keep a [`Game`] or [`Hints`], which remember solutions.
    ///
    /// # Errors
    /// If the puzzle is unsolvable, or the limits leave no solution.
    pub fn hint(&self, puzzle: &Puzzle) -> Result<Option<Direction>, SolveError> {
        Ok(self.solve(puzzle)?.into_solution()?.moves().iter().next())
    }

    /// Returns a lower bound on the length of every solution, without searching.
    pub fn lower_bound(&self, puzzle: &Puzzle) -> u32 {
        let (metric, tables) = (self.config.options.metric, self.tables().heuristics());
        bound::lower_bound_with(tables, puzzle.start(), puzzle.goal(), metric, bound::WALKING_BYTES)
    }
}

/// Solves one puzzle optimally, or as well as ten seconds allow if it has more than 16 cells. To solve several, keep a
/// [`Solver`].
///
/// ```
/// let puzzle: taquin::Puzzle = "0 1 3/4 2 5/7 8 6".parse()?;
/// let solution = taquin::solve(&puzzle)?;
/// assert_eq!((solution.len(), solution.is_optimal()), (4, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the puzzle is unsolvable; the error carries the argument.
pub fn solve(puzzle: &Puzzle) -> Result<Verified, SolveError> {
    match solve_at_once(puzzle) {
        Some(solution) => Ok(solution),
        None => Solver::new().solve(puzzle)?.into_solution(),
    }
}

/// Boards up to this many cells and this Manhattan distance are usually solved by IDA* before a table is built.
const AT_ONCE_CELLS: usize = 16;
const AT_ONCE_DISTANCE: u32 = 34;

/// As many nodes as the smallest tables take to build.
const AT_ONCE_NODES: u64 = 10_000_000;

/// Tries plain IDA*, which needs no preparation.
fn solve_at_once(puzzle: &Puzzle) -> Option<Verified> {
    solve_easy(puzzle, AT_ONCE_DISTANCE, AT_ONCE_NODES)
}

/// Tries plain IDA* on a board up to a Manhattan distance, within a number of nodes.
fn solve_easy(puzzle: &Puzzle, distance: u32, nodes: u64) -> Option<Verified> {
    let is_easy =
        puzzle.size().cells() <= AT_ONCE_CELLS && puzzle.start().manhattan(puzzle.goal()) <= distance;
    let task = is_easy.then(|| puzzle.task().ok()).flatten()?;
    let control = Control::new().node_limit(nodes);
    let found = search::ida_star(puzzle, &Manhattan::new(puzzle.goal()), &control);
    verify_task(task, found.moves?, Metric::Single, found.lower_bound).ok()
}
