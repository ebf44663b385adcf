//! The methods of a comparison.

use super::args::MethodsArgs;
use crate::commands::method_spec::MethodSpec;
use crate::commands::policies::Policies;
use crate::exit::Failure;
use taquin::solver::{Algorithm, MethodOption};
use taquin::{Course, HeuristicKind, Metric};

/// Defaults: uninformed search, and the two heuristics of every textbook.
const DEFAULT: [&str; 4] = ["bfs", "astar:hamming", "astar:manhattan", "idastar:manhattan"];

/// Defaults for the multi metric, which few searches support.
const DEFAULT_MULTI: [&str; 1] = ["idastar:walking-distance"];

/// Returns the named methods, then all combinations.
///
/// # Errors
/// If a method is given twice, or an option applies to none of the searches.
pub(super) fn read(args: &MethodsArgs, course: Option<Course>) -> Result<Vec<MethodSpec>, Failure> {
    let mut methods = args.named.clone();
    methods.extend(combinations(args)?);
    if methods.is_empty() {
        let usual = if args.metric == Metric::Single { &DEFAULT[..] } else { &DEFAULT_MULTI };
        let own = course.filter(|_| args.metric == Metric::Single).and_then(method_of);
        let named = own.into_iter().chain(usual.iter().map(|&method| method.to_owned()));
        let usual: Result<_, _> = named.map(|method| MethodSpec::read(&method)).collect();
        return usual.map_err(Failure::input);
    }
    for (index, method) in methods.iter().enumerate() {
        if methods[..index].iter().any(|other| other.to_string() == method.to_string()) {
            return Err(Failure::input(format_args!("--method: {method} given twice")));
        }
    }
    Ok(methods)
}

/// Writes the method of a course as `--method` takes it, if the course prescribes one.
fn method_of(course: Course) -> Option<String> {
    let algorithm = course.method().algorithm?;
    let value = |option| course.policies().iter().find(|(other, _)| *other == option).map(|(_, value)| value);
    let mut text = algorithm.name().to_owned();
    if let Some(heuristic) = value(MethodOption::Heuristic) {
        text += &format!(":{heuristic}");
    }
    for (option, value) in course.policies() {
        let is_policy = !matches!(option, MethodOption::Algorithm | MethodOption::Heuristic);
        if is_policy && algorithm.takes(*option) {
            text += &format!(",{option}={value}");
        }
    }
    Some(text)
}

/// Returns every algorithm with every heuristic and policy that it supports.
fn combinations(args: &MethodsArgs) -> Result<Vec<MethodSpec>, Failure> {
    let has_policies = !args.duplicates.is_empty() || !args.ties.is_empty();
    let algorithms = match &args.algorithm[..] {
        [] if has_policies || !args.heuristic.is_empty() => &[Algorithm::AStar][..],
        named => named,
    };
    if !algorithms.is_empty() {
        let given = [
            (MethodOption::Heuristic, !args.heuristic.is_empty()),
            (MethodOption::Duplicates, !args.duplicates.is_empty()),
            (MethodOption::Ties, !args.ties.is_empty()),
        ];
        for (option, is_given) in given {
            if is_given && !algorithms.iter().any(|algorithm| algorithm.takes(option)) {
                return Err(Failure::input(format_args!(
                    "--{option}: not supported by any of the algorithms"
                )));
            }
        }
    }
    let mut found = Vec::new();
    for &algorithm in algorithms {
        let usual = if args.heuristic.is_empty() { &[HeuristicKind::Manhattan][..] } else { &args.heuristic };
        for heuristic in choices(usual, algorithm.takes(MethodOption::Heuristic)) {
            for duplicates in choices(&args.duplicates, algorithm.takes(MethodOption::Duplicates)) {
                for ties in choices(&args.ties, algorithm.takes(MethodOption::Ties)) {
                    let policies = Policies { duplicates, ties, ..Policies::default() };
                    found.push(MethodSpec::named(algorithm, heuristic, policies));
                }
            }
        }
    }
    Ok(found)
}

/// Returns the given values if they apply, or none.
fn choices<T: Copy>(named: &[T], applies: bool) -> Vec<Option<T>> {
    if applies && !named.is_empty() { named.iter().copied().map(Some).collect() } else { vec![None] }
}
