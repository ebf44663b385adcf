//! Answers for boards of every size: each is replayed, and none is missing.

mod common;

use common::all_boards;
use taquin::large::construct;
use taquin::scramble::Scrambler;
use taquin::{Board, Goal, Metric, Size, Task};

#[track_caller]
fn constructed(start: &Board, goal: &Goal) -> usize {
    let task = Task::new(start.clone(), goal.clone()).expect("solvable");
    let moves = construct(&task);
    assert_eq!(moves.apply(start).as_ref(), Ok(goal.board()), "from\n{start}\nto\n{}", goal.board());
    moves.len(Metric::Single)
}

#[test]
fn construct_solves_every_board_of_the_smallest_sizes() {
    for (rows, cols) in [(1, 1), (1, 2), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3)] {
        let size = Size::new(rows, cols).unwrap();
        let goal = Goal::rows(size);
        let solvable = all_boards(size).filter(|board| Task::new(board.clone(), goal.clone()).is_ok());
        // The largest of these sizes has 181,440 boards, which are left to a search: a sample does.
        let step = if size.cells() == 9 { 97 } else { 1 };
        solvable.step_by(step).for_each(|board| {
            constructed(&board, &goal);
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
            constructed(&start, &goal);
        }
    }
}

#[test]
fn construct_solves_random_boards_of_all_small_sizes_and_goals() {
    let mut scrambler = Scrambler::new(1);
    for rows in 1..=9 {
        for cols in 1..=9 {
            let size = Size::new(rows, cols).unwrap();
            // Goals in some order, hence with the blank anywhere.
            let scrambled = std::iter::repeat_with(|| Goal::from(scrambler.any(size))).take(20);
            let goals: Vec<Goal> =
                scrambled.chain([Goal::rows(size), Goal::blank_first(size), Goal::spiral(size)]).collect();
            for goal in &goals {
                for _ in 0..5 {
                    constructed(&scrambler.solvable(goal), goal);
                }
            }
        }
    }
}

#[test]
fn construct_gets_two_tiles_out_of_each_other_s_way() {
    // Where there is little room: many boards.
    let mut scrambler = Scrambler::new(2);
    for (rows, cols) in [(2, 4), (4, 2), (2, 7), (3, 4), (4, 3), (4, 4), (5, 3)] {
        let size = Size::new(rows, cols).unwrap();
        for _ in 0..60 {
            let goal = Goal::from(scrambler.any(size));
            for _ in 0..50 {
                constructed(&scrambler.solvable(&goal), &goal);
            }
        }
    }
}

#[test]
fn construct_solves_thin_boards() {
    let mut scrambler = Scrambler::new(3);
    for (rows, cols) in [(1, 127), (127, 1), (2, 127), (127, 2), (3, 40), (40, 3), (4, 127), (127, 5)] {
        let size = Size::new(rows, cols).unwrap();
        for goal in [Goal::rows(size), Goal::spiral(size), Goal::from(scrambler.any(size))] {
            constructed(&scrambler.solvable(&goal), &goal);
        }
    }
}

#[test]
fn construct_is_far_shorter_than_eight_thirds_of_the_cube() {
    let mut scrambler = Scrambler::new(4);
    for side in [20, 50] {
        let goal = Goal::rows(Size::square(side).unwrap());
        let moves = constructed(&scrambler.solvable(&goal), &goal);
        assert!(moves < side.pow(3) * 7 / 3, "{moves} moves on {side}x{side}");
    }
}
