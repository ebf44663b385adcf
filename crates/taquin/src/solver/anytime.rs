//! Anytime search: a solution at once, then shorter ones and larger lower bounds, until they meet or a limit is
//! reached.
//!
//! Invariant: every solution is replayed before it is reported, each is shorter than the one before, and the lower
//! bound never decreases. Boards of up to [`OPTIMAL_CELLS`] go to an optimal search; they get a constructed solution
//! first only if that search is expected to take long, or is stopped.
//!
//! Up to [`OPTIMAL_CELLS`] cells the plan for an optimal solution runs; a constructed solution comes first if that plan
//! is expected to take more than 5 ms, or afterwards if it was stopped. On larger boards the order is: a constructed
//! solution and a bound without search; a search without tables for 100,000 nodes, which solves easy boards of any
//! size; two quick rounds of the engines of `large/` (`improver.rs`); the optimal search for part of the time, if
//! `cost.rs` sees a chance or the gap is small, and otherwise a search without tables for a better lower bound; the
//! engines again, with growing effort; and the optimal search for the remaining time. Boards of 17 to 25 cells with a
//! minute or more are searched for an optimal solution to the end; before iterations that are expected to be long, they
//! are improved.
//!
//! The end of one engine's share is not the end of the solve; only the overall budget and cancellation are. A method
//! that the user has named is different: the question is then whether that method succeeds, so
//! [`Plan::run`](super::Plan::run) returns no solution if it is stopped. Without a limit or a gap, large boards get ten
//! seconds; the limit is in the library, so every front end has the same.

use super::algorithm::{Algorithm, Kind};
use super::bound::lower_bound_with;
use super::error::SolveError;
use super::improver::Improver;
use super::method::Method;
use super::options::MethodOptions;
use super::outcome::Outcome;
use super::plan::run_strategy;
use super::planner::Planner;
use super::pool_search::{SearchLog, StagedLog};
use super::strategy::Strategy;
use super::{Config, Solver, lowest};
use crate::control::{Budget, Control, StopReason};
use crate::gap::Gap;
use crate::geometry::Geometry;
use crate::goal::Goal;
use crate::heuristic::HeuristicKind;
use crate::large::{self, BeamWidth};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::proof::{Verified, verify};
use crate::search::SearchOutcome;
use crate::size::Size;
use crate::stats::Stats;
use crate::tables::has_pool;
use crate::task::Task;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

/// Up to this many cells an optimal solution is found in reasonable time.
pub(super) const OPTIMAL_CELLS: usize = 16;

/// Boards whose lower bound is at most this many moves first get a search without tables, for this many nodes: it
/// solves easy ones of any size and raises the lower bound of the others.
const PROBE_BOUND: u32 = 200;
const PROBE_NODES: u64 = 100_000;

/// Boards of up to this many cells get a search for this share of the time and of the nodes that only raises the lower
/// bound. On 6x6 it proves about six moves more than the first search.
const BOUNDING_CELLS: usize = 100;
const BOUNDING_SHARE: f64 = 0.1;

/// The share of the time for an optimal search between improvements, if it may finish within it.
const OPTIMAL_SHARE: f64 = 0.2;

/// The number of improvement steps before the first optimal search.
const FIRST_STEPS: u32 = 2;

/// Once a solution is within this many moves and a twentieth of the lower bound, the optimal search gets this share.
const CLOSE: usize = 2;
const CLOSE_SHARE: f64 = 0.5;

/// With at least this much time, a board of a size with a pool of partitions is proved optimal.
const PROOF_TIME: Duration = Duration::from_secs(60);

/// A stage of a proof. An optimal solution that is known before the last iteration saves that iteration, so beam search
/// gets a part of the proof's effort before long iterations: half of the nodes of the shortest of them.
struct ProofStage {
    /// The stage begins after this many nodes of beam search.
    improving_nodes: u64,
    /// It ends before an iteration that is expected to have more nodes.
    max_expected: u64,
}

const PROOF_STAGES: [ProofStage; 3] = [
    ProofStage { improving_nodes: 0, max_expected: 20_000_000 },
    ProofStage { improving_nodes: 10_000_000, max_expected: 500_000_000 },
    ProofStage { improving_nodes: 250_000_000, max_expected: u64::MAX },
];

/// The share of the time left that beam search gets before each stage.
const IMPROVING_SHARE: f64 = 0.1;

/// The assumed time left if there is no time limit.
const ASSUMED_TIME: Duration = Duration::from_secs(60);

/// The most memory of a constructed solution: this many moves for each cell and each row or column, every move twice,
/// plus this many bytes per cell.
const MOST_MOVES: u64 = 2;
const BYTES_PER_CELL: u64 = 200;

/// A construction goes on for this long even if it is cancelled, or if a limit is reached: boards of up to 60x60 take less.
const CANCELLED_CONSTRUCTION_TIME: Duration = Duration::from_millis(100);
const LIMITED_CONSTRUCTION_TIME: Duration = Duration::from_millis(500);

/// The memory of boards, neighbour tables and estimates that searches do not account for.
const OVERHEAD: u64 = 450_000;

/// Returns whether shorter solutions are followed by an optimal search to the end.
pub(super) fn can_be_proved(size: Size, metric: Metric, time_left: Option<Duration>) -> bool {
    has_pool(size) && metric == Metric::Single && time_left.is_none_or(|left| left >= PROOF_TIME)
}

/// Reserves memory for what searches do not account for.
pub(super) fn with_reserve(budget: Budget) -> Budget {
    Budget { memory: budget.memory.map(|memory| memory.saturating_sub(OVERHEAD)), ..budget }
}

/// No solution is constructed first if an optimal one is expected within this time; even ten times as long would be
/// short.
const SOON: Duration = Duration::from_millis(5);

/// The default beam width.
const DEFAULT_WIDTH: usize = 10_000;

/// Why the anytime search ended.
enum End {
    /// The solution is good enough.
    Done,
    /// A limit was reached, or the caller cancelled.
    Stopped(StopReason),
    /// A bug.
    Failed(SolveError),
}

/// Runs a strategy that can have a solution before it ends.
pub(super) fn solve(
    solver: &Solver,
    task: &Task,
    strategy: &Strategy,
    log: &dyn SearchLog,
    control: &Control,
    has_default_limit: bool,
) -> Result<Outcome, SolveError> {
    let control = match has_default_limit {
        true => control.within_time(StopReason::DEFAULT_TIME),
        false => control.clone(),
    };
    let config = &*solver.config;
    // The options of an optimal search.
    let options = MethodOptions { algorithm: None, beam_width: None, ..config.options.clone() };
    let mut anytime =
        Anytime { solver, config, task, options, control, strategy: strategy.clone(), log, incumbent: None };
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
    /// Has the counts and the lower bound so far, and the length of the incumbent.
    control: Control<'c>,
    strategy: Strategy,
    log: &'a dyn SearchLog,
    incumbent: Option<Verified>,
}

impl<'a, 'c> Anytime<'a, 'c> {
    fn run(&mut self) -> ControlFlow<End> {
        match self.strategy.method.algorithm.kind() {
            Kind::Search => self.prove(),
            Kind::Construction => self.construct_and_bound(),
            Kind::Beam => self.beam(),
            Kind::Anytime => self.improve(),
        }
    }

    /// Runs an optimal search; the constructed solution is the fallback.
    fn prove(&mut self) -> ControlFlow<End> {
        if self.control.budget().gap.is_some_and(|gap| gap != Gap::ZERO) {
            self.construct_and_bound()?;
        } else if self.strategy.expected.is_some_and(|expected| expected.set_up + expected.search > SOON) {
            // Not the best bound, which takes longer to compute than many searches.
            let bound = lowest(self.metric(), self.task.start(), self.task.goal());
            self.control.raise_lower_bound(bound);
            self.construct()?;
        }
        let strategy = self.strategy.clone();
        let reason = match self.optimal(&strategy, &self.control_beside_incumbent()) {
            Continue(reason) | Break(End::Stopped(reason)) => reason,
            Break(end) => return Break(end),
        };
        self.construct_and_bound()?;
        Break(End::Stopped(reason))
    }

    /// Finds a solution and improves it until it is optimal or a limit is reached.
    fn improve(&mut self) -> ControlFlow<End> {
        self.construct_and_bound()?;
        self.control.raise_lower_bound(self.log.lower_bound());
        if let Some(moves) = self.log.incumbent() {
            self.offer(moves)?;
        }
        self.poll()?;
        if self.control.lower_bound() <= PROBE_BOUND {
            let strategy = self.probe_strategy()?;
            self.optimal(&strategy, &self.control_beside_incumbent().within_nodes(PROBE_NODES))?;
        }
        let is_begun = self.log.open_iteration().is_some();
        let time = self.control.time_left().map(|left| left + self.control.elapsed());
        let is_in_time = can_be_proved(self.task.size(), self.metric(), time.filter(|_| !is_begun));
        if is_in_time && self.optimal_strategy(&self.control_beside_incumbent())?.method.pool {
            return self.improve_and_prove();
        }
        let mut improver = self.improver();
        let mut tried_optimal = false;
        for steps in 1.. {
            let control = self.improver_control();
            let Some(_) = self.improve_once(&mut improver, &control)? else { break };
            if !tried_optimal && steps >= FIRST_STEPS && (steps == FIRST_STEPS || self.is_close()) {
                tried_optimal = self.try_optimal(self.is_close())?;
            }
            if steps == FIRST_STEPS && !tried_optimal {
                self.raise_bound()?;
            }
        }
        let control = self.control_beside_incumbent();
        let strategy = self.optimal_strategy(&control)?;
        let reason = self.optimal(&strategy, &control)?;
        Break(End::Stopped(reason))
    }

    /// Alternates beam search and proof; each stage of the proof continues the last.
    fn improve_and_prove(&mut self) -> ControlFlow<End> {
        let log = StagedLog::new(self.log);
        let mut improver = self.improver();
        let mut improving_nodes = log.improving_nodes();
        let is_new = improving_nodes == 0;
        let mut reason = StopReason::Nodes;
        for ProofStage { improving_nodes: wanted, max_expected } in PROOF_STAGES {
            let share = self.control.time_left().map(|left| left.mul_f64(IMPROVING_SHARE));
            let end = share.map(|share| self.control.elapsed() + share);
            for steps in 1.. {
                let is_first = is_new && wanted == 0 && steps <= FIRST_STEPS;
                let left = end.map(|end| end.saturating_sub(self.control.elapsed()));
                if improving_nodes >= wanted && !is_first || left == Some(Duration::ZERO) {
                    break;
                }
                let control = self.improver_control();
                let control = left.map_or_else(|| control.clone(), |left| control.within_time(left));
                // Each beam takes several times the nodes of the one before: the last would exceed the limit of the stage.
                let control = match wanted.saturating_sub(improving_nodes) {
                    0 => control,
                    nodes => control.within_nodes(nodes),
                };
                let Some(nodes) = self.improve_once(&mut improver, &control)? else { break };
                improving_nodes += nodes;
                if let Err(reason) = log.improving(improving_nodes) {
                    return Break(End::Stopped(reason));
                }
            }
            log.set_max_expected(max_expected);
            let control = self.control_beside_incumbent();
            let strategy = self.optimal_strategy(&control)?;
            reason = self.search_logged(&strategy, &log, &control)?;
        }
        Break(End::Stopped(reason))
    }

    /// Runs the next step of improving; returns its nodes, or `None` if there is nothing left to try.
    fn improve_once(&mut self, improver: &mut Improver, control: &Control) -> ControlFlow<End, Option<u64>> {
        self.poll()?;
        let Some(incumbent) = &self.incumbent else { return Continue(None) };
        let Some(step) = improver.step(incumbent.moves(), control) else { return Continue(None) };
        let nodes = step.stats.expanded;
        self.add_step(step)?;
        Continue(Some(nodes))
    }

    /// Runs one beam search. The constructed solution is the fallback.
    fn beam(&mut self) -> ControlFlow<End> {
        self.construct_and_bound()?;
        self.poll()?;
        let control = self.improver_control();
        let mut improver = self.improver();
        let width = self.config.options.beam_width.map_or(DEFAULT_WIDTH, usize::from);
        let step = improver.beam(BeamWidth::Fixed(width), None, &control);
        let stopped = step.stopped;
        self.add_step(step)?;
        stopped.map_or(Continue(()), |reason| Break(End::Stopped(reason)))
    }

    /// Constructs a solution and computes the best lower bound without a search.
    fn construct_and_bound(&mut self) -> ControlFlow<End> {
        if self.incumbent.is_some() {
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

    /// Constructs a solution without a search.
    fn construct(&mut self) -> ControlFlow<End> {
        let bytes = construction_bytes(self.task.size());
        if self.control.budget().memory.is_some_and(|limit| bytes > limit) {
            return Break(End::Stopped(StopReason::Memory));
        }
        self.control = self.control.after(&Stats { bytes, ..Stats::default() }, 0);
        let (control, began) = (&self.control, self.control.elapsed());
        let mut stopped = None;
        let moves = large::construct_while(self.task, &mut || {
            // A solution is promised even without any time.
            let spent = control.elapsed().saturating_sub(began);
            if spent <= CANCELLED_CONSTRUCTION_TIME {
                return Continue(());
            }
            let is_over =
                |reason: &StopReason| *reason == StopReason::Cancelled || spent > LIMITED_CONSTRUCTION_TIME;
            stopped = control.check().err().filter(is_over);
            if stopped.is_some() { Break(()) } else { Continue(()) }
        });
        match (moves, stopped) {
            (None, Some(reason)) => Break(End::Stopped(reason)),
            (moves, _) => self.offer(moves.unwrap_or_default()),
        }
    }

    /// Plans a short search without tables.
    fn probe_strategy(&self) -> ControlFlow<End, Strategy> {
        let heuristic = match self.metric() {
            Metric::Single => HeuristicKind::LinearConflict,
            Metric::Multi => HeuristicKind::WalkingDistance,
        };
        let algorithm = Some(Algorithm::IdaStar);
        let options = MethodOptions { algorithm, heuristic: Some(heuristic.into()), ..self.options.clone() };
        self.planned(&options, self.control.budget_left())
    }

    /// Plans an optimal search within what a control leaves.
    fn optimal_strategy(&self, control: &Control) -> ControlFlow<End, Strategy> {
        self.planned(&self.options, control.budget_left())
    }

    fn planned(&self, options: &MethodOptions, budget: Budget) -> ControlFlow<End, Strategy> {
        // The gap does not apply to an optimal search.
        let budget = Budget { gap: None, ..budget };
        let planner = Planner { options, ..self.solver.planner(self.task.goal(), budget) };
        match planner.optimal(self.task.start(), self.task.goal()) {
            Ok(strategy) => Continue(strategy),
            Err(error) => Break(End::Failed(error.into())),
        }
    }

    /// Runs an optimal search for a share of the time, if it is promising: it may finish in time, or `is_close` holds,
    /// or its tables are built so fast that the better lower bound alone pays for them. Returns whether it was run.
    fn try_optimal(&mut self, is_close: bool) -> ControlFlow<End, bool> {
        let share = if is_close { CLOSE_SHARE } else { OPTIMAL_SHARE };
        let part = self.control.time_left().unwrap_or(ASSUMED_TIME).mul_f64(share);
        let mut control = self.control_beside_incumbent().within_time(part);
        if let Some(nodes) = control.budget().nodes {
            control = control.within_nodes((nodes as f64 * share) as u64);
        }
        let strategy = self.optimal_strategy(&control)?;
        let has_chance = strategy.expected.is_some_and(|expected| {
            // A board can easily be five times as easy as expected.
            let is_quick = expected.set_up + expected.search / 5 <= part;
            is_quick || expected.set_up <= part / 2 || is_close && expected.set_up <= part
        });
        if has_chance {
            self.optimal(&strategy, &control)?;
        }
        Continue(has_chance)
    }

    /// Runs a search without tables for a small part of the time, for a better lower bound.
    ///
    /// The search from the goal to the start proves 1.4 moves more on 6x6 with as many nodes, because the blank of the usual
    /// goal is in a corner. The search from the start goes on instead if it proves more with a few nodes.
    fn raise_bound(&mut self) -> ControlFlow<End> {
        let size = self.task.size();
        if size.cells() > BOUNDING_CELLS {
            return Continue(());
        }
        let time = self.control.time_left().unwrap_or(ASSUMED_TIME).mul_f64(BOUNDING_SHARE);
        let end = self.control.elapsed() + time;
        let nodes = self.control.budget().nodes.map(|nodes| (nodes as f64 * BOUNDING_SHARE) as u64);
        // Half of the nodes are for the choice of the end.
        let probe = Some(nodes.map_or(PROBE_NODES, |nodes| PROBE_NODES.min(nodes / 4)));
        let mut strategy = self.probe_strategy()?;
        strategy.method.fsm_depth = Geometry::usual_fsm_depth(size);
        self.search_back(&strategy, &self.bounding_control(end, probe))?;
        let proved = self.control.lower_bound();
        self.optimal(&strategy, &self.bounding_control(end, probe))?;
        if nodes.is_none() {
            // What several threads prove with a number of nodes depends on how they divide it.
            strategy.method.threads = self.config.workers.count();
        }
        let control = self.bounding_control(end, nodes.map(|nodes| nodes / 2));
        match self.control.lower_bound() > proved {
            true => self.optimal(&strategy, &control)?,
            false => self.search_back(&strategy, &control)?,
        };
        Continue(())
    }

    /// Returns the control for a search until a time, with at most a number of nodes.
    fn bounding_control(&self, end: Duration, nodes: Option<u64>) -> Control<'c> {
        let control = self.control_beside_incumbent();
        let control = control.within_time(end.saturating_sub(control.elapsed()));
        nodes.map_or_else(|| control.clone(), |nodes| control.within_nodes(nodes))
    }

    /// Runs an optimal search from the goal to the start.
    fn search_back(&mut self, strategy: &Strategy, control: &Control) -> ControlFlow<End, StopReason> {
        let (start, goal) = (self.task.goal().board(), Goal::from(self.task.start().clone()));
        let (found, method) = run_strategy(self.solver, start, &goal, strategy, self.log, control);
        let moves = found.moves.as_ref().map(Moves::inverse);
        self.after_optimal(SearchOutcome { moves, ..found }, method)
    }

    /// Returns whether the incumbent is so close to the lower bound that it may soon be proved optimal.
    fn is_close(&self) -> bool {
        let bound = self.control.lower_bound() as usize;
        self.incumbent
            .as_ref()
            .is_some_and(|incumbent| incumbent.len() - bound <= CLOSE + incumbent.len() / 20)
    }

    /// Runs an optimal search and returns why it stopped. Keeps the lower bound that it proved.
    fn optimal(&mut self, strategy: &Strategy, control: &Control) -> ControlFlow<End, StopReason> {
        self.search_logged(strategy, self.log, control)
    }

    fn search_logged(
        &mut self,
        strategy: &Strategy,
        log: &dyn SearchLog,
        control: &Control,
    ) -> ControlFlow<End, StopReason> {
        let (found, method) =
            run_strategy(self.solver, self.task.start(), self.task.goal(), strategy, log, control);
        self.after_optimal(found, method)
    }

    /// Keeps the lower bound and the solution of an optimal search; returns why it stopped.
    fn after_optimal(&mut self, found: SearchOutcome, method: Method) -> ControlFlow<End, StopReason> {
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

    /// Adds the result of an improvement step.
    fn add_step(&mut self, step: SearchOutcome) -> ControlFlow<End> {
        self.control = self.control.after(&step.stats, step.lower_bound);
        if let Some(moves) = step.moves {
            self.offer(moves)?;
        }
        self.continue_after(step.stopped)
    }

    /// Replaces the incumbent if the solution is shorter.
    fn offer(&mut self, moves: Moves) -> ControlFlow<End> {
        let metric = self.metric();
        if self.incumbent.as_ref().is_none_or(|incumbent| moves.len_in(metric) < incumbent.len()) {
            match verify(self.task, moves, metric, self.control.lower_bound()) {
                Ok(verified) => {
                    self.log.improved(verified.moves());
                    self.control.improve(self.incumbent.insert(verified));
                }
                Err(error) => return Break(End::Failed(SolveError::Check(error))),
            }
        }
        if self.control.is_good_enough() { Break(End::Done) } else { Continue(()) }
    }

    /// Decides after a search stopped whether everything must stop, or only that search.
    fn continue_after(&self, stopped: Option<StopReason>) -> ControlFlow<End> {
        if self.control.is_good_enough() {
            return Break(End::Done);
        }
        match stopped {
            // A journal that cannot be written ends everything: what follows would be lost.
            Some(reason @ (StopReason::Cancelled | StopReason::Journal)) => Break(End::Stopped(reason)),
            Some(StopReason::Time) if self.control.time_left() == Some(Duration::ZERO) => {
                Break(End::Stopped(StopReason::Time))
            }
            // A limit of that search alone.
            Some(
                StopReason::Nodes
                | StopReason::Time
                | StopReason::DefaultTime
                | StopReason::Memory
                | StopReason::NodeNumbers
                | StopReason::Gap
                | StopReason::Bound
                | StopReason::NoClock,
            )
            | None => Continue(()),
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

    /// Returns the control for work beside the incumbent.
    fn control_beside_incumbent(&self) -> Control<'c> {
        let kept =
            self.incumbent.as_ref().map_or(0, |incumbent| size_of_val(incumbent.moves().as_slice()) as u64);
        self.control.beside(kept + OVERHEAD)
    }

    /// Returns the control for work beside the incumbent and the tables.
    fn improver_control(&self) -> Control<'c> {
        self.control_beside_incumbent().beside(self.solver.tables().bytes())
    }

    fn improver(&self) -> Improver<'a> {
        Improver::new(self.task, self.metric(), &self.solver.shared.models, self.config.workers)
    }

    fn metric(&self) -> Metric {
        self.options.metric
    }

    fn outcome(self, stopped: Option<StopReason>) -> Result<Outcome, SolveError> {
        let Anytime { solver, task, options, control, strategy, incumbent, .. } = self;
        let tables = solver.tables().heuristics();
        let stats = Stats { elapsed: control.elapsed(), ..*control.before() };
        let method = strategy.method;
        match incumbent {
            Some(incumbent) => {
                let incumbent = incumbent.with_bound(control.lower_bound()).map_err(SolveError::Check)?;
                let lower_bound = incumbent.lower_bound();
                let (solution, unsolvable) = (Some(incumbent), None);
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

/// Returns the most bytes that constructing a solution takes: the moves, a copy of them without redundant moves, and
/// the board.
fn construction_bytes(size: Size) -> u64 {
    let (rows, cols) = (size.rows() as u64, size.cols() as u64);
    MOST_MOVES * rows * cols * (rows + cols) + BYTES_PER_CELL * rows * cols
}
