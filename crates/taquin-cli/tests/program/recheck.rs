//! `solve --recheck`: a second proof, and what was compared.

use crate::run::taquin;

#[test]
fn the_two_proofs_are_named() {
    let run = taquin(&["solve", "--recheck", "--output", "moves", "8 1 3/4 0 2/7 6 5"]);
    assert_eq!((run.code, run.out.lines().count()), (0, 1), "{run:?}");
    let (before, after) = run.err.split_once(" (").unwrap();
    assert_eq!(
        before,
        "taquin: \"8 1 3/4 0 2/7 6 5\": recheck: breadth-first search from the goal searched every path shorter than 14 \
         moves and found none"
    );
    assert!(after.ends_with(" nodes); first proof: A* with linear-conflict\n"), "{run:?}");

    let run = taquin(&["solve", "--recheck", "--json", "--metric", "multi", "examples/puzzle3x3-31.txt"]);
    assert!(run.code == 0 && run.err.contains("pushes and found none"), "{run:?}");
    let quiet = taquin(&["solve", "--recheck", "--quiet", "--output", "moves", "examples/puzzle04.txt"]);
    assert_eq!((quiet.code, quiet.err.as_str()), (0, ""));
}

/// A number of one has a noun in the singular.
#[test]
fn a_solved_board_takes_one_node() {
    let run = taquin(&["solve", "--recheck", "--output", "moves", "1 2/3 0"]);
    assert!(run.code == 0 && run.err.contains(" (1 node); first proof: "), "{run:?}");
}

#[test]
fn a_limit_leaves_the_answer_and_is_reported() {
    // A* expands a few dozen nodes, breadth-first search thousands.
    let run =
        taquin(&["solve", "--recheck", "--node-limit", "100", "--output", "moves", "8 1 3/4 0 2/7 6 5"]);
    assert_eq!((run.code, run.out.lines().count()), (3, 1), "{run:?}");
    assert!(run.err.contains("recheck: not rechecked: node limit reached; "), "{run:?}");
}

#[test]
fn nothing_is_rechecked_without_a_solution() {
    let run = taquin(&["solve", "--recheck", "1 2 3/4 5 6/8 7 0"]);
    assert!(run.code == 1 && !run.err.contains("recheck"), "{run:?}");
}

#[test]
fn some_options_do_not_work_with_it() {
    for other in [&["--lines", "examples/lists.txt"][..], &["--all", "1 2/3 0"], &["--explain", "1 2/3 0"]] {
        let args: Vec<&str> = ["solve", "--recheck"].into_iter().chain(other.iter().copied()).collect();
        taquin(&args).complains(&["--recheck", other[0]]);
    }
}
