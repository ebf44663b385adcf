//! Searches on several threads: the same lengths and limits as on one.

use crate::common::board;
use taquin::Workers;
use taquin::control::{Control, StopReason};
use taquin::heuristic::{LinearConflict, PushDistance};
use taquin::internals::geometry::{Geometry, Order};
use taquin::internals::grid::{Flat, Grid, Packed16};
use taquin::internals::kernel::{Root, ida_star_multi, ida_star_parallel};
use taquin::scramble::Scrambler;
use taquin::search::SearchOutcome;
use taquin::{Board, Goal, Metric, Size};

/// Runs IDA* in single moves or in pushes, without tables.
fn searched<G: Grid>(start: &Board, metric: Metric, threads: usize, control: &Control) -> SearchOutcome {
    let goal = Goal::rows(start.size());
    let geometry = Geometry::new(start.size(), Order::default());
    let root = Root::<G>::new(start, goal.board(), &geometry);
    let workers = Workers::new(threads);
    match metric {
        Metric::Single => ida_star_parallel(&root, &LinearConflict::new(&goal), 0, workers, control),
        Metric::Multi => {
            let estimate = PushDistance::without_patterns(&goal);
            ida_star_multi(&root, Order::default(), &estimate, 0, workers, control)
        }
    }
}

/// Far enough from the goal that threads get branches to search.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn lengths_bounds_and_depths_are_those_of_one_thread() {
    let goal = Goal::rows(Size::square(4).unwrap());
    let mut scrambler = Scrambler::seeded(4);
    for (metric, walk) in [(Metric::Single, 60), (Metric::Multi, 50)] {
        for _ in 0..4 {
            let start = scrambler.walk(&goal, walk);
            let alone = searched::<Packed16>(&start, metric, 1, &Control::new());
            let length = alone.moves.unwrap_or_else(|| panic!("{start:?}")).len_in(metric);
            for threads in [2, 3] {
                let outcome = searched::<Packed16>(&start, metric, threads, &Control::new());
                let moves = outcome.moves.unwrap_or_else(|| panic!("{start:?}"));
                assert_eq!(moves.apply(&start).as_ref(), Ok(goal.board()));
                assert_eq!(
                    (moves.len_in(metric), outcome.lower_bound as usize),
                    (length, length),
                    "{start:?}"
                );
                // The nodes of the solution were expanded, and nothing deeper can be.
                assert_eq!(outcome.stats.max_depth as usize, length.saturating_sub(1), "{start:?}");
            }
        }
    }
}

#[test]
fn node_limits_are_kept() {
    let start = board("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1");
    for metric in [Metric::Single, Metric::Multi] {
        for nodes in [1, 1000, 50_001, 300_000] {
            let outcome = searched::<Packed16>(&start, metric, 3, &Control::new().node_limit(nodes));
            assert_eq!((outcome.moves, outcome.stopped), (None, Some(StopReason::Nodes)));
            assert!(outcome.stats.expanded <= nodes, "{} of {nodes}", outcome.stats.expanded);
        }
    }
}

/// The branches of a large board take much memory, which counts, too.
#[test]
fn memory_limits_are_kept() {
    let start = Scrambler::seeded(5).solvable(&Goal::rows(Size::square(60).unwrap()));
    for metric in [Metric::Single, Metric::Multi] {
        let control = Control::new().node_limit(2_000);
        let outcome = searched::<Flat>(&start, metric, 2, &control.clone().memory_limit(2_000_000));
        assert_eq!((outcome.moves, outcome.stopped), (None, Some(StopReason::Memory)));
        assert!(outcome.stats.bytes <= 2_000_000);
        let outcome = searched::<Flat>(&start, metric, 2, &control);
        assert_eq!((outcome.moves, outcome.stopped), (None, Some(StopReason::Nodes)));
        assert!(outcome.stats.bytes > 2_000_000);
    }
}
