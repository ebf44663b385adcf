//! Runs a search and records it.

use super::{Recorder, Trace};
use std::fmt;
use std::ops::ControlFlow;
use taquin::search::{Ending, GoalTest, Limits, Observer};
use taquin::solver::{
    Algorithm, Enumeration, Method, Plan, PlanError, Request, Resolution, SolveError, Verdict, Workshop,
    enumerate, plan,
};
use taquin::{Board, Goal, HeuristicKind, Task};

/// What to record.
#[derive(Clone, Debug)]
pub struct Recording<'a> {
    /// Where the search begins.
    pub start: &'a Board,
    /// What it looks for.
    pub goal: &'a Goal,
    /// Which search.
    pub request: Request,
    /// Depth-first search turns back after so many moves.
    pub bound: Option<u32>,
    /// So many nodes are recorded.
    pub most: usize,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The search that was run.
    pub method: Method,
    /// The steps.
    pub trace: Trace,
    /// How it ended; `None` if there is no solution within the bound.
    pub resolution: Option<Resolution>,
}

/// Does it take steps that can be told?
pub const fn takes_steps(algorithm: Algorithm) -> bool {
    !matches!(algorithm, Algorithm::Table) && !algorithm.has_first_answer()
}

impl Recording<'_> {
    /// Searches to the end, or to a limit, and records the beginning.
    ///
    /// # Errors
    /// If the request contradicts itself, or has no steps that could be told.
    pub fn run(
        mut self,
        workshop: &Workshop,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Recorded, RecordingError> {
        let planned = plan(self.start.size(), &self.request).map_err(RecordingError::Plan)?;
        let algorithm = planned.method.algorithm;
        if !takes_steps(algorithm) {
            return Err(RecordingError::NoSteps(algorithm));
        }
        if self.bound.is_some() && algorithm != Algorithm::DepthFirst {
            return Err(RecordingError::NoBound(algorithm));
        }
        if self.bound.is_some() && planned.method.goal_test == Some(GoalTest::Selected) {
            return Err(RecordingError::BoundWithStack);
        }
        // By its name, so that nothing else is tried first.
        self.request.algorithm = Some(algorithm);
        let mut recorder = Recorder::new(observer, self.most);
        let task = Task::new(self.start.clone(), self.goal.clone());
        let resolution = match (self.bound, task) {
            (Some(bound), Ok(task)) => bounded(&task, bound, &planned, limits, &mut recorder),
            // What has no solution within any bound is told like everything else.
            _ => workshop.solve(self.start, self.goal, &self.request, limits, &mut recorder).map(Some),
        };
        let resolution = resolution.map_err(RecordingError::Solve)?;
        if let Some(Verdict::Solved(solution)) = resolution.as_ref().map(|resolution| &resolution.verdict) {
            recorder.arrive(self.goal.board(), solution.moves());
        }
        let method = resolution.as_ref().map_or(&planned, |resolution| &resolution.plan).method.clone();
        Ok(Recorded { method, trace: recorder.finish(), resolution })
    }
}

/// Depth-first search that turns back at a depth. `None` if there is no solution within it.
fn bounded(
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
        (None, _) => return Ok(None),
    };
    Ok(Some(Resolution { plan: plan.clone(), verdict, lower_bound, stopped, stats: outcome.stats }))
}

/// Why nothing was recorded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordingError {
    /// The request contradicts itself.
    Plan(PlanError),
    /// The search takes no steps that could be told.
    NoSteps(Algorithm),
    /// A bound was given to a search that has none.
    NoBound(Algorithm),
    /// A bound was given to depth-first search with a stack.
    BoundWithStack,
    /// There was no search.
    Solve(SolveError),
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordingError::Plan(error) => error.fmt(f),
            RecordingError::NoSteps(algorithm) => write!(f, "{} has no steps to show", algorithm.title()),
            RecordingError::NoBound(algorithm) => write!(f, "{} has no bound", algorithm.title()),
            RecordingError::BoundWithStack => {
                f.write_str("within a bound the goal is looked for as soon as a board is made")
            }
            RecordingError::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordingError {}
