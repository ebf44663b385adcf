//! `compare`: several methods on one board.

use super::api_error::ApiError;
use super::message::Message;
use super::method::{self, MethodFields};
use super::progress_reporter::ProgressReporter;
use super::puzzle::{Puzzle, PuzzleFields};
use super::{Engine, Listener, MAX_SECONDS, Pace};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::search::StopReason;
use taquin::solver::{Report, Request, Resolution};
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
        let Puzzle { start, goal } = self.puzzle.read()?;
        if !(1..=MAX_METHODS).contains(&self.methods.len()) {
            let found = self.methods.len();
            return Err(ApiError::bad_request(format_args!(
                "methods: {found} given (compare 1 to {MAX_METHODS})"
            )));
        }
        let time = method::time(self.seconds, DEFAULT_SECONDS, MAX_SECONDS / MAX_METHODS as u64)?;
        let requests: Vec<Request> = self.methods.iter().map(MethodFields::read).collect::<Result<_, _>>()?;
        let workshop = engine.workshop();
        // Report contradictory options before the first search starts.
        for request in &requests {
            let plan = workshop.plan(&start, &goal, request, &engine.limits(time));
            plan.map_err(|error| ApiError::bad_request(format_args!("{}: {error}", error.option())))?;
        }
        let mut rows = Vec::new();
        for request in &requests {
            let mut reporter = ProgressReporter::silent(listener);
            let resolution = workshop.solve(&start, &goal, request, &engine.limits(time), &mut reporter)?;
            if resolution.stopped == Some(StopReason::Asked) {
                return Err(ApiError::cancelled());
            }
            let row = row(&Report::new(&start, &goal, &resolution), &resolution);
            listener.event(json!({ "event": "row", "index": rows.len(), "row": &row }));
            rows.push(row);
        }
        let chart = chart(&rows).svg();
        Ok(json!({ "rows": rows, "chart": chart }))
    }
}

fn row(report: &Report, resolution: &Resolution) -> Value {
    let mut row = json!({
        "method": taquin_lesson::title(&resolution.plan.method),
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
            Group::new("longest queue", values("max_queue")),
        ],
    }
}
