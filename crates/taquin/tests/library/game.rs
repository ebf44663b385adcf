//! A game from its scramble to its end: play, undo, redo, hints.

use crate::common::{board, distances, puzzle};
use taquin::control::Budget;
use taquin::scramble::Scrambler;
use taquin::solver::{AtDepthError, Difficulty, Game, MethodOptions, SolveError, Solver};
use taquin::{Direction, Goal, Puzzle, Size, Tile};

fn solver() -> Solver {
    crate::common::solver(&MethodOptions::default(), Budget::default())
}

#[test]
fn moves_are_played_undone_and_redone() {
    let start = board("1 2 3/4 0 6/7 5 8");
    let mut game = Game::new(solver(), Puzzle::from(start.clone()));
    assert_eq!((game.undo(), game.redo(), game.is_solved()), (None, None, false));
    assert_eq!(game.play(Direction::Up), Some(Tile::new(5)));
    assert_eq!(game.board(), &board("1 2 3/4 5 6/7 0 8"));
    assert_eq!(game.play(Direction::Up), None, "the blank is in the last row");
    assert_eq!(game.play(Direction::Left), Some(Tile::new(8)));
    assert!(game.is_solved() && game.hint().unwrap().is_none());
    assert_eq!(game.moves().as_slice(), [Direction::Up, Direction::Left]);
    assert_eq!((game.undo(), game.undo(), game.undo()), (Some(Direction::Left), Some(Direction::Up), None));
    assert_eq!((game.board(), game.moves().as_slice().len()), (&start, 0));
    assert_eq!((game.redo(), game.redo(), game.redo()), (Some(Direction::Up), Some(Direction::Left), None));
    assert!(game.is_solved());
    // A new move ends what can be redone; an impossible one does not.
    game.undo();
    assert_eq!(game.play(Direction::Up), None);
    assert_eq!(game.redo(), Some(Direction::Left));
    game.undo();
    game.play(Direction::Right);
    assert_eq!(game.redo(), None);
}

#[test]
fn hints_lead_to_the_end_by_the_fewest_moves() {
    for goal in crate::common::goals(Size::square(3).unwrap()) {
        let distances = distances(&goal);
        let mut scrambler = Scrambler::seeded(3);
        let mut game = Game::scrambled(solver(), &mut scrambler, goal.clone(), Difficulty::Hard).unwrap();
        let total = distances[game.board()] as usize;
        assert_eq!(game.goal(), &goal);
        let mut is_first = true;
        while let Some(hint) = game.hint().unwrap() {
            let remaining = game.remaining().unwrap();
            assert_eq!(remaining.upper_bound, distances[game.board()] as usize);
            assert!(remaining.is_exact());
            // Once, a move that is not the hint.
            let other = Direction::SUCCESSOR_ORDER.into_iter().find(|direction| *direction != hint);
            if std::mem::take(&mut is_first) && other.and_then(|other| game.play(other)).is_some() {
                let left = game.remaining().unwrap();
                assert_eq!(left.upper_bound, distances[game.board()] as usize);
                game.undo();
            }
            assert!(game.play(hint).is_some());
        }
        assert!(game.is_solved());
        assert_eq!(game.moves().len(), total);
        assert_eq!(game.remaining().unwrap().upper_bound, 0);
    }
}

#[test]
fn games_are_scrambled_at_a_difficulty_or_depth() {
    let goal = Goal::rows(Size::square(3).unwrap());
    let distances = distances(&goal);
    let mut scrambler = Scrambler::seeded(4);
    for difficulty in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
        let game = Game::scrambled(solver(), &mut scrambler, goal.clone(), difficulty).unwrap();
        assert!(difficulty.depths(&goal).unwrap().contains(&distances[game.board()]));
    }
    for depths in [0..=0, 5..=9, 20..=31] {
        let game = Game::scrambled_at(solver(), &mut scrambler, goal.clone(), depths.clone()).unwrap();
        assert!(depths.contains(&distances[game.board()]));
        assert_eq!(game.is_solved(), depths == (0..=0));
    }
    let too_far = Game::scrambled_at(solver(), &mut scrambler, goal, 32..=32).unwrap_err();
    assert!(matches!(too_far, AtDepthError::Enumeration(_)), "{too_far}");
}

#[test]
fn unsolvable_games_have_no_hints() {
    let start = board("1 2 3/4 5 6/8 7 0");
    let game = Game::new(solver(), puzzle(&start, &Goal::rows(start.size())));
    assert!(matches!(game.hint(), Err(SolveError::Unsolvable(_))));
    assert!(matches!(game.remaining(), Err(SolveError::Unsolvable(_))));
}
