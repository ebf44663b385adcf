//! Examining solutions of other programs.

use crate::common::board;
use taquin::proof::{CheckError, Fault, examine_boards, examine_moves, verify};
use taquin::scramble::Scrambler;
use taquin::{Board, Direction, Goal, Metric, Moves, Size, Task};

fn moves(letters: &str) -> Moves {
    letters.chars().map(|letter| Direction::from_letter(letter).unwrap()).collect()
}

#[test]
fn moves_are_judged() {
    let start = board("0 1 3/4 2 5/7 8 6");
    let goal = Goal::rows(start.size());
    let right = examine_moves(&start, &goal, &moves("LULU"));
    assert!(right.is_solution() && right.repeat.is_none());
    let circle = examine_moves(&start, &goal, &moves("LRLULU"));
    assert!(circle.is_solution());
    assert_eq!(circle.repeat, Some((0, 2)));
    let short = examine_moves(&start, &goal, &moves("LUL"));
    assert!(!short.is_solution() && short.fault.is_none() && !short.reaches_goal);
    let illegal = examine_moves(&start, &goal, &moves("LLLU"));
    assert!(matches!(&illegal.fault, Some(Fault::Illegal(step)) if step.index == 2));
    assert_eq!(illegal.moves, moves("LL"));
}

#[test]
fn boards_are_judged() {
    let start = board("0 1 3/4 2 5/7 8 6");
    let goal = Goal::rows(start.size());
    let mut boards: Vec<Board> = moves("LULU").boards(&start).collect();
    assert!(examine_boards(&start, &goal, &boards).is_solution());
    boards.remove(2);
    assert_eq!(examine_boards(&start, &goal, &boards).fault, Some(Fault::Jump { index: 2 }));
    boards.remove(0);
    assert_eq!(examine_boards(&start, &goal, &boards).fault, Some(Fault::Start));
    assert_eq!(examine_boards(&start, &goal, &[]).fault, Some(Fault::Start));
}

/// Compares the first repetition, found by hash and confirmed by replay, with a list of all boards.
#[test]
fn repetitions_are_found_where_they_are() {
    for seed in 0..300 {
        let goal = Goal::rows(Size::new(2, 3).unwrap());
        let start = Scrambler::seeded(seed).solvable(&goal);
        let letters: String = (0..60)
            .map(|i| ['U', 'L', 'D', 'R'][crate::common::shuffle_key(61 * seed as usize + i) as usize % 4])
            .collect();
        let examined = examine_moves(&start, &goal, &moves(&letters));
        let boards: Vec<Board> = examined.moves.boards(&start).collect();
        let mut pairs =
            (0..boards.len()).filter_map(|j| Some((boards[..j].iter().position(|b| *b == boards[j])?, j)));
        // A board may repeat several times; only its first repetition is reported.
        assert_eq!(examined.repeat, pairs.next(), "{start:?} {letters}");
    }
}

#[test]
fn wrong_answers_are_refused() {
    let start = board("1 2 3/4 5 6/7 0 8");
    let task = Task::new(start.clone(), Goal::rows(start.size())).unwrap();
    let counted = |letters: &str, metric, lower_bound| verify(&task, moves(letters), metric, lower_bound);
    let answer = |letters: &str, lower_bound| counted(letters, Metric::Single, lower_bound);
    assert!(answer("L", 1).unwrap().is_optimal());
    assert!(!answer("LRL", 1).unwrap().is_optimal());
    assert!(matches!(answer("U", 0), Err(CheckError::Illegal(_))));
    assert!(matches!(answer("D", 0), Err(CheckError::WrongEnd { .. })));
    assert!(matches!(answer("L", 3), Err(CheckError::BelowBound { length: 1, lower_bound: 3 })));
    // Two moves in the same direction are one push.
    let pushes = counted("RLL", Metric::Multi, 1).unwrap();
    assert_eq!((pushes.len(), pushes.claim().to_string().as_str()), (2, "at most 1 push above optimal"));
    assert!(counted("L", Metric::Multi, 1).unwrap().is_optimal());
}
