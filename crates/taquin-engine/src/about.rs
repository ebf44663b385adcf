//! `about`: what the engine supports, for the page's menus.

use super::api_error::ApiError;
use super::message::Message;
use super::method::AUTO;
use super::{Engine, Listener, MAX_SECONDS, MAX_SIDE, Pace, compare, trace};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::notation::Dialect;
use taquin::search::{ChildStatus, Duplicates, GoalTest, Ties};
use taquin::solver::{Algorithm, Hints, MethodOption};
use taquin::tables::PerfectKey;
use taquin::{HeuristicKind, Metric, NamedGoal};

/// A message without fields.
#[derive(Deserialize)]
pub(super) struct About {}

impl Message for About {
    const NAME: &'static str = "about";
    const PACE: Pace = Pace::Quick;

    fn answer(self, _: &Engine, _: &mut dyn Listener) -> Result<Value, ApiError> {
        let named = |name: &str, title: &str| json!({ "name": name, "title": title });
        let algorithm = |algorithm: &Algorithm| {
            json!({
                "name": algorithm.name(),
                "title": algorithm.title(),
                "optimal": algorithm.is_optimal(),
                "heuristic": algorithm.takes(MethodOption::Heuristic),
                "duplicates": algorithm.takes(MethodOption::Duplicates),
                "ties": algorithm.takes(MethodOption::Ties),
                "goal_test": algorithm.takes(MethodOption::GoalTest),
                "weight": algorithm.takes(MethodOption::Weight),
                "depth": *algorithm == Algorithm::DepthFirst,
                "trace": algorithm.has_steps(),
            })
        };
        let automatic = json!({
            "name": AUTO,
            "title": "automatic",
            "optimal": true,
            "heuristic": false,
            "duplicates": false,
            "ties": false,
            "goal_test": false,
            "weight": false,
            "depth": false,
            "trace": false,
        });
        let algorithms: Value =
            std::iter::once(automatic).chain(Algorithm::ALL.iter().map(algorithm)).collect();
        Ok(json!({
            "name": "taquin",
            "version": env!("CARGO_PKG_VERSION"),
            "limits": {
                "largest": [MAX_SIDE, MAX_SIDE],
                "seconds": MAX_SECONDS,
                "methods": compare::MAX_METHODS,
                "trace_nodes": trace::MAX_NODES,
                "explore_cells": PerfectKey::MOST_CELLS,
                "exact_cells": Hints::EXACT_CELLS,
            },
            "goals": NamedGoal::ALL.iter().map(|goal| goal.name()).collect::<Value>(),
            "algorithms": algorithms,
            "heuristics": HeuristicKind::ALL.iter().map(|kind| named(kind.name(), kind.title())).collect::<Value>(),
            "duplicates": Duplicates::ALL.iter().map(|policy| named(policy.name(), policy.title())).collect::<Value>(),
            "ties": Ties::ALL.iter().map(|policy| named(policy.name(), policy.title())).collect::<Value>(),
            "goal_tests": GoalTest::ALL.iter().map(|policy| named(policy.name(), policy.title())).collect::<Value>(),
            "metrics": Metric::ALL.iter().map(|metric| named(metric.name(), metric.title())).collect::<Value>(),
            "dialects": Dialect::ALL.iter().map(|dialect| named(dialect.name(), dialect.title())).collect::<Value>(),
            "fates": ChildStatus::ALL.iter().map(|status| named(status.name(), status.title())).collect::<Value>(),
        }))
    }
}
