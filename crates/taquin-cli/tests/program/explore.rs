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
    taquin(&["explore", "4x4"]).complains(&["4x4 has 16 cells", "up to 12 cells", "hint: 2x7"]);
    taquin(&["explore", "2x7", "--metric", "multi"])
        .complains(&["in pushes, only", "hint: use --metric single"]);
    taquin(&["explore", "2x3", "--metric", "multi", "--resume", "x"]).complains(&["--resume: not supported"]);
    taquin(&["explore", "3"]).expect(0, &taquin(&["explore", "3x3"]).out);
    taquin(&["explore", "0x3"]).complains(&["1 to 127"]);
    taquin(&["explore", "rows"]).complains(&["is not a size"]);
    taquin(&["explore"]).complains(&["ROWSxCOLS"]);
    taquin(&["explore", "3x3", "--goal", "1 2/3 0"]).complains(&["the goal is 2x2"]);
    taquin(&["explore", "3x3", "--metric", "double"]).complains(&["single", "multi"]);
    taquin(&["explore", "3x3", "--output", "gif"]).complains(&["svg"]);
}

#[test]
fn memory_limit() {
    let small = taquin(&["explore", "2x7", "--memory-limit", "1GiB"]);
    assert_eq!((small.code, small.out.as_str()), (3, ""), "{small:?}");
    assert!(small.err.contains("enumerating 2x7 boards needs 5."), "{small:?}");
    assert!(small.err.contains("more than the limit of 1.0 GiB"), "{small:?}");
    assert_eq!(taquin(&["explore", "3x3", "--memory-limit", "50M"]).code, 0);
}

#[test]
fn resume() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("new");
    let name = folder.to_str().expect("UTF-8");
    let whole = taquin(&["explore", "2x4", "--by-blank", "--antipodes"]);
    assert_eq!(taquin(&["explore", "2x4", "--by-blank", "--antipodes", "--resume", name]).out, whole.out);
    taquin(&["explore", "2x4", "--json", "--resume", name])
        .expect(0, &taquin(&["explore", "2x4", "--json"]).out);
    taquin(&["explore", "2x3", "--resume", name])
        .complains(&["layer-036: the checkpoint is of another count: 2x4", "hint: nothing was changed"]);
    let layer = folder.join("layer-036");
    std::fs::write(&layer, &std::fs::read(&layer).expect("a layer")[..100]).expect("a file");
    taquin(&["explore", "2x4", "--resume", name]).complains(&["layer-036: the checkpoint is incomplete"]);
    taquin(&["explore", "2x4", "--resume", layer.to_str().expect("UTF-8")]).complains(&["cannot create"]);
}

/// Whatever the moment, a run that is killed loses only the layer it was counting.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().to_str().expect("UTF-8");
    let arguments = ["explore", "3x4", "--format", "csv", "--resume", name];
    let last = || {
        let entries = std::fs::read_dir(folder.path()).expect("a folder");
        let names = entries.filter_map(|entry| entry.expect("a file").file_name().into_string().ok());
        names.filter_map(|name| name.strip_prefix("layer-")?.parse::<usize>().ok()).max()
    };
    let mut reached = None;
    for pause in [50, 150, 300, 500, 700, 900] {
        let mut child = program().args(arguments).stdout(Stdio::null()).spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        assert!(last() >= reached, "{:?} after {reached:?}", last());
        reached = last();
    }
    let run = taquin(&arguments);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.out.starts_with("depth,states\n0,1\n1,2\n2,4\n") && run.out.ends_with("\n52,86\n53,18\n"),
        "{run:?}"
    );
    let sum: u64 =
        run.out.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 239_500_800);
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
        // Nothing tells that it has begun. A signal that comes too early simply ends it, or is lost if the tests were started
        // with SIGINT ignored; then it is given twice the time, and counting takes much more than twice as long as starting.
        let pauses = (2..15).map(|doubled| Duration::from_millis(1 << doubled));
        let run = pauses.map(|pause| interrupted(output, pause)).find(|run| run.code == 130);
        let run = run.expect("one of the signals comes while it counts");
        assert!(run.err.contains("interrupted; counts are complete up to depth "), "{run:?}");
        assert_eq!(run.out.starts_with("depth,states\n0,1\n"), output == "csv", "{run:?}");
    }
}
