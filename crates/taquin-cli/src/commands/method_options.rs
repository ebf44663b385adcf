//! The method that the options choose. Pattern databases are named; which tiles a name means depends on the goal.

use crate::args::MethodArgs;
use crate::choice::AlgorithmChoice;
use crate::exit::Failure;
use std::fs;
use std::num::NonZero;
use taquin::notation::DriverMethod;
use taquin::search::GoalTest;
use taquin::solver::{Algorithm, Request};
use taquin::tables::Partition;
use taquin::{Goal, HeuristicChoice, HeuristicKind};

/// The chosen method.
pub(super) struct MethodOptions {
    /// Everything except the pattern databases.
    pub(super) request: Request,
    patterns: Vec<String>,
    catalogue: Vec<Partition>,
}

impl MethodOptions {
    pub(super) fn read(args: &MethodArgs) -> Result<MethodOptions, Failure> {
        let request = Request {
            algorithm: match args.algorithm {
                AlgorithmChoice::Auto => None,
                AlgorithmChoice::Named(algorithm) => Some(algorithm),
            },
            heuristic: (!args.heuristic.is_empty())
                .then(|| HeuristicChoice::max_of(args.heuristic.iter().copied())),
            weight: args.weight,
            duplicates: args.duplicates,
            ties: args.ties,
            goal_test: args.goal_test,
            order: args.order,
            metric: args.metric,
            patterns: Vec::new(),
            gap: args.gap,
            beam_width: args.beam_width.map(NonZero::get),
        };
        let patterns = args.patterns.clone();
        let Some(path) = &args.catalogue else {
            return Ok(MethodOptions { request, patterns, catalogue: Vec::new() });
        };
        let fault = |error: &dyn std::fmt::Display| {
            Failure::input(format_args!("--catalogue: {}: {error}", path.display()))
        };
        let text = fs::read_to_string(path).map_err(|error| fault(&error))?;
        let catalogue = Partition::read(&text).map_err(|error| fault(&error))?;
        Ok(MethodOptions { request, patterns, catalogue })
    }

    /// Returns the request for a goal. A method given with the board applies unless an algorithm was chosen.
    pub(super) fn request(&self, goal: &Goal, method: Option<DriverMethod>) -> Result<Request, Failure> {
        let found = self.patterns.iter().map(|name| partition(goal, name, &self.catalogue, "patterns"));
        let patterns: Result<Vec<Partition>, Failure> = found.collect();
        let request = Request { patterns: patterns?, ..self.request.clone() };
        Ok(match method.filter(|_| request.algorithm.is_none()) {
            Some(method) => as_driver(request, method),
            None => request,
        })
    }
}

/// Applies the policies of the Columbia driver: moves in the order up, down, left, right, the goal test at expansion,
/// and Manhattan distance.
fn as_driver(request: Request, method: DriverMethod) -> Request {
    let algorithm = match method {
        DriverMethod::BreadthFirst => Algorithm::BreadthFirst,
        DriverMethod::DepthFirst => Algorithm::DepthFirst,
        DriverMethod::AStar => Algorithm::AStar,
        DriverMethod::IdaStar => Algorithm::IdaStar,
    };
    let needs_heuristic = algorithm.is_informed() && request.patterns.is_empty();
    let manhattan = || needs_heuristic.then(|| HeuristicKind::Manhattan.into());
    let selected = algorithm.has_goal_test().then_some(GoalTest::Selected);
    Request {
        algorithm: Some(algorithm),
        goal_test: request.goal_test.or(selected),
        order: request.order.or_else(|| "blank:UDLR".parse().ok()),
        heuristic: request.heuristic.clone().or_else(manhattan),
        ..request
    }
}

/// Returns a partition by name; `option` is the option that named it.
pub(super) fn partition(
    goal: &Goal,
    name: &str,
    catalogue: &[Partition],
    option: &str,
) -> Result<Partition, Failure> {
    Partition::named(goal, name, catalogue).ok_or_else(|| {
        let known = Partition::all(goal);
        let names: Vec<&str> = known.iter().map(Partition::name).collect();
        let size = goal.size();
        let failure = Failure::input(format_args!(
            "--{option}: no partition {name:?} for {size} with the blank of this goal"
        ));
        failure.hint(match names.is_empty() {
            true => "pattern databases need at least two rows and columns and at most 25 cells".to_owned(),
            false if option == "patterns" => {
                format!("use {}, or define others in a --catalogue", names.join(", "))
            }
            false => format!("use {}", names.join(", ")),
        })
    })
}
