//! `taquin grade`: five programs of five kinds, and some that are worse.

use crate::run::{Run, program, root, taquin};
use serde_json::Value;

/// Grades one of the programs that come with the tests on Princeton's boards.
fn graded(solver: &str, options: &[&str]) -> Run {
    let path = format!("{}/crates/taquin-cli/tests/solvers/{solver}", root().display());
    let fixed = ["grade", "--suite", "princeton", "--time-limit", "2m"];
    taquin(&[&fixed, options, &["--", "python3", "-B", &path, "{}"]].concat())
}

/// The verdict and the points of every board.
fn verdicts(run: &Run) -> Vec<(String, u64)> {
    let object: Value = serde_json::from_str(&run.out).expect("JSON");
    let boards = object["boards"].as_array().expect("a list");
    let verdict = |board: &Value| board["verdict"].as_str().expect("a word").to_owned();
    boards.iter().map(|board| (verdict(board), board["points"].as_u64().expect("a number"))).collect()
}

fn all(verdict: &str, points: u64, count: usize) -> Vec<(String, u64)> {
    vec![(verdict.to_owned(), points); count]
}

#[test]
#[ignore = "needs python3; run by `cargo xtask test`"]
fn a_right_program() {
    let run = graded("right.py", &["--output", "json"]);
    assert_eq!((run.code, verdicts(&run)), (0, all("right", 4, 8)), "{run:?}");
    let object: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&object["points"], &object["max_points"]), (&32.into(), &32.into()));
    let hardest = &object["boards"][3];
    assert_eq!(
        (&hardest["length"], &hardest["optimal"], &hardest["length_right"]),
        (&31.into(), &true.into(), &true.into())
    );
    assert_eq!(object["boards"][7]["unsolvable_recognised"], true);
    let text = graded("right.py", &[]);
    assert!(text.out.ends_with("\nright   8 of 8 boards\npoints  32 of 32 (100.0 %)\n"), "{}", text.out);
}

#[test]
#[ignore = "needs python3; run by `cargo xtask test`"]
fn a_program_with_another_format() {
    // The answer cannot be read.
    let run = graded("wrong_format.py", &["--output", "json"]);
    assert_eq!(run.code, 1);
    // Only the unsolvable boards have an answer that people and programs understand.
    let wanted = [all("unreadable", 0, 6), all("right", 4, 2)].concat();
    assert_eq!(verdicts(&run), wanted, "{run:?}");
    // It can be read, but it is not what was asked for.
    let other = ["grade", "--suite", "princeton", "--output", "json"];
    let command = ["--", env!("CARGO_BIN_EXE_taquin"), "solve", "--output", "moves", "{}"];
    let run = taquin(&[&other[..], &command].concat());
    assert_eq!((run.code, verdicts(&run)[1..6].to_vec()), (1, all("form", 3, 5)), "{run:?}");
    let run = taquin(&[&other[..], &["--dialect", "any"], &command].concat());
    assert_eq!((run.code, verdicts(&run)), (0, all("right", 4, 8)), "{run:?}");
}

#[test]
#[ignore = "needs python3; run by `cargo xtask test`"]
fn a_program_that_takes_too_many_moves() {
    let run = graded("longer.py", &["--output", "json"]);
    let wanted = [all("longer", 3, 6), all("right", 4, 2)].concat();
    assert_eq!((run.code, verdicts(&run)), (1, wanted), "{run:?}");
    assert!(run.out.contains("2 moves longer than the optimum of 31"), "{run:?}");
    // The same boards, where a shortest solution is not wanted.
    let path = format!("{}/crates/taquin-cli/tests/solvers/longer.py", root().display());
    let run = taquin(&["grade", "--any-length", "0 1 3/4 2 5/7 8 6", "--", "python3", "-B", &path]);
    assert_eq!(run.code, 0, "{run:?}");
    let run = graded("longer.py", &["--any-length"]);
    assert_eq!(run.code, 0, "{run:?}");
    let course = ["grade", "--course", "princeton", "--any-length", "--time-limit", "2m"];
    let run = taquin(&[&course[..], &["--", "python3", "-B", &path, "{}"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
#[ignore = "needs python3; run by `cargo xtask test`"]
fn a_program_that_hangs() {
    let path = format!("{}/crates/taquin-cli/tests/solvers/hanging.py", root().display());
    let run = taquin(&[
        "grade",
        "examples/puzzle04.txt",
        "--time-limit",
        "1s",
        "--output",
        "json",
        "--",
        "python3",
        &path,
    ]);
    assert_eq!((run.code, verdicts(&run)), (1, all("time", 0, 1)), "{run:?}");
    assert!(run.out.contains("no answer within 1s"), "{run:?}");
    #[cfg(target_os = "linux")]
    assert!(!is_alive("6691"));
}

#[test]
#[ignore = "needs python3; run by `cargo xtask test`"]
fn a_program_that_crashes() {
    let run = graded("crashing.py", &["--output", "json"]);
    assert_eq!((run.code, verdicts(&run)), (1, all("crashed", 0, 8)), "{run:?}");
    assert!(run.out.contains("IndexError") && run.out.contains("exit status: 1"), "{run:?}");
    let text = graded("crashing.py", &[]);
    assert!(text.out.contains("\nstandard error of the program on board puzzle00:\n"), "{text:?}");
    assert!(text.out.ends_with("\n  | IndexError: list index out of range\n"), "{text:?}");
}

#[test]
#[ignore = "needs python3; run by `cargo xtask test`"]
fn csv_and_junit() {
    let csv = graded("longer.py", &["--output", "csv"]);
    let first: Vec<&str> = csv.out.lines().nth(2).expect("a line").split(',').collect();
    assert_eq!(
        first[..10],
        ["puzzle04", "true", "true", "true", "6", "false", "true", "", "3", "longer"],
        "{csv:?}"
    );
    assert_eq!(csv.out.lines().count(), 9);
    let junit = graded("crashing.py", &["--output", "junit"]);
    let document = roxmltree::Document::parse(&junit.out).expect("XML");
    let suite = document.descendants().find(|node| node.has_tag_name("testsuite")).expect("a suite");
    assert_eq!((suite.attribute("tests"), suite.attribute("errors")), (Some("8"), Some("8")));
    let error = document.descendants().find(|node| node.has_tag_name("error")).expect("an error");
    assert_eq!(error.attribute("type"), Some("crashed"));
    assert!(error.text().expect("its complaints").contains("IndexError"));
    let junit = graded("longer.py", &["--output", "junit"]);
    let document = roxmltree::Document::parse(&junit.out).expect("XML");
    assert_eq!(document.descendants().filter(|node| node.has_tag_name("failure")).count(), 6);
    // What XML cannot hold.
    let odd = taquin(&["grade", "1 0", "--output", "junit", "--", "printf", "\\033 <x> & \"\\000"]);
    assert!(roxmltree::Document::parse(&odd.out).is_ok(), "{odd:?}");
}

/// Grades a script of the shell on one board.
fn scripted(script: &str, options: &[&str]) -> (String, u64) {
    let fixed = ["grade", "0 1 3/4 2 5/7 8 6", "--output", "json"];
    let run = taquin(&[&fixed[..], options, &["--", "sh", "-c", script]].concat());
    verdicts(&run).remove(0)
}

#[test]
fn all_kinds_of_answers() {
    let long = ["--time-limit", "2m"];
    for (script, verdict, points) in [
        ("echo LULU", "right", 4),
        ("cat > /dev/null; echo 1 2 5 6", "right", 4),
        ("echo blank: RDRD; exit 1", "right", 4),
        ("echo Minimum number of moves = 5; echo LULU", "form", 3),
        ("echo LUL", "wrong", 0),
        ("echo LULUR", "wrong", 0),
        ("echo RRRR", "wrong", 0),
        ("echo Unsolvable puzzle", "wrong", 0),
        ("echo 0 1 3/4 2 5/7 8 6; echo 1 2 3/4 5 6/7 8 0", "wrong", 0),
        ("true", "silent", 0),
        ("echo", "silent", 0),
        ("echo Hello world", "unreadable", 0),
        ("echo Solving...; echo LULU; echo Time: 0.31 s", "right", 4),
        ("echo INFO:root:Solution: LULU", "right", 4),
        ("echo No solution found yet, searching deeper; echo LULU", "right", 4),
        ("echo RDRD", "right", 4),
        ("echo 4", "right", 4),
        ("echo No solution.", "wrong", 0),
        ("echo LULU; echo No solution.", "wrong", 0),
        ("echo Hello world; exit 1", "crashed", 0),
        ("echo LULU; kill -9 $$", "crashed", 0),
        ("printf '\\377\\376\\000'", "unreadable", 0),
    ] {
        assert_eq!(scripted(script, &long), (verdict.to_owned(), points), "{script}");
    }
}

/// Is a process with this in its command line alive anywhere?
#[cfg(target_os = "linux")]
pub(crate) fn is_alive(mark: &str) -> bool {
    let pids = std::fs::read_dir("/proc").expect("there is /proc").flatten();
    pids.into_iter().any(|entry| {
        let words = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        // The hashes in a compiler's arguments can contain the mark, but not as a word.
        String::from_utf8_lossy(&words).split(|c: char| !c.is_alphanumeric()).any(|word| word == mark)
    })
}

#[test]
#[ignore = "needs python3; run by `cargo xtask test`"]
#[cfg(target_os = "linux")]
fn floods_forks_and_sleeps_are_contained() {
    let short = ["--time-limit", "1s"];
    assert_eq!(scripted("yes", &["--time-limit", "2m"]).0, "output");
    assert_eq!(scripted("yes | head -c 65536", &["--time-limit", "2m"]).0, "unreadable");
    assert_eq!(scripted("yes >&2", &short).0, "time");
    assert_eq!(
        scripted("sleep 6692 & setsid sleep 6692 & (setsid sleep 6692 &) ; sleep 6692", &short).0,
        "time"
    );
    assert_eq!(scripted("sleep 6692 & setsid sleep 6692 & echo LULU", &["--time-limit", "2m"]).0, "right");
    let eat = "exec python3 -c 'x = bytearray(200 << 20); import time; time.sleep(6692)'";
    assert_eq!(scripted(eat, &["--time-limit", "2m", "--memory-limit", "100M"]).0, "memory");
    assert!(!is_alive("6692"));
}

#[test]
fn ways_in() {
    let taquin_path = env!("CARGO_BIN_EXE_taquin");
    let boards = ["0 1 3/4 2 5/7 8 6", "1 2 3/0 4 5"];
    for command in [&["solve", "{}"][..], &["solve", "-"], &["solve", "{board}"]] {
        let run = taquin(&[&["grade"], &boards[..], &["--", taquin_path], command].concat());
        assert_eq!(run.code, 0, "{run:?}");
    }
    // The words are given as they are.
    let run = taquin(&["grade", "1 0", "--output", "json", "--", "printf", "%s", "$(id) `id` {board} ; *"]);
    assert_eq!(verdicts(&run)[0].0, "unreadable", "{run:?}");
    let spiral = taquin(&[
        "grade",
        "--suite",
        "coordinates",
        "--",
        taquin_path,
        "solve",
        "--goal",
        "spiral",
        "--output",
        "coordinates",
        "{board}",
    ]);
    assert_eq!(spiral.code, 0, "{spiral:?}");
    for (suite, output) in [("prolog", "prolog"), ("python", "python"), ("lockstep", "princeton")] {
        let run =
            taquin(&["grade", "--suite", suite, "--", taquin_path, "solve", "--output", output, "{board}"]);
        assert_eq!(run.code, 0, "{suite}: {run:?}");
    }
    let bounded = [
        "grade",
        "--suite",
        "prolog-bounded",
        "--",
        taquin_path,
        "enumerate",
        "--goal",
        "blank-first",
        "--output",
        "prolog",
    ];
    let all = taquin(&[&bounded[..], &["--bound", "{bound}", "{board}"]].concat());
    assert_eq!(all.code, 0, "{all:?}");
    assert!(all.out.contains("right: 2 of 2 solutions"), "{all:?}");
    // The first solution alone is not complete.
    let first = [&bounded[..4], &[taquin_path, "solve"], &bounded[6..], &["{board}"]].concat();
    let first = taquin(&first);
    assert_eq!(first.code, 1, "{first:?}");
    assert!(first.out.contains("incomplete: 1 of 2 solutions: 1 missing, as tile: "), "{first:?}");
}

#[test]
fn generated_boards() {
    let fixed = [
        "grade",
        "--size",
        "3x3",
        "--depths",
        "3..5",
        "--count",
        "2",
        "--unsolvable",
        "2",
        "--output",
        "csv",
    ];
    let command = ["--", env!("CARGO_BIN_EXE_taquin"), "solve", "--output", "moves", "-"];
    let run = taquin(&[&fixed[..], &["--seed", "9"], &command].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let column = |run: &Run, number: usize| -> Vec<String> {
        let lines = run.out.lines().skip(1);
        lines
            .map(|line| line.replace(", ", " ").split(',').nth(number).unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(column(&run, 4), ["3", "3", "4", "4", "5", "5", "", ""]);
    assert_eq!(column(&run, 1)[5..], ["true", "false", "false"]);
}

#[test]
fn bad_usage() {
    taquin(&["grade", "--suite", "princeton"]).complains(&["PROGRAM"]);
    taquin(&["grade", "--", "cat"]).complains(&["--suite"]);
    taquin(&["grade", "--suite", "prolog-bounded", "--any-length", "--", "cat"])
        .complains(&["--any-length: not supported by the suite prolog-bounded"]);
    taquin(&["grade", "--suite", "prinston", "--", "cat"]).complains(&["princeton"]);
    taquin(&["grade", "--depths", "2..3", "--", "cat"]).complains(&["--size"]);
    taquin(&["grade", "--size", "3x3", "--depths", "40", "--", "cat"])
        .complains(&["the farthest are 31 moves"]);
    taquin(&["grade", "--size", "4x4", "--depths", "4", "--", "cat"])
        .complains(&["4x4 has 16 cells", "taquin scramble"]);
    taquin(&["grade", "1 2/3 0", "--", "taquin-no-such-program"])
        .complains(&["taquin-no-such-program: cannot start the program", "after --"]);
    taquin(&["grade", "1 2 3/0 4 5", "--notation", "princeton", "--", "cat"]).complains(&["\"1 2 3/0 4 5\""]);
    taquin(&["grade", "missing.txt", "--", "cat"]).complains(&["missing.txt: no such file"]);
}

/// The boards graded so far are reported, and the program is killed.
#[test]
#[cfg(target_os = "linux")]
fn interrupt() {
    use std::process::{Command, Stdio};
    let mark = crate::run::file("");
    let script = "read -r n; case $n in 3) echo LULU;; *) echo $$ > \"$0\"; sleep 6693;; esac";
    let mut command = program();
    command.args(["grade", "0 1 3/4 2 5/7 8 6", "0 1/2 3", "--output", "csv", "--", "sh", "-c", script]);
    command.arg(crate::run::path(&mark)).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    while !std::fs::read_to_string(&mark).expect("it is there").ends_with('\n') {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is kill");
    let run = Run::new(child.wait_with_output().expect("the program ends"));
    assert_eq!((run.code, run.out.lines().count()), (130, 2), "{run:?}");
    assert!(run.err.contains("interrupted after 1 of 2 boards"), "{run:?}");
    assert!(!is_alive("6693"));
}
