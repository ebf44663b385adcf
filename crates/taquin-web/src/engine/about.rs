//! `about`: what the engine can do.

use super::method::AUTO;
use super::refusal::Refusal;
use super::{Engine, Listener, MOST_SECONDS, MOST_SIDE, compare, trace};
use serde::Deserialize;
use serde_json::{Value, json};
use taquin::notation::Dialect;
use taquin::search::{ChildStatus, Duplicates, GoalTest, Ties};
use taquin::solver::{Algorithm, Hints};
use taquin::space::PuzzleSpace;
use taquin::{HeuristicKind, Metric, NamedGoal};
use taquin_lesson::trace::takes_steps;

/// Asks nothing more.
#[derive(Deserialize)]
pub struct Ask {}

impl Ask {
    pub(super) fn answer(self, _: &Engine, _: &mut dyn Listener) -> Result<Value, Refusal> {
        let named = |name: &str, title: &str| json!({ "name": name, "title": title });
        let algorithm = |algorithm: &Algorithm| {
            json!({
                "name": algorithm.name(),
                "title": algorithm.title(),
                "optimal": algorithm.is_optimal(),
                "heuristic": algorithm.is_informed(),
                "duplicates": algorithm.is_best_first(),
                "ties": algorithm.is_best_first(),
                "goal_test": algorithm.has_goal_test(),
                "weight": *algorithm == Algorithm::WeightedAStar,
                "depth": *algorithm == Algorithm::DepthFirst,
                "trace": takes_steps(*algorithm),
            })
        };
        let automatic = json!({
            "name": AUTO,
            "title": "what suits the board",
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
                "largest": [MOST_SIDE, MOST_SIDE],
                "seconds": MOST_SECONDS,
                "methods": compare::MOST_METHODS,
                "trace": [trace::MOST_SIDE, trace::MOST_SIDE],
                "trace_nodes": trace::USUAL_NODES,
                "explore_cells": PuzzleSpace::MOST_CELLS,
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
            "fates": ChildStatus::ALL.iter().map(|fate| named(fate.name(), fate.title())).collect::<Value>(),
        }))
    }
}
