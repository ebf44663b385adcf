use super::*;
use taquin::control::Control;
use taquin::notation;
use taquin::solver::{Difficulty, Solver};
use taquin::{Cell, Puzzle};

const NOW: Duration = Duration::from_secs(1);

fn app(start: &str) -> App {
    let start = notation::read(start).unwrap();
    let goal = Goal::rows(start.size());
    App::new(start, goal, Arc::default(), false)
}

/// Computes the remaining moves as the worker does.
fn compute_remaining(app: &mut App) {
    let (board, goal) = (app.game().board().clone(), app.game().goal().clone());
    let puzzle = Puzzle::new(board.clone(), goal).unwrap();
    let left = app.hints.remaining(&Solver::new(), &puzzle, &Control::new()).unwrap();
    app.handle(WorkerEvent::Remaining(board, left), NOW);
}

fn slide(app: &mut App, direction: Direction) {
    assert_eq!(app.act(Action::Slide(direction), NOW), None);
}

#[test]
fn keys_move_the_tile_or_the_gap() {
    let mut app = app("1 0/3 2");
    slide(&mut app, Direction::Left);
    assert_eq!(app.game().made(), 0, "no tile can go left");
    slide(&mut app, Direction::Right);
    assert_eq!(app.game().made(), 1);
    app.act(Action::Undo, NOW);
    app.act(Action::Invert, NOW);
    assert!(app.is_inverted() && app.note().contains("blank"));
    slide(&mut app, Direction::Left);
    assert_eq!(app.game().board().numbers().collect::<Vec<_>>(), [0, 1, 3, 2]);
}

#[test]
fn a_win_is_praised_as_it_deserves() {
    let mut app = app("1 2 3/4 5 6/0 7 8");
    compute_remaining(&mut app);
    slide(&mut app, Direction::Left);
    slide(&mut app, Direction::Left);
    assert_eq!(app.note(), "Solved in 2 moves, the optimum!");
    assert_eq!(app.question(), None);
    app.act(Action::Hint, NOW);
    assert_eq!(app.note(), "Solved in 2 moves, the optimum!");
    app.act(Action::Restart, NOW);
    for direction in [Direction::Down, Direction::Up, Direction::Left, Direction::Left] {
        slide(&mut app, direction);
    }
    assert_eq!(app.note(), "Solved in 4 moves; the optimum is 2.");
}

#[test]
fn what_is_known_stays_known_off_the_path() {
    let mut app = app("0 1 3/4 2 5/7 8 6");
    assert_eq!(app.question(), Some(app.game().board()));
    compute_remaining(&mut app);
    assert_eq!((app.game().remaining().unwrap().upper_bound, app.question()), (4, None));
    // On the path and beside it, no search is needed.
    slide(&mut app, Direction::Left);
    assert_eq!((app.game().remaining().unwrap().upper_bound, app.question()), (3, None));
    app.act(Action::Undo, NOW);
    slide(&mut app, Direction::Up);
    assert_eq!(app.game().remaining().unwrap().upper_bound, 5);
}

#[test]
fn a_hint_comes_when_it_is_known_and_goes_with_the_board() {
    let mut app = app("0 1 3/4 2 5/7 8 6");
    app.act(Action::Hint, NOW);
    assert_eq!((app.hinted(), app.note()), (None, "Searching …"));
    compute_remaining(&mut app);
    assert_eq!((app.hinted(), app.note()), (Some(Tile::new(1)), "Hint: move tile 1 left."));
    app.act(Action::Push(Cell::new(1)), NOW);
    assert_eq!((app.hinted(), app.note()), (None, ""));
}

#[test]
fn a_solution_is_watched_without_playing() {
    let mut app = app("0 1 3/4 2 5/7 8 6");
    app.act(Action::Watch, NOW);
    compute_remaining(&mut app);
    let Mode::Watch(playback) = app.mode() else { panic!("it is shown") };
    assert_eq!((playback.position(), playback.is_playing()), ((0, 4), true));
    app.act(Action::Forward, NOW);
    assert_ne!(app.shown(), app.game().board());
    // Later than any of its pauses.
    app.act(Action::PlayOrPause, NOW);
    (2..9).for_each(|second| app.tick(NOW * second));
    assert!(app.shown().is_solved(app.game().goal()));
    app.act(Action::Leave, NOW);
    assert_eq!((app.shown(), app.game().made()), (app.game().board(), 0));
    let way = app.hints.way(app.game().board(), app.game().goal()).unwrap();
    assert_eq!(way.len(), 4);
}

#[test]
fn a_new_board_is_chosen_while_watching() {
    let mut app = app("0 1 3/4 2 5/7 8 6");
    app.act(Action::Watch, NOW);
    compute_remaining(&mut app);
    assert!(matches!(app.mode(), Mode::Watch(_)));
    let key = ratatui::crossterm::event::KeyEvent::from(ratatui::crossterm::event::KeyCode::Char('n'));
    let action = crate::commands::play::action::of_key(key, app.mode()).unwrap();
    assert_eq!((app.act(action, NOW), matches!(app.mode(), Mode::New(_))), (None, true));
}

#[test]
fn a_new_board_is_chosen() {
    let mut app = app("1 2 3/4 5 6/7 0 8");
    slide(&mut app, Direction::Down);
    app.act(Action::New, NOW);
    for action in [Action::Digit('3'), Action::Digit('9'), Action::Erase, Action::Digit('1')] {
        assert_eq!(app.act(action, NOW), None);
    }
    assert_eq!(app.act(Action::Enter, NOW), Some(Effect::Scramble(Challenge::Depth(31))));
    assert_eq!(app.question(), None);
    app.handle(WorkerEvent::Scrambled(Err("no board is 31 moves away".to_owned())), NOW);
    assert!(app.note().contains("31 moves away") && app.game().made() == 1);
    app.act(Action::New, NOW);
    let easy = app.act(Action::Scramble(Difficulty::Easy), NOW);
    assert_eq!(easy, Some(Effect::Scramble(Challenge::Difficulty(Difficulty::Easy))));
    let board = notation::read("1 2 3/4 5 6/0 7 8").unwrap();
    app.handle(WorkerEvent::Scrambled(Ok(board.clone())), NOW);
    assert_eq!((app.game().board(), app.game().made()), (&board, 0));
    // What comes after it was called off is not taken.
    app.act(Action::New, NOW);
    app.act(Action::Scramble(Difficulty::Hard), NOW);
    assert_eq!(app.act(Action::Leave, NOW), Some(Effect::CancelScramble));
    app.handle(WorkerEvent::Scrambled(Ok(notation::read("1 2 3/4 5 6/7 0 8").unwrap())), NOW);
    assert_eq!(app.game().board(), &board);
}

#[test]
fn a_solved_board_is_no_game() {
    let mut app = app("1 2/3 0");
    slide(&mut app, Direction::Right);
    assert_eq!((app.game().made(), app.note()), (0, "Already solved. Press n for a new board."));
}

#[test]
fn nothing_typed_is_no_number() {
    let mut app = app("1 2/3 0");
    app.act(Action::New, NOW);
    assert_eq!(app.act(Action::Enter, NOW), None);
    assert!(matches!(app.mode(), Mode::New(_)));
}

#[test]
fn an_impossible_board_says_why() {
    let mut app = app("2 1/3 0");
    app.act(Action::Watch, NOW);
    compute_remaining(&mut app);
    assert!(app.note().starts_with("No solution: the start has "), "{}", app.note());
    // And no move changes that.
    slide(&mut app, Direction::Right);
    assert_eq!((app.is_unsolvable(), app.question(), app.note()), (true, None, ""));
    app.act(Action::Hint, NOW);
    assert!(app.note().contains("No solution"), "{}", app.note());
}

#[test]
fn news_of_another_board_are_no_news() {
    let mut app = app("0 1 3/4 2 5/7 8 6");
    let other = notation::read("1 2 3/4 5 6/7 0 8").unwrap();
    let known = Bounds { upper_bound: 1, lower_bound: 1, next: Some(Direction::Left) };
    app.handle(WorkerEvent::Remaining(other, Remaining::Moves(known)), NOW);
    assert_eq!(app.game().remaining(), None);
}
