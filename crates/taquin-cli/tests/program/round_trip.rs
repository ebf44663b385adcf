//! Whatever `solve` prints, `check` accepts.

use crate::run::{taquin, taquin_reading};

const FORMS: [&[&str]; 10] = [
    &["--output", "princeton"],
    &["--output", "python"],
    &["--output", "prolog"],
    &["--output", "coordinates"],
    &["--output", "json"],
    &["--output", "moves"],
    &["--output", "moves", "--letters", "blank"],
    &["--output", "moves", "--moves-as", "counted"],
    &["--output", "moves", "--moves-as", "words", "--letters", "blank"],
    &["--output", "moves", "--moves-as", "numbers"],
];

#[test]
fn every_dialect_is_accepted() {
    for (board, goal) in [
        ("examples/puzzle04.txt", "rows"),
        ("examples/puzzle3x3-31.txt", "rows"),
        ("examples/puzzle2x3.txt", "rows"),
        ("examples/puzzle4x4.txt", "rows"),
        ("examples/coordinates-18.txt", "spiral"),
        ("1 2 0 3/", "rows"),
        ("1\n\n0\n", "rows"),
        ("1 2/3 0", "rows"),
        ("1 2/3 0", "blank-first"),
    ] {
        if taquin(&["inspect", "--goal", goal, "--print", "solvable", board]).code != 0 {
            continue;
        }
        for form in FORMS {
            let solution = taquin(&[&["solve", "--goal", goal, board], form].concat());
            assert_eq!(solution.code, 0, "{solution:?}");
            let verdict = taquin_reading(&solution.out, &["check", "--goal", goal, board, "-"]);
            assert_eq!(verdict.code, 0, "{board:?} {form:?}: {verdict:?}");
            assert!(verdict.out.contains("optimal           yes"), "{board:?} {form:?}: {verdict:?}");
            assert!(!verdict.out.contains("wrong"), "{board:?} {form:?}: {verdict:?}");
        }
    }
}

#[test]
fn unsolvable_in_every_dialect() {
    for form in FORMS {
        let board = "examples/puzzle3x3-unsolvable.txt";
        let answer = taquin(&[&["solve", board], form].concat());
        assert_eq!(answer.code, 1, "{answer:?}");
        let verdict = taquin_reading(&answer.out, &["check", board, "-"]);
        assert!(
            verdict.code == 0 && verdict.out.starts_with("unsolvable        yes"),
            "{form:?}: {verdict:?}"
        );
    }
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn longer_solutions_too() {
    let board = "examples/puzzle3x3-31.txt";
    for form in FORMS {
        let solution = taquin(&[&["solve", "--algorithm", "dfs", board], form].concat());
        let verdict = taquin_reading(&solution.out, &["check", board, "-"]);
        assert_eq!(verdict.code, 0, "{form:?}: {}", verdict.err);
        assert!(verdict.out.contains("repeats a board   no"), "{form:?}: {verdict:?}");
        assert!(verdict.out.contains("longer than the optimum of 31"), "{form:?}: {verdict:?}");
    }
}

/// JSON is the notation that can say the goal, so no command may lose it.
#[test]
fn goals_in_json() {
    let boards = taquin(&[
        "scramble", "--size", "3x3", "--seed", "7", "--goal", "spiral", "--to", "json", "--count", "2",
    ]);
    assert_eq!(boards.out.matches("\"goal\":[1,2,3,8,0,4,7,6,5]").count(), 2, "{boards:?}");
    let solved = taquin_reading(&boards.out, &["solve", "-", "--output", "moves"]);
    assert_eq!((solved.code, solved.out.lines().count()), (0, 2), "{solved:?}");
    taquin_reading(&boards.out, &["convert", "-", "--to", "json"]).expect(0, &boards.out);
    // The default goal is not written.
    let plain = taquin(&["scramble", "--size", "3x3", "--seed", "7", "--goal", "rows", "--to", "json"]);
    assert!(plain.code == 0 && !plain.out.contains("goal"), "{plain:?}");
}
