//! Memory under a limit of the system, so that a breach is a failure and not a measurement.
#![cfg(target_os = "linux")]

use crate::run::{Run, file, path, program, taquin};
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Runs the program with an address space of `megabytes`. A program that needs more aborts.
fn within(megabytes: u64, args: &[&str]) -> Run {
    let taquin = program();
    let script = format!("ulimit -v {}; exec \"$0\" \"$@\"", megabytes << 10);
    let mut command = Command::new("sh");
    command.args(["-c", &script]).arg(taquin.get_program()).args(args);
    command.current_dir(crate::run::root()).env("TAQUIN_TABLES", "none");
    Run::new(command.output().expect("there is a shell"))
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn parsing_takes_a_small_multiple_of_the_text() {
    // Lists that are nested without end.
    let nested = file("[1,".repeat(3 << 20));
    for args in [&["check", "1 2/0 3", path(&nested)][..], &["inspect", path(&nested)]] {
        let run = within(200, args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
    }
    // As many tokens as bytes, on many lines.
    let dense = file("1,\n".repeat(3 << 20));
    let run = within(500, &["check", "1 2/0 3", path(&dense)]);
    assert!([1, 2].contains(&run.code), "{}", run.err);
}

/// Boards of 2x2 on lines of eight bytes are the densest text that is usual: each takes a name, numbers and tokens.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn small_boards_take_a_multiple_of_the_text() {
    let boards = file("1 2/0 3\n".repeat(4 << 17));
    // 64 times the text of 4 MiB, and the process itself.
    for args in [&["convert", "--to", "rows", path(&boards)][..], &["inspect", path(&boards)]] {
        let run = within(64 * 4 + 70, args);
        assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    }
}

/// Without `--memory-limit`, a limit of the system counts.
#[test]
fn the_default_limit_is_that_of_the_system() {
    let board = file(taquin(&["scramble", "--size", "4x4", "--seed", "4"]).out);
    for method in [&["--patterns", "7-8"][..], &["--algorithm", "astar", "--heuristic", "hamming"]] {
        let args = ["solve", "--output", "moves", "--time-limit", "10s", path(&board)];
        let run = within(200, &[&args[..], method].concat());
        assert!([0, 2, 3].contains(&run.code), "{method:?}: {run:?}");
    }
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn a_trace_keeps_to_its_memory() {
    let board = file(taquin(&["scramble", "--size", "20x20", "--seed", "1"]).out);
    for format in ["text", "json", "markdown"] {
        let args = [
            "trace",
            "--memory-limit",
            "100M",
            "--record-limit",
            "1000000",
            "--node-limit",
            "200000",
            "--algorithm",
            "idastar",
            "--format",
            format,
            path(&board),
        ];
        let run = within(400, &args);
        assert_eq!(run.code, 3, "{format}: {}", run.err);
        assert!(run.err.contains("record more with --memory-limit"), "{format}: {}", run.err);
    }
}

/// All steps were scanned for the goal once per node.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn trees_are_drawn_in_linear_time() {
    let args =
        ["trace", "--algorithm", "bfs", "--record-limit", "300000", "--format", "dot", "8 6 7/2 5 4/3 0 1"];
    let run = taquin(&args);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.ends_with("}\n"));
}

/// The threads of a batch share the limit: each could otherwise take all of it.
#[test]
fn the_threads_of_a_batch_share_their_memory() {
    let boards =
        file(taquin(&["scramble", "--size", "4x4", "--seed", "1", "--count", "8", "--to", "slash"]).out);
    let mut command = program();
    command.args(["solve", "--lines", path(&boards), "--json", "--threads", "4", "--memory-limit", "60M"]);
    command.args(["--algorithm", "astar", "--heuristic", "hamming"]).env("TAQUIN_TABLES", "none");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let mut peak = 0;
    let status = loop {
        // A process that has ended has no such line.
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        peak = line.and_then(|kilobytes| kilobytes.parse().ok()).unwrap_or(peak);
        match child.try_wait().expect("it runs") {
            Some(status) => break status,
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    assert_eq!(status.code(), Some(3), "every board reaches the limit");
    assert!((20_000..65_000_u64).contains(&peak), "{peak} kB");
}
