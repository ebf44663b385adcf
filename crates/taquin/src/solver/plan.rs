//! A plan: how one puzzle will be solved. It can be printed, and run.

use super::algorithm::Algorithm;
use super::anytime;
use super::dispatch::{self, Job};
use super::error::{PlanError, SolveError};
#[cfg(all(feature = "disk", feature = "serde"))]
use super::journal::{Journal, StoppingJournal};
use super::method::Method;
use super::outcome::Outcome;
use super::planner;
#[cfg(all(feature = "disk", feature = "serde"))]
use super::pool_search::{self, IterationSample};
use super::pool_search::{NoLog, SearchLog};
use super::strategy::{Reason, Strategy};
use super::{Solver, lowest};
use crate::board::Board;
use crate::control::{Budget, Control, StopReason};
use crate::display::{Bytes, Counted};
use crate::gap::Gap;
use crate::goal::Goal;
#[cfg(all(feature = "disk", feature = "serde"))]
use crate::metric::Metric;
use crate::parity::Unsolvable;
use crate::proof::verify_task;
use crate::puzzle::Puzzle;
use crate::search::SearchOutcome;
use crate::stats::Stats;
#[cfg(all(feature = "disk", feature = "serde"))]
use crate::tables::has_pool;
use crate::tables::{TableId, TableSet};
use crate::task::Task;
use std::fmt;
use std::time::Duration;

/// How one puzzle will be solved, returned by [`Solver::plan`]. `Display` explains it.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    solver: &'a Solver,
    puzzle: &'a Puzzle,
    strategy: Strategy,
    /// Whether only an optimal solution is accepted.
    is_strict: bool,
    /// The limits it was planned for.
    budget: Budget,
}

impl<'a> Plan<'a> {
    /// Plans for a budget.
    ///
    /// # Errors
    /// If the size does not support the options.
    pub(super) fn new(
        solver: &'a Solver,
        puzzle: &'a Puzzle,
        is_strict: bool,
        budget: Budget,
    ) -> Result<Plan<'a>, PlanError> {
        let (start, goal) = (puzzle.start(), puzzle.goal());
        let strategy = match is_strict {
            true => solver.planner(goal, budget).optimal(start, goal)?,
            false => solver.planner(goal, anytime::with_reserve(budget)).strategy(start, goal)?,
        };
        Ok(Plan { solver, puzzle, strategy, is_strict, budget })
    }

    /// Returns the methods that will be run.
    pub fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    pub(super) fn solver(&self) -> &'a Solver {
        self.solver
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// Returns why the puzzle is unsolvable, if that is known without running a method.
    pub(super) fn unsolvable(&self) -> Option<Unsolvable> {
        self.puzzle.task().err().filter(|_| self.strategy.method.algorithm != Algorithm::Lockstep)
    }

    /// Returns why the methods were chosen, or why none runs, in words.
    pub(super) fn reason(&self) -> String {
        self.unsolvable().map_or_else(|| self.strategy.reason(), |why| format!("unsolvable: {why}"))
    }

    /// Returns what the plan finds, in words.
    pub(super) fn finds(&self) -> &'static str {
        match self.unsolvable() {
            Some(_) => "no solution, without a search",
            None => self.strategy.finds(),
        }
    }

    /// Returns the time limit, given or by default.
    pub(super) fn time_limit(&self) -> Option<Duration> {
        self.budget.time.or(self.strategy.has_default_limit().then_some(StopReason::DEFAULT_TIME))
    }

    /// Returns how much longer than optimal a solution may be at which the search stops.
    pub(super) fn gap(&self) -> Option<Gap> {
        self.budget.gap
    }

    /// Runs the plan and replays the solution. Limits that the control does not set are those of the solver; if it sets
    /// others, the puzzle is planned again for them.
    ///
    /// If the method was left to the planner, there is a solution whatever the limits, unless memory does not suffice
    /// to store it. Parity decides beforehand whether the puzzle is solvable, except in [`Algorithm::Lockstep`], which
    /// decides it by searching.
    ///
    /// # Errors
    /// If there is a time limit and no clock, or a gap and an algorithm that does not support it; never because a limit was reached or the puzzle is unsolvable.
    pub fn run(&self, control: &Control) -> Result<Outcome, SolveError> {
        self.run_logged(&NoLog, control)
    }

    /// Runs the plan like [`run`](Plan::run), continues where the journal ends, and records in it what is done.
    ///
    /// # Errors
    /// As [`run`](Plan::run); also if the board has no search that can be resumed, or the journal cannot be written.
    #[cfg(all(feature = "disk", feature = "serde"))]
    pub fn run_with_journal(&self, journal: &Journal, control: &Control) -> Result<Outcome, SolveError> {
        self.run_journaled(journal, journal, control)
    }

    #[cfg(all(feature = "disk", feature = "serde"))]
    fn run_journaled(
        &self,
        journal: &Journal,
        log: &dyn SearchLog,
        control: &Control,
    ) -> Result<Outcome, SolveError> {
        let options = &self.solver.config.options;
        if !has_pool(self.puzzle.size()) || !options.is_open() || options.metric != Metric::Single {
            return Err(SolveError::NoJournal { size: self.puzzle.size() });
        }
        if let Some(refusal) = journal.refusal(self.puzzle) {
            return Err(SolveError::Journal(refusal));
        }
        let outcome = self.run_logged(log, control)?;
        // A proven answer is returned even if it could not be recorded.
        if outcome.stopped.is_none() {
            return Ok(outcome);
        }
        match journal.take_fault() {
            Some(fault) => Err(SolveError::Journal(fault)),
            None => Ok(outcome),
        }
    }

    /// Runs the plan with a journal until a long iteration begins, whose [parts](Journal::open_parts) can then be
    /// [assigned](Journal::assign) to other processes, or until the puzzle is solved.
    ///
    /// # Errors
    /// As [`run_with_journal`](Plan::run_with_journal).
    #[cfg(all(feature = "disk", feature = "serde"))]
    pub fn run_until_divided(&self, journal: &Journal, control: &Control) -> Result<Outcome, SolveError> {
        let log = StoppingJournal { journal, until_divided: true, is_over: &|| false };
        self.run_journaled(journal, &log, control)
    }

    /// Searches the parts that are assigned to a journal and not done, and records their results in it. Without a
    /// solution, the outcome is [exhausted](SearchOutcome::is_exhausted): there is none in these parts.
    ///
    /// # Errors
    /// If the board has no search that can be divided, or the journal cannot be written.
    #[cfg(all(feature = "disk", feature = "serde"))]
    pub fn run_parts(&self, journal: &Journal, control: &Control) -> Result<SearchOutcome, SolveError> {
        self.run_parts_until(journal, control, &|| false)
    }

    /// Searches parts like [`run_parts`](Plan::run_parts), and asks after each whether to stop. On one thread nothing
    /// that was searched is lost then; on several, the parts that the others are searching are.
    ///
    /// # Errors
    /// As [`run_parts`](Plan::run_parts).
    #[cfg(all(feature = "disk", feature = "serde"))]
    pub fn run_parts_until(
        &self,
        journal: &Journal,
        control: &Control,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<SearchOutcome, SolveError> {
        let (start, goal) = (self.puzzle.start(), self.puzzle.goal());
        let control = &control.started_within(self.solver.config.budget);
        if let Some(mismatch) = journal.mismatch(self.puzzle) {
            return Err(SolveError::Journal(mismatch));
        }
        let strategy = self.parts_strategy(control)?;
        let log = &StoppingJournal { journal, until_divided: false, is_over };
        let job = Job { method: &strategy.method, start, goal, tables: self.solver.tables(), log };
        let outcome = pool_search::run_open_parts(&job, control);
        match journal.take_fault() {
            Some(fault) => Err(SolveError::Journal(fault)),
            None => Ok(outcome),
        }
    }

    /// Estimates the nodes of an iteration with this f-limit from every `step`-th node of its frontier, with the views of
    /// the journal's last iteration, or of the first if it has none.
    ///
    /// # Errors
    /// If the board has no search that can be divided, the journal is of another puzzle, or a limit is reached.
    #[cfg(all(feature = "disk", feature = "serde"))]
    pub fn sample_iteration(
        &self,
        journal: &Journal,
        bound: u32,
        step: usize,
        control: &Control,
    ) -> Result<IterationSample, SolveError> {
        let (start, goal) = (self.puzzle.start(), self.puzzle.goal());
        let control = &control.started_within(self.solver.config.budget);
        if let Some(mismatch) = journal.mismatch(self.puzzle) {
            return Err(SolveError::Journal(mismatch));
        }
        let strategy = self.parts_strategy(control)?;
        let job = Job { method: &strategy.method, start, goal, tables: self.solver.tables(), log: journal };
        pool_search::sample(&job, bound, step, control).map_err(SolveError::Stopped)
    }

    /// Plans the search of parts, with the tables of their plan, however long those take to build.
    #[cfg(all(feature = "disk", feature = "serde"))]
    fn parts_strategy(&self, control: &Control) -> Result<Strategy, SolveError> {
        let (start, goal) = (self.puzzle.start(), self.puzzle.goal());
        let budget = Budget { time: None, ..control.budget() };
        let strategy = self.solver.planner(goal, budget).optimal(start, goal)?;
        match strategy.method.pool {
            true => Ok(strategy),
            false if has_pool(self.puzzle.size()) => Err(SolveError::Stopped(StopReason::Memory)),
            false => Err(SolveError::NoJournal { size: self.puzzle.size() }),
        }
    }

    fn run_logged(&self, log: &dyn SearchLog, control: &Control) -> Result<Outcome, SolveError> {
        let control = &control.started_within(self.solver.config.budget);
        match control.budget() == self.budget {
            true => self.run_started(log, control),
            false => Plan::new(self.solver, self.puzzle, self.is_strict, control.budget())?
                .run_started(log, control),
        }
    }

    fn run_started(&self, log: &dyn SearchLog, control: &Control) -> Result<Outcome, SolveError> {
        let Plan { solver, puzzle, strategy, is_strict, .. } = self;
        let options = &solver.config.options;
        let is_open = !is_strict && options.is_open();
        // A walk down a table that is in memory is done before a limit could stop it.
        let is_cached = || solver.tables().prepared(puzzle.goal(), options.metric, |_| ()).is_some();
        let is_at_once = is_open && strategy.reason == Reason::CachedTable && is_cached();
        let is_anytime = !is_strict && !is_at_once && (is_open || strategy.method.algorithm.is_anytime());
        let has_default_limit = is_anytime
            && strategy.method.algorithm == Algorithm::Improve
            && planner::has_default_limit(control.budget());
        if (has_default_limit || control.budget().time.is_some()) && !control.has_clock() {
            return Err(SolveError::NoClock);
        }
        if is_open {
            solver.note_use(puzzle.goal());
        }
        match puzzle.task() {
            Ok(task) if is_anytime => {
                anytime::solve(solver, &task, strategy, log, control, has_default_limit)
            }
            Err(why) if strategy.method.algorithm != Algorithm::Lockstep => Ok(Outcome {
                solution: None,
                unsolvable: Some(why),
                lower_bound: 0,
                stopped: None,
                method: strategy.method.clone(),
                stats: Stats::default(),
            }),
            task => {
                let outcome = self.carry_out(task, log, control)?;
                if is_at_once && let Some(solution) = &outcome.solution {
                    control.announce(solution);
                }
                Ok(outcome)
            }
        }
    }

    /// Returns the tables from which a proof that follows the first answers chooses, if there is time for one.
    pub(super) fn proof_tables(&self) -> Option<TableSet> {
        let (size, start, goal) = (self.puzzle.size(), self.puzzle.start(), self.puzzle.goal());
        let budget = Budget { gap: None, ..anytime::with_reserve(self.budget) };
        let is_followed = self.strategy.method.algorithm == Algorithm::Improve
            && anytime::can_be_proved(size, self.strategy.method.metric, self.time_limit())
            && self.solver.planner(goal, budget).optimal(start, goal).is_ok_and(|proof| proof.method.pool);
        is_followed.then(|| TableSet::named(&format!("{size}-pool"), goal).ok())?
    }

    /// Runs the strategy for an optimal solution or none.
    fn carry_out(
        &self,
        task: Result<Task, Unsolvable>,
        log: &dyn SearchLog,
        control: &Control,
    ) -> Result<Outcome, SolveError> {
        let (start, goal) = (self.puzzle.start(), self.puzzle.goal());
        let (found, method) = run_strategy(self.solver, start, goal, &self.strategy, log, control);
        let SearchOutcome { moves, lower_bound, stopped, stats } = found;
        let metric = method.metric;
        let outcome = |solution, unsolvable, lower_bound| {
            Ok(Outcome { solution, unsolvable, lower_bound, stopped, method, stats })
        };
        match (moves, task) {
            (Some(moves), Ok(task)) => {
                let verified = verify_task(task, moves, metric, lower_bound).map_err(SolveError::Check)?;
                let lower_bound = verified.lower_bound();
                outcome(Some(verified), None, lower_bound)
            }
            (None, _) if stopped.is_some() => {
                outcome(None, None, lower_bound.max(lowest(metric, start, goal)))
            }
            (None, Err(why)) => outcome(None, Some(why), 0),
            (Some(_), Err(_)) | (None, Ok(_)) => Err(SolveError::Contradiction),
        }
    }
}

/// Runs the stages of a strategy until one has a result; returns the method of that stage, too.
pub(super) fn run_strategy(
    solver: &Solver,
    start: &Board,
    goal: &Goal,
    strategy: &Strategy,
    log: &dyn SearchLog,
    control: &Control,
) -> (SearchOutcome, Method) {
    let tables = solver.tables();
    let mut so_far = Stats::default();
    let mut proved = control.lower_bound();
    let stages = strategy.first.iter().map(|stage| (&stage.method, Some(stage.nodes)));
    let mut stages = stages.chain([(&strategy.method, None)]);
    loop {
        let (method, nodes) = stages.next().unwrap_or((&strategy.method, None));
        let job = Job { method, start, goal, tables, log };
        let rest = control.after(&so_far, proved);
        let part = nodes.map_or_else(|| rest.clone(), |nodes| rest.within_nodes(nodes));
        let mut found = dispatch::run(&job, &part);
        found.stats.bytes += if method.has_tables() { tables.bytes() } else { 0 };
        so_far = so_far.followed_by(&found.stats);
        proved = proved.max(found.lower_bound);
        // A stage that reached its own node limit leaves the rest to the next.
        let gave_up = found.stopped == Some(StopReason::Nodes) && part.budget().nodes != rest.budget().nodes;
        if !gave_up {
            return (SearchOutcome { lower_bound: proved, stats: so_far, ..found }, method.clone());
        }
    }
}

impl fmt::Display for Plan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.unsolvable().is_some() {
            return write!(f, "method  none\nwhy     {}\nfinds   {}", self.reason(), self.finds());
        }
        self.strategy.explain(f, self.time_limit())?;
        if let Some(pool) = self.proof_tables() {
            let bytes = Bytes(pool.tables().iter().map(TableId::bytes).sum());
            let (name, count) = (pool.name(), Counted(pool.tables().len() as u64, "table"));
            write!(f, "\nproof   IDA* with patterns chosen for the board from {name}: {count}, {bytes}")?;
        }
        match self.gap() {
            Some(gap) => {
                write!(f, "\ngap     stops at a solution that is proven at most {gap} longer than optimal")
            }
            None => Ok(()),
        }
    }
}
