//! `trace`: the steps of a search, recorded while it runs.

use super::api_error::ApiError;
use super::message::Message;
use super::method::MethodFields;
use super::puzzle::PuzzleFields;
use super::solve::report;
use super::{Engine, Listener, Pace, progress_reporter};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use taquin_lesson::trace::{Expansion, Node, Recorded, Recording, RecordingError, Step};

/// A puzzle, a method, and how many nodes to return.
#[derive(Deserialize)]
pub(super) struct Trace {
    #[serde(flatten)]
    puzzle: PuzzleFields,
    #[serde(flatten)]
    method: MethodFields,
    /// The largest number of nodes to return.
    most: Option<usize>,
    /// The depth limit of depth-first search.
    depth: Option<u32>,
}

/// The largest number of rows, and of columns, of a board whose search is traced.
pub(super) const MAX_SIDE: usize = 4;

/// How many nodes are returned by default, and at most.
pub(super) const DEFAULT_NODES: usize = 2_000;
const MAX_NODES: usize = 20_000;

/// The limits of a traced search.
const TIME: Duration = Duration::from_secs(5);
const NODES: u64 = 1_000_000;

impl Message for Trace {
    const NAME: &'static str = "trace";
    const PACE: Pace = Pace::Slow;

    fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, ApiError> {
        let puzzle = self.puzzle.read()?;
        let size = puzzle.size();
        if size.rows().max(size.cols()) > MAX_SIDE {
            return Err(ApiError::unsupported(format_args!(
                "size: searches are traced on boards up to {MAX_SIDE}x{MAX_SIDE}, not on {size}"
            )));
        }
        let recording = Recording {
            puzzle: &puzzle,
            options: self.method.options(engine)?,
            bound: self.depth,
            max_nodes: self.most.unwrap_or(DEFAULT_NODES).min(MAX_NODES),
        };
        let control = progress_reporter::silent(listener).node_limit(NODES);
        let Recorded { trace, outcome, .. } = recording.run(&engine.solver(TIME)?, &control)?;
        let mut answer = json!({
            "nodes": trace.nodes.iter().map(node).collect::<Value>(),
            "steps": trace.steps.iter().map(step).collect::<Value>(),
            "truncated": trace.is_truncated,
            // Depth-first search may find a solution that is too long to return; its steps are still useful.
            "result": outcome.as_ref().and_then(|outcome| report(&puzzle, outcome).ok()),
        });
        let mut notes = Vec::new();
        if let (None, Some(depth)) = (&outcome, self.depth) {
            notes.push(format!("no solution within {depth} moves"));
        }
        if trace.is_truncated {
            let generated = outcome.as_ref().map(|outcome| format!(" of {}", outcome.stats.generated));
            let (shown, generated) = (trace.nodes.len(), generated.unwrap_or_default());
            notes.push(format!("only the first {shown}{generated} nodes are shown"));
        }
        if !notes.is_empty() {
            answer["said"] = notes.join("; ").into();
        }
        Ok(answer)
    }
}

/// Only roots include their board: every other node is one move away from its parent.
fn node(node: &Node) -> Value {
    let origin = node.origin;
    let mut object = json!({
        "parent": origin.map(|origin| origin.parent),
        "move": origin.map(|origin| origin.direction.letter()),
        "tile": origin.map(|origin| origin.tile.number()),
        "g": node.g,
    });
    if let Some(h) = node.h {
        object["h"] = h.into();
        object["f"] = (node.g + h).into();
    }
    object["fate"] = origin.map_or("root", |origin| origin.status.name()).into();
    if origin.is_none() {
        object["board"] = node.board.numbers().collect();
    }
    object
}

fn step(step: &Step) -> Value {
    match step {
        Step::Iteration { bound } => json!({ "kind": "iteration", "bound": bound }),
        Step::Expand(Expansion { node, open, closed }) => {
            json!({ "kind": "expand", "node": node, "open": open, "closed": closed })
        }
        Step::Child { node } => json!({ "kind": "child", "node": node }),
        Step::Backtrack => json!({ "kind": "backtrack" }),
        Step::Goal { node } => json!({ "kind": "goal", "node": node }),
    }
}

impl From<RecordingError> for ApiError {
    fn from(error: RecordingError) -> ApiError {
        match error {
            RecordingError::Plan(error) => error.into(),
            RecordingError::NotTraceable(_) => ApiError::unsupported(error),
            RecordingError::NoDepthLimit(_) => {
                let hint = error.hint().unwrap_or_default();
                ApiError::bad_request(format_args!("depth: {error}; {hint}"))
            }
            RecordingError::DepthLimitWithGoalTest => {
                let hint = error.hint().unwrap_or_default();
                ApiError::bad_request(format_args!("goal_test: {error}; {hint}"))
            }
            RecordingError::Solve(error) => error.into(),
        }
    }
}
