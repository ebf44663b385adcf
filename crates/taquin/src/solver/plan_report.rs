//! The JSON object of a plan: which methods would run, and why.

use super::{Expectation, MethodReport, Plan, Report, Strategy};
use crate::gap::Gap;
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
    /// The last method; `None` if parity proves that the puzzle is unsolvable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<MethodReport>,
    /// The threads of the last method; 0 without one.
    pub threads: usize,
    /// Why it was chosen, or why there is none, as a sentence.
    pub reason: String,
    /// What it finds, as a sentence.
    pub finds: String,
    /// What it keeps in memory, as a sentence.
    pub memory: String,
    /// The bytes of its tables.
    pub bytes: u64,
    /// The name of the tables from which a proof that follows the first answers chooses, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof_tables: Option<String>,
    /// The expected times, where they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<ExpectationReport>,
    /// The time limit in seconds, given or by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<f64>,
    /// How much longer than optimal a solution may be at which the search stops, as a fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
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
        let report = PlanReport {
            kind: PlanReport::KIND.to_owned(),
            version: Report::VERSION,
            size: [start.size().rows(), start.size().cols()],
            start: start.numbers().collect(),
            goal: goal.board().numbers().collect(),
            stages: Vec::new(),
            method: None,
            threads: 0,
            reason: plan.reason(),
            finds: plan.finds().to_owned(),
            memory: "nothing".to_owned(),
            bytes: 0,
            proof_tables: None,
            expected: None,
            time_limit: None,
            gap: None,
        };
        if plan.unsolvable().is_some() {
            return report;
        }
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
            stages: stages.collect(),
            method: Some(MethodReport::from(&strategy.method)),
            threads: strategy.method.threads,
            memory: strategy.memory(),
            bytes: strategy.table_bytes,
            proof_tables: plan.proof_tables().map(|tables| tables.name().to_owned()),
            expected: strategy.stated_expectation().map(expected),
            time_limit: plan.time_limit().map(|limit| limit.as_secs_f64()),
            gap: plan.gap().map(Gap::fraction),
            ..report
        }
    }
}
