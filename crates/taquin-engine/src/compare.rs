//! `compare`: several methods on one board.

use super::api_error::ApiError;
use super::message::Message;
use super::method::{self, MethodFields};
use super::puzzle::PuzzleFields;
use super::{Engine, Listener, MAX_SECONDS, Pace, progress_reporter};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::control::StopReason;
use taquin::solver::{Outcome, Report, Solver};
use taquin_plot::{Axis, BarChart, Group};

/// A puzzle, the methods to compare, and the time limit of each.
#[derive(Deserialize)]
pub(super) struct Compare {
    #[serde(flatten)]
    puzzle: PuzzleFields,
    methods: Vec<MethodFields>,
    seconds: Option<f64>,
}

/// More rows would not fit on the page.
pub(super) const MAX_METHODS: usize = 12;

const DEFAULT_SECONDS: f64 = 5.0;

impl Message for Compare {
    const NAME: &'static str = "compare";
    const PACE: Pace = Pace::Streamed;

    fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, ApiError> {
        let puzzle = self.puzzle.read()?;
        if !(1..=MAX_METHODS).contains(&self.methods.len()) {
            let found = self.methods.len();
            return Err(ApiError::bad_request(format_args!(
                "methods: {found} given (compare 1 to {MAX_METHODS})"
            )));
        }
        let time = method::time(self.seconds, DEFAULT_SECONDS, MAX_SECONDS / MAX_METHODS as u64)?;
        let solvers = self.methods.iter().map(|method| method.solver(engine, time));
        let solvers: Vec<Solver> = solvers.collect::<Result<_, _>>()?;
        // Report contradictory options before the first search starts.
        for solver in &solvers {
            solver.plan(&puzzle)?;
        }
        let mut rows = Vec::new();
        for solver in &solvers {
            let outcome = solver.plan(&puzzle)?.run(&progress_reporter::silent(engine, listener))?;
            if outcome.stopped == Some(StopReason::Cancelled) {
                return Err(ApiError::cancelled());
            }
            let row = row(&Report::new(&puzzle, &outcome), &outcome);
            listener.event(json!({ "event": "row", "index": rows.len(), "row": &row }));
            rows.push(row);
        }
        let chart = chart(&rows).svg();
        Ok(json!({ "rows": rows, "chart": chart }))
    }
}

fn row(report: &Report, outcome: &Outcome) -> Value {
    let mut row = json!({
        "method": taquin_lesson::title(&outcome.method),
        "algorithm": report.method.algorithm,
        "status": report.status,
        "expanded": report.stats.expanded,
        "generated": report.stats.generated,
        "max_queue": report.stats.max_queue,
        "seconds": report.stats.seconds,
    });
    if let Some(heuristic) = &report.method.heuristic {
        row["heuristic"] = heuristic.as_str().into();
    }
    if let Some(length) = report.length {
        row["length"] = length.into();
    }
    if let Some(bound) = report.lower_bound {
        row["lower_bound"] = bound.into();
    }
    if let Some(stopped) = &report.stopped {
        row["stopped"] = json!(stopped);
    }
    if let Some(reason) = &report.reason {
        row["reason"] = reason.as_str().into();
    }
    row
}

/// Draws the node counts of each method.
fn chart(rows: &[Value]) -> BarChart {
    let values = |name: &str| rows.iter().map(|row| row[name].as_f64()).collect::<Vec<_>>();
    let categories = rows.iter().map(|row| row["method"].as_str().unwrap_or_default().to_owned());
    BarChart {
        title: "nodes per method on this board".to_owned(),
        subtitle: String::new(),
        axis: Axis::log("nodes"),
        categories: categories.collect(),
        groups: vec![
            Group::new("expanded", values("expanded")),
            Group::new("generated", values("generated")),
            Group::new("longest open list or path", values("max_queue")),
        ],
    }
}
