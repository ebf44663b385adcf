//! The search for boards of 17 to 25 cells: against IDA* with one partition, forward and backward, on threads.

use taquin::control::{Control, Event, StopReason};
use taquin::scramble::Scrambler;
use taquin::solver::{Algorithm, MethodOptions, Solver};
use taquin::tables::{Partition, pool};
use taquin::{Goal, Moves, Puzzle, Size};

pub(crate) fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

/// Puzzles of a random walk from the goal, which are solved quickly.
pub(crate) fn walks(goal: &Goal, count: usize, moves: u64) -> Vec<Puzzle> {
    let mut scrambler = Scrambler::seeded(15);
    let walk = |_| Puzzle::new(scrambler.walk(goal, moves), goal.clone()).unwrap();
    (0..count).map(walk).collect()
}

pub(crate) fn solver(threads: usize) -> Solver {
    Solver::builder().threads(threads).build().unwrap()
}

pub(crate) fn optimal(solver: &Solver, puzzle: &Puzzle) -> Moves {
    let outcome = solver.plan_optimal(puzzle).unwrap().run(&Control::new()).unwrap();
    assert!(outcome.method.pool || outcome.method.heuristic.is_some());
    let solution = outcome.solution.unwrap();
    assert!(solution.is_optimal());
    solution.moves().clone()
}

/// The same length with one partition and no pool.
fn by_patterns(solver: &Solver, puzzle: &Puzzle) -> usize {
    let patterns = Partition::all(puzzle.goal()).into_iter().last().into_iter().collect();
    let mut options = MethodOptions::default();
    (options.algorithm, options.patterns) = (Some(Algorithm::IdaStar), patterns);
    let outcome = solver.with_options(options).unwrap().solve(puzzle).unwrap();
    outcome.solution.unwrap().len()
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn lengths_are_those_of_ida_star_for_several_goals() {
    for size in [size(3, 6), size(2, 9)] {
        for goal in [Goal::rows(size), Goal::blank_first(size), Goal::spiral(size)] {
            let one = solver(1);
            let two = one.to_builder().threads(2).build().unwrap();
            for (number, puzzle) in walks(&goal, 4, 90).into_iter().enumerate() {
                let length = by_patterns(&one, &puzzle);
                assert_eq!(optimal(&one, &puzzle).len(), length, "{puzzle:?}");
                assert_eq!(optimal(&two, &puzzle).len(), length, "{puzzle:?}");
                // Backward: the goal becomes the start, which needs other tables.
                if number > 0 {
                    continue;
                }
                let back = Puzzle::new(goal.board().clone(), Goal::from(puzzle.start().clone())).unwrap();
                assert_eq!(optimal(&one, &back).len(), length, "{puzzle:?}");
            }
        }
    }
}

/// Solves a board so hard that views are chosen, and returns the length and what was chosen, in words.
fn chosen(solver: &Solver, puzzle: &Puzzle) -> (usize, Vec<String>) {
    let mut events = Vec::new();
    // With less memory fewer tables are built, which pay sooner.
    let control = Control::new().memory_limit(60_000_000).on_event(|event| {
        if let Event::Views(choice) = event {
            assert!(!choice.pruned.is_empty() && choice.pruned.iter().sum::<usize>() <= choice.sampled);
            events.push(choice.to_string());
        }
    });
    let outcome = solver.plan_optimal(puzzle).unwrap().run(&control).unwrap();
    drop(control);
    (outcome.solution.unwrap().len(), events)
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn views_are_chosen_for_hard_boards() {
    let goal = Goal::rows(size(3, 6));
    let solver = solver(2);
    let puzzle = Puzzle::new(Scrambler::seeded(10).solvable(&goal), goal.clone()).unwrap();
    let (length, events) = chosen(&solver, &puzzle);
    assert_eq!(events.len(), 1, "chosen once: {events:?}");
    assert!(events[0].contains(" views, from the "), "{events:?}");
    assert_eq!(length, by_patterns(&solver, &puzzle));
}

#[test]
fn nodes_on_one_thread_are_deterministic() {
    let puzzle = &walks(&Goal::rows(size(3, 6)), 1, 120)[0];
    let nodes = || {
        let outcome = solver(1).plan_optimal(puzzle).unwrap().run(&Control::new()).unwrap();
        (outcome.stats.expanded, outcome.stats.generated)
    };
    assert_eq!(nodes(), nodes());
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn limits_are_kept() {
    let puzzle = &walks(&Goal::rows(size(3, 6)), 1, 200)[0];
    let plan = |control: &Control| solver(2).plan_optimal(puzzle).unwrap().run(control).unwrap();
    let length = optimal(&solver(2), puzzle).len() as u32;
    let outcome = plan(&Control::new().node_limit(50));
    assert_eq!(outcome.stopped, Some(StopReason::Nodes));
    assert!(outcome.lower_bound <= length && outcome.stats.expanded <= 50 + 64);
    let outcome = plan(&Control::new().memory_limit(3_000_000));
    assert!(outcome.stats.bytes <= 3_000_000 && outcome.lower_bound <= length);
    let control = Control::new();
    control.cancel_token().cancel();
    assert_eq!(plan(&control).stopped, Some(StopReason::Cancelled));
}

#[test]
fn partitions_of_a_pool_differ_up_to_symmetry() {
    let partitions = pool(&Goal::rows(Size::square(5).unwrap()));
    assert_eq!(partitions.len(), 29);
    let mut seen: Vec<Vec<u32>> = Vec::new();
    for partition in &partitions {
        let mut homes: Vec<u32> = partition.patterns().iter().map(|pattern| pattern.homes).collect();
        homes.sort_unstable();
        assert!(!seen.contains(&homes));
        seen.push(homes);
    }
}
