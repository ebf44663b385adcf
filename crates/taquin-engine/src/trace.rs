//! `trace`: the steps of a search, recorded while it runs.

use super::api_error::ApiError;
use super::message::Message;
use super::method::MethodFields;
use super::puzzle::{PuzzleFields, tiles_json};
use super::solve::report;
use super::{Engine, Listener, Pace, progress_reporter};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use taquin::display::Counted;
use taquin::search::ChildStatus;
use taquin_lesson::trace::{
    Expansion, Node, OpenList, Recorded, Recording, RecordingError, Step, Trace as Steps, has_open_list,
};

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

/// How many nodes are returned by default, and at most.
const DEFAULT_NODES: usize = 2_000;
pub(super) const MAX_NODES: usize = 100_000;

/// The limits of a traced search.
const TIME: Duration = Duration::from_secs(5);
const NODES: u64 = 1_000_000;

impl Message for Trace {
    const NAME: &'static str = "trace";
    const PACE: Pace = Pace::Slow;

    fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, ApiError> {
        let puzzle = self.puzzle.read()?;
        let recording = Recording {
            puzzle: &puzzle,
            options: self.method.options(engine)?,
            bound: self.depth,
            max_nodes: self.most.unwrap_or(DEFAULT_NODES).min(MAX_NODES),
        };
        let control = progress_reporter::silent(engine, listener).node_limit(NODES);
        let recorded = recording.run(&engine.solver(TIME)?, &control)?;
        let queue = has_open_list(&recorded.method).then(|| queue(&recorded));
        let Recorded { trace, outcome, .. } = recorded;
        let expansions = |of: fn(Expansion) -> usize| trace.expansions().map(of).collect::<Value>();
        let mut answer = json!({
            "roots": trace.nodes.iter().enumerate().filter_map(root).collect::<Value>(),
            "nodes": nodes(&trace),
            "steps": steps(&trace),
            "open": expansions(|expansion| expansion.open),
            "closed": expansions(|expansion| expansion.closed),
            "queue": queue,
            "solution": trace.solution(),
            "meeting": trace.meeting(),
            "truncated": trace.is_truncated,
            // Depth-first search may find a solution that is too long to return; its steps are still useful.
            "result": outcome.as_ref().and_then(|outcome| report(&puzzle, outcome).ok()),
        });
        let mut notes = Vec::new();
        if let (None, Some(depth)) = (&outcome, self.depth) {
            notes.push(format!("no solution within {}", Counted(depth.into(), "move")));
        }
        if trace.is_truncated {
            let generated = outcome.as_ref().map(|outcome| format!(" of {}", outcome.stats.generated));
            let (shown, generated) = (trace.nodes.len(), generated.unwrap_or_default());
            notes.push(format!("only the first {shown}{generated} nodes are shown"));
        }
        let unfinished = outcome.as_ref().filter(|outcome| outcome.solution.is_none());
        if let Some(reason) = unfinished.and_then(|outcome| outcome.stopped) {
            notes.push(format!("the search did not finish: {reason}"));
        }
        if !notes.is_empty() {
            answer["said"] = notes.join("; ").into();
        }
        Ok(answer)
    }
}

/// Returns the board of a root. Every other node is one move away from its parent.
fn root((index, node): (usize, &Node)) -> Option<Value> {
    node.origin.is_none().then(|| json!({ "node": index, "board": tiles_json(&node.board) }))
}

/// Returns the nodes as columns: a large trace has a hundred thousand, and an object for each would take ten times the
/// memory.
fn nodes(trace: &Steps) -> Value {
    let nodes = || trace.nodes.iter();
    let status = |status| ChildStatus::ALL.iter().position(|&other| other == status);
    json!({
        "parent": nodes().map(|node| node.origin.map(|origin| origin.parent)).collect::<Value>(),
        "move": nodes().map(|node| node.origin.map_or('-', |origin| origin.direction.letter())).collect::<String>(),
        "h": nodes().map(|node| node.h).collect::<Value>(),
        "fate": nodes().map(|node| node.origin.and_then(|origin| status(origin.status))).collect::<Value>(),
    })
}

/// Returns the steps as columns: a letter for each, and its node or limit.
fn steps(trace: &Steps) -> Value {
    let column = |step: &Step| match *step {
        Step::Iteration { bound } => ('i', Some(bound as usize)),
        Step::Expand(Expansion { node, .. }) => ('e', Some(node)),
        Step::Child { node } => ('c', Some(node)),
        Step::Backtrack => ('b', None),
        Step::Goal { node } => ('g', Some(node)),
    };
    let (kinds, values): (String, Vec<Option<usize>>) = trace.steps.iter().map(column).unzip();
    json!({ "kind": kinds, "value": values })
}

/// Returns what is needed to show the open list after any step: the order of its nodes, those that were popped together,
/// and those that a shorter path replaced.
fn queue(recorded: &Recorded) -> Value {
    let children = recorded.trace.children();
    let mut open = OpenList::new(recorded);
    let mut popped = Vec::new();
    for (index, expansion) in recorded.trace.expansions().enumerate() {
        let others = open.expand(expansion.node, &children[expansion.node]);
        if !others.is_empty() {
            popped.push(json!({ "expansion": index, "nodes": others }));
        }
    }
    let nodes = 0..recorded.trace.nodes.len();
    let replaced = nodes.clone().filter_map(|node| open.replaced(node).map(|older| [older, node]));
    json!({
        "rank": nodes.clone().map(|node| open.rank(node)).collect::<Value>(),
        "popped": popped,
        "replaced": replaced.map(|pair| json!(pair)).collect::<Value>(),
    })
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
