//! `trace`: the steps of a search, as the search itself tells them.

use super::method::MethodFields;
use super::puzzle::{Puzzle, PuzzleFields};
use super::refusal::Refusal;
use super::solve::report;
use super::watch::Watch;
use super::{Engine, Listener};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use taquin::search::Limits;
use taquin_lesson::trace::{Expansion, Node, Recorded, Recording, RecordingError, Step};

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
        let recording = Recording {
            start: &start,
            goal: &goal,
            request: self.method.read()?,
            bound: self.depth,
            most: self.most.unwrap_or(USUAL_NODES).min(MOST_NODES),
        };
        let limits = Limits { nodes: Some(NODES), ..engine.limits(TIME) };
        let recorded = recording.run(&engine.workshop(), &limits, &mut Watch::silent(listener))?;
        let Recorded { trace, resolution, .. } = recorded;
        let mut answer = json!({
            "nodes": trace.nodes.iter().map(node).collect::<Value>(),
            "steps": trace.steps.iter().map(step).collect::<Value>(),
            "truncated": trace.is_truncated,
            // Depth-first search may find more moves than can be told; its steps can be, all the same.
            "result": resolution.as_ref().and_then(|resolution| report(&start, &goal, resolution).ok()),
        });
        let mut said = Vec::new();
        if let (None, Some(depth)) = (&resolution, self.depth) {
            said.push(format!("no solution has at most {depth} moves"));
        }
        if trace.is_truncated {
            let made = resolution.as_ref().map(|resolution| format!(" of {}", resolution.stats.generated));
            let (shown, made) = (trace.nodes.len(), made.unwrap_or_default());
            said.push(format!("only the first {shown}{made} nodes are shown"));
        }
        if !said.is_empty() {
            answer["said"] = said.join("; ").into();
        }
        Ok(answer)
    }
}

/// Only roots have their board told: all others are a move away from their parents.
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
    object["fate"] = origin.map_or("root", |origin| origin.fate.name()).into();
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

impl From<RecordingError> for Refusal {
    fn from(error: RecordingError) -> Refusal {
        match error {
            RecordingError::Plan(error) => Refusal::bad(format_args!("{}: {error}", error.option())),
            RecordingError::NoSteps(_) => Refusal::unsupported(error),
            RecordingError::NoBound(_) => Refusal::bad(format_args!("depth: {error}")),
            RecordingError::BoundWithStack => Refusal::bad(format_args!("goal_test: {error}")),
            RecordingError::Solve(error) => error.into(),
        }
    }
}
