//! Lower bounds never exceed the optimum where it is known.

use crate::common::{check_each, distances, goals, goals_of, push_distances};
use taquin::scramble::Scrambler;
use taquin::solver::lower_bound;
use taquin::{Board, Goal, Metric, Size};

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn every_small_state_in_both_metrics() {
    check_each(goals_of(&[(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (1, 6), (3, 3)]), |goal| {
        for (board, distance) in distances(&goal) {
            let bound = lower_bound(&board, &goal, Metric::Single);
            assert!(bound <= distance, "{bound} for {distance}:\n{board}");
            assert!(bound >= board.manhattan(&goal) && bound % 2 == distance % 2, "{board}");
        }
        for (board, distance) in push_distances(&goal) {
            let bound = lower_bound(&board, &goal, Metric::Multi);
            assert!(bound <= distance, "{bound} for {distance} pushes:\n{board}");
        }
    });
}

/// Reads the boards of a data file: the optimum is in the second column, the tiles follow `skipped` columns.
fn known(text: &str, blank_first: bool, skipped: usize) -> Vec<(Board, Goal, u32)> {
    let size = Size::square(4).unwrap();
    let goal = if blank_first { Goal::blank_first(size) } else { Goal::rows(size) };
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let read = |line: &str| {
        let numbers: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let tiles: Vec<u16> = numbers[skipped..].iter().map(|&number| number as u16).collect();
        (Board::new(size, &tiles).unwrap(), goal.clone(), numbers[1] as u32)
    };
    lines.map(read).collect()
}

#[test]
fn fifteen_puzzles_with_known_optima() {
    let korf = known(include_str!("../../data/korf100.txt"), true, 4);
    let hard = known(include_str!("../../data/hard6.txt"), false, 2);
    let hardest = known(include_str!("../../data/hardest15.txt"), false, 2);
    assert_eq!((korf.len(), hard.len(), hardest.len()), (100, 6, 17));
    for (board, goal, optimum) in korf.into_iter().chain(hard).chain(hardest) {
        let bound = lower_bound(&board, &goal, Metric::Single);
        assert!(
            (20..=optimum).contains(&bound) && bound % 2 == optimum % 2,
            "{bound} for {optimum}:\n{board}"
        );
    }
    for (board, goal, optimum) in known(include_str!("../../data/hardest15_multi.txt"), false, 2) {
        let bound = lower_bound(&board, &goal, Metric::Multi);
        assert!((10..=optimum).contains(&bound), "{bound} for {optimum} pushes:\n{board}");
    }
}

/// A reversed random walk is a solution.
#[test]
fn at_most_the_length_of_a_walk() {
    for (rows, cols) in [(2, 30), (40, 3), (4, 6), (5, 5), (6, 6), (10, 10), (127, 1), (127, 2), (127, 127)] {
        for goal in goals(Size::new(rows, cols).unwrap()) {
            let mut scrambler = Scrambler::seeded(7);
            let mut board = goal.board().clone();
            for steps in 1..=40 {
                board = scrambler.walk_from(&board, 3);
                let [single, multi] =
                    [Metric::Single, Metric::Multi].map(|metric| lower_bound(&board, &goal, metric));
                assert!(single <= 3 * steps && single % 2 == (3 * steps) % 2, "{rows}x{cols}, step {steps}");
                assert!(multi <= 3 * steps, "{rows}x{cols}, step {steps}");
            }
        }
    }
}
