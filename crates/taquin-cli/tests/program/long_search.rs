//! Long searches: killed and resumed, divided and merged, and what is refused.

use crate::run::{Run, program, root, taquin};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

/// A random 3x6 board, which takes a second, and has an iteration that is worth dividing.
fn board(folder: &Path) -> String {
    let file = folder.join("board.txt");
    fs::write(&file, taquin(&["scramble", "--size", "3x6", "--seed", "6"]).out).expect("it can be written");
    file.to_str().expect("temporary files have plain names").to_owned()
}

/// The arguments of a search with a journal.
fn resumed<'a>(board: &'a str, journal: &'a str) -> [&'a str; 8] {
    ["solve", "--gap", "0", "--output", "moves", "--resume", journal, board]
}

/// Checks that every line of a journal is as the schema says.
fn assert_described(journal: &str) {
    let schema = fs::read_to_string(root().join("schema/journal.schema.json")).expect("it is published");
    let schema = serde_json::from_str(&schema).expect("it is JSON");
    let schema = jsonschema::validator_for(&schema).expect("it is a schema");
    for line in journal.lines() {
        let value = serde_json::from_str(line).expect("it is JSON");
        assert!(schema.is_valid(&value), "{line}");
    }
}

fn length(run: &Run) -> usize {
    assert_eq!(run.code, 0, "{run:?}");
    run.out.trim_start_matches("tile: ").trim().len()
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn killed_and_resumed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let board = board(folder.path());
    let journal = folder.path().join("journal.jsonl");
    let journal = journal.to_str().expect("temporary files have plain names");
    let optimal = length(&taquin(&["solve", "--gap", "0", "--output", "moves", &board]));
    // At ten moments, the first of which come before the first line.
    for milliseconds in (1..=10).map(|moment| 60 * moment) {
        let mut child =
            program().args(resumed(&board, journal)).stdout(Stdio::null()).spawn().expect("it starts");
        thread::sleep(Duration::from_millis(milliseconds));
        // It may have finished.
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    assert_eq!(length(&taquin(&resumed(&board, journal))), optimal);
    // The solution is in the journal, which is not changed any more.
    let whole = fs::read_to_string(journal).expect("it can be read");
    assert_eq!(length(&taquin(&resumed(&board, journal))), optimal);
    assert_eq!(fs::read_to_string(journal).expect("it can be read"), whole);
    assert_described(&whole);
    // No part was searched twice.
    let parts =
        whole.lines().filter_map(|line| line.strip_prefix(r#"{"kind":"part","#)?.split("expanded").next());
    let mut parts: Vec<&str> = parts.collect();
    parts.sort_unstable();
    assert!(!parts.is_empty() && parts.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn divided_and_merged() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let board = board(folder.path());
    let parts = folder.path().join("parts");
    let parts = parts.to_str().expect("temporary files have plain names");
    let optimal = length(&taquin(&["solve", "--gap", "0", "--output", "moves", &board]));
    let journal = format!("{parts}/search.jsonl");
    for round in 0..20 {
        let split = taquin(&["split", &board, "--parts", "3", "--into", parts]);
        if split.code == 1 {
            assert!(round > 0 && split.err.contains("nothing to split"), "{split:?}");
            assert_eq!(length(&taquin(&resumed(&board, &journal))), optimal);
            return;
        }
        let files: Vec<&str> = split.out.lines().collect();
        assert_eq!((split.code, files.len()), (0, 3), "{split:?}");
        assert_eq!(split.err, "");
        if round == 0 {
            let again = taquin(&["split", &board, "--parts", "3", "--into", parts]);
            assert!(again.err.contains("handed out again") && again.out != split.out, "{again:?}");
        }
        assert_described(&fs::read_to_string(files[0]).expect("it can be read"));
        for file in &files {
            let part = taquin(&["solve", "--part", file]);
            assert_eq!(part.code, 0, "{part:?}");
        }
        let merge = |files: &[&str]| taquin(&[&["merge", &journal], files].concat());
        let some = merge(&files[..2]);
        let merged = merge(&files);
        assert!(some.code <= 1 && merged.code == 0, "{some:?} {merged:?}");
    }
    panic!("twenty iterations were not enough");
}

#[test]
fn refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let name = |file: &str| folder.path().join(file).to_str().expect("a plain name").to_owned();
    let journal = name("journal.jsonl");
    let solve = |board: &str| taquin(&["solve", "--resume", &journal, board]);
    solve("0 1 3/4 2 5/7 8 6").complains(&["3x3 cannot be resumed or divided", "17 to 25 cells"]);
    assert!(!Path::new(&journal).exists(), "nothing is written");
    taquin(&["solve", "0 1 3/4 2 5/7 8 6", "--resume"]).complains(&["--resume: requires --lines"]);
    let unsolvable = "2 1 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 0";
    assert_eq!(solve(unsolvable).code, 1);
    let split = taquin(&["split", unsolvable, "--parts", "2", "--into", &name("parts")]);
    assert!(split.code == 1 && split.err.contains("nothing to split: unsolvable"), "{split:?}");
    assert!(!Path::new(&journal).exists() && !Path::new(&name("parts")).exists(), "nothing is written");
    taquin(&["merge", "a", "b", "a"]).complains(&["a: given as the journal and as a part"]);
    taquin(&["solve", "--part", &name("none")]).complains(&["no such file"]);
    taquin(&["merge", &name("none"), &name("other")]).complains(&["no such file"]);
    fs::write(&journal, "no journal\n").expect("it can be written");
    solve("examples/puzzle5x5.txt").complains(&["line 1 is not a line of this journal"]);
    assert_eq!(fs::read_to_string(&journal).expect("it can be read"), "no journal\n");
    taquin(&["split", "1 2/3 0", "--parts", "2", "--into", &name("parts")]).complains(&["cannot be resumed"]);
    taquin(&["split", "examples/puzzle5x5.txt", "--parts", "0", "--into", &name("parts")])
        .complains(&["--parts"]);
}
