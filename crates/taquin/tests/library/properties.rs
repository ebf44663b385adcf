//! Properties of random puzzles: every method agrees with every other and with a plain enumeration, and every claim is
//! replayed and derived again.
//!
//! A failing case is shrunk and printed; it is not saved beside the sources, because the printed case is small enough to
//! become an ordinary test. The cases of a usual run are always the same. `PROPTEST_CASES=2000` runs that many others;
//! `PROPTEST_RNG_SEED` repeats them.

use crate::common::pushed;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::LazyLock;
use taquin::control::{Control, StopReason};
use taquin::proof::Claim;
use taquin::search::{Duplicates, GoalTest, Ties, Weight};
use taquin::solver::{Algorithm, MethodOption, MethodOptions, Outcome, RecheckVerdict, Solver, lower_bound};
use taquin::tables::Partition;
use taquin::{Board, Direction, Gap, Goal, HeuristicKind, Metric, Moves, Order, Puzzle, Size};

fn config(cases: u32) -> ProptestConfig {
    let asked = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => asked,
        None => ProptestConfig { cases, rng_seed: RngSeed::Fixed(19), ..asked },
    }
}

/// The sizes that are enumerated. Most cases are small; a 3x3 takes as long as a hundred of them.
fn small_size() -> impl Strategy<Value = Size> {
    let sizes = |sizes: &'static [(usize, usize)]| prop::sample::select(sizes);
    prop_oneof![
        4 => sizes(&[(1, 1), (1, 2), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2)]),
        4 => sizes(&[(2, 4), (4, 2)]),
        1 => Just((3, 3)),
    ]
    .prop_map(|(rows, cols)| Size::new(rows, cols).unwrap())
}

fn board(size: Size) -> impl Strategy<Value = Board> {
    let numbers: Vec<u16> = (1..size.cells() as u16).chain([0]).collect();
    Just(numbers).prop_shuffle().prop_map(move |numbers| Board::new(size, &numbers).unwrap())
}

fn goal(size: Size) -> impl Strategy<Value = Goal> {
    prop_oneof![
        Just(Goal::rows(size)),
        Just(Goal::blank_first(size)),
        Just(Goal::spiral(size)),
        board(size).prop_map(Goal::from),
    ]
}

/// Any board and any goal of a small size: half of the puzzles are unsolvable.
fn small_puzzle() -> impl Strategy<Value = Puzzle> {
    let parts = |size| (board(size), goal(size));
    small_size().prop_flat_map(parts).prop_map(|(start, goal)| Puzzle::new(start, goal).unwrap())
}

/// A board a few moves away from a goal of a larger size, and the number of those moves.
fn shallow_puzzle() -> impl Strategy<Value = (Puzzle, usize)> {
    let size = prop::sample::select(&[(4, 4), (3, 5), (5, 3), (2, 7)][..]);
    let walk = prop::collection::vec(prop::sample::select(&Direction::SUCCESSOR_ORDER[..]), 0..=22);
    let parts = size.prop_flat_map(|(rows, cols)| goal(Size::new(rows, cols).unwrap()));
    (parts, walk).prop_map(|(goal, walk)| {
        let mut start = goal.board().clone();
        let mut walked = 0;
        for direction in walk {
            if let Some(after) = start.slide(direction) {
                start = after;
                walked += 1;
            }
        }
        (Puzzle::new(start, goal).unwrap(), walked)
    })
}

fn metric() -> impl Strategy<Value = Metric> {
    prop_oneof![2 => Just(Metric::Single), 1 => Just(Metric::Multi)]
}

/// A value, or none, for every option that chooses among paths of the same search.
fn policies() -> impl Strategy<Value = MethodOptions> {
    let order = Just(Direction::SUCCESSOR_ORDER.to_vec()).prop_shuffle();
    let order = order.prop_map(|order| Order::new([order[0], order[1], order[2], order[3]]).unwrap());
    let weight = prop::sample::select(&["1", "1.001", "1.5", "3", "1000"][..]);
    let weight = weight.prop_map(|text| text.parse::<Weight>().unwrap());
    (
        prop::option::of(prop::sample::select(Duplicates::ALL)),
        prop::option::of(prop::sample::select(Ties::ALL)),
        prop::option::of(prop::sample::select(GoalTest::ALL)),
        prop::option::of(order),
        prop::option::of(weight),
    )
        .prop_map(|(duplicates, ties, goal_test, order, weight)| {
            let mut options = MethodOptions::default();
            options.duplicates = duplicates;
            options.ties = ties;
            options.goal_test = goal_test;
            options.order = order;
            options.weight = weight;
            options
        })
}

/// Returns every algorithm with those of the policies that it takes, and the planner's choice.
fn with_policies(policies: &MethodOptions, metric: Metric) -> Vec<MethodOptions> {
    let mut methods = vec![MethodOptions::default()];
    for &algorithm in Algorithm::ALL {
        let mut method = MethodOptions::of(algorithm);
        method.duplicates = policies.duplicates.filter(|_| algorithm.takes(MethodOption::Duplicates));
        method.ties = policies.ties.filter(|_| algorithm.takes(MethodOption::Ties));
        method.goal_test = policies.goal_test.filter(|_| algorithm.takes(MethodOption::GoalTest));
        method.order = policies.order.filter(|_| algorithm.takes(MethodOption::Order));
        method.weight = policies.weight.filter(|_| algorithm.takes(MethodOption::Weight));
        methods.push(method);
    }
    for method in &mut methods {
        method.metric = metric;
    }
    methods
}

/// Returns the optimal length and the number of optimal solutions by breadth-first search on plain boards, which shares
/// no code with the searches; `None` if the goal is not among the boards that can be reached.
fn enumerated(puzzle: &Puzzle, metric: Metric) -> Option<(u32, u64)> {
    let goal = puzzle.goal().board();
    let mut seen = HashMap::from([(puzzle.start().clone(), 0)]);
    let mut layer = HashMap::from([(puzzle.start().clone(), 1_u64)]);
    for depth in 0.. {
        if let Some(&paths) = layer.get(goal) {
            return Some((depth, paths));
        }
        let mut next: HashMap<Board, u64> = HashMap::new();
        for (board, paths) in &layer {
            let neighbours = match metric {
                Metric::Single => board.neighbours().map(|(_, neighbour)| neighbour).collect(),
                Metric::Multi => pushed(board),
            };
            for neighbour in neighbours {
                if *seen.entry(neighbour.clone()).or_insert(depth + 1) == depth + 1 {
                    *next.entry(neighbour).or_default() += paths;
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        layer = next;
    }
    None
}

/// Derives everything that an outcome claims again.
fn check(puzzle: &Puzzle, outcome: &Outcome, optimal: Option<u32>) -> Result<(), TestCaseError> {
    check_within(puzzle, outcome, optimal, None)
}

/// Derives everything again that the outcome of a search with a gap claims. It may end with a solution that is not optimal.
fn check_within(
    puzzle: &Puzzle,
    outcome: &Outcome,
    optimal: Option<u32>,
    gap: Option<Gap>,
) -> Result<(), TestCaseError> {
    let method = &outcome.method;
    prop_assert_eq!(
        outcome.unsolvable.is_some(),
        optimal.is_none() && outcome.stopped.is_none(),
        "{}",
        method
    );
    let Some(optimal) = optimal else {
        prop_assert!(outcome.solution.is_none(), "{}", method);
        return Ok(());
    };
    prop_assert!(outcome.lower_bound <= optimal, "{}: bound {}", method, outcome.lower_bound);
    let Some(solution) = &outcome.solution else {
        prop_assert!(outcome.stopped.is_some(), "{}", method);
        return Ok(());
    };
    let end = solution.moves().apply(puzzle.start());
    prop_assert_eq!(end.as_ref(), Ok(puzzle.goal().board()), "{}", method);
    let length = solution.moves().len_in(method.metric) as u32;
    prop_assert_eq!(length as usize, solution.len());
    prop_assert!(length >= optimal, "{}: {} is shorter than {}", method, length, optimal);
    match solution.claim() {
        Claim::Optimal(_) => prop_assert_eq!(length, optimal, "{}", method),
        Claim::AtMost { above, .. } => prop_assert!(length <= optimal + above, "{}", method),
    }
    if let (Some(gap), None | Some(StopReason::Gap)) = (gap, outcome.stopped) {
        prop_assert!(gap.allows(solution.len(), outcome.lower_bound), "{}", method);
    } else if method.algorithm.is_optimal() && outcome.stopped.is_none() {
        prop_assert!(solution.is_optimal() && length == optimal, "{}", method);
    }
    if method.algorithm == Algorithm::WeightedAStar {
        let (numerator, denominator) = method.weight.unwrap_or(Weight::TWO).fraction();
        prop_assert!(length * denominator <= numerator * optimal, "{}: {} and {}", method, length, optimal);
    }
    Ok(())
}

/// Returns every method for a puzzle: every algorithm, with every heuristic or partition that it takes.
fn methods(puzzle: &Puzzle, metric: Metric) -> Vec<MethodOptions> {
    let mut methods = vec![MethodOptions::default()];
    for &algorithm in Algorithm::ALL {
        let plain = MethodOptions::of(algorithm);
        if algorithm.takes(MethodOption::Heuristic) && metric == Metric::Single {
            for &kind in HeuristicKind::ALL {
                let mut method = plain.clone();
                method.heuristic = Some(kind.into());
                methods.push(method);
            }
        }
        if algorithm.takes(MethodOption::Patterns) && metric == Metric::Single {
            for partition in Partition::all(puzzle.goal()) {
                let mut method = plain.clone();
                method.patterns = vec![partition];
                methods.push(method);
            }
        }
        methods.push(plain);
    }
    for method in &mut methods {
        method.metric = metric;
    }
    methods
}

/// Solves with a method, if the size supports it.
fn solve(solver: &Solver, method: MethodOptions, puzzle: &Puzzle, control: &Control) -> Option<Outcome> {
    let solver = solver.with_options(method).ok()?;
    let plan = solver.plan(puzzle).ok()?;
    Some(plan.run(control).unwrap())
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn every_method_agrees_with_the_enumeration(
        puzzle in small_puzzle(),
        metric in metric(),
        threads in 1_usize..=2,
        limit in prop::option::weighted(0.3, 0_u64..2000),
    ) {
        let optimal = enumerated(&puzzle, metric).map(|(length, _)| length);
        prop_assert_eq!(puzzle.is_solvable(), optimal.is_some());
        if let Some(optimal) = optimal {
            prop_assert!(lower_bound(puzzle.start(), puzzle.goal(), metric) <= optimal);
        }
        let solver = Solver::builder().threads(threads).build().unwrap();
        for method in methods(&puzzle, metric) {
            // Searches that cannot recognise boards again would take hours; their claims must hold under limits, too.
            let forgets = method.algorithm == Some(Algorithm::IterativeDeepening)
                || method.heuristic == Some(HeuristicKind::Zero.into());
            let limit = if forgets { limit.or(Some(100_000)) } else { limit };
            let control = limit.map_or_else(Control::new, |nodes| Control::new().node_limit(nodes));
            let Some(outcome) = solve(&solver, method, &puzzle, &control) else { continue };
            check(&puzzle, &outcome, optimal)?;
            if limit.is_none() {
                prop_assert!(outcome.stopped.is_none(), "{} stopped without a limit", outcome.method);
            }
        }
    }

    #[test]
    fn optimal_solutions_are_counted_and_listed(puzzle in small_puzzle()) {
        let solver = Solver::builder().threads(1).build().unwrap();
        let counted = solver.count_shortest(&puzzle, &Control::new()).unwrap();
        let expected = enumerated(&puzzle, Metric::Single);
        prop_assert_eq!(counted.count, expected.map_or(0, |(_, paths)| paths));
        check(&puzzle, &counted.first, expected.map(|(length, _)| length))?;
        let mut listed: Vec<Moves> = Vec::new();
        let all = solver.all_shortest(&puzzle, &Control::new(), |solution| {
            listed.push(solution.moves().clone());
            ControlFlow::Continue(())
        });
        prop_assert_eq!(all.unwrap().count, counted.count);
        prop_assert_eq!(listed.len() as u64, counted.count);
        for moves in &listed {
            let end = moves.apply(puzzle.start());
            prop_assert_eq!(end.as_ref(), Ok(puzzle.goal().board()));
            prop_assert_eq!(Some(moves.len() as u32), expected.map(|(length, _)| length));
        }
        listed.sort_by(|a, b| a.as_slice().cmp(b.as_slice()));
        listed.dedup();
        prop_assert_eq!(listed.len() as u64, counted.count, "a solution was listed twice");
    }

    #[test]
    fn a_second_proof_confirms_the_first(puzzle in small_puzzle(), metric in metric(), forged in any::<bool>()) {
        let solver = Solver::builder().threads(1).metric(metric).build().unwrap();
        let mut outcome = solver.solve(&puzzle).unwrap();
        let is_forged = forged && outcome.solution.is_some();
        if is_forged {
            outcome.lower_bound += 1;
        }
        let Some(recheck) = solver.recheck(&outcome, &Control::new()).unwrap() else { return Ok(()) };
        if recheck.verdict == RecheckVerdict::NoMethod {
            prop_assert!(metric == Metric::Multi && puzzle.size().is_line(), "{}", recheck);
        } else {
            prop_assert_eq!(recheck.is_contradiction(), is_forged, "{}", recheck);
            prop_assert_eq!(recheck.is_confirmed(), !is_forged, "{}", recheck);
        }
    }
}

proptest! {
    #![proptest_config(config(40))]

    /// Policies change which solution is found, and a gap which is enough, but never what is claimed about it.
    #[test]
    fn policies_and_gaps_change_no_claim(
        puzzle in small_puzzle(),
        metric in metric(),
        policies in policies(),
        percent in 0_u32..100,
        nodes in 1_u64..10_000,
    ) {
        let optimal = enumerated(&puzzle, metric).map(|(length, _)| length);
        let gap: Gap = percent.to_string().parse().unwrap();
        let exact = Solver::builder().threads(1).build().unwrap();
        let near = Solver::builder().threads(1).gap(gap).build().unwrap();
        // Tree searches forget boards, so all have a limit.
        let control = Control::new().node_limit(nodes);
        for method in with_policies(&policies, metric) {
            if let Some(outcome) = solve(&exact, method.clone(), &puzzle, &control) {
                check(&puzzle, &outcome, optimal)?;
            }
            // Only anytime search takes a gap.
            let Some(outcome) = solve(&near, method, &puzzle, &control) else { continue };
            check_within(&puzzle, &outcome, optimal, Some(gap))?;
        }
    }
}

proptest! {
    #![proptest_config(config(20))]

    #[test]
    fn methods_agree_on_shallow_boards_of_larger_sizes((puzzle, walked) in shallow_puzzle()) {
        // Shared, because its tables of walking distance serve all cases of a goal.
        static SOLVER: LazyLock<Solver> = LazyLock::new(|| Solver::builder().threads(1).build().unwrap());
        let solver = &*SOLVER;
        let mut known: Option<Outcome> = None;
        for method in methods(&puzzle, Metric::Single) {
            // These take long on every board, or build tables that do.
            let is_for_others = !method.patterns.is_empty()
                || matches!(method.algorithm, Some(Algorithm::Table | Algorithm::DepthFirst | Algorithm::Beam | Algorithm::Improve));
            if is_for_others {
                continue;
            }
            let control = Control::new().node_limit(20_000);
            let Some(outcome) = solve(solver, method, &puzzle, &control) else { continue };
            match &known {
                Some(known) => check(&puzzle, &outcome, Some(known.lower_bound))?,
                // The walk is a solution, and all solutions have its parity.
                None => {
                    let length = outcome.solution.as_ref().map_or(0, |solution| solution.moves().len());
                    prop_assert!(outcome.is_optimal() && outcome.lower_bound as usize <= walked);
                    prop_assert_eq!(length % 2, walked % 2);
                    check(&puzzle, &outcome, Some(outcome.lower_bound))?;
                    known = Some(outcome);
                }
            }
        }
        let known = known.unwrap();
        if let Some(recheck) = solver.recheck(&known, &Control::new().node_limit(20_000)).unwrap() {
            prop_assert!(!recheck.is_contradiction(), "{}", recheck);
        }
    }
}
