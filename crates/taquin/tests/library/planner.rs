//! The planner skips tables that the limits leave no memory or no time for.

use crate::common::options;
use std::time::Duration;
use taquin::control::{Budget, Control};
use taquin::scramble::Scrambler;
use taquin::solver::{Algorithm, Method, Solver, SolverBuilder, Strategy};
use taquin::tables::Partition;
use taquin::{Goal, HeuristicKind, Metric, Puzzle, Size};

fn random(rows: usize, cols: usize) -> Puzzle {
    let goal = Goal::rows(Size::new(rows, cols).unwrap());
    Puzzle::from(Scrambler::seeded(3).solvable(&goal))
}

/// Returns the methods of all stages, in order.
fn methods(strategy: &Strategy) -> Vec<&Method> {
    strategy.first.iter().map(|stage| &stage.method).chain([&strategy.method]).collect()
}

fn plan(builder: SolverBuilder, metric: Metric, (rows, cols): (usize, usize), budget: Budget) -> Strategy {
    let solver = builder.metric(metric).budget(budget).build().unwrap();
    solver.plan(&random(rows, cols)).unwrap().strategy().clone()
}

#[test]
fn no_table_is_begun_that_the_time_limit_would_stop() {
    let expecting = |boards| Solver::builder().threads(2).search_threads(1).expected_boards(boards);
    let within = |seconds| Budget { time: Some(Duration::from_secs(seconds)), ..Budget::default() };
    let largest =
        |budget| methods(&plan(expecting(10_000), Metric::Single, (4, 4), budget))[0].pattern_names();
    assert_eq!([largest(Budget::default()), largest(within(600))], ["7-8", "7-8"]);
    assert_eq!(largest(within(1)), "6-6-3");
    let of = |metric, budget| plan(expecting(1_000_000), metric, (3, 4), budget).method.algorithm;
    for metric in [Metric::Single, Metric::Multi] {
        assert_eq!(of(metric, within(60)), Algorithm::Table);
        assert_eq!(of(metric, within(1)), Algorithm::IdaStar);
    }
    let pushes = |budget| plan(expecting(10_000), Metric::Multi, (4, 4), budget).method.push_tiles;
    assert_eq!([pushes(Budget::default()), pushes(within(1))], [5, 0]);
}

/// With every limit, a stage's tables fit beside those of the stages before.
#[test]
fn every_stage_has_the_memory_it_needs() {
    for is_cached in [false, true] {
        let solver = Solver::builder().threads(2).build().unwrap();
        let tables = solver.tables();
        if is_cached {
            let goal = Goal::rows(Size::square(4).unwrap());
            let partition = Partition::named(&goal, "5-5-5", &[]).unwrap();
            for pattern in partition.patterns() {
                tables.pattern(pattern, &Control::new()).unwrap();
            }
        }
        for memory in (0..60).map(|step| 1_000 << (step / 3)).chain([9_009_765, 9_509_765]) {
            let budget = Budget { memory: Some(memory), ..Budget::default() };
            let mut bytes = tables.bytes();
            let mut built = Vec::new();
            for method in methods(&plan(solver.to_builder(), Metric::Single, (4, 4), budget)) {
                for pattern in method.patterns.iter().flat_map(Partition::patterns) {
                    if !tables.has_pattern(pattern) && !built.contains(pattern) {
                        assert!(bytes + pattern.building_bytes() <= memory, "{memory} bytes");
                        bytes += pattern.bytes();
                        built.push(pattern.clone());
                    }
                }
            }
        }
    }
}

#[test]
fn a_named_estimate_is_the_one_that_is_used() {
    let builder = Solver::builder().threads(1).heuristic(HeuristicKind::WalkingDistance);
    let strategy = plan(builder, Metric::Multi, (4, 4), Budget::default());
    assert!(methods(&strategy).iter().all(|method| method.push_tiles == 0));
}

/// The stages share their tables, so they are counted once.
#[test]
fn tables_are_counted_once_whatever_the_stages() {
    let puzzle = random(4, 4);
    let bytes = [1, 2].map(|threads| {
        let partition = Partition::named(puzzle.goal(), "5-5-5", &[]).unwrap();
        let options = options(|options| options.patterns = vec![partition]);
        let solver = Solver::builder().threads(threads).options(options).build().unwrap();
        let outcome = solver.solve(&puzzle).unwrap();
        assert!(outcome.solution.is_some());
        outcome.stats.bytes - solver.tables().bytes()
    });
    assert!(bytes.iter().all(|&bytes| bytes < 100_000), "{bytes:?}");
}
