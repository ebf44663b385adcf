//! Runs a search and records its trace.

use super::{Recorder, Trace};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use taquin::control::Control;
use taquin::search::{GoalTest, Ties};
use taquin::solver::{Algorithm, Enumeration, Method, MethodOptions, Outcome, PlanError, SolveError, Solver};
use taquin::{Board, HeuristicKind, Puzzle};

/// A search to record.
#[derive(Clone, Debug)]
pub struct Recording<'a> {
    /// What to solve.
    pub puzzle: &'a Puzzle,
    /// The method.
    pub options: MethodOptions,
    /// The depth limit, for depth-first search only.
    pub bound: Option<u32>,
    /// The maximum number of recorded nodes.
    pub max_nodes: usize,
}

/// A recorded search.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The search that was run.
    pub method: Method,
    /// Its trace.
    pub trace: Trace,
    /// The result; `None` if there is no solution within the depth limit.
    pub outcome: Option<Outcome>,
}

/// Returns whether the search has steps that can be recorded.
pub const fn is_traceable(algorithm: Algorithm) -> bool {
    algorithm.has_steps()
}

impl Recording<'_> {
    /// Runs the search to its end, or to a limit, and records up to `max_nodes` nodes.
    ///
    /// # Errors
    /// If the options contradict each other, or the search cannot be recorded.
    pub fn run(mut self, solver: &Solver, control: &Control) -> Result<Recorded, RecordingError> {
        let Recording { puzzle, bound, max_nodes, .. } = self;
        let method = self.options.method(puzzle.size()).map_err(RecordingError::Plan)?;
        let algorithm = method.algorithm;
        if !is_traceable(algorithm) {
            return Err(RecordingError::NotTraceable(algorithm));
        }
        if bound.is_some() && algorithm != Algorithm::DepthFirst {
            return Err(RecordingError::NoDepthLimit(algorithm));
        }
        if bound.is_some() && method.goal_test == Some(GoalTest::Selected) {
            return Err(RecordingError::DepthLimitWithGoalTest);
        }
        // Named explicitly, so that the solver does not try another method first.
        self.options.algorithm = Some(algorithm);
        let solver = solver.with_options(self.options).map_err(RecordingError::Plan)?;
        let is_oldest_first = method.ties.is_some_and(|ties| ties != Ties::DeepFirst);
        let recorder = Recorder::new(max_nodes).oldest_first(is_oldest_first).roots(roots(algorithm, puzzle));
        let recorder = Mutex::new(recorder);
        let lock = || recorder.lock().unwrap_or_else(PoisonError::into_inner);
        let control = control.clone().on_trace(|event| lock().record(event));
        let outcome = match bound {
            Some(bound) if puzzle.is_solvable() => depth_limited(&solver, puzzle, bound, &method, &control),
            // Without a solution, the depth limit does not matter.
            _ => solver.plan(puzzle).map_err(SolveError::from).and_then(|plan| plan.run(&control)).map(Some),
        };
        let outcome = outcome.map_err(RecordingError::Solve)?;
        drop(control);
        let mut recorder = recorder.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(solution) = outcome.as_ref().and_then(|outcome| outcome.solution.as_ref()) {
            recorder.found_goal(puzzle.goal().board(), solution.moves());
        }
        let method = outcome.as_ref().map_or(method, |outcome| outcome.method.clone());
        Ok(Recorded { method, trace: recorder.finish(), outcome })
    }
}

/// Returns the boards that a search starts from, if there are several: the start first.
fn roots(algorithm: Algorithm, puzzle: &Puzzle) -> Vec<Board> {
    let start = puzzle.start();
    let other = match algorithm {
        Algorithm::Bidirectional => Some(puzzle.goal().board().clone()),
        Algorithm::Lockstep => start.twin(),
        _ => None,
    };
    other.map(|other| vec![start.clone(), other]).unwrap_or_default()
}

/// Runs a depth-limited search. Returns `None` if there is no solution within the limit.
fn depth_limited(
    solver: &Solver,
    puzzle: &Puzzle,
    bound: u32,
    method: &Method,
    control: &Control,
) -> Result<Option<Outcome>, SolveError> {
    let (order, heuristic) = (method.order, HeuristicKind::Zero.into());
    let enumeration = Enumeration { puzzle, lengths: 0..=bound, order, heuristic };
    let mut solution = None;
    let found = solver.enumerate(&enumeration, control, |verified| {
        solution = Some(verified.clone());
        ControlFlow::Break(())
    })?;
    if solution.is_none() && found.stopped.is_none() {
        return Ok(None);
    }
    let stopped = found.stopped.filter(|_| solution.is_none());
    let lower_bound = solution.as_ref().map_or(found.lower_bound, taquin::proof::Verified::lower_bound);
    let (unsolvable, method, stats) = (None, method.clone(), found.stats);
    Ok(Some(Outcome { solution, unsolvable, lower_bound, stopped, method, stats }))
}

/// Why a search cannot be recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordingError {
    /// The options contradict each other.
    Plan(PlanError),
    /// The search has no steps that can be recorded.
    NotTraceable(Algorithm),
    /// The search does not support a depth limit.
    NoDepthLimit(Algorithm),
    /// A depth limit does not work with the goal test on expansion.
    DepthLimitWithGoalTest,
    /// The search failed.
    Solve(SolveError),
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordingError::Plan(error) => error.fmt(f),
            RecordingError::NotTraceable(algorithm) => {
                write!(f, "{} has no steps to trace", algorithm.title())
            }
            RecordingError::NoDepthLimit(algorithm) => {
                write!(f, "not supported by {}", algorithm.name())
            }
            RecordingError::DepthLimitWithGoalTest => {
                write!(f, "{} does not work with a depth limit", GoalTest::Selected)
            }
            RecordingError::Solve(error) => error.fmt(f),
        }
    }
}

impl RecordingError {
    /// Returns what to do instead, if there is something.
    pub fn hint(&self) -> Option<String> {
        match self {
            RecordingError::Plan(error) => error.hint(),
            RecordingError::Solve(error) => error.hint(),
            RecordingError::NotTraceable(_) => None,
            RecordingError::NoDepthLimit(_) => Some(format!("use {}", Algorithm::DepthFirst.name())),
            RecordingError::DepthLimitWithGoalTest => Some(format!("use {}", GoalTest::Generated)),
        }
    }
}

impl std::error::Error for RecordingError {}
