//! `taquin audit`.

use crate::run::{Run, file, path, program, taquin};
use std::process::Stdio;

/// Audits a script of the shell that answers for the twelve boards of 2x2.
fn answers(script: &str) -> Run {
    taquin(&["audit", "--size", "2x2", "--", "sh", "-c", script])
}

#[test]
fn programs_that_do_not_answer_as_they_should() {
    answers("echo hello").complains(&[
        "line 1 of the output: \"hello\" is not a number from 0 to 65535 (board 0 1 3 2)",
        "print one number per line",
        "sh -c echo hello: ",
    ]);
    answers("seq 11").complains(&["11 answers for 12 boards", "the first board without one is "]);
    answers("seq 13").complains(&["line 13 of the output: \"13\" is one answer too many for 12 boards"]);
    answers("exit 0").complains(&["0 answers"]);
    answers("echo -1").complains(&["\"-1\" is not a number from 0 to 65535"]);
    answers("seq 5; echo Traceback >&2; echo '\u{1b}[31mValueError' >&2; exit 3").complains(&[
        "failed after 5 of 12 answers (exit status: 3)",
        "\n  | Traceback\n  | \\u{1b}[31mValueError",
    ]);
    #[cfg(unix)]
    answers("kill -11 $$").complains(&["after 0 of 12 answers (signal: 11"]);
    taquin(&["audit", "--size", "3x3", "--", "taquin-no-such-program"])
        .complains(&["cannot start taquin-no-such-program", "after --"]);
}

#[test]
fn limits() {
    let slow = ["audit", "--size", "2x2", "--time-limit", "200ms", "--", "sh", "-c", "echo 0; sleep 6661"];
    let run = taquin(&slow);
    run.expect(3, "");
    assert!(run.err.contains("killed after 1 of 12 answers: ran for more than 200ms"), "{run:?}");
    let flood = answers("yes ''");
    flood.expect(3, "");
    assert!(flood.err.contains("printed more than "), "{flood:?}");
    // What is wrong from the first line on is not read to the end.
    answers("yes").complains(&["\"y\" is not a number"]);
}

#[test]
fn sound_and_unsound() {
    let run = answers("while read -r board; do echo 0; done");
    assert_eq!(run.code, 0);
    assert!(run.out.contains("admissible  yes") && run.out.contains("consistent  yes"), "{run:?}");
    let run = answers("while read -r board; do echo 1; done");
    assert_eq!(run.code, 1);
    assert!(run.out.contains("the value exceeds the distance on 1 board"), "{run:?}");
    assert!(run.out.contains("1 2/3 0 is 0 moves from the goal, but its value is 1"), "{run:?}");
    assert!(run.out.contains("consistent  no, the value of the goal is 1 instead of 0"), "{run:?}");
    let json = taquin(&[
        "audit",
        "--size",
        "2x2",
        "--json",
        "--goal",
        "blank-first",
        "--",
        "sh",
        "-c",
        "yes 1.5 | head -12",
    ]);
    let value: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!((json.code, &value["overestimates"], &value["mean"]), (1, &3.into(), &1.5.into()));
    assert_eq!(value["overestimate"]["board"], serde_json::json!([0, 1, 2, 3]));
    assert_eq!((&value["admissible"], &value["inconsistent_moves"]), (&false.into(), &0.into()));
}

#[test]
fn tables() {
    let table = "examples/heuristics/distances-2x2.txt";
    let run = taquin(&["audit", "--size", "2x2", "--table", table]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("mean        3.0000; the mean distance is 3.0000"), "{run:?}");
    let short = file("# nothing\n1 2 3 0 0\n\n1 2 0 3 1\n");
    taquin(&["audit", "--size", "2x2", "--table", path(&short)])
        .complains(&["10 solvable boards are missing", "--boards"]);
    let wrong = file("1 2 3 0 0\n1 2 3\n");
    taquin(&["audit", "--size", "2x2", "--table", path(&wrong)])
        .complains(&["line 2", "is not a board of 4 numbers followed by an estimate"]);
    taquin(&["audit", "--size", "2x2", "--table", "missing.txt"]).complains(&["missing.txt"]);
}

#[test]
fn bad_usage() {
    taquin(&["audit", "--size", "4x4", "--", "cat"]).complains(&["4x4 has 16 cells", "at most 10 cells"]);
    taquin(&["audit", "--size", "1x4", "--", "cat"]).complains(&["single row or column"]);
    taquin(&["audit", "--size", "3x3"]).complains(&["PROGRAM"]);
    taquin(&["audit", "--", "cat"]).complains(&["--size"]);
    taquin(&["audit", "--size", "3x3", "--table", "x", "--", "cat"]).complains(&["cannot be used with"]);
    taquin(&["audit", "--size", "3x3", "--goal", "1 2/3 0", "--", "cat"]).complains(&["the goal is 2x2"]);
    taquin(&["audit", "--size", "3x3", "cat"]).complains(&["cat"]);
    let boards = taquin(&["audit", "--size", "2x2", "--boards"]);
    assert_eq!((boards.code, boards.out.lines().count()), (0, 12));
    assert!(boards.out.starts_with("0 1 3 2\n") && boards.out.ends_with("3 1 2 0\n"), "{}", boards.out);
}

/// Ctrl-C ends the program that is asked, too.
#[test]
#[cfg(target_os = "linux")]
fn interrupt() {
    let mut command = program();
    command.args([
        "audit",
        "--size",
        "3x3",
        "--",
        "sh",
        "-c",
        "echo begun >&2; echo $$ > \"$0\"; sleep 6671",
    ]);
    let mark = file("");
    command.arg(path(&mark)).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    let pid = loop {
        let text = std::fs::read_to_string(&mark).expect("it is there");
        if text.ends_with('\n') {
            break text.trim().to_owned();
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("there is kill");
    let run = Run::new(child.wait_with_output().expect("the program ends"));
    run.expect(130, "");
    assert!(run.err.contains("interrupted"), "{run:?}");
    assert!(!std::path::Path::new("/proc").join(pid).exists());
}
