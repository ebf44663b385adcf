//! Many solutions: their number compared with a breadth-first search that counts paths, their lists compared with the
//! number.

use crate::common::{board, goals, options, puzzle, shuffle_key, solver};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use taquin::control::{Budget, Control, StopReason};
use taquin::heuristic::{LinearConflict, Zero};
use taquin::internals::geometry::{Geometry, Order};
use taquin::internals::grid::{Flat, Grid, Packed16, Packed25};
use taquin::internals::kernel::{self, Root};
use taquin::proof::Verified;
use taquin::scramble::Scrambler;
use taquin::solver::{Algorithm, Enumeration, MethodOptions, PlanError, Shortest, SolveError, Solver};
use taquin::{Board, Goal, HeuristicKind, Metric, Moves, Puzzle, Size};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

/// Returns the distance of every board from which the goal can be reached, and the number of optimal paths.
fn path_counts(goal: &Goal) -> HashMap<Board, (u32, u64)> {
    let mut known = HashMap::from([(goal.board().clone(), (0, 1))]);
    let mut layer = vec![goal.board().clone()];
    let mut depth = 0;
    while !layer.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for board in layer {
            let ways = known[&board].1;
            for (_, neighbour) in board.neighbours() {
                let entry = known.entry(neighbour.clone()).or_insert_with(|| {
                    next.push(neighbour);
                    (depth, 0)
                });
                if entry.0 == depth {
                    entry.1 += ways;
                }
            }
        }
        layer = next;
    }
    known
}

/// Counts with no cached tables.
fn count(
    start: &Board,
    goal: &Goal,
    options: &MethodOptions,
    control: &Control,
) -> Result<Shortest, SolveError> {
    solver(options, control.budget()).count_shortest(&puzzle(start, goal), control)
}

fn counted(start: &Board, goal: &Goal) -> Shortest {
    count(start, goal, &MethodOptions::default(), &Control::new()).unwrap()
}

fn listed(start: &Board, goal: &Goal, options: &MethodOptions) -> (Shortest, Vec<Moves>) {
    let mut list = Vec::new();
    let on_solution = |verified: &Verified| {
        assert!(verified.is_optimal());
        list.push(verified.moves().clone());
        ControlFlow::Continue(())
    };
    let solver = solver(options, Budget::default());
    let shortest = solver.all_shortest(&puzzle(start, goal), &Control::new(), on_solution).unwrap();
    (shortest, list)
}

/// Counts every `every`-th board of a size, and lists every `every_listed`-th.
fn counts_are_right(goal: &Goal, every: u64, every_listed: u64) {
    let mut most = 0;
    for (index, (start, (distance, ways))) in path_counts(goal).into_iter().enumerate() {
        if !shuffle_key(index).is_multiple_of(every) {
            continue;
        }
        let shortest = counted(&start, goal);
        assert_eq!((shortest.first.lower_bound, shortest.count), (distance, ways), "{start:?}");
        assert_eq!(shortest.stopped, None);
        most = most.max(ways);
        if shuffle_key(index).is_multiple_of(every * every_listed) {
            let (shortest, list) = listed(&start, goal, &MethodOptions::default());
            assert_eq!((shortest.count, list.len() as u64), (ways, ways), "{start:?}");
            assert!(list.iter().all(|moves| moves.len() as u32 == distance));
            assert_eq!(list.iter().collect::<HashSet<_>>().len(), list.len(), "none twice");
        }
    }
    assert!(most > 1, "no board had several shortest solutions");
}

#[test]
fn every_2x3_state_has_its_number() {
    goals(size(2, 3)).iter().for_each(|goal| counts_are_right(goal, 1, 1));
}

#[test]
fn samples_of_2x4_and_3x3_have_their_number() {
    counts_are_right(&Goal::rows(size(2, 4)), 7, 3);
    goals(size(3, 3)).iter().for_each(|goal| counts_are_right(goal, 200, 3));
}

/// The kernel itself, on many 3x3 states: the oracle has the length, so no search for it is needed.
#[test]
fn every_tenth_3x3_state_has_its_number() {
    let goal = Goal::rows(size(3, 3));
    let geometry = Geometry::new(goal.size(), Order::default());
    let heuristic = LinearConflict::new(&goal);
    for (start, (distance, ways)) in path_counts(&goal).into_iter().step_by(10) {
        let root = Root::<Packed16>::new(&start, goal.board(), &geometry);
        let (outcome, count) = kernel::count_shortest(&root, &heuristic, distance, &Control::new());
        assert_eq!((outcome.is_exhausted(), count), (true, ways), "{start:?}");
    }
}

fn kernel_results<G: Grid>(start: &Board, goal: &Goal, length: u32) -> Vec<(u64, Vec<Moves>)> {
    let geometry = Geometry::new(goal.size(), Order::default());
    let root = Root::<G>::new(start, goal.board(), &geometry);
    let control = &Control::new();
    let mut lists = [Vec::new(), Vec::new()];
    let [first, second] = &mut lists;
    let into_first = |moves| {
        first.push(moves);
        ControlFlow::Continue(())
    };
    let into_second = |moves| {
        second.push(moves);
        ControlFlow::Continue(())
    };
    let conflict = LinearConflict::new(goal);
    kernel::all_shortest(&root, &conflict, length, control, into_first);
    kernel::enumerate(&root, &conflict, &(0..=length), control, into_second);
    let counts = [
        kernel::count_shortest(&root, &conflict, length, control).1,
        kernel::count_shortest(&root, &Zero, length.min(14), control).1,
    ];
    counts.into_iter().zip(lists).collect()
}

/// Listing, counting and enumeration agree, in every layout.
#[test]
fn three_ways_and_three_layouts_agree() {
    let mut scrambler = Scrambler::seeded(7);
    for (size, walk) in [(size(3, 3), 40), (size(4, 4), 30), (size(3, 5), 24)] {
        let goal = Goal::rows(size);
        for _ in 0..10 {
            let start = scrambler.walk(&goal, walk);
            let shortest = counted(&start, &goal);
            let length = shortest.first.lower_bound;
            let results = kernel_results::<Packed16>(&start, &goal, length);
            assert_eq!(results[0].1, results[1].1, "{start:?}");
            assert_eq!((results[0].0, results[0].1.len() as u64), (shortest.count, shortest.count));
            assert!(length > 14 || results[1].0 == shortest.count, "{start:?}");
            assert_eq!(results, kernel_results::<Packed25>(&start, &goal, length));
            assert_eq!(results, kernel_results::<Flat>(&start, &goal, length));
        }
    }
}

#[test]
fn a_window_is_a_part_of_the_whole() {
    let start = board("0 1 3/4 2 5/7 8 6");
    let (puzzle, solver) = (Puzzle::from(start), Solver::new());
    let lengths = |window: std::ops::RangeInclusive<u32>, kind: HeuristicKind| {
        let mut lengths = Vec::new();
        let enumeration = Enumeration { heuristic: kind.into(), ..Enumeration::new(&puzzle, window) };
        let on_solution = |verified: &Verified| {
            lengths.push(verified.moves().len() as u32);
            ControlFlow::Continue(())
        };
        assert!(solver.enumerate(&enumeration, &Control::new(), on_solution).unwrap().is_exhausted());
        lengths
    };
    let all = lengths(0..=20, HeuristicKind::Zero);
    for &kind in HeuristicKind::ALL {
        for window in [0..=20, 4..=4, 5..=13, 14..=14, 15..=20, 20..=20] {
            let part: Vec<u32> = all.iter().copied().filter(|length| window.contains(length)).collect();
            assert_eq!(lengths(window.clone(), kind), part, "{window:?} {kind}");
        }
    }
    let different: HashSet<u32> = all.iter().copied().collect();
    assert!(different.len() >= 3, "{different:?}");
    // A reversed window is empty.
    #[allow(clippy::reversed_empty_ranges)]
    let empty = lengths(9..=5, HeuristicKind::Manhattan);
    assert!(empty.is_empty());
}

#[test]
fn nothing_to_do_is_one_solution() {
    let goal = Goal::rows(size(3, 3));
    let (shortest, list) = listed(goal.board(), &goal, &MethodOptions::default());
    assert_eq!((shortest.count, list), (1, vec![Moves::new()]));
    assert_eq!(counted(goal.board(), &goal).count, 1);
}

#[test]
fn unsolvable_boards_have_none() {
    let start = board("1 2 3/4 5 6/8 7 0");
    let shortest = counted(&start, &Goal::rows(start.size()));
    assert_eq!((shortest.count, shortest.stopped), (0, None));
    assert!(shortest.first.unsolvable.is_some());
}

#[test]
fn any_optimal_search_may_come_first() {
    let start = board("8 1 3/4 0 2/7 6 5");
    let goal = Goal::rows(start.size());
    let expected = listed(&start, &goal, &MethodOptions::default()).1;
    for &algorithm in Algorithm::ALL {
        let options = MethodOptions::of(algorithm);
        if algorithm.is_optimal() {
            assert_eq!(listed(&start, &goal, &options).1, expected, "{algorithm}");
        } else {
            let refused = count(&start, &goal, &options, &Control::new()).unwrap_err();
            assert_eq!(refused, SolveError::Plan(PlanError::NotOptimal(algorithm)));
            // A plan for one solution is refused as well.
            let (solver, puzzle) = (solver(&options, Budget::default()), puzzle(&start, &goal));
            let refused = solver.plan(&puzzle).unwrap().count_shortest(&Control::new()).unwrap_err();
            assert_eq!(refused, SolveError::Plan(PlanError::NotOptimal(algorithm)));
        }
    }
    let pushes = options(|options| options.metric = Metric::Multi);
    let refused = count(&start, &goal, &pushes, &Control::new()).unwrap_err();
    assert_eq!(refused, SolveError::Plan(PlanError::AllPushes));
}

/// The limits are for the search for the length and the search for all solutions together.
#[test]
fn limits_are_kept() {
    let start = board("8 6 7/2 5 4/3 0 1");
    let goal = Goal::rows(start.size());
    let options = MethodOptions::default();
    let first = counted(&start, &goal).first.stats.expanded;
    for nodes in [first / 2, first, first + 100] {
        let shortest = count(&start, &goal, &options, &Control::new().node_limit(nodes)).unwrap();
        assert_eq!((shortest.stopped, shortest.count), (Some(StopReason::Nodes), 0));
        assert!(shortest.first.stats.expanded + shortest.stats.expanded <= nodes);
    }
    let mut given = 0;
    let first_only = |_: &Verified| {
        given += 1;
        ControlFlow::Break(())
    };
    let solver = solver(&options, Budget::default());
    let shortest = solver.all_shortest(&puzzle(&start, &goal), &Control::new(), first_only).unwrap();
    assert_eq!((shortest.stopped, shortest.count, given), (Some(StopReason::Cancelled), 1, 1));
    let geometry = Geometry::new(start.size(), Order::default());
    let root = Root::<Packed16>::new(&start, goal.board(), &geometry);
    let control = Control::new().memory_limit(5_000);
    let (outcome, count) = kernel::count_shortest(&root, &LinearConflict::new(&goal), 31, &control);
    assert_eq!((outcome.stopped, count), (Some(StopReason::Memory), 0));
    assert!(outcome.stats.bytes <= 5_000);
}
