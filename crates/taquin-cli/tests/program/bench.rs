//! `taquin bench`. Times are not checked, because a busy machine must not fail the tests.

use crate::run::{Run, file, path, program, root, taquin};
use serde_json::Value;
use std::collections::HashMap;
use std::process::{Command, Stdio};
use std::time::Duration;
use taquin::notation::{self, Record};
use taquin::{Goal, Moves};

/// The nodes that every search generates on a fixed selection of boards. A commit that changes a search, an estimate or
/// the planner on purpose changes this number, and says so with the number before and after.
const SIGNATURE: &str = "47252940\n";

#[test]
fn signature() {
    taquin(&["bench", "--signature"]).expect(0, SIGNATURE);
    // With a suite, a line for every method; the number of threads changes nothing.
    let run = taquin(&["bench", "--signature", "small", "--method", "bidirectional", "--method", "auto@2"]);
    run.expect(0, "small      bidirectional  28357\nsmall      auto           550\n28907\n");
}

#[test]
fn methods_side_by_side() {
    let run = taquin(&[
        "bench",
        "random3x3",
        "--method",
        "table",
        "--method",
        "auto",
        "--method",
        "a*:lc",
        "--method",
        "greedy",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("\nrandom3x3: 1,000 random 8-puzzles, 1,000 boards\n"), "{run:?}");
    for (method, words) in [
        ("table", "1,000  21.87         22         23"),
        ("auto", "1,000  21.87         22         23"),
        ("astar:linear-conflict", "1,000  21.87        395        662"),
        ("greedy:manhattan", "1,000  "),
    ] {
        let line = run.out.lines().find(|line| line.starts_with(&format!("{method} "))).expect(method);
        let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(squeeze(line).starts_with(&squeeze(&format!("{method} {words}"))), "{line}");
    }
    assert!(run.out.contains("table: 1 table built; only the table walks, timed together\n"), "{run:?}");
    let markdown = taquin(&["bench", "small", "--method", "bfs", "--repeat", "3", "--output", "markdown"]);
    assert_eq!(markdown.code, 0, "{markdown:?}");
    for words in ["\n## small: ", ", 24 boards, median of 3 runs\n", "\n| method | solved |", "|-------:|"] {
        assert!(markdown.out.contains(words), "{words}: {markdown:?}");
    }
    let csv = taquin(&["bench", "small", "--method", "bfs", "--method", "bidirectional", "--output", "csv"]);
    let lines: Vec<&str> = csv.out.lines().collect();
    assert_eq!((csv.code, lines.len()), (0, 1 + 24 * 2), "{csv:?}");
    assert_eq!(lines[0], "suite,board,method,threads,status,length,expanded,generated,seconds");
    assert!(lines[1].starts_with("small,2x2-rows,bfs,1,solved,1,1,3,0.00"), "{}", lines[1]);
}

#[test]
fn tables_are_built_or_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let kept = folder.path().to_str().expect("a plain name");
    let bench = |tables: &str| {
        let args =
            ["--tables", tables, "bench", "korf100", "--method", "5-5-5+6-6-3@2", "--node-limit", "1000"];
        let run = taquin(&[&args[..], &["--output", "json"]].concat());
        assert_eq!(run.code, 3, "{run:?}");
        let value: Value = serde_json::from_str(&run.out).expect("JSON");
        let method = value["suites"][0]["methods"][0].clone();
        assert_eq!((&method["name"], &method["threads"]), (&"5-5-5+6-6-3@2".into(), &2.into()));
        let solved = method["solved"].as_u64().expect("a number");
        assert!(solved < 100 && method["boards"].as_array().expect("boards").len() == 100);
        let set_up = &method["set_up"];
        (set_up["built"].as_u64().expect("a number"), set_up["read"].as_u64().expect("a number"))
    };
    let (built, read) = bench(kept);
    assert!(built >= 5 && read == 0, "{built} {read}");
    let (again, found) = bench(kept);
    // Small ones are built sooner than they are read.
    assert!(found > 0 && again + found == built, "{again} {found}");
    assert_eq!(bench("none"), (built, 0));
}

#[test]
fn a_limit_is_told() {
    let run = taquin(&["bench", "small", "--method", "bfs", "--node-limit", "100"]);
    assert_eq!(run.code, 3, "{run:?}");
    for words in [" of 24  ", "boards not solved: node limit reached\n", "≥ "] {
        assert!(run.out.contains(words), "{words}: {run:?}");
    }
}

#[test]
fn earlier_measurements() {
    let bench = |more: &[&str]| taquin(&[&["bench", "small", "--method", "bidirectional"], more].concat());
    let json = bench(&["--output", "json", "--repeat", "2"]);
    assert_eq!(json.code, 0, "{json:?}");
    let mut value: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!((&value["kind"], &value["version"]), (&"benchmark".into(), &1.into()));
    assert_eq!(value["complete"], true);
    assert!(value["date"].as_str().is_some_and(|date| date.ends_with('Z')), "{}", value["date"]);
    let method = &value["suites"][0]["methods"][0];
    assert_eq!((&method["solved"], &method["total_length"]), (&24.into(), &367.into()));
    assert_eq!(method["boards"][0]["runs"].as_array().map(Vec::len), Some(2));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let saved = folder.path().join("saved.json");
    let text = bench(&["--save", saved.to_str().expect("a plain name")]);
    assert!(text.code == 0 && text.out.starts_with("program  taquin "), "{text:?}");
    let kept: Value = serde_json::from_slice(&std::fs::read(&saved).expect("a file")).expect("JSON");
    assert_eq!(kept["suites"][0]["methods"][0]["generated"], method["generated"]);
    let earlier = file(&json.out);
    let text = bench(&["--method", "bfs", "--against", path(&earlier)]);
    assert_eq!(text.code, 0, "{text:?}");
    let line = text.out.lines().find(|line| line.starts_with("small  bidirectional")).expect("a line");
    assert!(line.contains(" 24  ") && line.contains("  1.00  "), "{line}");
    assert!(text.out.contains("small, bfs: no boards in common\n"), "{text:?}");
    let again = bench(&["--against", path(&earlier), "--output", "json"]);
    let compared: Value = serde_json::from_str(&again.out).expect("JSON");
    let nodes = &compared["against"][0]["generated"];
    assert_eq!((&nodes["before"], &nodes["now"]), (&28357.into(), &28357.into()));

    value["version"] = 7.into();
    for (content, words) in [
        (value.to_string(), "version 7"),
        (json.out[..json.out.len() / 2].to_owned(), "invalid JSON"),
        ("{}".to_owned(), "not a result of taquin bench"),
        (json.out.replace("\"generated\"", "\"made\""), "field: /suites/0/methods/0/boards/0/generated"),
        (String::new(), "invalid JSON"),
    ] {
        bench(&["--against", path(&file(content))]).complains(&[words, "hint: create the file"]);
    }
    bench(&["--against", "no-such-file"]).complains(&["--against no-such-file: "]);
    bench(&["--against", path(&earlier), "--output", "csv"]).complains(&["--against: not supported with"]);
}

/// Lengths that differ from those of the baseline are an error, whatever the method.
#[test]
fn different_lengths_than_before() {
    let args = ["bench", "small", "--method", "bfs", "--method", "greedy", "--output", "json"];
    let before = taquin(&args);
    let mut value: Value = serde_json::from_str(&before.out).expect("JSON");
    let same = taquin(&[&args[..], &["--against", path(&file(&before.out))]].concat());
    assert_eq!(same.code, 0, "{same:?}");
    for method in 0..2 {
        let board = &mut value["suites"][0]["methods"][method]["boards"][3];
        board["length"] = (board["length"].as_u64().expect("a length") + 2).into();
    }
    let name = value["suites"][0]["methods"][0]["boards"][3]["name"].as_str().expect("a name").to_owned();
    let changed = file(value.to_string());
    let run = taquin(&[&args[..], &["--against", path(&changed)]].concat());
    assert_eq!(run.code, 1, "{run:?}");
    for method in ["bfs", "greedy:manhattan"] {
        let words = format!("taquin: --against: small, board {name}: {method} found ");
        assert!(run.err.contains(&words), "{words}: {run:?}");
    }
    let now: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(now["differences"].as_array().map(Vec::len), Some(2));
    assert_eq!(now["differences"][0]["board"], name.as_str());
    let text = taquin(&["bench", "small", "--method", "bfs", "--against", path(&changed)]);
    assert!(text.code == 1 && text.out.contains("\nDIFFERENT: small, board "), "{text:?}");
}

#[test]
fn own_boards() {
    let tiles = "8 6 7 2 5 4 3 0 1";
    let plain = file("8 6 7/2 5 4/3 0 1\n\n0 1 3/4 2 5/7 8 6\n");
    let run =
        taquin(&["bench", path(&plain), "--method", "astar:manhattan", "--method", "bfs", "--output", "csv"]);
    assert_eq!(run.code, 0, "{run:?}");
    let rows: Vec<Vec<&str>> = run.out.lines().skip(1).map(|row| row.split(',').collect()).collect();
    let lengths: Vec<(&str, &str)> = rows.iter().map(|row| (row[1], row[5])).collect();
    assert_eq!(lengths, [("1", "31"), ("1", "31"), ("2", "4"), ("2", "4")]);
    // Without a method, the planner chooses; a board can be the argument itself, and standard input is read.
    let auto = taquin(&["bench", "0 1 3/4 2 5/7 8 6"]);
    assert!(auto.code == 0 && auto.out.contains("\nauto "), "{auto:?}");
    assert!(taquin(&["bench", path(&plain), "--signature", "--method", "bfs"]).code == 0);

    // Names and lengths of a list.
    let list = file(format!("# id length tiles\nhard 31 {tiles}\neasy 4 0 1 3 4 2 5 7 8 6\n"));
    let run = taquin(&["bench", path(&list), "--method", "idastar:linear-conflict", "--output", "csv"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains(",hard,") && run.out.contains(",easy,"), "{run:?}");
    let one = taquin(&["bench", path(&list), "--board", "easy", "--method", "bfs", "--output", "csv"]);
    assert_eq!((one.code, one.out.lines().count()), (0, 2), "{one:?}");
    let wrong = file(format!("1 29 {tiles}\n2 4 0 1 3 4 2 5 7 8 6\n"));
    let run = taquin(&["bench", path(&wrong), "--method", "idastar"]);
    assert_eq!(run.code, 1, "{run:?}");
    for words in [
        "board 1: idastar:manhattan found 31 moves, the given length is 29",
        "hint: check the lengths and the goal",
    ] {
        assert!(run.err.contains(words), "{words}: {run:?}");
    }
    let twice = file(format!("1 31 {tiles}\n1 31 {tiles}\n"));
    taquin(&["bench", path(&twice)]).complains(&["the name \"1\" is given twice"]);
    let unsolvable = file("1 2 3/4 5 6/8 7 0\n");
    taquin(&["bench", path(&unsolvable)]).complains(&["unsolvable", "hint: set the goal with --goal"]);
    let korf =
        ["bench", "crates/taquin/data/korf100.txt", "--goal", "blank-first", "--board", "12,42", "--method"];
    let run = taquin(&[&korf[..], &["idastar:manhattan", "--output", "csv"]].concat());
    assert!(run.code == 0 && run.out.contains(",12,idastar:manhattan,1,solved,45,269708,546344,"), "{run:?}");
}

/// Pattern databases for best-first searches, in both syntaxes.
#[test]
fn patterns_of_best_first_searches() {
    let run = taquin(&[
        "bench",
        "korf100",
        "--board",
        "12,42",
        "--output",
        "csv",
        "--method",
        "6-6-3",
        "--method",
        "astar:6-6-3",
        "--method",
        "wastar:6-6-3,weight=1.5",
        "--method",
        "greedy:6-6-3",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    for words in [",12,6-6-3,1,solved,45,", ",12,astar:6-6-3,1,solved,45,", ",42,astar:6-6-3,1,solved,42,"] {
        assert!(run.out.contains(words), "{words}: {run:?}");
    }
    let board = "examples/puzzle4x4.txt";
    let solve = |flags: &[&str]| {
        taquin(&[&["solve", board, "--patterns", "5-5-5", "--output", "json"], flags].concat())
    };
    let lengths: Vec<Value> =
        [&["--algorithm", "astar"][..], &["--algorithm", "idastar"], &["--ties", "state"], &[]]
            .iter()
            .map(|flags| serde_json::from_str::<Value>(&solve(flags).out).expect("JSON")["length"].clone())
            .collect();
    assert!(lengths.iter().all(|length| length.is_u64() && *length == lengths[0]), "{lengths:?}");
    solve(&["--algorithm", "bfs"])
        .complains(&["--patterns: not supported by bfs", "hint: use astar, wastar, greedy or idastar"]);
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn charts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, begin) in [("chart.svg", &b"<svg"[..]), ("chart.PNG", b"\x89PNG")] {
        let path = folder.path().join(name);
        let chart = path.to_str().expect("a plain name");
        let run = taquin(&["bench", "small", "--method", "bfs", "--method", "iddfs", "--chart", chart]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(std::fs::read(&path).expect("a chart").starts_with(begin));
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2);
    let bench = |chart: &str| taquin(&["bench", "small", "--method", "bfs", "--chart", chart]);
    bench("chart.gif").complains(&["chart.gif", "expected the extension .svg or .png"]);
    bench("chart").complains(&[".svg or .png"]);
    bench("no/such/folder/chart.svg").complains(&["no/such/folder/chart.svg: cannot write"]);
    taquin(&["bench", "small", "random3x3", "--chart", "x.svg"])
        .complains(&["a chart requires a single suite"]);
}

#[test]
fn bad_input() {
    taquin(&["bench", "korf"])
        .complains(&["korf: no such file, and not a board", "hint: suites are korf100, hard15"]);
    taquin(&["bench", "small", "--goal", "spiral"])
        .complains(&["--goal: requires a file of boards, not a suite"]);
    taquin(&["bench", "korf100", "--board", "12,101"]).complains(&["--board: no board \"101\" in korf100"]);
    taquin(&["bench", "korf100", "--method", "lockstep:6-6-3"])
        .complains(&["patterns: not supported by lockstep"]);
    taquin(&["bench", "small", "small"]).complains(&["small given twice"]);
    for (method, words) in [
        ("foo", "is not a method; expected auto"),
        ("astar:foo", "\"foo\" is not a heuristic; expected zero"),
        ("bfs@2", "one thread"),
        ("7-8@many", "from 1 to 1024"),
        ("idastar:walking-distance@1@1", "from 1 to 1024"),
    ] {
        taquin(&["bench", "--method", method]).complains(&[method, words]);
    }
    taquin(&["bench", "korf100", "--method", "table"]).complains(&["--method table on korf100", "16 cells"]);
    taquin(&["bench", "korf100", "--method", "9-6"]).complains(&["no partition \"9-6\"", "5-5-5, 6-6-3"]);
    taquin(&["bench", "--method", "astar", "--method", "a*:manhattan"])
        .complains(&["astar:manhattan given twice"]);
    taquin(&["bench", "--repeat", "0"]).complains(&["at least 1"]);
    taquin(&["bench", "--signature", "--output", "json"]).complains(&["--signature"]);
    taquin(&["bench", "--list", "small"]).complains(&["--list"]);
}

#[test]
fn the_list_names_suites_and_methods() {
    let list = taquin(&["bench", "--list"]);
    assert_eq!(list.code, 0);
    for words in [
        "korf100       100 boards",
        "hard15         23 boards",
        "7-8+8-7@2",
        "random3x3    1000 boards",
        "random4x4    1000 boards",
        "all3x3     181440 boards",
        "random5x5      50 boards",
    ] {
        assert!(list.out.contains(words), "{words}: {list:?}");
    }
}

/// Every board of the suite random5x5 has a solution of its length in results/random5x5.md.
#[test]
fn certificates_of_random_24_puzzles() {
    let read = |path| std::fs::read_to_string(root().join(path)).expect("it is readable");
    let (boards, table) = (read("crates/taquin-cli/data/random5x5.txt"), read("results/random5x5.md"));
    let cells = table.lines().map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    let solutions: HashMap<&str, &str> =
        cells.filter_map(|cells| Some((*cells.get(1)?, *cells.iter().nth_back(1)?))).collect();
    let boards = notation::read_all(&boards).expect("boards with their names and lengths");
    assert_eq!(boards.len(), 50);
    for Record { board, id, length, .. } in boards {
        let id = id.expect("a name");
        let moves: Moves = solutions[id.as_str()].parse().expect("moves");
        assert_eq!(Some(moves.len() as u32), length, "board {id}");
        let end = board.play(&moves).expect("legal moves");
        assert!(end.is_solved(&Goal::rows(board.size())), "board {id}");
    }
}

/// The boards of this suite are in a file of the user.
#[test]
fn boards_of_a_suite_in_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bench = |args: &[&str]| {
        let output = program().current_dir(folder.path()).args(["bench", "korf24"]).args(args).output();
        Run::new(output.expect("the program starts"))
    };
    bench(&[]).complains(&["no file korf24.txt", "a line for each board"]);
    let list = folder.path().join("korf24.txt");
    let rest = "5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24";
    std::fs::write(&list, format!("1 4 99 1 2 3 4 0 {rest}\n2 1 99 1 0 2 3 4 {rest}\n"))
        .expect("it is written");
    let run = bench(&["--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains(r#""length":4"#) && run.out.contains(r#""length":1"#), "{run:?}");
    // A length that is not the known one.
    std::fs::write(&list, format!("1 6 99 1 2 3 4 0 {rest}\n")).expect("it is written");
    assert_ne!(bench(&[]).code, 0);
    std::fs::write(&list, "1 6 99 1 2 3\n").expect("it is written");
    bench(&[]).complains(&["korf24.txt"]);
}

/// Results so far are printed, and no chart is drawn.
#[test]
#[cfg(unix)]
fn interrupt() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = program();
    command.args(["bench", "random3x3", "--repeat", "100000", "--output", "json", "--chart"]);
    command.arg(folder.path().join("chart.svg")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(1500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is kill");
    let run = Run::new(child.wait_with_output().expect("the program ends"));
    assert_eq!(run.code, 130, "{run:?}");
    assert!(run.err.contains("interrupted; measured ") && run.err.contains(" of 1000 boards"), "{}", run.err);
    assert!(run.err.contains("chart.svg: not written, because the results are incomplete"), "{}", run.err);
    let value: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(value["complete"], false);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_is_success() {
    let mut shell = Command::new("sh");
    let call = format!("{} bench small --method bfs | head -1", env!("CARGO_BIN_EXE_taquin"));
    let run = Run::new(shell.args(["-c", &call]).output().expect("there is a shell"));
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
}
