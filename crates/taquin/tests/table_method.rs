//! The method `table` of the facade: optimal, within its limits, stopped between layers.

mod common;

use common::board;
use std::ops::ControlFlow;
use std::time::Duration;
use taquin::search::{Limits, Observer, Progress, StopReason, Unobserved};
use taquin::solver::{Algorithm, PlanError, Request, Resolution, Verdict, plan, solve};
use taquin::{Board, Goal, Metric, Order, Size};

fn of(metric: Metric) -> Request {
    Request { algorithm: Some(Algorithm::Table), metric, ..Request::default() }
}

fn run(start: &Board, request: &Request, limits: &Limits) -> Resolution {
    solve(start, &Goal::rows(start.size()), request, limits, &mut Unobserved).unwrap()
}

#[test]
fn solves_in_both_metrics() {
    for (text, metric, length) in [
        ("8 6 7/2 5 4/3 0 1", Metric::Single, 31),
        ("1 4 7/2 0 8/3 6 5", Metric::Multi, 24),
        ("0 9 3 7 1/5 4 8 2 6", Metric::Single, 55),
        ("1 2 3/4 5 6/7 8 0", Metric::Single, 0),
    ] {
        let resolution = run(&board(text), &of(metric), &Limits::none());
        let Verdict::Solved(solution) = &resolution.verdict else { panic!("{resolution:?}") };
        assert_eq!((solution.length(), resolution.lower_bound), (length, length as u32), "{text}");
        assert!(solution.is_optimal(), "{text}");
    }
    let unsolvable = run(&board("1 2 3/4 5 6/8 7 0"), &of(Metric::Single), &Limits::none());
    assert!(matches!(unsolvable.verdict, Verdict::Unsolvable(_)));
}

#[test]
fn limits_are_asked_before_anything_is_built() {
    let start = board("8 6 7/2 5 4/3 0 1");
    for (limits, reason) in [
        (Limits { memory: Some(1 << 16), ..Limits::none() }, StopReason::Memory(1 << 16)),
        (Limits { nodes: Some(181_439), ..Limits::none() }, StopReason::Nodes(181_439)),
        (Limits { time: Some(Duration::ZERO), ..Limits::none() }, StopReason::Time(Duration::ZERO)),
    ] {
        let resolution = run(&start, &of(Metric::Single), &limits);
        assert_eq!(resolution.verdict, Verdict::Stopped(reason));
        assert_eq!(resolution.lower_bound, 21);
    }
    let enough = Limits { nodes: Some(181_440), memory: Some(4 << 20), ..Limits::none() };
    let resolution = run(&start, &of(Metric::Single), &enough);
    assert!(matches!(resolution.verdict, Verdict::Solved(_)));
    // Building the table is not counted as searching.
    assert_eq!((resolution.stats.expanded, resolution.stats.max_depth), (31, 30));
}

struct StopAt(u32);

impl Observer for StopAt {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if progress.stats.max_depth == self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn an_observer_stops_it_between_layers() {
    let start = board("8 6 7/2 5 4/3 0 1");
    let goal = Goal::rows(start.size());
    for metric in [Metric::Single, Metric::Multi] {
        let resolution = solve(&start, &goal, &of(metric), &Limits::none(), &mut StopAt(3)).unwrap();
        assert_eq!(resolution.verdict, Verdict::Stopped(StopReason::Asked));
    }
}

#[test]
fn sizes_without_a_table_and_options_it_does_not_have() {
    for metric in [Metric::Single, Metric::Multi] {
        for (rows, cols) in [(4, 4), (1, 5), (2, 7)] {
            let size = Size::new(rows, cols).unwrap();
            let error = plan(size, &of(metric)).unwrap_err();
            assert_eq!(error, PlanError::NoTable { size });
            assert!(error.to_string().starts_with(&format!("{size} ")), "{error}");
        }
        let order = Request { order: Some(Order::default()), ..of(metric) };
        let error = plan(Size::square(3).unwrap(), &order).unwrap_err();
        assert!(error.to_string().contains("takes no order; it goes with astar"), "{error}");
    }
}
