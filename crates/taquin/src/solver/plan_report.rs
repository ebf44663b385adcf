//! The JSON object of a plan: which methods would run, and why.

use super::{Expectation, MethodReport, Plan, Report, Strategy};
use serde::{Deserialize, Serialize};

/// How a board would be solved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlanReport {
    /// Always `plan`.
    pub kind: String,
    /// The version of this format.
    pub version: u32,
    /// Rows and columns.
    pub size: [usize; 2],
    /// The start's tiles in row-major order.
    pub start: Vec<u16>,
    /// The goal's tiles in row-major order.
    pub goal: Vec<u16>,
    /// The stages that run first, in order.
    pub stages: Vec<StageReport>,
    /// The last method.
    pub method: MethodReport,
    /// The threads of the last method.
    pub threads: usize,
    /// Why it was chosen, as a sentence.
    pub reason: String,
    /// What it finds, as a sentence.
    pub finds: String,
    /// What it keeps in memory, as a sentence.
    pub memory: String,
    /// The bytes of its tables.
    pub bytes: u64,
    /// The expected times, where they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<ExpectationReport>,
}

/// A method with a node limit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StageReport {
    /// The method.
    pub method: MethodReport,
    /// Its threads.
    pub threads: usize,
    /// The most nodes that it expands.
    pub expanded: u64,
}

/// The expected times.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ExpectationReport {
    /// The seconds to build the first tables.
    pub set_up: f64,
    /// The seconds to search.
    pub seconds: f64,
    /// Whether the time is the mean of boards like this one, which can easily take ten times as long.
    pub is_average: bool,
}

impl PlanReport {
    /// The kind of the object.
    pub const KIND: &str = "plan";

    /// Builds the report of a plan.
    pub fn new(plan: &Plan) -> PlanReport {
        let (start, goal) = (plan.puzzle().start(), plan.puzzle().goal());
        let strategy: &Strategy = plan.strategy();
        let stages = strategy.first.iter().map(|stage| StageReport {
            method: MethodReport::from(&stage.method),
            threads: stage.method.threads,
            expanded: stage.nodes,
        });
        let expected = |&Expectation { set_up, search, is_certain }: &Expectation| ExpectationReport {
            set_up: set_up.as_secs_f64(),
            seconds: search.as_secs_f64(),
            is_average: !is_certain,
        };
        PlanReport {
            kind: PlanReport::KIND.to_owned(),
            version: Report::VERSION,
            size: [start.size().rows(), start.size().cols()],
            start: start.numbers().collect(),
            goal: goal.board().numbers().collect(),
            stages: stages.collect(),
            method: MethodReport::from(&strategy.method),
            threads: strategy.method.threads,
            reason: strategy.reason(),
            finds: strategy.finds().to_owned(),
            memory: strategy.memory(),
            bytes: strategy.table_bytes,
            expected: strategy.expected.as_ref().map(expected),
        }
    }
}
