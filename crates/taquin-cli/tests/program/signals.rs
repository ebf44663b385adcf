//! Signals at any moment: the command ends soon, with complete records, and says that something is missing.
#![cfg(unix)]

use crate::run::{Run, file, path, program, taquin};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Signals are answered within 200 ms; the machine of the tests may be busy with many other things.
const SOON: Duration = Duration::from_secs(10);

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().expect("there is kill");
    assert!(sent.success());
}

fn start(args: &[&str]) -> Child {
    let mut command = program();
    command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Signals the command while it prints, and reads on.
fn signalled_while_printing(args: &[&str], name: &str) -> Run {
    let mut child = start(args);
    let mut stdout = child.stdout.take().expect("it has an output");
    let mut printed = vec![0; 1 << 20];
    stdout.read_exact(&mut printed).expect("a large output");
    signal(&child, name);
    let began = Instant::now();
    stdout.read_to_end(&mut printed).expect("the rest");
    let output = child.wait_with_output().expect("the program ends");
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    Run::new(Output { stdout: printed, ..output })
}

/// A board whose solution takes gigabytes, board by board.
fn large_board() -> tempfile::TempPath {
    file(taquin(&["scramble", "--size", "60x60", "--seed", "1"]).out)
}

#[test]
fn printing_ends_between_two_boards() {
    let board = large_board();
    let args = ["solve", "--algorithm", "fast", "--output", "princeton", path(&board)];
    for (name, code) in [("-TERM", 143), ("-INT", 130), ("-HUP", 129)] {
        // On a busy machine, a board can take too long, or the test may seem not to read.
        let is_slow = |run: &Run| run.err.contains("inside a record") || run.err.contains("the reader ");
        let runs = std::iter::repeat_with(|| signalled_while_printing(&args, name));
        let run = runs.take(20).find(|run| !is_slow(run)).expect("one in time");
        assert_eq!(run.code, code, "{}", run.err);
        assert!(run.err.contains("interrupted: the output is incomplete"), "{}", run.err);
        // The last board is complete, with its size line and the blank line before the next one.
        assert!(run.out.ends_with("\n\n"), "{:?}", &run.out[run.out.len() - 100..]);
        let last = run.out.trim_end().rsplit("\n\n").next().expect("a board");
        assert_eq!((last.lines().next(), last.lines().count()), (Some("60"), 61));
    }
}

#[test]
fn a_table_of_steps_ends_after_a_line() {
    let board = file(taquin(&["scramble", "--size", "20x20", "--seed", "1"]).out);
    let args =
        ["trace", "--node-limit", "20000", "--algorithm", "astar", "--format", "markdown", path(&board)];
    let run = signalled_while_printing(&args, "-TERM");
    assert_eq!(run.code, 143, "{}", run.err);
    assert!(run.out.ends_with("|\n"), "{:?}", &run.out[run.out.len() - 100..]);
}

/// Returns the processor time of a process and whether it has ended; its parent has not waited for it.
#[cfg(target_os = "linux")]
fn processor_time(child: &Child) -> (Duration, bool) {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("the process is known");
    let (_, after_name) = stat.rsplit_once(") ").expect("its name");
    let fields: Vec<&str> = after_name.split(' ').collect();
    // In hundredths of a second, as all processors of Linux count.
    let ticks = |at: usize| fields[at].parse::<u64>().expect("a number");
    (Duration::from_millis(10 * (ticks(11) + ticks(12))), fields[0] == "Z")
}

/// A million recorded nodes are neither indexed, formatted nor freed for long after a signal. Processor time is measured,
/// because the machine may be busy; the debug build took 0.6 s and more.
#[test]
#[cfg(target_os = "linux")]
#[ignore = "slow; run by `cargo xtask test`"]
fn a_large_recording_ends_soon() {
    let [small, large] =
        ["4x4", "5x5"].map(|size| file(taquin(&["scramble", "--size", size, "--seed", "3"]).out));
    for (algorithm, board, format) in [
        ("astar", &large, "text"),
        ("astar", &large, "dot"),
        ("bfs", &small, "json"),
        ("idastar", &large, "json"),
    ] {
        let mut command = program();
        command.args(["trace", "--record-limit", "1000000", "--algorithm", algorithm, "--format", format]);
        command.arg(path(board)).env("TAQUIN_TABLES", "none").stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let before = loop {
            match processor_time(&child) {
                (time, false) if time >= Duration::from_secs(2) => break time,
                (_, is_ended) => assert!(!is_ended, "{algorithm} ends before the signal"),
            }
            thread::sleep(Duration::from_millis(5));
        };
        signal(&child, "-INT");
        let after = loop {
            match processor_time(&child) {
                (time, true) => break time,
                (_, false) => thread::sleep(Duration::from_millis(5)),
            }
        };
        assert_eq!(child.wait().expect("it has ended").code(), Some(130), "{algorithm}, {format}");
        assert!(after - before < Duration::from_millis(400), "{algorithm}, {format}: {:?}", after - before);
    }
}

/// A first solution can be too long for a picture; the signal is the reason for the end nevertheless.
#[test]
fn a_solution_that_is_too_long_to_draw() {
    let board = file(taquin(&["scramble", "--size", "20x20", "--seed", "1"]).out);
    let runs = (1..10).map(|tenths| {
        let child = start(&["draw", path(&board), "--solve"]);
        thread::sleep(Duration::from_millis(500 * tenths));
        signal(&child, "-TERM");
        Run::new(child.wait_with_output().expect("the program ends"))
    });
    // On a busy machine, it may end before it catches signals.
    let run = runs.into_iter().find(|run| run.code != -1).expect("one in time");
    assert_eq!((run.code, run.out.as_str()), (143, ""), "{}", run.err);
}

/// The end of the output is named, whether or not it is the end of a line.
#[test]
fn a_slow_reader_is_told_where_the_output_ends() {
    let mut child = start(&["scramble", "--size", "9x9", "--count", "100000000", "--to", "slash"]);
    let mut stdout = child.stdout.take().expect("it has an output");
    let (mut printed, mut part) = (Vec::new(), [0; 3000]);
    let mut began = None;
    loop {
        let read = stdout.read(&mut part).expect("the output");
        if read == 0 {
            break;
        }
        printed.extend_from_slice(&part[..read]);
        if began.is_none() && printed.len() > 20_000 {
            signal(&child, "-INT");
            began = Some(Instant::now());
        }
        thread::sleep(Duration::from_millis(20));
    }
    assert!(began.is_some_and(|began| began.elapsed() < SOON));
    let run = Run::new(Output { stdout: printed, ..child.wait_with_output().expect("the program ends") });
    assert_eq!(run.code, 130, "{}", run.err);
    assert!(run.err.contains("interrupted"), "{}", run.err);
    assert_eq!(run.err.contains("inside a record"), !run.out.ends_with('\n'), "{}", run.err);
}

/// Nobody reads, so the program blocks in the middle of a record.
#[test]
fn a_reader_that_does_not_read_keeps_nothing_alive() {
    let board = large_board();
    let mut child = start(&["solve", "--algorithm", "fast", "--output", "princeton", path(&board)]);
    let mut first = [0];
    child.stdout.as_mut().expect("it has an output").read_exact(&mut first).expect("a first byte");
    thread::sleep(Duration::from_millis(300));
    signal(&child, "-TERM");
    let began = Instant::now();
    // The pipe stays open and full.
    let stdout = child.stdout.take();
    let status = child.wait().expect("the program ends");
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    assert_eq!(status.code(), Some(143));
    drop(stdout);
}

/// What is found until the signal is printed, as before.
#[test]
fn a_terminated_search_reports_its_result() {
    let mut child = start(&["solve", "--output", "moves", "--gap", "0", "1 2/0 3", &large_square()]);
    let mut first = [0];
    let mut stdout = child.stdout.take().expect("it has an output");
    stdout.read_exact(&mut first).expect("a first answer");
    signal(&child, "-TERM");
    let mut rest = Vec::new();
    stdout.read_to_end(&mut rest).expect("the rest");
    let run = Run::new(Output { stdout: rest, ..child.wait_with_output().expect("it ends") });
    assert_eq!(run.code, 143, "{run:?}");
    // The rest of the first answer, and the second one.
    assert_eq!(run.out.lines().count(), 2, "{run:?}");
    assert!(run.out.lines().all(|line| line.ends_with(['U', 'D', 'L', 'R'])), "{run:?}");
}

/// Standard error is the same pipe, so not even the last message can be printed.
#[test]
fn a_pipe_of_output_and_messages_keeps_nothing_alive() {
    let board = large_board();
    let mut command = Command::new("sh");
    command.args(["-c", "exec \"$0\" solve --algorithm fast --output princeton \"$1\" 2>&1"]);
    command.arg(program().get_program()).arg(path(&board)).stdout(Stdio::piped());
    let mut child = command.spawn().expect("sh starts");
    let mut stdout = child.stdout.take().expect("it has an output");
    stdout.read_exact(&mut [0]).expect("a first byte");
    thread::sleep(Duration::from_millis(300));
    signal(&child, "-TERM");
    let began = Instant::now();
    let status = child.wait().expect("the program ends");
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    assert_eq!(status.code(), Some(143));
    drop(stdout);
}

fn large_square() -> String {
    taquin(&["scramble", "--size", "5x5", "--seed", "1", "--to", "slash"]).out.trim().to_owned()
}

#[test]
fn large_solutions_are_moves_unless_boards_are_asked_for() {
    let board = file(taquin(&["scramble", "--size", "13x13", "--seed", "1"]).out);
    let solve = |args: &[&str]| taquin(&[&["solve", "--algorithm", "fast", path(&board)], args].concat());
    let run = solve(&[]);
    assert_eq!((run.code, run.out.lines().count()), (0, 1), "{}", run.err);
    assert!(
        run.err.contains("hint: large solutions are printed as moves; --output princeton"),
        "{}",
        run.err
    );
    assert_eq!(solve(&["--output", "moves"]).out, run.out);
    for args in [&["--output", "princeton"][..], &["--course", "princeton"]] {
        let run = solve(args);
        assert!(run.out.lines().count() > 1000 && !run.err.contains("hint: large"), "{args:?}");
    }
    // 10x10 is printed board by board if the solution is short.
    let near = taquin(&["scramble", "--size", "10x10", "--moves", "5", "--seed", "1", "--to", "slash"]).out;
    let run = taquin(&["solve", "--algorithm", "fast", near.trim()]);
    assert!(run.out.starts_with("Number of moves = ") || run.out.starts_with("Minimum"), "{run:?}");
}

/// Starts a grading whose program never ends; returns it, and the number of the program's process.
fn grading(folder: &Path) -> (Child, u32) {
    let pid = folder.join("pid");
    let script = format!("echo $$ > {}; sleep 1000 & sleep 1000", pid.display());
    let mut command = program();
    command.args(["grade", "--time-limit", "1h", "1 2/0 3", "--", "sh", "-c", &script]);
    command.env("TMPDIR", folder).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().expect("the program starts");
    let began = Instant::now();
    let number = loop {
        match fs::read_to_string(&pid).ok().and_then(|text| text.trim().parse().ok()) {
            Some(number) => break number,
            None => assert!(began.elapsed() < Duration::from_secs(60), "the program starts"),
        }
        thread::sleep(Duration::from_millis(5));
    };
    (child, number)
}

/// Waits until a process and its group are gone.
fn is_ended(number: u32) {
    let began = Instant::now();
    let group = format!("-{number}");
    let is_alive = || {
        let kill = Command::new("kill").args(["-0", "--", &group]).stderr(Stdio::null()).status();
        kill.is_ok_and(|status| status.success())
    };
    while is_alive() {
        assert!(began.elapsed() < Duration::from_secs(30), "process {number} remains");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_second_signal_leaves_no_program() {
    for gap in [0, 1, 5, 20, 60, 200] {
        let folder = tempfile::tempdir().expect("a folder");
        let (mut child, number) = grading(folder.path());
        signal(&child, "-INT");
        thread::sleep(Duration::from_millis(gap));
        // It may have ended meanwhile.
        let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status();
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        is_ended(number);
        let files = fs::read_dir(folder.path()).expect("the folder").count();
        assert_eq!(files, 1, "only the number of the process is left");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn killing_the_judge_leaves_no_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut child, number) = grading(folder.path());
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    // Its own folder is left, because nobody could remove it.
    is_ended(number);
}
