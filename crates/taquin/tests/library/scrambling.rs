//! Random boards: the generator of a seed never changes, and boards are uniformly distributed.

use crate::common::{all_boards, goals};
use std::collections::HashMap;
use taquin::scramble::Scrambler;
use taquin::{Board, Goal, Size, Task};

/// These boards define the name of the generator; an independent program generated them from its description. If this
/// test fails, the name has to change.
#[test]
fn the_generator_is_stable() {
    assert_eq!(Scrambler::GENERATOR, "taquin-chacha20-1");
    let goal = Goal::rows(Size::square(4).unwrap());
    let mut scrambler = Scrambler::seeded(1);
    let first: Vec<u16> = scrambler.solvable(&goal).numbers().collect();
    let second: Vec<u16> = scrambler.solvable(&goal).numbers().collect();
    assert_eq!(first, [14, 11, 2, 12, 3, 6, 1, 13, 15, 7, 0, 9, 4, 10, 8, 5]);
    assert_eq!(second, [7, 0, 10, 14, 6, 13, 2, 4, 9, 15, 5, 11, 1, 8, 12, 3]);
}

fn counts(draws: u32, mut draw: impl FnMut() -> Board) -> HashMap<Board, u32> {
    let mut counts = HashMap::new();
    for _ in 0..draws {
        *counts.entry(draw()).or_default() += 1;
    }
    counts
}

/// Every possible board is drawn about equally often, and no other board at all.
#[test]
fn all_boards_are_equally_likely() {
    for (rows, cols) in [(1, 1), (1, 4), (3, 1), (2, 2), (2, 3)] {
        let size = Size::new(rows, cols).unwrap();
        for goal in goals(size) {
            let (solvable, unsolvable): (Vec<Board>, Vec<Board>) =
                all_boards(size).partition(|board| Task::new(board.clone(), goal.clone()).is_ok());
            let mut scrambler = Scrambler::seeded(7);
            let each = 200;
            let drawn = counts(each * solvable.len() as u32, || scrambler.solvable(&goal));
            assert_even(&solvable, &drawn, each);
            if size.cells() < 3 {
                assert!(unsolvable.is_empty() && scrambler.unsolvable(&goal).is_err());
            } else {
                let drawn = counts(each * unsolvable.len() as u32, || scrambler.unsolvable(&goal).unwrap());
                assert_even(&unsolvable, &drawn, each);
            }
        }
    }
}

/// Counts with mean 200 have a standard deviation of about 14; five times that is far outside.
fn assert_even(possible: &[Board], drawn: &HashMap<Board, u32>, each: u32) {
    assert_eq!(drawn.len(), possible.len(), "every board comes, and no other");
    for board in possible {
        assert!(drawn[board].abs_diff(each) < 75, "{board:?} came {} times", drawn[board]);
    }
}

#[test]
fn a_walk_is_solvable_and_does_not_step_back() {
    for (rows, cols) in [(1, 1), (1, 5), (4, 1), (3, 3), (5, 4), (20, 20)] {
        for goal in goals(Size::new(rows, cols).unwrap()) {
            for moves in [0, 1, 2, 3, 50, 1001] {
                let board = Scrambler::seeded(moves).walk(&goal, moves);
                assert!(Task::new(board.clone(), goal.clone()).is_ok());
                let even = (u64::from(board.manhattan(&goal)) + moves).is_multiple_of(2);
                assert!(even || rows * cols == 1, "every move changes the sum of the distances by one");
            }
            if rows > 1 && cols > 1 {
                assert_eq!(Scrambler::seeded(3).walk(&goal, 2).manhattan(&goal), 2);
            }
        }
    }
}
