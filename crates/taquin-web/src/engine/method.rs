//! The fields that choose a method, as names.

use super::api_error::ApiError;
use serde::Deserialize;
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;
use taquin::solver::Request;
use taquin::{HeuristicChoice, Metric};

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
    pub(super) fn read(&self) -> Result<Request, ApiError> {
        let heuristic: Option<HeuristicChoice> = parsed(self.heuristic.as_deref())?;
        let metric: Option<Metric> = parsed(self.metric.as_deref())?;
        Ok(Request {
            algorithm: parsed(self.algorithm.as_deref().filter(|name| *name != AUTO))?,
            heuristic,
            weight: parsed(self.weight.as_ref().map(ToString::to_string).as_deref())?,
            duplicates: parsed(self.duplicates.as_deref())?,
            ties: parsed(self.ties.as_deref())?,
            goal_test: parsed(self.goal_test.as_deref())?,
            order: parsed(self.order.as_deref())?,
            metric: metric.unwrap_or_default(),
            patterns: Vec::new(),
            gap: parsed(self.gap.as_ref().map(ToString::to_string).as_deref())?,
            beam_width: None,
        })
    }
}

/// Parses a name; the error of its type lists the valid names.
fn parsed<T: FromStr<Err: Display>>(name: Option<&str>) -> Result<Option<T>, ApiError> {
    name.map(|name| name.parse().map_err(ApiError::bad_request)).transpose()
}

/// Parses a time limit in seconds.
pub(super) fn time(seconds: Option<f64>, default: f64, max: u64) -> Result<Duration, ApiError> {
    let seconds = seconds.unwrap_or(default);
    let wrong = || ApiError::bad_request(format_args!("seconds: {seconds} is out of range (0 to {max})"));
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?;
    if time <= Duration::from_secs(max) { Ok(time) } else { Err(wrong()) }
}
