//! Options that every command has: files for the output, quiet, colours, and names in any case.

use crate::run::{Run, program, taquin};
use std::fs;

const BOARD: &str = "examples/puzzle04.txt";

/// `-o FILE` writes what would be printed, in every command.
#[test]
fn output_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (number, args) in [
        &["solve", BOARD][..],
        &["solve", "--all", "--output", "prolog", BOARD],
        &["enumerate", BOARD, "--bound", "4"],
        &["moves", BOARD],
        &["inspect", BOARD],
        &["inspect", "--print", "manhattan", BOARD],
        &["where", BOARD, "--tile", "1"],
        &["check", BOARD, "LULU"],
        &["convert", "--to", "list", BOARD],
        &["scramble", "--size", "3x3", "--seed", "1"],
        &["explore", "2x3"],
        &["compare", BOARD, "--no-time"],
        &["trace", BOARD],
        &["tables", "path"],
        &["bench", "--list"],
        &["audit", "--size", "2x2", "--boards"],
        &["completions", "fish"],
        &["man"],
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.path().join(format!("output-{number}"));
        let name = file.to_str().expect("a plain name");
        let printed = taquin(args);
        let written = taquin(&[args, &["-o", name]].concat());
        assert_eq!((written.code, written.out.as_str()), (printed.code, ""), "{args:?}: {written:?}");
        assert_eq!(fs::read_to_string(&file).expect("a file"), printed.out, "{args:?}");
        taquin(&[args, &["--output-file", "-"]].concat()).expect(printed.code, &printed.out);
    }
    // An error leaves what was there; so does an answer that does not exist.
    let file = folder.path().join("output-0");
    let before = fs::read(&file).expect("a file");
    let name = file.to_str().expect("a plain name");
    taquin(&["-o", name, "solve", "1 2/3 3"]).complains(&["tile 3"]);
    let stopped =
        taquin(&["solve", "-a", "astar", "--node-limit", "0", "examples/puzzle3x3-31.txt", "-o", name]);
    assert_eq!(stopped.code, 3, "{stopped:?}");
    assert_eq!(fs::read(&file).expect("a file"), before);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 18);
    taquin(&["solve", BOARD, "-o", "no/such/folder/x"]).complains(&["no/such/folder/x: cannot write"]);
    taquin(&["serve", "-o", "x"]).complains(&["-o: this command has no output"]);
}

/// Names of files, and how their content begins.
type Files = &'static [(&'static str, &'static [u8])];

/// The extension of the file gives the format, unless `--format` does.
#[test]
fn formats_by_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let commands: &[(&[&str], Files)] = &[
        (
            &["explore", "2x3"],
            &[
                ("a.svg", b"<svg"),
                ("a.PNG", b"\x89PNG"),
                ("a.csv", b"depth,"),
                ("a.json", b"{\"kind\""),
                ("a", b"size "),
            ],
        ),
        (
            &["compare", BOARD],
            &[
                ("b.md", b"1 board\n\n| d"),
                ("b.tex", b"% 1 board"),
                ("b.svg", b"<svg"),
                ("b.json", b"{\"kind\""),
            ],
        ),
        (&["trace", BOARD], &[("c.dot", b"digraph"), ("c.svg", b"<svg"), ("c.txt", b"start ")]),
        (
            &["bench", "small", "--method", "table"],
            &[("d.csv", b"suite,"), ("d.json", b"{\"kind\""), ("d.svg", b"<svg")],
        ),
        (&["draw", BOARD], &[("e.gif", b"GIF89a"), ("e.svg", b"<svg")]),
    ];
    for (args, files) in commands {
        for (file, begin) in *files {
            let path = folder.path().join(file);
            let run = taquin(&[args, &["-o", path.to_str().expect("a plain name")][..]].concat());
            assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
            let found = fs::read(&path).expect("a file");
            assert!(found.starts_with(begin), "{file}: {}", String::from_utf8_lossy(&found[..40]));
        }
    }
    let path = folder.path().join("x.svg");
    taquin(&["explore", "2x3", "--format", "CSV", "-o", path.to_str().expect("a plain name")]).expect(0, "");
    assert!(fs::read(&path).expect("a file").starts_with(b"depth,"));
    taquin(&["explore", "2x3", "-o", "x.gif"])
        .complains(&["-o x.gif: not a format of this command\nhint: ", ".svg"]);
    taquin(&["grade", BOARD, "-o", "x.tex", "--", "cat"]).complains(&["x.tex", ".csv"]);
}

#[test]
fn quiet() {
    let unsolvable = ["solve", "1 2 3/4 5 6/8 7 0"];
    let talks = taquin(&unsolvable);
    assert!(talks.err.contains("unsolvable: "), "{talks:?}");
    for flag in ["-q", "--quiet"] {
        let quiet = taquin(&[&unsolvable[..], &[flag]].concat());
        assert_eq!((quiet.code, quiet.out, quiet.err.as_str()), (1, talks.out.clone(), ""), "{flag}");
    }
    assert_eq!(taquin(&["-q", "scramble", "--size", "3x3"]).err, "");
    // Errors are printed.
    taquin(&["-q", "solve", "1 2/3 3"]).complains(&["taquin: ", "tile 3 appears twice"]);
    taquin(&["-q", "solve", "--metrc"]).complains(&["hint: did you mean --metric?"]);
}

#[test]
fn verbose() {
    let run = taquin(&["solve", "-v", BOARD]);
    assert_eq!(run.code, 0);
    for words in ["method", "why", "expanded", "seconds"] {
        assert!(run.err.contains(words), "{words}: {run:?}");
    }
    assert_eq!(run.out, taquin(&["solve", BOARD]).out);
}

#[test]
fn colours() {
    let inspect = |args: &[&str], no_color: Option<&str>| {
        let mut command = program();
        command.args(["inspect", BOARD]).args(args).env_remove("NO_COLOR");
        if let Some(value) = no_color {
            command.env("NO_COLOR", value);
        }
        Run::new(command.output().expect("the program starts"))
    };
    let plain = inspect(&[], None).out;
    assert!(!plain.contains('\u{1b}'));
    for args in [&["--color", "always"][..], &["--color=ALWAYS"]] {
        assert!(inspect(args, None).out.contains("\u{1b}["), "{args:?}");
        assert!(
            inspect(args, Some("1")).out.contains("\u{1b}["),
            "an option is stronger than the environment"
        );
    }
    assert_eq!(inspect(&["--color", "never"], None).out, plain);
    assert_eq!(inspect(&["--color", "auto"], None).out, plain);
    let help = |when: &str| taquin(&["--color", when, "solve", "--help"]).out;
    assert!(help("always").contains('\u{1b}') && !help("never").contains('\u{1b}'));
    taquin(&["inspect", BOARD, "--color", "blue"])
        .complains(&["--color: unknown value \"blue\"\nhint: use auto, always, never"]);
}

/// The extension of the file asks for JSON, unless an option asks for something else.
#[test]
fn json_by_the_name_of_the_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("answer.json");
    let name = file.to_str().expect("a plain name");
    let written = |args: &[&str]| {
        let run = taquin(&[args, &["-o", name]].concat());
        assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""), "{args:?}");
        fs::read_to_string(&file).expect("a file")
    };
    for args in [
        &["moves", BOARD][..],
        &["inspect", BOARD],
        &["where", BOARD, "--tile", "1"],
        &["check", BOARD, "LULU"],
        &["enumerate", BOARD, "--bound", "4"],
        &["tables", "list"],
        &["courses"],
        &["explore", "2x3"],
    ] {
        let printed = taquin(&[args, &["--json"]].concat()).out;
        assert!(printed.starts_with('{'), "{args:?}: {printed}");
        // The rest of an enumeration is its time.
        let stable = |text: &str| text.split("\"stats\"").next().unwrap_or_default().to_owned();
        assert_eq!(stable(&written(args)), stable(&printed), "{args:?}");
    }
    assert!(written(&["solve", BOARD]).starts_with("{\"kind\":\"solution\""));
    assert_eq!(written(&["solve", "--output", "moves", BOARD]), "tile: LULU\n");
}

/// A file that is replaced keeps its permissions.
#[cfg(unix)]
#[test]
fn permissions_of_output_files() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("private");
    fs::write(&file, "old").expect("a file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("an own file");
    taquin(&["solve", BOARD, "--output", "moves", "-o", file.to_str().expect("a plain name")]).expect(0, "");
    assert_eq!(fs::read_to_string(&file).expect("a file"), "tile: LULU\n");
    assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o600);
}

/// Names are matched without regard to case.
#[test]
fn names_in_any_case() {
    let wanted =
        taquin(&["solve", "--algorithm", "idastar", "--heuristic", "manhattan", "--goal", "rows", BOARD]);
    for (algorithm, heuristic, goal) in
        [("IDA*", "Manhattan", "Rows"), ("ida-star", "MANHATTAN", "ROWS"), ("IdaStar", "manhattan", "rows")]
    {
        taquin(&["solve", "-a", algorithm, "-H", heuristic, "-g", goal, BOARD]).expect(0, &wanted.out);
    }
    for algorithm in ["A*", "a-star", "AStar"] {
        taquin(&[
            "solve", "-a", algorithm, "--ties", "State", "--metric", "Single", "--output", "MOVES", BOARD,
        ])
        .expect(0, "tile: LULU\n");
    }
    let method = |method: &str| taquin(&["compare", BOARD, "--no-time", "--method", method]).out;
    assert_eq!(method("A*:Manhattan,Ties=State"), method("astar:manhattan,ties=state"));
    taquin(&["convert", BOARD, "--to", "List"]).expect(0, "[0, 1, 3, 4, 2, 5, 7, 8, 6]\n");
    assert_eq!(
        taquin(&["bench", "SMALL", "--signature"]).out,
        taquin(&["bench", "small", "--signature"]).out
    );
}

/// Digits are grouped for people, and never in JSON or CSV.
#[test]
fn digits() {
    let trace = taquin(&["solve", "--stats", "-a", "astar", "-H", "hamming", "examples/puzzle3x3-31.txt"]);
    assert!(trace.err.contains("expanded     1") && trace.err.contains(','), "{trace:?}");
    let counts = taquin(&["explore", "3x3"]).out;
    assert!(counts.contains("24,047") && counts.contains("181,440"), "{counts}");
    let csv = taquin(&["explore", "3x3", "--format", "csv"]).out;
    assert!(csv.contains(",24047\n") && csv.lines().all(|line| line.matches(',').count() == 1), "{csv}");
    assert!(taquin(&["explore", "3x3", "--json"]).out.contains(":181440,"));
}

/// A table on a terminal has no line that the terminal would break; on a pipe everything is there.
#[test]
#[ignore = "needs script; run by `cargo xtask test`"]
#[cfg(target_os = "linux")]
fn tables_fit_the_terminal() {
    for (command, dropped) in [
        ("compare examples/puzzle04.txt examples/puzzle3x3-31.txt", "time"),
        ("bench small", "tables"),
        ("trace examples/puzzle04.txt", "closed"),
        ("grade '1 2/0 3' -- echo nothing that can be read as an answer to this", "time"),
    ] {
        let words = |text: &str| text.split_whitespace().any(|word| word == dropped);
        for width in [40, 60, 80, 200] {
            let run = crate::streams::on_terminal(width, "1", command);
            let lines: Vec<&str> = run.out.lines().map(|line| line.trim_end_matches('\r')).collect();
            let heads = ["d  method", "method  solved", "step", "board"];
            let table = lines.iter().skip_while(|line| !heads.iter().any(|head| line.starts_with(head)));
            for line in table.take_while(|line| !line.trim().is_empty() && !line.starts_with("(not shown")) {
                // The status line is drawn and erased in place.
                let line = line.rsplit('\r').next().unwrap_or_default();
                assert!(line.chars().count() <= width as usize, "{width}: {line:?}");
            }
            if width == 40 {
                assert!(run.out.contains("(not shown in 40 columns: "), "{command}: {}", run.out);
            }
        }
        let args = ["-c", &format!("{} {command}", env!("CARGO_BIN_EXE_taquin"))].map(str::to_owned);
        let piped = std::process::Command::new("sh").args(args).current_dir(crate::run::root()).output();
        let piped = String::from_utf8(piped.expect("there is a shell").stdout).expect("UTF-8");
        assert!(words(&piped), "{command}: {piped}");
    }
}
