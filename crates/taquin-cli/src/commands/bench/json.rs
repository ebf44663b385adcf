//! The results as one JSON object, which `--against` reads.

use super::baseline::Comparison;
use super::machine::{self, COMMIT, Machine};
use super::measurement::{MethodResult, Outcome, SuiteResult};
use serde_json::{Value, json};
use taquin_lesson::benchmark::{KIND, VERSION};

pub(super) fn object(results: &[SuiteResult], machine: &Machine, comparison: Option<&Comparison>) -> Value {
    let mut object = json!({
        "kind": KIND,
        "version": VERSION,
        "taquin": env!("CARGO_PKG_VERSION"),
        "commit": COMMIT,
        "date": machine::date(),
        "machine": {
            "processor": machine.processor,
            "threads": machine.threads,
            "bytes": machine.memory,
        },
        "complete": results.iter().all(SuiteResult::is_complete),
        "suites": results.iter().map(suite).collect::<Vec<_>>(),
    });
    if let Some(comparison) = comparison {
        object["against"] = comparison
            .lines
            .iter()
            .map(|line| {
                json!({
                    "suite": line.suite,
                    "method": line.method,
                    "count": line.boards,
                    "generated": { "before": line.nodes_before, "now": line.nodes_now },
                    "seconds": { "before": line.seconds_before, "now": line.seconds_now },
                })
            })
            .collect();
        object["differences"] = comparison
            .differences
            .iter()
            .map(|difference| {
                json!({
                    "suite": difference.suite,
                    "method": difference.method,
                    "board": difference.board,
                    "length": { "before": difference.before, "now": difference.now },
                })
            })
            .collect();
    }
    object
}

fn suite(result: &SuiteResult) -> Value {
    json!({
        "name": result.suite,
        "title": result.title,
        "count": result.suite_boards,
        "measured": result.boards.len(),
        "repeat": result.repeat,
        "disagreements": result.disagreements,
        "methods": result.entries.iter().map(|entry| method(result, entry)).collect::<Vec<_>>(),
    })
}

fn method(result: &SuiteResult, entry: &MethodResult) -> Value {
    let set_up = &entry.set_up;
    let boards: Vec<Value> = result
        .boards
        .iter()
        .zip(&entry.samples)
        .map(|(board, sample)| {
            let mut line = json!({ "name": board.name });
            match &sample.outcome {
                Outcome::Solved(length) => line["length"] = (*length).into(),
                Outcome::Stopped(reason) => line["stopped"] = reason.as_str().into(),
            }
            line["expanded"] = sample.expanded.into();
            line["generated"] = sample.generated.into();
            line["seconds"] = sample.seconds().into();
            if sample.runs.len() > 1 {
                line["runs"] = sample.runs.clone().into();
            }
            line
        })
        .collect();
    json!({
        "name": entry.method,
        "threads": entry.threads,
        "optimal": entry.is_optimal,
        "set_up": {
            "seconds": set_up.seconds,
            "built": set_up.built,
            "read": set_up.read,
            "on_demand": set_up.on_demand,
        },
        "bytes": entry.table_bytes,
        "timed_together": entry.timed_together,
        "solved": entry.solved(),
        "total_length": entry.moves(),
        "expanded": entry.expanded(),
        "generated": entry.generated(),
        "seconds": {
            "total": entry.seconds(),
            "mean": entry.mean_seconds(),
            "median": entry.median_seconds(),
            "max": entry.max_seconds(),
        },
        "boards": boards,
    })
}
