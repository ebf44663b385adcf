//! The fields that choose a method, as names.

use super::Engine;
use super::api_error::ApiError;
use serde::Deserialize;
use std::fmt::Display;
use std::time::Duration;
use taquin::control::Budget;
use taquin::solver::{MethodOption, MethodOptions, Solver};

/// The fields that choose a method; the planner chooses those that are absent.
#[derive(Deserialize, Default, Clone)]
pub(super) struct MethodFields {
    algorithm: Option<String>,
    heuristic: Option<String>,
    metric: Option<String>,
    duplicates: Option<String>,
    ties: Option<String>,
    goal_test: Option<String>,
    order: Option<String>,
    weight: Option<Decimal>,
    gap: Option<Decimal>,
}

/// A decimal number; as text it stays exact.
#[derive(Deserialize, Clone)]
#[serde(untagged, expecting = "a number, or a number as text")]
enum Decimal {
    Number(serde_json::Number),
    Text(String),
}

impl Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Decimal::Number(number) => number.fmt(f),
            Decimal::Text(text) => text.fmt(f),
        }
    }
}

/// Leaves the choice to the planner, as if the field were absent.
pub(super) const AUTO: &str = "auto";

impl MethodFields {
    /// Builds a solver for the method.
    pub(super) fn solver(&self, engine: &Engine, time: Duration) -> Result<Solver, ApiError> {
        let weight = self.weight.as_ref().map(ToString::to_string);
        let fields = [
            (MethodOption::Algorithm, &self.algorithm),
            (MethodOption::Heuristic, &self.heuristic),
            (MethodOption::Metric, &self.metric),
            (MethodOption::Duplicates, &self.duplicates),
            (MethodOption::Ties, &self.ties),
            (MethodOption::GoalTest, &self.goal_test),
            (MethodOption::Order, &self.order),
            (MethodOption::Weight, &weight),
        ];
        let mut options = MethodOptions::default();
        for (option, value) in fields {
            if let Some(value) = value {
                options.set(option, value).map_err(ApiError::bad_request)?;
            }
        }
        let gap = self.gap.as_ref().map(|gap| gap.to_string().parse().map_err(ApiError::bad_request));
        let budget = Budget { gap: gap.transpose()?, ..engine.budget(time) };
        Ok(engine.solver.to_builder().options(options).budget(budget).build()?)
    }

    /// Reads the method without building a solver.
    pub(super) fn options(&self, engine: &Engine) -> Result<MethodOptions, ApiError> {
        Ok(self.solver(engine, Duration::MAX)?.options().clone())
    }
}

/// Parses a time limit in seconds.
pub(super) fn time(seconds: Option<f64>, default: f64, max: u64) -> Result<Duration, ApiError> {
    let seconds = seconds.unwrap_or(default);
    let wrong = || ApiError::bad_request(format_args!("seconds: {seconds} is out of range (0 to {max})"));
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?;
    if time <= Duration::from_secs(max) { Ok(time) } else { Err(wrong()) }
}
