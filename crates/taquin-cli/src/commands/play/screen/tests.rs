use super::*;
use crate::commands::play::action::Action;
use crate::commands::play::worker::WorkerEvent;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use taquin::solver::{Bounds, Remaining};
use taquin::{Direction, Goal, notation};

const NOW: Duration = Duration::from_secs(83);

fn app(start: &str, goal: Option<&str>) -> App {
    let start = notation::read(start).unwrap();
    let goal = goal.map_or_else(|| Goal::rows(start.size()), |goal| notation::read(goal).unwrap().into());
    App::new(start, goal, Default::default(), false)
}

fn picture(app: &App, columns: u16, rows: u16, has_colours: bool) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| draw(frame, app, Palette::new(has_colours), NOW)).unwrap();
    terminal.backend().buffer().clone()
}

fn text(app: &App, columns: u16, rows: u16) -> String {
    let buffer = picture(app, columns, rows, false);
    let row = |y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..rows).map(row).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_small_window() {
    let mut app = app("0 1 3/4 2 5/7 8 6", None);
    let known = Bounds { upper_bound: 4, lower_bound: 4, next: Some(Direction::Left) };
    app.handle(WorkerEvent::Remaining(app.game().board().clone(), Remaining::Moves(known)), NOW);
    let expected = "\
taquin 3x3, goal rows
moves 0  time 0:00  left 4
          ╭────╮╭────╮
          │ 1  ││ 3  │
          ╰────╯╰────╯
    ╭────╮╭────╮╭────╮
    │ 4  ││ 2  ││ 5  │
    ╰────╯╰────╯╰────╯
    ╭────╮╭────╮╭────╮
    │ 7  ││ 8  ││ 6  │
    ╰────╯╰────╯╰────╯

? help  q quit";
    assert_eq!(text(&app, 26, 13), expected);
}

/// The moves of a solution count as made while it is watched.
#[test]
fn a_watched_solution_counts() {
    let mut app = app("0 1 3/4 2 5/7 8 6", None);
    app.act(Action::Slide(Direction::Left), NOW);
    app.act(Action::Watch, NOW);
    let puzzle = taquin::Puzzle::new(app.game().board().clone(), app.game().goal().clone()).unwrap();
    let left =
        app.hints().remaining(&taquin::Solver::new(), &puzzle, &taquin::control::Control::new()).unwrap();
    app.handle(WorkerEvent::Remaining(app.game().board().clone(), left), NOW);
    let shown = |app: &App| facts(app, NOW).map(|(_, value)| value);
    assert_eq!(shown(&app), ["1", "0:00", "3"]);
    app.act(Action::Forward, NOW);
    assert_eq!(shown(&app), ["2", "0:00", "2"]);
    app.act(Action::Forward, NOW);
    app.act(Action::Forward, NOW);
    assert_eq!(shown(&app), ["4", "0:00", "0"]);
    app.act(Action::Leave, NOW);
    assert_eq!(shown(&app), ["1", "0:00", "3"]);
}

#[test]
fn a_usual_window() {
    let mut app = app("1 2 3/4 5 6/7 0 8", Some("0 1 2/3 4 5/6 7 8"));
    let known = Bounds { upper_bound: 30, lower_bound: 20, next: Some(Direction::Down) };
    app.handle(WorkerEvent::Remaining(app.game().board().clone(), Remaining::Moves(known)), NOW);
    app.act(Action::Hint, NOW);
    let shown = text(&app, 80, 24);
    for words in [
        "taquin 3x3, goal blank-first",
        "moves  0",
        "time   0:00",
        "left   20 to 30",
        "· 1 2\n",
        "remaining moves",
        "Hint: move tile 5 down (best known).",
        "x restart",
    ] {
        assert!(shown.contains(words), "{words}:\n{shown}");
    }
}

#[test]
fn too_small_a_window_says_what_is_needed() {
    let app = app("1 2/3 0", None);
    assert_eq!(text(&app, 40, 4).lines().next(), Some("A 2x2 board needs a window of 4 x 6;"));
    for (columns, rows) in [(0, 0), (1, 1), (3, 30), (30, 3)] {
        picture(&app, columns, rows, true);
    }
}

#[test]
fn every_mode_has_its_keys() {
    let mut app = app("1 2 3/4 5 6/7 0 8", None);
    app.act(Action::New, NOW);
    app.act(Action::Digit('7'), NOW);
    let shown = text(&app, 80, 24);
    assert!(
        shown.contains("New board, 7 moves from the goal:") && shown.contains("e easy  m medium"),
        "{shown}"
    );
    app.act(Action::Leave, NOW);
    app.act(Action::Help, NOW);
    let help = text(&app, 80, 24);
    assert!(help.contains("\nu, Ctrl-Z           undo;") && help.contains("\n\nPress any key"), "{help}");
    // All of it in a small window, too.
    let help = text(&app, 40, 12).replace('\n', " ");
    assert!(help.starts_with("Press any key") && help.contains(" u, Ctrl-Z: undo; "), "{help}");
    assert!(help.contains("bold tiles: are on their goal cells."), "{help}");
}

/// The hint, the tiles at home and the others differ with colours and without.
#[test]
fn nothing_is_told_by_colour_alone() {
    let mut app = app("1 2 3/4 5 6/7 0 8", None);
    let known = Bounds { upper_bound: 1, lower_bound: 1, next: Some(Direction::Left) };
    app.handle(WorkerEvent::Remaining(app.game().board().clone(), Remaining::Moves(known)), NOW);
    app.act(Action::Hint, NOW);
    for has_colours in [true, false] {
        let buffer = picture(&app, 80, 24, has_colours);
        let layout = Layout::new(buffer.area, app.shown().size()).unwrap();
        let style = |cell| buffer[layout.corner(Cell::new(cell))].style();
        let [home, hint] = [style(0), style(8)];
        assert_eq!(
            (home.fg == Some(Color::Green), hint.fg == Some(Color::Magenta)),
            (has_colours, has_colours)
        );
        assert!(
            home.add_modifier.contains(Modifier::BOLD) && !home.add_modifier.contains(Modifier::REVERSED)
        );
        assert!(hint.add_modifier.contains(Modifier::REVERSED));
        let is_plain = |cell: &ratatui::buffer::Cell| cell.fg == Color::Reset && cell.bg == Color::Reset;
        assert_eq!(buffer.content.iter().all(is_plain), !has_colours);
    }
}
