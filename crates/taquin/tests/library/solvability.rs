//! Parity and the order of tiles compared with full enumeration: every board of every size up to nine cells, four
//! goals.

use crate::common::{all_boards, board, distances, goals};
use taquin::{Goal, Obstacle, ParitySum, Size, Task, TaskError};

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn a_task_exists_exactly_for_the_boards_that_reach_the_goal() {
    let mut boards = 0;
    for rows in 1..=9 {
        for cols in 1..=9 / rows {
            let size = Size::new(rows, cols).unwrap();
            for goal in goals(size) {
                let reachable = distances(&goal);
                for board in all_boards(size) {
                    let solvable = reachable.contains_key(&board);
                    assert_eq!(
                        Task::new(board.clone(), goal.clone()).is_ok(),
                        solvable,
                        "{board:?} to {goal:?}"
                    );
                    boards += 1;
                }
            }
        }
    }
    // 9! three times (1x9, 3x3, 9x1), 8! four times, 7! twice, 6! four times and so on, four goals each.
    assert_eq!(
        boards,
        4 * (3 * 362_880 + 4 * 40_320 + 2 * 5040 + 4 * 720 + 2 * 120 + 3 * 24 + 2 * 6 + 2 * 2 + 1)
    );
}

#[test]
fn the_argument_is_spelled_out() {
    let start = board("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0");
    let goal = Goal::rows(start.size());
    let Err(TaskError::Unsolvable(why)) = Task::new(start.clone(), goal) else {
        panic!("15 and 14 exchanged")
    };
    let Obstacle::Parity { start: here, goal: there } = why.obstacle() else { panic!("a parity") };
    assert_eq!(here, ParitySum { inversions: 1, blank_row: Some(3) });
    assert_eq!(there, ParitySum { inversions: 0, blank_row: Some(3) });
    assert_eq!((here.sum(), there.sum()), (4, 3));
    let pairs: Vec<String> = start.inversion_pairs().map(|(a, b)| format!("{a}-{b}")).collect();
    assert_eq!(pairs, ["15-14"]);
    assert_eq!(
        why.to_string(),
        "the start has 1 inversion + blank row 3 = 4 (even), the goal has 0 inversions + blank row 3 = 3 (odd), and no move changes the parity"
    );

    let line = board("2 1 0");
    let goal = Goal::rows(line.size());
    let Err(TaskError::Unsolvable(why)) = Task::new(line, goal) else { panic!("a line out of order") };
    assert!(matches!(why.obstacle(), Obstacle::Order { place: 0, .. }));
    assert_eq!(
        why.to_string(),
        "tiles in a single line cannot pass each other: tile 2 is in position 1 where the goal has tile 1"
    );
}

#[test]
fn sizes_must_agree() {
    let error = Task::new(board("1 2/3 0"), Goal::rows(Size::new(3, 3).unwrap())).unwrap_err();
    assert_eq!(error.to_string(), "the board is 2x2 but the goal is 3x3: they must have the same size");
}
