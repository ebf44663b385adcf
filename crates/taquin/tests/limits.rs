//! Limits are kept, statistics are honest: with a clock of our own and an allocator that counts.

mod common;
mod counting;

use common::board;
use counting::allocated;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taquin::proof::Verified;
use taquin::scramble::Scrambler;
use taquin::search::{
    ChildStatus, Clock, Duplicates, Ending, Event, Limits, NoClock, Observer, Progress, StopReason, Ties,
    Unobserved,
};
use taquin::solver::{Algorithm, Enumeration, Request, Resolution, Verdict, enumerate, solve};
use taquin::{Board, Goal, Size};

/// A clock that goes on by a millisecond each time it is read.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// A 15-puzzle that no test is meant to solve with Manhattan distance.
fn hard() -> Board {
    board("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1")
}

/// A board that this search will not have solved when a test stops it. Greedy search and its like are done with a
/// 15-puzzle in no time.
fn endless(algorithm: Algorithm) -> Board {
    match algorithm {
        Algorithm::Greedy | Algorithm::WeightedAStar => {
            Scrambler::seeded(12).solvable(&Goal::rows(Size::square(12).unwrap()))
        }
        _ => hard(),
    }
}

/// All but the table, which enumerates a whole size or nothing, and has none for endless boards, and those that have an
/// answer whatever the limits.
fn searches() -> impl Iterator<Item = Algorithm> {
    let others = |algorithm: &Algorithm| *algorithm != Algorithm::Table && !algorithm.has_first_answer();
    Algorithm::ALL.iter().copied().filter(others)
}

fn run(start: &Board, request: &Request, limits: &Limits) -> Resolution {
    solve(start, &Goal::rows(start.size()), request, limits, &mut Unobserved).unwrap()
}

fn of(algorithm: Algorithm) -> Request {
    Request { algorithm: Some(algorithm), ..Request::default() }
}

#[test]
fn node_limits_are_exact() {
    for algorithm in searches() {
        for nodes in [0, 1, 2, 1000, 20_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::none() };
            let start = endless(algorithm);
            let resolution = run(&start, &of(algorithm), &limits);
            assert_eq!(resolution.verdict, Verdict::Stopped(StopReason::Nodes(nodes)), "{algorithm}");
            assert_eq!(resolution.stats.expanded, nodes, "{algorithm}");
            assert!(resolution.lower_bound <= 80 || start != hard(), "{algorithm}");
        }
    }
}

#[test]
fn a_solved_board_needs_no_nodes() {
    let start = board("1 2 3/4 5 6/7 8 0");
    for &algorithm in Algorithm::ALL {
        let limits = Limits { nodes: Some(0), ..Limits::none() };
        let resolution = run(&start, &of(algorithm), &limits);
        assert!(matches!(resolution.verdict, Verdict::Solved(_)), "{algorithm}");
    }
}

#[test]
fn time_limits_end_every_search() {
    for algorithm in searches() {
        for millis in [0, 1, 5] {
            let limits = Limits {
                time: Some(Duration::from_millis(millis)),
                clock: Arc::new(Ticking::default()),
                ..Limits::none()
            };
            let resolution = run(&endless(algorithm), &of(algorithm), &limits);
            let reason = StopReason::Time(Duration::from_millis(millis));
            assert_eq!(resolution.verdict, Verdict::Stopped(reason), "{algorithm}");
            assert!(resolution.stats.elapsed >= Duration::from_millis(millis));
        }
    }
}

/// What a search says it keeps is what it allocates, apart from small change; and never more than it may.
#[test]
fn memory_is_what_is_said_and_no_more_than_allowed() {
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
                let limits = Limits { memory: Some(limit), nodes: Some(3_000_000), ..Limits::none() };
                let (resolution, peak, _) = allocated(|| run(&start, &of(algorithm), &limits));
                let stats = resolution.stats;
                if let Verdict::Stopped(reason) = resolution.verdict {
                    assert_eq!(reason, StopReason::Memory(limit), "{algorithm}");
                }
                assert!(stats.bytes <= limit, "{algorithm} said {} of {limit}", stats.bytes);
                // Boards, geometry, tables of the heuristic and the answer itself are small change.
                let change = 400_000;
                assert!(peak <= limit + change, "{algorithm} took {peak} of {limit}");
                assert!(
                    peak.abs_diff(stats.bytes) <= change,
                    "{algorithm} said {} and took {peak}",
                    stats.bytes
                );
            }
        }
    }
}

/// Policies that keep every node: a heap of boards, and trees.
#[test]
fn memory_of_the_other_policies() {
    for &duplicates in Duplicates::ALL {
        for &ties in Ties::ALL {
            let request = Request { duplicates: Some(duplicates), ties: Some(ties), ..Request::default() };
            let limits = Limits { memory: Some(8 << 20), ..Limits::none() };
            let (resolution, peak, _) = allocated(|| run(&hard(), &request, &limits));
            assert_eq!(resolution.verdict, Verdict::Stopped(StopReason::Memory(8 << 20)), "{request:?}");
            assert!(
                peak.abs_diff(resolution.stats.bytes) <= 100_000,
                "{request:?} {peak} {:?}",
                resolution.stats
            );
        }
    }
}

/// The promise of the fast default: at most 24 bytes a 4x4 node, the table included. It holds from the size on where
/// memory matters; a small table is kept half empty instead.
#[test]
fn a_star_keeps_at_most_24_bytes_a_node() {
    for nodes in [150_000, 200_000, 310_000, 480_000, 700_000, 1_000_000, 1_300_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::none() };
        let (resolution, peak, allocations) = allocated(|| run(&hard(), &of(Algorithm::AStar), &limits));
        let stored = nodes + resolution.stats.max_queue;
        assert!(peak <= 24 * stored, "{peak} bytes for {stored} nodes are {}", peak as f64 / stored as f64);
        assert!(allocations < 600, "{allocations} allocations for {stored} nodes");
    }
}

#[test]
fn ida_star_does_not_allocate_with_the_nodes() {
    let allocations = |nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::none() };
        allocated(|| run(&hard(), &of(Algorithm::IdaStar), &limits)).2
    };
    let (few, many) = (allocations(1000), allocations(2_000_000));
    // A new bound may make the path longer, that is all.
    assert!(many <= few + 20, "{few} allocations, then {many}");
}

struct StopAfter(u32);

impl Observer for StopAfter {
    fn progress(&mut self, _progress: &Progress) -> ControlFlow<()> {
        if self.0 == 0 {
            return ControlFlow::Break(());
        }
        self.0 -= 1;
        ControlFlow::Continue(())
    }
}

#[test]
fn an_observer_can_stop_every_search() {
    for algorithm in searches() {
        let start = endless(algorithm);
        let goal = Goal::rows(start.size());
        let resolution = solve(&start, &goal, &of(algorithm), &Limits::none(), &mut StopAfter(3)).unwrap();
        assert_eq!(resolution.verdict, Verdict::Stopped(StopReason::Asked), "{algorithm}");
    }
}

#[derive(Default)]
struct Trace(Vec<Event>);

impl Observer for Trace {
    fn wants_trace(&self) -> bool {
        true
    }

    fn trace(&mut self, event: &Event) {
        self.0.push(event.clone());
    }
}

/// The trace of A* on Princeton's puzzle04, written by hand: four nodes are expanded, each as f says.
#[test]
fn the_trace_of_a_star_on_puzzle04() {
    let start = board("0 1 3/4 2 5/7 8 6");
    let mut trace = Trace::default();
    solve(&start, &Goal::rows(start.size()), &of(Algorithm::AStar), &Limits::none(), &mut trace).unwrap();
    let expanded: Vec<(Board, u32, u32, usize, usize)> = trace
        .0
        .iter()
        .filter_map(|event| match event {
            Event::Expand { board, g, h, open, closed } => Some((board.clone(), *g, *h, *open, *closed)),
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
    let fates = |wanted: ChildStatus| {
        trace.0.iter().filter(|e| matches!(e, Event::Child { fate, .. } if *fate == wanted)).count()
    };
    assert_eq!((fates(ChildStatus::Kept), fates(ChildStatus::StepsBack)), (9, 3));
}

/// Enumeration keeps to its limits as the searches do, and proves what it did not find.
#[test]
fn enumeration_keeps_to_its_limits() {
    let start = hard();
    let goal = Goal::rows(start.size());
    let enumeration = Enumeration::new(&start, &goal, 0..=80);
    let run = |limits: &Limits| {
        let mut on_solution = |_: &Verified| ControlFlow::Continue(());
        enumerate(&enumeration, limits, &mut Unobserved, &mut on_solution).unwrap()
    };
    let outcome = run(&Limits { nodes: Some(777), ..Limits::none() });
    assert_eq!((outcome.ending, outcome.stats.expanded), (Ending::Stopped(StopReason::Nodes(777)), 777));
    let time = Some(Duration::from_millis(3));
    let outcome = run(&Limits { time, clock: Arc::new(Ticking::default()), ..Limits::none() });
    assert_eq!(outcome.ending, Ending::Stopped(StopReason::Time(Duration::from_millis(3))));
    let outcome = run(&Limits { memory: Some(100), ..Limits::none() });
    assert_eq!(outcome.ending, Ending::Stopped(StopReason::Memory(100)));

    let start = board("8 6 7/2 5 4/3 0 1");
    let goal = Goal::rows(start.size());
    let enumeration = Enumeration::new(&start, &goal, 0..=22);
    let mut none = |_: &Verified| panic!("the shortest solution has 31 moves");
    let outcome = enumerate(&enumeration, &Limits::none(), &mut Unobserved, &mut none).unwrap();
    assert_eq!((outcome.ending, outcome.lower_bound), (Ending::Exhausted, 23));
}

/// A bound that a stopped search gives is never too large, whenever it is stopped.
#[test]
fn bounds_of_stopped_searches_are_true() {
    let start = board("8 6 7/2 5 4/3 0 1");
    for &algorithm in Algorithm::ALL {
        for weight in ["1", "1.5", "4"] {
            let weight = (algorithm == Algorithm::WeightedAStar).then(|| weight.parse().unwrap());
            for nodes in (0..400).step_by(7) {
                let limits = Limits { nodes: Some(nodes), ..Limits::none() };
                let resolution = run(&start, &Request { weight, ..of(algorithm) }, &limits);
                let bound = resolution.lower_bound;
                assert!((21..=31).contains(&bound), "{algorithm}: {bound} after {nodes} nodes");
            }
        }
    }
}

/// A time limit works as one would write it, without a thought of clocks.
#[test]
fn the_usual_clock_is_real() {
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::none() };
    let resolution = run(&hard(), &of(Algorithm::IdaStar), &limits);
    assert_eq!(resolution.verdict, Verdict::Stopped(StopReason::Time(Duration::from_millis(20))));
}

/// A search that is watched does the same as one that is not.
#[test]
fn tracing_changes_nothing() {
    let start = board("8 1 3/4 0 2/7 6 5");
    let goal = Goal::rows(start.size());
    for &algorithm in Algorithm::ALL {
        let limits = Limits { nodes: Some(5000), clock: Arc::new(NoClock), ..Limits::none() };
        let mut trace = Trace::default();
        let watched = solve(&start, &goal, &of(algorithm), &limits, &mut trace).unwrap();
        assert_eq!(watched, solve(&start, &goal, &of(algorithm), &limits, &mut Unobserved).unwrap());
        let closed = trace.0.iter().filter_map(|event| match event {
            Event::Expand { closed, .. } => Some(*closed as u64),
            _ => None,
        });
        // Lockstep tells of two searches, each with a count of its own; a beam is too wide for stories.
        if !matches!(algorithm, Algorithm::Lockstep | Algorithm::Beam) {
            assert!(closed.eq(1..=watched.stats.expanded), "{algorithm}: one after the other, none left out");
        }
    }
}
