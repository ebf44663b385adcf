//! Pattern databases: never too large, exact move by move, and every way to search with them gives the same length.

mod common;

use common::{check_each, distances, goals, goals_of};
use std::ops::ControlFlow;
use std::sync::Arc;
use taquin::geometry::{Geometry, Order, Slide};
use taquin::grid::{Grid, KernelGrid, Packed16, Packed25};
use taquin::heuristic::{Heuristic, PatternTable, Patterns};
use taquin::scramble::Scrambler;
use taquin::search::{Ending, Limits, Root, Unobserved, ida_star_parallel};
use taquin::solver::{Request, Verdict, Workshop};
use taquin::space::Workers;
use taquin::tables::{Partition, TableCache};
use taquin::{Board, Goal, Metric, Size};

fn tables(tables: &TableCache, partition: &Partition) -> Vec<Arc<PatternTable>> {
    let build = |pattern| tables.pattern(pattern, |_| ControlFlow::Continue(())).unwrap();
    partition.patterns().iter().map(build).collect()
}

/// Admissible, consistent, and the same step by step as from nothing, on every board.
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

/// With all tiles in one pattern the estimate is the distance itself.
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
    let text = include_str!("../data/korf100.txt");
    let size = Size::square(4).unwrap();
    let goal = Goal::blank_first(size);
    let kept = TableCache::new(Workers::new(2));
    let partition = |name| tables(&kept, &Partition::named(&goal, name, &[]).unwrap());
    let small = Patterns::<4, 2>::new(&goal, vec![partition("5-5-5")]);
    let large = Patterns::<4, 4>::new(&goal, vec![partition("6-6-3"), partition("5-5-5")]);
    let geometry = Geometry::pruned(size, Order::default(), 10);
    for (index, line) in text.lines().filter(|line| !line.starts_with('#')).enumerate() {
        let numbers: Vec<u64> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
        let optimal = numbers[1] as u32;
        let tiles: Vec<u16> = numbers[4..].iter().map(|&tile| tile as u16).collect();
        let start = Board::new(size, &tiles).unwrap();
        let root: Root<Packed16> = Root::new(&start, goal.board(), &geometry);
        assert!(small.value(small.start(&root.start)) <= optimal);
        assert!(large.value(large.start(&root.start)) <= optimal);
        let length = |outcome: taquin::search::Outcome| {
            let Ending::Solved(moves) = outcome.ending else { panic!("board {index}") };
            assert_eq!(outcome.lower_bound, optimal);
            moves.len(Metric::Single) as u32
        };
        let workers = Workers::new(1 + index % 3);
        let limits = Limits::none();
        assert_eq!(length(ida_star_parallel(&root, &large, 0, workers, &limits, &mut Unobserved)), optimal);
        if optimal < 46 {
            let root: Root<Packed25> = Root::new(&start, goal.board(), &geometry);
            let proven = optimal - 4;
            assert_eq!(
                length(ida_star_parallel(&root, &large, proven, workers, &limits, &mut Unobserved)),
                optimal
            );
            assert_eq!(
                length(ida_star_parallel(&root, &small, 0, Workers::ONE, &limits, &mut Unobserved)),
                optimal
            );
        }
    }
}

/// The planner's stages, patterns by name and plain linear conflict agree; the nodes of one thread are always the same.
#[test]
fn the_workshop_finds_the_same_lengths_whatever_it_uses() {
    let size = Size::square(4).unwrap();
    for goal in goals(size) {
        let kept = TableCache::new(Workers::new(2));
        let mut scrambler = Scrambler::seeded(5);
        for _ in 0..6 {
            let start = scrambler.walk(&goal, 60);
            let mut seen = Vec::new();
            for (boards, threads) in [(1, 1), (1, 2), (50, 1), (50, 1), (50, 1)] {
                let workshop = Workshop { tables: &kept, boards, workers: Workers::new(threads) };
                let limits = Limits { memory: Some(100 << 20), ..Limits::none() };
                let resolution =
                    workshop.solve(&start, &goal, &Request::default(), &limits, &mut Unobserved).unwrap();
                let Verdict::Solved(solution) = &resolution.verdict else { panic!("not solved") };
                assert!(solution.is_optimal());
                seen.push((solution.length(), resolution.stats.generated));
            }
            assert!(seen.iter().all(|(length, _)| *length == seen[0].0), "{seen:?}");
            assert_eq!(seen[3], seen[4], "the nodes of one thread with the same tables at hand");
            let asked = Request { heuristic: Some("linear-conflict".parse().unwrap()), ..Request::default() };
            let workshop = Workshop { tables: &kept, boards: 1, workers: Workers::ONE };
            let resolution = workshop.solve(&start, &goal, &asked, &Limits::none(), &mut Unobserved).unwrap();
            assert_eq!(resolution.lower_bound as usize, seen[0].0);
        }
    }
}

#[test]
fn limits_hold_while_tables_are_built() {
    let size = Size::square(4).unwrap();
    let goal = Goal::rows(size);
    let start = Scrambler::seeded(1).solvable(&goal);
    let patterns = vec![Partition::named(&goal, "7-8", &[]).unwrap()];
    let request = Request { patterns, ..Request::default() };
    let kept = TableCache::new(Workers::ONE);
    let workshop = Workshop { tables: &kept, boards: 1, workers: Workers::ONE };
    let small = Limits { memory: Some(10 << 20), ..Limits::none() };
    let resolution = workshop.solve(&start, &goal, &request, &small, &mut Unobserved).unwrap();
    assert!(matches!(resolution.verdict, Verdict::Stopped(_)) && resolution.lower_bound > 0);
    let short = Limits { time: Some(std::time::Duration::ZERO), ..Limits::none() };
    let resolution = workshop.solve(&start, &goal, &request, &short, &mut Unobserved).unwrap();
    assert!(matches!(resolution.verdict, Verdict::Stopped(_)));
    // The planner leaves out what does not fit.
    let plan = workshop.plan(&start, &goal, &Request::default(), &small).unwrap();
    assert!(plan.method.patterns.iter().all(|partition| partition.name() != "7-8"), "{plan}");
    let plan = workshop.plan(&start, &goal, &Request::default(), &Limits::none()).unwrap();
    assert_eq!(plan.method.pattern_names(), "7-8+8-7");
    let many = Workshop { boards: 10_000, ..workshop };
    let plan = many.plan(&start, &goal, &Request::default(), &Limits::none()).unwrap();
    let first = plan.first.iter().map(|stage| &stage.method).chain([&plan.method]).next().unwrap();
    assert_eq!(first.pattern_names(), "7-8");
}
