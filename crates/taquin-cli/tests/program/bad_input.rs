//! Every kind of bad input ends with a clear message, exit code 2 and nothing on standard output.

use crate::run::{file, path, program, root, taquin, taquin_reading};
use std::fs;

#[test]
fn empty_file() {
    for content in ["", "\n\n", "# nothing but a comment\n", "\u{feff}"] {
        let file = file(content);
        taquin(&["solve", path(&file)]).complains(&["taquin: ", path(&file), "has no board", "hint: "]);
        taquin(&["inspect", path(&file)]).complains(&["has no board"]);
        taquin(&["moves", path(&file)]).complains(&["has no board"]);
        taquin(&["check", "examples/puzzle04.txt", path(&file)]).complains(&["the solution is empty"]);
    }
    taquin_reading("", &["solve", "-"]).complains(&["standard input", "has no board"]);
    taquin(&["solve", ""]).complains(&["has no board"]);
}

#[test]
fn binary_file() {
    let with_controls = file([1, 2, 3, 0, 7, 8]);
    taquin(&["solve", path(&with_controls)]).complains(&["control character", "not a text"]);
    let not_utf8 = file([0x33, 0x0a, 0xff, 0xfe, 0x80]);
    taquin(&["solve", path(&not_utf8)]).complains(&["not UTF-8 text", "byte 2"]);
    taquin(&["solve", env!("CARGO_BIN_EXE_taquin")]).complains(&["taquin: "]);
}

#[test]
fn endless_file() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.as_file().set_len(65 << 20).expect("a file with a hole");
    let path = file.path().to_str().expect("a plain name");
    taquin(&["solve", path]).complains(&["larger than 64 MiB"]);
    if std::path::Path::new("/dev/zero").exists() {
        taquin(&["solve", "/dev/zero"]).complains(&["larger than 64 MiB"]);
    }
}

#[test]
fn directory() {
    taquin(&["solve", "examples"]).complains(&["examples: this is a directory"]);
    taquin(&["check", "examples/puzzle04.txt", "."]).complains(&["directory"]);
}

#[test]
fn too_large_boards() {
    let rows: Vec<String> = (0..200)
        .map(|row| (0..200).map(|col| (row * 200 + col).to_string()).collect::<Vec<_>>().join(" "))
        .collect();
    let bare = file(rows.join("\n"));
    taquin(&["solve", path(&bare)]).complains(&["1 to 127"]);
    let headed = file(format!("200\n{}\n", rows.join("\n")));
    taquin(&["solve", path(&headed)]).complains(&["1 to 127"]);
    taquin(&["scramble", "--size", "200x200"]).complains(&["1 to 127"]);
    taquin(&["scramble", "--size", "0x3"]).complains(&["1 to 127"]);
    taquin(&["scramble", "--size", "big"]).complains(&["--size"]);
}

#[test]
fn wrong_tiles() {
    for (board, complaint) in [
        ("1 2 3/4 5 6/7 8 8", "line 1, column 17: tile 8 appears twice"),
        ("1 2 3/4 5 6/7 0 0", "a second blank"),
        ("1 2 3/4 5 6/7 9 0", "there is no tile 9"),
        ("1 2 3/4 5 6/7 8 9", "no blank"),
        ("1 2 3/4 -5 6/7 8 0", "-5 is negative"),
        ("1 2 3/4 99999999999999999999 6/7 8 0", "too large"),
        ("1 2 3/4 5/7 8 0", "row 2 has 2 of 3 entries"),
        ("1 2 3/4 5 6 7/8 0", "row 2 has 4 entries, not 3"),
        ("[1,2,3,4,5]", "a flat list of 5 numbers is not a square board"),
        ("[1,2,3,0", "never closed"),
        ("1 2 three/4 5 6/7 8 0", "found \"three\" where a number was expected"),
        ("{\"version\":2,\"size\":[2,2],\"start\":[1,2,3,0]}", "version 2"),
        ("{\"version\":1,\"size\":[2,2]}", "start"),
    ] {
        taquin(&["solve", board]).complains(&[complaint]);
        taquin_reading(board, &["solve", "-"]).complains(&["standard input: line 1, column ", complaint]);
    }
    let three_lines = file("3\n 1  2  3\n 4  5  5\n 7  8  0\n");
    taquin(&["solve", path(&three_lines)])
        .complains(&[&format!("taquin: {}: line 3, column 8: tile 5 appears twice", path(&three_lines))]);
}

#[test]
fn a_bad_third_board_spoils_all() {
    let good = "examples/puzzle04.txt";
    taquin(&["solve", good, good, "1 2 3/4 5 6/7 8 8"]).complains(&["tile 8 appears twice"]);
    let many = file("1 2/3 0\n1 2/0 3\n1 2/3 3\n");
    taquin(&["solve", path(&many)]).complains(&["line 3, column 7"]);
    taquin(&["convert", "--to", "list", good, "1 2 3/4 5 0"]).complains(&["only square boards"]);
}

#[test]
fn two_boards_where_one_is_expected() {
    let two = file("1 2/3 0\n1 2/0 3\n");
    for command in [
        &["moves", path(&two)][..],
        &["where", path(&two)],
        &["enumerate", path(&two), "--bound", "2"],
        &["check", path(&two), "U"],
        &["solve", "--goal", path(&two), "1 2/3 0"],
    ] {
        taquin(command).complains(&["line 2, column 1: a second board begins here, but one was expected"]);
    }
    taquin_reading("1 2/3 0", &["solve", "-", "-"]).complains(&["given twice"]);
}

#[test]
fn goals() {
    let sizes = "the board is 2x2 but the goal is 3x3";
    let goal = "1 2 3/4 5 6/7 8 0";
    for command in [
        &["solve", "--goal", goal, "1 2/3 0"][..],
        &["enumerate", "--bound", "1", "--goal", goal, "1 2/3 0"],
        &["moves", "--goal", goal, "1 2/3 0"],
        &["inspect", "--goal", goal, "1 2/3 0"],
        &["check", "--goal", goal, "1 2/3 0", "U"],
        &["scramble", "--goal", goal, "--size", "2x2"],
    ] {
        taquin(command).complains(&[sizes]);
    }
    taquin(&["solve", "--goal", "spirale", "1 2/3 0"]).complains(&[
        "taquin: --goal: \"spirale\" is not a goal; expected rows, blank-first or spiral\n",
        "hint: did you mean spiral?\n",
    ]);
    taquin(&["solve", "--goal", "snail", "1 2/3 0"]).complains(&[
        "taquin: --goal: \"snail\" is not a goal; expected rows, blank-first or spiral\n",
        "hint: a goal can also be a board",
    ]);
    for typo in ["blank_first", "blank first", "rows.", "spira1", "spiral!"] {
        taquin(&["solve", "--goal", typo, "1 2/3 0"])
            .complains(&["is not a goal; expected rows, blank-first or spiral\n", "hint: did you mean "]);
    }
    taquin(&["solve", "--goal", " rows ", "--output", "moves", "1 2/0 3"]).expect(0, "tile: L\n");
    // Letters with a sign for the blank are a board, however much they look like a name.
    taquin(&["solve", "--goal", "AB/C_", "--output", "moves", "1 2/0 3"]).expect(0, "tile: L\n");
    taquin(&["solve", "--goal", "goal.txt", "1 2/3 0"]).complains(&["--goal: goal.txt: no such file"]);
    // The second board does not fit the goal: the first is not solved either.
    taquin(&["solve", "--goal", goal, goal, "1 2/3 0"]).complains(&[sizes]);
}

#[test]
fn contradictory_flags() {
    let board = "examples/puzzle04.txt";
    for (flags, complaint) in [
        (
            &["--algorithm", "idastar", "--ties", "state"][..],
            "--ties: not supported by idastar\nhint: use astar",
        ),
        (&["--algorithm", "bfs", "--heuristic", "manhattan"], "--heuristic: "),
        (&["--algorithm", "astar", "--weight", "2"], "--weight: "),
        (&["--algorithm", "dfs", "--duplicates", "keep"], "--duplicates: "),
        (&["--moves-as", "words"], "--moves-as: requires --output moves"),
        (&["--letters", "blank", "--output", "json"], "--letters: requires --output moves"),
        (&["--output", "moves", "--moves-as", "numbers", "--letters", "blank"], "--letters"),
        (&["--weight", "0.5"], "from 1 to 1000"),
        (&["--order", "ULRD"], "blank:ULRD"),
        (&["--order", "blank:UULD"], "each of U, L, R, D once"),
        (&["--time-limit", "soon"], "500ms"),
        (&["--memory-limit", "lots"], "2GiB"),
        (&["--node-limit=-1"], "--node-limit"),
        (&["--explain", "--output", "moves"], "--explain: requires --json or no --output"),
        (&["--explain", "--stats"], "--explain: cannot be used with --stats"),
    ] {
        taquin(&[&["solve", board], flags].concat()).complains(&[complaint]);
    }
    taquin(&["enumerate", board, "--bound", "4", "--count", "--output", "moves"]).complains(&["--count"]);
    taquin(&["enumerate", board]).complains(&["--bound", "--length"]);
    taquin(&["enumerate", board, "--bound", "4", "--length", "4"]).complains(&["--bound", "--length"]);
    for (range, why) in [("9..5", "smaller number first"), ("5..", "or a range"), ("x", "whole number")] {
        taquin(&["enumerate", board, "--length", range]).complains(&["--length", why]);
    }
    taquin(&["solve", "--count", board]).complains(&["--all"]);
    taquin(&["solve", "--all", "--count", "--output", "moves", board])
        .complains(&["--count: requires --json or no --output"]);
    taquin(&["solve", "--all", "--metric", "multi", board]).complains(&["--all", "multi"]);
    taquin(&["solve", "--all", "--explain", board]).complains(&["--explain"]);
    taquin(&["solve", "--all", "--algorithm", "greedy", board])
        .complains(&["--all: greedy does not find optimal solutions\nhint: use astar", "idastar"]);
    taquin(&["inspect", board, "--json", "--print", "size"]).complains(&["--json"]);
    taquin(&["scramble", "--size", "3x3", "--unsolvable", "--moves", "3"]).complains(&["--unsolvable"]);
    taquin(&["scramble", "--size", "1x2", "--unsolvable"]).complains(&["every 1x2 board is solvable"]);
    taquin(&["where", board, "--origin", "2"]).complains(&["--origin"]);
}

#[test]
fn a_heuristic_whose_table_is_too_large() {
    let large = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24";
    for args in [
        ["solve", "--heuristic", "walking-distance", large],
        ["moves", "--heuristic", "zero,walking-distance", large],
        ["inspect", "--print", "walking-distance", large],
    ] {
        taquin(&args).complains(&["walking-distance", "too large for 5x5", "linear-conflict"]);
    }
}

#[test]
fn unknown_names() {
    let board = "examples/puzzle04.txt";
    taquin(&["solve", "--board", board]).complains(&["--board: unknown option", "without an option, as in"]);
    taquin(&["solve", "--output", "pyton", board]).complains(&["pyton", "hint: did you mean", "python"]);
    taquin(&["solve", "--algorithm", "astr", board]).complains(&["hint: did you mean", "astar"]);
    taquin(&["solve", "--heuristic", "manhatten", board]).complains(&["hint: did you mean", "manhattan"]);
    taquin(&["convert", "--to", "lst", board]).complains(&["hint: did you mean", "list"]);
    taquin(&["inspect", "--print", "hammin", board]).complains(&["hint: did you mean", "hamming"]);
    taquin(&["slove", board]).complains(&["hint: did you mean", "solve"]);
    taquin(&["solve", "--explian", board]).complains(&["hint: did you mean", "--explain"]);
    taquin(&["solve", "--quite", board])
        .complains(&["taquin: --quite: unknown option\nhint: did you mean --quiet?\n"]);
    taquin(&["scramble", "--sizes", "3"])
        .complains(&["taquin: --sizes: unknown option\nhint: did you mean --size?\n"]);
    taquin(&["solve", "--xyz", board])
        .complains(&["--xyz: unknown option\nhint: usage: taquin solve ", "taquin solve --help"]);
    taquin(&["solve", "--metric", "x", board])
        .complains(&["--metric: unknown value \"x\"\nhint: use single, multi\n"]);
    taquin(&["solve"]).complains(&["taquin: missing BOARD...\nhint: usage: "]);
    taquin(&["solve", board, "--weight"]).complains(&["--weight: missing value"]);
    taquin(&["solve", "--stats", "--stats", board]).complains(&["--stats: given twice"]);
    taquin::<&str>(&[]).complains(&["Usage: taquin [OPTIONS] <COMMAND>"]);
}

#[test]
fn files_that_are_not_there() {
    taquin(&["solve", "puzzle99.txt"]).complains(&["taquin: puzzle99.txt: no such file, and not a board\n"]);
    taquin(&["solve", "nothing"])
        .complains(&["taquin: nothing: no such file, and not a board\n", "hint: as a board: line 1"]);
    taquin(&["solve", "my boards/hard"])
        .complains(&["taquin: my boards/hard: no such file, and not a board\n"]);
    taquin(&["solve", "--lines", "boards.txt"]).complains(&["taquin: --lines: boards.txt: no such file\n"]);
    taquin(&["solve", "--patterns", "mine", "--catalogue", "mine.txt", "1 2/3 0"])
        .complains(&["taquin: --catalogue: mine.txt: no such file\n"]);
    taquin(&["solve", "--lines", "examples/lists.txt", "--output-file", "no/such/folder/answers"])
        .complains(&["no such file or directory\n"]);
    taquin(&["check", "examples/puzzle04.txt", "answer.txt"])
        .complains(&["answer.txt: no such file, and not a solution\n"]);
}

#[test]
#[cfg(unix)]
fn unreadable_file() {
    use std::os::unix::fs::PermissionsExt;
    let file = file("1 2/3 0");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).expect("own files can be locked");
    // Root reads everything.
    if fs::read(&file).is_err() {
        taquin(&["solve", path(&file)]).complains(&[path(&file), "ermission denied"]);
    }
}

#[test]
#[cfg(unix)]
fn argument_that_is_not_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let output =
        program().arg("solve").arg(OsStr::from_bytes(b"\xff\xfe")).output().expect("the program starts");
    crate::run::Run::new(output).complains(&["no such file"]);
}

#[test]
fn bad_solutions_are_not_bad_boards() {
    let board = "examples/puzzle04.txt";
    taquin(&["check", board, "1 two 3"]).complains(&["where the number of a tile was expected"]);
    taquin(&["check", board, "[1,2"]).complains(&["never closed"]);
    taquin(&["check", board, "R0"]).complains(&["0 times"]);
    assert!(root().join(board).exists());
}

/// Messages are short and never control the terminal, whatever they quote.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn messages_repeat_little() {
    let board = "examples/puzzle04.txt";
    for word in
        ["a".repeat(100_000), "a\u{1b}[31m\u{7}\r\nb".to_owned(), "\u{1b}]0;title\u{7}.txt".to_owned()]
    {
        let flag = format!("--{word}");
        for command in [
            &["solve", &word][..],
            &["solve", &flag],
            &[&word],
            &["solve", &format!("1 2 3/{word}")],
            &["solve", "--goal", &word, board],
            &["check", board, &word],
            &["solve", board, "--output", &word],
            &["solve", board, "--weight", &word],
            &["solve", board, "--order", &word],
            &["solve", board, "--time-limit", &word],
            &["solve", board, "--node-limit", &word],
            &["scramble", "--size", &word],
            &["scramble", "--size", "3x3", "--seed", &word],
            &["inspect", board, "--print", &word],
            &["completions", &word],
            &["man", "--dir", &format!("/dev/null/{word}")],
        ] {
            let run = taquin(command);
            run.complains(&[]);
            assert!(run.err.len() < 1000, "{} bytes for {:.20}", run.err.len(), command.join(" "));
            assert!(!run.err.contains(|c: char| c.is_control() && c != '\n'), "{run:?}");
        }
    }
}

/// The message for a malformed number does not suggest `--`.
#[test]
fn numbers() {
    let board = "examples/puzzle04.txt";
    for (command, complaint) in [
        (
            &["enumerate", board, "--bound", "-1"][..],
            "--bound: \"-1\": expected a whole number that is not negative",
        ),
        (&["where", board, "--x", "-1"], "--x: \"-1\": expected a whole number that is not negative"),
        (&["where", board, "--y", "-1"], "negative"),
        (&["where", board, "--tile", "-1"], "negative"),
        (&["where", board, "--origin", "-1"], "expected 0 or 1"),
        (&["scramble", "--size", "3x3", "--seed", "-1"], "negative"),
        (&["scramble", "--size", "3x3", "--count", "-1"], "negative"),
        (&["scramble", "--size", "3x3", "--moves", "-1"], "negative"),
        (&["scramble", "--size", "-1x2"], "is not a size: write rows x columns, as in 3x4"),
        (&["solve", board, "--time-limit", "-1s"], "expected a number and a unit"),
        (&["solve", board, "--memory-limit", "-1G"], "expected a number and a unit"),
        (&["solve", board, "--weight", "-1"], "from 1 to 1000"),
        (&["solve", board, "--node-limit", "-1"], "negative"),
        (&["solve", board, "--node-limit", "1e3"], "expected a whole number, as in 1000"),
        (&["scramble", "--size", "3x3", "--seed", "abc"], "expected a whole number, as in 1000"),
        (&["scramble", "--size", "3x3", "--seed", "99999999999999999999"], "number too large"),
    ] {
        let run = taquin(command);
        run.complains(&[complaint]);
        assert!(!run.err.contains("--help") && !run.err.contains("digit"), "{run:?}");
    }
    // Flags are still seen for what they are.
    taquin(&["enumerate", board, "--bound", "--cout"]).complains(&["--cout: unknown option"]);
    taquin(&["enumerate", board, "--bound", "3", "--cout"]).complains(&["hint: did you mean", "--count"]);
    taquin(&["solve", board, "--time-limit", "1s", "--stat"]).complains(&["hint: did you mean", "--stats"]);
}

/// The shell splits a board without quotes.
#[test]
fn forgotten_quotes() {
    taquin(&["solve", "0", "1", "3", "4", "2", "5", "7", "8", "6"])
        .complains(&["\nhint: quote the board: '0 1 3 4 2 5 7 8 6'\n"]);
    taquin(&["moves", "0", "1", "3", "2"]).complains(&["hint: quote a board that contains spaces"]);
    taquin(&["check", "1 2/0 3", "3", "2"]).complains(&["quote a board"]);
    let files = taquin(&["solve", "examples/puzzle04.txt", "nothing"]);
    files.complains(&["nothing: no such file"]);
    assert!(!files.err.contains("quote"), "{files:?}");
}
