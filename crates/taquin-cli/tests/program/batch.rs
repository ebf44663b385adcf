//! `taquin solve --lines`: many boards, one per line.

use crate::json::objects;
use crate::run::{Run, file, path, program, taquin, taquin_reading};
use crate::streams::on_terminal;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Removes times, which differ between runs.
pub(crate) fn without_time(answers: &str) -> String {
    let timeless = |line: &str| match line.split_once("\"seconds\":") {
        Some((before, after)) => format!("{before}\"seconds\":0{}", after.trim_start_matches(|c| c != '}')),
        None => line.to_owned(),
    };
    answers.split_inclusive('\n').map(timeless).collect()
}

/// Random boards, one per line.
pub(crate) fn boards(size: &str, count: u32, seed: u32) -> String {
    let (count, seed) = (count.to_string(), seed.to_string());
    let run = taquin(&["scramble", "--size", size, "--count", &count, "--seed", &seed, "--to", "slash"]);
    assert_eq!(run.code, 0, "{run:?}");
    run.out
}

fn field(run: &Run, name: &str) -> Vec<Value> {
    objects(run).iter().map(|answer| answer[name].clone()).collect()
}

/// Hard boards between trivial ones, which finish long before.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn order_is_kept() {
    let (hard, easy) = (boards("3x4", 6, 1), boards("2x2", 60, 2));
    let mut easy_lines = easy.lines();
    let mut lines = String::new();
    for hard_line in hard.lines() {
        lines += &format!("{hard_line}\n");
        easy_lines.by_ref().take(10).for_each(|line| lines += &format!("{line}\n"));
    }
    let input = file(&lines);
    let one = taquin(&["solve", "--lines", path(&input), "--threads", "1"]);
    assert_eq!((one.code, one.err.as_str()), (0, ""));
    assert_eq!(field(&one, "line"), (1..=66).map(Value::from).collect::<Vec<_>>());
    for threads in ["2", "5"] {
        let many = taquin(&["solve", "--lines", path(&input), "--threads", threads, "--output", "json"]);
        assert_eq!(many.code, 0);
        assert_eq!(without_time(&many.out), without_time(&one.out));
    }
    // They are as long as the answers to single boards, whatever method the planner chooses for many.
    let each = taquin(&["solve", "--output", "json", path(&input)]);
    assert_eq!(field(&one, "length"), field(&each, "length"));
}

#[test]
fn any_notation_of_one_line() {
    let input = "\u{feff}# boards of all kinds\r\n\
        1 2/0 3\r\n\
        \r\n\
        [1,2,3,4,5,6,7,0,8]\r\n  # between\r\n\
        1 2 3 4 5 6 7 0 8   # plain\r\n\
        [[1,2,3],[4,0,5]]\r\n\
        AB/.C\r\n\
        {\"version\":1,\"size\":[2,2],\"start\":[1,2,3,0],\"goal\":[1,2,0,3]}\r\n\
        [(1,2),(1,1),(2,1),(2,2)]";
    let run = taquin_reading(input, &["solve", "--lines", "-"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert_eq!(field(&run, "line"), [2, 4, 6, 7, 8, 9, 10]);
    assert_eq!(field(&run, "length"), [1, 1, 1, 1, 1, 1, 1]);
    // Answers can be the input of another run.
    let again = taquin_reading(&run.out, &["solve", "--lines", "-"]);
    assert_eq!((again.code, field(&again, "length")), (0, field(&run, "length")));
}

/// An invalid line does not stop the others.
#[test]
fn errors_of_single_lines() {
    let mut input =
        b"1 2/0 3\n1 2/3\n1 2/2 0\n\xff\xfe\n[1,2,3,0] [1,2,3,0]\n2 1/3 0\n1 2 3/4 5 0\n{\"version\":1}\n"
            .to_vec();
    input.extend(vec![b'7'; 5 << 20]);
    input.extend_from_slice(b"\n1 2/3 0\n");
    let input = file(&input);
    let run = taquin(&["solve", "--lines", path(&input), "--goal", "1 2/3 0"]);
    assert_eq!(run.code, 2);
    let status =
        ["optimal", "error", "error", "error", "error", "unsolvable", "error", "error", "error", "optimal"];
    assert_eq!(field(&run, "status"), status);
    assert_eq!(field(&run, "line"), (1..=10).map(Value::from).collect::<Vec<_>>());
    let reasons = [
        (2, "column 5: row 2 has 1 of 2 entries"),
        (3, "column 5: tile 2 appears twice (first at column 3); tile 3 is missing"),
        (4, "not UTF-8 text from byte 1"),
        (5, "more than one board"),
        (6, "parity"),
        (7, "2x3"),
        (8, "\"size\" is missing"),
        (9, "longer than 4,194,304 bytes"),
    ];
    let answers = objects(&run);
    for (line, words) in reasons {
        let reason = answers[line - 1]["reason"].as_str().unwrap_or_default();
        assert!(reason.contains(words), "{line}: {reason}");
    }
    assert_eq!(answers[6]["start"], json!([1, 2, 3, 4, 5, 0]));
    assert!(
        run.err.contains("8 of 10 boards not solved: 7 invalid (first line 2), 1 unsolvable (line 6)"),
        "{run:?}"
    );
    // One line each, too.
    let moves = taquin(&["solve", "--lines", path(&input), "--goal", "1 2/3 0", "--output", "moves"]);
    let lines: Vec<&str> = moves.out.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[5], lines[9]), (10, "tile: L", "Unsolvable puzzle", "tile:"));
    assert_eq!(lines[1], "# line 2: column 5: row 2 has 1 of 2 entries");
}

#[test]
fn boards_that_a_method_does_not_take() {
    let input = file(format!("{}{}", boards("2x2", 1, 1), boards("20x20", 1, 1)));
    let run = taquin(&["solve", "--lines", path(&input), "--heuristic", "walking-distance"]);
    assert_eq!((run.code, field(&run, "status")), (2, vec![json!("optimal"), json!("error")]));
    // Contradictory options are reported once, not per board.
    taquin(&["solve", "--lines", path(&input), "--algorithm", "bfs", "--weight", "2"])
        .complains(&["--weight"]);
}

#[test]
fn limits_are_for_each_board() {
    let input = file(format!("{}1 2/0 3\n", boards("3x3", 3, 1)));
    let args = ["solve", "--lines", path(&input), "--node-limit", "3", "--threads", "1"];
    let open = taquin(&args);
    assert_eq!(
        (open.code, field(&open, "status")),
        (3, ["valid", "valid", "valid", "optimal"].map(Value::from).into())
    );
    let message = "3 solved, but not proven optimal within the limits (first line 1)";
    assert!(open.err.contains(message), "{open:?}");
    let run = taquin(&[&args[..], &["--algorithm", "astar"]].concat());
    assert_eq!(run.code, 3);
    assert_eq!(field(&run, "status"), ["stopped", "stopped", "stopped", "optimal"]);
    assert!(run.err.contains("3 of 4 boards not solved: 3 stopped at a limit (first line 1)"), "{run:?}");
    let moves = taquin(&[
        "solve",
        "--lines",
        path(&input),
        "--node-limit",
        "3",
        "--threads",
        "1",
        "--algorithm",
        "astar",
        "--output",
        "moves",
    ]);
    assert!(moves.out.starts_with("# line 1: node limit reached; lower bound "), "{moves:?}");
}

#[test]
fn nothing_to_do() {
    for input in ["", "\n\n", "# nothing\n  \r\n#", "\u{feff}"] {
        let run = taquin_reading(input, &["solve", "--lines", "-"]);
        run.expect(0, "");
        assert_eq!(run.err, "");
    }
    let run = taquin_reading("", &["solve", "--lines", "-", "--stats"]);
    assert!(run.err.starts_with("0 boards in "), "{run:?}");
}

#[test]
fn shards_are_the_whole() {
    let lines: String = boards("3x3", 23, 3).lines().map(|line| format!("# next\n{line}\n")).collect();
    let input = file(&lines);
    let whole = taquin(&["solve", "--lines", path(&input)]);
    let whole = without_time(&whole.out);
    for count in [1, 2, 5, 30] {
        let mut parts: Vec<String> = Vec::new();
        for part in 1..=count {
            let shard = format!("{part}/{count}");
            let run = taquin(&["solve", "--lines", path(&input), "--shard", &shard]);
            assert_eq!(run.code, 0);
            let answers: Vec<String> = without_time(&run.out).lines().map(str::to_owned).collect();
            assert!(answers.len().abs_diff(23 / count) <= 1, "{shard}: {}", answers.len());
            parts.extend(answers);
        }
        let number = |line: &String| serde_json::from_str::<Value>(line).expect("JSON")["line"].as_u64();
        parts.sort_by_key(number);
        assert_eq!(parts, whole.lines().map(str::to_owned).collect::<Vec<_>>());
    }
}

#[test]
fn wrong_usage() {
    let lines = "examples/lists.txt";
    for (args, words) in [
        (&["--lines", lines, "--output", "princeton"][..], &["several lines", "json", "moves"][..]),
        (&["--lines", lines, "--output", "prolog"], &["several lines"]),
        (&["--lines", lines, "1 2/0 3"], &["--lines"]),
        (&["--lines", lines, "--all"], &["--all: with --lines, requires --count"]),
        (&["--csv", "1 2/0 3"], &["--csv: requires --lines"]),
        (&["--lines", lines, "--csv", "--output", "json"], &["--csv"]),
        (&["--lines", lines, "--all", "--count", "--output", "moves"], &["--count: requires --json"]),
        (&["--lines", lines, "--csv", "--output-file", "x", "--resume"], &["--csv"]),
        (&["--lines", lines, "--explain"], &["--explain"]),
        (&["--lines", lines, "--threads", "0"], &["1 to 1024"]),
        (&["--lines", lines, "--threads", "-1"], &["1 to 1024"]),
        (&["--lines", lines, "--shard", "3/2"], &["3/2", "1/4"]),
        (&["--lines", lines, "--shard", "0/2"], &["0/2"]),
        (&["--lines", lines, "--resume"], &["--resume: requires -o FILE"]),
        (&["--lines", lines, "--letters", "tile"], &["--output moves"]),
        (&["--lines", lines, "--output", "moves", "--output-file", "x", "--resume"], &["requires --json"]),
        (&["--lines", "nothing.txt"], &["--lines: nothing.txt"]),
        (&["--lines", "examples"], &["a directory"]),
        (&["--lines", "-", "--goal", "-"], &["given twice"]),
        (&["--shard", "1/2", "1 2/0 3"], &["--lines"]),
        (&["--shard", "1/2", "1 2/0 3"], &["--lines"]),
        (&[], &["BOARD"]),
    ] {
        taquin(&[&["solve"], args].concat()).complains(words);
    }
}

/// Starts `taquin solve --lines -` and gives it this much to begin with.
fn started(input: &str) -> std::process::Child {
    let mut command = program();
    command.args(["solve", "--lines", "-", "--output", "moves"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child.stdin.as_mut().expect("an input").write_all(input.as_bytes()).expect("it reads");
    child
}

/// Answers are printed before the end of the input, and while a later board is being solved.
#[test]
#[cfg(unix)]
fn answers_as_they_come() {
    for rest in ["", &boards("5x5", 1, 1)] {
        let mut child = started(&format!("1 2/0 3\n{rest}"));
        // Waiting for the end of a program would close its input.
        let input = child.stdin.take();
        let mut first = [0; 8];
        child.stdout.as_mut().expect("an output").read_exact(&mut first).expect("the first answer");
        assert_eq!(&first, b"tile: L\n");
        // Ctrl-C works while the input is being waited for, and while a search is going on.
        let sent =
            Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is kill");
        assert!(sent.success());
        let began = Instant::now();
        let status = child.wait().expect("it ends");
        drop(input);
        assert!(began.elapsed() < Duration::from_secs(20));
        let mut err = String::new();
        child.stderr.as_mut().expect("talk").read_to_string(&mut err).expect("text");
        assert_eq!(status.code(), Some(130), "{err}");
        assert!(err.contains("interrupted after 1 board"), "{err}");
    }
}

#[test]
fn closed_pipe() {
    let input = file(boards("2x2", 20_000, 1));
    let mut command = program();
    command.args(["solve", "--lines", path(&input)]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut pipe = child.stdout.take().expect("it has an output");
    let _ = pipe.read(&mut [0]);
    drop(pipe);
    let run = Run::new(child.wait_with_output().expect("it ends"));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
#[cfg(target_os = "linux")]
fn full_disk() {
    let run = taquin(&["solve", "--lines", "examples/lists.txt", "--output-file", "/dev/full"]);
    run.complains(&["-o /dev/full", "no space left", "--resume"]);
    assert!(File::open("/dev/full").is_ok());
}

#[test]
#[ignore = "needs script; run by `cargo xtask test`"]
#[cfg(target_os = "linux")]
fn throughput() {
    let input = file(boards("5x5", 2, 1));
    let run = on_terminal(
        100,
        "1",
        &format!("solve --lines {} --time-limit 1s --threads 2 --output-file /dev/null", path(&input)),
    );
    let lines: Vec<&str> = run.out.split(['\r', '\n']).collect();
    assert!(lines.iter().any(|line| line.contains(" s  0 boards  0 %  0.0/s")), "{run:?}");
    assert!(
        lines.iter().any(|line| line.starts_with("2 boards in ") && line.contains(" boards/s")),
        "{run:?}"
    );
    let stats = taquin(&["solve", "--lines", "examples/lists.txt", "--stats"]);
    assert!(
        stats.err.starts_with("3 boards in ") && stats.err.ends_with(", mean length 9.00 moves\n"),
        "{stats:?}"
    );
    let pushes = taquin(&["solve", "--lines", "examples/lists.txt", "--stats", "--metric", "multi"]);
    assert!(pushes.err.ends_with(" pushes\n"), "{pushes:?}");
}

/// Splits a row of CSV; the program quotes only reasons, which come last.
fn cells(row: &str) -> Vec<&str> {
    row.splitn(12, ',').collect()
}

/// A goal that comes with the board takes precedence over that of the course, as for single boards.
#[test]
fn own_goals_in_a_course() {
    let board = r#"{"version":1,"size":[2,2],"start":[2,1,0,3],"goal":[2,1,3,0]}"#;
    let single = taquin(&["solve", "--course", "columbia", "--json", board]);
    let lines = taquin(&["solve", "--course", "columbia", "--json", "--lines", path(&file(board))]);
    assert_eq!((single.code, lines.code), (0, 0), "{lines:?}");
    for name in ["goal", "length", "moves"] {
        assert_eq!(field(&lines, name), field(&single, name), "{name}");
    }
}

#[test]
fn csv() {
    let input =
        "# a comment\n0 1 3/4 2 5/7 8 6\n1 2 3/4 5 6/8 7 0\nnonsense, \"quoted\"\n1 2 3/4 5 6/7 8 0\n";
    let run = taquin(&["solve", "--lines", path(&file(input)), "--csv"]);
    assert_eq!(run.code, 2, "{run:?}");
    let rows: Vec<Vec<&str>> = run.out.lines().map(cells).collect();
    assert_eq!(rows.len(), 5, "{run:?}");
    let heading = [
        "line",
        "status",
        "length",
        "lower_bound",
        "optimal_solutions",
        "expanded",
        "generated",
        "seconds",
        "moves",
        "id",
        "given_length",
        "reason",
    ];
    assert_eq!(rows[0], heading);
    assert_eq!((&rows[1][..5], rows[1][8]), (&["2", "optimal", "4", "4", ""][..], "LULU"), "{run:?}");
    assert_eq!((&rows[2][..3], rows[2][8]), (&["3", "unsolvable", ""][..], ""));
    assert!(rows[2][11].contains("parity") || rows[2][11].contains("inversion"), "{:?}", rows[2]);
    assert_eq!(rows[3][..3], ["4", "error", ""]);
    assert!(
        rows[3][11].starts_with('"') && rows[3][11].ends_with('"') || !rows[3][11].contains(','),
        "{:?}",
        rows[3]
    );
    assert_eq!((&rows[4][..3], rows[4][8]), (&["5", "optimal", "0"][..], ""));
    // The name of the file asks for CSV, too.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let name = folder.path().join("answers.csv");
    let solved = file("1 2 3/4 5 6/7 8 0");
    let named = ["solve", "--lines", path(&solved), "-o", name.to_str().expect("a plain name")];
    taquin(&named).expect(0, "");
    let written = std::fs::read_to_string(&name).expect("a file");
    assert!(written.starts_with("line,status,") && written.contains("\n1,optimal,0,0,"), "{written}");
    // CSV cannot be resumed, so that is not suggested.
    let again = taquin(&named);
    again.complains(&["file exists", "choose another file"]);
    assert!(!again.err.contains("--resume"), "{again:?}");
    // Moves have no heading, whatever the name of the file.
    let moves = folder.path().join("moves.csv");
    let input = file("1 2/0 3\n");
    let named =
        ["solve", "--lines", path(&input), "--output", "moves", "-o", moves.to_str().expect("a name")];
    taquin(&named).expect(0, "");
    assert_eq!(std::fs::read_to_string(&moves).expect("a file"), "tile: L\n");
    // An option that asks for JSON wins.
    for (name, option) in [("json.csv", &["--json"][..]), ("output.csv", &["--output", "json"])] {
        let json = folder.path().join(name);
        let named = ["solve", "--lines", path(&input), "-o", json.to_str().expect("a name")];
        taquin(&[&named, option].concat()).expect(0, "");
        assert!(std::fs::read_to_string(&json).expect("a file").starts_with('{'), "{option:?}");
    }
    // An empty input has a heading and nothing else; a limit is a row, too.
    taquin(&["solve", "--lines", path(&file("")), "--csv"]).expect(0, &format!("{}\n", heading.join(",")));
    let limited =
        ["solve", "--csv", "--algorithm", "idastar", "--node-limit", "10", "--lines", "examples/lists.txt"];
    assert!(taquin(&limited).out.contains(",stopped,,"), "a row of a board that was stopped");
}

/// Lines of `id length tiles…`: answers have the id, and a wrong length is reported.
#[test]
fn given_lengths() {
    let right = "a 31 8 6 7 2 5 4 3 0 1\nb 4 0 1 3 4 2 5 7 8 6\n";
    let input = file(right);
    let run = taquin(&["solve", "--lines", path(&input)]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let answers = objects(&run);
    assert_eq!((&answers[0]["id"], &answers[1]["id"]), (&"a".into(), &"b".into()));
    assert_eq!((&answers[0]["given_length"], &answers[0]["length"]), (&31.into(), &31.into()));
    let csv = taquin(&["solve", "--lines", path(&input), "--csv"]);
    let rows: Vec<Vec<&str>> = csv.out.lines().map(cells).collect();
    assert_eq!((rows[1][9], rows[1][10], rows[2][9], rows[2][10]), ("a", "31", "b", "4"));

    let wrong = file(right.replace("b 4", "b 6").replace("a 31", "a 29"));
    let run = taquin(&["solve", "--lines", path(&wrong)]);
    assert_eq!(run.code, 1, "{run:?}");
    let message = "line 1: taquin found 31 moves, the given length is 29; 2 lengths differ in all\n";
    assert!(run.err.ends_with(message), "{run:?}");
    assert_eq!(objects(&run).len(), 2);
    // A longer solution contradicts the length only if it is optimal.
    let greedy = ["solve", "--algorithm", "greedy", "--lines", path(&input)];
    assert_eq!(taquin(&greedy).code, 0, "{:?}", taquin(&greedy));
    // The length counts moves, not pushes.
    assert_eq!(taquin(&["solve", "--metric", "multi", "--lines", path(&input)]).code, 0);
    // Answers of an earlier run count, too.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let answers = folder.path().join("answers.jsonl");
    let resumed = ["solve", "--lines", path(&wrong), "--resume", "-o", answers.to_str().expect("a name")];
    assert_eq!(taquin(&resumed).code, 1);
    let again = taquin(&resumed);
    assert!(again.code == 1 && again.err.contains(message), "{again:?}");
}

/// The number of optimal solutions of every line, as JSON and as CSV, is that of `solve --all --count`.
#[test]
fn counted_lines() {
    let boards = ["8 6 7/2 5 4/3 0 1", "0 1 3/4 2 5/7 8 6", "1 2 3/4 5 6/7 8 0"];
    let input = file(boards.join("\n"));
    let run = taquin(&["solve", "--all", "--count", "--lines", path(&input)]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(field(&run, "optimal_solutions"), [40, 1, 1]);
    assert_eq!(field(&run, "length"), [31, 4, 0]);
    let single = taquin(&[&["solve", "--all", "--count", "--output", "json"], &boards[..]].concat());
    assert_eq!(field(&single, "optimal_solutions"), field(&run, "optimal_solutions"));
    let csv = taquin(&["solve", "--all", "--count", "--csv", "--lines", path(&input)]);
    let solutions: Vec<&str> = csv.out.lines().skip(1).map(|row| cells(row)[4]).collect();
    assert_eq!(solutions, ["40", "1", "1"], "{csv:?}");
    // A count that a limit stopped has no number.
    let limited =
        ["solve", "--all", "--count", "--node-limit", "60", "--algorithm", "table", "--lines", path(&input)];
    let limited = taquin(&limited);
    assert_eq!(limited.code, 3, "{limited:?}");
    assert_eq!(field(&limited, "optimal_solutions")[0], Value::Null, "{limited:?}");
    taquin(&["solve", "--all", "--count", "--algorithm", "greedy", "--lines", path(&input)])
        .complains(&["--all: greedy does not find optimal solutions", "use astar"]);
}
