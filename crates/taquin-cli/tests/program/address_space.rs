//! Memory under a limit of the system, so that a breach is a failure and not a measurement.
#![cfg(target_os = "linux")]

use crate::run::{Run, file, path, program, taquin};
use std::process::Command;

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
