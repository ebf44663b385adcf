//! `taquin scramble --depth` and `--hardest`.

use crate::run::{Run, taquin};
use std::collections::HashSet;
use std::time::{Duration, Instant};

fn scramble(flags: &[&str]) -> Run {
    taquin(&[&["scramble", "--to", "slash"], flags].concat())
}

/// How many moves or pushes a board needs.
fn length(board: &str, flags: &[&str]) -> u64 {
    let run = taquin(&[&["solve", "--output", "json", board], flags].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let report: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(report["status"], "optimal");
    report["length"].as_u64().expect("a length")
}

#[test]
fn boards_at_a_depth() {
    for (flags, window) in [
        (&["--size", "3x3", "--depth", "20"][..], 20..=20),
        (&["--size", "3x2", "--depth", "5..8"], 5..=8),
        (&["--size", "2x4", "--depth", "30..99"], 30..=36),
        (&["--size", "4x4", "--depth", "12"], 12..=12),
        (&["--size", "5x5", "--depth", "3..9"], 3..=9),
        (&["--size", "1x6", "--depth", "2..4"], 2..=4),
        (&["--size", "3x3", "--depth", "0"], 0..=0),
    ] {
        let run = scramble(&[flags, &["--seed", "5", "--count", "4"]].concat());
        assert_eq!((run.code, run.err.as_str(), run.out.lines().count()), (0, "", 4), "{run:?}");
        for board in run.out.lines() {
            assert!(window.contains(&length(board, &[])), "{flags:?}: {board}");
        }
        assert_eq!(run.out, scramble(&[flags, &["--seed", "5", "--count", "4"]].concat()).out, "same seed");
    }
    let multi = scramble(&["--size", "3x3", "--depth", "15", "--metric", "multi", "--seed", "1"]);
    assert_eq!(length(multi.out.trim(), &["--metric", "multi"]), 15);
    let multi = scramble(&["--size", "4x4", "--depth", "9", "--metric", "multi", "--seed", "1"]);
    assert_eq!(length(multi.out.trim(), &["--metric", "multi"]), 9);
    // Another goal, which JSON keeps.
    let spiral = taquin(&[
        "scramble", "--size", "3x3", "--goal", "spiral", "--depth", "11", "--seed", "1", "--to", "json",
    ]);
    assert_eq!(length(spiral.out.trim(), &[]), 11);
}

/// What a seed makes does not change.
#[test]
fn seeds_are_stable() {
    let boards = |flags: &[&str]| scramble(&[flags, &["--seed", "1"]].concat()).out;
    assert_eq!(
        boards(&["--size", "3x3", "--depth", "20..22", "--count", "3"]),
        "3 1 0/7 5 4/2 8 6\n5 3 6/4 1 7/0 2 8\n6 3 0/4 2 8/5 1 7\n"
    );
    assert_eq!(boards(&["--size", "4x4", "--depth", "15"]), "1 2 7 0/5 10 4 3/13 11 6 8/14 9 15 12\n");
}

/// Each of the boards of a layer comes, and about as often as the others.
#[test]
fn all_are_equally_likely() {
    let run = scramble(&["--size", "3x3", "--depth", "30..31", "--count", "22300", "--seed", "2"]);
    let mut counts = std::collections::HashMap::new();
    run.out.lines().for_each(|board| *counts.entry(board).or_insert(0_u32) += 1);
    assert_eq!(counts.len(), 221 + 2);
    assert!(counts.values().all(|&count| count.abs_diff(100) < 50), "{counts:?}");
}

#[test]
fn hardest() {
    scramble(&["--size", "3x3", "--hardest"]).expect(0, "6 4 7/8 5 0/3 2 1\n8 6 7/2 5 4/3 0 1\n");
    let tall = scramble(&["--size", "3x2", "--hardest"]);
    assert_eq!(length(tall.out.trim(), &[]), 21);
    scramble(&["--size", "1x4", "--hardest"]).expect(0, "0 1 2 3/\n");
    for (flags, count) in [(&["--goal", "blank-first"][..], 17), (&["--metric", "multi"], 16), (&[], 17)] {
        let run = scramble(&[&["--size", "4x4", "--hardest"], flags].concat());
        assert_eq!(run.out.lines().collect::<HashSet<_>>().len(), count, "{run:?}");
    }
}

/// A distance that no board is known to have, or that no walk finds, ends at a limit.
#[test]
fn limits() {
    for flags in [
        &["--size", "4x4", "--goal", "spiral", "--depth", "80", "--seed", "1"][..],
        &["--size", "6x6", "--depth", "150", "--seed", "1"],
        &["--size", "3x4", "--depth", "40", "--seed", "1"],
        &["--size", "3x4", "--hardest"],
    ] {
        let run = scramble(&[flags, &["--time-limit", "300ms"]].concat());
        assert_eq!((run.code, run.out.as_str()), (3, ""), "{flags:?}: {run:?}");
        assert!(run.err.contains("time limit reached"), "{run:?}");
    }
    let memory = scramble(&["--size", "3x4", "--depth", "40", "--memory-limit", "1M"]);
    assert!(memory.code == 3 && memory.err.contains("more than the limit of"), "{memory:?}");
    scramble(&["--size", "4x4", "--goal", "spiral", "--depth", "81"])
        .complains(&["none is farther than 80 moves"]);
    scramble(&["--size", "3x3", "--moves", "3", "--memory-limit", "1G"])
        .complains(&["--memory-limit: requires"]);
}

#[test]
fn bad_input() {
    scramble(&["--size", "3x3", "--depth", "32"]).complains(&["32 moves", "the farthest are 31 moves"]);
    scramble(&["--size", "3x3", "--depth", "25..26", "--metric", "multi"])
        .complains(&["farthest are 24 pushes"]);
    scramble(&["--size", "1x4", "--depth", "4"]).complains(&["farthest are 3 moves"]);
    scramble(&["--size", "4x4", "--depth", "81"]).complains(&["none is farther than 80 moves"]);
    scramble(&["--size", "6x6", "--depth", "1000"]).complains(&["cannot be proved", "at most 200 moves"]);
    scramble(&["--size", "3x3", "--depth", "9..3"]).complains(&["expected the smaller number first"]);
    scramble(&["--size", "3x3", "--depth", "deep"]).complains(&["whole number"]);
    scramble(&["--size", "3x3", "--depth", "-3"]).complains(&["negative"]);
    scramble(&["--size", "3x3", "--depth", "3", "--moves", "3"]).complains(&["--moves"]);
    scramble(&["--size", "3x3", "--hardest", "--count", "3"]).complains(&["--count"]);
    scramble(&["--size", "3x3", "--metric", "multi"]).complains(&["--metric: requires --depth or --hardest"]);
    scramble(&["--size", "5x5", "--hardest"]).complains(&["5x5 has 25 cells"]);
    scramble(&["--size", "4x4", "--hardest", "--goal", "spiral"]).complains(&["the blank in a corner"]);
}

/// Every way to generate boards ends at the time limit.
#[test]
fn a_time_limit_ends_long_walks_and_many_boards() {
    for args in [
        &["--moves", "1000000000000000"][..],
        &["--count", "1000000000000000", "--to", "slash"],
        &["--count", "1000000000000000", "--to", "slash", "--unsolvable"],
    ] {
        let head = ["scramble", "--size", "4x4", "--seed", "1", "--time-limit", "50ms", "-o", "/dev/null"];
        let run = taquin(&[&head, args].concat());
        assert_eq!(run.code, 3, "{args:?}: {}", run.err);
        assert!(run.err.contains("time"), "{}", run.err);
    }
    // The boards that were printed until then are kept.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("boards.txt");
    let many = ["scramble", "--size", "4x4", "--count", "1000000000000000", "--to", "slash"];
    let run =
        taquin(&[&many[..], &["--time-limit", "50ms", "-o", file.to_str().expect("a plain path")]].concat());
    assert_eq!(run.code, 3, "{}", run.err);
    let boards = std::fs::read_to_string(&file).expect("the file was written");
    assert!(boards.ends_with('\n') && boards.lines().all(|line| line.split('/').count() == 4));
    // These boards do not fit into memory.
    let many = ["scramble", "--size", "3x3", "--seed", "1", "--depth", "20", "--count", "1000000000000"];
    let run = taquin(&[&many[..], &["--memory-limit", "50M"]].concat());
    assert_eq!((run.code, run.out.as_str()), (3, ""), "{}", run.err);
}

/// Boards of a comparison are drawn within its limits: a random 15-puzzle is almost never 79 moves from the goal. Without
/// the limit, drawing would end after ten minutes.
#[test]
fn a_comparison_draws_its_boards_within_its_limits() {
    let began = Instant::now();
    let run = taquin(&[
        "compare",
        "--size",
        "4x4",
        "--depths",
        "79",
        "--count",
        "1",
        "--time-limit",
        "200ms",
        "--tables",
        "none",
    ]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(began.elapsed() < Duration::from_secs(120), "{:?}", began.elapsed());
}
