//! A second proof confirms what the first one proved, finds out claims that do not hold, and shares nothing with the
//! first.

use crate::common::goals;
use taquin::control::{Control, StopReason};
use taquin::proof::verify;
use taquin::scramble::Scrambler;
use taquin::solver::{Algorithm, Method, MethodOptions, Outcome, Recheck, RecheckVerdict};
use taquin::tables::Partition;
use taquin::{Direction, Goal, HeuristicKind, Metric, Moves, Puzzle, Size, Solver};

fn solver(options: MethodOptions) -> Solver {
    Solver::builder().threads(1).options(options).build().unwrap()
}

fn recheck(solver: &Solver, outcome: &Outcome) -> Recheck {
    solver.recheck(outcome, &Control::new()).unwrap().unwrap()
}

/// Returns the outcome with a solution that is two moves longer, and is claimed to be optimal.
fn forged(outcome: &Outcome) -> Outcome {
    let solution = outcome.solution.as_ref().unwrap();
    let start = solution.task().start();
    let (there, _) = start.neighbours().next().unwrap();
    let detour = Moves::from([there, there.opposite()]).then(solution.moves());
    let length = detour.len_in(solution.metric()) as u32;
    let claimed = verify(solution.task(), detour, solution.metric(), length).unwrap();
    assert!(claimed.is_optimal());
    Outcome { lower_bound: length, solution: Some(claimed), ..outcome.clone() }
}

/// Returns whether no method of the second proof has the estimate of the first, or no estimate where the first has none.
fn is_independent(recheck: &Recheck) -> bool {
    let estimate = |method: &Method| (method.heuristic.clone(), method.patterns.clone(), method.push_tiles);
    let is_table = |method: &Method| method.algorithm == Algorithm::Table;
    let first = &recheck.first;
    let differs =
        |method: &Method| estimate(method) != estimate(first) || is_table(method) != is_table(first);
    !recheck.second.is_empty() && recheck.second.iter().all(differs)
}

#[test]
fn every_optimal_method_is_confirmed_and_a_forged_claim_is_found_out() {
    for (rows, cols) in [(2, 3), (3, 3), (1, 6), (2, 5)] {
        let size = Size::new(rows, cols).unwrap();
        let mut scrambler = Scrambler::seeded(19);
        for goal in &goals(size)[..2] {
            let puzzle = Puzzle::new(scrambler.walk(goal, 20), goal.clone()).unwrap();
            for &algorithm in Algorithm::ALL.iter().filter(|algorithm| algorithm.is_optimal()) {
                // Iterative deepening takes long on larger boards, and so do their tables.
                let is_slow = matches!(algorithm, Algorithm::IterativeDeepening | Algorithm::Table);
                if is_slow && size.cells() > 9 {
                    continue;
                }
                let solver = solver(MethodOptions::of(algorithm));
                let Ok(plan) = solver.plan(&puzzle) else { continue };
                let outcome = plan.run(&Control::new()).unwrap();
                let true_one = recheck(&solver, &outcome);
                assert!(true_one.is_confirmed(), "{puzzle}: {true_one}");
                assert!(is_independent(&true_one), "{true_one}");
                let false_one = recheck(&solver, &forged(&outcome));
                assert!(false_one.is_contradiction(), "{puzzle}: {false_one}");
                let RecheckVerdict::Shorter(found) = &false_one.verdict else { panic!("{false_one}") };
                assert_eq!(found.len(), outcome.solution.unwrap().len());
            }
        }
    }
}

#[test]
fn claims_in_pushes_are_proved_again() {
    for (rows, cols) in [(2, 3), (3, 3), (3, 4)] {
        let size = Size::new(rows, cols).unwrap();
        let goal = Goal::rows(size);
        let puzzle = Puzzle::new(Scrambler::seeded(3).walk(&goal, 24), goal).unwrap();
        for algorithm in [None, Some(Algorithm::IdaStar), Some(Algorithm::Table)] {
            let mut options = MethodOptions::default();
            options.algorithm = algorithm;
            options.metric = Metric::Multi;
            if algorithm == Some(Algorithm::Table) && size.cells() > 9 {
                continue;
            }
            let solver = solver(options);
            let outcome = solver.solve(&puzzle).unwrap();
            let true_one = recheck(&solver, &outcome);
            assert!(true_one.is_confirmed() && is_independent(&true_one), "{puzzle}: {true_one}");
            let false_one = recheck(&solver, &forged(&outcome));
            assert!(matches!(false_one.verdict, RecheckVerdict::Shorter(_)), "{puzzle}: {false_one}");
        }
    }
}

#[test]
fn the_second_proof_avoids_the_partitions_and_heuristics_of_the_first() {
    let goal = Goal::rows(Size::square(4).unwrap());
    // The blank is at home in a corner in both directions, so both have the same partitions to choose from.
    let puzzle: Puzzle = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0".parse().unwrap();
    assert_eq!(puzzle.goal(), &goal);
    let claim = |options: MethodOptions| {
        let solver = Solver::builder().threads(1).node_limit(1000).options(options).build().unwrap();
        // Only the choice of methods matters here, so the search may stop at its limit.
        let solution = Solver::builder().algorithm(Algorithm::Fast).build().unwrap().solve(&puzzle).unwrap();
        let method = solver.options().method(puzzle.size()).unwrap();
        let outcome = Outcome { method, lower_bound: 80, ..solution };
        recheck(&solver, &outcome)
    };
    for name in ["5-5-5", "6-6-3"] {
        let mut options = MethodOptions::default();
        options.patterns = vec![Partition::named(&goal, name, &[]).unwrap()];
        let rechecked = claim(options);
        assert!(is_independent(&rechecked), "{rechecked}");
        let RecheckVerdict::Stopped { reason: StopReason::Nodes, lower_bound } = rechecked.verdict else {
            panic!("{rechecked}");
        };
        assert!((30..80).contains(&lower_bound), "{rechecked}");
        assert!(!rechecked.is_confirmed() && !rechecked.is_contradiction());
        assert!(rechecked.to_string().starts_with("not rechecked: node limit reached; IDA* with "));
    }
    let mut options = MethodOptions::default();
    options.heuristic = Some(HeuristicKind::WalkingDistance.into());
    assert!(is_independent(&claim(options)));
}

#[test]
fn a_hard_fifteen_puzzle_is_proved_with_tables_of_its_own() {
    let puzzle: Puzzle = "14 7 8 2/13 11 10 4/9 12 5 0/3 6 1 15 -> blank-first".parse().unwrap();
    let solver = Solver::builder().threads(2).build().unwrap();
    let outcome = solver.solve(&puzzle).unwrap();
    let tables = solver.tables().bytes();
    let rechecked = recheck(&solver, &outcome);
    assert!(rechecked.is_confirmed() && is_independent(&rechecked), "{rechecked}");
    assert_eq!(solver.tables().bytes(), tables);
    let last = rechecked.second.last().unwrap();
    assert!(!last.patterns.is_empty(), "{rechecked}");
    assert!(recheck(&solver, &forged(&outcome)).is_contradiction());
}

#[test]
fn lower_bounds_without_an_optimal_solution_and_outcomes_without_a_solution() {
    let puzzle: Puzzle = "8 1 3/4 0 2/7 6 5".parse().unwrap();
    let greedy = solver(MethodOptions::of(Algorithm::Greedy));
    let outcome = greedy.solve(&puzzle).unwrap();
    let rechecked = recheck(&greedy, &outcome);
    assert!(rechecked.is_confirmed() && rechecked.lower_bound == outcome.lower_bound, "{rechecked}");
    let solved: Puzzle = "1 2 3/4 5 6/7 8 0".parse().unwrap();
    let solver = Solver::new();
    assert!(recheck(&solver, &solver.solve(&solved).unwrap()).is_confirmed());
    let unsolvable: Puzzle = "1 2 3/4 5 6/8 7 0".parse().unwrap();
    let outcome = solver.solve(&unsolvable).unwrap();
    assert_eq!(solver.recheck(&outcome, &Control::new()), Ok(None));
    let token = Control::new();
    token.cancel_token().cancel();
    let outcome = solver.solve(&puzzle).unwrap();
    let verdict = solver.recheck(&outcome, &token).unwrap().unwrap().verdict;
    assert!(matches!(verdict, RecheckVerdict::Stopped { reason: StopReason::Cancelled, .. }), "{verdict:?}");
}

#[test]
fn a_bound_that_is_too_small_is_no_contradiction_but_a_search_that_misses_the_solution_is() {
    let solver = Solver::builder().threads(1).build().unwrap();
    let puzzle: Puzzle = "8 1 3/4 0 2/7 6 5".parse().unwrap();
    let outcome = solver.solve(&puzzle).unwrap();
    assert!(recheck(&solver, &Outcome { lower_bound: 6, ..outcome.clone() }).is_confirmed());
    // Not the solution of this board: the second search proves that its moves are too few.
    let other: Puzzle = "1 2 3/4 5 6/7 0 8".parse().unwrap();
    let short = verify(&other.task().unwrap(), Moves::from([Direction::Left]), Metric::Single, 0).unwrap();
    let outcome = Outcome { solution: Some(short), lower_bound: 14, ..outcome };
    assert!(recheck(&solver, &outcome).is_contradiction());
}
