//! Answers that help: what to try instead, and what to expect.

use crate::run::taquin;

/// Its parity is that of the spiral.
const SPIRAL: &str = "1 2 3/8 4 0/7 6 5";

#[test]
fn an_unsolvable_board_names_the_goals_that_it_can_reach() {
    for args in [
        &["solve", SPIRAL][..],
        &["solve", "--explain", SPIRAL],
        &["solve", "--output", "json", SPIRAL],
        &["enumerate", SPIRAL, "--bound", "3"],
        &["trace", SPIRAL],
        &["check", SPIRAL, "Unsolvable puzzle"],
        &["check", SPIRAL, "R"],
    ] {
        let run = taquin(args);
        assert!(run.err.ends_with("hint: solvable with --goal spiral\n"), "{run:?}");
    }
    let inspected = taquin(&["inspect", SPIRAL]).out;
    assert!(inspected.contains("hint             solvable with --goal spiral\n"), "{inspected}");
    let even = taquin(&["solve", "--goal", "spiral", "1 2 3/4 5 6/7 8 0"]);
    assert!(even.err.ends_with("hint: solvable with --goal rows or --goal blank-first\n"), "{even:?}");
    // A line of tiles that no named goal has in this order.
    let line = taquin(&["solve", "1 3\n2 1 0"]);
    assert!(line.code == 1 && !line.err.contains("hint:"), "{line:?}");
    assert!(!taquin(&["solve", "examples/puzzle04.txt"]).err.contains("hint:"));
}

#[test]
fn letters_of_the_other_mover() {
    let board = "examples/puzzle04.txt";
    let hint = |mover: &str| {
        format!("hint: a solution if the letters describe the {mover}: use --letters {mover}\n")
    };
    assert_eq!(taquin(&["check", board, "RDRD"]).err, hint("blank"));
    assert_eq!(taquin(&["check", board, "--letters", "blank", "LULU"]).err, hint("tile"));
    for solution in ["LULU", "LUL", "1 2 5 6", "tile: RDRD", "Unsolvable puzzle"] {
        assert!(!taquin(&["check", board, solution]).err.contains("letters"), "{solution}");
    }
    assert!(!taquin(&["check", board, "--from", "rosetta", "lulu"]).err.contains("letters"));
}

/// The numbers of the handout of Princeton.
#[test]
fn the_values_of_each_tile() {
    let board = "8 1 3/4 0 2/7 6 5";
    let print = |field: &str, form: &str, board: &str| {
        taquin(&["inspect", "--print", field, "--output", form, board])
    };
    print("hamming-tiles", "plain", board).expect(0, "1 1 0 0 1 1 0 1\n");
    print("manhattan-tiles", "plain", board).expect(0, "1 2 0 0 2 2 0 3\n");
    print("manhattan-tiles", "prolog", board).expect(0, "Tiles = [1, 2, 0, 0, 2, 2, 0, 3].\n");
    print("twin", "plain", board).expect(0, "1 8 3/4 0 2/7 6 5\n");
    print("twin", "prolog", board).expect(0, "Twin = [1, 8, 3, 4, 0, 2, 7, 6, 5].\n");
    print("twin", "plain", "1 0").expect(0, "");
    print("is-goal", "plain", board).expect(1, "false\n");
    print("is-goal", "prolog", "1 2/3 0").expect(0, "true.\n");
    let card = taquin(&["inspect", board]).out;
    for row in [
        "  tile             1 2 3 4 5 6 7 8\n",
        "  hamming          1 1 0 0 1 1 0 1\n",
        "  manhattan        1 2 0 0 2 2 0 3\n",
        "  twin             1 8 3/4 0 2/7 6 5\n",
        "  is goal          no\n",
    ] {
        assert!(card.contains(row), "{row:?} is not in\n{card}");
    }
    let large = taquin(&["inspect", "examples/puzzle5x5.txt"]).out;
    assert!(!large.contains("  tile  "), "{large}");
}

#[test]
fn an_explanation_says_what_it_knows() {
    let explain = |args: &[&str]| taquin(&[&["solve", "--explain"], args].concat()).out;
    // Keeping duplicates takes a hundred times as long as not: there is no saying how long.
    let unknown = "expect  unknown: the time of this method depends on the board too much to tell\n";
    for args in [&["--duplicates", "keep"][..], &["--duplicates", "parent"], &["--heuristic", "hamming"]] {
        assert!(explain(&[args, &["examples/puzzle3x3-31.txt"]].concat()).ends_with(unknown), "{args:?}");
    }
    for algorithm in ["bfs", "dfs", "greedy", "wastar", "lockstep", "iddfs", "bidirectional", "fast", "beam"]
    {
        let said = explain(&["--algorithm", algorithm, "examples/puzzle3x3-31.txt"]);
        assert!(said.ends_with(unknown), "{algorithm}: {said}");
    }
    // On these sizes the means were not measured.
    for board in ["2 11 1 10 3 0/7 5 9 8 6 4", "2 11 1 10/3 0 7 5/9 8 6 4"] {
        // A saved table of all boards would take a known time.
        for options in [&["--tables", "none"][..], &["--tables", "none", "--metric", "multi"]] {
            let said = explain(&[options, &[board]].concat());
            assert!(said.ends_with(unknown), "{options:?}: {said}");
        }
        assert!(!explain(&["--tables", "none", "--json", board]).contains("\"expected\""), "{board}");
    }
    let mean = " for the board on average; how long this one takes is not known before the search\n";
    for board in ["examples/puzzle3x3-31.txt", "examples/puzzle4x4.txt"] {
        assert!(explain(&[board]).ends_with(mean), "{}", explain(&[board]));
    }
    let large = explain(&["examples/puzzle5x5.txt"]);
    assert!(large.ends_with("expect  at most 10 s, the time limit\n"), "{large}");
    let limited = explain(&["--time-limit", "5s", "--algorithm", "bfs", "examples/puzzle4x4.txt"]);
    assert!(limited.ends_with("expect  at most 5 s, the time limit\n"), "{limited}");
    let gap = explain(&["--gap", "5", "examples/puzzle5x5.txt"]);
    assert!(
        gap.ends_with("gap     stops at a solution that is proven at most 5 % longer than optimal\n"),
        "{gap}"
    );
    let unsolvable = explain(&["examples/puzzle3x3-unsolvable.txt"]);
    assert_eq!(
        unsolvable,
        "method  none\n\
         why     unsolvable: the start has 1 inversion (odd), the goal has 0 inversions (even), and no move changes the parity\n\
         finds   no solution, without a search\n"
    );
}

/// The message names exactly the searches that count pushes.
#[test]
fn the_searches_of_the_metric_multi() {
    let run = taquin(&["solve", "--metric", "multi", "--algorithm", "astar", "examples/puzzle04.txt"]);
    run.complains(&[
        "--algorithm: not supported with metric multi",
        "hint: use idastar, table, fast, beam or improve",
    ]);
    for &algorithm in taquin::solver::Algorithm::ALL {
        let name = algorithm.name();
        let run = taquin(&["solve", "--metric", "multi", "--algorithm", name, "examples/puzzle04.txt"]);
        let is_listed = ["idastar", "table", "fast", "beam", "improve"].contains(&name);
        assert_eq!(run.code != 2, is_listed, "{name}: {run:?}");
    }
}

#[test]
fn charts_have_a_legend_and_two_scales() {
    let chart = |scale| taquin(&["explore", "3x3", "--output", "svg", "--scale", scale]).out;
    for scale in ["log", "linear"] {
        let svg = chart(scale);
        assert!(svg.contains(">boards at the distance<") && svg.contains(">mean distance, 21.97<"), "{svg}");
    }
    assert_ne!(chart("log"), chart("linear"));
    assert_eq!(chart("log"), taquin(&["explore", "3x3", "--output", "svg"]).out);
    taquin(&["explore", "3x3", "--scale", "square"]).complains(&["log", "linear"]);
}
