//! The methods that were asked for.

use super::args::MethodsArgs;
use crate::commands::method_spec::MethodSpec;
use crate::commands::policies::Policies;
use crate::exit::Failure;
use taquin::solver::Algorithm;
use taquin::{HeuristicKind, Metric};

/// Without any: blind search, and the two estimates that everybody learns first.
const USUAL: [&str; 4] = ["bfs", "astar:hamming", "astar:manhattan", "idastar:manhattan"];

/// The same in pushes, which fewer searches know.
const USUAL_IN_PUSHES: [&str; 1] = ["idastar:walking-distance"];

/// Those that were named, then all combinations.
///
/// # Errors
/// If one comes twice, or an option fits none of the searches.
pub(super) fn read(args: &MethodsArgs) -> Result<Vec<MethodSpec>, Failure> {
    let mut methods = args.named.clone();
    methods.extend(combinations(args)?);
    if methods.is_empty() {
        let usual = if args.metric == Metric::Single { &USUAL[..] } else { &USUAL_IN_PUSHES };
        let usual: Result<_, _> = usual.iter().map(|method| MethodSpec::read(method)).collect();
        return usual.map_err(Failure::input);
    }
    for (index, method) in methods.iter().enumerate() {
        if methods[..index].iter().any(|other| other.to_string() == method.to_string()) {
            return Err(Failure::input(format_args!("{method} is named twice")));
        }
    }
    Ok(methods)
}

/// Every search with every estimate and every policy that it can have.
fn combinations(args: &MethodsArgs) -> Result<Vec<MethodSpec>, Failure> {
    let has_policies = !args.duplicates.is_empty() || !args.ties.is_empty();
    let algorithms = match &args.algorithm[..] {
        [] if has_policies || !args.heuristic.is_empty() => &[Algorithm::AStar][..],
        named => named,
    };
    if !algorithms.is_empty() {
        let fits = |option: &str, is_asked: bool, takes: fn(Algorithm) -> bool| {
            if is_asked && !algorithms.iter().any(|&algorithm| takes(algorithm)) {
                return Err(Failure::input(format_args!("--{option}: none of the searches takes one")));
            }
            Ok(())
        };
        fits("heuristic", !args.heuristic.is_empty(), Algorithm::is_informed)?;
        fits("duplicates", !args.duplicates.is_empty(), Algorithm::is_best_first)?;
        fits("ties", !args.ties.is_empty(), Algorithm::is_best_first)?;
    }
    let mut found = Vec::new();
    for &algorithm in algorithms {
        let usual = if args.heuristic.is_empty() { &[HeuristicKind::Manhattan][..] } else { &args.heuristic };
        for heuristic in choices(usual, algorithm.is_informed()) {
            for duplicates in choices(&args.duplicates, algorithm.is_best_first()) {
                for ties in choices(&args.ties, algorithm.is_best_first()) {
                    let policies = Policies { duplicates, ties, ..Policies::default() };
                    found.push(MethodSpec::named(algorithm, heuristic, policies));
                }
            }
        }
    }
    Ok(found)
}

/// The values that were named, or none.
fn choices<T: Copy>(named: &[T], applies: bool) -> Vec<Option<T>> {
    if applies && !named.is_empty() { named.iter().copied().map(Some).collect() } else { vec![None] }
}
