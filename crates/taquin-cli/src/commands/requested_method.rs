//! The method that the arguments ask for. Pattern databases are named; which tiles a name means depends on the goal.

use crate::args::MethodArgs;
use crate::choice::AlgorithmChoice;
use crate::exit::Failure;
use std::fs;
use taquin::notation::{DriverMethod, FileErrorKind};
use taquin::solver::{Algorithm, MethodOptions};
use taquin::tables::Partition;
use taquin::{Course, Goal, HeuristicChoice};

/// The method that the arguments ask for.
pub(super) struct RequestedMethod {
    /// Everything except the pattern databases.
    pub(super) options: MethodOptions,
    patterns: Vec<String>,
    catalogue: Vec<Partition>,
    /// The course whose method completes the options; none if the planner was asked to choose.
    course: Option<Course>,
}

impl RequestedMethod {
    pub(super) fn read(args: &MethodArgs, course: Option<Course>) -> Result<RequestedMethod, Failure> {
        let mut options = MethodOptions::default();
        options.algorithm = match args.algorithm {
            None | Some(AlgorithmChoice::Auto) => None,
            Some(AlgorithmChoice::Named(algorithm)) => Some(algorithm),
        };
        let course = course.filter(|_| args.algorithm != Some(AlgorithmChoice::Auto));
        options.heuristic =
            (!args.heuristic.is_empty()).then(|| HeuristicChoice::max_of(args.heuristic.iter().copied()));
        options.weight = args.weight;
        options.duplicates = args.duplicates;
        options.ties = args.ties;
        options.goal_test = args.goal_test;
        options.order = args.order;
        options.metric = args.metric;
        options.beam_width = args.beam_width;
        let patterns = args.patterns.clone();
        let Some(path) = &args.catalogue else {
            return Ok(RequestedMethod { options, patterns, catalogue: Vec::new(), course });
        };
        let fault = |error: &dyn std::fmt::Display| {
            Failure::input(format_args!("--catalogue: {}: {error}", path.display()))
        };
        let text = fs::read_to_string(path).map_err(|error| fault(&FileErrorKind::from(error)))?;
        let catalogue = Partition::read(&text).map_err(|error| fault(&error))?;
        Ok(RequestedMethod { options, patterns, catalogue, course })
    }

    /// Returns the options for a goal. A method given with the board applies unless an algorithm was chosen, and that of
    /// the course completes what is left open.
    pub(super) fn options(
        &self,
        goal: &Goal,
        method: Option<DriverMethod>,
    ) -> Result<MethodOptions, Failure> {
        let mut options = self.options.clone();
        let found = self.patterns.iter().map(|name| partition(goal, name, &self.catalogue, "patterns"));
        options.patterns = found.collect::<Result<Vec<Partition>, Failure>>()?;
        if let (Some(method), None) = (method, options.algorithm) {
            options.algorithm = Some(driver_algorithm(method));
            options = options.with_defaults(&Course::Columbia.method());
        }
        Ok(match self.course {
            Some(course) => options.with_defaults(&course.method()),
            None => options,
        })
    }
}

/// Returns the search of Columbia's driver.
fn driver_algorithm(method: DriverMethod) -> Algorithm {
    match method {
        DriverMethod::BreadthFirst => Algorithm::BreadthFirst,
        DriverMethod::DepthFirst => Algorithm::DepthFirst,
        DriverMethod::AStar => Algorithm::AStar,
        DriverMethod::IdaStar => Algorithm::IdaStar,
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
