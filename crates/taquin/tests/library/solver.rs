//! A reused solver: tables grow by use within their memory, and many puzzles are solved in order.

use crate::common::{distances, options, puzzle};
use std::cell::Cell;
use taquin::control::{Control, StopReason};
use taquin::heuristic::{Pattern, WalkingDistance};
use taquin::scramble::Scrambler;
use taquin::solver::{Algorithm, MethodOptions, Outcome, SolveError, Solver};
use taquin::tables::{Partition, PerfectKey};
use taquin::{Board, Goal, Metric, Puzzle, Size};

fn goal(rows: usize, cols: usize) -> Goal {
    Goal::rows(Size::new(rows, cols).unwrap())
}

fn random(goal: &Goal, count: usize, seed: u64) -> Vec<Puzzle> {
    let mut scrambler = Scrambler::seeded(seed);
    (0..count).map(|_| puzzle(&scrambler.solvable(goal), goal)).collect()
}

fn algorithm(solver: &Solver, puzzle: &Puzzle) -> Algorithm {
    solver.plan(puzzle).unwrap().strategy().method.algorithm
}

#[test]
fn a_solver_builds_the_table_of_all_boards_once_it_pays() {
    let goal = goal(3, 3);
    let distances = distances(&goal);
    let solver = Solver::builder().threads(1).build().unwrap();
    let other_size = &random(&self::goal(2, 4), 1, 1)[0];
    let mut first_by_table = None;
    for (index, puzzle) in random(&goal, 40, 1).iter().enumerate() {
        let outcome = solver.solve(puzzle).unwrap();
        assert_eq!(outcome.lower_bound, distances[puzzle.start()]);
        assert!(outcome.is_optimal());
        if outcome.method.algorithm == Algorithm::Table {
            first_by_table.get_or_insert(index);
        }
    }
    assert!((15..=25).contains(&first_by_table.unwrap()), "{first_by_table:?}");
    let (seen, clone) = (&random(&goal, 1, 2)[0], solver.clone());
    assert_eq!([&solver, &clone].map(|solver| algorithm(solver, seen)), [Algorithm::Table; 2]);
    // Other sizes are counted separately, and another solver starts from zero.
    assert_eq!(algorithm(&solver, other_size), Algorithm::AStar);
    assert_eq!(algorithm(&Solver::new(), seen), Algorithm::AStar);
    // A solver with other options shares the table.
    let with_pushes = options(|options| options.metric = Metric::Multi);
    assert!(solver.with_options(with_pushes).unwrap().tables().bytes() > 0);
    // The number of boards can be given beforehand.
    let expecting = Solver::builder().expected_boards(100).build().unwrap();
    assert_eq!(algorithm(&expecting, seen), Algorithm::Table);
}

/// Returns the goal of a size whose blank is in a cell.
fn goal_with_blank(size: Size, blank: usize) -> Goal {
    let mut numbers: Vec<u16> = (0..size.cells() as u16).collect();
    numbers.swap(0, blank);
    Goal::from(Board::new(size, &numbers).unwrap())
}

/// Boards count towards a table if their goals share it, not if they only have as many cells.
#[test]
fn use_is_counted_by_table() {
    let nine = Size::square(3).unwrap();
    let solver = Solver::builder().threads(1).build().unwrap();
    for puzzle in random(&goal_with_blank(nine, 8), 40, 3) {
        solver.solve(&puzzle).unwrap();
    }
    let method = |blank| algorithm(&solver, &random(&goal_with_blank(nine, blank), 1, 4)[0]);
    assert_eq!([0, 2, 6, 8].map(method), [Algorithm::Table; 4]);
    assert_eq!([1, 4, 7].map(method), [Algorithm::AStar; 3]);
    // A table of the other metric is another table, and takes longer to pay.
    let pushes = solver.with_options(options(|options| options.metric = Metric::Multi)).unwrap();
    let fresh = Solver::builder().threads(1).metric(Metric::Multi).build().unwrap();
    let puzzle = &random(&goal(3, 3), 1, 5)[0];
    let strategy = |solver: &Solver| solver.plan(puzzle).unwrap().strategy().clone();
    assert_eq!(strategy(&pushes), strategy(&fresh));
    // Both orientations of a rectangle share their tables.
    for puzzle in random(&goal(4, 2), 40, 6) {
        solver.solve(&puzzle).unwrap();
    }
    assert_eq!(algorithm(&solver, &random(&goal(2, 4), 1, 7)[0]), Algorithm::Table);
}

/// Solutions of equal length may differ between methods, so lengths are compared.
fn lengths(outcomes: impl Iterator<Item = Result<Outcome, SolveError>>) -> Vec<Option<usize>> {
    outcomes.map(|outcome| outcome.unwrap().solution.map(|solution| solution.len())).collect()
}

#[test]
fn many_puzzles_are_answered_in_order() {
    let mut boards: Vec<Board> = random(&goal(3, 3), 150, 3).iter().map(|p| p.start().clone()).collect();
    boards.extend(random(&goal(2, 3), 50, 3).iter().map(|p| p.start().clone()));
    boards.insert(70, boards[70].twin().unwrap());
    let one_by_one = Solver::builder().threads(1).build().unwrap();
    let expected = lengths(boards.iter().map(|board| one_by_one.solve(&Puzzle::from(board.clone()))));
    assert_eq!(expected.iter().filter(|length| length.is_none()).count(), 1);
    for threads in [1, 2] {
        let solver = Solver::builder().threads(threads).build().unwrap();
        assert_eq!(lengths(solver.solve_many(boards.clone())), expected, "{threads} threads");
        // Also from an iterator of unknown length, and for puzzles.
        let puzzles = boards.iter().cloned().map(Puzzle::from).filter(|_| true);
        assert_eq!(lengths(solver.solve_many(puzzles)), expected, "{threads} threads");
        assert_eq!(solver.solve_many(Vec::<Puzzle>::new()).count(), 0);
    }
}

/// With one algorithm and one thread per puzzle, outcomes are identical, node counts included.
#[test]
fn many_outcomes_equal_those_one_by_one() {
    let puzzles = random(&goal(3, 3), 100, 4);
    let untimed = |outcome: Result<Outcome, SolveError>| {
        let mut outcome = outcome.unwrap();
        outcome.stats.elapsed = Default::default();
        outcome
    };
    let solver = |threads| Solver::builder().threads(threads).algorithm(Algorithm::IdaStar).build().unwrap();
    let expected: Vec<Outcome> = puzzles.iter().map(|puzzle| untimed(solver(1).solve(puzzle))).collect();
    for threads in [1, 2] {
        let many: Vec<Outcome> = solver(threads).solve_many(puzzles.clone()).map(untimed).collect();
        assert_eq!(many, expected, "{threads} threads");
    }
}

#[test]
fn many_puzzles_are_taken_as_they_are_needed_and_dropped_early() {
    let goal = goal(3, 3);
    for threads in [1, 2] {
        let taken = Cell::new(0_u32);
        let mut scrambler = Scrambler::seeded(5);
        let endless = std::iter::repeat_with(|| {
            taken.set(taken.get() + 1);
            puzzle(&scrambler.solvable(&goal), &goal)
        });
        let solver = Solver::builder().threads(threads).build().unwrap();
        let some = lengths(solver.solve_many(endless).take(3));
        assert!(some.len() == 3 && taken.get() < 5000, "{threads} threads took {}", taken.get());
    }
    // Searches that would take hours end with the iterator.
    let hard = crate::common::board("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1");
    let blind = Solver::builder().threads(2).algorithm(Algorithm::IterativeDeepening).build().unwrap();
    let easy = crate::common::board("1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15");
    let mut many = blind.solve_many(std::iter::repeat_n(easy, 32).chain(std::iter::repeat(hard)));
    assert_eq!(many.next().unwrap().unwrap().solution.unwrap().len(), 1);
    drop(many);
}

#[test]
fn limits_of_a_solver_hold_for_each_of_many() {
    let solver = Solver::builder().threads(2).algorithm(Algorithm::AStar).node_limit(100).build().unwrap();
    for outcome in solver.solve_many(random(&goal(4, 4), 50, 6)) {
        let outcome = outcome.unwrap();
        assert_eq!((outcome.stopped, outcome.stats.expanded), (Some(StopReason::Nodes), 100));
    }
}

#[test]
fn cached_tables_stay_within_their_memory() {
    let sizes: [(usize, usize); 5] = [(3, 3), (2, 4), (4, 2), (2, 3), (2, 5)];
    // Room for each of the tables while it is built, but not for all of them.
    let needed = |&(rows, cols)| {
        let key = PerfectKey::of(&goal(rows, cols), Metric::Single).unwrap();
        (key.building_bytes(), key.bytes())
    };
    let largest = sizes.iter().map(|size| needed(size).0).max().unwrap();
    for capacity in [0, needed(&(3, 3)).0, largest] {
        let solver =
            Solver::builder().threads(1).expected_boards(1000).table_memory(capacity).build().unwrap();
        let uncapped = Solver::builder().threads(1).expected_boards(1000).build().unwrap();
        for seed in 0..3 {
            for (rows, cols) in sizes {
                for puzzle in random(&goal(rows, cols), 5, seed) {
                    let control = Control::new().on_event(|_| {
                        assert!(solver.tables().bytes() <= capacity, "while it is built");
                    });
                    let outcome = solver.plan(&puzzle).unwrap().run(&control).unwrap();
                    assert_eq!(outcome.lower_bound, uncapped.solve(&puzzle).unwrap().lower_bound);
                    assert!(outcome.is_optimal());
                    assert!(solver.tables().bytes() <= capacity, "{rows}x{cols}");
                    let has_table = outcome.method.algorithm == Algorithm::Table;
                    assert!(capacity > 0 || !has_table);
                }
            }
        }
        assert!(capacity == 0 || solver.tables().bytes() > 0);
    }
}

/// Several threads that build different tables share the memory and wait for each other.
#[test]
fn threads_stay_within_the_memory_of_tables_together() {
    let sizes: Vec<Size> = [(3, 3), (2, 5), (2, 4)].map(|(rows, cols)| Size::new(rows, cols).unwrap()).into();
    let goals: Vec<Goal> = (0..6).map(|index| goal_with_blank(sizes[index % 3], index / 3 + 1)).collect();
    let needed = |goal| PerfectKey::of(goal, Metric::Single).unwrap().building_bytes();
    let capacity = goals.iter().map(needed).max().unwrap();
    let solver = &Solver::builder().threads(1).expected_boards(1000).table_memory(capacity).build().unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let goals = goals.iter().cycle().skip(thread).take(goals.len());
            scope.spawn(move || {
                for goal in goals {
                    let control = Control::new().on_event(|_| {
                        assert!(solver.tables().bytes() <= capacity, "{} bytes", solver.tables().bytes());
                    });
                    for puzzle in random(goal, 3, thread as u64) {
                        let outcome = solver.plan(&puzzle).unwrap().run(&control).unwrap();
                        assert_eq!((outcome.stopped, outcome.method.algorithm), (None, Algorithm::Table));
                    }
                }
            });
        }
    });
    assert!(solver.tables().bytes() > 0);
}

/// Walking distance in pushes is built once, and its memory is needed once.
#[test]
fn a_cached_table_of_walking_distance_is_counted_once() {
    let goal = goal(4, 4);
    let builder = Solver::builder().threads(1).metric(Metric::Multi).algorithm(Algorithm::IdaStar);
    let puzzle = &puzzle(&Scrambler::seeded(7).walk(&goal, 40), &goal);
    let unlimited = builder.clone().node_limit(1000).build().unwrap();
    unlimited.solve(puzzle).unwrap();
    // The table would not fit twice.
    let memory = WalkingDistance::building_bytes(goal.size()) + unlimited.tables().heuristics().bytes() / 2;
    let solver = builder.memory_limit(memory).build().unwrap();
    let [first, second] = [(); 2].map(|()| solver.solve(puzzle).unwrap());
    assert!(first.is_optimal() && solver.tables().heuristics().bytes() > 0);
    assert_eq!(first.stats.expanded, second.stats.expanded);
}

/// Pattern databases that do not fit together, too.
#[test]
fn cached_patterns_stay_within_their_memory() {
    let capacity = 2 << 20;
    let solver = Solver::builder().threads(1).expected_boards(50).table_memory(capacity).build().unwrap();
    let linear_conflict = options(|options| options.heuristic = "linear-conflict".parse().ok());
    for goal in [goal(4, 4), Goal::spiral(Size::square(4).unwrap()), goal(3, 5)] {
        let puzzle = puzzle(&Scrambler::seeded(7).walk(&goal, 40), &goal);
        let outcome = solver.solve(&puzzle).unwrap();
        let expected = crate::common::solve(puzzle.start(), &goal, &linear_conflict);
        assert_eq!((outcome.is_optimal(), outcome.lower_bound), (true, expected.lower_bound));
        assert!(solver.tables().bytes() <= capacity, "{} bytes", solver.tables().bytes());
    }
}

/// A requested method stops before its tables exceed their memory.
#[test]
fn named_tables_that_do_not_fit_are_not_built() {
    let four = goal(4, 4);
    let partition = Partition::named(&four, "5-5-5", &[]).unwrap();
    let bytes: u64 = partition.patterns().iter().map(Pattern::bytes).sum();
    let patterns = options(|options| options.patterns = vec![partition]);
    for (options, goal, capacity) in
        [(MethodOptions::of(Algorithm::Table), goal(3, 3), 10_000), (patterns, four, bytes - 1)]
    {
        let solver = Solver::builder().threads(1).options(options).table_memory(capacity).build().unwrap();
        let outcome = solver.solve(&random(&goal, 1, 9)[0]).unwrap();
        assert_eq!(crate::common::stopped(&outcome), Some(StopReason::Memory));
        assert!(outcome.lower_bound > 0 && solver.tables().bytes() == 0);
    }
}

/// A plan is printed and run; its method is that of the outcome.
#[test]
fn a_plan_does_what_it_says() {
    let puzzle = &random(&goal(3, 3), 1, 8)[0];
    let solver = Solver::builder().threads(1).build().unwrap();
    let plan = solver.plan(puzzle).unwrap();
    assert!(plan.to_string().starts_with("method  A*, heuristic linear-conflict"), "{plan}");
    assert_eq!(plan.puzzle(), puzzle);
    let outcome = plan.run(&Control::new()).unwrap();
    assert_eq!(outcome.method, plan.strategy().method);
    assert_eq!(solver.lower_bound(puzzle) % 2, outcome.lower_bound % 2);
    assert!(solver.lower_bound(puzzle) <= outcome.lower_bound);
    let solution = taquin::solve(puzzle).unwrap();
    assert_eq!((solution.len(), solution.is_optimal()), (outcome.lower_bound as usize, true));
    let twin = Puzzle::from(puzzle.start().twin().unwrap());
    assert!(matches!(taquin::solve(&twin), Err(SolveError::Unsolvable(_))));
}

#[test]
fn shared_settings_are_kept() {
    let solver = Solver::builder().threads(1).node_limit(7).algorithm(Algorithm::AStar).build().unwrap();
    let other = solver.to_builder().memory_limit(9).build().unwrap();
    assert_eq!((other.budget().nodes, other.budget().memory), (Some(7), Some(9)));
    assert_eq!(other.options(), &MethodOptions::of(Algorithm::AStar));
    assert!(std::ptr::eq(solver.tables(), other.tables()));
}

/// A plan is for the limits of the solver; a control with other limits gets a plan of its own.
#[test]
fn the_limits_of_a_control_are_planned_for() {
    let solver = Solver::builder().threads(1).expected_boards(1000).build().unwrap();
    let puzzle: Puzzle = "8 6 7/2 5 4/3 0 1".parse().unwrap();
    let plan = solver.plan(&puzzle).unwrap();
    assert_eq!(plan.run(&Control::new()).unwrap().method.algorithm, Algorithm::Table);
    let limited = plan.run(&Control::new().node_limit(10)).unwrap();
    assert_eq!(limited.stopped, Some(StopReason::Nodes));
    assert!(limited.stats.expanded <= 10 && limited.solution.is_some());
    let named = solver.to_builder().algorithm(Algorithm::AStar).build().unwrap();
    let error = named.plan(&puzzle).unwrap().run(&Control::new().gap("5".parse().unwrap())).unwrap_err();
    assert_eq!(error.to_string(), "gap: not supported by astar");
    assert_eq!(error.hint().as_deref(), Some("use improve or no algorithm"));
}

#[test]
fn ranges_of_depths_need_only_one_board() {
    let size = Size::square(3).unwrap();
    let goal = Goal::rows(size);
    let solver = Solver::builder().threads(1).build().unwrap();
    let mut scrambler = Scrambler::seeded(3);
    for _ in 0..20 {
        let board = scrambler.at_depth(30..=u32::MAX, size).unwrap();
        assert!(solver.solve(&board.into()).unwrap().into_solution().unwrap().len() >= 30);
    }
    assert!(scrambler.at_depth(32..=40, size).is_err());
    #[allow(clippy::reversed_empty_ranges)]
    let empty = solver.board_within(&mut scrambler, &goal, 5..=4, &Control::new());
    assert_eq!(empty.unwrap_err().to_string(), "the range 5..=4 is empty");
}
