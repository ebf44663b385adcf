//! `taquin play`, on a real terminal.

use crate::run::taquin;

#[test]
fn a_game_needs_a_terminal() {
    taquin(&["play"]).complains(&["standard input is not a terminal"]);
    taquin(&["play", "1 2/3 0", "--size", "3x3"]).complains(&["--size"]);
    taquin(&["play", "--depth", "3", "--difficulty", "easy"]).complains(&["--difficulty"]);
}

#[cfg(target_os = "linux")]
mod on_a_terminal {
    use crate::tmux::Tmux;
    use std::fs;
    use std::path::Path;
    use std::process::Command;
    use std::thread;
    use std::time::Duration;

    fn play_in(columns: u16, rows: u16, arguments: &str) -> Tmux {
        let tables = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
        let program = env!("CARGO_BIN_EXE_taquin");
        let command = format!("NO_COLOR= TAQUIN_TABLES='{}' {program} play {arguments}", tables.display());
        Tmux::start(columns, rows, &command)
    }

    fn play(arguments: &str) -> Tmux {
        play_in(80, 24, arguments)
    }

    #[test]
    #[ignore = "needs tmux; run by `cargo xtask test`"]
    fn a_win() {
        let game = play("'1 2 3/4 5 6/0 7 8'");
        game.wait_for("left   2");
        // A detour, taken back.
        game.press("Down");
        game.wait_for("left   3");
        game.press("u");
        game.wait_for("moves  0");
        game.press("h");
        game.wait_for("left   1");
        game.press("Left");
        let screen = game.wait_for("Solved in 2 moves, the optimum!");
        assert!(screen.contains("left   0") && screen.contains("moves  2"), "{screen}");
        game.press("q");
        game.wait_for("ended with 0");
        game.expect_restored();
    }

    #[test]
    #[ignore = "needs tmux; run by `cargo xtask test`"]
    fn a_win_by_mouse_against_another_goal() {
        let game = play("'1 2 3/4 5 6/7 8 0' --goal '1 2 3/4 5 6/0 7 8'");
        let screen = game.wait_for("left   2");
        // Of the board, not of the goal beside it.
        let is_tile = |line: &&str| line.contains("│   7");
        let row = screen.lines().position(|line| is_tile(&line)).expect("tile 7") + 1;
        let line = screen.lines().find(is_tile).expect("tile 7");
        let column = line.chars().position(|letter| letter == '7').expect("tile 7") + 1;
        // Pressing and letting go of the left button, as terminals say it: both tiles of the row move.
        game.send(&format!("\u{1b}[<0;{column};{row}M\u{1b}[<0;{column};{row}m"));
        game.wait_for("Solved in 2 moves");
    }

    /// The first solution of so large a board has thousands of moves.
    #[test]
    #[ignore = "needs tmux; run by `cargo xtask test`"]
    fn a_long_solution_is_watched() {
        let game = play_in(140, 40, "--size 25x25 --difficulty any --seed 1");
        game.press("p");
        game.wait_for(", playing, speed");
        game.press("Space");
        // By now any number of moves may have been played.
        let screen = game.wait_for(", paused");
        let status = screen.lines().find(|line| line.contains(", paused")).expect("a status line");
        let length = status.split(" of ").nth(1).and_then(|rest| rest.split(',').next());
        let length: usize = length.and_then(|length| length.parse().ok()).expect("a number");
        assert!(length > 5000, "{screen}");
        game.press("Escape");
        game.press("C-c");
        game.wait_for("ended with 130");
    }

    #[test]
    #[ignore = "needs tmux; run by `cargo xtask test`"]
    fn a_hint_and_the_solution() {
        let game = play("'0 1 3/4 2 5/7 8 6'");
        game.press("t");
        game.wait_for("Hint: move tile 1 left.");
        game.press("p");
        game.wait_for("Move 4 of 4, paused");
        game.press("Left");
        game.wait_for("Move 3 of 4, paused");
        game.press("Escape");
        game.wait_for("moves  0");
        game.wait_for("? help");
    }

    #[test]
    #[ignore = "needs tmux; run by `cargo xtask test`"]
    fn a_new_board_at_a_distance() {
        let game = play("--size 3x3 --difficulty easy --seed 1");
        game.wait_for("taquin 3x3");
        game.press("n");
        game.wait_for("New board:");
        game.send("31");
        game.press("Enter");
        game.wait_for("left   31");
        game.press("n");
        game.wait_for("New board:");
        game.send("32");
        game.press("Enter");
        game.wait_for("Cannot generate the board: no board is 32 moves from this goal");
    }

    #[test]
    #[ignore = "needs tmux; run by `cargo xtask test`"]
    fn resizing() {
        let game = play("'1 2 3/4 5 6/7 0 8'");
        game.wait_for("remaining moves");
        game.resize(30, 13);
        game.wait_for("moves 0  time 0:00  left 1");
        game.resize(12, 6);
        game.wait_for("needs a");
        game.resize(120, 40);
        game.wait_for("remaining moves");
        game.press("Left");
        game.wait_for("Solved in 1 move");
        game.press("q");
        game.wait_for("ended with 0");
        game.expect_restored();
    }

    #[test]
    #[ignore = "needs tmux; run by `cargo xtask test`"]
    fn control_c() {
        let game = play("--size 4x4 --difficulty any --seed 3");
        game.wait_for("taquin 4x4");
        game.press("C-c");
        game.wait_for("ended with 130");
        game.expect_restored();
    }

    /// The process of the game.
    fn process(game: &Tmux) -> String {
        let shell = game.shell();
        let children = fs::read_to_string(format!("/proc/{shell}/task/{shell}/children"));
        children.expect("Linux tells").trim().to_owned()
    }

    #[test]
    #[ignore = "needs tmux; run by `cargo xtask test`"]
    fn told_to_end_from_outside() {
        let game = play("'1 2 3/4 5 6/7 0 8'");
        game.wait_for("taquin 3x3");
        let kill = Command::new("kill").args(["-TERM", &process(&game)]).status();
        assert!(kill.expect("there is kill").success());
        game.wait_for("ended with 130");
        game.expect_restored();
    }

    /// Closing the window ends the program.
    #[test]
    #[ignore = "needs tmux; run by `cargo xtask test`"]
    fn the_window_is_closed() {
        let game = play("--size 5x5 --seed 1");
        game.wait_for("taquin 5x5");
        let status = Path::new("/proc").join(process(&game)).join("status");
        // An ended process may be a zombie until its exit code is read.
        let runs = || fs::read_to_string(&status).is_ok_and(|text| !text.contains("State:\tZ"));
        assert!(runs());
        drop(game);
        // This would wait for ever if it stayed.
        while runs() {
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[test]
    #[ignore = "needs tmux; run by `cargo xtask test`"]
    fn bad_input_never_takes_the_terminal() {
        let game = play("--size 3x3 --depth 99");
        game.wait_for("no board is 99 moves from this goal");
        game.wait_for("ended with 2");
        game.expect_restored();
    }

    #[test]
    #[ignore = "needs tmux; run by `cargo xtask test`"]
    fn colours_unless_they_are_not_wanted() {
        // The tiles that are at home are green: the second colour.
        let coloured = |screen: &str| ["[32m", ";32m", "38;5;2m"].iter().any(|green| screen.contains(green));
        let game = play("'1 2 3/4 5 6/7 0 8'");
        game.wait_for("left   1");
        let screen = game.styled_screen();
        assert!(coloured(&screen), "{screen:?}");
        let program = env!("CARGO_BIN_EXE_taquin");
        let plain =
            Tmux::start(80, 24, &format!("NO_COLOR=1 {program} --tables none play '1 2 3/4 5 6/7 0 8'"));
        plain.wait_for("left   1");
        let screen = plain.styled_screen();
        assert!(!coloured(&screen) && screen.contains("\u{1b}[1m"), "{screen}");
    }
}
