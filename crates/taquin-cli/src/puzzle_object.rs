//! The JSON object of a puzzle, extended by further fields.

use serde_json::{Value, json};
use taquin::solver::Report;
use taquin::{Board, Goal};

/// Returns the object of a puzzle of this kind, with additional fields.
pub(crate) fn puzzle_with(kind: &str, start: &Board, goal: &Goal, fields: Value) -> Value {
    let mut object = json!({
        "kind": kind,
        "version": Report::VERSION,
        "size": [start.size().rows(), start.size().cols()],
        "start": start.numbers().collect::<Vec<_>>(),
        "goal": goal.board().numbers().collect::<Vec<_>>(),
    });
    if let (Some(object), Value::Object(fields)) = (object.as_object_mut(), fields) {
        object.extend(fields);
    }
    object
}
