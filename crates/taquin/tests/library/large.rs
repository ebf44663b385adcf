//! Solutions for boards of every size: each board is solved, and each solution replayed.

use crate::common::{Ticking, all_boards, cancelled_after};
use std::time::Duration;
use taquin::Workers;
use taquin::control::{Control, StopReason};
use taquin::internals::large::{construct, incremental_beam};
use taquin::scramble::Scrambler;
use taquin::{Board, Goal, Size, Task};

#[track_caller]
fn constructed_length(start: &Board, goal: &Goal) -> usize {
    let task = Task::new(start.clone(), goal.clone()).expect("solvable");
    let moves = construct(&task);
    assert_eq!(moves.apply(start).as_ref(), Ok(goal.board()), "from\n{start}\nto\n{}", goal.board());
    moves.len()
}

#[test]
fn construct_solves_every_board_of_the_smallest_sizes() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3)] {
        let size = Size::new(rows, cols).unwrap();
        let goal = Goal::rows(size);
        let solvable = all_boards(size).filter(|board| Task::new(board.clone(), goal.clone()).is_ok());
        // The largest of these sizes has 181,440 boards; a sample is enough.
        let step = if size.cells() == 9 { 97 } else { 1 };
        solvable.step_by(step).for_each(|board| {
            constructed_length(&board, &goal);
        });
    }
}

#[test]
fn construct_solves_every_2x3_board_for_a_goal_with_every_place_of_the_blank() {
    let size = Size::new(2, 3).unwrap();
    for blank in 0..size.cells() {
        let mut numbers: Vec<u16> = (1..6).collect();
        numbers.insert(blank, 0);
        let goal = Goal::from(Board::new(size, &numbers).unwrap());
        for start in all_boards(size).filter(|board| Task::new(board.clone(), goal.clone()).is_ok()) {
            constructed_length(&start, &goal);
        }
    }
}

#[test]
fn construct_solves_random_boards_of_all_small_sizes_and_goals() {
    let mut scrambler = Scrambler::seeded(1);
    for rows in 1..=9 {
        for cols in 1..=9 {
            let size = Size::new(rows, cols).unwrap();
            // Random goals, with the blank anywhere.
            let scrambled = std::iter::repeat_with(|| Goal::from(scrambler.any(size))).take(20);
            let goals: Vec<Goal> =
                scrambled.chain([Goal::rows(size), Goal::blank_first(size), Goal::spiral(size)]).collect();
            for goal in &goals {
                for _ in 0..5 {
                    constructed_length(&scrambler.solvable(goal), goal);
                }
            }
        }
    }
}

#[test]
fn construct_separates_two_tiles_that_block_each_other() {
    // Boards with little room around the last two tiles of a line.
    let mut scrambler = Scrambler::seeded(2);
    for (rows, cols) in [(2, 4), (4, 2), (2, 7), (3, 4), (4, 3), (4, 4), (5, 3)] {
        let size = Size::new(rows, cols).unwrap();
        for _ in 0..60 {
            let goal = Goal::from(scrambler.any(size));
            for _ in 0..50 {
                constructed_length(&scrambler.solvable(&goal), &goal);
            }
        }
    }
}

#[test]
fn construct_solves_thin_boards() {
    let mut scrambler = Scrambler::seeded(3);
    for (rows, cols) in [(1, 127), (127, 1), (2, 127), (127, 2), (3, 40), (40, 3), (4, 127), (127, 5)] {
        let size = Size::new(rows, cols).unwrap();
        for goal in [Goal::rows(size), Goal::spiral(size), Goal::from(scrambler.any(size))] {
            constructed_length(&scrambler.solvable(&goal), &goal);
        }
    }
}

#[test]
fn construct_is_far_shorter_than_eight_thirds_of_the_cube() {
    let mut scrambler = Scrambler::seeded(4);
    for side in [20, 50] {
        let goal = Goal::rows(Size::square(side).unwrap());
        let moves = constructed_length(&scrambler.solvable(&goal), &goal);
        assert!(moves < side.pow(3) * 7 / 3, "{moves} moves on {side}x{side}");
    }
}

#[track_caller]
fn incremental_length(start: &Board, goal: &Goal, width: usize, workers: Workers) -> usize {
    let task = Task::new(start.clone(), goal.clone()).expect("solvable");
    let moves = incremental_beam(&task, width, workers, &Control::new()).expect("no limits");
    assert_eq!(moves.apply(start).as_ref(), Ok(goal.board()), "from\n{start}\nto\n{}", goal.board());
    moves.len()
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn incremental_beam_solves_random_boards_of_all_small_sizes_and_goals() {
    let mut scrambler = Scrambler::seeded(5);
    for rows in 1..=9 {
        for cols in 1..=9 {
            let size = Size::new(rows, cols).unwrap();
            let goals = [Goal::rows(size), Goal::spiral(size), Goal::from(scrambler.any(size))];
            for (goal, width) in goals.iter().zip([1, 10, 40]) {
                incremental_length(&scrambler.solvable(goal), goal, width, Workers::ONE);
            }
        }
    }
}

#[test]
fn incremental_beam_solves_thin_boards_and_solved_ones() {
    let mut scrambler = Scrambler::seeded(6);
    for (rows, cols) in [(1, 9), (2, 60), (60, 2), (3, 40), (40, 3), (5, 30)] {
        let goal = Goal::from(scrambler.any(Size::new(rows, cols).unwrap()));
        incremental_length(&scrambler.solvable(&goal), &goal, 20, Workers::new(2));
        assert_eq!(incremental_length(goal.board(), &goal, 20, Workers::ONE), 0, "{rows}x{cols}");
    }
}

#[test]
fn incremental_beam_is_much_shorter_than_construct() {
    let mut scrambler = Scrambler::seeded(7);
    for (side, width) in [(12, 100), (24, 40), (40, 20)] {
        let goal = Goal::rows(Size::square(side).unwrap());
        let start = scrambler.solvable(&goal);
        let (long, short) =
            (constructed_length(&start, &goal), incremental_length(&start, &goal, width, Workers::new(2)));
        assert!(short * 5 < long * 3, "{short} of {long} moves on {side}x{side}");
    }
}

#[test]
fn incremental_beam_is_deterministic() {
    let goal = Goal::rows(Size::square(14).unwrap());
    let start = Scrambler::seeded(8).solvable(&goal);
    let lengths = [1, 2, 2].map(|threads| incremental_length(&start, &goal, 50, Workers::new(threads)));
    assert!(lengths[1] <= lengths[0]);
    assert_eq!(lengths[1], lengths[2]);
}

#[test]
fn incremental_beam_keeps_to_its_limits() {
    let goal = Goal::rows(Size::square(20).unwrap());
    let task = Task::new(Scrambler::seeded(9).solvable(&goal), goal).unwrap();
    for workers in [Workers::ONE, Workers::new(2)] {
        let no_time = Control::new().with_clock(Ticking::standing_still()).time_limit(Duration::ZERO);
        for (control, reason) in [
            (Control::new().node_limit(50_000), StopReason::Nodes),
            (Control::new().memory_limit(100_000), StopReason::Memory),
            (no_time, StopReason::Time),
            (cancelled_after(0), StopReason::Cancelled),
        ] {
            assert_eq!(incremental_beam(&task, 100, workers, &control), Err(reason));
        }
    }
}
