//! `taquin explore`.

use crate::run::{Run, program, taquin};
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn text() {
    taquin(&["explore", "2x2"]).expect(
        0,
        "size       2x2\n\
         goal       1 2/3 0\n\
         metric     single\n\
         \n\
         depth  states\n    0       1\n    1       2\n    2       2\n    3       2\n    4       2\n    5       2\n    6       1\n\
         \n\
         states     12\n\
         diameter   6 moves\n\
         mean       3.0000\n\
         mode       1, with 2\n\
         antipodes  1\n           0 3/2 1\n",
    );
    let multi = taquin(&["explore", "3x3", "--metric", "multi", "--goal", "spiral"]);
    assert_eq!(multi.code, 0);
    for words in ["goal       1 2 3/8 0 4/7 6 5\n", "diameter   24 pushes\n", "antipodes  4\n"] {
        assert!(multi.out.contains(words), "{words}: {}", multi.out);
    }
    // The blank in the middle has 148 antipodes.
    let few = taquin(&["explore", "3x3", "--goal", "spiral"]);
    assert!(few.out.ends_with("           … and 128 more (list them with --antipodes)\n"), "{}", few.out);
    let all = taquin(&["explore", "3x3", "--goal", "spiral", "--antipodes"]);
    assert_eq!(all.out.lines().count(), few.out.lines().count() + 127);
    assert!(!all.out.contains('…'));
    taquin(&["explore", "1x1", "--output", "csv"]).expect(0, "depth,states\n0,1\n");
}

#[test]
fn csv_and_json() {
    let csv = taquin(&["explore", "3x2", "--output", "csv"]);
    assert_eq!(csv.code, 0);
    assert!(
        csv.out.starts_with("depth,states\n0,1\n1,2\n2,3\n") && csv.out.ends_with("21,1\n"),
        "{}",
        csv.out
    );
    let json = taquin(&["explore", "2x3", "--output", "json"]).out;
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["size"], serde_json::json!([2, 3]));
    assert_eq!((&value["states"], &value["diameter"]), (&360.into(), &21.into()));
    assert_eq!(value["antipodes"], serde_json::json!({ "count": 1, "boards": [[4, 5, 0, 1, 2, 3]] }));
    assert_eq!(value["complete"], true);
}

#[test]
fn charts() {
    let svg = taquin(&["explore", "3x3", "--output", "svg"]);
    assert_eq!(svg.code, 0);
    assert!(svg.out.starts_with("<svg") && svg.out.contains("3x3: boards by distance"), "{}", svg.out);
    let png = program().args(["explore", "3x3", "--output", "png"]).output().expect("it starts");
    assert!(png.status.success() && png.stdout.starts_with(b"\x89PNG"));
}

#[test]
fn bad_input() {
    taquin(&["explore", "4x4"]).complains(&["4x4 has 16 cells", "up to 12 cells"]);
    taquin(&["explore", "3"]).expect(0, &taquin(&["explore", "3x3"]).out);
    taquin(&["explore", "0x3"]).complains(&["1 to 127"]);
    taquin(&["explore", "rows"]).complains(&["is not a size"]);
    taquin(&["explore"]).complains(&["ROWSxCOLS"]);
    taquin(&["explore", "3x3", "--goal", "1 2/3 0"]).complains(&["the goal is 2x2"]);
    taquin(&["explore", "3x3", "--metric", "double"]).complains(&["single", "multi"]);
    taquin(&["explore", "3x3", "--output", "gif"]).complains(&["svg"]);
}

/// Presses Ctrl-C after a while, and gives what came of it.
#[cfg(unix)]
fn interrupted(output: &str, pause: Duration) -> Run {
    let mut command = program();
    command.args(["explore", "3x4", "--output", output]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    std::thread::sleep(pause);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is kill");
    Run::new(child.wait_with_output().expect("the program ends"))
}

/// What is known by then is printed.
#[test]
#[cfg(unix)]
fn interrupt() {
    for output in ["csv", "svg"] {
        // Nothing tells that it has begun. A signal that comes too early simply ends it; then it is given twice the time,
        // and counting takes much more than twice as long as starting.
        let pauses = (2..15).map(|doubled| Duration::from_millis(1 << doubled));
        let run = pauses.map(|pause| interrupted(output, pause)).find(|run| run.code != -1);
        let run = run.expect("it began within half a minute");
        assert_eq!(run.code, 130, "{run:?}");
        assert!(run.err.contains("interrupted; counts are complete up to depth "), "{run:?}");
        assert_eq!(run.out.starts_with("depth,states\n0,1\n"), output == "csv", "{run:?}");
    }
}
