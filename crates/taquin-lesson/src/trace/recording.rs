//! Runs a search and records its trace.

use super::{Recorder, Trace};
use std::fmt;
use std::ops::ControlFlow;
use taquin::search::{Ending, GoalTest, Limits, Observer};
use taquin::solver::{
    Algorithm, Enumeration, Method, Plan, PlanError, Request, Resolution, SolveError, Verdict, Workshop,
    enumerate, plan,
};
use taquin::{Board, Goal, HeuristicKind, Task};

/// A search to record.
#[derive(Clone, Debug)]
pub struct Recording<'a> {
    /// The start of the search.
    pub start: &'a Board,
    /// The goal of the search.
    pub goal: &'a Goal,
    /// The method.
    pub request: Request,
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
    pub resolution: Option<Resolution>,
}

/// Returns whether the search has steps that can be recorded.
pub const fn is_traceable(algorithm: Algorithm) -> bool {
    !matches!(algorithm, Algorithm::Table) && !algorithm.has_first_answer()
}

impl Recording<'_> {
    /// Runs the search to its end, or to a limit, and records up to `max_nodes` nodes.
    ///
    /// # Errors
    /// If the request contradicts itself, or the search cannot be recorded.
    pub fn run(
        mut self,
        workshop: &Workshop,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Recorded, RecordingError> {
        let planned = plan(self.start.size(), &self.request).map_err(RecordingError::Plan)?;
        let algorithm = planned.method.algorithm;
        if !is_traceable(algorithm) {
            return Err(RecordingError::NotTraceable(algorithm));
        }
        if self.bound.is_some() && algorithm != Algorithm::DepthFirst {
            return Err(RecordingError::NoDepthLimit(algorithm));
        }
        if self.bound.is_some() && planned.method.goal_test == Some(GoalTest::Selected) {
            return Err(RecordingError::DepthLimitWithGoalTest);
        }
        // Named explicitly, so that the solver does not try another method first.
        self.request.algorithm = Some(algorithm);
        let mut recorder = Recorder::new(observer, self.max_nodes);
        let task = Task::new(self.start.clone(), self.goal.clone());
        let resolution = match (self.bound, task) {
            (Some(bound), Ok(task)) => depth_limited(&task, bound, &planned, limits, &mut recorder),
            // Without a solution, the depth limit does not matter.
            _ => workshop.solve(self.start, self.goal, &self.request, limits, &mut recorder).map(Some),
        };
        let resolution = resolution.map_err(RecordingError::Solve)?;
        if let Some(Verdict::Solved(solution)) = resolution.as_ref().map(|resolution| &resolution.verdict) {
            recorder.found_goal(self.goal.board(), solution.moves());
        }
        let method = resolution.as_ref().map_or(&planned, |resolution| &resolution.plan).method.clone();
        Ok(Recorded { method, trace: recorder.finish(), resolution })
    }
}

/// Runs a depth-limited search. Returns `None` if there is no solution within the limit.
fn depth_limited(
    task: &Task,
    bound: u32,
    plan: &Plan,
    limits: &Limits,
    recorder: &mut Recorder,
) -> Result<Option<Resolution>, SolveError> {
    let order = plan.method.order;
    let heuristic = HeuristicKind::Zero.into();
    let enumeration =
        Enumeration { start: task.start(), goal: task.goal(), lengths: 0..=bound, order, heuristic };
    let mut found = None;
    let outcome = enumerate(&enumeration, limits, recorder, &mut |solution| {
        found = Some(solution.clone());
        ControlFlow::Break(())
    })?;
    let (verdict, lower_bound, stopped) = match (found, outcome.ending) {
        (Some(solution), _) => {
            let lower_bound = solution.lower_bound();
            (Verdict::Solved(solution), lower_bound, None)
        }
        (None, Ending::Stopped(reason)) => (Verdict::Stopped(reason), outcome.lower_bound, Some(reason)),
        (None, Ending::Solved(_) | Ending::Exhausted) => return Ok(None),
    };
    Ok(Some(Resolution { plan: plan.clone(), verdict, lower_bound, stopped, stats: outcome.stats }))
}

/// Why a search cannot be recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordingError {
    /// The request contradicts itself.
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
                write!(f, "not supported by {} (use {})", algorithm.name(), Algorithm::DepthFirst.name())
            }
            RecordingError::DepthLimitWithGoalTest => {
                write!(
                    f,
                    "{} does not work with a depth limit (use {})",
                    GoalTest::Selected,
                    GoalTest::Generated
                )
            }
            RecordingError::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordingError {}
