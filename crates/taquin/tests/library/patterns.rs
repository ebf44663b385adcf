//! Pattern databases: admissible, exact move by move, and every search with them finds the same length.

use crate::common::{
    check_each, distances, goals, goals_of, instance_board, instances, options, puzzle, stopped,
};
use std::sync::Arc;
use std::time::Duration;
use taquin::Workers;
use taquin::control::{Budget, Control, StopReason};
use taquin::heuristic::{Heuristic, PatternTable, Patterns};
use taquin::internals::geometry::{Geometry, Order, Slide};
use taquin::internals::grid::{Grid, KernelGrid, Packed16, Packed25};
use taquin::internals::kernel::{Root, ida_star_parallel};
use taquin::scramble::Scrambler;
use taquin::search::{SearchOutcome, Ties};
use taquin::solver::{Algorithm, MethodOptions, Solver, SolverBuilder};
use taquin::tables::{Partition, TableCache};
use taquin::{Goal, HeuristicKind, Size};

fn tables(tables: &TableCache, partition: &Partition) -> Vec<Arc<PatternTable>> {
    let build = |pattern| tables.pattern(pattern, &Control::new()).unwrap();
    partition.patterns().iter().map(build).collect()
}

/// Checks on every board that estimates are admissible and consistent, and the same incrementally as from scratch.
fn exact_everywhere(goal: &Goal, partitions: &[Partition]) {
    let kept = TableCache::new(Workers::ONE);
    let geometry = Geometry::new(goal.size(), Order::default());
    let distances = distances(goal);
    for partition in partitions {
        let h = Patterns::<8, 2>::new(goal, vec![tables(&kept, partition)]);
        for (board, &distance) in &distances {
            let grid = Packed16::load(board);
            let acc = h.start(&grid);
            assert!(h.value(acc) <= distance, "{partition}: {board} is {distance} moves away");
            assert!(distance > 0 || h.value(acc) == 0);
            let mut saved = vec![0; h.saved_bytes()];
            h.save(acc, &mut saved);
            let resumed = h.resume(&grid, h.value(acc), &saved);
            assert_eq!(format!("{resumed:?}"), format!("{acc:?}"), "{partition}: {board} resumed");
            for exit in geometry.successors(grid.blank(), None) {
                let (from, to) = (exit.from(), grid.blank());
                let slide = Slide { tile: grid.tile(from), from, to, direction: exit.direction };
                let mut next = grid;
                next.slide(slide);
                let value = h.value(h.step(&grid, acc, slide));
                assert_eq!(value, h.value(h.start(&next)), "{partition}: a step from {board}");
                assert!(value.abs_diff(h.value(acc)) <= 1, "{partition}: a jump at {board}");
            }
        }
    }
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn never_more_than_the_distance_on_any_small_board() {
    let drawn = "3x3 4-4\n.aa\nbaa\nbbb\n3x3 3-3-2\n.ab\nabb\nacc\n3x3 8\n.aa\naaa\naaa\n3x3 5-3\naaa\na.a\nbbb\n\
                 2x4 7\n.aaa\naaaa\n2x4 3-4\n.aab\nabbb\n3x3 2-6\na.b\nabb\nbbb";
    let catalogue = Partition::read(drawn).unwrap();
    check_each(goals_of(&[(3, 3), (2, 4), (4, 2)]), |goal| {
        let mut partitions = Partition::all(&goal);
        let names = ["4-4", "3-3-2", "8", "5-3", "7", "3-4", "2-6"];
        partitions.extend(names.iter().filter_map(|name| Partition::named(&goal, name, &catalogue)));
        exact_everywhere(&goal, &partitions);
    });
}

/// With all tiles in one pattern the estimate is the distance.
#[test]
fn a_pattern_of_all_tiles_is_perfect() {
    let catalogue = Partition::read("3x3 all\n.aa\naaa\naaa").unwrap();
    let goal = Goal::rows(Size::square(3).unwrap());
    let all = Partition::named(&goal, "all", &catalogue).unwrap();
    let h = Patterns::<1, 2>::new(&goal, vec![tables(&TableCache::new(Workers::ONE), &all)]);
    for (board, distance) in distances(&goal) {
        assert_eq!(h.value(h.start(&Packed16::load(&board))), distance);
    }
}

/// Korf's boards: lengths as published, estimates never larger, for one thread and several, both layouts.
#[test]
fn korfs_hundred_boards() {
    let size = Size::square(4).unwrap();
    let goal = Goal::blank_first(size);
    let kept = TableCache::new(Workers::new(2));
    let partition = |name| tables(&kept, &Partition::named(&goal, name, &[]).unwrap());
    let small = Patterns::<4, 2>::new(&goal, vec![partition("5-5-5")]);
    let large = Patterns::<4, 4>::new(&goal, vec![partition("6-6-3"), partition("5-5-5")]);
    let geometry = Geometry::pruned(size, Order::default(), 10);
    let instances = instances(include_str!("../../data/korf100.txt"));
    assert_eq!(instances.len(), 100);
    for (index, numbers) in instances.iter().enumerate() {
        let optimal = numbers[1] as u32;
        let start = instance_board(&numbers[4..]);
        let root: Root<Packed16> = Root::new(&start, goal.board(), &geometry);
        assert!(small.value(small.start(&root.start)) <= optimal);
        assert!(large.value(large.start(&root.start)) <= optimal);
        let check = |outcome: SearchOutcome| {
            let length = outcome.moves.map(|moves| moves.len() as u32);
            assert_eq!((length, outcome.lower_bound), (Some(optimal), optimal), "board {index}");
        };
        let (workers, control) = (Workers::new(1 + index % 3), Control::new());
        check(ida_star_parallel(&root, &large, 0, workers, &control));
        if optimal < 46 {
            let root: Root<Packed25> = Root::new(&start, goal.board(), &geometry);
            let proven = optimal - 4;
            check(ida_star_parallel(&root, &large, proven, workers, &control));
            check(ida_star_parallel(&root, &small, 0, Workers::ONE, &control));
        }
    }
}

/// The planner's stages, patterns by name and plain linear conflict agree; the nodes of one thread are always the same.
#[test]
fn a_solver_finds_the_same_lengths_with_all_methods() {
    let size = Size::square(4).unwrap();
    for goal in goals(size) {
        let shared = Solver::builder().threads(2).build().unwrap();
        let mut scrambler = Scrambler::seeded(5);
        for _ in 0..6 {
            let puzzle = puzzle(&scrambler.walk(&goal, 60), &goal);
            let mut seen = Vec::new();
            for (boards, threads) in [(1, 1), (1, 2), (50, 1), (50, 1), (50, 1)] {
                let builder = shared.to_builder().expected_boards(boards).search_threads(threads);
                let solver = builder.memory_limit(100 << 20).build().unwrap();
                let outcome = solver.solve(&puzzle).unwrap();
                assert!(outcome.is_optimal());
                seen.push((outcome.solution.unwrap().len(), outcome.stats.generated));
            }
            assert!(seen.iter().all(|(length, _)| *length == seen[0].0), "{seen:?}");
            assert_eq!(seen[3], seen[4], "the nodes of one thread with the same tables cached");
            let builder = shared.to_builder().expected_boards(1).search_threads(1);
            let plain = builder.heuristic(HeuristicKind::LinearConflict).build().unwrap();
            assert_eq!(plain.solve(&puzzle).unwrap().lower_bound as usize, seen[0].0);
        }
    }
}

/// Best-first searches take pattern databases: A* is optimal on the boards of 3x3, with fewer nodes than IDA*, and
/// weighted A* and greedy search find solutions within their bounds.
#[test]
fn best_first_searches_with_patterns() {
    let size = Size::square(3).unwrap();
    for goal in goals(size) {
        let partition = Partition::all(&goal).pop().unwrap();
        let shared = Solver::builder().threads(1).build().unwrap();
        let solver = |algorithm| {
            let options = options(|options| {
                options.algorithm = Some(algorithm);
                options.patterns = vec![partition.clone()];
            });
            shared.with_options(options).unwrap()
        };
        let [a_star, weighted, greedy, ida_star] =
            [Algorithm::AStar, Algorithm::WeightedAStar, Algorithm::Greedy, Algorithm::IdaStar].map(solver);
        let manhattan = shared.with_options(MethodOptions::of(Algorithm::AStar)).unwrap();
        let mut expanded = [0; 3];
        for (board, distance) in
            distances(&goal).into_iter().filter(|(_, distance)| distance % 5 == 0).step_by(23)
        {
            let puzzle = puzzle(&board, &goal);
            for (solver, sum) in [&a_star, &ida_star, &manhattan].into_iter().zip(&mut expanded) {
                let outcome = solver.solve(&puzzle).unwrap();
                *sum += outcome.stats.expanded;
                assert!(outcome.is_optimal() && outcome.lower_bound == distance, "{board}");
            }
            let length = |solver: &Solver| {
                let outcome = solver.solve(&puzzle).unwrap();
                assert!(outcome.lower_bound <= distance, "{board}");
                outcome.solution.unwrap().len() as u32
            };
            let weighted = length(&weighted);
            assert!(distance <= weighted && weighted <= 2 * distance, "{board}: {weighted}");
            assert!(distance <= length(&greedy), "{board}");
        }
        let [a_star, ida_star, manhattan] = expanded;
        assert!(a_star < ida_star && a_star < manhattan, "{expanded:?}");
    }
}

/// Korf's easiest boards: A* with the pattern databases of the 15-puzzle, every policy, and a memory limit.
#[test]
fn a_star_with_patterns_on_korfs_boards() {
    let goal = Goal::blank_first(Size::square(4).unwrap());
    let shared = Solver::builder().threads(2).build().unwrap();
    let patterns = vec![Partition::named(&goal, "6-6-3", &[]).unwrap()];
    let solver = |ties, limit| {
        let options = options(|options| {
            (options.algorithm, options.ties) = (Some(Algorithm::AStar), Some(ties));
            options.patterns = patterns.clone();
        });
        shared
            .to_builder()
            .options(options)
            .budget(Budget { memory: limit, ..Budget::default() })
            .build()
            .unwrap()
    };
    for numbers in instances(include_str!("../../data/korf100.txt")).iter().filter(|numbers| numbers[1] <= 45)
    {
        let puzzle = puzzle(&instance_board(&numbers[4..]), &goal);
        let (optimal, korf) = (numbers[1] as u32, numbers[3]);
        for &ties in Ties::ALL {
            let outcome = solver(ties, None).solve(&puzzle).unwrap();
            assert!(outcome.is_optimal() && outcome.lower_bound == optimal, "{numbers:?}");
            // Fewer than IDA* with Manhattan distance expands.
            assert!(outcome.stats.expanded < korf, "{} of {korf}", outcome.stats.expanded);
        }
    }
    let hardest =
        instances(include_str!("../../data/korf100.txt")).into_iter().max_by_key(|numbers| numbers[1]);
    let puzzle = puzzle(&instance_board(&hardest.unwrap()[4..]), &goal);
    let outcome = solver(Ties::DeepFirst, Some(8 << 20)).solve(&puzzle).unwrap();
    assert_eq!(stopped(&outcome), Some(StopReason::Memory));
    assert!(outcome.stats.bytes <= 8 << 20 && outcome.lower_bound > 40, "{outcome:?}");
}

#[test]
fn limits_hold_while_tables_are_built() {
    let size = Size::square(4).unwrap();
    let goal = Goal::rows(size);
    let puzzle = puzzle(&Scrambler::seeded(1).solvable(&goal), &goal);
    let patterns = vec![Partition::named(&goal, "7-8", &[]).unwrap()];
    let options = options(|options| options.patterns = patterns);
    let builder = || Solver::builder().threads(1).expected_boards(1);
    let small = Budget { memory: Some(10 << 20), ..Budget::default() };
    let short = Budget { time: Some(Duration::ZERO), ..Budget::default() };
    for budget in [small, short] {
        let solver = builder().options(options.clone()).budget(budget).build().unwrap();
        let outcome = solver.solve(&puzzle).unwrap();
        assert!(stopped(&outcome).is_some() && outcome.lower_bound > 0);
    }
    // The planner skips tables that do not fit.
    let strategy = |builder: SolverBuilder| {
        let solver = builder.build().unwrap();
        solver.plan(&puzzle).unwrap().strategy().clone()
    };
    let plan = strategy(builder().budget(small));
    assert!(plan.method.patterns.iter().all(|partition| partition.name() != "7-8"), "{plan}");
    assert_eq!(strategy(builder()).method.pattern_names(), "7-8+8-7");
    let plan = strategy(builder().expected_boards(10_000));
    let first = plan.first.iter().map(|stage| &stage.method).chain([&plan.method]).next().unwrap();
    assert_eq!(first.pattern_names(), "7-8");
}
