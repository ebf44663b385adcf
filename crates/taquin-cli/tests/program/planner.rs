//! The PDDL files, given to a planner that knows nothing of sliding tiles: pyperplan, which `cargo xtask test` installs.

use crate::run::{root, taquin};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Writes the files of a board, runs the planner, and returns its output and its plan, if any.
fn plan(folder: &Path, board: &str, goal: &str) -> (String, Option<String>) {
    let dir = folder.to_str().expect("temporary folders have plain names");
    taquin(&["convert", "--to", "pddl", "--goal", goal, "--write", dir, board]).expect(0, "");
    let mut planner = Command::new("python3");
    // With A* and an admissible estimate its plans are shortest ones.
    planner.args(["-m", "pyperplan", "-s", "astar", "-H", "hmax", "domain.pddl", "problem.pddl"]);
    planner
        .current_dir(folder)
        .env("PYTHONPATH", root().canonicalize().expect("a root").join("target/planner"));
    let output = planner.output().expect("python3, which `cargo xtask test` installs");
    let output_text = [output.stdout, output.stderr].concat();
    let output_text = String::from_utf8_lossy(&output_text).into_owned();
    assert!(
        !output_text.contains("No module named"),
        "pyperplan is missing; `cargo xtask test` installs it: {output_text}"
    );
    assert!(output.status.success(), "{output_text}");
    (output_text, fs::read_to_string(folder.join("problem.pddl.soln")).ok())
}

#[test]
#[ignore = "needs pyperplan; run by `cargo xtask test`"]
fn a_planner_finds_shortest_plans() {
    for (board, goal, moves) in [
        ("0 1 3/4 2 5/7 8 6", "rows", 4),
        ("8 1 3/4 0 2/7 6 5", "rows", 14),
        ("1 2 3/7 8 4/0 6 5", "spiral", 2),
        // As far away as a 2x3 board can be.
        ("4 5 0/1 2 3", "rows", 21),
        ("3 2/1 0", "blank-first", 6),
    ] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (output_text, found) = plan(folder.path(), board, goal);
        assert_eq!(found.map(|plan| plan.lines().count()), Some(moves), "{board}: {output_text}");
        let file = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
        // The goal comes with the problem.
        let problem = file("problem.pddl");
        for from in [&["--from", "pddl"][..], &[]] {
            let plan = file("problem.pddl.soln");
            let run = taquin(&[&["check", &problem, &plan], from].concat());
            assert_eq!(run.code, 0, "{board}: {run:?}");
            for line in ["solution          yes\n", "optimal           yes\n"] {
                assert!(run.out.contains(line), "{board}: {run:?}");
            }
        }
    }
}

/// It tries everything, and agrees with the parity argument.
#[test]
#[ignore = "needs pyperplan; run by `cargo xtask test`"]
fn a_planner_finds_no_plan_where_there_is_none() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (output_text, found) = plan(folder.path(), "2 1/3 0", "rows");
    assert!(found.is_none() && output_text.contains("Task unsolvable"), "{output_text}");
    // Half of the 24 arrangements of a 2x2 board can be reached from it.
    assert!(output_text.contains("12 Nodes expanded"), "{output_text}");
    let problem = folder.path().join("problem.pddl");
    assert_eq!(taquin(&["solve", problem.to_str().expect("a plain name")]).code, 1);
}
