//! The formats of courses: boards as they give them, answers as they want them, and what students hand in.

use crate::run::{file, path, taquin};
use std::fs;
use taquin::notation::Dialect;

/// A line with its numbers left out where they differ from run to run.
fn timeless(text: &str) -> String {
    let measured = |line: &&str| !line.starts_with("running_time") && !line.starts_with("max_ram_usage");
    text.lines().filter(measured).map(|line| format!("{line}\n")).collect()
}

#[test]
fn columbia_solves_as_its_driver_is_asked_to() {
    let board = "1,2,5,3,4,0,6,7,8";
    let run = taquin(&["solve", "--output", "columbia", &format!("python driver.py ast {board}")]);
    assert_eq!(run.code, 0, "{run:?}");
    // On a board as small as this one every A* counts alike.
    assert_eq!(
        timeless(&run.out),
        "path_to_goal: ['Up', 'Left', 'Left']\ncost_of_path: 3\nnodes_expanded: 3\nsearch_depth: 3\nmax_search_depth: 3\n"
    );
    let decimals = |label: &str| {
        let value = run.out.lines().find_map(|line| line.strip_prefix(label)).expect(label);
        value.split_once('.').expect("a point").1.len()
    };
    assert_eq!((decimals("running_time: "), decimals("max_ram_usage: ")), (8, 8));
    // Children come up, down, left, right: another order finds another shortest path.
    let bfs = taquin(&["solve", "--output", "columbia", "bfs 8,6,4,2,1,3,5,7,0"]).out;
    assert!(
        bfs.starts_with(
            "path_to_goal: ['Left', 'Up', 'Up', 'Left', 'Down', 'Right', 'Down', 'Left', 'Up', 'Right', 'Right', \
             'Up', 'Left', 'Left', 'Down', 'Right', 'Right', 'Up', 'Left', 'Down', 'Down', 'Right', 'Up', 'Left', \
             'Up', 'Left']\ncost_of_path: 26\n"
        ),
        "{bfs}"
    );
    let explained = |args: &[&str]| taquin(&[&["solve", "--explain"], args].concat()).out;
    assert!(explained(&["dfs 1,0,2,3"]).contains("depth-first search, goal test selected, order blank:UDLR"));
    assert!(
        explained(&["ida 1,0,2,3"]).contains("IDA*, heuristic manhattan, order blank:UDLR"),
        "{}",
        explained(&["ida 1,0,2,3"])
    );
    assert!(
        explained(&["dfs 1,0,2,3", "--algorithm", "bfs"])
            .contains("breadth-first search, goal test generated, order blank:ULRD")
    );
    taquin(&["solve", "--lines", path(&file("bfs 1,2,5,3,4,0,6,7,8\n")), "--output", "rosetta"])
        .expect(0, "ull\n");
}

/// There is one right answer for each of them, says the assignment. Nodes, moves and the largest depth of the first board
/// are its own examples; those of the others are of a dozen lines of Python that get these right, too.
#[test]
fn columbia_counts_as_the_course_does() {
    let cases = [
        ("bfs 1,2,5,3,4,0,6,7,8", [10, 3, 4]),
        ("dfs 1,2,5,3,4,0,6,7,8", [181_437, 3, 66_125]),
        ("bfs 3,1,2,0,4,5,6,7,8", [1, 1, 1]),
        ("dfs 3,1,2,0,4,5,6,7,8", [1, 1, 1]),
        ("bfs 6,1,8,4,0,2,7,3,5", [54_094, 20, 21]),
        ("dfs 6,1,8,4,0,2,7,3,5", [51_015, 46_142, 46_142]),
        ("bfs 8,6,4,2,1,3,5,7,0", [166_786, 26, 27]),
        ("dfs 8,6,4,2,1,3,5,7,0", [9869, 9612, 9612]),
        ("dfs 0,1,2,3,4,5,6,7,8", [0, 0, 0]),
    ];
    for (board, [nodes, moves, deepest]) in cases {
        let answer = taquin(&["solve", "--output", "columbia", board]).out;
        let counts = format!(
            "cost_of_path: {moves}\nnodes_expanded: {nodes}\nsearch_depth: {moves}\nmax_search_depth: {deepest}\n"
        );
        assert!(answer.contains(&counts), "{board}: {}", &answer[answer.find("cost").unwrap_or(0)..]);
    }
    taquin(&["solve", "python driver.py bsf 1,2,5,3,4,0,6,7,8"]).complains(&["column 18", "found \"bsf\""]);
}

#[test]
fn the_goal_is_that_of_the_course() {
    let first = "1 0 2/3 4 5/6 7 8";
    assert!(taquin(&["solve", "--output", "columbia", first]).out.starts_with("path_to_goal: ['Left']\n"));
    let spiral = "1 2 3/8 4 0/7 6 5";
    assert!(taquin(&["solve", "--output", "42", "--algorithm", "astar", spiral]).out.starts_with(
        "Complexity in time: 1\nComplexity in size: 4\nNumber of moves: 1\n\n3\n 1  2  3 \n 8  4  0 \n"
    ));
    let answer = taquin(&["solve", "--output", "42", spiral]).out;
    assert_eq!(taquin(&["check", spiral, path(&file(&answer))]).code, 1);
    assert_eq!(taquin(&["check", "--from", "42", spiral, path(&file(&answer))]).code, 0);
}

#[test]
fn every_dialect_is_checked() {
    let board = "0 1 3/4 2 5/7 8 6";
    for dialect in Dialect::ALL.iter().map(|dialect| dialect.name()) {
        let answer = taquin(&["solve", "--output", dialect, "--goal", "rows", board]);
        assert_eq!(answer.code, 0, "{dialect}: {answer:?}");
        let handed_in = file(&answer.out);
        let check = ["check", board, "--goal", "rows", "--from", dialect, path(&handed_in)];
        let verdict = taquin(&check);
        assert_eq!(verdict.code, 0, "{dialect}: {verdict:?}");
        assert!(
            verdict.out.contains("optimal           yes") || verdict.out.contains("right: optimal"),
            "{dialect}: {verdict:?}"
        );
        let unsolvable = "2 1 3/4 5 6/7 8 0";
        let answer = taquin(&["solve", "--output", dialect, "--goal", "rows", unsolvable]);
        assert_eq!(answer.code, 1, "{dialect}: {answer:?}");
        let handed_in = file(&answer.out);
        let check = ["check", unsolvable, "--goal", "rows", "--from", dialect, path(&handed_in)];
        assert!(taquin(&check).out.starts_with("unsolvable        yes: "), "{dialect}");
    }
}

#[test]
fn a_number_alone_is_right_or_wrong() {
    let sample = "1 2 3 4/6 7 8 0/5 10 11 12/9 13 14 15";
    taquin(&["solve", "--output", "aizu", sample]).expect(0, "8\n");
    let check = |number: &str| taquin(&["check", "--from", "aizu", sample, number]);
    check("8").expect(0, "reported length   8, right: optimal\n");
    check("10").expect(1, "reported length   10, wrong: the optimum is 8\n");
    check("6").expect(1, "reported length   6, wrong: the optimum is 8\n");
    check("eight").complains(&["found \"eight\" where the number of moves was expected"]);
    taquin(&["check", "--from", "aizu", "2 1 3/4 5 6/7 8 0", "3"])
        .expect(1, "reported length   3, wrong: the board is unsolvable\n");
    let json = taquin(&["check", "--json", "--from", "aizu", "1 2/0 3", "1"]).out;
    assert!(json.contains("\"reported_length\":1") && json.contains("\"optimal\":true"), "{json}");
}

#[test]
fn files_are_written_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("answers/of/one");
    let dir = deep.to_str().unwrap();
    let text = |name: &str| fs::read_to_string(deep.join(name)).unwrap_or_default();
    let board = "0 1 3/4 2 5/7 8 6";
    taquin(&["solve", "--output", "sise", "--algorithm", "bfs", "--write", dir, board]).expect(0, "");
    assert_eq!(text("solution.txt"), "4\nRDRD\n");
    let statistics = text("statistics.txt");
    let lines: Vec<&str> = statistics.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[3]), (5, "4", "3"));
    assert_eq!(lines[4].split_once('.').map(|(_, decimals)| decimals.len()), Some(3));
    taquin(&["solve", "--output", "sise", "--write", dir, "2 1 3/4 5 6/7 8 0"]).expect(1, "");
    assert_eq!(text("solution.txt"), "-1\n");
    assert!(text("statistics.txt").starts_with("-1\n"));
    taquin(&["solve", "--output", "columbia", "--goal", "rows", "--write", dir, board]).expect(0, "");
    assert!(text("output.txt").starts_with("path_to_goal: ['Right', 'Down', 'Right', 'Down']\n"));
    taquin(&["solve", "--output", "pddl", "--write", dir, board]).expect(0, "");
    assert!(text("plan.txt").ends_with("(slide t6 r3c3 r2c3)\n; cost = 4 (unit cost)\n"));
    assert!(text("domain.pddl").contains("(define (domain taquin)"));
    // The problem contains the goal.
    taquin(&["convert", "--to", "pddl", "--goal", "spiral", "--write", dir, "1 2 3/8 4 0/7 6 5"])
        .expect(0, "");
    taquin(&["solve", "--output", "slidysim", &format!("{dir}/problem.pddl")]).expect(0, "R\n");
    let left: Vec<_> = fs::read_dir(&deep).unwrap().collect();
    assert_eq!(left.len(), 6, "no temporary files are left behind: {left:?}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let board = "1 2/3 0";
    let files = file("");
    taquin(&["solve", "--write", "answers", board])
        .complains(&["--write: requires --output columbia, sise or pddl"]);
    taquin(&["solve", "--output", "sise", "--write", path(&files), board]).complains(&["--write: "]);
    let several = taquin(&["solve", "--output", "sise", "--write", path(&file("")), board, board]);
    assert_eq!(several.code, 2);
    taquin(&["convert", "--to", "rows", "--write", "x", board]).complains(&["--write: requires --to pddl"]);
    taquin(&["convert", "--to", "rows", "--goal", "rows", board])
        .complains(&["--goal: not supported by the notation rows"]);
    taquin(&["convert", "--to", "hex", "1 2 3/4 5 0"]).complains(&["it writes only square boards"]);
    taquin(&["check", "--from", "sise", "--letters", "tile", board, "0"]).complains(&["cannot be used with"]);
    taquin(&["solve", "--lines", "examples/lists.txt", "--output", "sise"])
        .complains(&["this dialect takes several lines"]);
    taquin(&["solve", "(define (problem p)"]).complains(&["the bracket ( is never closed"]);
}

#[test]
fn courses_convert() {
    let board = "fe169b4c0a73d852";
    let rows = "15 14 1 6\n9 11 4 12\n0 10 7 3\n13 8 5 2\n";
    taquin(&["convert", board, "--to", "42"]).expect(0, &format!("# This puzzle is solvable\n4\n{rows}"));
    taquin(&["convert", board, "--to", "sise"]).expect(0, &format!("4 4\n{rows}"));
    taquin(&["convert", board, "--to", "aizu"]).expect(0, rows);
    taquin(&["convert", board, "--to", "columbia"]).expect(0, "bfs 15,14,1,6,9,11,4,12,0,10,7,3,13,8,5,2\n");
    taquin(&["convert", board, "--to", "slidysim"]).expect(0, "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2\n");
    taquin(&["convert", "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2", "--to", "rosetta"])
        .expect(0, "fe169b4c0a73d852\n");
    taquin(&["moves", "--output", "pddl", "1 2/3 0"])
        .expect(0, "(slide t2 r1c2 r2c2)\n(slide t3 r2c1 r2c2)\n");
    taquin(&["moves", "--output", "columbia", "1 2/3 0"]).expect(0, "1,0,3,2\n1,2,0,3\n");
}
