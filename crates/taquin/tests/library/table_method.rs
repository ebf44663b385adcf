//! The algorithm `table`: optimal, within its limits, stopped between layers.

use crate::common::{board, options, solver, stopped};
use std::time::Duration;
use taquin::control::{Budget, CancelToken, Control, Event, StopReason};
use taquin::solver::{Algorithm, MethodOption, MethodOptions, Outcome, PlanError, Solver};
use taquin::{Board, Goal, Metric, Order, Puzzle, Size};

fn of(metric: Metric) -> MethodOptions {
    options(|options| {
        options.algorithm = Some(Algorithm::Table);
        options.metric = metric;
    })
}

fn run(start: &Board, metric: Metric, control: &Control) -> Outcome {
    crate::common::run(start, &Goal::rows(start.size()), &of(metric), control)
}

#[test]
fn solves_in_both_metrics() {
    for (text, metric, length) in [
        ("8 6 7/2 5 4/3 0 1", Metric::Single, 31),
        ("1 4 7/2 0 8/3 6 5", Metric::Multi, 24),
        ("0 9 3 7 1/5 4 8 2 6", Metric::Single, 55),
        ("1 2 3/4 5 6/7 8 0", Metric::Single, 0),
    ] {
        let outcome = run(&board(text), metric, &Control::new());
        let solution = outcome.solution.unwrap();
        assert_eq!((solution.len(), outcome.lower_bound), (length, length as u32), "{text}");
        assert!(solution.is_optimal(), "{text}");
    }
    let outcome = run(&board("1 2 3/4 5 6/8 7 0"), Metric::Single, &Control::new());
    assert!(outcome.unsolvable.is_some() && outcome.solution.is_none());
}

#[test]
fn limits_are_checked_before_anything_is_built() {
    let start = board("8 6 7/2 5 4/3 0 1");
    for (control, reason) in [
        (Control::new().memory_limit(1 << 16), StopReason::Memory),
        (Control::new().node_limit(181_439), StopReason::Nodes),
        (Control::new().time_limit(Duration::ZERO), StopReason::Time),
    ] {
        let outcome = run(&start, Metric::Single, &control);
        assert_eq!((stopped(&outcome), outcome.lower_bound), (Some(reason), 21));
    }
    let enough = Control::new().node_limit(181_440).memory_limit(4 << 20);
    let outcome = run(&start, Metric::Single, &enough);
    assert!(outcome.solution.is_some());
    // Building the table is not counted as searching.
    assert_eq!((outcome.stats.expanded, outcome.stats.max_depth), (31, 30));
}

#[test]
fn a_callback_cancels_it_between_layers() {
    let start = board("8 6 7/2 5 4/3 0 1");
    for metric in [Metric::Single, Metric::Multi] {
        let token = CancelToken::new();
        let mut deepest = 0;
        let control = Control::new().with_cancel_token(token.clone()).on_event(|event| {
            if let Event::Layer { depth, .. } = event {
                deepest = *depth;
                if deepest == 3 {
                    token.cancel();
                }
            }
        });
        assert_eq!(stopped(&run(&start, metric, &control)), Some(StopReason::Cancelled));
        drop(control);
        assert_eq!(deepest, 3);
    }
}

#[test]
fn sizes_without_a_table_and_options_it_does_not_have() {
    for metric in [Metric::Single, Metric::Multi] {
        for (rows, cols) in [(4, 4), (1, 5), (2, 7)] {
            let size = Size::new(rows, cols).unwrap();
            let solver = solver(&of(metric), Budget::default());
            let error = solver.plan(&Puzzle::from(Goal::rows(size).board().clone())).unwrap_err();
            assert_eq!(error, PlanError::NoTable { size });
            assert!(error.to_string().starts_with(&format!("algorithm: {size} ")), "{error}");
        }
        let error = Solver::builder().options(of(metric)).order(Order::default()).build().unwrap_err();
        let (option, algorithm) = (MethodOption::Order, Algorithm::Table);
        assert_eq!(error, PlanError::Unsupported { option, algorithm });
        assert_eq!(error.to_string(), "order: not supported by table");
        assert!(error.hint().is_some_and(|hint| hint.starts_with("use astar, ")), "{error}");
    }
}
