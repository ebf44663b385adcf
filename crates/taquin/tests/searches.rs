//! Every search against full enumeration, in every layout and with every policy.

mod common;

use common::{all_boards, board, check_each, distances, goals, goals_of, shuffle_key};
use std::collections::HashSet;
use std::ops::ControlFlow;
use taquin::geometry::{Geometry, Order};
use taquin::grid::{Flat, Grid, Packed16, Packed25};
use taquin::heuristic::Manhattan;
use taquin::scramble::Scrambler;
use taquin::search::{
    Duplicates, Ending, GoalTest, Limits, Outcome, Policies, Root, Ties, Unobserved, Weight,
};
use taquin::solver::{Algorithm, Enumeration, Request, Resolution, Verdict, enumerate, solve};
use taquin::{Board, Goal, HeuristicChoice, HeuristicKind, Metric, Moves, Size, Task, search};

fn resolve(start: &Board, goal: &Goal, request: &Request) -> Resolution {
    solve(start, goal, request, &Limits::none(), &mut Unobserved).unwrap()
}

fn solved_length(resolution: &Resolution) -> u32 {
    match &resolution.verdict {
        Verdict::Solved(verified) => verified.moves().len(Metric::Single) as u32,
        other => panic!("not solved: {other:?}"),
    }
}

/// Every way to ask for a proven shortest solution that ends on any board.
fn optimal_requests() -> Vec<Request> {
    let mut requests = vec![Request::default()];
    for algorithm in [Algorithm::AStar, Algorithm::Lockstep] {
        for &ties in Ties::ALL {
            for &kind in HeuristicKind::ALL {
                requests.push(Request {
                    algorithm: Some(algorithm),
                    ties: Some(ties),
                    heuristic: Some(kind.into()),
                    ..Request::default()
                });
            }
        }
    }
    for &kind in HeuristicKind::ALL {
        let algorithm = Some(Algorithm::IdaStar);
        requests.push(Request { algorithm, heuristic: Some(kind.into()), ..Request::default() });
    }
    // The largest of several is a search of its own.
    let heuristic: Option<HeuristicChoice> = "hamming,linear-conflict".parse().ok();
    for algorithm in [Algorithm::AStar, Algorithm::IdaStar] {
        requests.push(Request {
            algorithm: Some(algorithm),
            heuristic: heuristic.clone(),
            ..Request::default()
        });
    }
    for algorithm in [Algorithm::BreadthFirst, Algorithm::Bidirectional, Algorithm::IterativeDeepening] {
        requests.push(Request { algorithm: Some(algorithm), ..Request::default() });
    }
    requests.push(Request { goal_test: Some(GoalTest::Selected), ..Request::default() });
    requests
}

#[test]
fn optimal_searches_are_optimal_on_every_2x3_state() {
    let size = Size::new(2, 3).unwrap();
    for goal in goals(size) {
        for (index, (board, distance)) in distances(&goal).into_iter().enumerate() {
            for request in optimal_requests() {
                // Without an estimate, deepening visits the same boards over and over: a few are enough.
                let blind = request.algorithm == Some(Algorithm::IterativeDeepening);
                if blind && index % 20 != 0 {
                    continue;
                }
                let resolution = resolve(&board, &goal, &request);
                assert_eq!(solved_length(&resolution), distance, "{board:?} {request:?}");
                assert_eq!(resolution.lower_bound, distance, "{board:?} {request:?}");
            }
        }
    }
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn optimal_searches_are_optimal_on_a_sample_of_3x3_and_2x4() {
    check_each(goals_of(&[(3, 3), (2, 4)]), |goal| {
        let mut all: Vec<(Board, u32)> = distances(&goal).into_iter().collect();
        all.sort();
        // About as many boards of each size.
        let every = all.len() as u64 / 18;
        let is_drawn = |index: &usize| shuffle_key(*index).is_multiple_of(every);
        for (board, distance) in (0..all.len()).filter(is_drawn).map(|index| &all[index]) {
            for request in optimal_requests() {
                let kinds = request.heuristic.as_ref().map_or(&[][..], |heuristic| heuristic.kinds());
                let deep_and_blind = *distance > 16
                    && (matches!(request.algorithm, Some(Algorithm::IterativeDeepening))
                        || request.algorithm == Some(Algorithm::IdaStar)
                            && kinds[0] < HeuristicKind::Manhattan);
                if !deep_and_blind {
                    let resolution = resolve(board, &goal, &request);
                    assert_eq!(solved_length(&resolution), *distance, "{board:?} {request:?}");
                    assert_eq!(resolution.lower_bound, *distance);
                }
            }
        }
    });
}

/// Boards for each layout that no enumeration reaches: all optimal searches agree on the length of short walks.
#[test]
fn searches_agree_on_larger_boards() {
    for (rows, cols) in [(4, 4), (4, 5), (5, 5), (2, 9), (6, 6), (3, 11), (1, 30), (20, 20)] {
        for goal in goals(Size::new(rows, cols).unwrap()) {
            let start = Scrambler::seeded((rows * cols) as u64).walk(&goal, 14);
            let request = |algorithm| Request { algorithm: Some(algorithm), ..Request::default() };
            let length = solved_length(&resolve(&start, &goal, &Request::default()));
            assert!(length <= 14 && length.is_multiple_of(2));
            for algorithm in
                [Algorithm::AStar, Algorithm::IdaStar, Algorithm::Bidirectional, Algorithm::Lockstep]
            {
                assert_eq!(
                    solved_length(&resolve(&start, &goal, &request(algorithm))),
                    length,
                    "{algorithm}"
                );
            }
            let shortest = enumerated(&start, &goal, length);
            assert!(
                !shortest.is_empty() && shortest.iter().all(|moves| moves.as_slice().len() as u32 == length)
            );
        }
    }
}

#[test]
fn tree_search_is_optimal_too() {
    let goal = Goal::rows(Size::new(3, 3).unwrap());
    for (board, distance) in distances(&goal).into_iter().filter(|(_, distance)| *distance == 8) {
        for duplicates in [Duplicates::Keep, Duplicates::Parent] {
            for &ties in Ties::ALL {
                let request =
                    Request { duplicates: Some(duplicates), ties: Some(ties), ..Request::default() };
                assert_eq!(solved_length(&resolve(&board, &goal, &request)), distance);
            }
        }
    }
}

#[test]
fn other_searches_keep_what_they_promise() {
    let goal = Goal::rows(Size::new(3, 3).unwrap());
    let mut all: Vec<(Board, u32)> = distances(&goal).into_iter().collect();
    all.sort();
    for (index, (board, distance)) in
        all.iter().enumerate().filter(|(index, _)| shuffle_key(*index).is_multiple_of(1500))
    {
        for weight in ["1", "1.2", "1.5", "3", "10"] {
            for &ties in Ties::ALL {
                let weight: Weight = weight.parse().unwrap();
                let request = Request { weight: Some(weight), ties: Some(ties), ..Request::default() };
                let resolution = resolve(board, &goal, &request);
                let length = solved_length(&resolution);
                let (numerator, denominator) = weight.fraction();
                assert!(length * denominator <= distance * numerator, "{board:?}: {length} with {weight}");
                assert!(resolution.lower_bound <= *distance && *distance <= length);
            }
        }
        let with_a_stack = Some(GoalTest::Selected);
        for (algorithm, goal_test) in
            [(Algorithm::Greedy, None), (Algorithm::DepthFirst, None), (Algorithm::DepthFirst, with_a_stack)]
        {
            // A depth-first path is tens of thousands of moves long: fewer boards.
            if algorithm == Algorithm::Greedy || index % 4 == 0 {
                let algorithm = Some(algorithm);
                let resolution =
                    resolve(board, &goal, &Request { algorithm, goal_test, ..Request::default() });
                assert!(solved_length(&resolution) >= *distance);
                assert!(resolution.lower_bound <= *distance);
            }
        }
    }
}

#[test]
fn lockstep_decides_solvability_without_parity() {
    for (rows, cols) in [(1, 1), (1, 2), (2, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2)] {
        let size = Size::new(rows, cols).unwrap();
        for goal in goals(size) {
            for board in all_boards(size) {
                let request = Request { algorithm: Some(Algorithm::Lockstep), ..Request::default() };
                let resolution = resolve(&board, &goal, &request);
                let solvable = Task::new(board.clone(), goal.clone()).is_ok();
                assert_eq!(matches!(resolution.verdict, Verdict::Solved(_)), solvable, "{board:?}");
                assert_eq!(matches!(resolution.verdict, Verdict::Unsolvable(_)), !solvable, "{board:?}");
            }
        }
    }
}

#[test]
fn every_layout_counts_the_same_nodes() {
    type Run = fn(&Board, &Goal) -> Vec<Outcome>;
    fn run<G: Grid>(board: &Board, goal: &Goal) -> Vec<Outcome> {
        let geometry = Geometry::new(board.size(), Order::default());
        let root = Root::<G>::new(board, goal.board(), &geometry);
        let h = Manhattan::new(goal);
        let limits = Limits::none();
        let mut outcomes = vec![
            search::ida_star(&root, &h, &limits, &mut Unobserved),
            search::bidirectional(&root, &limits, &mut Unobserved),
            search::greedy(
                &root,
                &h,
                Policies { ties: Ties::State, ..Policies::default() },
                &limits,
                &mut Unobserved,
            ),
        ];
        for &goal_test in GoalTest::ALL {
            outcomes.push(search::breadth_first(&root, goal_test, &limits, &mut Unobserved));
            outcomes.push(search::depth_first(&root, goal_test, &limits, &mut Unobserved));
        }
        for &ties in Ties::ALL {
            let policies = Policies { ties, ..Policies::default() };
            outcomes.push(search::a_star(&root, &h, policies, &limits, &mut Unobserved));
        }
        outcomes
    }
    let runs: [Run; 3] = [run::<Packed16>, run::<Packed25>, run::<Flat>];
    for text in ["0 1 3/4 2 5/7 8 6", "8 1 3/4 0 2/7 6 5", "4 3 2 1/0 5 7 6", "1 3 2/0 5 4"] {
        let board = board(text);
        let goals = goals(board.size());
        let goal = goals.iter().find(|goal| Task::new(board.clone(), (*goal).clone()).is_ok()).unwrap();
        let [first, others @ ..] = runs.map(|run| {
            let outcomes = run(&board, goal).into_iter();
            // Bytes differ between layouts, as they should.
            let untimed = |stats| search::Stats { bytes: 0, elapsed: std::time::Duration::ZERO, ..stats };
            outcomes.map(|o| (o.ending, o.lower_bound, untimed(o.stats))).collect::<Vec<_>>()
        });
        for other in others {
            assert_eq!(first, other, "{text}");
        }
    }
}

/// All simple paths by the definition, without any cut.
fn brute_force(start: &Board, goal: &Goal, bound: u32) -> HashSet<Vec<Board>> {
    fn extend(path: &mut Vec<Board>, goal: &Goal, bound: u32, found: &mut HashSet<Vec<Board>>) {
        let last = path.last().unwrap().clone();
        if last.is_solved(goal) {
            found.insert(path.clone());
            return;
        }
        if path.len() as u32 > bound {
            return;
        }
        for (_, next) in last.neighbours() {
            if !path.contains(&next) {
                path.push(next);
                extend(path, goal, bound, found);
                path.pop();
            }
        }
    }
    let mut found = HashSet::new();
    extend(&mut vec![start.clone()], goal, bound, &mut found);
    found
}

fn enumerated(start: &Board, goal: &Goal, bound: u32) -> Vec<Moves> {
    let mut solutions = Vec::new();
    let outcome = enumerate(
        &Enumeration::new(start, goal, 0..=bound),
        &Limits::none(),
        &mut Unobserved,
        &mut |verified| {
            solutions.push(verified.moves().clone());
            ControlFlow::Continue(())
        },
    );
    assert_eq!(outcome.unwrap().ending, Ending::Exhausted);
    solutions
}

#[test]
fn enumeration_gives_every_simple_path_once() {
    let mut paths = 0;
    for (text, bound) in
        [("1 2/3 0", 12), ("0 3/2 1", 12), ("3 1 2/0 4 5", 20), ("1 2 0/4 5 3", 20), ("1 0 2", 5)]
    {
        let start = board(text);
        for goal in goals(start.size()) {
            let expected = brute_force(&start, &goal, bound);
            let found = enumerated(&start, &goal, bound);
            let boards: HashSet<Vec<Board>> =
                found.iter().map(|moves| moves.boards(&start).collect()).collect();
            assert_eq!(boards.len(), found.len(), "{text}: none twice");
            assert_eq!(boards, expected, "{text}");
            paths += found.len();
        }
    }
    assert!(paths > 20, "the boards are not all unsolvable");
    let start = board("8 1 3/4 0 2/7 6 5");
    for goal in goals(start.size()) {
        assert_eq!(enumerated(&start, &goal, 14).len(), brute_force(&start, &goal, 14).len());
    }
}

#[test]
fn enumeration_stops_when_told() {
    let start = board("4 3 2/1 0 5/6 7 8");
    let goal = Goal::blank_first(start.size());
    let mut count = 0;
    let outcome =
        enumerate(&Enumeration::new(&start, &goal, 0..=16), &Limits::none(), &mut Unobserved, &mut |_| {
            count += 1;
            if count == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    assert_eq!((outcome.unwrap().ending, count), (Ending::Stopped(search::StopReason::Asked), 2));
}

#[test]
fn order_changes_the_nodes_but_not_the_length() {
    let start = board("8 6 7/2 5 4/3 0 1");
    let goal = Goal::rows(start.size());
    let mut generated = HashSet::new();
    for order in ["blank:ULRD", "blank:RDLU", "tile:ULRD"] {
        let order: Order = order.parse().unwrap();
        let request =
            Request { algorithm: Some(Algorithm::IdaStar), order: Some(order), ..Request::default() };
        let resolution = resolve(&start, &goal, &request);
        assert_eq!(solved_length(&resolution), 31);
        generated.insert(resolution.stats.generated);
    }
    assert!(generated.len() > 1);
}

#[test]
fn options_an_algorithm_does_not_have_are_refused() {
    let start = board("1 2 3/4 5 6/7 0 8");
    let goal = Goal::rows(start.size());
    let refused = |request: Request| {
        solve(&start, &goal, &request, &Limits::none(), &mut Unobserved).unwrap_err().to_string()
    };
    let algorithm = Some(Algorithm::IdaStar);
    let message = refused(Request { algorithm, ties: Some(Ties::State), ..Request::default() });
    assert_eq!(message, "IDA* takes no ties; it goes with astar, wastar, greedy, lockstep");
    let algorithm = Some(Algorithm::BreadthFirst);
    let heuristic = Some(HeuristicKind::Manhattan.into());
    let message = refused(Request { algorithm, heuristic, ..Request::default() });
    assert_eq!(
        message,
        "breadth-first search takes no heuristic; it goes with astar, wastar, greedy, idastar, lockstep"
    );
}
