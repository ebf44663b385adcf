//! Limits are enforced and statistics are right, checked with a fake clock and a counting allocator.

mod common;
mod counting;

use common::{Ticking, board, cancelled_after, options, solver, stopped};
use counting::allocated;
use std::ops::ControlFlow;
use std::time::Duration;
use taquin::control::{CancelToken, Control, StopReason};
use taquin::proof::Verified;
use taquin::scramble::Scrambler;
use taquin::search::{ChildStatus, Duplicates, Ties, TraceEvent};
use taquin::solver::{Algorithm, Enumeration, MethodOptions, Outcome, Solver};
use taquin::{Board, Goal, Puzzle, Size};

const MILLISECOND: Duration = Duration::from_millis(1);

/// A 15-puzzle that no test is meant to solve with Manhattan distance.
fn hard() -> Board {
    board("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1")
}

/// A board that this search does not solve before a test stops it. Greedy search and weighted A* solve a 15-puzzle too
/// quickly.
fn endless(algorithm: Algorithm) -> Board {
    match algorithm {
        Algorithm::Greedy | Algorithm::WeightedAStar => {
            Scrambler::seeded(12).solvable(&Goal::rows(Size::square(12).unwrap()))
        }
        _ => hard(),
    }
}

/// All searches except the table, which enumerates a whole size or nothing, and those that have a solution whatever the
/// limits.
fn searches() -> impl Iterator<Item = Algorithm> {
    let others = |algorithm: &Algorithm| *algorithm != Algorithm::Table && !algorithm.is_anytime();
    Algorithm::ALL.iter().copied().filter(others)
}

fn run(start: &Board, options: &MethodOptions, control: &Control) -> Outcome {
    common::run(start, &Goal::rows(start.size()), options, control)
}

fn run_named(start: &Board, algorithm: Algorithm, control: &Control) -> Outcome {
    run(start, &MethodOptions::of(algorithm), control)
}

#[test]
fn node_limits_are_exact() {
    for algorithm in searches() {
        for nodes in [0, 1, 2, 1000, 20_000] {
            let start = endless(algorithm);
            let outcome = run_named(&start, algorithm, &Control::new().node_limit(nodes));
            assert_eq!(stopped(&outcome), Some(StopReason::Nodes), "{algorithm}");
            assert_eq!(outcome.stats.expanded, nodes, "{algorithm}");
            assert!(outcome.lower_bound <= 80 || start != hard(), "{algorithm}");
        }
    }
}

#[test]
fn a_solved_board_needs_no_nodes() {
    let start = board("1 2 3/4 5 6/7 8 0");
    for &algorithm in Algorithm::ALL {
        let outcome = run_named(&start, algorithm, &Control::new().node_limit(0));
        assert!(outcome.solution.is_some(), "{algorithm}");
    }
}

#[test]
fn time_limits_end_every_search() {
    for algorithm in searches() {
        for time in [0, 1, 5].map(Duration::from_millis) {
            let control = Control::new().with_clock(Ticking::by(MILLISECOND)).time_limit(time);
            let outcome = run_named(&endless(algorithm), algorithm, &control);
            assert_eq!(stopped(&outcome), Some(StopReason::Time), "{algorithm}");
            assert!(outcome.stats.elapsed >= time);
        }
    }
}

/// A search reports the bytes that it allocates, up to a small constant, and never exceeds the limit.
#[test]
fn memory_is_reported_and_no_more_than_allowed() {
    let keeping = [
        Algorithm::AStar,
        Algorithm::WeightedAStar,
        Algorithm::Greedy,
        Algorithm::BreadthFirst,
        Algorithm::DepthFirst,
        Algorithm::Bidirectional,
        Algorithm::Lockstep,
    ];
    let large = Scrambler::seeded(6).solvable(&Goal::rows(Size::square(6).unwrap()));
    for start in [hard(), large] {
        for algorithm in keeping {
            for megabytes in [0, 1, 12] {
                let limit = megabytes << 20;
                let control = Control::new().memory_limit(limit).node_limit(3_000_000);
                let (outcome, peak, _) = allocated(|| run_named(&start, algorithm, &control));
                let stats = outcome.stats;
                if let Some(reason) = stopped(&outcome) {
                    assert_eq!(reason, StopReason::Memory, "{algorithm}");
                }
                assert!(stats.bytes <= limit, "{algorithm} reported {} of {limit}", stats.bytes);
                // The constant: boards, geometry, tables of the heuristic and the solution itself.
                let change = 400_000;
                assert!(peak <= limit + change, "{algorithm} took {peak} of {limit}");
                assert!(
                    peak.abs_diff(stats.bytes) <= change,
                    "{algorithm} reported {} and took {peak}",
                    stats.bytes
                );
            }
        }
    }
}

/// Policies that store every node: a heap of boards, and trees.
#[test]
fn memory_of_the_other_policies() {
    for &duplicates in Duplicates::ALL {
        for &ties in Ties::ALL {
            let options = options(|options| {
                options.duplicates = Some(duplicates);
                options.ties = Some(ties);
            });
            let control = Control::new().memory_limit(8 << 20);
            let (outcome, peak, _) = allocated(|| run(&hard(), &options, &control));
            assert_eq!(stopped(&outcome), Some(StopReason::Memory), "{options:?}");
            let stats = outcome.stats;
            assert!(peak.abs_diff(stats.bytes) <= 100_000, "{options:?} {peak} {stats:?}");
        }
    }
}

/// The default policies take at most 24 bytes per 4x4 node, the table included. This holds for large searches, where
/// memory matters; a small table is kept half empty instead.
#[test]
fn a_star_keeps_at_most_24_bytes_a_node() {
    for nodes in [150_000, 200_000, 310_000, 480_000, 700_000, 1_000_000, 1_300_000] {
        let control = Control::new().node_limit(nodes);
        let (outcome, peak, allocations) = allocated(|| run_named(&hard(), Algorithm::AStar, &control));
        let stored = nodes + outcome.stats.max_queue;
        assert!(peak <= 24 * stored, "{peak} bytes for {stored} nodes are {}", peak as f64 / stored as f64);
        assert!(allocations < 600, "{allocations} allocations for {stored} nodes");
    }
}

#[test]
fn ida_star_does_not_allocate_with_the_nodes() {
    let allocations = |nodes| {
        let control = Control::new().node_limit(nodes);
        allocated(|| run_named(&hard(), Algorithm::IdaStar, &control)).2
    };
    let (few, many) = (allocations(1000), allocations(2_000_000));
    // A new f-limit may make the path longer; nothing else allocates.
    assert!(many <= few + 20, "{few} allocations, then {many}");
}

#[test]
fn a_callback_can_cancel_every_search() {
    for algorithm in searches() {
        let outcome = run_named(&endless(algorithm), algorithm, &cancelled_after(3));
        assert_eq!(stopped(&outcome), Some(StopReason::Cancelled), "{algorithm}");
    }
}

/// Without an event callback, so that only the token can stop the search.
#[test]
fn another_thread_can_cancel_every_search() {
    for algorithm in searches() {
        let token = CancelToken::new();
        let (control, start) = (Control::new().with_cancel_token(token.clone()), endless(algorithm));
        let outcome = std::thread::scope(|scope| {
            let search = scope.spawn(|| run_named(&start, algorithm, &control));
            std::thread::sleep(MILLISECOND);
            assert!(!search.is_finished(), "{algorithm}");
            token.cancel();
            search.join().unwrap()
        });
        assert_eq!(stopped(&outcome), Some(StopReason::Cancelled), "{algorithm}");
    }
}

/// The outcome of a search and its trace.
fn traced(start: &Board, algorithm: Algorithm, control: Control) -> (Outcome, Vec<TraceEvent>) {
    let mut trace = Vec::new();
    let outcome = run_named(start, algorithm, &control.on_trace(|event| trace.push(event.clone())));
    (outcome, trace)
}

/// The trace of A* on Princeton's puzzle04, written by hand: four nodes are expanded, each as f says.
#[test]
fn the_trace_of_a_star_on_puzzle04() {
    let (_, trace) = traced(&board("0 1 3/4 2 5/7 8 6"), Algorithm::AStar, Control::new());
    let expanded: Vec<(Board, u32, u32, usize, usize)> = trace
        .iter()
        .filter_map(|event| match event {
            TraceEvent::Expand { board, g, h, open, closed } => Some((board.clone(), *g, *h, *open, *closed)),
            _ => None,
        })
        .collect();
    assert_eq!(
        expanded,
        [
            (board("0 1 3/4 2 5/7 8 6"), 0, 4, 0, 1),
            (board("1 0 3/4 2 5/7 8 6"), 1, 3, 1, 2),
            (board("1 2 3/4 0 5/7 8 6"), 2, 2, 2, 3),
            (board("1 2 3/4 5 0/7 8 6"), 3, 1, 4, 4),
        ]
    );
    let children = |wanted: ChildStatus| {
        trace.iter().filter(|e| matches!(e, TraceEvent::Child { status, .. } if *status == wanted)).count()
    };
    assert_eq!((children(ChildStatus::Kept), children(ChildStatus::StepsBack)), (9, 3));
    // The root and nine children less four expanded nodes and the goal.
    assert_eq!(trace.last(), Some(&TraceEvent::Goal { g: 4, open: 5, closed: 4 }));
}

/// The trace ends when the goal is selected from the open list, once, at the length of the solution.
#[test]
fn the_trace_of_every_best_first_search_ends_with_the_goal() {
    let start = board("8 1 3/4 0 2/7 6 5");
    for algorithm in [Algorithm::AStar, Algorithm::WeightedAStar, Algorithm::Greedy] {
        let (outcome, trace) = traced(&start, algorithm, Control::new());
        let length = outcome.solution.unwrap().len() as u32;
        let closed = outcome.stats.expanded as usize;
        let Some(TraceEvent::Goal { g, closed: at_goal, .. }) = trace.last() else { panic!("{algorithm}") };
        assert_eq!((*g, *at_goal), (length, closed), "{algorithm}");
        let goals = trace.iter().filter(|event| matches!(event, TraceEvent::Goal { .. }));
        assert_eq!(goals.count(), 1, "{algorithm}");
    }
}

/// Enumeration respects its limits as the searches do, and proves a lower bound.
#[test]
fn enumeration_keeps_to_its_limits() {
    let (solver, puzzle) = (Solver::new(), Puzzle::from(hard()));
    let enumeration = Enumeration::new(&puzzle, 0..=80);
    let run =
        |control: &Control| solver.enumerate(&enumeration, control, |_| ControlFlow::Continue(())).unwrap();
    let outcome = run(&Control::new().node_limit(777));
    assert_eq!((outcome.stopped, outcome.stats.expanded), (Some(StopReason::Nodes), 777));
    let ticking = Control::new().with_clock(Ticking::by(MILLISECOND));
    assert_eq!(run(&ticking.time_limit(3 * MILLISECOND)).stopped, Some(StopReason::Time));
    assert_eq!(run(&Control::new().memory_limit(100)).stopped, Some(StopReason::Memory));

    let puzzle = Puzzle::from(board("8 6 7/2 5 4/3 0 1"));
    let enumeration = Enumeration::new(&puzzle, 0..=22);
    let none = |_: &Verified| panic!("the shortest solution has 31 moves");
    let outcome = solver.enumerate(&enumeration, &Control::new(), none).unwrap();
    assert_eq!((outcome.is_exhausted(), outcome.lower_bound), (true, 23));
}

/// The lower bound of a stopped search is never too large.
#[test]
fn bounds_of_stopped_searches_hold() {
    let start = board("8 6 7/2 5 4/3 0 1");
    for &algorithm in Algorithm::ALL {
        for weight in ["1", "1.5", "4"] {
            let weight = (algorithm == Algorithm::WeightedAStar).then(|| weight.parse().unwrap());
            for nodes in (0..400).step_by(7) {
                let mut options = MethodOptions::of(algorithm);
                options.weight = weight;
                let bound = run(&start, &options, &Control::new().node_limit(nodes)).lower_bound;
                assert!((21..=31).contains(&bound), "{algorithm}: {bound} after {nodes} nodes");
            }
        }
    }
}

/// A time limit needs no clock from the caller.
#[test]
fn the_default_clock_is_real() {
    let control = Control::new().time_limit(20 * MILLISECOND);
    assert_eq!(stopped(&run_named(&hard(), Algorithm::IdaStar, &control)), Some(StopReason::Time));
}

/// Time limits start with each run, so a second solve with the same control or solver gets as much time as the first.
#[test]
fn every_solve_gets_the_whole_time() {
    let (hard, options) = (Puzzle::from(hard()), MethodOptions::of(Algorithm::IdaStar));
    let easy = Puzzle::from(board("8 1 3/4 0 2/7 6 5"));
    let clock = || Control::new().with_clock(Ticking::by(MILLISECOND));
    let control = clock().time_limit(50 * MILLISECOND);
    let plain = solver(&options, taquin::control::Budget::default());
    let limited = Solver::builder().threads(1).options(options).time_limit(50 * MILLISECOND).build().unwrap();
    for (solver, control) in [(&plain, control), (&limited, clock())] {
        let run = |puzzle| solver.plan(puzzle).unwrap().run(&control).unwrap();
        let expanded: Vec<u64> = (0..3)
            .map(|_| {
                let outcome = run(&hard);
                assert_eq!(stopped(&outcome), Some(StopReason::Time));
                let solved = run(&easy);
                assert!(solved.solution.is_some() && solved.stats.elapsed < 50 * MILLISECOND);
                outcome.stats.expanded
            })
            .collect();
        assert!(expanded[0] > 100_000 && expanded.iter().all(|nodes| *nodes == expanded[0]), "{expanded:?}");
    }
    // Of anytime search, too: the first solve must not be longer than the second.
    let goal = Goal::rows(Size::square(8).unwrap());
    let puzzle = Puzzle::from(Scrambler::seeded(1).solvable(&goal));
    let anytime = Solver::builder().threads(1).time_limit(200 * MILLISECOND).build().unwrap();
    let control = clock();
    let lengths = [(); 3].map(|()| {
        let outcome = anytime.plan(&puzzle).unwrap().run(&control).unwrap();
        assert_eq!(outcome.stopped, Some(StopReason::Time));
        outcome.solution.unwrap().len()
    });
    assert!(lengths.iter().all(|length| *length == lengths[0]), "{lengths:?}");
}

/// A traced search has the same outcome as one that is not traced.
#[test]
fn tracing_changes_nothing() {
    let start = board("8 1 3/4 0 2/7 6 5");
    for &algorithm in Algorithm::ALL {
        let control = Control::new().node_limit(5000).with_clock(Ticking::standing_still());
        let plain = run_named(&start, algorithm, &control);
        let (outcome, trace) = traced(&start, algorithm, control);
        assert_eq!(outcome, plain);
        let closed = trace.iter().filter_map(|event| match event {
            TraceEvent::Expand { closed, .. } => Some(*closed as u64),
            _ => None,
        });
        let closed: Vec<u64> = closed.collect();
        match algorithm {
            // Lockstep traces two searches, each with a count of its own; a beam is not traced.
            Algorithm::Lockstep | Algorithm::Beam => {}
            // These keep only their path; anytime search ends with IDA*.
            Algorithm::IdaStar | Algorithm::IterativeDeepening | Algorithm::Improve => {
                assert_eq!(closed, vec![0; outcome.stats.expanded as usize], "{algorithm}: none left out");
            }
            _ => assert!(
                closed.into_iter().eq(1..=outcome.stats.expanded),
                "{algorithm}: in order, none left out"
            ),
        }
    }
}
