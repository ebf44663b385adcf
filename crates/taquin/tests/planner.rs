//! What the planner leaves out because the limits leave no room or no time for it.

use std::ops::ControlFlow;
use std::time::Duration;
use taquin::scramble::Scrambler;
use taquin::search::{Limits, Unobserved};
use taquin::solver::{Algorithm, Method, Plan, Request, Verdict, Workshop};
use taquin::space::Workers;
use taquin::tables::{Partition, TableCache};
use taquin::{Board, Goal, HeuristicKind, Metric, Size};

fn random(rows: usize, cols: usize) -> (Board, Goal) {
    let goal = Goal::rows(Size::new(rows, cols).unwrap());
    (Scrambler::seeded(3).solvable(&goal), goal)
}

/// The methods of all stages, in order.
fn methods(plan: &Plan) -> Vec<&Method> {
    plan.first.iter().map(|stage| &stage.method).chain([&plan.method]).collect()
}

fn plan(workshop: &Workshop, metric: Metric, size: (usize, usize), limits: &Limits) -> Plan {
    let (start, goal) = random(size.0, size.1);
    let request = Request { metric, ..Request::default() };
    workshop.plan(&start, &goal, &request, limits).unwrap()
}

#[test]
fn no_table_is_begun_that_the_time_limit_would_stop() {
    let tables = TableCache::new(Workers::new(2));
    let many = Workshop { boards: 10_000, ..Workshop::new(&tables) };
    let within = |seconds| Limits { time: Some(Duration::from_secs(seconds)), ..Limits::none() };
    let largest = |limits: &Limits| methods(&plan(&many, Metric::Single, (4, 4), limits))[0].pattern_names();
    assert_eq!([largest(&Limits::none()), largest(&within(600))], ["7-8", "7-8"]);
    assert_eq!(largest(&within(1)), "6-6-3");
    let more = Workshop { boards: 1_000_000, ..many };
    let of = |metric, limits: &Limits| plan(&more, metric, (3, 4), limits).method.algorithm;
    for metric in [Metric::Single, Metric::Multi] {
        assert_eq!(of(metric, &within(60)), Algorithm::Table);
        assert_eq!(of(metric, &within(1)), Algorithm::IdaStar);
    }
    let pushes = |limits: &Limits| plan(&many, Metric::Multi, (4, 4), limits).method.push_tiles;
    assert_eq!([pushes(&Limits::none()), pushes(&within(1))], [5, 0]);
}

/// Whatever the limit, every stage's tables fit beside those of the stages before.
#[test]
fn every_stage_has_the_memory_it_needs() {
    for kept in [false, true] {
        let tables = TableCache::new(Workers::new(2));
        if kept {
            let goal = Goal::rows(Size::square(4).unwrap());
            let partition = Partition::named(&goal, "5-5-5", &[]).unwrap();
            for pattern in partition.patterns() {
                tables.pattern(pattern, |_| ControlFlow::Continue(())).unwrap();
            }
        }
        let workshop = Workshop::new(&tables);
        for memory in (0..60).map(|step| 1_000 << (step / 3)).chain([9_009_765, 9_509_765]) {
            let limits = Limits { memory: Some(memory), ..Limits::none() };
            let mut bytes = tables.bytes();
            let mut built = Vec::new();
            for method in methods(&plan(&workshop, Metric::Single, (4, 4), &limits)) {
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
    let tables = TableCache::new(Workers::ONE);
    let (start, goal) = random(4, 4);
    let heuristic = Some(HeuristicKind::WalkingDistance.into());
    let request = Request { metric: Metric::Multi, heuristic, ..Request::default() };
    let plan = Workshop::new(&tables).plan(&start, &goal, &request, &Limits::none()).unwrap();
    assert!(methods(&plan).iter().all(|method| method.push_tiles == 0));
}

/// The stages share their tables, so they are counted once.
#[test]
fn tables_are_counted_once_whatever_the_stages() {
    let (start, goal) = random(4, 4);
    let bytes = [1, 2].map(|threads| {
        let tables = TableCache::new(Workers::new(threads));
        let patterns = vec![Partition::named(&goal, "5-5-5", &[]).unwrap()];
        let request = Request { patterns, ..Request::default() };
        let workshop = Workshop::new(&tables);
        let resolution = workshop.solve(&start, &goal, &request, &Limits::none(), &mut Unobserved).unwrap();
        assert!(matches!(resolution.verdict, Verdict::Solved(_)));
        resolution.stats.bytes - tables.bytes()
    });
    assert!(bytes.iter().all(|&bytes| bytes < 100_000), "{bytes:?}");
}
