//! Every search compared with full enumeration, in every layout and with every policy.

use crate::common::{
    all_boards, board, check_each, distances, goals, goals_of, options, puzzle, shuffle_key, solve,
};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;
use taquin::control::{Control, StopReason};
use taquin::heuristic::Manhattan;
use taquin::internals::geometry::{Geometry, Order};
use taquin::internals::grid::{Flat, Grid, Packed16, Packed25};
use taquin::internals::kernel::{self, Root};
use taquin::scramble::Scrambler;
use taquin::search::{self, Duplicates, GoalTest, Policies, SearchOutcome, Stats, Ties, Weight};
use taquin::solver::{Algorithm, Enumeration, MethodOptions, Outcome, Solver};
use taquin::{Board, Goal, HeuristicChoice, HeuristicKind, Moves, Puzzle, Size, Task};

fn solved_length(outcome: &Outcome) -> u32 {
    let solution = outcome.solution.as_ref().unwrap_or_else(|| panic!("not solved: {outcome:?}"));
    solution.moves().len() as u32
}

fn of(algorithm: Algorithm, heuristic: &HeuristicChoice) -> MethodOptions {
    options(|options| {
        options.algorithm = Some(algorithm);
        options.heuristic = Some(heuristic.clone());
    })
}

/// Returns all options for an optimal solution with which the search ends on every board.
fn optimal_methods() -> Vec<MethodOptions> {
    let mut methods = vec![MethodOptions::default()];
    for algorithm in [Algorithm::AStar, Algorithm::Lockstep] {
        for &ties in Ties::ALL {
            for &kind in HeuristicKind::ALL {
                let mut method = of(algorithm, &kind.into());
                method.ties = Some(ties);
                methods.push(method);
            }
        }
    }
    methods.extend(HeuristicKind::ALL.iter().map(|&kind| of(Algorithm::IdaStar, &kind.into())));
    // The maximum of several heuristics is a heuristic of its own.
    let heuristic: HeuristicChoice = "hamming,linear-conflict".parse().unwrap();
    methods.extend([Algorithm::AStar, Algorithm::IdaStar].map(|algorithm| of(algorithm, &heuristic)));
    let blind = [Algorithm::BreadthFirst, Algorithm::Bidirectional, Algorithm::IterativeDeepening];
    methods.extend(blind.map(MethodOptions::of));
    methods.push(options(|options| options.goal_test = Some(GoalTest::Selected)));
    methods
}

#[test]
fn optimal_searches_are_optimal_on_every_2x3_state() {
    let size = Size::new(2, 3).unwrap();
    for goal in goals(size) {
        for (index, (board, distance)) in distances(&goal).into_iter().enumerate() {
            for options in optimal_methods() {
                // Without an estimate, iterative deepening generates the same boards many times: a few starts are
                // enough.
                let blind = options.algorithm == Some(Algorithm::IterativeDeepening);
                if blind && index % 20 != 0 {
                    continue;
                }
                let outcome = solve(&board, &goal, &options);
                assert_eq!(solved_length(&outcome), distance, "{board:?} {options:?}");
                assert_eq!(outcome.lower_bound, distance, "{board:?} {options:?}");
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
        // About the same number of boards of each size.
        let every = all.len() as u64 / 9;
        let is_drawn = |index: &usize| shuffle_key(*index).is_multiple_of(every);
        for (board, distance) in (0..all.len()).filter(is_drawn).map(|index| &all[index]) {
            for options in optimal_methods() {
                let kinds = options.heuristic.as_ref().map_or(&[][..], |heuristic| heuristic.kinds());
                let deep_and_blind = *distance > 16
                    && (matches!(options.algorithm, Some(Algorithm::IterativeDeepening))
                        || options.algorithm == Some(Algorithm::IdaStar)
                            && kinds[0] < HeuristicKind::Manhattan);
                if !deep_and_blind {
                    let outcome = solve(board, &goal, &options);
                    assert_eq!(solved_length(&outcome), *distance, "{board:?} {options:?}");
                    assert_eq!(outcome.lower_bound, *distance);
                }
            }
        }
    });
}

/// Boards of each layout that are too large to enumerate: all optimal searches agree on the length of short walks.
#[test]
fn searches_agree_on_larger_boards() {
    for (rows, cols) in [(4, 4), (4, 5), (5, 5), (2, 9), (6, 6), (3, 11), (1, 30), (20, 20)] {
        for goal in goals(Size::new(rows, cols).unwrap()) {
            let start = Scrambler::seeded((rows * cols) as u64).walk(&goal, 14);
            let length = solved_length(&solve(&start, &goal, &MethodOptions::default()));
            assert!(length <= 14 && length.is_multiple_of(2));
            for algorithm in
                [Algorithm::AStar, Algorithm::IdaStar, Algorithm::Bidirectional, Algorithm::Lockstep]
            {
                let outcome = solve(&start, &goal, &MethodOptions::of(algorithm));
                assert_eq!(solved_length(&outcome), length, "{algorithm}");
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
                let options = options(|options| {
                    options.duplicates = Some(duplicates);
                    options.ties = Some(ties);
                });
                assert_eq!(solved_length(&solve(&board, &goal, &options)), distance);
            }
        }
    }
}

#[test]
fn other_searches_meet_their_guarantees() {
    let goal = Goal::rows(Size::new(3, 3).unwrap());
    let mut all: Vec<(Board, u32)> = distances(&goal).into_iter().collect();
    all.sort();
    for (index, (board, distance)) in
        all.iter().enumerate().filter(|(index, _)| shuffle_key(*index).is_multiple_of(1500))
    {
        for weight in ["1", "1.2", "1.5", "3", "10"] {
            for &ties in Ties::ALL {
                let weight: Weight = weight.parse().unwrap();
                let options = options(|options| {
                    options.weight = Some(weight);
                    options.ties = Some(ties);
                });
                let outcome = solve(board, &goal, &options);
                let length = solved_length(&outcome);
                let (numerator, denominator) = weight.fraction();
                assert!(length * denominator <= distance * numerator, "{board:?}: {length} with {weight}");
                assert!(outcome.lower_bound <= *distance && *distance <= length);
            }
        }
        let with_a_stack = Some(GoalTest::Selected);
        for (algorithm, goal_test) in
            [(Algorithm::Greedy, None), (Algorithm::DepthFirst, None), (Algorithm::DepthFirst, with_a_stack)]
        {
            // A depth-first path is tens of thousands of moves long: fewer boards.
            if algorithm == Algorithm::Greedy || index % 4 == 0 {
                let mut options = MethodOptions::of(algorithm);
                options.goal_test = goal_test;
                let outcome = solve(board, &goal, &options);
                assert!(solved_length(&outcome) >= *distance);
                assert!(outcome.lower_bound <= *distance);
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
                let outcome = solve(&board, &goal, &MethodOptions::of(Algorithm::Lockstep));
                let solvable = Task::new(board.clone(), goal.clone()).is_ok();
                assert_eq!(outcome.solution.is_some(), solvable, "{board:?}");
                assert_eq!(outcome.unsolvable.is_some(), !solvable, "{board:?}");
            }
        }
    }
}

/// Returns the outcome without the time and the bytes, which differ between layouts.
fn comparable(outcome: SearchOutcome) -> SearchOutcome {
    let stats = Stats { bytes: 0, elapsed: Duration::ZERO, ..outcome.stats };
    SearchOutcome { stats, ..outcome }
}

#[test]
fn every_layout_counts_the_same_nodes() {
    type Run = fn(&Board, &Goal) -> Vec<SearchOutcome>;
    fn run<G: Grid>(board: &Board, goal: &Goal) -> Vec<SearchOutcome> {
        let geometry = Geometry::new(board.size(), Order::default());
        let root = Root::<G>::new(board, goal.board(), &geometry);
        let h = Manhattan::new(goal);
        let control = &Control::new();
        let by_state = Policies { ties: Ties::State, ..Policies::default() };
        let mut outcomes = vec![
            kernel::ida_star(&root, &h, control),
            kernel::bidirectional(&root, control),
            kernel::greedy(&root, &h, by_state, control),
        ];
        for &goal_test in GoalTest::ALL {
            outcomes.push(kernel::breadth_first(&root, goal_test, control));
            outcomes.push(kernel::depth_first(&root, goal_test, control));
        }
        for &ties in Ties::ALL {
            let policies = Policies { ties, ..Policies::default() };
            outcomes.push(kernel::a_star(&root, &h, policies, control));
        }
        outcomes
    }
    let runs: [Run; 3] = [run::<Packed16>, run::<Packed25>, run::<Flat>];
    for text in ["0 1 3/4 2 5/7 8 6", "8 1 3/4 0 2/7 6 5", "4 3 2 1/0 5 7 6", "1 3 2/0 5 4"] {
        let board = board(text);
        let goals = goals(board.size());
        let goal = goals.iter().find(|goal| Task::new(board.clone(), (*goal).clone()).is_ok()).unwrap();
        let [first, others @ ..] =
            runs.map(|run| run(&board, goal).into_iter().map(comparable).collect::<Vec<_>>());
        for other in others {
            assert_eq!(first, other, "{text}");
        }
    }
}

/// Returns all simple paths by definition, without pruning.
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
    let puzzle = puzzle(start, goal);
    let enumeration = Enumeration::new(&puzzle, 0..=bound);
    let outcome = Solver::new().enumerate(&enumeration, &Control::new(), |verified| {
        solutions.push(verified.moves().clone());
        ControlFlow::Continue(())
    });
    assert!(outcome.unwrap().is_exhausted());
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
fn enumeration_stops_when_the_callback_breaks() {
    let start = board("4 3 2/1 0 5/6 7 8");
    let puzzle = puzzle(&start, &Goal::blank_first(start.size()));
    let mut count = 0;
    let outcome = Solver::new().enumerate(&Enumeration::new(&puzzle, 0..=16), &Control::new(), |_| {
        count += 1;
        if count == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((outcome.unwrap().stopped, count), (Some(StopReason::Cancelled), 2));
}

#[test]
fn order_changes_the_nodes_but_not_the_length() {
    let start = board("8 6 7/2 5 4/3 0 1");
    let goal = Goal::rows(start.size());
    let mut generated = HashSet::new();
    for order in ["blank:ULRD", "blank:RDLU", "tile:ULRD"] {
        let mut options = MethodOptions::of(Algorithm::IdaStar);
        options.order = Some(order.parse().unwrap());
        let outcome = solve(&start, &goal, &options);
        assert_eq!(solved_length(&outcome), 31);
        generated.insert(outcome.stats.generated);
    }
    assert!(generated.len() > 1);
}

#[test]
fn options_that_an_algorithm_does_not_take_are_refused() {
    let refused = |options: MethodOptions| {
        let error = Solver::builder().options(options).build().unwrap_err();
        format!("{error}; {}", error.hint().unwrap())
    };
    let mut ida_star = MethodOptions::of(Algorithm::IdaStar);
    ida_star.ties = Some(Ties::State);
    assert_eq!(refused(ida_star), "ties: not supported by idastar; use astar, wastar, greedy or lockstep");
    assert_eq!(
        refused(of(Algorithm::BreadthFirst, &HeuristicKind::Manhattan.into())),
        "heuristic: not supported by bfs; use astar, wastar, greedy, idastar or lockstep"
    );
}

/// The functions on a puzzle are the kernels on its root, in every layout.
#[test]
fn searches_on_a_puzzle_are_those_on_its_root() {
    for (rows, cols) in [(3, 3), (4, 5), (6, 6)] {
        let goal = Goal::rows(Size::new(rows, cols).unwrap());
        let start = Scrambler::seeded(8).walk(&goal, 12);
        let puzzle = Puzzle::from(start.clone());
        let geometry = Geometry::new(goal.size(), Order::default());
        let root = Root::<Flat>::new(&start, goal.board(), &geometry);
        let twin = Root::<Flat>::new(&start.twin().unwrap(), goal.board(), &geometry);
        let (h, policies, control) = (&Manhattan::new(&goal), Policies::default(), &Control::new());
        let test = GoalTest::default();
        let pairs = [
            (search::a_star(&puzzle, h, policies, control), kernel::a_star(&root, h, policies, control)),
            (
                search::weighted_a_star(&puzzle, h, Weight::TWO, policies, control),
                kernel::weighted_a_star(&root, h, Weight::TWO, policies, control),
            ),
            (search::greedy(&puzzle, h, policies, control), kernel::greedy(&root, h, policies, control)),
            (search::ida_star(&puzzle, h, control), kernel::ida_star(&root, h, control)),
            (search::breadth_first(&puzzle, test, control), kernel::breadth_first(&root, test, control)),
            (search::iterative_deepening(&puzzle, control), kernel::iterative_deepening(&root, control)),
            (search::bidirectional(&puzzle, control), kernel::bidirectional(&root, control)),
            (
                search::lockstep(&puzzle, h, policies, control),
                kernel::lockstep(&root, Some(&twin), h, policies, control),
            ),
        ];
        for (index, (on_puzzle, on_root)) in pairs.into_iter().enumerate() {
            assert!(on_puzzle.moves.is_some(), "{rows}x{cols} {index}");
            assert_eq!(comparable(on_puzzle), comparable(on_root), "{rows}x{cols} {index}");
        }
        let few = &Control::new().node_limit(50);
        let on_puzzle = search::depth_first(&puzzle, test, few);
        assert_eq!(comparable(on_puzzle), comparable(kernel::depth_first(&root, test, few)));
    }
}
