//! What users expect of the vocabulary: parsing, displaying, iterating, hashing and playing.

use std::collections::HashSet;
use taquin::{Board, Direction, Goal, Moves, NamedGoal, Puzzle, Size, Task};

fn board(text: &str) -> Board {
    text.parse().expect(text)
}

#[test]
fn displayed_values_are_parsed_back() {
    let board = board("8 1 3/4 0 2/7 6 5");
    assert_eq!(board.to_string().parse(), Ok(board.clone()));
    let goal = Goal::spiral(board.size());
    assert_eq!(goal.to_string().parse(), Ok(goal));
    for direction in Direction::SUCCESSOR_ORDER {
        assert_eq!(direction.to_string().parse(), Ok(direction));
        assert_eq!(direction.letter().to_string().parse(), Ok(direction));
    }
    let moves: Moves = "ULDRRR".parse().unwrap();
    assert_eq!(moves.to_string().parse(), Ok(moves));
    assert_eq!("".parse(), Ok(Moves::new()));
    for wrong in ["", "x", "upp", "UL", "é"] {
        let error = wrong.parse::<Direction>().unwrap_err().to_string();
        assert_eq!(
            error,
            format!("{wrong:?} is not a direction; expected up, left, right, down, U, L, R or D")
        );
    }
}

#[test]
fn moves_are_a_collection() {
    let mut moves: Moves = [Direction::Up, Direction::Left].into_iter().collect();
    moves.extend([Direction::Down]);
    let borrowed: String = (&moves).into_iter().map(Direction::letter).collect();
    assert_eq!(borrowed, "ULD");
    assert_eq!(moves.into_iter().next_back(), Some(Direction::Down));
    let numbers: Vec<u16> = (&board("1 2/0 3")).into_iter().map(taquin::Tile::number).collect();
    assert_eq!(numbers, [1, 2, 0, 3]);
}

#[test]
fn boards_are_played_and_judged() {
    let start = board("0 1 3/4 2 5/7 8 6");
    let goal = Goal::rows(start.size());
    assert!(start.is_solvable(&goal) && !start.is_solved(&goal));
    let end = start.play(&"LULU".parse().unwrap()).unwrap();
    assert!(end.is_solved(&goal));
    let error = start.play(&"LD".parse().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "move 2: no tile can move down here");
    // A goal of another size is never reached.
    assert!(!start.is_solvable(&Goal::rows(Size::square(4).unwrap())));
    assert!(!start.twin().unwrap().is_solvable(&goal));
}

#[test]
fn a_puzzle_is_a_task_exactly_if_it_is_solvable() {
    let mut different = HashSet::new();
    for text in ["1 2/3 0", "1 2/0 3", "2 1/3 0", "0 1 2/", "1 0 2/", "2 1 0/"] {
        for &name in NamedGoal::ALL {
            let puzzle = Puzzle::from(board(text));
            let puzzle = puzzle.with_goal(name.of(puzzle.size())).unwrap();
            assert_eq!(puzzle.to_string().parse(), Ok(puzzle.clone()));
            match puzzle.task() {
                Ok(task) => {
                    assert!(puzzle.is_solvable());
                    assert_eq!(Puzzle::from(task.clone()), puzzle);
                    assert_eq!(Task::new(puzzle.start().clone(), puzzle.goal().clone()), Ok(task));
                }
                Err(why) => {
                    assert!(!puzzle.is_solvable());
                    assert_eq!((why.start(), why.goal()), (puzzle.start(), puzzle.goal()));
                }
            }
            different.insert(puzzle);
        }
    }
    // In one row the spiral and the rows are the same goal.
    assert_eq!(different.len(), 3 * 3 + 3 * 2);
    let other = Goal::rows(Size::square(4).unwrap());
    let error = Puzzle::from(board("1 2/3 0")).with_goal(other).unwrap_err();
    assert_eq!(error.to_string(), "the board is 2x2 but the goal is 4x4: they must have the same size");
}
