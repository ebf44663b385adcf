//! Limits and Ctrl-C: the best answer so far if the method was left open, and always a proven bound; never half an answer.

use crate::json;
use crate::run::{Run, program, taquin, taquin_reading};
use std::io::Read;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const HARD: &str = "examples/puzzle3x3-31.txt";

/// Returns `node` for `--node-limit`.
fn limit_name<'a>(limit: &[&'a str]) -> &'a str {
    limit[0].trim_start_matches("--").trim_end_matches("-limit")
}

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
        for algorithm in ["astar", "bfs"] {
            let run = taquin(&[&["solve", "--algorithm", algorithm, HARD], limit].concat());
            run.expect(3, "");
            assert!(
                run.err.contains(&format!("{HARD}: {} limit reached; lower bound ", limit_name(limit))),
                "{run:?}"
            );
        }
    }
    for output in ["princeton", "python", "prolog", "coordinates", "moves"] {
        taquin(&["solve", "--algorithm", "astar", "--output", output, "--node-limit", "1", HARD])
            .expect(3, "");
    }
    // Limits that are not reached change nothing.
    let run =
        taquin(&["solve", "--time-limit", "1h", "--memory-limit", "1GiB", "--node-limit", "100000", HARD]);
    assert_eq!(run.code, 0);
}

/// Is this what `taquin check` calls a solution?
#[track_caller]
fn check(board: &str, answer: &str) {
    let run = taquin_reading(answer, &["check", "--time-limit", "0", board, "-"]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn the_best_answer_when_a_limit_is_reached() {
    let boards = ["examples/puzzle3x3-31.txt", "examples/puzzle4x4.txt", &hopeless(), &random("9x7")];
    for board in boards {
        for limit in [&["--node-limit", "1"][..], &["--time-limit", "0"], &["--time-limit", "1ms"]] {
            let run = taquin(&[&["solve", "--output", "moves", board], limit].concat());
            if run.code == 0 {
                // Some boards take less than a millisecond.
                assert_eq!((limit, run.err.as_str()), (&["--time-limit", "1ms"][..], ""));
                continue;
            }
            assert_eq!(run.code, 3, "{run:?}");
            check(board, &run.out);
            assert!(run.err.contains(" moves, lower bound ") && run.err.contains(" (gap "), "{run:?}");
            assert!(run.err.contains(&format!("; {} limit reached", limit_name(limit))), "{run:?}");
        }
        let run =
            taquin(&["solve", "--output", "moves", "--memory-limit", "1MB", "--node-limit", "1000", board]);
        assert!([0, 3].contains(&run.code), "{run:?}");
        check(board, &run.out);
        taquin(&["solve", "--memory-limit", "100", board]).expect(3, "");
    }
    let run = taquin(&["solve", "--metric", "multi", "--node-limit", "1", "--output", "moves", HARD]);
    assert_eq!(run.code, 3);
    assert!(run.err.contains(" pushes, lower bound "), "{run:?}");
    check(HARD, &run.out);
}

#[test]
fn every_improvement_is_a_line() {
    let board = random("6x6");
    let run = taquin(&["solve", "--output", "json", "--progress", "--node-limit", "300000", &board]);
    assert_eq!(run.code, 3);
    let objects = json::objects(&run);
    let (last, improved) = objects.split_last().expect("there is an answer");
    assert!(improved.len() > 1 && improved.iter().all(|object| object["status"] == "improved"), "{run:?}");
    assert_eq!((&last["status"], &last["stopped"]), (&"valid".into(), &"nodes".into()));
    assert_eq!(last["length"], improved[improved.len() - 1]["length"]);
    for pair in improved.windows(2) {
        let number = |index: usize, field: &str| pair[index][field].as_f64().expect("a number");
        assert!(number(1, "length") < number(0, "length"), "{pair:?}");
        assert!(number(1, "lower_bound") >= number(0, "lower_bound"), "{pair:?}");
        assert!(number(1, "gap") < number(0, "gap") && number(1, "seconds") >= number(0, "seconds"));
    }
    for (args, complaint) in [
        (&["solve", "--progress", "1 2/0 3"][..], "--progress: requires --json"),
        (
            &["solve", "--progress", "--output", "json", "--lines", "examples/lists.txt"],
            "cannot be used with",
        ),
        (&["solve", "--gap", "-1", "1 2/0 3"], "is not a gap"),
        (
            &["solve", "--gap", "5", "--algorithm", "astar", "1 2/0 3"],
            "--gap: not supported by astar\nhint: use improve or no algorithm",
        ),
    ] {
        let run = taquin(args);
        assert!(run.code == 2 && run.err.contains(complaint), "{run:?}");
    }
}

#[test]
fn a_gap_is_enough() {
    let board = random("8x8");
    let run = taquin(&["solve", "--output", "moves", "--gap", "1000%", &board]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains(" (gap ") && !run.err.contains("stopped"), "{run:?}");
    check(&board, &run.out);
    let run = taquin(&["solve", "--output", "moves", "--algorithm", "fast", &board]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    check(&board, &run.out);
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
    assert!(early.err.contains("lower bound"), "{early:?}");
    let late = taquin(&["solve", "--all", "--output", "moves", "--node-limit", "12000", HARD]);
    assert_eq!(late.code, 3);
    assert!(late.err.contains("the list is incomplete") && !late.out.is_empty(), "{late:?}");
    let count = taquin(&["solve", "--all", "--count", "--node-limit", "12000", HARD]);
    count.expect(3, "");
    assert!(count.err.contains("counting the solutions of"), "{count:?}");
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
fn hopeless() -> String {
    random("5x5")
}

fn random(size: &str) -> String {
    taquin(&["scramble", "--size", size, "--seed", "1", "--to", "slash"]).out.trim().to_owned()
}

#[test]
#[cfg(unix)]
fn interrupt() {
    let run = interrupted(&["solve", "--algorithm", "idastar", "1 2/0 3", &hopeless(), "1 2/3 0"]);
    // The first board was solved and is printed, the second was given up, the third never begun.
    run.expect(130, "Minimum number of moves = 1\n\n2\n 1  2 \n 0  3 \n\n2\n 1  2 \n 3  0 \n");
    assert!(run.err.contains("interrupted; lower bound "), "{run:?}");
}

#[test]
#[cfg(unix)]
fn interrupt_with_json() {
    let args = ["solve", "--output", "json", "1 2/0 3", &hopeless()];
    let run = interrupted(&[&args[..], &["--algorithm", "idastar"]].concat());
    assert_eq!(run.code, 130);
    let last = run.out.lines().nth(1).expect("an object for the second board");
    assert!(last.contains("\"status\":\"stopped\"") && last.contains("\"lower_bound\":"), "{run:?}");
    let run = interrupted(&args);
    assert_eq!(run.code, 130);
    let last = &json::objects(&run)[1];
    assert_eq!((&last["status"], &last["stopped"]), (&"valid".into(), &"interrupted".into()));
}

/// Presses Ctrl-C after the given number of milliseconds.
#[cfg(unix)]
fn interrupted_after(args: &[&str], milliseconds: u64) -> Run {
    let mut command = program();
    command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(milliseconds));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("there is kill").success());
    Run::new(child.wait_with_output().expect("the program ends"))
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
#[cfg(unix)]
fn the_best_answer_whenever_it_is_interrupted() {
    for (size, delays) in
        [("5x5", [40, 90, 300, 1500]), ("7x7", [50, 120, 400, 900]), ("16x16", [60, 150, 500, 700])]
    {
        let board = random(size);
        for delay in delays {
            let run = interrupted_after(&["solve", "--output", "moves", "--gap", "0", &board], delay);
            if run.code != 130 || run.out.is_empty() {
                // While the board is read, Ctrl-C simply ends the program.
                assert!(delay < 100 && run.out.is_empty(), "{size} {delay} {run:?}");
                continue;
            }
            assert!(run.err.contains("; interrupted"), "{run:?}");
            check(&board, &run.out);
        }
    }
}

#[test]
#[cfg(unix)]
fn interrupt_of_enumerate() {
    let run = interrupted(&["enumerate", HARD, "--bound", "90", "--output", "moves"]);
    assert_eq!(run.code, 130);
    assert!(run.out.ends_with('\n'), "whole lines only");
    assert!(run.err.contains("the list is incomplete"), "{}", run.err);
}
