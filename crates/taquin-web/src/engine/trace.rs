//! `trace`: the steps of a search, as the search itself tells them.

use super::method::MethodFields;
use super::puzzle::{Puzzle, PuzzleFields};
use super::recorder::Recorder;
use super::refusal::Refusal;
use super::solve::report;
use super::{Engine, Listener};
use serde::Deserialize;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::time::Duration;
use taquin::search::{Ending, Limits};
use taquin::solver::{Algorithm, Enumeration, Plan, Resolution, Verdict, enumerate, plan};
use taquin::{HeuristicKind, Task};

/// A puzzle, a method, and how much to tell.
#[derive(Deserialize)]
pub struct Ask {
    #[serde(flatten)]
    puzzle: PuzzleFields,
    #[serde(flatten)]
    method: MethodFields,
    /// So many nodes are told.
    most: Option<usize>,
    /// Depth-first search goes no deeper.
    depth: Option<u32>,
}

/// Searches are watched on boards of up to so many rows, and columns.
pub(super) const MOST_SIDE: usize = 4;

/// So many nodes are told unless more are asked for, and so many at most.
pub(super) const USUAL_NODES: usize = 2_000;
const MOST_NODES: usize = 20_000;

/// A search whose steps are watched is given no more time and nodes.
const TIME: Duration = Duration::from_secs(5);
const NODES: u64 = 1_000_000;

impl Ask {
    pub(super) fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, Refusal> {
        let Puzzle { start, goal } = self.puzzle.read()?;
        let size = start.size();
        if size.rows().max(size.cols()) > MOST_SIDE {
            return Err(Refusal::unsupported(format_args!(
                "a search is shown step by step on boards of up to {MOST_SIDE}x{MOST_SIDE}, not on {size}"
            )));
        }
        let mut request = self.method.read()?;
        let planned = plan(size, &request)
            .map_err(|error| Refusal::bad(format_args!("{}: {error}", error.option())))?;
        let algorithm = planned.method.algorithm;
        if !is_shown(algorithm) {
            return Err(Refusal::unsupported(format_args!("{} has no steps to show", algorithm.title())));
        }
        // By its name, so that nothing else is tried first.
        request.algorithm = Some(algorithm);
        let most = self.most.unwrap_or(USUAL_NODES).min(MOST_NODES);
        let mut recorder = Recorder::new(listener, most);
        let limits = Limits { nodes: Some(NODES), ..engine.limits(TIME) };
        let task = match (self.depth, Task::new(start.clone(), goal.clone())) {
            (Some(_), _) if algorithm != Algorithm::DepthFirst => {
                return Err(Refusal::bad(format_args!("depth: {} has no bound", algorithm.title())));
            }
            (Some(depth), Ok(task)) => Some((depth, task)),
            // What has no solution within any bound is told like everything else.
            _ => None,
        };
        let resolution = match &task {
            Some((depth, task)) => bounded(task, *depth, &planned, &limits, &mut recorder)?,
            None => Some(engine.workshop().solve(&start, &goal, &request, &limits, &mut recorder)?),
        };
        if let Some(Verdict::Solved(solution)) = resolution.as_ref().map(|resolution| &resolution.verdict) {
            recorder.arrive(goal.board(), solution.moves());
        }
        let recorded = recorder.finish();
        let mut answer = json!({
            "nodes": recorded.nodes,
            "steps": recorded.steps,
            "truncated": recorded.truncated,
            // Depth-first search may find more moves than can be told; its steps can be, all the same.
            "result": resolution.as_ref().and_then(|resolution| report(&start, &goal, resolution).ok()),
        });
        let mut said = Vec::new();
        if let (None, Some((depth, _))) = (&resolution, &task) {
            said.push(format!("no solution has at most {depth} moves"));
        }
        if recorded.truncated {
            let made = resolution.as_ref().map(|resolution| format!(" of {}", resolution.stats.generated));
            let (shown, made) = (recorded.nodes.len(), made.unwrap_or_default());
            said.push(format!("only the first {shown}{made} nodes are shown"));
        }
        if !said.is_empty() {
            answer["said"] = said.join("; ").into();
        }
        Ok(answer)
    }
}

/// Depth-first search that turns back at a depth. `None` if there is no solution within it.
fn bounded(
    task: &Task,
    depth: u32,
    plan: &Plan,
    limits: &Limits,
    recorder: &mut Recorder,
) -> Result<Option<Resolution>, Refusal> {
    let order = plan.method.order;
    let heuristic = HeuristicKind::Zero.into();
    let enumeration =
        Enumeration { start: task.start(), goal: task.goal(), lengths: 0..=depth, order, heuristic };
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

/// Does it take steps that can be told?
pub(super) const fn is_shown(algorithm: Algorithm) -> bool {
    !matches!(algorithm, Algorithm::Table) && !algorithm.has_first_answer()
}
