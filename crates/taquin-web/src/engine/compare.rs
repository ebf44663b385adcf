//! `compare`: several methods on one board.

use super::method::{self, MethodFields};
use super::puzzle::{Puzzle, PuzzleFields};
use super::refusal::Refusal;
use super::watch::Watch;
use super::{Engine, Listener, MOST_SECONDS};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::search::StopReason;
use taquin::solver::{Report, Request, Resolution};
use taquin_plot::{Axis, BarChart, Group};

/// A puzzle, some methods, and the time that each of them has.
#[derive(Deserialize)]
pub struct Ask {
    #[serde(flatten)]
    puzzle: PuzzleFields,
    methods: Vec<MethodFields>,
    seconds: Option<f64>,
}

/// More do not fit on a page.
pub(super) const MOST_METHODS: usize = 12;

const USUAL_SECONDS: f64 = 5.0;

impl Ask {
    pub(super) fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, Refusal> {
        let Puzzle { start, goal } = self.puzzle.read()?;
        if !(1..=MOST_METHODS).contains(&self.methods.len()) {
            let found = self.methods.len();
            return Err(Refusal::bad(format_args!("{found} methods: compare 1 to {MOST_METHODS}")));
        }
        let time = method::time(self.seconds, USUAL_SECONDS, MOST_SECONDS / MOST_METHODS as u64)?;
        let requests: Vec<Request> = self.methods.iter().map(MethodFields::read).collect::<Result<_, _>>()?;
        let workshop = engine.workshop();
        // What contradicts itself is found before the first search.
        for request in &requests {
            let plan = workshop.plan(&start, &goal, request, &engine.limits(time));
            plan.map_err(|error| Refusal::bad(format_args!("{}: {error}", error.option())))?;
        }
        let mut rows = Vec::new();
        for request in &requests {
            let mut watch = Watch::silent(listener);
            let resolution = workshop.solve(&start, &goal, request, &engine.limits(time), &mut watch)?;
            if resolution.stopped == Some(StopReason::Asked) {
                return Err(Refusal::cancelled());
            }
            let row = row(&Report::new(&start, &goal, &resolution), &resolution);
            listener.hear(json!({ "event": "row", "index": rows.len(), "row": &row }));
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

/// The nodes of each method.
fn chart(rows: &[Value]) -> BarChart {
    let values = |name: &str| rows.iter().map(|row| row[name].as_f64()).collect::<Vec<_>>();
    let categories = rows.iter().map(|row| row["method"].as_str().unwrap_or_default().to_owned());
    BarChart {
        title: "nodes of each method on this board".to_owned(),
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
