//! Limits and Ctrl-C: an outcome with a proven bound, never a partial answer.

use crate::run::{Run, program, taquin};
use std::io::Read;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const HARD: &str = "examples/puzzle3x3-31.txt";

#[test]
fn limits_of_solve() {
    for limit in [
        &["--node-limit", "0"][..],
        &["--node-limit", "1"],
        &["--time-limit", "0"],
        &["--time-limit", "0ms"],
        &["--memory-limit", "0"],
        &["--memory-limit", "100"],
    ] {
        for algorithm in ["auto", "astar", "bfs"] {
            let run = taquin(&[&["solve", "--algorithm", algorithm, HARD], limit].concat());
            run.expect(3, "");
            assert!(run.err.contains(&format!("{HARD}: stopped: the ")), "{run:?}");
            assert!(run.err.contains("a solution has at least "), "{run:?}");
        }
    }
    for output in ["princeton", "python", "prolog", "coordinates", "moves"] {
        taquin(&["solve", "--output", output, "--node-limit", "1", HARD]).expect(3, "");
    }
    // Limits that are not reached change nothing.
    let run =
        taquin(&["solve", "--time-limit", "1h", "--memory-limit", "1GiB", "--node-limit", "100000", HARD]);
    assert_eq!(run.code, 0);
}

#[test]
fn limits_of_enumerate() {
    let run = taquin(&["enumerate", HARD, "--bound", "40", "--count", "--node-limit", "1000"]);
    run.expect(3, "");
    assert!(run.err.contains("the list is incomplete"), "{run:?}");
    let some = taquin(&[
        "enumerate",
        "examples/puzzle04.txt",
        "--bound",
        "30",
        "--node-limit",
        "30",
        "--output",
        "prolog",
    ]);
    assert_eq!(some.code, 3);
    assert!(!some.out.ends_with(".\n"), "{some:?}");
}

#[test]
fn limits_of_all() {
    let early = taquin(&["solve", "--all", "--output", "moves", "--node-limit", "100", HARD]);
    early.expect(3, "");
    assert!(early.err.contains("a solution has at least"), "{early:?}");
    let late = taquin(&["solve", "--all", "--output", "moves", "--node-limit", "12000", HARD]);
    assert_eq!(late.code, 3);
    assert!(late.err.contains("the list is incomplete") && !late.out.is_empty(), "{late:?}");
    let count = taquin(&["solve", "--all", "--count", "--node-limit", "12000", HARD]);
    count.expect(3, "");
    assert!(count.err.contains("not counted to the end"), "{count:?}");
}

/// Starts a search that takes hours, presses Ctrl-C as soon as the first answer comes, and gives what came of it.
#[cfg(unix)]
fn interrupted(args: &[&str]) -> Run {
    let mut command = program();
    command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdout = child.stdout.take().expect("it has an output");
    let mut answers = vec![0];
    // By then it is ready for the signal, however busy the machine is. Whether it has begun with the next board or
    // not makes no difference: that one is given up.
    stdout.read_exact(&mut answers).expect("a first answer");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is kill");
    assert!(sent.success());
    let began = Instant::now();
    stdout.read_to_end(&mut answers).expect("the rest");
    let output = child.wait_with_output().expect("the program ends");
    assert!(began.elapsed() < Duration::from_secs(20));
    Run::new(Output { stdout: answers, ..output })
}

/// A board that IDA* would work on for days.
#[cfg(unix)]
fn hopeless() -> String {
    let board = taquin(&["scramble", "--size", "5x5", "--seed", "1", "--to", "slash"]).out;
    board.trim().to_owned()
}

#[test]
#[cfg(unix)]
fn interrupt() {
    let run = interrupted(&["solve", "--algorithm", "idastar", "1 2/0 3", &hopeless(), "1 2/3 0"]);
    // The first board was solved and is printed, the second was given up, the third never begun.
    run.expect(130, "Minimum number of moves = 1\n\n2\n 1  2 \n 0  3 \n\n2\n 1  2 \n 3  0 \n");
    assert!(run.err.contains("interrupted; a solution has at least "), "{run:?}");
}

#[test]
#[cfg(unix)]
fn interrupt_with_json() {
    let run = interrupted(&["solve", "--output", "json", "1 2/0 3", &hopeless()]);
    assert_eq!(run.code, 130);
    let last = run.out.lines().nth(1).expect("an object for the second board");
    assert!(last.contains("\"status\":\"stopped\"") && last.contains("\"lower_bound\":"), "{run:?}");
}

#[test]
#[cfg(unix)]
fn interrupt_of_enumerate() {
    let run = interrupted(&["enumerate", HARD, "--bound", "90", "--output", "moves"]);
    assert_eq!(run.code, 130);
    assert!(run.out.ends_with('\n'), "whole lines only");
    assert!(run.err.contains("interrupted; the list is incomplete"), "{}", run.err);
}
