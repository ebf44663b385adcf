//! Pattern databases: admissible, exact move by move, and every search with them finds the same length.

use crate::common::{
    check_each, distances, goals, goals_of, instance_board, instances, options, puzzle, stopped,
};
use std::sync::Arc;
use std::time::Duration;
use taquin::Workers;
use taquin::control::{Budget, Control};
use taquin::heuristic::{Heuristic, PatternTable, Patterns};
use taquin::internals::geometry::{Geometry, Order, Slide};
use taquin::internals::grid::{Grid, KernelGrid, Packed16, Packed25};
use taquin::internals::kernel::{Root, ida_star_parallel};
use taquin::scramble::Scrambler;
use taquin::search::SearchOutcome;
use taquin::solver::{Solver, SolverBuilder};
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
