//! Every heuristic on every state of 2x3, 2x4 and 3x3 with four goals, in every layout: admissible, consistent, and the
//! incremental value equals the value from scratch.

use crate::common::{board, distances, goals};
use std::collections::HashMap;
use taquin::heuristic::{
    Grid, Hamming, Heuristic, HeuristicTables, LinearConflict, Manhattan, Max, Slide, WalkingDistance, Zero,
    admissible_from_fn, from_fn,
};
use taquin::internals::geometry::{Geometry, Order};
use taquin::internals::grid::{Flat, KernelGrid, Packed16, Packed25};
use taquin::scramble::Scrambler;
use taquin::{Board, Goal, HeuristicChoice, HeuristicKind, Metric, Size};

fn check<G: Grid, H: Heuristic>(h: &H, goal: &Goal, distances: &HashMap<Board, u32>) {
    let geometry = Geometry::new(goal.size(), Order::default());
    assert!(H::ADMISSIBLE && H::CONSISTENT);
    for (board, &distance) in distances {
        let grid = G::load(board);
        let acc = h.start(&grid);
        let value = h.value(acc);
        assert!(value <= distance, "{board:?}: {value} is more than {distance}");
        assert!(distance > 0 || value == 0, "the goal itself");
        let mut saved = vec![0; h.saved_bytes()];
        h.save(acc, &mut saved);
        assert_eq!(h.value(h.resume(&grid, value, &saved)), value);
        for successor in geometry.successors(grid.blank(), None) {
            let slide = Slide {
                tile: grid.tile(successor.from()),
                from: successor.from(),
                to: grid.blank(),
                direction: successor.direction,
            };
            let mut child = grid.clone();
            child.slide(slide);
            let stepped = h.value(h.step(&grid, acc, slide));
            assert_eq!(
                stepped,
                h.value(h.start(&child)),
                "{board:?} {slide:?}: incremental and from scratch"
            );
            assert!(value <= stepped + 1, "{board:?} {slide:?}: decreases from {value} to {stepped}");
        }
    }
}

fn check_all<G: Grid>(size: Size) {
    for goal in goals(size) {
        let distances = distances(&goal);
        check::<G, _>(&Zero, &goal, &distances);
        check::<G, _>(&Hamming::new(&goal), &goal, &distances);
        check::<G, _>(&Manhattan::new(&goal), &goal, &distances);
        check::<G, _>(&LinearConflict::new(&goal), &goal, &distances);
        check::<G, _>(&WalkingDistance::new(&goal, Metric::Single), &goal, &distances);
        check::<G, _>(
            &Max::new(&[HeuristicKind::LinearConflict, HeuristicKind::WalkingDistance], &goal),
            &goal,
            &distances,
        );
    }
}

/// A heuristic as a user of the library writes it: without `step` and `resume`.
struct Steps(Goal);

impl Heuristic for Steps {
    type Acc = u32;
    const ADMISSIBLE: bool = true;
    const CONSISTENT: bool = true;

    fn start<G: Grid>(&self, grid: &G) -> u32 {
        let size = self.0.size();
        grid.tiles(size).map(|(tile, cell)| size.manhattan(cell, self.0.home(tile)) as u32).sum()
    }

    fn value(&self, acc: u32) -> u32 {
        acc
    }
}

#[test]
fn default_methods_agree_with_incremental_ones() {
    let size = Size::new(2, 3).unwrap();
    for goal in goals(size) {
        let distances = distances(&goal);
        let (steps, manhattan) = (Steps(goal.clone()), Manhattan::new(&goal));
        check::<Packed16, _>(&steps, &goal, &distances);
        check::<Packed25, _>(&steps, &goal, &distances);
        check::<Flat, _>(&steps, &goal, &distances);
        assert!(distances.keys().all(|board| steps.evaluate(board) == manhattan.evaluate(board)));
    }
}

#[test]
fn a_closure_is_a_heuristic_of_any_size() {
    for (rows, cols) in [(3, 3), (4, 4), (3, 5), (5, 5), (7, 6)] {
        let goal = Goal::rows(Size::new(rows, cols).unwrap());
        let closure = admissible_from_fn(goal.size(), |board| board.manhattan(&goal));
        same_along_a_walk(&closure, &goal);
        let board = Scrambler::seeded(3).solvable(&goal);
        assert_eq!(closure.evaluate(&board), Manhattan::new(&goal).evaluate(&board));
    }
    fn claims<H: Heuristic>(_: &H) -> (bool, bool) {
        (H::ADMISSIBLE, H::CONSISTENT)
    }
    let size = Size::square(3).unwrap();
    assert_eq!(claims(&from_fn(size, |_| 0)), (false, false));
    assert_eq!(claims(&admissible_from_fn(size, |_| 0)), (true, false));
}

#[test]
fn shared_tables_are_built_once_and_give_the_same_values() {
    let tables = HeuristicTables::default();
    let size = Size::square(3).unwrap();
    let mut kept = Vec::new();
    for goal in [Goal::rows(size), Goal::rows(size), Goal::blank_first(size)] {
        let shared = WalkingDistance::with_tables(&goal, Metric::Single, u64::MAX, &tables);
        let own = WalkingDistance::new(&goal, Metric::Single);
        let board = Scrambler::seeded(11).solvable(&goal);
        assert_eq!(shared.evaluate(&board), own.evaluate(&board));
        kept.push(tables.bytes());
    }
    assert!(0 < kept[0] && kept[0] == kept[1] && kept[1] < kept[2], "{kept:?}");
}

#[test]
fn admissible_and_consistent_on_every_2x3_and_2x4_state() {
    for (rows, cols) in [(2, 3), (3, 2), (2, 4), (4, 2)] {
        let size = Size::new(rows, cols).unwrap();
        check_all::<Packed16>(size);
        check_all::<Packed25>(size);
        check_all::<Flat>(size);
    }
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn admissible_and_consistent_on_every_3x3_state() {
    check_all::<Packed16>(Size::new(3, 3).unwrap());
}

#[test]
fn linear_conflict_takes_out_as_few_tiles_as_possible() {
    // Two for every pair in conflict would be 28 here, two more than the true distance.
    let board = board("7 8 0/6 5 4/1 2 3");
    let goal = Goal::rows(board.size());
    let linear_conflict = HeuristicChoice::from(HeuristicKind::LinearConflict).evaluate(&board, &goal);
    assert_eq!((board.manhattan(&goal), linear_conflict, distances(&goal)[&board]), (14, 24, 26));
}

#[test]
fn names_are_read_and_written() {
    let choice: HeuristicChoice = "manhattan, hamming,manhattan".parse().unwrap();
    assert_eq!(choice.to_string(), "max(hamming,manhattan)");
    assert_eq!(choice.to_string().parse(), Ok(choice));
    let error = "manhatten".parse::<HeuristicChoice>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"manhatten\" is not a heuristic; expected zero, hamming, manhattan, linear-conflict or walking-distance"
    );
}

/// Lines longer than the conflict tables, and lengths on both sides of that limit.
#[test]
fn the_same_along_random_walks_on_larger_boards() {
    for (rows, cols) in [(4, 4), (5, 5), (5, 6), (6, 5), (7, 7), (2, 12), (12, 3), (4, 5), (1, 9)] {
        let size = Size::new(rows, cols).unwrap();
        for goal in goals(size) {
            same_along_a_walk(&LinearConflict::new(&goal), &goal);
            same_along_a_walk(&WalkingDistance::new(&goal, Metric::Single), &goal);
            same_along_a_walk(&WalkingDistance::new(&goal, Metric::Multi), &goal);
        }
    }
}

fn same_along_a_walk<H: Heuristic>(h: &H, goal: &Goal) {
    let size = goal.size();
    let geometry = Geometry::new(size, Order::default());
    let mut grid = Flat::load(&Scrambler::seeded(5).solvable(goal));
    let mut acc = h.start(&grid);
    for step in 0..2000 {
        let successors: Vec<_> = geometry.successors(grid.blank(), None).collect();
        let successor = successors[crate::common::shuffle_key(step) as usize % successors.len()];
        let slide = Slide {
            tile: grid.tile(successor.from()),
            from: successor.from(),
            to: grid.blank(),
            direction: successor.direction,
        };
        let before = h.value(acc);
        acc = h.step(&grid, acc, slide);
        grid.slide(slide);
        assert_eq!(h.value(acc), h.value(h.start(&grid)), "{size}, step {step}");
        assert!(h.value(acc).abs_diff(before) <= 2, "{size}, step {step}");
    }
}

/// Korf's boards, whose distances are known.
#[test]
fn walking_distance_on_the_fifteen_puzzle() {
    let goal = Goal::blank_first(Size::square(4).unwrap());
    let kinds = [HeuristicKind::Manhattan, HeuristicKind::WalkingDistance];
    let [manhattan, walking] = kinds.map(|kind| Max::new(&[kind], &goal));
    let (mut larger, mut smaller) = (0, 0);
    for line in include_str!("../../data/korf100.txt").lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
        let board =
            Board::from_flat(&numbers[4..].iter().map(|&tile| tile as u16).collect::<Vec<_>>()).unwrap();
        let (steps, walk) = (manhattan.evaluate(&board), walking.evaluate(&board));
        assert!(
            u64::from(walk) <= numbers[1] && u64::from(walk) % 2 == numbers[1] % 2,
            "board {}: {walk}",
            numbers[0]
        );
        larger += u32::from(walk > steps);
        smaller += u32::from(walk < steps);
    }
    // Each axis alone needs at least the tiles' steps along it.
    assert_eq!((larger, smaller), (77, 0));
}

#[test]
fn walking_distance_is_for_sizes_with_a_table() {
    let is_for = |rows, cols| HeuristicKind::WalkingDistance.is_for(Size::new(rows, cols).unwrap());
    let with = [(1, 1), (1, 127), (127, 2), (3, 3), (3, 40), (4, 4), (4, 5), (6, 4)];
    assert!(with.iter().all(|&(rows, cols)| is_for(rows, cols)));
    let without = [(5, 5), (3, 41), (4, 7), (6, 6), (127, 127)];
    assert!(without.iter().all(|&(rows, cols)| !is_for(rows, cols)));
    // There it equals Manhattan distance.
    let goal = Goal::rows(Size::square(127).unwrap());
    let board = Scrambler::seeded(1).solvable(&goal);
    let walking = HeuristicChoice::from(HeuristicKind::WalkingDistance);
    assert_eq!(walking.evaluate(&board, &goal), board.manhattan(&goal));
}
