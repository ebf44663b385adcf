//! Anytime search: a solution at once, then shorter ones and a larger lower bound, until both meet or a limit is reached.
//!
//! Invariant: every solution is replayed before anybody hears of it, each is shorter than the one before, and the lower
//! bound never falls. Boards of up to [`PROVEN_CELLS`] are left to an optimal search, and get a constructed solution first
//! only if that is expected to take a while, or is stopped.
//!
//! Up to [`PROVEN_CELLS`] cells the plan for an optimal solution runs; a constructed solution comes first if that plan
//! is expected to take more than 5 ms, or afterwards if it was stopped. On larger boards the order is: a constructed
//! solution and a bound without search; a search without tables for 100,000 nodes, which solves easy boards of any
//! size; two quick rounds of the engines of `large/` (`improver.rs`); the optimal search for part of the time, if
//! `cost.rs` sees a chance or the gap is small; the engines again, with growing effort; and the optimal search for the
//! remaining time.
//!
//! The end of one engine's share is not the end of the solve; only the overall budget and cancellation are. A method
//! that the user has named is different: the question is then whether that method succeeds, so
//! [`Plan::run`](super::Plan::run) returns no solution if it is stopped. Without a limit or a gap, large boards get ten
//! seconds; the limit is in the library, so every front end has the same.

use super::algorithm::Algorithm;
use super::bound::lower_bound_with;
use super::error::SolveError;
use super::improver::Improver;
use super::options::MethodOptions;
use super::outcome::Outcome;
use super::plan::run_strategy;
use super::planner::Planner;
use super::strategy::Strategy;
use super::{Config, Solver, lowest};
use crate::control::{Budget, Control, StopReason};
use crate::gap::Gap;
use crate::heuristic::HeuristicKind;
use crate::large::{self, BeamWidth};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::proof::{Verified, verify};
use crate::search::SearchOutcome;
use crate::size::Size;
use crate::stats::Stats;
use crate::task::Task;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

/// Up to this many cells an optimal solution is found in reasonable time.
pub(super) const PROVEN_CELLS: usize = 16;

/// Boards whose bound is at most this many moves are first given to a search without tables, for this many nodes: easy
/// ones are solved by then, whatever their size, and the others get a larger bound.
const GLIMPSE_BOUND: u32 = 200;
const GLIMPSE_NODES: u64 = 100_000;

/// An optimal search gets this part of the time before the solution is improved further, if it may be done by then.
const SLICE: f64 = 0.2;

/// The number of quick improvements that come first.
const FIRST_STEPS: u32 = 2;

/// Once a solution is within this many moves and a twentieth of the bound, the optimal search gets this part.
const CLOSE: usize = 2;
const CLOSE_SLICE: f64 = 0.5;

/// Taken for the time that is left where there is no limit.
const UNLIMITED: Duration = Duration::from_secs(60);

/// What a constructed solution takes at most: this many moves for each cell and each row or column, every move twice; and
/// this many bytes for each cell besides.
const MOST_MOVES: u64 = 2;
const BYTES_A_CELL: u64 = 200;

/// What boards, neighbour tables and estimates take besides what searches ask for.
const OVERHEAD: u64 = 450_000;

/// Leaves some memory for what searches do not ask for.
pub(super) fn spared(budget: Budget) -> Budget {
    Budget { memory: budget.memory.map(|memory| memory.saturating_sub(OVERHEAD)), ..budget }
}

/// No solution is constructed while an optimal one is expected after this time, even if it takes ten times as long.
const SOON: Duration = Duration::from_millis(5);

/// The default beam width.
const DEFAULT_WIDTH: usize = 10_000;

/// Why the work is over.
enum End {
    /// The solution is good enough.
    Done,
    /// A limit was reached, or the caller cancelled.
    Stopped(StopReason),
    /// A bug.
    Failed(SolveError),
}

/// Runs a strategy that may have a solution before it is done.
pub(super) fn solve(
    solver: &Solver,
    task: &Task,
    strategy: &Strategy,
    control: &Control,
    has_default_limit: bool,
) -> Result<Outcome, SolveError> {
    let control = match has_default_limit {
        true => control.within_time(StopReason::DEFAULT_TIME),
        false => control.clone(),
    };
    let config = &*solver.config;
    // What is asked of an optimal search.
    let options = MethodOptions { algorithm: None, beam_width: None, ..config.options.clone() };
    let mut anytime =
        Anytime { solver, config, task, options, control, strategy: strategy.clone(), best: None };
    let stopped = match anytime.run() {
        Continue(()) | Break(End::Done) => None,
        Break(End::Stopped(StopReason::Time)) if has_default_limit => Some(StopReason::DefaultTime),
        Break(End::Stopped(reason)) => Some(reason),
        Break(End::Failed(error)) => return Err(error),
    };
    anytime.outcome(stopped)
}

struct Anytime<'a, 'c> {
    solver: &'a Solver,
    config: &'a Config,
    task: &'a Task,
    options: MethodOptions,
    /// Knows what was counted and proved so far, and the length of the best solution.
    control: Control<'c>,
    strategy: Strategy,
    best: Option<Verified>,
}

impl<'c> Anytime<'_, 'c> {
    fn run(&mut self) -> ControlFlow<End> {
        match self.strategy.method.algorithm {
            Algorithm::Fast => self.first(),
            Algorithm::Beam => self.beam(),
            Algorithm::Improve => self.improve(),
            _ => self.prove(),
        }
    }

    /// Looks for an optimal solution; until that is found, and if it is not, any will do.
    fn prove(&mut self) -> ControlFlow<End> {
        if self.control.budget().gap.is_some_and(|gap| gap != Gap::ZERO) {
            self.first()?;
        } else if self.strategy.expected.is_some_and(|expected| expected.set_up + expected.search > SOON) {
            // Without the better bound, which takes longer than many a search.
            let bound = lowest(self.metric(), self.task.start(), self.task.goal());
            self.control.raise_lower_bound(bound);
            self.construct()?;
        }
        let strategy = self.strategy.clone();
        let reason = match self.optimal(&strategy, &self.left()) {
            Continue(reason) | Break(End::Stopped(reason)) => reason,
            Break(end) => return Break(end),
        };
        self.first()?;
        Break(End::Stopped(reason))
    }

    /// A solution, then a better one, and so on.
    fn improve(&mut self) -> ControlFlow<End> {
        self.first()?;
        self.poll()?;
        if self.control.lower_bound() <= GLIMPSE_BOUND {
            let strategy = self.glimpse()?;
            self.optimal(&strategy, &self.left().within_nodes(GLIMPSE_NODES))?;
        }
        let mut improver = Improver::new(self.task, self.metric(), self.config.workers);
        let mut is_tried = false;
        for steps in 1.. {
            self.poll()?;
            let control = self.improver_control();
            let Some(best) = &self.best else { break };
            let Some(step) = improver.step(best.moves(), &control) else { break };
            self.take(step)?;
            if !is_tried && steps >= FIRST_STEPS && (steps == FIRST_STEPS || self.is_close()) {
                is_tried = self.try_optimal(self.is_close())?;
            }
        }
        let control = self.left();
        let strategy = self.optimal_strategy(&control)?;
        let reason = self.optimal(&strategy, &control)?;
        Break(End::Stopped(reason))
    }

    /// One beam. Until it is done, or if it finds nothing, the solution is the constructed one.
    fn beam(&mut self) -> ControlFlow<End> {
        self.first()?;
        self.poll()?;
        let control = self.improver_control();
        let mut improver = Improver::new(self.task, self.metric(), self.config.workers);
        let width = self.config.options.beam_width.map_or(DEFAULT_WIDTH, usize::from);
        let step = improver.beam(BeamWidth::Fixed(width), None, &control);
        let stopped = step.stopped;
        self.take(step)?;
        stopped.map_or(Continue(()), |reason| Break(End::Stopped(reason)))
    }

    /// A constructed solution, and the best bound without a search.
    fn first(&mut self) -> ControlFlow<End> {
        if self.best.is_some() {
            return Continue(());
        }
        let most = self.control.budget().memory.map_or(u64::MAX, |memory| memory / 2);
        let bound = lower_bound_with(
            self.solver.tables().heuristics(),
            self.task.start(),
            self.task.goal(),
            self.metric(),
            most,
        );
        self.control.raise_lower_bound(bound);
        self.construct()
    }

    /// A solution that takes no search.
    fn construct(&mut self) -> ControlFlow<End> {
        let bytes = first_bytes(self.task.size());
        if self.control.budget().memory.is_some_and(|limit| bytes > limit) {
            return Break(End::Stopped(StopReason::Memory));
        }
        self.control = self.control.after(&Stats { bytes, ..Stats::default() }, 0);
        self.offer(large::construct(self.task))
    }

    /// A search without tables.
    fn glimpse(&self) -> ControlFlow<End, Strategy> {
        let heuristic = match self.metric() {
            Metric::Single => HeuristicKind::LinearConflict,
            Metric::Multi => HeuristicKind::WalkingDistance,
        };
        let algorithm = Some(Algorithm::IdaStar);
        let options = MethodOptions { algorithm, heuristic: Some(heuristic.into()), ..self.options.clone() };
        self.planned(&options, self.control.budget_left())
    }

    /// How to look for an optimal solution with what a control leaves.
    fn optimal_strategy(&self, control: &Control) -> ControlFlow<End, Strategy> {
        self.planned(&self.options, control.budget_left())
    }

    fn planned(&self, options: &MethodOptions, budget: Budget) -> ControlFlow<End, Strategy> {
        // An optimal search is wanted whatever the gap.
        let budget = Budget { gap: None, ..budget };
        let planner = Planner { options, ..self.solver.planner(self.task.size(), budget) };
        match planner.optimal(self.task.start(), self.task.goal()) {
            Ok(strategy) => Continue(strategy),
            Err(error) => Break(End::Failed(error.into())),
        }
    }

    /// Looks for an optimal solution for a part of the time, if it has a chance: it may be done by then, or `is_close`
    /// says so, or its tables are there so soon that they pay for the bound alone.
    fn try_optimal(&mut self, is_close: bool) -> ControlFlow<End, bool> {
        let share = if is_close { CLOSE_SLICE } else { SLICE };
        let part = self.control.time_left().unwrap_or(UNLIMITED).mul_f64(share);
        let mut control = self.left().within_time(part);
        if let Some(nodes) = control.budget().nodes {
            control = control.within_nodes((nodes as f64 * share) as u64);
        }
        let strategy = self.optimal_strategy(&control)?;
        let has_chance = strategy.expected.is_some_and(|expected| {
            // A board is easily five times as easy as expected.
            let is_quick = expected.set_up + expected.search / 5 <= part;
            is_quick || expected.set_up <= part / 2 || is_close && expected.set_up <= part
        });
        if has_chance {
            self.optimal(&strategy, &control)?;
        }
        Continue(has_chance)
    }

    /// Returns whether the solution is so good that it may soon be proved optimal.
    fn is_close(&self) -> bool {
        let bound = self.control.lower_bound() as usize;
        self.best.as_ref().is_some_and(|best| best.len() - bound <= CLOSE + best.len() / 20)
    }

    /// Runs an optimal search, and returns why it gave up. The bound that it proved stays.
    fn optimal(&mut self, strategy: &Strategy, control: &Control) -> ControlFlow<End, StopReason> {
        let (found, method) =
            run_strategy(self.solver, self.task.start(), self.task.goal(), strategy, control);
        self.control = self.control.after(&found.stats, found.lower_bound);
        match (found.moves, found.stopped) {
            (Some(moves), _) => {
                self.strategy.method = method;
                self.offer(moves)?;
                Break(End::Done)
            }
            (None, Some(reason)) => {
                self.continue_after(found.stopped)?;
                Continue(reason)
            }
            (None, None) => Break(End::Failed(SolveError::Contradiction)),
        }
    }

    /// Takes what an engine has found.
    fn take(&mut self, step: SearchOutcome) -> ControlFlow<End> {
        self.control = self.control.after(&step.stats, step.lower_bound);
        if let Some(moves) = step.moves {
            self.offer(moves)?;
        }
        self.continue_after(step.stopped)
    }

    /// Takes a solution if it is better than the one before.
    fn offer(&mut self, moves: Moves) -> ControlFlow<End> {
        let metric = self.metric();
        if self.best.as_ref().is_none_or(|best| moves.len_in(metric) < best.len()) {
            match verify(self.task, moves, metric, self.control.lower_bound()) {
                Ok(verified) => self.control.improve(self.best.insert(verified)),
                Err(error) => return Break(End::Failed(SolveError::Check(error))),
            }
        }
        if self.control.is_good_enough() { Break(End::Done) } else { Continue(()) }
    }

    /// After an engine that stopped: is all of it over, or only that engine's part?
    fn continue_after(&self, stopped: Option<StopReason>) -> ControlFlow<End> {
        if self.control.is_good_enough() {
            return Break(End::Done);
        }
        match stopped {
            Some(StopReason::Cancelled) => Break(End::Stopped(StopReason::Cancelled)),
            Some(StopReason::Time) if self.control.time_left() == Some(Duration::ZERO) => {
                Break(End::Stopped(StopReason::Time))
            }
            _ => Continue(()),
        }
    }

    /// Checks the node limit and polls the control.
    fn poll(&self) -> ControlFlow<End> {
        if self.control.budget().nodes == Some(0) {
            return Break(End::Stopped(StopReason::Nodes));
        }
        match self.control.check() {
            Ok(()) => Continue(()),
            Err(StopReason::Gap) => Break(End::Done),
            Err(reason) => Break(End::Stopped(reason)),
        }
    }

    /// What is left beside the solution.
    fn left(&self) -> Control<'c> {
        let kept = self.best.as_ref().map_or(0, |best| size_of_val(best.moves().as_slice()) as u64);
        self.control.beside(kept + OVERHEAD)
    }

    /// What is left beside solution and tables.
    fn improver_control(&self) -> Control<'c> {
        self.left().beside(self.solver.tables().bytes())
    }

    fn metric(&self) -> Metric {
        self.options.metric
    }

    fn outcome(self, stopped: Option<StopReason>) -> Result<Outcome, SolveError> {
        let Anytime { solver, task, options, control, strategy, best, .. } = self;
        let tables = solver.tables().heuristics();
        let stats = Stats { elapsed: control.elapsed(), ..*control.before() };
        let method = strategy.method;
        match best {
            Some(best) => {
                let best = best.with_bound(control.lower_bound()).map_err(SolveError::Check)?;
                let lower_bound = best.lower_bound();
                let (solution, unsolvable) = (Some(best), None);
                Ok(Outcome { solution, unsolvable, lower_bound, stopped, method, stats })
            }
            None if stopped.is_some() => {
                let least = lower_bound_with(tables, task.start(), task.goal(), options.metric, 0);
                let lower_bound = control.lower_bound().max(least);
                Ok(Outcome { solution: None, unsolvable: None, lower_bound, stopped, method, stats })
            }
            None => Err(SolveError::Contradiction),
        }
    }
}

/// The most bytes that a constructed solution takes while it is made: the moves, a copy of them without needless steps,
/// and what the board takes.
fn first_bytes(size: Size) -> u64 {
    let (rows, cols) = (size.rows() as u64, size.cols() as u64);
    MOST_MOVES * rows * cols * (rows + cols) + BYTES_A_CELL * rows * cols
}
