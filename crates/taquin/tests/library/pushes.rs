//! Pushes compared with full enumeration: every state of the small sizes.

use crate::common::{board, goals, options, push_distances, pushed, run, solve};
use taquin::Workers;
use taquin::control::{Control, StopReason};
use taquin::heuristic::{Heuristic, PushDistance, WalkingDistance};
use taquin::internals::geometry::{Geometry, Order};
use taquin::internals::grid::{Flat, Grid, Packed16, Packed25};
use taquin::internals::kernel::Root;
use taquin::internals::kernel::ida_star_multi;
use taquin::scramble::Scrambler;
use taquin::solver::{Algorithm, MethodOptions, Solver};
use taquin::tables::TableCache;
use taquin::{Goal, HeuristicKind, Metric, Size};

/// Solves every `step`th board of a goal and compares; returns the largest distance.
fn check<G: Grid>(goal: &Goal, step: usize) -> u32 {
    check_with::<G>(goal, step, &PushDistance::without_patterns(goal), 101);
    let tables = TableCache::new(Workers::ONE);
    let table = |pattern| tables.pushes(pattern, &Control::new()).unwrap();
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
        let outcome = ida_star_multi(&root, Order::default(), heuristic, 0, workers, &Control::new());
        let moves = outcome.moves.unwrap_or_else(|| panic!("{board:?} was not solved"));
        assert_eq!(moves.apply(board).as_ref(), Ok(goal.board()));
        assert_eq!(moves.len_in(Metric::Multi) as u32, distance, "{board:?}");
        assert_eq!(outcome.lower_bound, distance, "{board:?}");
    }
    distances.into_values().max().unwrap_or_default()
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
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
#[ignore = "slow; run by `cargo xtask test`"]
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

fn pushes() -> MethodOptions {
    options(|options| options.metric = Metric::Multi)
}

/// Sizes without tables along one axis or both: close to the goal they are solved, too.
#[test]
fn larger_boards_near_the_goal() {
    for (rows, cols) in [(4, 4), (4, 5), (5, 5), (2, 9), (7, 7)] {
        let goal = Goal::spiral(Size::new(rows, cols).unwrap());
        let mut start = goal.board().clone();
        for step in 0..9 {
            let next = pushed(&start);
            start = next[crate::common::shuffle_key(step) as usize % next.len()].clone();
        }
        let outcome = solve(&start, &goal, &pushes());
        let solution = outcome.solution.unwrap_or_else(|| panic!("{rows}x{cols}"));
        assert!(solution.is_optimal() && solution.len() <= 9 && solution.metric() == Metric::Multi);
        assert_eq!(outcome.lower_bound as usize, solution.len());
    }
}

#[test]
fn limits_are_kept() {
    let goal = Goal::rows(Size::square(4).unwrap());
    let start = Scrambler::seeded(3).solvable(&goal);
    let outcome = run(&start, &goal, &pushes(), &Control::new().node_limit(1000));
    assert_eq!(outcome.stopped, Some(StopReason::Nodes));
    let solution = outcome.solution.expect("anytime search always has a solution");
    assert!(solution.len() >= outcome.lower_bound as usize);
    assert!(outcome.stats.expanded <= 1000 && outcome.lower_bound > 10);
}

#[test]
fn options_without_support_for_pushes_are_refused() {
    let builder = || Solver::builder().metric(Metric::Multi);
    let error = builder().algorithm(Algorithm::AStar).build().unwrap_err();
    assert_eq!(
        (error.option(), error.to_string().as_str()),
        ("algorithm", "algorithm: not supported with metric multi")
    );
    assert_eq!(error.hint().as_deref(), Some("use idastar, table, fast, beam or improve"));
    let error = builder().heuristic(HeuristicKind::Manhattan).build().unwrap_err();
    assert_eq!(error.to_string(), "heuristic: not supported with metric multi");
    assert_eq!(error.hint().as_deref(), Some("use walking-distance"));
    let supported = builder().algorithm(Algorithm::IdaStar).heuristic(HeuristicKind::WalkingDistance);
    assert!(supported.build().is_ok());
}

/// The only board of the 8-puzzle that takes 24 pushes.
#[test]
fn fewest_pushes_and_fewest_moves_are_different_things() {
    let start = board("1 4 7/2 0 8/3 6 5");
    let goal = Goal::rows(start.size());
    let of = |options: &MethodOptions| {
        let solution = solve(&start, &goal, options).into_solution().unwrap();
        (solution.moves().len(), solution.moves().len_in(Metric::Multi))
    };
    let (by_pushes, by_moves) = (of(&pushes()), of(&MethodOptions::default()));
    assert_eq!(by_pushes.1, 24);
    assert!(by_moves.0 <= by_pushes.0 && by_moves.1 >= 24);
}

/// A random board of the 15-puzzle with tables; walking distance alone would take a minute.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn a_fifteen_puzzle() {
    let goal = Goal::rows(Size::square(4).unwrap());
    let start = Scrambler::seeded(5).solvable(&goal);
    let outcome = solve(&start, &goal, &pushes());
    assert_eq!((outcome.solution.unwrap().len(), outcome.lower_bound), (34, 34));
}
