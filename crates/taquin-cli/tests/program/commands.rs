//! Behaviour of the commands beyond the course documents.

use crate::run::{file, path, root, taquin, taquin_reading};
use serde_json::Value;

#[test]
fn solve_several() {
    let one = "examples/puzzle04.txt";
    let alone = taquin(&["solve", one]).out;
    // One blank line between the answers; the worst exit code counts.
    taquin(&["solve", one, one]).expect(0, &format!("{alone}\n{alone}"));
    taquin(&["solve", "examples/puzzle3x3-unsolvable.txt", one])
        .expect(1, &format!("Unsolvable puzzle\n\n{alone}"));
    taquin(&["solve", "--output", "moves", "examples/lists.txt"])
        .expect(0, "tile: DDRULURDRDLLUURDLDRUUL\ntile: L\ntile: LULU\n");
    let boards = ["examples/puzzle3x3-unsolvable.txt", one, "1 2/3 0"];
    let run = taquin(&[&["solve", "--node-limit", "2", "--algorithm", "astar"], &boards[..]].concat());
    run.expect(3, "Unsolvable puzzle\n\nMinimum number of moves = 0\n\n2\n 1  2 \n 3  0 \n");
    assert!(run.err.contains("examples/puzzle04.txt: node limit reached; lower bound"), "{run:?}");
}

#[test]
fn solve_with_every_algorithm() {
    for (algorithm, shortest) in [
        ("auto", true),
        ("astar", true),
        ("a-star", true),
        ("a*", true),
        ("wastar", false),
        ("weighted", false),
        ("greedy", false),
        ("bfs", true),
        ("breadth-first", true),
        ("ucs", true),
        ("uniform-cost", true),
        ("dfs", false),
        ("depth-first", false),
        ("iddfs", true),
        ("ids", true),
        ("idastar", true),
        ("ida", true),
        ("ida*", true),
        ("bidirectional", true),
        ("lockstep", true),
    ] {
        let run = taquin(&["solve", "--algorithm", algorithm, "0 1 3/4 2 5/7 8 6"]);
        assert_eq!(run.code, 0, "{algorithm}: {run:?}");
        if shortest {
            assert!(run.out.starts_with("Minimum number of moves = 4\n"), "{algorithm}: {run:?}");
        }
    }
}

#[test]
fn solve_writes_moves_as_asked() {
    let moves = |flags: &[&str]| {
        let run = taquin(&[&["solve", "--output", "moves", "1 2 3/0 4 6/7 5 8"], flags].concat());
        assert_eq!(run.code, 0);
        run.out
    };
    assert_eq!(moves(&[]), "tile: LUL\n");
    assert_eq!(moves(&["--letters", "blank"]), "blank: RDR\n");
    assert_eq!(moves(&["--moves-as", "words"]), "tile: left up left\n");
    assert_eq!(moves(&["--moves-as", "numbers"]), "4 5 8\n");
    let run = taquin(&["solve", "--output", "moves", "--moves-as", "counted", "1 2 3/4 5 6/0 7 8"]);
    run.expect(0, "tile: L2\n");
}

#[test]
fn solve_explains_in_json() {
    let run = taquin(&[
        "solve",
        "--explain",
        "--output",
        "json",
        "examples/puzzle4x4.txt",
        "examples/puzzle04.txt",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let plans: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(plans.len(), 2, "{run:?}");
    for plan in &plans {
        assert_eq!((&plan["kind"], &plan["version"]), (&"plan".into(), &1.into()));
        assert!(plan["finds"] == "an optimal solution" && plan["reason"].is_string(), "{plan}");
    }
    assert!(
        plans[0]["method"]["algorithm"] == "idastar" && plans[0]["bytes"].as_u64() > Some(0),
        "{}",
        plans[0]
    );
    assert!(plans[0]["expected"]["seconds"].is_f64(), "{}", plans[0]);
    assert_eq!(plans[1]["size"], serde_json::json!([3, 3]));
    let plan = |args: &[&str]| -> Value {
        let run = taquin(&[&["solve", "--explain", "--json"], args].concat());
        serde_json::from_str(&run.out).expect("JSON")
    };
    let unsolvable = plan(&["examples/puzzle3x3-unsolvable.txt"]);
    assert_eq!(unsolvable["finds"], "no solution, without a search");
    assert!(unsolvable["method"].is_null(), "{unsolvable}");
    let large = plan(&["examples/puzzle5x5.txt"]);
    assert_eq!((&large["time_limit"], &large["gap"]), (&10.0.into(), &Value::Null));
    let large = plan(&["--gap", "5", "examples/puzzle5x5.txt"]);
    assert_eq!((&large["time_limit"], &large["gap"]), (&Value::Null, &0.05.into()));
    let text = taquin(&["solve", "--explain", "examples/puzzle04.txt"]).out;
    assert!(text.contains(plans[1]["reason"].as_str().expect("a sentence")), "{text}");
}

#[test]
fn solve_explains() {
    let run = taquin(&["solve", "--explain", "examples/puzzle4x4.txt"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("\nmethod  IDA*, patterns "), "{run:?}");
    let run = taquin(&["solve", "--explain", "examples/puzzle4x4.txt", "examples/puzzle04.txt"]);
    assert!(run.out.contains("\n\nboard   examples/puzzle04.txt\nmethod  A*"), "{run:?}");
}

#[test]
fn solve_tells_statistics_on_stderr() {
    let run = taquin(&["solve", "--stats", "--output", "moves", "examples/puzzle04.txt"]);
    run.expect(0, "tile: LULU\n");
    for label in [
        "method       A*",
        "claim        optimal",
        "lower bound  4 moves",
        "expanded     ",
        "generated    ",
        "max queue    ",
        "max depth    ",
        "peak memory  ",
        "seconds      ",
    ] {
        assert!(run.err.lines().any(|line| line.starts_with(label)), "{label:?} is not in {run:?}");
    }
}

#[test]
fn goals() {
    // A JSON board brings its own goal, and --goal outranks it.
    let own = taquin(&["solve", "--output", "moves", "examples/with-goal.json"]);
    own.expect(0, "tile: DDRUL\n");
    let run = taquin(&["inspect", "--print", "goal", "--goal", "blank-first", "examples/with-goal.json"]);
    run.expect(0, "0 1 2/3 4 5/6 7 8\n");
    taquin(&["inspect", "--print", "goal", "examples/with-goal.json"]).expect(0, "1 2 3/8 0 4/7 6 5\n");
    // A goal from a file, and one from standard input.
    let goal = file("1 2\n0 3\n");
    taquin(&["solve", "--output", "moves", "--goal", path(&goal), "1 2/3 0"]).expect(0, "tile: R\n");
    taquin_reading("1 2/0 3", &["solve", "--output", "moves", "--goal", "-", "1 2/3 0"])
        .expect(0, "tile: R\n");
}

#[test]
fn enumerate() {
    let board = "examples/puzzle04.txt";
    taquin(&["enumerate", board, "--bound", "4", "--count"]).expect(0, "1\n");
    let none = taquin(&["enumerate", board, "--bound", "3"]);
    none.expect(1, "");
    assert!(none.err.contains("no solution with at most 3 moves"), "{none:?}");
    taquin(&["enumerate", board, "--bound", "3", "--count"]).expect(1, "0\n");
    taquin(&["enumerate", board, "--bound", "3", "--output", "prolog"]).expect(1, "false.\n");
    let unsolvable = taquin(&["enumerate", "examples/puzzle3x3-unsolvable.txt", "--bound", "9", "--count"]);
    unsolvable.expect(1, "0\n");
    assert!(unsolvable.err.contains("no move changes the parity"), "{unsolvable:?}");
    // The list is as long as its count, and nothing comes twice.
    let list = taquin(&["enumerate", board, "--bound", "16", "--output", "moves"]);
    let mut lines: Vec<&str> = list.out.lines().collect();
    let count = lines.len();
    taquin(&["enumerate", board, "--bound", "16", "--count"]).expect(0, &format!("{count}\n"));
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), count);
    assert!(count > 1);
    // Another order lists the same in another order.
    let other = taquin(&["enumerate", board, "--bound", "16", "--output", "moves", "--order", "blank:DRLU"]);
    let mut others: Vec<&str> = other.out.lines().collect();
    assert_ne!(list.out, other.out);
    others.sort_unstable();
    assert_eq!(lines, others);
}

#[test]
fn enumerate_in_a_window() {
    let board = "examples/puzzle04.txt";
    let list = |window: &[&str]| taquin(&[&["enumerate", board, "--output", "moves"], window].concat()).out;
    let all = list(&["--bound", "20"]);
    for (window, lengths) in [("4", 4..=4), ("15..20", 15..=20), ("0..20", 0..=20), ("19..20", 19..=20)] {
        let moves = |line: &&str| lengths.contains(&(line.len() - "tile: ".len()));
        let expected: Vec<&str> = all.lines().filter(moves).collect();
        assert!(!expected.is_empty(), "{window}");
        assert_eq!(list(&["--length", window]).lines().collect::<Vec<_>>(), expected, "{window}");
        taquin(&["enumerate", board, "--length", window, "--count"])
            .expect(0, &format!("{}\n", expected.len()));
    }
    for (window, why) in [("5", "no solution with 5 moves"), ("5..11", "no solution with 5..11 moves")] {
        let none = taquin(&["enumerate", board, "--length", window]);
        none.expect(1, "");
        assert!(none.err.contains(why), "{none:?}");
    }
}

#[test]
fn solve_all() {
    let hard = "8 6 7/2 5 4/3 0 1";
    taquin(&["solve", "--all", "--count", hard, "examples/puzzle04.txt"]).expect(0, "40\n1\n");
    let list = taquin(&["solve", "--all", "--output", "moves", hard]);
    let mut lines: Vec<&str> = list.out.lines().collect();
    assert!(lines.iter().all(|line| line.len() == "tile: ".len() + 31), "{list:?}");
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 40);
    // IDA* gives the first of them.
    let first = taquin(&["solve", "--algorithm", "idastar", "--output", "moves", hard]);
    assert_eq!(list.out.lines().next(), first.out.lines().next());
    let unsolvable = taquin(&["solve", "--all", "--count", "examples/puzzle3x3-unsolvable.txt"]);
    unsolvable.expect(1, "0\n");
    assert!(unsolvable.err.contains("no move changes the parity"), "{unsolvable:?}");
    let stats = taquin(&["solve", "--all", "--count", "--stats", hard]);
    assert!(stats.err.contains("solutions    40\n"), "{stats:?}");
}

#[test]
fn solve_all_in_every_dialect() {
    let boards = ["[4,3,2,1,0,5,6,7,8]", "[1,2,3,4,5,6,8,7,0]", "[4,3,2,1,0,5,6,7,8]"];
    let list = |dialect: &str| {
        let args = [&["solve", "--all", "--goal", "blank-first", "--output", dialect], &boards[..]].concat();
        let run = taquin(&args);
        assert_eq!(run.code, 1);
        run.out
    };
    let both = "tile: DRULDR\ntile: RDLURD\n";
    assert_eq!(list("moves"), format!("{both}Unsolvable puzzle\n{both}"));
    assert_eq!(list("princeton").matches("Minimum number of moves = 6\n").count(), 4);
    assert_eq!(list("python").lines().filter(|line| line.ends_with("moves: 6")).count(), 4);
    assert_eq!(list("coordinates").lines().filter(|line| line.starts_with('[')).count(), 28);
    assert_eq!(list("json").lines().count(), 5);
    let prolog = list("prolog");
    let answers: Vec<&str> = prolog.split(".\n\n").collect();
    assert_eq!((answers.len(), answers[1]), (3, "false"));
    assert_eq!(format!("{}.\n", answers[0]), answers[2]);
    assert_eq!(answers[0].matches("Sol = ").count(), 2);
}

#[test]
fn enumerate_in_every_dialect() {
    let list = |dialect: &str| {
        let args = [
            "enumerate",
            "[4,3,2,1,0,5,6,7,8]",
            "--bound",
            "6",
            "--goal",
            "blank-first",
            "--output",
            dialect,
        ];
        let run = taquin(&args);
        assert_eq!(run.code, 0);
        run.out
    };
    assert_eq!(list("moves"), "tile: DRULDR\ntile: RDLURD\n");
    assert_eq!(list("princeton").matches("Number of moves = 6\n").count(), 2);
    assert_eq!(list("python").lines().filter(|line| line.ends_with("moves: 6")).count(), 2);
    assert_eq!(list("coordinates").lines().filter(|line| !line.is_empty()).count(), 14);
    assert_eq!((list("json").lines().count(), list("json").matches("\"length\":6").count()), (1, 2));
}

#[test]
fn where_is_a_relation() {
    let ask = |question: &[&str]| taquin(&[&["where", "[1,2,0,4,3,8,7,6,5]"], question].concat());
    ask(&["--x", "1", "--y", "2"]).expect(0, "tile=6 x=1 y=2\n");
    ask(&["--tile", "0", "--origin", "1"]).expect(0, "tile=0 x=3 y=1\n");
    ask(&["--x", "0"]).expect(0, "tile=1 x=0 y=0\ntile=4 x=0 y=1\ntile=7 x=0 y=2\n");
    assert_eq!(ask(&[]).out.lines().count(), 9);
    ask(&["--tile", "6", "--x", "1", "--y", "2"]).expect(0, "tile=6 x=1 y=2\n");
    for (nothing, why) in [
        (&["--tile", "9"][..], "no tile 9: the largest tile of a 3x3 board is 8\n"),
        (&["--x", "3"], "no such cell: x ranges from 0 to 2, y from 0 to 2\n"),
        (&["--tile", "6", "--x", "0"], "tile 6 is elsewhere\n"),
        (&["--tile", "0", "--x", "0", "--json"], "the blank is elsewhere\n"),
        (&["--x", "0", "--origin", "1"], "no such cell: x ranges from 1 to 3, y from 1 to 3\n"),
    ] {
        let run = ask(nothing);
        run.expect(1, "");
        assert_eq!(run.err, format!("taquin: \"[1,2,0,4,3,8,7,6,5]\": {why}"));
    }
    assert_eq!(ask(&["--tile", "9", "--output", "prolog"]).err, "");
    ask(&["--y", "2", "--json"]).expect(
        0,
        &[(7, 0), (6, 1), (5, 2)]
            .map(|(tile, x)| {
                format!("{{\"kind\":\"placement\",\"version\":1,\"tile\":{tile},\"x\":{x},\"y\":2}}\n")
            })
            .concat(),
    );
    let prolog = |question: &[&str]| ask(&[question, &["--output", "prolog"]].concat());
    prolog(&["--tile", "6", "--y", "2"]).expect(0, "X = 1.\n");
    prolog(&["--tile", "6", "--x", "1"]).expect(0, "Y = 2.\n");
    prolog(&["--tile", "6", "--x", "1", "--y", "2"]).expect(0, "true.\n");
    prolog(&["--tile", "6", "--x", "1", "--y", "1"]).expect(1, "false.\n");
    prolog(&["--tile", "9"]).expect(1, "false.\n");
    prolog(&["--x", "0"]).expect(0, "Tiles = [1-0, 4-1, 7-2].\n");
    prolog(&["--x", "7"]).expect(1, "Tiles = [].\n");
}

#[test]
fn inspect_prints_each_field() {
    let print = |field: &str, form: &str, board: &str| {
        taquin(&["inspect", "--print", field, "--output", form, board])
    };
    let board = "8 1 3/4 0 2/7 6 5";
    for (field, plain, prolog) in [
        ("size", "3x3", "Size = 3-3."),
        ("goal", "1 2 3/4 5 6/7 8 0", "Goal = [1, 2, 3, 4, 5, 6, 7, 8, 0]."),
        ("blank-row", "1", "Row = 1."),
        ("blank-col", "1", "Col = 1."),
        ("inversions", "12", "N = 12."),
        ("parity-sum", "12", "N = 12."),
        ("parity", "even", "Parity = even."),
        ("solvable", "true", "true."),
        ("zero", "0", "H = 0."),
        ("hamming", "5", "H = 5."),
        ("manhattan", "10", "H = 10."),
        ("linear-conflict", "10", "H = 10."),
        ("walking-distance", "10", "H = 10."),
    ] {
        print(field, "plain", board).expect(0, &format!("{plain}\n"));
        print(field, "prolog", board).expect(0, &format!("{prolog}\n"));
    }
    print("pairs", "prolog", "1 2 3/4 0 6/8 5 7").expect(0, "Pairs = [6-5, 8-5, 8-7].\n");
    print("reason", "plain", board).expect(0, "");
    print("solvable", "plain", "1 2 3/4 5 6/8 7 0").expect(1, "false\n");
    let reason = print("reason", "plain", "1 2 3/4 5 6/8 7 0");
    reason.expect(
        0,
        "the start has 1 inversion (odd), the goal has 0 inversions (even), and no move changes the parity\n",
    );
    // Pairwise counting of conflicts would say 28, more than the 26 moves it takes.
    print("linear-conflict", "plain", "7 8 0/6 5 4/1 2 3").expect(0, "24\n");
}

#[test]
fn inspect_draws_a_summary() {
    let card = taquin(&["inspect", "8 1 3/4 0 2/7 6 5"]);
    card.expect(
        0,
        "  start          goal: rows
   8  1  3        1  2  3
   4  0  2   →    4  5  6
   7  6  5        7  8  0

  solvable         yes
  because          moves preserve the parity of inversions, and both are even
  is goal          no

  size             3x3, 8 tiles
  blank            row 1, column 1, counted from 0
  inversions       12: 8-1 8-3 8-4 8-2 8-7 8-6 8-5 3-2 4-2 7-6 7-5 6-5
  parity of start  12 inversions, even
  parity of goal   0 inversions, even
  twin             1 8 3/4 0 2/7 6 5

  zero             0    always 0
  hamming          5    tiles out of place
  manhattan        10   sum of the tiles' distances to their goal cells
  linear-conflict  10   manhattan plus 2 for each tile that must leave its line
  walking-distance 10   rows and columns relaxed separately
  moves            at least 10

  tile             1 2 3 4 5 6 7 8
  hamming          1 1 0 0 1 1 0 1
  manhattan        1 2 0 0 2 2 0 3
",
    );
    let unsolvable = taquin(&["inspect", "examples/puzzle4x4-unsolvable.txt"]);
    assert_eq!(unsolvable.code, 0);
    assert!(unsolvable.out.contains("solvable         no\n"), "{unsolvable:?}");
    assert!(
        unsolvable.out.contains("parity of start  1 inversion + blank row 3 = 4, even\n"),
        "{unsolvable:?}"
    );
    assert!(!unsolvable.out.contains("at least"), "{unsolvable:?}");
    let many = taquin(&["inspect", "15 14 13 12/11 10 9 8/7 6 5 4/3 2 1 0"]);
    assert!(many.out.contains("and 81 more\n"), "{many:?}");
    let line = taquin(&["inspect", "2 1 0/"]);
    assert!(line.out.contains("cannot pass each other"), "{line:?}");
}

#[test]
fn inspect_takes_boards_of_every_size() {
    for size in ["1x1", "1x2", "1x127", "127x1", "2x2", "9x9", "20x20", "127x127"] {
        let board = taquin(&["scramble", "--size", size, "--seed", "3"]).out;
        let card = taquin_reading(&board, &["inspect", "-"]);
        assert_eq!(card.code, 0, "{size}");
        assert!(card.out.lines().all(|line| line.chars().count() <= 80), "{size}: {}", card.out);
        let object = taquin_reading(&board, &["inspect", "--json", "-"]);
        assert_eq!((object.code, object.out.lines().count()), (0, 1), "{size}");
        let has_table = !["9x9", "20x20", "127x127"].contains(&size);
        assert_eq!(object.out.contains("walking-distance"), has_table, "{size}");
        assert_eq!(card.out.contains("walking-distance"), has_table, "{size}");
    }
}

#[test]
fn check() {
    let judge = |solution: &str| taquin(&["check", "examples/puzzle04.txt", solution]);
    judge("LULU").expect(
        0,
        "solution          yes\nlegal             yes, 4 moves\nreaches the goal  yes\nrepeats a board   no\n\
         optimal           yes\n",
    );
    let longer = judge("LULUDU");
    assert_eq!(longer.code, 0);
    assert!(
        longer.out.contains("optimal           no, 2 moves longer than the optimum of 4\n"),
        "{longer:?}"
    );
    assert!(
        longer.out.contains("repeats a board   yes: the board after 3 appears again after 5 moves"),
        "{longer:?}"
    );
    let short = judge("LUL");
    assert_eq!(short.code, 1);
    assert!(short.out.contains("reaches the goal  no\n") && !short.out.contains("optimal"), "{short:?}");
    let illegal = judge("LUX");
    illegal.complains(&["no such file"]);
    let illegal = judge("LULRRR");
    assert_eq!(illegal.code, 1);
    assert!(
        illegal.out.contains("legal             no: move 6: no tile can move right here\n"),
        "{illegal:?}"
    );
    let illegal = judge("1 2 6");
    assert!(illegal.out.contains("no: move 3: tile 6 is not next to the blank\n"), "{illegal:?}");
    taquin(&["check", "--letters", "blank", "examples/puzzle04.txt", "RDRD"]);
    assert_eq!(judge("blank: RDRD").code, 0);
    assert_eq!(judge("tile: RDRD").code, 1);
    // The number that a text claims.
    let wrong = "Minimum number of moves = 3\n\n2\n 1  2\n 0  3\n\n2\n 1  2\n 3  0\n";
    let run = taquin(&["check", "1 2/0 3", wrong]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("reported length   3, wrong, the solution has 1\n"), "{run:?}");
    // Boards that do not follow from each other.
    let jump = taquin(&["check", "1 2/0 3", "[1,2,0,3]\n[0,2,3,1]\n"]);
    assert_eq!(jump.code, 1);
    assert!(jump.out.contains("legal             no: step 1"), "{jump:?}");
    let elsewhere = taquin(&["check", "1 2/0 3", "[1,0,2,3]\n[1,2,3,0]\n"]);
    assert!(elsewhere.out.contains("the first board is not the one to start from"), "{elsewhere:?}");
}

#[test]
fn check_of_unsolvable() {
    for verdict in ["Unsolvable puzzle", "false."] {
        let right = taquin(&["check", "examples/puzzle3x3-unsolvable.txt", verdict]);
        assert!(
            right.code == 0 && right.out.starts_with("unsolvable        yes: the start has "),
            "{right:?}"
        );
        taquin(&["check", "examples/puzzle04.txt", verdict])
            .expect(1, "unsolvable        no: the board is solvable\n");
    }
}

#[test]
fn check_knows_when_it_does_not_know() {
    // Ten nodes are not enough for a random 4x4 board.
    let board = taquin(&["scramble", "--size", "4x4", "--seed", "1", "--to", "slash"]).out;
    let solution = taquin(&["solve", "--algorithm", "greedy", "--output", "moves", board.trim()]);
    assert_eq!(solution.code, 0, "{solution:?}");
    let run = taquin(&["check", board.trim(), solution.out.trim(), "--node-limit", "10"]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("optimal           unknown, lower bound "), "{run:?}");
    assert!(run.out.ends_with(" moves; node limit reached\n"), "{run:?}");
    let run = taquin(&["check", board.trim(), solution.out.trim(), "--node-limit", "10", "--json"]);
    assert!(run.out.contains("\"optimal\":null,\"optimal_length\":null"), "{run:?}");
    assert!(run.out.contains("\"reason\":\"node limit reached\""), "{run:?}");
}

#[test]
fn convert_to_every_notation() {
    for (notation, text) in [
        ("princeton", "2\n 1  2 \n 3  0 \n"),
        ("rows", "1 2\n3 0\n"),
        ("header", "2 2\n 1  2 \n 3  0 \n"),
        ("list", "[1, 2, 3, 0]\n"),
        ("nested", "[[1, 2], [3, 0]]\n"),
        ("comma", "1,2,3,0\n"),
        ("slash", "1 2/3 0\n"),
        ("coordinates", "[(2,2), (1,1), (2,1), (1,2)]\n"),
        ("letters", "AB/C.\n"),
        ("json", "{\"kind\":\"board\",\"version\":1,\"size\":[2,2],\"start\":[1,2,3,0]}\n"),
    ] {
        let run = taquin(&["convert", "--to", notation, "1 2/3 0"]);
        run.expect(0, text);
        // Whatever is written can be read again, from a file, standard input or the command line.
        taquin(&["convert", "--to", "slash", &run.out]).expect(0, "1 2/3 0\n");
        taquin_reading(&run.out, &["convert", "--to", "slash", "-"]).expect(0, "1 2/3 0\n");
        let twice = taquin(&["convert", "--to", notation, "1 2/3 0", "1 2/0 3"]);
        taquin_reading(&twice.out, &["convert", "--to", "slash", "-"]).expect(0, "1 2/3 0\n1 2/0 3\n");
    }
}

#[test]
fn scramble() {
    let board = |flags: &[&str]| taquin(&[&["scramble", "--to", "slash"], flags].concat());
    // The generator is stable: these boards may never change under its name.
    let seeded = board(&["--size", "3x3", "--seed", "7", "--count", "3"]);
    seeded.expect(0, "2 0 1/6 7 5/3 8 4\n6 3 7/2 1 5/8 0 4\n1 8 4/3 2 0/5 7 6\n");
    assert_eq!(seeded.err, "");
    // Without --seed, the chosen seed is printed.
    let unseeded = board(&["--size", "4x4"]);
    let seed = unseeded.err.split_whitespace().nth(3).expect("a seed").to_owned();
    assert!(unseeded.err.contains("taquin-chacha20-1"), "{unseeded:?}");
    board(&["--size", "4x4", "--seed", &seed]).expect(0, &unseeded.out);
    for (flags, solvable) in [(&["--size", "4x4"][..], true), (&["--size", "4x4", "--unsolvable"], false)] {
        let boards = board(&[flags, &["--seed", "5", "--count", "20"]].concat());
        let answers = taquin_reading(&boards.out, &["inspect", "--print", "solvable", "-"]);
        assert_eq!(answers.out, format!("{solvable}\n").repeat(20));
    }
    let walk = board(&["--size", "3x3", "--moves", "5", "--seed", "5", "--goal", "spiral"]);
    let solved = taquin(&["solve", "--goal", "spiral", "--output", "moves", walk.out.trim()]);
    assert_eq!((solved.code, solved.out.trim().len()), (0, "tile: ".len() + 5));
    // Squares and rectangles as people would write them.
    let rectangle = taquin(&["scramble", "--size", "2x3", "--seed", "1"]);
    assert!(rectangle.out.starts_with("2 3\n"), "{rectangle:?}");
    let square = taquin(&["scramble", "--size", "3", "--seed", "1"]);
    assert!(square.out.starts_with("3\n"), "{square:?}");
}

#[test]
fn moves_in_every_dialect() {
    let moves = |dialect: &str| taquin(&["moves", "--output", dialect, "1 2/3 0"]).out;
    assert_eq!(moves("princeton"), "2\n 1  0 \n 3  2 \n\n2\n 1  2 \n 0  3 \n");
    assert_eq!(moves("moves"), "tile 2 down\ntile 3 right\n");
    assert_eq!(moves("json").lines().count(), 2);
    taquin(&["moves", "--output", "python", "--heuristic", "hamming", "--goal", "blank-first", "[1,2,3,0]"])
        .expect(0, "[1, 0, 3, 2] h=3\n[1, 2, 0, 3] h=2\n");
}

#[test]
fn examples_of_the_repository_can_all_be_read() {
    let folder = std::fs::read_dir(root().join("examples")).expect("the folder is there");
    let paths = folder.map(|entry| entry.expect("its files can be listed").path());
    for path in paths.filter(|path| path.is_file()) {
        let name = path.to_str().expect("plain names");
        assert_eq!(taquin(&["inspect", name]).code, 0, "{name}");
    }
}
