//! `trace`: the steps of a search, as the search itself tells them.

use super::method::MethodFields;
use super::puzzle::{Puzzle, PuzzleFields};
use super::recorder::Recorder;
use super::refusal::Refusal;
use super::solve::report;
use super::{Engine, Listener};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use taquin::search::Limits;
use taquin::solver::{Algorithm, Verdict, plan};

/// A puzzle, a method, and how much to tell.
#[derive(Deserialize)]
pub struct Ask {
    #[serde(flatten)]
    puzzle: PuzzleFields,
    #[serde(flatten)]
    method: MethodFields,
    /// So many nodes are told.
    most: Option<usize>,
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
        let resolution = engine.workshop().solve(&start, &goal, &request, &limits, &mut recorder)?;
        if let Verdict::Solved(solution) = &resolution.verdict {
            recorder.arrive(goal.board(), solution.moves());
        }
        let recorded = recorder.finish();
        let mut answer = json!({
            "nodes": recorded.nodes,
            "steps": recorded.steps,
            "truncated": recorded.truncated,
            // Depth-first search may find more moves than can be told; its steps can be, all the same.
            "result": report(&start, &goal, &resolution).ok(),
        });
        if recorded.truncated {
            let (shown, made) = (recorded.nodes.len(), resolution.stats.generated);
            answer["said"] = format!("only the first {shown} of {made} nodes are shown").into();
        }
        Ok(answer)
    }
}

/// Does it take steps that can be told?
pub(super) const fn is_shown(algorithm: Algorithm) -> bool {
    !matches!(algorithm, Algorithm::Table) && !algorithm.has_first_answer()
}
