//! `taquin trace`.

use crate::graphviz;
use crate::run::{program, taquin};
use serde_json::Value;
use std::collections::BTreeMap;

/// Worked out by hand from the definition of A*: always expand a waiting board with the smallest f = g + h; never expand a
/// board twice, and do not step straight back.
///
/// The start is 0 1 3/4 2 5/7 8 6. Tiles 1, 2, 5 and 6 are one step from home, so h = 4. The blank in the corner has two
/// exits, which in the order of the blank up, left, right, down are tile 1 (to the left, home: h = 3) and tile 4 (up, away
/// from home: h = 5). So f is 1 + 3 = 4 and 1 + 5 = 6, and the first is next.
///
/// Tile 1 left: exits are 1 (back), 3 (leaves home: h = 4, f = 6) and 2 (goes home: h = 2, f = 4).
/// Tile 2 up: exits are 2 (back), 4 (leaves home: h = 3, f = 6), 5 (goes home: h = 1, f = 4) and 8 (leaves home: 3, 6).
/// Tile 5 left: exits are 3 (leaves home: h = 2, f = 6), 5 (back) and 6 (goes home: h = 0, f = 4), which is the goal.
///
/// There is never more than one board with f = 4, so no tie has to be decided. The search tells a step back before the other
/// children. What waits when a board is taken is all that was kept before and was not taken: none, then 1 (tile 4), 2 (and
/// tile 3), 4 (and tiles 4 and 8). Ten boards were generated: the start, 2 + 2 + 3 + 2 children. After the last expansion
/// 6 wait: the four, tile 3 with f = 6, and the goal.
const PUZZLE04: &str = "\
start   0 1 3/4 2 5/7 8 6
goal    1 2 3/4 5 6/7 8 0
method  A*, heuristic manhattan, duplicates closed, ties deep-first, order blank:ULRD
result  4 moves, optimal: Manhattan distance alone needs as many moves
nodes   4 expanded, 10 generated, 6 in the open list at most

step  move     board              g  h  f  open  closed  status
   1           0 1 3/4 2 5/7 8 6  0  4  4     0       1  expanded
      1 left   1 0 3/4 2 5/7 8 6  1  3  4                kept: new
      4 up     4 1 3/0 2 5/7 8 6  1  5  6                kept: new
   2           1 0 3/4 2 5/7 8 6  1  3  4     1       2  expanded
      1 right  0 1 3/4 2 5/7 8 6  2  –  –                steps-back: undoes the last move
      3 left   1 3 0/4 2 5/7 8 6  2  4  6                kept: new
      2 up     1 2 3/4 0 5/7 8 6  2  2  4                kept: new
   3           1 2 3/4 0 5/7 8 6  2  2  4     2       3  expanded
      2 down   1 0 3/4 2 5/7 8 6  3  –  –                steps-back: undoes the last move
      4 right  1 2 3/0 4 5/7 8 6  3  3  6                kept: new
      5 left   1 2 3/4 5 0/7 8 6  3  1  4                kept: new
      8 up     1 2 3/4 8 5/7 0 6  3  3  6                kept: new
   4           1 2 3/4 5 0/7 8 6  3  1  4     4       4  expanded
      5 right  1 2 3/4 0 5/7 8 6  4  –  –                steps-back: undoes the last move
      3 down   1 2 0/4 5 3/7 8 6  4  2  6                kept: new
      6 up     1 2 3/4 5 6/7 8 0  4  0  4                kept: new
   5           1 2 3/4 5 6/7 8 0  4  0  4                goal: the search ends
";

#[test]
fn a_star_by_hand() {
    taquin(&["trace", "examples/puzzle04.txt"]).expect(0, PUZZLE04);
    // No tie is decided, so the policies change nothing but their names.
    let other = taquin(&["trace", "examples/puzzle04.txt", "--ties", "state"]);
    other.expect(0, &PUZZLE04.replace("ties deep-first", "ties state"));
}

/// The same by hand with a bound: no node with f above 4 is expanded, and the first iteration is enough.
#[test]
fn ida_star_by_hand() {
    let run = taquin(&["trace", "examples/puzzle04.txt", "--algorithm", "idastar", "--steps", "1..2"]);
    run.expect(
        0,
        "start   0 1 3/4 2 5/7 8 6\n\
         goal    1 2 3/4 5 6/7 8 0\n\
         method  IDA*, heuristic manhattan, order blank:ULRD\n\
         result  4 moves, optimal: Manhattan distance alone needs as many moves\n\
         nodes   4 expanded, 8 generated, 4 on the longest path\n\
         \n\
         step  move    board              g  h  f  open  status\n              \
                       bound 4                           boards beyond it are pruned\n   \
            1          0 1 3/4 2 5/7 8 6  0  4  4     0  expanded\n      \
               1 left  1 0 3/4 2 5/7 8 6  1  3  4        kept: new\n   \
            2          1 0 3/4 2 5/7 8 6  1  3  4     1  expanded\n      \
               3 left  1 3 0/4 2 5/7 8 6  2  4  6        over-bound: beyond the limit\n      \
               2 up    1 2 3/4 0 5/7 8 6  2  2  4        kept: new\n",
    );
}

#[test]
fn other_values_of_f() {
    let last = |args: &[&str]| {
        let run =
            taquin(&[&["trace", "examples/puzzle04.txt", "--steps", "1", "--output", "json"], args].concat());
        let value: Value = serde_json::from_str(&run.out).expect("JSON");
        value["steps"][0]["children"][1].clone()
    };
    // Tile 4 goes up: g = 1, h = 5.
    assert_eq!(last(&["--algorithm", "wastar", "--weight", "1.5"])["f"], 8.5);
    assert_eq!(last(&["--algorithm", "wastar"])["f"], 11);
    assert_eq!(last(&["--algorithm", "greedy"])["f"], 5);
    let uninformed = last(&["--algorithm", "bfs"]);
    assert!(uninformed["f"].is_null() && uninformed["h"].is_null(), "{uninformed}");
    assert_eq!(
        (&uninformed["move"]["tile"], &uninformed["move"]["direction"], &uninformed["status"]),
        (&4.into(), &"up".into(), &"kept".into())
    );
}

#[test]
fn other_forms() {
    let json = taquin(&["trace", "examples/puzzle04.txt", "--output", "json"]).out;
    let value: Value = serde_json::from_str(&json).expect("JSON");
    let steps = value["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 5);
    assert_eq!((&steps[3]["open"], &steps[4]["kind"]), (&4.into(), &"goal".into()));
    assert_eq!((&value["truncated"], &value["result"]["length"]), (&false.into(), &4.into()));

    let svg = taquin(&["trace", "examples/puzzle04.txt", "--output", "svg"]).out;
    assert_eq!((svg.matches("\"board-tray\"").count(), svg.matches("\"tree-branch\"").count()), (13, 12));
    let png =
        program().args(["trace", "examples/puzzle04.txt", "--output", "png"]).output().expect("it starts");
    assert!(png.status.success() && png.stdout.starts_with(b"\x89PNG"));

    let markdown = taquin(&["trace", "examples/puzzle04.txt", "--output", "markdown", "--steps", "4"]).out;
    assert!(
        markdown.contains("- method: A\\*, heuristic") && markdown.contains("\n|-----:|---"),
        "{markdown}"
    );
    let latex = taquin(&["trace", "examples/puzzle04.txt", "--output", "latex", "--steps", "4"]).out;
    assert!(latex.contains("\\begin{tabular}{rllrrrrrl}\n") && latex.contains(" & -- & "), "{latex}");
}

#[test]
fn the_tree_for_graphviz() {
    let graph = |args: &[&str]| graphviz::read(&taquin(&[&["trace", "--output", "dot"], args].concat()).out);
    let tree = graph(&["examples/puzzle04.txt"]);
    assert_eq!(tree.attributes["label"], "A*, manhattan, closed, deep-first");
    // Thirteen boards with three steps back among them, all but the first with a parent, four of them on the way.
    assert_eq!((tree.nodes.len(), tree.edges.len()), (13, 12));
    let styled = |style: &str| {
        let is_so = |node: &&BTreeMap<String, String>| node.get("style").is_some_and(|found| found == style);
        tree.nodes.values().filter(is_so).count()
    };
    assert_eq!((styled("dashed"), styled("bold"), styled("rounded")), (3, 5, 5));
    let bold = tree.edges.iter().filter(|(_, _, edge)| edge.contains_key("style"));
    assert_eq!(bold.count(), 4);
    assert_eq!(tree.nodes["n0"]["label"], "1\n0 1 3\n4 2 5\n7 8 6\ng 0  h 4  f 4");
    assert_eq!(tree.nodes["n3"]["label"], "0 1 3\n4 2 5\n7 8 6\ng 2\nsteps-back");
    // Numbers stand below each other, and a new bound begins a new tree.
    let deepening = graph(&["examples/puzzle4x4.txt", "--algorithm", "idastar", "--steps", "1..6"]);
    assert_eq!(
        deepening.nodes["n0"]["label"],
        "1, bound 18\n 2  5  1  3\n 9  6 12  4\n10 14  8  7\n13  0 11 15\ng 0  h 18  f 18"
    );
    let roots = deepening.nodes.len() - deepening.edges.len();
    assert_eq!(roots, 2, "{deepening:?}");
    assert_eq!(graph(&["1 2/3 0"]).nodes["n0"]["label"], "1\n1 2\n3 0\ng 0  h 0  f 0\ngoal");
}

/// The goal has a number of its own where the search selects it, and is among the children where it tests them.
#[test]
fn the_goal_is_listed_once() {
    let goals = |algorithm| {
        let run = taquin(&["trace", "examples/puzzle04.txt", "--algorithm", algorithm]);
        let is_goal = |line: &&str| line.contains("goal:");
        (run.out.lines().filter(is_goal).count(), run.out.contains("\n   5  "))
    };
    assert_eq!([goals("astar"), goals("idastar")], [(1, true); 2]);
    assert_eq!(goals("bfs").0, 1);
    let last = taquin(&["trace", "examples/puzzle04.txt", "--steps", "5", "--output", "json"]).out;
    let value: Value = serde_json::from_str(&last).expect("JSON");
    assert_eq!(
        (&value["steps"][0]["kind"], &value["steps"][0]["step"], value["steps"].as_array().map(Vec::len)),
        (&"goal".into(), &5.into(), Some(1))
    );
}

/// The first entry of the queue is the one that is popped next, with every policy of every best-first search.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn the_queue_is_in_the_order_of_popping() {
    for board in ["8 1 3/4 0 2/7 6 5", "examples/puzzle3x3-31.txt", "2 5 8/4 3 6/7 1 0"] {
        for ties in ["state", "deep-first", "shallow-first", "insertion"] {
            for duplicates in ["keep", "parent", "closed"] {
                for method in [&["astar"][..], &["wastar", "--weight", "1.3"], &["greedy"]] {
                    let options =
                        ["--ties", ties, "--duplicates", duplicates, "--node-limit", "150", "--algorithm"];
                    let args = [&["trace", "--format", "queue", board][..], &options, method].concat();
                    let out = taquin(&args).out;
                    let steps: Vec<Vec<&str>> =
                        out.split("\n\n").map(|step| step.lines().collect()).collect();
                    assert!(steps.len() > 3, "{args:?}: {out}");
                    for pair in steps.windows(2) {
                        // A step, the entry popped, a heading, and the queue.
                        assert_eq!(pair[0][3], pair[1][1], "{args:?}: {}", pair[1][0]);
                    }
                }
            }
        }
    }
}

/// The handout of Wisconsin prints this queue after the first step.
#[test]
fn the_queue_of_the_handout() {
    let trace = |args: &[&str]| taquin(&[&["trace", "--format", "queue"], args].concat());
    let policies = ["--duplicates", "keep", "--ties", "state"];
    let board = "[1,2,3,4,5,0,6,7,8]";
    trace(&[&policies[..], &["--steps", "1", board]].concat()).expect(
        0,
        "step 1, popped\n\
         (5, [1, 2, 3, 4, 5, 0, 6, 7, 8], (0, 5, -1))\n\
         queue\n\
         (7, [1, 2, 0, 4, 5, 3, 6, 7, 8], (1, 6, 0))\n\
         (7, [1, 2, 3, 4, 0, 5, 6, 7, 8], (1, 6, 0))\n\
         (7, [1, 2, 3, 4, 5, 8, 6, 7, 0], (1, 6, 0))\n",
    );
    let step = |number: &str| trace(&[&policies[..], &["--steps", number, board]].concat()).out;
    // The first of the queue is popped next, and its children have it as their parent.
    assert!(
        step("2").starts_with("step 2, popped\n(7, [1, 2, 0, 4, 5, 3, 6, 7, 8], (1, 6, 0))\n"),
        "{}",
        step("2")
    );
    assert!(step("2").contains(", (2, 7, 1))\n"), "{}", step("2"));
    // As many entries wait as the search itself counts, with every policy.
    for policy in ["keep", "parent", "closed"] {
        let args = ["examples/puzzle3x3-31.txt", "--duplicates", policy, "--steps", "1..80"];
        let queue = trace(&args).out;
        let table = taquin(&[&["trace", "--output", "json"], &args[..]].concat()).out;
        let table: Value = serde_json::from_str(&table).expect("JSON");
        let sizes: Vec<u64> = queue
            .split("queue\n")
            .skip(1)
            .map(|part| part.lines().take_while(|line| line.starts_with('(')).count() as u64)
            .collect();
        // Before the next step, one of them is popped.
        let open: Vec<u64> = table["steps"]
            .as_array()
            .expect("steps")
            .iter()
            .skip(1)
            .map(|step| step["open"].as_u64().expect("a number") + 1)
            .collect();
        assert_eq!(sizes[..open.len()], open, "{policy}");
    }
    trace(&["--algorithm", "idastar", "examples/puzzle04.txt"])
        .complains(&["--format queue: not supported by idastar", "hint: use astar, wastar, greedy"]);
}

/// The tree has a legend of the colours that it uses.
#[test]
fn the_tree_has_a_legend() {
    let svg = taquin(&["trace", "examples/puzzle04.txt", "--output", "svg"]).out;
    assert_eq!(svg.matches("\"tree-legend\"").count(), 4, "{svg}");
    for name in [">expanded<", ">open<", ">pruned<", ">solution<"] {
        assert!(svg.contains(name), "{name}");
    }
}

#[test]
fn bounds_and_limits() {
    let bound = |bound| taquin(&["trace", "examples/puzzle04.txt", "--algorithm", "dfs", "--bound", bound]);
    assert_eq!(bound("4").code, 0);
    let none = bound("3");
    assert_eq!(none.code, 1, "{none:?}");
    assert!(
        none.out.contains("result  no solution within the bound") && none.err.contains("at most 3 moves")
    );

    let part = taquin(&["trace", "examples/puzzle3x3-31.txt", "--record-limit", "20"]);
    assert_eq!(part.code, 0, "{part:?}");
    assert!(
        part.out.contains("result  31 moves") && part.out.contains("\nonly the first 20 of 10,999 boards"),
        "{part:?}"
    );
    // Nothing is missing of steps that were recorded.
    let first = taquin(&["trace", "examples/puzzle3x3-31.txt", "--record-limit", "20", "--steps", "1..3"]);
    assert!(!first.out.contains("only the first") && first.err.is_empty(), "{first:?}");
    let stopped = taquin(&["trace", "examples/puzzle3x3-31.txt", "--node-limit", "2"]);
    assert_eq!(stopped.code, 3, "{stopped:?}");
    assert!(stopped.out.contains("result  node limit reached") && stopped.out.contains("\n   2  "));
    let unsolvable = taquin(&["trace", "examples/puzzle3x3-unsolvable.txt"]);
    assert_eq!((unsolvable.code, unsolvable.out.contains("result  unsolvable\n")), (1, true));
    // Nothing was searched, and nothing is drawn.
    for form in ["dot", "svg", "png"] {
        let unsolvable = taquin(&["trace", "examples/puzzle3x3-unsolvable.txt", "--output", form]);
        unsolvable.expect(1, "");
        assert!(unsolvable.err.contains("unsolvable: the start has "), "{unsolvable:?}");
    }
    for algorithm in ["astar", "bfs", "idastar", "iddfs", "dfs", "bidirectional", "lockstep"] {
        let done = taquin(&["trace", "1 2 3/4 5 6/7 8 0", "--algorithm", algorithm]);
        assert!(done.code == 0 && done.out.contains("result  0 moves"), "{done:?}");
        let last = done.out.lines().last().unwrap_or_default();
        assert!(
            last.starts_with("   1        1 2 3/4 5 6/7 8 0  0 ")
                && last.ends_with("  goal: the search ends"),
            "{done:?}"
        );
        let step = taquin(&["trace", "1 2 3/4 5 6/7 8 0", "--algorithm", algorithm, "--steps", "1"]);
        assert_eq!(step.out, done.out);
    }
}

#[test]
fn bidirectional_search_marks_its_whole_solution() {
    let dot =
        taquin(&["trace", "examples/puzzle04.txt", "--algorithm", "bidirectional", "--format", "dot"]).out;
    // Four moves; both sides have a node of the board where they meet, which is not the goal.
    assert_eq!(dot.matches("\", style=bold];").count(), 6, "{dot}");
    assert_eq!(dot.matches(" [style=bold];").count(), 4, "{dot}");
    assert!(dot.contains("\\nmeeting\"") && !dot.contains("\\ngoal\""), "{dot}");
}

/// The steps until then are printed.
#[test]
#[ignore = "needs tmux; run by `cargo xtask test`"]
#[cfg(target_os = "linux")]
fn interrupt() {
    use crate::tmux::Tmux;
    let hopeless = taquin(&["scramble", "--size", "5x5", "--seed", "1", "--to", "slash"]).out;
    let command = format!(
        "{} trace '{}' --algorithm idastar --steps 1..2",
        env!("CARGO_BIN_EXE_taquin"),
        hopeless.trim()
    );
    let tmux = Tmux::start(160, 40, &command);
    tmux.wait_for(" expanded  ");
    tmux.press("C-c");
    let end = tmux.wait_for("ended with 130");
    for words in ["result  interrupted\n", "\n   2  ", ": interrupted; lower bound "] {
        assert!(end.contains(words), "{words:?} is not in\n{end}");
    }
}

#[test]
fn bad_input() {
    let trace = |args: &[&str]| taquin(&[&["trace", "examples/puzzle04.txt"], args].concat());
    trace(&["--steps", "9"]).complains(&["--steps 9: only 5 steps in the search"]);
    trace(&["--steps", "0..3"]).complains(&["0..3", "steps are counted from 1"]);
    trace(&["--steps", "0"]).complains(&["steps are counted from 1"]);
    trace(&["--gap", "5"]).complains(&["--gap: not supported by astar\nhint: use improve or no algorithm"]);
    trace(&["--steps", "5..2"]).complains(&["expected the smaller number first"]);
    trace(&["--bound", "4"]).complains(&["--bound: not supported by astar\nhint: use dfs"]);
    trace(&["--algorithm", "table"]).complains(&["has no steps to trace", "such as astar"]);
    trace(&["--algorithm", "bfs", "--ties", "state"]).complains(&["--ties"]);
    trace(&["--metric", "multi"]).complains(&["--metric"]);
    trace(&["--record-limit", "0"]).complains(&["from 1 to 1000000"]);
    trace(&["--output", "gif"]).complains(&["svg"]);
    taquin(&["trace", "examples/puzzle3x3-31.txt", "--output", "svg"])
        .complains(&["too large to draw", "--steps"]);
    taquin(&["trace"]).complains(&["BOARD"]);
}
