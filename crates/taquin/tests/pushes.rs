//! The metric of pushes against full enumeration: every state of the small sizes.

mod common;

use common::{board, goals, push_distances, pushed};
use std::ops::ControlFlow;
use taquin::geometry::{Geometry, Order};
use taquin::grid::{Flat, Grid, Packed16, Packed25};
use taquin::heuristic::{Heuristic, PushDistance, WalkingDistance};
use taquin::scramble::Scrambler;
use taquin::search::{Ending, Limits, Root, StopReason, Unobserved, ida_star_multi};
use taquin::solver::{Algorithm, Request, Verdict, plan, solve};
use taquin::space::Workers;
use taquin::tables::TableCache;
use taquin::{Goal, HeuristicKind, Metric, Size};

/// Solves every `step`th board of a goal and compares; gives the largest distance.
fn check<G: Grid>(goal: &Goal, step: usize) -> u32 {
    check_with::<G>(goal, step, &PushDistance::without_patterns(goal), 101);
    let tables = TableCache::new(Workers::ONE);
    let table = |pattern| tables.pushes(pattern, |_| ControlFlow::Continue(())).unwrap();
    let tables: Vec<_> = PushDistance::patterns(goal).iter().map(table).collect();
    check_with::<G>(goal, step, &PushDistance::new(goal, &tables), 1)
}

fn check_with<G: Grid>(goal: &Goal, step: usize, heuristic: &PushDistance, thin: usize) -> u32 {
    let geometry = Geometry::new(goal.size(), Order::default());
    let walking = WalkingDistance::new(goal, Metric::Multi);
    let distances = push_distances(goal);
    for (index, (board, &distance)) in distances.iter().step_by(step * thin).enumerate() {
        let root = Root::<G>::new(board, goal.board(), &geometry);
        assert!(walking.value(walking.start(&root.start)) <= distance, "{board:?}");
        // Threads are slow to start: every hundredth board tries them.
        let workers = Workers::new(if index % 101 == 0 { 3 } else { 1 });
        let limits = &Limits::none();
        let outcome = ida_star_multi(&root, Order::default(), heuristic, 0, workers, limits, &mut Unobserved);
        let Ending::Solved(moves) = outcome.ending else { panic!("{board:?} was not solved") };
        assert_eq!(moves.apply(board).as_ref(), Ok(goal.board()));
        assert_eq!(moves.len(Metric::Multi) as u32, distance, "{board:?}");
        assert_eq!(outcome.lower_bound, distance, "{board:?}");
    }
    distances.into_values().max().unwrap_or_default()
}

#[test]
fn every_2x3_and_2x4_state() {
    for ((rows, cols), diameter) in [((2, 3), 20), ((3, 2), 20), ((2, 4), 25), ((4, 2), 25)] {
        let size = Size::new(rows, cols).unwrap();
        assert_eq!(check::<Packed16>(&Goal::rows(size), 1), diameter, "{size}");
        for goal in goals(size) {
            check::<Packed16>(&goal, if size.cells() == 6 { 1 } else { 5 });
            check::<Packed25>(&goal, 17);
            check::<Flat>(&goal, 17);
        }
    }
}

#[test]
fn every_3x3_state() {
    let size = Size::square(3).unwrap();
    assert_eq!(check::<Packed16>(&Goal::rows(size), 1), 24);
    for goal in goals(size) {
        assert_eq!(check::<Packed16>(&goal, 97), 24);
    }
}

#[test]
fn single_lines_and_the_smallest_boards() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (2, 2)] {
        let size = Size::new(rows, cols).unwrap();
        for goal in goals(size) {
            check::<Packed16>(&goal, 1);
        }
    }
}

fn pushes() -> Request {
    Request { metric: Metric::Multi, ..Request::default() }
}

/// Sizes without tables along one axis or both: close to the goal they are solved, too.
#[test]
fn larger_boards_near_the_goal() {
    for (rows, cols) in [(4, 4), (4, 5), (5, 5), (2, 9), (7, 7)] {
        let goal = Goal::spiral(Size::new(rows, cols).unwrap());
        let mut start = goal.board().clone();
        for step in 0..9 {
            let next = pushed(&start);
            start = next[common::shuffle_key(step) as usize % next.len()].clone();
        }
        let resolution = solve(&start, &goal, &pushes(), &Limits::none(), &mut Unobserved).unwrap();
        let Verdict::Solved(solution) = &resolution.verdict else { panic!("{rows}x{cols}") };
        assert!(solution.is_optimal() && solution.length() <= 9 && solution.metric() == Metric::Multi);
        assert_eq!(resolution.lower_bound as usize, solution.length());
    }
}

#[test]
fn limits_are_kept() {
    let goal = Goal::rows(Size::square(4).unwrap());
    let start = Scrambler::seeded(3).solvable(&goal);
    let limits = Limits { nodes: Some(1000), ..Limits::none() };
    let resolution = solve(&start, &goal, &pushes(), &limits, &mut Unobserved).unwrap();
    assert_eq!(resolution.stopped, Some(StopReason::Nodes(1000)));
    let Verdict::Solved(solution) = &resolution.verdict else { panic!("any answer is better than none") };
    assert!(solution.length() >= resolution.lower_bound as usize);
    assert!(resolution.stats.expanded <= 1000 && resolution.lower_bound > 10);
}

#[test]
fn what_does_not_go_with_pushes_is_refused() {
    let size = Size::square(3).unwrap();
    let refused = |request: Request| plan(size, &request).unwrap_err();
    let error = refused(Request { algorithm: Some(Algorithm::AStar), ..pushes() });
    assert_eq!(
        (error.option(), error.to_string().as_str()),
        ("algorithm", "the metric multi goes with idastar and table only")
    );
    let error = refused(Request { heuristic: Some(HeuristicKind::Manhattan.into()), ..pushes() });
    assert_eq!(error.to_string(), "the metric multi goes with walking-distance only");
    let heuristic = Some(HeuristicKind::WalkingDistance.into());
    assert!(plan(size, &Request { algorithm: Some(Algorithm::IdaStar), heuristic, ..pushes() }).is_ok());
}

/// The one board of the 8-puzzle that takes 24 pushes.
#[test]
fn fewest_pushes_and_fewest_moves_are_different_things() {
    let start = board("1 4 7/2 0 8/3 6 5");
    let goal = Goal::rows(start.size());
    let of = |request: &Request| {
        let resolution = solve(&start, &goal, request, &Limits::none(), &mut Unobserved).unwrap();
        let Verdict::Solved(solution) = resolution.verdict else { panic!("not solved") };
        (solution.moves().len(Metric::Single), solution.moves().len(Metric::Multi))
    };
    let (by_pushes, by_moves) = (of(&pushes()), of(&Request::default()));
    assert_eq!(by_pushes.1, 24);
    assert!(by_moves.0 <= by_pushes.0 && by_moves.1 >= 24);
}

/// A random board of the 15-puzzle, with tables: what walking distance alone would take a minute for.
#[test]
fn a_fifteen_puzzle() {
    let goal = Goal::rows(Size::square(4).unwrap());
    let start = Scrambler::seeded(5).solvable(&goal);
    let resolution = solve(&start, &goal, &pushes(), &Limits::none(), &mut Unobserved).unwrap();
    let Verdict::Solved(solution) = &resolution.verdict else { panic!("not solved") };
    assert_eq!((solution.length(), resolution.lower_bound), (34, 34));
}
