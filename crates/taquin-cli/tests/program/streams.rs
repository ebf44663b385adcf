//! Closed pipes, full disks, colours.

use crate::run::{Run, program, root, taquin};
use std::fs::File;
use std::io::Read;
use std::process::Stdio;

/// A closed pipe is success, without a message.
#[test]
fn closed_pipe() {
    for args in [
        &["scramble", "--size", "9x9", "--count", "100000", "--seed", "1"][..],
        &["solve", "--algorithm", "dfs", "examples/puzzle3x3-31.txt"],
        &["enumerate", "examples/puzzle04.txt", "--bound", "24"],
        &["inspect", "--print", "pairs", "examples/puzzle3x3-31.txt"],
        &["convert", "--to", "rows", "examples/lists.txt"],
        &["draw", "examples/puzzle3x3-31.txt", "--solve"],
        &["compare", "--size", "3x3", "--depths", "0..31", "--count", "1", "--seed", "1", "--output", "json"],
        &["trace", "examples/puzzle3x3-31.txt"],
        &["trace", "examples/puzzle3x3-31.txt", "--output", "dot"],
        &["completions", "bash"],
        &["man"],
        &["solve", "--help"],
        &["--version"],
    ] {
        let mut child =
            program().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut pipe = child.stdout.take().expect("it has an output");
        // One byte, as head would read some, and then no more.
        let _ = pipe.read(&mut [0]);
        drop(pipe);
        let run = Run::new(child.wait_with_output().expect("it ends"));
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn full_disk() {
    for args in [
        &["solve", "examples/puzzle04.txt"][..],
        &["solve", "--output", "json", "examples/puzzle04.txt"],
        &["solve", "--lines", "examples/lists.txt"],
        &["enumerate", "examples/puzzle04.txt", "--bound", "4"],
        &["enumerate", "examples/puzzle04.txt", "--bound", "4", "--output", "prolog"],
        &["moves", "examples/puzzle04.txt"],
        &["inspect", "examples/puzzle04.txt"],
        &["inspect", "--json", "examples/puzzle04.txt"],
        &["where", "examples/puzzle04.txt"],
        &["check", "examples/puzzle04.txt", "LULU"],
        &["convert", "--to", "list", "examples/puzzle04.txt"],
        &["scramble", "--size", "3x3", "--seed", "1"],
        &["draw", "examples/puzzle04.txt"],
        &["compare", "examples/puzzle04.txt", "--output", "latex"],
        &["trace", "examples/puzzle04.txt"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["--version"],
    ] {
        let full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let output = program().args(args).stdout(full).stderr(Stdio::piped()).output().expect("it starts");
        Run::new(output).complains(&["cannot write the output", "no space left"]);
    }
    // Closed standard streams do not cause a panic.
    let full = File::options().write(true).open("/dev/full").expect("Linux has it");
    let status = program().args(["solve", "nothing.txt"]).stderr(full).status().expect("it starts");
    assert_eq!(status.code(), Some(2));
}

/// No colours and no frames where no terminal is.
#[test]
fn plain_when_piped() {
    for args in [&["inspect", "examples/puzzle04.txt"][..], &["solve", "--help"], &["solve", "nothing.txt"]] {
        let run = taquin(args);
        assert!(!run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'), "{run:?}");
        assert!(!run.out.contains('│'), "{run:?}");
    }
}

/// Runs the program on a terminal of the given width, provided by `script`; `cargo xtask test` ensures that it is
/// installed.
#[cfg(target_os = "linux")]
pub(crate) fn on_terminal(columns: u32, no_color: &str, arguments: &str) -> Run {
    let mut command = std::process::Command::new("script");
    let line = format!("stty cols {columns} rows 24; {} {arguments}", env!("CARGO_BIN_EXE_taquin"));
    command.args(["-qec", &line, "/dev/null"]).current_dir(root()).stdin(Stdio::null());
    command.env("NO_COLOR", no_color).env("TERM", "xterm");
    Run::new(command.output().expect("the program `script` of util-linux"))
}

/// A PNG is not written to a terminal.
#[test]
#[ignore = "needs script; run by `cargo xtask test`"]
#[cfg(target_os = "linux")]
fn no_png_on_a_terminal() {
    let run = on_terminal(80, "1", "explore 2x2 --output png");
    assert_eq!(run.code, 2);
    assert!(
        run.out.contains("refusing to write a PNG to a terminal") && run.out.contains("-o states.png"),
        "{run:?}"
    );
}

/// A terminal gets a drawn board, in colours unless they are not wanted.
#[test]
#[ignore = "needs script; run by `cargo xtask test`"]
#[cfg(target_os = "linux")]
fn drawn_on_a_terminal() {
    let colourful = on_terminal(80, "", "inspect examples/puzzle04.txt");
    assert!(colourful.out.contains('╭') && colourful.out.contains("\u{1b}[32m"), "{colourful:?}");
    let plain = on_terminal(80, "1", "inspect examples/puzzle04.txt");
    assert!(plain.out.contains('╭') && !plain.out.contains('\u{1b}'), "{plain:?}");
}

#[test]
#[ignore = "needs script; run by `cargo xtask test`"]
#[cfg(target_os = "linux")]
fn the_card_fits_the_terminal() {
    let widest = |run: &Run| run.out.lines().map(|line| line.trim_end().chars().count()).max();
    for (columns, is_beside, is_framed) in
        [(120, true, true), (80, true, true), (50, false, true), (40, false, true), (20, false, false)]
    {
        let run = on_terminal(columns, "1", "inspect examples/puzzle4x4.txt");
        assert!(widest(&run) <= Some(columns.max(40) as usize), "{columns}: {}", run.out);
        assert_eq!((run.out.contains('→'), run.out.contains('╭')), (is_beside, is_framed), "{}", run.out);
        assert!(run.out.contains("start") && run.out.contains("goal: rows"), "{columns}: {}", run.out);
    }
}

/// A line that wraps could not be drawn over.
#[test]
#[ignore = "needs script; run by `cargo xtask test`"]
#[cfg(target_os = "linux")]
fn progress_stays_on_its_line() {
    let hard = taquin(&["scramble", "--size", "5x5", "--seed", "1", "--to", "slash"]).out;
    for columns in [20, 40, 100] {
        let arguments = format!("solve --time-limit 1500ms '{}'", hard.trim());
        let run = on_terminal(columns, "1", &arguments);
        let lines = run.out.split('\r').filter(|line| line.contains(" s") && !line.contains("taquin:"));
        let widths: Vec<usize> = lines.map(|line| line.chars().count()).collect();
        assert!(!widths.is_empty(), "{columns}: {run:?}");
        assert!(widths.iter().all(|&width| width < columns as usize), "{columns}: {run:?}");
    }
}

/// Standard output of `solve` is flushed after each board, not at the end.
#[test]
#[cfg(unix)]
fn each_answer_as_it_comes() {
    let hard = taquin(&["scramble", "--size", "5x5", "--seed", "1", "--to", "slash"]).out;
    let mut command = program();
    command.args(["solve", "--output", "moves", "1 2/0 3", hard.trim()]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut first = [0; 8];
    // This would wait for hours if the answer came at the end.
    child.stdout.as_mut().expect("an output").read_exact(&mut first).expect("the first answer");
    assert_eq!(&first, b"tile: L\n");
    child.kill().expect("it still runs");
    child.wait().expect("it ends");
}
